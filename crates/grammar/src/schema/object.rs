//! Objects: linear in their properties, however many are optional.

use super::compiler::{Compiler, Part};
use super::error::SchemaError;
use super::facts::read_count;
use super::source::Loc;
use crate::pattern::{Pattern, string_char};
use crate::rule::{Builder, CharSet, Expr, RuleId};
use serde_json::Value;
use std::collections::BTreeMap;

/// A property that may stand in the object.
struct Property {
    required: bool,
    pair: Expr,
}

/// Names as a tree of characters, to say "any name but these".
#[derive(Default)]
struct Names {
    ends: bool,
    next: BTreeMap<char, Names>,
}

impl Names {
    fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut root = Self::default();
        for name in names {
            let last = name
                .chars()
                .fold(&mut root, |at, one| at.next.entry(one).or_default());
            last.ends = true;
        }
        root
    }

    /// The rest of a name that is none of these; every few levels a rule, so
    /// that long names do not nest.
    fn others(&self, builder: &mut Builder, depth: usize) -> Expr {
        let mut parts = Vec::new();
        for (one, next) in &self.next {
            let rest = next.others(builder, depth + 1);
            parts.push(Expr::sequence([string_char(&CharSet::single(*one)), rest]));
        }
        let known = CharSet::new(self.next.keys().map(|one| (*one, *one)));
        let free = string_char(&CharSet::any()).repeat(0, None);
        parts.push(if self.next.is_empty() && !self.ends {
            free
        } else {
            Expr::sequence([string_char(&known.negate()), free])
        });
        let body = Expr::choice(parts);
        let body = if self.ends || self.next.is_empty() {
            body
        } else {
            body.optional()
        };
        if depth % 8 == 7 {
            Expr::Rule(builder.add("other-name", None, body))
        } else {
            body
        }
    }
}

/// What one goal says about the properties it does not name.
struct Others {
    pairs: Vec<Expr>,
}

impl<'a> Compiler<'a> {
    /// The objects of a goal.
    pub(super) fn object(
        &mut self,
        bases: &[Loc],
        hint: &str,
    ) -> Result<Option<Expr>, SchemaError> {
        let (mut names, mut required) = (Vec::<&'a str>::new(), Vec::<&'a str>::new());
        let (mut min, mut max) = (0, None::<u32>);
        let mut bounds = Vec::new();
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            if let Some(value) = map.get("properties") {
                let inner = value.as_object();
                let inner = inner.ok_or_else(|| self.malformed(loc, "properties", "an object"))?;
                names.extend(inner.keys().map(String::as_str));
            }
            match map.get("required") {
                Some(Value::Array(list)) => required.extend(list.iter().filter_map(Value::as_str)),
                Some(Value::Bool(_)) => {
                    self.residual(loc, "required", "draft 3's boolean form is not read");
                }
                Some(_) => return Err(self.malformed(loc, "required", "an array of names")),
                None => {}
            }
            for keyword in ["minProperties", "maxProperties"] {
                let Some(value) = map.get(keyword) else {
                    continue;
                };
                let count = read_count(value);
                let count =
                    count.ok_or_else(|| self.malformed(loc, keyword, "a whole number from 0"))?;
                bounds.push((loc, keyword));
                if keyword == "minProperties" {
                    min = min.max(count);
                } else {
                    max = Some(max.map_or(count, |max| max.min(count)));
                }
            }
        }
        let required: std::collections::BTreeSet<&str> = {
            names.extend(required.iter().copied());
            required.into_iter().collect()
        };
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        if required.len() as u64 > u64::from(max.unwrap_or(u32::MAX)) {
            self.contradict(
                bases.first().copied(),
                "more properties are required than allowed",
            );
            return Ok(None);
        }
        let mut properties = Vec::new();
        for name in &names {
            let goal = self.property_goal(bases, name);
            let needed = required.contains(name);
            self.depth += 1;
            let value = self.goal(&goal, name);
            self.depth -= 1;
            match value? {
                Some(value) => {
                    let pair = Expr::sequence([self.key(name), value]);
                    properties.push(Property {
                        required: needed,
                        pair,
                    });
                }
                None if needed => {
                    let before = self.contradiction.take();
                    let reason = before.map(|(_, reason)| reason).unwrap_or_default();
                    let reason = format!("the required property {name:?} has no value: {reason}");
                    self.contradict(bases.first().copied(), reason);
                    return Ok(None);
                }
                None => {}
            }
        }
        let others = if max == Some(properties.iter().filter(|one| one.required).count() as u32) {
            properties.retain(|one| one.required);
            Others { pairs: Vec::new() }
        } else {
            self.others(bases, &names, hint)?
        };
        let other = (!others.pairs.is_empty()).then(|| Expr::choice(others.pairs));
        if let Some(members) = self.members(&properties, other.as_ref(), min, max, &bounds, hint) {
            return Ok(Some(Expr::sequence([
                self.style.open('{'),
                members,
                self.style.close('}'),
            ])));
        }
        self.contradict(bases.first().copied(), "too few properties are possible");
        Ok(None)
    }

    /// Everything that one property's value must satisfy.
    fn property_goal(&mut self, bases: &[Loc], name: &str) -> Vec<Part> {
        let mut goal = Vec::new();
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            let mut named = false;
            if let Some((key, schema)) = map
                .get("properties")
                .and_then(Value::as_object)
                .and_then(|all| all.get_key_value(name))
            {
                goal.push(Part::Whole(self.source.child(
                    loc,
                    schema,
                    &["properties", key],
                )));
                named = true;
            }
            if let Some(patterns) = map.get("patternProperties").and_then(Value::as_object) {
                for (text, schema) in patterns {
                    let pattern = Pattern::read(text, self.options.limits.max_nesting);
                    let Ok(pattern) = pattern else {
                        // Whether it matches is unknown: leave both ways open.
                        named = true;
                        continue;
                    };
                    if pattern.is_match(name) {
                        let at = self.source.child(loc, schema, &["patternProperties", text]);
                        goal.push(Part::Whole(at));
                        named = true;
                    }
                }
            }
            if let Some(schema) = map.get("additionalProperties").filter(|_| !named) {
                let at = self.source.child(loc, schema, &["additionalProperties"]);
                goal.push(Part::Whole(at));
            }
            if let Some(schema) = map.get("propertyNames") {
                let at = self.source.child(loc, schema, &["propertyNames"]);
                match self.check(at, &Value::from(name), 0) {
                    Some(true) => {}
                    Some(false) => goal.push(Part::Whole(self.never())),
                    None => {
                        self.residual(
                            loc,
                            "propertyNames",
                            "these names are left to the validator",
                        );
                    }
                }
            }
        }
        goal
    }

    /// The schema `false`.
    fn never(&mut self) -> Loc {
        static NEVER: Value = Value::Bool(false);
        self.source.loc(&NEVER, String::new())
    }

    /// Pairs of a name that is not listed and a value.
    fn others(&mut self, bases: &[Loc], names: &[&str], hint: &str) -> Result<Others, SchemaError> {
        let mut rest = Vec::new();
        let mut patterns: Vec<(Loc, &'a str, Loc)> = Vec::new();
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            if let Some(schema) = map.get("additionalProperties") {
                let at = self.source.child(loc, schema, &["additionalProperties"]);
                rest.push((loc, Part::Whole(at)));
            }
            if let Some(value) = map.get("patternProperties") {
                let inner = value.as_object();
                let inner =
                    inner.ok_or_else(|| self.malformed(loc, "patternProperties", "an object"))?;
                for (text, schema) in inner {
                    let at = self.source.child(loc, schema, &["patternProperties", text]);
                    patterns.push((loc, text, at));
                }
            }
        }
        let mut pairs = Vec::new();
        let several = patterns.len() > 1;
        for (loc, text, schema) in patterns.iter().copied() {
            // Other schemas' words on additional properties hold here as well,
            // unless they have patterns of their own.
            let mut goal = vec![Part::Whole(schema)];
            goal.extend(
                rest.iter()
                    .filter(|(base, _)| *base != loc)
                    .map(|(_, part)| part.clone()),
            );
            self.depth += 1;
            let value = self.goal(&goal, &format!("{hint}-value"));
            self.depth -= 1;
            let Some(value) = value? else {
                self.residual(
                    loc,
                    "patternProperties",
                    "names that may not match are not cut out",
                );
                continue;
            };
            let reason = match Pattern::read(text, self.options.limits.max_nesting) {
                Ok(pattern) => {
                    let clash = names.iter().any(|name| pattern.is_match(name));
                    let key = if let Some(key) = pattern.lower() {
                        Expr::sequence([Expr::text("\""), key, Expr::text("\"")])
                    } else {
                        let reason = "this pattern is left to the validator";
                        self.residual(loc, "patternProperties", reason);
                        self.other_name(&[])
                    };
                    pairs.push(Expr::sequence([key, self.style.colon(), value]));
                    if several {
                        Some("names may match several patterns; the rules ask for one")
                    } else if clash {
                        Some("a listed property may come again under its pattern")
                    } else {
                        None
                    }
                }
                Err(error) => {
                    let any = self.any_value();
                    let key = self.other_name(names);
                    pairs.push(Expr::sequence([key, self.style.colon(), Expr::Rule(any)]));
                    self.residual(loc, "patternProperties", &error.to_string());
                    None
                }
            };
            if let Some(reason) = reason {
                self.residual(loc, "patternProperties", reason);
            }
        }
        let goal: Vec<Part> = rest.into_iter().map(|(_, part)| part).collect();
        self.depth += 1;
        let value = self.goal(&goal, &format!("{hint}-other"));
        self.depth -= 1;
        if let Some(value) = value? {
            for (loc, _, _) in &patterns {
                let reason = "names that match a pattern are not cut out of the additional ones";
                self.residual(*loc, "patternProperties", reason);
            }
            let key = self.names(bases, names)?;
            pairs.extend(key.map(|key| Expr::sequence([key, self.style.colon(), value])));
        }
        if !pairs.is_empty() && !patterns.is_empty() {
            for loc in bases.iter().copied() {
                if self.source.value(loc).get("propertyNames").is_some() {
                    self.residual(
                        loc,
                        "propertyNames",
                        "beside patterns it is left to the validator",
                    );
                }
            }
        }
        Ok(Others { pairs })
    }

    /// Names of additional properties, with `propertyNames` where it can be said.
    fn names(&mut self, bases: &[Loc], names: &[&str]) -> Result<Option<Expr>, SchemaError> {
        let mut goal = Vec::new();
        for loc in bases.iter().copied() {
            if let Some(schema) = self.source.value(loc).get("propertyNames") {
                let at = self.source.child(loc, schema, &["propertyNames"]);
                goal.push((loc, at));
            }
        }
        if goal.is_empty() {
            return Ok(Some(self.other_name(names)));
        }
        let parts: Vec<Part> = goal.iter().map(|(_, at)| Part::Whole(*at)).collect();
        let simple = |one: &Value| match one {
            Value::Object(map) => !["$ref", "anyOf", "oneOf", "allOf", "const", "enum", "type"]
                .iter()
                .any(|keyword| map.contains_key(*keyword)),
            _ => false,
        };
        let strings = goal.iter().all(|(_, at)| simple(self.source.value(*at)));
        let key = if strings && names.is_empty() {
            for part in &parts {
                self.goal(std::slice::from_ref(part), "name")?;
            }
            let locs: Vec<Loc> = goal.iter().map(|(_, at)| *at).collect();
            self.string(&locs, &[], &[])?
        } else {
            for (loc, _) in goal {
                self.residual(
                    loc,
                    "propertyNames",
                    "these names are left to the validator",
                );
            }
            Some(self.other_name(names))
        };
        Ok(key)
    }

    /// Any name but these, in quotes.
    fn other_name(&mut self, names: &[&str]) -> Expr {
        let others = Names::new(names.iter().copied()).others(&mut self.builder, 0);
        Expr::sequence([Expr::text("\""), others, Expr::text("\"")])
    }

    /// The inside of the braces; `None` if the counts cannot be met.
    fn members(
        &mut self,
        properties: &[Property],
        other: Option<&Expr>,
        min: u32,
        max: Option<u32>,
        bounds: &[(Loc, &str)],
        hint: &str,
    ) -> Option<Expr> {
        let count = properties.len() as u32;
        let needed = properties.iter().filter(|one| one.required).count() as u32;
        let comma = self.style.comma();
        if other.is_none() && count < min || max == Some(0) && min > 0 {
            return None;
        }
        if max == Some(0) {
            return Some(Expr::empty());
        }
        // How often another pair may come, where that alone decides the count.
        let (mut low, mut high) = (0, None);
        let mut exact =
            min <= needed.max(1) && max.is_none_or(|max| other.is_none() && count <= max);
        if needed == count && other.is_some() {
            low = min.saturating_sub(needed);
            high = max.map(|max| max - needed);
            exact = true;
        } else if other.is_none() && (min == count || needed == count) {
            exact = max.is_none_or(|max| max >= count) && (min == count || min <= needed);
        }
        let all = other.is_none() && min == count;
        if !exact {
            for (loc, keyword) in bounds {
                self.residual(
                    *loc,
                    keyword,
                    "with optional properties it is left to the validator",
                );
            }
        }
        let more = |low: u32, high: Option<u32>| {
            other.map_or_else(Expr::empty, |pair| {
                Expr::sequence([comma.clone(), pair.clone()]).repeat(low, high)
            })
        };
        // From a property on, after an earlier one: `, "b": ...`.
        let next = |one: &Property| {
            let pair = Expr::sequence([comma.clone(), one.pair.clone()]);
            if one.required || all {
                pair
            } else {
                pair.optional()
            }
        };
        let first = properties.iter().position(|one| one.required || all);
        let heads = first.map_or(properties.len(), |first| first + 1);
        if heads == 1 && first == Some(0) {
            let head = properties.first().map(|one| one.pair.clone());
            let rest = properties.iter().skip(1).map(next);
            return Some(Expr::sequence(
                head.into_iter().chain(rest).chain([more(low, high)]),
            ));
        }
        // Several properties can be the first one: each leads into a chain of
        // rules that every later start shares.
        let rest: Vec<Expr> = properties.iter().skip(heads).map(next).collect();
        let mut tail = Expr::sequence(rest.into_iter().chain([more(low, high)]));
        let mut starts = Vec::new();
        for (index, property) in properties.iter().enumerate().take(heads).rev() {
            let rule: Option<RuleId> = (index > 0 && !tail.is_empty()).then(|| {
                self.builder
                    .add(&format!("{hint}-rest"), None, tail.clone())
            });
            let shared = rule.map_or(tail, Expr::Rule);
            starts.push(Expr::sequence([property.pair.clone(), shared.clone()]));
            tail = Expr::sequence([next(property), shared]);
        }
        starts.reverse();
        if first.is_none() {
            if let Some(pair) = other {
                let high = high.map(|high: u32| high.saturating_sub(1));
                let again = more(low.saturating_sub(1), high);
                starts.push(Expr::sequence([pair.clone(), again]));
            }
            if starts.is_empty() {
                return Some(Expr::empty());
            }
            let body = Expr::choice(starts);
            return Some(if min == 0 { body.optional() } else { body });
        }
        Some(Expr::choice(starts))
    }

    /// Whether no value can satisfy both schemas, as far as that shows at once.
    pub(super) fn disjoint(&mut self, one: Loc, two: Loc, depth: usize) -> bool {
        let (Some(one), Some(two)) = (self.target(one), self.target(two)) else {
            return false;
        };
        let (left, right) = (self.source.value(one), self.source.value(two));
        if left == &Value::Bool(false) || right == &Value::Bool(false) {
            return true;
        }
        let (Some(left), Some(right)) = (left.as_object(), right.as_object()) else {
            return false;
        };
        if depth > 4 {
            return false;
        }
        for (map, other) in [(left, two), (right, one)] {
            let listed = match (map.get("const"), map.get("enum").and_then(Value::as_array)) {
                (Some(value), _) => vec![value],
                (None, Some(list)) => list.iter().collect(),
                (None, None) => continue,
            };
            return listed
                .iter()
                .all(|value| self.check(other, value, 0) == Some(false));
        }
        let types = |map: &serde_json::Map<String, Value>| {
            map.get("type")
                .and_then(super::facts::read_types)
                .unwrap_or(super::facts::Types::ALL)
        };
        let common = types(left).and(types(right));
        if common.is_empty() {
            return true;
        }
        if !common.only(super::facts::Types::OBJECT) {
            return false;
        }
        let names = |map: &'a serde_json::Map<String, Value>| {
            let list = map.get("required").and_then(Value::as_array);
            list.into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect::<Vec<&'a str>>()
        };
        let property = |map: &'a serde_json::Map<String, Value>, name: &str| {
            map.get("properties")
                .and_then(Value::as_object)
                .and_then(|all| all.get(name))
        };
        for (map, at, other, other_at) in [(left, one, right, two), (right, two, left, one)] {
            for name in names(map) {
                let closed = other.get("additionalProperties") == Some(&Value::Bool(false))
                    && !other.contains_key("patternProperties");
                match (property(map, name), property(other, name)) {
                    (_, None) if closed => return true,
                    (Some(mine), Some(theirs)) if names(other).contains(&name) => {
                        let mine = self.source.child(at, mine, &["properties", name]);
                        let theirs = self.source.child(other_at, theirs, &["properties", name]);
                        if self.disjoint(mine, theirs, depth + 1) {
                            return true;
                        }
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// Follows plain references.
    fn target(&mut self, mut loc: Loc) -> Option<Loc> {
        for _ in 0..16 {
            let value = self.source.value(loc);
            let Some(reference) = value.get("$ref") else {
                return Some(loc);
            };
            let alone = self.source.ref_alone
                || value.as_object().is_some_and(|map| {
                    use super::keyword::{Role, role};
                    map.keys().all(|key| {
                        key == "$ref" || matches!(role(key), None | Some(Role::Annotation))
                    })
                });
            if !alone {
                return Some(loc);
            }
            loc = self.source.resolve(loc, reference.as_str()?).ok()?;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::escape;
    use crate::{Limits, Matcher, Vocabulary};
    use std::sync::Arc;

    #[test]
    fn other_names_are_exactly_the_others() {
        let names = [
            "",
            "a",
            "abc",
            "]",
            "\\",
            "é\"",
            "a-very-long-name-of-a-property",
        ];
        for list in [&names[..], &names[1..], &names[2..3]] {
            let mut builder = Builder::new();
            let root = builder.declare("root", None);
            let body = Names::new(list.iter().copied()).others(&mut builder, 0);
            builder.define(root, body);
            let grammar = builder.finish(root, &Limits::default()).unwrap();
            let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
            let matcher = Matcher::new(&grammar, words, &Limits::default()).unwrap();
            for name in names
                .iter()
                .copied()
                .chain(["ab", "abcd", "b", "a-very", "é"])
            {
                let found = matcher.accepts(escape(name).as_bytes()).unwrap();
                assert_eq!(found, !list.contains(&name), "{name:?} of {list:?}");
            }
        }
    }
}
