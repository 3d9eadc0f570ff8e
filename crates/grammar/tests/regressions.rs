//! Inputs that once broke something, found by fuzzing and kept. Each folder of
//! `regressions/` belongs to the fuzz target of its name (`scripts/fuzz`).
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use std::path::Path;
use std::time::{Duration, Instant};

fn kept(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut files: Vec<_> = std::fs::read_dir(folder.join(target))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{target} has no inputs");
    for file in files {
        println!("{}", file.display());
        let bytes = std::fs::read(&file).unwrap();
        let start = Instant::now();
        check(&bytes);
        let time = start.elapsed();
        assert!(
            time < Duration::from_secs(5),
            "{}: {time:?}",
            file.display()
        );
    }
}

#[test]
fn kept_schemas_compile_or_are_refused() {
    kept("schema_compile", fuzz::schema_compile);
}

#[test]
fn kept_grammar_texts_print_back() {
    kept("gbnf_parse", fuzz::gbnf_parse);
}

#[test]
fn kept_grammars_match_as_the_recogniser_says() {
    kept("matcher", fuzz::matcher);
}

#[test]
fn kept_schemas_are_judged_as_the_validator_does() {
    kept("differential", fuzz::differential);
}
