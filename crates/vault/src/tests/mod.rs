//! Tests of the whole vault, through its public functions and, where somebody
//! tampers, through a second connection or another program.

mod backup;
mod batch;
mod checkpoint;
mod clock;
mod compact;
mod derived;
mod document;
mod encryption;
mod export;
#[cfg(unix)]
mod failing_disk;
#[cfg(unix)]
mod faults;
mod holds;
#[cfg(target_os = "linux")]
mod keyring;
mod left_in_memory;
mod looking;
mod mark;
mod merkle;
mod migrate;
mod open;
mod reading;
mod recall;
mod record;
mod removal;
mod retention;
mod review;
#[cfg(unix)]
mod scratch;
mod seal;
mod sealed;
mod sealed_keys;
mod search;
mod since;
mod tamper;
mod tree;
mod upgrade;
mod vector;

use std::fs;
use std::path::Path;

use evidence::{Bounds, Document, Line, MediaType, Page, Section};
use rusqlite::Connection;
use serde_json::json;

use crate::{AnswerRecord, ChunkRow, FILE_NAME, Vault, canonical};

/// A time for records that need one.
pub(super) const NOW: &str = "2026-01-31T12:00:00Z";

/// A document whose source is its lines, one chunk per `chunk_lines` lines.
pub(super) fn make_document(text: &str, chunk_lines: usize) -> (Document, Vec<ChunkRow>, Vec<u8>) {
    let source = text.as_bytes().to_vec();
    let id = canonical::sha256_hex(&source);
    let lines: Vec<Line> = text
        .lines()
        .zip(1..)
        .map(|(text, number)| Line {
            number,
            page: 1,
            text: text.to_owned(),
            bounds: (number % 2 == 0).then_some(Bounds {
                left: 0.1,
                top: 72.5,
                right: 500.0,
                bottom: 84.25,
            }),
        })
        .collect();
    let chunks = lines
        .chunks(chunk_lines)
        .zip(0..)
        .map(|(lines, ordinal)| ChunkRow {
            chunk_id: format!("{}-{ordinal}", id.get(..12).unwrap()),
            ordinal,
            first_line: lines.first().unwrap().number,
            last_line: lines.last().unwrap().number,
            text: lines
                .iter()
                .map(|line| line.text.as_str())
                .collect::<Vec<_>>()
                .join("\n"),
        })
        .collect();
    let last_line = u32::try_from(lines.len()).unwrap();
    let document = Document {
        id,
        title: "lease.txt".to_owned(),
        media_type: MediaType::Text,
        pages: vec![Page {
            number: 1,
            width: 595.28,
            height: 841.89,
            first_line: 1,
            last_line,
            characters: 0,
            unknown_characters: 0,
            image_only: false,
            label: None,
        }],
        lines,
        sections: vec![Section {
            title: "Lease".to_owned(),
            level: 1,
            first_line: 1,
            last_line,
        }],
        tables: Vec::new(),
        ocr: None,
        warnings: vec!["no page numbers".to_owned()],
    };
    (document, chunks, source)
}

/// An answer about one document.
pub(super) fn make_answer(request_id: &str, document_id: &str, prompt: &str) -> AnswerRecord {
    AnswerRecord {
        request_id: request_id.to_owned(),
        run_id: "run-1".to_owned(),
        body: json!({"decision": "answered", "seed": 7}),
        contents: vec![
            ("prompt".to_owned(), prompt.as_bytes().to_vec()),
            ("grammar".to_owned(), b"root ::= \"yes\" | \"no\"".to_vec()),
        ],
        document_ids: vec![document_id.to_owned()],
    }
}

pub(super) const LEASE: &str = "Lease of a flat\nThe monthly rent is 1,250 euros.\n\nThe deposit is three rents.\nNotice must be given in writing.\nThe landlord is Maria Quintanilla.";

/// A vault on disk with one document and some records; closed.
pub(super) fn fill(directory: &Path) -> String {
    let mut vault = Vault::open(directory, NOW).unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    for number in 0..4 {
        vault
            .append(
                "note",
                &json!({"number": number, "text": format!("entry {number}")}),
                NOW,
            )
            .unwrap();
    }
    let answer = make_answer("request-1", &document.id, "prompt about Quintanilla");
    vault.record_answer(&answer, NOW).unwrap();
    document.id
}

/// The names in a folder, in order.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The file through a connection that knows nothing of our settings.
pub(super) fn open_raw(directory: &Path) -> Connection {
    Connection::open(directory.join(FILE_NAME)).unwrap()
}
