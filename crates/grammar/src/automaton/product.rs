//! Making automata of automata: products, complements, subset constructions.

use super::{Dfa, State, TooManyStates};
use crate::rule::CharSet;
use std::collections::BTreeMap;

/// States of all cells of a partition together, in units of the limit.
const STATES_OF_CELLS: usize = 20;

/// A component that has refused.
const DEAD: u32 = u32::MAX;

/// Gives numbers to states as they are met.
struct Numbers<S> {
    known: BTreeMap<S, u32>,
    order: Vec<S>,
    limit: usize,
}

impl<S: Ord + Clone> Numbers<S> {
    fn new(start: S, limit: usize) -> Self {
        Self {
            known: BTreeMap::from([(start.clone(), 0)]),
            order: vec![start],
            limit,
        }
    }

    fn of(&mut self, state: S) -> Result<u32, TooManyStates> {
        if let Some(known) = self.known.get(&state) {
            return Ok(*known);
        }
        let given = self.order.len() + 1;
        if given > self.limit {
            let limit = self.limit;
            return Err(TooManyStates { given, limit });
        }
        self.order.push(state.clone());
        self.known.insert(state, given as u32 - 1);
        Ok(given as u32 - 1)
    }
}

/// Edges by target, made of sets in any order.
#[derive(Default)]
struct Edges(BTreeMap<u32, Vec<(u32, u32)>>);

impl Edges {
    fn add(&mut self, set: &CharSet, to: u32) {
        self.0.entry(to).or_default().extend(set.ranges());
    }

    fn finish(self) -> Vec<(CharSet, u32)> {
        let edge = |(to, ranges)| (CharSet::from_ranges(ranges), to);
        self.0.into_iter().map(edge).collect()
    }
}

/// What no edge takes.
fn rest(edges: &[(CharSet, u32)]) -> CharSet {
    let taken = edges.iter().flat_map(|(set, _)| set.ranges()).copied();
    CharSet::from_ranges(taken.collect()).negate()
}

impl Dfa {
    /// The automaton of a step function: each state reads each letter at most
    /// one way. `letters` are disjoint; characters of none of them refuse.
    ///
    /// # Errors
    /// More than `limit` states are met.
    pub fn explore<S: Ord + Clone>(
        start: S,
        letters: &[CharSet],
        mut step: impl FnMut(&S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        limit: usize,
    ) -> Result<Self, TooManyStates> {
        let mut numbers = Numbers::new(start, limit);
        let mut states = Vec::new();
        while let Some(state) = numbers.order.get(states.len()).cloned() {
            let mut edges = Edges::default();
            for (index, letter) in letters.iter().enumerate() {
                if let Some(next) = step(&state, index) {
                    edges.add(letter, numbers.of(next)?);
                }
            }
            states.push(State {
                accepts: accepts(&state),
                edges: edges.finish(),
            });
        }
        Ok(Self::trimmed(states))
    }

    /// Runs all of them side by side. `verdict` judges which of them accept; a
    /// tuple of states that `hopeless` says never to be accepted is left out.
    fn product<V: Clone>(
        all: &[&Self],
        limit: usize,
        verdict: impl Fn(&[bool]) -> V,
        hopeless: impl Fn(&[u32]) -> bool,
    ) -> Result<(Vec<State>, Vec<V>), TooManyStates> {
        let mut numbers = Numbers::new(vec![0u32; all.len()], limit);
        let (mut states, mut verdicts) = (Vec::new(), Vec::new());
        while let Some(tuple) = numbers.order.get(states.len()).cloned() {
            let mut cells = vec![(CharSet::any(), Vec::with_capacity(all.len()))];
            let mut accepting = Vec::with_capacity(all.len());
            for (one, at) in all.iter().zip(&tuple) {
                let state = one.state(*at);
                accepting.push(state.is_some_and(|state| state.accepts));
                let edges = state.map_or(&[][..], |state| &state.edges);
                cells = split(cells, edges);
            }
            let mut edges = Edges::default();
            for (set, next) in cells {
                if !hopeless(&next) {
                    edges.add(&set, numbers.of(next)?);
                }
            }
            verdicts.push(verdict(&accepting));
            states.push(State {
                accepts: false,
                edges: edges.finish(),
            });
        }
        Ok((states, verdicts))
    }

    fn combine(
        &self,
        other: &Self,
        limit: usize,
        verdict: impl Fn(bool, bool) -> bool,
        hopeless: impl Fn(bool, bool) -> bool,
    ) -> Result<Self, TooManyStates> {
        let pair = |both: &[bool]| match both {
            [one, two] => verdict(*one, *two),
            _ => false,
        };
        let dead = |both: &[u32]| match both {
            [one, two] => hopeless(*one == DEAD, *two == DEAD),
            _ => true,
        };
        let (mut states, verdicts) = Self::product(&[self, other], limit, pair, dead)?;
        for (state, accepts) in states.iter_mut().zip(verdicts) {
            state.accepts = accepts;
        }
        Ok(Self::trimmed(states))
    }

    /// Texts of both.
    pub fn intersect(&self, other: &Self, limit: usize) -> Result<Self, TooManyStates> {
        self.combine(other, limit, |a, b| a && b, |a, b| a || b)
    }

    /// Texts of either.
    pub fn union(&self, other: &Self, limit: usize) -> Result<Self, TooManyStates> {
        self.combine(other, limit, |a, b| a || b, |a, b| a && b)
    }

    /// Texts of `self` that are none of `other`.
    pub fn minus(&self, other: &Self, limit: usize) -> Result<Self, TooManyStates> {
        self.combine(other, limit, |a, b| a && !b, |a, _| a)
    }

    /// Every text that is not accepted. At most one state more.
    pub fn complement(&self) -> Self {
        let sink = self.states.len() as u32;
        let turn = |state: &State| {
            let mut edges = state.edges.clone();
            let rest = rest(&edges);
            if !rest.is_empty() {
                edges.push((rest, sink));
            }
            State {
                accepts: !state.accepts,
                edges,
            }
        };
        let mut states: Vec<State> = self.states.iter().map(turn).collect();
        states.push(State {
            accepts: true,
            edges: vec![(CharSet::any(), sink)],
        });
        Self::trimmed(states)
    }

    /// Splits all texts by which of `all` accept them: every cell that is not
    /// empty, minimal, in the order of its flags (`false` first).
    pub fn partition(all: &[Self], limit: usize) -> Result<Vec<(Vec<bool>, Self)>, TooManyStates> {
        let parts: Vec<&Self> = all.iter().collect();
        let (states, verdicts) = Self::product(&parts, limit, <[bool]>::to_vec, |_| false)?;
        let cells: std::collections::BTreeSet<&Vec<bool>> = verdicts.iter().collect();
        let given = cells.len().saturating_mul(states.len());
        if given > limit.saturating_mul(STATES_OF_CELLS) {
            return Err(TooManyStates { given, limit });
        }
        let cell = |flags: &Vec<bool>| {
            let mut states = states.clone();
            for (state, verdict) in states.iter_mut().zip(&verdicts) {
                state.accepts = verdict == flags;
            }
            (flags.clone(), Self::trimmed(states).minimize())
        };
        Ok(cells.into_iter().map(cell).collect())
    }
}

/// Splits cells by one more component's edges.
fn split(cells: Vec<(CharSet, Vec<u32>)>, edges: &[(CharSet, u32)]) -> Vec<(CharSet, Vec<u32>)> {
    let mut out = Vec::with_capacity(cells.len());
    let rest = rest(edges);
    let edges = edges.iter().map(|(set, to)| (set, *to));
    let edges: Vec<(&CharSet, u32)> = edges.chain([(&rest, DEAD)]).collect();
    for (set, tuple) in cells {
        for (edge, to) in &edges {
            let both = set.intersect(edge);
            if !both.is_empty() {
                let mut longer = tuple.clone();
                longer.push(*to);
                out.push((both, longer));
            }
        }
    }
    out
}
