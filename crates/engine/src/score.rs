//! Scoring whole candidates: every option of a choice is put after the same
//! prefix and judged by its mean log probability per token, instead of being
//! walked greedily.
//!
//! ```text
//! prompt ── The answer is: ─┬─ USD ─┬─ 5 ── 0        USD 50, USD 51, EUR 7:
//!                           │       └─ (5) ── 1      what options begin with together
//!                           └─ EUR ── 7              is read once, in one batch
//! ```
//!
//! Options are sequences that share the prompt; what several of them begin with is one row of the
//! batch, which belongs to all of theirs. An option's last token is not read: only what
//! follows it would depend on it.

use crate::batches::BATCH_TOKENS;
use crate::error::EngineError;
use crate::llama::{FIRST_BRANCH, MAX_BRANCHES, Session};
use crate::protocol::Choice;
use llama_cpp_2::token::LlamaToken;
use std::collections::BTreeMap;

/// What turns a row of logits into log probabilities.
#[derive(Clone, Copy)]
struct Normalizer {
    highest: f32,
    /// Natural logarithm of the sum of all, each relative to the highest.
    log_sum: f64,
}

impl Normalizer {
    fn of(logits: &[f32]) -> Normalizer {
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let relative = logits.iter().map(|logit| f64::from(logit - highest).exp());
        let sum: f64 = relative.sum();
        Normalizer {
            highest,
            log_sum: sum.ln(),
        }
    }

    /// Natural logarithm of the probability of `token`.
    fn log_probability(self, logits: &[f32], token: LlamaToken) -> f64 {
        let own = logits.get(token.0.unsigned_abs() as usize);
        let own = own.copied().unwrap_or(f32::NEG_INFINITY);
        f64::from(own - self.highest) - self.log_sum
    }
}

struct Candidate {
    index: usize,
    tokens: Vec<LlamaToken>,
}

/// A token that is read for one option or for several.
#[derive(Debug, PartialEq, Eq)]
struct Node<T> {
    token: T,
    /// Places behind the prompt, from 0.
    depth: usize,
    /// The options it belongs to, by their places in the group.
    options: Vec<usize>,
}

/// A lead and the options of a group behind it, each beginning that they share once.
#[derive(Debug, PartialEq, Eq)]
struct Tree<T> {
    nodes: Vec<Node<T>>,
    /// For each option, and each of its tokens, the node that it follows; none: the prompt.
    before: Vec<Vec<Option<usize>>>,
}

impl<T: Copy + Ord> Tree<T> {
    fn of(lead: &[T], options: &[&[T]]) -> Tree<T> {
        let mut tree = Tree {
            nodes: Vec::new(),
            before: Vec::new(),
        };
        let mut known = BTreeMap::new();
        for (option, tokens) in options.iter().enumerate() {
            let (mut last, mut before) = (None, Vec::new());
            let path = lead.iter().chain(*tokens);
            for (depth, token) in path.enumerate() {
                if depth >= lead.len() {
                    before.push(last);
                }
                if depth + 1 == lead.len() + tokens.len() {
                    break;
                }
                let nodes = &mut tree.nodes;
                let node = *known.entry((last, *token)).or_insert_with(|| {
                    nodes.push(Node {
                        token: *token,
                        depth,
                        options: Vec::new(),
                    });
                    nodes.len() - 1
                });
                if let Some(node) = nodes.get_mut(node) {
                    node.options.push(option);
                }
                last = Some(node);
            }
            tree.before.push(before);
        }
        tree
    }

    /// Whether each node decides anything: a token of an option follows it.
    fn wanted(&self) -> Vec<bool> {
        let mut wanted = vec![false; self.nodes.len()];
        for node in self.before.iter().flatten().flatten() {
            if let Some(wanted) = wanted.get_mut(*node) {
                *wanted = true;
            }
        }
        wanted
    }
}

/// Scores the options of one choice after the prompt in sequence 0. Returns
/// the scores in the order of the options, and the number of tokens decoded.
pub(crate) fn score(
    session: &mut Session<'_>,
    (choice, plain): (&Choice, bool),
    on_batch: &mut dyn FnMut() -> Result<(), EngineError>,
) -> Result<(Vec<f64>, u32), EngineError> {
    let lead = kept_lead(session.tokenize(choice.lead.as_bytes()));
    let mut decoded = 0;
    let mut scores = vec![f64::NEG_INFINITY; choice.options.len()];
    let mut waiting = Vec::new();
    for (index, text) in choice.options.iter().enumerate() {
        let mut tokens = session.tokenize(text.as_bytes());
        // What lies beyond does not change which of two long options is the likelier.
        tokens.truncate(BATCH_TOKENS / 4);
        if !tokens.is_empty() {
            waiting.push(Candidate { index, tokens });
        }
    }
    while !waiting.is_empty() {
        on_batch()?;
        if plain {
            let option = waiting.remove(0);
            decoded += score_alone(session, &lead, &option, &mut scores)?;
            continue;
        }
        let group = take_group(&mut waiting, lead.len());
        decoded += score_group(session, &lead, &group, &mut scores)?;
    }
    Ok((scores, decoded))
}

/// What is read of a lead. A batch is the most that a lead and an option can take together, so a
/// long lead loses its beginning: its end is what the options follow ("The answer is:"), and
/// without it none of them would be an answer to anything.
fn kept_lead<T>(mut lead: Vec<T>) -> Vec<T> {
    let excess = lead.len().saturating_sub(BATCH_TOKENS / 2);
    lead.drain(..excess);
    lead
}

/// As many options as fit into one batch with the lead, and the branches, in order.
fn take_group(waiting: &mut Vec<Candidate>, lead: usize) -> Vec<Candidate> {
    let mut rows = lead;
    let count = waiting
        .iter()
        .take(MAX_BRANCHES)
        .take_while(|option| {
            rows += option.tokens.len();
            rows <= BATCH_TOKENS
        })
        .count();
    waiting.drain(..count.max(1)).collect()
}

fn score_group(
    session: &mut Session<'_>,
    lead: &[LlamaToken],
    group: &[Candidate],
    scores: &mut [f64],
) -> Result<u32, EngineError> {
    let options: Vec<&[LlamaToken]> = group.iter().map(|one| one.tokens.as_slice()).collect();
    let tree = Tree::of(lead, &options);
    let branch = |option: usize| FIRST_BRANCH + option as i32;
    for option in 0..group.len() {
        session.branch(0, branch(option))?;
    }
    let start = session.prompt_length();
    let row = |(node, wanted): (&Node<LlamaToken>, bool)| {
        let sequences: Vec<i32> = node.options.iter().copied().map(branch).collect();
        (node.token, start + node.depth, sequences, wanted)
    };
    let rows: Vec<_> = tree.nodes.iter().zip(tree.wanted()).map(row).collect();
    if !rows.is_empty() {
        session.decode_rows(&rows)?;
    }
    let mut normalizers = BTreeMap::new();
    for (option, before) in group.iter().zip(&tree.before) {
        let mut sum = 0.0;
        for (token, node) in option.tokens.iter().zip(before) {
            let logits = match node {
                Some(node) => session.context.get_logits_ith(*node as i32),
                None => session.last_logits.as_slice(),
            };
            let normalizer = normalizers
                .entry(*node)
                .or_insert_with(|| Normalizer::of(logits));
            sum += normalizer.log_probability(logits, *token);
        }
        if let Some(score) = scores.get_mut(option.index) {
            *score = sum / option.tokens.len() as f64;
        }
    }
    session.drop_branches()?;
    Ok(rows.len() as u32)
}

/// As [`score_group`] for one option, token by token.
fn score_alone(
    session: &mut Session<'_>,
    lead: &[LlamaToken],
    option: &Candidate,
    scores: &mut [f64],
) -> Result<u32, EngineError> {
    session.branch(0, FIRST_BRANCH)?;
    let start = session.prompt_length();
    let (mut sum, mut logits) = (0.0, session.last_logits.clone());
    let all = lead.len() + option.tokens.len();
    for (offset, token) in lead.iter().chain(&option.tokens).enumerate() {
        if offset >= lead.len() {
            sum += Normalizer::of(&logits).log_probability(&logits, *token);
        }
        // The last token's own successor is of no interest.
        if offset + 1 < all {
            session.decode_rows(&[(*token, start + offset, [FIRST_BRANCH], true)])?;
            logits = session.context.get_logits_ith(-1).to_vec();
        }
    }
    if let Some(score) = scores.get_mut(option.index) {
        *score = sum / option.tokens.len() as f64;
    }
    session.drop_branches()?;
    Ok(all as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn log_probabilities_are_a_distribution() {
        let logits = [1.0, 2.0, 3.0];
        let normalizer = Normalizer::of(&logits);
        let of = |id: i32| normalizer.log_probability(&logits, LlamaToken(id));
        let sum: f64 = (0..3).map(|id| of(id).exp()).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!(of(99).is_infinite());
    }

    #[test]
    fn a_long_lead_keeps_its_end_and_a_short_one_is_whole() {
        let most = BATCH_TOKENS / 2;
        let lead = |length: usize| (0..length).collect::<Vec<_>>();
        for length in [0, 1, most] {
            assert_eq!(kept_lead(lead(length)), lead(length));
        }
        let kept = kept_lead(lead(most + 3));
        assert_eq!((kept.len(), kept.first()), (most, Some(&3)));
        assert_eq!(kept.last(), Some(&(most + 2)));
    }

    #[test]
    fn what_options_begin_with_together_is_read_once_and_their_ends_not_at_all() {
        // "The answer is" and, behind it, USD 50, USD 51, USD and EUR 7.
        let options: [&[u8]; 4] = [&[7, 5, 0], &[7, 5, 1], &[7], &[8, 9]];
        let tree = Tree::of(&[1, 2], &options);
        let node = |token: u8, depth: usize, options: &[usize]| Node {
            token,
            depth,
            options: options.to_vec(),
        };
        let nodes = [
            node(1, 0, &[0, 1, 2, 3]),
            node(2, 1, &[0, 1, 2, 3]),
            node(7, 2, &[0, 1]),
            node(5, 3, &[0, 1]),
            node(8, 2, &[3]),
        ];
        assert_eq!(tree.nodes, nodes);
        let before = [
            vec![Some(1), Some(2), Some(3)],
            vec![Some(1), Some(2), Some(3)],
            vec![Some(1)],
            vec![Some(1), Some(4)],
        ];
        assert_eq!(tree.before, before);
        assert_eq!(tree.wanted(), [false, true, true, true, true]);
        // Without a lead the first token follows the prompt.
        assert_eq!(Tree::of(&[], &[&[3_u8]]).before, [[None]]);
    }

    proptest! {
        /// The nodes on the way to each token are the lead and the tokens before it.
        #[test]
        fn a_tree_says_what_its_options_say(
            lead in prop::collection::vec(0_u8..3, 0..4),
            options in prop::collection::vec(prop::collection::vec(0_u8..3, 1..6), 1..9),
        ) {
            let slices: Vec<&[u8]> = options.iter().map(Vec::as_slice).collect();
            let tree = Tree::of(&lead, &slices);
            let most: usize = lead.len() + options.iter().map(|one| one.len() - 1).sum::<usize>();
            prop_assert!(tree.nodes.len() <= most);
            for (option, tokens) in options.iter().enumerate() {
                let whole: Vec<u8> = lead.iter().chain(tokens).copied().collect();
                let own = tree.nodes.iter().filter(|node| node.options.contains(&option));
                let read: Vec<(usize, u8)> = own.map(|node| (node.depth, node.token)).collect();
                let expected: Vec<(usize, u8)> = whole.iter().copied().enumerate().collect();
                prop_assert_eq!(&read[..], &expected[..whole.len() - 1]);
                prop_assert_eq!(tree.before[option].len(), tokens.len());
                for (place, node) in tree.before[option].iter().enumerate() {
                    let depth = node.map_or(0, |node| tree.nodes[node].depth + 1);
                    prop_assert_eq!(depth, lead.len() + place);
                    prop_assert!(node.is_none_or(|node| tree.nodes[node].options.contains(&option)));
                }
            }
        }
    }
}
