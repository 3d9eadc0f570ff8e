//! The numbers of a goal.
//!
//! Bounds become rules over digits directly ([`number`](super::number)), which
//! read well. Steps other than powers of ten, negated steps and the numbers
//! that are not whole go through automata ([`multiple`](super::multiple)).

use super::canonical::plain_number;
use super::compiler::Compiler;
use super::decimal::{Bound, Decimal, contains, stricter};
use super::error::SchemaError;
use super::facts::{Types, read_bound};
use super::foreign::{self, OneSign};
use super::multiple::{Step, Wanted};
use super::number::{any_integer, decimals, integers};
use super::scalars::Scalars;
use super::source::Loc;
use crate::automaton::TooManyStates;
use crate::rule::{CharSet, Expr};
use crate::style::Whitespace;
use serde_json::{Map, Value};

const BOUNDS: [&str; 4] = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"];

/// Digits after the point of a bound up to which its rules are nested by digit.
const MAX_NESTED_PLACES: usize = 40;

/// What the keywords of a goal say about its numbers.
#[derive(Default)]
struct Reading {
    low: Option<Bound>,
    high: Option<Bound>,
    step: Option<Step>,
    /// Where steps come from, for the report.
    steps: Vec<(Loc, &'static str)>,
    broken: Vec<Step>,
    excluded: Vec<Decimal>,
    /// A keyword that has to fail and cannot.
    contradicted: Option<Loc>,
}

/// How numbers are written.
#[derive(Clone, Copy)]
struct Writing {
    /// As other programs do.
    foreign: bool,
    /// Whole numbers have no point and no exponent even so.
    strict: bool,
}

impl Compiler<'_> {
    /// The numbers of `types` of which all of it holds, by value; `None` if
    /// there are none.
    ///
    /// # Errors
    /// Malformed keywords.
    pub(super) fn number(
        &mut self,
        said: &Scalars<'_>,
        types: Types,
    ) -> Result<Option<Expr>, SchemaError> {
        let mut reading = Reading::default();
        for loc in said.bases.iter().copied() {
            self.read_satisfied(loc, &mut reading)?;
        }
        for (loc, keyword) in said.fails.iter().copied() {
            self.read_failed(loc, keyword, &mut reading)?;
        }
        if !types.has(Types::FRACTION) {
            reading.step = Some(
                reading
                    .step
                    .map_or(Step::ONE, |step| step.common(Step::ONE).unwrap_or(step)),
            );
        }
        if !types.has(Types::INTEGER) {
            reading.broken.push(Step::ONE);
        }
        reading.excluded = said
            .excluded
            .iter()
            .filter_map(|value| read(value))
            .collect();
        reading.excluded.sort();
        reading.excluded.dedup();
        if let Some(loc) = reading.contradicted {
            self.contradict(Some(loc), "what has to fail here cannot fail");
            return Ok(None);
        }
        // Draft 4 asks how a whole number is written.
        let strict = !types.has(Types::FRACTION)
            && said
                .bases
                .iter()
                .any(|loc| !self.source.has_whole_floats(*loc));
        let first = said.bases.first().copied();
        let found = self.lower_numbers(first, &mut reading, strict)?;
        if found.is_none() {
            self.contradict(first, "no number lies inside the bounds");
        }
        Ok(found)
    }

    fn lower_numbers(
        &mut self,
        first: Option<Loc>,
        reading: &mut Reading,
        strict: bool,
    ) -> Result<Option<Expr>, SchemaError> {
        let writing = Writing {
            foreign: self.options.whitespace == Whitespace::Any,
            strict,
        };
        if let Some((name, comment, body)) = reading.everything(writing) {
            let builder = &mut self.builder;
            let shared = self.shared.entry(name);
            let id = shared.or_insert_with(|| builder.add(name, Some(comment.to_owned()), body));
            return Ok(Some(Expr::Rule(*id)));
        }
        if !reading.needs_automaton(writing) {
            return Ok(reading.direct(writing));
        }
        let mut tried = self.by_automaton(reading, writing);
        if let (Err(error), false) = (&tried, reading.steps.is_empty()) {
            let reason = format!("multiples of this step: {error}");
            for (loc, keyword) in &reading.steps {
                self.residual(*loc, keyword, &reason);
            }
            reading.widen();
            if !reading.needs_automaton(writing) {
                return Ok(reading.direct(writing));
            }
            tried = self.by_automaton(reading, writing);
        }
        tried.map_err(|error| {
            let pointer = first.map_or("", |loc| self.source.pointer(loc));
            SchemaError::too_large(pointer, "number of automaton states", error.limit)
        })
    }

    fn by_automaton(
        &mut self,
        reading: &Reading,
        writing: Writing,
    ) -> Result<Option<Expr>, TooManyStates> {
        let places = reading.step.map(Step::places);
        let exact = places.filter(|_| !writing.foreign || writing.strict);
        let wanted = Wanted {
            low: reading.low.as_ref(),
            high: reading.high.as_ref(),
            step: reading.step,
            broken: &reading.broken,
            excluded: &reading.excluded,
            places: exact,
            minus_zero: writing.foreign && !writing.strict,
        };
        let dfa = wanted.automaton(self.options.limits.max_automaton_states)?;
        let class =
            |set: &CharSet| (set.only()).map_or_else(|| Expr::Class(set.clone()), Expr::text);
        let hint = match reading.step {
            Some(step) if step != Step::ONE => format!("multiple-of-{}", step.text()),
            _ => "number".to_owned(),
        };
        let found = dfa.to_expr(&mut self.builder, &hint, &class);
        let small = reading.only_fractions() && writing.foreign;
        let small = small.then(foreign::small_fractions);
        Ok(found.map(|found| Expr::choice([found].into_iter().chain(small))))
    }

    /// Bounds and steps that a schema asks for.
    fn read_satisfied(&mut self, loc: Loc, reading: &mut Reading) -> Result<(), SchemaError> {
        let Some(map) = self.source.value(loc).as_object() else {
            return Ok(());
        };
        for keyword in BOUNDS {
            if let Some(Some(bound)) = self.bound(loc, map, keyword)? {
                reading.bound(keyword, bound);
            }
        }
        if let Some(step) = self.step(loc, map)? {
            match reading.step.map_or(Some(step), |one| one.common(step)) {
                Some(step) => reading.step = Some(step),
                None => self.residual(loc, "multipleOf", "the common step has too many digits"),
            }
            reading.steps.push((loc, "multipleOf"));
        }
        Ok(())
    }

    /// Bounds and steps that must not be kept.
    fn read_failed(
        &mut self,
        loc: Loc,
        keyword: &'static str,
        reading: &mut Reading,
    ) -> Result<(), SchemaError> {
        let Some(map) = self.source.value(loc).as_object() else {
            return Ok(());
        };
        if keyword == "multipleOf" {
            if let Some(step) = self.step(loc, map)? {
                reading.broken.push(step);
                reading.steps.push((loc, keyword));
            }
            return Ok(());
        }
        match self.bound(loc, map, keyword)? {
            Some(Some(bound)) => {
                let other = if keyword.ends_with("inimum") {
                    "maximum"
                } else {
                    "minimum"
                };
                reading.bound(other, bound.complement());
            }
            Some(None) => reading.contradicted = Some(loc),
            None => {}
        }
        Ok(())
    }

    /// Reads a bound. The outer `None`: there is none, or it is left to the
    /// validator; the inner one: it bounds nothing by itself (draft 4).
    #[allow(clippy::option_option)]
    fn bound(
        &mut self,
        loc: Loc,
        map: &Map<String, Value>,
        keyword: &str,
    ) -> Result<Option<Option<Bound>>, SchemaError> {
        let Some(value) = map.get(keyword) else {
            return Ok(None);
        };
        let old = value.is_boolean() && keyword.starts_with("exclusive");
        if !value.is_number() && !old {
            return Err(self.malformed(loc, keyword, "a number"));
        }
        let bound = read_bound(map, keyword);
        if bound.is_none() {
            self.residual(loc, keyword, "the bound has too many digits");
        }
        Ok(bound)
    }

    /// Reads a step; `None`: there is none, or it is left to the validator.
    fn step(&mut self, loc: Loc, map: &Map<String, Value>) -> Result<Option<Step>, SchemaError> {
        let Some(value) = map.get("multipleOf") else {
            return Ok(None);
        };
        if !value.as_f64().is_some_and(|value| value > 0.0) {
            return Err(self.malformed(loc, "multipleOf", "a number above 0"));
        }
        let step = read(value).and_then(|value| Step::read(&value));
        if step.is_none() {
            self.residual(loc, "multipleOf", "the step has too many digits");
        }
        Ok(step)
    }

    /// A number of the schema: without a fraction if it is whole, as elsewhere;
    /// where foreign text is checked, in any way that has its value.
    pub(super) fn number_literal(&self, number: &serde_json::Number) -> Expr {
        let text = number.to_string();
        let Some(at) = Decimal::read(&text) else {
            return Expr::text(text);
        };
        if self.options.whitespace != Whitespace::Any {
            return Expr::text(plain_number(number));
        }
        if at.is_zero() {
            return foreign::zero();
        }
        let at = Bound {
            at,
            inclusive: true,
        };
        let one = OneSign {
            low: Some(&at),
            high: Some(&at),
        };
        one.decimals().unwrap_or_else(|| Expr::text(text))
    }
}

fn read(value: &Value) -> Option<Decimal> {
    Decimal::read(&value.as_number()?.to_string())
}

impl Reading {
    fn bound(&mut self, keyword: &str, bound: Bound) {
        if keyword.ends_with("inimum") {
            self.low = stricter(self.low.take(), Some(bound), false);
        } else {
            self.high = stricter(self.high.take(), Some(bound), true);
        }
    }

    fn only_fractions(&self) -> bool {
        let unbounded = self.low.is_none() && self.high.is_none();
        unbounded && self.excluded.is_empty() && self.step.is_none() && self.broken == [Step::ONE]
    }

    fn needs_automaton(&self, writing: Writing) -> bool {
        let long = |bound: &Option<Bound>| {
            let fraction = bound.iter().flat_map(|bound| &bound.at.fraction);
            fraction.skip_while(|one| **one == b'0').count() > MAX_NESTED_PLACES
        };
        let step = match self.step.map(Step::power_of_ten) {
            None => false,
            Some(None) => true,
            Some(Some(power)) => {
                power < 0 && (writing.foreign || power < -(MAX_NESTED_PLACES as i32))
            }
        };
        step || !self.broken.is_empty() || long(&self.low) || long(&self.high)
    }

    /// Forgets what automata are needed for.
    fn widen(&mut self) {
        self.step = self.step.map(Step::widened).filter(|step| step.is_short());
        self.broken.retain(|step| *step == Step::ONE);
    }

    /// All numbers or all whole ones, if that is what is wanted: a name, what
    /// it means, and a body for a rule of their own.
    fn everything(&self, writing: Writing) -> Option<(&'static str, &'static str, Expr)> {
        let unbounded = self.low.is_none() && self.high.is_none();
        if !unbounded || !self.excluded.is_empty() || !self.broken.is_empty() {
            return None;
        }
        match self.step {
            None => Some(("number", "any number", foreign::any_number())),
            Some(Step::ONE) if writing.foreign && !writing.strict => {
                Some(("integer", "any whole number", foreign::any_integer()))
            }
            // A rule of its own name: schemas of another draft may stand beside.
            Some(Step::ONE) if writing.foreign => {
                Some(("plain-integer", "any whole number", any_integer()))
            }
            Some(Step::ONE) => Some(("integer", "any whole number", any_integer())),
            Some(_) => None,
        }
    }

    /// The rules of what is left where every step is a power of ten.
    fn direct(&self, writing: Writing) -> Option<Expr> {
        let power = self.step.and_then(Step::power_of_ten);
        let zeros = power.filter(|power| *power >= 0);
        let split = writing.foreign || zeros.is_some_and(|zeros| zeros > 0);
        let mut parts = Vec::new();
        for (low, high) in self.intervals(zeros.unwrap_or(0), split) {
            let (low, high) = (low.as_ref(), high.as_ref());
            let one = OneSign { low, high };
            let is_zero = |bound: Option<&Bound>| {
                bound.is_some_and(|bound| bound.at.is_zero() && bound.inclusive)
            };
            let end = || Expr::text("0".repeat(zeros.unwrap_or(0) as usize));
            parts.extend(match zeros {
                _ if split && is_zero(low) && is_zero(high) => {
                    Some(if writing.foreign && !writing.strict {
                        foreign::zero()
                    } else {
                        Expr::text("0")
                    })
                }
                Some(zeros) if writing.foreign && !writing.strict => one.integers(zeros as u32),
                Some(_) => integers(low, high).map(|found| Expr::sequence([found, end()])),
                None if writing.foreign => one.decimals(),
                None => decimals(low, high, power.map(i32::unsigned_abs)),
            });
        }
        (!parts.is_empty()).then(|| Expr::choice(parts))
    }

    /// The range without the excluded values, which are left out between
    /// intervals; the numbers shifted `zeros` places down, if they are
    /// multiples. `split`: zero has an interval of its own.
    fn intervals(&self, zeros: i32, split: bool) -> Vec<(Option<Bound>, Option<Bound>)> {
        let mut cuts: Vec<Decimal> = Vec::new();
        cuts.extend(self.excluded.iter().map(|one| one.shift(-zeros)));
        let zero = Decimal::zero();
        let own = split && !cuts.contains(&zero);
        if own {
            cuts.push(zero.clone());
            cuts.sort();
        }
        let shift = |bound: &Option<Bound>| bound.as_ref().map(|bound| bound.shift(-zeros));
        let (first, last) = (shift(&self.low), shift(&self.high));
        let mut out = Vec::new();
        let mut low = first.clone();
        let at = |at: &Decimal, inclusive| {
            Some(Bound {
                at: at.clone(),
                inclusive,
            })
        };
        for cut in &cuts {
            if !contains(first.as_ref(), last.as_ref(), cut) {
                continue;
            }
            out.push((low.take(), at(cut, false)));
            if own && *cut == zero {
                out.push((at(&zero, true), at(&zero, true)));
            }
            low = at(cut, false);
        }
        out.push((low, last));
        out
    }
}
