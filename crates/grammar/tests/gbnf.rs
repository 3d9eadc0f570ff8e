//! GBNF texts: what is read, what is refused and where.
#![allow(clippy::unwrap_used)]

use grammar::gbnf::{GbnfErrorKind, parse, print};
use grammar::{Grammar, Limits, Matcher, Vocabulary};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn read(text: &str) -> Grammar {
    parse(text, &Limits::default()).unwrap()
}

fn accepts(grammar: &Grammar, text: &str) -> bool {
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    let matcher = Matcher::new(grammar, words, &Limits::default()).unwrap();
    matcher.accepts(text.as_bytes()).unwrap()
}

#[test]
fn reads_the_language_of_llama_cpp() {
    let cases: [(&str, &[&str], &[&str]); 9] = [
        (
            "root ::= \"a\" | \"b\" c\nc ::= [x-z] # end\n",
            &["a", "bx"],
            &["b", "c"],
        ),
        (
            "root ::= (\"a\"\n  | \"b\"\n) \"c\"",
            &["ac", "bc"],
            &["a", "c"],
        ),
        (
            "root ::= \"a\" |\n \"b\"\n\n# more\nunused ::= \"c\"",
            &["a", "b"],
            &["c"],
        ),
        (
            r#"root ::= "\n\t\r\\\"\x41\u00e9\U0001F600""#,
            &["\n\t\r\\\"Aé😀"],
            &["n"],
        ),
        (
            r"root ::= [\]\[^\x2D-]",
            &["]", "[", "^", "-"],
            &["\\", "a"],
        ),
        (r"root ::= [^a-c\n].", &["dx", "é\n"], &["a", "ax", "\nx"]),
        ("root ::= \"ab\"{2} [0-9]{1,} \"c\"{,2}", &[], &[]),
        (
            "root ::= \"ab\"{2} [0-9]{1,} \"c\"{0,2}",
            &["abab0", "abab12cc"],
            &["ab1", "abab", "abab1ccc"],
        ),
        (
            "root ::= \"\" | \"a\"* \"b\"+ \"c\"?",
            &["", "b", "aabbc"],
            &["a", "bcc"],
        ),
    ];
    for (text, good, bad) in cases {
        let Ok(grammar) = parse(text, &Limits::default()) else {
            assert!(good.is_empty(), "{text}");
            continue;
        };
        for one in good {
            assert!(accepts(&grammar, one), "{one:?} of {text}");
        }
        for one in bad {
            assert!(!accepts(&grammar, one), "{one:?} of {text}");
        }
    }
}

#[test]
fn errors_stand_at_their_place() {
    let cases = [
        ("root ::= \"a\"{5,2}", 1, 13, "at least 5"),
        ("root ::= a b\na ::= \"x\"", 1, 12, "`b` is not defined"),
        ("root ::= \"a\n", 1, 10, "not closed"),
        ("root ::= \"a\"\n\nroot ::= \"b\"", 3, 1, "defined twice"),
        ("root ::= (\"a\" | (\"b\")", 1, 10, "not closed"),
        ("root ::= \"a\" )", 1, 14, "no group is open"),
        ("root ::= [z-a]", 1, 11, "reversed"),
        ("root ::= []", 1, 10, "empty"),
        ("root ::= * \"a\"", 1, 10, "nothing stands before"),
        ("root ::= \"\\q\"", 1, 11, "unknown escape"),
        ("root ::= \"\\u12G4\"", 1, 11, "4 hexadecimal"),
        ("root ::= \"\\uD800\"", 1, 11, "4 hexadecimal"),
        ("root ::= <think>", 1, 10, "token references"),
        ("root = \"a\"", 1, 6, "`::=`"),
        ("a ::= \"a\"", 1, 1, "no rule named `root`"),
        (
            "root ::= x\nx ::= root \"a\" | \"b\"",
            1,
            1,
            "left recursion",
        ),
        (
            "root ::= y? root \"a\" | \"b\"\ny ::= \"c\"",
            1,
            1,
            "left recursion",
        ),
        ("root ::= \"a\" root", 1, 1, "never ends"),
        ("root ::= \"a\"{99999999}", 1, 14, "above the limit"),
        ("root ::= \"é\" ~", 1, 14, "expected"),
    ];
    for (text, line, column, words) in cases {
        let error = parse(text, &Limits::default()).unwrap_err();
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{text}\n{error}"
        );
        assert!(error.to_string().contains(words), "{words} in {error}");
        assert_eq!(error.caret.chars().count(), column);
    }
}

#[test]
fn hostile_grammars_cost_little() {
    let start = Instant::now();
    let nested = format!("root ::= {}\"a\"{}", "(".repeat(20_000), ")".repeat(20_000));
    let error = parse(&nested, &Limits::default()).unwrap_err();
    assert!(matches!(
        error.kind,
        GbnfErrorKind::TooLarge {
            what: "nesting",
            ..
        }
    ));
    let repeated = format!("root ::= \"a\"{}", "*".repeat(20_000));
    assert!(parse(&repeated, &Limits::default()).is_err());
    let optional = read(&format!("root ::= {}", "\"a\"? ".repeat(2_000)));
    assert!(accepts(&optional, &"a".repeat(50)));
    assert!(!accepts(&optional, "ab"));
    let doubled = read("root ::= ((((\"a\"?)? (\"a\"?)?)* ((\"a\"*)* )*)* )*");
    assert!(accepts(&doubled, &"a".repeat(50)));
    let large = read("root ::= (([a-c]{0,1000}){0,1000}){0,1000}");
    assert!(accepts(&large, "abcabc"));
    let mut chain = String::from("root ::= r0\n");
    for index in 0..5_000 {
        let next = index + 1;
        writeln!(chain, "r{index} ::= r{next} | r{next}").unwrap();
    }
    chain.push_str("r5000 ::= \"a\"");
    assert!(accepts(&read(&chain), "a"));
    let odd = read("root ::= \"]\" | \"\\\\\" | [\\]\\\\]");
    assert!(accepts(&odd, "]") && accepts(&odd, "\\"));
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn no_text_panics() {
    let pieces = [
        "root", "::=", "\"", "[", "]", "(", ")", "{", "}", "1,", "\\", "\n", "#", "|", "*", "^",
        "-", "é", "<", "\0", " ",
    ];
    let mut seed = 1u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        let _ = parse(&text, &Limits::default());
        let _ = parse(&format!("root ::= {text}"), &Limits::default());
    }
}

#[test]
fn the_general_json_grammar_is_json() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../grammars/general/json.gbnf"
    );
    let grammar = read(&std::fs::read_to_string(path).unwrap());
    assert!(grammar.unreachable().is_empty());
    let again = read(&print(&grammar));
    let samples = [
        "null",
        " [ ] ",
        "{}",
        "{\"a\" : [1, -0.5e+10, \"x\\u00e9\\n\"], \"\" : {\"b\":true}}\n",
        "01",
        "[1,]",
        "{\"a\"}",
        "\"\u{1}\"",
        "\"\\x\"",
        "1.",
        "",
        "[[[[[[[[1]]]]]]]]",
        "\"é😀\"",
    ];
    for text in samples {
        let wanted = serde_json::from_str::<serde_json::Value>(text).is_ok();
        assert_eq!(accepts(&grammar, text), wanted, "{text}");
        assert_eq!(accepts(&again, text), wanted, "{text}");
    }
}

#[test]
fn unreachable_rules_are_named() {
    let grammar = read("root ::= \"a\"\nlost ::= found\nfound ::= \"b\"");
    assert_eq!(grammar.unreachable(), ["lost", "found"]);
}
