//! What importing and searching 10,000 pages cost: generated text of three
//! chunks a page, vectors of 384 dimensions that stand for an embedding
//! model's. Searches are timed by the clock and, on Linux, by what the processor spent on them,
//! which other work on the machine does not lengthen (in steps of a few milliseconds: the system
//! counts by its own clock tick); docs/quality.md says what making vectors costs.
//!
//!     cargo run --release -p vault --example search_cost

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use evidence::{Document, Filter, Line, MediaType, Page};
use vault::{ChunkRow, Vault};

const DOCUMENTS: u32 = 100;
const PAGES_PER_DOCUMENT: u32 = 100;
const CHUNKS_PER_PAGE: u32 = 3;
const CHUNKS_PER_DOCUMENT: u32 = PAGES_PER_DOCUMENT * CHUNKS_PER_PAGE;
const DIMENSIONS: usize = 384;
const MODEL: &str = "generated";
const LINES_PER_CHUNK: u32 = 10;
const WORDS_PER_LINE: u32 = 10;
const SEARCHES: u32 = 200;
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

    fn next_vector(&mut self) -> Vec<f32> {
        (0..DIMENSIONS)
            .map(|_| (self.next_number() % 2001) as f32 / 1000.0 - 1.0)
            .collect()
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
            label: None,
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

/// What the processor has spent on this thread; none where the system does not say.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Runs searches and prints how long they took.
fn measure(name: &str, mut search: impl FnMut() -> usize) {
    let (mut clock, mut processor) = (Vec::new(), Vec::new());
    for _ in 0..SEARCHES {
        let (start, before) = (Instant::now(), processor_time());
        assert!(search() > 0);
        clock.push(start.elapsed());
        let spent = processor_time().zip(before);
        processor.extend(spent.map(|(after, before)| after.saturating_sub(before)));
    }
    print(&format!("search {name}, by the clock"), clock);
    print(&format!("search {name}, on the processor"), processor);
}

fn print(name: &str, mut times: Vec<Duration>) {
    if times.is_empty() {
        return;
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{name}: p50 {:.2?}, p99 {:.2?}", at(0.5), at(0.99));
}

fn main() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let mut words = Words(1);
    let (mut imported, mut stored) = (Duration::ZERO, Duration::ZERO);
    for number in 0..DOCUMENTS {
        let (document, chunks, source) = make_document(&mut words, number);
        let start = Instant::now();
        vault.import(&document, &chunks, &source, NOW).unwrap();
        imported += start.elapsed();
        let vectors: Vec<(String, Vec<f32>)> = chunks
            .into_iter()
            .map(|chunk| (chunk.chunk_id, words.next_vector()))
            .collect();
        let start = Instant::now();
        vault.store_vectors(MODEL, &vectors, NOW).unwrap();
        stored += start.elapsed();
    }
    let pages = f64::from(DOCUMENTS * PAGES_PER_DOCUMENT);
    println!(
        "import: {pages} pages, {} chunks in {DOCUMENTS} documents: {:.0} pages/s into the index, \
         {:.0} chunks/s of vectors",
        DOCUMENTS * CHUNKS_PER_DOCUMENT,
        pages / imported.as_secs_f64(),
        f64::from(DOCUMENTS * CHUNKS_PER_DOCUMENT) / stored.as_secs_f64()
    );
    let all = Filter::default();
    measure("by words, 8 of them", || {
        let question: Vec<String> = (0..8).map(|_| words.next_word()).collect();
        vault
            .search_within(&question.join(" "), &all, 48)
            .unwrap()
            .len()
    });
    measure("by vectors", || {
        let vector = words.next_vector();
        vault
            .search_vectors(MODEL, &vector, &all, 48)
            .unwrap()
            .len()
    });
    let one = Filter::documents(&[vault.documents().unwrap()[7].id.clone()]);
    measure("by vectors in one document", || {
        let vector = words.next_vector();
        vault
            .search_vectors(MODEL, &vector, &one, 48)
            .unwrap()
            .len()
    });
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
    println!("file: {:.0} MB", bytes as f64 / 1e6);
}
