//! A model's tokens, prepared for masks: which of them are text, which end it,
//! and the slices that were asked for.

use super::slice::{Slice, Slices};
use super::tokens::Tokens;
use super::trie::Trie;
use crate::rule::CharSet;
use std::fmt;
use std::sync::Arc;

/// The tokens of a model, prepared for masks. Build it once per model and
/// share it; it holds about twice the bytes of the tokens.
pub struct Vocabulary {
    tokens: Tokens,
    end_tokens: Vec<u32>,
    special: Vec<bool>,
    slices: Slices,
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Vocabulary")
            .field("tokens", &self.len())
            .field("nodes", &self.trie().nodes.len())
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
        Self {
            tokens: Tokens::new(tokens, &flags),
            end_tokens,
            special: flags,
            slices: Slices::default(),
        }
    }

    /// Which tokens are characters of a class; made once.
    pub(super) fn slice(&self, set: &CharSet) -> Arc<Slice> {
        self.slices.of(&self.tokens, set)
    }

    /// The tokens that can stand in the text of an answer.
    pub(super) fn trie(&self) -> &Trie {
        &self.tokens.trie
    }

    /// How many tokens there are, special ones included.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// True without tokens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a token; none for an unknown id.
    pub fn bytes(&self, id: u32) -> Option<&[u8]> {
        self.tokens.bytes(id)
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
        self.tokens.longest()
    }
}
