//! How long answers take on this machine: what an estimate is made from
//! before the first cell is asked.

use crate::error::AppError;
use crate::service::Service;
use serde::Serialize;
use serde_json::Value;
use vault::{KIND_ANSWER, RecordFilter};

/// The last answers that are looked at.
const LAST: u32 = 100;
/// Answers of a type that say how long one of this type takes; fewer say less than all together.
const ENOUGH: usize = 3;

/// How long answers took of late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Pace {
    /// The middle one of them, in milliseconds.
    pub answer_ms: u64,
    /// How many answers that is taken from.
    pub answers: u32,
}

impl Pace {
    /// Seconds that so many answers will take; reading documents for the first
    /// time comes on top.
    pub fn seconds(self, answers: u32) -> u64 {
        (self.answer_ms.saturating_mul(u64::from(answers))).div_ceil(1000)
    }
}

impl Service {
    /// How long the last answers took; none where nothing was asked yet.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn pace(&self) -> Result<Option<Pace>, AppError> {
        self.pace_of(None)
    }

    /// As [`Service::pace`], of answers of this type where there are enough of them (3 of the
    /// last 100): a text that is written takes longer than a date that is found.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn pace_of(&self, answer_type: Option<&str>) -> Result<Option<Pace>, AppError> {
        let filter = RecordFilter {
            kind: Some(KIND_ANSWER.into()),
            ..RecordFilter::default()
        };
        let records = self.vault().records(&filter, LAST)?;
        let took = records.iter().filter_map(|record| took(&record.body));
        Ok(of_type(took.collect(), answer_type))
    }
}

/// The type of an answer and its milliseconds; none of one that failed.
fn took(body: &Value) -> Option<(&str, u64)> {
    let text = |name: &str| body.get(name).and_then(Value::as_str);
    if text("decision") == Some("failed") {
        return None;
    }
    let took = body.pointer("/latency/total_ms")?.as_u64()?;
    Some((text("answer_type").unwrap_or_default(), took))
}

/// The pace of a type, where enough answers are of it; else of all.
fn of_type(took: Vec<(&str, u64)>, answer_type: Option<&str>) -> Option<Pace> {
    let alike = took
        .iter()
        .filter(|(name, _)| Some(*name) == answer_type)
        .map(|(_, took)| *took)
        .collect::<Vec<_>>();
    if alike.len() >= ENOUGH {
        return middle(alike);
    }
    middle(took.into_iter().map(|(_, took)| took).collect())
}

fn middle(mut took: Vec<u64>) -> Option<Pace> {
    took.sort_unstable();
    let answer_ms = *took.get(took.len() / 2)?;
    let answers = took.len() as u32;
    Some(Pace { answer_ms, answers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_estimate_is_the_middle_of_what_was_measured() {
        let pace = middle(vec![9000, 100, 300]).unwrap();
        assert_eq!((pace.answer_ms, pace.answers), (300, 3));
        assert_eq!((pace.seconds(10), pace.seconds(11)), (3, 4));
        assert_eq!(middle(Vec::new()), None);
    }

    #[test]
    fn a_type_has_a_pace_of_its_own_once_enough_answers_are_of_it() {
        let mut answers = vec![("text", 9000), ("date", 100), ("date", 120), ("text", 8000)];
        let pace = of_type(answers.clone(), Some("date")).unwrap();
        assert_eq!((pace.answer_ms, pace.answers), (8000, 4));
        answers.push(("date", 110));
        let pace = of_type(answers.clone(), Some("date")).unwrap();
        assert_eq!((pace.answer_ms, pace.answers), (110, 3));
        assert_eq!(of_type(answers, None).unwrap().answers, 5);
        assert_eq!(of_type(Vec::new(), Some("date")), None);
    }

    #[test]
    fn an_answer_that_failed_says_nothing_of_the_pace() {
        let body = |decision: &str| json!({ "decision": decision, "answer_type": "date", "latency": { "total_ms": 7 } });
        assert_eq!(took(&body("answer")), Some(("date", 7)));
        assert_eq!(took(&body("failed")), None);
        assert_eq!(took(&json!({})), None);
    }
}
