//! How a prediction is scored against gold: the rules of the evaluation set's own scorer
//! (`score.py`), so that what a comparison says and what docs/quality.md says are the same
//! figures. `tests/score` compares both over the same predictions.
//!
//! Which rule a type has is said by its descriptor, so that a type that the scorer does not know
//! (a percentage, an organisation) is scored as one that is compared like it.
//!
//! # Where it departs
//!
//! A request that failed is never right; the scorer cannot tell it from a refusal.

mod citation;
#[cfg(test)]
mod tests;
mod value;
mod words;

pub use citation::Citation;
pub(crate) use citation::is_valid;

use crate::case::Case;
use citation::is_same_place;
use contract::Descriptor;
use contract::descriptor::Comparison;
use serde::Serialize;
use serde_json::Value;
use words::token_f1;

/// What was answered, as far as it is scored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given<'a> {
    /// Whether anything was answered.
    pub found: bool,
    /// The values, in the scorer's spelling; those of a refusal do not count.
    pub items: &'a [Value],
    /// Their citations.
    pub citations: &'a [Citation],
}

/// The score of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Score {
    /// Answerable: exactly right; unanswerable: not answered.
    pub right: bool,
    /// With partial credit, 0..=1; none for an unanswerable case.
    pub partial: Option<f64>,
    /// Share of the gold evidence that is cited; none where the gold names none.
    pub evidence_cited: Option<f64>,
}

/// Whether two values of a type are the same as the scorer compares them, without credit for a
/// part.
pub(crate) fn is_same(descriptor: &Descriptor, found: &Value, gold: &Value) -> bool {
    value::is_exact(value::rule(descriptor)(found, gold))
}

/// Scores an answer to a case; none where the case does not say whether it can be answered.
pub(crate) fn score(case: &Case, given: &Given<'_>) -> Option<Score> {
    let items = if given.found { given.items } else { &[] };
    if !case.answerable? {
        return Some(Score {
            right: !given.found,
            partial: None,
            evidence_cited: None,
        });
    }
    let (right, partial) = values(case, items);
    Some(Score {
        right,
        partial: Some(partial),
        evidence_cited: evidence(case, given),
    })
}

fn evidence(case: &Case, given: &Given<'_>) -> Option<f64> {
    let gold = &case.gold_evidence;
    let citations = if given.found { given.citations } else { &[] };
    let is_cited = |span| {
        citations
            .iter()
            .any(|one| is_same_place(&case.document, one, span))
    };
    let cited = gold.iter().filter(|span| is_cited(span)).count();
    (!gold.is_empty()).then(|| cited as f64 / gold.len() as f64)
}

/// Whether values are exactly right, and their score with partial credit.
fn values(case: &Case, items: &[Value]) -> (bool, f64) {
    let Some(first) = items.first() else {
        return (false, 0.0);
    };
    let descriptor = Descriptor::of(&case.answer_type);
    if descriptor.comparison == Comparison::Items {
        let score = list(items, &case.gold);
        return (value::is_exact(score), score);
    }
    let rule = value::rule(descriptor);
    let best = |item: &Value| {
        let scores = case.gold.iter().map(|gold| rule(item, gold));
        scores.fold(0.0, f64::max)
    };
    let score = if case.is_conflict() {
        items.iter().map(best).fold(0.0, f64::max)
    } else if items.len() > 1 && descriptor.comparison != Comparison::Rows {
        // Several answers where one was asked.
        best(first) / items.len() as f64
    } else {
        best(first)
    };
    (value::is_exact(score), score)
}

/// F1 over the items of a list: each takes the gold item it matches best, if more than half
/// of the words do.
fn list(items: &[Value], gold: &[Value]) -> f64 {
    let flat: Vec<&Value> = items
        .iter()
        .flat_map(
            |item| match item.as_array().or_else(|| item.get("items")?.as_array()) {
                Some(inner) => inner.iter().collect(),
                None => vec![item],
            },
        )
        .collect();
    let mut left: Vec<String> = gold.iter().map(value::text_of).collect();
    let mut total = 0.0;
    for item in &flat {
        let text = value::text_of(item);
        let mut best: Option<(usize, f64)> = None;
        for (at, gold) in left.iter().enumerate() {
            let score = token_f1(&text, gold);
            if best.is_none_or(|(_, highest)| score > highest) {
                best = Some((at, score));
            }
        }
        if let Some((at, score)) = best.filter(|(_, score)| *score > 0.5) {
            left.remove(at);
            total += score;
        }
    }
    if flat.is_empty() {
        return 0.0;
    }
    2.0 * total / (flat.len() + gold.len()) as f64
}
