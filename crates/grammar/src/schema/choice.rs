//! Choices and their alternatives; negations are written out here.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::{Types, read_count, read_types};
use super::goal::{Alternatives, Choice, Fact, Owners, Part, Select};
use super::keyword::{Role, role};
use super::source::Loc;
use serde_json::{Map, Value};
use std::rc::Rc;

/// Most alternatives of one negation; more are left to the validator.
const MAX_NEGATED: usize = 200;
/// Most branches of an `anyOf` whose every combination is looked at.
const MAX_COMBINED: usize = 4;
/// Most branches of a `oneOf` that are kept apart.
const MAX_APART: usize = 300;

impl<'a> Compiler<'a> {
    /// The alternatives of a choice. None: it cannot hold. One without parts:
    /// it holds always.
    pub(super) fn alternatives(&mut self, choice: &Choice) -> Result<Alternatives, SchemaError> {
        if let Some(known) = self.choices.get(choice) {
            return Ok(Rc::clone(known));
        }
        let found = match choice {
            Choice::AnyOf(loc, owners) => self.any_of(*loc, owners)?,
            Choice::OneOf(loc, owners) => self.one_of(*loc, owners)?,
            Choice::If(loc, owners) => self.condition(*loc, owners),
            Choice::Depends(loc, owners, keyword, name) => {
                self.depending(*loc, owners, keyword, name)
            }
            Choice::Not(loc, blame) => self.negation(*loc, *blame)?,
            Choice::Differs(loc) => self.differing(*loc),
        };
        let found = Rc::new(found);
        self.choices.insert(choice.clone(), Rc::clone(&found));
        Ok(found)
    }

    fn any_of(&mut self, loc: Loc, owners: &Owners) -> Result<Vec<Vec<Part>>, SchemaError> {
        let options = self.listed(loc, "anyOf")?;
        self.note(loc, "anyOf", crate::report::Enforcement::Enforced);
        let single = |one: &Loc| vec![Part::Whole(*one, owners.clone())];
        if owners.is_empty() || options.len() < 2 {
            return Ok(options.iter().map(single).collect());
        }
        if options.len() > MAX_COMBINED {
            self.unknown_owners.extend(owners);
            return Ok(options.iter().map(single).collect());
        }
        // Every branch that holds counts for `unevaluated*`: each combination
        // of branches that hold and branches that fail is an alternative.
        let combinations = 1..1_u32 << options.len();
        let part = |set: u32| {
            let each = options.iter().enumerate();
            each.map(|(index, option)| {
                if set >> index & 1 == 1 {
                    Part::Whole(*option, owners.clone())
                } else {
                    Part::not(*option, (loc, "anyOf"))
                }
            })
            .collect()
        };
        Ok(combinations.map(part).collect())
    }

    fn one_of(&mut self, loc: Loc, owners: &Owners) -> Result<Vec<Vec<Part>>, SchemaError> {
        let options = self.listed(loc, "oneOf")?;
        self.note(loc, "oneOf", crate::report::Enforcement::Enforced);
        let mut found: Vec<Vec<Part>> = options
            .iter()
            .map(|one| vec![Part::Whole(*one, owners.clone())])
            .collect();
        if options.len() > MAX_APART {
            self.residual(loc, "oneOf", "so many branches are not told apart");
            return Ok(found);
        }
        let overlapping = self.overlapping(&options);
        if self.strained() && !overlapping.is_empty() {
            self.residual(loc, "oneOf", "a value may satisfy several branches");
            return Ok(found);
        }
        for (one, two) in overlapping {
            let not = |index: usize| {
                let option = options.get(index);
                option.map(|option| Part::not(*option, (loc, "oneOf")))
            };
            for (here, other) in [(one, two), (two, one)] {
                if let Some(parts) = found.get_mut(here) {
                    parts.extend(not(other));
                }
            }
        }
        Ok(found)
    }

    fn listed(&mut self, loc: Loc, keyword: &str) -> Result<Vec<Loc>, SchemaError> {
        match self.source.value(loc).get(keyword) {
            Some(value) => self.schemas(loc, keyword, value),
            None => Ok(Vec::new()),
        }
    }

    fn condition(&mut self, loc: Loc, owners: &Owners) -> Vec<Vec<Part>> {
        let [condition, then, otherwise] =
            ["if", "then", "else"].map(|word| self.inside(loc, word));
        let Some(condition) = condition else {
            return vec![Vec::new()];
        };
        if then.is_none() && otherwise.is_none() && owners.is_empty() {
            return vec![Vec::new()];
        }
        if self.strained() {
            self.unknown_owners.extend(owners);
            for word in ["if", "then", "else"] {
                if self.source.value(loc).get(word).is_some() {
                    let reason = "too many conditions meet: left to the validator";
                    self.residual(loc, word, reason);
                }
            }
            return vec![Vec::new()];
        }
        let whole = |loc| Part::Whole(loc, owners.clone());
        let mut holds = vec![whole(condition)];
        holds.extend(then.map(whole));
        let mut fails = vec![Part::not(condition, (loc, "if"))];
        fails.extend(otherwise.map(whole));
        vec![holds, fails]
    }

    fn depending(
        &mut self,
        loc: Loc,
        owners: &Owners,
        keyword: &'static str,
        name: &str,
    ) -> Vec<Vec<Part>> {
        let value = self.source.value(loc).get(keyword);
        let Some(schema) = value.and_then(|all| all.get(name)) else {
            return vec![Vec::new()];
        };
        if self.strained() {
            self.unknown_owners.extend(owners);
            self.residual(
                loc,
                keyword,
                "too many conditions meet: left to the validator",
            );
            return vec![Vec::new()];
        }
        let at = self.source.child(loc, schema, &[keyword, name]);
        vec![
            vec![Part::presence(name, false)],
            vec![
                Part::types(Types::OBJECT),
                Part::presence(name, true),
                Part::Whole(at, owners.clone()),
            ],
        ]
    }

    /// A value that is not this one.
    pub(super) fn differs(&mut self, loc: Loc) -> Part {
        match self.source.value(loc) {
            Value::Array(_) | Value::Object(_) => Part::Open(Choice::Differs(loc)),
            _ => Part::Fact(Fact::Differs(loc)),
        }
    }

    /// How a value can differ from an array or an object.
    fn differing(&mut self, loc: Loc) -> Vec<Vec<Part>> {
        let fact = |fact| vec![Part::Fact(fact)];
        match self.source.value(loc) {
            Value::Array(list) => {
                let count = list.len() as u32;
                let mut found = vec![fact(Fact::Types(Types::ARRAY.not()))];
                let of = |one| vec![Part::types(Types::ARRAY), Part::Fact(one)];
                found.extend((count > 0).then(|| of(Fact::Count(true, 0, Some(count - 1)))));
                found.push(of(Fact::Count(true, count + 1, None)));
                for (index, one) in (0..).zip(list) {
                    let at = self.source.child(loc, one, &[&index.to_string()]);
                    let part = self.differs(at);
                    found.push(vec![
                        Part::types(Types::ARRAY),
                        Part::Fact(Fact::Count(true, index + 1, None)),
                        Part::Fact(Fact::Item(index, Box::new(part))),
                    ]);
                }
                found
            }
            Value::Object(map) => {
                let mut found = vec![fact(Fact::Types(Types::OBJECT.not()))];
                let of = |one| vec![Part::types(Types::OBJECT), one];
                let count = map.len() as u32;
                found.push(of(Part::Fact(Fact::Count(false, count + 1, None))));
                for (name, one) in map {
                    found.push(of(Part::presence(name, false)));
                    let at = self.source.child(loc, one, &[name]);
                    let part = self.differs(at);
                    found.push(vec![
                        Part::types(Types::OBJECT),
                        Part::presence(name, true),
                        Part::Fact(Fact::Member(name.clone(), Box::new(part))),
                    ]);
                }
                found
            }
            _ => vec![fact(Fact::Differs(loc))],
        }
    }

    /// How a schema can fail.
    fn negation(
        &mut self,
        loc: Loc,
        blame: (Loc, &'static str),
    ) -> Result<Vec<Vec<Part>>, SchemaError> {
        let map = match self.source.value(loc) {
            Value::Bool(true) => return Ok(Vec::new()),
            Value::Bool(false) => return Ok(vec![Vec::new()]),
            Value::Object(map) => map,
            _ => return Err(self.malformed(loc, "", "an object or a boolean")),
        };
        let mut found = Vec::new();
        let mut known = !self.strained();
        let alone = map.contains_key("$ref") && self.source.ref_alone(loc);
        for (keyword, value) in map {
            if alone && keyword != "$ref" || !known || !self.source.knows(loc, keyword) {
                continue;
            }
            known = match self.negated(loc, map, keyword, value, blame)? {
                Some(ways) => {
                    found.extend(ways);
                    found.len() <= MAX_NEGATED
                }
                None => false,
            };
        }
        if known {
            return Ok(found);
        }
        let reason = if self.strained() {
            "too many combinations: left to the validator"
        } else {
            "how this fails cannot be said in rules: left to the validator"
        };
        self.residual(blame.0, blame.1, reason);
        Ok(vec![Vec::new()])
    }

    /// How one keyword can fail; `None` if that cannot be said.
    fn negated(
        &mut self,
        loc: Loc,
        map: &'a Map<String, Value>,
        keyword: &str,
        value: &'a Value,
        blame: (Loc, &'static str),
    ) -> Result<Option<Vec<Vec<Part>>>, SchemaError> {
        if matches!(role(keyword), None | Some(Role::Annotation)) {
            return Ok(Some(Vec::new()));
        }
        let typed = |types: Types, parts: Vec<Part>| {
            let mut all = vec![Part::types(types)];
            all.extend(parts);
            all
        };
        Ok(Some(match keyword {
            "type" => {
                let read = read_types(value);
                let read =
                    read.ok_or_else(|| self.malformed(loc, "type", "names of JSON types"))?;
                vec![vec![Part::types(read.not())]]
            }
            "const" => {
                let at = self.source.child(loc, value, &["const"]);
                vec![vec![self.differs(at)]]
            }
            "enum" => {
                let list = value.as_array();
                let list = list.ok_or_else(|| self.malformed(loc, "enum", "an array of values"))?;
                let each = list.iter().enumerate();
                let each = each.map(|(index, one)| {
                    let at = self.source.child(loc, one, &["enum", &index.to_string()]);
                    self.differs(at)
                });
                vec![each.collect()]
            }
            "minLength" | "maxLength" | "pattern" | "format" => {
                vec![typed(Types::STRING, vec![fails(loc, keyword)])]
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                // Draft 4's boolean changes its neighbour and never fails alone.
                if value.is_boolean() {
                    return Ok(Some(Vec::new()));
                }
                vec![typed(Types::NUMBER, vec![fails(loc, keyword)])]
            }
            "minItems" | "minProperties" | "maxItems" | "maxProperties" => {
                let count = read_count(value);
                let count =
                    count.ok_or_else(|| self.malformed(loc, keyword, "a whole number from 0"))?;
                let array = keyword.ends_with("Items");
                let kind = if array { Types::ARRAY } else { Types::OBJECT };
                let fact = match (keyword.starts_with("min"), count) {
                    (true, 0) => return Ok(Some(Vec::new())),
                    (true, count) => Fact::Count(array, 0, Some(count - 1)),
                    (false, count) => Fact::Count(array, count.saturating_add(1), None),
                };
                vec![typed(kind, vec![Part::Fact(fact)])]
            }
            "required" => {
                let names = value.as_array().into_iter().flatten();
                let names = names.filter_map(Value::as_str);
                let clause: Vec<_> = names.map(|name| (name.to_owned(), false)).collect();
                if clause.is_empty() {
                    return Ok(Some(Vec::new()));
                }
                vec![typed(
                    Types::OBJECT,
                    vec![Part::Fact(Fact::Presence(clause))],
                )]
            }
            "properties" => {
                let mut found = Vec::new();
                for (name, schema) in value.as_object().into_iter().flatten() {
                    let at = self.source.child(loc, schema, &["properties", name]);
                    let part = Box::new(Part::not(at, blame));
                    let fact = Part::Fact(Fact::Member(name.clone(), part));
                    found.push(typed(Types::OBJECT, vec![Part::presence(name, true), fact]));
                }
                found
            }
            "patternProperties" => {
                let mut found = Vec::new();
                for (text, schema) in value.as_object().into_iter().flatten() {
                    let at = self.source.child(loc, schema, &["patternProperties", text]);
                    found.push(some_member(
                        Select::Pattern(text.clone()),
                        Part::not(at, blame),
                    ));
                }
                found
            }
            "additionalProperties" => {
                let at = self.source.child(loc, value, &["additionalProperties"]);
                vec![some_member(Select::Additional(loc), Part::not(at, blame))]
            }
            "propertyNames" => {
                vec![some_member(Select::BadName(loc), Part::types(Types::ALL))]
            }
            "items" | "prefixItems" | "additionalItems" => {
                return Ok(Some(self.negated_items(loc, map, keyword, value, blame)));
            }
            "contains" => {
                let at = self.source.child(loc, value, &["contains"]);
                let (min, max) = contained(map);
                let mut found = Vec::new();
                let mut of = |min, max| {
                    let fact = Fact::Contains(Box::new(Part::whole(at)), 0, min, max);
                    found.push(typed(Types::ARRAY, vec![Part::Fact(fact)]));
                };
                if min > 0 {
                    of(0, Some(min - 1));
                }
                if let Some(max) = max {
                    of(max.saturating_add(1), None);
                }
                found
            }
            "minContains" | "maxContains" | "then" | "else" => Vec::new(),
            "uniqueItems" if value != &Value::Bool(true) => Vec::new(),
            _ => return self.negated_combination(loc, map, keyword, value, blame),
        }))
    }

    fn negated_items(
        &mut self,
        loc: Loc,
        map: &'a Map<String, Value>,
        keyword: &str,
        value: &'a Value,
        blame: (Loc, &'static str),
    ) -> Vec<Vec<Part>> {
        let array = Part::types(Types::ARRAY);
        if let (Value::Array(list), false) = (value, keyword == "additionalItems") {
            let each = (0..).zip(list);
            let each = each.map(|(index, schema)| {
                let path = [keyword, &index.to_string()];
                let at = self.source.child(loc, schema, &path);
                let part = Box::new(Part::not(at, blame));
                vec![
                    array.clone(),
                    Part::Fact(Fact::Count(true, index + 1, None)),
                    Part::Fact(Fact::Item(index, part)),
                ]
            });
            return each.collect();
        }
        let before = match keyword {
            "items" => map.get("prefixItems"),
            // Without a list in `items` it says nothing.
            _ => match map.get("items") {
                Some(list @ Value::Array(_)) => Some(list),
                _ => return Vec::new(),
            },
        };
        let from = before.and_then(Value::as_array).map_or(0, Vec::len) as u32;
        let at = self.source.child(loc, value, &[keyword]);
        let part = Box::new(Part::not(at, blame));
        vec![vec![array, Part::Fact(Fact::Contains(part, from, 1, None))]]
    }

    fn negated_combination(
        &mut self,
        loc: Loc,
        map: &'a Map<String, Value>,
        keyword: &str,
        value: &'a Value,
        blame: (Loc, &'static str),
    ) -> Result<Option<Vec<Vec<Part>>>, SchemaError> {
        let not = |at: Loc| Part::not(at, blame);
        Ok(Some(match keyword {
            "not" => {
                let at = self.source.child(loc, value, &["not"]);
                vec![vec![Part::whole(at)]]
            }
            "allOf" => {
                let all = self.schemas(loc, keyword, value)?;
                all.into_iter().map(|at| vec![not(at)]).collect()
            }
            "anyOf" => {
                let all = self.schemas(loc, keyword, value)?;
                vec![all.into_iter().map(not).collect()]
            }
            "oneOf" => {
                let all = self.schemas(loc, keyword, value)?;
                let mut found = vec![all.iter().copied().map(not).collect::<Vec<_>>()];
                for (one, two) in self.overlapping(&all) {
                    let both = [one, two].map(|index| all.get(index).copied().map(Part::whole));
                    found.push(both.into_iter().flatten().collect());
                }
                found
            }
            "if" => {
                let at = self.source.child(loc, value, &["if"]);
                let mut found = Vec::new();
                if let Some(then) = self.inside(loc, "then") {
                    found.push(vec![Part::whole(at), not(then)]);
                }
                if let Some(otherwise) = self.inside(loc, "else") {
                    found.push(vec![not(at), not(otherwise)]);
                }
                found
            }
            "$ref" | "$dynamicRef" | "$recursiveRef" => match self.follow(loc, keyword, value)? {
                Some(target) => vec![vec![not(target)]],
                None => return Ok(None),
            },
            "dependentRequired" | "dependentSchemas" | "dependencies" => {
                let mut found = Vec::new();
                for (name, needed) in value.as_object().into_iter().flatten() {
                    let mut parts = vec![Part::types(Types::OBJECT), Part::presence(name, true)];
                    if let Value::Array(list) = needed {
                        let names = list.iter().filter_map(Value::as_str);
                        let clause: Vec<_> = names.map(|one| (one.to_owned(), false)).collect();
                        if clause.is_empty() {
                            continue;
                        }
                        parts.push(Part::Fact(Fact::Presence(clause)));
                    } else {
                        parts.push(not(self.source.child(loc, needed, &[keyword, name])));
                    }
                    found.push(parts);
                }
                found
            }
            "unevaluatedProperties" | "unevaluatedItems" if value == &Value::Bool(true) => {
                let _ = map;
                Vec::new()
            }
            _ => return Ok(None),
        }))
    }
}

fn fails(loc: Loc, keyword: &str) -> Part {
    const KEYWORDS: [&str; 9] = [
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ];
    let known = KEYWORDS.iter().find(|one| **one == keyword);
    Part::Fact(Fact::Fails(loc, known.copied().unwrap_or_default()))
}

fn some_member(select: Select, part: Part) -> Vec<Part> {
    vec![
        Part::types(Types::OBJECT),
        Part::Fact(Fact::SomeMember(select, Box::new(part))),
    ]
}

/// How many items `contains` asks for, at least and at most.
pub(super) fn contained(map: &Map<String, Value>) -> (u32, Option<u32>) {
    let count = |keyword| map.get(keyword).and_then(read_count);
    (count("minContains").unwrap_or(1), count("maxContains"))
}
