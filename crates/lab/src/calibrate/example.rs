//! Cases put together with what was predicted for them.

use super::gold;
use app::decide;
use app::{AppError, Signals};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// One case with the candidates it had.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Example {
    pub document: String,
    pub answer_type: String,
    pub answerable: bool,
    pub candidates: Vec<(Signals, bool)>,
    /// What each says.
    pub said: Vec<String>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    document: String,
    answer_type: String,
    answerable: bool,
    #[serde(default)]
    gold: Vec<Value>,
}

#[derive(Deserialize)]
struct Candidate {
    round: u32,
    values: Vec<contract::Value>,
    signals: Signals,
}

#[derive(Deserialize)]
struct Prediction {
    id: String,
    #[serde(default)]
    candidates: Vec<Candidate>,
}

fn lines<T: for<'de> Deserialize<'de>>(text: &str, what: &str) -> Result<Vec<T>, AppError> {
    let numbered = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty());
    numbered
        .map(|(line, number)| {
            serde_json::from_str(line).map_err(|_| {
                AppError::input(
                    format!("line {number} of the {what} has not the expected form"),
                    "predictions are those of `attest eval --explain` over the same cases",
                )
            })
        })
        .collect()
}

/// Puts cases and predictions together. A case without candidates stays: it is
/// refused, whatever the threshold.
pub(super) fn examples(cases: &str, predictions: &str) -> Result<Vec<Example>, AppError> {
    let predicted: Vec<Prediction> = lines(predictions, "predictions")?;
    let mut by_id: BTreeMap<String, Vec<Candidate>> = predicted
        .into_iter()
        .map(|one| (one.id, one.candidates))
        .collect();
    let cases: Vec<Case> = lines(cases, "cases")?;
    let example = |case: Case| {
        let candidates = by_id.remove(&case.id)?;
        let first: Vec<Candidate> = candidates
            .into_iter()
            .filter(|one| one.round == 0)
            .collect();
        let said = first
            .iter()
            .map(|one| decide::meaning(&one.values))
            .collect();
        let judged: Vec<(Signals, bool)> = first
            .into_iter()
            .map(|one| {
                let values: Vec<Value> = one.values.iter().map(contract::Value::json).collect();
                let right =
                    case.answerable && gold::is_right(&case.answer_type, &values, &case.gold);
                (one.signals, right)
            })
            .collect();
        Some(Example {
            document: case.document,
            answer_type: case.answer_type,
            answerable: case.answerable,
            candidates: judged,
            said,
        })
    };
    Ok(cases.into_iter().filter_map(example).collect())
}

/// The examples of one way of choosing: where the reader has read any, those
/// that it has read, and those without candidates; else all. The weights of the
/// other way stay as they are shipped.
pub(super) fn of_one_way(mut examples: Vec<Example>) -> (Vec<Example>, bool) {
    let is_read = |one: &Example| {
        let mut signals = one.candidates.iter();
        signals.any(|(signals, _)| signals.reader.abs() > 0.0)
    };
    let has_read = examples.iter().any(is_read);
    if has_read {
        examples.retain(|one| one.candidates.is_empty() || is_read(one));
    }
    (examples, has_read)
}
