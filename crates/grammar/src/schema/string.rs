//! Strings: lengths, patterns and formats, each combined with each other, and
//! their opposites.
//!
//! What one pattern or format says alone is written as it reads. Everything
//! else goes through automata: they are intersected, what must fail is
//! complemented, excluded words are taken out, and lengths are counted beside
//! them. Where the states do not suffice, the rest is left to the validator
//! and said so.

mod cache;
#[cfg(test)]
mod tests;

pub(super) use cache::Strings;

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::read_count;
use super::scalars::Scalars;
use super::source::Loc;
use crate::automaton::{Dfa, TooManyStates};
use crate::pattern::{Format, Pattern, PatternError, string_char};
use crate::rule::{CharSet, Expr};
use crate::style::Whitespace;
use cache::Key;
use serde_json::Value;
use std::rc::Rc;

/// States of all automata of one compilation, in units of
/// [`crate::Limits::max_automaton_states`].
const ALL_STATES: usize = 4;
/// States that an automaton may have after these are used up, until as many
/// again are.
const SPARE_STATES: usize = 500;
/// Elements of a string that is written again where it comes again.
const INLINE_SIZE: usize = 40;
const TOO_MANY: &str = "it takes too many states: left to the validator";

/// A pattern or a format that must hold, or (`negated`) must not.
struct Test {
    loc: Loc,
    keyword: &'static str,
    text: String,
    pattern: Rc<Pattern>,
    negated: bool,
    /// The format's name.
    format: Option<String>,
}

/// All that is asked of a string.
#[derive(Default)]
struct Demand {
    min: u32,
    max: Option<u32>,
    /// The bounds, and whether they are upper ones.
    bounds: Vec<(Loc, &'static str, bool)>,
    tests: Vec<Test>,
}

impl Demand {
    fn at_least(&mut self, count: u32) {
        self.min = self.min.max(count);
    }

    fn at_most(&mut self, count: u32) {
        self.max = Some(self.max.map_or(count, |max| max.min(count)));
    }

    fn is_free(&self) -> bool {
        self.min == 0 && self.max.is_none()
    }

    fn allows(&self, text: &str) -> bool {
        let length = text.chars().count() as u32;
        length >= self.min
            && self.max.is_none_or(|max| length <= max)
            && (self.tests.iter()).all(|test| test.pattern.is_match(text) != test.negated)
    }
}

/// Any JSON string in canonical form.
pub(super) fn any_string() -> Expr {
    quoted(string_char(&CharSet::any()).repeat(0, None))
}

fn quoted(inner: Expr) -> Expr {
    Expr::sequence([Expr::text("\""), inner, Expr::text("\"")])
}

impl<'a> Compiler<'a> {
    /// The JSON strings of which all of it holds; `None` if there are none.
    /// What cannot be said is noted, and then the strings are more.
    pub(super) fn string(&mut self, said: &Scalars<'_>) -> Result<Option<Expr>, SchemaError> {
        let Some(mut demand) = self.demand(&said.bases, &said.fails)? else {
            return Ok(None);
        };
        self.cut_bounds(&mut demand);
        let excluded = said.excluded_words();
        let excluded: Vec<&str> = excluded.filter(|word| demand.allows(word)).collect();
        let place = said.place();
        if excluded.is_empty() {
            match demand.tests.as_slice() {
                [] => {
                    let any = string_char(&CharSet::any());
                    return Ok(Some(quoted(any.repeat(demand.min, demand.max))));
                }
                [test] if !test.negated => {
                    if let Some(found) = self.direct(test, &demand) {
                        return Ok(Some(found));
                    }
                }
                _ => {}
            }
        }
        let tests = demand.tests.iter();
        let key: Key = (
            tests
                .map(|test| (test.text.clone(), test.negated))
                .collect(),
            demand.min,
            demand.max,
            excluded.iter().map(|word| (*word).to_owned()).collect(),
        );
        if let Some(known) = self.strings.made.get(&key) {
            return Ok(Some(known.clone()));
        }
        let left = self.strings.left;
        let Some(language) = self.language(&demand, &excluded, place)? else {
            return Ok(Some(self.first_direct(&demand)));
        };
        if demand.is_free()
            && let Some(test) = self.same(&demand, &language)
            && let Some(found) = self.direct(test, &demand)
        {
            return Ok(Some(found));
        }
        let hint = self.hint(place);
        let Some(body) = self.lengthened(&language, &demand, &hint) else {
            self.contradict(place, contradiction(&demand));
            return Ok(None);
        };
        let mut found = quoted(body);
        // What was left to the validator must be said at each place.
        if self.strings.left == left {
            if found.size() > INLINE_SIZE {
                found = Expr::Rule(self.builder.add(&hint, None, found));
            }
            self.strings.made.insert(key, found.clone());
        }
        Ok(Some(found))
    }

    /// The texts of a language with the lengths that are asked for, as far as
    /// the states suffice.
    fn lengthened(&mut self, language: &Dfa, demand: &Demand, hint: &str) -> Option<Expr> {
        let least = (demand.min, None);
        for lengths in [(demand.min, demand.max), least] {
            let limit = self.states_left();
            let before = self.builder.len();
            let (letter, builder) = (&string_char, &mut self.builder);
            let found = language.to_expr_of_lengths(lengths, limit, builder, hint, letter);
            self.strings.states += self.builder.len() - before;
            match found {
                Ok(found) => return found,
                Err(TooManyStates { limit, .. }) => {
                    self.strings.states += limit;
                    self.leave_bounds(demand, lengths != least);
                }
            }
        }
        language.to_expr(&mut self.builder, hint, &string_char)
    }

    /// The same as [`Compiler::string`], as an automaton over the characters of
    /// the text, before it is quoted and escaped.
    pub(super) fn text_language(&mut self, said: &Scalars<'_>) -> Result<Option<Dfa>, SchemaError> {
        let Some(demand) = self.demand(&said.bases, &said.fails)? else {
            return Ok(None);
        };
        let place = said.place();
        let excluded: Vec<&str> = said.excluded_words().collect();
        let language = self.language(&demand, &excluded, place)?;
        let mut language = language.unwrap_or_else(|| {
            for test in &demand.tests {
                self.leave(test.loc, test.keyword);
            }
            Rc::new(Dfa::any())
        });
        if !demand.is_free() {
            let (min, max) = (demand.min, demand.max);
            let cut = self.combined(|limit| {
                let lengths = Dfa::of_lengths(min, max, limit)?;
                language.intersect(&lengths, limit)
            });
            match cut {
                Ok(cut) => language = cut,
                Err(TooManyStates { .. }) => self.leave_bounds(&demand, false),
            }
        }
        if language.is_empty() {
            self.contradict(place, contradiction(&demand));
            return Ok(None);
        }
        Ok(Some((*language).clone()))
    }

    /// A pattern, read once per compilation.
    pub(super) fn read_pattern(&mut self, text: &str) -> Result<Rc<Pattern>, PatternError> {
        if let Some(known) = self.strings.patterns.get(text) {
            return known.clone();
        }
        let read = Pattern::read(text, self.options.limits.max_nesting).map(Rc::new);
        self.strings.patterns.insert(text.to_owned(), read.clone());
        read
    }

    /// The automaton of a pattern, made once per compilation.
    pub(super) fn pattern_language(
        &mut self,
        text: &str,
        pattern: &Pattern,
    ) -> Result<Rc<Dfa>, TooManyStates> {
        if let Some(known) = self.strings.languages.get(text) {
            return known.clone();
        }
        let made = self.combined(|limit| pattern.dfa(limit));
        self.strings.languages.insert(text.to_owned(), made.clone());
        made
    }

    /// States that the next automaton may have: many schemas with one costly
    /// pattern each must not add up.
    fn states_left(&self) -> usize {
        let limit = self.options.limits.max_automaton_states;
        let all = limit.saturating_mul(ALL_STATES);
        match self.strings.states {
            used if used < all => limit,
            used if used < all.saturating_mul(2) => limit.min(SPARE_STATES),
            _ => 0,
        }
    }

    /// Makes an automaton out of others and counts its states.
    fn combined(
        &mut self,
        make: impl FnOnce(usize) -> Result<Dfa, TooManyStates>,
    ) -> Result<Rc<Dfa>, TooManyStates> {
        let limit = self.states_left();
        let found = make(limit).map(|dfa| Rc::new(dfa.minimize()));
        self.strings.states += found.as_ref().map_or(limit, |dfa| dfa.len());
        found
    }

    /// Reads the keywords; `None` if they contradict each other at once.
    fn demand(
        &mut self,
        bases: &[Loc],
        fails: &[(Loc, &'static str)],
    ) -> Result<Option<Demand>, SchemaError> {
        const KEYWORDS: [&str; 4] = ["minLength", "maxLength", "pattern", "format"];
        let mut demand = Demand::default();
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            for (name, value) in map {
                let keyword = KEYWORDS.into_iter().find(|keyword| keyword == name);
                let keyword = keyword.filter(|keyword| self.source.knows(loc, keyword));
                if let Some(keyword) = keyword {
                    self.demand_one(&mut demand, loc, keyword, value, false)?;
                }
            }
        }
        for (loc, keyword) in fails.iter().copied() {
            if keyword == "minLength" && self.count(loc, keyword)? == Some(0) {
                self.contradict(Some(loc), "no text is shorter than nothing");
                return Ok(None);
            }
            if let Some(value) = self.source.value(loc).get(keyword) {
                self.demand_one(&mut demand, loc, keyword, value, true)?;
            }
        }
        if demand.max.is_some_and(|max| max < demand.min) {
            let loc = demand.bounds.first().map(|(loc, ..)| *loc);
            self.contradict(loc, "`minLength` is above `maxLength`");
            return Ok(None);
        }
        Ok(Some(demand))
    }

    fn count(&self, loc: Loc, keyword: &str) -> Result<Option<u32>, SchemaError> {
        let Some(value) = self.source.value(loc).get(keyword) else {
            return Ok(None);
        };
        let count = read_count(value);
        let wanted = "a whole number from 0";
        count
            .map(Some)
            .ok_or_else(|| self.malformed(loc, keyword, wanted))
    }

    fn demand_one(
        &mut self,
        demand: &mut Demand,
        loc: Loc,
        keyword: &'static str,
        value: &'a Value,
        negated: bool,
    ) -> Result<(), SchemaError> {
        match keyword {
            "minLength" | "maxLength" => {
                let count = self.count(loc, keyword)?.unwrap_or(0);
                let upper = (keyword == "maxLength") != negated;
                demand.bounds.push((loc, keyword, upper));
                match (keyword, negated) {
                    ("minLength", false) => demand.at_least(count),
                    ("minLength", true) => demand.at_most(count.saturating_sub(1)),
                    (_, false) => demand.at_most(count),
                    (_, true) => demand.at_least(count.saturating_add(1)),
                }
                Ok(())
            }
            "pattern" => {
                let text = value.as_str();
                let text = text.ok_or_else(|| self.malformed(loc, keyword, "a string"))?;
                self.test(demand, (loc, keyword), text, negated, None)
            }
            _ => {
                let name = value.as_str().unwrap_or_default();
                let Some(format) = Format::named(name) else {
                    self.residual(loc, keyword, "this format is left to the validator");
                    return Ok(());
                };
                let canonical = format.canonical && self.options.whitespace != Whitespace::Any;
                let exact = format.narrow.as_ref() == Some(&format.wide);
                if !exact && (negated || !canonical) {
                    self.residual(loc, keyword, format.between);
                }
                let text = match format.narrow {
                    Some(narrow) if negated || canonical => narrow,
                    None if negated => return Ok(()),
                    _ => format.wide,
                };
                self.test(demand, (loc, keyword), &text, negated, Some(name))
            }
        }
    }

    fn test(
        &mut self,
        demand: &mut Demand,
        (loc, keyword): (Loc, &'static str),
        text: &str,
        negated: bool,
        format: Option<&str>,
    ) -> Result<(), SchemaError> {
        let known = |test: &Test| test.text == text && test.negated == negated;
        if demand.tests.iter().any(known) {
            return Ok(());
        }
        match self.read_pattern(text) {
            Ok(pattern) => demand.tests.push(Test {
                loc,
                keyword,
                text: text.to_owned(),
                pattern,
                negated,
                format: format.map(ToOwned::to_owned),
            }),
            Err(PatternError::Syntax { what, .. }) => {
                let mut error = self.malformed(loc, keyword, "a regular expression");
                error.help = what;
                return Err(error);
            }
            Err(error) => self.residual(loc, keyword, &error.to_string()),
        }
        Ok(())
    }

    /// Bounds above what a repetition may be are left to the validator.
    fn cut_bounds(&mut self, demand: &mut Demand) {
        let limit = self.options.limits.max_repetition;
        if demand.min > limit || demand.max.is_some_and(|max| max > limit) {
            for (loc, keyword, _) in &demand.bounds {
                self.residual(*loc, keyword, "the length is above the limit of repetition");
            }
            demand.min = demand.min.min(limit);
            demand.max = demand.max.filter(|max| *max <= limit);
        }
    }

    fn leave_bounds(&mut self, demand: &Demand, upper_only: bool) {
        for (loc, keyword, upper) in &demand.bounds {
            if *upper || !upper_only {
                self.leave(*loc, keyword);
            }
        }
    }

    fn leave(&mut self, loc: Loc, keyword: &str) {
        self.strings.left += 1;
        self.residual(loc, keyword, TOO_MANY);
    }

    /// One test as it reads, where the lengths change nothing or only a count.
    fn direct(&mut self, test: &Test, demand: &Demand) -> Option<Expr> {
        let (low, high) = test.pattern.lengths()?;
        let fits = demand
            .max
            .is_none_or(|max| high.is_some_and(|high| high <= max));
        if low < demand.min || !fits {
            let cut = test.pattern.with_lengths(demand.min, demand.max)?;
            return cut.lower().map(quoted);
        }
        let Some(name) = &test.format else {
            return test.pattern.lower().map(quoted);
        };
        if let Some(id) = self.strings.formats.get(name) {
            return Some(Expr::Rule(*id));
        }
        let body = quoted(test.pattern.lower()?);
        let comment = format!("the format {name}");
        let id = self
            .builder
            .add(&format!("format-{name}"), Some(comment), body);
        self.strings.formats.insert(name.clone(), id);
        Some(Expr::Rule(id))
    }

    /// Where no automaton suffices: the first test that can be said alone.
    fn first_direct(&mut self, demand: &Demand) -> Expr {
        let mut found = None;
        for test in &demand.tests {
            if found.is_none() && !test.negated {
                found = test.pattern.lower();
                if found.is_some() {
                    continue;
                }
            }
            self.leave(test.loc, test.keyword);
        }
        self.leave_bounds(demand, false);
        found.map_or_else(any_string, quoted)
    }

    /// The texts of all tests without the excluded words. A test that takes
    /// too many states is left out; `None` if that leaves no test.
    fn language(
        &mut self,
        demand: &Demand,
        excluded: &[&str],
        place: Option<Loc>,
    ) -> Result<Option<Rc<Dfa>>, SchemaError> {
        let mut all: Option<Rc<Dfa>> = None;
        let mut left = Vec::new();
        for test in &demand.tests {
            let one = self.pattern_language(&test.text, &test.pattern);
            let both = one.and_then(|one| {
                let one = if test.negated {
                    Rc::new(one.complement())
                } else {
                    one
                };
                match &all {
                    None => Ok(one),
                    Some(all) => self.combined(|limit| all.intersect(&one, limit)),
                }
            });
            match both {
                Ok(both) => all = Some(both),
                Err(TooManyStates { .. }) => left.push(test),
            }
        }
        if all.is_none() && !left.is_empty() {
            return Ok(None);
        }
        for test in left {
            self.leave(test.loc, test.keyword);
        }
        let all = all.unwrap_or_else(|| Rc::new(Dfa::any()));
        if excluded.is_empty() {
            return Ok(Some(all));
        }
        let words = Dfa::words(excluded.iter().copied());
        match self.combined(|limit| all.minus(&words, limit)) {
            Ok(all) => Ok(Some(all)),
            Err(TooManyStates { limit, .. }) => {
                let Some(place) = place else {
                    return Err(SchemaError::too_large("", "number of states", limit));
                };
                self.leave(place, "not");
                Ok(Some(all))
            }
        }
    }

    /// The test that alone says what all of them say.
    fn same<'d>(&mut self, demand: &'d Demand, language: &Dfa) -> Option<&'d Test> {
        let small = language.minimize();
        demand.tests.iter().find(|test| {
            let one = self.pattern_language(&test.text, &test.pattern);
            !test.negated && one.is_ok_and(|one| one.is_same(&small))
        })
    }

    /// A name for rules: the property's.
    fn hint(&self, place: Option<Loc>) -> String {
        let pointer = place.map_or("", |loc| self.source.pointer(loc));
        let last = pointer.rsplit('/').next().unwrap_or_default();
        let plain = last.chars().any(|one| one.is_ascii_alphabetic());
        (if plain { last } else { "text" }).to_owned()
    }
}

fn contradiction(demand: &Demand) -> String {
    let mut names: Vec<&str> = demand.tests.iter().map(|test| test.keyword).collect();
    names.extend(demand.bounds.iter().map(|(_, keyword, _)| *keyword));
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        [one] => format!("no text satisfies `{one}`"),
        names => format!("no text satisfies all of `{}`", names.join("`, `")),
    }
}
