//! `uniqueItems` where the items come from small finite sets: which of them
//! came already is remembered.

use super::array::Items;
use super::check::equal;
use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::Types;
use super::goal::{Fact, Goal, Part, Solved};
use super::linear::Linear;
use crate::rule::Expr;
use crate::style::Whitespace;
use serde_json::Value;
use std::collections::BTreeMap;

/// States of one array of different items.
const MAX_STATES: usize = 1_100;
/// Values of one set.
const MAX_VALUES: usize = 64;

static SIMPLE: [Value; 3] = [Value::Null, Value::Bool(false), Value::Bool(true)];

impl<'a> Compiler<'a> {
    /// Arrays whose items must differ. The outer `None`: that is not asked for,
    /// or cannot be said, which is noted.
    #[allow(clippy::option_option)]
    pub(super) fn unique(
        &mut self,
        goal: &Goal,
        items: &Items,
        hint: &str,
    ) -> Result<Option<Option<Expr>>, SchemaError> {
        let mut asked = Vec::new();
        for (loc, _) in &goal.bases {
            if self.source.value(*loc).get("uniqueItems") == Some(&Value::Bool(true)) {
                asked.push(*loc);
            }
        }
        if asked.is_empty() || items.max.is_some_and(|max| max < 2) {
            return Ok(None);
        }
        let counted = goal
            .facts
            .iter()
            .any(|fact| matches!(fact, Fact::Contains(..)))
            || goal
                .bases
                .iter()
                .any(|(loc, _)| self.source.value(*loc).get("contains").is_some());
        let sets = if counted {
            None
        } else {
            self.item_sets(items)?
        };
        let found = sets.and_then(|sets| self.distinct(items, &sets, hint));
        if found.is_none() {
            for loc in asked {
                let reason = "that items differ is left to the validator";
                self.residual(loc, "uniqueItems", reason);
            }
        }
        Ok(found)
    }

    /// The values at each position, the last for all later ones; `None` if
    /// there are too many.
    fn item_sets(&mut self, items: &Items) -> Result<Option<Vec<Vec<&'a Value>>>, SchemaError> {
        let listed = items.prefix.len();
        let needed = items
            .max
            .map_or(listed + 1, |max| (listed + 1).min(max as usize));
        let mut sets = Vec::new();
        for goal in items.prefix.iter().chain([&items.rest]).take(needed) {
            let Some(values) = self.finite(goal, 0)? else {
                return Ok(None);
            };
            sets.push(values);
        }
        if sets.len() <= listed {
            sets.push(Vec::new());
        }
        Ok(Some(sets))
    }

    /// All values that satisfy some parts; `None` if there may be many.
    fn finite(
        &mut self,
        parts: &[Part],
        level: usize,
    ) -> Result<Option<Vec<&'a Value>>, SchemaError> {
        let Some(flat) = self.open(parts)? else {
            return Ok(Some(Vec::new()));
        };
        let goal = match self.solve(flat)? {
            Solved::Nothing => return Ok(Some(Vec::new())),
            Solved::Goal(goal) => goal,
            Solved::Branches(branches) => {
                let mut all: Vec<&Value> = Vec::new();
                for (parts, _) in branches {
                    let found = if level < 8 {
                        self.finite(&parts, level + 1)?
                    } else {
                        None
                    };
                    let Some(found) = found else { return Ok(None) };
                    for value in found {
                        if !all.iter().any(|one| equal(one, value)) {
                            all.push(value);
                        }
                    }
                }
                return Ok(Some(all));
            }
        };
        let Some((types, values)) = self.types_and_values(&goal)? else {
            return Ok(Some(Vec::new()));
        };
        let values = match values {
            Some(values) => values,
            None if types.only(Types::SIMPLE) => SIMPLE.iter().collect(),
            None => return Ok(None),
        };
        // What follows writes each value in one way, whatever the position asks.
        let foreign = self.options.whitespace == Whitespace::Any;
        let contested = foreign && self.wants_plain_integers(&goal);
        let known = values.len() <= MAX_VALUES && !contested;
        Ok(known.then(|| {
            let kept: Vec<_> = values.into_iter().filter(|one| types.holds(one)).collect();
            self.accepted(&goal, &kept)
        }))
    }

    /// The arrays of different values; `None` if they take too many states.
    #[allow(clippy::option_option)]
    fn distinct(
        &mut self,
        items: &Items,
        sets: &[Vec<&'a Value>],
        hint: &str,
    ) -> Option<Option<Expr>> {
        let mut all: Vec<&Value> = Vec::new();
        for value in sets.iter().flatten() {
            if !all.iter().any(|one| equal(one, value)) {
                all.push(value);
            }
        }
        if all.len() > MAX_VALUES {
            return None;
        }
        let literals: Vec<Expr> = all.iter().map(|value| self.literal(value)).collect();
        let mut linear = Linear::default();
        let ends = |at: usize| at >= items.min as usize;
        let mut known = BTreeMap::from([((0_usize, 0_u64), linear.state(ends(0)))]);
        let mut work = vec![(0_usize, 0_u64)];
        while let Some((at, used)) = work.pop() {
            if items.max.is_some_and(|max| at >= max as usize) {
                continue;
            }
            let here = known.get(&(at, used)).copied().unwrap_or_default();
            let set = sets.get(at).or(sets.last())?;
            for (bit, (value, literal)) in all.iter().zip(&literals).enumerate() {
                if used >> bit & 1 == 1 || !set.iter().any(|one| equal(one, value)) {
                    continue;
                }
                let next = (at + 1, used | 1 << bit);
                let to = *known.entry(next).or_insert_with(|| {
                    work.push(next);
                    linear.state(ends(next.0))
                });
                let comma = (at > 0).then(|| self.style.comma());
                let item = Expr::sequence(comma.into_iter().chain([literal.clone()]));
                linear.connect(here, item, to);
            }
            if linear.len() > MAX_STATES {
                return None;
            }
        }
        Some(linear.lower(0, &mut self.builder, &format!("{hint}-different")))
    }
}
