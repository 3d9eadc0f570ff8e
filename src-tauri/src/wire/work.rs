//! Long acts that are no question and no import.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WorkStage {
    /// Waiting for the model, which a question holds.
    Wait,
    /// The audit trail is checked.
    Verify,
    /// A model's file is read and hashed.
    Hash,
    /// A model's file is copied to its place.
    Copy,
    /// A model is loaded.
    Load,
    /// A model reads.
    Read,
    /// A model writes.
    Write,
}

/// How far a long act is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WorkProgress {
    /// What is being done.
    pub stage: WorkStage,
    /// Done of it; comparable with `total` only.
    pub done: u64,
    /// In all; null where the end is not known.
    pub total: Option<u64>,
}
