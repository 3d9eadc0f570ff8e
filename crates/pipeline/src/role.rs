//! Whether a value has a role in the question, or only stands in it.
//!
//! *Which team approves refunds above 500 USD?* asks for a team. Asked for an amount, the reader
//! points at the 500 USD of the document, which are the question's own condition. So what the
//! question itself states, with the words beside it, is not offered; and an answer that says
//! nothing but what the question says, or is a figure or date where the question's words ask for
//! something else, goes to a person.
//!
//! # Limits
//!
//! What another value of the question's type is of, is the reader's to judge.

use crate::decide::said_by;
use crate::plan::Plan;
use contract::{AnswerShape, Candidate, Finding, Place, Quantity, Value};
use evidence::EvidenceChunk;
use question::Question;
use recognizer::{beside, passage, plain_words};
use std::collections::BTreeSet;

/// What a person is told of a type that the question's own words do not ask for; none where
/// they may.
pub(crate) fn mismatch(plan: &Plan) -> Option<String> {
    let is_chosen = plan
        .parsed
        .overridden
        .iter()
        .any(|field| field == "answer_type");
    let wanted = plan.answer_type.descriptor().quantity?;
    if !is_chosen || plan.computes() {
        return None;
    }
    let asked = plan.question.asked_types()?;
    // A length of time or a year may be wanted as a number.
    let may_be = |name: &&str| {
        Quantity::of(name).is_some_and(|one| {
            let is_plain = one == Quantity::Figure || wanted == Quantity::Figure;
            is_plain || one.is_figure() == wanted.is_figure()
        })
    };
    if asked.iter().any(may_be) {
        return None;
    }
    let wanted = &plan.answer_type.name;
    Some(format!(
        "the question does not ask for a value of type {wanted} by its own words"
    ))
}

/// What a person is told of an answer that says nothing but what the question says; none where
/// it says something.
pub(crate) fn restates(plan: &Plan, chosen: &Candidate) -> Option<String> {
    let descriptor = plan.answer_type.descriptor();
    let is_given = matches!(
        descriptor.finding,
        Finding::Judgement | Finding::Labels | Finding::Categories | Finding::Claim
    );
    if is_given || plan.answer_type.shape != AnswerShape::Single || plan.question.offers_choice() {
        return None;
    }
    let says_nothing = plan.question.terms().say(&chosen.wording);
    says_nothing.then(|| "the answer stands in the question itself".to_owned())
}

/// Takes out the values that the question states, with the words beside them.
pub(crate) fn without_conditions(
    question: &Question,
    answer_type: &str,
    candidates: &mut Vec<Candidate>,
    chunks: &[EvidenceChunk],
) {
    let stated: Vec<(String, &BTreeSet<String>)> = question
        .stated(answer_type)
        .iter()
        .map(|one| (value_of(&one.value), &one.beside))
        .collect();
    if stated.is_empty() {
        return;
    }
    candidates.retain(|one| {
        let chunk = one.place.as_ref().and_then(|place| {
            let mut chunks = chunks.iter();
            chunks.find(|chunk| chunk.anchor == place.anchor)
        });
        let Some(chunk) = chunk else { return true };
        let (value, around) = (value_of(one), beside(one, chunk));
        !stated
            .iter()
            .any(|(said, words)| *said == value && !words.is_disjoint(&around))
    });
}

/// Whether words say what kind of company another name is of, or what it was called before: *a
/// Nevada Corporation*, *(formerly, Cedar Corporation)*. None of the 589 parties of the training
/// contracts of CUAD stands behind an article or such a word, and 27 of their openings have *a Delaware
/// Corporation* or the like in capitals, which the reader takes for a party.
pub(crate) fn only_describes(place: &Place, text: &str) -> bool {
    let words = text.get(place.start..place.end).unwrap_or_default();
    let last = plain_words(words).last();
    let is_company =
        last.is_some_and(|last| language::any(|pack| &pack.names.company_nouns, &last));
    let before = plain_words(text.get(..place.start).unwrap_or_default()).last();
    let is_described = before.is_some_and(|before| {
        language::any(|pack| &pack.question.indefinite, &before)
            || language::any(|pack| &pack.names.former, &before)
    });
    is_company && is_described
}

/// What a person is told of a list in which one item ends in another (*Sales Alder Inc.* beside *Alder
/// Inc.*): the reader may have marked one name twice. Of 1,366 pairs of parties of the training
/// contracts of CUAD three are so, and two of these are one party.
pub(crate) fn repeats_itself(chosen: &Candidate) -> Option<String> {
    let words = |text: &str| plain_words(text).collect::<Vec<String>>();
    let items: Vec<Vec<String>> = chosen
        .items
        .iter()
        .filter_map(|item| item.value.as_text().map(words))
        .collect();
    let is_end_of = |one: &Vec<String>, other: &Vec<String>| {
        !one.is_empty() && other.len() > one.len() && other.ends_with(one)
    };
    let mut pairs = items
        .iter()
        .flat_map(|one| items.iter().map(move |other| (one, other)));
    let repeats = pairs.any(|(one, other)| is_end_of(one, other));
    repeats.then(|| "one item of the list stands in another".to_owned())
}

/// What a person is told of a period of notice that stands where nothing speaks of notice; none where
/// something does.
pub(crate) fn not_of_notice(
    plan: &Plan,
    chosen: &Candidate,
    chunks: &[EvidenceChunk],
) -> Option<String> {
    /// Bytes on either side that are looked at. Around 96 of the 100 clauses of notice in the training
    /// contracts of CUAD the word stands so near.
    const AROUND: usize = 200;
    let is_asked = plan.answer_type.descriptor().quantity == Some(Quantity::Time)
        && plan.question.terms().have_plain(speaks_of_notice);
    let place = chosen.place.as_ref().filter(|_| is_asked)?;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
    let text = passage(chunk);
    let from = text.floor_char_boundary(place.start.saturating_sub(AROUND));
    let to = text.floor_char_boundary(place.end.saturating_add(AROUND).min(text.len()));
    let around = text.get(from..to).unwrap_or_default();
    let speaks = plain_words(around).any(|word| speaks_of_notice(&word));
    (!speaks).then(|| "nothing near the answer speaks of notice".to_owned())
}

fn speaks_of_notice(word: &str) -> bool {
    language::any_fits(|pack| &pack.notice.names, word)
}

/// What a candidate says; of money the figure alone, since a question may leave the currency to
/// the document.
fn value_of(one: &Candidate) -> String {
    let mut one = one.clone();
    for item in &mut one.items {
        if let Value::Amount(amount) = &mut item.value {
            amount.currency = None;
        }
    }
    said_by(&one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recognizer::Options;

    /// The wordings that are left of what the recognisers find.
    fn left(question: &str, answer_type: &str, text: &str) -> Vec<String> {
        let chunks = [EvidenceChunk::of_words(text)];
        let mut found = recognizer::recognize(answer_type, &chunks, &Options::default());
        without_conditions(&Question::of(question), answer_type, &mut found, &chunks);
        found.into_iter().map(|one| one.wording).collect()
    }

    #[test]
    fn the_conditions_of_a_question_are_not_offered_as_its_answer() {
        let question = "Which team approves refunds above 500 USD?";
        let text = "Refunds above USD 500 are approved by the finance team; the fee is USD 20.";
        assert_eq!(left(question, "amount", text), ["USD 20"]);
        let question = "Who was the tenant on 1 March 2024?";
        let text = "On 1 March 2024 the tenant was Ada; she left on 4 May 2025.";
        assert_eq!(left(question, "date", text), ["4 May 2025"]);
    }

    #[test]
    fn a_list_that_may_name_one_thing_twice_goes_to_a_person() {
        let list = |items: &[&str]| {
            let item = |text: &&str| contract::Item {
                value: (*text).into(),
                spans: Vec::new(),
            };
            Candidate::new(
                items.iter().map(item).collect(),
                String::new(),
                String::new(),
            )
        };
        let twice = list(&["Alder Inc.", "Birch LLC", "Sales Alder Inc."]);
        assert!(repeats_itself(&twice).is_some());
        assert_eq!(
            repeats_itself(&list(&["Alder Inc.", "Alder Sales Inc."])),
            None
        );
    }

    fn place(chunk: &EvidenceChunk, words: &str) -> Place {
        let start = passage(chunk).find(words).unwrap();
        Place {
            anchor: chunk.anchor.clone(),
            start,
            end: start + words.len(),
        }
    }

    #[test]
    fn what_a_company_is_or_was_called_is_no_name_of_another() {
        let text = "Alder Corporation, a Nevada Corporation, and Birch Inc. (formerly, Cedar Corporation), an Ohio Corp.";
        let chunk = EvidenceChunk::of_words(text);
        let only = |words: &str| only_describes(&place(&chunk, words), &passage(&chunk));
        for words in ["Nevada Corporation", "Cedar Corporation", "Ohio Corp"] {
            assert!(only(words), "{words}");
        }
        for words in ["Alder Corporation", "Birch Inc"] {
            assert!(!only(words), "{words}");
        }
    }

    #[test]
    fn the_same_figure_of_something_else_is_offered() {
        let question = "How many items does table 3 list?";
        assert_eq!(
            left(question, "number", "The buyer ordered 3 chairs."),
            ["3 chairs"]
        );
    }
}
