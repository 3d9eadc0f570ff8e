//! What a large vault costs: 100,000 records, of which 10,000 imports of documents of two pages,
//! and answers about them, each with a trace and five contents; a checkpoint over all but the last
//! 1,000 records. Opened, searched, verified from that checkpoint and whole. Wall clock.
//!
//!     cargo run --release -p vault --example load_cost -- DIRECTORY
//!
//! Every answer is on disk before the next: a directory in memory makes the
//! filling quick and changes nothing about what is measured.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod made;

use std::path::{Path, PathBuf};
use std::time::Instant;

use made::{make_answer, make_document};
use vault::checkpoint::Checkpoint;
use vault::{Expected, Vault};

const DOCUMENTS: u32 = 10_000;
const RECORDS: u32 = 100_000;
/// Records after the checkpoint.
const SINCE: u32 = 1000;
const NOW: &str = "2026-01-31T12:00:00Z";

/// Writes all records; the checkpoint is over all but the last.
fn fill(directory: &Path) -> Checkpoint {
    let mut vault = Vault::open(directory, NOW).unwrap();
    let mut ids = Vec::new();
    for number in 0..DOCUMENTS {
        let (document, chunks, source) = make_document(number);
        vault.import(&document, &chunks, &source, NOW).unwrap();
        ids.push(document.id);
    }
    let mut answers = (0..RECORDS - DOCUMENTS).zip(ids.iter().cycle());
    for (number, id) in answers
        .by_ref()
        .take((RECORDS - DOCUMENTS - SINCE) as usize)
    {
        vault.record_answer(&make_answer(number, id), NOW).unwrap();
    }
    let (size, root) = vault.tree_head().unwrap();
    for (number, id) in answers {
        vault.record_answer(&make_answer(number, id), NOW).unwrap();
    }
    let origin = "attest-vault/0".to_owned();
    Checkpoint { origin, size, root }
}

/// The result, with what it cost printed.
fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    println!("{what}: {:.3} s", begun.elapsed().as_secs_f64());
    done
}

fn main() {
    let directory: PathBuf = std::env::args_os().nth(1).expect("a directory").into();
    let checkpoint = timed("filled", || fill(&directory));
    let file = std::fs::metadata(directory.join(vault::FILE_NAME)).unwrap();
    println!("{} MB", file.len() >> 20);
    let vault = timed("opened", || Vault::open(&directory, NOW).unwrap());
    timed("root for a checkpoint", || vault.tree_head().unwrap());
    for query in [
        "clause 57 of paper 4711",
        "what is due after 12 days",
        "notice period",
    ] {
        let hits = timed(&format!("searched for {query:?}"), || {
            vault.search(query, &[], 10).unwrap()
        });
        println!("  {} hits", hits.len());
    }
    timed("listed what is past its period", || vault.due(NOW).unwrap());
    drop(vault);
    let vault = Vault::open_to_verify(&directory).unwrap();
    let expected = Expected {
        head: None,
        checkpoints: std::slice::from_ref(&checkpoint),
        verified: checkpoint.size,
    };
    let found = timed("verified since the checkpoint", || {
        vault.verify_expecting(expected).unwrap()
    });
    println!(
        "  sound: {}, not looked at: {}",
        found.is_sound(),
        found.not_looked_at
    );
    let found = timed("verified whole", || vault.verify().unwrap());
    println!("  {} records, sound: {}", found.records, found.is_sound());
}
