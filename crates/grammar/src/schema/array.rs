//! Arrays.

use super::compiler::{Compiler, Part};
use super::error::SchemaError;
use super::facts::read_count;
use super::source::Loc;
use crate::rule::Expr;
use serde_json::Value;

/// Positions with schemas of their own; more are left to the validator.
const MAX_PREFIX: usize = 2_000;

impl<'a> Compiler<'a> {
    /// The arrays of a goal.
    pub(super) fn array(&mut self, bases: &[Loc], hint: &str) -> Result<Option<Expr>, SchemaError> {
        let (mut min, mut max) = (0, None::<u32>);
        let mut prefix: Vec<Vec<Part>> = Vec::new();
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            for keyword in ["minItems", "maxItems"] {
                let Some(value) = map.get(keyword) else {
                    continue;
                };
                let count = read_count(value);
                let count =
                    count.ok_or_else(|| self.malformed(loc, keyword, "a whole number from 0"))?;
                if keyword == "minItems" {
                    min = min.max(count);
                } else {
                    max = Some(max.map_or(count, |max| max.min(count)));
                }
            }
            let listed = self.positions(loc).map_or(0, <[Value]>::len);
            if listed > MAX_PREFIX {
                return Err(SchemaError::too_large(
                    self.source.pointer(loc),
                    "number of listed items",
                    MAX_PREFIX,
                ));
            }
            if listed > prefix.len() {
                prefix.resize(listed, Vec::new());
            }
        }
        let mut rest = Vec::new();
        for loc in bases.iter().copied() {
            let (after, keyword) = self.after_positions(loc);
            let listed = self.positions(loc).unwrap_or_default();
            let name = if self.source.value(loc).get("prefixItems").is_some() {
                "prefixItems"
            } else {
                "items"
            };
            for (index, goal) in prefix.iter_mut().enumerate() {
                let part = match listed.get(index) {
                    Some(schema) => {
                        Some(self.source.child(loc, schema, &[name, &index.to_string()]))
                    }
                    None => after.map(|schema| self.source.child(loc, schema, &[keyword])),
                };
                goal.extend(part.map(Part::Whole));
            }
            if let Some(schema) = after {
                rest.push(Part::Whole(self.source.child(loc, schema, &[keyword])));
            }
        }
        let limit = self.options.limits.max_repetition;
        for loc in bases.iter().copied() {
            let large = min > limit || max.is_some_and(|max| max > limit);
            for keyword in ["minItems", "maxItems"] {
                if large && self.source.value(loc).get(keyword).is_some() {
                    self.residual(loc, keyword, "the count is above the limit of repetition");
                }
            }
        }
        min = min.min(limit);
        max = max.filter(|max| *max <= limit);
        self.depth += 1;
        let lowered = self.items(&prefix, &rest, hint);
        self.depth -= 1;
        let (items, mut rest) = lowered?;
        // An impossible item ends the array before it.
        let possible = items.iter().take_while(|one| one.is_some()).count();
        if possible < items.len() || rest.is_none() {
            rest = None;
            max = Some(max.unwrap_or(u32::MAX).min(possible as u32));
        }
        if max.is_some_and(|max| max < min) {
            self.contradict(
                bases.first().copied(),
                "an array would need more items than it can have",
            );
            return Ok(None);
        }
        for loc in bases.iter().copied() {
            let unique = self.source.value(loc).get("uniqueItems");
            if unique == Some(&Value::Bool(true)) && max.is_none_or(|max| max > 1) {
                self.residual(
                    loc,
                    "uniqueItems",
                    "that items differ is left to the validator",
                );
            }
        }
        let items: Vec<Expr> = items.into_iter().flatten().take(possible).collect();
        let inner = self.list(&items, rest, min, max, hint);
        Ok(Some(Expr::sequence([
            self.style.open('['),
            inner,
            self.style.close(']'),
        ])))
    }

    #[allow(clippy::type_complexity)]
    fn items(
        &mut self,
        prefix: &[Vec<Part>],
        rest: &[Part],
        hint: &str,
    ) -> Result<(Vec<Option<Expr>>, Option<Expr>), SchemaError> {
        let mut items = Vec::with_capacity(prefix.len());
        for (index, goal) in prefix.iter().enumerate() {
            items.push(self.goal(goal, &format!("{hint}-{index}"))?);
        }
        Ok((items, self.goal(rest, &format!("{hint}-item"))?))
    }

    /// Schemas by position, in either spelling.
    fn positions(&self, loc: Loc) -> Option<&'a [Value]> {
        let map = self.source.value(loc).as_object()?;
        let list = map.get("prefixItems").or_else(|| map.get("items"))?;
        list.as_array().map(Vec::as_slice)
    }

    /// The schema of the items after those.
    fn after_positions(&self, loc: Loc) -> (Option<&'a Value>, &'static str) {
        let Some(map) = self.source.value(loc).as_object() else {
            return (None, "items");
        };
        match map.get("items") {
            Some(Value::Array(_)) => (map.get("additionalItems"), "additionalItems"),
            other => (other, "items"),
        }
    }

    /// The inside of the brackets, linear in the listed items.
    fn list(
        &mut self,
        items: &[Expr],
        rest: Option<Expr>,
        min: u32,
        max: Option<u32>,
        hint: &str,
    ) -> Expr {
        let comma = self.style.comma();
        let listed = items.len() as u32;
        if max == Some(0) {
            return Expr::empty();
        }
        let mut tail = match &rest {
            Some(item) if max.is_none_or(|max| max > listed) => {
                // The first item of all has no comma before it.
                let before = listed.max(1);
                let one = Expr::sequence([comma.clone(), item.clone()]);
                one.repeat(min.saturating_sub(before), max.map(|max| max - before))
            }
            _ => Expr::empty(),
        };
        for (index, item) in items.iter().enumerate().rev() {
            let at = index as u32;
            if max.is_some_and(|max| at >= max) {
                continue;
            }
            if index % 8 == 7 && !tail.is_empty() {
                tail = Expr::Rule(self.builder.add(&format!("{hint}-rest"), None, tail));
            }
            let separator = if index > 0 {
                comma.clone()
            } else {
                Expr::empty()
            };
            let here = Expr::sequence([separator, item.clone(), tail]);
            tail = if at < min { here } else { here.optional() };
        }
        match rest {
            Some(item) if items.is_empty() => {
                let all = Expr::sequence([item, tail]);
                if min == 0 { all.optional() } else { all }
            }
            _ => tail,
        }
    }
}
