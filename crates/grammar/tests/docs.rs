//! docs/grammar.md against the source: its tables must be complete.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

fn read(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines of a section of the reference, up to the next one.
fn section(title: &str) -> Vec<String> {
    let text = read("../../docs/grammar.md");
    let heading = format!("## {title}");
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("## "));
    lines.map(ToOwned::to_owned).collect()
}

/// What stands in backticks in the first column of the tables of a section,
/// until its first sub-section.
fn first_column(title: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for line in section(title) {
        if line.starts_with("### ") {
            break;
        }
        let cell = line
            .strip_prefix("| `")
            .and_then(|rest| rest.split_once('`'));
        if let Some((name, _)) = cell {
            assert!(out.insert(name.to_owned()), "{name} stands there twice");
        }
    }
    out
}

#[test]
fn the_keyword_table_is_the_compilers() {
    let source = read("src/schema/keyword.rs");
    let table = source.split("fn role").nth(1).unwrap();
    let table = table.split("_ => ").next().unwrap();
    let is_keyword = |text: &&str| {
        let letters = |one: char| one.is_ascii_alphanumeric() || one == '$' || one == '-';
        !text.is_empty() && text.chars().all(letters)
    };
    // Every second piece between quotation marks stands inside of them; reasons
    // are texts with spaces.
    let quoted = table.split('"').skip(1).step_by(2);
    let known: BTreeSet<String> = quoted.filter(is_keyword).map(ToOwned::to_owned).collect();
    assert!(known.len() > 50, "{known:?}");
    let documented = first_column("Keywords");
    let missing: Vec<_> = known.difference(&documented).collect();
    let unknown: Vec<_> = documented.difference(&known).collect();
    assert!(missing.is_empty(), "not in docs/grammar.md: {missing:?}");
    assert!(unknown.is_empty(), "only in docs/grammar.md: {unknown:?}");
}

#[test]
fn the_table_of_limits_is_complete() {
    let source = read("src/limits.rs");
    let fields = source
        .lines()
        .filter_map(|line| line.strip_prefix("    pub "));
    let fields: BTreeSet<String> = fields
        .filter_map(|rest| rest.split_once(':'))
        .map(|(name, _)| name.to_owned())
        .collect();
    assert!(fields.len() > 5, "{fields:?}");
    assert_eq!(first_column("Limits"), fields);
}
