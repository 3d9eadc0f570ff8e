//! The answer as a person and a program read it: its fields, and their published form.

use crate::value::Value;
use evidence::Span;
use serde::{Deserialize, Serialize};

pub use crate::shape::{AnswerShape, ExtractionMethod};

/// One value and the spans that support it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item<V = Value> {
    /// The value; of the firewall's own reading, the JSON as it was given.
    pub value: V,
    /// One or more.
    pub spans: Vec<Span>,
}

/// The fields every answer has. This is plain data: only
/// `firewall::Answer` says that it was checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the flags are independent, and each is a public field of its own"
)]
pub struct AnswerBody<V = Value> {
    /// False: nothing usable stands in the evidence.
    pub answer_found: bool,
    /// Empty when nothing was found.
    pub items: Vec<Item<V>>,
    /// Where the values come from.
    pub extraction_method: ExtractionMethod,
    /// False with `answer_found` true: partial.
    pub complete_answer_found: bool,
    /// The passages contradict each other.
    pub conflicting_evidence: bool,
    /// 0..=1, a triage signal, not a probability.
    pub confidence: f64,
    /// 0..=1, the model's view of whether it was shown enough.
    pub context_completeness_weak: f64,
    /// False: the passage looks badly parsed.
    pub context_structured: bool,
    /// Limits in plain words.
    pub caveats: Vec<String>,
    /// Terms that would have made retrieval better.
    pub llm_discovered_keywords: Vec<String>,
    /// Which of the question's terms stand in the evidence.
    pub keywords_found: Vec<String>,
    /// What to ask the user if the question is too vague.
    pub suggested_clarification: Option<String>,
}

/// The form of a field of [`AnswerBody`], as it is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// True or false.
    Flag,
    /// 0..=1.
    Rating,
    /// Several texts.
    Texts,
    /// A text or null.
    TextOrNull,
    /// The values with their spans.
    Items,
    /// An [`ExtractionMethod`].
    Method,
}

/// The fields of [`AnswerBody`], their form and what they mean to who reads them.
pub(crate) const FIELDS: [(&str, Form, &str); 12] = [
    (
        "answer_found",
        Form::Flag,
        "False: nothing usable stands in the evidence.",
    ),
    (
        "items",
        Form::Items,
        "The values and the spans that support them; empty when nothing was found.",
    ),
    (
        "extraction_method",
        Form::Method,
        "Where the values come from.",
    ),
    (
        "complete_answer_found",
        Form::Flag,
        "False with answer_found true: partial.",
    ),
    (
        "conflicting_evidence",
        Form::Flag,
        "The passages contradict each other.",
    ),
    (
        "confidence",
        Form::Rating,
        "A triage signal, not a probability.",
    ),
    (
        "context_completeness_weak",
        Form::Rating,
        "The model's view of whether it was shown enough.",
    ),
    (
        "context_structured",
        Form::Flag,
        "False: the passage looks badly parsed.",
    ),
    ("caveats", Form::Texts, "Limits in plain words."),
    (
        "llm_discovered_keywords",
        Form::Texts,
        "Terms that would have made retrieval better.",
    ),
    (
        "keywords_found",
        Form::Texts,
        "Which of the question's terms stand in the evidence.",
    ),
    (
        "suggested_clarification",
        Form::TextOrNull,
        "What to ask if the question is too vague.",
    ),
];

impl AnswerBody<serde_json::Value> {
    /// The same answer with typed values. Nothing is lost: written as JSON, both are one.
    pub fn typed(self) -> AnswerBody {
        let typed = |item: Item<serde_json::Value>| Item {
            value: item.value.into(),
            spans: item.spans,
        };
        AnswerBody {
            answer_found: self.answer_found,
            items: self.items.into_iter().map(typed).collect(),
            extraction_method: self.extraction_method,
            complete_answer_found: self.complete_answer_found,
            conflicting_evidence: self.conflicting_evidence,
            confidence: self.confidence,
            context_completeness_weak: self.context_completeness_weak,
            context_structured: self.context_structured,
            caveats: self.caveats,
            llm_discovered_keywords: self.llm_discovered_keywords,
            keywords_found: self.keywords_found,
            suggested_clarification: self.suggested_clarification,
        }
    }
}

impl AnswerBody {
    /// An answer that stands on nothing, and says so.
    pub(crate) fn without_evidence(
        item: Item,
        method: ExtractionMethod,
        caveat: &str,
    ) -> AnswerBody {
        AnswerBody {
            items: vec![item],
            extraction_method: method,
            caveats: vec![caveat.to_owned()],
            ..AnswerBody::empty()
        }
    }

    /// An answer without a value and without a remark: what every other begins with, so
    /// that a field which one way of answering does not know need not be named there.
    pub fn empty() -> AnswerBody {
        AnswerBody {
            answer_found: true,
            items: Vec::new(),
            extraction_method: ExtractionMethod::Na,
            complete_answer_found: false,
            conflicting_evidence: false,
            confidence: 0.0,
            context_completeness_weak: 0.0,
            context_structured: true,
            caveats: Vec::new(),
            llm_discovered_keywords: Vec::new(),
            keywords_found: Vec::new(),
            suggested_clarification: None,
        }
    }
}

/// Which keywords stand in a text.
pub fn keywords_in(keywords: &[String], text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    keywords
        .iter()
        .filter(|word| lower.contains(word.as_str()))
        .cloned()
        .collect()
}
