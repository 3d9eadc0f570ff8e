//! Answers to questions for every value of a type ([`Every`]): what the
//! recognisers find in the whole of the documents, in order. Nothing is weighed, and no
//! model is asked.
//!
//! What looks like a value and is not listed makes the answer partial: a figure without a
//! currency beside it, an amount in another currency than the question's, a value of the type
//! that is not called what the question calls it.
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
use recognizer::Naming;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Values that are listed, at most: what a person can still go through, set by hand.
pub(crate) const MAX_EVERY: usize = 200;

/// Values that a name has to fit, at least: of one alone it is not sure that it is a list.
const MIN_NAMED: usize = 2;

/// Every value of a type as one candidate, in the order in which they stand there; a line
/// that is repeated, as the head of a page is, counts once. No candidate where there is no
/// value, or fewer than two of the name that the question gives them.
pub(crate) fn offer(
    every: &Every,
    answer_type: &AnswerType,
    chunks: &[EvidenceChunk],
    policy: &Policy,
) -> Offer {
    let name = answer_type.name.as_str();
    let found = recognizer::recognize(name, chunks, &options(policy));
    let mut found = without_parts(found);
    let mut known = BTreeSet::new();
    found.retain(|one| {
        let quotes = one.items.iter().flat_map(|item| &item.spans);
        let quotes: Vec<&str> = quotes.filter_map(|span| span.quote.as_deref()).collect();
        known.insert((one.wording.clone(), quotes.join("\n")))
    });
    // What is left out, in words.
    let mut notes = Vec::new();
    // A line that adds up others is none of the values that go by a name.
    let adds_up_none = every.without_totals || !every.named.is_empty();
    if adds_up_none && !asks_for_totals(every) {
        found.retain(|one| !adds_up(one));
    }
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
    if !every.named.is_empty() {
        let all = found.len();
        found = named(&every.named, found);
        if found.len() < MIN_NAMED {
            return Offer::Candidates(Vec::new());
        }
        let others = all - found.len();
        if others > 0 {
            notes.push(format!(
                "{others} other values of this type stand in what was read and are not listed."
            ));
        }
    }
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
    whole.is_partial = !notes.is_empty();
    whole.notes = notes;
    Offer::Candidates(vec![whole])
}

/// Whether a word says that a line adds up others.
fn is_total(word: &str) -> bool {
    language::any(|pack| &pack.totals, &word.to_lowercase())
}

fn asks_for_totals(every: &Every) -> bool {
    every.named.iter().any(|word| is_total(word))
}

/// Whether a value stands in a line that adds up the lines above it.
fn adds_up(one: &Candidate) -> bool {
    let own = one.context.split(" | ").next().unwrap_or_default();
    let label = own.split(&one.wording).next().unwrap_or_default();
    let mut words = label.split(|letter: char| !letter.is_alphabetic());
    words.any(is_total)
}

/// Those that are called by these words: beside them, or in the heading over them. Of several
/// in one line or sentence the nearest is called so.
fn named(words: &[String], found: Vec<Candidate>) -> Vec<Candidate> {
    let called: Vec<Option<Naming>> = found
        .iter()
        .map(|one| recognizer::named(words, one))
        .collect();
    let line = |one: &Candidate| {
        let span = one.items.first().and_then(|item| item.spans.first());
        let own = one
            .context
            .split(" | ")
            .next()
            .unwrap_or_default()
            .to_owned();
        span.map(|span| (span.anchor.clone(), span.line_start, own))
    };
    let mut nearest = BTreeMap::new();
    for (one, naming) in found.iter().zip(&called) {
        if let Some(Naming::Beside(distance)) = naming {
            let least = nearest.entry(line(one)).or_insert(*distance);
            *least = (*least).min(*distance);
        }
    }
    let is_meant = |one: &Candidate, naming: Option<Naming>| match naming {
        Some(Naming::Beside(distance)) => nearest.get(&line(one)) == Some(&distance),
        Some(Naming::Over) => true,
        None => false,
    };
    let kept = found
        .into_iter()
        .zip(called)
        .filter(|(one, naming)| is_meant(one, *naming));
    kept.map(|(one, _)| one).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{AnswerShape, Registry};
    use evidence::Line;
    use question::Question;

    /// The values that a question lists in these lines, and whether they are all of them.
    fn listed(question: &str, lines: &[&str], without_totals: bool) -> (Vec<f64>, bool) {
        let line = |(text, number): (&&str, u32)| Line {
            number,
            page: 1,
            text: (*text).into(),
            bounds: None,
        };
        let chunk = EvidenceChunk {
            anchor: "C0".into(),
            chunk_id: "a".into(),
            document_id: "d".into(),
            document_title: "t".into(),
            lines: lines.iter().zip(1..).map(line).collect(),
            tables: Vec::new(),
            similarity: 1.0,
        };
        let registry = Registry::built_in();
        let mut amount = registry.find("amount").unwrap().clone();
        amount.shape = AnswerShape::Listing;
        let mut every = Question::of(question).every("amount").unwrap().clone();
        every.without_totals = without_totals;
        let Offer::Candidates(found) = offer(&every, &amount, &[chunk], &Policy::default()) else {
            panic!("amounts are found by their form");
        };
        let Some(all) = found.first() else {
            return (Vec::new(), false);
        };
        let value = |item: &Item| item.value.figure().unwrap().as_f64().unwrap();
        (all.items.iter().map(value).collect(), !all.is_partial)
    }

    #[test]
    fn what_is_left_out_makes_the_list_partial() {
        let prose = ["The fee is USD 500.00.", "The deposit is EUR 90.00."];
        assert_eq!(
            listed("List all amounts", &prose, false),
            (vec![500.0, 90.0], true)
        );
        assert_eq!(
            listed("List all amounts above USD 100", &prose, false),
            (vec![500.0], false)
        );
        let bare = [
            "Item       Price",
            "Desk      120.00",
            "Chair      80.00",
            "Total  USD 200.00",
        ];
        assert_eq!(
            listed("List all amounts", &bare, false),
            (vec![200.0], false)
        );
    }

    #[test]
    fn values_are_listed_by_the_name_that_the_question_gives_them() {
        let labels = [
            "Set-up fee: USD 500.00",
            "Monthly fee: USD 70.25",
            "Total fees: USD 570.25",
        ];
        assert_eq!(
            listed("What are the fees?", &labels, false),
            (vec![500.0, 70.25], true)
        );
        let headed = ["Fees", "", "Set-up: USD 500.00", "Monthly: USD 70.25"];
        assert_eq!(
            listed("What are the fees?", &headed, false),
            (vec![500.0, 70.25], true)
        );
        let others = [
            "Late fee: USD 5.00",
            "Entry fee: USD 9.00",
            "Deposit: USD 90.00",
        ];
        assert_eq!(
            listed("What are the fees?", &others, false),
            (vec![5.0, 9.0], false)
        );
        let one = ["Late fee: USD 5.00", "Deposit: USD 90.00"];
        assert_eq!(listed("What are the fees?", &one, false), (vec![], false));
    }

    #[test]
    fn a_line_that_adds_up_the_others_is_not_added_to_them() {
        let costs = [
            "Rent: USD 500.00",
            "Heating: USD 70.00",
            "Total: USD 570.00",
        ];
        assert_eq!(
            listed("List all amounts", &costs, true),
            (vec![500.0, 70.0], true)
        );
        assert_eq!(
            listed("List all amounts", &costs, false),
            (vec![500.0, 70.0, 570.0], true)
        );
    }
}
