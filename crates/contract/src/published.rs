//! The published schemas: what a program that reads our answers can rely on.
//!
//! [`schemas`] is the table: the public response, the answer of every type,
//! and the value of every type. JSON Schema 2020-12, closed objects. A change
//! of form is a new [`RESPONSE_VERSION`].

use crate::answer::{FIELDS, Form};
use crate::answer_type::AnswerType;
use crate::registry::Registry;
use serde_json::{Map, Value, json};

/// Version of the public response's form.
pub const RESPONSE_VERSION: &str = "2";

/// What is decided about an answer, and what each means.
pub const DECISIONS: [(&str, &str); 8] = [
    ("ship", "it can be used"),
    (
        "broaden",
        "partial: asked again with a wider scope, and this is what there is",
    ),
    ("no_answer", "the documents do not say"),
    (
        "conflict",
        "the documents contradict each other; all values are shown",
    ),
    (
        "clarify",
        "the question is too vague; a clarification is suggested",
    ),
    (
        "reparse",
        "the passage looks badly read; read again, and this is what there is",
    ),
    ("review", "a person should look"),
    ("failed", "there is no answer, and this is why"),
];

fn closed(properties: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = properties
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn rating() -> Value {
    json!({ "type": "number", "minimum": 0, "maximum": 1 })
}

fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn positive() -> Value {
    json!({ "type": "integer", "minimum": 1 })
}

/// A span: contiguous lines of one chunk of the evidence and words of them.
pub fn span() -> Value {
    closed(&[
        (
            "anchor",
            json!({ "type": "string", "pattern": "^C(0|[1-9][0-9]*)$" }),
        ),
        ("line_start", positive()),
        ("line_end", positive()),
        ("quote", json!({ "type": ["string", "null"] })),
    ])
}

/// An answer whose items have values of this schema.
pub fn answer(value_schema: &Value) -> Value {
    let item = closed(&[("value", value_schema.clone()), ("spans", list(&span()))]);
    let schema_of = |form: Form| match form {
        Form::Items => list(&item),
        Form::Method => json!({ "enum": ["verbatim", "computed", "inferred", "na"] }),
        Form::Rating => rating(),
        Form::Texts => list(&json!({ "type": "string" })),
        Form::TextOrNull => json!({ "type": ["string", "null"] }),
        Form::Flag => json!({ "type": "boolean" }),
    };
    let described: Vec<(&str, Value)> = FIELDS
        .iter()
        .map(|(name, form, meaning)| {
            let mut schema = schema_of(*form);
            if let Some(object) = schema.as_object_mut() {
                object.insert("description".into(), json!(meaning));
            }
            (*name, schema)
        })
        .collect();
    closed(&described)
}

/// A citation, as it leaves the program.
fn citation() -> Value {
    let bounds = ["left", "top", "right", "bottom"].map(|side| (side, json!({ "type": "number" })));
    let place = closed(&[("page", positive()), ("bounds", closed(&bounds))]);
    let boundary = closed(&[
        ("starts", json!({ "enum": ["paragraph", "mid_sentence"] })),
        ("ends", json!({ "enum": ["sentence", "open"] })),
        ("contiguous", json!({ "type": "boolean" })),
    ]);
    let metadata = closed(&[
        ("media_type", json!({ "type": "string" })),
        ("section", json!({ "type": ["string", "null"] })),
        (
            "said",
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        ),
    ]);
    closed(&[
        (
            "anchor",
            json!({ "type": "string", "pattern": "^C(0|[1-9][0-9]*)$" }),
        ),
        ("document_id", json!({ "type": "string" })),
        ("document_title", json!({ "type": "string" })),
        ("page_number", positive()),
        ("line_start", positive()),
        ("line_end", positive()),
        (
            "quote",
            json!({ "type": "string", "description": "Recovered from the source lines." }),
        ),
        ("boxes", list(&place)),
        ("boundary", boundary),
        ("event_date", json!({ "type": ["string", "null"] })),
        ("metadata", metadata),
    ])
}

/// What code computed: steps and result, or null.
fn computation() -> Value {
    let typed = closed(&[
        ("answer_type", json!({ "type": "string" })),
        ("value", json!(true)),
    ]);
    let done = closed(&[
        ("step", json!({ "type": "object" })),
        ("used", list(&typed)),
        ("output", typed.clone()),
        ("explanation", json!({ "type": "string" })),
        ("notes", list(&json!({ "type": "string" }))),
        ("conversions", list(&json!({ "type": "object" }))),
    ]);
    let computed = closed(&[
        ("version", positive()),
        ("extractions", json!({ "type": "array" })),
        ("steps", list(&done)),
        ("result", typed),
    ]);
    json!({ "anyOf": [computed, { "type": "null" }] })
}

/// The public response to a question of this type; to any where none is
/// given.
///
/// The three statuses are three forms: FAILED has neither answer nor
/// citations, `NO_EVIDENCE` has the refusal and no citations (an answer only
/// where the type has one for that case, as `verification` has No).
pub fn public_response(answer_type: Option<&AnswerType>) -> Value {
    let any = json!(true);
    let value = answer_type.map_or(&any, |one| &one.value_schema);
    let body = json!({ "anyOf": [answer(value), { "type": "null" }] });
    let name = answer_type.map_or(
        json!({ "type": "string" }),
        |one| json!({ "const": one.name }),
    );
    let decisions: Vec<&str> = DECISIONS.iter().map(|(name, _)| *name).collect();
    let shapes = ["single", "listing", "table", "tree", "nested_json"];
    let usage = closed(&[
        ("prompt", count()),
        ("completion", count()),
        ("total", count()),
    ]);
    let mut schema = closed(&[
        ("version", json!({ "const": RESPONSE_VERSION })),
        ("request_id", json!({ "type": "string" })),
        ("record_id", json!({ "type": "string" })),
        ("status", json!({ "enum": ["OK", "NO_EVIDENCE", "FAILED"] })),
        ("answer", body),
        ("citations", list(&citation())),
        ("token_usage", usage),
        ("latency_ms", count()),
        ("answer_type", name),
        ("answer_shape", json!({ "enum": shapes })),
        ("decision", json!({ "enum": decisions })),
        (
            "probability",
            json!({ "type": ["number", "null"], "minimum": 0, "maximum": 1 }),
        ),
        (
            "context_completeness_strong",
            json!({ "enum": ["bounded", "truncated", "unknown"] }),
        ),
        ("needs_human_review", json!({ "type": "boolean" })),
        ("flags", list(&json!({ "type": "string" }))),
        ("message", json!({ "type": ["string", "null"] })),
        ("computation", computation()),
    ]);
    let none = |of: &str| json!({ "properties": { (of): { "maxItems": 0 } } });
    let absent = json!({ "properties": { "answer": { "type": "null" } } });
    let status = |name: &str| json!({ "properties": { "status": { "const": name } } });
    if let Some(object) = schema.as_object_mut() {
        object.insert(
            "$schema".into(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        object.insert(
            "title".into(),
            json!(format!(
                "Attest public response, version {RESPONSE_VERSION}"
            )),
        );
        object.insert("allOf".into(), json!([
            { "if": status("FAILED"), "then": { "allOf": [absent, none("citations")] } },
            { "if": status("NO_EVIDENCE"), "then": none("citations") },
            { "if": status("OK"), "then": { "properties": { "answer": { "type": "object" } } } },
        ]));
    }
    schema
}

/// The table: every published schema by name, in order.
///
/// `response` is the public response to any question; for each type there
/// are `TYPE` (its value), `TYPE.answer` and `TYPE.response`.
pub fn schemas(registry: &Registry) -> Vec<(String, Value)> {
    let mut out = vec![("response".to_owned(), public_response(None))];
    for one in registry.list() {
        out.push((one.name.clone(), one.value_schema.clone()));
        out.push((format!("{}.answer", one.name), answer(&one.value_schema)));
        out.push((format!("{}.response", one.name), public_response(Some(one))));
    }
    out
}

/// The published schema of this name.
pub fn schema(registry: &Registry, name: &str) -> Option<Value> {
    schemas(registry)
        .into_iter()
        .find(|(one, _)| one == name)
        .map(|(_, schema)| schema)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{AnswerBody, ExtractionMethod, Item};
    use evidence::Span;

    fn body() -> AnswerBody {
        let span = Span {
            anchor: "C0".into(),
            line_start: 1,
            line_end: 1,
            quote: None,
        };
        AnswerBody {
            answer_found: true,
            items: vec![Item {
                value: "x".into(),
                spans: vec![span],
            }],
            extraction_method: ExtractionMethod::Verbatim,
            complete_answer_found: true,
            conflicting_evidence: false,
            confidence: 0.5,
            context_completeness_weak: 0.5,
            context_structured: true,
            caveats: Vec::new(),
            llm_discovered_keywords: Vec::new(),
            keywords_found: Vec::new(),
            suggested_clarification: None,
        }
    }

    fn keys(value: &Value) -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    }

    #[test]
    fn the_schema_names_the_fields_that_an_answer_has() {
        let schema = answer(&json!({ "type": "string" }));
        let body = json!(body());
        assert_eq!(keys(schema.get("properties").unwrap()), keys(&body));
        assert_eq!(
            keys(
                schema
                    .pointer("/properties/items/items/properties")
                    .unwrap()
            ),
            keys(body.pointer("/items/0").unwrap())
        );
        assert_eq!(
            keys(span().get("properties").unwrap()),
            keys(body.pointer("/items/0/spans/0").unwrap())
        );
    }

    #[test]
    fn every_type_has_its_schemas_published() {
        let registry = Registry::built_in();
        for one in registry.list() {
            for name in [
                one.name.clone(),
                format!("{}.answer", one.name),
                format!("{}.response", one.name),
            ] {
                assert!(schema(&registry, &name).is_some(), "{name}");
            }
        }
        assert!(schema(&registry, "response").is_some());
        assert!(schema(&registry, "nothing").is_none());
    }
}
