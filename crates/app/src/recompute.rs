//! Stored steps computed again, without a model: with the rates that stand in the record, or
//! with others.

use crate::error::AppError;
use crate::service::Service;
use compute::{Computation, Done, Rates};
use pipeline::trace::Trace;
use serde_json::json;

/// Whether stored steps still give what was stored.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Recomputation {
    /// The record.
    pub record_id: String,
    /// Nothing differs; with other rates, the result is the same.
    pub equal: bool,
    /// What differs, in plain words.
    pub deviations: Vec<String>,
    /// The steps, in plain words: those that are stored, or, with other rates,
    /// those that were done now.
    pub steps: Vec<String>,
    /// Their result, with its type.
    pub result: serde_json::Value,
}

impl Service {
    /// Computes the steps of a recorded answer again, without a model: with the
    /// rates that stand in it, or with others.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a record without steps or whose contents were
    /// erased, [`AppError::Vault`].
    pub fn recompute(
        &self,
        record_id: &str,
        rates: Option<&Rates>,
    ) -> Result<Recomputation, AppError> {
        let record = self.record(record_id)?;
        let hash = Trace::of(&record.id.to_string(), &record.body)?
            .computation_sha256
            .ok_or_else(|| {
                AppError::input(
                    "nothing was computed for this answer",
                    "choose a record whose extraction method is `computed`",
                )
            })?;
        let bytes = self.vault().content(&hash)?.ok_or_else(|| {
            AppError::input(
                "the contents of this record were erased",
                "its hash stays in the audit trail",
            )
        })?;
        let stored: Computation = serde_json::from_slice(&bytes).map_err(|_| {
            AppError::input(
                "the stored steps cannot be read",
                "run `attest audit verify`",
            )
        })?;
        let (computed, deviations) = if rates.is_some() {
            let again = compute::run_again(&stored, rates)
                .map_err(|error| AppError::input(error.to_string(), error.problem.help()))?;
            (again, Vec::new())
        } else {
            let deviations = compute::recompute(&stored).err().unwrap_or_default();
            (stored.clone(), deviations)
        };
        let told = |done: &Done| [vec![done.explanation.clone()], done.notes.clone()].concat();
        Ok(Recomputation {
            record_id: record_id.to_owned(),
            equal: deviations.is_empty() && computed.result == stored.result,
            deviations: deviations.iter().map(ToString::to_string).collect(),
            steps: computed.steps.iter().flat_map(told).collect(),
            result: json!(computed.result),
        })
    }
}
