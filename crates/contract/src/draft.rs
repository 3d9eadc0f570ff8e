//! From a question's type and evidence to the schema of its draft, and from
//! a draft back to a whole answer.
//!
//! The model decodes as little as possible: which candidate, and what it
//! thinks of its evidence. What code can know is not in the draft and is
//! filled in by [`expand`]: the not-found branch is `{"answer_found":false}`,
//! a copied text is its quote, the extraction method follows from the type.
//!
//! ```text
//! {"answer_found":true,"items":[{"value":...,"spans":[...]}],
//!  "complete_answer_found":true,"confidence":0.8,
//!  "context_completeness_weak":0.9,"context_structured":true}
//! ```
//!
//! # Limits
//!
//! What code found for a field of a user's schema is all that the field may
//! hold ([`Form`]). Other string and number leaves are narrowed to words and
//! figures of the evidence; a leaf with `enum`, `const`, `pattern` or `format`
//! stays as the user wrote it. `$id` and `$anchor` in a user's schema are
//! refused.

use crate::answer::{AnswerBody, ExtractionMethod, Item};
use crate::candidate::Candidate;
use crate::compose::Compose;
use crate::registry::AnswerType;
use evidence::Span;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What the evidence offers for one question.
#[derive(Debug, Clone, PartialEq)]
pub enum Offer {
    /// Code found these; the model chooses one.
    Candidates(Vec<Candidate>),
    /// The model copies words of the evidence.
    Copy,
    /// A user's schema is filled: with what code found for its fields, and by
    /// the model with words and figures of the evidence for the rest.
    Schema(Form),
    /// The answer is prose, composed of sentences of the evidence; its drafts
    /// are expanded by [`Compose::expand`].
    Compose(Compose),
}

/// What the evidence offers for a user's schema.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Form {
    /// Figures of the evidence, for numbers that are no field.
    pub numbers: Vec<serde_json::Number>,
    /// What fills each field, by the JSON Pointer of its schema.
    pub fields: BTreeMap<String, Filling>,
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
    /// Where the chosen values stand, in the order of the evidence, each once.
    pub fn spans(&self) -> Vec<Span> {
        let mut found: Vec<Span> = Vec::new();
        for span in self.fields.values().flat_map(|one| &one.spans) {
            if !found.contains(span) {
                found.push(span.clone());
            }
        }
        found.sort_by_key(|span| (span.anchor.len(), span.anchor.clone(), span.line_start));
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

/// Which of the model's remarks are asked for. Small models write noise where
/// they may write freely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feedback {
    /// Ratings and flags.
    Flags,
    /// Also caveats, keywords and a clarification in its own words.
    Full,
}

/// Why a schema or a draft cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// A user's schema uses something that cannot be embedded.
    #[error(
        "the schema cannot be used for answers: `{keyword}` at {pointer} is not supported here"
    )]
    Keyword {
        /// The keyword.
        keyword: String,
        /// JSON Pointer of the place.
        pointer: String,
    },
    /// The draft is not of the draft schema's form. Never quotes the draft.
    #[error("the draft has not the agreed form (at line {line}, column {column})")]
    Form {
        /// Line of the draft.
        line: usize,
        /// Column of the draft.
        column: usize,
    },
}

/// Ratings the model may give.
pub(crate) const RATINGS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
const MAX_CAVEATS: u32 = 2;
const MAX_CAVEAT_CHARACTERS: u32 = 160;
const MAX_KEYWORDS: u32 = 5;
const MAX_KEYWORD_CHARACTERS: u32 = 40;
/// Most spans of one item of a user's schema.
const MAX_SCHEMA_SPANS: u32 = 3;

pub(crate) fn closed_object(properties: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = properties
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn span_schema() -> Value {
    json!({ "x-evidence": "span" })
}

/// The schema of a draft: the found branch and the not-found branch.
///
/// # Errors
///
/// [`DraftError::Keyword`] when a user's schema cannot be embedded.
pub fn schema(
    answer_type: &AnswerType,
    offer: &Offer,
    feedback: Feedback,
    max_items: u32,
) -> Result<Value, DraftError> {
    if let Offer::Compose(compose) = offer {
        return Ok(compose.schema());
    }
    let not_found = closed_object(&[("answer_found", json!({ "const": false }))]);
    let mut definitions = Map::new();
    let items = match offer {
        Offer::Compose(_) => return Ok(not_found),
        Offer::Candidates(candidates) if candidates.is_empty() => return Ok(not_found),
        Offer::Candidates(candidates) => {
            json!({ "enum": candidates.iter().map(|one| json!(one.items)).collect::<Vec<_>>() })
        }
        Offer::Copy => {
            let item = closed_object(&[("spans", one_span())]);
            json!({ "type": "array", "items": item, "minItems": 1, "maxItems": max_items })
        }
        Offer::Schema(form) if form.is_empty => return Ok(not_found),
        Offer::Schema(form) => {
            let schema = narrow(&answer_type.value_schema, form, "")?;
            definitions.insert("value".into(), schema);
            let value = ("value", json!({ "$ref": "#/$defs/value" }));
            let item = if form.is_whole {
                closed_object(&[value])
            } else {
                let spans = json!({ "type": "array", "items": span_schema(), "minItems": 1, "maxItems": MAX_SCHEMA_SPANS });
                closed_object(&[("spans", spans), value])
            };
            json!({ "type": "array", "items": item, "minItems": 1, "maxItems": 1 })
        }
    };
    let mut found = vec![
        ("answer_found", json!({ "const": true })),
        ("items", items),
        ("complete_answer_found", json!({ "type": "boolean" })),
        ("confidence", json!({ "enum": RATINGS })),
        ("context_completeness_weak", json!({ "enum": RATINGS })),
        ("context_structured", json!({ "type": "boolean" })),
    ];
    if feedback == Feedback::Full {
        let list = |items: u32, characters: u32| {
            json!({ "type": "array", "maxItems": items,
                    "items": { "type": "string", "minLength": 1, "maxLength": characters } })
        };
        found.push(("caveats", list(MAX_CAVEATS, MAX_CAVEAT_CHARACTERS)));
        found.push((
            "llm_discovered_keywords",
            list(MAX_KEYWORDS, MAX_KEYWORD_CHARACTERS),
        ));
        let clarification =
            json!({ "type": ["string", "null"], "maxLength": MAX_CAVEAT_CHARACTERS });
        found.push(("suggested_clarification", clarification));
    }
    let mut schema = json!({ "anyOf": [closed_object(&found), not_found] });
    if let (Some(object), false) = (schema.as_object_mut(), definitions.is_empty()) {
        object.insert("$defs".into(), Value::Object(definitions));
    }
    Ok(schema)
}

fn one_span() -> Value {
    json!({ "type": "array", "items": span_schema(), "minItems": 1, "maxItems": 1 })
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
fn narrow(schema: &Value, form: &Form, pointer: &str) -> Result<Value, DraftError> {
    let Some(object) = schema.as_object() else {
        return Ok(schema.clone());
    };
    let mut out = Map::new();
    for (key, value) in object {
        let place = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
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
                            let inner = name.replace('~', "~0").replace('/', "~1");
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
    let may_be_null = match field.get("type") {
        Some(Value::Array(types)) => types.iter().any(|one| one == "null"),
        _ => false,
    };
    match (filling.values.is_empty(), may_be_null) {
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
        let inner = name.replace('~', "~0").replace('/', "~1");
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftItem {
    value: Option<Value>,
    #[serde(default)]
    spans: Vec<Span>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    answer_found: bool,
    #[serde(default)]
    items: Vec<DraftItem>,
    #[serde(default)]
    complete_answer_found: bool,
    #[serde(default)]
    confidence: f64,
    #[serde(default)]
    context_completeness_weak: f64,
    #[serde(default = "yes")]
    context_structured: bool,
    #[serde(default)]
    caveats: Vec<String>,
    #[serde(default)]
    llm_discovered_keywords: Vec<String>,
    #[serde(default)]
    suggested_clarification: Option<String>,
}

fn yes() -> bool {
    true
}

/// How the values of an offer came about.
fn method(answer_type: &AnswerType, offer: &Offer) -> ExtractionMethod {
    match offer {
        Offer::Schema(_) => ExtractionMethod::Inferred,
        _ if matches!(
            answer_type.name.as_str(),
            "boolean" | "classification" | "verification" | "document_category"
        ) =>
        {
            ExtractionMethod::Inferred
        }
        _ => ExtractionMethod::Verbatim,
    }
}

/// Reads a draft and fills in what code knows.
///
/// # Errors
///
/// [`DraftError::Form`] when the text is not of the draft's form.
pub fn expand(
    draft: &str,
    answer_type: &AnswerType,
    offer: &Offer,
) -> Result<AnswerBody, DraftError> {
    let draft: Draft = serde_json::from_str(draft).map_err(|error| DraftError::Form {
        line: error.line(),
        column: error.column(),
    })?;
    let mut items: Vec<Item> = draft.items.into_iter().map(complete).collect();
    if let Offer::Schema(form) = offer {
        for item in &mut items {
            let known = form.spans();
            item.spans.retain(|span| !known.contains(span));
            item.spans.splice(0..0, known);
        }
    }
    let several = items.len() > 1 && answer_type.shape == crate::AnswerShape::Single;
    Ok(AnswerBody {
        answer_found: draft.answer_found,
        extraction_method: if draft.answer_found {
            method(answer_type, offer)
        } else {
            ExtractionMethod::Na
        },
        items,
        complete_answer_found: draft.complete_answer_found,
        conflicting_evidence: several,
        confidence: draft.confidence,
        context_completeness_weak: draft.context_completeness_weak,
        context_structured: draft.context_structured,
        caveats: draft.caveats,
        llm_discovered_keywords: draft.llm_discovered_keywords,
        keywords_found: Vec::new(),
        suggested_clarification: draft.suggested_clarification,
    })
}

/// A copied value is the words of its quotes.
fn complete(item: DraftItem) -> Item {
    let value = item.value.unwrap_or_else(|| {
        let quotes: Vec<&str> = item
            .spans
            .iter()
            .filter_map(|span| span.quote.as_deref())
            .collect();
        Value::String(quotes.join(" "))
    });
    Item {
        value,
        spans: item.spans,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn candidate(text: &str) -> Candidate {
        let span = Span {
            anchor: "C0".into(),
            line_start: 1,
            line_end: 1,
            quote: Some(text.into()),
        };
        let item = Item {
            value: json!(text),
            spans: vec![span],
        };
        Candidate::new(vec![item], text.into(), text.into())
    }

    #[test]
    fn offers_candidates_as_whole_literals() {
        let registry = Registry::built_in();
        let offer = Offer::Candidates(vec![candidate("a"), candidate("b")]);
        let schema = schema(registry.find("text").unwrap(), &offer, Feedback::Flags, 5).unwrap();
        let items = schema
            .pointer("/anyOf/0/properties/items/enum")
            .and_then(Value::as_array)
            .unwrap();
        assert_eq!(items.len(), 2);
    }

    #[test]
    fn without_candidates_only_the_not_found_branch_is_left() {
        let registry = Registry::built_in();
        let offer = Offer::Candidates(Vec::new());
        let schema = schema(registry.find("date").unwrap(), &offer, Feedback::Flags, 5).unwrap();
        assert_eq!(
            schema.pointer("/properties/answer_found/const"),
            Some(&json!(false))
        );
    }

    #[test]
    fn expands_the_not_found_branch_to_a_consistent_answer() {
        let registry = Registry::built_in();
        let body = expand(
            r#"{"answer_found":false}"#,
            registry.find("date").unwrap(),
            &Offer::Copy,
        )
        .unwrap();
        assert!(!body.answer_found && body.items.is_empty() && !body.complete_answer_found);
        assert_eq!(body.extraction_method, ExtractionMethod::Na);
        assert!(body.confidence.abs() < f64::EPSILON);
    }

    #[test]
    fn a_copied_value_is_its_quote() {
        let registry = Registry::built_in();
        let draft = r#"{"answer_found":true,"items":[{"spans":[{"quote":"two words","anchor":"C0","line_start":1,"line_end":1}]}],"complete_answer_found":true,"confidence":0.5,"context_completeness_weak":1.0,"context_structured":true}"#;
        let body = expand(draft, registry.find("text").unwrap(), &Offer::Copy).unwrap();
        assert_eq!(body.items.first().unwrap().value, json!("two words"));
    }

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
        let schema = schema(registry.find("party").unwrap(), &offer, Feedback::Flags, 1).unwrap();
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
            Feedback::Flags,
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
            Feedback::Flags,
            1,
        )
        .unwrap();
        assert_eq!(
            schema.pointer("/properties/answer_found/const"),
            Some(&json!(false))
        );
    }

    #[test]
    fn a_draft_of_another_form_is_told_without_quoting_it() {
        let registry = Registry::built_in();
        let error = expand(
            "{\"secret\":1}",
            registry.find("text").unwrap(),
            &Offer::Copy,
        )
        .unwrap_err();
        assert!(!error.to_string().contains("secret"));
    }
}
