//! Where an answer to a case with known gold went wrong, so that it is clear
//! what to work on next (`attest eval --explain`).
//!
//! | fault | |
//! |---|---|
//! | `none` | right, or rightly not answered |
//! | `retrieval` | a gold quote is in no passage that was shown, or nowhere in the document as it was read |
//! | `recogniser` | all were shown, and no candidate is right |
//! | `choice` | a candidate was right, another was answered |
//! | `refusal` | a candidate was right, and none was answered |
//! | `false_answer` | something was answered where nothing is to be found |
//!
//! The first that applies counts. Passages and candidates of all rounds count
//! as shown. Right is what the scorer calls exact; an answer of a type without
//! candidates can only fail by `retrieval` or `recogniser`.

use crate::calibrate::gold;
use crate::case::{Case, places};
use app::AskOutcome;
use evidence::Document;
use evidence::chunk::{ChunkLimits, chunk};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Nothing.
    None,
    /// The evidence was not shown.
    Retrieval,
    /// No candidate was right.
    Recogniser,
    /// The wrong candidate was answered.
    Choice,
    /// Nothing was answered, though a candidate was right.
    Refusal,
    /// Something was answered where there is nothing.
    FalseAnswer,
}

/// Faults by answer type, and over `all`.
pub type Faults = BTreeMap<String, BTreeMap<Fault, usize>>;

/// Counts the fault of a case of this type.
pub(crate) fn count(faults: &mut Faults, answer_type: &str, fault: Fault) {
    for name in ["all", answer_type] {
        let of_type = faults.entry(name.to_owned()).or_default();
        *of_type.entry(fault).or_default() += 1;
    }
}

/// What went wrong with a case; none for one without gold.
pub(crate) fn of(case: &Case, document: &Document, outcome: &AskOutcome) -> Option<Fault> {
    let answer = outcome.response.answer();
    let found = answer.is_some_and(|answer| answer.answer_found);
    match (case.answerable?, found) {
        (false, true) => return Some(Fault::FalseAnswer),
        (false, false) => return Some(Fault::None),
        (true, _) => {}
    }
    if case.gold.is_empty() {
        return None;
    }
    let is_right = |values: &[Value]| gold::is_right(&case.answer_type, values, &case.gold);
    let items = answer.into_iter().flat_map(|answer| &answer.items);
    let values: Vec<Value> = items.map(|item| item.value.json()).collect();
    let fault = if found && is_right(&values) {
        Fault::None
    } else if !is_shown(case, document, outcome) {
        Fault::Retrieval
    } else if !outcome.weighed.iter().any(|one| {
        let values: Vec<Value> = one.values.iter().map(contract::Value::json).collect();
        is_right(&values)
    }) {
        Fault::Recogniser
    } else if found {
        Fault::Choice
    } else {
        Fault::Refusal
    };
    Some(fault)
}

/// Whether every gold quote stands in passages of one of the rounds.
fn is_shown(case: &Case, document: &Document, outcome: &AskOutcome) -> bool {
    let rounds = outcome.trace.rounds.iter();
    let shown: BTreeSet<&str> = rounds
        .flat_map(|round| &round.chunks)
        .map(String::as_str)
        .collect();
    let lines: BTreeSet<u32> = chunk(document, &ChunkLimits::default())
        .into_iter()
        .filter(|chunk| shown.contains(chunk.chunk_id.as_str()))
        .flat_map(|chunk| chunk.first_line..=chunk.last_line)
        .collect();
    case.gold_evidence.iter().all(|gold| {
        let places = places(document, gold);
        let mut places = places.into_iter();
        places.any(|(first, last)| (first..=last).all(|line| lines.contains(&line)))
    })
}
