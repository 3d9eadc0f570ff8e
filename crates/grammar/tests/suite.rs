//! The suite of schemas, one file for each row of the coverage table: what the
//! grammar accepts and refuses alone, and whether the report is complete.
//!
//! Each case is a sentence with `schema`, `accepted` and `refused` instances
//! (keys in canonical order) and `complete`: false where something is left to
//! the validator, and then `refused` instances may be accepted; null where that
//! depends on the white space. The validator `jsonschema` must agree with every
//! case.
#![allow(clippy::unwrap_used)]

use grammar::{Grammar, Limits, Matcher, Options, Vocabulary, Whitespace, compile, gbnf};
use serde_json::Value;
use std::sync::Arc;

const FILES: [(&str, &str); 7] = [
    ("any", include_str!("suite/any.json")),
    ("string", include_str!("suite/string.json")),
    ("number", include_str!("suite/number.json")),
    ("object", include_str!("suite/object.json")),
    ("array", include_str!("suite/array.json")),
    ("combining", include_str!("suite/combining.json")),
    ("found", include_str!("suite/found.json")),
];

/// Cases that the spec wants complete and that are not yet.
const OPEN: &str = include_str!("suite/open.txt");

/// A value in one style of white space.
fn write(value: &Value, style: Whitespace) -> String {
    let (comma, colon) = match style {
        Whitespace::Compact => (",", ":"),
        Whitespace::Spaced => (", ", ": "),
        Whitespace::Any => ("\n , ", " :\t"),
    };
    match value {
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(|one| write(one, style)).collect();
            format!("[{}]", list.join(comma))
        }
        Value::Object(map) => {
            let pair = |(key, one): (&String, &Value)| {
                format!("{}{colon}{}", Value::from(key.as_str()), write(one, style))
            };
            let list: Vec<String> = map.iter().map(pair).collect();
            format!("{{{}}}", list.join(comma))
        }
        scalar => scalar.to_string(),
    }
}

fn matcher(grammar: &Grammar) -> Matcher {
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    Matcher::new(grammar, words, &Limits::default()).unwrap()
}

/// What is wrong with a case in one style.
fn wrong(case: &Value, whitespace: Whitespace) -> Vec<String> {
    let schema = &case["schema"];
    let open = OPEN.lines().any(|line| Some(line) == case["name"].as_str());
    let options = Options::default().with_whitespace(whitespace);
    let compiled = match compile(schema, &options) {
        Ok(compiled) => compiled,
        Err(_) if open => return Vec::new(),
        Err(error) => return vec![error.to_string()],
    };
    let mut out = Vec::new();
    let complete = compiled.report.is_complete();
    let wanted = case["complete"].as_bool().unwrap_or(complete);
    if complete != wanted && (complete || !open) {
        let left: Vec<_> = compiled.report.residuals().collect();
        out.push(format!("complete is {complete}: {left:?}"));
    }
    let printed = gbnf::print(&compiled.grammar);
    let again = compile(schema, &options).unwrap();
    if gbnf::print(&again.grammar) != printed {
        out.push("compiled again it gives other bytes".to_owned());
    }
    let direct = matcher(&compiled.grammar);
    let parsed = match gbnf::parse(&printed, &Limits::default()) {
        Ok(parsed) => matcher(&parsed),
        Err(error) => return vec![format!("{error}\n{printed}")],
    };
    for (field, wanted) in [("accepted", true), ("refused", false)] {
        for instance in case[field].as_array().unwrap() {
            let text = write(instance, whitespace);
            let found = direct.accepts(text.as_bytes()).unwrap();
            if found != parsed.accepts(text.as_bytes()).unwrap() {
                out.push(format!("{text} differs after printing"));
            }
            let explained = found && !complete;
            if found != wanted && !explained {
                out.push(format!("{text} should be {field}"));
            }
        }
    }
    out
}

#[test]
fn the_grammar_alone_is_right_on_the_suite() {
    let mut all = Vec::new();
    for (file, text) in FILES {
        let cases: Vec<Value> = serde_json::from_str(text).unwrap();
        for case in &cases {
            let name = case["name"].as_str().unwrap();
            for whitespace in [Whitespace::Compact, Whitespace::Spaced, Whitespace::Any] {
                let found = wrong(case, whitespace);
                let failed = !found.is_empty();
                let line = |what| format!("{file}: {name} ({whitespace:?}): {what}");
                all.extend(found.into_iter().map(line));
                if failed {
                    break;
                }
            }
        }
    }
    assert!(all.is_empty(), "{} wrong\n{}", all.len(), all.join("\n"));
}

#[test]
fn the_validator_agrees_with_the_suite() {
    for (file, text) in FILES {
        let cases: Vec<Value> = serde_json::from_str(text).unwrap();
        for case in &cases {
            let validator = jsonschema::options()
                .should_validate_formats(true)
                .build(&case["schema"])
                .unwrap_or_else(|error| panic!("{file}: {}: {error}", case["name"]));
            for (field, wanted) in [("accepted", true), ("refused", false)] {
                for instance in case[field].as_array().unwrap() {
                    let valid = validator.is_valid(instance);
                    assert_eq!(valid, wanted, "{file}: {}: {instance}", case["name"]);
                }
            }
        }
    }
}

#[test]
fn every_case_is_named_once() {
    let mut seen = std::collections::BTreeSet::new();
    for (file, text) in FILES {
        let cases: Vec<Value> = serde_json::from_str(text).unwrap();
        for case in &cases {
            let name = case["name"].as_str().unwrap().to_owned();
            assert!(seen.insert(name.clone()), "{file}: {name}");
        }
    }
}
