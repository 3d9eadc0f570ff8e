//! Answer types, schemas and grammars.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A type of answer that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
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

/// How a keyword of a schema is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Enforcement {
    /// By the grammar.
    Enforced,
    /// It says nothing about instances.
    Annotation,
    /// By the validator only, after decoding.
    Residual,
}

/// What becomes of one keyword.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeywordReport {
    /// JSON Pointer of the keyword in the schema.
    pub pointer: String,
    /// How it is kept.
    pub enforcement: Enforcement,
    /// Why the grammar cannot say it, of a residual.
    pub reason: Option<String>,
}

/// Where a rule of the grammar comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleSource {
    /// Name of the rule.
    pub rule: String,
    /// JSON Pointer into the schema; null for rules of the compiler's own.
    pub pointer: Option<String>,
    /// First line of the rule in the GBNF, 1-based, its comment included.
    pub first_line: u32,
    /// Last line.
    pub last_line: u32,
}

/// A compiled schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CompiledSchema {
    /// The grammar.
    pub gbnf: String,
    /// What becomes of each keyword.
    pub report: Vec<KeywordReport>,
    /// Where its rules come from.
    pub rules: Vec<RuleSource>,
}

/// An answer type in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnswerTypeDetail {
    /// The type.
    pub answer_type: AnswerType,
    /// JSON Schema of one value, pretty-printed.
    pub schema: String,
}

/// A place where an instance breaks the schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Violation {
    /// JSON Pointer into the instance.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
}

/// What grammar and validator say of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Whitespace {
    /// One space after `:` and `,`.
    Spaced,
    /// None.
    Compact,
    /// Whatever JSON allows, within limits.
    Any,
}
