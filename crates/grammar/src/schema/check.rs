//! Checks a constant against schemas: for `enum` and `const` beside other
//! keywords, for negations, and to tell branches apart.
//!
//! It knows every keyword of drafts 4 to 2020-12, `unevaluated*` included, and
//! answers yes, no or *unknown*. Unknown are: patterns and standard formats that
//! are not read here, references that lead nowhere or whose target depends on the way,
//! draft 3's own keywords, malformed keywords, and what costs too much. A
//! refusal by one keyword outweighs what is unknown about others. `format` is an
//! assertion, as in the grammar.

mod answer;
mod array;
mod cache;
mod checker;
mod equality;
mod number;
mod object;
mod seen;
#[cfg(test)]
mod tests;
mod text;

pub(super) use cache::Cache;
pub(super) use equality::equal;

use super::compiler::Compiler;
use super::facts::{Types, read_types};
use super::source::Loc;
use answer::{Answer, both, within};
use checker::{At, Checker};
use equality::{key, size};
use seen::Seen;
use serde_json::{Number, Value};
use std::rc::Rc;

/// Schemas that apply inside each other, references counted: about 1 MiB of
/// stack without optimisation.
const MAX_DEPTH: usize = 400;

/// Enumerations from this length on are looked up instead of compared.
const LONG_ENUM: usize = 16;

impl<'a> Compiler<'a> {
    /// Whether a schema accepts a value; `None` if that cannot be said here.
    /// `depth`: how deep the caller is in checks of its own.
    pub(super) fn check(&mut self, loc: Loc, value: &Value, depth: usize) -> Option<bool> {
        self.checker().schema(loc, value, depth, None)
    }

    /// As [`Compiler::check`], for one keyword of a schema.
    pub(super) fn check_keyword(
        &mut self,
        loc: Loc,
        keyword: &str,
        argument: &'a Value,
        value: &Value,
    ) -> Option<bool> {
        let map = self.source.value(loc).as_object()?;
        let at = At {
            loc,
            map,
            value,
            depth: 0,
        };
        self.checker().keyword(at, keyword, argument, None)
    }

    fn checker(&mut self) -> Checker<'_, 'a> {
        let max_nesting = self.options.limits.max_nesting;
        Checker::new(&mut self.source, &mut self.checks, max_nesting)
    }
}

impl<'a> Checker<'_, 'a> {
    /// `out` takes what the schema evaluated, for `unevaluated*` further out.
    fn schema<'v>(
        &mut self,
        loc: Loc,
        value: &'v Value,
        depth: usize,
        out: Option<&mut Seen<'v>>,
    ) -> Answer {
        let map = match self.source.value(loc) {
            Value::Bool(all) => return Some(*all),
            Value::Object(map) if depth <= MAX_DEPTH && self.spend(1 + map.len()).is_some() => map,
            _ => {
                if let Some(out) = out {
                    out.open();
                }
                return None;
            }
        };
        let at = At {
            loc,
            map,
            value,
            depth,
        };
        let alone = map.contains_key("$ref") && self.source.ref_alone(loc);
        let last = match value {
            Value::Object(_) => "unevaluatedProperties",
            Value::Array(_) => "unevaluatedItems",
            _ => "",
        };
        let last = map
            .get(last)
            .filter(|_| !alone && self.source.knows(loc, last));
        let mut seen = (out.is_some() || last.is_some()).then(Seen::default);
        let mut result = Some(true);
        for (keyword, argument) in map {
            if alone && keyword != "$ref" || !self.source.knows(loc, keyword) {
                continue;
            }
            result = both(result, self.keyword(at, keyword, argument, seen.as_mut()));
            if result == Some(false) {
                return result;
            }
        }
        if let (Some(argument), Some(seen)) = (last, seen.as_mut()) {
            let one = match value {
                Value::Object(object) => self.unevaluated_properties(at, argument, object, seen),
                Value::Array(items) => self.unevaluated_items(at, argument, items, seen),
                _ => Some(true),
            };
            result = both(result, one);
        }
        if let (Some(out), Some(seen), true) = (out, seen, result != Some(false)) {
            out.add(seen, result == Some(true));
        }
        result
    }

    fn keyword<'v>(
        &mut self,
        at: At<'a, 'v>,
        keyword: &str,
        argument: &'a Value,
        seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        match (keyword, at.value) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", _) => {
                self.reference(at, keyword, argument, seen)
            }
            ("allOf" | "anyOf" | "oneOf", _) => self.branches(at, keyword, argument, seen),
            ("not", _) => {
                let schema = self.source.child(at.loc, argument, &["not"]);
                let answer = self.schema(schema, at.value, at.depth + 1, None);
                answer.map(|hit| !hit)
            }
            ("if", _) => self.condition(at, argument, seen),
            ("const", value) => {
                self.spend(size(argument, self.steps))?;
                Some(equal(argument, value))
            }
            ("enum", value) => self.listed(argument.as_array()?, value),
            ("type", value) => self.has_type(at.loc, argument, value),
            (
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
                Value::Number(number),
            ) => number::keyword(at.map, keyword, argument, number),
            ("minLength" | "maxLength", Value::String(text)) => {
                within(keyword, argument, text.chars().count())
            }
            ("pattern", Value::String(text)) => self.matches(argument.as_str()?, text),
            ("format", Value::String(text)) => self.has_format(argument.as_str()?, text),
            (_, Value::Array(list)) if array::is_keyword(keyword) => {
                self.array(at, keyword, argument, list, seen)
            }
            (_, Value::Object(object)) if object::is_keyword(keyword) => {
                self.object(at, keyword, argument, object, seen)
            }
            // Up to draft 7 a validator may look into the text.
            ("contentEncoding" | "contentMediaType", Value::String(_)) => {
                (!self.source.ref_alone(at.loc)).then_some(true)
            }
            // Draft 3, and what only evidence can tell.
            ("extends" | "disallow" | "divisibleBy" | "x-evidence", _) => None,
            _ => Some(true),
        }
    }

    fn reference<'v>(
        &mut self,
        at: At<'a, 'v>,
        keyword: &str,
        argument: &'a Value,
        seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let reference = argument.as_str().unwrap_or_default();
        let target = if keyword == "$ref" {
            self.source.resolve(at.loc, reference).ok()
        } else {
            let found = self.source.resolve_dynamic(at.loc, keyword, reference);
            found.ok().flatten()
        };
        let Some(target) = target else {
            if let Some(seen) = seen {
                seen.open();
            }
            return None;
        };
        self.schema(target, at.value, at.depth + 1, seen)
    }

    fn branches<'v>(
        &mut self,
        at: At<'a, 'v>,
        keyword: &str,
        argument: &'a Value,
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let (mut yes, mut unknown) = (0_usize, false);
        for (index, schema) in argument.as_array()?.iter().enumerate() {
            let schema = self
                .source
                .child(at.loc, schema, &[keyword, &index.to_string()]);
            let answer = self.schema(schema, at.value, at.depth + 1, seen.as_deref_mut());
            match answer {
                None => unknown = true,
                Some(true) => yes += 1,
                Some(false) if keyword == "allOf" => return Some(false),
                Some(false) => {}
            }
            match keyword {
                // Every branch that holds evaluates something.
                "anyOf" if yes > 0 && seen.is_none() => return Some(true),
                "oneOf" if yes > 1 => return Some(false),
                _ => {}
            }
        }
        match keyword {
            "anyOf" if yes > 0 => Some(true),
            _ if unknown => None,
            "allOf" => Some(true),
            _ => Some(yes == 1),
        }
    }

    /// `if` with `then` and `else`.
    fn condition<'v>(
        &mut self,
        at: At<'a, 'v>,
        argument: &'a Value,
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let condition = self.source.child(at.loc, argument, &["if"]);
        let holds = self.schema(condition, at.value, at.depth + 1, seen.as_deref_mut());
        let mut follow = |keyword: &str| -> (Answer, Seen<'v>) {
            let mut inner = Seen::default();
            let Some(schema) = at.map.get(keyword) else {
                return (Some(true), inner);
            };
            let schema = self.source.child(at.loc, schema, &[keyword]);
            let out = seen.is_some().then_some(&mut inner);
            (self.schema(schema, at.value, at.depth + 1, out), inner)
        };
        let (answer, inner) = match holds {
            Some(true) => follow("then"),
            Some(false) => follow("else"),
            None => {
                let (one, mut inner) = follow("then");
                let (two, other) = follow("else");
                inner.add(other, true);
                inner.doubt();
                (one.filter(|_| one == two), inner)
            }
        };
        if let Some(seen) = seen {
            seen.add(inner, true);
        }
        answer
    }

    fn listed(&mut self, list: &'a [Value], value: &Value) -> Answer {
        let cost = size(value, self.steps);
        self.spend(cost)?;
        if list.len() < LONG_ENUM {
            return Some(list.iter().any(|one| equal(one, value)));
        }
        let address = list.as_ptr() as usize;
        let enums = &mut self.cache.enums;
        let keys = enums
            .entry(address)
            .or_insert_with(|| Rc::new(list.iter().map(key).collect()));
        Some(keys.contains(&key(value)))
    }

    fn has_type(&self, loc: Loc, argument: &Value, value: &Value) -> Answer {
        let holds = read_types(argument)?.holds(value);
        // Whether 1.0 is an integer was only settled by draft 6.
        let contested = value.as_number().is_some_and(Number::is_f64)
            && holds
            && !self.source.has_whole_floats(loc)
            && !read_types(argument)?.has(Types::FRACTION);
        (!contested).then_some(holds)
    }
}
