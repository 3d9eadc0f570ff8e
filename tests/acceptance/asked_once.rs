//! A question is read once, where it is parsed; what is below takes what was read. Its words go
//! only to models, to a search, to the record and to display.

use acceptance::root;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Who is given the words as they were asked, and what for.
const GIVEN: [(&str, &str); 12] = [
    ("app/src/ask.rs", "the record"),
    ("app/src/passages.rs", "a search"),
    (
        "app/src/types.rs",
        "the model that says which type is asked for",
    ),
    ("app/src/understanding.rs", "display"),
    ("pipeline/src/decode.rs", "the prompt"),
    ("pipeline/src/fields.rs", "a search"),
    ("pipeline/src/next.rs", "a search"),
    ("pipeline/src/plan.rs", "a search"),
    ("pipeline/src/rounds.rs", "the count of its tokens"),
    ("pipeline/src/turns.rs", "display"),
    ("pipeline/src/weigh.rs", "the model of meaning"),
    (
        "question/src/overrides.rs",
        "another language that a person chose",
    ),
];

/// Who is given them without those that say pages and lines.
const OF_PASSAGES: [(&str, &str); 1] = [("pipeline/src/round.rs", "the reader")];

/// Who parses a question.
const PARSE: [(&str, &str); 2] = [
    ("app/src/explain.rs", "one of a record, for display"),
    ("app/src/planning.rs", "one that is asked"),
];

/// Who reads the words of a text as those of a question are read.
const READ: [(&str, &str); 2] = [
    ("app/src/retrieve.rs", "the words of a search"),
    ("question/src/question.rs", "a question"),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The files of all crates, without what is compiled for tests, by their paths.
fn files() -> BTreeMap<String, String> {
    let crates = root().join("crates");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        sources(&entry.unwrap().path().join("src"), &mut paths);
    }
    let is_test = |path: &String| {
        path.contains("/tests") || path.ends_with("_tests.rs") || path.ends_with("evaluation.rs")
    };
    let read = |path: PathBuf| {
        let source = std::fs::read_to_string(&path).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let code: Vec<&str> = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let path = path.strip_prefix(&crates).unwrap().display().to_string();
        (path, code.join("\n"))
    };
    let files = paths.into_iter().map(read);
    files.filter(|(path, _)| !is_test(path)).collect()
}

fn saying(files: &BTreeMap<String, String>, call: &str) -> Vec<String> {
    let says = files.iter().filter(|(_, code)| code.contains(call));
    says.map(|(path, _)| path.clone()).collect()
}

#[test]
fn the_words_of_a_question_are_read_once_and_given_out_for_models_search_record_and_display() {
    let files = files();
    assert!(files.len() > 500, "{} files", files.len());
    for (call, known) in [
        (".question.as_asked()", &GIVEN[..]),
        (".question.of_passages()", &OF_PASSAGES[..]),
        ("question::parse(", &PARSE[..]),
        ("Terms::of(", &READ[..]),
    ] {
        let known: Vec<&str> = known.iter().map(|(path, _)| *path).collect();
        assert_eq!(saying(&files, call), known, "{call}");
    }
}
