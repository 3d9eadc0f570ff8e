//! What leaves the program: the public response. It can be built
//! only from an answer the firewall accepted, or from a refusal, and only
//! together with the id of a record that was committed.

use crate::error::AppError;
use crate::service::Service;
use compute::Computation;
use contract::published::RESPONSE_VERSION;
use contract::{AnswerBody, REFUSAL, UNSURE};
use evidence::boundary::{self, Boundary};
use evidence::overlap::Completeness;
use firewall::{Answer, Citation};
use pipeline::dispatch::Decision;
use pipeline::notes::{Notes, TokenUsage, Weighed};
use pipeline::trace::Trace;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Deref;
use vault::RecordId;

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// There is an answer (which may be: not found).
    Ok,
    /// No evidence, so nothing was asked of the model.
    NoEvidence,
    /// It failed; answer and citations are empty.
    Failed,
}

impl Status {
    /// That of a response as it is written down; none where it names none of these.
    pub fn of(response: &Value) -> Option<Status> {
        Status::deserialize(&response["status"]).ok()
    }
}

/// A checked citation, with what the documents' own data say of its place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "Citation"))]
pub struct PlacedCitation {
    /// What the firewall found to hold.
    #[serde(flatten)]
    citation: Citation,
    /// How the quote begins and ends in its document.
    pub boundary: Boundary,
    /// The date that the document speaks of: `2024-01-31`, or less of it.
    pub event_date: Option<String>,
    /// `media_type` of the document; `section`, the innermost heading over
    /// the first cited line, or null; and `said`, what somebody said of the
    /// document, by key.
    #[cfg_attr(
        feature = "typescript",
        ts(
            type = "{ media_type?: string, section?: string | null, said?: Record<string, string> }"
        )
    )]
    pub metadata: Value,
}

impl Deref for PlacedCitation {
    type Target = Citation;

    fn deref(&self) -> &Citation {
        &self.citation
    }
}

impl Service {
    /// Looks up the places of citations.
    pub(crate) fn placed(&self, citations: &[Citation]) -> Result<Vec<PlacedCitation>, AppError> {
        let mut documents: BTreeMap<&str, evidence::Document> = BTreeMap::new();
        let mut placed = Vec::with_capacity(citations.len());
        for citation in citations {
            let id = citation.document_id.as_str();
            if !documents.contains_key(id) {
                documents.insert(id, self.vault().document(id)?);
            }
            let Some(document) = documents.get(id) else {
                continue;
            };
            let (first, last) = (citation.line_start, citation.line_end);
            let section = document
                .sections
                .iter()
                .filter(|section| (section.first_line..=section.last_line).contains(&first))
                .max_by_key(|section| section.level);
            let event_date = self.vault().event_date(id)?;
            let said = self.vault().metadata(id)?;
            placed.push(PlacedCitation {
                boundary: boundary::of(document, first, last, &citation.quote),
                event_date,
                metadata: json!({
                    "media_type": document.media_type,
                    "section": section.map(|section| &section.title),
                    "said": said,
                }),
                citation: citation.clone(),
            });
        }
        Ok(placed)
    }
}

/// What a request cost and how it was parsed.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Frame {
    pub request_id: String,
    pub answer_type: String,
    pub answer_shape: Value,
    pub computation: Option<Computation>,
    pub token_usage: TokenUsage,
    pub latency_ms: u64,
    /// Calibrated probability that what is answered is right, 0..=1.
    pub probability: Option<f64>,
    /// Whether what was shown holds the whole answer.
    pub completeness: Completeness,
    /// Everything was read and nothing speaks of what was asked.
    pub is_silent: bool,
}

impl Frame {
    /// What is known of any run.
    pub(crate) fn of(notes: &Notes) -> Frame {
        Frame {
            request_id: notes.request_id.clone(),
            token_usage: notes.token_usage(),
            latency_ms: notes.trace.latency.total_ms,
            ..Frame::default()
        }
    }
}

/// The public response. Only with a [`RecordId`] is it one to show; without
/// (`PublicResponse<()>`) it is what the record keeps.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "Response", concrete(R = String)))]
pub struct PublicResponse<R = RecordId> {
    /// [`RESPONSE_VERSION`].
    version: &'static str,
    /// Id of the request.
    request_id: String,
    /// The audit record that was committed before this was shown.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    record_id: R,
    /// How the request ended.
    status: Status,
    /// The answer in the form of its type's contract; none where there is none.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    answer: Option<AnswerBody>,
    /// Its citations.
    citations: Vec<PlacedCitation>,
    /// What it cost.
    token_usage: TokenUsage,
    /// Milliseconds from the question to the record.
    latency_ms: u64,
    /// Key of the type registry.
    answer_type: String,
    /// How the answer is arranged.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    answer_shape: Value,
    /// What was decided.
    decision: Decision,
    /// Calibrated probability (0 to 1) that what is answered is right; none where
    /// nothing was chosen.
    probability: Option<f64>,
    /// Whether what was shown holds the whole answer.
    context_completeness_strong: Completeness,
    /// A person must look at it.
    needs_human_review: bool,
    /// What to mind, in words, most important first.
    flags: Vec<String>,
    /// The refusal or the reason of a failure, in words.
    message: Option<String>,
    /// What code computed, with its steps; none where nothing was.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    computation: Option<Computation>,
}

impl PublicResponse<()> {
    /// From an accepted answer.
    pub(crate) fn accepted(
        answer: &Answer,
        citations: Vec<PlacedCitation>,
        decision: Decision,
        flags: Vec<String>,
        frame: Frame,
    ) -> Self {
        let body = answer.body();
        let found = body.answer_found;
        let is_silent = frame.is_silent;
        let mut response = Self::empty(Status::Ok, decision, frame);
        response.answer = Some(body.clone());
        response.citations = citations;
        response.needs_human_review = !matches!(decision, Decision::Ship | Decision::NoAnswer);
        response.flags = flags;
        if !found {
            response.refuse(is_silent);
        }
        response
    }

    /// Nothing was found to ask the model about.
    pub(crate) fn no_evidence(decision: Decision, flags: Vec<String>, frame: Frame) -> Self {
        let is_silent = frame.is_silent;
        let mut response = Self::empty(Status::NoEvidence, decision, frame);
        response.needs_human_review = decision != Decision::NoAnswer;
        response.flags = flags;
        response.refuse(is_silent);
        response
    }

    /// Says why there is no answer: the documents are silent, or none is sure enough, which a
    /// person has to look at.
    fn refuse(&mut self, is_silent: bool) {
        let words = if is_silent { REFUSAL } else { UNSURE };
        self.message = Some(words.into());
        self.needs_human_review |= !is_silent;
    }

    /// It failed, for this reason (no text of a document).
    pub(crate) fn failed(reason: &str, frame: Frame) -> Self {
        let mut response = Self::empty(Status::Failed, Decision::Failed, frame);
        response.needs_human_review = true;
        response.message = Some(reason.into());
        response
    }

    fn empty(status: Status, decision: Decision, frame: Frame) -> Self {
        PublicResponse {
            version: RESPONSE_VERSION,
            request_id: frame.request_id,
            record_id: (),
            status,
            answer: None,
            citations: Vec::new(),
            token_usage: frame.token_usage,
            latency_ms: frame.latency_ms,
            answer_type: frame.answer_type,
            answer_shape: frame.answer_shape,
            decision,
            probability: frame.probability,
            context_completeness_strong: frame.completeness,
            needs_human_review: false,
            flags: Vec::new(),
            message: None,
            computation: frame.computation,
        }
    }

    /// What the record keeps of it, `record_id` null: JSON.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The response to show, now that its record is committed.
    pub(crate) fn recorded(self, record_id: RecordId) -> PublicResponse {
        PublicResponse {
            version: self.version,
            request_id: self.request_id,
            record_id,
            status: self.status,
            answer: self.answer,
            citations: self.citations,
            token_usage: self.token_usage,
            latency_ms: self.latency_ms,
            answer_type: self.answer_type,
            answer_shape: self.answer_shape,
            decision: self.decision,
            probability: self.probability,
            context_completeness_strong: self.context_completeness_strong,
            needs_human_review: self.needs_human_review,
            flags: self.flags,
            message: self.message,
            computation: self.computation,
        }
    }
}

impl PublicResponse {
    /// How the request ended.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The answer with its values; none where there is none.
    pub fn answer(&self) -> Option<&AnswerBody> {
        self.answer.as_ref()
    }

    /// Validated citations.
    pub fn citations(&self) -> &[PlacedCitation] {
        &self.citations
    }

    /// What was decided, in the word of the record.
    pub fn decision(&self) -> &'static str {
        self.decision.word()
    }

    /// Calibrated probability that what is answered is right, 0..=1; none where
    /// nothing was chosen.
    pub fn probability(&self) -> Option<f64> {
        self.probability
    }

    /// Flags in plain words, most important first.
    pub fn flags(&self) -> &[String] {
        &self.flags
    }

    /// Words beside the answer: the refusal, or why it failed.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// What code computed, with every step.
    pub fn computation(&self) -> Option<&Computation> {
        self.computation.as_ref()
    }

    /// The committed record.
    pub fn record_id(&self) -> &RecordId {
        &self.record_id
    }

    /// Id of the request.
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// The type answered with.
    pub fn answer_type(&self) -> &str {
        &self.answer_type
    }

    /// Milliseconds from the question to the record.
    pub fn latency_ms(&self) -> u64 {
        self.latency_ms
    }
}

/// What [`crate::Service::ask`] returns: the response, and the counts that a
/// measurement wants and a reader does not.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AskOutcome {
    /// The public response.
    pub response: PublicResponse,
    /// Counts and times of the run, as recorded.
    pub trace: Trace,
    /// The candidates that were weighed, round by round and in the order of
    /// the offer; empty where code found none to offer.
    pub weighed: Vec<Weighed>,
}
