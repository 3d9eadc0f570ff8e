//! A user's schema as a form: what code found for its fields is all that the
//! grammar lets stand there, and other free leaves are narrowed to words and
//! figures of the evidence.

use crate::draft_error::DraftError;
use evidence::Span;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What the evidence offers for a user's schema.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Form {
    /// Figures of the evidence, for numbers that are no field.
    pub numbers: Vec<serde_json::Number>,
    /// What fills each field, by the JSON Pointer of its schema.
    pub fields: BTreeMap<String, Filling>,
    /// Anchors of the passages, in the order in which they are shown.
    pub anchors: Vec<String>,
    /// The schema has nothing but these fields.
    pub is_whole: bool,
    /// Nothing can be answered: a field that the schema requires was not found,
    /// or none was.
    pub is_empty: bool,
}

/// What fills a field.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filling {
    /// Values to choose from. None: it was not found, and stays null or away.
    pub values: Vec<Value>,
    /// Where the one value stands that was chosen.
    pub spans: Vec<Span>,
}

impl Form {
    /// Where the chosen values stand, each once, in the order in which the passages are shown.
    pub fn spans(&self) -> Vec<Span> {
        let mut found: Vec<Span> = Vec::new();
        for span in self.fields.values().flat_map(|one| &one.spans) {
            if !found.contains(span) {
                found.push(span.clone());
            }
        }
        let place = |span: &Span| self.anchors.iter().position(|one| *one == span.anchor);
        found.sort_by_key(|span| (place(span), span.line_start));
        found
    }

    /// What is known of the fields at and under a place: whether there are any,
    /// and whether one of them has a value.
    fn under(&self, pointer: &str) -> Option<bool> {
        let inside = |key: &str| {
            let rest = key.strip_prefix(pointer);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut found = self.fields.iter().filter(|(key, _)| inside(key)).peekable();
        found.peek()?;
        Some(found.any(|(_, filling)| !filling.values.is_empty()))
    }
}

/// A name as a part of a JSON Pointer (RFC 6901).
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Whether the `type` of a schema allows null beside another type.
pub fn may_be_null(schema: &Map<String, Value>) -> bool {
    let types = schema.get("type").and_then(Value::as_array);
    types.is_some_and(|types| types.iter().any(|one| one == "null"))
}

/// Keywords whose value is one schema, a list of schemas, or named schemas.
const ONE: [&str; 8] = [
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
];
const MANY: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED: [&str; 5] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];
/// A leaf with one of these says itself what it may hold.
const OWN_WORDS: [&str; 5] = ["enum", "const", "pattern", "format", "$ref"];

/// Narrows fields to what was found, other free leaves to the evidence, and
/// re-roots local references.
pub(crate) fn narrow(schema: &Value, form: &Form, pointer: &str) -> Result<Value, DraftError> {
    let Some(object) = schema.as_object() else {
        return Ok(schema.clone());
    };
    let mut out = Map::new();
    for (key, value) in object {
        let place = format!("{pointer}/{}", escaped(key));
        let narrowed = match key.as_str() {
            "$id" | "$anchor" | "$dynamicRef" | "$dynamicAnchor" => {
                return Err(DraftError::Keyword {
                    keyword: key.clone(),
                    pointer: place,
                });
            }
            "$schema" => continue,
            "$ref" => json!(re_root(value.as_str().unwrap_or_default())),
            key if ONE.contains(&key) => narrow(value, form, &place)?,
            key if MANY.contains(&key) => match value.as_array() {
                Some(list) => Value::Array(
                    list.iter()
                        .enumerate()
                        .map(|(index, one)| narrow(one, form, &format!("{place}/{index}")))
                        .collect::<Result<_, _>>()?,
                ),
                None => value.clone(),
            },
            key if NAMED.contains(&key) => match value.as_object() {
                Some(named) => Value::Object(
                    named
                        .iter()
                        .map(|(name, one)| {
                            let inner = escaped(name);
                            let place = format!("{place}/{inner}");
                            Ok((name.clone(), narrow(one, form, &place)?))
                        })
                        .collect::<Result<_, DraftError>>()?,
                ),
                None => value.clone(),
            },
            _ => value.clone(),
        };
        out.insert(key.clone(), narrowed);
    }
    if let Some(filling) = form.fields.get(pointer) {
        return Ok(filled(&out, filling));
    }
    hold_to_fields(&mut out, form, pointer);
    Ok(narrow_leaf(out, &form.numbers))
}

/// A field holds one of what was found for it; else null, or it stays away.
fn filled(field: &Map<String, Value>, filling: &Filling) -> Value {
    match (filling.values.is_empty(), may_be_null(field)) {
        (false, _) => json!({ "enum": filling.values }),
        (true, true) => json!({ "type": "null" }),
        (true, false) => json!(false),
    }
}

/// An object with fields has those that were found, not those that were not,
/// and none that its schema does not name.
fn hold_to_fields(object: &mut Map<String, Value>, form: &Form, pointer: &str) {
    let before = match object.get("required") {
        Some(Value::Array(names)) => names.clone(),
        _ => Vec::new(),
    };
    let Some(Value::Object(properties)) = object.get_mut("properties") else {
        return;
    };
    let mut required = before.clone();
    let mut has_fields = false;
    for (name, property) in properties.iter_mut() {
        let inner = escaped(name);
        let Some(is_found) = form.under(&format!("{pointer}/properties/{inner}")) else {
            continue;
        };
        has_fields = true;
        let name = json!(name);
        // A null is said, and so is an object that is required with nothing in it; what
        // else was not found stays away.
        if is_found || property.get("type") == Some(&json!("null")) {
            if !required.contains(&name) {
                required.push(name);
            }
        } else if !before.contains(&name) {
            *property = json!(false);
        }
    }
    if has_fields {
        object.insert("required".into(), Value::Array(required));
        object.entry("additionalProperties").or_insert(json!(false));
    }
}

fn re_root(reference: &str) -> String {
    match reference.strip_prefix('#') {
        Some(rest) => format!("#/$defs/value{rest}"),
        None => reference.to_owned(),
    }
}

/// A leaf of a simple type becomes a choice among words or figures of the
/// evidence; `["string", "null"]` keeps its null.
fn narrow_leaf(object: Map<String, Value>, numbers: &[serde_json::Number]) -> Value {
    let types: Vec<&str> = match object.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let free = OWN_WORDS.iter().all(|key| !object.contains_key(*key));
    let (leaf, nullable): (Vec<&str>, Vec<&str>) = types.iter().partition(|one| **one != "null");
    let narrowed = match (free, leaf.as_slice()) {
        (true, ["string"]) => json!({ "x-evidence": "quote" }),
        (true, ["number"]) => json!({ "enum": numbers }),
        (true, ["integer"]) => {
            let whole: Vec<_> = numbers
                .iter()
                .filter(|number| number.is_i64() || number.is_u64())
                .collect();
            json!({ "enum": whole })
        }
        _ => return Value::Object(object),
    };
    // Nothing stands there: only null is left, or the leaf as it was.
    if narrowed
        .get("enum")
        .and_then(Value::as_array)
        .is_some_and(Vec::is_empty)
    {
        return if nullable.is_empty() {
            Value::Object(object)
        } else {
            json!({ "type": "null" })
        };
    }
    if nullable.is_empty() {
        narrowed
    } else {
        json!({ "anyOf": [narrowed, { "type": "null" }] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::{Offer, schema};
    use crate::registry::Registry;
    use evidence::policy::Remarks;

    #[test]
    fn narrows_the_free_leaves_of_a_user_schema_to_the_evidence() {
        let mut registry = Registry::built_in();
        let user = json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "role": { "enum": ["buyer", "seller"] },
                "count": { "type": ["integer", "null"] },
                "next": { "$ref": "#" }
            }
        });
        registry.add("party", user).unwrap();
        let offer = Offer::Schema(Form {
            numbers: vec![3.into()],
            ..Form::default()
        });
        let schema = schema(registry.find("party").unwrap(), &offer, Remarks::Ratings, 1).unwrap();
        let value = |pointer: &str| schema.pointer(&format!("/$defs/value/properties/{pointer}"));
        assert_eq!(value("name"), Some(&json!({ "x-evidence": "quote" })));
        assert_eq!(value("role/enum/0"), Some(&json!("buyer")));
        assert_eq!(value("count/anyOf/0/enum"), Some(&json!([3])));
        assert_eq!(value("next/$ref"), Some(&json!("#/$defs/value")));
    }

    #[test]
    fn a_field_holds_what_was_found_for_it_and_nothing_else() {
        let mut registry = Registry::built_in();
        let user = json!({
            "type": "object",
            "properties": {
                "premium": { "type": "number" },
                "broker": { "type": ["string", "null"] },
                "notice": { "type": "object", "properties": { "email": { "type": "string" } } },
                "insured": { "type": "object", "properties": { "name": { "type": "string" } } },
                "claims": { "type": "object", "properties": { "phone": { "type": "string" } } }
            },
            "required": ["premium", "broker", "claims"]
        });
        registry.add("policy", user).unwrap();
        let filling = |values: Vec<Value>| Filling {
            values,
            spans: Vec::new(),
        };
        let place = |name: &str| format!("/properties/{name}");
        let mut form = Form {
            is_whole: true,
            ..Form::default()
        };
        form.fields
            .insert(place("premium"), filling(vec![json!(1250)]));
        form.fields.insert(place("broker"), filling(Vec::new()));
        for name in ["notice/properties/email", "claims/properties/phone"] {
            form.fields.insert(place(name), filling(Vec::new()));
        }
        form.fields.insert(
            place("insured/properties/name"),
            filling(vec![json!("A. Reed")]),
        );
        let schema = schema(
            registry.find("policy").unwrap(),
            &Offer::Schema(form),
            Remarks::Ratings,
            1,
        )
        .unwrap();
        let value = schema.pointer("/$defs/value").unwrap();
        let validator = jsonschema::validator_for(value).unwrap();
        let wanted = json!({ "premium": 1250, "broker": null, "insured": { "name": "A. Reed" }, "claims": {} });
        assert!(validator.is_valid(&wanted));
        for (name, other) in [
            ("/premium", json!(1251)),
            ("/broker", json!("A. Reed")),
            ("/insured", json!({})),
            ("/claims", json!({ "phone": "1" })),
        ] {
            let mut wrong = wanted.clone();
            *wrong.pointer_mut(name).unwrap() = other;
            assert!(!validator.is_valid(&wrong), "{wrong}");
        }
        for (name, more) in [("notice", json!({})), ("more", json!(1))] {
            let mut wrong = wanted.clone();
            wrong[name] = more;
            assert!(!validator.is_valid(&wrong), "{wrong}");
        }
        let mut without = wanted;
        without.as_object_mut().unwrap().remove("broker");
        assert!(!validator.is_valid(&without));
    }

    #[test]
    fn a_form_without_what_it_needs_can_only_be_not_found() {
        let mut registry = Registry::built_in();
        registry.add("policy", json!({ "type": "object" })).unwrap();
        let form = Form {
            is_empty: true,
            ..Form::default()
        };
        let schema = schema(
            registry.find("policy").unwrap(),
            &Offer::Schema(form),
            Remarks::Ratings,
            1,
        )
        .unwrap();
        assert_eq!(
            schema.pointer("/properties/answer_found/const"),
            Some(&json!(false))
        );
    }
}
