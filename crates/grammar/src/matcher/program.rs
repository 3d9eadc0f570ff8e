//! Rules to instructions over bytes.
//!
//! The grammar becomes a recursive transition network: each rule is a small
//! byte automaton that may call others. It is built backwards, from what
//! follows to what precedes, so that common tails are shared and a call at the
//! end of a rule is seen to be a tail call, which needs no return: right-linear
//! rules run in constant stack.
//!
//! Bounded repetition is counted, not expanded: the count is part of a
//! position. One position has one count; a counted repetition inside another
//! becomes a call, so that each has its own frame.

use super::error::MatchError;
use super::hash::Build;
use super::slice;
use super::utf8::Tree;
use crate::rule::{CharSet, Expr, Grammar};
use std::collections::{BTreeMap, HashMap};

/// Index of an instruction.
pub(super) type Pc = u32;

/// The instruction `Return`, shared by all rules.
pub(super) const RETURN: Pc = 0;

/// No counted repetition around an instruction.
const NO_COUNT: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(super) enum Inst {
    /// Back to the frame on the stack.
    Return,
    /// One byte.
    Byte { byte: u8, next: Pc },
    /// One byte out of the ranges `arms[start..end]`.
    Ranges { start: u32, end: u32 },
    /// All of `targets[start..end]`.
    Split { start: u32, end: u32 },
    /// Run a rule, then go on at `next`.
    Call { rule: u32, next: Pc },
    /// Go on with a rule in place of this one.
    TailCall { rule: u32 },
    /// Run instructions from `entry` up to their `Return`, then go on at `next`.
    CallBlock { entry: Pc, next: Pc },
    /// The head of a counted repetition.
    Count {
        min: u32,
        max: u32,
        body: Pc,
        exit: Pc,
    },
    /// The end of a counted body; `head` is the `Count`.
    CountEnd { head: Pc },
    /// Reserved while a loop is being built.
    Pending,
}

/// `low..=high` leads to `next`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub low: u8,
    pub high: u8,
    pub next: Pc,
}

/// The instructions of a grammar.
#[derive(Debug)]
pub(super) struct Program {
    insts: Vec<Inst>,
    /// For each instruction the `Count` it is inside of.
    counted: Vec<u32>,
    pub ranges: Vec<Range>,
    pub targets: Vec<Pc>,
    entries: Vec<Pc>,
    pub root: Pc,
    /// Classes that are worth a slice.
    pub wide: Vec<CharSet>,
    /// For the first instruction of each of them, which it is and what follows.
    pub wide_at: HashMap<Pc, (u32, Pc), Build>,
    /// Byte to class: bytes of one class are told apart nowhere.
    pub class_of: [u8; 256],
    /// The first byte of each class.
    pub classes: Vec<u8>,
}

impl Program {
    /// Lowers a checked grammar. Recursion is bounded by its nesting limit,
    /// memory by `max_bytes`: a class takes little text and many instructions.
    pub fn new(grammar: &Grammar, max_bytes: usize) -> Result<Self, MatchError> {
        let mut lower = Lower {
            grammar,
            program: Self {
                insts: vec![Inst::Return],
                counted: vec![NO_COUNT],
                ranges: Vec::new(),
                targets: Vec::new(),
                entries: Vec::with_capacity(grammar.rules().len()),
                root: 0,
                wide: Vec::new(),
                wide_at: HashMap::default(),
                class_of: [0; 256],
                classes: Vec::new(),
            },
            classes: BTreeMap::new(),
            trees: Vec::new(),
            made: HashMap::default(),
            region: NO_COUNT,
            max_bytes,
        };
        for rule in grammar.rules() {
            let entry = lower.expr(&rule.body, RETURN);
            lower.program.entries.push(entry);
        }
        let mut program = lower.program;
        if program.memory() > max_bytes {
            return Err(MatchError::TooLarge {
                what: "memory for the instructions of the grammar",
                given: program.memory(),
                limit: max_bytes,
            });
        }
        program.root = program.entry(grammar.root().0);
        program.find_classes();
        Ok(program)
    }

    pub fn inst(&self, pc: Pc) -> Inst {
        self.insts.get(pc as usize).copied().unwrap_or(Inst::Return)
    }

    pub fn entry(&self, rule: u32) -> Pc {
        self.entries.get(rule as usize).copied().unwrap_or(RETURN)
    }

    /// Bounds of the counted repetition around an instruction.
    pub fn bounds(&self, pc: Pc) -> Option<(u32, u32)> {
        let head = self.counted.get(pc as usize).copied()?;
        let head = if matches!(self.inst(pc), Inst::Count { .. }) {
            pc
        } else {
            head
        };
        match self.inst(head) {
            Inst::Count { min, max, .. } if head != NO_COUNT => Some((min, max)),
            _ => None,
        }
    }

    pub fn ranges_of(&self, start: u32, end: u32) -> &[Range] {
        self.ranges
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }

    pub fn memory(&self) -> usize {
        self.insts.len() * (size_of::<Inst>() + 4)
            + self.ranges.len() * size_of::<Range>()
            + (self.targets.len() + self.entries.len()) * 4
    }

    fn find_classes(&mut self) {
        let mut edge = [false; 257];
        for inst in &self.insts {
            if let Inst::Byte { byte, .. } = inst {
                edge[*byte as usize] = true;
                edge[*byte as usize + 1] = true;
            }
        }
        for range in &self.ranges {
            edge[range.low as usize] = true;
            edge[range.high as usize + 1] = true;
        }
        for byte in 0..=255u8 {
            if byte == 0 || edge[byte as usize] {
                self.classes.push(byte);
            }
            self.class_of[byte as usize] = (self.classes.len() - 1) as u8;
        }
    }
}

struct Lower<'a> {
    grammar: &'a Grammar,
    program: Program,
    /// Each class, by its place in `trees`.
    classes: BTreeMap<&'a CharSet, u32>,
    /// The tree of each class, and its place in `Program::wide`.
    trees: Vec<(Tree, Option<u32>)>,

    /// Classes already lowered: the same one before the same continuation.
    made: HashMap<(u32, Pc, u32), Pc, Build>,
    /// The counted repetition being lowered.
    region: u32,
    /// When more are used nothing is lowered any more.
    max_bytes: usize,
}

impl<'a> Lower<'a> {
    fn emit(&mut self, inst: Inst) -> Pc {
        self.program.insts.push(inst);
        self.program.counted.push(self.region);
        (self.program.insts.len() - 1) as Pc
    }

    fn patch(&mut self, pc: Pc, inst: Inst) {
        if let Some(slot) = self.program.insts.get_mut(pc as usize) {
            *slot = inst;
        }
    }

    fn split(&mut self, parts: &[Pc]) -> Inst {
        let start = self.program.targets.len() as u32;
        self.program.targets.extend_from_slice(parts);
        Inst::Split {
            start,
            end: self.program.targets.len() as u32,
        }
    }

    fn expr(&mut self, expr: &'a Expr, next: Pc) -> Pc {
        if self.program.memory() > self.max_bytes {
            return next;
        }
        match expr {
            Expr::Text(text) => text
                .bytes()
                .rev()
                .fold(next, |next, byte| self.emit(Inst::Byte { byte, next })),
            Expr::Class(set) => self.class(set, next),
            Expr::Rule(id) if next == RETURN => self.emit(Inst::TailCall { rule: id.0 }),
            Expr::Rule(id) => self.emit(Inst::Call { rule: id.0, next }),
            Expr::Sequence(parts) => parts
                .iter()
                .rev()
                .fold(next, |next, part| self.expr(part, next)),
            Expr::Choice(parts) => {
                let entries: Vec<Pc> = parts.iter().map(|part| self.expr(part, next)).collect();
                let split = self.split(&entries);
                self.emit(split)
            }
            Expr::Repeat { body, min, max } => self.repeat(body, *min, *max, next),
        }
    }

    fn repeat(&mut self, body: &'a Expr, min: u32, max: Option<u32>, next: Pc) -> Pc {
        // A body that can be empty makes every lower bound reachable at once.
        let min = if self.grammar.is_nullable(body) {
            0
        } else {
            min
        };
        match (min, max) {
            (_, Some(0)) => next,
            (1, Some(1)) => self.expr(body, next),
            (0, Some(1)) => {
                let entry = self.expr(body, next);
                let split = self.split(&[entry, next]);
                self.emit(split)
            }
            (0 | 1, None) => {
                let head = self.emit(Inst::Pending);
                let entry = self.expr(body, head);
                let split = self.split(&[entry, next]);
                self.patch(head, split);
                if min == 0 { head } else { entry }
            }
            _ if self.region != NO_COUNT => {
                let outer = std::mem::replace(&mut self.region, NO_COUNT);
                let entry = self.counted(body, min, max, RETURN);
                self.region = outer;
                self.emit(Inst::CallBlock { entry, next })
            }
            _ => self.counted(body, min, max, next),
        }
    }

    fn counted(&mut self, body: &'a Expr, min: u32, max: Option<u32>, next: Pc) -> Pc {
        let head = self.emit(Inst::Pending);
        self.region = head;
        let end = self.emit(Inst::CountEnd { head });
        let entry = self.expr(body, end);
        self.region = NO_COUNT;
        let max = max.unwrap_or(u32::MAX);
        self.patch(
            head,
            Inst::Count {
                min,
                max,
                body: entry,
                exit: next,
            },
        );
        head
    }

    fn class(&mut self, set: &'a CharSet, next: Pc) -> Pc {
        let id = self.class_id(set);
        let key = (id, next, self.region);
        if let Some(pc) = self.made.get(&key) {
            return *pc;
        }
        let trees = std::mem::take(&mut self.trees);
        let mut pc = next;
        if let Some((tree, wide)) = trees.get(id as usize) {
            pc = self.tree(tree, next);
            if let Some(wide) = wide {
                self.program.wide_at.insert(pc, (*wide, next));
            }
        }
        self.trees = trees;
        self.made.insert(key, pc);
        pc
    }

    fn class_id(&mut self, set: &'a CharSet) -> u32 {
        if let Some(id) = self.classes.get(set) {
            return *id;
        }
        let wide = slice::is_wide(set).then(|| {
            self.program.wide.push(set.clone());
            self.program.wide.len() as u32 - 1
        });
        let id = self.trees.len() as u32;
        self.trees.push((Tree::new(set.ranges()), wide));
        self.classes.insert(set, id);
        id
    }

    fn tree(&mut self, tree: &Tree, next: Pc) -> Pc {
        let mut made: Vec<Pc> = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
            let start = self.program.ranges.len() as u32;
            for part in node {
                let inner = part.then.and_then(|id| made.get(id as usize).copied());
                self.program.ranges.push(Range {
                    low: part.low,
                    high: part.high,
                    next: inner.unwrap_or(next),
                });
            }
            let end = self.program.ranges.len() as u32;
            made.push(self.emit(Inst::Ranges { start, end }));
        }
        made.last().copied().unwrap_or(next)
    }
}
