//! Why a user's schema or a model's draft cannot be used.

/// Why a schema or a draft cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// A user's schema uses something that cannot be embedded.
    #[error(
        "the schema cannot be used for answers: `{keyword}` at {pointer} is not supported here"
    )]
    Keyword {
        /// The keyword.
        keyword: String,
        /// JSON Pointer of the place.
        pointer: String,
    },
    /// The draft is not of the draft schema's form. Never quotes the draft.
    #[error("the draft has not the agreed form (at line {line}, column {column})")]
    Form {
        /// Line of the draft.
        line: usize,
        /// Column of the draft.
        column: usize,
    },
}
