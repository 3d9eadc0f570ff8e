//! From the service's forms to those of the wire.

use crate::failure::{Failure, Reply};
use crate::wire;
use app::{ParsedQuestion, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The same fields under another type. A field that the wire wants and the
/// service does not give is an error of this program; the tests would show it.
pub fn carried<T: Serialize, U: DeserializeOwned>(value: &T) -> Reply<U> {
    let json = serde_json::to_value(value).map_err(|error| internal(&error))?;
    serde_json::from_value(json).map_err(|error| internal(&error))
}

fn internal(error: &serde_json::Error) -> Failure {
    Failure::new(
        "internal",
        format!("Attest met an error of its own: {error}."),
        "Nothing was half-written. Please report what you did.",
    )
}

/// A value that is a word in JSON, as that word.
pub fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

pub fn parsed(parsed: &ParsedQuestion) -> Reply<wire::ParsedQuestion> {
    let shape = word(&parsed.answer_shape);
    Ok(wire::ParsedQuestion {
        question: parsed.question.clone(),
        language: word(&parsed.language),
        keywords: parsed.keywords.clone(),
        phrases: parsed.phrases.clone(),
        conditions: carried(&app::conditions_of(parsed))?,
        conditions_set: app::conditions_are_set(parsed),
        conditions_read: carried(&app::conditions_read(parsed))?,
        excluded: Vec::new(),
        answer_type: parsed.answer_type.clone(),
        certainty: carried(&parsed.certainty)?,
        alternatives: parsed.alternatives.clone(),
        shapes: shapes(&shape),
        answer_shape: shape,
        columns: parsed.columns.clone(),
        labels: parsed.labels.clone(),
        steps: steps(parsed),
        clarifications: parsed
            .clarifications
            .iter()
            .map(app::Clarification::question)
            .collect(),
    })
}

/// What code computes from what, in words.
fn steps(parsed: &ParsedQuestion) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if parsed.steps.is_empty() {
        return words;
    }
    let extractions = parsed.extractions.iter();
    words.extend(extractions.map(|part| format!("find: {}", part.question)));
    words.extend(parsed.steps.iter().map(|step| {
        let operation = serde_json::to_value(&step.operation).unwrap_or_default();
        let text = |field: &str| operation.get(field).and_then(Value::as_str);
        let (name, relation) = (text("kind").unwrap_or("compute"), text("relation"));
        match relation {
            Some(relation) => format!("then {name}: {}", relation.replace('_', " ")),
            None => format!("then {}", name.replace('_', " ")),
        }
    }));
    words
}

/// Shapes that make sense beside this one.
fn shapes(shape: &str) -> Vec<String> {
    let plain = ["single", "listing"];
    if plain.contains(&shape) {
        plain.map(str::to_owned).to_vec()
    } else {
        vec![shape.to_owned()]
    }
}

/// A record in one line.
pub fn record_words(record: &Record, question: Option<String>, title: Option<String>) -> String {
    let text = |name: &str| record.body.get(name).and_then(Value::as_str);
    match record.kind.as_str() {
        "answer" => question.unwrap_or_else(|| "A question that was erased".into()),
        "model" => text("name").unwrap_or("A model").to_owned(),
        _ => title.unwrap_or_else(|| {
            let id = text("document_id").unwrap_or_default();
            id.get(..12).unwrap_or(id).to_owned()
        }),
    }
}
