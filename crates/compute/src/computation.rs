//! What was computed: the steps that were done, with everything they used.

use super::rates::Conversion;
use super::step::Step;
use super::typed::{Extracted, Typed};
use serde::{Deserialize, Serialize};

/// The form of a stored [`Computation`]; a reader refuses any other.
pub const COMPUTATION_VERSION: u32 = 1;

/// A step that was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The step.
    pub step: Step,
    /// The values its inputs stood for, before any conversion.
    pub used: Vec<Typed>,
    /// The result.
    pub output: Typed,
    /// What was done, in plain words.
    pub explanation: String,
    /// What was taken for granted, in plain words; caveats of the answer.
    pub notes: Vec<String>,
    /// Conversions between currencies that the step needed.
    pub conversions: Vec<Conversion>,
}

/// All steps of an answer with everything they used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Computation {
    /// [`COMPUTATION_VERSION`].
    pub version: u32,
    /// What was extracted, by extraction.
    pub extractions: Vec<Extracted>,
    /// The steps in order.
    pub steps: Vec<Done>,
    /// The output of the last step.
    pub result: Typed,
}

impl Computation {
    /// Codes of the currencies that amounts were converted to, each once.
    pub fn converted_to(&self) -> Vec<String> {
        let conversions = self.steps.iter().flat_map(|done| &done.conversions);
        let mut codes: Vec<String> = conversions.map(|one| one.to.clone()).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
