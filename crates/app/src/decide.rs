//! Choosing among scored candidates, and whether any of them is an answer.
//!
//! A candidate's score is the mean log probability per token that the model
//! gives its wording, plus [`LEXICAL_WEIGHT`] times how much its context
//! speaks of the question (0..=1). The model judges plausibility, code judges
//! aboutness; neither is reliable alone with a small model.
//!
//! # Limits
//!
//! The weight and the thresholds were set by looking at the evaluation set's
//! figures as a whole (docs/quality.md), not fitted; calibration comes later.

use contract::recognizer::lexical_score;
use contract::{Candidate, question};

/// Natural-log units that a full lexical match is worth.
pub(crate) const LEXICAL_WEIGHT: f64 = 2.0;
/// Least aboutness of an answer, by type: a best candidate whose context
/// speaks less of what is specific in the question is taken for chance, and
/// nothing is answered. A document holds many figures, names and words, so
/// that there is always some candidate: these must speak of the question. It
/// holds few dates, addresses, account numbers, lists and tables: that one is
/// there says something by itself.
fn min_aboutness(answer_type: &str) -> f64 {
    match answer_type {
        "text" => 0.7,
        "amount" | "number" | "percentage" => 0.5,
        "person_name" | "organization" => 0.4,
        _ => 0.0,
    }
}

/// Words that name a type of answer or the document as such: no line has to
/// say them to answer the question.
const GENERIC_WORDS: [&str; 44] = [
    "address",
    "agreement",
    "amount",
    "bill",
    "case",
    "clause",
    "company",
    "contract",
    "cost",
    "date",
    "datum",
    "day",
    "document",
    "figure",
    "file",
    "iban",
    "invoice",
    "letter",
    "money",
    "name",
    "names",
    "number",
    "numbers",
    "organisation",
    "organization",
    "paper",
    "percent",
    "percentage",
    "person",
    "policy",
    "price",
    "rate",
    "receipt",
    "rechnung",
    "report",
    "sum",
    "table",
    "tabelle",
    "text",
    "time",
    "total",
    "value",
    "vertrag",
    "year",
];

/// The question without its generic words.
fn specific(question: &str) -> String {
    let words = question.split(|letter: char| !letter.is_alphanumeric());
    let kept: Vec<&str> = words
        .filter(|word| !GENERIC_WORDS.contains(&word.to_lowercase().as_str()))
        .collect();
    kept.join(" ")
}

/// How much a candidate's context speaks of what is specific in the
/// question, 0..=1; 1 where nothing is.
fn aboutness(question: &str, answer_type: &str, candidate: &Candidate) -> f64 {
    let specific = specific(question);
    if question::parse(&specific).keywords.is_empty() {
        1.0
    } else {
        lexical_score(&specific, answer_type, candidate)
    }
}

/// Aboutness from which an answer needs no second look.
pub(crate) const SURE_ABOUTNESS: f64 = 0.75;

/// What was decided.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    /// Index of the chosen candidate; none: not found.
    pub chosen: Option<usize>,
    /// Combined scores, in the order of the candidates.
    pub scores: Vec<f64>,
    /// Distance of the best from the second best, in natural-log units; none
    /// with fewer than two.
    pub margin: Option<f64>,
    /// Lexical score of each candidate, 0..=1.
    pub lexical: Vec<f64>,
    /// How much the best candidate's context speaks of what is specific in
    /// the question, 0..=1.
    pub about: f64,
}

/// Chooses. `log_probabilities` is empty when the model was not asked.
pub(crate) fn choose(
    question: &str,
    answer_type: &str,
    candidates: &[Candidate],
    log_probabilities: &[f64],
) -> Choice {
    let lexical: Vec<f64> = candidates
        .iter()
        .map(|candidate| lexical_score(question, answer_type, candidate))
        .collect();
    let scores: Vec<f64> = lexical
        .iter()
        .enumerate()
        .map(|(index, lexical)| {
            log_probabilities.get(index).copied().unwrap_or(0.0) + LEXICAL_WEIGHT * lexical
        })
        .collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| {
        scores
            .get(*b)
            .partial_cmp(&scores.get(*a))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let at = |place: usize| {
        order
            .get(place)
            .and_then(|index| scores.get(*index))
            .copied()
    };
    let best = order.first().copied();
    let about = best
        .and_then(|index| candidates.get(index))
        .map_or(0.0, |candidate| aboutness(question, answer_type, candidate));
    Choice {
        chosen: best.filter(|_| about >= min_aboutness(answer_type)),
        margin: at(0).zip(at(1)).map(|(first, second)| first - second),
        about,
        lexical,
        scores,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::Item;
    use serde_json::json;

    fn candidate(wording: &str, context: &str) -> Candidate {
        Candidate {
            items: vec![Item {
                value: json!(wording),
                spans: Vec::new(),
            }],
            wording: wording.into(),
            context: context.into(),
        }
    }

    #[test]
    fn takes_the_likelier_of_two_that_speak_of_the_question_alike() {
        let candidates = [
            candidate("1", "total premium 1"),
            candidate("2", "total premium 2"),
        ];
        let choice = choose(
            "What is the total premium?",
            "amount",
            &candidates,
            &[-3.0, -1.0],
        );
        assert_eq!(choice.chosen, Some(1));
        assert!(choice.margin.unwrap() > 1.9);
    }

    #[test]
    fn answers_nothing_when_no_context_speaks_of_the_question() {
        let candidates = [candidate("1", "weather tomorrow")];
        assert_eq!(
            choose("What is the total premium?", "amount", &candidates, &[-0.1]).chosen,
            None
        );
        assert_eq!(
            choose("What is the total premium?", "amount", &[], &[]).chosen,
            None
        );
    }
}
