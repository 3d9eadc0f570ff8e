//! Schemas to rules.
//!
//! The unit of work is a *goal*: a set of schemas that one value must satisfy
//! together. `allOf`, references with siblings and a property met from several
//! sides are just larger goals, so intersection needs no special case. Goals are
//! opened (`goal.rs`) into schemas without combining keywords, facts and
//! choices; `solve` settles choices that have one way to hold, drops
//! alternatives that cannot hold beside the rest (`conflict.rs`), and makes one
//! goal per alternative of what is still open (`choice.rs`, where negations
//! become alternatives and facts). A goal without choices is lowered type by
//! type. Goals are remembered, which is what makes recursion and sharing rules.
//!
//! Alternatives multiply, so the work is counted: over `STRAIN` negations and
//! conditions are left to the validator, over `OVERSTRAIN` every choice.

use super::Options;
use super::choice::Alternatives;
use super::error::{SchemaError, SchemaErrorKind};
use super::facts::Types;
use super::goal::{Choice, Fact, Flat, Owners, Part};
use super::keyword::{Role, role};
use super::source::{Loc, Source};
use crate::evidence::{EvidenceKind, EvidenceRules};
use crate::report::{Enforcement, Report};
use crate::rule::{Builder, Expr, RuleId};
use crate::style::Style;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Goals of one compilation; more come from alternatives that multiply.
const MAX_GOALS: usize = 50_000;

/// From here on what multiplies alternatives is left to the validator.
const STRAIN: usize = 3_000;
/// From here on every alternative is.
const OVERSTRAIN: usize = 20_000;

/// A goal without alternatives.
pub(super) struct Goal {
    pub bases: Vec<(Loc, Owners)>,
    pub facts: Vec<Fact>,
}

/// What solving a goal came to.
pub(super) enum Solved {
    Nothing,
    Goal(Goal),
    /// One of these, each with the number of its branch.
    Branches(Vec<(Vec<Part>, Option<usize>)>),
}

enum Progress {
    /// Being lowered: the rule that stands for it once one is needed, how many
    /// values deep and how many goals deep it began.
    Started(Option<RuleId>, usize, usize),
    Done(Option<Expr>),
}

pub(super) struct Compiler<'a> {
    pub source: Source<'a>,
    /// What was read for checks.
    pub checks: super::check::Cache,
    pub options: &'a Options<'a>,
    pub builder: Builder,
    pub style: Style,
    pub report: Report,
    evidence: Option<EvidenceRules<'a>>,
    goals: BTreeMap<Vec<Part>, Progress>,
    /// Values around the one being lowered, and schemas being lowered.
    pub depth: usize,
    nested: usize,
    /// How much was made so far.
    pub effort: usize,
    /// Alternatives of choices that were asked for.
    pub choices: BTreeMap<Choice, Alternatives>,
    /// Schemas of which it is unknown what counts as evaluated.
    pub unknown_owners: BTreeSet<Loc>,
    /// The outermost goal that was left out of itself.
    cut: Option<usize>,
    /// The rule for any value, once it is used.
    pub any: Option<RuleId>,
    /// Rules that many goals use, by name.
    pub shared: BTreeMap<&'static str, RuleId>,
    pub strings: super::string::Strings,
    /// Rules that quote evidence.
    pub evidence_rules: std::ops::Range<u32>,
    /// Names that are none of some: the rule for them.
    pub other_names: BTreeMap<Vec<String>, Expr>,
    /// The last contradiction met, for the error.
    pub contradiction: Option<(String, String)>,
}

impl<'a> Compiler<'a> {
    pub fn new(schema: &'a Value, options: &'a Options<'a>, mut builder: Builder) -> Self {
        let style = Style::new(options.whitespace, &mut builder);
        let mut source = Source::new(schema);
        source.formats_annotate = options.formats == super::Formats::Annotation;
        Self {
            source,
            checks: super::check::Cache::default(),
            options,
            builder,
            style,
            report: Report::default(),
            evidence: None,
            goals: BTreeMap::new(),
            depth: 0,
            nested: 0,
            effort: 0,
            choices: BTreeMap::new(),
            unknown_owners: BTreeSet::new(),
            cut: None,
            any: None,
            shared: BTreeMap::new(),
            strings: super::string::Strings::default(),
            evidence_rules: 0..0,
            other_names: BTreeMap::new(),
            contradiction: None,
        }
    }

    /// A keyword of a schema, if its draft has it.
    pub fn keyword(&self, loc: Loc, keyword: &str) -> Option<&'a Value> {
        let value = self.source.value(loc).get(keyword);
        value.filter(|_| self.source.knows(loc, keyword))
    }

    pub fn note(&mut self, loc: Loc, keyword: &str, enforcement: Enforcement) {
        let pointer = format!("{}/{keyword}", self.source.pointer(loc));
        self.report.note(pointer, enforcement);
    }

    pub fn residual(&mut self, loc: Loc, keyword: &str, reason: &str) {
        self.note(loc, keyword, Enforcement::Residual(reason.to_owned()));
    }

    pub fn contradict(&mut self, loc: Option<Loc>, reason: impl Into<String>) {
        let pointer = loc
            .map(|loc| self.source.pointer(loc).to_owned())
            .unwrap_or_default();
        self.contradiction = Some((pointer, reason.into()));
    }

    pub fn malformed(&self, loc: Loc, keyword: &str, wanted: &'static str) -> SchemaError {
        SchemaError::malformed(self.source.pointer(loc), keyword, wanted)
    }

    /// What matches a goal; `None` if nothing does. `hint` names the rule.
    pub fn goal(&mut self, parts: &[Part], hint: &str) -> Result<Option<Expr>, SchemaError> {
        let Some(flat) = self.open(parts)? else {
            return Ok(None);
        };
        let key = flat.parts();
        let depth = self.depth;
        match self.goals.get_mut(&key) {
            Some(Progress::Done(expr)) => return Ok(expr.clone()),
            // The goal is its own alternative: that adds nothing.
            Some(Progress::Started(_, at, level)) if *at == depth => {
                let level = *level;
                self.cut = Some(self.cut.map_or(level, |cut| cut.min(level)));
                return Ok(None);
            }
            Some(Progress::Started(rule, ..)) => {
                let id = if let Some(id) = *rule {
                    id
                } else {
                    let comment = pointer_of(&self.source, &key);
                    let id = self.builder.declare(hint, comment);
                    *rule = Some(id);
                    id
                };
                return Ok(Some(Expr::Rule(id)));
            }
            None => {}
        }
        if self.goals.len() >= MAX_GOALS {
            let pointer = &pointer_of(&self.source, &key).unwrap_or_default();
            return Err(SchemaError::too_large(
                pointer,
                "number of combined schemas",
                MAX_GOALS,
            ));
        }
        let limit = self.options.limits.max_nesting;
        if self.nested >= limit {
            let pointer = &pointer_of(&self.source, &key).unwrap_or_default();
            return Err(SchemaError::too_large(pointer, "nesting of schemas", limit));
        }
        self.goals
            .insert(key.clone(), Progress::Started(None, depth, self.nested));
        self.nested += 1;
        self.effort += 1 + key.len();
        let body = match self.solve(flat) {
            Ok(Solved::Nothing) => Ok(None),
            Ok(Solved::Goal(goal)) => self.base(&goal, hint),
            Ok(Solved::Branches(branches)) => self.branches(branches, hint),
            Err(error) => Err(error),
        };
        self.nested -= 1;
        let body = body?;
        let started = self.goals.remove(&key);
        let used = match started {
            Some(Progress::Started(rule, ..)) => rule,
            _ => None,
        };
        let inner_cut = self.cut.is_some_and(|level| level < self.nested);
        if inner_cut && used.is_some() {
            return Err(SchemaError {
                pointer: pointer_of(&self.source, &key).unwrap_or_default(),
                keyword: None,
                kind: SchemaErrorKind::Loop,
                help: "let each turn of the recursion go into a property or an item",
            });
        }
        let done = match (body, used) {
            (None, _) => None,
            (Some(body), None) if is_small(&body) => Some(body),
            (Some(body), used) => {
                let comment = pointer_of(&self.source, &key);
                let id = used.unwrap_or_else(|| self.builder.declare(hint, comment));
                self.builder.define(id, body);
                Some(Expr::Rule(id))
            }
        };
        // What left out an alternative because it was being lowered further up
        // is right only there.
        if !inner_cut {
            self.cut = None;
            self.goals.insert(key, Progress::Done(done.clone()));
        }
        Ok(done)
    }

    /// Whether so much was made of this schema that exactness has to end.
    pub(super) fn strained(&self) -> bool {
        self.effort > STRAIN
    }

    /// Settles what has only one way to hold, and leaves out alternatives that
    /// cannot hold beside the rest.
    pub(super) fn solve(&mut self, mut flat: Flat) -> Result<Solved, SchemaError> {
        let mut ways: Option<Vec<Vec<Part>>> = None;
        let mut at = 0;
        let mut shape = None;
        // A reference may lead back to a choice that is settled already.
        let mut settled: Vec<Choice> = Vec::new();
        while let Some(choice) = flat.open.get(at).cloned() {
            if self.effort > OVERSTRAIN {
                let reason = "too many combinations: left to the validator";
                self.residual(choice.loc(), choice.keyword(), reason);
                flat.open.remove(at);
                continue;
            }
            let alternatives = self.alternatives(&choice)?;
            let known = match shape.take() {
                Some(known) => known,
                None => self.shape(&flat.parts()),
            };
            let living = self.living(&flat, &known, &alternatives)?;
            shape = Some(known);
            match living {
                None => settled.push(flat.open.remove(at)),
                Some(living) => match <[Vec<Part>; 1]>::try_from(living) {
                    Ok([only]) => {
                        settled.push(flat.open.remove(at));
                        let Some(mut more) = self.open(&only)? else {
                            return Ok(Solved::Nothing);
                        };
                        more.open.retain(|choice| !settled.contains(choice));
                        flat.join(more);
                        (at, shape, ways) = (0, None, None);
                    }
                    Err(living) if living.is_empty() => {
                        let reason =
                            format!("no branch of `{}` can be satisfied", choice.keyword());
                        self.contradict(Some(choice.loc()), reason);
                        return Ok(Solved::Nothing);
                    }
                    Err(_) if self.strained() && choice.is_optional() => {
                        let reason = "too many combinations: left to the validator";
                        self.residual(choice.loc(), choice.keyword(), reason);
                        flat.open.remove(at);
                    }
                    Err(living) => {
                        at += 1;
                        ways.get_or_insert(living);
                    }
                },
            }
        }
        let Some(ways) = ways else {
            let Flat { bases, facts, .. } = flat;
            return Ok(Solved::Goal(Goal { bases, facts }));
        };
        let numbered = matches!(
            flat.open.first(),
            Some(Choice::AnyOf(..) | Choice::OneOf(..))
        );
        flat.open.remove(0);
        let bases = flat.parts();
        let (before, after) = bases.split_at(flat.bases.len());
        let branch = |(index, way): (usize, Vec<Part>)| {
            let parts = before
                .iter()
                .cloned()
                .chain(way)
                .chain(after.iter().cloned());
            (parts.collect(), numbered.then_some(index + 1))
        };
        Ok(Solved::Branches(
            ways.into_iter().enumerate().map(branch).collect(),
        ))
    }

    fn branches(
        &mut self,
        branches: Vec<(Vec<Part>, Option<usize>)>,
        hint: &str,
    ) -> Result<Option<Expr>, SchemaError> {
        let mut found = Vec::new();
        for (parts, number) in branches {
            let name = match number {
                Some(number) => format!("{hint}-{number}"),
                None => hint.to_owned(),
            };
            let one = self.goal(&parts, &name)?;
            found.extend(one.filter(|one| !found.contains(one)));
        }
        if found.is_empty() {
            return Ok(None);
        }
        Ok(Some(Expr::choice(found)))
    }

    fn base(&mut self, goal: &Goal, hint: &str) -> Result<Option<Expr>, SchemaError> {
        if goal.bases.is_empty() && goal.facts.is_empty() {
            return Ok(Some(Expr::Rule(self.any_value())));
        }
        for (loc, _) in &goal.bases {
            if let Some(wanted) = self.source.value(*loc).get("x-evidence") {
                return self.evidence(*loc, &goal.bases, wanted).map(Some);
            }
        }
        let Some((types, values)) = self.types_and_values(goal)? else {
            return Ok(None);
        };
        if let Some(values) = values {
            return Ok(self.values(goal, &values));
        }
        let mut parts = Vec::new();
        if types.has(Types::NULL) {
            parts.push(Expr::text("null"));
        }
        if types.has(Types::BOOLEAN) {
            let both = [Value::Bool(true), Value::Bool(false)];
            let left = both.iter().filter(|one| self.holds_facts(goal, one));
            parts.extend(left.map(|one| Expr::text(one.to_string())));
        }
        if types.has(Types::NUMBER) {
            let number = self.number(&self.scalars(goal, false), types)?;
            parts.extend(number);
        }
        if types.has(Types::STRING) {
            let string = self.string(&self.scalars(goal, true))?;
            parts.extend(string.map(|one| self.shared_string(one)));
        }
        if types.has(Types::ARRAY) {
            parts.extend(self.array(goal, hint)?);
        }
        if types.has(Types::OBJECT) {
            parts.extend(self.object(goal, hint)?);
        }
        if parts.is_empty() && self.contradiction.is_none() {
            let first = goal.bases.first().map(|(loc, _)| *loc);
            self.contradict(first, "every value is excluded");
        }
        Ok((!parts.is_empty()).then(|| Expr::choice(parts)))
    }

    /// Notes that some facts about which properties are there are left out.
    pub(super) fn leave_presence(&mut self, reason: &str) {
        let reason = format!("{reason}: left to the validator");
        self.report
            .note(String::new(), Enforcement::Residual(reason));
    }

    fn evidence(
        &mut self,
        loc: Loc,
        bases: &[(Loc, Owners)],
        wanted: &Value,
    ) -> Result<Expr, SchemaError> {
        let kind = wanted.as_str().and_then(EvidenceKind::read);
        let wanted = "\"span\", \"quote\", \"anchor\" or \"line\"";
        let kind = kind.ok_or_else(|| self.malformed(loc, "x-evidence", wanted))?;
        let error = |reason: String, help| SchemaError {
            pointer: self.source.pointer(loc).to_owned(),
            keyword: Some("x-evidence".to_owned()),
            kind: SchemaErrorKind::Evidence { reason },
            help,
        };
        let Some(text) = self.options.evidence else {
            let reason = "the schema quotes evidence and none was given".to_owned();
            return Err(error(reason, "compile it with the evidence of a question"));
        };
        let mut rules = match self.evidence.take() {
            Some(rules) => rules,
            None => EvidenceRules::new(text)
                .map_err(|cause| error(cause.to_string(), "select other evidence"))?,
        };
        let before = self.builder.len() as u32;
        let id = rules.rule(kind, &mut self.builder, self.style);
        // The rules of the whole evidence come together, at its first use.
        if self.evidence_rules.is_empty() {
            self.evidence_rules = before..self.builder.len() as u32;
        }
        self.evidence = Some(rules);
        for (base, _) in bases {
            let Some(map) = self.source.value(*base).as_object() else {
                continue;
            };
            for keyword in map.keys().filter(|one| *one != "x-evidence") {
                if role(keyword) == Some(Role::Rules) {
                    self.residual(
                        *base,
                        keyword,
                        "beside `x-evidence` it is left to the validator",
                    );
                }
            }
        }
        Ok(Expr::Rule(id))
    }
}

/// Where a goal comes from.
fn pointer_of(source: &Source<'_>, key: &[Part]) -> Option<String> {
    let loc = key.iter().find_map(Part::loc)?;
    let pointer = source.pointer(loc);
    (!pointer.is_empty()).then(|| pointer.to_owned())
}

/// Small bodies stay where they are used instead of becoming rules.
fn is_small(expr: &Expr) -> bool {
    match expr {
        Expr::Text(text) => text.len() <= 24,
        Expr::Rule(_) => true,
        _ => false,
    }
}
