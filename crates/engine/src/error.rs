//! What can go wrong in inference.

use serde::{Deserialize, Serialize};

/// Why a request failed. No variant holds text of a document or a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum EngineError {
    /// The worker process could not be started.
    #[error("the inference process could not be started: {0}")]
    Start(String),
    /// The worker process ended in the middle of a request.
    #[error("the inference process ended unexpectedly ({0})")]
    Crashed(String),
    /// llama.cpp refused the model file.
    #[error("the model could not be loaded: {0}")]
    Load(String),
    /// The model's file is not, or is no longer, the one that was checked.
    #[error("the model's file was changed while it was in use")]
    Altered,
    /// The prompt and the room kept for the answer do not fit the context.
    #[error("the prompt needs {needed} tokens, the context has room for {available}")]
    Context {
        /// Tokens needed.
        needed: u32,
        /// Tokens available.
        available: u32,
    },
    /// The grammar text was refused, or a decision does not fit it.
    #[error("the answer grammar cannot be used: {0}")]
    Grammar(String),
    /// llama.cpp reported an error while decoding.
    #[error("decoding failed: {0}")]
    Decode(String),
    /// The draft reached the limit on output tokens before the grammar let it
    /// end.
    #[error("the answer was cut off after {0} tokens")]
    TooLong(u32),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A server that answers in place of a model of this machine did not. No worker says this.
    #[serde(skip)]
    #[error("{}", .0.message)]
    Served(ServedFault),
    /// The worker said something this version does not understand.
    #[error("the inference process and the program do not understand each other: {0}")]
    Protocol(String),
}

/// Why a server that answers in place of a model of this machine did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedFault {
    /// A stable word for programs.
    pub kind: &'static str,
    /// What.
    pub message: String,
    /// What to do.
    pub help: &'static str,
    /// Whether it belongs to this request, so that others may do better.
    pub is_of_one_request: bool,
}
