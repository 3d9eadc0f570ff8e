//! Answers, their history, and why they came out as they did.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// There is an answer (which may be: not found).
    Ok,
    /// No evidence, so nothing was asked of the model.
    NoEvidence,
    /// It failed; answer and citations are empty.
    Failed,
}

/// Tokens of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TokenUsage {
    /// Of the prompt.
    pub prompt: u32,
    /// Of the answer, forced and chosen.
    pub completion: u32,
    /// Sum of both.
    pub total: u32,
}

/// How a quote begins and ends in its document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Boundary {
    /// `paragraph` or `mid_sentence`.
    pub starts: String,
    /// `sentence` or `open`.
    pub ends: String,
    /// Its lines follow each other without a gap.
    pub contiguous: bool,
}

/// A checked citation and its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Citation {
    /// Name of the passage in the prompt: `C0`, ...
    pub anchor: String,
    /// The document.
    pub document_id: String,
    /// Its title.
    pub document_title: String,
    /// 1-based page.
    pub page_number: u32,
    /// First line, global over the document.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
    /// Recovered from the source lines, never from the model.
    pub quote: Option<String>,
    /// The date the document speaks of.
    pub event_date: Option<String>,
    /// `media_type` of the document, and `section`: the innermost heading over
    /// the first cited line, or null; `said`: what somebody said of the document.
    #[ts(type = "{ media_type?: string, section?: string | null, said?: Record<string, string> }")]
    pub metadata: Value,
    /// How the quote begins and ends.
    pub boundary: Boundary,
}

/// The public response (`docs/contract.md`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Response {
    /// Id of the request.
    pub request_id: String,
    /// How it ended.
    pub status: Status,
    /// The answer in the form of its type's contract; null where there is none.
    #[ts(type = "unknown")]
    pub answer: Value,
    /// Its citations.
    pub citations: Vec<Citation>,
    /// What it cost.
    pub token_usage: TokenUsage,
    /// From question to response.
    pub latency_ms: u64,
    /// Key of the type registry.
    pub answer_type: String,
    /// How the answer is arranged.
    #[ts(type = "unknown")]
    pub answer_shape: Value,
    /// `ship`, `review`, `no_answer`, `conflict`, `clarify`, `failed`, ...
    pub decision: String,
    /// A person must look at it.
    pub needs_human_review: bool,
    /// What to mind, in words.
    pub flags: Vec<String>,
    /// The refusal or the reason of a failure, in words.
    pub message: Option<String>,
    /// What code computed, with its steps; null where nothing was.
    #[ts(type = "unknown")]
    pub computation: Value,
}

/// A recorded answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AskOutcome {
    /// The audit record that was committed before this was returned.
    pub record_id: String,
    /// The question.
    pub question: String,
    /// The documents that were asked.
    pub document_ids: Vec<String>,
    /// The conditions that a person set; null: as the question says.
    pub conditions: Option<Vec<super::Condition>>,
    /// When: RFC 3339, UTC.
    pub time: String,
    /// The response.
    pub response: Response,
}

/// A question that was asked before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HistoryEntry {
    /// Its record.
    pub record_id: String,
    /// When: RFC 3339, UTC.
    pub time: String,
    /// The question; null when it was erased with a document.
    pub question: Option<String>,
    /// The documents that were asked.
    pub document_ids: Vec<String>,
    /// Key of the type registry.
    pub answer_type: String,
    /// `ship`, `review`, `no_answer`, ...
    pub decision: String,
    /// The first values in words; null when there are none, or erased.
    pub answer: Option<String>,
}

/// One round of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Round {
    /// What it was for: `ask`, `broaden`, `rephrase`, ...
    pub why: String,
    /// What was decided after it.
    pub decision: String,
    /// Probability (0 to 1) that the best candidate is right; null where none
    /// was judged.
    pub probability: Option<f64>,
    /// Passages shown to the model.
    pub passages: u32,
}

/// A passage that the model was shown, or that was held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Passage {
    /// Its name in the prompt; null of one that was not shown.
    pub anchor: Option<String>,
    /// The document.
    pub document_id: String,
    /// Its title; null when the document was removed.
    pub document_title: Option<String>,
    /// The page its first line stands on; null for formats without pages, and
    /// when the document was removed.
    pub page: Option<u32>,
    /// First line.
    pub first_line: u32,
    /// Last line.
    pub last_line: u32,
}

/// Passages that were found and not shown, all for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HeldBack {
    /// `below_similarity`, `near_duplicate`, `over_budget`, `per_document_cap`,
    /// `max_chunks`.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// Which, best first; empty where the record is of an earlier version.
    pub passages: Vec<Passage>,
}

/// Time spent on one stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StageTime {
    /// The stage, in words.
    pub stage: String,
    /// Milliseconds.
    pub ms: u64,
}

/// A named number of the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Count {
    /// What is counted.
    pub name: String,
    /// How many.
    pub count: u64,
}

/// A named hash of the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NamedHash {
    /// Of what.
    pub name: String,
    /// Lower-case hexadecimal SHA-256.
    pub sha256: String,
}

/// Why an answer came out as it did: the record in a form for people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Explanation {
    /// The record.
    pub record_id: String,
    /// When: RFC 3339, UTC.
    pub time: String,
    /// How the question was understood; null when it was erased.
    pub parsed: Option<super::ParsedQuestion>,
    /// What was tried, in order.
    pub rounds: Vec<Round>,
    /// Values that were weighed in the last round.
    pub candidates: u32,
    /// Probability (0 to 1) that the chosen one is right; null where none was
    /// judged.
    pub probability: Option<f64>,
    /// From which probability on an answer was given, where the record says.
    pub threshold: Option<f64>,
    /// Passages shown to the model in the last round.
    pub passages: Vec<Passage>,
    /// What was held back in the last round, by reason.
    pub held_back: Vec<HeldBack>,
    /// Instructions, control tokens and the like that stand in the passages,
    /// and how often.
    pub hostile_signs: Vec<Count>,
    /// The grammar the draft was decoded under; null when erased.
    pub grammar: Option<String>,
    /// The prompt; null when erased.
    pub prompt: Option<String>,
    /// The draft as the model wrote it; null when erased.
    pub draft: Option<String>,
    /// Attempts until a draft passed the checks.
    pub attempts: u32,
    /// The firewall's score, 0 to 1; null where nothing was checked.
    pub quality: Option<f64>,
    /// Name of the model.
    pub model: String,
    /// Where it ran.
    pub backend: String,
    /// Where the time went.
    pub times: Vec<StageTime>,
    /// Where the tokens went.
    pub tokens: Vec<Count>,
    /// What the record binds.
    pub hashes: Vec<NamedHash>,
}
