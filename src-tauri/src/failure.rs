//! What the window shows when something went wrong.

use serde::Serialize;
use ts_rs::TS;

/// The one error every command can end with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Failure {
    /// A stable word for programs and tests: `cancelled`, `unreadable`, ...
    pub kind: String,
    /// What happened, in words. Holds nothing of a document's text.
    pub message: String,
    /// What the person can do about it; empty when nothing is known.
    pub help: String,
}

impl Failure {
    /// A failure from its three parts.
    pub fn new(kind: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            kind: kind.to_owned(),
            message: message.into(),
            help: help.into(),
        }
    }
}

/// What every command answers.
pub type Reply<T> = Result<T, Failure>;
