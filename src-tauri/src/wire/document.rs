//! Documents: how an import goes, what may be said of them, and the sample.

use crate::failure::Failure;
use app::{DocumentSummary, SkipReason};
use serde::Serialize;
use ts_rs::TS;

/// What metadata may be, so that a field can say what is wrong with it before it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct MetadataRules {
    /// Names of filters of their own, which are no keys.
    pub reserved_keys: Vec<String>,
    /// Longest key and longest value, in bytes of UTF-8.
    pub max_bytes: u32,
    /// The key that says what kind of knowledge a document is.
    pub knowledge_key: String,
    /// What a document is of which nobody said it.
    pub plain_knowledge: String,
    /// The kinds of knowledge that the policy lets be shown; documents of others are not
    /// asked.
    pub allowed_knowledge: Vec<String>,
}

/// How far the import of one file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ImportState {
    /// Others come first.
    Waiting,
    /// It is being read.
    Reading,
    /// It is in the list.
    Done,
    /// The same bytes were in the list before.
    AlreadyThere,
    /// It could not be read.
    Failed,
    /// The person stopped the import before it.
    Cancelled,
    /// It stands in a folder and is not imported.
    Skipped,
}

/// News of one file of an import.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ImportProgress {
    /// The file.
    pub path: String,
    /// Its name, for people.
    pub name: String,
    /// Size in bytes; 0 where it cannot be told.
    pub bytes: u64,
    /// How far it is.
    pub state: ImportState,
    /// The document, when it is in the list.
    pub document: Option<DocumentSummary>,
    /// Why it could not be read.
    pub failure: Option<Failure>,
    /// Why it was not tried.
    pub skipped: Option<SkipReason>,
}

/// The bundled sample as a file, and questions to put to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Sample {
    /// Where it was written.
    pub path: String,
    /// Questions in the order in which they are offered; the last is not
    /// answered by the sample.
    pub questions: Vec<String>,
}
