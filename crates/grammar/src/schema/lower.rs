//! Schemas to rules.
//!
//! The unit of work is a *goal*: a set of schemas that one value must satisfy
//! together. `allOf`, references with siblings and a property met from several
//! sides are just larger goals, so intersection needs no special case. Goals are
//! opened (`open.rs`) into schemas without combining keywords, facts and
//! choices; `solve.rs` settles choices that have one way to hold, drops
//! alternatives that cannot hold beside the rest (`conflict.rs`), and makes one
//! goal per alternative of what is still open (`choice.rs`, where negations
//! become alternatives and facts). A goal without choices is lowered type by
//! type. Goals are remembered, which is what makes recursion and sharing rules.

use super::compiler::{Compiler, Progress};
use super::error::{SchemaError, SchemaErrorKind};
use super::facts::Types;
use super::goal::{Goal, Owners, Part, Solved};
use super::keyword::{Role, role};
use super::source::{Loc, Source};
use crate::evidence::{EvidenceKind, EvidenceRules};
use crate::rule::Expr;
use serde_json::Value;

/// Goals of one compilation; more come from alternatives that multiply.
const MAX_GOALS: usize = 50_000;

impl Compiler<'_> {
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
