//! Why a pattern cannot be used.

use thiserror::Error;

/// Why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum PatternError {
    /// No regular expression in any reading.
    #[error("the pattern does not parse: {what} at character {at}")]
    Syntax {
        /// What is wrong.
        what: &'static str,
        /// Characters before the place.
        at: usize,
    },
    /// Not regular, of another dialect, or too large.
    #[error("{what} cannot be said in a grammar")]
    Unsupported {
        /// What it is.
        what: &'static str,
    },
}
