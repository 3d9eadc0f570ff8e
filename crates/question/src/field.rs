//! The fields of a JSON Schema, each as a question of its own.
//!
//! A schema says what a program wants to know of a document: `premium`, a
//! number, *annual premium in EUR*. Its names and descriptions are words a
//! document can be asked with, and what they ask for has a type of its own, so
//! that the same recognisers and the same reader find it that answer a person's
//! question.
//!
//! ```text
//! {"properties": {"premium": {"type": "number", "description": "The annual premium"}}}
//!   ->  /properties/premium   "What is the annual premium?"   amount, its number
//! ```
//!
//! # Limits
//!
//! Fields are strings, numbers and integers, also nullable, of objects in
//! objects; a list of objects is the rows of a table ([`crate::rows`]). What else stands in a
//! schema (other lists, choices, `$ref`, conditions) is left to the model: [`Fields::is_whole`] says whether anything is.

pub use crate::leaf::Part;
use crate::leaf::{CLOSED, PLAIN_OBJECT, filled_with, leaf_type, words_of};
use crate::parse::parse;
use crate::parsed::ParsedQuestion;
use crate::rows::{self, Column, Rows};
use contract::Quantity;
use contract::form::{escaped, may_be_null};
use serde_json::{Map, Value};

/// Words of a description that are asked with, at most: a question; the rest of a longer one
/// explains.
const MAX_LABEL_WORDS: usize = 16;
/// Deepest object whose fields are read: as deep as a tree may be.
const MAX_DEPTH: usize = 8;

/// One field, as a question of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// JSON Pointer of its schema in the whole one.
    pub pointer: String,
    /// Its name, with those of the objects around it: `policy.number`.
    pub name: String,
    /// What to ask a document, parsed.
    pub asked: ParsedQuestion,
    /// Built-in type of the values that fill it.
    pub answer_type: &'static str,
    /// What of them does.
    pub part: Part,
    /// What is left out, or null, with it: JSON Pointer of its own schema or,
    /// where its object requires it, of the innermost object around it that may
    /// be left out. None: no value of the schema is without it.
    pub left_out_with: Option<String>,
}

/// The fields of a schema, in its order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields {
    /// Each field.
    pub fields: Vec<Field>,
    /// Each list of objects.
    pub rows: Vec<Rows>,
    /// There is nothing else to fill.
    pub is_whole: bool,
}

/// The fields of a schema.
///
/// ```
/// use question::field::{Part, fields};
///
/// let schema = serde_json::json!({
///     "type": "object",
///     "properties": { "premium": { "type": "number", "description": "The annual premium." } },
///     "required": ["premium"]
/// });
/// let found = fields(&schema);
/// let premium = &found.fields[0];
/// assert_eq!(premium.asked.question.as_asked(), "What is the annual premium?");
/// assert_eq!((premium.answer_type, premium.part), ("amount", Part::Number));
/// assert!(found.is_whole);
/// ```
pub fn fields(schema: &Value) -> Fields {
    let mut walk = Walk {
        found: Fields {
            fields: Vec::new(),
            rows: Vec::new(),
            is_whole: true,
        },
    };
    let top = Place {
        pointer: String::new(),
        names: Vec::new(),
        left_out_with: None,
    };
    match schema.as_object().and_then(properties) {
        Some(_) => walk.object(schema, &top),
        None => walk.found.is_whole = false,
    }
    walk.found
}

/// Where a schema stands in the whole one.
struct Place {
    pointer: String,
    /// Names of the fields that lead to it.
    names: Vec<String>,
    left_out_with: Option<String>,
}

struct Walk {
    found: Fields,
}

impl Walk {
    fn object(&mut self, schema: &Value, place: &Place) {
        let object = schema.as_object();
        let Some((object, properties)) = object.and_then(|one| Some((one, properties(one)?)))
        else {
            self.found.is_whole = false;
            return;
        };
        let is_plain = object
            .keys()
            .all(|key| PLAIN_OBJECT.contains(&key.as_str()));
        let is_object = object.get("type").is_none_or(|kind| kind == "object");
        if !is_plain || !is_object || place.names.len() >= MAX_DEPTH {
            self.found.is_whole = false;
            return;
        }
        let required: Vec<&str> = object
            .get("required")
            .and_then(Value::as_array)
            .map_or_else(Vec::new, |names| {
                names.iter().filter_map(Value::as_str).collect()
            });
        let first = self.found.fields.len();
        let mut currencies = Vec::new();
        for (name, one) in properties {
            let mut names = place.names.clone();
            names.push(name.clone());
            let pointer = format!("{}/properties/{}", place.pointer, escaped(name));
            let left_out_with = if required.contains(&name.as_str()) {
                place.left_out_with.clone()
            } else {
                Some(pointer.clone())
            };
            let inner = Place {
                pointer,
                names,
                left_out_with,
            };
            if one.get("properties").is_some() {
                self.object(one, &inner);
            } else if let Some(columns) = rows::columns(one) {
                self.rows(columns, one, inner);
            } else if is_currency(name, one) {
                currencies.push((one, inner));
            } else {
                self.leaf(one, &inner);
            }
        }
        for (one, inner) in currencies {
            self.currency(one, &inner, first);
        }
    }

    fn leaf(&mut self, schema: &Value, place: &Place) {
        let field = schema.as_object().and_then(|object| {
            let closed = CLOSED.iter().any(|key| object.contains_key(*key));
            let kind = leaf_type(object).filter(|_| !closed)?;
            let asked = parse(&asked(object, &place.names));
            let (answer_type, part) = filled_with(&asked, kind, object)?;
            let mut field = place.field(asked, answer_type, part);
            if may_be_null(object) {
                field.left_out_with = Some(field.pointer.clone());
            }
            Some(field)
        });
        match field {
            Some(field) => self.found.fields.push(field),
            None => self.found.is_whole = false,
        }
    }

    fn rows(&mut self, columns: Vec<Column>, schema: &Value, place: Place) {
        let is_null = schema.as_object().is_some_and(may_be_null);
        self.found.rows.push(Rows {
            name: place.names.join("."),
            columns,
            left_out_with: if is_null {
                Some(place.pointer.clone())
            } else {
                place.left_out_with
            },
            pointer: place.pointer,
        });
    }

    /// The currency of the only amount beside it; else it is left to the model.
    fn currency(&mut self, schema: &Value, place: &Place, first: usize) {
        let beside = self.found.fields.get(first..).unwrap_or_default();
        let mut amounts = beside
            .iter()
            .filter(|field| Quantity::of(field.answer_type) == Some(Quantity::Money));
        match (amounts.next(), amounts.next()) {
            (Some(amount), None) => {
                let asked = amount.asked.clone();
                let field = place.field(asked, amount.answer_type, Part::Currency);
                self.found.fields.push(field);
            }
            _ => self.leaf(schema, place),
        }
    }
}

impl Place {
    fn field(&self, asked: ParsedQuestion, answer_type: &'static str, part: Part) -> Field {
        Field {
            pointer: self.pointer.clone(),
            name: self.names.join("."),
            asked,
            answer_type,
            part,
            left_out_with: self.left_out_with.clone(),
        }
    }
}

fn properties(object: &Map<String, Value>) -> Option<&Map<String, Value>> {
    object.get("properties")?.as_object()
}

/// A field for the code of a currency, by its name.
fn is_currency(name: &str, schema: &Value) -> bool {
    let is_text = schema.as_object().and_then(leaf_type) == Some("string");
    let is_closed = schema.get("enum").is_some();
    let last = words_of(name).pop().unwrap_or_default();
    let named = language::any(|pack| &pack.question.currency_nouns, &last);
    named && (is_text || is_closed)
}

/// The question of a field: by its description, its title, its name.
fn asked(object: &Map<String, Value>, names: &[String]) -> String {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::trim);
    let said = text("description").or_else(|| text("title"));
    let said = said.and_then(sentence).filter(|said| !said.is_empty());
    let label = said.unwrap_or_else(|| {
        let labels: Vec<String> = names
            .iter()
            .rev()
            .map(|name| words_of(name).join(" "))
            .collect();
        labels.join(" of the ")
    });
    if label.ends_with('?') {
        return label;
    }
    format!("What is the {label}?")
}

/// The first sentence of a description, without its article; none where it is
/// too long to be asked with.
fn sentence(text: &str) -> Option<String> {
    let first = text.split(['\n', ';']).next().unwrap_or_default();
    let first = first
        .split(". ")
        .next()
        .unwrap_or_default()
        .trim_end_matches('.');
    if first.ends_with('?') {
        return Some(first.to_owned());
    }
    let mut words: Vec<&str> = first.split_whitespace().collect();
    let is_article = |word: &str| ["the", "a", "an"].contains(&word.to_lowercase().as_str());
    if words.first().is_some_and(|word| is_article(word)) {
        words.remove(0);
    }
    let (head, rest) = words.split_first()?;
    let mut letters = head.chars();
    let begin = letters.next()?;
    let is_word = letters.clone().all(|letter| !letter.is_uppercase());
    let head = if is_word {
        begin.to_lowercase().chain(letters).collect()
    } else {
        (*head).to_owned()
    };
    let words: Vec<String> = std::iter::once(head)
        .chain(rest.iter().map(|word| (*word).to_owned()))
        .collect();
    (words.len() <= MAX_LABEL_WORDS).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_and_descriptions_are_asked_with_the_types_they_ask_for() {
        let schema = json!({
            "type": "object",
            "properties": {
                "policyNumber": { "type": "string" },
                "insured": { "type": "string", "description": "Name of the insured person." },
                "broker": { "type": ["string", "null"], "description": "Who is the broker?" },
                "annual_premium": { "type": "number" },
                "currency": { "enum": ["EUR", "USD"] },
                "start_date": { "type": "string", "format": "date" },
                "notice": {
                    "type": "object",
                    "properties": { "email": { "type": "string" }, "period": { "type": "string" } },
                    "required": ["email"]
                }
            },
            "required": ["policyNumber", "broker", "notice"]
        });
        let found = fields(&schema);
        assert!(found.is_whole);
        let said: Vec<String> = found
            .fields
            .iter()
            .map(|one| {
                format!(
                    "{}: {} {} {:?}",
                    one.name,
                    one.asked.question.as_asked(),
                    one.answer_type,
                    one.part
                )
            })
            .collect();
        assert_eq!(
            said,
            [
                "policyNumber: What is the policy number? text Words",
                "insured: What is the name of the insured person? person_name Words",
                "broker: Who is the broker? person_name Words",
                "annual_premium: What is the annual premium? amount Number",
                "start_date: What is the start date? date IsoDate",
                "notice.email: What is the email of the notice? email Text",
                "notice.period: What is the period of the notice? duration Words",
                "currency: What is the annual premium? amount Currency",
            ]
        );
        let left_out: Vec<Option<&str>> = found
            .fields
            .iter()
            .map(|one| one.left_out_with.as_deref())
            .collect();
        // What the schema requires cannot be left out, but where it may be null it can be null.
        let period = "/properties/notice/properties/period";
        assert_eq!((left_out[0], left_out[5]), (None, None));
        assert_eq!(
            (left_out[2], left_out[6]),
            (Some("/properties/broker"), Some(period))
        );
    }

    #[test]
    fn what_an_optional_object_requires_is_left_out_with_it() {
        let schema = json!({
            "type": "object",
            "properties": { "broker": {
                "type": "object",
                "properties": { "name": { "type": "string" }, "phone": { "type": "string" } },
                "required": ["name"]
            } }
        });
        let found = fields(&schema);
        let left_out: Vec<Option<&str>> = found
            .fields
            .iter()
            .map(|one| one.left_out_with.as_deref())
            .collect();
        let (broker, phone) = ("/properties/broker", "/properties/broker/properties/phone");
        assert_eq!(left_out, [Some(broker), Some(phone)]);
    }

    #[test]
    fn what_is_no_field_is_left_to_the_model() {
        for one in [
            json!({ "type": "array", "items": { "type": "string" } }),
            json!({ "enum": ["low", "high"] }),
            json!({ "type": "boolean" }),
            json!({ "$ref": "#/$defs/x" }),
            json!({ "type": "string", "format": "uuid" }),
            json!({ "type": ["string", "number"] }),
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "minProperties": 1 }),
            json!({ "type": ["object", "null"], "properties": { "a": { "type": "string" } } }),
        ] {
            let properties = json!({ "name": { "type": "string" }, "x": one });
            let schema = json!({ "type": "object", "properties": properties });
            let found = fields(&schema);
            assert!(!found.is_whole, "{schema}");
            assert_eq!(found.fields.len(), 1, "{schema}");
        }
        for schema in [json!({}), json!(true), json!({ "type": "array" })] {
            assert_eq!(fields(&schema), Fields::default(), "{schema}");
        }
    }
}
