//! The smallest automaton of a language.
//!
//! Partition refinement by signatures: two states belong together if they
//! accept alike and their edges lead to the same blocks. Only states before a
//! state that has changed its block are looked at again, and of the parts of a
//! split block the largest keeps its number, so each state changes at most
//! log2(n) times.

use super::{Dfa, State};
use crate::rule::CharSet;
use std::collections::BTreeMap;

/// States in order of their blocks; a block is a range of `order` whose first
/// `dirty` states must be looked at again.
struct Partition {
    order: Vec<u32>,
    place: Vec<usize>,
    block: Vec<u32>,
    blocks: Vec<Block>,
    queue: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Block {
    start: usize,
    end: usize,
    dirty: usize,
}

impl Partition {
    fn new(dfa: &Dfa) -> Self {
        let accepts = |at: &u32| dfa.state(*at).is_some_and(|state| state.accepts);
        let (mut order, rest): (Vec<u32>, Vec<u32>) =
            (0..dfa.states.len() as u32).partition(accepts);
        let middle = order.len();
        order.extend(rest);
        let mut new = Self {
            place: vec![0; order.len()],
            block: vec![0; order.len()],
            order,
            blocks: Vec::new(),
            queue: Vec::new(),
        };
        for (start, end) in [(0, middle), (middle, new.order.len())] {
            if start < end {
                let id = new.blocks.len() as u32;
                let dirty = end - start;
                new.blocks.push(Block { start, end, dirty });
                new.settle(start, end, id);
                new.queue.push(id);
            }
        }
        new
    }

    fn block_of(&self, state: u32) -> u32 {
        self.block.get(state as usize).copied().unwrap_or(0)
    }

    /// Notes place and block of the states in a range.
    fn settle(&mut self, start: usize, end: usize, id: u32) {
        for at in start..end {
            let Some(state) = self.order.get(at).copied() else {
                continue;
            };
            if let Some(place) = self.place.get_mut(state as usize) {
                *place = at;
            }
            if let Some(block) = self.block.get_mut(state as usize) {
                *block = id;
            }
        }
    }

    fn mark(&mut self, state: u32) {
        let id = self.block_of(state);
        let place = self.place.get(state as usize).copied().unwrap_or(0);
        let Some(block) = self.blocks.get_mut(id as usize) else {
            return;
        };
        let first_clean = block.start + block.dirty;
        if place < first_clean || block.end - block.start < 2 {
            return;
        }
        block.dirty += 1;
        if block.dirty == 1 {
            self.queue.push(id);
        }
        self.order.swap(place, first_clean);
        for at in [place, first_clean] {
            if let Some(state) = self.order.get(at).copied()
                && let Some(slot) = self.place.get_mut(state as usize)
            {
                *slot = at;
            }
        }
    }

    /// Where a state's edges lead, by block.
    fn signature(&self, dfa: &Dfa, state: u32) -> Vec<(u32, CharSet)> {
        let edges = dfa.state(state).map_or(&[][..], |state| &state.edges);
        let mut found: BTreeMap<u32, CharSet> = BTreeMap::new();
        for (set, to) in edges {
            let slot = found.entry(self.block_of(*to)).or_default();
            *slot = if slot.is_empty() {
                set.clone()
            } else {
                slot.union(set)
            };
        }
        found.into_iter().collect()
    }

    /// Splits a block by the signatures of its dirty states; the states that
    /// have another block now.
    fn split(&mut self, dfa: &Dfa, id: u32) -> Vec<u32> {
        let Some(slot) = self.blocks.get_mut(id as usize) else {
            return Vec::new();
        };
        let block = *slot;
        slot.dirty = 0;
        let clean_start = block.start + block.dirty;
        let dirty = self.order.get(block.start..clean_start).unwrap_or_default();
        let mut groups: BTreeMap<Vec<(u32, CharSet)>, Vec<u32>> = BTreeMap::new();
        for state in dirty {
            let signature = self.signature(dfa, *state);
            groups.entry(signature).or_default().push(*state);
        }
        // The states that were not touched are alike: one speaks for all.
        let clean = (clean_start < block.end)
            .then(|| self.order.get(clean_start))
            .flatten();
        let same = clean.map(|clean| self.signature(dfa, *clean));
        let same = same
            .and_then(|same| groups.remove(&same))
            .unwrap_or_default();
        let mut ranges = Vec::new();
        let mut at = block.start;
        for group in groups.into_values().chain([same]) {
            let start = at;
            for state in group {
                if let Some(slot) = self.order.get_mut(at) {
                    *slot = state;
                }
                at += 1;
            }
            ranges.push((start, at));
        }
        if let Some(last) = ranges.last_mut() {
            last.1 = block.end;
        }
        ranges.retain(|(start, end)| start < end);
        let largest = ranges
            .iter()
            .copied()
            .max_by_key(|(start, end)| end - start);
        let mut moved = Vec::new();
        for (start, end) in ranges {
            let keeps = Some((start, end)) == largest;
            let number = if keeps { id } else { self.blocks.len() as u32 };
            let fresh = Block {
                start,
                end,
                dirty: 0,
            };
            match self.blocks.get_mut(id as usize) {
                Some(slot) if keeps => *slot = fresh,
                _ => self.blocks.push(fresh),
            }
            self.settle(start, end, number);
            if !keeps {
                moved.extend(self.order.get(start..end).unwrap_or_default());
            }
        }
        moved
    }
}

impl Dfa {
    /// The same language with the fewest states, numbered by first use.
    pub fn minimize(&self) -> Self {
        if self.minimal {
            return self.clone();
        }
        let before = self.predecessors();
        let mut partition = Partition::new(self);
        while let Some(id) = partition.queue.pop() {
            for state in partition.split(self, id) {
                for from in before.get(state as usize).into_iter().flatten() {
                    partition.mark(*from);
                }
            }
        }
        let start = partition.block_of(0);
        // The start's block comes first, as `trimmed` expects.
        let swap = |id: u32| match id {
            0 => start,
            id if id == start => 0,
            id => id,
        };
        let state = |id: u32| {
            let block = partition.blocks.get(swap(id) as usize)?;
            let one = partition.order.get(block.start).copied()?;
            let edges = partition.signature(self, one).into_iter();
            Some(State {
                accepts: self.state(one)?.accepts,
                edges: edges.map(|(to, set)| (set, swap(to))).collect(),
            })
        };
        let states = (0..partition.blocks.len() as u32).filter_map(state);
        let mut small = Self::trimmed(states.collect());
        small.minimal = true;
        small
    }
}
