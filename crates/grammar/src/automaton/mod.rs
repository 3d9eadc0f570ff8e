//! Deterministic automata over Unicode scalar values.
//!
//! Strings are compiled through automata wherever a pattern alone is not the
//! whole story: several patterns at once, look-ahead, lengths beside patterns,
//! `not`, excluded names. Here intersection, union, difference and complement
//! are exact, and [`Dfa::to_expr`] turns the result back into short rules.
//!
//! A state's edges carry sets of characters, not single letters, so that
//! "everything but `a`" is one edge. A missing edge refuses. Every state is
//! reachable and leads to acceptance, except the start of the empty language;
//! each constructor sees to that, so questions about a language are questions
//! about its graph.

mod lower;
mod minimize;
mod product;
#[cfg(test)]
mod tests;

use crate::rule::CharSet;
use std::collections::BTreeMap;
use thiserror::Error;

/// An automaton would need more states than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{given} automaton states are above the limit of {limit}")]
pub(crate) struct TooManyStates {
    /// States needed, at least.
    pub given: usize,
    /// States allowed.
    pub limit: usize,
}

/// One state. Its edges are disjoint, not empty, each to another target, in
/// the order of their first character.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct State {
    accepts: bool,
    edges: Vec<(CharSet, u32)>,
}

/// A deterministic automaton; state 0 is the start.
#[derive(Debug, Clone)]
pub(crate) struct Dfa {
    states: Vec<State>,
    minimal: bool,
}

impl Dfa {
    /// The empty language.
    pub fn none() -> Self {
        Self {
            states: vec![State::default()],
            minimal: true,
        }
    }

    /// Every text.
    pub fn any() -> Self {
        Self {
            states: vec![State {
                accepts: true,
                edges: vec![(CharSet::any(), 0)],
            }],
            minimal: true,
        }
    }

    /// Exactly one word.
    #[cfg(test)]
    pub fn word(word: &str) -> Self {
        Self::words([word])
    }

    /// Exactly these words. As many states as their prefixes.
    pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let mut tree: Vec<(bool, BTreeMap<char, u32>)> = vec![(false, BTreeMap::new())];
        for word in words {
            let mut at = 0;
            for one in word.chars() {
                let fresh = tree.len() as u32;
                let known = tree.get_mut(at as usize).map(|(_, next)| next.entry(one));
                let next = known.map_or(fresh, |slot| *slot.or_insert(fresh));
                if next == fresh {
                    tree.push((false, BTreeMap::new()));
                }
                at = next;
            }
            if let Some((ends, _)) = tree.get_mut(at as usize) {
                *ends = true;
            }
        }
        let state = |(accepts, next): (bool, BTreeMap<char, u32>)| State {
            accepts,
            edges: next
                .into_iter()
                .map(|(one, to)| (CharSet::single(one), to))
                .collect(),
        };
        Self::trimmed(tree.into_iter().map(state).collect())
    }

    /// Every text of `min` to `max` characters.
    ///
    /// # Errors
    /// One state per character of the larger bound; more than `limit` are
    /// refused.
    pub fn of_lengths(min: u32, max: Option<u32>, limit: usize) -> Result<Self, TooManyStates> {
        if max.is_some_and(|max| max < min) {
            return Ok(Self::none());
        }
        let last = max.unwrap_or(min);
        let given = last as usize + 1;
        if given > limit {
            return Err(TooManyStates { given, limit });
        }
        let state = |at: u32| State {
            accepts: at >= min,
            edges: match max {
                Some(max) if at == max => Vec::new(),
                None if at == min => vec![(CharSet::any(), at)],
                _ => vec![(CharSet::any(), at + 1)],
            },
        };
        Ok(Self {
            states: (0..=last).map(state).collect(),
            minimal: true,
        })
    }

    fn state(&self, at: u32) -> Option<&State> {
        self.states.get(at as usize)
    }

    /// The number of states; never 0.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True if no text is accepted.
    pub fn is_empty(&self) -> bool {
        self.states
            .first()
            .is_none_or(|start| !start.accepts && start.edges.is_empty())
    }

    /// True if every text is accepted; asks for a minimal automaton to be
    /// certain of a `false`.
    #[cfg(test)]
    pub fn is_any(&self) -> bool {
        let complete = |state: &State| match state.edges.as_slice() {
            [(set, _)] => state.accepts && *set == CharSet::any(),
            _ => false,
        };
        self.states.iter().all(complete)
    }

    /// Whether two minimal automata have the same language.
    pub fn is_same(&self, other: &Self) -> bool {
        self.states == other.states
    }

    /// Whether the whole of `text` is accepted.
    pub fn accepts(&self, text: &str) -> bool {
        let end = text.chars().try_fold(0, |at, one| {
            let edges = &self.state(at)?.edges;
            let edge = edges.iter().find(|(set, _)| set.contains(one))?;
            Some(edge.1)
        });
        end.and_then(|end| self.state(end))
            .is_some_and(|state| state.accepts)
    }

    /// Fewest and most characters of an accepted text; no most where texts are
    /// arbitrarily long; `None` for the empty language.
    #[cfg(test)]
    pub fn lengths(&self) -> Option<(u32, Option<u32>)> {
        if self.is_empty() {
            return None;
        }
        let first = |all: Vec<Option<u32>>| all.first().copied().flatten();
        let shortest = first(self.shortest())?;
        Some((shortest, first(self.longest())))
    }

    /// For each state the fewest characters to acceptance.
    fn shortest(&self) -> Vec<Option<u32>> {
        let before = self.predecessors();
        let accepting = |(_, state): &(usize, &State)| state.accepts;
        let mut found: Vec<Option<u32>> = vec![None; self.states.len()];
        let mut queue: std::collections::VecDeque<(u32, u32)> = (self.states.iter().enumerate())
            .filter(accepting)
            .map(|(at, _)| (at as u32, 0))
            .collect();
        while let Some((at, length)) = queue.pop_front() {
            let Some(slot) = found.get_mut(at as usize).filter(|slot| slot.is_none()) else {
                continue;
            };
            *slot = Some(length);
            let from = before.get(at as usize).into_iter().flatten();
            queue.extend(from.map(|from| (*from, length + 1)));
        }
        found
    }

    /// For each state the most characters to acceptance, where that is finite.
    fn longest(&self) -> Vec<Option<u32>> {
        let before = self.predecessors();
        let mut open: Vec<usize> = self.states.iter().map(|one| one.edges.len()).collect();
        let mut found: Vec<Option<u32>> = vec![None; self.states.len()];
        let ends = |(at, count): (usize, &usize)| (*count == 0).then_some(at as u32);
        let mut work: Vec<u32> = open.iter().enumerate().filter_map(ends).collect();
        while let Some(at) = work.pop() {
            let edges = self.state(at).map(|one| one.edges.as_slice());
            let next = edges.unwrap_or_default().iter();
            let most = next.filter_map(|(_, to)| found.get(*to as usize).copied().flatten());
            let most = most.map(|one| one + 1).max().unwrap_or(0);
            if let Some(slot) = found.get_mut(at as usize) {
                *slot = Some(most);
            }
            for from in before.get(at as usize).into_iter().flatten() {
                if let Some(count) = open.get_mut(*from as usize) {
                    *count -= 1;
                    work.extend((*count == 0).then_some(*from));
                }
            }
        }
        found
    }

    /// All accepted texts in order, if there are at most `most` of them.
    #[cfg(test)]
    pub fn words_up_to(&self, most: usize) -> Option<Vec<String>> {
        self.lengths().map_or(Some(0), |(_, longest)| longest)?;
        let mut words = Vec::new();
        let mut work = vec![(0u32, String::new())];
        // Every prefix leads to a word, so no more than `most` may be open.
        while let Some((at, prefix)) = work.pop() {
            let state = self.state(at)?;
            for (set, to) in state.edges.iter().rev() {
                let codes = set
                    .ranges()
                    .iter()
                    .rev()
                    .flat_map(|(low, high)| (*low..=*high).rev());
                for one in codes.filter_map(char::from_u32) {
                    if work.len() > most {
                        return None;
                    }
                    let mut longer = prefix.clone();
                    longer.push(one);
                    work.push((*to, longer));
                }
            }
            if state.accepts {
                words.push(prefix);
            }
            if words.len() + work.len() > most {
                return None;
            }
        }
        words.sort_unstable();
        Some(words)
    }

    fn predecessors(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, state) in self.states.iter().enumerate() {
            for (_, to) in &state.edges {
                if let Some(list) = before.get_mut(*to as usize) {
                    list.push(from as u32);
                }
            }
        }
        before
    }

    /// Makes an automaton of states: leaves out what is not reachable or never
    /// accepts, and numbers the rest as they are met.
    fn trimmed(states: Vec<State>) -> Self {
        let mut whole = Self {
            states,
            minimal: false,
        };
        let live = whole.shortest();
        let lives = |at: u32| live.get(at as usize).is_some_and(Option::is_some);
        if !lives(0) {
            return Self::none();
        }
        let mut number: Vec<Option<u32>> = vec![None; whole.states.len()];
        let mut order = vec![0u32];
        if let Some(slot) = number.first_mut() {
            *slot = Some(0);
        }
        let mut next = 0;
        while let Some(at) = order.get(next).copied() {
            next += 1;
            let Some(state) = whole.states.get_mut(at as usize) else {
                continue;
            };
            state.edges.retain(|(_, to)| lives(*to));
            state.edges.sort_unstable();
            for (_, to) in &mut state.edges {
                let Some(slot) = number.get_mut(*to as usize) else {
                    continue;
                };
                if slot.is_none() {
                    *slot = Some(order.len() as u32);
                    order.push(*to);
                }
                *to = slot.unwrap_or(0);
            }
        }
        let take = |at: u32| whole.states.get_mut(at as usize).map(std::mem::take);
        Self {
            states: order.into_iter().filter_map(take).collect(),
            minimal: false,
        }
    }
}
