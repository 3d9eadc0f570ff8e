//! What is known while a schema is compiled, and what every part of the compiler
//! asks of it: keywords, notes for the report, how much work was done.
//!
//! Alternatives multiply, so the work is counted: over `STRAIN` negations and
//! conditions are left to the validator, over `OVERSTRAIN` every choice.

use super::check::Cache;
use super::error::SchemaError;
use super::goal::{Alternatives, Choice, Part};
use super::options::{Formats, Options};
use super::source::{Loc, Source};
use super::string::Strings;
use crate::evidence::EvidenceRules;
use crate::report::{Enforcement, Report};
use crate::rule::{Builder, Expr, RuleId};
use crate::style::Style;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// From here on what multiplies alternatives is left to the validator.
const STRAIN: usize = 3_000;
/// From here on every alternative is.
const OVERSTRAIN: usize = 20_000;

/// How far a goal is.
pub(super) enum Progress {
    /// Being lowered: the rule that stands for it once one is needed, how many
    /// values deep and how many goals deep it began.
    Started(Option<RuleId>, usize, usize),
    Done(Option<Expr>),
}

/// One compilation.
pub(super) struct Compiler<'a> {
    pub source: Source<'a>,
    /// What was read for checks.
    pub checks: Cache,
    pub options: &'a Options<'a>,
    pub builder: Builder,
    pub style: Style,
    pub report: Report,
    /// The evidence in words, once something quotes it.
    pub evidence: Option<EvidenceRules<'a>>,
    /// Goals that were asked for.
    pub goals: BTreeMap<Vec<Part>, Progress>,
    /// Values around the one being lowered, and schemas being lowered.
    pub depth: usize,
    pub nested: usize,
    /// How much was made so far.
    pub effort: usize,
    /// Alternatives of choices that were asked for.
    pub choices: BTreeMap<Choice, Alternatives>,
    /// Schemas of which it is unknown what counts as evaluated.
    pub unknown_owners: BTreeSet<Loc>,
    /// The outermost goal that was left out of itself.
    pub cut: Option<usize>,
    /// The rule for any value, once it is used.
    pub any: Option<RuleId>,
    /// Rules that many goals use, by name.
    pub shared: BTreeMap<&'static str, RuleId>,
    pub strings: Strings,
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
        source.formats_annotate = options.formats == Formats::Annotation;
        Self {
            source,
            checks: Cache::default(),
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
            strings: Strings::default(),
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

    /// Notes that some facts about which properties are there are left out.
    pub fn leave_presence(&mut self, reason: &str) {
        let reason = format!("{reason}: left to the validator");
        self.report
            .note(String::new(), Enforcement::Residual(reason));
    }

    /// The schema under a keyword.
    pub fn inside(&mut self, loc: Loc, keyword: &str) -> Option<Loc> {
        let value = self.keyword(loc, keyword)?;
        Some(self.source.child(loc, value, &[keyword]))
    }

    /// The schemas that are listed under a keyword.
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

    /// Whether so much was made of this schema that exactness has to end.
    pub fn strained(&self) -> bool {
        self.effort > STRAIN
    }

    /// Whether so much was made of it that no choice is looked at any more.
    pub fn overstrained(&self) -> bool {
        self.effort > OVERSTRAIN
    }
}
