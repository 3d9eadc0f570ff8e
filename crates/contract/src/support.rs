//! `support_reply`: a reply to a customer, drafted from the documentation,
//! with what a colleague should do next.
//!
//! The draft is made of sentences of the documentation and nothing else. What
//! the message is about (category, priority) is triage: by the terms of the
//! label sets and, where a model was asked, by its probabilities.

use crate::answer::keywords_in;
use crate::cited::Statement;
use crate::descriptor::{Descriptor, Finding, Prose};
use crate::known::Known;
use crate::schema::schema_of;
use crate::shape::AnswerShape;
use evidence::{EvidenceChunk, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::triage::{REVIEW_UNDER, Triage};

/// Key of the type.
pub const NAME: &str = "support_reply";

/// The draft where the documentation says nothing.
pub const INSUFFICIENT: &str = "Insufficient context. Please clarify your request.";

/// Characters of a citation's snippet.
pub const SNIPPET_CHARACTERS: usize = 35;

/// The value of a `support_reply`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportReply {
    /// The words for the customer, or exactly [`INSUFFICIENT`].
    pub draft_reply: String,
    /// What a colleague should do, most urgent first. Never for the customer.
    pub internal_next_steps: Vec<String>,
    /// What the draft stands on; empty with [`INSUFFICIENT`].
    pub citations: Vec<SupportReference>,
    /// Whether a person has to look before it is sent.
    pub needs_human_review: bool,
}

/// A passage that a reply stands on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportReference {
    /// Title of the document.
    pub document_name: String,
    /// Id of the chunk the lines belong to.
    pub chunk_id: String,
    /// The first 35 characters of `full_content`.
    pub snippet: String,
    /// The cited lines in full, white space collapsed.
    pub full_content: String,
}

/// The registry's line.
pub(crate) static TYPE: Descriptor = Descriptor {
    name: NAME,
    title: "Support reply",
    description: "A draft reply to a customer from the documentation, with next steps.",
    shape: AnswerShape::Single,
    value_schema: schema_of::<SupportReply>,
    finding: Finding::Sentences(Prose::SupportReply),
    ..Descriptor::OWN
};

/// The reference a span stands for. None where the span names no chunk, or
/// lines that it does not have.
pub fn reference(span: &Span, chunks: &[EvidenceChunk]) -> Option<SupportReference> {
    let chunk = chunks.iter().find(|chunk| chunk.anchor == span.anchor)?;
    let cited = span.line_start..=span.line_end;
    let lines = chunk
        .lines
        .iter()
        .filter(|line| cited.contains(&line.number));
    let words: Vec<&str> = lines
        .flat_map(|line| line.text.split_whitespace())
        .collect();
    let full_content = words.join(" ");
    (!full_content.is_empty()).then(|| SupportReference {
        document_name: chunk.document_title.clone(),
        chunk_id: chunk.chunk_id.clone(),
        snippet: full_content.chars().take(SNIPPET_CHARACTERS).collect(),
        full_content,
    })
}

/// The value where the documentation says nothing: there is no step to take from it, and
/// the draft itself asks the customer.
pub fn insufficient() -> SupportReply {
    SupportReply {
        draft_reply: INSUFFICIENT.into(),
        internal_next_steps: Vec::new(),
        citations: Vec::new(),
        needs_human_review: true,
    }
}

/// What a colleague should do, from the message and the passages that answer it: by what is
/// unsure, by category, by what the passages leave open, and by where they stand.
pub fn next_steps(known: &Known<'_>, statements: &[Statement]) -> Vec<String> {
    let mut steps = Vec::new();
    let triage = known.triage;
    if triage.is_unsure() {
        steps.push(format!(
            "Check the category ({}, {:.2}) and the priority ({}, {:.2}); the triage is unsure.",
            triage.category,
            triage.category_confidence,
            triage.priority,
            triage.priority_confidence
        ));
    }
    let of_category = known.categories.next_steps(&triage.category);
    steps.extend(of_category.iter().cloned());
    let said: Vec<&str> = statements.iter().map(|one| one.text.as_str()).collect();
    let answered = keywords_in(known.keywords, &said.join(" "));
    let open: Vec<&str> = known
        .keywords
        .iter()
        .filter(|word| !answered.contains(word))
        .map(String::as_str)
        .collect();
    if !open.is_empty() {
        steps.push(format!(
            "Look into what the cited passages do not speak of: {}.",
            open.join(", ")
        ));
    }
    for span in statements.iter().flat_map(|one| &one.spans) {
        let chunk = known.chunks.iter().find(|one| one.anchor == span.anchor);
        let title = chunk.map_or("the document", |chunk| chunk.document_title.as_str());
        let lines = if span.line_start == span.line_end {
            format!("line {}", span.line_start)
        } else {
            format!("lines {} to {}", span.line_start, span.line_end)
        };
        let step = format!("Read {lines} of {title} before the reply is sent.");
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}
