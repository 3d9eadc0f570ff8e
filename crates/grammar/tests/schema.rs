//! The compiler's report and errors, evidence in schemas, and what large schemas
//! cost.
#![allow(clippy::unwrap_used)]

use grammar::schema::SchemaErrorKind;
use grammar::{
    EvidenceChunk, EvidenceText, Formats, Limits, Matcher, Options, Vocabulary, compile,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

fn matcher(grammar: &grammar::Grammar) -> Matcher {
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    Matcher::new(grammar, words, &Limits::default()).unwrap()
}

#[test]
fn what_is_not_enforced_stands_in_the_report() {
    let schema = json!({"type": "array", "uniqueItems": true, "title": "x", "x-mine": 1,
        "items": {"format": "colour"}});
    let report = compile(&schema, &Options::default()).unwrap().report;
    let left: Vec<&str> = report.residuals().map(|(pointer, _)| pointer).collect();
    assert_eq!(left, ["/items/format", "/uniqueItems"]);
    let all: Vec<String> = report.entries().map(|entry| entry.pointer).collect();
    assert_eq!(
        all,
        [
            "/items",
            "/items/format",
            "/title",
            "/type",
            "/uniqueItems",
            "/x-mine"
        ]
    );
}

#[test]
fn contradictions_and_mistakes_are_located() {
    let cases = [
        (
            json!({"type": "string", "minLength": 3, "maxLength": 2}),
            "",
            "minLength",
        ),
        (
            json!({"type": "integer", "minimum": 3, "maximum": 2}),
            "",
            "no number",
        ),
        (
            json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
            "/allOf/0",
            "types",
        ),
        (
            json!({"type": "object", "required": ["a"], "properties": {"a": false}}),
            "",
            "\"a\"",
        ),
        (
            json!({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}),
            "",
            "itself",
        ),
        (json!(false), "", "false"),
        (
            json!({"properties": {"a": {"type": "strin"}}}),
            "/properties/a",
            "names of JSON types",
        ),
        (
            json!({"items": {"minLength": -1}}),
            "/items",
            "whole number",
        ),
        (
            json!({"properties": {"a": {"$ref": "#/nowhere"}}}),
            "/properties/a",
            "leads nowhere",
        ),
        (
            json!({"$ref": "https://example.org/other.json"}),
            "",
            "leads out of",
        ),
        (
            json!({"properties": {"q": {"x-evidence": "quote"}}}),
            "/properties/q",
            "evidence",
        ),
        (json!({"x-evidence": "word"}), "", "\"span\""),
        (
            json!({"enum": [1, 2], "type": "string"}),
            "",
            "no listed value",
        ),
        (
            json!({"$ref": "#/$defs/a", "$defs": {
                "a": {"anyOf": [{"$ref": "#/$defs/b"}, {"type": "integer"}]},
                "b": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/b"}}, {"$ref": "#/$defs/a"}]},
            }}),
            "/$defs/b",
            "refers to itself",
        ),
    ];
    for (schema, pointer, words) in cases {
        let error = compile(&schema, &Options::default()).unwrap_err();
        assert_eq!(error.pointer, pointer, "{schema}: {error}");
        assert!(error.to_string().contains(words), "{words:?} in {error}");
    }
}

#[test]
fn evidence_stands_inside_schemas() {
    let lines = vec![(3, "The fee is 40 EUR.".to_owned())];
    let chunks = vec![EvidenceChunk {
        anchor: "C0".to_owned(),
        lines,
    }];
    let text = EvidenceText {
        chunks,
        max_span_lines: 2,
        max_quote_words: 30,
    };
    let schema = json!({
        "type": "object",
        "properties": {
            "spans": {"type": "array", "items": {"x-evidence": "span"}, "minItems": 1},
            "original": {"x-evidence": "quote"},
            "anchor": {"x-evidence": "anchor"},
            "line": {"x-evidence": "line"},
        },
        "required": ["spans", "original", "anchor", "line"],
        "additionalProperties": false,
    });
    let options = Options::default().with_evidence(&text);
    let compiled = compile(&schema, &options).unwrap();
    assert!(compiled.report.is_complete());
    let matcher = matcher(&compiled.grammar);
    let good = "{\"spans\": [{\"quote\": \"fee is 40\", \"anchor\": \"C0\", \"line_start\": 3, \
        \"line_end\": 3}], \"original\": \"40 EUR.\", \"anchor\": \"C0\", \"line\": 3}";
    assert!(matcher.accepts(good.as_bytes()).unwrap());
    for (from, to) in [
        ("fee is", "fees is"),
        ("EUR.", "EUR"),
        ("\"line\": 3", "\"line\": 4"),
    ] {
        assert!(
            !matcher.accepts(good.replace(from, to).as_bytes()).unwrap(),
            "{to}"
        );
    }
}

#[test]
fn large_schemas_stay_linear() {
    let start = Instant::now();
    let mut properties = serde_json::Map::new();
    for index in 0..2_000 {
        properties.insert(format!("property_{index}"), json!({"type": "integer"}));
    }
    let many = json!({"type": "object", "properties": properties});
    let compiled = compile(&many, &Options::default()).unwrap();
    assert!(compiled.grammar.rules().len() < 20_000);
    let matcher = matcher(&compiled.grammar);
    assert!(
        matcher
            .accepts(b"{\"property_7\": 1, \"property_1999\": 2, \"else\": []}")
            .unwrap()
    );
    assert!(!matcher.accepts(b"{\"property_7\": \"x\"}").unwrap());
    let values: Vec<Value> = (0..500)
        .map(|index| json!({"line": index, "text": format!("t{index}")}))
        .collect();
    let compiled = compile(&json!({"enum": values}), &Options::default()).unwrap();
    assert!(
        self::matcher(&compiled.grammar)
            .accepts(b"{\"line\": 499, \"text\": \"t499\"}")
            .unwrap()
    );
    let mut product = Vec::new();
    for index in 0..12 {
        let name = format!("p{index}");
        product.push(
            json!({"anyOf": [{"required": [name]}, {"required": ["q"]}, {"maxProperties": index}]}),
        );
    }
    // Three alternatives twelve times over: a limit, not a hang.
    let _ = compile(
        &json!({"type": "object", "allOf": product}),
        &Options::default(),
    );
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn a_format_says_nothing_where_formats_annotate() {
    let schema = json!({"type": "string", "format": "date", "not": {"format": "ipv4"}});
    let options = Options::default().with_formats(Formats::Annotation);
    let compiled = compile(&schema, &options).unwrap_err();
    assert!(
        matches!(compiled.kind, SchemaErrorKind::Unsatisfiable { .. }),
        "{compiled}"
    );
    let schema = json!({"type": "string", "format": "date"});
    let compiled = compile(&schema, &options).unwrap();
    assert!(matcher(&compiled.grammar).accepts(b"\"soon\"").unwrap());
    assert!(compiled.report.is_complete());
}

#[test]
fn what_another_dialect_may_assert_is_residual() {
    let cases = [
        (
            json!({"$schema": "https://example.org/my-dialect"}),
            "/$schema",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "contentEncoding": "base64"}),
            "/contentEncoding",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-03/schema#", "divisibleBy": 2}),
            "/divisibleBy",
        ),
    ];
    for (schema, wanted) in cases {
        let report = compile(&schema, &Options::default()).unwrap().report;
        let left: Vec<&str> = report.residuals().map(|(pointer, _)| pointer).collect();
        assert_eq!(left, [wanted], "{schema}");
    }
}

#[test]
fn a_grammar_holds_no_rule_that_its_root_does_not_reach() {
    let closed = json!({"type": "object", "additionalProperties": false,
        "properties": {"a": {"type": "string"}, "b": {"not": {"type": ["null", "object"]}}},
        "oneOf": [{"required": ["a"]}, {"required": ["b"]}]});
    let grammar = compile(&closed, &Options::default()).unwrap().grammar;
    assert!(grammar.unreachable().is_empty());
    assert!(
        !grammar
            .rules()
            .iter()
            .any(|rule| rule.name.starts_with("other-name"))
    );
}
