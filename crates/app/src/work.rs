//! Acts that may take minutes and are no question: what they tell of
//! themselves, and how they are ended.
//!
//! Ended anywhere, each of them leaves things as they were: most only read, and
//! a copy that is not whole is taken away.

use engine::decoder::Control;
use serde::Serialize;

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WorkStage {
    /// Waiting for the model, which another act holds.
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
    /// Passages get what a search by meaning needs.
    Embed,
}

/// How far a long act is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "WorkProgress"))]
pub struct Work {
    /// What is being done.
    pub stage: WorkStage,
    /// Done of it, in bytes or tokens.
    pub done: u64,
    /// In all; none where the end is not known.
    pub total: Option<u64>,
}

impl Work {
    /// Work whose end is not known.
    pub fn endless(stage: WorkStage) -> Work {
        Work {
            stage,
            done: 0,
            total: None,
        }
    }
}

/// Receives progress, and says whether to go on.
pub type OnWork<'a> = dyn FnMut(Work) -> Control + 'a;
