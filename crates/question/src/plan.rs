//! What a question has computed: extractions, and steps over them.

use super::extraction::Extraction;
use compute::{Input, Operation, Step};

/// Extractions, steps, and the type of the last result.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    pub(super) extractions: Vec<Extraction>,
    pub(super) steps: Vec<Step>,
    pub(super) result_type: String,
}

/// The one value of an extraction.
pub(super) fn only(extraction: usize) -> Input {
    Input::Only { extraction }
}

/// A plan of one step over its extractions.
pub(super) fn one_step(
    extractions: Vec<Extraction>,
    operation: Operation,
    inputs: Vec<Input>,
    result_type: &str,
) -> Plan {
    Plan {
        extractions,
        steps: vec![Step { operation, inputs }],
        result_type: result_type.into(),
    }
}
