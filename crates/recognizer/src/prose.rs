//! Sentences of the evidence for an answer in prose ([`contract::compose`]).

use crate::options::Options;
use crate::rank::rank;
use crate::sentence::sentences;
use crate::terms::Terms;
use contract::structured::Presentation;
use contract::{Authorship, Compose, Prose, cited};
use evidence::EvidenceChunk;

/// What the evidence offers for one question: its sentences, those that share
/// most words with the question first.
pub fn offer(
    prose: Prose,
    authorship: Authorship,
    terms: &Terms,
    chunks: &[EvidenceChunk],
    options: &Options,
    max_sentences: u32,
) -> Compose {
    let mut sentences = sentences(chunks, options);
    rank(terms, cited::NAME, &mut sentences);
    Compose {
        prose,
        authorship,
        sentences,
        max_sentences: max_sentences.max(1),
        anchors: chunks.iter().map(|chunk| chunk.anchor.clone()).collect(),
        presentation: Presentation::default(),
    }
}

#[cfg(test)]
mod tests;
