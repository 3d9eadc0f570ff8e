//! Tables of patterns, and three ways to match compared with each other.

use super::*;
use crate::rule::Builder;
use crate::{Limits, Matcher, Vocabulary};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where matches of a node that begin in `from` end: the plainest reading of
/// ECMA-262, place by place, to compare the automata with.
fn ends(node: &Node, from: &BTreeSet<usize>, text: &[char]) -> BTreeSet<usize> {
    let word = |at: Option<usize>| {
        let one = at.and_then(|at| text.get(at));
        one.is_some_and(|one| class::word().contains(*one))
    };
    let keep =
        |holds: &dyn Fn(usize) -> bool| from.iter().copied().filter(|at| holds(*at)).collect();
    match node {
        Node::Class(set) => {
            let hit = |at: &&usize| text.get(**at).is_some_and(|one| set.contains(*one));
            from.iter().filter(hit).map(|at| at + 1).collect()
        }
        Node::Concat(parts) => {
            (parts.iter()).fold(from.clone(), |from, part| ends(part, &from, text))
        }
        Node::Alt(parts) => parts
            .iter()
            .flat_map(|part| ends(part, from, text))
            .collect(),
        Node::Repeat(inner, min, max) => {
            let (mut now, mut out) = (from.clone(), BTreeSet::new());
            let enough = min.saturating_add(text.len() as u32 + 1);
            for turn in 0..=max.unwrap_or(u32::MAX).min(enough) {
                if turn >= *min {
                    out.extend(&now);
                }
                now = ends(inner, &now, text);
            }
            out
        }
        Node::Start => keep(&|at| at == 0),
        Node::End => keep(&|at| at == text.len()),
        Node::Boundary { negated } => {
            keep(&|at| (word(at.checked_sub(1)) != word(Some(at))) != *negated)
        }
        Node::Look { body, negated } => {
            keep(&|at| ends(body, &BTreeSet::from([at]), text).is_empty() == *negated)
        }
    }
}

fn matches(pattern: &Pattern, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    !ends(&pattern.tree, &(0..=text.len()).collect(), &text).is_empty()
}

fn matcher(body: Expr, mut builder: Builder) -> Matcher {
    let root = builder.declare("root", None);
    builder.define(root, body);
    let grammar = builder.finish(root, &Limits::default()).unwrap();
    let tokens = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    Matcher::new(&grammar, tokens, &Limits::default()).unwrap()
}

/// Asserts that all ways to match agree on every text; what they say.
fn agreed(text: &str, samples: &[&str]) -> Vec<bool> {
    let pattern = Pattern::read(text, 100).unwrap();
    let dfa = pattern.dfa(5_000).unwrap();
    let mut builder = Builder::new();
    let automatic = dfa.to_expr(&mut builder, "text", &string_char);
    let automatic = automatic.map(|body| matcher(body, builder));
    let direct = pattern.lower().map(|body| matcher(body, Builder::new()));
    let check = |sample: &&str| {
        let wanted = matches(&pattern, sample);
        assert_eq!(pattern.is_match(sample), wanted, "{text} run on {sample:?}");
        assert_eq!(
            dfa.accepts(sample),
            wanted,
            "{text} as automaton on {sample:?}"
        );
        let inside = crate::style::escape(sample);
        let found = automatic
            .as_ref()
            .is_some_and(|one| one.accepts(inside.as_bytes()).unwrap());
        assert_eq!(found, wanted, "rules of {text} on {sample:?}");
        // A pattern without a direct form has nothing that could say otherwise.
        let found = direct
            .as_ref()
            .map_or(wanted, |one| one.accepts(inside.as_bytes()).unwrap());
        assert_eq!(found, wanted, "direct form of {text} on {sample:?}");
        wanted
    };
    samples.iter().map(check).collect()
}

#[test]
fn patterns_match_as_ecma_262_searches() {
    let table: &[(&str, &[&str], &[&str])] = &[
        ("^a+$", &["a", "aaa"], &["", "aab"]),
        ("b", &["abc", "b"], &["ac"]),
        ("", &["", "anything"], &[]),
        ("^(a|b)c|d$", &["xxd", "acxx"], &["xac"]),
        ("(^a|b)$", &["xb", "a"], &["xa"]),
        ("^$", &[""], &["a"]),
        ("a^b|c$d", &[], &["ab", "a^b", "cd"]),
        ("(?:^|-)a(?:$|-)", &["a", "x-a", "a-x"], &["xa", "ax"]),
        ("x*^a", &["a"], &["xa"]),
        (
            r"^\d{2,3}[^\s-]\u00e9$",
            &["12xé", "123xé"],
            &["1xé", "12-é"],
        ),
        (r"^[\w.-]+@\w+\.[a-z]{2,}$", &["a.b-c@x.org"], &["a@x.o"]),
        (
            r"^\u{1F600}\uD83D\uDE00[\uD83D\uDE00]$",
            &["😀😀😀"],
            &["😀"],
        ),
        ("^a{,3}{$", &["a{,3}{"], &["aa{"]),
        ("^]a}$", &["]a}"], &["a"]),
        ("^[^]$", &["\n", "\"", "\\", "\u{1}"], &["", "ab"]),
        ("^.$", &["a", "\u{85}"], &["\n", "\u{2028}"]),
        ("a[]|b", &["b"], &["a"]),
        (r"^[\s\S]{2}$", &["\r\n"], &["a"]),
        ("^(?:x*?y)+?$", &["xxyy"], &["x"]),
        (r"^(?<year>\d{4})$", &["2024"], &["24"]),
        (r"^\cJ\x41[\b]\0$", &["\nA\u{8}\0"], &["JA"]),
        (r"^\c$", &["\\c"], &["c"]),
        (
            r"^\p{Lu}\P{L}\p{Script=Greek}$",
            &["Ä1λ"],
            &["ä1λ", "Äaλ", "Ä1l"],
        ),
        (r"^[\p{L}\d]+$", &["aé7"], &["a-"]),
        (r#"^["\\\t]+$"#, &["\"\\\t"], &["n", "t"]),
        (
            r"\bword\b",
            &["word", "a word.", "-word-"],
            &["words", "sword", "éword1"],
        ),
        (r"^\Ba|a\B", &["ab", "ba1"], &["a", "a b"]),
        (r"^.\b.$", &["a-", "-a"], &["aa", "--"]),
        ("^(?!foo).*$", &["", "fo", "xfoo"], &["foo", "foobar"]),
        ("^(?=a)", &["a", "ab"], &["", "b"]),
        ("^(?:(?!--).)*$", &["", "a-b-c"], &["a--b"]),
        (
            "^(?=.*b$)a*(?=c|b)",
            &["ab", "aacb", "acb"],
            &["aac", "aaxb"],
        ),
        ("^(?!.*(?:ab|ba)).+$", &["aacc", "bbc"], &["cab", "ba"]),
        ("^(?!(?!a))", &["a", "ab"], &["", "b"]),
        ("^(?:(?=a(?!b)).)+$", &["aa", "a"], &["ab", "b"]),
        ("(?=a)*b", &["b"], &["a"]),
        (
            "^(?=(?:..)*$)(?=(?:...)*$)a*$",
            &["", "aaaaaa"],
            &["aa", "aaa"],
        ),
        (
            r"^(?=.*[A-Z])(?=.*\d)(?!.*\s).{8,12}$",
            &["abcdeF12", "A1??????"],
            &["abcdef12", "A1aaaa", "A1aaa aaa", "A1aaaaaaaaaaa"],
        ),
        (
            r"^(?!\.)(?!.*\.$)(?!.*\.\.)[a-z.]+$",
            &["a.b", "a"],
            &[".a", "a.", "a..b"],
        ),
    ];
    for (pattern, yes, no) in table {
        assert!(agreed(pattern, yes).iter().all(|hit| *hit), "{pattern}");
        assert!(!agreed(pattern, no).iter().any(|hit| *hit), "{pattern}");
    }
}

#[test]
fn what_cannot_be_said_is_told_from_what_is_wrong() {
    for pattern in [
        "(", ")", "[z-a]", "[a", "a{3,2}", "*", "a**", "{2}", "a|*", "(?<>a)", "\\",
    ] {
        let error = Pattern::read(pattern, 100).unwrap_err();
        assert!(
            matches!(error, PatternError::Syntax { .. }),
            "{pattern}: {error}"
        );
    }
    let deep = "(".repeat(5_000) + &")".repeat(5_000);
    let odd = [
        r"(a)\1",
        "(?i)a",
        "(?P<x>a)",
        r"\Aa\Z",
        "(?<=a)b",
        "(?<!a)b",
        "a++",
        "(?>a)",
        r"\p{Nonsense}",
        r"\k<a>",
        r"\uD83D",
        "^*",
        &deep,
        "(?:a{1000}){1000}",
    ];
    for pattern in odd {
        let error = Pattern::read(pattern, 100).unwrap_err();
        assert!(
            matches!(error, PatternError::Unsupported { .. }),
            "{pattern}: {error}"
        );
    }
}

#[test]
fn hostile_patterns_are_refused_or_answered_in_time() {
    let nested = "(".repeat(90) + "a*" + &")*".repeat(90);
    let pattern = Pattern::read(&nested, 100).unwrap();
    assert!(pattern.is_match(&"b".repeat(200)));
    assert!(pattern.dfa(100).is_ok());
    let subsets = Pattern::read("^(?:a(?=.{30}b)|b)*$", 100).unwrap();
    assert!(subsets.is_match(&"b".repeat(200)));
    assert!(!subsets.is_match(&"a".repeat(200)));
    assert!(subsets.dfa(2_000).is_err());
    let counted = Pattern::read("a.{40}b", 100).unwrap();
    assert_eq!(counted.dfa(2_000).unwrap_err().limit, 2_000);
    let letters: String = (0x4E00..0x5E00).filter_map(char::from_u32).collect();
    let letters = Pattern::read(&letters, 100).unwrap();
    assert!(letters.dfa(20_000).is_err());
    let error = Pattern::read("(?:(?:){1000}){1000}", 100).unwrap_err();
    assert!(matches!(error, PatternError::Unsupported { .. }), "{error}");
}

#[test]
fn simple_patterns_stay_readable() {
    let table = [
        ("^[a-z]{2,100}$", "root ::= [a-z]{2,100}\n"),
        (
            "^(foo|bar)-[0-9]+$",
            "root ::= (\"foo\" | \"bar\") \"-\" [0-9]+\n",
        ),
    ];
    for (pattern, wanted) in table {
        let mut builder = Builder::new();
        let root = builder.declare("root", None);
        builder.define(root, Pattern::read(pattern, 100).unwrap().lower().unwrap());
        let grammar = builder.finish(root, &Limits::default()).unwrap();
        assert_eq!(crate::gbnf::print(&grammar), wanted);
    }
}

#[test]
fn formats_stay_between_their_patterns() {
    for name in ["time", "date-time", "date", "ipv6", "uri", "email"] {
        let format = Format::named(name).unwrap();
        let wide = Pattern::read(&format.wide, 100)
            .unwrap()
            .dfa(20_000)
            .unwrap();
        let narrow = Pattern::read(&format.narrow.unwrap(), 100)
            .unwrap()
            .dfa(20_000)
            .unwrap();
        assert!(narrow.minus(&wide, 20_000).unwrap().is_empty(), "{name}");
    }
}

/// Random patterns over a small alphabet, as text.
fn any_pattern() -> impl Strategy<Value = String> {
    let atoms = vec![
        "a", "b", ".", "[^a]", "-", "\"", "\\n", "^", "$", "\\b", "\\B", "[ab]", "\\W",
    ];
    let leaf = proptest::sample::select(atoms).prop_map(ToOwned::to_owned);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let list = || proptest::collection::vec(inner.clone(), 1..4);
        let marks = vec!["*", "+", "?", "{2}", "{1,2}", "{2,}"];
        prop_oneof![
            list().prop_map(|parts| parts.concat()),
            list().prop_map(|parts| format!("(?:{})", parts.join("|"))),
            (inner.clone(), proptest::sample::select(marks))
                .prop_map(|(one, mark)| format!("(?:{one}){mark}")),
            inner.clone().prop_map(|one| format!("(?={one})")),
            inner.prop_map(|one| format!("(?!{one})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_patterns_match_alike_in_every_way(pattern in any_pattern(), more in proptest::collection::vec("[ab\\-\"\n]{0,6}", 6)) {
        let mut samples = vec!["", "a", "b", "-", "ab", "ba", "aa", "a-", "-a", "a\n", "aab", "a-b"];
        samples.extend(more.iter().map(String::as_str));
        agreed(&pattern, &samples);
    }
}
