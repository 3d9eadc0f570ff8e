//! No name of the contract is without a test: each type, field, decision, status and reason of a
//! failure is said by one. What a test proves, its own name says.

use acceptance::{Scratch, root};
use firewall::FindingKind;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// `QUOTE_NOT_IN_LINES` and `no_answer` as the code names them.
fn camel_case(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + &rest.to_lowercase()
    };
    name.split('_').map(word).collect()
}

fn texts<'a>(values: impl IntoIterator<Item = &'a Value>) -> BTreeSet<String> {
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    values.into_iter().map(text).collect()
}

fn schema(scratch: &Scratch, name: &str) -> Value {
    scratch.json(&["contracts", "show", name, "--schema"])
}

fn keys(schema: &Value) -> BTreeSet<String> {
    let properties = schema["properties"].as_object().expect("properties");
    properties.keys().cloned().collect()
}

fn choices(schema: &Value, field: &str) -> BTreeSet<String> {
    texts(schema["properties"][field]["enum"].as_array().expect(field))
}

/// The sources of tests below a folder: whole files of tests, and of others what stands behind
/// `#[cfg(test)]`.
fn tests_below(folder: &Path, is_test: bool, found: &mut String) {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    let is_source = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    let sources: Vec<(&PathBuf, String)> = paths
        .iter()
        .filter(is_source)
        .map(|path| (path, std::fs::read_to_string(path).unwrap()))
        .collect();
    // Files that another one takes in for tests alone.
    let declared: BTreeSet<&str> = sources
        .iter()
        .flat_map(|(_, source)| source.split("#[cfg(test)]\nmod ").skip(1))
        .filter_map(|behind| behind.lines().next()?.strip_suffix(';'))
        .chain(["tests"])
        .collect();
    let is_for_tests = |path: &Path| {
        let name = path.file_stem().and_then(|name| name.to_str());
        is_test || name.is_some_and(|name| declared.contains(name))
    };
    for (path, source) in &sources {
        let behind = source.split_once("#[cfg(test)]").map(|(_, behind)| behind);
        let whole = is_for_tests(path).then_some(source.as_str());
        found.push_str(whole.or(behind).unwrap_or_default());
    }
    for path in paths.iter().filter(|path| path.is_dir()) {
        tests_below(path, is_for_tests(path), found);
    }
}

/// Whether the sources of tests say a name: in quotes, as the end of a place in JSON, or as a
/// variant.
fn is_said(tests: &str, name: &str) -> bool {
    let quoted = ["\"", "/", " "].iter().any(|before| {
        let said = format!("{before}{name}\"");
        tests.contains(&said)
    });
    quoted || is_word(tests, &camel_case(name))
}

/// Whether a word stands there whole. One that ordinary code could say is none without its type.
fn is_word(tests: &str, variant: &str) -> bool {
    let is_one = variant.matches(char::is_uppercase).count() < 2;
    let wanted = if is_one {
        format!("::{variant}")
    } else {
        variant.to_owned()
    };
    let joins = |letter: char| letter.is_alphanumeric() || letter == '_';
    tests.match_indices(&wanted).any(|(at, found)| {
        let is_begun = is_one || !tests[..at].ends_with(joins);
        is_begun && !tests[at + found.len()..].starts_with(joins)
    })
}

#[test]
fn everything_that_the_contract_names_is_named_by_a_test() {
    let scratch = Scratch::new();
    let types = scratch.json(&["contracts", "list"]);
    let mut names = texts(types.as_array().unwrap().iter().map(|one| &one["name"]));
    let answer = schema(&scratch, "amount.answer");
    names.extend(keys(&answer));
    names.extend(choices(&answer, "extraction_method"));
    let response = schema(&scratch, "response");
    names.extend(keys(&response));
    names.extend(choices(&response, "decision"));
    names.extend(choices(&response, "status"));
    names.extend(FindingKind::ALL.into_iter().map(FindingKind::name));
    assert!(names.len() > 100, "{names:?}");

    let mut tests = String::new();
    tests_below(&root().join("crates"), false, &mut tests);
    tests_below(&root().join("tests/acceptance"), true, &mut tests);
    let unsaid: Vec<&String> = names.iter().filter(|name| !is_said(&tests, name)).collect();
    assert!(unsaid.is_empty(), "no test says {unsaid:?}");
}

#[test]
fn a_name_is_said_in_quotes_in_a_place_or_as_a_variant() {
    let tests = r#"FindingKind::TooLate; value["answer_found"]; pointer("/a/items")"#;
    for name in ["TOO_LATE", "answer_found", "items"] {
        assert!(is_said(tests, name), "{name}");
    }
    for name in ["TOO", "answer", "found", "a"] {
        assert!(!is_said(tests, name), "{name}");
    }
}
