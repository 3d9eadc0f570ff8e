//! What is to be looked at, what helps most first.
//!
//! An answer's expected error is the probability that it is wrong: what the
//! calibration says is missing to 1. Its cost is how many values must be
//! checked. The queue is in the order of expected errors found for each value
//! that is checked.
//!
//! # Limits
//!
//! Where nothing was chosen there is no probability: a contradiction, a
//! failure and an answer that was not sure enough then count as wrong, a "not
//! found" as wrong in one of two. A question that was asked again of the same
//! documents is looked at once, in its newest answer, and not at all where an
//! earlier one with the same value was reviewed.

use super::said::{Standing, text_of};
use crate::batch::state::CellState;
use crate::error::AppError;
use crate::kept_values;
use crate::service::Service;
use pipeline::words;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use vault::{KIND_ANSWER, Record, RecordFilter};

/// Records that are read at once: other calls wait for the vault no longer.
const BLOCK: u32 = 500;

/// What the queue is to hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct QueueRequest {
    /// Only the cells of this batch; none: every answer.
    pub batch_id: Option<String>,
    /// Also answers that need nobody to look at them.
    pub all: bool,
    /// Also answers that others have reviewed, for a second opinion of this
    /// person.
    pub second_opinion_of: Option<String>,
    /// At most so many entries; 0: all.
    pub limit: u32,
}

/// An answer that waits for a person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QueueEntry {
    /// The record of the answer.
    pub answer_id: String,
    /// When it was asked, RFC 3339, UTC.
    pub time: String,
    /// The question.
    pub question: String,
    /// The documents that were asked.
    pub document_ids: Vec<String>,
    /// Their names, where they are still there.
    pub documents: Vec<String>,
    /// Key of the type registry.
    pub answer_type: String,
    /// What was answered, in words.
    pub value: Option<String>,
    /// How far it can be trusted, and what was said of it.
    pub state: CellState,
    /// Calibrated probability that it is right; none where nothing was chosen.
    pub probability: Option<f64>,
    /// Probability that it is wrong, 0 to 1.
    pub expected_error: f64,
    /// Values to check.
    pub cost: u32,
    /// How many people have reviewed it.
    pub reviewers: u32,
}

/// The queue.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ReviewQueue"))]
pub struct Queue {
    /// In the order in which to look at them.
    pub entries: Vec<QueueEntry>,
    /// How many wait in all.
    pub waiting: u32,
    /// How many of those that are asked for have been reviewed.
    pub reviewed: u32,
    /// Errors that are expected among all that wait.
    pub expected_errors: f64,
}

/// What was asked of what: the same question of the same documents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Asked {
    /// SHA-256 of its words.
    question: Option<String>,
    answer_type: String,
    documents: Vec<String>,
}

impl Service {
    /// What waits for a person.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn review_queue(&self, request: &QueueRequest) -> Result<Queue, AppError> {
        let titles: BTreeMap<String, String> = self
            .vault()
            .documents()?
            .into_iter()
            .map(|document| (document.id, document.title))
            .collect();
        let mut queue = Queue {
            entries: Vec::new(),
            waiting: 0,
            reviewed: 0,
            expected_errors: 0.0,
        };
        let (mut seen, mut said) = (BTreeSet::new(), BTreeSet::new());
        let mut found: Vec<(Asked, QueueEntry, Standing)> = Vec::new();
        self.each_answer(&mut |record, asked| {
            let place = record.body.pointer("/batch/id").and_then(Value::as_str);
            let is_wanted = request.batch_id.is_none() || place == request.batch_id.as_deref();
            let is_newest = is_wanted && seen.insert(asked.clone());
            let is_reviewed = !self.vault().reviews_of(record.sequence)?.is_empty();
            if !is_newest && !is_reviewed {
                return Ok(());
            }
            let Some((entry, standing)) = self.queue_entry(record, &titles)? else {
                return Ok(());
            };
            if is_reviewed {
                said.insert((asked.clone(), entry.value.clone()));
            }
            if is_newest {
                found.push((asked, entry, standing));
            }
            Ok(())
        })?;
        for (asked, entry, standing) in found {
            // Asked again, with the same answer: what was said of it holds.
            let is_said =
                standing.reviews.is_empty() && said.contains(&(asked, entry.value.clone()));
            queue.take(entry, &standing, is_said, request);
        }
        queue.sort();
        queue.waiting = queue.entries.len() as u32;
        queue.expected_errors = queue.entries.iter().map(|one| one.expected_error).sum();
        if request.limit > 0 {
            queue.entries.truncate(request.limit as usize);
        }
        Ok(queue)
    }

    /// Calls `visit` with every answer and what it is the answer to, newest
    /// first.
    pub(super) fn each_answer(
        &self,
        visit: &mut dyn FnMut(&Record, Asked) -> Result<(), AppError>,
    ) -> Result<(), AppError> {
        let mut filter = RecordFilter {
            kind: Some(KIND_ANSWER.into()),
            ..RecordFilter::default()
        };
        loop {
            let block = self.vault().records(&filter, BLOCK)?;
            let Some(last) = block.last() else {
                return Ok(());
            };
            filter.before_sequence = Some(last.sequence);
            for record in &block {
                let question = record.body.pointer("/contents/question/sha256");
                let asked = Asked {
                    question: question.map(Value::to_string),
                    answer_type: text_of(&record.body, "answer_type"),
                    documents: self.vault().documents_of(record.sequence)?,
                };
                visit(record, asked)?;
            }
        }
    }

    /// None: its text was erased, so there is nothing to look at.
    fn queue_entry(
        &self,
        record: &Record,
        titles: &BTreeMap<String, String>,
    ) -> Result<Option<(QueueEntry, Standing)>, AppError> {
        let cancelled = text_of(&record.body, "failure_reason") == "cancelled";
        let question = self.question_of(record)?.filter(|_| !cancelled);
        let (Some(response), Some(question)) = (self.kept_json(record, "response")?, question)
        else {
            return Ok(None);
        };
        let standing = self.standing_of(record)?;
        let state = CellState::reviewed(&response, &standing);
        let answer_type = text_of(&response, "answer_type");
        let values: Vec<String> = kept_values::values(&response)
            .iter()
            .map(|value| words::value(value, &answer_type))
            .collect();
        let probability = response.get("probability").and_then(Value::as_f64);
        let between = if state == CellState::Conflict {
            " or "
        } else {
            "; "
        };
        let document_ids = self.vault().documents_of(record.sequence)?;
        let people: BTreeSet<&str> = standing
            .reviews
            .iter()
            .map(|review| review.reviewer.as_str())
            .collect();
        let entry = QueueEntry {
            answer_id: record.id.to_string(),
            time: record.time.clone(),
            question,
            documents: document_ids
                .iter()
                .filter_map(|id| titles.get(id).cloned())
                .collect(),
            document_ids,
            answer_type,
            value: (!values.is_empty()).then(|| values.join(between)),
            state,
            probability,
            expected_error: expected_error(state, probability),
            cost: (values.len() as u32).max(1),
            reviewers: people.len() as u32,
        };
        Ok(Some((entry, standing)))
    }
}

/// Probability that an answer is wrong.
fn expected_error(state: CellState, probability: Option<f64>) -> f64 {
    let unknown = match state {
        CellState::NotFound => 0.5,
        _ => 1.0,
    };
    probability.map_or(unknown, |right| 1.0 - right.clamp(0.0, 1.0))
}

impl Queue {
    fn take(
        &mut self,
        entry: QueueEntry,
        standing: &Standing,
        is_said: bool,
        request: &QueueRequest,
    ) {
        let person = request.second_opinion_of.as_deref();
        let mine = standing
            .reviews
            .iter()
            .any(|review| Some(review.reviewer.as_str()) == person);
        let is_reviewed = is_said || !standing.reviews.is_empty();
        let is_wanted = if standing.disputed {
            !mine
        } else if is_reviewed {
            person.is_some() && !mine
        } else {
            request.all || entry.state.needs_person()
        };
        if is_wanted {
            self.entries.push(entry);
        } else {
            self.reviewed += u32::from(is_reviewed);
        }
    }

    fn sort(&mut self) {
        let worth = |entry: &QueueEntry| entry.expected_error / f64::from(entry.cost);
        self.entries.sort_by(|one, other| {
            worth(other)
                .total_cmp(&worth(one))
                .then_with(|| one.time.cmp(&other.time))
                .then_with(|| one.answer_id.cmp(&other.answer_id))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, probability: f64, cost: u32) -> QueueEntry {
        QueueEntry {
            answer_id: id.into(),
            time: String::new(),
            question: String::new(),
            document_ids: Vec::new(),
            documents: Vec::new(),
            answer_type: "amount".into(),
            value: None,
            state: CellState::Check,
            probability: Some(probability),
            expected_error: expected_error(CellState::Check, Some(probability)),
            cost,
            reviewers: 0,
        }
    }

    #[test]
    fn what_finds_most_errors_for_each_value_that_is_checked_comes_first() {
        let mut queue = Queue {
            entries: vec![entry("a", 0.9, 1), entry("b", 0.2, 10), entry("c", 0.6, 1)],
            waiting: 0,
            reviewed: 0,
            expected_errors: 0.0,
        };
        queue.sort();
        let order: Vec<&str> = queue
            .entries
            .iter()
            .map(|one| one.answer_id.as_str())
            .collect();
        assert_eq!(order, ["c", "a", "b"]);
    }

    #[test]
    fn without_a_probability_it_counts_as_wrong_and_a_refusal_as_half() {
        for (state, probability, error) in [
            (CellState::Check, Some(0.7), 0.3),
            (CellState::Conflict, None, 1.0),
            (CellState::NotFound, None, 0.5),
            (CellState::Failed, None, 1.0),
        ] {
            let found = expected_error(state, probability);
            assert!((found - error).abs() < 1e-9, "{state:?}: {found}");
        }
    }
}
