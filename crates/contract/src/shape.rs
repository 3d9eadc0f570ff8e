//! How the values of an answer are arranged, and where they come from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How values are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerShape {
    /// One value (several only where the document contradicts itself).
    Single,
    /// A list of values.
    Listing,
    /// Rows and columns.
    Table,
    /// Labels with children.
    Tree,
    /// Whatever a user's JSON Schema says.
    NestedJson,
}

/// Where the values come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtractionMethod {
    /// Stands word for word in the evidence.
    Verbatim,
    /// Combines elements of the evidence.
    Computed,
    /// Not explicit; a person should look.
    Inferred,
    /// No answer.
    Na,
}
