//! `structured_answer`: an answer with its citations and the steps that led
//! to it.

use crate::descriptor::{Descriptor, Finding, Prose};
use crate::schema::derived;
use crate::shape::AnswerShape;
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

/// How a structured answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Presentation {
    /// Whether the answer is structured at all; otherwise it is cited text.
    pub structured_output: bool,
    /// How `answer` is written; none: running text, or a list where a statement is no
    /// sentence.
    pub format_type: Option<FormatType>,
    /// Whether citations stand in the value. They stand beside it either way.
    pub include_citations: bool,
    /// At most so many statements, each with its citation; none: as the policy says.
    pub max_citations: Option<u32>,
}

impl Default for Presentation {
    fn default() -> Self {
        Self {
            structured_output: true,
            format_type: None,
            include_citations: true,
            max_citations: None,
        }
    }
}

/// What stands as JSON in `answer` with [`FormatType::Structured`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Statements {
    /// The statements, in the order of the evidence.
    pub statements: Vec<PlainStatement>,
}

/// One statement of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlainStatement {
    /// Its words, without anchors.
    pub text: String,
    /// Which of the answer's `citations` it stands on, from 0; empty where none are
    /// included.
    pub citations: Vec<u32>,
}

/// How the words of an answer are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormatType {
    /// Sentences, one after the other.
    Plain,
    /// A Markdown list of statements.
    Markdown,
    /// JSON in a string: [`Statements`].
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
    /// Calibrated probability that the passage says what was asked for, 0..=1; its
    /// similarity to the question where that was not weighed.
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
pub(crate) static TYPE: Descriptor = Descriptor {
    name: NAME,
    title: "Structured answer",
    description: "An answer in words with citations and reasoning steps.",
    shape: AnswerShape::Single,
    value_schema: derived::<StructuredAnswer>,
    finding: Finding::Sentences(Prose::StructuredAnswer),
    ..Descriptor::OWN
};

/// The reference a span stands for, with what code knows of it. None where
/// the span names no chunk, or no line of it. `relevance` is by the chunks' anchors.
pub fn reference(
    span: &Span,
    chunks: &[EvidenceChunk],
    relevance: &BTreeMap<String, f64>,
) -> Option<Reference> {
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
        relevance_score: relevance
            .get(&chunk.anchor)
            .copied()
            .unwrap_or(chunk.similarity),
        chunk_id: chunk.chunk_id.clone(),
    })
}
