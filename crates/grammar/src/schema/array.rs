//! Arrays: items by position, how many, which of them must be there.

use super::choice::contained;
use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::read_count;
use super::goal::{Choice, Fact, Goal, Part};
use super::linear::Linear;
use super::source::Loc;
use crate::rule::Expr;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Positions with schemas of their own.
const MAX_PREFIX: usize = 2_000;
/// States of one array that counts what it contains.
const MAX_STATES: usize = 2_000;
/// Kinds of items that one array counts at once.
const MAX_KINDS: usize = 3;

/// Items that are counted.
struct Kind {
    part: Part,
    from: u32,
    min: u32,
    max: Option<u32>,
    /// Who asks.
    blame: Option<(Loc, &'static str)>,
}

/// What one goal says about its arrays.
pub(super) struct Items {
    /// What each of the first items must satisfy.
    pub prefix: Vec<Vec<Part>>,
    /// What all later ones must satisfy.
    pub rest: Vec<Part>,
    pub min: u32,
    pub max: Option<u32>,
}

impl<'a> Compiler<'a> {
    /// The arrays of a goal.
    pub(super) fn array(&mut self, goal: &Goal, hint: &str) -> Result<Option<Expr>, SchemaError> {
        let mut items = self.outline_items(goal)?;
        self.bound_by_limit(goal, &mut items);
        let first = goal.bases.first().map(|(loc, _)| *loc);
        if items.max.is_some_and(|max| max < items.min) {
            self.contradict(first, "an array would need more items than it can have");
            return Ok(None);
        }
        if let Some(found) = self.unique(goal, &items, hint)? {
            return Ok(found.map(|inner| self.brackets(inner)));
        }
        let kinds = self.kinds(goal);
        let inner = if kinds.is_empty() {
            self.plain(&items, hint)?
        } else if let Some(found) = self.counting(&items, &kinds, hint)? {
            found
        } else {
            for (loc, keyword) in kinds.iter().filter_map(|kind| kind.blame) {
                let reason = "counting these items takes too many states";
                self.residual(loc, keyword, reason);
            }
            if kinds.iter().any(|kind| kind.blame.is_none()) {
                self.leave_presence("too many items are counted");
            }
            self.plain(&items, hint)?
        };
        if inner.is_none() {
            self.contradict(first, "an array would need items that cannot be");
        }
        Ok(inner.map(|inner| self.brackets(inner)))
    }

    fn brackets(&self, inner: Expr) -> Expr {
        Expr::sequence([self.style.open('['), inner, self.style.close(']')])
    }

    fn outline_items(&mut self, goal: &Goal) -> Result<Items, SchemaError> {
        let (mut min, mut max) = (0, None::<u32>);
        let mut at_most = |count: u32| max = Some(max.map_or(count, |max: u32| max.min(count)));
        let mut listed = 0;
        for (loc, _) in &goal.bases {
            let Some(map) = self.source.value(*loc).as_object() else {
                continue;
            };
            for keyword in ["minItems", "maxItems"] {
                let Some(value) = map.get(keyword) else {
                    continue;
                };
                let count = read_count(value);
                let count =
                    count.ok_or_else(|| self.malformed(*loc, keyword, "a whole number from 0"))?;
                if keyword == "minItems" {
                    min = min.max(count);
                } else {
                    at_most(count);
                }
            }
            let positions = self.positions(*loc).map_or(0, <[Value]>::len);
            listed = listed.max(positions);
            if positions > MAX_PREFIX {
                return Err(SchemaError::too_large(
                    self.source.pointer(*loc),
                    "number of listed items",
                    MAX_PREFIX,
                ));
            }
        }
        for fact in &goal.facts {
            match fact {
                Fact::Count(true, low, high) => {
                    min = min.max(*low);
                    if let Some(high) = high {
                        at_most(*high);
                    }
                }
                Fact::Item(index, _) => listed = listed.max(*index as usize + 1),
                _ => {}
            }
        }
        let mut prefix = Vec::with_capacity(listed);
        for index in 0..listed {
            prefix.push(self.item_goal(goal, Some(index)));
        }
        let rest = self.item_goal(goal, None);
        Ok(Items {
            prefix,
            rest,
            min,
            max,
        })
    }

    /// What one item must satisfy; no index: any after the listed ones.
    fn item_goal(&mut self, goal: &Goal, index: Option<usize>) -> Vec<Part> {
        let mut parts = Vec::new();
        for (loc, _) in &goal.bases {
            let loc = *loc;
            let listed = self.positions(loc).unwrap_or_default();
            let name = if self.source.value(loc).get("prefixItems").is_some() {
                "prefixItems"
            } else {
                "items"
            };
            let own = index.and_then(|index| Some((index, listed.get(index)?)));
            if let Some((index, schema)) = own {
                let at = self.source.child(loc, schema, &[name, &index.to_string()]);
                parts.push(Part::whole(at));
            } else if let (Some(schema), keyword) = self.after_positions(loc) {
                let at = self.source.child(loc, schema, &[keyword]);
                parts.push(Part::whole(at));
            }
            if let Some(at) = self.inside(loc, "unevaluatedItems") {
                let unevaluated = self.is_unevaluated(goal, loc, |this, map, (by, own)| {
                    this.evaluates_item(map, by, own, index)
                });
                parts.extend(unevaluated.then(|| Part::whole(at)));
            }
        }
        for fact in &goal.facts {
            if let (Fact::Item(of, part), Some(index)) = (fact, index)
                && *of as usize == index
            {
                parts.push((**part).clone());
            }
        }
        parts
    }

    /// Whether one schema evaluates an item; `None`: that shows in the value.
    fn evaluates_item(
        &self,
        map: &'a Map<String, Value>,
        loc: Loc,
        own: bool,
        index: Option<usize>,
    ) -> Option<bool> {
        let listed = self.positions(loc).map_or(0, <[Value]>::len);
        if index.is_some_and(|index| index < listed)
            || self.after_positions(loc).0.is_some()
            || !own && map.contains_key("unevaluatedItems")
        {
            return Some(true);
        }
        let shows = map.contains_key("contains") && self.source.contains_evaluates(loc);
        (!shows).then_some(false)
    }

    fn bound_by_limit(&mut self, goal: &Goal, items: &mut Items) {
        let limit = self.options.limits.max_repetition;
        if items.min <= limit && items.max.is_none_or(|max| max <= limit) {
            return;
        }
        for (loc, _) in &goal.bases {
            for keyword in ["minItems", "maxItems"] {
                if self.source.value(*loc).get(keyword).is_some() {
                    self.residual(*loc, keyword, "the count is above the limit of repetition");
                }
            }
        }
        items.min = items.min.min(limit);
        items.max = items.max.filter(|max| *max <= limit);
    }

    /// The items that are counted.
    fn kinds(&mut self, goal: &Goal) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for (loc, _) in &goal.bases {
            let map = self.source.value(*loc).as_object();
            let bounds = map.map_or((1, None), contained);
            let Some(at) = self.inside(*loc, "contains") else {
                continue;
            };
            if bounds != (0, None) {
                kinds.push(Kind {
                    part: Part::whole(at),
                    from: 0,
                    min: bounds.0,
                    max: bounds.1,
                    blame: Some((*loc, "contains")),
                });
            }
        }
        for fact in &goal.facts {
            if let Fact::Contains(part, from, min, max) = fact {
                let blame = match &**part {
                    Part::Open(Choice::Not(_, blame)) => Some(*blame),
                    _ => None,
                };
                kinds.push(Kind {
                    part: (**part).clone(),
                    from: *from,
                    min: *min,
                    max: *max,
                    blame,
                });
            }
        }
        kinds
    }

    /// Arrays where only the number of items matters.
    fn plain(&mut self, items: &Items, hint: &str) -> Result<Option<Expr>, SchemaError> {
        let (min, mut max) = (items.min, items.max);
        let mut listed = Vec::with_capacity(items.prefix.len());
        let mut rest = None;
        for (index, goal) in items.prefix.iter().enumerate() {
            if max.is_some_and(|max| index >= max as usize) {
                break;
            }
            // An impossible item ends the array before it.
            match self.deeper(goal, &format!("{hint}-{index}"))? {
                Some(item) => listed.push(item),
                None => max = Some(index as u32),
            }
        }
        if max.is_none_or(|max| max > listed.len() as u32) {
            rest = self.deeper(&items.rest, &format!("{hint}-item"))?;
            if rest.is_none() {
                max = Some(listed.len() as u32);
            }
        }
        if max.is_some_and(|max| max < min) {
            return Ok(None);
        }
        Ok(Some(self.list(&listed, rest, min, max, hint)))
    }

    /// Arrays that count items that satisfy something; the outer `None`: that
    /// takes too many states.
    #[allow(clippy::option_option)]
    fn counting(
        &mut self,
        items: &Items,
        kinds: &[Kind],
        hint: &str,
    ) -> Result<Option<Option<Expr>>, SchemaError> {
        if kinds.len() > MAX_KINDS {
            return Ok(None);
        }
        let froms = kinds.iter().map(|kind| kind.from);
        let listed = items.prefix.len() as u32;
        let cap = froms.fold(listed.max(items.min), u32::max);
        let cap = cap.max(items.max.unwrap_or(0)).max(1);
        let mut linear = Linear::default();
        let start = (0_u32, [0_u32; MAX_KINDS]);
        let ends = |(at, counts): (u32, [u32; MAX_KINDS])| {
            let enough = kinds
                .iter()
                .zip(counts)
                .all(|(kind, count)| count >= kind.min);
            enough && at >= items.min
        };
        let mut known = BTreeMap::from([(start, linear.state(ends(start)))]);
        let mut work = vec![start];
        let mut written: BTreeMap<(u32, u32), Option<Expr>> = BTreeMap::new();
        while let Some((at, counts)) = work.pop() {
            if items.max.is_some_and(|max| at >= max) {
                continue;
            }
            for set in 0..1_u32 << kinds.len() {
                let Some(next) = after_item(kinds, (at, counts), set, cap) else {
                    continue;
                };
                let index = at.min(listed);
                let spoken = kinds
                    .iter()
                    .map(|kind| u32::from(at >= kind.from))
                    .fold(0, |all, one| all << 1 | one);
                let slot = (index, set << MAX_KINDS | spoken);
                let item = if let Some(known) = written.get(&slot) {
                    known.clone()
                } else {
                    let goal = self.kind_goal(items, kinds, (at, index), set);
                    let found = self.deeper(&goal, &format!("{hint}-item"))?;
                    written.insert(slot, found.clone());
                    found
                };
                let Some(item) = item else { continue };
                let here = known.get(&(at, counts)).copied().unwrap_or_default();
                let to = *known.entry(next).or_insert_with(|| {
                    work.push(next);
                    linear.state(ends(next))
                });
                let comma = (at > 0).then(|| self.style.comma());
                linear.connect(here, Expr::sequence(comma.into_iter().chain([item])), to);
            }
            if linear.len() > MAX_STATES {
                return Ok(None);
            }
        }
        let hint = format!("{hint}-rest");
        Ok(Some(linear.lower(0, &mut self.builder, &hint)))
    }

    /// What an item satisfies that is counted for a set of kinds (as bits).
    fn kind_goal(
        &mut self,
        items: &Items,
        kinds: &[Kind],
        (at, index): (u32, u32),
        set: u32,
    ) -> Vec<Part> {
        let goal = items.prefix.get(index as usize).unwrap_or(&items.rest);
        let mut goal = goal.clone();
        for (bit, kind) in kinds.iter().enumerate() {
            if at < kind.from {
                continue;
            }
            if set >> bit & 1 == 1 {
                goal.push(kind.part.clone());
            } else if kind.max.is_some() {
                match (&kind.part, kind.blame) {
                    (Part::Whole(loc, _), blame) => {
                        goal.push(Part::not(*loc, blame.unwrap_or((*loc, "contains"))));
                    }
                    (Part::Open(Choice::Not(loc, _)), _) => goal.push(Part::whole(*loc)),
                    (_, Some((loc, keyword))) => {
                        let reason = "what does not count cannot be said in rules";
                        self.residual(loc, keyword, reason);
                    }
                    _ => self.leave_presence("what does not count cannot be said in rules"),
                }
            }
        }
        goal
    }

    /// Schemas by position, in either spelling.
    pub(super) fn positions(&self, loc: Loc) -> Option<&'a [Value]> {
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

/// The counts after an item that counts for a set of kinds; `None` if it need
/// not or cannot count so.
fn after_item(
    kinds: &[Kind],
    (at, counts): (u32, [u32; MAX_KINDS]),
    set: u32,
    cap: u32,
) -> Option<(u32, [u32; MAX_KINDS])> {
    let mut next = counts;
    for (bit, (kind, count)) in kinds.iter().zip(&mut next).enumerate() {
        if set >> bit & 1 == 0 {
            continue;
        }
        let enough = kind.max.is_none() && *count >= kind.min;
        if at < kind.from || enough || kind.max.is_some_and(|max| *count >= max) {
            return None;
        }
        *count += 1;
    }
    Some((cap.min(at + 1), next))
}
