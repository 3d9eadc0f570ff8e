//! What the firewall counted, for the record and for triage.

use crate::answer::Citation;
use crate::body::AnswerBody;
use crate::evidence_text::evidence_text;
use crate::finding::{Finding, FindingKind};
use crate::request::CheckRequest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How an answer stands on its evidence. Counts only: nothing of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GroundingMetrics {
    /// Citations of a typed answer, valid anchors of a cited text.
    pub citation_count: u32,
    /// Sentences of a cited text, or items of a typed answer, that make a
    /// statement and end without an anchor.
    pub uncited_sentence_count: u32,
    /// Anchors that are malformed or were not offered.
    pub invalid_anchor_count: u32,
    /// Whether it is a refusal, well-formed or not.
    pub refusal_detected: bool,
    /// Whether it is more than ten times as long as the evidence.
    pub length_ratio_flag: bool,
    /// Identifiers, numbers and names that stand in no evidence.
    pub suspicious_new_ids: u32,
}

/// Longer than this many times the evidence is odd for an answer.
const MAX_LENGTH_RATIO: usize = 10;

/// Whether a text of so many characters is too long for so much evidence.
pub(crate) fn is_too_long(text: usize, evidence: usize) -> bool {
    text > evidence.saturating_mul(MAX_LENGTH_RATIO)
}

/// The counts of a typed answer.
pub(crate) fn of(
    body: &AnswerBody,
    citations: &[Citation],
    findings: &[Finding],
    request: &CheckRequest<'_>,
) -> GroundingMetrics {
    let unknown = |finding: &&Finding| finding.kind == FindingKind::InvalidCitationReference;
    let uncited = body
        .items
        .iter()
        .filter(|item| item.spans.is_empty())
        .count();
    let written: usize = body.items.iter().map(|item| characters(&item.value)).sum();
    let shown = evidence_text(request.evidence).chars().count();
    GroundingMetrics {
        citation_count: citations.len() as u32,
        uncited_sentence_count: uncited as u32,
        invalid_anchor_count: findings.iter().filter(unknown).count() as u32,
        refusal_detected: !body.answer_found,
        // Without evidence there is nothing to be longer than.
        length_ratio_flag: shown > 0 && is_too_long(written, shown),
        suspicious_new_ids: 0,
    }
}

/// Characters in the texts of a value.
fn characters(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.iter().map(characters).sum(),
        Value::Object(fields) => fields.values().map(characters).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}
