//! Comparisons: what a person starts, how far it is, and what came of it.

use lab::compare::{CaseCount, Comparison, Ratings, Shown};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a person wants to be compared.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewComparison {
    /// Models by name, two at least.
    pub models: Vec<String>,
    /// File of the cases; null: what people said of answers.
    pub cases_file: Option<String>,
    /// Folder of the comparison; one that was begun there goes on.
    pub folder: String,
    /// As the program ships, a reader chooses among values; else each model chooses itself.
    pub as_shipped: bool,
}

/// A file of cases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CasesFile {
    /// Where it lies.
    pub path: String,
    /// How much it asks.
    pub count: CaseCount,
}

/// How far a comparison is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ComparisonProgress {
    /// Documents are read before anything is asked.
    pub reading: bool,
    /// The document, or the contestant that is asked.
    pub what: String,
    /// Documents read, or answers that are there.
    pub done: u32,
    /// In all.
    pub total: u32,
}

/// A finished comparison and where it lies.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct OpenedComparison {
    /// Its folder.
    pub folder: String,
    /// What came of it.
    pub comparison: Comparison,
    /// What people said who chose between its answers without seeing whose they are; null where
    /// nobody did.
    pub ratings: Option<Ratings>,
}

/// How far the blind comparison of a folder is.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct BlindState {
    /// The next two answers to choose between; null: all are decided.
    pub next: Option<Shown>,
    /// Pairs that are decided.
    pub decided: u32,
    /// Pairs in all.
    pub pairs: u32,
}
