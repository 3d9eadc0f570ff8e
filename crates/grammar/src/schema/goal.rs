//! Goals: what one value must satisfy together.
//!
//! A goal is a conjunction of [`Part`]s. Opening it gives schemas without
//! combining keywords, facts, and choices that are still open; negations are
//! pushed down to facts, so that nothing has to be taken away from a language
//! that was already lowered.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::Types;
use super::keyword::{Role, role};
use super::source::Loc;
use crate::report::Enforcement;
use serde_json::{Map, Value};

/// Schemas whose `unevaluated*` a part counts for: those it was reached from
/// without going into the value. Sorted.
pub(super) type Owners = Vec<Loc>;

/// One member of the conjunction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// A whole schema.
    Whole(Loc, Owners),
    /// A schema without its combining keywords.
    Base(Loc, Owners),
    /// Alternatives that are still open.
    Open(Choice),
    /// A fact that no schema of the document states as such.
    Fact(Fact),
}

/// Alternatives, of which one must hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Choice {
    /// `anyOf` of a schema.
    AnyOf(Loc, Owners),
    /// `oneOf` of a schema.
    OneOf(Loc, Owners),
    /// `if`, `then`, `else` of a schema.
    If(Loc, Owners),
    /// One schema of `dependentSchemas` or `dependencies`.
    Depends(Loc, Owners, &'static str, String),
    /// A schema that must fail, and the keyword that asks for it.
    Not(Loc, (Loc, &'static str)),
    /// A value that the value must differ from.
    Differs(Loc),
}

/// A fact about a value. All but `Types` hold for values of other types.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    /// The value has one of these types.
    Types(Types),
    /// A keyword about strings or numbers fails.
    Fails(Loc, &'static str),
    /// The value is not this scalar.
    Differs(Loc),
    /// Objects: one of these properties is there (true) or absent (false).
    Presence(Vec<(String, bool)>),
    /// Objects: a property, if there, satisfies a part.
    Member(String, Box<Part>),
    /// Objects: some property of the selected ones satisfies a part.
    SomeMember(Select, Box<Part>),
    /// Arrays (true) or objects (false) of at least and at most so many.
    Count(bool, u32, Option<u32>),
    /// Arrays: the item at an index, if there, satisfies a part.
    Item(u32, Box<Part>),
    /// Arrays: of the items from an index on, so many satisfy a part.
    Contains(Box<Part>, u32, u32, Option<u32>),
}

/// Which properties a fact speaks of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Select {
    /// Those whose name matches a pattern.
    Pattern(String),
    /// Those that `additionalProperties` of a schema speaks of.
    Additional(Loc),
    /// Those whose name fails `propertyNames` of a schema.
    BadName(Loc),
}

/// An opened goal.
#[derive(Debug, Clone, Default)]
pub(super) struct Flat {
    pub bases: Vec<(Loc, Owners)>,
    pub facts: Vec<Fact>,
    pub open: Vec<Choice>,
}

impl Part {
    pub fn whole(loc: Loc) -> Self {
        Self::Whole(loc, Owners::new())
    }

    /// The value is an object and has the property (true) or lacks it.
    pub fn presence(name: &str, there: bool) -> Self {
        Self::Fact(Fact::Presence(vec![(name.to_owned(), there)]))
    }

    pub fn types(types: Types) -> Self {
        Self::Fact(Fact::Types(types))
    }

    pub fn not(loc: Loc, blame: (Loc, &'static str)) -> Self {
        Self::Open(Choice::Not(loc, blame))
    }

    /// The place in the schema that it comes from, if there is one.
    pub fn loc(&self) -> Option<Loc> {
        match self {
            Self::Whole(loc, _) | Self::Base(loc, _) => Some(*loc),
            Self::Open(choice) => Some(choice.loc()),
            Self::Fact(_) => None,
        }
    }
}

impl Choice {
    pub fn loc(&self) -> Loc {
        match self {
            Self::AnyOf(loc, _)
            | Self::OneOf(loc, _)
            | Self::If(loc, _)
            | Self::Depends(loc, ..)
            | Self::Not(_, (loc, _))
            | Self::Differs(loc) => *loc,
        }
    }

    /// Whether it is left out first when there is too much to combine: what
    /// only takes values away, not what says which there are.
    pub fn is_optional(&self) -> bool {
        !matches!(self, Self::AnyOf(..) | Self::OneOf(..))
    }

    /// The keyword that opens it.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::AnyOf(..) => "anyOf",
            Self::OneOf(..) => "oneOf",
            Self::If(..) => "if",
            Self::Depends(_, _, keyword, _) | Self::Not(_, (_, keyword)) => keyword,
            Self::Differs(_) => "",
        }
    }
}

impl Flat {
    pub fn parts(&self) -> Vec<Part> {
        let bases = self.bases.iter();
        let bases = bases.map(|(loc, owners)| Part::Base(*loc, owners.clone()));
        let facts = self.facts.iter().cloned().map(Part::Fact);
        bases
            .chain(facts)
            .chain(self.open.iter().cloned().map(Part::Open))
            .collect()
    }

    /// Adds what another one says.
    pub fn join(&mut self, more: Self) {
        for base in more.bases {
            Self::push(&mut self.bases, base);
        }
        for fact in more.facts {
            Self::push(&mut self.facts, fact);
        }
        for choice in more.open {
            Self::push(&mut self.open, choice);
        }
    }

    fn push<T: PartialEq>(list: &mut Vec<T>, one: T) {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}

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

    pub(super) fn schemas(
        &mut self,
        loc: Loc,
        keyword: &str,
        value: &'a Value,
    ) -> Result<Vec<Loc>, SchemaError> {
        let Some(list) = value.as_array() else {
            return Err(self.malformed(loc, keyword, "an array of schemas"));
        };
        let each = list.iter().enumerate();
        Ok(each
            .map(|(index, one)| self.source.child(loc, one, &[keyword, &index.to_string()]))
            .collect())
    }
}
