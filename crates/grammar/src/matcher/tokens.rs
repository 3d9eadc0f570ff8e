//! The bytes of a model's tokens, and the trie of those that may stand in a
//! text.

use super::trie::Trie;

/// Tokens by their numbers.
pub(super) struct Tokens {
    bytes: Vec<u8>,
    starts: Vec<u32>,
    pub trie: Trie,
    longest: usize,
}

impl Tokens {
    /// `tokens[id]` are the bytes of token `id`, `hidden[id]` says that it
    /// stands in no text. Nor do tokens without bytes.
    pub fn new(tokens: Vec<Vec<u8>>, hidden: &[bool]) -> Self {
        let count = tokens.len();
        let usable = |id: &u32| {
            let index = *id as usize;
            !hidden.get(index).copied().unwrap_or(true)
                && tokens.get(index).is_some_and(|bytes| !bytes.is_empty())
        };
        let mut order: Vec<u32> = (0..count as u32).filter(usable).collect();
        order.sort_by(|a, b| tokens.get(*a as usize).cmp(&tokens.get(*b as usize)));
        let longest = order
            .iter()
            .filter_map(|id| tokens.get(*id as usize))
            .map(Vec::len)
            .max();
        let bytes_of = |id| tokens.get(id as usize).map(Vec::as_slice);
        let trie = Trie::new(|id| bytes_of(id).unwrap_or_default(), order);
        let mut starts = Vec::with_capacity(count + 1);
        let mut bytes = Vec::with_capacity(tokens.iter().map(Vec::len).sum());
        for token in tokens {
            starts.push(bytes.len() as u32);
            bytes.extend(token);
        }
        starts.push(bytes.len() as u32);
        Self {
            bytes,
            starts,
            trie,
            longest: longest.unwrap_or(1),
        }
    }

    /// How many there are, hidden ones included.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The bytes of a token; none for an unknown id.
    pub fn bytes(&self, id: u32) -> Option<&[u8]> {
        let start = *self.starts.get(id as usize)? as usize;
        let end = *self.starts.get(id as usize + 1)? as usize;
        self.bytes.get(start..end)
    }

    /// Length of the longest token of the trie in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }
}
