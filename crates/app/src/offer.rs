//! What the evidence offers for a question: candidates where code can find
//! them, words to copy where it cannot, a user's schema to fill.

use contract::recognizer::{self, Options};
use contract::{
    AnswerShape, AnswerType, Authorship, Candidate, Compose, Item, LabelSet, Offer, Prose,
    category, verification,
};
use evidence::{EvidenceChunk, Policy};
use serde_json::{Value, json};

/// Types whose answer is a judgement about a passage, not a value in it.
const BOOLEAN: &str = "boolean";
pub(crate) const CLASSIFICATION: &str = "classification";
/// Figures of a user's schema that are offered, at most.
const MAX_NUMBERS: usize = 200;

fn options(policy: &Policy) -> Options {
    Options {
        max_span_lines: policy.max_span_lines,
        ..Options::default()
    }
}

/// The offer for one question, candidates best first and cut to what the
/// policy lets be scored.
pub(crate) fn offer(
    question: &str,
    answer_type: &AnswerType,
    labels: &[String],
    chunks: &[EvidenceChunk],
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
        BOOLEAN => judgements(
            question,
            chunks,
            policy,
            &[("Yes", json!(true)), ("No", json!(false))],
        ),
        CLASSIFICATION => category::candidates(chunks, &LabelSet::of(labels)),
        name if recognizer::has_recognizer(name) => {
            let mut found = recognizer::recognize_for(question, name, chunks, &options(policy));
            recognizer::rank(question, name, &mut found);
            found
        }
        _ => return Offer::Copy,
    };
    candidates.truncate(policy.max_candidates as usize);
    Offer::Candidates(candidates)
}

/// One candidate for each value, all standing on the passage that speaks most
/// of the question.
fn judgements(
    question: &str,
    chunks: &[EvidenceChunk],
    policy: &Policy,
    values: &[(&str, Value)],
) -> Vec<Candidate> {
    let mut passages = recognizer::recognize("text", chunks, &options(policy));
    recognizer::rank(question, BOOLEAN, &mut passages);
    let Some(best) = passages.into_iter().next() else {
        return Vec::new();
    };
    let spans = best
        .items
        .into_iter()
        .flat_map(|item| item.spans)
        .collect::<Vec<_>>();
    values
        .iter()
        .map(|(wording, value)| {
            let item = Item {
                value: value.clone(),
                spans: spans.clone(),
            };
            Candidate::new(vec![item], (*wording).into(), best.context.clone())
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
