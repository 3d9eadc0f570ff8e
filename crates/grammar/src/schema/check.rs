//! Checks a constant against schemas, as far as that needs no search: for
//! `enum` and `const` beside other keywords, and to tell branches apart.

use super::compiler::Compiler;
use super::number::{Bound, Decimal, contains};
use super::source::Loc;
use crate::pattern::{Pattern, format_pattern};
use serde_json::{Map, Value};

/// Values are looked into this deep.
const MAX_DEPTH: usize = 40;

/// Equality of JSON Schema: numbers by value, objects without order.
pub(super) fn equal(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(a), Value::Number(b)) => {
            let read = |number: &serde_json::Number| Decimal::read(&number.to_string());
            match (read(a), read(b)) {
                (Some(a), Some(b)) => a == b,
                _ => a == b,
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => one == two,
    }
}

/// Joins two answers with "and": a refusal counts at once.
fn both(one: Option<bool>, two: Option<bool>) -> Option<bool> {
    match (one, two) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

impl<'a> Compiler<'a> {
    /// Whether a schema accepts a value; `None` if that cannot be said here.
    pub(super) fn check(&mut self, loc: Loc, value: &Value, depth: usize) -> Option<bool> {
        let map = match self.source.value(loc) {
            Value::Bool(all) => return Some(*all),
            Value::Object(map) => map,
            _ => return None,
        };
        if depth > MAX_DEPTH {
            return None;
        }
        let mut result = Some(true);
        for (keyword, argument) in map {
            if map.contains_key("$ref") && self.source.ref_alone && keyword != "$ref" {
                continue;
            }
            let one = self.check_keyword(loc, map, keyword, argument, value, depth);
            result = both(result, one);
            if result == Some(false) {
                break;
            }
        }
        result
    }

    pub(super) fn check_keyword(
        &mut self,
        loc: Loc,
        map: &'a Map<String, Value>,
        keyword: &str,
        argument: &'a Value,
        value: &Value,
        depth: usize,
    ) -> Option<bool> {
        use super::keyword::{Role, role};
        match keyword {
            "const" => Some(equal(argument, value)),
            "enum" => Some(argument.as_array()?.iter().any(|one| equal(one, value))),
            "type" => Some(super::facts::read_types(argument)?.holds(value)),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                let Value::Number(number) = value else {
                    return Some(true);
                };
                let value = Decimal::read(&number.to_string())?;
                let bound = super::facts::read_bound(map, keyword)?;
                let Some(bound) = bound else {
                    return Some(true);
                };
                let low = keyword.to_ascii_lowercase().contains("min");
                let side = |hit: bool| -> Option<&Bound> { hit.then_some(&bound) };
                Some(contains(side(low), side(!low), &value))
            }
            "minLength" | "maxLength" => {
                let Value::String(text) = value else {
                    return Some(true);
                };
                let bound = argument.as_f64()?;
                let count = text.chars().count() as f64;
                Some(if keyword == "minLength" {
                    count >= bound
                } else {
                    count <= bound
                })
            }
            "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
                let count = match value {
                    Value::Array(list) if keyword.ends_with("Items") => list.len(),
                    Value::Object(map) if keyword.ends_with("Properties") => map.len(),
                    _ => return Some(true),
                };
                let bound = argument.as_f64()?;
                let count = count as f64;
                Some(if keyword.starts_with("min") {
                    count >= bound
                } else {
                    count <= bound
                })
            }
            "pattern" | "format" => {
                let Value::String(text) = value else {
                    return Some(true);
                };
                let argument = argument.as_str()?;
                let source = match keyword {
                    "pattern" => argument.to_owned(),
                    _ => format_pattern(argument)?,
                };
                let pattern = Pattern::read(&source, self.options.limits.max_nesting).ok()?;
                Some(pattern.is_match(text))
            }
            "required" => {
                let Value::Object(object) = value else {
                    return Some(true);
                };
                let names = argument.as_array()?;
                Some(
                    names
                        .iter()
                        .filter_map(Value::as_str)
                        .all(|name| object.contains_key(name)),
                )
            }
            "properties" => {
                let Value::Object(object) = value else {
                    return Some(true);
                };
                let mut result = Some(true);
                for (name, schema) in argument.as_object()? {
                    if let Some(inner) = object.get(name) {
                        let at = self.source.child(loc, schema, &["properties", name]);
                        result = both(result, self.check(at, inner, depth + 1));
                    }
                }
                result
            }
            "additionalProperties" => {
                let Value::Object(object) = value else {
                    return Some(true);
                };
                if map.contains_key("patternProperties") {
                    return None;
                }
                let named = map.get("properties").and_then(Value::as_object);
                let at = self.source.child(loc, argument, &["additionalProperties"]);
                let mut result = Some(true);
                for (name, inner) in object {
                    if named.is_none_or(|named| !named.contains_key(name)) {
                        result = both(result, self.check(at, inner, depth + 1));
                    }
                }
                result
            }
            "items" if argument.is_object() && !map.contains_key("prefixItems") => {
                let Value::Array(list) = value else {
                    return Some(true);
                };
                let at = self.source.child(loc, argument, &["items"]);
                let mut result = Some(true);
                for inner in list {
                    result = both(result, self.check(at, inner, depth + 1));
                }
                result
            }
            "$ref" => {
                let at = self.source.resolve(loc, argument.as_str()?).ok()?;
                self.check(at, value, depth + 1)
            }
            "allOf" | "anyOf" | "oneOf" => {
                let mut results = Vec::new();
                for (index, schema) in argument.as_array()?.iter().enumerate() {
                    let at = self
                        .source
                        .child(loc, schema, &[keyword, &index.to_string()]);
                    results.push(self.check(at, value, depth + 1));
                }
                let yes = results.iter().filter(|one| **one == Some(true)).count();
                let unknown = results.iter().filter(|one| one.is_none()).count();
                match keyword {
                    "allOf" => results.into_iter().fold(Some(true), both),
                    "anyOf" if yes > 0 => Some(true),
                    "anyOf" => (unknown == 0).then_some(false),
                    _ if yes > 1 => Some(false),
                    _ => (unknown == 0).then_some(yes == 1),
                }
            }
            "not" => {
                let at = self.source.child(loc, argument, &["not"]);
                self.check(at, value, depth + 1).map(|hit| !hit)
            }
            other => match role(other) {
                None | Some(Role::Annotation) => Some(true),
                _ => None,
            },
        }
    }
}
