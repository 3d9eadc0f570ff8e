//! A document of one passage, for what counts over the training data.

use evidence::EvidenceChunk;

/// A text as one passage.
pub fn whole(text: &str) -> EvidenceChunk {
    EvidenceChunk::of_lines("C0", 1, text.split('\n'))
}
