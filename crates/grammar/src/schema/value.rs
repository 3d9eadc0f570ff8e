//! Values: which types and constants a goal allows, and how they are written.

use super::canonical::{canonical, plain_number};
use super::check::equal;
use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::{Types, read_types};
use super::goal::{Fact, Goal};
use super::keyword::{Role, role};
use super::members::{Member, Members, Variant};
use super::options::KeyOrder;
use super::scalars::Scalars;
use super::source::Loc;
use super::string::any_string;
use crate::rule::{Expr, RuleId};
use crate::style::{Whitespace, escape};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

impl<'a> Compiler<'a> {
    /// The types a goal allows, and its constants if it has a list of them.
    #[allow(clippy::type_complexity)]
    pub(super) fn types_and_values(
        &mut self,
        goal: &Goal,
    ) -> Result<Option<(Types, Option<Vec<&'a Value>>)>, SchemaError> {
        let mut types = Types::ALL;
        let mut values: Option<Vec<&'a Value>> = None;
        for (loc, _) in &goal.bases {
            let Some(map) = self.source.value(*loc).as_object() else {
                continue;
            };
            if let Some(value) = map.get("type") {
                let read = read_types(value);
                let read =
                    read.ok_or_else(|| self.malformed(*loc, "type", "names of JSON types"))?;
                types = types.and(read);
            }
            let listed = match (self.keyword(*loc, "const"), map.get("enum")) {
                (Some(one), _) => vec![one],
                (None, Some(Value::Array(list))) => list.iter().collect(),
                (None, Some(_)) => return Err(self.malformed(*loc, "enum", "an array of values")),
                (None, None) => continue,
            };
            values = Some(match values {
                None => listed,
                Some(before) => before
                    .into_iter()
                    .filter(|one| listed.iter().any(|two| equal(one, two)))
                    .collect(),
            });
        }
        let null = Value::Null;
        if !self.holds_facts(goal, &null) {
            types = types.and(Types::NULL.not());
        }
        for fact in &goal.facts {
            if let Fact::Types(wanted) = fact {
                types = types.and(*wanted);
            }
        }
        if types.is_empty() {
            let first = goal.bases.first().map(|(loc, _)| *loc);
            self.contradict(first, "the types exclude each other");
            return Ok(None);
        }
        Ok(Some((types, values)))
    }

    /// Whether a value is none of those that it must differ from.
    pub(super) fn holds_facts(&self, goal: &Goal, value: &Value) -> bool {
        goal.facts.iter().all(|fact| match fact {
            Fact::Differs(loc) => !equal(self.source.value(*loc), value),
            _ => true,
        })
    }

    /// Those of some constants that the rest of the goal accepts, each once.
    pub(super) fn accepted(&mut self, goal: &Goal, values: &[&'a Value]) -> Vec<&'a Value> {
        let mut kept: Vec<&Value> = Vec::new();
        let mut scalars = BTreeSet::new();
        for value in values {
            let mut accepted = true;
            for (loc, _) in &goal.bases {
                if let Some(hit) = self.check(*loc, value, 0) {
                    accepted &= hit;
                    if hit && self.is_contested(*loc, value) {
                        self.leave_whole_numbers(*loc);
                    }
                    continue;
                }
                let map = self.source.value(*loc).as_object();
                let keywords: Vec<String> = map.into_iter().flat_map(Map::keys).cloned().collect();
                let reason = "whether it accepts a listed value is left to the validator";
                for keyword in keywords {
                    if role(&keyword) == Some(Role::Rules) && keyword != "type" {
                        self.residual(*loc, &keyword, reason);
                    }
                }
            }
            let facts = goal.facts.iter();
            accepted = accepted
                && facts
                    .into_iter()
                    .all(|fact| self.check_fact(fact, value) != Some(false));
            let known = match value {
                Value::String(text) => !scalars.insert(text.as_str()),
                other => kept.len() < 1_000 && kept.iter().any(|one| equal(one, other)),
            };
            if accepted && !known {
                kept.push(value);
            }
        }
        kept
    }

    /// Whether a listed value holds numbers that draft 4 calls integers or not
    /// by how they are written, which foreign text may do in many ways.
    fn is_contested(&self, loc: Loc, value: &Value) -> bool {
        let nested = match value {
            Value::Array(list) => list.iter().any(has_number),
            Value::Object(map) => map.values().any(has_number),
            _ => false,
        };
        nested && self.options.whitespace == Whitespace::Any && !self.source.has_whole_floats(loc)
    }

    /// Leaves to the validator what the schema asks of the parts of a value.
    fn leave_whole_numbers(&mut self, loc: Loc) {
        const PARTS: [&str; 5] = [
            "items",
            "additionalItems",
            "properties",
            "patternProperties",
            "additionalProperties",
        ];
        let map = self.source.value(loc).as_object();
        let reason = "how a listed whole number is written is left to the validator";
        for keyword in PARTS {
            let asks = |argument: &Value| argument.is_object() || argument.is_array();
            if map.and_then(|map| map.get(keyword)).is_some_and(asks) {
                self.residual(loc, keyword, reason);
            }
        }
    }

    /// Whether numbers have to be written as draft 4 writes integers: without
    /// fraction and exponent.
    pub(super) fn wants_plain_integers(&self, goal: &Goal) -> bool {
        let mut types = Types::ALL;
        let mut old = false;
        for (loc, _) in &goal.bases {
            let argument = self.source.value(*loc).get("type");
            types = types.and(argument.and_then(read_types).unwrap_or(Types::ALL));
            old |= !self.source.has_whole_floats(*loc);
        }
        for fact in &goal.facts {
            if let Fact::Types(wanted) = fact {
                types = types.and(*wanted);
            }
        }
        old && !types.has(Types::FRACTION)
    }

    /// Constants, those that the rest of the goal accepts.
    pub(super) fn values(&mut self, goal: &Goal, values: &[&'a Value]) -> Option<Expr> {
        let kept = self.accepted(goal, values);
        if kept.is_empty() {
            let first = goal.bases.first().map(|(loc, _)| *loc);
            self.contradict(first, "no listed value satisfies the other keywords");
            return None;
        }
        let plain = self.wants_plain_integers(goal);
        let literals = kept.into_iter().map(|one| match one {
            Value::Number(number) if plain => Expr::text(plain_number(number)),
            one => self.literal(one),
        });
        let parts: Vec<Expr> = literals.collect();
        Some(Expr::choice(parts))
    }

    /// One constant in canonical form.
    pub(super) fn literal(&mut self, value: &Value) -> Expr {
        let (style, whitespace) = (self.style, self.options.whitespace);
        let free = self.options.key_order == KeyOrder::Free;
        match value {
            Value::Array(_) | Value::Object(_) if whitespace != Whitespace::Any && !free => {
                Expr::text(canonical(value, whitespace))
            }
            Value::Array(list) => {
                let mut parts = vec![style.open('[')];
                for (index, one) in list.iter().enumerate() {
                    parts.extend((index > 0).then(|| style.comma()));
                    parts.push(self.literal(one));
                }
                parts.push(style.close(']'));
                Expr::sequence(parts)
            }
            Value::Object(map) => {
                let mut members = Members::default();
                for (name, one) in map {
                    let pair = Expr::sequence([self.key(name), self.literal(one)]);
                    members.named.push(Member {
                        required: true,
                        variants: vec![Variant { pair, done: 0 }],
                    });
                }
                let inside = members.lower(free, style, &mut self.builder, "constant");
                let inside = inside.ok().flatten().unwrap_or_else(Expr::empty);
                Expr::sequence([style.open('{'), inside, style.close('}')])
            }
            Value::Number(number) => self.number_literal(number),
            scalar => Expr::text(scalar.to_string()),
        }
    }

    /// A property's name and the colon.
    pub fn key(&self, name: &str) -> Expr {
        Expr::sequence([
            Expr::text(format!("\"{}\"", escape(name))),
            self.style.colon(),
        ])
    }

    /// The rule for any string, if this is it.
    pub(super) fn shared_string(&mut self, expr: Expr) -> Expr {
        if expr != any_string() {
            return expr;
        }
        let builder = &mut self.builder;
        let add = || builder.add("string", Some("any string".to_owned()), expr);
        Expr::Rule(*self.shared.entry("string").or_insert_with(add))
    }

    /// Any JSON value.
    pub fn any_value(&mut self) -> RuleId {
        if let Some(id) = self.any {
            return id;
        }
        let id = self
            .builder
            .declare("value", Some("any JSON value".to_owned()));
        self.any = Some(id);
        let style = self.style;
        let value = || Expr::Rule(id);
        let string = self.shared_string(any_string());
        let number = self
            .number(&Scalars::default(), Types::NUMBER)
            .ok()
            .flatten();
        let number = number.unwrap_or_else(super::foreign::any_number);
        let list = |one: Expr| {
            let more = Expr::sequence([style.comma(), one.clone()]).repeat(0, None);
            Expr::sequence([one, more]).optional()
        };
        let pair = Expr::sequence([string.clone(), style.colon(), value()]);
        let body = Expr::choice([
            Expr::text("null"),
            Expr::text("true"),
            Expr::text("false"),
            number,
            string,
            Expr::sequence([style.open('['), list(value()), style.close(']')]),
            Expr::sequence([style.open('{'), list(pair), style.close('}')]),
        ]);
        self.builder.define(id, body);
        id
    }
}

fn has_number(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(has_number),
        Value::Object(map) => map.values().any(has_number),
        other => other.is_number(),
    }
}
