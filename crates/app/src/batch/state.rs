//! What is to be said of a cell in one word.

use crate::response::Status;
use crate::review::said::{Standing, Verdict};
use serde::Serialize;
use serde_json::Value;

/// Status of a cell that was not asked yet.
pub(super) const WAITING: &str = "WAITING";

/// How far a cell can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CellState {
    /// An answer that needs nobody to look at it.
    Sure,
    /// An answer that a person must check.
    Check,
    /// The document contradicts itself.
    Conflict,
    /// The document does not say.
    NotFound,
    /// Nothing was sure enough to be an answer.
    Unsure,
    /// It could not be asked or answered.
    Failed,
    /// It was not asked yet.
    Waiting,
    /// A person said that it is right.
    Confirmed,
    /// A person gave the right value.
    Corrected,
    /// A person said that it is wrong.
    Rejected,
    /// A person said that the documents do not hold it.
    Absent,
    /// People said different things of it.
    Disputed,
}

impl CellState {
    /// All of them, in the order of a legend.
    pub const ALL: [CellState; 12] = [
        CellState::Sure,
        CellState::Check,
        CellState::Conflict,
        CellState::NotFound,
        CellState::Unsure,
        CellState::Failed,
        CellState::Waiting,
        CellState::Confirmed,
        CellState::Corrected,
        CellState::Rejected,
        CellState::Absent,
        CellState::Disputed,
    ];

    /// Of a public response and what people said of it.
    pub fn reviewed(response: &Value, standing: &Standing) -> CellState {
        match standing.verdict() {
            _ if standing.disputed => CellState::Disputed,
            Some((Verdict::Confirm, _)) => CellState::Confirmed,
            Some((Verdict::Correct, _)) => CellState::Corrected,
            Some((Verdict::Reject, _)) => CellState::Rejected,
            Some((Verdict::Absent, _)) => CellState::Absent,
            None => CellState::of(response),
        }
    }

    /// Of a public response.
    pub fn of(response: &Value) -> CellState {
        let holds = |place: &str| response.pointer(place) == Some(&Value::Bool(true));
        let items = response.pointer("/answer/items").and_then(Value::as_array);
        let needs_review = holds("/needs_human_review");
        let status = response.get("status").and_then(Value::as_str);
        if Status::of(response) == Some(Status::Failed) {
            CellState::Failed
        } else if status == Some(WAITING) {
            CellState::Waiting
        } else if holds("/answer/conflicting_evidence") {
            CellState::Conflict
        } else if items.is_none_or(Vec::is_empty) {
            if needs_review {
                CellState::Unsure
            } else {
                CellState::NotFound
            }
        } else if needs_review {
            CellState::Check
        } else {
            CellState::Sure
        }
    }

    /// Whether the document gives a value, so far as is known.
    pub fn has_value(self) -> bool {
        matches!(
            self,
            CellState::Sure
                | CellState::Check
                | CellState::Conflict
                | CellState::Confirmed
                | CellState::Corrected
                | CellState::Disputed
        )
    }

    /// In the words of a table.
    pub fn words(self) -> &'static str {
        match self {
            CellState::Sure => "sure",
            CellState::Check => "check",
            CellState::Conflict => "contradicts itself",
            CellState::NotFound => "not found",
            CellState::Unsure => "not sure enough",
            CellState::Failed => "failed",
            CellState::Waiting => "not asked yet",
            CellState::Confirmed => "confirmed",
            CellState::Corrected => "corrected",
            CellState::Rejected => "rejected",
            CellState::Absent => "not in the document",
            CellState::Disputed => "disputed",
        }
    }

    /// What it means, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            CellState::Sure => "Answered; nobody needs to look at it.",
            CellState::Check => "Answered; a person must check it.",
            CellState::Conflict => "The document gives several values; a person must choose.",
            CellState::NotFound => "Nothing in the document answers it.",
            CellState::Unsure => "Nothing was sure enough to be an answer; a person must look.",
            CellState::Failed => "It could not be read or answered; the linked row says why.",
            CellState::Waiting => "It was not asked yet.",
            CellState::Confirmed => "A person said that it is right.",
            CellState::Corrected => "A person gave this value in place of the answer.",
            CellState::Rejected => "A person said that the answer is wrong.",
            CellState::Absent => "A person said that the document does not hold it.",
            CellState::Disputed => "People said different things of it; the linked row has both.",
        }
    }

    /// Whether a person has to look at it.
    pub fn needs_person(self) -> bool {
        matches!(
            self,
            CellState::Check
                | CellState::Conflict
                | CellState::Unsure
                | CellState::Failed
                | CellState::Disputed
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_state_follows_from_the_response() {
        let answer = |items: Value, conflict: bool| json!({ "items": items, "conflicting_evidence": conflict });
        for (status, answer, review, state) in [
            ("OK", answer(json!([1]), false), false, CellState::Sure),
            ("OK", answer(json!([1]), false), true, CellState::Check),
            ("OK", answer(json!([1, 2]), true), true, CellState::Conflict),
            ("OK", answer(json!([]), false), false, CellState::NotFound),
            ("OK", answer(json!([]), false), true, CellState::Unsure),
            ("NO_EVIDENCE", Value::Null, false, CellState::NotFound),
            ("FAILED", Value::Null, true, CellState::Failed),
            (WAITING, Value::Null, false, CellState::Waiting),
        ] {
            let response =
                json!({ "status": status, "answer": answer, "needs_human_review": review });
            assert_eq!(CellState::of(&response), state, "{response}");
        }
    }
}
