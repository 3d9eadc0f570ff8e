//! Strings and numbers.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::{Types, read_bound, read_count};
use super::number::{self, Bound, Decimal};
use super::source::Loc;
use crate::pattern::{Pattern, format_pattern, string_char};
use crate::rule::{CharSet, Expr};

/// Any JSON string in canonical form.
pub(super) fn any_string() -> Expr {
    quoted(string_char(&CharSet::any()).repeat(0, None))
}

/// Any JSON number.
pub(super) fn any_number() -> Expr {
    let digits = |min| Expr::Class(CharSet::new([('0', '9')])).repeat(min, None);
    let first = Expr::Class(CharSet::new([('1', '9')]));
    let sign = Expr::Class(CharSet::new([('+', '+'), ('-', '-')]));
    let mark = Expr::Class(CharSet::new([('E', 'E'), ('e', 'e')]));
    Expr::sequence([
        Expr::text("-").optional(),
        Expr::choice([Expr::text("0"), Expr::sequence([first, digits(0)])]),
        Expr::sequence([Expr::text("."), digits(1)]).optional(),
        Expr::sequence([mark, sign.optional(), digits(1)]).optional(),
    ])
}

fn quoted(inner: Expr) -> Expr {
    Expr::sequence([Expr::text("\""), inner, Expr::text("\"")])
}

impl Compiler<'_> {
    /// The strings of a goal.
    pub(super) fn string(&mut self, bases: &[Loc]) -> Result<Option<Expr>, SchemaError> {
        let (mut min, mut max) = (0, None::<u32>);
        let mut patterns: Vec<(Loc, &'static str, Pattern)> = Vec::new();
        let mut bounds = Vec::new();
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            for (keyword, value) in map {
                match keyword.as_str() {
                    "minLength" | "maxLength" => {
                        let count = read_count(value);
                        let count = count
                            .ok_or_else(|| self.malformed(loc, keyword, "a whole number from 0"))?;
                        if keyword == "minLength" {
                            min = min.max(count);
                            bounds.push((loc, "minLength"));
                        } else {
                            max = Some(max.map_or(count, |max| max.min(count)));
                            bounds.push((loc, "maxLength"));
                        }
                    }
                    "pattern" => {
                        let text = value.as_str();
                        let text =
                            text.ok_or_else(|| self.malformed(loc, "pattern", "a string"))?;
                        match Pattern::read(text, self.options.limits.max_nesting) {
                            Ok(pattern) => patterns.push((loc, "pattern", pattern)),
                            Err(error) => self.residual(loc, "pattern", &error.to_string()),
                        }
                    }
                    "format" => match value.as_str().and_then(format_pattern) {
                        Some(text) => match Pattern::read(&text, self.options.limits.max_nesting) {
                            Ok(pattern) => patterns.push((loc, "format", pattern)),
                            Err(error) => self.residual(loc, "format", &error.to_string()),
                        },
                        None => {
                            self.residual(loc, "format", "this format is left to the validator");
                        }
                    },
                    _ => {}
                }
            }
        }
        if max.is_some_and(|max| max < min) {
            self.contradict(bases.first().copied(), "`minLength` is above `maxLength`");
            return Ok(None);
        }
        patterns.dedup_by(|one, two| one.2 == two.2);
        let limit = self.options.limits.max_repetition;
        let too_long = min > limit || max.is_some_and(|max| max > limit);
        let Some((loc, keyword, pattern)) = patterns.first().cloned() else {
            if too_long {
                for (loc, keyword) in bounds {
                    self.residual(loc, keyword, "the length is above the limit of repetition");
                }
                min = min.min(limit);
                max = max.filter(|max| *max <= limit);
            }
            return Ok(Some(quoted(string_char(&CharSet::any()).repeat(min, max))));
        };
        for (loc, keyword, _) in patterns.iter().skip(1) {
            self.residual(
                *loc,
                keyword,
                "several patterns at once: the first one is enforced",
            );
        }
        let (low, high) = pattern.lengths();
        let inside = low >= min && max.is_none_or(|max| high.is_some_and(|high| high <= max));
        let pattern = if inside {
            pattern
        } else if max.is_some_and(|max| low > max) || high.is_some_and(|high| high < min) {
            self.contradict(
                Some(loc),
                format!("`{keyword}` and the length exclude each other"),
            );
            return Ok(None);
        } else if let Some(cut) = pattern.with_lengths(min, max).filter(|_| !too_long) {
            cut
        } else {
            for (loc, keyword) in bounds {
                self.residual(
                    loc,
                    keyword,
                    "beside a pattern the length is left to the validator",
                );
            }
            pattern
        };
        Ok(Some(quoted(pattern.lower())))
    }

    /// The numbers of a goal.
    pub(super) fn number(
        &mut self,
        bases: &[Loc],
        types: Types,
    ) -> Result<Option<Expr>, SchemaError> {
        let (mut low, mut high) = (None::<Bound>, None::<Bound>);
        let mut step: Option<i32> = None;
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            for keyword in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
                let Some(value) = map.get(keyword) else {
                    continue;
                };
                let old = value.is_boolean() && keyword.starts_with("exclusive");
                if !value.is_number() && !old {
                    return Err(self.malformed(loc, keyword, "a number"));
                }
                match read_bound(map, keyword) {
                    None => self.residual(loc, keyword, "the bound has too many digits"),
                    Some(None) => {}
                    Some(bound) if keyword.ends_with("inimum") => {
                        low = number::stricter(low, bound, false);
                    }
                    Some(bound) => high = number::stricter(high, bound, true),
                }
            }
            if let Some(value) = map.get("multipleOf") {
                let positive = value.as_f64().is_some_and(|value| value > 0.0);
                if !positive {
                    return Err(self.malformed(loc, "multipleOf", "a number above 0"));
                }
                let read = Decimal::read(&value.to_string()).and_then(|one| one.power_of_ten());
                match read {
                    Some(power) if power <= 0 => {
                        step = Some(step.map_or(power, |step| step.max(power)));
                    }
                    _ => self.residual(loc, "multipleOf", "this step is left to the validator"),
                }
            }
        }
        let whole = !types.has(Types::FRACTION) || step == Some(0);
        let bounded = low.is_some() || high.is_some();
        let places = step.filter(|step| *step < 0).map(i32::unsigned_abs);
        let found = match (whole, bounded) {
            (true, _) => number::integers(low.as_ref(), high.as_ref()),
            (false, false) if places.is_none() => Some(any_number()),
            (false, _) => number::decimals(low.as_ref(), high.as_ref(), places),
        };
        if found.is_none() {
            self.contradict(bases.first().copied(), "no number lies inside the bounds");
        }
        Ok(found)
    }
}
