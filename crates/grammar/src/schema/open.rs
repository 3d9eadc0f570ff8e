//! Opening goals: references are followed and combining keywords are taken
//! apart, so that schemas, facts and choices are left.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::goal::{Choice, Fact, Flat, Owners, Part};
use super::keyword::{Role, role};
use super::source::Loc;
use crate::report::Enforcement;
use serde_json::{Map, Value};

impl<'a> Compiler<'a> {
    /// Opens references, `allOf` and the like; `None` if a part is `false`.
    pub(super) fn open(&mut self, parts: &[Part]) -> Result<Option<Flat>, SchemaError> {
        let mut flat = Flat::default();
        let mut seen = std::collections::BTreeSet::new();
        let mut work: Vec<Part> = parts.iter().rev().cloned().collect();
        while let Some(part) = work.pop() {
            let (loc, owners) = match part {
                Part::Whole(loc, owners) => {
                    if !seen.insert((loc, owners.clone())) {
                        continue;
                    }
                    (loc, owners)
                }
                Part::Base(loc, owners) => {
                    Flat::push(&mut flat.bases, (loc, owners));
                    continue;
                }
                Part::Open(choice) => {
                    Flat::push(&mut flat.open, choice);
                    continue;
                }
                Part::Fact(fact) => {
                    Flat::push(&mut flat.facts, fact);
                    continue;
                }
            };
            match self.source.value(loc) {
                Value::Bool(true) => {}
                Value::Bool(false) => {
                    self.contradict(Some(loc), "the schema is `false`");
                    return Ok(None);
                }
                Value::Object(map) => {
                    let after = self.open_schema(loc, map, &owners)?;
                    work.extend(after.into_iter().rev());
                }
                _ => return Err(self.malformed(loc, "", "an object or a boolean")),
            }
        }
        Ok(Some(flat))
    }

    /// What one schema consists of.
    fn open_schema(
        &mut self,
        loc: Loc,
        map: &'a Map<String, Value>,
        owners: &Owners,
    ) -> Result<Vec<Part>, SchemaError> {
        let mut after = Vec::new();
        let mut inner = owners.clone();
        let unevaluated = ["unevaluatedProperties", "unevaluatedItems"];
        if unevaluated
            .iter()
            .any(|one| self.keyword(loc, one).is_some())
        {
            inner.push(loc);
            inner.sort_unstable();
        }
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let Some(reference) = self.keyword(loc, keyword) else {
                continue;
            };
            if let Some(target) = self.follow(loc, keyword, reference)? {
                after.push(Part::Whole(target, inner.clone()));
            }
            if keyword == "$ref" && self.source.ref_alone(loc) {
                return Ok(after);
            }
        }
        self.note_plain(loc, map);
        // Properties come in the order of the document: those of an `allOf`
        // that is written before `properties` come first.
        let asserts =
            |key: &String| !matches!(role(key), None | Some(Role::Annotation | Role::Combines));
        let named = if map.contains_key("properties") {
            Some("properties")
        } else {
            map.keys().find(|key| asserts(key)).map(String::as_str)
        };
        for (keyword, value) in map {
            if Some(keyword.as_str()) == named {
                after.push(Part::Base(loc, owners.clone()));
            } else if role(keyword) == Some(Role::Combines) && self.source.knows(loc, keyword) {
                self.open_keyword(loc, map, keyword, value, &inner, &mut after)?;
            }
        }
        Ok(after)
    }

    fn open_keyword(
        &mut self,
        loc: Loc,
        map: &'a Map<String, Value>,
        keyword: &str,
        value: &'a Value,
        inner: &Owners,
        after: &mut Vec<Part>,
    ) -> Result<(), SchemaError> {
        match keyword {
            "allOf" => {
                let all = self.schemas(loc, "allOf", value)?;
                after.extend(all.into_iter().map(|one| Part::Whole(one, inner.clone())));
                self.note(loc, "allOf", Enforcement::Enforced);
            }
            "anyOf" => after.push(Part::Open(Choice::AnyOf(loc, inner.clone()))),
            "oneOf" => after.push(Part::Open(Choice::OneOf(loc, inner.clone()))),
            "not" => {
                let inside = self.source.child(loc, value, &["not"]);
                self.note(loc, "not", Enforcement::Enforced);
                after.push(Part::not(inside, (loc, "not")));
            }
            "if" => {
                for word in ["if", "then", "else"] {
                    if map.contains_key(word) {
                        self.note(loc, word, Enforcement::Enforced);
                    }
                }
                after.push(Part::Open(Choice::If(loc, inner.clone())));
            }
            "then" | "else" if !map.contains_key("if") => {
                self.note(loc, keyword, Enforcement::Annotation);
            }
            "dependentRequired" => self.depends(loc, "dependentRequired", value, inner, after)?,
            "dependentSchemas" => self.depends(loc, "dependentSchemas", value, inner, after)?,
            "dependencies" => self.depends(loc, "dependencies", value, inner, after)?,
            _ => {}
        }
        Ok(())
    }

    /// Required dependencies become facts, schemas that depend become choices.
    fn depends(
        &mut self,
        loc: Loc,
        keyword: &'static str,
        value: &'a Value,
        inner: &Owners,
        after: &mut Vec<Part>,
    ) -> Result<(), SchemaError> {
        let Some(entries) = value.as_object() else {
            return Err(self.malformed(loc, keyword, "an object"));
        };
        self.note(loc, keyword, Enforcement::Enforced);
        for (name, needed) in entries {
            let names = match needed {
                Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
                // Draft 3 writes one name without brackets.
                Value::String(one) => vec![one.as_str()],
                _ => {
                    let choice = Choice::Depends(loc, inner.clone(), keyword, name.clone());
                    after.push(Part::Open(choice));
                    continue;
                }
            };
            for one in names.into_iter().filter(|one| *one != name) {
                let clause = vec![(name.clone(), false), (one.to_owned(), true)];
                after.push(Part::Fact(Fact::Presence(clause)));
            }
        }
        Ok(())
    }

    /// Where a reference leads; `None` where that is only known while
    /// validating.
    pub(super) fn follow(
        &mut self,
        loc: Loc,
        keyword: &str,
        reference: &Value,
    ) -> Result<Option<Loc>, SchemaError> {
        let Some(reference) = reference.as_str() else {
            return Err(self.malformed(loc, keyword, "a string"));
        };
        let target = if keyword == "$ref" {
            Some(self.source.resolve(loc, reference)?)
        } else {
            self.source.resolve_dynamic(loc, keyword, reference)?
        };
        if target.is_some() {
            self.note(loc, keyword, Enforcement::Enforced);
        } else {
            let reason = "where it leads depends on the way here: left to the validator";
            self.residual(loc, keyword, reason);
        }
        Ok(target)
    }

    /// Notes what needs no lowering.
    fn note_plain(&mut self, loc: Loc, map: &Map<String, Value>) {
        for (keyword, value) in map {
            if let Some(reason) = self.foreign(loc, keyword, value) {
                self.residual(loc, keyword, reason);
                continue;
            }
            match role(keyword).filter(|_| self.source.knows(loc, keyword)) {
                None | Some(Role::Annotation) => self.note(loc, keyword, Enforcement::Annotation),
                Some(Role::Rules) => self.note(loc, keyword, Enforcement::Enforced),
                Some(Role::Combines) => {}
            }
        }
    }

    /// Why a keyword that looks like an annotation may say something.
    fn foreign(&self, loc: Loc, keyword: &str, value: &Value) -> Option<&'static str> {
        match keyword {
            "$schema" => {
                let name = value.as_str().unwrap_or_default();
                let known = name.is_empty() || name.contains("json-schema.org/");
                (!known).then_some("this dialect is not known: what it adds or takes away is left")
            }
            // Up to draft 7 a validator may look into the text.
            "contentEncoding" | "contentMediaType" => {
                let asserts = self.source.ref_alone(loc);
                asserts.then_some("what the text holds is left to the validator")
            }
            "extends" | "disallow" | "divisibleBy" => {
                let asserts = self.source.knows(loc, keyword);
                asserts.then_some("a keyword of draft 3 is left to the validator")
            }
            _ => None,
        }
    }
}
