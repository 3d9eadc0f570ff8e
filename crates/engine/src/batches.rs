//! Which tokens of a prompt are decoded together, and which of them a next prompt need not
//! decode again.
//!
//! # Why the cuts matter
//!
//! A batch reads every weight once, so large batches are fast: 64 tokens at a time are read at
//! about half the speed of 256 and more (docs/engine.md). But floating-point sums depend on how
//! tokens are batched, and an answer must not depend on what was asked before it. So the cuts
//! between batches are a function of the prompt alone, and of a kept prompt only whole batches
//! are reused that the next prompt has too: each token's state is computed in the same batch,
//! with the same tokens before it, whether the prefix was warm or not.
//!
//! # Where they are
//!
//! A batch is closed at the end of a part of the prompt (a passage) once it has
//! [`ENOUGH_TOKENS`], and anywhere at [`BATCH_TOKENS`]; and before the question, which is what
//! differs between two prompts on the same passages, unless there is too little before it to be
//! worth a batch of its own.

/// Tokens decoded together, at most. More are not faster.
pub(crate) const BATCH_TOKENS: usize = 512;
/// Tokens after which a batch ends with the part it is in.
const ENOUGH_TOKENS: usize = 256;
/// Tokens before the question that are worth a batch of their own: to read them again costs
/// more than a further batch does.
const WORTH_TOKENS: usize = 128;

/// Ends of the batches of a prompt, in tokens from its beginning: ascending, the last is its
/// length; none for a prompt without tokens.
///
/// `parts`: tokens of each part; `question`: the part that the question begins with.
pub(crate) fn ends(parts: &[usize], question: usize) -> Vec<usize> {
    let (mut ends, mut begin, mut at) = (Vec::new(), 0, 0);
    for (index, tokens) in parts.iter().enumerate() {
        let open = at - begin;
        if open >= ENOUGH_TOKENS || (index == question && open >= WORTH_TOKENS) {
            begin = at;
            ends.push(at);
        }
        at += tokens;
        while at - begin > BATCH_TOKENS {
            begin += BATCH_TOKENS;
            ends.push(begin);
        }
    }
    if at > begin {
        ends.push(at);
    }
    ends
}

/// Tokens that are decoded, and the batches that they were decoded in.
#[derive(Debug, Clone)]
pub(crate) struct Decoded<T> {
    tokens: Vec<T>,
    ends: Vec<usize>,
}

impl<T> Default for Decoded<T> {
    fn default() -> Self {
        Decoded {
            tokens: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<T: Copy + PartialEq> Decoded<T> {
    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether it is this prompt, in these batches.
    pub fn is(&self, tokens: &[T], ends: &[usize]) -> bool {
        self.tokens == tokens && self.ends == ends
    }

    /// Of a prompt with these batches, the tokens that are decoded as it would decode them:
    /// whole batches, and never the last one, whose logits are needed.
    pub fn shared(&self, tokens: &[T], ends: &[usize]) -> usize {
        let pairs = self.tokens.iter().zip(tokens);
        let same = pairs.take_while(|(own, other)| own == other).count();
        let pairs = self.ends.iter().zip(ends);
        let common = pairs.take_while(|(own, other)| own == other && **own <= same);
        let common = common.map(|(own, _)| *own);
        common.filter(|end| *end < tokens.len()).last().unwrap_or(0)
    }

    /// Forgets what was decoded after the first `length` tokens, which are whole batches.
    pub fn truncate(&mut self, length: usize) {
        self.tokens.truncate(length);
        self.ends.retain(|end| *end <= length);
    }

    /// Takes a batch in.
    pub fn push(&mut self, batch: &[T]) {
        self.tokens.extend_from_slice(batch);
        self.ends.push(self.tokens.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_batch_ends_with_a_passage_at_its_limit_and_before_the_question() {
        // System and three passages, then the question and the template's end.
        assert_eq!(ends(&[90, 100, 100, 200, 60, 5], 4), [290, 490, 555]);
        // A passage longer than a batch is cut where the batch is full.
        assert_eq!(ends(&[90, 1200, 60], 2), [512, 1024, 1290, 1350]);
        // Too little before the question for a batch of its own.
        assert_eq!(ends(&[60, 40, 60, 5], 2), [165]);
        assert_eq!(ends(&[60, 80, 60, 5], 2), [140, 205]);
        // Exactly full, and full with the part.
        assert_eq!(ends(&[512, 1], 1), [512, 513]);
        assert_eq!(ends(&[1024], 0), [512, 1024]);
        assert_eq!(ends(&[], 0), Vec::<usize>::new());
        assert_eq!(ends(&[0, 0], 1), Vec::<usize>::new());
    }

    #[test]
    fn of_a_kept_prompt_whole_common_batches_are_reused_and_never_the_last() {
        let mut kept = Decoded::default();
        kept.push(&[1, 2, 3]);
        kept.push(&[4, 5]);
        kept.push(&[6]);
        // The same tokens and batches: the last batch is decoded again for its logits.
        assert_eq!(kept.shared(&[1, 2, 3, 4, 5, 6], &[3, 5, 6]), 5);
        // Another question behind the same passages.
        assert_eq!(kept.shared(&[1, 2, 3, 4, 5, 7, 8], &[3, 5, 7]), 5);
        // Half of a batch is the same.
        assert_eq!(kept.shared(&[1, 2, 3, 4, 9, 6], &[3, 5, 6]), 3);
        // The same tokens in other batches.
        assert_eq!(kept.shared(&[1, 2, 3, 4, 5, 6], &[2, 5, 6]), 0);
        assert_eq!(kept.shared(&[1, 2, 3, 4, 5, 6], &[3, 4, 6]), 3);
        // A prompt that ends where a kept batch does.
        assert_eq!(kept.shared(&[1, 2, 3, 4, 5], &[3, 5]), 3);
        assert_eq!(kept.shared(&[], &[]), 0);
    }

    /// A prompt as parts of tokens.
    type Parts = Vec<Vec<u8>>;

    fn batches_of(parts: &Parts) -> (Vec<u8>, Vec<usize>) {
        let lengths: Vec<usize> = parts.iter().map(Vec::len).collect();
        (
            parts.concat(),
            ends(&lengths, parts.len().saturating_sub(2)),
        )
    }

    /// A model whose state after a batch depends on everything that a real one's bits do: on
    /// the tokens, in their batches, and on the state before.
    #[derive(Default)]
    struct Machine {
        kept: Decoded<u8>,
        /// State after each batch of `kept`.
        states: Vec<u64>,
        decoded: usize,
    }

    impl Machine {
        fn read(&mut self, parts: &Parts) -> u64 {
            let (tokens, ends) = batches_of(parts);
            let mut done = self.kept.shared(&tokens, &ends);
            self.kept.truncate(done);
            self.states.truncate(self.kept.ends.len());
            self.decoded = tokens.len() - done;
            for end in ends
                .into_iter()
                .filter(|end| *end > done)
                .collect::<Vec<_>>()
            {
                let batch = &tokens[done..end];
                let before = self.states.last().copied().unwrap_or(1);
                let mix = |state: u64, token: &u8| {
                    (state ^ u64::from(*token)).wrapping_mul(0x0100_0000_01b3)
                };
                let state = batch.iter().fold(before ^ (batch.len() as u64) << 32, mix);
                self.kept.push(batch);
                self.states.push(state);
                done = end;
            }
            self.states.last().copied().unwrap_or(1)
        }
    }

    fn parts() -> impl Strategy<Value = Parts> {
        let part = (0_usize..700, 0_u8..2).prop_map(|(length, token)| vec![token; length]);
        prop::collection::vec(part, 1..7)
    }

    /// Prompts of which each shares a beginning with the one before: whole parts of it, and
    /// some of the tokens of the next.
    fn prompts() -> impl Strategy<Value = Vec<Parts>> {
        let step = (parts(), any::<prop::sample::Index>(), 0_usize..700);
        prop::collection::vec(step, 2..5).prop_map(|steps| {
            let mut prompts: Vec<Parts> = Vec::new();
            for (own, whole, some) in steps {
                let before = prompts.last().cloned().unwrap_or_default();
                let whole = whole.index(before.len() + 1);
                let mut parts = before[..whole].to_vec();
                let half = before.get(whole).cloned().unwrap_or_default();
                parts.push(half[..half.len().min(some)].to_vec());
                parts.extend(own);
                prompts.push(parts);
            }
            prompts
        })
    }

    proptest! {
        #[test]
        fn batches_cover_the_prompt_and_none_is_too_large(parts in parts()) {
            let (tokens, ends) = batches_of(&parts);
            prop_assert_eq!(ends.last().copied().unwrap_or(0), tokens.len());
            let begins = std::iter::once(0).chain(ends.iter().copied());
            for (begin, end) in begins.zip(&ends) {
                prop_assert!(begin < *end && end - begin <= BATCH_TOKENS);
            }
        }

        #[test]
        fn a_warm_machine_is_in_the_state_of_a_cold_one(prompts in prompts()) {
            let mut warm = Machine::default();
            for prompt in &prompts {
                prop_assert_eq!(warm.read(prompt), Machine::default().read(prompt));
            }
        }

        #[test]
        fn what_is_asked_again_of_the_same_passages_reads_the_question_alone(
            passages in parts(), first in 1_usize..200, second in 1_usize..200,
        ) {
            let ask = |length: usize, token: u8| {
                let mut parts = passages.clone();
                parts.extend([vec![token; length], vec![5; 4]]);
                parts
            };
            let mut machine = Machine::default();
            machine.read(&ask(first, 3));
            machine.read(&ask(second, 4));
            prop_assert!(machine.decoded < second + 4 + WORTH_TOKENS, "{}", machine.decoded);
        }
    }
}
