//! A comparison that a person opened.

use lab::compare::Comparison;
use serde::Serialize;
use ts_rs::TS;

/// A finished comparison and where it lies.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct OpenedComparison {
    /// Its folder.
    pub folder: String,
    /// What came of it.
    pub comparison: Comparison,
}
