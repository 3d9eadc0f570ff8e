//! Schemas to rules.
//!
//! The unit of work is a *goal*: a set of schemas that one value must satisfy
//! together. `allOf`, references with siblings and a property met from several
//! sides are just larger goals, so intersection needs no special case. A goal
//! with an alternative (`anyOf`, `oneOf`) becomes one goal per branch; a goal
//! without one is lowered type by type. Goals are remembered, which is what
//! makes recursion and sharing rules.

use super::error::{SchemaError, SchemaErrorKind};
use super::facts::{Types, read_types};
use super::keyword::{Role, role};
use super::source::{Loc, Source};
use super::{Options, check::equal};
use crate::evidence::{EvidenceKind, EvidenceRules};
use crate::report::{Enforcement, Report};
use crate::rule::{Builder, Expr, RuleId};
use crate::style::{Style, escape};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Goals of one compilation; more come from alternatives that multiply.
const MAX_GOALS: usize = 50_000;

/// A part of a goal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// A whole schema.
    Whole(Loc),
    /// A schema without its combining keywords.
    Base(Loc),
    /// An alternative of a schema that is still open.
    Open(Loc, &'static str),
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
    /// The outermost goal that was left out of itself.
    cut: Option<usize>,
    any: Option<RuleId>,
    /// Rules that many goals use, by name.
    pub shared: BTreeMap<&'static str, RuleId>,
    pub strings: super::string::Strings,
    /// The last contradiction met, for the error.
    pub contradiction: Option<(String, String)>,
}

impl<'a> Compiler<'a> {
    pub fn new(schema: &'a Value, options: &'a Options<'a>, mut builder: Builder) -> Self {
        let style = Style::new(options.whitespace, &mut builder);
        Self {
            source: Source::new(schema),
            options,
            builder,
            style,
            report: Report::default(),
            evidence: None,
            goals: BTreeMap::new(),
            depth: 0,
            nested: 0,
            cut: None,
            any: None,
            shared: BTreeMap::new(),
            strings: super::string::Strings::default(),
            contradiction: None,
        }
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
        let Some((bases, open)) = self.expand(parts)? else {
            return Ok(None);
        };
        let mut key: Vec<Part> = bases.iter().map(|loc| Part::Base(*loc)).collect();
        key.extend(open.iter().map(|(loc, keyword)| Part::Open(*loc, keyword)));
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
                    let comment = key.first().map(|part| self.source.pointer(part.loc()));
                    let id = self.builder.declare(hint, comment.map(ToOwned::to_owned));
                    *rule = Some(id);
                    id
                };
                return Ok(Some(Expr::Rule(id)));
            }
            None => {}
        }
        if self.goals.len() >= MAX_GOALS {
            let pointer = key
                .first()
                .map_or("", |part| self.source.pointer(part.loc()));
            return Err(SchemaError::too_large(
                pointer,
                "number of combined schemas",
                MAX_GOALS,
            ));
        }
        let limit = self.options.limits.max_nesting;
        if self.nested >= limit {
            let pointer = key
                .first()
                .map_or("", |part| self.source.pointer(part.loc()));
            return Err(SchemaError::too_large(pointer, "nesting of schemas", limit));
        }
        self.goals
            .insert(key.clone(), Progress::Started(None, depth, self.nested));
        self.nested += 1;
        let body = match open.split_first() {
            Some((first, rest)) => self.branches(&bases, *first, rest, hint),
            None => self.base(&bases, hint),
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
                pointer: key
                    .first()
                    .map_or("", |part| self.source.pointer(part.loc()))
                    .to_owned(),
                keyword: None,
                kind: SchemaErrorKind::Loop,
                help: "let each turn of the recursion go into a property or an item",
            });
        }
        let done = match (body, used) {
            (None, _) => None,
            (Some(body), None) if is_small(&body) => Some(body),
            (Some(body), used) => {
                let comment = key
                    .first()
                    .map(|part| self.source.pointer(part.loc()).to_owned());
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

    /// Opens references and `allOf`; `None` if a part is `false`.
    #[allow(clippy::type_complexity)]
    fn expand(
        &mut self,
        parts: &[Part],
    ) -> Result<Option<(Vec<Loc>, Vec<(Loc, &'static str)>)>, SchemaError> {
        let (mut bases, mut open) = (Vec::new(), Vec::new());
        let mut seen = std::collections::BTreeSet::new();
        let mut work: Vec<Part> = parts.iter().rev().cloned().collect();
        while let Some(part) = work.pop() {
            if !seen.insert(part.clone()) {
                continue;
            }
            let loc = match part {
                Part::Whole(loc) => loc,
                Part::Base(loc) => {
                    bases.push(loc);
                    continue;
                }
                Part::Open(loc, keyword) => {
                    open.push((loc, keyword));
                    continue;
                }
            };
            let map = match self.source.value(loc) {
                Value::Bool(true) => continue,
                Value::Bool(false) => {
                    self.contradict(Some(loc), "the schema is `false`");
                    return Ok(None);
                }
                Value::Object(map) => map,
                _ => return Err(self.malformed(loc, "", "an object or a boolean")),
            };
            let mut after = Vec::new();
            if let Some(reference) = map.get("$ref") {
                let Some(reference) = reference.as_str() else {
                    return Err(self.malformed(loc, "$ref", "a string"));
                };
                let target = self.source.resolve(loc, reference)?;
                self.note(loc, "$ref", Enforcement::Enforced);
                after.push(Part::Whole(target));
                if self.source.ref_alone {
                    work.extend(after);
                    continue;
                }
            }
            self.note_plain(loc, map);
            let asserts =
                |key: &String| !matches!(role(key), None | Some(Role::Annotation | Role::Combines));
            // Properties come in the order of the document: those of an `allOf`
            // that is written before `properties` come first.
            let named = if map.contains_key("properties") {
                Some("properties")
            } else {
                map.keys().find(|key| asserts(key)).map(String::as_str)
            };
            for (keyword, value) in map {
                match keyword.as_str() {
                    "allOf" => {
                        after.extend(
                            self.schemas(loc, "allOf", value)?
                                .into_iter()
                                .map(Part::Whole),
                        );
                        self.note(loc, "allOf", Enforcement::Enforced);
                    }
                    "anyOf" => after.push(Part::Open(loc, "anyOf")),
                    "oneOf" => after.push(Part::Open(loc, "oneOf")),
                    keyword if Some(keyword) == named => after.push(Part::Base(loc)),
                    _ => {}
                }
            }
            work.extend(after.into_iter().rev());
        }
        Ok(Some((bases, open)))
    }

    /// Notes what needs no lowering.
    fn note_plain(&mut self, loc: Loc, map: &Map<String, Value>) {
        for keyword in map.keys() {
            match role(keyword) {
                None | Some(Role::Annotation) => self.note(loc, keyword, Enforcement::Annotation),
                Some(Role::Residual(reason)) => self.residual(loc, keyword, reason),
                Some(Role::Rules) => self.note(loc, keyword, Enforcement::Enforced),
                Some(Role::Combines) => {}
            }
        }
    }

    pub fn schemas(
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

    fn branches(
        &mut self,
        bases: &[Loc],
        open: (Loc, &'static str),
        rest: &[(Loc, &'static str)],
        hint: &str,
    ) -> Result<Option<Expr>, SchemaError> {
        let (loc, keyword) = open;
        let Some(value) = self.source.value(loc).get(keyword) else {
            return Ok(None);
        };
        let options = self.schemas(loc, keyword, value)?;
        let exact = keyword == "anyOf" || self.all_disjoint(&options);
        if exact {
            self.note(loc, keyword, Enforcement::Enforced);
        } else {
            self.residual(
                loc,
                keyword,
                "a value may satisfy several branches; rules allow it",
            );
        }
        let mut found = Vec::new();
        for (index, option) in options.iter().enumerate() {
            let mut parts: Vec<Part> = bases.iter().map(|loc| Part::Base(*loc)).collect();
            parts.push(Part::Whole(*option));
            parts.extend(rest.iter().map(|(loc, keyword)| Part::Open(*loc, keyword)));
            found.extend(self.goal(&parts, &format!("{hint}-{}", index + 1))?);
        }
        if found.is_empty() {
            self.contradict(
                Some(loc),
                format!("no branch of `{keyword}` can be satisfied"),
            );
            return Ok(None);
        }
        found.dedup();
        Ok(Some(Expr::choice(found)))
    }

    /// Whether no value can satisfy two of the schemas.
    fn all_disjoint(&mut self, options: &[Loc]) -> bool {
        if options.len() > 300 {
            return false;
        }
        for (index, one) in options.iter().enumerate() {
            for two in options.iter().skip(index + 1) {
                if !self.disjoint(*one, *two, 0) {
                    return false;
                }
            }
        }
        true
    }

    fn base(&mut self, bases: &[Loc], hint: &str) -> Result<Option<Expr>, SchemaError> {
        if bases.is_empty() {
            return Ok(Some(Expr::Rule(self.any_value())));
        }
        let mut types = Types::ALL;
        let mut values: Option<Vec<&'a Value>> = None;
        for loc in bases {
            let Some(map) = self.source.value(*loc).as_object() else {
                continue;
            };
            if let Some(wanted) = map.get("x-evidence") {
                return self.evidence(*loc, bases, wanted).map(Some);
            }
            if let Some(value) = map.get("type") {
                let read = read_types(value);
                let read =
                    read.ok_or_else(|| self.malformed(*loc, "type", "names of JSON types"))?;
                types = types.and(read);
            }
            let listed = match (map.get("const"), map.get("enum")) {
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
        if let Some(values) = values {
            return Ok(self.values(bases, &values));
        }
        if types.is_empty() {
            self.contradict(bases.first().copied(), "the types exclude each other");
            return Ok(None);
        }
        let mut parts = Vec::new();
        if types.has(Types::NULL) {
            parts.push(Expr::text("null"));
        }
        if types.has(Types::BOOLEAN) {
            parts.extend([Expr::text("true"), Expr::text("false")]);
        }
        if types.has(Types::INTEGER) || types.has(Types::FRACTION) {
            parts.extend(self.number(bases, types, &[], &[])?);
        }
        if types.has(Types::STRING) {
            parts.extend(self.string(bases, &[], &[])?);
        }
        if types.has(Types::ARRAY) {
            parts.extend(self.array(bases, hint)?);
        }
        if types.has(Types::OBJECT) {
            parts.extend(self.object(bases, hint)?);
        }
        Ok((!parts.is_empty()).then(|| Expr::choice(parts)))
    }

    /// Constants, those that the rest of the goal accepts.
    fn values(&mut self, bases: &[Loc], values: &[&'a Value]) -> Option<Expr> {
        let mut parts: Vec<Expr> = Vec::new();
        let mut kept: Vec<&Value> = Vec::new();
        for value in values {
            let accepted = bases
                .iter()
                .all(|loc| self.check(*loc, value, 0) != Some(false));
            let hit = kept.len() < 1_000 && kept.iter().any(|one| equal(one, value));
            if accepted && !hit {
                kept.push(value);
                parts.push(self.literal(value));
            }
        }
        if parts.is_empty() {
            self.contradict(
                bases.first().copied(),
                "no listed value satisfies the other keywords",
            );
            return None;
        }
        Some(Expr::choice(parts))
    }

    /// One constant in canonical form.
    fn literal(&self, value: &Value) -> Expr {
        match value {
            Value::Array(list) => {
                let mut parts = vec![self.style.open('[')];
                for (index, one) in list.iter().enumerate() {
                    parts.extend((index > 0).then(|| self.style.comma()));
                    parts.push(self.literal(one));
                }
                parts.push(self.style.close(']'));
                Expr::sequence(parts)
            }
            Value::Object(map) => {
                let mut parts = vec![self.style.open('{')];
                for (index, (name, one)) in map.iter().enumerate() {
                    parts.extend((index > 0).then(|| self.style.comma()));
                    parts.push(self.key(name));
                    parts.push(self.literal(one));
                }
                parts.push(self.style.close('}'));
                Expr::sequence(parts)
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
        let string = super::string::any_string();
        let list = |one: Expr| {
            let more = Expr::sequence([style.comma(), one.clone()]).repeat(0, None);
            Expr::sequence([one, more]).optional()
        };
        let pair = Expr::sequence([string.clone(), style.colon(), value()]);
        let body = Expr::choice([
            Expr::text("null"),
            Expr::text("true"),
            Expr::text("false"),
            super::foreign::any_number(),
            string,
            Expr::sequence([style.open('['), list(value()), style.close(']')]),
            Expr::sequence([style.open('{'), list(pair), style.close('}')]),
        ]);
        self.builder.define(id, body);
        id
    }

    fn evidence(&mut self, loc: Loc, bases: &[Loc], wanted: &Value) -> Result<Expr, SchemaError> {
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
        let id = rules.rule(kind, &mut self.builder, self.style);
        self.evidence = Some(rules);
        for base in bases {
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

impl Part {
    pub fn loc(&self) -> Loc {
        match self {
            Self::Whole(loc) | Self::Base(loc) | Self::Open(loc, _) => *loc,
        }
    }
}

/// Small bodies stay where they are used instead of becoming rules.
fn is_small(expr: &Expr) -> bool {
    match expr {
        Expr::Text(text) => text.len() <= 24,
        Expr::Rule(_) => true,
        _ => false,
    }
}
