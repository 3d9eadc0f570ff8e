//! Slices: the tokens that a loop over a class swallows whole.
//!
//! In the middle of a string nearly every token is allowed, and for one reason:
//! all its characters are in the class that the string repeats. Which tokens
//! these are depends only on the vocabulary and the class, so it is found once
//! and kept with the vocabulary, and a mask there is this set and a walk over
//! the few other tokens. The set is exact: it is only used where the matcher
//! has shown that the loop comes back to itself after each character.

use super::mask::TokenMask;
use super::tokens::Tokens;
use super::trie::Trie;
use super::utf8::{self, Arm, Then};
use crate::rule::CharSet;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A class with fewer ASCII members prunes the walk well enough by itself.
const MIN_ASCII: u32 = 26;
/// Bytes of slices that one vocabulary keeps.
const MAX_BYTES: usize = 16 << 20;
/// The other tokens get a trie of their own if they are fewer than one in so many.
const REST_PART: usize = 3;

/// What a vocabulary knows about one class.
#[derive(Debug)]
pub(super) struct Slice {
    /// Tokens that are characters of the class, the last one perhaps cut off.
    pub mask: TokenMask,
    /// For each node of the vocabulary's trie, whether everything below it is
    /// characters of the class, if a character ends at the node.
    below: Vec<u64>,
    /// The tokens that are not in `mask`, where they are few.
    pub rest: Option<Trie>,
}

impl Slice {
    fn new(words: &Tokens, set: &CharSet) -> Self {
        let tree = utf8::tree(set.ranges());
        let mut mask = TokenMask::new(words.len());
        let mut dead = vec![false; words.trie.nodes.len()];
        // Where inside a character each node of the path is; none: at its end,
        // or in something that is no character of the class.
        let mut inside: Vec<Option<&[Arm]>> = vec![None; words.longest() + 1];
        let mut outside = 0;
        let mut others = Vec::new();
        for (at, node) in words.trie.nodes.iter().enumerate() {
            let depth = node.depth as usize;
            let before = inside.get(depth - 1).copied().flatten();
            let then = step(before, &tree, node.byte);
            if let Some(slot) = inside.get_mut(depth) {
                *slot = match then {
                    Some(Then::More(arms)) => Some(arms),
                    _ => None,
                };
            }
            if then.is_none() {
                if let Some(flag) = dead.get_mut(at) {
                    *flag = true;
                }
                outside = outside.max(node.skip as usize);
            }
            let tokens = words.trie.tokens_at(at);
            if at < outside {
                others.extend_from_slice(tokens);
            } else {
                mask.allow_all(tokens);
            }
        }
        let few = others.len() * REST_PART <= words.trie.order.len();
        Self {
            mask,
            below: below(&words.trie, &dead),
            rest: few.then(|| Trie::new(|id| words.bytes(id).unwrap_or_default(), others)),
        }
    }

    /// Whether every token below a node of the vocabulary's trie goes on in
    /// characters of the class. A character must end at the node.
    pub fn holds_below(&self, at: usize) -> bool {
        let word = self.below.get(at / 64).copied().unwrap_or_default();
        word >> (at % 64) & 1 == 1
    }

    pub fn memory(&self) -> usize {
        let rest = self.rest.as_ref().map_or(0, Trie::memory);
        self.mask.memory() + self.below.len() * 8 + rest
    }
}

/// Where a byte leads: inside of a character if one was begun, else into one.
fn step<'a>(before: Option<&'a [Arm]>, tree: &'a [Arm], byte: u8) -> Option<&'a Then> {
    let arms = before.unwrap_or(tree);
    let at = arms.partition_point(|arm| arm.high < byte);
    arms.get(at)
        .filter(|arm| arm.low <= byte)
        .map(|arm| &arm.then)
}

/// Nodes below which no node is dead. What is below a node stands right after
/// it, up to its `skip`.
fn below(trie: &Trie, dead: &[bool]) -> Vec<u64> {
    let mut bits = vec![0; dead.len().div_ceil(64)];
    let mut next_dead = usize::MAX;
    for (at, node) in trie.nodes.iter().enumerate().rev() {
        if next_dead >= node.skip as usize
            && let Some(word) = bits.get_mut(at / 64)
        {
            *word |= 1 << (at % 64);
        }
        if dead.get(at) == Some(&true) {
            next_dead = at;
        }
    }
    bits
}

/// The slices of a vocabulary, made when first asked for.
#[derive(Debug, Default)]
pub(super) struct Slices {
    made: Mutex<Made>,
}

#[derive(Debug, Default)]
struct Made {
    slices: BTreeMap<CharSet, Arc<Slice>>,
    bytes: usize,
}

impl Slices {
    /// The slice of a class. When the kept ones fill their memory, all go.
    pub fn of(&self, words: &Tokens, set: &CharSet) -> Arc<Slice> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slice) = made.slices.get(set) {
            return Arc::clone(slice);
        }
        let slice = Arc::new(Slice::new(words, set));
        let bytes = slice.memory() + set.ranges().len() * 8 + 64;
        if made.bytes + bytes > MAX_BYTES {
            *made = Made::default();
        }
        made.bytes += bytes;
        made.slices.insert(set.clone(), Arc::clone(&slice));
        slice
    }
}

/// Whether a class is worth a slice.
pub(super) fn is_wide(set: &CharSet) -> bool {
    let ascii = |(low, high): &(u32, u32)| (*high).min(0x7F).saturating_add(1).saturating_sub(*low);
    set.ranges().iter().map(ascii).sum::<u32>() >= MIN_ASCII
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Tokens {
        let letters = ["a", "z", "é", "\"", "\u{1F600}", "-", "\u{C3}"];
        let mut tokens: Vec<Vec<u8>> = Vec::new();
        for one in letters {
            for two in letters {
                let all = format!("{one}{two}{one}").into_bytes();
                tokens.extend((0..all.len()).map(|cut| all[..=cut].to_vec()));
                tokens.extend((0..all.len()).map(|cut| all[cut..].to_vec()));
            }
        }
        tokens.sort();
        tokens.dedup();
        let hidden = vec![false; tokens.len()];
        Tokens::new(tokens, &hidden)
    }

    /// Characters of the set, the last one perhaps cut off, found letter by letter.
    fn is_of(set: &CharSet, bytes: &[u8]) -> bool {
        let whole = match std::str::from_utf8(bytes) {
            Ok(text) => return text.chars().all(|one| set.contains(one)),
            Err(error) if error.error_len().is_some() => return false,
            Err(error) => error.valid_up_to(),
        };
        let (head, tail) = bytes.split_at(whole);
        let goes_on = (0..=0x10_FFFF)
            .filter_map(char::from_u32)
            .any(|one| set.contains(one) && one.to_string().as_bytes().starts_with(tail));
        is_of(set, head) && goes_on
    }

    #[test]
    fn a_slice_holds_exactly_the_tokens_over_its_class() {
        let words = words();
        let mut with_rest = 0;
        for set in [
            CharSet::any(),
            CharSet::single('"').negate(),
            CharSet::new([('a', 'z')]),
            CharSet::new([('a', 'é')]),
            CharSet::new([('-', '-'), ('\u{1F600}', '\u{1F601}')]),
        ] {
            let slice = Slice::new(&words, &set);
            for id in 0..words.len() as u32 {
                let bytes = words.bytes(id).unwrap();
                assert_eq!(slice.mask.is_allowed(id), is_of(&set, bytes), "{bytes:?}");
            }
            let others = words.len() - slice.mask.count();
            let kept = slice.rest.as_ref().map(|rest| rest.order.len());
            let few = others * REST_PART <= words.len();
            assert_eq!(kept, few.then_some(others));
            with_rest += usize::from(few);
            for (at, node) in words.trie.nodes.iter().enumerate() {
                let (id, depth) = (words.trie.order[node.first as usize], node.depth as usize);
                let head = &words.bytes(id).unwrap()[..depth];
                if std::str::from_utf8(head).is_err() {
                    continue;
                }
                let all = (0..words.len() as u32)
                    .filter_map(|id| words.bytes(id)?.strip_prefix(head))
                    .all(|tail| is_of(&set, tail));
                assert_eq!(slice.holds_below(at), all, "{head:?} {set:?}");
            }
        }
        assert!(with_rest > 0, "none of the classes keeps its others");
    }

    #[test]
    fn the_kept_slices_stay_bounded() {
        let words = words();
        let slices = Slices::default();
        for code in (0x100..0x3000).filter_map(char::from_u32) {
            slices.of(&words, &CharSet::new([('a', code)]));
        }
        let made = slices.made.lock().unwrap();
        assert!(made.bytes <= MAX_BYTES && !made.slices.is_empty());
    }
}
