//! Answer types, schemas and grammars.

use app::compile::{self, RuleSource, Violation};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A type of answer that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct AnswerType {
    /// Key of the type registry.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// The user's own; the others are built in.
    pub own: bool,
}

/// An answer type in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct AnswerTypeDetail {
    /// The type.
    pub answer_type: AnswerType,
    /// JSON Schema of one value, pretty-printed.
    pub schema: String,
}

/// A compiled schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CompiledSchema {
    /// The grammar, and what becomes of each keyword.
    #[serde(flatten)]
    pub compiled: compile::CompiledSchema,
    /// Where the rules of the grammar come from.
    pub rules: Vec<RuleSource>,
}

/// What grammar and validator say of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct InstanceVerdict {
    /// The whole instance is in the grammar's language.
    pub accepted: bool,
    /// Where the instance leaves the language, in UTF-16 units from its start;
    /// its length when it merely ends too early.
    pub offset: u32,
    /// 1-based line of that place.
    pub line: u32,
    /// 1-based column of that place, in characters.
    pub column: u32,
    /// In words.
    pub reason: String,
    /// What the validator finds besides; null when the instance is not JSON.
    pub violations: Option<Vec<Violation>>,
}

/// What goes between tokens of the JSON that a grammar accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Whitespace {
    /// One space after `:` and `,`.
    Spaced,
    /// None.
    Compact,
    /// Whatever JSON allows, within limits.
    Any,
}

impl From<Whitespace> for compile::Whitespace {
    fn from(whitespace: Whitespace) -> Self {
        match whitespace {
            Whitespace::Spaced => Self::Spaced,
            Whitespace::Compact => Self::Compact,
            Whitespace::Any => Self::Any,
        }
    }
}
