//! Parts of JSON Schemas that several contracts share: what `schemars` derives from a
//! struct, objects with exactly their properties, and the ratings that a model may give.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Ratings the model may give.
pub(crate) const RATINGS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// What `schemars` derives from a value, every part required.
pub(crate) fn derived<T: schemars::JsonSchema>() -> Value {
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
pub(crate) fn with(mut schema: Value, property: &str, value: Value) -> Value {
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
pub(crate) fn words(maximum: u32) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": maximum })
}
