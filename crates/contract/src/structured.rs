//! `structured_answer`: an answer with its citations and the steps that led
//! to it (spec 1, "Other contracts").

use crate::AnswerShape;
use crate::registry::AnswerType;
use crate::schema::{require_all, schema_of};
use evidence::{EvidenceChunk, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Key of the type.
pub const NAME: &str = "structured_answer";

/// The value of a `structured_answer`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StructuredAnswer {
    /// The answer in words, without anchors.
    pub answer: String,
    /// 0..=1, the same as the answer's own `confidence`.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
    /// What it stands on, in the order of the statements; no two the same.
    pub citations: Vec<Reference>,
    /// How it came about; null where there was one step only.
    pub reasoning_steps: Option<Vec<ReasoningStep>>,
    /// How `answer` is written.
    pub format_type: FormatType,
    /// What a program may want to know, by name; never text of a document.
    pub metadata: BTreeMap<String, Value>,
}

/// How the words of an answer are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormatType {
    /// Sentences, one after the other.
    Plain,
    /// A Markdown list of statements.
    Markdown,
    /// JSON in a string.
    Structured,
}

/// A passage that a structured answer stands on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// Id of the document.
    pub document_id: String,
    /// Its title, for people.
    pub document_title: String,
    /// The quoted words, as they stand in the lines.
    pub excerpt: String,
    /// 1-based page of the first cited line.
    pub page_number: u32,
    /// Similarity of the passage to the question, 0..=1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub relevance_score: f64,
    /// Id of the chunk the lines belong to.
    pub chunk_id: String,
}

/// One step from evidence to answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasoningStep {
    /// From 1, without gaps.
    #[schemars(range(min = 1))]
    pub step_number: u32,
    /// Why the passage was taken.
    pub thought: String,
    /// The statement that follows from it.
    pub conclusion: String,
    /// What the step stands on: some of the answer's citations.
    pub citations: Vec<Reference>,
}

/// The registry's line.
pub(crate) fn answer_type() -> AnswerType {
    AnswerType {
        name: NAME.into(),
        title: "Structured answer".into(),
        description: "An answer in words with citations and reasoning steps.".into(),
        shape: AnswerShape::Single,
        value_schema: require_all(schema_of::<StructuredAnswer>()),
    }
}

/// The reference a span stands for, with what code knows of it. None where
/// the span names no chunk, or no line of it.
pub fn reference(span: &Span, chunks: &[EvidenceChunk]) -> Option<Reference> {
    let chunk = chunks.iter().find(|chunk| chunk.anchor == span.anchor)?;
    let line = chunk
        .lines
        .iter()
        .find(|line| line.number == span.line_start)?;
    Some(Reference {
        document_id: chunk.document_id.clone(),
        document_title: chunk.document_title.clone(),
        excerpt: span.quote.clone().unwrap_or_default(),
        page_number: line.page,
        relevance_score: chunk.similarity,
        chunk_id: chunk.chunk_id.clone(),
    })
}
