//! Drafts in prose, from offer to value.

use crate::test_scene::chunk;
use crate::{Options, Terms, prose};
use contract::compose::Known;
use contract::structured::{FormatType, StructuredAnswer};
use contract::support::{SupportReply, Triage};
use contract::{AnswerBody, Authorship, Compose, ExtractionMethod, LabelSet, Prose};
use evidence::{EvidenceChunk, Span};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const DRAFT_END: &str = r#""complete_answer_found":true,"confidence":0.8,"context_completeness_weak":0.9,"context_structured":true}"#;

fn chunks() -> Vec<EvidenceChunk> {
    vec![
        chunk(
            "C0",
            &[
                "The weather is fine today.",
                "The fee is due monthly. It is EUR 5",
                "per user.",
            ],
        ),
        chunk("C1", &["Refunds take ten days."]),
    ]
}

fn offer(prose: Prose, authorship: Authorship) -> Compose {
    prose::offer(
        prose,
        authorship,
        &Terms::of("When is the fee due?"),
        &chunks(),
        &Options::default(),
        3,
    )
}

fn triage(confidence: f64) -> Triage {
    Triage {
        category: "Billing & Payments".into(),
        category_confidence: confidence,
        priority: "Normal".into(),
        priority_confidence: 0.9,
    }
}

fn expand(compose: &Compose, draft: &str, confidence: f64) -> AnswerBody {
    let (chunks, categories, triage) = (chunks(), LabelSet::categories(), triage(confidence));
    let known = Known {
        keywords: &["fee".to_owned(), "due".to_owned()],
        chunks: &chunks,
        categories: &categories,
        triage: &triage,
        relevance: &BTreeMap::new(),
    };
    compose.expand(draft, &known).unwrap()
}

/// The draft of the sentences with these beginnings.
fn draft(compose: &Compose, begins: &[&str]) -> String {
    let spans: Vec<Span> = begins
        .iter()
        .map(|begin| {
            let found = compose
                .sentences
                .iter()
                .find(|one| one.wording.starts_with(begin));
            found.unwrap().items[0].spans[0].clone()
        })
        .collect();
    format!(
        r#"{{"answer_found":true,"sentences":{},{DRAFT_END}"#,
        Compose::decided(&spans)
    )
}

#[test]
fn offers_the_sentences_that_speak_of_the_question_first() {
    let compose = offer(Prose::CitedText, Authorship::Extractive);
    assert_eq!(
        compose.sentences.first().unwrap().wording,
        "The fee is due monthly."
    );
    let schema = compose.schema();
    let offered = schema
        .pointer("/anyOf/0/properties/sentences/items/enum")
        .unwrap();
    assert_eq!(offered.as_array().unwrap().len(), 4);
}

#[test]
fn chooses_the_best_and_those_near_it_in_the_order_of_the_evidence() {
    let compose = offer(Prose::CitedText, Authorship::Extractive);
    let scores: Vec<f64> = compose
        .sentences
        .iter()
        .map(|one| match one.wording.as_str() {
            "Refunds take ten days." => 0.9,
            "The fee is due monthly." => 0.8,
            _ => 0.1,
        })
        .collect();
    let quotes: Vec<String> = compose
        .choose(&scores)
        .into_iter()
        .filter_map(|span| span.quote)
        .collect();
    assert_eq!(
        quotes,
        ["The fee is due monthly.", "Refunds take ten days."]
    );
    assert!(compose.choose(&[0.0, 0.0]).is_empty());
    assert!(compose.choose(&[]).is_empty());
}

#[test]
fn cited_text_is_the_sentences_with_the_anchors_that_code_writes() {
    let compose = offer(Prose::CitedText, Authorship::Extractive);
    let body = expand(
        &compose,
        &draft(&compose, &["The fee", "Refunds", "The fee"]),
        0.9,
    );
    let item = body.items.first().unwrap();
    assert_eq!(
        item.value,
        json!("The fee is due monthly. [C0] Refunds take ten days. [C1]")
    );
    assert_eq!(item.spans.len(), 2);
    assert_eq!(body.extraction_method, ExtractionMethod::Verbatim);
}

#[test]
fn structured_answer_has_citations_and_steps_that_code_fills_in() {
    let compose = offer(Prose::StructuredAnswer, Authorship::Extractive);
    let body = expand(&compose, &draft(&compose, &["The fee", "It is"]), 0.9);
    let value: StructuredAnswer = serde_json::from_value(body.items[0].value.json()).unwrap();
    assert_eq!(
        value.answer,
        "The fee is due monthly. It is EUR 5 per user."
    );
    assert_eq!(value.format_type, FormatType::Plain);
    let first = value.citations.first().unwrap();
    assert_eq!(
        (
            first.excerpt.as_str(),
            first.page_number,
            first.chunk_id.as_str()
        ),
        ("The fee is due monthly.", 1, "chunk-C0")
    );
    assert!((first.relevance_score - 0.75).abs() < f64::EPSILON);
    let steps = value.reasoning_steps.unwrap();
    assert_eq!(
        steps
            .iter()
            .map(|step| step.step_number)
            .collect::<Vec<_>>(),
        [1, 2]
    );
    assert!(steps[0].thought.contains("fee"), "{}", steps[0].thought);
    assert_eq!(steps[1].conclusion, "It is EUR 5 per user.");
    let one = expand(&compose, &draft(&compose, &["The fee"]), 0.9);
    assert_eq!(one.items[0].value.json()["reasoning_steps"], Value::Null);
}

#[test]
fn a_new_rating_is_said_alike_in_both_places() {
    let compose = offer(Prose::StructuredAnswer, Authorship::Extractive);
    let mut body = expand(&compose, &draft(&compose, &["The fee"]), 0.9);
    compose.rate(&mut body, 0.31);
    assert_eq!(
        json!(body.confidence),
        body.items[0].value.json()["confidence"]
    );
    assert_eq!(body.items[0].value.json()["confidence"], 0.31);
}

#[test]
fn support_reply_has_a_snippet_of_35_characters_of_the_cited_lines() {
    let compose = offer(Prose::SupportReply, Authorship::Extractive);
    let body = expand(&compose, &draft(&compose, &["It is"]), 0.9);
    let value: SupportReply = serde_json::from_value(body.items[0].value.json()).unwrap();
    assert_eq!(value.draft_reply, "It is EUR 5 per user.");
    let citation = value.citations.first().unwrap();
    assert_eq!(
        citation.full_content,
        "The fee is due monthly. It is EUR 5 per user."
    );
    assert_eq!(citation.snippet, "The fee is due monthly. It is EUR 5");
    assert_eq!(citation.snippet.chars().count(), 35);
    assert!(!value.needs_human_review);
    assert!(!value.internal_next_steps.is_empty());
}

#[test]
fn support_reply_needs_review_when_the_triage_is_unsure() {
    let compose = offer(Prose::SupportReply, Authorship::Extractive);
    let review = |confidence| {
        let body = expand(&compose, &draft(&compose, &["It is"]), confidence);
        body.items[0].value.json()["needs_human_review"].clone()
    };
    assert_eq!(
        (review(0.49), review(0.5), review(f64::NAN)),
        (json!(true), json!(false), json!(true))
    );
}

#[test]
fn support_reply_without_an_answer_is_the_fixed_text_for_a_person() {
    let compose = offer(Prose::SupportReply, Authorship::Extractive);
    let body = expand(&compose, r#"{"answer_found":false}"#, 0.9);
    let value = &body.items[0].value.json();
    assert_eq!(
        value["draft_reply"],
        "Insufficient context. Please clarify your request."
    );
    assert_eq!(value["needs_human_review"], true);
    assert_eq!(value["citations"], json!([]));
}

#[test]
fn nothing_found_is_a_refusal() {
    let compose = offer(Prose::CitedText, Authorship::Extractive);
    let body = expand(&compose, r#"{"answer_found":false}"#, 0.9);
    assert!(!body.answer_found && body.items.is_empty());
    assert_eq!(body.extraction_method, ExtractionMethod::Na);
}

#[test]
fn a_model_that_writes_quotes_first_and_cannot_write_anchors() {
    let compose = offer(Prose::CitedText, Authorship::Abstractive);
    let span = json!(compose.sentences.first().unwrap().items[0].spans[0]);
    let draft = format!(
        r#"{{"answer_found":true,"sentences":[{{"spans":[{span}],"text":"Every month the fee is due."}}],{DRAFT_END}"#
    );
    let body = expand(&compose, &draft, 0.9);
    assert_eq!(
        body.items[0].value,
        json!("Every month the fee is due. [C0]")
    );
    assert_eq!(body.extraction_method, ExtractionMethod::Inferred);
    let schema = compose.schema();
    let pattern = schema
        .pointer("/anyOf/0/properties/sentences/items/properties/text/pattern")
        .and_then(Value::as_str)
        .unwrap();
    let pattern = regex::Regex::new(&braced(pattern)).unwrap();
    for (text, allowed) in [
        ("Every month the fee is due.", true),
        ("The fee is 3.50 a month.", true),
        ("The fee is due. The rest is not.", false),
        ("The fee is due [C9].", false),
        ("The fee is due (C9).", false),
        ("The fee\u{200b} is due now.", false),
        ("The fee\nis due now.", false),
    ] {
        assert_eq!(pattern.is_match(text), allowed, "{text}");
    }
}

/// ECMA's `\uXXXX` as this library writes it.
fn braced(pattern: &str) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once("\\u") {
        let (code, tail) = after.split_at(4);
        out.push_str(before);
        out.push_str(&["\\u{", code, "}"].concat());
        rest = tail;
    }
    out + rest
}

#[test]
fn without_sentences_only_the_not_found_branch_is_left() {
    let compose = Compose {
        sentences: Vec::new(),
        ..offer(Prose::CitedText, Authorship::Extractive)
    };
    assert_eq!(
        compose.schema().pointer("/properties/answer_found/const"),
        Some(&json!(false))
    );
}

#[test]
fn a_draft_of_another_form_is_told_without_quoting_it() {
    let compose = offer(Prose::CitedText, Authorship::Extractive);
    let (chunks, categories, triage) = (chunks(), LabelSet::categories(), triage(1.0));
    let known = Known {
        keywords: &[],
        chunks: &chunks,
        categories: &categories,
        triage: &triage,
        relevance: &BTreeMap::new(),
    };
    for draft in [
        r#"{"secret":1}"#,
        r#"{"answer_found":true,"sentences":["secret"]}"#,
        "",
    ] {
        let error = compose.expand(draft, &known).unwrap_err();
        assert!(!error.to_string().contains("secret"));
    }
}
