//! The firewall: the only maker of an [`Answer`].
//!
//! A draft comes from a model and is not trusted, however it was constrained.
//! [`check`] reads it against the contract and the evidence it was made from
//! and says [`Verdict::Accepted`] or [`Verdict::Refused`]. It calls no model
//! and edits nothing: an answer goes out as it came, or not at all.
//!
//! The checker shares no code with the producer. It depends on neither
//! `grammar` nor `engine`, validates JSON Schema with another library, and
//! where it has to read a figure or a date out of a quote it does so its own
//! way: a recogniser parses a literal into a value, the firewall asks whether
//! a quote can be read as the value it was given. A mistake in one is then
//! not repeated by the other.
//!
//! Before all of it, [`check_draft_text`] refuses a text that can be read in
//! two ways (a key twice), and zero-width, direction and control characters
//! are refused in every string of an answer.
//!
//! What is checked, in this order, every finding with its JSON Pointer:
//!
//! 1. form: the fields of an answer, no others; every item's value valid
//!    under the contract's JSON Schema;
//! 2. flags: found, items, method, completeness, conflict and confidence
//!    agree with each other and with the shape;
//! 3. citations: the anchor was offered, the lines are in that chunk and in
//!    order, no longer than the policy allows, the quote is a run of whole
//!    words of the cited lines;
//! 4. values: real calendar dates, periods in order, ISO durations, the forms
//!    of addresses of mail, web and telephone, IBAN layout, ISO 4217 codes,
//!    rows as wide as the headers, labels from the list; a `verbatim` value
//!    follows from
//!    its own quotes, every figure of an `inferred` one stands in the
//!    evidence, a `computed` one cites figures;
//! 5. prose: anchors, sentences and refusals of cited text ([`check_cited_text`]);
//!    what code filled into the other contracts is computed again;
//! 6. quality: a score of 0..=1, refused under the policy's threshold.
//!
//! What the firewall cannot see is whether a well-quoted value answers the
//! question; that is what confidence, review and the quote itself are for.
//!
//! Findings and warnings never hold text of the document or of the draft.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod anchor;
mod answer;
mod body;
mod citation;
mod cited;
mod contracts;
mod currency;
mod date;
mod draft_text;
mod evidence_text;
mod figure;
mod finding;
mod fixed_answer;
mod flag;
mod form;
mod hidden;
mod iban;
mod metrics;
mod money;
mod novelty;
mod period;
mod quality;
mod refusal;
mod request;
mod retry;
mod schema;
mod sentence;
mod spelling;
mod validation;
mod value;
mod verdict;
mod words;

pub use answer::{Answer, Citation, PageBox};
pub use cited::{TextReport, TextRequest, check_cited_text};
pub use draft_text::check_draft_text;
pub use finding::{Finding, FindingKind, Warning, WarningKind};
pub use metrics::GroundingMetrics;
pub use quality::QualityScore;
pub use request::CheckRequest;
pub use retry::follow_up;
pub use schema::Validator;
pub use validation::{GenerationStatus, Issue, Validation, ValidationStatus};
pub use verdict::Verdict;

use crate::body::AnswerBody;
use serde_json::Value;

/// Checks a draft and says only yes or no: [`validate`] without the counts.
pub fn check(draft: &Value, request: &CheckRequest<'_>) -> Verdict {
    validate(draft, request).into_verdict()
}

/// Checks a draft: the JSON of a [`contract::AnswerBody`], as untrusted as
/// the bytes it was read from. [`check_draft_text`] comes before it, on the
/// bytes themselves.
pub fn validate(draft: &Value, request: &CheckRequest<'_>) -> Validation {
    let id = &request.evidence.request_id;
    let refuse = |kind, pointer: String| {
        let metrics = GroundingMetrics::default();
        Validation::refused(id, vec![Finding::new(kind, pointer)], metrics, None)
    };
    if let Some(pointer) = schema::odd_span(draft) {
        return refuse(FindingKind::SchemaViolation, pointer);
    }
    if let Some(pointer) = hidden::in_answer(draft) {
        return refuse(FindingKind::HiddenCharacters, pointer);
    }
    // serde says what was wrong in words that may quote the draft: dropped.
    let Ok(body) = serde_json::from_value::<AnswerBody>(draft.clone()) else {
        return refuse(FindingKind::SchemaViolation, String::new());
    };
    let mut findings = schema::check(&body, request.answer_schema);
    let mut warnings = Vec::new();
    findings.extend(flag::check(&body, request));
    let citations = citation::check(&body, request, &mut findings);
    let mut metrics = metrics::of(&body, &citations, &findings, request);
    if metrics.length_ratio_flag {
        warnings.push(Warning::new(WarningKind::LongerThanEvidence, "/items"));
    }
    let malformed = |finding: &Finding| finding.kind == FindingKind::SchemaViolation;
    let mut checked = contracts::Checked {
        request,
        findings: &mut findings,
        warnings: &mut warnings,
        metrics: &mut metrics,
    };
    if contracts::is_one(request.answer_type) {
        if !checked.findings.iter().any(malformed) {
            contracts::check(&body, &mut checked);
        }
    } else if checked.findings.is_empty() {
        contracts::check_free_words(&body, &mut checked);
        value::check(&body, request, &mut findings, &mut warnings);
    }
    let quality = quality::score(&body, request.answer_type);
    if findings.is_empty() && quality.total < request.policy.min_quality_score {
        findings.push(Finding::new(FindingKind::QualityTooLow, ""));
    }
    if findings.is_empty() {
        let answer = Answer::checked(body.typed(), citations, quality, warnings);
        Validation::passed(id, answer, metrics)
    } else {
        Validation::refused(id, findings, metrics, Some(quality))
    }
}

#[cfg(test)]
mod agreement_tests;
#[cfg(test)]
mod basic_cases;
#[cfg(test)]
mod contract_tests;
#[cfg(test)]
mod corruption;
#[cfg(test)]
mod corruption_everywhere;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod judgement_tests;
#[cfg(test)]
mod producer;
#[cfg(test)]
mod published_tests;
#[cfg(test)]
mod scene;
#[cfg(test)]
mod source_tests;
#[cfg(test)]
mod spoil;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod types;
