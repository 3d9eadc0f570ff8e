//! Strings against the plain reading of their keywords.

use super::*;
use crate::rule::Builder;
use crate::schema::Options;
use crate::style::escape;
use crate::{Limits, Matcher, Vocabulary};
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// What came of a string: the matcher, or that there is none, and what was
/// left to the validator.
struct Made {
    matcher: Option<Matcher>,
    language: Option<Dfa>,
    residuals: Vec<String>,
    text: String,
}

fn matcher(body: Expr, mut builder: Builder) -> (Matcher, String) {
    let root = builder.declare("root", None);
    builder.define(root, body);
    let grammar = builder.finish(root, &Limits::default()).unwrap();
    let tokens = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    let text = crate::gbnf::print(&grammar);
    (
        Matcher::new(&grammar, tokens, &Limits::default()).unwrap(),
        text,
    )
}

fn try_make(
    bases: &[Value],
    fails: &[(Value, &'static str)],
    excluded: &[&str],
) -> Result<Made, SchemaError> {
    let options = Options::default();
    let whole = json!({});
    let place = |(index, value)| (format!("/allOf/{index}"), value);
    // Each starts anew, so that the residuals are those of the rules.
    let excluded: Vec<Value> = excluded.iter().map(|word| Value::from(*word)).collect();
    let start = || {
        let mut compiler = Compiler::new(&whole, &options, Builder::new());
        let each = bases.iter().enumerate().map(place);
        let bases: Vec<Loc> = each
            .map(|(pointer, value)| compiler.source.loc(value, pointer))
            .collect();
        let fails: Vec<(Loc, &'static str)> = (fails.iter())
            .map(|(value, keyword)| (compiler.source.loc(value, "/not".to_owned()), *keyword))
            .collect();
        let excluded = excluded.iter().collect();
        let said = Scalars {
            bases,
            fails,
            excluded,
        };
        (compiler, said)
    };
    let (mut compiler, said) = start();
    let language = compiler.text_language(&said)?;
    let (mut compiler, said) = start();
    let found = compiler.string(&said)?;
    let residuals = compiler.report.residuals();
    let residuals = residuals.map(|(pointer, _)| pointer.to_owned()).collect();
    let found = found.map(|body| matcher(body, compiler.builder));
    let (matcher, text) = found.map_or((None, String::new()), |(one, text)| (Some(one), text));
    Ok(Made {
        matcher,
        language,
        residuals,
        text,
    })
}

fn make(bases: &[Value], fails: &[(Value, &'static str)], excluded: &[&str]) -> Made {
    try_make(bases, fails, excluded).unwrap()
}

impl Made {
    /// Asserts that rules and automaton agree; what they say.
    fn accepts(&self, text: &str) -> bool {
        let json = format!("\"{}\"", escape(text));
        let rules =
            (self.matcher.as_ref()).is_some_and(|one| one.accepts(json.as_bytes()).unwrap());
        let language = self.language.as_ref().is_some_and(|one| one.accepts(text));
        assert_eq!(rules, language, "{text:?} in {}", self.text);
        rules
    }
}

#[test]
fn keywords_of_strings_combine_exactly() {
    type Case = (Value, &'static [&'static str], &'static [&'static str]);
    let table: &[Case] = &[
        (
            json!([{"pattern": "^a"}, {"pattern": "b$"}]),
            &["ab", "aXb"],
            &["a", "ba"],
        ),
        (
            json!([{"pattern": "^[a-z]+(-[a-z]+)*$", "maxLength": 5}]),
            &["a-b-c", "abcde"],
            &["a-b-cd", "a-"],
        ),
        (
            json!([{"pattern": "\\S", "minLength": 2, "maxLength": 3}]),
            &["a ", "  a", "\"\\"],
            &["a", "   ", "abcd"],
        ),
        (
            json!([{"format": "date", "pattern": "^2024"}]),
            &["2024-02-29"],
            &["2023-01-01", "2024-02-30"],
        ),
        (
            json!([{"format": "uuid"}, {"pattern": "^[0-9a-f-]+$"}]),
            &["01234567-89ab-cdef-0123-456789abcdef"],
            &["01234567-89AB-cdef-0123-456789abcdef"],
        ),
        (
            json!([{"format": "ipv4"}, {"format": "hostname"}]),
            &["127.0.0.1"],
            &["127.0.0", "a.b"],
        ),
        (
            json!([{"format": "email", "maxLength": 12}]),
            &["a@b.org"],
            &["abcdef@ghi.org", "a@"],
        ),
        (
            json!([{"pattern": "^(?=.*[A-Z])(?=.*\\d)(?!.*\\s).{8,32}$", "maxLength": 10}]),
            &["Passw0rd"],
            &["password", "Pass w0rd", "Passw0rd123"],
        ),
        (
            json!([{"pattern": "^(?!foo)", "minLength": 1}]),
            &["fo", "bar"],
            &["", "foot"],
        ),
    ];
    for (bases, yes, no) in table {
        let made = make(bases.as_array().unwrap(), &[], &[]);
        assert!(yes.iter().all(|text| made.accepts(text)), "{bases}");
        assert!(!no.iter().any(|text| made.accepts(text)), "{bases}");
        let wanted = bases.to_string().contains("hostname");
        assert_eq!(
            !made.residuals.is_empty(),
            wanted,
            "{bases}: {:?}",
            made.residuals
        );
    }
}

#[test]
fn what_must_fail_is_turned_round() {
    let made = make(
        &[json!({"pattern": "^[a-z]*$", "maxLength": 6})],
        &[
            (json!({"pattern": "foo"}), "pattern"),
            (json!({"minLength": 5, "maxLength": 2}), "maxLength"),
        ],
        &["abc", "none", "UPPER"],
    );
    for (text, wanted) in [
        ("abd", true),
        ("abc", false),
        ("none", false),
        ("ab", false),
        ("afoo", false),
        ("abcdefg", false),
    ] {
        assert_eq!(made.accepts(text), wanted, "{text}");
    }
    let short = make(&[], &[(json!({"minLength": 3}), "minLength")], &[]);
    assert!(short.accepts("ab") && !short.accepts("abc"));
    let made = make(&[], &[(json!({"format": "date"}), "format")], &[]);
    assert!(made.accepts("2024-02-30") && !made.accepts("2024-02-29"));
    assert!(
        make(&[], &[(json!({"minLength": 0}), "minLength")], &[])
            .matcher
            .is_none()
    );
    assert!(
        !make(&[], &[(json!({"format": "hostname"}), "format")], &[])
            .residuals
            .is_empty()
    );
}

#[test]
fn contradictions_and_mistakes_are_found() {
    for bases in [
        json!([{"pattern": "^a$"}, {"pattern": "^b$"}]),
        json!([{"pattern": "^a{3}$", "maxLength": 2}]),
        json!([{"minLength": 3, "maxLength": 2}]),
        json!([{"format": "date", "maxLength": 9}]),
        json!([{"pattern": "(?!)"}]),
    ] {
        assert!(
            make(bases.as_array().unwrap(), &[], &[]).matcher.is_none(),
            "{bases}"
        );
    }
    assert!(
        make(&[json!({"maxLength": 0})], &[], &[""])
            .matcher
            .is_none()
    );
    let error = try_make(&[json!({"pattern": "a("})], &[], &[])
        .err()
        .unwrap();
    assert_eq!(error.keyword.as_deref(), Some("pattern"));
    let made = make(&[json!({"pattern": "(a)\\1"})], &[], &[]);
    assert_eq!(made.residuals, ["/allOf/0/pattern"]);
}

#[test]
fn what_takes_too_many_states_is_left_and_said() {
    let made = make(
        &[json!({"pattern": "a.{40}b", "minLength": 50, "maxLength": 70})],
        &[],
        &[],
    );
    assert_eq!(made.residuals, ["/allOf/0/maxLength", "/allOf/0/minLength"]);
    let matcher = made.matcher.unwrap();
    assert!(
        matcher
            .accepts(format!("\"a{}b\"", "x".repeat(40)).as_bytes())
            .unwrap()
    );
    assert!(!matcher.accepts(b"\"ab\"").unwrap());
    let made = make(
        &[json!({"pattern": "\\S", "minLength": 3, "maxLength": 100_000})],
        &[],
        &[],
    );
    assert!(made.residuals.contains(&"/allOf/0/maxLength".to_owned()));
    assert!(!made.matcher.unwrap().accepts(b"\"a\"").unwrap());
}

#[test]
fn the_simple_stays_readable() {
    let shown = |base: Value| make(&[base], &[], &[]).text;
    assert_eq!(
        shown(json!({"pattern": "^[a-z]{2,}$", "maxLength": 9})),
        "root ::= \"\\\"\" [a-z]{2,9} \"\\\"\"\n"
    );
    assert_eq!(
        shown(json!({"pattern": "^(?!b)[a-z]{2,4}$"})),
        "root ::= \"\\\"\" [ac-z] [a-z]{1,3} \"\\\"\"\n"
    );
    assert_eq!(
        shown(json!({"pattern": "^(foo|bar)$", "maxLength": 9})),
        "root ::= \"\\\"\" (\"foo\" | \"bar\") \"\\\"\"\n"
    );
    let dot = shown(json!({"pattern": "^.{1,9}$"}));
    assert_eq!(dot.len(), 131, "{dot}");
}

/// A random schema of one string.
fn any_base() -> impl Strategy<Value = Value> {
    let patterns = vec![
        "^a",
        "b$",
        "a.b",
        "^[ab]*$",
        "^(?!ab)",
        "^(a|b{2})+$",
        "(?=.*a)(?=.*b)",
        "\\ba\\b",
        "^.?.?$",
        "[^a]",
    ];
    let pattern = proptest::option::of(proptest::sample::select(patterns));
    (
        pattern,
        proptest::option::of(0u32..4),
        proptest::option::of(2u32..6),
    )
        .prop_map(|(pattern, min, max)| {
            let mut map = serde_json::Map::new();
            map.extend(pattern.map(|one| ("pattern".to_owned(), json!(one))));
            map.extend(min.map(|one| ("minLength".to_owned(), json!(one))));
            map.extend(max.map(|one| ("maxLength".to_owned(), json!(one))));
            Value::Object(map)
        })
}

fn holds(base: &Value, keyword: &str, text: &str) -> bool {
    let length = text.chars().count() as u64;
    match (keyword, base.get(keyword)) {
        (_, None) => true,
        ("pattern", Some(value)) => Pattern::read(value.as_str().unwrap(), 100)
            .unwrap()
            .is_match(text),
        ("minLength", Some(value)) => length >= value.as_u64().unwrap(),
        (_, Some(value)) => length <= value.as_u64().unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_strings_are_what_their_keywords_say(
        bases in proptest::collection::vec(any_base(), 0..3),
        fails in proptest::collection::vec((any_base(), 0usize..3), 0..3),
        excluded in proptest::collection::vec("[ab\n]{0,3}", 0..3),
        texts in proptest::collection::vec("[ab\n\"]{0,6}", 12),
    ) {
        let keywords = ["pattern", "minLength", "maxLength"];
        let fails: Vec<(Value, &'static str)> = (fails.into_iter())
            .map(|(base, at)| (base, keywords[at]))
            .filter(|(base, keyword)| base.get(keyword).is_some())
            .collect();
        let excluded: Vec<&str> = excluded.iter().map(String::as_str).collect();
        let made = make(&bases, &fails, &excluded);
        prop_assert!(made.residuals.is_empty());
        let fixed = ["", "a", "b", "ab", "ba", "bb", "aab", "abb"].map(str::to_owned);
        for text in texts.iter().chain(&fixed) {
            let wanted = bases.iter().all(|base| keywords.iter().all(|one| holds(base, one, text)))
                && fails.iter().all(|(base, keyword)| !holds(base, keyword, text))
                && !excluded.contains(&text.as_str());
            prop_assert_eq!(made.accepts(text), wanted, "{:?}", text);
        }
    }
}
