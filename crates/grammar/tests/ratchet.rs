//! The groups of the JSON-Schema-Test-Suite that are fully right by the
//! grammar alone: `ratchet/won.txt`, a name a line, in order. A group in it
//! that is no longer right fails the test, and so does an invalid instance that
//! passes unexplained by the report.
//!
//! `RATCHET=write cargo test --release -p attest-grammar --test ratchet` adds what was
//! won since; it never takes a name out. A name that is to go is taken out by
//! hand, with the reason in the commit.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use grammar::schema::SchemaErrorKind;
use grammar::{Formats, KeyOrder, Limits, Matcher, Options, Vocabulary, Whitespace, compile};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const DRAFTS: [(&str, &str); 2] = [
    (
        "draft2020-12",
        "https://json-schema.org/draft/2020-12/schema",
    ),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
];

fn list() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ratchet/won.txt")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "json") {
            found.push(path);
        }
    }
    found.sort();
}

/// What the grammar alone makes of a group.
#[derive(Default)]
struct Verdict {
    /// Every instance is judged rightly.
    right: bool,
    /// Invalid instances that it accepts although the report says that
    /// everything is enforced.
    unexplained: Vec<String>,
}

/// A schema that nothing satisfies is refused, which refuses every instance.
fn judge(schema: &Value, tests: &[Value], formats: Formats, words: &Arc<Vocabulary>) -> Verdict {
    let options = Options::default()
        .with_whitespace(Whitespace::Any)
        .with_key_order(KeyOrder::Free)
        .with_formats(formats);
    let mut verdict = Verdict::default();
    let compiled = match compile(schema, &options) {
        Ok(compiled) => compiled,
        Err(error) => {
            verdict.right = matches!(error.kind, SchemaErrorKind::Unsatisfiable { .. })
                && tests.iter().all(|test| test["valid"] == false);
            return verdict;
        }
    };
    let limits = Limits::default();
    let Ok(matcher) = Matcher::new(&compiled.grammar, Arc::clone(words), &limits) else {
        return verdict;
    };
    verdict.right = true;
    for test in tests {
        let text = test["data"].to_string();
        let (accepted, valid) = (matcher.accepts(text.as_bytes()), test["valid"] == true);
        verdict.right &= accepted.as_ref().is_ok_and(|accepted| *accepted == valid);
        if accepted == Ok(true) && !valid && compiled.report.is_complete() {
            verdict.unexplained.push(text);
        }
    }
    verdict
}

/// Every group by name.
fn groups(root: &Path) -> BTreeMap<String, Verdict> {
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    let mut groups = BTreeMap::new();
    for (draft, address) in DRAFTS {
        let mut paths = Vec::new();
        files(&root.join(draft), &mut paths);
        for path in paths {
            let file = path.with_extension("");
            let file = file.strip_prefix(root).unwrap().to_string_lossy();
            let file = file.replace('\\', "/");
            let list: Vec<Value> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            for group in list {
                let mut schema = group["schema"].clone();
                if let Some(map) = schema.as_object_mut() {
                    map.entry("$schema").or_insert(address.into());
                }
                let description = group["description"].as_str().unwrap();
                let mut name = format!("{file}/{description}");
                while groups.contains_key(&name) {
                    name.push_str(" (again)");
                }
                // Only there the suite asks formats to assert.
                let formats = if file.contains("optional/format") {
                    Formats::Assert
                } else {
                    Formats::Annotation
                };
                let tests = group["tests"].as_array().unwrap();
                let verdict = judge(&schema, tests, formats, &words);
                groups.insert(name, verdict);
            }
        }
    }
    groups
}

#[test]
fn no_group_of_the_official_suite_is_lost_again_and_nothing_invalid_passes_unexplained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/json-schema-test-suite/tests");
    if !root.is_dir() {
        println!("skipped: the JSON-Schema-Test-Suite is not there");
        return;
    }
    let groups = groups(&root);
    let text = std::fs::read_to_string(list()).unwrap_or_default();
    let kept: BTreeSet<&str> = text.lines().collect();
    let right: BTreeSet<&str> = groups
        .iter()
        .filter(|(_, verdict)| verdict.right)
        .map(|(name, _)| name.as_str())
        .collect();
    for (draft, _) in DRAFTS {
        let of_draft = |name: &&&str| name.split('/').next() == Some(draft);
        let all = groups.keys().map(String::as_str).collect::<Vec<_>>();
        println!(
            "{draft}: {} of {} groups right by the grammar alone",
            right.iter().filter(of_draft).count(),
            all.iter().filter(of_draft).count()
        );
    }
    let new: Vec<&&str> = right.difference(&kept).collect();
    if std::env::var("RATCHET").is_ok_and(|value| value == "write") {
        let every: Vec<&str> = kept.union(&right).copied().collect();
        std::fs::create_dir_all(list().parent().unwrap()).unwrap();
        std::fs::write(list(), every.join("\n") + "\n").unwrap();
    } else if !new.is_empty() {
        println!(
            "{} groups won that are not kept yet: RATCHET=write adds them: {new:?}",
            new.len()
        );
    }
    let lost: Vec<&&str> = kept.difference(&right).collect();
    assert!(lost.is_empty(), "lost: {lost:#?}");
    let unexplained: Vec<(&String, &Vec<String>)> = groups
        .iter()
        .filter(|(_, verdict)| !verdict.unexplained.is_empty())
        .map(|(name, verdict)| (name, &verdict.unexplained))
        .collect();
    assert!(unexplained.is_empty(), "accepted: {unexplained:#?}");
    assert!(!kept.is_empty() || !new.is_empty());
}
