//! Answers in prose that the model composes without writing what stands in
//! the document: `cited_text`, `structured_answer`, `support_reply`.
//!
//! ```text
//! {"answer_found":true,"sentences":[SPAN,...],"complete_answer_found":true,
//!  "confidence":0.8,"context_completeness_weak":0.9,"context_structured":true}
//! ```
//!
//! [`Authorship::Extractive`]: a `SPAN` is one of the offered sentences, whole,
//! with its anchor and lines. [`Authorship::Abstractive`], for models that can
//! write: `{"spans":[...],"text":"..."}`, quotes first, then one sentence that
//! can hold no bracket and no second sentence. Either way code writes the
//! anchors, the citations and everything else that can be known.
//!
//! Of its remarks a model is asked for ratings and flags only.

use crate::answer::{AnswerBody, Item, keywords_in};
use crate::candidate::Candidate;
use crate::cited::{self, Statement, ends_sentence};
use crate::descriptor::Prose;
use crate::draft_error::DraftError;
use crate::schema::{RATINGS, closed_object};
use crate::shape::ExtractionMethod;
use crate::structured::{
    self, FormatType, PlainStatement, Presentation, ReasoningStep, Reference, Statements,
    StructuredAnswer,
};
use crate::support::{self, SupportReply};
use evidence::Span;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub use crate::known::Known;

/// Who writes the sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authorship {
    /// The document: sentences are chosen, not written.
    Extractive,
    /// The model, after quoting what each sentence stands on. The answer is
    /// `inferred`, and a person should look.
    Abstractive,
}

/// What the evidence offers for an answer in prose.
#[derive(Debug, Clone, PartialEq)]
pub struct Compose {
    /// The contract.
    pub prose: Prose,
    /// Who writes.
    pub authorship: Authorship,
    /// Sentences of the evidence, those that share most words with the
    /// question first; each has one item with one span.
    pub sentences: Vec<Candidate>,
    /// Most sentences of the answer, at least 1.
    pub max_sentences: u32,
    /// Anchors of the passages, in the order in which they are shown.
    pub anchors: Vec<String>,
    /// How a structured answer is wanted.
    pub presentation: Presentation,
}

/// Share of the best sentence's score from which another belongs to the
/// answer too.
const NEAR_BEST: f64 = 0.6;
/// Most spans under one sentence that a model writes.
const MAX_SPANS: u32 = 3;
/// One sentence without brackets, hidden characters or inner full stops
/// (but decimal ones).
const SENTENCE: &str = "^([^\\[\\]{}()<>.!?\\x00-\\x1F\\x7F-\\x9F\\u00AD\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\u2026\\u3002\\uFF01\\uFF1F]|[0-9]\\.[0-9]){8,280}[.]$";

impl Compose {
    /// The sentences an answer is made of, by a score for each of
    /// [`Compose::sentences`] (higher is better, none negative): the best and
    /// those near it, at most `max_sentences`, in the order of the evidence.
    /// Empty where no score is above 0.
    pub fn choose(&self, scores: &[f64]) -> Vec<Span> {
        let best = scores.iter().copied().fold(0.0, f64::max);
        let mut taken: Vec<(usize, f64)> = scores
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, score)| *score > 0.0 && *score >= best * NEAR_BEST)
            .collect();
        taken.sort_by(|left, right| right.1.total_cmp(&left.1));
        let most = self.presentation.max_citations.unwrap_or(u32::MAX).max(1);
        taken.truncate(self.max_sentences.min(most) as usize);
        let mut spans: Vec<Span> = taken
            .into_iter()
            .filter_map(|(at, _)| self.sentences.get(at))
            .flat_map(|one| &one.items)
            .flat_map(|item| item.spans.iter().cloned())
            .collect();
        let place = |span: &Span| self.anchors.iter().position(|one| *one == span.anchor);
        spans.sort_by_key(|span| (place(span), span.line_start));
        spans
    }

    /// What to put behind `"sentences":` in an extractive draft, once code
    /// has chosen.
    pub fn decided(spans: &[Span]) -> Value {
        json!(spans)
    }

    /// The schema of the draft.
    pub fn schema(&self) -> Value {
        let not_found = closed_object(&[("answer_found", json!({ "const": false }))]);
        let spans: Vec<Value> = self
            .sentences
            .iter()
            .flat_map(|one| &one.items)
            .flat_map(|item| item.spans.iter().map(|span| json!(span)))
            .collect();
        if spans.is_empty() {
            return not_found;
        }
        let sentence = match self.authorship {
            Authorship::Extractive => json!({ "enum": spans }),
            Authorship::Abstractive => closed_object(&[
                (
                    "spans",
                    json!({ "type": "array", "items": { "x-evidence": "span" }, "minItems": 1, "maxItems": MAX_SPANS }),
                ),
                ("text", json!({ "type": "string", "pattern": SENTENCE })),
            ]),
        };
        let sentences = json!({ "type": "array", "items": sentence, "minItems": 1, "maxItems": self.max_sentences });
        let found = closed_object(&[
            ("answer_found", json!({ "const": true })),
            ("sentences", sentences),
            ("complete_answer_found", json!({ "type": "boolean" })),
            ("confidence", json!({ "enum": RATINGS })),
            ("context_completeness_weak", json!({ "enum": RATINGS })),
            ("context_structured", json!({ "type": "boolean" })),
        ]);
        json!({ "anyOf": [found, not_found] })
    }

    /// Reads a draft and fills in what code knows.
    ///
    /// # Errors
    ///
    /// [`DraftError::Form`] when the text is not of the draft's form.
    pub fn expand(&self, draft: &str, known: &Known<'_>) -> Result<AnswerBody, DraftError> {
        let form = |error: serde_json::Error| DraftError::Form {
            line: error.line(),
            column: error.column(),
        };
        let draft: Draft = serde_json::from_str(draft).map_err(form)?;
        let mut statements: Vec<Statement> = Vec::new();
        for sentence in &draft.sentences {
            let statement = self
                .statement(sentence)
                .ok_or(DraftError::Form { line: 0, column: 0 })?;
            if !statements.contains(&statement) {
                statements.push(statement);
            }
        }
        if !draft.answer_found || statements.is_empty() {
            return Ok(self.not_found());
        }
        let mut spans: Vec<Span> = Vec::new();
        for span in statements.iter().flat_map(|one| &one.spans) {
            if !spans.contains(span) {
                spans.push(span.clone());
            }
        }
        let value = self.value(&statements, &spans, draft.confidence, known);
        Ok(AnswerBody {
            answer_found: true,
            items: vec![Item {
                value: value.into(),
                spans,
            }],
            extraction_method: match self.authorship {
                Authorship::Extractive => ExtractionMethod::Verbatim,
                Authorship::Abstractive => ExtractionMethod::Inferred,
            },
            complete_answer_found: draft.complete_answer_found,
            confidence: draft.confidence,
            context_completeness_weak: draft.context_completeness_weak,
            context_structured: draft.context_structured,
            ..AnswerBody::empty()
        })
    }

    /// Rates an expanded answer anew, also where its value repeats the rating:
    /// a calibrated probability instead of the model's own word.
    pub fn rate(&self, body: &mut AnswerBody, confidence: f64) {
        body.confidence = confidence;
        if self.prose != Prose::StructuredAnswer {
            return;
        }
        for item in &mut body.items {
            if let Some(place) = item
                .value
                .json_mut()
                .and_then(|json| json.get_mut("confidence"))
            {
                *place = json!(confidence);
            }
        }
    }

    fn statement(&self, sentence: &Value) -> Option<Statement> {
        match self.authorship {
            Authorship::Extractive => {
                let span: Span = serde_json::from_value(sentence.clone()).ok()?;
                Some(Statement {
                    text: span.quote.clone()?,
                    spans: vec![span],
                })
            }
            Authorship::Abstractive => {
                let written: Written = serde_json::from_value(sentence.clone()).ok()?;
                Some(Statement {
                    text: written.text.trim().to_owned(),
                    spans: written.spans,
                })
            }
        }
    }

    fn value(
        &self,
        statements: &[Statement],
        spans: &[Span],
        confidence: f64,
        known: &Known<'_>,
    ) -> Value {
        match self.prose {
            Prose::CitedText => json!(cited::text(statements)),
            Prose::StructuredAnswer => {
                json!(self.structured(statements, spans, confidence, known))
            }
            Prose::SupportReply => json!(reply(statements, spans, known)),
        }
    }

    fn structured(
        &self,
        statements: &[Statement],
        spans: &[Span],
        confidence: f64,
        known: &Known<'_>,
    ) -> StructuredAnswer {
        let references = |spans: &[Span]| {
            let included = spans.iter().filter(|_| self.presentation.include_citations);
            let found = included
                .filter_map(|span| structured::reference(span, known.chunks, known.relevance));
            distinct(found)
        };
        let steps = statements
            .iter()
            .zip(1..)
            .map(|(statement, step_number)| ReasoningStep {
                step_number,
                thought: thought(known.keywords, statement),
                conclusion: statement.text.clone(),
                citations: references(&statement.spans),
            });
        let citations = references(spans);
        let numbered = |statement: &Statement| PlainStatement {
            text: statement.text.clone(),
            citations: places_in(&citations, &references(&statement.spans)),
        };
        let (answer, format_type) = match self.presentation.format_type {
            None => prose(statements),
            Some(FormatType::Plain) => (running(statements), FormatType::Plain),
            Some(FormatType::Markdown) => (listed(statements), FormatType::Markdown),
            Some(FormatType::Structured) => {
                let statements = statements.iter().map(numbered).collect();
                let answer = json!(Statements { statements }).to_string();
                (answer, FormatType::Structured)
            }
        };
        let authorship = match self.authorship {
            Authorship::Extractive => "extractive",
            Authorship::Abstractive => "abstractive",
        };
        let metadata = BTreeMap::from([
            ("authorship".to_owned(), json!(authorship)),
            ("statements".to_owned(), json!(statements.len())),
        ]);
        StructuredAnswer {
            answer,
            confidence,
            citations,
            reasoning_steps: (statements.len() > 1).then(|| steps.collect()),
            format_type,
            metadata,
        }
    }

    /// The answer where the model found nothing in the evidence.
    fn not_found(&self) -> AnswerBody {
        if self.prose == Prose::SupportReply {
            return insufficient();
        }
        AnswerBody {
            answer_found: false,
            items: Vec::new(),
            extraction_method: ExtractionMethod::Na,
            complete_answer_found: false,
            confidence: 0.0,
            context_completeness_weak: 0.0,
            ..AnswerBody::empty()
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    answer_found: bool,
    #[serde(default)]
    sentences: Vec<Value>,
    #[serde(default)]
    complete_answer_found: bool,
    #[serde(default)]
    confidence: f64,
    #[serde(default)]
    context_completeness_weak: f64,
    #[serde(default = "yes")]
    context_structured: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    spans: Vec<Span>,
    text: String,
}

/// Each once, in order.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    for item in items {
        if !out.contains(&item) {
            out.push(item);
        }
    }
    out
}

/// Where some citations stand among all of them.
fn places_in(all: &[Reference], some: &[Reference]) -> Vec<u32> {
    let place = |one: &Reference| all.iter().position(|other| other == one);
    let places = some.iter().filter_map(place);
    places.filter_map(|at| u32::try_from(at).ok()).collect()
}

/// Statements as running text; as a list where one is no sentence.
fn prose(statements: &[Statement]) -> (String, FormatType) {
    if statements.len() < 2 || statements.iter().all(|one| ends_sentence(&one.text)) {
        (running(statements), FormatType::Plain)
    } else {
        (listed(statements), FormatType::Markdown)
    }
}

/// Sentences one after the other; what is none ends its line.
fn running(statements: &[Statement]) -> String {
    let mut out = String::new();
    for (at, statement) in statements.iter().enumerate() {
        out.push_str(&statement.text);
        if at + 1 < statements.len() {
            out.push(if ends_sentence(&statement.text) {
                ' '
            } else {
                '\n'
            });
        }
    }
    out
}

/// A Markdown list of statements.
fn listed(statements: &[Statement]) -> String {
    let lines: Vec<String> = statements
        .iter()
        .map(|one| format!("- {}", one.text))
        .collect();
    lines.join("\n")
}

/// Why code takes a statement for part of the answer.
fn thought(keywords: &[String], statement: &Statement) -> String {
    let quotes: Vec<&str> = statement
        .spans
        .iter()
        .filter_map(|span| span.quote.as_deref())
        .collect();
    let found = keywords_in(keywords, &quotes.join(" "));
    if found.is_empty() {
        "The passage was chosen as part of the answer.".to_owned()
    } else {
        format!("The passage speaks of: {}.", found.join(", "))
    }
}

fn reply(statements: &[Statement], spans: &[Span], known: &Known<'_>) -> SupportReply {
    let references = spans
        .iter()
        .filter_map(|span| support::reference(span, known.chunks));
    SupportReply {
        draft_reply: prose(statements).0,
        internal_next_steps: support::next_steps(known, statements),
        citations: distinct(references),
        needs_human_review: known.triage.is_unsure(),
    }
}

/// The support reply where no passage answers: the fixed text, for a person.
pub fn insufficient() -> AnswerBody {
    let item = Item {
        value: json!(support::insufficient()).into(),
        spans: Vec::new(),
    };
    AnswerBody::without_evidence(
        item,
        ExtractionMethod::Inferred,
        "no passage answers the message",
    )
}
