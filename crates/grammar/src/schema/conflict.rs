//! Telling alternatives apart early: what shows at once that two conjunctions
//! cannot hold together. It only ever misses conflicts, never invents them.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::{Types, read_types};
use super::goal::{Alternatives, Choice, Fact, Flat, Part};
use super::source::Loc;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// References and `allOf` are followed this far.
const MAX_DEPTH: usize = 16;
/// Properties are looked into this deep.
const MAX_LEVELS: usize = 3;

/// What shows at once of a conjunction.
#[derive(Debug, Clone)]
pub(super) struct Shape<'a> {
    types: Types,
    /// If the value must be one of some constants: which.
    values: Option<Vec<&'a Value>>,
    locs: Vec<Loc>,
    facts: Vec<Fact>,
    required: BTreeSet<String>,
    absent: BTreeSet<String>,
    not: Vec<Choice>,
}

impl<'a> Compiler<'a> {
    /// What shows of some parts.
    pub(super) fn shape(&mut self, parts: &[Part]) -> Shape<'a> {
        let mut shape = Shape {
            types: Types::ALL,
            values: None,
            locs: Vec::new(),
            facts: Vec::new(),
            required: BTreeSet::new(),
            absent: BTreeSet::new(),
            not: Vec::new(),
        };
        for part in parts {
            match part {
                Part::Whole(loc, _) => self.add_schema(&mut shape, *loc, true, 0),
                Part::Base(loc, _) => self.add_schema(&mut shape, *loc, false, 0),
                Part::Open(choice @ Choice::Not(..)) => shape.not.push(choice.clone()),
                Part::Open(_) => {}
                Part::Fact(fact) => shape.add_fact(fact),
            }
        }
        shape
    }

    fn add_schema(&mut self, shape: &mut Shape<'a>, loc: Loc, whole: bool, depth: usize) {
        let map = match self.source.value(loc) {
            Value::Bool(false) => {
                shape.types = Types::NONE;
                return;
            }
            Value::Object(map) => map,
            _ => return,
        };
        if depth > MAX_DEPTH {
            return;
        }
        if whole && let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            if let Ok(target) = self.source.resolve(loc, reference) {
                self.add_schema(shape, target, true, depth + 1);
            }
            if self.source.ref_alone(loc) {
                return;
            }
        }
        if let Some(types) = map.get("type").and_then(read_types) {
            shape.types = shape.types.and(types);
        }
        let listed = match (map.get("const"), map.get("enum")) {
            (Some(one), _) => Some(vec![one]),
            (None, Some(Value::Array(list))) => Some(list.iter().collect()),
            _ => None,
        };
        if let Some(listed) = listed {
            let shorter = |known: &Vec<&Value>| known.len() <= listed.len();
            if !shape.values.as_ref().is_some_and(shorter) {
                shape.values = Some(listed);
            }
        }
        let required = map.get("required").and_then(Value::as_array);
        let names = required.into_iter().flatten().filter_map(Value::as_str);
        shape.required.extend(names.map(ToOwned::to_owned));
        shape.locs.push(loc);
        if !whole {
            return;
        }
        if let Some(Value::Array(all)) = map.get("allOf") {
            for (index, one) in all.iter().enumerate() {
                let at = self.source.child(loc, one, &["allOf", &index.to_string()]);
                self.add_schema(shape, at, true, depth + 1);
            }
        }
        if let Some(inner) = map.get("not") {
            let at = self.source.child(loc, inner, &["not"]);
            shape.not.push(Choice::Not(at, (loc, "not")));
        }
    }

    /// Whether two conjunctions cannot hold together.
    pub(super) fn conflict(&mut self, one: &Shape<'a>, two: &Shape<'a>, level: usize) -> bool {
        let common = one.types.and(two.types);
        if common.is_empty() {
            return true;
        }
        for (values, other) in [(&one.values, two), (&two.values, one)] {
            if let Some(values) = values
                && values.iter().all(|value| self.excluded(other, value))
            {
                return true;
            }
        }
        if !common.only(Types::OBJECT) {
            return false;
        }
        let required = one.required.union(&two.required);
        let required: Vec<&String> = required.collect();
        if required
            .iter()
            .any(|name| one.absent.contains(*name) || two.absent.contains(*name))
        {
            return true;
        }
        if level >= MAX_LEVELS {
            return false;
        }
        required.into_iter().any(|name| {
            let left = self.property_shape(one, name);
            let right = self.property_shape(two, name);
            match (left, right) {
                (Some(left), Some(right)) => self.conflict(&left, &right, level + 1),
                (Some(one), None) | (None, Some(one)) => one.types.is_empty(),
                (None, None) => false,
            }
        })
    }

    /// What is said of a property; `None`: nothing.
    fn property_shape(&mut self, shape: &Shape<'a>, name: &str) -> Option<Shape<'a>> {
        let mut parts = Vec::new();
        for loc in shape.locs.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            let own = map.get("properties").and_then(|all| all.get(name));
            if let Some(schema) = own {
                let at = self.source.child(loc, schema, &["properties", name]);
                parts.push(Part::whole(at));
            } else if map.get("additionalProperties") == Some(&Value::Bool(false))
                && !map.contains_key("patternProperties")
            {
                parts.push(Part::types(Types::NONE));
            }
        }
        for fact in &shape.facts {
            if let Fact::Member(of, part) = fact
                && of == name
            {
                parts.push((**part).clone());
            }
        }
        (!parts.is_empty()).then(|| self.shape(&parts))
    }

    /// Whether a value is surely excluded by a conjunction.
    fn excluded(&mut self, shape: &Shape<'a>, value: &Value) -> bool {
        let shape_locs = shape.locs.iter();
        !shape.types.holds(value)
            || shape_locs
                .copied()
                .any(|loc| self.check(loc, value, 0) == Some(false))
            || shape
                .facts
                .iter()
                .any(|fact| self.check_fact(fact, value) == Some(false))
            || shape.not.iter().any(|choice| match choice {
                Choice::Not(loc, _) => self.check(*loc, value, 0) == Some(true),
                _ => false,
            })
    }

    /// Pairs of schemas that one value may satisfy both.
    pub(super) fn overlapping(&mut self, options: &[Loc]) -> Vec<(usize, usize)> {
        let shapes: Vec<Shape<'a>> = options
            .iter()
            .map(|loc| self.shape(&[Part::whole(*loc)]))
            .collect();
        if options.len() > 8 && self.tagged(&shapes) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (index, one) in shapes.iter().enumerate() {
            for (other, two) in shapes.iter().enumerate().skip(index + 1) {
                if !self.conflict(one, two, 0) {
                    found.push((index, other));
                }
            }
        }
        found
    }

    /// Whether one required property tells all the objects apart: saves
    /// comparing each with each.
    fn tagged(&mut self, shapes: &[Shape<'a>]) -> bool {
        let Some(first) = shapes.first() else {
            return true;
        };
        let names: Vec<String> = first.required.iter().cloned().collect();
        names.iter().any(|name| {
            let mut seen = BTreeMap::new();
            shapes.iter().enumerate().all(|(index, shape)| {
                let fits = shape.types.only(Types::OBJECT) && shape.required.contains(name);
                let tag = fits.then(|| self.property_shape(shape, name)).flatten();
                let Some(values) = tag.and_then(|tag| tag.values) else {
                    return false;
                };
                values.iter().all(|value| {
                    let text = value.as_str();
                    text.is_some_and(|text| *seen.entry(text).or_insert(index) == index)
                })
            })
        })
    }

    /// The alternatives of a choice that are not at once in conflict with what
    /// else must hold; `None`: one of them says nothing new.
    pub(super) fn living(
        &mut self,
        flat: &Flat,
        shape: &Shape<'a>,
        alternatives: &Alternatives,
    ) -> Result<Option<Vec<Vec<Part>>>, SchemaError> {
        let mut living = Vec::new();
        for parts in alternatives.iter() {
            if parts.iter().all(|part| self.implied(flat, shape, part)) {
                return Ok(None);
            }
            let mut one = self.shape(parts);
            let mut dead = self.conflict(shape, &one, 0);
            for choice in std::mem::take(&mut one.not) {
                if dead {
                    break;
                }
                let ways = self.alternatives(&choice)?;
                dead = ways.iter().all(|way| {
                    let way = self.shape(way);
                    self.conflict(shape, &way, 0) || self.conflict(&one, &way, 0)
                });
            }
            if !dead {
                living.push(parts.clone());
            }
        }
        Ok(Some(living))
    }

    fn implied(&self, flat: &Flat, shape: &Shape<'a>, part: &Part) -> bool {
        match part {
            Part::Fact(Fact::Types(types)) => shape.types.only(*types),
            Part::Fact(fact @ Fact::Presence(clause)) => {
                flat.facts.contains(fact)
                    || clause.iter().any(|(name, there)| {
                        let known = if *there {
                            &shape.required
                        } else {
                            &shape.absent
                        };
                        known.contains(name)
                    })
            }
            Part::Fact(fact) => flat.facts.contains(fact),
            Part::Whole(loc, _) => match self.source.value(*loc) {
                Value::Bool(all) => *all,
                Value::Object(map) => map.is_empty(),
                _ => false,
            },
            Part::Base(..) | Part::Open(_) => false,
        }
    }
}

impl Shape<'_> {
    fn add_fact(&mut self, fact: &Fact) {
        match fact {
            Fact::Types(types) => self.types = self.types.and(*types),
            Fact::Presence(clause) => {
                if let [(name, there)] = clause.as_slice() {
                    let names = if *there {
                        &mut self.required
                    } else {
                        &mut self.absent
                    };
                    names.insert(name.clone());
                }
            }
            _ => self.facts.push(fact.clone()),
        }
    }
}
