//! What importing and searching cost: 10,000 generated chunks, wall clock.
//!
//!     cargo run --release -p vault --example search_cost

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::Instant;

use evidence::{Document, Line, MediaType, Page};
use vault::{ChunkRow, Vault};

const DOCUMENTS: u32 = 20;
const CHUNKS_PER_DOCUMENT: u32 = 500;
const LINES_PER_CHUNK: u32 = 8;
const WORDS_PER_LINE: u32 = 12;
const SEARCHES: u32 = 100;
const NOW: &str = "2026-01-31T12:00:00Z";

/// Words as in a language: few are frequent, most are rare.
struct Words(u64);

impl Words {
    fn next_number(&mut self) -> u64 {
        // Knuth's linear congruential generator; the same text in every run.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn next_word(&mut self) -> String {
        let span = 1 << (self.next_number() % 15);
        format!("word{}", self.next_number() % span)
    }

    fn next_line(&mut self) -> String {
        (0..WORDS_PER_LINE)
            .map(|_| self.next_word())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn make_document(words: &mut Words, number: u32) -> (Document, Vec<ChunkRow>, Vec<u8>) {
    let count = CHUNKS_PER_DOCUMENT * LINES_PER_CHUNK;
    let lines: Vec<Line> = (1..=count)
        .map(|number| Line {
            number,
            page: 1,
            text: words.next_line(),
            bounds: None,
        })
        .collect();
    let source = lines
        .iter()
        .map(|line| line.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
        .into_bytes();
    let chunks = lines
        .chunks(LINES_PER_CHUNK as usize)
        .zip(0..)
        .map(|(lines, ordinal)| ChunkRow {
            chunk_id: format!("{number}-{ordinal}"),
            ordinal,
            first_line: ordinal * LINES_PER_CHUNK + 1,
            last_line: (ordinal + 1) * LINES_PER_CHUNK,
            text: lines
                .iter()
                .map(|line| line.text.as_str())
                .collect::<Vec<_>>()
                .join("\n"),
        })
        .collect();
    let document = Document {
        id: sha256_hex(&source),
        title: format!("{number}.txt"),
        media_type: MediaType::Text,
        pages: vec![Page {
            number: 1,
            width: 0.0,
            height: 0.0,
            first_line: 1,
            last_line: count,
            characters: 0,
            unknown_characters: 0,
            image_only: false,
        }],
        lines,
        sections: Vec::new(),
        tables: Vec::new(),
        ocr: None,
        warnings: Vec::new(),
    };
    (document, chunks, source)
}

fn sha256_hex(bytes: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(bytes)
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| char::from_digit(u32::from(nibble), 16).unwrap())
        .collect()
}

fn main() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path()).unwrap();
    let mut words = Words(1);
    let mut spent = std::time::Duration::ZERO;
    for number in 0..DOCUMENTS {
        let (document, chunks, source) = make_document(&mut words, number);
        let start = Instant::now();
        vault.import(&document, &chunks, &source, NOW).unwrap();
        spent += start.elapsed();
    }
    println!(
        "import: {} chunks in {DOCUMENTS} documents, {spent:.2?}",
        DOCUMENTS * CHUNKS_PER_DOCUMENT
    );

    let mut times = Vec::new();
    for _ in 0..SEARCHES {
        let question = (0..8)
            .map(|_| words.next_word())
            .collect::<Vec<_>>()
            .join(" ");
        let start = Instant::now();
        let hits = vault.search(&question, &[], 12).unwrap();
        times.push(start.elapsed());
        assert!(!hits.is_empty());
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "search of 8 words: median {:.2?}, 95 % under {:.2?}, longest {:.2?}",
        at(0.5),
        at(0.95),
        at(1.0)
    );

    let start = Instant::now();
    let verification = vault.verify().unwrap();
    println!(
        "verify: {} records, {:.2?}, sound: {}",
        verification.records,
        start.elapsed(),
        verification.is_sound()
    );
    let bytes = std::fs::metadata(directory.path().join(vault::FILE_NAME))
        .unwrap()
        .len();
    println!("file: {bytes} bytes");
}
