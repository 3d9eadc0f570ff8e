//! The other contracts: their valid answers pass, and each is refused for
//! what is wrong with it. The answers are made by the producer, so this is
//! also the two sides' agreement on what a sentence is.

use crate::scene::{bundle, policy};
use crate::{CheckRequest, FindingKind, Validation, ValidationStatus, validate};
use contract::compose::{Known, insufficient};
use contract::support::Triage;
use contract::{Authorship, Compose, LabelSet, Presentation, Prose, Registry, category};
use evidence::{AnswerBundle, AssemblyStatus, Policy};
use recognizer::Options;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) const QUESTION: &str = "What does the insured pay, and when?";

pub(crate) fn evidence() -> AnswerBundle {
    bundle(&[
        &[
            "Premium",
            "",
            "The annual premium is $1,250.00 for the",
            "insured, Dr. Jane Q. Doe. It is due on 16 July 2002.",
        ],
        &[
            "Payments by card take two days.",
            "- Refunds of a payment take ten days",
        ],
    ])
}

pub(crate) fn triage(confidence: f64) -> Triage {
    Triage {
        category: "Billing & Payments".into(),
        category_confidence: confidence,
        priority: "Normal".into(),
        priority_confidence: 0.8,
    }
}

/// A valid answer of a prose contract, of its first sentences.
pub(crate) fn answer(prose: Prose, evidence: &AnswerBundle, sentences: usize) -> Value {
    let options = Options {
        max_span_lines: 3,
        ..Options::default()
    };
    let compose = recognizer::prose::offer(
        prose,
        Authorship::Extractive,
        &recognizer::Terms::of(QUESTION),
        &evidence.used_chunks,
        &options,
        5,
    );
    let scores: Vec<f64> = (0..compose.sentences.len())
        .map(|at| if at < sentences { 1.0 } else { 0.0 })
        .collect();
    let chosen = Compose::decided(&compose.choose(&scores));
    let draft = format!(
        r#"{{"answer_found":true,"sentences":{chosen},"complete_answer_found":true,"confidence":0.8,"context_completeness_weak":0.9,"context_structured":true}}"#
    );
    let (categories, triage) = (LabelSet::categories(), triage(0.9));
    let known = Known {
        keywords: &[],
        chunks: &evidence.used_chunks,
        categories: &categories,
        triage: &triage,
        relevance: &BTreeMap::new(),
    };
    json!(compose.expand(&draft, &known).unwrap())
}

pub(crate) fn validation_under(
    kind: &str,
    draft: &Value,
    evidence: &AnswerBundle,
    policy: &Policy,
) -> Validation {
    let registry = Registry::built_in();
    let entry = registry.find(kind).unwrap();
    let labels = if kind == category::NAME {
        LabelSet::categories().names()
    } else {
        Vec::new()
    };
    let request = CheckRequest {
        converted_to: &[],
        presentation: Presentation::default(),
        relevance: &BTreeMap::new(),
        answer_type: kind,
        shape: entry.shape,
        answer_schema: &entry.value_schema,
        evidence,
        labels: &labels,
        policy,
    };
    validate(draft, &request)
}

fn validation(kind: &str, draft: &Value) -> Validation {
    validation_under(kind, draft, &evidence(), &policy())
}

pub(crate) fn kinds(kind: &str, draft: &Value) -> Vec<FindingKind> {
    validation(kind, draft)
        .findings()
        .into_iter()
        .map(|finding| finding.kind)
        .collect()
}

const PROSE: [(Prose, &str); 3] = [
    (Prose::CitedText, "cited_text"),
    (Prose::StructuredAnswer, "structured_answer"),
    (Prose::SupportReply, "support_reply"),
];

#[test]
fn what_is_composed_of_sentences_passes_in_every_contract() {
    for (prose, kind) in PROSE {
        for sentences in 1..=4 {
            let draft = answer(prose, &evidence(), sentences);
            let found = validation(kind, &draft);
            assert_eq!(
                found.status(),
                ValidationStatus::Passed,
                "{kind} {draft:#} {:?}",
                found.issues()
            );
            assert_eq!(found.issues(), [], "{kind} {draft:#}");
            assert_eq!(found.metrics().citation_count as usize, sentences, "{kind}");
        }
    }
}

/// Sets one place of a valid answer and expects one kind of finding.
pub(crate) fn refuses(kind: &str, draft: &Value, cases: &[(&str, Value, FindingKind)]) {
    for (pointer, value, expected) in cases {
        let mut wrong = draft.clone();
        *wrong.pointer_mut(pointer).unwrap() = value.clone();
        let found = kinds(kind, &wrong);
        assert!(
            found.contains(expected),
            "{kind} {pointer} = {value}: {found:?}"
        );
    }
}

#[test]
fn cited_text_is_refused_for_each_wrong_part() {
    let draft = answer(Prose::CitedText, &evidence(), 3);
    let text = draft
        .pointer("/items/0/value")
        .and_then(Value::as_str)
        .unwrap();
    let swapped = text
        .replace("[C0]", "[C9]")
        .replace("[C1]", "[C0]")
        .replace("[C9]", "[C1]");
    let value = "/items/0/value";
    refuses(
        "cited_text",
        &draft,
        &[
            (value, json!(swapped), FindingKind::ValueNotInQuotes),
            (
                value,
                json!(text.replacen("[C0]", "[C5]", 1)),
                FindingKind::InvalidCitationReference,
            ),
            (
                value,
                json!(text.replacen("[C0]", "(C0)", 1)),
                FindingKind::MalformedAnchor,
            ),
            (
                value,
                json!(text.replacen(" [C0]", "", 1)),
                FindingKind::UncitedFactualStatement,
            ),
            (
                value,
                json!(format!("{text} And more.")),
                FindingKind::UncitedFactualStatement,
            ),
            (
                value,
                json!(format!("{text} And more. [C0]")),
                FindingKind::ValueNotInQuotes,
            ),
            (
                value,
                json!(text.replace("1,250", "1,251")),
                FindingKind::ValueNotInQuotes,
            ),
            (
                value,
                json!(text.replacen("[C0]", "[C0][C1]", 1).replace(" two", " ten")),
                FindingKind::ValueNotInQuotes,
            ),
            (
                value,
                json!(contract::REFUSAL),
                FindingKind::InconsistentFlags,
            ),
            (value, json!(""), FindingKind::SchemaViolation),
            (value, json!({"text": text}), FindingKind::SchemaViolation),
            (
                "/extraction_method",
                json!("computed"),
                FindingKind::InconsistentFlags,
            ),
            ("/items/0/spans", json!([]), FindingKind::MissingCitation),
            (
                "/items/0/spans/0/quote",
                json!("Nothing like it."),
                FindingKind::QuoteNotInLines,
            ),
        ],
    );
}

#[test]
fn citation_mismatch_no_citation_is_unused_and_none_is_missing() {
    let draft = answer(Prose::CitedText, &evidence(), 3);
    let spans = draft
        .pointer("/items/0/spans")
        .and_then(Value::as_array)
        .unwrap();
    let mut double = draft.clone();
    *double.pointer_mut("/items/0/spans").unwrap() =
        json!([spans[0], spans[1], spans[2], spans[0]]);
    assert_eq!(
        kinds("cited_text", &double),
        [FindingKind::CitationMismatch]
    );
    let mut unused = draft.clone();
    let text = draft
        .pointer("/items/0/value")
        .and_then(Value::as_str)
        .unwrap();
    let first = text.split(" [C1]").next().unwrap();
    let cut = first.rfind("[C0]").map(|at| &first[..at + 4]).unwrap();
    *unused.pointer_mut("/items/0/value").unwrap() = json!(cut);
    assert!(
        kinds("cited_text", &unused).contains(&FindingKind::CitationMismatch),
        "{cut}"
    );
}

#[test]
fn structured_answer_is_refused_for_each_wrong_part() {
    let draft = answer(Prose::StructuredAnswer, &evidence(), 2);
    let value = |pointer: &str| {
        draft
            .pointer(&format!("/items/0/value{pointer}"))
            .cloned()
            .unwrap()
    };
    let citations = value("/citations");
    let mismatch = FindingKind::CitationMismatch;
    refuses(
        "structured_answer",
        &draft,
        &[
            (
                "/items/0/value/answer",
                json!("The premium is nothing."),
                FindingKind::ValueNotInQuotes,
            ),
            (
                "/items/0/value/answer",
                json!("I don't know."),
                FindingKind::InvalidRefusalFormat,
            ),
            (
                "/items/0/value/answer",
                json!("The annual premium is due [C0]."),
                FindingKind::MalformedAnchor,
            ),
            (
                "/items/0/value/answer",
                json!(" "),
                FindingKind::SchemaViolation,
            ),
            (
                "/items/0/value/confidence",
                json!(0.9),
                FindingKind::InconsistentFlags,
            ),
            (
                "/items/0/value/confidence",
                json!(1.9),
                FindingKind::SchemaViolation,
            ),
            (
                "/items/0/value/format_type",
                json!("html"),
                FindingKind::SchemaViolation,
            ),
            (
                "/items/0/value/format_type",
                json!("structured"),
                FindingKind::SchemaViolation,
            ),
            (
                "/items/0/value/metadata",
                json!({"a": {"b": 1}}),
                FindingKind::SchemaViolation,
            ),
            ("/items/0/value/citations", json!([]), mismatch),
            (
                "/items/0/value/citations",
                json!([citations[1], citations[0]]),
                mismatch,
            ),
            (
                "/items/0/value/citations",
                json!([citations[0], citations[1], citations[0]]),
                mismatch,
            ),
            (
                "/items/0/value/citations/0/document_id",
                json!("other"),
                mismatch,
            ),
            (
                "/items/0/value/citations/0/document_title",
                json!("Other.pdf"),
                mismatch,
            ),
            (
                "/items/0/value/citations/0/excerpt",
                json!("The annual premium"),
                mismatch,
            ),
            ("/items/0/value/citations/0/page_number", json!(2), mismatch),
            (
                "/items/0/value/citations/0/relevance_score",
                json!(0.91),
                mismatch,
            ),
            (
                "/items/0/value/citations/0/chunk_id",
                json!("chunk-9"),
                mismatch,
            ),
            (
                "/items/0/value/reasoning_steps",
                json!([]),
                FindingKind::SchemaViolation,
            ),
            (
                "/items/0/value/reasoning_steps/1/step_number",
                json!(3),
                FindingKind::SchemaViolation,
            ),
            (
                "/items/0/value/reasoning_steps/1/conclusion",
                json!("It is free."),
                FindingKind::ValueNotInQuotes,
            ),
            (
                "/items/0/value/reasoning_steps/1/citations",
                json!([]),
                mismatch,
            ),
            (
                "/items/0/value/reasoning_steps/1/citations/0/excerpt",
                json!("It"),
                mismatch,
            ),
        ],
    );
    let mut extra = draft.clone();
    extra
        .pointer_mut("/items/0/value")
        .and_then(Value::as_object_mut)
        .unwrap()
        .insert("more".into(), json!(1));
    assert_eq!(
        kinds("structured_answer", &extra),
        [FindingKind::SchemaViolation]
    );
}

#[test]
fn structured_answer_may_name_nothing_new_in_its_thoughts() {
    let mut draft = answer(Prose::StructuredAnswer, &evidence(), 2);
    *draft
        .pointer_mut("/items/0/value/reasoning_steps/0/thought")
        .unwrap() = json!("As Mr Smith of room 99 said.");
    let found = validation("structured_answer", &draft);
    assert_eq!(found.metrics().suspicious_new_ids, 3);
    let mut strict = policy();
    strict.suspicious_new_ids = evidence::policy::Suspicion::Fail;
    let found = validation_under("structured_answer", &draft, &evidence(), &strict);
    assert_eq!(found.failure_reason(), Some(FindingKind::SuspiciousNewIds));
}

#[test]
fn support_reply_is_refused_for_each_wrong_part() {
    let draft = answer(Prose::SupportReply, &evidence(), 2);
    let mismatch = FindingKind::CitationMismatch;
    refuses(
        "support_reply",
        &draft,
        &[
            (
                "/items/0/value/draft_reply",
                json!("You get it for free."),
                FindingKind::ValueNotInQuotes,
            ),
            (
                "/items/0/value/draft_reply",
                json!("Insufficient context."),
                FindingKind::InvalidRefusalFormat,
            ),
            (
                "/items/0/value/draft_reply",
                json!("insufficient context. please clarify your request."),
                FindingKind::InvalidRefusalFormat,
            ),
            ("/items/0/value/citations", json!([]), mismatch),
            ("/items/0/value/citations/0/snippet", json!("The"), mismatch),
            (
                "/items/0/value/citations/0/full_content",
                json!("The annual premium"),
                mismatch,
            ),
            (
                "/items/0/value/citations/0/document_name",
                json!("Other.pdf"),
                mismatch,
            ),
            (
                "/items/0/value/needs_human_review",
                json!("no"),
                FindingKind::SchemaViolation,
            ),
            (
                "/items/0/value/draft_reply",
                json!("Insufficient context. Please clarify your request."),
                mismatch,
            ),
        ],
    );
}

#[test]
fn support_reply_without_evidence_is_the_fixed_text_and_asks_for_a_person() {
    let mut none = bundle(&[]);
    none.assembly_status = AssemblyStatus::NoEvidence;
    let draft = json!(insufficient());
    for evidence in [&none, &evidence()] {
        let found = validation_under("support_reply", &draft, evidence, &policy());
        assert_eq!(
            found.status(),
            ValidationStatus::Passed,
            "{:?}",
            found.issues()
        );
        assert!(found.metrics().refusal_detected);
    }
    let mut quiet = draft.clone();
    *quiet
        .pointer_mut("/items/0/value/needs_human_review")
        .unwrap() = json!(false);
    assert_eq!(
        kinds("support_reply", &quiet),
        [FindingKind::ReviewNotAsked]
    );
    let mut free = draft.clone();
    *free.pointer_mut("/items/0/value/draft_reply").unwrap() = json!("All is well.");
    let found = validation_under("support_reply", &free, &none, &policy());
    assert_eq!(found.status(), ValidationStatus::Failed);
}

#[test]
fn a_written_sentence_passes_with_its_anchors_and_is_flagged_for_what_is_new() {
    let evidence = evidence();
    let mut draft = answer(Prose::CitedText, &evidence, 1);
    draft["extraction_method"] = json!("inferred");
    draft["items"][0]["value"] = json!("Every year Jane Doe pays 1250 dollars. [C0]");
    let found = validation_under("cited_text", &draft, &evidence, &policy());
    assert_eq!(
        (found.status(), found.metrics().suspicious_new_ids),
        (ValidationStatus::Passed, 0)
    );
    draft["items"][0]["value"] = json!("Every year John Doe pays 1251 dollars. [C0]");
    let found = validation_under("cited_text", &draft, &evidence, &policy());
    assert_eq!(
        (found.status(), found.metrics().suspicious_new_ids),
        (ValidationStatus::Passed, 2)
    );
    assert_eq!(found.issues().len(), 1);
}

#[test]
fn the_result_has_the_fields_of_the_record() {
    let passed = json!(validation(
        "cited_text",
        &answer(Prose::CitedText, &evidence(), 1)
    ));
    let fields = [
        "request_id",
        "generation_status",
        "validation_status",
        "failure_reason",
        "validated_answer",
        "validated_citations",
        "grounding_metrics",
        "quality_score",
        "issues",
    ];
    let keys: Vec<&String> = passed.as_object().unwrap().keys().collect();
    assert_eq!(keys, fields);
    assert_eq!(passed["validation_status"], "PASSED");
    assert_eq!(passed["validated_answer"]["answer_found"], true);
    let refused = json!(validation("cited_text", &json!({})));
    assert_eq!(refused["failure_reason"], "SCHEMA_VIOLATION");
    assert_eq!(refused["validated_answer"], Value::Null);
    let metrics: Vec<&String> = refused["grounding_metrics"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(
        metrics,
        [
            "citation_count",
            "uncited_sentence_count",
            "invalid_anchor_count",
            "refusal_detected",
            "length_ratio_flag",
            "suspicious_new_ids",
        ]
    );
    let none = json!(Validation::without_answer(
        "r",
        crate::GenerationStatus::NoEvidence
    ));
    assert_eq!(
        (&none["generation_status"], &none["validation_status"]),
        (&json!("NO_EVIDENCE"), &json!("FAILED"))
    );
}

#[test]
fn under_the_policy_threshold_an_answer_is_refused_for_its_quality() {
    let mut draft = answer(Prose::CitedText, &evidence(), 2);
    draft["complete_answer_found"] = json!(false);
    let mut strict = policy();
    strict.min_quality_score = 0.9;
    let found = validation_under("cited_text", &draft, &evidence(), &strict);
    assert_eq!(found.failure_reason(), Some(FindingKind::QualityTooLow));
    assert!(found.quality_score().unwrap().total < 0.9 && found.answer().is_none());
    assert_eq!(
        validation("cited_text", &draft).status(),
        ValidationStatus::Passed
    );
}

#[test]
fn suspicious_new_ids_are_counted_in_inferred_free_words_too() {
    let mut draft = crate::scene::draft(&[(
        json!("The premium goes to John Smith."),
        "C0",
        1,
        1,
        "Premium",
    )]);
    draft["extraction_method"] = json!("inferred");
    let found = validation("text", &draft);
    assert_eq!(
        (found.status(), found.metrics().suspicious_new_ids),
        (ValidationStatus::Passed, 2)
    );
    let mut strict = policy();
    strict.suspicious_new_ids = evidence::policy::Suspicion::Fail;
    let found = validation_under("text", &draft, &evidence(), &strict);
    assert_eq!(found.failure_reason(), Some(FindingKind::SuspiciousNewIds));
}
