//! Flags against each other, the items and the shape.

use crate::body::{AnswerBody, Item};
use crate::finding::{Finding, FindingKind};
use crate::fixed_answer;
use crate::request::CheckRequest;
use contract::{AnswerShape, ExtractionMethod};
use evidence::AssemblyStatus;

pub(crate) fn check(body: &AnswerBody, request: &CheckRequest<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut demand = |holds: bool, pointer: &str| {
        if !holds {
            findings.push(Finding::new(FindingKind::InconsistentFlags, pointer));
        }
    };
    let found = body.answer_found;
    demand(found != body.items.is_empty(), "/items");
    demand(
        found != (body.extraction_method == ExtractionMethod::Na),
        "/extraction_method",
    );
    demand(
        found || !body.complete_answer_found,
        "/complete_answer_found",
    );
    demand(found || body.confidence == 0.0, "/confidence");
    demand(rating(body.confidence), "/confidence");
    demand(
        rating(body.context_completeness_weak),
        "/context_completeness_weak",
    );
    let distinct = body.items.iter().any(|item| {
        body.items
            .first()
            .is_some_and(|first| first.value != item.value)
    });
    demand(
        !body.conflicting_evidence || distinct,
        "/conflicting_evidence",
    );
    let several = body.items.len() > 1;
    demand(
        request.shape != AnswerShape::Single || !several || body.conflicting_evidence,
        "/items",
    );
    let evidence = request.evidence;
    let alone = |item: &Item| fixed_answer::may_stand_alone(request.answer_type, item);
    let fixed = !body.items.is_empty() && body.items.iter().all(alone);
    if found
        && !fixed
        && (evidence.assembly_status != AssemblyStatus::Ok || evidence.used_chunks.is_empty())
    {
        findings.push(Finding::new(
            FindingKind::AnswerWithoutEvidence,
            "/answer_found",
        ));
    }
    findings
}

fn rating(value: f64) -> bool {
    (0.0..=1.0).contains(&value)
}
