//! Character sets as byte automata: a class over scalar values becomes a small
//! tree of byte ranges, so that tokens may split a character anywhere.

use std::collections::BTreeMap;

/// One step: bytes `low..=high` lead to the node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Arm {
    pub low: u8,
    pub high: u8,
    pub then: Then,
}

/// Where a step leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Then {
    /// The character is complete.
    Done,
    /// More bytes follow.
    More(Vec<Arm>),
}

/// The byte tree of inclusive ranges of scalar values (sorted, disjoint,
/// without surrogates).
pub(super) fn tree(ranges: &[(u32, u32)]) -> Vec<Arm> {
    let mut sequences = Vec::new();
    for (low, high) in ranges {
        split(*low, *high, &mut sequences);
    }
    group(&sequences, 0)
}

/// The byte tree of a set with equal parts shared. Parts come before what leads
/// to them, so the root is last.
#[derive(Debug)]
pub(super) struct Tree {
    pub nodes: Vec<Vec<Part>>,
}

/// One step of a [`Tree`]; without `then` the character is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub low: u8,
    pub high: u8,
    pub then: Option<u32>,
}

impl Tree {
    /// Of inclusive ranges as for [`tree`].
    pub fn new(ranges: &[(u32, u32)]) -> Self {
        let mut made = Self { nodes: Vec::new() };
        made.add(tree(ranges), &mut BTreeMap::new());
        made
    }

    fn add(&mut self, arms: Vec<Arm>, shared: &mut BTreeMap<Vec<Part>, u32>) -> u32 {
        let mut node = Vec::with_capacity(arms.len());
        for Arm { low, high, then } in arms {
            let then = match then {
                Then::Done => None,
                Then::More(more) => Some(self.add(more, shared)),
            };
            node.push(Part { low, high, then });
        }
        if let Some(id) = shared.get(&node) {
            return *id;
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        shared.insert(node, id);
        id
    }
}

type Sequence = Vec<(u8, u8)>;

/// Splits a range into parts whose encodings form a product of byte ranges.
fn split(low: u32, high: u32, out: &mut Vec<Sequence>) {
    for limit in [0x7F, 0x7FF, 0xFFFF] {
        if low <= limit && limit < high {
            split(low, limit, out);
            split(limit + 1, high, out);
            return;
        }
    }
    if high <= 0x7F {
        out.push(vec![(low as u8, high as u8)]);
        return;
    }
    for bits in [6, 12, 18] {
        let mask = (1u32 << bits) - 1;
        if low & !mask != high & !mask {
            if low & mask != 0 {
                split(low, low | mask, out);
                split((low | mask) + 1, high, out);
                return;
            }
            if high & mask != mask {
                split(low, (high & !mask) - 1, out);
                split(high & !mask, high, out);
                return;
            }
        }
    }
    let pairs = encode(low).into_iter().zip(encode(high));
    out.push(pairs.collect());
}

fn encode(code: u32) -> Vec<u8> {
    let tail = |shift: u32| 0x80 | ((code >> shift) & 0x3F) as u8;
    match code {
        0..=0x7F => vec![code as u8],
        0x80..=0x7FF => vec![0xC0 | (code >> 6) as u8, tail(0)],
        0x800..=0xFFFF => vec![0xE0 | (code >> 12) as u8, tail(6), tail(0)],
        _ => vec![0xF0 | (code >> 18) as u8, tail(12), tail(6), tail(0)],
    }
}

/// Joins sequences that begin with the same byte range. Ranges at one level
/// are equal or disjoint, since the scalar ranges are disjoint and maximal
/// parts are cut first.
fn group(sequences: &[Sequence], depth: usize) -> Vec<Arm> {
    let mut arms: Vec<Arm> = Vec::new();
    let mut rest = sequences;
    while let Some(first) = rest.first() {
        let Some(&(low, high)) = first.get(depth) else {
            break;
        };
        let same = rest
            .iter()
            .take_while(|one| one.get(depth) == Some(&(low, high)))
            .count();
        let (head, tail) = rest.split_at(same);
        let then = if head.iter().all(|one| one.len() == depth + 1) {
            Then::Done
        } else {
            Then::More(group(head, depth + 1))
        };
        match arms.last_mut() {
            Some(last) if last.then == then && last.high.checked_add(1) == Some(low) => {
                last.high = high;
            }
            _ => arms.push(Arm { low, high, then }),
        }
        rest = tail;
    }
    arms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::CharSet;

    fn matches(arms: &[Arm], bytes: &[u8]) -> bool {
        let Some((first, rest)) = bytes.split_first() else {
            return false;
        };
        let arm = arms.iter().find(|arm| (arm.low..=arm.high).contains(first));
        match arm.map(|arm| &arm.then) {
            None => false,
            Some(Then::Done) => rest.is_empty(),
            Some(Then::More(arms)) => matches(arms, rest),
        }
    }

    #[test]
    fn a_byte_tree_has_exactly_the_members_of_its_set() {
        let sets = [
            CharSet::any(),
            CharSet::new([('a', 'z'), ('é', 'ê'), ('\u{7F0}', '\u{1000}')]),
            CharSet::new([('"', '"'), ('\\', '\\'), ('\0', '\u{1f}')]).negate(),
            CharSet::new([('\u{D700}', '\u{1F600}'), ('\u{1F602}', '\u{2F602}')]),
        ];
        for set in sets {
            let arms = tree(set.ranges());
            let step = 7;
            for code in (0..0x3000).chain((0x3000..=0x10_FFFF).step_by(step)) {
                let Some(one) = char::from_u32(code) else {
                    continue;
                };
                let mut buffer = [0; 4];
                let bytes = one.encode_utf8(&mut buffer).as_bytes();
                assert_eq!(matches(&arms, bytes), set.contains(one), "{code:x}");
            }
            assert!(!matches(&arms, &[0xED, 0xA0, 0x80]), "a surrogate");
        }
    }
}
