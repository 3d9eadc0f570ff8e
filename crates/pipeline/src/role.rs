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
use contract::{AnswerShape, Candidate, Descriptor, Finding, Quantity};
use evidence::EvidenceChunk;
use recognizer::Options;
use serde_json::Value;
use std::collections::BTreeSet;

/// Words on either side of a value that say what it is in a sentence.
const BESIDE: usize = 2;

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
    let asked = question::asked_types(&plan.question)?;
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
    if is_given || plan.answer_type.shape != AnswerShape::Single || offers_choice(plan) {
        return None;
    }
    let asked: BTreeSet<String> = words(&plan.question).collect();
    let mut said = words(&chosen.wording).peekable();
    let says_nothing = said.peek().is_some() && said.all(|word| asked.contains(&word));
    says_nothing.then(|| "the answer stands in the question itself".to_owned())
}

/// *Was it Paris or London?* is answered with one of its words.
fn offers_choice(plan: &Plan) -> bool {
    let or = &plan.parsed.language.pack().question.or;
    words(&plan.question).any(|word| or.has(&word))
}

/// Takes out the values that the question states, with the words beside them.
pub(crate) fn without_conditions(
    question: &str,
    answer_type: &str,
    candidates: &mut Vec<Candidate>,
    chunks: &[EvidenceChunk],
) {
    if Descriptor::of(answer_type).quantity.is_none() {
        return;
    }
    let passage = EvidenceChunk::of_words(question);
    let found = recognizer::recognize(
        answer_type,
        std::slice::from_ref(&passage),
        &Options::default(),
    );
    let stated: Vec<(String, BTreeSet<String>)> = found
        .iter()
        .map(|one| (value_of(one), beside(one, &passage)))
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

/// What a candidate says; of money the figure alone, since a question may leave the currency to
/// the document.
fn value_of(one: &Candidate) -> String {
    let mut one = one.clone();
    for item in &mut one.items {
        if let Some(value) = item.value.as_object_mut()
            && value.contains_key("currency")
        {
            value.insert("currency".into(), Value::Null);
        }
    }
    said_by(&one)
}

/// The words beside a candidate in its passage: small ones, too, for *above* says what a figure
/// is.
fn beside(one: &Candidate, chunk: &EvidenceChunk) -> BTreeSet<String> {
    let Some(place) = &one.place else {
        return BTreeSet::new();
    };
    let text = recognizer::passage(chunk);
    let before: Vec<String> = words(text.get(..place.start).unwrap_or_default()).collect();
    let before = before.into_iter().rev().take(BESIDE);
    let behind = words(text.get(place.end..).unwrap_or_default()).take(BESIDE);
    before.chain(behind).collect()
}

/// Words and figures in lower case.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || ".,".contains(letter)));
    let words = words.map(|word| word.trim_matches(['.', ',']));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wordings that are left of what the recognisers find.
    fn left(question: &str, answer_type: &str, text: &str) -> Vec<String> {
        let chunks = [EvidenceChunk::of_words(text)];
        let mut found = recognizer::recognize(answer_type, &chunks, &Options::default());
        without_conditions(question, answer_type, &mut found, &chunks);
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
    fn the_same_figure_of_something_else_is_offered() {
        let question = "How many items does table 3 list?";
        assert_eq!(
            left(question, "number", "The buyer ordered 3 chairs."),
            ["3 chairs"]
        );
    }
}
