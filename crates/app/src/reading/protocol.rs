//! What the program and the process that reads for it say to each other: a message each.

use super::ocr::Ocr;
use evidence::Document;
use serde::{Deserialize, Serialize};

/// First message to a worker; the file's bytes are the second.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub file: String,
    pub memory_bytes: u64,
    pub processor_seconds: u64,
    pub ocr: Ocr,
}

/// A message from a worker.
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
