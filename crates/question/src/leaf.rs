//! A string or a number of a JSON Schema: what its name says, and which values fill it.

use crate::parsed::ParsedQuestion;
use contract::descriptor::Fills;
use contract::{Descriptor, Quantity};
use serde_json::{Map, Value};

/// Keywords of an object that only name or bound it; with any other it is left
/// to the model.
pub(crate) const PLAIN_OBJECT: [&str; 9] = [
    "$schema",
    "title",
    "description",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "$comment",
    "examples",
];
/// Keywords of a leaf that say which values it takes, so that no words of a
/// document do.
pub(crate) const CLOSED: [&str; 9] = [
    "enum", "const", "$ref", "anyOf", "oneOf", "allOf", "not", "if", "items",
];

/// What of a value that was found fills a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The words it stands in.
    Words,
    /// Its number, with words such as *million* multiplied out.
    Number,
    /// Its date, as ISO 8601 writes a day.
    IsoDate,
    /// The code of its currency.
    Currency,
    /// The value as it is normalised, a text.
    Text,
}

/// The type of a leaf beside null.
pub(crate) fn leaf_type(object: &Map<String, Value>) -> Option<&str> {
    match object.get("type")? {
        Value::String(one) => Some(one.as_str()),
        Value::Array(several) => {
            let mut others = several
                .iter()
                .filter_map(Value::as_str)
                .filter(|one| *one != "null");
            others.next().filter(|_| others.next().is_none())
        }
        _ => None,
    }
}

/// A name of a program's as words: `policyNumber`, `policy_number`.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for letter in name.chars() {
        let begins = letter.is_uppercase() && was_lower;
        if (begins || !letter.is_alphanumeric()) && words.last().is_some_and(|one| !one.is_empty())
        {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            last.extend(letter.to_lowercase());
        }
        was_lower = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Which values of the document fill a leaf, and what of them does.
pub(crate) fn filled_with(
    asked: &ParsedQuestion,
    kind: &str,
    object: &Map<String, Value>,
) -> Option<(&'static str, Part)> {
    let wanted = Descriptor::of(&asked.answer_type);
    match (kind, object.get("format").and_then(Value::as_str)) {
        ("number" | "integer", None) => {
            let quantity = wanted.quantity.filter(|one| one.is_figure());
            let quantity = quantity.unwrap_or(Quantity::Figure);
            Some((quantity.answer_type(), Part::Number))
        }
        ("string", Some(format)) => Descriptor::of_format(format).map(|one| {
            let is_date = one.quantity == Some(Quantity::Date);
            (one.name, if is_date { Part::IsoDate } else { Part::Text })
        }),
        ("string", None) => Some(match wanted.fills {
            Some(Fills::Value) => (wanted.name, Part::Text),
            Some(Fills::Words) => (wanted.name, Part::Words),
            None => ("text", Part::Words),
        }),
        _ => None,
    }
}
