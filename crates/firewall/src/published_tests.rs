//! The published schemas against real answers, by the firewall's validator.

use crate::contract_tests::{answer, evidence, validation_under};
use crate::{Validator, scene::policy};
use contract::{Prose, Registry, published};
use serde_json::{Value, json};

fn valid(schema: &Value, value: &Value) -> bool {
    Validator::new(schema, true).unwrap().is_valid(value)
}

/// A response as `app` writes it.
fn response(status: &str, answer: &Value, citations: &Value) -> Value {
    json!({
        "version": "2", "request_id": "r", "record_id": "1", "status": status, "answer": answer,
        "citations": citations, "token_usage": {"prompt": 1, "completion": 2, "total": 3},
        "latency_ms": 5, "answer_type": "cited_text", "answer_shape": "single", "decision": "ship",
        "probability": null, "context_completeness_strong": "unknown",
        "needs_human_review": false, "flags": [], "message": null, "computation": null,
    })
}

/// Citations with what `app` adds from the documents' own data.
fn placed(citations: &[crate::Citation]) -> Value {
    let mut placed = json!(citations);
    for citation in placed.as_array_mut().unwrap() {
        citation["boundary"] =
            json!({ "starts": "paragraph", "ends": "sentence", "contiguous": true });
        citation["event_date"] = Value::Null;
        citation["metadata"] =
            json!({ "media_type": "text", "section": "1. Term", "said": { "client": "Acme" } });
    }
    placed
}

#[test]
fn accepted_answers_and_their_citations_have_the_published_form() {
    let registry = Registry::built_in();
    for (prose, kind) in [
        (Prose::CitedText, "cited_text"),
        (Prose::StructuredAnswer, "structured_answer"),
        (Prose::SupportReply, "support_reply"),
    ] {
        let found = validation_under(kind, &answer(prose, &evidence(), 3), &evidence(), &policy());
        let checked = found.answer().unwrap();
        let schema = published::schema(&registry, &format!("{kind}.answer")).unwrap();
        assert!(valid(&schema, &json!(checked.body())), "{kind}");
        let mut public = response("OK", &json!(checked.body()), &placed(checked.citations()));
        public["answer_type"] = json!(kind);
        for name in ["response".to_owned(), format!("{kind}.response")] {
            let schema = published::schema(&registry, &name).unwrap();
            assert!(valid(&schema, &public), "{name}");
        }
        let other = published::schema(&registry, "amount.response").unwrap();
        assert!(!valid(&other, &public));
    }
}

#[test]
fn each_status_has_its_own_form() {
    let schema = published::public_response(None);
    let citation = json!([{
        "anchor": "C0", "document_id": "d", "document_title": "t", "page_number": 1,
        "line_start": 1, "line_end": 1, "quote": "q", "boxes": [],
        "boundary": { "starts": "paragraph", "ends": "open", "contiguous": true },
        "event_date": "2024", "metadata": { "media_type": "pdf", "section": null },
    }]);
    let null = Value::Null;
    assert!(valid(&schema, &response("FAILED", &null, &json!([]))));
    assert!(valid(&schema, &response("NO_EVIDENCE", &null, &json!([]))));
    assert!(!valid(&schema, &response("OK", &null, &json!([]))));
    assert!(!valid(&schema, &response("FAILED", &null, &citation)));
    assert!(!valid(&schema, &response("NO_EVIDENCE", &null, &citation)));
    assert!(!valid(&schema, &response("MAYBE", &null, &json!([]))));
}

#[test]
fn neither_prompt_nor_similarity_nor_chunk_text_has_a_place_in_a_citation() {
    let schema = published::public_response(None);
    let answer = validation_under(
        "cited_text",
        &answer(Prose::CitedText, &evidence(), 1),
        &evidence(),
        &policy(),
    );
    let answer = answer.answer().unwrap();
    for extra in ["prompt", "similarity", "chunk_text", "chunk_id"] {
        let mut citations = placed(answer.citations());
        citations[0][extra] = json!("x");
        assert!(
            !valid(&schema, &response("OK", &json!(answer.body()), &citations)),
            "{extra}"
        );
    }
}

#[test]
fn every_published_schema_can_be_used() {
    for (name, schema) in published::schemas(&Registry::built_in()) {
        assert!(Validator::new(&schema, true).is_some(), "{name}");
    }
}

/// The reference, which has to name everything there is.
const REFERENCE: &str = include_str!("../../../docs/contract.md");

#[test]
fn the_reference_names_every_type_field_reason_and_decision() {
    let registry = Registry::built_in();
    let types = registry.list().map(|one| one.name.clone());
    let reasons = crate::FindingKind::ALL
        .into_iter()
        .map(crate::FindingKind::name);
    let decisions = published::DECISIONS
        .iter()
        .map(|(name, _)| (*name).to_owned());
    let answer = published::answer(&json!(true));
    let response = published::public_response(None);
    let fields = [&answer, &response].into_iter().flat_map(|schema| {
        let fields = schema["properties"].as_object().unwrap().keys();
        fields.cloned().collect::<Vec<String>>()
    });
    for name in types.chain(reasons).chain(decisions).chain(fields) {
        assert!(
            REFERENCE.contains(&format!("`{name}`")),
            "docs/contract.md does not name `{name}`"
        );
    }
}
