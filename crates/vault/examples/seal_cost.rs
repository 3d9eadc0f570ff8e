//! What sealing costs: plain and sealed backups of one vault, in turns. Wall clock.
//!
//!     cargo run --release -p vault --example seal_cost -- DIRECTORY DOCUMENTS RECORDS TURNS
//!
//! The directory must be empty; so many records are written, of which so many are imports of documents
//! of two pages, and the others are answers about them, each with a trace and five contents. Each turn
//! makes a backup of each kind, both verified as ever, and puts both back into directories of their own.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod made;

use std::io;
use std::path::Path;
use std::time::Instant;

use made::fill;
use sha2::{Digest, Sha256};
use vault::{restore, restore_sealed};

const NOW: &str = "2026-01-31T12:00:00Z";

/// Seconds that the work took.
fn timed(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn bytes_of(path: &Path) -> f64 {
    std::fs::metadata(path).unwrap().len() as f64
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [directory, documents, records, turns] = given.as_slice() else {
        panic!("DIRECTORY DOCUMENTS RECORDS TURNS");
    };
    let at = |name: String| Path::new(directory).join(name);
    let vault = fill(
        &at("vault".to_owned()),
        documents.parse().unwrap(),
        records.parse().unwrap(),
        NOW,
    );
    let keys = at("keys/keys.json".to_owned());
    std::fs::create_dir(at("keys".to_owned())).unwrap();
    std::fs::create_dir(at("backups".to_owned())).unwrap();
    let mut counter = 0_u64;
    // Keys that anybody can work out: nothing is kept secret here.
    let mut make_seed = || -> io::Result<[u8; 32]> {
        counter += 1;
        Ok(Sha256::digest(counter.to_le_bytes()).into())
    };
    let mut costs: [Vec<f64>; 4] = Default::default();
    let mut sizes = [0.0; 2];
    for turn in 0..turns.parse::<u32>().unwrap() {
        let plain = at(format!("backups/plain-{turn}.sqlite"));
        let sealed = at(format!("backups/sealed-{turn}.sqlite"));
        costs[0].push(timed(|| drop(vault.back_up(&plain, None).unwrap())));
        costs[1].push(timed(|| {
            let made = vault.back_up_sealed(&sealed, &keys, None, &mut make_seed);
            assert_eq!(made.unwrap().sealed.to_string(), *records);
        }));
        let (one, other) = (at(format!("one-{turn}")), at(format!("other-{turn}")));
        costs[2].push(timed(|| drop(restore(&plain, &one, None).unwrap())));
        costs[3].push(timed(|| {
            let restored = restore_sealed(&sealed, &keys, &other, None, NOW).unwrap();
            assert!(restored.key_destroyed.is_empty());
        }));
        sizes = [bytes_of(&plain), bytes_of(&sealed)];
        for folder in [one, other] {
            std::fs::remove_dir_all(folder).unwrap();
        }
        for file in [plain, sealed] {
            std::fs::remove_file(file).unwrap();
        }
    }
    let [plain, sealed, put_back, unsealed] = costs.each_mut().map(|times| median(times));
    println!("| | plain | sealed | sealed / plain |\n|---|---|---|---|");
    let row = |what: &str, (plain, sealed): (f64, f64)| {
        println!(
            "| {what} | {plain:.2} | {sealed:.2} | {:.2} |",
            sealed / plain
        );
    };
    row("making one, seconds, median", (plain, sealed));
    row("putting one back, seconds, median", (put_back, unsealed));
    row("size, MB", (sizes[0] / 1e6, sizes[1] / 1e6));
    println!("key file: {:.2} MB", bytes_of(&keys) / 1e6);
    println!(
        "vault: {:.2} MB",
        bytes_of(&at(format!("vault/{}", vault::FILE_NAME))) / 1e6
    );
}
