//! Masks: which tokens lead somewhere from a state.
//!
//! The trie of the vocabulary is walked with the machine. Where a state loops
//! over a class, a slice answers for all tokens over it at once; states that
//! differ only in counts too far from their bounds to matter share one mask.

use super::error::MatchError;
use super::machine::{DEAD, Edge, MAX_MERGE_DEPTH, Machine, NodeId, Position, UNKNOWN};
use super::mask::TokenMask;
use super::program::{Pc, RETURN};
use super::slice::Slice;
use super::swallow::{Swallow, Swallows};
use super::trie::Trie;
use super::vocabulary::Vocabulary;
use crate::rule::CharSet;
use std::sync::Arc;

/// Smaller parts of the trie are walked without asking what is swallowed.
const MIN_SUBTREE: usize = 8;
/// How many loops of one state are looked at, at most.
const MAX_HEADS: usize = 32;

impl Machine {
    /// The mask of a state, made once for all states with the same one.
    pub fn mask(&mut self, id: NodeId, words: &Vocabulary) -> Result<Arc<TokenMask>, MatchError> {
        self.begin();
        let id = self.representative(id, 0)?;
        if let Some(mask) = self
            .nodes
            .get(id as usize)
            .and_then(|node| node.mask.as_ref())
        {
            return Ok(Arc::clone(mask));
        }
        let mut mask = TokenMask::new(words.len());
        if self.may_end(id) {
            words
                .end_tokens()
                .iter()
                .for_each(|token| mask.allow(*token));
        }
        self.walk(id, words, &mut mask)?;
        let mask = Arc::new(mask);
        // When masks fill half of the memory, or all that states leave, all go.
        let limit = self.limits.max_matcher_bytes;
        let room = (limit / 2).min(limit.saturating_sub(self.memory()));
        if self.mask_memory + mask.memory() > room {
            self.drop_masks();
        }
        if mask.memory() <= room
            && let Some(node) = self.nodes.get_mut(id as usize)
        {
            self.mask_memory += mask.memory();
            node.mask = Some(Arc::clone(&mask));
        }
        Ok(mask)
    }

    /// Adds the tokens that lead somewhere from a state.
    fn walk(
        &mut self,
        id: NodeId,
        words: &Vocabulary,
        mask: &mut TokenMask,
    ) -> Result<(), MatchError> {
        if let Some(Swallow { class, room }) = self.swallows(id, words)?
            && room >= words.max_token_bytes() as u32
            && let Some(slice) = self.slice(class).cloned()
            && let Some(rest) = &slice.rest
        {
            mask.join(&slice.mask);
            return self.walk_rest(id, words, rest, mask);
        }
        let trie = words.trie();
        let mut states = vec![id; words.max_token_bytes() + 1];
        let mut at = 0;
        while let Some(node) = trie.nodes.get(at) {
            let depth = node.depth as usize;
            let from = states.get(depth - 1).copied().unwrap_or(DEAD);
            let to = self.step(from, node.byte)?;
            if to == DEAD {
                at = node.skip as usize;
                continue;
            }
            let skip = node.skip as usize;
            if skip - at >= MIN_SUBTREE && self.swallows_below(to, at, node.chars, words)? {
                mask.allow_all(trie.tokens_between(at, skip));
                at = skip;
                continue;
            }
            if let Some(slot) = states.get_mut(depth) {
                *slot = to;
            }
            mask.allow_all(trie.tokens_at(at));
            at += 1;
        }
        Ok(())
    }

    /// The same over the trie of only some tokens.
    fn walk_rest(
        &mut self,
        id: NodeId,
        words: &Vocabulary,
        rest: &Trie,
        mask: &mut TokenMask,
    ) -> Result<(), MatchError> {
        let mut states = vec![id; words.max_token_bytes() + 1];
        let mut at = 0;
        while let Some(node) = rest.nodes.get(at) {
            let depth = node.depth as usize;
            let from = states.get(depth - 1).copied().unwrap_or(DEAD);
            let to = self.step(from, node.byte)?;
            if to == DEAD {
                at = node.skip as usize;
                continue;
            }
            if let Some(slot) = states.get_mut(depth) {
                *slot = to;
            }
            mask.allow_all(rest.tokens_at(at));
            at += 1;
        }
        Ok(())
    }

    /// Whether a state swallows everything below a node of the trie.
    fn swallows_below(
        &mut self,
        id: NodeId,
        at: usize,
        chars: u8,
        words: &Vocabulary,
    ) -> Result<bool, MatchError> {
        let Some(Swallow { class, room }) = self.swallows(id, words)? else {
            return Ok(false);
        };
        // At 255 the count of characters ends, and so does what is known.
        let fits = room == u32::MAX || (chars < u8::MAX && u32::from(chars) <= room);
        Ok(fits && self.slice(class).is_some_and(|slice| slice.holds_below(at)))
    }

    fn slice(&self, class: u32) -> Option<&Arc<Slice>> {
        self.slices.get(class as usize)?.as_ref()
    }

    /// Gets a slice. False where there is no memory for it: then the tokens are
    /// walked one by one.
    fn has_slice(&mut self, class: u32, words: &Vocabulary) -> Result<bool, MatchError> {
        if self.slice(class).is_some() {
            return Ok(true);
        }
        let index = class as usize;
        let set = self.program.wide.get(index).cloned().unwrap_or_default();
        let slice = words.slice(&set);
        if self.memory() + slice.memory() > self.limits.max_matcher_bytes / 2 {
            return Ok(false);
        }
        self.charge(slice.memory())?;
        if let Some(slot) = self.slices.get_mut(index) {
            *slot = Some(slice);
        }
        Ok(true)
    }

    /// The widest class that a state goes on over, whatever else it allows.
    fn swallows(&mut self, id: NodeId, words: &Vocabulary) -> Result<Option<Swallow>, MatchError> {
        let Some(node) = self.nodes.get(id as usize) else {
            return Ok(None);
        };
        match node.swallows {
            Swallows::New => {}
            Swallows::Nothing => return Ok(None),
            Swallows::This(swallow) => return Ok(Some(swallow)),
        }
        let edges = Arc::clone(&node.edges);
        let mut best: Option<(usize, Swallow)> = None;
        let heads = edges
            .iter()
            .filter_map(|edge| Some((edge, *self.program.wide_at.get(&edge.0.pc)?)))
            .take(MAX_HEADS)
            .collect::<Vec<_>>();
        for (edge, (class, next)) in heads {
            let room = self.room(*edge, next)?;
            let members = self
                .program
                .wide
                .get(class as usize)
                .map_or(0, CharSet::len);
            let better = best.is_none_or(|(most, before)| {
                (room.min(255), members) > (before.room.min(255), most)
            });
            if room > 1 && better {
                best = Some((members, Swallow { class, room }));
            }
        }
        let best = match best {
            Some((_, swallow)) if self.has_slice(swallow.class, words)? => Some(swallow),
            _ => None,
        };
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.swallows = best.map_or(Swallows::Nothing, Swallows::This);
        }
        Ok(best)
    }

    /// How many characters of its class a position can take, if each brings it
    /// back to where it was or one count further. All characters of the class
    /// go the same way, so one step shows it.
    fn room(&mut self, edge: Edge, next: Pc) -> Result<u32, MatchError> {
        if let Some(room) = self.rooms.get(&edge) {
            return Ok(*room);
        }
        let (Position { pc, count }, below) = edge;
        let after = self.close(vec![(Position { pc: next, count }, below)])?;
        let edges = self.edges(after);
        let back = |count| {
            edges
                .binary_search(&(Position { pc, count }, below))
                .is_ok()
        };
        let room = if back(count) {
            u32::MAX
        } else if back(count.saturating_add(1)) {
            match self.program.bounds(pc) {
                Some((_, u32::MAX)) => u32::MAX,
                Some((_, max)) => max.saturating_sub(count),
                None => 0,
            }
        } else {
            0
        };
        self.charge(48)?;
        self.rooms.insert(edge, room);
        Ok(room)
    }

    /// The node that stands for all nodes whose masks must be equal: counts
    /// that no token can bring to a bound are replaced by one such count.
    fn representative(&mut self, id: NodeId, depth: usize) -> Result<NodeId, MatchError> {
        let Some(node) = self.nodes.get(id as usize) else {
            return Ok(id);
        };
        if node.representative != UNKNOWN {
            return Ok(node.representative);
        }
        if depth >= MAX_MERGE_DEPTH {
            return Ok(id);
        }
        let (edges, end) = (Arc::clone(&node.edges), node.end);
        let mut out = Vec::with_capacity(edges.len());
        for (position, below) in edges.iter() {
            let count = self.clamp(*position);
            let below = self.representative(*below, depth + 1)?;
            out.push((
                Position {
                    pc: position.pc,
                    count,
                },
                below,
            ));
        }
        let to = if out.as_slice() == &*edges {
            id
        } else {
            self.merge(out, end, 0)?
        };
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.representative = to;
        }
        if let Some(node) = self.nodes.get_mut(to as usize) {
            node.representative = to;
        }
        Ok(to)
    }

    fn clamp(&self, position: Position) -> u32 {
        let Position { pc, count } = position;
        if count == 0 || pc == RETURN {
            return count;
        }
        let Some((min, max)) = self.program.bounds(pc) else {
            return count;
        };
        let reach = count.saturating_add(self.lookahead).saturating_add(1);
        if reach < min {
            0
        } else if count >= min && (max == u32::MAX || reach < max) {
            min
        } else {
            count
        }
    }
}
