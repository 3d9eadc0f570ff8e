//! What is done with an accepted answer (spec 1, "dispatch"), and its flags in
//! plain words.
//!
//! # Limits
//!
//! `ship`, `review`, `conflict`, `no_answer`; asking again with a wider scope
//! or other words comes later.

use contract::ExtractionMethod;
use evidence::Policy;
use firewall::Answer;

/// What to do with an accepted answer.
pub(crate) fn dispatch(answer: &Answer, probability: Option<f64>, policy: &Policy) -> &'static str {
    let body = answer.body();
    if !body.answer_found {
        "no_answer"
    } else if body.conflicting_evidence {
        "conflict"
    } else if body.extraction_method == ExtractionMethod::Inferred
        || body.confidence < policy.review_confidence
        || is_unsure(probability)
        || !answer.warnings().is_empty()
    {
        "review"
    } else {
        "ship"
    }
}

/// Flags in plain words, most important first.
pub(crate) fn plain_flags(answer: &Answer, probability: Option<f64>) -> Vec<String> {
    let body = answer.body();
    let mut flags = Vec::new();
    let mut flag = |raised: bool, words: &str| {
        if raised {
            flags.push(words.to_owned());
        }
    };
    flag(!body.answer_found, "not found");
    flag(
        body.answer_found && !body.complete_answer_found,
        "may be partial",
    );
    flag(
        body.answer_found && is_unsure(probability),
        "not sure that this is what was asked for",
    );
    flag(
        body.conflicting_evidence,
        "the passages contradict each other",
    );
    flag(
        body.extraction_method == ExtractionMethod::Inferred,
        "inferred, not stated word for word",
    );
    flag(!body.context_structured, "the passage may be badly read");
    for warning in answer.warnings() {
        flags.push(warning.kind.help().to_owned());
    }
    flags
}

/// Probability of being right from which an answer needs no second look.
const SURE: f64 = 0.7;

/// Whether the answer is less probably right than an answer that nobody looks
/// at should be.
fn is_unsure(probability: Option<f64>) -> bool {
    probability.is_some_and(|probability| probability < SURE)
}
