//! What the evidence offers for a question: candidates where code can find
//! them, words to copy where it cannot, a user's schema to fill.

use crate::read::{BOOLEAN, Readings};
use contract::recognizer::{self, Options};
use contract::{
    AnswerShape, AnswerType, Authorship, Candidate, Compose, Item, LabelSet, Offer, Place, Prose,
    category, verification,
};
use evidence::{EvidenceChunk, Policy, Span};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The type whose answer is a label of a passage, not a value in it.
pub(crate) const CLASSIFICATION: &str = "classification";
const TEXT: &str = "text";
/// Runs of words that the reader marks, at most.
const MAX_MARKED: usize = 12;
/// Figures of a user's schema that are offered, at most.
const MAX_NUMBERS: usize = 200;

fn options(policy: &Policy) -> Options {
    Options {
        max_span_lines: policy.max_span_lines,
        ..Options::default()
    }
}

/// The offer for one question, candidates best first and cut to what the
/// policy lets be scored. With `readings`, runs of words that the reader marks
/// stand beside what the recognisers found, and its scores rank.
pub(crate) fn offer(
    question: &str,
    answer_type: &AnswerType,
    labels: &[String],
    (chunks, readings): (&[EvidenceChunk], Option<&Readings>),
    policy: &Policy,
) -> Offer {
    if matches!(
        answer_type.shape,
        AnswerShape::NestedJson | AnswerShape::Tree
    ) {
        return Offer::Schema {
            numbers: numbers(chunks, policy),
        };
    }
    if let Some(prose) = Prose::of(&answer_type.name) {
        let options = options(policy);
        let extractive = Authorship::Extractive;
        let mut compose = Compose::offer(
            prose,
            extractive,
            question,
            chunks,
            &options,
            policy.max_items,
        );
        compose.sentences.truncate(policy.max_candidates as usize);
        return Offer::Compose(compose);
    }
    let mut candidates = match answer_type.name.as_str() {
        verification::NAME => verification::candidates(question, chunks, &options(policy)),
        category::NAME => category::candidates(chunks, &LabelSet::categories()),
        BOOLEAN => {
            let passage = match readings {
                Some(readings) => speaking(chunks, readings, policy),
                None => speaking_of(question, chunks, policy),
            };
            passage.map(|one| judgements(&one)).unwrap_or_default()
        }
        CLASSIFICATION => category::candidates(chunks, &LabelSet::of(labels)),
        name if recognizer::has_recognizer(name) => {
            if let Some(readings) = readings {
                read(question, name, (chunks, readings), policy)
            } else {
                let mut found = recognizer::recognize_for(question, name, chunks, &options(policy));
                recognizer::rank(question, name, &mut found);
                found
            }
        }
        _ => return Offer::Copy,
    };
    candidates.truncate(policy.max_candidates as usize);
    Offer::Candidates(candidates)
}

/// What the recognisers find and what the reader marks, the reader's highest
/// score first. Free words are the reader's alone.
fn read(
    question: &str,
    name: &str,
    (chunks, readings): (&[EvidenceChunk], &Readings),
    policy: &Policy,
) -> Vec<Candidate> {
    let options = options(policy);
    let mut found = if name == TEXT {
        Vec::new()
    } else {
        recognizer::recognize_for(question, name, chunks, &options)
    };
    let known: BTreeSet<String> = found.iter().map(place_and_value).collect();
    let at = |answer_type, place: &Place| {
        let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
        recognizer::candidate_at(answer_type, chunk, &(place.start..place.end), &options)
    };
    if recognizer::has_spans(name) {
        let marked = readings.marked(name, MAX_MARKED);
        let marked = marked.iter().filter_map(|one| at(name, &one.place));
        found.extend(marked.filter(|one| !known.contains(&place_and_value(one))));
    }
    let mut scored: Vec<(f64, Candidate)> = found
        .into_iter()
        .map(|one| (readings.of_candidate(&one, chunks), one))
        .collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    scored.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The first line of a candidate and what it says.
fn place_and_value(candidate: &Candidate) -> String {
    let item = candidate.items.first();
    let span = item.and_then(|item| item.spans.first());
    let line = span.map_or(0, |span| span.line_start);
    let anchor = span.map_or("", |span| span.anchor.as_str());
    let value = item.map(|item| item.value.to_string());
    format!("{anchor} {line} {}", value.unwrap_or_default())
}

/// The words on which the reader's judgement stands.
fn speaking(chunks: &[EvidenceChunk], readings: &Readings, policy: &Policy) -> Option<Candidate> {
    let place = readings.judgement()?.place;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
    recognizer::candidate_at(TEXT, chunk, &(place.start..place.end), &options(policy))
}

/// The words that speak most of the question.
fn speaking_of(question: &str, chunks: &[EvidenceChunk], policy: &Policy) -> Option<Candidate> {
    let mut passages = recognizer::recognize(TEXT, chunks, &options(policy));
    recognizer::rank(question, BOOLEAN, &mut passages);
    passages.into_iter().next()
}

/// Yes and no, both standing on the same words.
fn judgements(passage: &Candidate) -> Vec<Candidate> {
    let spans: Vec<Span> = passage
        .items
        .iter()
        .flat_map(|item| item.spans.clone())
        .collect();
    [("Yes", true), ("No", false)]
        .into_iter()
        .map(|(wording, value)| {
            let item = Item {
                value: json!(value),
                spans: spans.clone(),
            };
            Candidate::new(vec![item], wording.into(), passage.context.clone())
        })
        .collect()
}

fn numbers(chunks: &[EvidenceChunk], policy: &Policy) -> Vec<serde_json::Number> {
    let mut found: Vec<serde_json::Number> = Vec::new();
    for candidate in recognizer::recognize("number", chunks, &options(policy)) {
        for item in &candidate.items {
            if let Some(Value::Number(number)) = item.value.get("value")
                && !found.contains(number)
                && found.len() < MAX_NUMBERS
            {
                found.push(number.clone());
            }
        }
    }
    found
}
