//! The automaton behind a matcher: sets of stacks, made lazily and kept.
//!
//! A *node* is a set of stacks, written as a map from the topmost position to
//! the node of what is below it; a flag says that the empty stack is a member.
//! Nodes are interned, so equal sets have equal ids, and merged from the top
//! down, so an ambiguous grammar shares what its readings share. A matcher's
//! state is itself a node: the one whose positions wait for a byte. `step`
//! takes a state over a byte and remembers where it came out.

use super::error::MatchError;
use super::hash::Build;
use super::mask::TokenMask;
use super::program::{Inst, Pc, Program};
use super::slice::Slice;
use super::swallow::Swallows;
use crate::limits::Limits;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Index of a node. Equal ids are equal sets of stacks.
pub(super) type NodeId = u32;

/// The empty set: nothing matches any more.
pub(super) const DEAD: NodeId = 0;
/// The set of only the empty stack.
const BOTTOM: NodeId = 1;
/// A transition not asked for yet.
pub(super) const UNKNOWN: NodeId = u32::MAX;
/// Below this depth stacks stay unmerged, so that recursion here is bounded.
pub(super) const MAX_MERGE_DEPTH: usize = 64;
/// Positions that one mask, or one run of bytes, may visit: some seconds.
const MAX_WORK: usize = 32_000_000;
/// States with more positions get all transitions at once, by grouping.
const LARGE_STATE: usize = 48;
/// A position: an instruction and the count of the repetition around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    pub pc: Pc,
    pub count: u32,
}

/// A position and the stacks below it.
pub(super) type Edge = (Position, NodeId);

#[derive(Debug)]
pub(super) struct Node {
    pub edges: Arc<[Edge]>,
    /// The empty stack is a member; for a state: the grammar may end.
    pub end: bool,
    steps: Steps,
    pub mask: Option<Arc<TokenMask>>,
    pub swallows: Swallows,
    /// The node with the same masks that stands for all of them.
    pub representative: NodeId,
}

#[derive(Debug)]
enum Steps {
    New,
    /// By byte class, sorted; absent is dead.
    Few(Box<[(u8, NodeId)]>),
    /// By byte class; `UNKNOWN` until asked for.
    All(Box<[NodeId]>),
}

/// All states of one grammar over one vocabulary.
#[derive(Debug)]
pub(super) struct Machine {
    pub program: Program,
    pub limits: Limits,
    pub nodes: Vec<Node>,
    index: HashMap<(Arc<[Edge]>, bool), NodeId, Build>,
    unions: HashMap<(NodeId, NodeId), NodeId, Build>,
    seen: HashSet<Edge, Build>,
    /// How many characters each position in a loop can swallow.
    pub rooms: HashMap<Edge, u32, Build>,
    /// By wide class, once asked for.
    pub slices: Vec<Option<Arc<Slice>>>,
    memory: usize,
    pub mask_memory: usize,
    /// Positions visited since the call from outside began.
    work: usize,
    /// No token is longer, so no mask looks further ahead.
    pub lookahead: u32,
    pub start: NodeId,
}

impl Machine {
    pub fn new(program: Program, lookahead: usize, limits: &Limits) -> Result<Self, MatchError> {
        let memory = program.memory();
        let mut machine = Self {
            slices: vec![None; program.wide.len()],
            rooms: HashMap::default(),
            program,
            limits: limits.clone(),
            nodes: Vec::new(),
            index: HashMap::default(),
            unions: HashMap::default(),
            seen: HashSet::default(),
            memory,
            mask_memory: 0,
            work: 0,
            lookahead: u32::try_from(lookahead).unwrap_or(u32::MAX / 4),
            start: DEAD,
        };
        machine.intern(Vec::new(), false)?;
        machine.intern(Vec::new(), true)?;
        let root = Position {
            pc: machine.program.root,
            count: 0,
        };
        machine.start = machine.close(vec![(root, BOTTOM)])?;
        Ok(machine)
    }

    pub fn may_end(&self, id: NodeId) -> bool {
        self.nodes.get(id as usize).is_some_and(|node| node.end)
    }

    /// Nothing but the end is left.
    pub fn must_end(&self, id: NodeId) -> bool {
        self.nodes
            .get(id as usize)
            .is_some_and(|node| node.end && node.edges.is_empty())
    }

    pub(super) fn edges(&self, id: NodeId) -> Arc<[Edge]> {
        self.nodes
            .get(id as usize)
            .map_or_else(|| Arc::from([]), |node| Arc::clone(&node.edges))
    }

    pub(super) fn charge(&mut self, bytes: usize) -> Result<(), MatchError> {
        self.memory += bytes;
        let limit = self.limits.max_matcher_bytes;
        // Masks can be made again: they make room for states.
        if self.memory.saturating_add(self.mask_memory) > limit {
            self.drop_masks();
        }
        if self.memory > limit {
            return Err(MatchError::TooLarge {
                what: "memory for matcher states",
                given: self.memory,
                limit,
            });
        }
        Ok(())
    }

    /// Begins the count of visited positions, for a call from outside.
    pub fn begin(&mut self) {
        self.work = 0;
    }

    fn visit(&mut self, positions: usize) -> Result<(), MatchError> {
        self.work += positions;
        if self.work > MAX_WORK {
            return Err(MatchError::TooLarge {
                what: "number of positions visited at once",
                given: self.work,
                limit: MAX_WORK,
            });
        }
        Ok(())
    }

    pub(super) fn drop_masks(&mut self) {
        if self.mask_memory > 0 {
            self.nodes.iter_mut().for_each(|node| node.mask = None);
            self.mask_memory = 0;
        }
    }

    /// The node of exactly these edges, which are sorted and distinct.
    fn intern(&mut self, edges: Vec<Edge>, end: bool) -> Result<NodeId, MatchError> {
        let key = (Arc::from(edges), end);
        if let Some(id) = self.index.get(&key) {
            return Ok(*id);
        }
        let id = self.nodes.len() as NodeId;
        self.charge(size_of::<Node>() + 64 + key.0.len() * size_of::<Edge>())?;
        self.nodes.push(Node {
            edges: Arc::clone(&key.0),
            end,
            steps: Steps::New,
            mask: None,
            swallows: Swallows::New,
            representative: UNKNOWN,
        });
        self.index.insert(key, id);
        Ok(id)
    }

    /// The node of these edges, in any order, merged where positions are equal.
    pub(super) fn merge(
        &mut self,
        mut edges: Vec<Edge>,
        end: bool,
        depth: usize,
    ) -> Result<NodeId, MatchError> {
        self.visit(edges.len())?;
        edges.sort_unstable();
        edges.dedup();
        self.drop_dominated(&mut edges);
        let limit = self.limits.max_positions;
        if edges.len() > limit {
            let what = "number of positions in one state";
            return Err(MatchError::TooLarge {
                what,
                given: edges.len(),
                limit,
            });
        }
        let distinct = edges
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a.0 != b.0));
        if depth >= MAX_MERGE_DEPTH || distinct {
            return self.intern(edges, end);
        }
        let mut merged: Vec<Edge> = Vec::with_capacity(edges.len());
        for (position, below) in edges {
            match merged.last_mut() {
                Some(last) if last.0 == position => {
                    last.1 = self.union(last.1, below, depth + 1)?;
                }
                _ => merged.push((position, below)),
            }
        }
        self.intern(merged, end)
    }

    /// Drops edges that allow only what another one allows: at the same place,
    /// over the same stacks, once the lower bound is met, a smaller count
    /// allows all that a larger one does; without an upper bound all counts
    /// have been cut to the lower one. Without this an ambiguous repetition
    /// would hold every count it can have reached.
    fn drop_dominated(&self, edges: &mut Vec<Edge>) {
        if edges.iter().all(|(position, _)| position.count == 0) {
            return;
        }
        let mut met: HashSet<(Pc, NodeId), Build> = HashSet::default();
        edges.retain(|(Position { pc, count }, below)| {
            // In order of counts, so the smallest is met first.
            match self.program.bounds(*pc) {
                Some((min, _)) if *count >= min => met.insert((*pc, *below)),
                _ => true,
            }
        });
    }

    fn union(&mut self, left: NodeId, right: NodeId, depth: usize) -> Result<NodeId, MatchError> {
        if left == right {
            return Ok(left);
        }
        let key = (left.min(right), left.max(right));
        if let Some(id) = self.unions.get(&key) {
            return Ok(*id);
        }
        let edges: Vec<Edge> = self
            .edges(left)
            .iter()
            .chain(self.edges(right).iter())
            .copied()
            .collect();
        let id = self.merge(edges, self.may_end(left) || self.may_end(right), depth)?;
        self.charge(24)?;
        self.unions.insert(key, id);
        Ok(id)
    }

    /// The state reached from these positions without consuming a byte.
    pub(super) fn close(&mut self, mut work: Vec<Edge>) -> Result<NodeId, MatchError> {
        let mut seen = std::mem::take(&mut self.seen);
        seen.clear();
        let mut waiting: Vec<Edge> = Vec::new();
        let mut end = false;
        let limit = self.limits.max_positions.saturating_mul(8);
        while let Some(edge) = work.pop() {
            let (position, below) = edge;
            let inst = self.program.inst(position.pc);
            if matches!(inst, Inst::Byte { .. } | Inst::Ranges { .. }) {
                waiting.push(edge);
                continue;
            }
            if !seen.insert(edge) {
                continue;
            }
            if seen.len() + waiting.len() > limit {
                let what = "number of positions in one step";
                return Err(MatchError::TooLarge {
                    what,
                    given: seen.len() + waiting.len(),
                    limit,
                });
            }
            end |= self.follow(inst, position, below, &mut work, &seen)?;
        }
        self.visit(1 + seen.len() + waiting.len())?;
        if seen.capacity() < 4096 {
            self.seen = seen;
        }
        self.merge(waiting, end, 0)
    }

    /// One step without a byte. True: the empty stack was reached.
    fn follow(
        &mut self,
        inst: Inst,
        position: Position,
        below: NodeId,
        work: &mut Vec<Edge>,
        seen: &HashSet<Edge, Build>,
    ) -> Result<bool, MatchError> {
        let Position { count, .. } = position;
        let mut go = |pc, count, below| work.push((Position { pc, count }, below));
        match inst {
            Inst::Return => {
                if let Some(node) = self.nodes.get(below as usize) {
                    work.extend(node.edges.iter().copied());
                    return Ok(node.end);
                }
            }
            Inst::Split { start, end } => {
                let targets = self.program.targets.get(start as usize..end as usize);
                targets
                    .into_iter()
                    .flatten()
                    .for_each(|pc| go(*pc, count, below));
            }
            Inst::Call { rule, next } => {
                let frame = self.intern(vec![(Position { pc: next, count }, below)], false)?;
                go(self.program.entry(rule), 0, frame);
            }
            Inst::TailCall { rule } => go(self.program.entry(rule), 0, below),
            Inst::CallBlock { entry, next } => {
                let frame = self.intern(vec![(Position { pc: next, count }, below)], false)?;
                go(entry, 0, frame);
            }
            Inst::Count {
                min,
                max,
                body,
                exit,
            } => {
                if count < max {
                    go(body, count, below);
                }
                if count >= min {
                    go(exit, 0, below);
                }
            }
            Inst::CountEnd { head } => {
                let Inst::Count { min, max, .. } = self.program.inst(head) else {
                    return Ok(false);
                };
                // An empty turn adds nothing: its head was passed just now with
                // the same count. A body that can be empty has `min` 0, so the
                // smaller count allows everything that the larger one does.
                if min > 0 || !seen.contains(&(Position { pc: head, count }, below)) {
                    let next = count.saturating_add(1);
                    let next = if max == u32::MAX { next.min(min) } else { next };
                    go(head, next, below);
                }
            }
            Inst::Byte { .. } | Inst::Ranges { .. } | Inst::Pending => {}
        }
        Ok(false)
    }

    /// Where a state goes over a byte; `DEAD` if nowhere.
    pub fn step(&mut self, id: NodeId, byte: u8) -> Result<NodeId, MatchError> {
        let class = self.program.class_of[byte as usize];
        let Some(node) = self.nodes.get(id as usize) else {
            return Ok(DEAD);
        };
        match &node.steps {
            Steps::Few(few) => {
                return Ok(
                    match few.binary_search_by_key(&class, |(class, _)| *class) {
                        Ok(at) => few.get(at).map_or(DEAD, |(_, to)| *to),
                        Err(_) => DEAD,
                    },
                );
            }
            Steps::All(all) => {
                let to = all.get(class as usize).copied().unwrap_or(DEAD);
                if to != UNKNOWN {
                    return Ok(to);
                }
            }
            Steps::New => {
                let edges = Arc::clone(&node.edges);
                let bytes_only = edges
                    .iter()
                    .all(|(at, _)| matches!(self.program.inst(at.pc), Inst::Byte { .. }));
                if bytes_only || edges.len() > LARGE_STATE {
                    self.expand(id, &edges)?;
                    return self.step(id, byte);
                }
                let classes = self.program.classes.len();
                self.charge(classes * 4)?;
                if let Some(node) = self.nodes.get_mut(id as usize) {
                    node.steps = Steps::All(vec![UNKNOWN; classes].into());
                }
            }
        }
        let edges = self.edges(id);
        self.visit(edges.len())?;
        let mut work = Vec::new();
        for (position, below) in edges.iter() {
            if let Some(next) = self.over(position.pc, byte) {
                work.push((
                    Position {
                        pc: next,
                        count: position.count,
                    },
                    *below,
                ));
            }
        }
        let to = if work.is_empty() {
            DEAD
        } else {
            self.close(work)?
        };
        if let Some(Steps::All(all)) = self.nodes.get_mut(id as usize).map(|node| &mut node.steps)
            && let Some(slot) = all.get_mut(class as usize)
        {
            *slot = to;
        }
        Ok(to)
    }

    /// Where one position goes over a byte.
    fn over(&self, pc: Pc, byte: u8) -> Option<Pc> {
        match self.program.inst(pc) {
            Inst::Byte { byte: wanted, next } => (wanted == byte).then_some(next),
            Inst::Ranges { start, end } => {
                let ranges = self.program.ranges_of(start, end);
                let at = ranges.partition_point(|range| range.high < byte);
                ranges
                    .get(at)
                    .filter(|range| range.low <= byte)
                    .map(|range| range.next)
            }
            _ => None,
        }
    }

    /// All transitions of a state at once: positions are grouped by what they
    /// wait for, so that thousands of them are looked at once, not once a byte.
    fn expand(&mut self, id: NodeId, edges: &[Edge]) -> Result<(), MatchError> {
        let mut moves: Vec<(u8, Edge)> = Vec::with_capacity(edges.len());
        for (position, below) in edges {
            let mut go = |class, pc| {
                moves.push((
                    class,
                    (
                        Position {
                            pc,
                            count: position.count,
                        },
                        *below,
                    ),
                ));
            };
            match self.program.inst(position.pc) {
                Inst::Byte { byte, next } => go(self.program.class_of[byte as usize], next),
                Inst::Ranges { start, end } => {
                    for range in self.program.ranges_of(start, end) {
                        let low = self.program.class_of[range.low as usize];
                        let high = self.program.class_of[range.high as usize];
                        (low..=high).for_each(|class| go(class, range.next));
                    }
                }
                _ => {}
            }
        }
        let mut few = Vec::new();
        for (class, group) in by_class(&moves) {
            few.push((class, self.close(group)?));
        }
        self.charge(few.len() * 8)?;
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.steps = Steps::Few(few.into());
        }
        Ok(())
    }

    /// The state after these bytes, or how many of them were possible.
    pub fn run(
        &mut self,
        mut at: NodeId,
        bytes: &[u8],
    ) -> Result<Result<NodeId, usize>, MatchError> {
        self.begin();
        for (index, byte) in bytes.iter().enumerate() {
            at = self.step(at, *byte)?;
            if at == DEAD {
                return Ok(Err(index));
            }
        }
        Ok(Ok(at))
    }

    /// The byte that must come next, if there is exactly one and no end.
    pub fn only_byte(&self, id: NodeId) -> Option<u8> {
        let node = self.nodes.get(id as usize).filter(|node| !node.end)?;
        let mut only = None;
        for (position, _) in node.edges.iter() {
            let byte = match self.program.inst(position.pc) {
                Inst::Byte { byte, .. } => byte,
                Inst::Ranges { start, end } => match self.program.ranges_of(start, end) {
                    [range] if range.low == range.high => range.low,
                    _ => return None,
                },
                _ => return None,
            };
            if only.is_some_and(|before| before != byte) {
                return None;
            }
            only = Some(byte);
        }
        only
    }

    /// Bytes of everything but masks.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    /// Nodes made so far and bytes with their masks, for measurements.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.memory + self.mask_memory)
    }
}

/// Edges by their class. They keep their order, which is nearly that of the
/// positions, so that they are quickly sorted.
fn by_class(moves: &[(u8, Edge)]) -> Vec<(u8, Vec<Edge>)> {
    let mut counts = [0usize; 256];
    for (class, _) in moves {
        counts[*class as usize] += 1;
    }
    let mut groups: Vec<Vec<Edge>> = counts.map(Vec::with_capacity).into();
    for (class, edge) in moves {
        if let Some(group) = groups.get_mut(*class as usize) {
            group.push(*edge);
        }
    }
    let all = (0..=u8::MAX).zip(groups);
    all.filter(|(_, group)| !group.is_empty()).collect()
}
