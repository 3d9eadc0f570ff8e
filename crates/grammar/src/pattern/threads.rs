//! Patterns to automata, with look-ahead and assertions anywhere.
//!
//! A subset construction over *threads*. A thread is a place in the program
//! with obligations: look-aheads that it has met and that are still open,
//! those it needs and those it must not fulfil, each a set of threads of its
//! own. A set of threads stands for "one of these"; a fulfilled need is
//! forgotten, a failed one takes its thread with it, and the other way round
//! for what must not happen. Ways without reading are followed just before a
//! character is read, or at the end: then both sides of the place are known,
//! so `^ $ \b \B` are decided wherever they stand.

use super::class;
use super::machine::{ACCEPT, Machine, Op, Side};
use crate::automaton::{Dfa, TooManyStates};
use crate::rule::CharSet;
use std::collections::{BTreeMap, BTreeSet};

/// Steps per state allowed; with the limit of states it bounds the time.
const STEPS_PER_STATE: usize = 50;

/// Different classes of one pattern: letters are told apart by all of them.
const MAX_CLASSES: usize = 2_000;

type Threads = BTreeSet<Thread>;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Thread {
    at: u32,
    needs: BTreeSet<Threads>,
    avoids: BTreeSet<Threads>,
}

impl Thread {
    fn new(at: u32) -> Self {
        Self {
            at,
            needs: BTreeSet::new(),
            avoids: BTreeSet::new(),
        }
    }

    fn is_free(&self) -> bool {
        self.needs.is_empty() && self.avoids.is_empty()
    }

    /// Whether this thread succeeds wherever `other` does.
    fn covers(&self, other: &Self) -> bool {
        self.at == other.at
            && self.needs.is_subset(&other.needs)
            && self.avoids.is_subset(&other.avoids)
    }
}

/// What is left to match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    /// Nothing: whatever follows, it is a match.
    Done,
    /// One of these; none of them if empty.
    Open(Threads),
}

type State = (Side, Left);

/// The automaton of a program.
pub(super) fn explore(machine: &Machine, limit: usize) -> Result<Dfa, TooManyStates> {
    let given = machine.classes.len();
    if given > MAX_CLASSES {
        return Err(TooManyStates { given, limit });
    }
    let mut sets = machine.classes.clone();
    if machine.asks_words {
        sets.push(class::word());
    }
    let alphabet = Alphabet::new(&sets);
    let words = class::word();
    let sides: Vec<Side> = (alphabet.letters.iter())
        .map(|letter| {
            let first = letter
                .ranges()
                .first()
                .and_then(|(low, _)| char::from_u32(*low));
            match first {
                Some(one) if machine.asks_words && words.contains(one) => Side::Word,
                _ => Side::Other,
            }
        })
        .collect();
    let walk = Walk {
        machine,
        reads: alphabet.reads,
        sides,
        left: std::cell::Cell::new(limit.saturating_mul(STEPS_PER_STATE)),
    };
    let asks = machine.asks_words || machine.asks_start;
    let start: State = (
        if asks { Side::Edge } else { Side::Other },
        Left::Open(Threads::from([Thread::new(machine.start)])),
    );
    let step = |(before, left): &State, letter: usize| {
        let Left::Open(threads) = left else {
            return Some((Side::Other, Left::Done));
        };
        let left = walk.advance(threads, *before, Some(letter));
        let after = match left {
            Left::Open(_) if machine.asks_words => walk.side(Some(letter)),
            _ => Side::Other,
        };
        (left != Left::Open(Threads::new())).then_some((after, left))
    };
    let accepts = |(before, left): &State| match left {
        Left::Done => true,
        Left::Open(threads) => walk.advance(threads, *before, None) == Left::Done,
    };
    let dfa = Dfa::explore(start, &alphabet.letters, step, accepts, limit)?;
    if walk.left.get() == 0 {
        let given = limit + 1;
        return Err(TooManyStates { given, limit });
    }
    Ok(dfa)
}

/// Classes cut into letters: characters that no class tells apart.
struct Alphabet {
    letters: Vec<CharSet>,
    /// For each class, whether it holds each letter.
    reads: Vec<Vec<bool>>,
}

impl Alphabet {
    fn new(sets: &[CharSet]) -> Self {
        let mut cuts = BTreeSet::from([0]);
        for (low, high) in sets.iter().flat_map(CharSet::ranges) {
            cuts.extend([*low, *high + 1]);
        }
        cuts.remove(&0x11_0000);
        let ends = cuts.iter().skip(1).copied().chain([0x11_0000]);
        let mut by_classes: BTreeMap<Vec<bool>, Vec<(u32, u32)>> = BTreeMap::new();
        let mut places = vec![0usize; sets.len()];
        for (low, end) in cuts.iter().copied().zip(ends) {
            let holds = |(set, place): (&CharSet, &mut usize)| {
                let ranges = set.ranges();
                while ranges.get(*place).is_some_and(|(_, high)| *high < low) {
                    *place += 1;
                }
                ranges.get(*place).is_some_and(|(from, _)| *from <= low)
            };
            let flags = sets.iter().zip(&mut places).map(holds).collect();
            by_classes.entry(flags).or_default().push((low, end - 1));
        }
        let mut letters = Vec::new();
        let mut reads = vec![Vec::new(); sets.len()];
        for (flags, ranges) in by_classes {
            let letter = CharSet::from_ranges(ranges);
            if letter.is_empty() {
                continue;
            }
            letters.push(letter);
            for (list, flag) in reads.iter_mut().zip(flags) {
                list.push(flag);
            }
        }
        Self { letters, reads }
    }
}

struct Walk<'a> {
    machine: &'a Machine,
    reads: Vec<Vec<bool>>,
    sides: Vec<Side>,
    /// Steps left; at 0 everything refuses and the result is thrown away.
    left: std::cell::Cell<usize>,
}

impl Walk<'_> {
    fn side(&self, letter: Option<usize>) -> Side {
        letter
            .and_then(|letter| self.sides.get(letter).copied())
            .unwrap_or(Side::Edge)
    }

    /// What is left after a letter, or at the end (`None`), where nothing
    /// stays open.
    fn advance(&self, threads: &Threads, before: Side, letter: Option<usize>) -> Left {
        let mut out = Threads::new();
        for thread in self.close(threads, before, self.side(letter)) {
            let at = match self.machine.ops.get(thread.at as usize) {
                _ if thread.at == ACCEPT => ACCEPT,
                Some(Op::Read(class, next)) => {
                    let holds = |letter: usize| self.reads.get(*class)?.get(letter).copied();
                    match letter.and_then(holds) {
                        Some(true) => *next,
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let Some(moved) = self.advance_obligations(&thread, at, before, letter) else {
                continue;
            };
            if moved.at == ACCEPT && moved.is_free() {
                return Left::Done;
            }
            out.insert(moved);
        }
        Left::Open(without_covered(out))
    }

    /// The thread at its new place; `None` if an obligation is broken.
    fn advance_obligations(
        &self,
        thread: &Thread,
        at: u32,
        before: Side,
        letter: Option<usize>,
    ) -> Option<Thread> {
        let mut moved = Thread::new(at);
        for need in &thread.needs {
            match self.advance(need, before, letter) {
                Left::Done => {}
                Left::Open(open) if open.is_empty() => return None,
                Left::Open(open) => {
                    moved.needs.insert(open);
                }
            }
        }
        for avoid in &thread.avoids {
            match self.advance(avoid, before, letter) {
                Left::Done => return None,
                Left::Open(open) if open.is_empty() => {}
                Left::Open(open) => {
                    moved.avoids.insert(open);
                }
            }
        }
        Some(moved)
    }

    /// The threads that read next, with the obligations met on the way.
    fn close(&self, threads: &Threads, before: Side, after: Side) -> Threads {
        let mut work: Vec<Thread> = threads.iter().cloned().collect();
        let (mut seen, mut out) = (Threads::new(), Threads::new());
        while let Some(thread) = work.pop() {
            let left = self.left.get().saturating_sub(1);
            self.left.set(left);
            if left == 0 {
                return Threads::new();
            }
            if !seen.insert(thread.clone()) {
                continue;
            }
            let go = |at: u32| Thread {
                at,
                ..thread.clone()
            };
            match self.machine.ops.get(thread.at as usize) {
                None | Some(Op::Read(..)) => {
                    out.insert(thread);
                }
                Some(Op::Split(ways)) => {
                    work.extend(ways.iter().map(|way| go(*way)));
                }
                Some(Op::Assert(place, next)) => {
                    work.extend(place.holds(before, after).then(|| go(*next)));
                }
                Some(Op::Look {
                    start,
                    negated,
                    next,
                }) => {
                    let mut longer = go(*next);
                    let look = Threads::from([Thread::new(*start)]);
                    let list = if *negated {
                        &mut longer.avoids
                    } else {
                        &mut longer.needs
                    };
                    list.insert(look);
                    work.push(longer);
                }
            }
        }
        out
    }
}

/// Without threads that another one makes unnecessary.
fn without_covered(threads: Threads) -> Threads {
    if threads.iter().all(Thread::is_free) {
        return threads;
    }
    // Threads at one place stand side by side.
    let list: Vec<&Thread> = threads.iter().collect();
    let places = list.chunk_by(|one, two| one.at == two.at);
    let kept = places.flat_map(|here| {
        let covered =
            |one: &Thread| (here.iter()).any(|other| **other != *one && other.covers(one));
        here.iter()
            .filter(move |one| !covered(one))
            .copied()
            .cloned()
    });
    kept.collect()
}
