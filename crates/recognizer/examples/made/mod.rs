//! A document of one passage, for what counts over the training data.

use evidence::{EvidenceChunk, Line};

/// A text as one passage.
pub fn whole(text: &str) -> EvidenceChunk {
    let lines = (1..).zip(text.split('\n')).map(|(number, text)| Line {
        number,
        page: 1,
        text: text.to_owned(),
        bounds: None,
    });
    EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: String::new(),
        document_id: String::new(),
        document_title: String::new(),
        lines: lines.collect(),
        similarity: 1.0,
        tables: Vec::new(),
    }
}
