//! The values that a schema lists, in canonical form.

use super::decimal::Decimal;
use crate::style::{Whitespace, escape};
use serde_json::{Number, Value};

/// A value as a grammar writes it where a schema lists it: keys in their order,
/// whole numbers without a fraction, the separators of the style ([`Any`]: none).
///
/// [`Any`]: Whitespace::Any
///
/// # Examples
/// ```
/// use grammar::{Whitespace, canonical};
/// let value = serde_json::json!({"net": 1250.0, "items": ["a", 2]});
/// assert_eq!(canonical(&value, Whitespace::Compact), r#"{"net":1250,"items":["a",2]}"#);
/// assert_eq!(canonical(&value, Whitespace::Spaced), r#"{"net": 1250, "items": ["a", 2]}"#);
/// ```
pub fn canonical(value: &Value, whitespace: Whitespace) -> String {
    let (comma, colon) = match whitespace {
        Whitespace::Spaced => (", ", ": "),
        Whitespace::Compact | Whitespace::Any => (",", ":"),
    };
    match value {
        Value::Number(number) => plain_number(number),
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(|one| canonical(one, whitespace)).collect();
            format!("[{}]", items.join(comma))
        }
        Value::Object(map) => {
            let pair = |(name, one): (&String, &Value)| {
                format!("\"{}\"{colon}{}", escape(name), canonical(one, whitespace))
            };
            let pairs: Vec<String> = map.iter().map(pair).collect();
            format!("{{{}}}", pairs.join(comma))
        }
        scalar => scalar.to_string(),
    }
}

/// A number of the schema in canonical form.
pub(super) fn plain_number(number: &Number) -> String {
    let text = number.to_string();
    match Decimal::read(&text) {
        Some(at) if !text.contains(['e', 'E']) => at.text(),
        _ => text,
    }
}
