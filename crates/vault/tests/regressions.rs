//! Inputs of the vault's readers that are kept: real ones, from which fuzzing begins, and those that
//! once broke something. Each folder of `regressions/` belongs to the fuzz target of its name
//! (`scripts/fuzz`).
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
fn kept_checkpoints_are_read_as_they_are_printed() {
    kept("checkpoint", fuzz::checkpoint);
}

#[test]
fn kept_proofs_are_read_as_they_are_printed() {
    kept("proof", fuzz::proof);
}

#[test]
fn kept_records_that_nobody_hashed_are_found() {
    kept("record", fuzz::record);
}

#[test]
fn kept_backups_are_put_back_whole_or_not_at_all() {
    kept("backup", fuzz::backup);
}

#[test]
fn kept_key_files_open_nothing() {
    kept("key_file", fuzz::key_file);
}
