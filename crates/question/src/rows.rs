//! Lists of objects in a JSON Schema, as the rows of a table: the positions of an invoice.
//!
//! ```text
//! {"line_items": {"type": "array", "items": {"properties": {"quantity": {"type": "number"}, ...}}}}
//!   ->  /properties/line_items, rows of  quantity (a number) | ...
//! ```
//!
//! # Limits
//!
//! The objects hold strings, numbers and integers, two at least, and nothing in them; the list may
//! be bounded in length, and nothing else.

use crate::leaf::{CLOSED, PLAIN_OBJECT, Part, filled_with, leaf_type, words_of};
use crate::parse::parse;
use contract::form::may_be_null;
use serde_json::{Map, Value};

/// Keywords of a list that only name or bound it.
const PLAIN_ARRAY: [&str; 8] = [
    "title",
    "description",
    "type",
    "items",
    "minItems",
    "maxItems",
    "$comment",
    "examples",
];
/// What is copied from a cell as it stands.
const TEXT: &str = "text";

/// One property of the objects, as a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The property's name.
    pub name: String,
    /// What is looked for: labels are its name in words, its title, its description; it is
    /// required where an object is none without it and it may not be null.
    pub sought: recognizer::Column,
    /// What of a cell does.
    pub part: Part,
    /// Where it is empty it is null, and not left out.
    pub is_null: bool,
}

/// A list of objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// JSON Pointer of its schema in the whole one.
    pub pointer: String,
    /// Its name, with those of the objects around it: `invoice.positions`.
    pub name: String,
    /// The properties, in the schema's order.
    pub columns: Vec<Column>,
    /// What is left out, or null, with it, as of a field.
    pub left_out_with: Option<String>,
}

/// The columns of a list of objects; none where it is another list.
pub(crate) fn columns(list: &Value) -> Option<Vec<Column>> {
    let list = list.as_object()?;
    let is_plain = list.keys().all(|key| PLAIN_ARRAY.contains(&key.as_str()));
    let object = list.get("items")?.as_object()?;
    let is_object = object.get("type").is_none_or(|kind| kind == "object");
    let is_named = object
        .keys()
        .all(|key| PLAIN_OBJECT.contains(&key.as_str()));
    if !is_plain || !is_named || !is_object || leaf_type(list) != Some("array") {
        return None;
    }
    let required = object.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
    let properties = object.get("properties")?.as_object()?;
    let columns: Option<Vec<Column>> = properties
        .iter()
        .map(|(name, leaf)| column(name, leaf.as_object()?, is_required(name)))
        .collect();
    columns.filter(|columns| columns.len() > 1)
}

fn column(name: &str, leaf: &Map<String, Value>, is_required: bool) -> Option<Column> {
    let is_closed = CLOSED.iter().any(|key| leaf.contains_key(*key));
    let kind = leaf_type(leaf).filter(|_| !is_closed)?;
    let mut labels = vec![words_of(name).join(" ")];
    let said = ["title", "description"].into_iter();
    labels.extend(said.filter_map(|key| Some(leaf.get(key)?.as_str()?.to_owned())));
    let question = format!("What is the {}?", labels.first()?);
    let (answer_type, part) = match (kind, leaf.contains_key("format")) {
        ("string", false) => (TEXT, Part::Words),
        _ => filled_with(&parse(&question), kind, leaf)?,
    };
    let may_be_null = may_be_null(leaf);
    Some(Column {
        name: name.to_owned(),
        sought: recognizer::Column {
            labels,
            answer_type,
            is_required: is_required && !may_be_null,
        },
        part,
        is_null: is_required && may_be_null,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::fields;
    use serde_json::json;

    fn schema(list: &Value) -> Value {
        json!({ "type": "object", "properties": { "positions": list } })
    }

    #[test]
    fn a_list_of_objects_is_the_rows_of_a_table() {
        let item = json!({
            "type": "object",
            "properties": {
                "description": { "type": "string" },
                "unitPrice": { "type": ["number", "null"], "title": "Einzelpreis" },
                "delivered": { "type": "string", "format": "date" },
                "count": { "type": "integer" }
            },
            "required": ["description", "unitPrice"]
        });
        let found = fields(&schema(
            &json!({ "type": "array", "items": item, "minItems": 1 }),
        ));
        assert!(found.is_whole);
        assert_eq!(found.rows.len(), 1);
        let rows = &found.rows[0];
        assert_eq!(rows.pointer, "/properties/positions");
        assert_eq!(rows.left_out_with.as_deref(), Some("/properties/positions"));
        let said: Vec<String> = rows
            .columns
            .iter()
            .map(|one| {
                format!(
                    "{}: {} {:?} required {} null {}",
                    one.sought.labels.join("/"),
                    one.sought.answer_type,
                    one.part,
                    one.sought.is_required,
                    one.is_null
                )
            })
            .collect();
        assert_eq!(
            said,
            [
                "description: text Words required true null false",
                "unit price/Einzelpreis: amount Number required false null true",
                "delivered: date IsoDate required false null false",
                "count: number Number required false null false",
            ]
        );
    }

    #[test]
    fn what_is_no_such_list_is_left_to_the_model() {
        let text = || json!({ "type": "string" });
        for list in [
            json!({ "type": "array", "items": text() }),
            json!({ "type": "array", "items": { "properties": { "a": text() } } }),
            json!({ "type": "array", "items": { "properties": { "a": text(), "b": { "enum": [1] } } } }),
            json!({ "type": "array", "items": { "properties": { "a": text(), "b": { "type": "object" } } } }),
            json!({ "type": "array", "uniqueItems": true, "items": { "properties": { "a": text(), "b": text() } } }),
            json!({ "items": { "properties": { "a": text(), "b": text() } } }),
        ] {
            let found = fields(&schema(&list));
            assert!(!found.is_whole, "{list}");
            assert_eq!(found.rows, [], "{list}");
        }
    }
}
