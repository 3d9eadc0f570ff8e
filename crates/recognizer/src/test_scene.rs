//! Evidence for tests.

use super::options::Options;
use super::recognize::recognize;
use super::terms::Terms;
use contract::Candidate;
use evidence::EvidenceChunk;

/// What takes candidates away from a question, by their numbers.
type Taken = fn(&Terms, &[EvidenceChunk], &[Candidate]) -> Vec<usize>;

/// The wordings of a type in a text that are left for a question.
pub(crate) fn left(terms: &Terms, answer_type: &str, text: &str, taken: Taken) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let chunks = [chunk("C0", &lines)];
    let found = recognize(answer_type, &chunks, &Options::default());
    let taken = taken(terms, &chunks, &found);
    let kept = found.iter().enumerate();
    kept.filter(|(index, _)| !taken.contains(index))
        .map(|(_, one)| one.wording.clone())
        .collect()
}

/// One chunk of consecutive lines from 1, of page 1 of `manual.pdf`.
pub(crate) fn chunk(anchor: &str, lines: &[&str]) -> EvidenceChunk {
    EvidenceChunk {
        chunk_id: format!("chunk-{anchor}"),
        document_id: "document".into(),
        document_title: "manual.pdf".into(),
        similarity: 0.75,
        ..EvidenceChunk::of_lines(anchor, 1, lines.iter().copied())
    }
}
