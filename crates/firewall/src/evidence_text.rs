//! The evidence as one text.

use evidence::AnswerBundle;

/// The lines of the evidence, one after the other.
pub(crate) fn evidence_text(bundle: &AnswerBundle) -> String {
    let lines = bundle.used_chunks.iter().flat_map(|chunk| &chunk.lines);
    let texts: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
    texts.join("\n")
}
