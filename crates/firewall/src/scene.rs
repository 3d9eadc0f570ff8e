//! Evidence and valid drafts to corrupt.

use crate::{CheckRequest, Verdict, check};
use contract::{AnswerShape, Presentation, Registry};
use evidence::{AnswerBundle, AssemblyStatus, Bounds, EvidenceChunk, Line, Policy};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) fn policy() -> Policy {
    Policy {
        version: "test".into(),
        max_span_lines: 3,
        min_quality_score: 0.6,
        ..Policy::default()
    }
}

/// Chunks of consecutive lines; every chunk starts a page.
pub(crate) fn bundle(chunks: &[&[&str]]) -> AnswerBundle {
    let mut number = 0;
    let used_chunks = chunks
        .iter()
        .zip(1_u32..)
        .map(|(texts, page)| {
            let lines = texts
                .iter()
                .map(|text| {
                    number += 1;
                    let bounds = Some(Bounds {
                        left: 1.0,
                        top: 2.0,
                        right: 3.0,
                        bottom: 4.0,
                    });
                    Line {
                        number,
                        page,
                        text: (*text).to_owned(),
                        bounds,
                    }
                })
                .collect();
            EvidenceChunk {
                anchor: format!("C{}", page - 1),
                chunk_id: format!("chunk-{page}"),
                document_id: "document".into(),
                document_title: "Policy.pdf".into(),
                lines,
                similarity: 0.9,
                tables: Vec::new(),
            }
        })
        .collect();
    AnswerBundle {
        request_id: "request".into(),
        assembly_status: AssemblyStatus::Ok,
        used_chunks,
        trace: evidence::AssemblyTrace::default(),
        metrics: evidence::AssemblyMetrics::default(),
    }
}

/// A complete verbatim draft with one span per item.
pub(crate) fn draft(items: &[(Value, &str, u32, u32, &str)]) -> Value {
    let items: Vec<Value> = items
        .iter()
        .map(|(value, anchor, line_start, line_end, quote)| {
            json!({"value": value, "spans": [
                {"anchor": anchor, "line_start": line_start, "line_end": line_end, "quote": quote}
            ]})
        })
        .collect();
    json!({
        "answer_found": !items.is_empty(),
        "items": items,
        "extraction_method": if items.is_empty() { "na" } else { "verbatim" },
        "complete_answer_found": !items.is_empty(),
        "conflicting_evidence": false,
        "confidence": if items.is_empty() { 0.0 } else { 0.9 },
        "context_completeness_weak": 0.8,
        "context_structured": true,
        "caveats": [],
        "llm_discovered_keywords": [],
        "keywords_found": [],
        "suggested_clarification": null,
    })
}

/// The verdict under the contract of a built-in type.
pub(crate) fn verdict(answer_type: &str, draft: &Value, evidence: &AnswerBundle) -> Verdict {
    let registry = Registry::built_in();
    let entry = registry.find(answer_type).unwrap();
    let labels = ["Fire".to_owned(), "Water".to_owned()];
    let request = CheckRequest {
        converted_to: &[],
        presentation: Presentation::default(),
        relevance: &BTreeMap::new(),
        answer_type,
        shape: entry.shape,
        answer_schema: &entry.value_schema,
        evidence,
        labels: &labels,
        policy: &policy(),
    };
    check(draft, &request)
}

/// The verdict on a built-in type where its schema says nothing: what the
/// firewall sees by itself.
pub(crate) fn verdict_without_schema(
    answer_type: &str,
    draft: &Value,
    evidence: &AnswerBundle,
) -> Verdict {
    let registry = Registry::built_in();
    let labels = ["Fire".to_owned(), "Water".to_owned()];
    let request = CheckRequest {
        converted_to: &[],
        presentation: Presentation::default(),
        relevance: &BTreeMap::new(),
        answer_type,
        shape: registry.find(answer_type).unwrap().shape,
        answer_schema: &json!({}),
        evidence,
        labels: &labels,
        policy: &policy(),
    };
    check(draft, &request)
}

/// The verdict under a schema of one's own.
pub(crate) fn verdict_by_schema(schema: &Value, draft: &Value, evidence: &AnswerBundle) -> Verdict {
    let request = CheckRequest {
        converted_to: &[],
        presentation: Presentation::default(),
        relevance: &BTreeMap::new(),
        answer_type: "custom",
        shape: AnswerShape::NestedJson,
        answer_schema: schema,
        evidence,
        labels: &[],
        policy: &policy(),
    };
    check(draft, &request)
}
