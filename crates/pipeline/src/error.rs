//! What can go wrong on the way of a question. The program around the stages has errors of its
//! own, which pass through them unread.

use contract::{DraftError, RegistryError};
use engine::EngineError;
use firewall::FindingKind;

/// Why a question has no conclusion. Messages hold no text of a document.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// Something that was given cannot be used.
    #[error("{message}")]
    Input {
        /// What.
        message: String,
        /// What to do.
        help: String,
    },
    /// Inference.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// An answer type.
    #[error("{0}")]
    Type(#[from] RegistryError),
    /// A draft or the schema of one.
    #[error("{0}")]
    Draft(#[from] DraftError),
    /// A schema that cannot be compiled.
    #[error("{0}")]
    Schema(#[from] grammar::SchemaError),
    /// Evidence could not be selected.
    #[error("{0}")]
    Select(#[from] evidence::select::SelectError),
    /// The firewall refused every draft.
    #[error("no draft passed the checks")]
    Refused {
        /// What was found on the last draft, the first reason first.
        findings: Vec<FindingKind>,
    },
    /// What [`crate::Resources`] could not give: the error of whoever implements it.
    #[error("{0}")]
    Resource(Box<dyn std::error::Error + Send + Sync>),
}

impl StageError {
    /// An input error.
    pub fn input(message: impl Into<String>, help: impl Into<String>) -> StageError {
        StageError::Input {
            message: message.into(),
            help: help.into(),
        }
    }
}
