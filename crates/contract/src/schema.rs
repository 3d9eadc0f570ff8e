//! JSON Schemas of the built-in values: what `schemars` derives from the
//! structs of [`crate::value`], and what it cannot say.
//!
//! Everything here is meant to be enforced while decoding: patterns are plain
//! regular expressions without look-around, depth and width are written out,
//! every string and list has an end.
//!
//! What the schemas of drafts share stands here too: objects with exactly their
//! properties, and the ratings that a model may give.

use crate::currency;
use crate::iban;
use crate::value::{
    Address, Amount, DateRange, DateValue, Duration, Number, Percentage, PersonName,
};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Most columns of a table. Rows as wide as the headers are said width by
/// width, since a schema cannot compare two lengths.
pub const MAX_TABLE_COLUMNS: usize = 32;
/// Most rows of a table.
pub const MAX_TABLE_ROWS: usize = 500;
/// Longest cell or heading of a table, in characters.
pub const MAX_CELL_CHARACTERS: usize = 500;
/// Depth of a `tree` where no policy says another: a root and seven levels.
pub const DEFAULT_TREE_DEPTH: usize = 8;
/// Most children of one label.
const MAX_TREE_CHILDREN: usize = 100;
/// Longest text value, in characters.
const MAX_TEXT_CHARACTERS: u32 = 2000;
/// Longest name of an organisation, in characters.
const MAX_NAME_CHARACTERS: u32 = 200;

/// Ratings the model may give.
pub(crate) const RATINGS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// A year, a month, or a day that its month has; the 29th of February is left
/// to validation.
const DATE: &str = "[0-9]{4}(-(0[1-9]|1[0-2])|-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])\
                    |-(0[469]|11)-(0[1-9]|[12][0-9]|30)|-02-(0[1-9]|[12][0-9]))?";

fn derived<T: schemars::JsonSchema>() -> Value {
    require_all(schema_of::<T>())
}

/// What `schemars` derives from a type, in one piece.
pub(crate) fn schema_of<T: schemars::JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// Optional parts are always written, as null: a reader never has to guess.
pub(crate) fn require_all(mut schema: Value) -> Value {
    let names: Option<Vec<Value>> = schema
        .get("properties")
        .and_then(Value::as_object)
        .map(|properties| properties.keys().map(|name| json!(name)).collect());
    if let (Some(names), Some(object)) = (names, schema.as_object_mut()) {
        object.insert("required".into(), Value::Array(names));
    }
    schema
}

/// Replaces the schema of one property.
fn with(mut schema: Value, property: &str, value: Value) -> Value {
    if let Some(place) = schema.pointer_mut(&format!("/properties/{property}")) {
        *place = value;
    }
    schema
}

/// An object with exactly these properties.
pub(crate) fn closed_object(properties: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = properties
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Words, at least one character.
fn words(maximum: u32) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": maximum })
}

/// A text of the document.
pub fn text() -> Value {
    words(MAX_TEXT_CHARACTERS)
}

/// A name of an organisation.
pub fn organization() -> Value {
    words(MAX_NAME_CHARACTERS)
}

/// A sum of money with a code of ISO 4217.
pub fn amount() -> Value {
    let mut codes: Vec<Value> = currency::CODES.iter().map(|code| json!(code)).collect();
    codes.push(Value::Null);
    with(derived::<Amount>(), "currency", json!({ "enum": codes }))
}

/// A figure with its unit.
pub fn number() -> Value {
    derived::<Number>()
}

/// A share in percent.
pub fn percentage() -> Value {
    derived::<Percentage>()
}

/// A date with real months and days.
pub fn date() -> Value {
    let iso = json!({ "type": "string", "pattern": format!("^{DATE}$") });
    with(derived::<DateValue>(), "iso", iso)
}

/// A period; either end may be null.
pub fn date_range() -> Value {
    let end = json!({ "anyOf": [
        { "type": "string", "pattern": format!("^{DATE}$") },
        { "type": "null" },
    ] });
    let schema = with(derived::<DateRange>(), "iso_start", end.clone());
    with(schema, "iso_end", end)
}

/// An ISO 8601 duration: whole components in order, or one with a fraction.
pub fn duration() -> Value {
    let iso = json!({ "type": "string", "pattern": format!("^({})$", duration_pattern()) });
    with(derived::<Duration>(), "iso", iso)
}

/// Every sequence of components that is not empty, as the standard orders
/// them; weeks stand alone.
fn duration_pattern() -> String {
    let count = "[0-9]{1,6}";
    let fraction = "[0-9]{1,6}\\.[0-9]{1,3}";
    let run = |units: [char; 3]| {
        let [first, second, third] = units;
        format!(
            "({count}{first}({count}{second})?({count}{third})?\
             |{count}{second}({count}{third})?|{count}{third})"
        )
    };
    let days = run(['Y', 'M', 'D']);
    let hours = run(['H', 'M', 'S']);
    format!("P{days}(T{hours})?|PT{hours}|P{count}W|P{fraction}[YMWD]|PT{fraction}[HMS]")
}

/// An IBAN of one of the registry's countries, without spaces.
pub fn iban() -> Value {
    json!({ "type": "string", "pattern": iban::pattern() })
}

/// A mailbox: a dotted local part, labels of a domain (ASCII, as RFC 5321
/// writes them without quoting). The counts stand in the pattern: a length
/// beside it would have to be multiplied with it.
pub fn email() -> Value {
    let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}";
    let pattern =
        format!("^{atom}(\\.{atom}){{0,4}}@([A-Za-z0-9-]{{1,63}}\\.){{1,4}}[A-Za-z]{{2,24}}$");
    json!({ "type": "string", "pattern": pattern })
}

/// A telephone number as people write it: digits in groups, an area code in
/// parentheses, an extension.
pub fn phone() -> Value {
    let digits = "[0-9]{1,15}";
    let area = "\\([0-9]{1,5}\\)[ ./-]{0,2}";
    let pattern = format!(
        "^\\+?({area})?{digits}([ ./-]{{1,2}}{digits}|[ ./-]{{0,2}}{area}{digits}){{0,6}}( ?(x|ext\\.?) ?[0-9]{{1,6}})?$"
    );
    json!({ "type": "string", "pattern": pattern })
}

/// A web address with a scheme, or without one from `www.`.
pub fn url() -> Value {
    json!({
        "type": "string",
        "pattern": "^((https?|ftp)://|www\\.)[^\\s<>\"{}|\\\\^`]{3,2000}$"
    })
}

/// A postal address.
pub fn address() -> Value {
    derived::<Address>()
}

/// A person's name.
pub fn person_name() -> Value {
    derived::<PersonName>()
}

/// A table whose rows are as wide as its headers.
pub fn table() -> Value {
    let cell = json!({ "type": "string", "maxLength": MAX_CELL_CHARACTERS });
    let widths: Vec<Value> = (1..=MAX_TABLE_COLUMNS)
        .map(|width| {
            let row = json!({
                "type": "array", "items": cell, "minItems": width, "maxItems": width
            });
            json!({
                "properties": {
                    "headers": row,
                    "rows": {
                        "type": "array", "items": row, "minItems": 1, "maxItems": MAX_TABLE_ROWS
                    }
                },
                "type": "object",
                "required": ["headers", "rows"],
                "additionalProperties": false
            })
        })
        .collect();
    json!({
        "title": "Table",
        "description": "A table; every row is as wide as the headers.",
        "anyOf": widths
    })
}

/// A tree of at most `depth` levels (at least one), the root counted.
pub fn tree(depth: usize) -> Value {
    let label = words(MAX_CELL_CHARACTERS as u32);
    let node = |children: Value| {
        json!({
            "type": "object",
            "properties": { "label": label, "children": children },
            "required": ["label", "children"],
            "additionalProperties": false
        })
    };
    let leaf = node(json!({ "type": "array", "maxItems": 0 }));
    let mut schema = (1..depth).fold(leaf, |below, _| {
        node(json!({ "type": "array", "items": below, "maxItems": MAX_TREE_CHILDREN }))
    });
    if let Some(object) = schema.as_object_mut() {
        object.insert("title".into(), json!("Tree"));
    }
    schema
}

/// One of the labels given with the question.
pub fn classification(labels: &[String]) -> Value {
    json!({ "enum": labels })
}
