//! Models and how they fit this machine.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A known model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelSummary {
    /// Its name.
    pub name: String,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Size of its file.
    pub size_bytes: u64,
    /// Its licence.
    pub licence: String,
    /// Where it comes from.
    pub source: String,
    /// `llama`, `bert`, ...
    pub architecture: String,
    /// The longest context it was made for, in tokens.
    pub context_tokens: u32,
    /// `answer`, `embed`, `reader`.
    pub purposes: Vec<String>,
    /// What it is good for, in words; may be empty.
    pub recommended_for: String,
    /// Memory it needs for a question.
    pub minimum_memory_bytes: u64,
    /// Purposes it is the default for.
    pub default_for: Vec<String>,
    /// Its file is where it should be (not whether it is sound).
    pub present: bool,
    /// Added by the user; the others stand in the catalogue.
    pub own: bool,
}

/// How a model fits this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelFit {
    /// Context it was estimated for, in tokens.
    pub context_tokens: u32,
    /// Bytes needed.
    pub needed_bytes: u64,
    /// Bytes the machine can give; null where it does not say.
    pub available_bytes: Option<u64>,
    /// Null where the machine does not say.
    pub fits: Option<bool>,
    /// The largest context that fits, in tokens.
    pub largest_context_tokens: Option<u64>,
}

/// How fast a model is here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelBench {
    /// Checking and loading its file.
    pub load_ms: u64,
    /// Tokens read in a second.
    pub prefill_tokens_per_second: f64,
    /// Tokens written in a second; null for a model that writes none.
    pub decode_tokens_per_second: Option<f64>,
    /// Tokens of the text it was measured on.
    pub prompt_tokens: u32,
    /// Threads used.
    pub threads: u32,
}
