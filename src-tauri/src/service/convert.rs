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
    let scope = &parsed.scope;
    let mut places: Vec<String> = Vec::new();
    places.extend(
        scope
            .pages
            .iter()
            .map(|range| span("page", range.first, range.last)),
    );
    places.extend(
        scope
            .lines
            .iter()
            .map(|range| span("line", range.first, range.last)),
    );
    places.extend(scope.sections.iter().map(|section| {
        let words = [&section.number, &section.title];
        let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
        format!("section {}", words.join(" "))
    }));
    places.extend(
        scope
            .documents
            .iter()
            .map(|words| format!("documents called “{words}”")),
    );
    let shape = word(&parsed.answer_shape);
    Ok(wire::ParsedQuestion {
        question: parsed.question.clone(),
        language: word(&parsed.language),
        keywords: parsed.keywords.clone(),
        phrases: parsed.phrases.clone(),
        scope: places,
        filters: parsed.filters.iter().filter_map(condition).collect(),
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

fn span(what: &str, first: u32, last: u32) -> String {
    if first == last {
        format!("{what} {first}")
    } else {
        format!("{what}s {first} to {last}")
    }
}

/// A filter of the parsed question in words.
fn condition(filter: &impl Serialize) -> Option<String> {
    let filter = serde_json::to_value(filter).ok()?;
    let text = |name: &str| filter.get(name).and_then(Value::as_str);
    match text("kind")? {
        "date_range" => match (text("from"), text("to")) {
            (Some(from), Some(to)) => Some(format!("dated {from} to {to}")),
            (Some(from), None) => Some(format!("dated {from} or later")),
            (None, Some(to)) => Some(format!("dated {to} or earlier")),
            (None, None) => None,
        },
        "media_type" => text("media_type").map(|kind| format!("{kind} only")),
        _ => None,
    }
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
