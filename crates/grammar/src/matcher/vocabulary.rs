//! A model's tokens, as the trie of their bytes.

use super::slice::{Slice, Slices};
use crate::rule::CharSet;
use std::fmt;
use std::sync::Arc;

/// The tokens of a model, prepared for masks. Build it once per model and
/// share it; it holds about twice the bytes of the tokens.
pub struct Vocabulary {
    bytes: Vec<u8>,
    starts: Vec<u32>,
    end_tokens: Vec<u32>,
    special: Vec<bool>,
    /// The trie in depth-first order.
    pub(super) nodes: Vec<Node>,
    /// Tokens in the order of the nodes at which they end.
    pub(super) order: Vec<u32>,
    max_token_bytes: usize,
    slices: Slices,
}

/// A node of the trie: the byte that leads to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub byte: u8,
    /// Most characters that begin below this node on one way, 255 at most.
    pub chars: u8,
    /// Bytes from the root, at least 1.
    pub depth: u32,
    /// Where the next node is that is not below this one.
    pub skip: u32,
    /// The first of the tokens that end here; they reach to the next node's.
    pub first: u32,
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Vocabulary")
            .field("tokens", &self.len())
            .field("nodes", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

impl Vocabulary {
    /// Every byte as a token of its own number, and 256 as the end: for following
    /// a grammar where no model is.
    pub fn of_bytes() -> Self {
        let tokens = (0..=255u8).map(|byte| vec![byte]).chain([Vec::new()]);
        Self::new(tokens.collect(), vec![256], Vec::new())
    }

    /// Prepares a vocabulary. `tokens[id]` are the bytes of token `id`.
    /// `end_tokens` end a generation: they are allowed exactly where the
    /// grammar may end, and their bytes never count. `special` tokens and
    /// tokens without bytes are never allowed. Ids beyond the tokens are
    /// ignored. 50,000 tokens take some tens of milliseconds.
    pub fn new(tokens: Vec<Vec<u8>>, end_tokens: Vec<u32>, special: Vec<u32>) -> Self {
        let count = tokens.len();
        let mut flags = vec![false; count];
        let mut end_tokens = end_tokens;
        end_tokens.retain(|id| (*id as usize) < count);
        end_tokens.sort_unstable();
        end_tokens.dedup();
        for id in special.into_iter().chain(end_tokens.iter().copied()) {
            if let Some(flag) = flags.get_mut(id as usize) {
                *flag = true;
            }
        }
        let usable = |id: &u32| {
            let index = *id as usize;
            !flags.get(index).copied().unwrap_or(true)
                && tokens.get(index).is_some_and(|bytes| !bytes.is_empty())
        };
        let mut order: Vec<u32> = (0..count as u32).filter(usable).collect();
        order.sort_by(|a, b| tokens.get(*a as usize).cmp(&tokens.get(*b as usize)));
        let bytes_of = |id| tokens.get(id as usize).map(Vec::as_slice);
        let nodes = build_trie(|id| bytes_of(id).unwrap_or_default(), &order);
        let longest = order
            .iter()
            .filter_map(|id| tokens.get(*id as usize))
            .map(Vec::len)
            .max();
        let mut starts = Vec::with_capacity(count + 1);
        let mut bytes = Vec::with_capacity(tokens.iter().map(Vec::len).sum());
        for token in tokens {
            starts.push(bytes.len() as u32);
            bytes.extend(token);
        }
        starts.push(bytes.len() as u32);
        let max_token_bytes = longest.unwrap_or(1);
        Self {
            bytes,
            starts,
            end_tokens,
            special: flags,
            nodes,
            order,
            max_token_bytes,
            slices: Slices::default(),
        }
    }

    /// Which tokens are characters of a class; made once.
    pub(super) fn slice(&self, set: &CharSet) -> Arc<Slice> {
        self.slices.of(self, set)
    }

    /// Tokens that end at a node of the trie.
    pub(super) fn tokens_at(&self, at: usize) -> &[u32] {
        self.tokens_between(at, at + 1)
    }

    /// Tokens that end at the nodes `from..to` of the trie.
    pub(super) fn tokens_between(&self, from: usize, to: usize) -> &[u32] {
        let first = |at| self.nodes.get(at).map(|node: &Node| node.first as usize);
        let start = first(from).unwrap_or(self.order.len());
        let end = first(to).unwrap_or(self.order.len());
        self.order.get(start..end).unwrap_or_default()
    }

    /// How many tokens there are, special ones included.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// True without tokens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a token; none for an unknown id.
    pub fn bytes(&self, id: u32) -> Option<&[u8]> {
        let start = *self.starts.get(id as usize)? as usize;
        let end = *self.starts.get(id as usize + 1)? as usize;
        self.bytes.get(start..end)
    }

    /// Tokens that end a generation, in order.
    pub fn end_tokens(&self) -> &[u32] {
        &self.end_tokens
    }

    /// Whether a token ends a generation.
    pub fn is_end(&self, id: u32) -> bool {
        self.end_tokens.binary_search(&id).is_ok()
    }

    /// Whether a token can stand in the text of an answer: known, with bytes,
    /// neither special nor an end token.
    pub fn is_text(&self, id: u32) -> bool {
        self.special.get(id as usize) == Some(&false)
            && self.bytes(id).is_some_and(|bytes| !bytes.is_empty())
    }

    /// Length of the longest token in bytes.
    pub fn max_token_bytes(&self) -> usize {
        self.max_token_bytes
    }
}

/// The trie of some tokens, which are sorted by their bytes.
pub(super) fn build_trie<'a>(bytes_of: impl Fn(u32) -> &'a [u8], order: &[u32]) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    // The nodes on the way to the current token, by depth.
    let mut path: Vec<usize> = Vec::new();
    let mut before: &[u8] = &[];
    for (position, id) in order.iter().enumerate() {
        let bytes = bytes_of(*id);
        let common = before.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        close(&mut nodes, &mut path, common);
        for byte in bytes.iter().skip(common) {
            path.push(nodes.len());
            let depth = path.len() as u32;
            // A node's own tokens come before those below it, so a node made
            // on the way to this token starts where this token stands.
            nodes.push(Node {
                byte: *byte,
                chars: 0,
                depth,
                skip: 0,
                first: position as u32,
            });
        }
        before = bytes;
    }
    close(&mut nodes, &mut path, 0);
    nodes
}

fn close(nodes: &mut [Node], path: &mut Vec<usize>, depth: usize) {
    let end = nodes.len() as u32;
    while path.len() > depth {
        let mut chars = 0;
        if let Some(node) = path.pop().and_then(|at| nodes.get_mut(at)) {
            node.skip = end;
            let begins = u8::from(node.byte & 0xC0 != 0x80);
            chars = node.chars.saturating_add(begins);
        }
        if let Some(above) = path.last().and_then(|at| nodes.get_mut(*at)) {
            above.chars = above.chars.max(chars);
        }
    }
}
