//! Values against the contract's JSON Schema, with `boon`: another library
//! than the grammar crate's tests use, so that a shared misreading of the
//! standard shows.

use crate::body::AnswerBody;
use crate::finding::{Finding, FindingKind};
use boon::{Compiler, SchemaIndex, Schemas, UrlLoader, ValidationError};
use serde_json::Value;
use std::error::Error;

/// The schema's address; nothing is ever loaded from it.
const ADDRESS: &str = "attest:///contract/value.json";

/// Refuses every reference to another document: the firewall reads no files
/// and no network.
struct NoLoader;

impl UrlLoader for NoLoader {
    fn load(&self, _url: &str) -> Result<Value, Box<dyn Error>> {
        Err("references to other documents are not followed".into())
    }
}

/// A JSON Schema, ready to look at values: what the firewall itself uses.
/// References to other documents are refused.
pub struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    /// Reads a schema (2020-12 where it names no draft). None: it cannot be
    /// used. `formats` says whether `format` is an assertion, as it is in the
    /// firewall, or an annotation.
    pub fn new(schema: &Value, formats: bool) -> Option<Validator> {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.use_loader(Box::new(NoLoader));
        if formats {
            compiler.enable_format_assertions();
        }
        compiler.add_resource(ADDRESS, schema.clone()).ok()?;
        let index = compiler.compile(ADDRESS, &mut schemas).ok()?;
        Some(Validator { schemas, index })
    }

    /// Where a value is not valid: JSON Pointer into it, and what is wrong.
    /// Empty for a valid one.
    pub fn violations(&self, value: &Value) -> Vec<(String, String)> {
        let mut found = Vec::new();
        if let Err(error) = self.schemas.validate(value, self.index) {
            leaves(&error, &mut found);
        }
        found
    }

    /// Whether a value is valid.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.index).is_ok()
    }
}

pub(crate) fn check(body: &AnswerBody, schema: &Value) -> Vec<Finding> {
    let Some(validator) = Validator::new(schema, true) else {
        return vec![Finding::new(FindingKind::UnusableSchema, "")];
    };
    let mut findings = Vec::new();
    for (at, item) in body.items.iter().enumerate() {
        if let Err(error) = validator.schemas.validate(&item.value, validator.index) {
            let pointer = format!("/items/{at}/value{}", deepest(&error).instance_location);
            findings.push(Finding::new(FindingKind::SchemaViolation, pointer));
        }
    }
    findings
}

/// Every span has these fields and no others; `evidence::Span` is also used
/// where unknown fields must not be an error, so this is looked at here.
const SPAN_FIELDS: [&str; 4] = ["anchor", "line_start", "line_end", "quote"];

/// JSON Pointer of the first span that has other fields than a span has.
pub(crate) fn odd_span(draft: &Value) -> Option<String> {
    let items = draft.get("items")?.as_array()?;
    items.iter().enumerate().find_map(|(at, item)| {
        let spans = item.get("spans")?.as_array()?;
        let odd = |span: &Value| {
            let fields = span.as_object();
            !fields.is_some_and(|fields| {
                fields.len() == SPAN_FIELDS.len()
                    && SPAN_FIELDS.iter().all(|name| fields.contains_key(*name))
            })
        };
        let place = spans.iter().position(odd)?;
        Some(format!("/items/{at}/spans/{place}"))
    })
}

/// All leaves of a tree of causes.
fn leaves(error: &ValidationError<'_, '_>, found: &mut Vec<(String, String)>) {
    if error.causes.is_empty() {
        let place = error.instance_location.to_string();
        found.push((place, error.kind.to_string()));
    }
    for cause in &error.causes {
        leaves(cause, found);
    }
}

/// The first leaf of a tree of causes: the place a person has to look at.
fn deepest<'e, 's, 'v>(error: &'e ValidationError<'s, 'v>) -> &'e ValidationError<'s, 'v> {
    error.causes.first().map_or(error, deepest)
}
