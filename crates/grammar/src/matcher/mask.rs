//! A set of tokens.

/// Which tokens may come next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenMask {
    words: Vec<u64>,
    tokens: usize,
}

impl TokenMask {
    pub(super) fn new(tokens: usize) -> Self {
        Self {
            words: vec![0; tokens.div_ceil(64)],
            tokens,
        }
    }

    pub(super) fn allow(&mut self, id: u32) {
        if let Some(word) = self.words.get_mut(id as usize / 64) {
            *word |= 1 << (id % 64);
        }
    }

    pub(super) fn allow_all(&mut self, ids: &[u32]) {
        for id in ids {
            self.allow(*id);
        }
    }

    /// Allows what another mask of the same vocabulary allows.
    pub(super) fn join(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Whether a token is allowed; false for unknown ids.
    pub fn is_allowed(&self, id: u32) -> bool {
        self.words
            .get(id as usize / 64)
            .is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// How many tokens are allowed.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The allowed tokens, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(index as u32 * 64 + bit)
            })
        })
    }

    /// The bits, 64 tokens a word, token 0 lowest; for applying to logits.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many tokens the vocabulary has.
    pub fn len(&self) -> usize {
        self.tokens
    }

    /// True if no token is allowed.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub(super) fn memory(&self) -> usize {
        self.words.len() * 8 + 64
    }
}
