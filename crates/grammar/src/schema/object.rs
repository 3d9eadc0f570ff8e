//! Objects: what is said of each property, and which properties there are.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::read_count;
use super::goal::{Fact, Goal, Part, Select};
use super::members::{Member, Members, Variant};
use super::options::KeyOrder;
use super::source::Loc;
use crate::rule::{Builder, Expr};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Facts about some property that are kept at once.
const MAX_DUTIES: usize = 3;

/// What one goal says about its objects, before the properties are lowered.
#[derive(Default)]
struct Outline {
    names: Vec<String>,
    required: BTreeSet<String>,
    absent: BTreeSet<String>,
    clauses: Vec<Vec<(String, bool)>>,
    duties: Vec<(Select, Part)>,
    min: u32,
    max: Option<u32>,
    /// Who asks for bounds.
    bounds: Vec<(Loc, &'static str)>,
}

impl Outline {
    /// Facts that are decided become requirements; false if one cannot hold.
    fn settle(&mut self) -> bool {
        loop {
            let (required, absent) = (&mut self.required, &mut self.absent);
            let mut changed = false;
            let mut possible = true;
            self.clauses.retain_mut(|clause| {
                let holds = |(name, there): &(String, bool)| {
                    let known: &BTreeSet<String> = if *there { required } else { absent };
                    known.contains(name)
                };
                if clause.iter().any(holds) {
                    return false;
                }
                clause.retain(|(name, there)| {
                    let against: &BTreeSet<String> = if *there { absent } else { required };
                    !against.contains(name)
                });
                match clause.as_slice() {
                    [] => possible = false,
                    [(name, true)] => {
                        required.insert(name.clone());
                        changed = true;
                        return false;
                    }
                    [(name, false)] => {
                        absent.insert(name.clone());
                        changed = true;
                        return false;
                    }
                    _ => {}
                }
                true
            });
            if !possible || self.required.iter().any(|name| self.absent.contains(name)) {
                return false;
            }
            if !changed {
                return true;
            }
        }
    }
}

impl<'a> Compiler<'a> {
    /// The objects of a goal.
    pub(super) fn object(&mut self, goal: &Goal, hint: &str) -> Result<Option<Expr>, SchemaError> {
        let mut outline = self.outline(goal)?;
        let first = goal.bases.first().map(|(loc, _)| *loc);
        self.effort += outline.names.len();
        if !outline.settle() {
            self.contradict(first, "a property is required that must be absent");
            return Ok(None);
        }
        let limit = outline.max.unwrap_or(u32::MAX);
        if outline.required.len() as u64 > u64::from(limit) || outline.min > limit {
            self.contradict(first, "more properties are required than allowed");
            return Ok(None);
        }
        let mut members = Members {
            duties: (1 << outline.duties.len()) - 1,
            min: outline.min,
            max: outline.max,
            ..Members::default()
        };
        let mut lowered = Vec::new();
        for name in &outline.names {
            if outline.absent.contains(name) {
                continue;
            }
            let variants = self.property(goal, &outline, name)?;
            if !variants.is_empty() {
                lowered.push((name.clone(), variants));
                continue;
            }
            if outline.required.contains(name) {
                let before = self.contradiction.take();
                let reason = before.map(|(_, reason)| reason).unwrap_or_default();
                let reason = format!("the required property {name:?} has no value: {reason}");
                self.contradict(first, reason);
                return Ok(None);
            }
        }
        let names: BTreeSet<&String> = lowered.iter().map(|(name, _)| name).collect();
        let missing = outline.names.iter().filter(|name| !names.contains(name));
        let missing: Vec<String> = missing.cloned().collect();
        outline.absent.extend(missing);
        if !outline.settle() {
            self.contradict(first, "a property is required that must be absent");
            return Ok(None);
        }
        lowered.retain(|(name, _)| !outline.absent.contains(name));
        if outline.max == Some(outline.required.len() as u32) && outline.duties.is_empty() {
            lowered.retain(|(name, _)| outline.required.contains(name));
        } else {
            members.others = self.other_pairs(goal, &outline.names, &outline.duties, hint)?;
        }
        let position = |name: &String| lowered.iter().position(|(one, _)| one == name);
        for clause in &outline.clauses {
            // A property that cannot come any more is absent: the others decide.
            let literals = clause.iter();
            let known = literals.map(|(name, there)| (position(name), *there));
            if known.clone().any(|(at, there)| at.is_none() && !there) {
                continue;
            }
            let known = known.filter_map(|(at, there)| at.map(|at| (at, there)));
            members.clauses.push(known.collect());
        }
        members.named = lowered
            .into_iter()
            .map(|(name, variants)| Member {
                required: outline.required.contains(&name),
                variants,
            })
            .collect();
        let inside = self.braces(members, &outline, hint);
        if inside.is_none() {
            self.contradict(first, "too few properties are possible");
        }
        let (open, close) = (self.style.open('{'), self.style.close('}'));
        Ok(inside.map(|inside| Expr::sequence([open, inside, close])))
    }

    /// The inside of the braces; what takes too many states is left to the
    /// validator: first the number of properties, then their dependence.
    fn braces(&mut self, mut members: Members, outline: &Outline, hint: &str) -> Option<Expr> {
        let free = self.options.key_order == KeyOrder::Free;
        let style = self.style;
        let lower = |members: &Members, builder: &mut Builder| {
            members.clone().lower(free, style, builder, hint)
        };
        if let Ok(found) = lower(&members, &mut self.builder) {
            return found;
        }
        if members.min > 0 || members.max.is_some() {
            (members.min, members.max) = (0, None);
            for (loc, keyword) in &outline.bounds {
                let reason = "with so many optional properties the validator counts them";
                self.residual(*loc, keyword, reason);
            }
            if let Ok(found) = lower(&members, &mut self.builder) {
                return found;
            }
        }
        members.clauses.clear();
        members.duties = 0;
        self.leave_presence("too many properties depend on each other");
        // What is left takes two states a property.
        lower(&members, &mut self.builder).ok().flatten()
    }

    fn outline(&mut self, goal: &Goal) -> Result<Outline, SchemaError> {
        let mut outline = Outline::default();
        for (loc, _) in &goal.bases {
            let Some(map) = self.source.value(*loc).as_object() else {
                continue;
            };
            self.outline_schema(&mut outline, *loc, map)?;
        }
        let required = outline.required.iter().cloned();
        let mut late: Vec<String> = Vec::new();
        for fact in &goal.facts {
            match fact {
                Fact::Presence(clause) => {
                    late.extend(clause.iter().map(|(name, _)| name.clone()));
                    outline.clauses.push(clause.clone());
                }
                Fact::Member(name, _) => late.push(name.clone()),
                Fact::SomeMember(select, part) if outline.duties.len() < MAX_DUTIES => {
                    // The names that are no additional ones are told apart.
                    if let Select::Additional(loc) = select {
                        let named = self.source.value(*loc).get("properties");
                        let named = named.and_then(Value::as_object).into_iter().flatten();
                        late.extend(named.map(|(name, _)| name.clone()));
                    }
                    outline.duties.push((select.clone(), (**part).clone()));
                }
                Fact::SomeMember(..) => {
                    self.leave_presence("too many kinds of properties must be there");
                }
                Fact::Count(false, min, max) => {
                    outline.min = outline.min.max(*min);
                    outline.max = match (outline.max, *max) {
                        (Some(one), Some(two)) => Some(one.min(two)),
                        (one, two) => one.or(two),
                    };
                }
                _ => {}
            }
        }
        // Required names keep the order in which the schemas list them.
        let mut seen = BTreeSet::new();
        let listed = self.required_in_order(goal);
        debug_assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), required.len());
        let names = std::mem::take(&mut outline.names);
        outline.names = names
            .into_iter()
            .chain(listed)
            .chain(late)
            .filter(|name| seen.insert(name.clone()))
            .collect();
        Ok(outline)
    }

    fn required_in_order(&self, goal: &Goal) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for (loc, _) in &goal.bases {
            let list = self.source.value(*loc).get("required");
            let list = list.and_then(Value::as_array).into_iter().flatten();
            let list = list.filter_map(Value::as_str);
            names.extend(list.filter(|one| seen.insert(*one)).map(ToOwned::to_owned));
        }
        names
    }

    fn outline_schema(
        &mut self,
        outline: &mut Outline,
        loc: Loc,
        map: &'a Map<String, Value>,
    ) -> Result<(), SchemaError> {
        if let Some(value) = map.get("properties") {
            let inner = value.as_object();
            let inner = inner.ok_or_else(|| self.malformed(loc, "properties", "an object"))?;
            outline.names.extend(inner.keys().cloned());
        }
        match map.get("required") {
            Some(Value::Array(list)) => {
                let names = list.iter().filter_map(Value::as_str);
                outline.required.extend(names.map(ToOwned::to_owned));
            }
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
            outline.bounds.push((loc, keyword));
            if keyword == "minProperties" {
                outline.min = outline.min.max(count);
            } else {
                outline.max = Some(outline.max.map_or(count, |max| max.min(count)));
            }
        }
        Ok(())
    }

    /// The ways to write a named property; none if it cannot be there.
    fn property(
        &mut self,
        goal: &Goal,
        outline: &Outline,
        name: &str,
    ) -> Result<Vec<Variant>, SchemaError> {
        let parts = self.property_goal(goal, name);
        let mut can = 0;
        for (bit, (select, part)) in outline.duties.iter().enumerate() {
            if let Some(hit) = self.selected(select, name) {
                can |= u32::from(hit) << bit;
            } else {
                can |= 1 << bit;
                let loc = part.loc().unwrap_or_default();
                self.residual(loc, "patternProperties", "this pattern is not read");
            }
        }
        let mut variants = Vec::new();
        for done in 0..=can {
            if done & !can != 0 {
                continue;
            }
            let mut parts = parts.clone();
            let duties = outline.duties.iter().enumerate();
            let done_here = duties.filter(|(bit, _)| done >> bit & 1 == 1);
            parts.extend(done_here.map(|(_, (_, part))| part.clone()));
            if let Some(value) = self.deeper(&parts, name)? {
                let pair = Expr::sequence([self.key(name), value]);
                variants.push(Variant { pair, done });
            }
        }
        Ok(variants)
    }

    /// A goal inside of the value.
    pub(super) fn deeper(
        &mut self,
        parts: &[Part],
        hint: &str,
    ) -> Result<Option<Expr>, SchemaError> {
        self.depth += 1;
        let value = self.goal(parts, hint);
        self.depth -= 1;
        value
    }

    /// Everything that one property's value must satisfy.
    fn property_goal(&mut self, goal: &Goal, name: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        for (loc, _) in &goal.bases {
            let loc = *loc;
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            let mut named = false;
            if let Some((key, schema)) = map
                .get("properties")
                .and_then(Value::as_object)
                .and_then(|all| all.get_key_value(name))
            {
                let at = self.source.child(loc, schema, &["properties", key]);
                parts.push(Part::whole(at));
                named = true;
            }
            let patterns = map.get("patternProperties").and_then(Value::as_object);
            for (text, schema) in patterns.into_iter().flatten() {
                match self.name_matches(text, name) {
                    Some(true) => {
                        let at = self.source.child(loc, schema, &["patternProperties", text]);
                        parts.push(Part::whole(at));
                        named = true;
                    }
                    Some(false) => {}
                    // Whether it matches is unknown: leave both ways open.
                    None => {
                        named = true;
                        self.residual(loc, "patternProperties", "this pattern is not read");
                    }
                }
            }
            if let Some(schema) = map.get("additionalProperties").filter(|_| !named) {
                let at = self.source.child(loc, schema, &["additionalProperties"]);
                parts.push(Part::whole(at));
            }
            if let Some(at) = self.inside(loc, "propertyNames") {
                match self.check(at, &Value::from(name), 0) {
                    Some(true) => {}
                    Some(false) => parts.push(Part::whole(self.never())),
                    None => {
                        self.residual(
                            loc,
                            "propertyNames",
                            "these names are left to the validator",
                        );
                    }
                }
            }
            if let Some(at) = self.inside(loc, "unevaluatedProperties")
                && self.is_unevaluated(goal, loc, |this, map, by| {
                    this.evaluates_name(map, by, name)
                })
            {
                parts.push(Part::whole(at));
            }
        }
        for fact in &goal.facts {
            if let Fact::Member(of, part) = fact
                && of == name
            {
                parts.push((**part).clone());
            }
        }
        parts
    }

    /// Whether nothing that holds beside an `unevaluated*` evaluates something;
    /// `evaluates` says it of one schema, `None` for unknown.
    pub(super) fn is_unevaluated(
        &mut self,
        goal: &Goal,
        owner: Loc,
        mut evaluates: impl FnMut(&mut Self, &'a Map<String, Value>, (Loc, bool)) -> Option<bool>,
    ) -> bool {
        let reason = "what is evaluated shows only in the value: left to the validator";
        let mut unknown = self.unknown_owners.contains(&owner);
        for (loc, owners) in &goal.bases {
            let own = *loc == owner;
            let Some(map) = self.source.value(*loc).as_object() else {
                continue;
            };
            if !own && !owners.contains(&owner) {
                continue;
            }
            match evaluates(self, map, (*loc, own)) {
                Some(true) => return false,
                Some(false) => {}
                None => unknown = true,
            }
        }
        if unknown {
            for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
                if self.source.value(owner).get(keyword).is_some() {
                    self.residual(owner, keyword, reason);
                }
            }
        }
        !unknown
    }

    /// Whether one schema evaluates a property.
    fn evaluates_name(
        &mut self,
        map: &'a Map<String, Value>,
        (loc, own): (Loc, bool),
        name: &str,
    ) -> Option<bool> {
        if map.contains_key("additionalProperties")
            || !own && map.contains_key("unevaluatedProperties")
        {
            return Some(true);
        }
        self.is_additional(loc, name).map(|additional| !additional)
    }

    /// The schema `false`.
    pub(super) fn never(&mut self) -> Loc {
        static NEVER: Value = Value::Bool(false);
        self.source.loc(&NEVER, String::new())
    }
}
