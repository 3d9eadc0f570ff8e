//! Contracts that judge a passage instead of naming a value in it.

use crate::contract_tests::{answer, evidence, kinds, refuses, validation_under};
use crate::scene::{bundle, policy};
use crate::{FindingKind, ValidationStatus};
use contract::{LabelSet, Prose, verification};
use evidence::{AnswerBundle, AssemblyStatus};
use recognizer::Options;
use serde_json::{Value, json};

#[test]
fn verification_no_evidence_means_no() {
    let mut none = bundle(&[]);
    none.assembly_status = AssemblyStatus::NoEvidence;
    let no = json!(verification::unsupported());
    let found = validation_under("verification", &no, &none, &policy());
    assert_eq!(
        found.status(),
        ValidationStatus::Passed,
        "{:?}",
        found.issues()
    );
    let mut yes = no.clone();
    *yes.pointer_mut("/items/0/value/response").unwrap() = json!("Yes");
    let found = validation_under("verification", &yes, &none, &policy());
    let kinds: Vec<FindingKind> = found.findings().iter().map(|one| one.kind).collect();
    assert!(
        kinds.contains(&FindingKind::AnswerWithoutEvidence)
            && kinds.contains(&FindingKind::MissingCitation)
    );
}

fn judged(value: &Value, evidence: &AnswerBundle, candidates: Vec<contract::Candidate>) -> Value {
    let mut draft = answer(Prose::CitedText, evidence, 1);
    let found = candidates
        .into_iter()
        .find(|one| one.items.iter().any(|item| item.value == *value));
    draft["items"] = json!(found.unwrap().items);
    draft["extraction_method"] = json!("inferred");
    draft
}

#[test]
fn verification_is_a_judgement_about_a_cited_passage() {
    let evidence = evidence();
    let candidates = recognizer::claim::candidates(
        &recognizer::Terms::of("The premium is $1,250."),
        &evidence.used_chunks,
        &Options::default(),
    );
    let yes = judged(&json!({"response": "Yes"}), &evidence, candidates);
    assert_eq!(kinds("verification", &yes), []);
    refuses(
        "verification",
        &yes,
        &[
            (
                "/extraction_method",
                json!("verbatim"),
                FindingKind::ValueNotInQuotes,
            ),
            (
                "/items/0/value/response",
                json!("Maybe"),
                FindingKind::SchemaViolation,
            ),
            ("/items/0/spans", json!([]), FindingKind::MissingCitation),
        ],
    );
}

#[test]
fn document_category_is_one_of_the_labels_that_are_data() {
    let evidence = evidence();
    let candidates = recognizer::label::candidates(&evidence.used_chunks, &LabelSet::categories());
    let label = judged(&json!("Billing & Payments"), &evidence, candidates);
    assert_eq!(kinds("document_category", &label), []);
    refuses(
        "document_category",
        &label,
        &[
            (
                "/items/0/value",
                json!("Billing"),
                FindingKind::SchemaViolation,
            ),
            (
                "/extraction_method",
                json!("verbatim"),
                FindingKind::ValueNotInQuotes,
            ),
        ],
    );
}
