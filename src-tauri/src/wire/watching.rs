//! Folders that are watched for collections.

use crate::failure::Failure;
use app::{DocumentSummary, SkipReason};
use serde::Serialize;
use ts_rs::TS;

/// News of a folder that is watched.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct WatchNews {
    /// The collection that it is watched for.
    pub collection: String,
    /// What happened.
    pub event: WatchEvent,
}

/// What happened in a watched folder.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WatchEvent {
    /// It was looked at.
    Looked {
        /// Files that are being written, or were new at this look: the next one takes them.
        waiting: u32,
    },
    /// A file was imported.
    Imported {
        /// Its name.
        name: String,
        /// The document.
        document: Box<DocumentSummary>,
        /// The same bytes were there before.
        already_there: bool,
    },
    /// A file could not be imported.
    Failed {
        /// Its name.
        name: String,
        /// Why.
        failure: Failure,
    },
    /// A file is not imported.
    Skipped {
        /// Its name.
        name: String,
        /// Why.
        reason: SkipReason,
    },
    /// A person removed or erased the document of a file, which is left out.
    TakenOut {
        /// Its name.
        name: String,
    },
    /// The folder cannot be looked at.
    Unreachable {
        /// Why.
        failure: Failure,
    },
}
