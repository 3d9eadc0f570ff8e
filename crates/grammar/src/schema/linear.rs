//! Right-linear rules: states, what leads from one to the next, and where the
//! whole may end. Objects and arrays that have something to remember (which
//! properties came, how many items matched) are written as such states.

use crate::rule::{Builder, Expr};

/// Choices inside each other before a rule is made of the inner one.
const MAX_DEPTH: u32 = 8;

/// One state.
#[derive(Debug, Clone, Default)]
struct State {
    end: bool,
    /// What is read, and the state after it: the same one, or a later one.
    moves: Vec<(Expr, usize)>,
}

/// States without cycles but for loops on one state.
#[derive(Debug, Clone, Default)]
pub(super) struct Linear {
    states: Vec<State>,
}

/// What a lowered state came to: its expression, how deep it nests.
type Done = Option<(Expr, u32)>;

impl Linear {
    /// A new state; `end`: the whole may end there.
    pub fn state(&mut self, end: bool) -> usize {
        self.states.push(State {
            end,
            moves: Vec::new(),
        });
        self.states.len() - 1
    }

    /// `expr` leads from a state to another one.
    pub fn connect(&mut self, from: usize, expr: Expr, to: usize) {
        if let Some(state) = self.states.get_mut(from) {
            state.moves.push((expr, to));
        }
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// What leads from a state to an end; `None` if nothing does.
    pub fn lower(&self, start: usize, builder: &mut Builder, hint: &str) -> Option<Expr> {
        let users = self.users();
        let links = self.links(start, &users);
        let mut done: Vec<Option<Done>> = vec![None; self.states.len()];
        for index in self.order(start) {
            if links.get(index) == Some(&true) {
                continue;
            }
            let found = self.body(index, &links, &done).map(|(body, depth)| {
                let shared = users.get(index).is_some_and(|from| from.len() > 1);
                let flat = is_flat(&body);
                if index != start && (shared && !flat || depth >= MAX_DEPTH) {
                    (Expr::Rule(builder.add(hint, None, body)), 0)
                } else {
                    (body, depth)
                }
            });
            if let Some(slot) = done.get_mut(index) {
                *slot = Some(found);
            }
        }
        let found = done.into_iter().nth(start).flatten().flatten();
        found.map(|(expr, _)| expr)
    }

    /// Of each state the other states that lead to it.
    fn users(&self) -> Vec<Vec<usize>> {
        let mut users = vec![Vec::new(); self.states.len()];
        for (index, state) in self.states.iter().enumerate() {
            for (_, to) in state.moves.iter().filter(|(_, to)| *to != index) {
                let from: Option<&mut Vec<usize>> = users.get_mut(*to);
                if let Some(from) = from.filter(|from| from.last() != Some(&index)) {
                    from.push(index);
                }
            }
        }
        users
    }

    /// Which states are links of a chain: one state leads to them and to nothing else, and
    /// they lead to one state. A chain is written at its first state, in one go: an object
    /// with 20,000 required names has one of that length, and a text of all that follows
    /// kept for each link took gigabytes.
    fn links(&self, start: usize, users: &[Vec<usize>]) -> Vec<bool> {
        let is_link = |(index, users): (usize, &Vec<usize>)| match users.as_slice() {
            [user] if index != start => {
                self.only_target(index).is_some() && self.only_target(*user) == Some(index)
            }
            _ => false,
        };
        users.iter().enumerate().map(is_link).collect()
    }

    /// The only state that a state leads to, which is neither an end nor led to itself.
    fn only_target(&self, index: usize) -> Option<usize> {
        let state = self.states.get(index).filter(|state| !state.end)?;
        let (_, first) = state.moves.first()?;
        let is_first = |(_, to): &(Expr, usize)| to == first;
        (*first != index && state.moves.iter().all(is_first)).then_some(*first)
    }

    /// What the links from a state on read, and the state behind them.
    fn chain(&self, mut index: usize, links: &[bool]) -> (Vec<Expr>, usize) {
        let mut read = Vec::new();
        while links.get(index) == Some(&true)
            && let Some(next) = self.only_target(index)
        {
            let moves = self.states.get(index).map(|state| state.moves.iter());
            let labels = moves.into_iter().flatten().map(|(expr, _)| expr.clone());
            read.push(one_of(labels.collect()));
            index = next;
        }
        (read, index)
    }

    /// The states that can be reached, each after those it leads to.
    fn order(&self, start: usize) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.states.len()];
        let mut work = vec![(start, false)];
        while let Some((index, left)) = work.pop() {
            if left {
                order.push(index);
                continue;
            }
            match seen.get_mut(index) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            work.push((index, true));
            let moves = self.states.get(index).map(|state| state.moves.as_slice());
            work.extend(moves.into_iter().flatten().map(|(_, to)| (*to, false)));
        }
        order
    }

    fn body(&self, index: usize, links: &[bool], done: &[Option<Done>]) -> Done {
        let state = self.states.get(index)?;
        let mut loops = Vec::new();
        let mut ways: Vec<(usize, Vec<Expr>)> = Vec::new();
        for (expr, to) in &state.moves {
            if *to == index {
                loops.push(expr.clone());
            } else {
                match ways.iter_mut().find(|(target, _)| target == to) {
                    Some((_, labels)) => labels.push(expr.clone()),
                    None => ways.push((*to, vec![expr.clone()])),
                }
            }
        }
        let mut depth = 0;
        let mut parts = Vec::new();
        let (mut silent, mut has_way) = (state.end, false);
        for (to, labels) in ways {
            let (links, last) = self.chain(to, links);
            // What leads to no end is no way.
            let Some(Some(Some((rest, below)))) = done.get(last) else {
                continue;
            };
            has_way = true;
            depth = depth.max(*below);
            let label = one_of(labels);
            let whole = Expr::sequence([label].into_iter().chain(links).chain([rest.clone()]));
            if whole.is_empty() {
                silent = true;
            } else {
                parts.push(whole);
            }
        }
        if !has_way && !state.end {
            return None;
        }
        let single = parts.len() <= 1 && !silent;
        let exits = match (parts.is_empty(), silent) {
            (true, _) => Expr::empty(),
            (false, true) => Expr::choice(parts).optional(),
            (false, false) => Expr::choice(parts),
        };
        let again = (!loops.is_empty()).then(|| one_of(loops).repeat(0, None));
        let body = Expr::sequence(again.into_iter().chain([exits]));
        Some((body, if single { depth } else { depth + 1 }))
    }
}

/// One of some labels, of which one may be empty.
fn one_of(labels: Vec<Expr>) -> Expr {
    let count = labels.len();
    let mut filled: Vec<Expr> = Vec::with_capacity(count);
    for label in labels {
        if !label.is_empty() && !filled.contains(&label) {
            filled.push(label);
        } else if label.is_empty() {
            filled.push(Expr::empty());
        }
    }
    let silent = filled.iter().any(Expr::is_empty);
    filled.retain(|label| !label.is_empty());
    match (filled.is_empty(), silent) {
        (true, _) => Expr::empty(),
        (false, true) => Expr::choice(filled).optional(),
        (false, false) => Expr::choice(filled),
    }
}

/// Bodies that may stand in several places instead of becoming rules.
fn is_flat(expr: &Expr) -> bool {
    match expr {
        Expr::Text(text) => text.len() <= 24,
        Expr::Rule(_) => true,
        other => other.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_chain_is_written_once() {
        let mut linear = Linear::default();
        let states: Vec<usize> = (0..20_000)
            .map(|index| linear.state(index == 19_999))
            .collect();
        for pair in states.windows(2) {
            linear.connect(pair[0], Expr::text("a").repeat(0, None), pair[1]);
        }
        let mut builder = Builder::new();
        let found = linear.lower(0, &mut builder, "rest").unwrap();
        let wanted = (1..20_000).map(|_| Expr::text("a").repeat(0, None));
        assert!(found == Expr::sequence(wanted));
    }

    #[test]
    fn shares_what_is_reached_twice_and_drops_what_never_ends() {
        let mut linear = Linear::default();
        let states: Vec<usize> = (0..4).map(|index| linear.state(index == 2)).collect();
        let [zero, one, two, dead] = states[..] else {
            panic!("four states")
        };
        linear.connect(zero, Expr::text("a"), one);
        linear.connect(zero, Expr::empty(), one);
        linear.connect(zero, Expr::text("x"), dead);
        linear.connect(one, Expr::text("b"), one);
        linear.connect(one, Expr::text("c"), two);
        let mut builder = Builder::new();
        let found = linear.lower(zero, &mut builder, "rest").unwrap();
        let wanted = Expr::sequence([
            Expr::text("a").optional(),
            Expr::text("b").repeat(0, None),
            Expr::text("c"),
        ]);
        assert_eq!(found, wanted);
        assert!(linear.lower(dead, &mut builder, "rest").is_none());
    }
}
