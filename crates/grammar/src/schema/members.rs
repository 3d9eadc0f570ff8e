//! The inside of an object's braces: which pairs may come, in which order,
//! how many, and what has to be there at the end.

use super::linear::Linear;
use crate::rule::{Builder, Expr};
use crate::style::Style;
use std::collections::BTreeMap;

/// States of one object beside two for each property, which every object takes;
/// more are too many to be worth exactness.
const MAX_STATES: usize = 3_000;
/// Properties that are remembered while keys come in any order.
const MAX_REMEMBERED: usize = 6;
/// States of one object whose keys come in any order.
const MAX_FREE_STATES: usize = 300;

/// One way to write a pair, and the duties that it does (as bits).
#[derive(Debug, Clone)]
pub(super) struct Variant {
    pub pair: Expr,
    pub done: u32,
}

/// A named property.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub required: bool,
    pub variants: Vec<Variant>,
}

/// What an object may hold.
#[derive(Debug, Clone, Default)]
pub(super) struct Members {
    /// In the order in which they come.
    pub named: Vec<Member>,
    /// Pairs with other names, as often as one likes, after the named ones.
    pub others: Vec<Variant>,
    /// One of each of these: a property that is there, or absent.
    pub clauses: Vec<Vec<(usize, bool)>>,
    /// Duties that pairs must do, as bits.
    pub duties: u32,
    pub min: u32,
    pub max: Option<u32>,
}

/// Too many states.
#[derive(Debug)]
pub(super) struct TooMany;

/// What there is to remember between two pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Memory {
    /// No pair yet.
    first: bool,
    /// In the order of definition: clauses that hold, as bits. In any order:
    /// remembered properties that came.
    seen: u64,
    done: u32,
    /// Pairs so far, as far as that matters.
    count: u32,
}

const START: Memory = Memory {
    first: true,
    seen: 0,
    done: 0,
    count: 0,
};

impl Members {
    fn required(&self) -> u32 {
        self.named.iter().filter(|one| one.required).count() as u32
    }

    /// Whether counting matters; where it does not, bounds are dropped.
    fn drop_idle_bounds(&mut self) {
        if self.min <= self.required() {
            self.min = 0;
        }
        let possible = self.named.len() as u32;
        if self.others.is_empty() && self.max.is_some_and(|max| max >= possible) {
            self.max = None;
        }
    }

    fn max_states(&self) -> usize {
        MAX_STATES + 2 * (self.named.len() + 1)
    }

    /// Whether two orders of keys differ at all.
    fn has_order(&self) -> bool {
        self.named.len() + usize::from(!self.others.is_empty()) > 1 && !self.named.is_empty()
    }

    /// The rules; the inner `None`: no such object.
    pub fn lower(
        mut self,
        free: bool,
        style: Style,
        builder: &mut Builder,
        hint: &str,
    ) -> Result<Option<Expr>, TooMany> {
        self.drop_idle_bounds();
        if free && self.has_order() {
            match self.free(style, builder, hint) {
                Err(TooMany) => {}
                found => return found,
            }
        }
        self.ordered(style, builder, hint)
    }

    /// One pair more, if that many may come.
    fn counted(&self, memory: Memory, done: u32) -> Option<Memory> {
        if self.max.is_some_and(|max| memory.count >= max) {
            return None;
        }
        let cap = self.max.unwrap_or(self.min);
        Some(Memory {
            first: false,
            seen: memory.seen,
            done: memory.done | done,
            count: cap.min(memory.count + 1),
        })
    }

    fn ordered(
        &self,
        style: Style,
        builder: &mut Builder,
        hint: &str,
    ) -> Result<Option<Expr>, TooMany> {
        if self.clauses.len() > 64 {
            return Err(TooMany);
        }
        let mut linear = Linear::default();
        let start = linear.state(false);
        let mut level = BTreeMap::from([(START, start)]);
        for (index, member) in self.named.iter().enumerate() {
            let mut next: BTreeMap<Memory, usize> = BTreeMap::new();
            for (memory, from) in level {
                let mut ways = Vec::new();
                for variant in &member.variants {
                    let taken = self.counted(memory, variant.done);
                    let taken = taken.and_then(|taken| self.passed(taken, index, true));
                    ways.extend(taken.map(|taken| (pair(style, memory, &variant.pair), taken)));
                }
                if !member.required {
                    let skipped = self.passed(memory, index, false);
                    ways.extend(skipped.map(|skipped| (Expr::empty(), skipped)));
                }
                for (expr, memory) in ways {
                    let to = *next.entry(memory).or_insert_with(|| linear.state(false));
                    linear.connect(from, expr, to);
                }
            }
            if linear.len() > self.max_states() {
                return Err(TooMany);
            }
            level = next;
        }
        let end = linear.state(true);
        let mut tails = BTreeMap::new();
        for (memory, from) in level {
            if self.duties == 0 {
                let tail = self.tail(style, memory);
                if let Some(tail) = tail {
                    linear.connect(from, tail, end);
                }
            } else {
                self.dutiful_tail(style, &mut linear, memory, from, &mut tails)?;
            }
        }
        Ok(linear.lower(start, builder, &format!("{hint}-rest")))
    }

    /// After a named property was passed; `None` if a clause can no longer hold.
    fn passed(&self, mut memory: Memory, index: usize, there: bool) -> Option<Memory> {
        for (bit, clause) in self.clauses.iter().enumerate() {
            if clause.contains(&(index, there)) {
                memory.seen |= 1 << bit;
            }
            let last = clause.iter().map(|(at, _)| *at).max();
            if memory.seen >> bit & 1 == 0 && last.is_none_or(|last| last <= index) {
                return None;
            }
        }
        Some(memory)
    }

    /// Other pairs after the named ones, where only their number matters.
    fn tail(&self, style: Style, memory: Memory) -> Option<Expr> {
        let low = self.min.saturating_sub(memory.count);
        let high = self.max.map(|max| max.saturating_sub(memory.count));
        if self.others.is_empty() || high == Some(0) {
            return (low == 0).then(Expr::empty);
        }
        let one = || Expr::choice(self.others.iter().map(|other| other.pair.clone()));
        let more = |low, high| Expr::sequence([style.comma(), one()]).repeat(low, high);
        if !memory.first {
            return Some(more(low, high));
        }
        let rest = more(low.saturating_sub(1), high.map(|high| high - 1));
        let all = Expr::sequence([one(), rest]);
        Some(if low == 0 { all.optional() } else { all })
    }

    /// Other pairs where some of them have a duty.
    fn dutiful_tail(
        &self,
        style: Style,
        linear: &mut Linear,
        memory: Memory,
        from: usize,
        known: &mut BTreeMap<Memory, usize>,
    ) -> Result<(), TooMany> {
        let ends = |memory: Memory| memory.done == self.duties && memory.count >= self.min;
        let mut work = vec![memory];
        let enter = linear.len();
        let mut at = |linear: &mut Linear, memory: Memory, work: &mut Vec<Memory>| {
            *known.entry(memory).or_insert_with(|| {
                work.push(memory);
                linear.state(ends(memory))
            })
        };
        let first = at(linear, memory, &mut Vec::new());
        linear.connect(from, Expr::empty(), first);
        if first < enter {
            return Ok(());
        }
        while let Some(memory) = work.pop() {
            let here = at(linear, memory, &mut Vec::new());
            for other in &self.others {
                if let Some(next) = self.counted(memory, other.done) {
                    let to = at(linear, next, &mut work);
                    linear.connect(here, pair(style, memory, &other.pair), to);
                }
            }
            if linear.len() > self.max_states() {
                return Err(TooMany);
            }
        }
        Ok(())
    }

    /// Keys in any order: what must come, or decides what must, is remembered;
    /// other properties may come at any time.
    fn free(
        &self,
        style: Style,
        builder: &mut Builder,
        hint: &str,
    ) -> Result<Option<Expr>, TooMany> {
        let named = self.named.iter().enumerate();
        let (kept, loose): (Vec<_>, Vec<_>) = named.partition(|(index, member)| {
            let in_clause = |clause: &Vec<(usize, bool)>| clause.iter().any(|(at, _)| at == index);
            member.required || self.clauses.iter().any(in_clause)
        });
        if kept.len() > MAX_REMEMBERED {
            return Err(TooMany);
        }
        let loose = loose.into_iter().flat_map(|(_, member)| &member.variants);
        let loose = shared_by_duty(loose.chain(&self.others), builder, hint);
        let bit = |at: usize| kept.iter().position(|(index, _)| *index == at);
        let ends = |memory: Memory| {
            let there = |at: usize| bit(at).is_some_and(|bit| memory.seen >> bit & 1 == 1);
            let mut clauses = self.clauses.iter();
            kept.iter().all(|(at, one)| !one.required || there(*at))
                && clauses.all(|clause| clause.iter().any(|(at, wanted)| there(*at) == *wanted))
                && memory.done == self.duties
                && memory.count >= self.min
        };
        let mut linear = Linear::default();
        let mut known = BTreeMap::from([(START, linear.state(ends(START)))]);
        let mut work = vec![START];
        while let Some(memory) = work.pop() {
            let here = known.get(&memory).copied().unwrap_or_default();
            let mut ways: Vec<(Expr, Memory)> = Vec::new();
            for (bit, (_, member)) in kept.iter().enumerate() {
                for variant in &member.variants {
                    let next = self.counted(memory, variant.done);
                    let next = next.filter(|_| memory.seen >> bit & 1 == 0);
                    ways.extend(next.map(|mut next| {
                        next.seen |= 1 << bit;
                        (variant.pair.clone(), next)
                    }));
                }
            }
            for (expr, done) in &loose {
                let next = self.counted(memory, *done);
                ways.extend(next.map(|next| (expr.clone(), next)));
            }
            for (expr, next) in ways {
                let to = *known.entry(next).or_insert_with(|| {
                    work.push(next);
                    linear.state(ends(next))
                });
                linear.connect(here, pair(style, memory, &expr), to);
            }
            if linear.len() > MAX_FREE_STATES {
                return Err(TooMany);
            }
        }
        Ok(linear.lower(0, builder, &format!("{hint}-rest")))
    }
}

/// A pair, with the comma before it if it is not the first.
fn pair(style: Style, memory: Memory, expr: &Expr) -> Expr {
    if memory.first {
        expr.clone()
    } else {
        Expr::sequence([style.comma(), expr.clone()])
    }
}

/// Variants with the same duties as one expression, as a rule where several
/// states will use it.
fn shared_by_duty<'m>(
    variants: impl Iterator<Item = &'m Variant>,
    builder: &mut Builder,
    hint: &str,
) -> Vec<(Expr, u32)> {
    let mut groups: BTreeMap<u32, Vec<Expr>> = BTreeMap::new();
    for variant in variants {
        groups
            .entry(variant.done)
            .or_default()
            .push(variant.pair.clone());
    }
    let rule = |(done, pairs): (u32, Vec<Expr>), builder: &mut Builder| {
        let body = Expr::choice(pairs);
        (
            Expr::Rule(builder.add(&format!("{hint}-pair"), None, body)),
            done,
        )
    };
    groups.into_iter().map(|one| rule(one, builder)).collect()
}
