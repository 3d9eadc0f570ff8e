//! What is asked of what, and how far it is.

use super::question::BatchQuestion;
use crate::request::AskRequest;
use engine::decoder::Control;
use serde::Serialize;
use std::path::PathBuf;

/// Most cells of a batch: as many as a sheet of XLSX has rows.
pub const MAX_CELLS: u32 = 1_000_000;

/// What to ask of what.
#[derive(Debug, Clone)]
pub struct BatchRequest {
    /// Files, and folders of files (hidden ones are left out).
    pub documents: Vec<PathBuf>,
    /// Ids of documents that are in the vault already, asked after these.
    pub stored: Vec<String>,
    /// Asked of each document, in this order.
    pub questions: Vec<BatchQuestion>,
    /// The table: `.jsonl`, `.csv`, `.xlsx` or `.parquet`.
    pub out: PathBuf,
    /// Go on with the last batch of the same plan, where there is one.
    pub resume: bool,
    /// What holds for every question: model, policy, calibration, rates. What a
    /// question says of itself replaces what stands here.
    pub common: AskRequest,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchPhase {
    /// Told once, before anything is done; counted in cells.
    Begin,
    /// Reading the documents; counted in documents.
    Read,
    /// Asking; counted in cells.
    Ask,
    /// Writing the table; counted in cells.
    Write,
}

/// Where a batch stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BatchProgress {
    /// What is being done.
    pub phase: BatchPhase,
    /// Documents read, or cells done, those of earlier runs among them.
    pub done: u32,
    /// Documents or cells in all.
    pub total: u32,
    /// Cells a minute in this run; none before the first is done.
    pub per_minute: Option<f64>,
    /// Estimate of the seconds that asking will take yet: by this run, and before its first
    /// cell is done by the last answers on this machine; none where there are none.
    pub remaining_seconds: Option<u64>,
    /// The document under way, as the caller named it.
    pub document: String,
}

/// Receives progress, and says whether to go on. Called often (with every
/// token), so that cancelling takes effect at once.
pub type OnProgress<'a> = dyn FnMut(&BatchProgress) -> Control + 'a;
