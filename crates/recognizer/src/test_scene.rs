//! Evidence for tests.

use evidence::{EvidenceChunk, Line};

/// One chunk of consecutive lines from 1, of page 1 of `manual.pdf`.
pub(crate) fn chunk(anchor: &str, lines: &[&str]) -> EvidenceChunk {
    let lines = (1..).zip(lines).map(|(number, text)| Line {
        number,
        page: 1,
        text: (*text).to_owned(),
        bounds: None,
    });
    EvidenceChunk {
        anchor: anchor.into(),
        chunk_id: format!("chunk-{anchor}"),
        document_id: "document".into(),
        document_title: "manual.pdf".into(),
        lines: lines.collect(),
        similarity: 0.75,
        tables: Vec::new(),
    }
}
