//! Values that a question states itself: they are its conditions, and no answers.

use super::options::Options;
use super::recognize::recognize;
use super::span::passage;
use super::terms::plain_words;
use contract::{Candidate, Descriptor};
use evidence::EvidenceChunk;
use std::collections::{BTreeMap, BTreeSet};

/// Words on either side of a value that say what it is in a sentence.
const BESIDE: usize = 2;

/// A value that stands in a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    /// The value, as it would be found in a document with these words.
    pub value: Candidate,
    /// The words beside it ([`beside`]).
    pub beside: BTreeSet<String>,
}

/// The values that a text states, by the type that they are of; of the types that code computes
/// with.
pub fn stated(text: &str) -> BTreeMap<&'static str, Vec<Stated>> {
    let passage = EvidenceChunk::of_words(text);
    let types = Descriptor::built_in().filter(|one| one.quantity.is_some());
    let of_type = |one: &'static Descriptor| {
        let passages = std::slice::from_ref(&passage);
        let found = recognize(one.name, passages, &Options::default());
        let found = found.into_iter().map(|value| Stated {
            beside: beside(&value, &passage),
            value,
        });
        (one.name, found.collect())
    };
    types.map(of_type).collect()
}

/// The words beside a candidate in its passage: small ones, too, for *above* says what a figure
/// is.
pub fn beside(one: &Candidate, chunk: &EvidenceChunk) -> BTreeSet<String> {
    let Some(place) = &one.place else {
        return BTreeSet::new();
    };
    let text = passage(chunk);
    let before: Vec<String> = plain_words(text.get(..place.start).unwrap_or_default()).collect();
    let before = before.into_iter().rev().take(BESIDE);
    let behind = plain_words(text.get(place.end..).unwrap_or_default()).take(BESIDE);
    before.chain(behind).collect()
}
