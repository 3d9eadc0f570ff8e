//! What encryption costs a verification: one vault in clear and encrypted, in turns. Wall clock.
//!
//!     cargo run --release -p vault --example verify_cost -- DIRECTORY DOCUMENTS RECORDS TURNS
//!
//! The directory must be empty; so many records are written, of which so many are imports of documents
//! of two pages, and the others are answers about them, each with a trace and five contents.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod made;

use std::io;
use std::path::Path;
use std::time::Instant;

use made::fill;
use sha2::{Digest, Sha256};
use vault::{DataKey, Passphrase, Vault, encrypt, unlock};

const NOW: &str = "2026-01-31T12:00:00Z";

/// Seconds of opening and verifying, without the making of the key.
fn verified(directory: &Path, key: Option<&DataKey>) -> f64 {
    let begun = Instant::now();
    let vault = Vault::open_to_verify_with(directory, key).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    begun.elapsed().as_secs_f64()
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [directory, documents, records, turns] = given.as_slice() else {
        panic!("DIRECTORY DOCUMENTS RECORDS TURNS");
    };
    let [documents, records, turns] = [documents, records, turns].map(|text| text.parse().unwrap());
    let [clear, closed] = ["clear", "encrypted"].map(|name| Path::new(directory).join(name));
    drop(fill(&clear, documents, records, NOW));
    std::fs::create_dir(&closed).unwrap();
    std::fs::copy(clear.join(vault::FILE_NAME), closed.join(vault::FILE_NAME)).unwrap();
    let mut counter = 0_u64;
    // A key that anybody can work out: nothing is kept secret here.
    let mut make_seed = || -> io::Result<[u8; 32]> {
        counter += 1;
        Ok(Sha256::digest(counter.to_le_bytes()).into())
    };
    let passphrase = Passphrase::new("a red house by the sea".to_owned());
    encrypt(&closed, &passphrase, &mut make_seed).unwrap();
    let key = unlock(&closed, &passphrase).unwrap();
    let mut costs = [Vec::new(), Vec::new()];
    for _ in 0..turns {
        costs[0].push(verified(&clear, None));
        costs[1].push(verified(&closed, Some(&key)));
    }
    let [clear, closed] = costs.map(|mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    println!(
        "in clear {clear:.2} s, encrypted {closed:.2} s, ratio {:.2}",
        closed / clear
    );
}
