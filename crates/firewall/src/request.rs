//! What a draft is checked against: the contract, the evidence and the policy.

use contract::AnswerShape;
use contract::structured::Presentation;
use evidence::{AnswerBundle, Policy};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a draft is checked against.
#[derive(Debug, Clone, Copy)]
pub struct CheckRequest<'a> {
    /// The `answer_type` of the question.
    pub answer_type: &'a str,
    /// How values are arranged; decides whether several items need a conflict.
    pub shape: AnswerShape,
    /// JSON Schema (2020-12 where it names none) of one item's value.
    pub answer_schema: &'a Value,
    /// The evidence the model was shown, and nothing else.
    pub evidence: &'a AnswerBundle,
    /// The labels of a `classification`; empty for other types.
    pub labels: &'a [String],
    /// Currencies that code converted to, at the rates that a person gave; a
    /// computed amount may be in one of them.
    pub converted_to: &'a [String],
    /// How a `structured_answer` was wanted.
    pub presentation: Presentation,
    /// Calibrated relevance of the passages, by their anchors: what a
    /// `structured_answer` must repeat.
    pub relevance: &'a BTreeMap<String, f64>,
    /// Limits and thresholds.
    pub policy: &'a Policy,
}
