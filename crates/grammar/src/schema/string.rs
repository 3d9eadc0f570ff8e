//! Strings.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::read_count;
use super::source::Loc;
use crate::pattern::{Pattern, format_pattern, string_char};
use crate::rule::{CharSet, Expr};

/// Any JSON string in canonical form.
pub(super) fn any_string() -> Expr {
    quoted(string_char(&CharSet::any()).repeat(0, None))
}

fn quoted(inner: Expr) -> Expr {
    Expr::sequence([Expr::text("\""), inner, Expr::text("\"")])
}

impl Compiler<'_> {
    /// The strings of a goal.
    pub(super) fn string(&mut self, bases: &[Loc], _fails: &[(Loc, &'static str)], _excluded: &[&str]) -> Result<Option<Expr>, SchemaError> {
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
}
