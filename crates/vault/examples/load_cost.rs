//! What a large vault costs: 100,000 records, of which 10,000 imports of documents of two pages,
//! and answers about them, each with a trace and five contents; a checkpoint over all but the last
//! 1,000 records. Opened, searched, verified from that checkpoint and whole. Wall clock.
//!
//!     cargo run --release -p vault --example load_cost -- DIRECTORY
//!
//! Every answer is on disk before the next: a directory in memory makes the
//! filling quick and changes nothing about what is measured.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use evidence::{Document, Line, MediaType, Page};
use serde_json::json;
use sha2::{Digest, Sha256};
use vault::checkpoint::Checkpoint;
use vault::{AnswerRecord, ChunkRow, Expected, Vault};

const DOCUMENTS: u32 = 10_000;
const LINES: u32 = 100;
const LINES_PER_CHUNK: u32 = 10;
const RECORDS: u32 = 100_000;
/// Records after the checkpoint.
const SINCE: u32 = 1000;
const NOW: &str = "2026-01-31T12:00:00Z";

fn make_document(number: u32) -> (Document, Vec<ChunkRow>, Vec<u8>) {
    let lines: Vec<Line> = (1..=LINES)
        .map(|line| Line {
            number: line,
            page: (line - 1) / 50 + 1,
            text: format!("Clause {line} of paper {number} says what is due after {line} days."),
            bounds: None,
        })
        .collect();
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let source = texts.join("\n").into_bytes();
    let id = Sha256::digest(&source)
        .iter()
        .fold(String::new(), |id, byte| id + &format!("{byte:02x}"));
    let chunks = (0..LINES / LINES_PER_CHUNK)
        .map(|ordinal| ChunkRow {
            chunk_id: format!("{number}-{ordinal}"),
            ordinal,
            first_line: ordinal * LINES_PER_CHUNK + 1,
            last_line: (ordinal + 1) * LINES_PER_CHUNK,
            text: texts
                .iter()
                .skip((ordinal * LINES_PER_CHUNK) as usize)
                .take(LINES_PER_CHUNK as usize)
                .copied()
                .collect::<Vec<_>>()
                .join("\n"),
        })
        .collect();
    let page = |number: u32| Page {
        number,
        width: 595.0,
        height: 842.0,
        first_line: (number - 1) * 50 + 1,
        last_line: number * 50,
        characters: 0,
        unknown_characters: 0,
        image_only: false,
        label: None,
    };
    let document = Document {
        id,
        title: format!("paper {number}"),
        media_type: MediaType::Text,
        pages: (1..=LINES / 50).map(page).collect(),
        lines,
        sections: Vec::new(),
        tables: Vec::new(),
        ocr: None,
        warnings: Vec::new(),
    };
    (document, chunks, source)
}

/// An answer of the size that answers have.
fn make_answer(number: u32, document_id: &str) -> AnswerRecord {
    let hash = |name: &str| format!("{:x<64}", format!("{name}{number}"));
    let evidence: Vec<_> = (0..8)
        .map(|place| json!({"chunk_id": format!("{number}-{place}"), "rank": place, "score": 0.5}))
        .collect();
    AnswerRecord {
        request_id: format!("request-{number}"),
        run_id: "run-1".to_owned(),
        body: json!({
            "decision": "ship", "question_sha256": hash("question"), "evidence": evidence,
            "latency": {"retrieve_ms": 3, "score_ms": 40, "decode_ms": 0, "total_ms": 60},
            "model": {"name": "small", "sha256": hash("model")}, "policy_sha256": hash("policy"),
            "grammar_sha256": hash("grammar"), "signals": [0.25, 0.5, 0.125, 0.75],
        }),
        contents: ["prompt", "grammar", "draft", "answer", "request"]
            .iter()
            .map(|name| {
                let text = format!("{name} of question {number}: ").repeat(40);
                ((*name).to_owned(), text.into_bytes())
            })
            .collect(),
        document_ids: vec![document_id.to_owned()],
    }
}

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
