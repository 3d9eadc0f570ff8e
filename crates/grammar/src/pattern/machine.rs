//! A pattern as a program of small steps (a Thompson automaton), and whether a
//! text matches it.

use super::class;
use super::tree::Node;
use crate::rule::CharSet;
use std::collections::BTreeMap;

/// A step; numbers are indexes of the next ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Op {
    /// Reads a character of this class.
    Read(usize, u32),
    /// Goes any of these ways.
    Split(Vec<u32>),
    /// Goes on where this holds.
    Assert(Place, u32),
    /// Goes on where a match of the steps from `start` begins (or, `negated`,
    /// where none does).
    Look {
        start: u32,
        negated: bool,
        next: u32,
    },
}

/// What an assertion without look-ahead asks of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Start,
    End,
    Boundary { negated: bool },
}

/// What stands on one side of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// The end or the start of the text.
    Edge,
    Word,
    Other,
}

impl Place {
    pub fn holds(self, before: Side, after: Side) -> bool {
        match self {
            Self::Start => before == Side::Edge,
            Self::End => after == Side::Edge,
            Self::Boundary { negated } => {
                ((before == Side::Word) != (after == Side::Word)) != negated
            }
        }
    }
}

/// The step after the last one: a match.
pub(super) const ACCEPT: u32 = u32::MAX;

/// The program. It begins at `start`; a match may begin anywhere.
pub(super) struct Machine {
    pub ops: Vec<Op>,
    pub classes: Vec<CharSet>,
    pub start: u32,
    /// Whether any assertion asks about words, or about the start.
    pub asks_words: bool,
    pub asks_start: bool,
    known: BTreeMap<CharSet, usize>,
    most: u32,
}

impl Machine {
    /// The program of a tree for texts of fewer than `most` characters:
    /// repetitions are written out, and more turns than characters are never
    /// needed.
    pub fn new(tree: &Node, most: u32) -> Self {
        let mut new = Self {
            ops: Vec::new(),
            classes: Vec::new(),
            start: 0,
            asks_words: false,
            asks_start: false,
            known: BTreeMap::new(),
            most,
        };
        let first = new.compile(tree, ACCEPT);
        let again = new.push(Op::Split(Vec::new()));
        let any = new.class(&CharSet::any());
        let skip = new.push(Op::Read(any, again));
        new.set(again, Op::Split(vec![first, skip]));
        new.start = again;
        new
    }

    fn push(&mut self, op: Op) -> u32 {
        self.ops.push(op);
        self.ops.len() as u32 - 1
    }

    fn set(&mut self, at: u32, op: Op) {
        if let Some(slot) = self.ops.get_mut(at as usize) {
            *slot = op;
        }
    }

    fn class(&mut self, set: &CharSet) -> usize {
        if let Some(known) = self.known.get(set) {
            return *known;
        }
        self.classes.push(set.clone());
        self.known.insert(set.clone(), self.classes.len() - 1);
        self.classes.len() - 1
    }

    /// The first step of a tree that goes on at `next`.
    fn compile(&mut self, node: &Node, next: u32) -> u32 {
        match node {
            Node::Class(set) => {
                let class = self.class(set);
                self.push(Op::Read(class, next))
            }
            Node::Concat(parts) => {
                let parts = parts.iter().rev();
                parts.fold(next, |next, part| self.compile(part, next))
            }
            Node::Alt(parts) => {
                let ways = parts.iter().map(|part| self.compile(part, next)).collect();
                self.push(Op::Split(ways))
            }
            Node::Repeat(inner, min, max) => self.repeat(inner, *min, *max, next),
            Node::Start => {
                self.asks_start = true;
                self.push(Op::Assert(Place::Start, next))
            }
            Node::End => self.push(Op::Assert(Place::End, next)),
            Node::Boundary { negated } => {
                self.asks_words = true;
                let negated = *negated;
                self.push(Op::Assert(Place::Boundary { negated }, next))
            }
            Node::Look { body, negated } => {
                let start = self.compile(body, ACCEPT);
                let negated = *negated;
                self.push(Op::Look {
                    start,
                    negated,
                    next,
                })
            }
        }
    }

    fn repeat(&mut self, inner: &Node, min: u32, max: Option<u32>, next: u32) -> u32 {
        let min = min.min(self.most);
        let max = max.filter(|max| *max < self.most);
        let mut at = next;
        if let Some(max) = max {
            for _ in min..max {
                let before = self.compile(inner, at);
                if before == at {
                    break;
                }
                at = self.push(Op::Split(vec![before, next]));
            }
        } else {
            at = self.push(Op::Split(Vec::new()));
            let body = self.compile(inner, at);
            self.set(at, Op::Split(vec![body, next]));
        }
        for _ in 0..min {
            let before = self.compile(inner, at);
            if before == at {
                break;
            }
            at = before;
        }
        at
    }

    /// Whether a text matches.
    pub fn is_match(&self, text: &[char]) -> bool {
        Run {
            machine: self,
            text,
            looks: BTreeMap::new(),
        }
        .matches(self.start, 0)
    }
}

/// Steps to do, each once: what was seen is what bears the current stamp.
struct Steps {
    list: Vec<u32>,
    seen: Vec<u32>,
    stamp: u32,
}

impl Steps {
    fn new(count: usize) -> Self {
        Self {
            list: Vec::new(),
            seen: vec![0; count],
            stamp: 0,
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.stamp += 1;
    }

    fn add(&mut self, step: u32) {
        match self.seen.get_mut(step as usize) {
            Some(seen) if *seen == self.stamp => {}
            Some(seen) => {
                *seen = self.stamp;
                self.list.push(step);
            }
            // The match itself is no step of the program.
            None => self.list.push(step),
        }
    }
}

/// One text being matched. Each look-ahead is asked once per place, so the
/// time is polynomial whatever the pattern.
struct Run<'a> {
    machine: &'a Machine,
    text: &'a [char],
    looks: BTreeMap<(u32, usize), bool>,
}

impl Run<'_> {
    fn side(&self, at: Option<usize>) -> Side {
        match at.and_then(|at| self.text.get(at)) {
            None => Side::Edge,
            Some(one) if self.machine.asks_words && class::word().contains(*one) => Side::Word,
            Some(_) => Side::Other,
        }
    }

    /// Whether the steps from `start` accept some text from `at` on.
    fn matches(&mut self, start: u32, mut at: usize) -> bool {
        let machine = self.machine;
        let (mut now, mut next) = (Steps::new(machine.ops.len()), Steps::new(machine.ops.len()));
        now.clear();
        now.add(start);
        loop {
            let one = self.text.get(at);
            let sides = (self.side(at.checked_sub(1)), self.side(Some(at)));
            next.clear();
            let mut done = 0;
            while let Some(step) = now.list.get(done).copied() {
                done += 1;
                if step == ACCEPT {
                    return true;
                }
                match machine.ops.get(step as usize) {
                    Some(Op::Read(class, to)) => {
                        let set = machine.classes.get(*class);
                        if set.zip(one).is_some_and(|(set, one)| set.contains(*one)) {
                            next.add(*to);
                        }
                    }
                    Some(Op::Split(ways)) => ways.iter().for_each(|way| now.add(*way)),
                    Some(Op::Assert(place, to)) if place.holds(sides.0, sides.1) => now.add(*to),
                    Some(Op::Look {
                        start,
                        negated,
                        next,
                    }) if self.looks_at(*start, at) != *negated => now.add(*next),
                    _ => {}
                }
            }
            if next.list.is_empty() {
                return false;
            }
            std::mem::swap(&mut now, &mut next);
            at += 1;
        }
    }

    fn looks_at(&mut self, start: u32, at: usize) -> bool {
        if let Some(known) = self.looks.get(&(start, at)) {
            return *known;
        }
        let found = self.matches(start, at);
        self.looks.insert((start, at), found);
        found
    }
}
