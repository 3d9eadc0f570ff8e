//! How long answers take on this machine: what an estimate is made from
//! before the first cell is asked.

use crate::error::AppError;
use crate::service::Service;
use serde::Serialize;
use serde_json::Value;
use vault::{KIND_ANSWER, RecordFilter};

/// The last answers that are looked at.
const LAST: u32 = 100;

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
        let filter = RecordFilter {
            kind: Some(KIND_ANSWER.into()),
            ..RecordFilter::default()
        };
        let records = self.vault().records(&filter, LAST)?;
        let took = records.iter().filter_map(|record| {
            let failed = record.body.get("decision").and_then(Value::as_str) == Some("failed");
            let took = record
                .body
                .pointer("/latency/total_ms")
                .and_then(Value::as_u64);
            took.filter(|_| !failed)
        });
        Ok(middle(took.collect()))
    }
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

    #[test]
    fn an_estimate_is_the_middle_of_what_was_measured() {
        let pace = middle(vec![9000, 100, 300]).unwrap();
        assert_eq!((pace.answer_ms, pace.answers), (300, 3));
        assert_eq!((pace.seconds(10), pace.seconds(11)), (3, 4));
        assert_eq!(middle(Vec::new()), None);
    }
}
