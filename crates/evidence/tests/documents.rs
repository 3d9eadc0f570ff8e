//! The reader on the real documents of the evaluation set, where it is there:
//! words against `pdftotext` and against the set's own texts, and the gold
//! quotes, which tell whether lines come in reading order.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::case_sensitive_file_extension_comparisons
)] // a test that prints its table

use evidence::chunk::{ChunkLimits, chunk};
use evidence::reader::{ReadError, ReadLimits, read};
use evidence::{Document, MediaType};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use unicode_normalization::UnicodeNormalization;

fn data() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/eval");
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: the evaluation set is not beside the checkout");
    None
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

fn read_file(path: &Path) -> Result<Document, ReadError> {
    read(
        name(path),
        &std::fs::read(path).unwrap(),
        &ReadLimits::default(),
    )
}

fn joined(document: &Document) -> String {
    document
        .lines
        .iter()
        .map(|line| line.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// As the scorer does it: typographic quotes and dashes folded, NFKC, white
/// space collapsed.
fn squash(text: &str) -> String {
    let fold = |c: char| match c {
        '‘' | '’' | '‚' | '`' => '\'',
        '“' | '”' | '„' => '"',
        '–' | '—' | '‐' | '‑' | '−' => '-',
        _ => c,
    };
    let text: String = text
        .chars()
        .filter(|c| *c != '\u{ad}')
        .map(fold)
        .nfkc()
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for word in squash(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    counts
}

/// Recall and precision of the words of `ours` against `theirs`.
fn agreement(ours: &str, theirs: &str) -> (f64, f64) {
    let (ours, theirs) = (words(ours), words(theirs));
    let shared: usize = theirs
        .iter()
        .map(|(word, count)| *count.min(ours.get(word).unwrap_or(&0)))
        .sum();
    let total = |words: &BTreeMap<String, usize>| words.values().sum::<usize>().max(1) as f64;
    (shared as f64 / total(&theirs), shared as f64 / total(&ours))
}

fn pdftotext(path: &Path) -> Option<String> {
    let output = Command::new("pdftotext").arg(path).arg("-").output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn reads_every_document_or_says_why_not() {
    let Some(data) = data() else { return };
    let (mut texts, mut pages, mut image_only) = (0, 0, Vec::new());
    for path in files(&data.join("documents")) {
        match read_file(&path) {
            Ok(document) if document.media_type == MediaType::Pdf => {
                check_shape(&document);
                pages += 1;
            }
            Ok(document) => {
                check_shape(&document);
                check_text(&document, &std::fs::read(&path).unwrap());
                texts += 1;
            }
            Err(ReadError::NoText { .. }) => image_only.push(name(&path).to_owned()),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(image_only, ["scan_receipt_404.pdf"]);
    // 58 documents, of which 21 are PDFs.
    assert_eq!((texts, pages), (37, 20));
}

/// What holds of every document that is read.
fn check_shape(document: &Document) {
    let title = &document.title;
    for (line, number) in document.lines.iter().zip(1..) {
        assert_eq!(line.number, number, "{title}");
        assert!(
            !line.text.contains(char::is_control),
            "{title} line {number}"
        );
        let page = document.pages.get(line.page as usize - 1).unwrap();
        assert!(
            (page.first_line..=page.last_line).contains(&number),
            "{title} line {number}"
        );
        assert_eq!(line.bounds.is_some(), document.media_type == MediaType::Pdf);
        let is_on_page = line.bounds.is_none_or(|bounds| {
            0.0 <= bounds.left
                && bounds.left <= bounds.right
                && bounds.right <= page.width
                && 0.0 <= bounds.top
                && bounds.top <= bounds.bottom
                && bounds.bottom <= page.height
        });
        assert!(is_on_page, "{title} {number}");
    }
    for section in &document.sections {
        assert!(
            section.first_line <= section.last_line
                && section.last_line as usize <= document.lines.len()
        );
    }
}

/// The lines of a document of text are those of its file.
fn check_text(document: &Document, bytes: &[u8]) {
    let title = &document.title;
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let expected: Vec<&str> = text.split('\n').collect();
    assert_eq!(document.lines.len(), expected.len(), "{title}");
    for (line, expected) in document.lines.iter().zip(expected) {
        assert_eq!(
            squash(&line.text),
            squash(expected),
            "{title} line {}",
            line.number
        );
    }
}

#[test]
fn words_of_pdf_files_agree_with_other_readers() {
    let Some(data) = data() else { return };
    println!(
        "{:<64} {:>15} {:>15}",
        "recall/precision of words against", "pdftotext", "the set's text"
    );
    let mut worst: f64 = 1.0;
    let mut all = Vec::new();
    for path in files(&data.join("documents"))
        .iter()
        .filter(|path| name(path).ends_with(".pdf"))
    {
        let Ok(document) = read_file(path) else {
            continue;
        };
        let ours = joined(&document);
        let sidecar =
            std::fs::read_to_string(data.join("sidecar").join(format!("{}.txt", name(path))))
                .unwrap();
        let given = agreement(&ours, &sidecar);
        let now = pdftotext(path).map(|text| agreement(&ours, &text));
        let shown = now.map_or("not installed".to_owned(), |(r, p)| {
            format!("{r:.3} / {p:.3}")
        });
        println!(
            "{:<64} {shown:>15} {:>15}",
            name(path),
            format!("{:.3} / {:.3}", given.0, given.1)
        );
        let lowest = now.map_or(given.0.min(given.1), |(r, p)| r.min(p));
        worst = worst.min(lowest);
        all.push(lowest);
    }
    all.sort_by(f64::total_cmp);
    let median = all.get(all.len() / 2).copied().unwrap_or(0.0);
    println!("worst {worst:.3}, median {median:.3}");
    assert!(worst >= WORST_AGREEMENT, "worst {worst:.3}");
    assert!(median >= MEDIAN_AGREEMENT, "median {median:.3}");
}

/// Floors a little under what was measured: worst 0.962 (a scan with its
/// recognised text behind it), median 1.000.
const WORST_AGREEMENT: f64 = 0.95;
const MEDIAN_AGREEMENT: f64 = 0.995;

/// Lines a quote may run over: a whole table of a page.
const MAX_QUOTE_LINES: usize = 40;

/// Whether a quote stands in consecutive lines, white space collapsed and
/// nothing but the quote on the lines between the first and the last.
fn stands_in_lines(lines: &[String], quote: &str) -> bool {
    (0..lines.len()).any(|from| {
        let mut joined = String::new();
        lines.iter().skip(from).take(MAX_QUOTE_LINES).any(|line| {
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(line);
            joined.contains(quote)
        })
    })
}

#[test]
fn gold_quotes_of_pdf_files_stand_in_consecutive_lines() {
    let Some(data) = data() else { return };
    let cases = std::fs::read_to_string(data.join("cases.jsonl")).unwrap();
    let mut texts: BTreeMap<String, Option<Vec<String>>> = BTreeMap::new();
    let (mut found, mut total, mut pictures) = (0_usize, 0_usize, 0_usize);
    for case in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(case).unwrap();
        let document = case["document"].as_str().unwrap().to_owned();
        if !document.ends_with(".pdf") {
            continue;
        }
        let lines = texts.entry(document.clone()).or_insert_with(|| {
            let document = read_file(&data.join(&document)).ok()?;
            let lines = document.lines.iter();
            Some(
                lines
                    .map(|line| squash(&line.text).to_lowercase())
                    .collect(),
            )
        });
        let quotes = case["gold_evidence"].as_array().unwrap();
        let Some(lines) = lines else {
            pictures += quotes.len();
            continue;
        };
        for evidence in quotes {
            let quote = squash(evidence["quote"].as_str().unwrap()).to_lowercase();
            total += 1;
            if stands_in_lines(lines, &quote) {
                found += 1;
            } else {
                println!("not found: {} in {document}: {quote:.200}", case["id"]);
            }
        }
    }
    println!(
        "{found} of {total} quotes of {} PDFs in consecutive lines; {pictures} in pictures",
        texts.len()
    );
    // The one that is missing is a number that a scan's own text layer writes
    // in another way than the set's transcription.
    assert!(found + 1 >= total, "{found} of {total}");
}

/// Words and figures of a cell, as the scorer compares them.
fn cell_words(text: &str) -> Vec<String> {
    let text = squash(text).to_lowercase().replace(',', "");
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '%' | '-'))
        .map(|word| word.trim_matches(['.', '-']).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

#[test]
fn tables_of_the_table_cases_come_out_as_tables() {
    let Some(data) = data() else { return };
    let cases = std::fs::read_to_string(data.join("cases.jsonl")).unwrap();
    let (mut whole, mut total) = (0_usize, 0_usize);
    for case in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(case).unwrap();
        if case["answer_type"] != "table" || case["answerable"] != true {
            continue;
        }
        let document = read_file(&data.join(case["document"].as_str().unwrap())).unwrap();
        total += 1;
        let rows: Vec<Vec<Vec<String>>> = document
            .tables
            .iter()
            .flat_map(|table| &table.rows)
            .map(|row| row.iter().map(|cell| cell_words(&cell.text)).collect())
            .collect();
        let gold = case["gold"][0]["rows"].as_array().unwrap();
        let stands = |wanted: &serde_json::Value| {
            let cells: Vec<Vec<String>> = wanted
                .as_array()
                .unwrap()
                .iter()
                .map(|cell| cell_words(cell.as_str().unwrap()))
                .collect();
            rows.iter()
                .any(|row| cells.iter().all(|cell| row.contains(cell)))
        };
        if gold.iter().all(stands) {
            whole += 1;
        } else {
            println!("not as a table: {} in {}", case["id"], document.title);
        }
    }
    println!("{whole} of {total} tables with all their rows and cells");
    assert!(whole >= TABLES_WHOLE, "{whole} of {total}");
}

/// The others are receipts transcribed without their columns, and invoices
/// whose gold writes figures in another way than the document.
const TABLES_WHOLE: usize = 6;

/// Share of gold quotes that stand whole in one chunk. Tables and lists of a
/// page and more, and image-only files, are the rest; measured: 152 of 155.
const QUOTES_IN_ONE_CHUNK: f64 = 0.96;

#[test]
fn most_gold_quotes_stand_in_one_chunk() {
    let Some(data) = data() else { return };
    let cases = std::fs::read_to_string(data.join("cases.jsonl")).unwrap();
    let mut chunks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut whole, mut total) = (0_usize, 0_usize);
    for case in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(case).unwrap();
        let name = case["document"].as_str().unwrap().to_owned();
        let texts = chunks
            .entry(name.clone())
            .or_insert_with(|| chunk_texts(&data.join(&name)));
        for evidence in case["gold_evidence"].as_array().unwrap() {
            let quote = squash(evidence["quote"].as_str().unwrap()).to_lowercase();
            total += 1;
            if texts.iter().any(|text| text.contains(&quote)) {
                whole += 1;
            } else {
                println!("not in one chunk: {} in {name}: {quote:.120}", case["id"]);
            }
        }
    }
    let sizes: Vec<usize> = chunks
        .values()
        .flatten()
        .map(|text| text.split(' ').count())
        .collect();
    let words = sizes.iter().sum::<usize>() / sizes.len().max(1);
    let longest = sizes.iter().max().unwrap();
    println!(
        "{whole} of {total} quotes in one of {} chunks, {words} words on average, at most {longest}",
        sizes.len()
    );
    assert!(
        whole as f64 >= QUOTES_IN_ONE_CHUNK * total as f64,
        "{whole} of {total}"
    );
}

fn chunk_texts(path: &Path) -> Vec<String> {
    let Ok(document) = read_file(path) else {
        return Vec::new();
    };
    chunk(&document, &ChunkLimits::default())
        .iter()
        .map(|chunk| squash(&chunk.text).to_lowercase())
        .collect()
}
