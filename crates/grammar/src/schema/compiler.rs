//! Schemas to rules.
//!
//! The unit of work is a *goal*: a set of schemas that one value must satisfy
//! together. `allOf`, references with siblings and a property met from several
//! sides are just larger goals, so intersection needs no special case. A goal
//! with an alternative (`anyOf`, `oneOf`) becomes one goal per branch; a goal
//! without one is lowered type by type. Goals are remembered, which is what
//! makes recursion and sharing rules.

use super::choice::Alternatives;
use super::error::{SchemaError, SchemaErrorKind};
use super::facts::{Types, read_types};
use super::goal::{Choice, Fact, Flat, Owners, Part};
use super::keyword::{Role, role};
use super::members::{Member, Members, Variant};
use super::source::{Loc, Source};
use super::{Options, check::equal};
use crate::evidence::{EvidenceKind, EvidenceRules};
use crate::report::{Enforcement, Report};
use crate::rule::{Builder, Expr, RuleId};
use crate::style::{Style, escape};
use serde_json::{Map, Value};
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
    any: Option<RuleId>,
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
            let (locs, fails, excluded) = self.number_parts(goal);
            let number = self.number(&locs, types, &fails, &excluded)?;
            parts.extend(number);
        }
        if types.has(Types::STRING) {
            let (locs, fails, excluded) = self.string_parts(goal);
            let string = self.string(&locs, &fails, &excluded)?;
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
    fn holds_facts(&self, goal: &Goal, value: &Value) -> bool {
        goal.facts.iter().all(|fact| match fact {
            Fact::Differs(loc) => !equal(self.source.value(*loc), value),
            _ => true,
        })
    }

    /// What a goal says about numbers.
    #[allow(clippy::type_complexity)]
    fn number_parts(&self, goal: &Goal) -> (Vec<Loc>, Vec<(Loc, &'static str)>, Vec<&'a Value>) {
        const TEXT: [&str; 4] = ["minLength", "maxLength", "pattern", "format"];
        let locs = goal.bases.iter().map(|(loc, _)| *loc).collect();
        let (mut fails, mut excluded) = (Vec::new(), Vec::new());
        for fact in &goal.facts {
            match fact {
                Fact::Fails(loc, keyword) if !TEXT.contains(keyword) => {
                    fails.push((*loc, *keyword));
                }
                Fact::Differs(loc) if self.source.value(*loc).is_number() => {
                    excluded.push(self.source.value(*loc));
                }
                _ => {}
            }
        }
        (locs, fails, excluded)
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

    /// Constants, those that the rest of the goal accepts.
    fn values(&mut self, goal: &Goal, values: &[&'a Value]) -> Option<Expr> {
        let kept = self.accepted(goal, values);
        if kept.is_empty() {
            let first = goal.bases.first().map(|(loc, _)| *loc);
            self.contradict(first, "no listed value satisfies the other keywords");
            return None;
        }
        let parts: Vec<Expr> = kept.into_iter().map(|one| self.literal(one)).collect();
        Some(Expr::choice(parts))
    }

    /// One constant in canonical form.
    pub(super) fn literal(&mut self, value: &Value) -> Expr {
        let style = self.style;
        match value {
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
                let free = self.options.key_order == super::KeyOrder::Free;
                let inside = members.lower(free, style, &mut self.builder, "constant");
                let inside = inside.ok().flatten().unwrap_or_else(Expr::empty);
                Expr::sequence([style.open('{'), inside, style.close('}')])
            }
            Value::Number(number) => self.number_literal(number),
            scalar => Expr::text(scalar.to_string()),
        }
    }

    /// Notes that some facts about which properties are there are left out.
    pub(super) fn leave_presence(&mut self, reason: &str) {
        let reason = format!("{reason}: left to the validator");
        self.report
            .note(String::new(), Enforcement::Residual(reason));
    }

    /// A property's name and the colon.
    pub fn key(&self, name: &str) -> Expr {
        Expr::sequence([
            Expr::text(format!("\"{}\"", escape(name))),
            self.style.colon(),
        ])
    }

    /// The rule for any string, if this is it.
    fn shared_string(&mut self, expr: Expr) -> Expr {
        if expr != super::string::any_string() {
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
        let string = self.shared_string(super::string::any_string());
        let number = self.number(&[], Types::NUMBER, &[], &[]).ok().flatten();
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
