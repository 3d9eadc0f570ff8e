//! Schemas, policies and grammars that cannot be used are refused with their place, and what no
//! grammar enforces is said.

use super::bad_input::assert_refused;
use acceptance::{SAMPLE, Scratch};

/// Files that are refused before any document is looked at: option, content,
/// word of the message.
const BAD_FILES: [(&str, &str, &str); 9] = [
    ("--schema", "{ \"type\": ", "not JSON: line 1"),
    ("--schema", "[1, 2]", "schema"),
    ("--schema", "{ \"type\": \"fruit\" }", "`type`"),
    (
        "--schema",
        "{ \"type\": \"object\", \"properties\": { \"a\": { \"minLength\": 5, \"maxLength\": 2, \"type\": \"string\" } }, \
          \"required\": [\"a\"] }",
        "required property",
    ),
    (
        "--schema",
        "{ \"$ref\": \"https://example.com/schema.json\" }",
        "$ref",
    ),
    ("--schema", "", "not JSON: line 1"),
    (
        "--policy",
        "version = \"1\"\nfrobnicate = 3\n",
        "frobnicate",
    ),
    ("--policy", "version = ", "policy"),
    ("--policy", "", "policy"),
];

#[test]
fn schemas_and_policies_that_cannot_be_used_are_refused_with_the_place() {
    let scratch = Scratch::new();
    for (option, content, word) in BAD_FILES {
        let path = scratch.file("file", content);
        let run = scratch.run(&[
            "ask",
            "What is the premium?",
            option,
            &path,
            "--doc",
            SAMPLE,
        ]);
        assert_refused(&run, &[2], word);
        // What was named wrongly keeps the document out as well.
        scratch.assert_empty();
    }
}

#[test]
fn the_same_schemas_are_refused_by_the_compiler() {
    let scratch = Scratch::new();
    let schemas = BAD_FILES
        .iter()
        .filter(|(option, ..)| *option == "--schema");
    let mut refused = 0;
    for (_, content, word) in schemas {
        let path = scratch.file("file", content);
        assert_refused(&scratch.run(&["grammar", "compile", &path]), &[2], word);
        refused += 1;
    }
    assert!(refused > 1, "{refused}");
}

/// Nothing is ignored silently: a keyword that no grammar enforces stands in
/// the report by its place.
#[test]
fn keywords_that_no_grammar_enforces_stand_in_the_report() {
    let scratch = Scratch::new();
    let schema = r#"{ "type": "object",
                      "properties": { "a": { "frobnicate": 1 }, "c": { "uniqueItems": true } },
                      "not": { "required": ["b"] } }"#;
    let schema = scratch.file("schema.json", schema);
    let value = scratch.json(&["grammar", "compile", &schema]);
    let report = value["report"].as_array().unwrap();
    for (pointer, enforcement) in [
        ("/properties/a/frobnicate", "annotation"),
        ("/properties/c/uniqueItems", "residual"),
        ("/not", "enforced"),
        ("/type", "enforced"),
    ] {
        let entry = report.iter().find(|entry| entry["pointer"] == pointer);
        assert_eq!(
            entry.map(|entry| &entry["enforcement"]),
            Some(&enforcement.into()),
            "{pointer}: {value}"
        );
    }
}

#[test]
fn grammars_that_cannot_be_used_are_refused_with_line_and_column() {
    let scratch = Scratch::new();
    for (content, word) in [
        ("root ::= \"a", ""),
        ("root ::= other\n", "other"),
        ("root ::= root \"a\"\n", "root"),
        ("tree ::= \"a\"\n", "root"),
        ("root ::= [z-a]\n", ""),
        ("root ::= \"a\"{5,2}\n", ""),
        ("root ::= \"a\"{99999999999}\n", ""),
        ("", "root"),
        ("\u{0}\u{1}", ""),
    ] {
        let path = scratch.file("bad.gbnf", content);
        let run = scratch.run(&["grammar", "check", &path]);
        assert_refused(&run, &[2], "bad.gbnf");
        assert_refused(&run, &[2], word);
    }
    let nested = scratch.file(
        "nested.gbnf",
        format!(
            "root ::= {}\"a\"{}\n",
            "(".repeat(20_000),
            ")".repeat(20_000)
        ),
    );
    assert_refused(
        &scratch.run(&["grammar", "check", &nested]),
        &[2],
        "nested.gbnf",
    );
}
