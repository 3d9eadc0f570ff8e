//! What code knows when it completes an answer in prose.

use crate::category::LabelSet;
use crate::triage::Triage;
use evidence::EvidenceChunk;
use std::collections::BTreeMap;

/// What code knows when it completes an answer.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The keywords of the question; for a support reply, of the customer's
    /// message.
    pub keywords: &'a [String],
    /// The evidence that was shown.
    pub chunks: &'a [EvidenceChunk],
    /// The categories a support reply knows.
    pub categories: &'a LabelSet,
    /// What the message is about; only a support reply uses it.
    pub triage: &'a Triage,
    /// Calibrated relevance of the passages, by their anchors.
    pub relevance: &'a BTreeMap<String, f64>,
}
