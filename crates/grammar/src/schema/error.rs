//! Why a schema does not compile, and where.

use thiserror::Error;

/// A located error of the schema compiler.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{pointer:?}{}: {kind}; {help}", .keyword.as_deref().map(|one| format!(" (keyword `{one}`)")).unwrap_or_default())]
pub struct SchemaError {
    /// JSON Pointer of the schema (empty: the whole).
    pub pointer: String,
    /// The keyword, where one is to blame.
    pub keyword: Option<String>,
    /// What is wrong.
    pub kind: SchemaErrorKind,
    /// What to do about it.
    pub help: &'static str,
}

/// What is wrong with a schema.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SchemaErrorKind {
    /// The keyword's value has the wrong form.
    #[error("{wanted} was expected")]
    Malformed {
        /// What was expected.
        wanted: &'static str,
    },
    /// A reference that leads nowhere in this document.
    #[error("the reference {reference:?} leads nowhere in this schema")]
    Reference {
        /// The reference as written.
        reference: String,
    },
    /// No value satisfies the schema.
    #[error("nothing satisfies it: {reason}")]
    Unsatisfiable {
        /// The contradiction.
        reason: String,
    },
    /// Schemas that refer to each other without a value in between.
    #[error("it refers to itself without a value in between")]
    Loop,
    /// Evidence is asked for and was not given, or cannot be quoted.
    #[error("{reason}")]
    Evidence {
        /// Why.
        reason: String,
    },
    /// A limit was met.
    #[error("{what} is above the limit of {limit}")]
    TooLarge {
        /// What was counted.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// The rules made of the schema are no grammar.
    #[error("{reason}")]
    Grammar {
        /// Why.
        reason: String,
    },
}

impl SchemaError {
    pub(super) fn malformed(pointer: &str, keyword: &str, wanted: &'static str) -> Self {
        Self {
            pointer: pointer.to_owned(),
            keyword: Some(keyword.to_owned()),
            kind: SchemaErrorKind::Malformed { wanted },
            help: "correct the schema",
        }
    }

    pub(super) fn too_large(pointer: &str, what: &'static str, limit: usize) -> Self {
        Self {
            pointer: pointer.to_owned(),
            keyword: None,
            kind: SchemaErrorKind::TooLarge { what, limit },
            help: "make the schema smaller, or raise the limit",
        }
    }

    pub(super) fn unsatisfiable(pointer: &str, reason: String) -> Self {
        Self {
            pointer: pointer.to_owned(),
            keyword: None,
            kind: SchemaErrorKind::Unsatisfiable { reason },
            help: "relax one of the keywords that contradict each other",
        }
    }
}
