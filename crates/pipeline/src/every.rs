//! Answers to questions for every value of a type (`question::every`): what the
//! recognisers find in the whole of the documents, in order. Nothing is weighed, and no
//! model is asked.
//!
//! # Limits
//!
//! At most [`MAX_EVERY`] values, and of long documents what fits
//! `evidence::Policy::for_every`; the answer says what is missing. A value is what a
//! recogniser takes for one: it finds some 95 of 100 (docs/quality.md).

use crate::offer::options;
use compute::Typed;
use contract::{AnswerType, Candidate, Item, Offer, Place, Quantity};
use evidence::{EvidenceChunk, Policy};
use question::Every;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Values that are listed, at most.
pub(crate) const MAX_EVERY: usize = 200;

/// Every value of a type as one candidate, in the order in which they stand there; a line
/// that is repeated, as the head of a page is, counts once. No candidate where there is no
/// value.
pub(crate) fn offer(
    every: &Every,
    answer_type: &AnswerType,
    chunks: &[EvidenceChunk],
    policy: &Policy,
) -> Offer {
    let name = answer_type.name.as_str();
    let found = recognizer::recognize_for("", name, chunks, &options(policy));
    let mut found = without_parts(found);
    let mut known = BTreeSet::new();
    found.retain(|one| {
        let quotes = one.items.iter().flat_map(|item| &item.spans);
        let quotes: Vec<&str> = quotes.filter_map(|span| span.quote.as_deref()).collect();
        known.insert((one.wording.clone(), quotes.join("\n")))
    });
    let mut notes = Vec::new();
    let count = found.len();
    // A bare figure takes the only currency of its document: a price in a column, and the
    // number of a paragraph as well.
    let is_money = answer_type.descriptor().quantity == Some(Quantity::Money);
    let names_currency = |one: &Candidate| {
        let is_name = |letter: char| letter.is_alphabetic() || "$€£¥".contains(letter);
        !is_money || one.wording.contains(is_name)
    };
    if found.iter().any(names_currency) {
        found.retain(names_currency);
    }
    let bare = count - found.len();
    if bare > 0 {
        notes.push(format!(
            "{bare} figures without a currency beside them are left out."
        ));
    }
    let typed = |item: &Item| Typed::new(name, item.value.clone());
    let compares = |one: &Candidate| {
        let mut items = one.items.iter();
        items.try_fold(true, |all, item| Some(all && every.has(&typed(item))?))
    };
    let unsaid = found.iter().filter(|one| compares(one).is_none()).count();
    if unsaid > 0 {
        notes.push(format!(
            "{unsaid} values are in another currency or cannot be compared, and are left out."
        ));
    }
    found.retain(|one| compares(one) == Some(true));
    if found.len() > MAX_EVERY {
        notes.push(format!(
            "{} values were found; the first {MAX_EVERY} are listed.",
            found.len()
        ));
        found.truncate(MAX_EVERY);
    }
    let Some(first) = found.first() else {
        return Offer::Candidates(Vec::new());
    };
    let context = first.context.clone();
    let wording: Vec<&str> = found.iter().map(|one| one.wording.as_str()).collect();
    let wording = wording.join(", ");
    let items = found.into_iter().flat_map(|one| one.items).collect();
    let mut whole = Candidate::new(items, wording, context);
    whole.notes = notes;
    Offer::Candidates(vec![whole])
}

/// Candidates that lie within no longer one: of *1 to 5 March 2024* the whole.
fn without_parts(mut found: Vec<Candidate>) -> Vec<Candidate> {
    let mut taken: BTreeMap<String, Vec<Range<usize>>> = BTreeMap::new();
    for place in found.iter().filter_map(|one| one.place.as_ref()) {
        let places = taken.entry(place.anchor.clone()).or_default();
        places.push(place.start..place.end);
    }
    let lies_within = |place: &Place, outer: &Range<usize>| {
        let is_inside = outer.start <= place.start && place.end <= outer.end;
        is_inside && place.end - place.start < outer.len()
    };
    found.retain(|one| {
        let place = one.place.as_ref();
        let beside = place.and_then(|place| Some((place, taken.get(&place.anchor)?)));
        !beside.is_some_and(|(place, others)| others.iter().any(|other| lies_within(place, other)))
    });
    found
}
