//! Checks a constant against schemas: for `enum` and `const` beside other
//! keywords, for negations, and to tell branches apart.
//!
//! It knows every keyword of drafts 4 to 2020-12, `unevaluated*` included, and
//! answers yes, no or *unknown*. Unknown are: patterns and standard formats that
//! are not read here, references that lead nowhere or whose target depends on the way,
//! draft 3's own keywords, malformed keywords, and what costs too much. A
//! refusal by one keyword outweighs what is unknown about others. `format` is an
//! assertion, as in the grammar.

mod array;
mod number;
mod object;
mod seen;
#[cfg(test)]
mod tests;

use super::compiler::Compiler;
use super::facts::read_types;
use super::source::{Loc, Source};
use crate::pattern::{Format, Pattern};
use number::Exact;
use seen::Seen;
use serde_json::{Map, Number, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Schemas that apply inside each other, references counted: about 1 MiB of
/// stack without optimisation.
const MAX_DEPTH: usize = 400;

/// What one check may cost, about in keywords looked at: schemas may be
/// exponential.
const MAX_STEPS: usize = 50_000;

/// Operations on characters of a pattern that count as one step.
const MATCHED_PER_STEP: u64 = 100;

/// Enumerations from this length on are looked up instead of compared.
const LONG_ENUM: usize = 16;

/// Yes, no or unknown.
type Answer = Option<bool>;

/// Equality of JSON Schema: numbers by value, objects without order.
pub(super) fn equal(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || ((a.is_f64() || b.is_f64()) && Exact::read(a) == Exact::read(b))
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

/// A text that two values share exactly if they are equal.
fn write_key(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => Exact::read(number).write(out),
        Value::Array(list) => {
            out.push('[');
            for one in list {
                write_key(one, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (name, one) in map.iter().collect::<BTreeMap<_, _>>() {
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_key(one, out);
                out.push(',');
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

fn key(value: &Value) -> String {
    let mut out = String::new();
    write_key(value, &mut out);
    out
}

/// How many values a value is made of, at most `limit`.
fn size(value: &Value, limit: usize) -> usize {
    let mut work = vec![value];
    let mut count = 0;
    while let Some(value) = work.pop() {
        count += 1;
        if count >= limit {
            break;
        }
        match value {
            Value::Array(list) => work.extend(list.iter().take(limit)),
            Value::Object(map) => work.extend(map.values().take(limit)),
            _ => {}
        }
    }
    count
}

/// What was read of a document for its checks.
#[derive(Default)]
pub(super) struct Cache {
    patterns: BTreeMap<String, Option<Rc<Pattern>>>,
    formats: BTreeMap<String, Option<Rc<ReadFormat>>>,
    /// Keys of long enumerations, by address.
    enums: BTreeMap<usize, Rc<BTreeSet<String>>>,
}

/// A format between a pattern that all its texts match and, where there is one,
/// a pattern that only its texts match.
struct ReadFormat {
    wide: Pattern,
    narrow: Option<Pattern>,
}

/// Formats that the grammar does not say but a validator may know. Other names
/// are those of applications; validators ignore them, as they must.
const OTHERS_FORMATS: [&str; 10] = [
    "regex",
    "idn-hostname",
    "semver",
    "period",
    "color",
    "phone",
    "style",
    "utc-millisec",
    "host-name",
    "ip-address",
];

/// Joins two answers with "and": a refusal counts at once.
fn both(one: Answer, two: Answer) -> Answer {
    match (one, two) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

impl Compiler<'_> {
    /// Whether a schema accepts a value; `None` if that cannot be said here.
    /// `depth`: how deep the caller is in checks of its own.
    pub(super) fn check(&mut self, loc: Loc, value: &Value, depth: usize) -> Option<bool> {
        check(
            &mut self.source,
            self.options.limits.max_nesting,
            loc,
            value,
            depth,
        )
    }
}

impl<'a> Compiler<'a> {
    /// As [`Compiler::check`], for one keyword of a schema.
    pub(super) fn check_keyword(
        &mut self,
        loc: Loc,
        keyword: &str,
        argument: &'a Value,
        value: &Value,
    ) -> Option<bool> {
        let map = self.source.value(loc).as_object()?;
        let mut checker = Checker {
            source: &mut self.source,
            max_nesting: self.options.limits.max_nesting,
            steps: MAX_STEPS,
        };
        let at = At {
            loc,
            map,
            value,
            depth: 0,
        };
        checker.keyword(at, keyword, argument, None)
    }
}

/// As [`Compiler::check`].
fn check(
    source: &mut Source<'_>,
    max_nesting: usize,
    loc: Loc,
    value: &Value,
    depth: usize,
) -> Answer {
    let mut checker = Checker {
        source,
        max_nesting,
        steps: MAX_STEPS,
    };
    checker.schema(loc, value, depth, None)
}

struct Checker<'s, 'a> {
    source: &'s mut Source<'a>,
    /// Brackets in a pattern.
    max_nesting: usize,
    /// Steps that are left.
    steps: usize,
}

/// A value at a schema.
#[derive(Clone, Copy)]
struct At<'a, 'v> {
    loc: Loc,
    map: &'a Map<String, Value>,
    value: &'v Value,
    depth: usize,
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

    /// Takes steps off what is left; `None` if that is too little.
    fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        left.map(|_| ())
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
        let enums = &mut self.source.cache.enums;
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
            && !read_types(argument)?.has(super::facts::Types::FRACTION);
        (!contested).then_some(holds)
    }

    /// Whether a pattern is found in a text.
    fn matches(&mut self, pattern: &str, text: &str) -> Answer {
        let known = self.source.cache.patterns.get(pattern).cloned();
        let known = known.unwrap_or_else(|| {
            let read = Pattern::read(pattern, self.max_nesting).ok().map(Rc::new);
            let cache = &mut self.source.cache.patterns;
            cache.insert(pattern.to_owned(), read.clone());
            read
        });
        let known = known?;
        self.is_match(&known, text)
    }

    /// Matches, if there are steps enough for it.
    fn is_match(&mut self, pattern: &Pattern, text: &str) -> Answer {
        let length = text.len().max(8) as u64;
        let steps = length.saturating_mul(pattern.cost()) / MATCHED_PER_STEP;
        // Too much for this pattern need not be too much for the rest.
        let steps = usize::try_from(steps).ok()?;
        if steps >= self.steps {
            return None;
        }
        self.spend(steps + 1)?;
        Some(pattern.is_match(text))
    }

    /// Whether a text has a format.
    fn has_format(&mut self, name: &str, text: &str) -> Answer {
        let known = self.source.cache.formats.get(name).cloned();
        let known = known.unwrap_or_else(|| {
            let read = self.read_format(name).map(Rc::new);
            let cache = &mut self.source.cache.formats;
            cache.insert(name.to_owned(), read.clone());
            read
        });
        let Some(known) = known else {
            let of_application = !OTHERS_FORMATS.contains(&name) && Format::named(name).is_none();
            return of_application.then_some(true);
        };
        if !self.is_match(&known.wide, text)? {
            return Some(false);
        }
        let narrow = known.narrow.as_ref()?;
        self.is_match(narrow, text)?.then_some(true)
    }

    fn read_format(&self, name: &str) -> Option<ReadFormat> {
        let format = Format::named(name)?;
        let read = |text: &str| Pattern::read(text, self.max_nesting).ok();
        Some(ReadFormat {
            wide: read(&format.wide)?,
            narrow: format.narrow.as_deref().and_then(read),
        })
    }
}

/// Whether a count obeys `min...` or `max...`.
fn within(keyword: &str, bound: &Value, count: usize) -> Answer {
    let bound = bound.as_f64()?;
    let count = count as f64;
    Some(if keyword.starts_with("min") {
        count >= bound
    } else {
        count <= bound
    })
}
