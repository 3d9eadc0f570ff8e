//! docs/tested.md against the program: every test it names is there, and every
//! name of the contract has its row.

use acceptance::{Scratch, root};
use firewall::FindingKind;
use serde_json::Value;
use std::collections::BTreeSet;

/// A row of a table: its section, what its first column says, and the tests of
/// its second.
struct Row {
    section: String,
    about: String,
    tests: Vec<Test>,
}

/// `crates/app/tests/contract.rs::function`.
struct Test {
    file: String,
    function: String,
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The rows of every table `row | test`.
fn rows(text: &str) -> Vec<Row> {
    let (mut section, mut rows, mut inside) = (String::new(), Vec::new(), false);
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section);
        }
        if line.starts_with("|---") {
            continue;
        }
        let cells: Vec<&str> = line.trim_matches('|').splitn(2, " | ").collect();
        let (true, [about, tests]) = (line.starts_with('|'), cells.as_slice()) else {
            inside = false;
            continue;
        };
        if !inside {
            inside = tests.trim() == "test";
            continue;
        }
        let named = quoted(tests).into_iter().filter_map(|one| {
            let (file, function) = one.rsplit_once("::")?;
            Some(Test {
                file: file.to_owned(),
                function: function.to_owned(),
            })
        });
        rows.push(Row {
            section: section.clone(),
            about: about.trim().to_owned(),
            tests: named.collect(),
        });
    }
    rows
}

/// Whether a source has a test of this name.
fn has_test(source: &str, function: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let head = format!("fn {function}(");
    let mut places = (0..lines.len()).filter(|at| lines[*at].starts_with(&head));
    places.any(|at| lines[at.saturating_sub(4)..at].contains(&"#[test]"))
}

/// `QUOTE_NOT_IN_LINES` and `no_answer` as the code names them.
fn camel_case(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + &rest.to_lowercase()
    };
    name.split('_').map(word).collect()
}

/// What is wrong with the tests of the rows, as sentences.
fn wrong_rows(rows: &[Row], source_of: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in rows {
        let about = &row.about;
        if row.tests.is_empty() {
            wrong.push(format!("{about}: no test"));
        }
        let mut sources = String::new();
        for Test { file, function } in &row.tests {
            let source = source_of(file).unwrap_or_default();
            if !has_test(&source, function) {
                wrong.push(format!("{about}: {file} has no test {function}"));
            }
            sources += &source;
        }
        // The name itself, or what it is called in the code.
        for name in quoted(about) {
            if !sources.contains(name) && !sources.contains(&camel_case(name)) {
                wrong.push(format!("{about}: none of its tests' files says {name}"));
            }
        }
    }
    wrong
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(root().join(path)).ok()
}

fn documented() -> Vec<Row> {
    rows(&read("docs/tested.md").expect("docs/tested.md"))
}

/// The names in the first columns of a section.
fn names(rows: &[Row], section: &str) -> BTreeSet<String> {
    let of_section = rows.iter().filter(|row| row.section == section);
    let names: BTreeSet<String> = of_section
        .flat_map(|row| quoted(&row.about))
        .map(ToOwned::to_owned)
        .collect();
    assert!(!names.is_empty(), "no section `{section}` with rows");
    names
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

#[test]
fn every_row_names_tests_that_are_there_and_speak_of_it() {
    let rows = documented();
    assert!(rows.len() > 150, "{} rows", rows.len());
    let wrong = wrong_rows(&rows, &|path| read(path));
    assert!(wrong.is_empty(), "docs/tested.md:\n{}", wrong.join("\n"));
}

#[test]
fn everything_that_the_program_knows_has_a_row() {
    let (scratch, rows) = (Scratch::new(), documented());
    let types = scratch.json(&["contracts", "list"]);
    let types = texts(types.as_array().unwrap().iter().map(|one| &one["name"]));
    let mut named = names(&rows, "Types of values");
    named.extend(names(&rows, "Other contracts"));
    assert_eq!(named, types, "answer types");

    let answer = schema(&scratch, "amount.answer");
    let fields = keys(&answer);
    let method = "extraction_method";
    let mut wanted = fields.clone();
    wanted.extend(choices(&answer, method));
    assert_eq!(names(&rows, "Fields every answer has"), wanted, "fields");

    let response = schema(&scratch, "response");
    let mut decisions = choices(&response, "decision");
    // Stands in records only: a response comes after it.
    decisions.insert("rephrase".to_owned());
    assert_eq!(names(&rows, "Dispatch"), decisions, "decisions");
    let mut public = keys(&response);
    public.extend(choices(&response, "status"));
    assert_eq!(names(&rows, "Public response"), public, "response");

    let reasons = FindingKind::ALL.into_iter().map(FindingKind::name);
    assert_eq!(
        names(&rows, "Failure reasons"),
        reasons.collect::<BTreeSet<_>>(),
        "failure reasons"
    );
}

#[test]
fn a_row_that_proves_nothing_is_found() {
    let source = "#[test]\nfn refuses_a_late_answer() {\n    TooLate;\n}\n\nfn helper() {}\n";
    let wrong = |line: &str| {
        let text = format!(
            "## Any\n\n| row | test |\n|---|---|\n{line}\n\n| a | b |\n|---|---|\n| c | d |\n"
        );
        let rows = rows(&text);
        assert_eq!(rows.len(), 1, "{line}");
        wrong_rows(&rows, &|path| (path == "a.rs").then(|| source.to_owned())).len()
    };
    assert_eq!(wrong("| `TOO_LATE` | `a.rs::refuses_a_late_answer` |"), 0);
    assert_eq!(wrong("| late | `a.rs::refuses_a_late_answer` |"), 0);
    for bad in [
        "| late | `a.rs::helper` |",
        "| late | `a.rs::refuses_a_late_answer`, `a.rs::gone` |",
        "| late | `a.rs::refuses_a_late` |",
        "| late | none |",
        "| `TOO_EARLY` | `a.rs::refuses_a_late_answer` |",
    ] {
        assert_eq!(wrong(bad), 1, "{bad}");
    }
    // A file that is not there has no test, and says nothing.
    assert_eq!(wrong("| `TOO_LATE` | `b.rs::refuses_a_late_answer` |"), 2);
}
