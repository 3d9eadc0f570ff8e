//! The value that a person writes: JSON of the answer's type, or words that
//! are read as the same words in a document would be.

use crate::error::AppError;
use contract::{AnswerType, Value};
use evidence::EvidenceChunk;
use firewall::Validator;
use recognizer::Options;
use serde_json::Value as Json;

/// Longest value, in characters.
const MAX_CHARACTERS: usize = 20_000;

/// Reads a value of a type.
///
/// # Errors
///
/// [`AppError::Input`] for words that are not read as exactly one value of the
/// type, and JSON that is none.
pub(super) fn read(text: &str, answer_type: &AnswerType) -> Result<Value, AppError> {
    let text = text.trim();
    let name = answer_type.name.as_str();
    if text.is_empty() || text.chars().count() > MAX_CHARACTERS {
        return Err(AppError::input(
            format!("a value has 1 to {MAX_CHARACTERS} characters"),
            "write the right value",
        ));
    }
    let Some(validator) = Validator::new(&answer_type.value_schema, true) else {
        return Err(AppError::input(
            format!("the schema of the type {name} cannot be used"),
            "`attest contracts show` prints it",
        ));
    };
    let values = [
        serde_json::from_str(text).ok(),
        Some(Json::String(text.to_owned())),
        truth(text),
        Some(parts(text)),
        recognized(text, name),
    ];
    let found = values
        .into_iter()
        .flatten()
        .find(|value| validator.is_valid(value));
    found.map(Value::of_any_order).ok_or_else(|| {
        AppError::input(
            format!("this is no value of the type {name}"),
            format!(
                "write it as a document would, such as USD 1,200.00, 1 March 2024 or yes, the items of a \
                 list with semicolons between them, or as JSON: `attest contracts show {name}` prints \
                 its form"
            ),
        )
    })
}

fn truth(text: &str) -> Option<Json> {
    match text.to_lowercase().as_str() {
        "yes" => Some(Json::Bool(true)),
        "no" => Some(Json::Bool(false)),
        _ => None,
    }
}

/// Items of a list.
fn parts(text: &str) -> Json {
    let parts = text.split(';').map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

/// The one value that the recogniser of the type finds in the words.
fn recognized(text: &str, answer_type: &str) -> Option<Json> {
    let alone = EvidenceChunk::of_words(text);
    let found = recognizer::recognize(answer_type, &[alone], &Options::default());
    match found.as_slice() {
        [one] => match one.items.as_slice() {
            [item] => Some(item.value.json()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::Registry;
    use serde_json::json;

    fn read_as(text: &str, name: &str) -> Result<Value, AppError> {
        read(text, Registry::built_in().find(name).unwrap())
    }

    #[test]
    fn words_are_read_as_a_document_would_be() {
        for (text, name, value) in [
            (
                "USD 1,200.50",
                "amount",
                json!({ "value": 1200.50, "currency": "USD", "unit": null }),
            ),
            (
                "1 March 2024",
                "date",
                json!({ "iso": "2024-03-01", "original": "1 March 2024" }),
            ),
            ("no", "boolean", json!(false)),
            ("Acme Ltd", "text", json!("Acme Ltd")),
            (
                "{\"value\": 5, \"currency\": \"EUR\", \"unit\": null}",
                "amount",
                json!({ "value": 5, "currency": "EUR", "unit": null }),
            ),
            // The members in another order are the same value.
            (
                "{\"unit\": null, \"currency\": \"EUR\", \"value\": 5}",
                "amount",
                json!({ "value": 5, "currency": "EUR", "unit": null }),
            ),
        ] {
            assert_eq!(
                read_as(text, name).unwrap().json().to_string(),
                value.to_string()
            );
        }
    }

    #[test]
    fn what_is_no_value_of_the_type_is_refused() {
        for (text, name) in [
            ("soon", "date"),
            ("USD 5 or USD 6", "amount"),
            ("perhaps", "boolean"),
            ("{\"value\": \"5\"}", "amount"),
            (" ", "text"),
        ] {
            assert!(read_as(text, name).is_err(), "{text} as {name}");
        }
    }
}
