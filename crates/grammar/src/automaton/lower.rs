//! Automata to rules that people can read.
//!
//! The graph is cut into *heads*: a head reads a row of counted classes
//! (`[a-z]{2,10}`, found in chains and loops of states) and then chooses an
//! edge. A head that one edge leads to stands where it is used; one that
//! several edges lead to becomes a rule, always called last, so that matching
//! needs no stack. Bounds on the length are run beside the automaton only as
//! long as they matter: where every continuation fits they are forgotten, and
//! where a state accepts everything over a class the rest is `class{a,b}`.

use super::{Dfa, TooManyStates};
use crate::rule::{Builder, CharSet, Expr, RuleId};
use std::collections::BTreeMap;

/// How deep alternatives nest before the rest becomes a rule.
const MAX_DEPTH: usize = 6;
/// Nodes with a count of characters: one string should not take more rules.
const MAX_COUNTED: usize = 5_000;
/// Uses and size from which on a class of characters has a rule. Where it is
/// repeated it stays in its place unless it is huge: matching is faster there.
const SHARED_USES: u32 = 3;
const SHARED_SIZE: usize = 7;
const SHARED_RUN_SIZE: usize = 100;

/// A class, at least and at most so often.
type Run = (CharSet, u32, Option<u32>);

/// A state of the graph that is lowered.
#[derive(Debug, Clone, Default)]
struct Node {
    accepts: bool,
    edges: Vec<(CharSet, usize)>,
    /// What is read before the edges; only ends of counted texts have it.
    first: Option<Run>,
}

/// What is read and then chosen from one node on.
#[derive(Debug, Default)]
struct Head {
    runs: Vec<Run>,
    accepts: bool,
    edges: Vec<(CharSet, usize)>,
}

/// Characters of one class in a row.
enum Row {
    None,
    /// So often; the row goes on from this node.
    On(Run, usize),
    /// So often, with the same ways out wherever it may stop: the edges of
    /// this node, but for the class itself.
    Ends(Run, usize),
}

impl Dfa {
    /// Rules for the language; `letter` says how a character out of a set is
    /// written. `None` for the empty language. The same language gives the
    /// same rules.
    pub fn to_expr(
        &self,
        builder: &mut Builder,
        hint: &str,
        letter: &dyn Fn(&CharSet) -> Expr,
    ) -> Option<Expr> {
        if self.is_empty() {
            return None;
        }
        let small = self.minimize();
        let node = |state: &super::State| Node {
            accepts: state.accepts,
            edges: (state.edges.iter())
                .map(|(set, to)| (set.clone(), *to as usize))
                .collect(),
            first: None,
        };
        let nodes = small.states.iter().map(node).collect();
        Some(Lower::new(nodes, builder, hint, letter).finish())
    }

    /// As [`Dfa::to_expr`] for the texts of `min` to `max` characters.
    ///
    /// # Errors
    /// Automaton and lengths side by side take more than `limit` states.
    pub fn to_expr_of_lengths(
        &self,
        (min, max): (u32, Option<u32>),
        limit: usize,
        builder: &mut Builder,
        hint: &str,
        letter: &dyn Fn(&CharSet) -> Expr,
    ) -> Result<Option<Expr>, TooManyStates> {
        let nodes = self.minimize().counted(min, max, limit)?;
        Ok(nodes.map(|nodes| Lower::new(nodes, builder, hint, letter).finish()))
    }

    /// The graph of the texts of `min` to `max` characters; `None` if there
    /// are none.
    fn counted(
        &self,
        min: u32,
        max: Option<u32>,
        limit: usize,
    ) -> Result<Option<Vec<Node>>, TooManyStates> {
        let limit = limit.min(MAX_COUNTED.max(self.states.len()));
        let count = Count {
            min,
            max,
            shortest: self.shortest(),
            longest: self.longest(),
        };
        let Some(start) = count.place(0, 0) else {
            return Ok(None);
        };
        let mut known = BTreeMap::from([(start, 0usize)]);
        let mut order = vec![start];
        let mut nodes: Vec<Node> = Vec::new();
        while let Some((at, read)) = order.get(nodes.len()).copied() {
            let Some(state) = self.state(at) else {
                break;
            };
            let mut node = Node {
                accepts: state.accepts && read.is_none_or(|read| read >= min),
                ..Node::default()
            };
            match (state.edges.as_slice(), read) {
                ([(set, to)], Some(read)) if *to == at && state.accepts => {
                    node.accepts = true;
                    let low = min.saturating_sub(read);
                    node.first = Some((set.clone(), low, max.map(|max| max - read)));
                }
                (edges, read) => {
                    for (set, to) in edges {
                        let next = match read {
                            None => Some((*to, None)),
                            Some(read) => count.place(*to, read + 1),
                        };
                        let Some(next) = next else { continue };
                        let fresh = order.len();
                        let index = *known.entry(next).or_insert(fresh);
                        if index == fresh {
                            if fresh >= limit {
                                let given = fresh + 1;
                                return Err(TooManyStates { given, limit });
                            }
                            order.push(next);
                        }
                        node.edges.push((set.clone(), index));
                    }
                }
            }
            nodes.push(node);
        }
        Ok(living(nodes))
    }
}

/// Bounds of the length and what each state can still read.
struct Count {
    min: u32,
    max: Option<u32>,
    shortest: Vec<Option<u32>>,
    longest: Vec<Option<u32>>,
}

impl Count {
    /// A state after `read` characters; without the count where that cannot
    /// matter any more, `None` where no continuation has a right length.
    fn place(&self, state: u32, read: u32) -> Option<(u32, Option<u32>)> {
        let shortest = self.shortest.get(state as usize).copied().flatten()?;
        let longest = self.longest.get(state as usize).copied().flatten();
        let least = read.saturating_add(shortest);
        let most = longest.map(|longest| read.saturating_add(longest));
        let too_long = self.max.is_some_and(|max| least > max);
        if too_long || most.is_some_and(|most| most < self.min) {
            return None;
        }
        let fits = match (most, self.max) {
            (_, None) => true,
            (Some(most), Some(max)) => most <= max,
            (None, Some(_)) => false,
        };
        Some((state, (least < self.min || !fits).then_some(read)))
    }
}

/// Without the nodes that never reach acceptance; `None` if the start is one.
fn living(mut nodes: Vec<Node>) -> Option<Vec<Node>> {
    let mut before = vec![Vec::new(); nodes.len()];
    let mut work = Vec::new();
    for (from, node) in nodes.iter().enumerate() {
        work.extend(node.accepts.then_some(from));
        for (_, to) in &node.edges {
            if let Some(list) = before.get_mut(*to) {
                list.push(from);
            }
        }
    }
    let mut lives = vec![false; nodes.len()];
    while let Some(at) = work.pop() {
        if let Some(slot) = lives.get_mut(at).filter(|slot| !**slot) {
            *slot = true;
            work.extend(before.get(at).into_iter().flatten());
        }
    }
    for node in &mut nodes {
        node.edges
            .retain(|(_, to)| lives.get(*to).copied().unwrap_or(false));
    }
    lives.first().copied().unwrap_or(false).then_some(nodes)
}

struct Lower<'a> {
    nodes: Vec<Node>,
    /// Edges into a node, its own loop left out.
    into: Vec<u32>,
    heads: BTreeMap<usize, Head>,
    /// Edges of heads into a head.
    calls: BTreeMap<usize, u32>,
    rules: BTreeMap<usize, RuleId>,
    /// How often classes are used, and their rules.
    letters: BTreeMap<CharSet, (u32, Option<RuleId>)>,
    pending: Vec<usize>,
    builder: &'a mut Builder,
    hint: &'a str,
    letter: &'a dyn Fn(&CharSet) -> Expr,
}

impl<'a> Lower<'a> {
    fn new(
        nodes: Vec<Node>,
        builder: &'a mut Builder,
        hint: &'a str,
        letter: &'a dyn Fn(&CharSet) -> Expr,
    ) -> Self {
        let mut into = vec![0u32; nodes.len()];
        for (from, node) in nodes.iter().enumerate() {
            for (_, to) in node.edges.iter().filter(|(_, to)| *to != from) {
                if let Some(count) = into.get_mut(*to) {
                    *count += 1;
                }
            }
        }
        // The way in from outside.
        if let Some(count) = into.first_mut() {
            *count += 1;
        }
        let mut new = Self {
            nodes,
            into,
            heads: BTreeMap::new(),
            calls: BTreeMap::from([(0, 1)]),
            rules: BTreeMap::new(),
            letters: BTreeMap::new(),
            pending: Vec::new(),
            builder,
            hint,
            letter,
        };
        let mut work = vec![0];
        while let Some(at) = work.pop() {
            if new.heads.contains_key(&at) {
                continue;
            }
            let head = new.head(at);
            for (_, to) in &head.edges {
                *new.calls.entry(*to).or_insert(0) += 1;
                work.push(*to);
            }
            let edges = head.edges.iter().map(|(set, _)| set);
            for set in head.runs.iter().map(|(set, ..)| set).chain(edges) {
                new.letters.entry(set.clone()).or_default().0 += 1;
            }
            new.heads.insert(at, head);
        }
        new
    }

    fn finish(mut self) -> Expr {
        let whole = self.call(0, 0);
        while let Some(at) = self.pending.pop() {
            let body = self.body(at, 0);
            if let Some(id) = self.rules.get(&at) {
                self.builder.define(*id, body);
            }
        }
        whole
    }

    /// Follows the states from `at` on as long as they can be told in a row.
    fn head(&self, mut at: usize) -> Head {
        let mut head = Head::default();
        while let Some(node) = self.nodes.get(at) {
            if let Some(run) = &node.first {
                head.runs.push(run.clone());
                head.accepts = true;
                break;
            }
            match self.row(at) {
                Row::On(run, end) => {
                    head.runs.push(run);
                    at = end;
                }
                Row::Ends(run, end) => {
                    let (set, ..) = &run;
                    let end = self.nodes.get(end).unwrap_or(node);
                    head.accepts = end.accepts;
                    head.edges = (end.edges.iter())
                        .filter(|(other, _)| other != set)
                        .cloned()
                        .collect();
                    head.runs.push(run);
                    break;
                }
                Row::None => {
                    head.accepts = node.accepts;
                    head.edges.clone_from(&node.edges);
                    break;
                }
            }
        }
        head
    }

    /// The longest row that begins at a node.
    fn row(&self, start: usize) -> Row {
        let Some(node) = self.nodes.get(start) else {
            return Row::None;
        };
        if let Some((set, _)) = node.edges.iter().find(|(_, to)| *to == start) {
            return Row::Ends((set.clone(), 0, None), start);
        }
        for (set, _) in &node.edges {
            match self.row_of(start, set) {
                Row::None => {}
                found => return found,
            }
        }
        Row::None
    }

    /// The row of one class from a node on.
    fn row_of(&self, start: usize, set: &CharSet) -> Row {
        let (mut at, mut read) = (start, 0u32);
        // Where it may stop first, and the ways out there.
        let mut stop = None;
        while let Some(node) = self.nodes.get(at).filter(|node| node.first.is_none()) {
            let next = node.edges.iter().find(|(other, _)| other == set);
            let others = node.edges.iter().filter(|(other, _)| other != set);
            let ways = (node.accepts, others.collect::<Vec<_>>());
            if ways.0 || !ways.1.is_empty() {
                let (_, _, first) = stop.get_or_insert((read, at, ways.clone()));
                if *first != ways {
                    break;
                }
            } else if stop.is_some() {
                break;
            }
            match (next, &stop) {
                (None, Some((min, ..))) if read > *min => {
                    return Row::Ends((set.clone(), *min, Some(read)), at);
                }
                (Some((_, to)), Some((min, ..))) if *to == at => {
                    return Row::Ends((set.clone(), *min, None), at);
                }
                (Some((_, to)), _) if self.into.get(*to) == Some(&1) => {
                    at = *to;
                    read += 1;
                }
                _ => break,
            }
        }
        // The part before the first stop is a row in any case.
        let (read, at) = stop.map_or((read, at), |(read, at, _)| (read, at));
        if read == 0 {
            return Row::None;
        }
        Row::On((set.clone(), read, Some(read)), at)
    }

    /// A head where it is used: written out, or its rule.
    fn call(&mut self, at: usize, depth: usize) -> Expr {
        let shared = self.calls.get(&at).is_some_and(|count| *count > 1);
        let short = self.heads.get(&at).is_some_and(|head| self.is_short(head));
        if !short && (shared || depth > MAX_DEPTH) {
            if let Some(id) = self.rules.get(&at) {
                return Expr::Rule(*id);
            }
            let id = self.builder.declare(self.hint, None);
            self.rules.insert(at, id);
            self.pending.push(at);
            return Expr::Rule(id);
        }
        self.body(at, depth)
    }

    /// Short enough to be written again wherever it is needed.
    fn is_short(&self, head: &Head) -> bool {
        let brief = |(set, min, max): &Run| match (self.letter)(set) {
            Expr::Text(_) => true,
            Expr::Class(set) if set.ranges().len() < SHARED_SIZE => true,
            plain => self.is_shared(set, &plain, (*min, *max) != (1, Some(1))),
        };
        head.edges.is_empty() && head.runs.len() < 2 && head.runs.iter().all(brief)
    }

    fn body(&mut self, at: usize, depth: usize) -> Expr {
        // A head is written once, but for short ones, which have no edges.
        let Some(head) = self.heads.get(&at) else {
            return Expr::empty();
        };
        let (runs, edges) = (head.runs.clone(), head.edges.clone());
        let accepts = head.accepts;
        let mut parts = Vec::with_capacity(runs.len() + 1);
        for (set, min, max) in runs {
            let once = (min, max) == (1, Some(1));
            parts.push(self.letter(&set, !once).repeat(min, max));
        }
        let mut ways = Vec::with_capacity(edges.len());
        for (set, to) in edges {
            let rest = self.call(to, depth + 1);
            ways.push(Expr::sequence([self.letter(&set, false), rest]));
        }
        if !ways.is_empty() {
            let way = Expr::choice(ways);
            parts.push(if accepts { way.optional() } else { way });
        }
        Expr::sequence(parts)
    }

    fn is_shared(&self, set: &CharSet, plain: &Expr, repeated: bool) -> bool {
        let enough = if repeated {
            SHARED_RUN_SIZE
        } else {
            SHARED_SIZE
        };
        let uses = self.letters.get(set).map_or(0, |(uses, _)| *uses);
        uses >= SHARED_USES && plain.size() >= enough
    }

    /// A character out of a set; what is long and used often has a rule.
    fn letter(&mut self, set: &CharSet, repeated: bool) -> Expr {
        let plain = (self.letter)(set);
        if !self.is_shared(set, &plain, repeated) {
            return plain;
        }
        let Some((_, rule)) = self.letters.get_mut(set) else {
            return plain;
        };
        let hint = format!("{}-char", self.hint);
        let id = *rule.get_or_insert_with(|| self.builder.add(&hint, None, plain));
        Expr::Rule(id)
    }
}
