//! The contracts beside the plain values: prose, verification, category.
//!
//! What code filled in is computed again here, from the spans and the
//! evidence, and has to be the same: a citation cannot name another page, a
//! snippet cannot be longer, a review cannot be left out.

use crate::anchor::{self, Mark};
use crate::body::{AnswerBody, Item};
use crate::cited::{TextReport, TextRequest, check_cited_text};
use crate::evidence_text::evidence_text;
use crate::finding::{Finding, FindingKind, Warning, WarningKind};
use crate::metrics::GroundingMetrics;
use crate::novelty::{self, Known};
use crate::refusal;
use crate::request::CheckRequest;
use crate::sentence;
use crate::value::is_standard_form;
use crate::words::{contains_whole, tokens};
use contract::structured::{
    FormatType, PlainStatement, ReasoningStep, Reference, Statements, StructuredAnswer,
};
use contract::support::{self, SNIPPET_CHARACTERS, SupportReference, SupportReply};
use contract::{
    AnswerShape, Descriptor, ExtractionMethod, Finding as FoundBy, category, cited, structured,
};
use evidence::policy::Suspicion;
use evidence::{EvidenceChunk, Span};
use serde_json::Value;
use std::collections::BTreeSet;

/// Most entries of a structured answer's metadata.
const MAX_METADATA: usize = 32;

/// What the checks of a contract say.
pub(crate) struct Checked<'a> {
    pub request: &'a CheckRequest<'a>,
    pub findings: &'a mut Vec<Finding>,
    pub warnings: &'a mut Vec<Warning>,
    pub metrics: &'a mut GroundingMetrics,
}

/// Whether an answer type is one of these contracts.
pub(crate) fn is_one(answer_type: &str) -> bool {
    matches!(
        Descriptor::of(answer_type).finding,
        FoundBy::Sentences(_) | FoundBy::Claim | FoundBy::Categories
    )
}

/// Checks the one item of such an answer.
pub(crate) fn check(body: &AnswerBody, checked: &mut Checked<'_>) {
    let item = match body.items.as_slice() {
        [] => return,
        [item] => item,
        _ => return checked.find(FindingKind::InconsistentFlags, "/items"),
    };
    let method = body.extraction_method;
    match checked.request.answer_type {
        cited::NAME => checked.cited(item, method),
        structured::NAME => checked.structured(item, body),
        support::NAME => checked.support(item, method),
        category::NAME => checked.category(item, method),
        // A judgement stands nowhere word for word.
        _ if method == ExtractionMethod::Verbatim => {
            checked.find(FindingKind::ValueNotInQuotes, "/items/0/value");
        }
        _ => {}
    }
}

/// Words of no evidence in the texts of a value that nothing else binds to
/// the evidence: free words, and the fields of a user's own schema, where they
/// are inferred.
pub(crate) fn check_free_words(body: &AnswerBody, checked: &mut Checked<'_>) {
    let request = checked.request;
    let free = Descriptor::of(request.answer_type).is_free_text
        || request.shape == AnswerShape::NestedJson;
    if !free || body.extraction_method != ExtractionMethod::Inferred {
        return;
    }
    for (at, item) in body.items.iter().enumerate() {
        let mut texts = Vec::new();
        collect_texts(&item.value, &mut texts);
        let quotes = item.spans.iter();
        let quotes: Vec<&str> = quotes.filter_map(|span| span.quote.as_deref()).collect();
        texts.retain(|text| !is_standard_form(text, &quotes));
        checked.novel(&texts.join(".\n"), &format!("/items/{at}/value"));
    }
}

fn collect_texts<'v>(value: &'v Value, out: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => out.push(text),
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, out)),
        Value::Object(fields) => fields.values().for_each(|field| collect_texts(field, out)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

impl Checked<'_> {
    fn find(&mut self, kind: FindingKind, pointer: &str) {
        self.findings.push(Finding::new(kind, pointer));
    }

    fn demand(&mut self, holds: bool, kind: FindingKind, pointer: &str) {
        if !holds {
            self.find(kind, pointer);
        }
    }

    /// The rules of cited text, and the text against its spans.
    fn cited(&mut self, item: &Item, method: ExtractionMethod) {
        let pointer = "/items/0/value";
        let Some(text) = item.value.as_str() else {
            return self.find(FindingKind::SchemaViolation, pointer);
        };
        let request = TextRequest {
            evidence: self.request.evidence,
            policy: self.request.policy,
            refusal: contract::REFUSAL,
        };
        let TextReport {
            findings,
            warnings,
            metrics,
            anchors,
        } = check_cited_text(text, &request, pointer);
        *self.metrics = metrics;
        // A refusal is no item.
        self.demand(
            text != contract::REFUSAL,
            FindingKind::InconsistentFlags,
            "/answer_found",
        );
        self.findings.extend(findings);
        self.warnings.extend(warnings);
        let used: BTreeSet<&str> = anchors.iter().map(String::as_str).collect();
        let cited: BTreeSet<&str> = item.spans.iter().map(|span| span.anchor.as_str()).collect();
        let once = item
            .spans
            .iter()
            .enumerate()
            .all(|(at, span)| !item.spans.iter().take(at).any(|one| one == span));
        self.demand(
            used == cited && once,
            FindingKind::CitationMismatch,
            "/items/0/spans",
        );
        self.demand(
            matches!(
                method,
                ExtractionMethod::Verbatim | ExtractionMethod::Inferred
            ),
            FindingKind::InconsistentFlags,
            "/extraction_method",
        );
        if method == ExtractionMethod::Verbatim {
            let marks = anchor::marks(text);
            let grounded = pieces(text, &marks)
                .iter()
                .all(|piece| piece.stands(&item.spans));
            self.demand(grounded, FindingKind::ValueNotInQuotes, pointer);
        }
    }

    fn structured(&mut self, item: &Item, body: &AnswerBody) {
        let pointer = "/items/0/value";
        let Ok(value) = StructuredAnswer::deserialize_from(&item.value) else {
            return self.find(FindingKind::SchemaViolation, pointer);
        };
        let wanted = self.request.presentation;
        let expected = if wanted.include_citations {
            references(&item.spans, self.request)
        } else {
            Vec::new()
        };
        let most = wanted.max_citations.unwrap_or(u32::MAX) as usize;
        self.demand(
            value.citations == expected && value.citations.len() <= most.max(1),
            FindingKind::CitationMismatch,
            "/items/0/value/citations",
        );
        self.demand(
            value.confidence.to_bits() == body.confidence.to_bits(),
            FindingKind::InconsistentFlags,
            "/items/0/value/confidence",
        );
        let plain = value
            .metadata
            .values()
            .all(|value| !value.is_array() && !value.is_object());
        let as_wanted = wanted
            .format_type
            .is_none_or(|one| one == value.format_type);
        self.demand(
            plain && as_wanted && value.metadata.len() <= MAX_METADATA,
            FindingKind::SchemaViolation,
            pointer,
        );
        let place = "/items/0/value/answer";
        let answer = self.words_of(&value, place);
        self.prose(
            &answer,
            contract::REFUSAL,
            item,
            body.extraction_method,
            place,
        );
        if let Some(steps) = &value.reasoning_steps {
            self.steps(steps, &value.citations, item, body.extraction_method);
        }
        let thoughts = value.reasoning_steps.iter().flatten();
        let thoughts: Vec<&str> = thoughts.map(|step| step.thought.as_str()).collect();
        self.novel(&format!("{answer} {}", thoughts.join(" ")), pointer);
    }

    /// The words of an answer: those of its statements where it is JSON, each of which
    /// stands on citations that are there.
    fn words_of(&mut self, value: &StructuredAnswer, pointer: &str) -> String {
        if value.format_type != FormatType::Structured {
            return value.answer.clone();
        }
        let Ok(Statements { statements }) = serde_json::from_str(&value.answer) else {
            self.find(FindingKind::SchemaViolation, pointer);
            return String::new();
        };
        let all = value.citations.len();
        let included = self.request.presentation.include_citations;
        let stands = |one: &PlainStatement| {
            let known = one.citations.iter().all(|at| (*at as usize) < all);
            known && one.citations.is_empty() != included
        };
        self.demand(
            statements.iter().all(stands),
            FindingKind::CitationMismatch,
            pointer,
        );
        let texts: Vec<String> = statements.into_iter().map(|one| one.text).collect();
        texts.join("\n")
    }

    /// Steps count from 1, stand on some of the citations each and on all of
    /// them together, and conclude what the quotes say.
    fn steps(
        &mut self,
        steps: &[ReasoningStep],
        all: &[Reference],
        item: &Item,
        method: ExtractionMethod,
    ) {
        let pointer = "/items/0/value/reasoning_steps";
        let counted = steps
            .iter()
            .zip(1_u32..)
            .all(|(step, number)| step.step_number == number);
        self.demand(
            counted && !steps.is_empty(),
            FindingKind::SchemaViolation,
            pointer,
        );
        let included = self.request.presentation.include_citations;
        let known = |step: &ReasoningStep| {
            step.citations.is_empty() != included
                && step.citations.iter().all(|one| all.contains(one))
        };
        let used = |one: &Reference| steps.iter().any(|step| step.citations.contains(one));
        self.demand(
            steps.iter().all(known) && all.iter().all(used),
            FindingKind::CitationMismatch,
            pointer,
        );
        for (at, step) in steps.iter().enumerate() {
            let place = format!("{pointer}/{at}/conclusion");
            self.prose(&step.conclusion, contract::REFUSAL, item, method, &place);
        }
    }

    fn support(&mut self, item: &Item, method: ExtractionMethod) {
        let pointer = "/items/0/value";
        let Ok(value) = SupportReply::deserialize_from(&item.value) else {
            return self.find(FindingKind::SchemaViolation, pointer);
        };
        if value.draft_reply == support::INSUFFICIENT {
            self.metrics.refusal_detected = true;
            self.demand(
                value.needs_human_review,
                FindingKind::ReviewNotAsked,
                "/items/0/value/needs_human_review",
            );
            self.demand(
                value.citations.is_empty() && item.spans.is_empty(),
                FindingKind::CitationMismatch,
                "/items/0/value/citations",
            );
            return;
        }
        let expected = support_references(&item.spans, self.request);
        self.demand(
            value.citations == expected && !expected.is_empty(),
            FindingKind::CitationMismatch,
            "/items/0/value/citations",
        );
        self.prose(
            &value.draft_reply,
            support::INSUFFICIENT,
            item,
            method,
            "/items/0/value/draft_reply",
        );
        self.novel(&value.draft_reply, pointer);
    }

    fn category(&mut self, item: &Item, method: ExtractionMethod) {
        let label = item.value.as_str().unwrap_or_default();
        let labels = self.request.labels;
        let offered = labels.is_empty() || labels.iter().any(|one| one == label);
        self.demand(offered, FindingKind::UnknownLabel, "/items/0/value");
        let quotes = quotes(&item.spans);
        let verbatim = method == ExtractionMethod::Verbatim;
        let stands = quotes.iter().any(|quote| contains_whole(quote, label));
        self.demand(
            !verbatim || stands,
            FindingKind::ValueNotInQuotes,
            "/items/0/value",
        );
    }

    /// Prose without anchors: it says something, has no anchors, is no
    /// refusal in other words, and where it is verbatim every sentence of it
    /// stands in the quotes.
    fn prose(
        &mut self,
        text: &str,
        refusal: &str,
        item: &Item,
        method: ExtractionMethod,
        pointer: &str,
    ) {
        let marks = anchor::marks(text);
        self.demand(marks.is_empty(), FindingKind::MalformedAnchor, pointer);
        let sentences = sentence::split(text, &marks);
        self.demand(!sentences.is_empty(), FindingKind::SchemaViolation, pointer);
        let words = tokens(&evidence_text(self.request.evidence));
        let texts: Vec<&str> = sentences
            .iter()
            .filter_map(|one| text.get(one.range.clone()))
            .collect();
        if texts
            .iter()
            .any(|one| refusal::is_meant(one, refusal, true, &words))
        {
            self.metrics.refusal_detected = true;
            self.find(FindingKind::InvalidRefusalFormat, pointer);
        }
        if method == ExtractionMethod::Verbatim {
            let quotes = quotes(&item.spans);
            let joined = quotes.join(" ");
            let stands = |sentence: &&str| {
                let sentence = plain(sentence);
                quotes.iter().any(|quote| contains_whole(quote, &sentence))
                    || contains_whole(&joined, &sentence)
            };
            self.demand(
                texts.iter().all(stands),
                FindingKind::ValueNotInQuotes,
                pointer,
            );
        } else {
            self.demand(
                method == ExtractionMethod::Inferred,
                FindingKind::InconsistentFlags,
                "/extraction_method",
            );
        }
    }

    /// Names, numbers and identifiers of no evidence.
    fn novel(&mut self, text: &str, pointer: &str) {
        let evidence = evidence_text(self.request.evidence);
        let strange = novelty::count(text, &Known::new(&evidence));
        self.metrics.suspicious_new_ids += strange;
        if strange == 0 {
            return;
        }
        match self.request.policy.suspicious_new_ids {
            Suspicion::Fail => self.find(FindingKind::SuspiciousNewIds, pointer),
            Suspicion::Flag => {
                self.warnings
                    .push(Warning::new(WarningKind::SuspiciousNewIds, pointer));
            }
        }
    }
}

/// Reads a contract's value; its own words about what is wrong are dropped.
trait DeserializeFrom: Sized {
    fn deserialize_from(value: &Value) -> Result<Self, ()>;
}

impl<T: serde::de::DeserializeOwned> DeserializeFrom for T {
    fn deserialize_from(value: &Value) -> Result<Self, ()> {
        serde_json::from_value(value.clone()).map_err(|_| ())
    }
}

/// The quotes of spans, white space collapsed.
fn quotes(spans: &[Span]) -> Vec<String> {
    let quotes = spans.iter().filter_map(|span| span.quote.as_deref());
    quotes.map(collapsed).collect()
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A sentence without a list mark, white space collapsed.
fn plain(sentence: &str) -> String {
    let inner = sentence.trim();
    collapsed(inner.strip_prefix("- ").unwrap_or(inner))
}

/// What stands before a run of anchors, and these anchors.
struct Piece {
    text: String,
    anchors: Vec<String>,
}

impl Piece {
    /// Whether the words stand in a quote under one of the anchors.
    fn stands(&self, spans: &[Span]) -> bool {
        let mut cited = spans
            .iter()
            .filter(|span| self.anchors.contains(&span.anchor));
        cited.any(|span| {
            let quote = collapsed(span.quote.as_deref().unwrap_or_default());
            contains_whole(&quote, &self.text)
        })
    }
}

/// A cited text in pieces; the stop behind an anchor belongs to no piece.
fn pieces(text: &str, marks: &[Mark]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    for mark in marks {
        let between = text.get(at..mark.range.start).unwrap_or_default();
        let between = between.trim_start_matches(['.', '!', '?', ';', ',', ' ', '\n']);
        let anchor = mark.anchor.clone().unwrap_or_default();
        at = mark.range.end;
        match pieces.last_mut() {
            Some(last) if between.is_empty() => last.anchors.push(anchor),
            _ => pieces.push(Piece {
                text: plain(between),
                anchors: vec![anchor],
            }),
        }
    }
    let tail = text.get(at..).unwrap_or_default();
    if tail.chars().any(char::is_alphanumeric) {
        pieces.push(Piece {
            text: plain(tail),
            anchors: Vec::new(),
        });
    }
    pieces
}

fn chunk<'a>(span: &Span, request: &'a CheckRequest<'_>) -> Option<&'a EvidenceChunk> {
    let mut chunks = request.evidence.used_chunks.iter();
    chunks.find(|chunk| chunk.anchor == span.anchor)
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: Option<T>) {
    if let Some(item) = item.filter(|item| !list.contains(item)) {
        list.push(item);
    }
}

/// The citations these spans stand for.
fn references(spans: &[Span], request: &CheckRequest<'_>) -> Vec<Reference> {
    let mut out = Vec::new();
    for span in spans {
        let found = chunk(span, request).and_then(|chunk| {
            let first = chunk
                .lines
                .iter()
                .find(|line| line.number == span.line_start)?;
            Some(Reference {
                document_id: chunk.document_id.clone(),
                document_title: chunk.document_title.clone(),
                excerpt: collapsed(span.quote.as_deref().unwrap_or_default()),
                page_number: first.page,
                relevance_score: request
                    .relevance
                    .get(&chunk.anchor)
                    .copied()
                    .unwrap_or(chunk.similarity),
                chunk_id: chunk.chunk_id.clone(),
            })
        });
        push_new(&mut out, found);
    }
    out
}

fn support_references(spans: &[Span], request: &CheckRequest<'_>) -> Vec<SupportReference> {
    let mut out = Vec::new();
    for span in spans {
        let found = chunk(span, request).map(|chunk| {
            let inside = |number: u32| span.line_start <= number && number <= span.line_end;
            let lines = chunk.lines.iter().filter(|line| inside(line.number));
            let texts: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
            let full_content = collapsed(&texts.join(" "));
            SupportReference {
                document_name: chunk.document_title.clone(),
                chunk_id: chunk.chunk_id.clone(),
                snippet: full_content.chars().take(SNIPPET_CHARACTERS).collect(),
                full_content,
            }
        });
        push_new(&mut out, found);
    }
    out
}
