//! Names of properties that are not listed: any but the listed ones, those
//! that match patterns, those that `propertyNames` allows.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::Types;
use super::goal::{Goal, Part, Select, Solved};
use super::members::Variant;
use super::source::Loc;
use crate::automaton::{Dfa, TooManyStates};
use crate::pattern::{Pattern, PatternError, string_char};
use crate::rule::{Builder, CharSet, Expr};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Names as a tree of characters, to say "any name but these".
#[derive(Default)]
struct Names {
    ends: bool,
    next: BTreeMap<char, Names>,
}

impl Names {
    fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut root = Self::default();
        for name in names {
            let last = name
                .chars()
                .fold(&mut root, |at, one| at.next.entry(one).or_default());
            last.ends = true;
        }
        root
    }

    /// The rest of a name that is none of these; every few levels a rule, so
    /// that long names do not nest.
    fn others(&self, builder: &mut Builder, depth: usize) -> Expr {
        let mut parts = Vec::new();
        for (one, next) in &self.next {
            let rest = next.others(builder, depth + 1);
            parts.push(Expr::sequence([string_char(&CharSet::single(*one)), rest]));
        }
        let known = CharSet::new(self.next.keys().map(|one| (*one, *one)));
        let free = string_char(&CharSet::any()).repeat(0, None);
        parts.push(if self.next.is_empty() && !self.ends {
            free
        } else {
            Expr::sequence([string_char(&known.negate()), free])
        });
        let body = Expr::choice(parts);
        let body = if self.ends || self.next.is_empty() {
            body
        } else {
            body.optional()
        };
        if depth % 8 == 7 {
            Expr::Rule(builder.add("other-name", None, body))
        } else {
            body
        }
    }
}

/// How names are written, made into rules only once they are used.
enum Key {
    Others,
    Written(Expr),
    Language(Dfa),
}

/// Names that are treated alike.
struct Cell {
    key: Key,
    /// Which of the patterns match.
    matched: BTreeSet<String>,
    /// Which of the duties about bad names they can do.
    bad: Vec<bool>,
}

/// A language, or why there is none.
enum Language {
    Known(Dfa),
    Nothing,
    TooMany(TooManyStates),
}

impl Compiler<'_> {
    /// Pairs of a name that is not listed and a value.
    pub(super) fn other_pairs(
        &mut self,
        goal: &Goal,
        names: &[String],
        duties: &[(Select, Part)],
        hint: &str,
    ) -> Result<Vec<Variant>, SchemaError> {
        let mut ways: Vec<(Vec<Part>, u32, Vec<Cell>)> = Vec::new();
        for cell in self.cells(goal, names, duties)? {
            let (parts, can) = self.cell_goal(goal, duties, &cell)?;
            match ways
                .iter_mut()
                .find(|(known, duty, _)| *known == parts && *duty == can)
            {
                Some((_, _, cells)) => cells.push(cell),
                None => ways.push((parts, can, vec![cell])),
            }
        }
        let mut found = Vec::new();
        for (parts, can, cells) in ways {
            let mut key: Option<Expr> = None;
            for done in 0..=can {
                if done & !can != 0 {
                    continue;
                }
                let mut parts = parts.clone();
                let each = duties.iter().enumerate();
                let here = each.filter(|(bit, _)| done >> bit & 1 == 1);
                parts.extend(here.map(|(_, (_, part))| part.clone()));
                if let Some(value) = self.deeper(&parts, &format!("{hint}-other"))? {
                    let key = key
                        .get_or_insert_with(|| self.written(&cells, names))
                        .clone();
                    let pair = Expr::sequence([key, self.style.colon(), value]);
                    found.push(Variant { pair, done });
                }
            }
        }
        Ok(found)
    }

    /// What the values under the names of a cell must satisfy, and the duties
    /// that they can do.
    fn cell_goal(
        &mut self,
        goal: &Goal,
        duties: &[(Select, Part)],
        cell: &Cell,
    ) -> Result<(Vec<Part>, u32), SchemaError> {
        let mut parts = Vec::new();
        for (loc, _) in &goal.bases {
            let loc = *loc;
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            let mut named = false;
            if let Some(value) = map.get("patternProperties") {
                let inner = value.as_object();
                let inner =
                    inner.ok_or_else(|| self.malformed(loc, "patternProperties", "an object"))?;
                for (text, schema) in inner {
                    if cell.matched.contains(text) {
                        let at = self.source.child(loc, schema, &["patternProperties", text]);
                        parts.push(Part::whole(at));
                        named = true;
                    } else if self.pattern_of(loc, text)?.is_none() {
                        // Whether it matches is unknown: leave both ways open.
                        named = true;
                    }
                }
            }
            if let Some(schema) = map.get("additionalProperties").filter(|_| !named) {
                let at = self.source.child(loc, schema, &["additionalProperties"]);
                parts.push(Part::whole(at));
            }
            if let Some(at) = self.inside(loc, "unevaluatedProperties") {
                let matched = &cell.matched;
                let unevaluated = self.is_unevaluated(goal, loc, |this, map, (by, own)| {
                    if map.contains_key("additionalProperties")
                        || !own && map.contains_key("unevaluatedProperties")
                    {
                        return Some(true);
                    }
                    let inner = map.get("patternProperties").and_then(Value::as_object);
                    let mut texts = inner.into_iter().flatten().map(|(text, _)| text);
                    if texts.clone().any(|text| matched.contains(text)) {
                        return Some(true);
                    }
                    let read = texts.all(|text| matches!(this.pattern_of(by, text), Ok(Some(_))));
                    read.then_some(false)
                });
                parts.extend(unevaluated.then(|| Part::whole(at)));
            }
        }
        let mut can = 0;
        let mut bad = cell.bad.iter();
        for (bit, (select, _)) in duties.iter().enumerate() {
            let hit = match select {
                Select::Pattern(text) => cell.matched.contains(text),
                Select::BadName(_) => bad.next().copied().unwrap_or(true),
                Select::Additional(loc) => {
                    let inner = self.source.value(*loc).get("patternProperties");
                    let inner = inner.and_then(Value::as_object).into_iter().flatten();
                    !inner
                        .map(|(text, _)| text)
                        .any(|text| cell.matched.contains(text))
                }
            };
            can |= u32::from(hit) << bit;
        }
        Ok((parts, can))
    }

    /// A pattern of names; `None` (with a residual) for one that is not read.
    fn pattern_of(&mut self, loc: Loc, text: &str) -> Result<Option<Rc<Pattern>>, SchemaError> {
        match self.read_pattern(text) {
            Ok(pattern) => Ok(Some(pattern)),
            Err(PatternError::Syntax { .. }) => {
                Err(self.malformed(loc, "patternProperties", "regular expressions as names"))
            }
            Err(error) => {
                self.residual(loc, "patternProperties", &error.to_string());
                Ok(None)
            }
        }
    }

    /// The names that are not listed, in groups that are treated alike.
    fn cells(
        &mut self,
        goal: &Goal,
        names: &[String],
        duties: &[(Select, Part)],
    ) -> Result<Vec<Cell>, SchemaError> {
        let mut patterns: BTreeMap<String, Rc<Pattern>> = BTreeMap::new();
        let mut allowed = Vec::new();
        let mut places = Vec::new();
        for (loc, _) in &goal.bases {
            let value = self.source.value(*loc).get("patternProperties");
            let inner = value.and_then(Value::as_object).into_iter().flatten();
            for (text, _) in inner {
                if let Some(pattern) = self.pattern_of(*loc, text)? {
                    patterns.insert(text.clone(), pattern);
                }
                places.push((*loc, "patternProperties"));
            }
            if let Some(at) = self.inside(*loc, "propertyNames") {
                allowed.push(Part::whole(at));
                places.push((*loc, "propertyNames"));
            }
        }
        let mut bad = Vec::new();
        for (select, _) in duties {
            match select {
                Select::Pattern(text) => {
                    let read = self.read_pattern(text);
                    if let Ok(one) = read {
                        patterns.insert(text.clone(), one);
                    }
                }
                Select::Additional(loc) => {
                    let value = self.source.value(*loc).get("patternProperties");
                    let inner = value.and_then(Value::as_object).into_iter().flatten();
                    for (text, _) in inner {
                        if let Some(pattern) = self.pattern_of(*loc, text)? {
                            patterns.insert(text.clone(), pattern);
                        }
                    }
                }
                Select::BadName(loc) => {
                    let at = self.inside(*loc, "propertyNames");
                    bad.extend(at.map(|at| Part::not(at, (*loc, "propertyNames"))));
                }
            }
        }
        if patterns.is_empty() && allowed.is_empty() && bad.is_empty() {
            return Ok(vec![Cell {
                key: Key::Others,
                matched: BTreeSet::new(),
                bad: Vec::new(),
            }]);
        }
        if let Some(cell) = self.only_pattern(goal, names, &patterns, allowed.is_empty(), duties) {
            return Ok(vec![cell]);
        }
        if let Ok(cells) = self.divided(names, &patterns, &allowed, &bad)? {
            return Ok(cells);
        }
        for (loc, keyword) in places {
            let reason = "these names take too many states: left to the validator";
            self.residual(loc, keyword, reason);
        }
        Ok(self.undivided(&patterns))
    }

    /// One pattern beside nothing else stays readable.
    fn only_pattern(
        &mut self,
        goal: &Goal,
        names: &[String],
        patterns: &BTreeMap<String, Rc<Pattern>>,
        any_name: bool,
        duties: &[(Select, Part)],
    ) -> Option<Cell> {
        let mut each = patterns.iter();
        let (Some((text, pattern)), None) = (each.next(), each.next()) else {
            return None;
        };
        let closed = |loc: &Loc| {
            let map = self.source.value(*loc);
            map.get("additionalProperties") == Some(&Value::Bool(false))
        };
        let simple = any_name
            && duties.is_empty()
            && goal.bases.iter().any(|(loc, _)| closed(loc))
            && !names.iter().any(|name| pattern.is_match(name));
        let key = simple.then(|| pattern.lower()).flatten()?;
        Some(Cell {
            key: Key::Written(quoted(key)),
            matched: BTreeSet::from([text.clone()]),
            bad: Vec::new(),
        })
    }

    /// The names divided by what matches them, exactly.
    #[allow(clippy::type_complexity)]
    fn divided(
        &mut self,
        names: &[String],
        patterns: &BTreeMap<String, Rc<Pattern>>,
        allowed: &[Part],
        bad: &[Part],
    ) -> Result<Result<Vec<Cell>, TooManyStates>, SchemaError> {
        let limit = self.options.limits.max_automaton_states;
        let language = if allowed.is_empty() {
            Language::Known(Dfa::any())
        } else {
            self.names_language(allowed, 0)?
        };
        let language = match language {
            Language::Known(all) => all,
            Language::Nothing => return Ok(Ok(Vec::new())),
            Language::TooMany(error) => return Ok(Err(error)),
        };
        let listed = Dfa::words(names.iter().map(String::as_str));
        let mut languages = match language.minus(&listed, limit) {
            Ok(all) => vec![all],
            Err(error) => return Ok(Err(error)),
        };
        for (text, pattern) in patterns {
            match self.pattern_language(text, pattern) {
                Ok(dfa) => languages.push((*dfa).clone()),
                Err(error) => return Ok(Err(error)),
            }
        }
        for part in bad {
            languages.push(match self.names_language(std::slice::from_ref(part), 0)? {
                Language::Known(dfa) => dfa,
                Language::Nothing => Dfa::none(),
                Language::TooMany(error) => return Ok(Err(error)),
            });
        }
        let cells = match Dfa::partition(&languages, limit) {
            Ok(cells) => cells,
            Err(error) => return Ok(Err(error)),
        };
        let mut found = Vec::new();
        for (flags, dfa) in cells {
            let Some((true, flags)) = flags.split_first() else {
                continue;
            };
            let (matched, bad) = flags.split_at(patterns.len().min(flags.len()));
            let texts = patterns.keys().zip(matched).filter(|(_, hit)| **hit);
            if !dfa.is_empty() {
                found.push(Cell {
                    key: Key::Language(dfa),
                    matched: texts.map(|(text, _)| text.clone()).collect(),
                    bad: bad.to_vec(),
                });
            }
        }
        Ok(Ok(found))
    }

    /// The names divided by single patterns where exactness costs too much:
    /// each of them with its schema alone, and all others. Wider, never
    /// narrower.
    fn undivided(&mut self, patterns: &BTreeMap<String, Rc<Pattern>>) -> Vec<Cell> {
        let mut cells = vec![Cell {
            key: Key::Others,
            matched: BTreeSet::new(),
            bad: vec![true; 8],
        }];
        for (text, pattern) in patterns {
            cells.push(Cell {
                key: Key::Written(pattern.lower().map_or_else(|| self.other_name(&[]), quoted)),
                matched: BTreeSet::from([text.clone()]),
                bad: vec![true; 8],
            });
        }
        cells
    }

    /// The names that satisfy some parts.
    fn names_language(&mut self, parts: &[Part], level: usize) -> Result<Language, SchemaError> {
        let limit = self.options.limits.max_automaton_states;
        let mut parts = parts.to_vec();
        parts.push(Part::types(Types::STRING));
        let Some(flat) = self.open(&parts)? else {
            return Ok(Language::Nothing);
        };
        let goal = match self.solve(flat)? {
            Solved::Nothing => return Ok(Language::Nothing),
            Solved::Goal(goal) => goal,
            Solved::Branches(branches) => {
                if level > 16 {
                    return Ok(Language::TooMany(TooManyStates {
                        given: level,
                        limit,
                    }));
                }
                let mut all = Dfa::none();
                for (parts, _) in branches {
                    match self.names_language(&parts, level + 1)? {
                        Language::Known(dfa) => match all.union(&dfa, limit) {
                            Ok(both) => all = both,
                            Err(error) => return Ok(Language::TooMany(error)),
                        },
                        Language::Nothing => {}
                        too_many @ Language::TooMany(_) => return Ok(too_many),
                    }
                }
                return Ok(Language::Known(all));
            }
        };
        let Some((types, values)) = self.types_and_values(&goal)? else {
            return Ok(Language::Nothing);
        };
        if !types.has(Types::STRING) {
            return Ok(Language::Nothing);
        }
        if let Some(values) = values {
            let kept = self.accepted(&goal, &values);
            let words = kept.iter().filter_map(|value| value.as_str());
            return Ok(Language::Known(Dfa::words(words)));
        }
        Ok(match self.text_language(&self.scalars(&goal, true))? {
            Some(dfa) => Language::Known(dfa),
            None => Language::Nothing,
        })
    }

    /// The names of some cells.
    fn written(&mut self, cells: &[Cell], names: &[String]) -> Expr {
        let keys = cells.iter().filter_map(|cell| match &cell.key {
            Key::Others => Some(self.other_name(names)),
            Key::Written(key) => Some(key.clone()),
            Key::Language(dfa) => {
                let key = dfa.to_expr(&mut self.builder, "name", &string_char);
                key.map(quoted)
            }
        });
        let keys: Vec<Expr> = keys.collect();
        Expr::choice(keys)
    }

    /// Any name but these, in quotes.
    fn other_name(&mut self, names: &[String]) -> Expr {
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        if let Some(known) = self.other_names.get(&sorted) {
            return known.clone();
        }
        let tree = Names::new(sorted.iter().map(String::as_str));
        let mut found = quoted(tree.others(&mut self.builder, 0));
        if !names.is_empty() {
            let comment = format!("any name but {}", sorted.len());
            found = Expr::Rule(self.builder.add("other-name", Some(comment), found));
        }
        self.other_names.insert(sorted, found.clone());
        found
    }
}

fn quoted(inner: Expr) -> Expr {
    Expr::sequence([Expr::text("\""), inner, Expr::text("\"")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::escape;
    use crate::{Limits, Matcher, Vocabulary};
    use std::sync::Arc;

    #[test]
    fn other_names_are_exactly_the_others() {
        let names = [
            "",
            "a",
            "abc",
            "]",
            "\\",
            "é\"",
            "a-very-long-name-of-a-property",
        ];
        for list in [&names[..], &names[1..], &names[2..3]] {
            let mut builder = Builder::new();
            let root = builder.declare("root", None);
            let body = Names::new(list.iter().copied()).others(&mut builder, 0);
            builder.define(root, body);
            let grammar = builder.finish(root, &Limits::default()).unwrap();
            let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
            let matcher = Matcher::new(&grammar, words, &Limits::default()).unwrap();
            for name in names
                .iter()
                .copied()
                .chain(["ab", "abcd", "b", "a-very", "é"])
            {
                let found = matcher.accepts(escape(name).as_bytes()).unwrap();
                assert_eq!(found, !list.contains(&name), "{name:?} of {list:?}");
            }
        }
    }
}
