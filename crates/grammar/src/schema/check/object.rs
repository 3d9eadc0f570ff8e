//! The keywords of objects.

use super::answer::{Answer, both, within};
use super::checker::{At, Checker};
use super::seen::Seen;
use serde_json::{Map, Value};

/// Whether a keyword says something about objects by itself.
pub(super) fn is_keyword(keyword: &str) -> bool {
    matches!(
        keyword,
        "minProperties"
            | "maxProperties"
            | "required"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "propertyNames"
            | "dependentRequired"
            | "dependentSchemas"
            | "dependencies"
    )
}

/// Whether an object has all of the names; `None` if they are no names.
fn has_all(object: &Map<String, Value>, names: &Value) -> Answer {
    let mut names = names.as_array()?.iter().map(Value::as_str);
    if names.clone().any(|name| name.is_none()) {
        return None;
    }
    Some(names.all(|name| name.is_some_and(|name| object.contains_key(name))))
}

impl<'a> Checker<'_, 'a> {
    #[inline(never)]
    pub(super) fn object<'v>(
        &mut self,
        at: At<'a, 'v>,
        keyword: &str,
        argument: &'a Value,
        object: &'v Map<String, Value>,
        seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        match keyword {
            "minProperties" | "maxProperties" => within(keyword, argument, object.len()),
            "required" => {
                self.spend(argument.as_array()?.len() / 4)?;
                has_all(object, argument)
            }
            "properties" => self.properties(at, argument.as_object()?, object, seen),
            "patternProperties" => self.patterns(at, argument.as_object()?, object, seen),
            "additionalProperties" => self.additional(at, argument, object, seen),
            "propertyNames" => self.names(at, argument, object),
            _ => self.dependencies(at, keyword, argument.as_object()?, object, seen),
        }
    }

    fn properties<'v>(
        &mut self,
        at: At<'a, 'v>,
        schemas: &'a Map<String, Value>,
        object: &'v Map<String, Value>,
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let mut result = Some(true);
        for (name, one) in object {
            let Some((named, schema)) = schemas.get_key_value(name) else {
                continue;
            };
            let schema = self.source.child(at.loc, schema, &["properties", named]);
            result = both(result, self.schema(schema, one, at.depth + 1, None));
            if result == Some(false) {
                break;
            }
            if let Some(seen) = seen.as_deref_mut() {
                seen.property(name, true);
            }
        }
        result
    }

    fn patterns<'v>(
        &mut self,
        at: At<'a, 'v>,
        schemas: &'a Map<String, Value>,
        object: &'v Map<String, Value>,
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let mut result = Some(true);
        for (pattern, schema) in schemas {
            let path = ["patternProperties", pattern.as_str()];
            let schema = self.source.child(at.loc, schema, &path);
            for (name, one) in object {
                let matches = self.matches(pattern, name);
                if matches == Some(false) {
                    continue;
                }
                let answer = self.schema(schema, one, at.depth + 1, None);
                // What may not even match refuses nothing.
                let answer = answer.filter(|holds| *holds || matches == Some(true));
                result = both(result, answer);
                if result == Some(false) {
                    return result;
                }
                if let Some(seen) = seen.as_deref_mut() {
                    seen.property(name, matches == Some(true));
                }
            }
        }
        result
    }

    /// Whether `properties` or `patternProperties` speak of a name.
    fn is_named(&mut self, map: &'a Map<String, Value>, name: &str) -> Answer {
        let named = map.get("properties").and_then(Value::as_object);
        if named.is_some_and(|named| named.contains_key(name)) {
            return Some(true);
        }
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        let mut result = Some(false);
        for (pattern, _) in patterns.into_iter().flatten() {
            match self.matches(pattern, name) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => result = None,
            }
        }
        result
    }

    fn additional<'v>(
        &mut self,
        at: At<'a, 'v>,
        argument: &'a Value,
        object: &'v Map<String, Value>,
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let path = ["additionalProperties"];
        let schema = self.source.child(at.loc, argument, &path);
        let mut result = Some(true);
        for (name, one) in object {
            let named = self.is_named(at.map, name);
            if named == Some(true) {
                continue;
            }
            let answer = self.schema(schema, one, at.depth + 1, None);
            let answer = answer.filter(|holds| *holds || named == Some(false));
            result = both(result, answer);
            if result == Some(false) {
                break;
            }
            // Where it is not this keyword it is one of the others.
            if let Some(seen) = seen.as_deref_mut() {
                seen.property(name, true);
            }
        }
        result
    }

    fn names(
        &mut self,
        at: At<'a, '_>,
        argument: &'a Value,
        object: &Map<String, Value>,
    ) -> Answer {
        let schema = self.source.child(at.loc, argument, &["propertyNames"]);
        let mut result = Some(true);
        for name in object.keys() {
            let name = Value::String(name.clone());
            result = both(result, self.schema(schema, &name, at.depth + 1, None));
            if result == Some(false) {
                break;
            }
        }
        result
    }

    /// `dependentRequired`, `dependentSchemas`, and `dependencies`, which is
    /// both.
    fn dependencies<'v>(
        &mut self,
        at: At<'a, 'v>,
        keyword: &str,
        wanted: &'a Map<String, Value>,
        object: &'v Map<String, Value>,
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let mut result = Some(true);
        for (name, wanted) in wanted.iter().filter(|(name, _)| object.contains_key(*name)) {
            let answer = match (keyword, wanted) {
                ("dependentRequired" | "dependencies", Value::Array(_)) => has_all(object, wanted),
                ("dependentSchemas" | "dependencies", Value::Object(_) | Value::Bool(_)) => {
                    let schema = self.source.child(at.loc, wanted, &[keyword, name]);
                    let mut inner = Seen::default();
                    let out = seen.is_some().then_some(&mut inner);
                    let answer = self.schema(schema, at.value, at.depth + 1, out);
                    // Where there is `unevaluated*` there is no `dependencies`
                    // any more: validators differ on what it evaluates.
                    if keyword == "dependencies" {
                        inner.doubt();
                    }
                    if let Some(seen) = seen.as_deref_mut() {
                        seen.add(inner, true);
                    }
                    answer
                }
                // Draft 3's single name.
                ("dependencies", Value::String(name)) => Some(object.contains_key(name)),
                _ => None,
            };
            result = both(result, answer);
            if result == Some(false) {
                break;
            }
        }
        result
    }

    #[inline(never)]
    pub(super) fn unevaluated_properties<'v>(
        &mut self,
        at: At<'a, 'v>,
        argument: &'a Value,
        object: &'v Map<String, Value>,
        seen: &mut Seen<'v>,
    ) -> Answer {
        let path = ["unevaluatedProperties"];
        let schema = self.source.child(at.loc, argument, &path);
        let mut result = Some(true);
        for (name, one) in object {
            let evaluated = seen.has_property(name);
            if evaluated != Some(true) {
                let answer = self.schema(schema, one, at.depth + 1, None);
                let sure = evaluated.is_some() || answer == Some(true);
                result = both(result, answer.filter(|_| sure));
                seen.property(name, true);
            }
            if result == Some(false) {
                break;
            }
        }
        result
    }
}
