//! What the program and the process that reads for it say to each other: a line each.

use super::ocr::Ocr;
use evidence::Document;
use serde::{Deserialize, Serialize};

/// First line to a worker; the file's bytes follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub file: String,
    pub size: u64,
    pub memory_bytes: u64,
    pub processor_seconds: u64,
    pub ocr: Ocr,
}

/// A line from a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// It is alive.
    Progress,
    /// The document.
    Read(Box<Document>),
    /// The file cannot be read.
    Refused { message: String, help: String },
}
