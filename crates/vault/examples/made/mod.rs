//! Documents of two pages, and answers about them, for what measures a large vault.

#![allow(
    dead_code,
    reason = "each example that measures takes what it needs of it"
)]

use evidence::{Document, Line, MediaType, Page};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::path::Path;
use vault::{AnswerRecord, ChunkRow, Vault};

const LINES: u32 = 100;
const LINES_PER_CHUNK: u32 = 10;

/// A vault in this directory of so many records, of which the first are imports of so many documents
/// and the others answers about them in turn, all written at one moment.
pub fn fill(directory: &Path, documents: u32, records: u32, now: &str) -> Vault {
    let mut vault = Vault::open(directory, now).unwrap();
    let mut ids = Vec::new();
    for number in 0..documents {
        let (document, chunks, source) = make_document(number);
        vault.import(&document, &chunks, &source, now).unwrap();
        ids.push(document.id);
    }
    for (number, id) in (0..records - documents).zip(ids.iter().cycle()) {
        vault.record_answer(&make_answer(number, id), now).unwrap();
    }
    vault
}

/// A document of a number, in passages of ten lines, and its source.
pub fn make_document(number: u32) -> (Document, Vec<ChunkRow>, Vec<u8>) {
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
pub fn make_answer(number: u32, document_id: &str) -> AnswerRecord {
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
