//! What a person asks.

use app::{AnswerShape, Condition};
use serde::Deserialize;
use ts_rs::TS;

/// What is asked of which documents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub text: String,
    /// Documents to ask, by id; at least one.
    pub document_ids: Vec<String>,
    /// Key of the type registry; null: read from the question.
    pub answer_type: Option<String>,
    /// Null: the type's own, or what the question says.
    #[ts(as = "Option<String>")]
    pub answer_shape: Option<AnswerShape>,
    /// Labels of a classification; empty: those in the question.
    pub labels: Vec<String>,
    /// Model by name; null: the default for answers.
    pub model: Option<String>,
    /// Conditions in place of those that the question says; empty: none. Null:
    /// as the question says.
    pub conditions: Option<Vec<Condition>>,
}
