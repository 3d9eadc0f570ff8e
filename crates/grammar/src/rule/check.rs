//! What makes rules a grammar: every question here has one answer per rule,
//! found by a work list, so that a grammar of half a million rules is checked
//! in time linear in its size.

use super::expression::{Expr, Rule, RuleId};
use crate::limits::Limits;
use std::collections::BTreeSet;
use thiserror::Error;

/// Why rules are no grammar.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("rule `{rule}`: {kind}")]
pub struct GrammarError {
    /// The rule's name.
    pub rule: String,
    /// Its index, for who knows where it was written.
    pub index: usize,
    /// What is wrong.
    pub kind: GrammarErrorKind,
}

/// What is wrong with a rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GrammarErrorKind {
    /// No rule `root`.
    #[error("there is no rule named `root`, where matching starts")]
    NoRoot,
    /// A reference to a rule that does not exist.
    #[error("a reference leads nowhere")]
    Undefined,
    /// Two rules with one name.
    #[error("another rule has the same name")]
    Duplicate,
    /// The rule reaches itself without consuming anything.
    #[error("left recursion through {}", .cycle.join(" -> "))]
    LeftRecursion {
        /// The names on the way back to the rule.
        cycle: Vec<String>,
    },
    /// No sentence of the rule is finite.
    #[error("it never ends: every alternative leads back to it")]
    NeverEnds,
    /// A class without members.
    #[error("a character class is empty and matches nothing")]
    EmptyClass,
    /// A choice without alternatives.
    #[error("a choice has no alternatives and matches nothing")]
    EmptyChoice,
    /// `{5,2}`.
    #[error("the repetition {{{min},{max}}} asks for more than it allows")]
    Bounds {
        /// Given lower bound.
        min: u32,
        /// Given upper bound.
        max: u32,
    },
    /// A limit was met.
    #[error("{what} {given} is above the limit of {limit}")]
    TooLarge {
        /// What was counted.
        what: &'static str,
        /// How much there is, at least.
        given: usize,
        /// How much is allowed.
        limit: usize,
    },
}

fn error(rules: &[Rule], index: usize, kind: GrammarErrorKind) -> GrammarError {
    let rule = rules
        .get(index)
        .map_or_else(|| "root".to_owned(), |rule| rule.name.clone());
    GrammarError { rule, index, kind }
}

/// Checks everything; returns per rule whether it matches the empty string.
pub(super) fn check(
    rules: &[Rule],
    root: RuleId,
    limits: &Limits,
) -> Result<Vec<bool>, GrammarError> {
    let too_large = |index, what, given, limit| {
        error(
            rules,
            index,
            GrammarErrorKind::TooLarge { what, given, limit },
        )
    };
    if rules.len() > limits.max_rules {
        return Err(too_large(
            0,
            "number of rules",
            rules.len(),
            limits.max_rules,
        ));
    }
    if rules
        .get(root.index())
        .is_none_or(|rule| rule.name != "root")
    {
        return Err(error(rules, root.index(), GrammarErrorKind::NoRoot));
    }
    let mut names = std::collections::HashSet::with_capacity(rules.len());
    let mut shape = Shape {
        elements: 0,
        rules: rules.len(),
        limits,
    };
    for (index, rule) in rules.iter().enumerate() {
        if !names.insert(rule.name.as_str()) {
            return Err(error(rules, index, GrammarErrorKind::Duplicate));
        }
        shape
            .visit(&rule.body, 0)
            .map_err(|kind| error(rules, index, kind))?;
    }
    let dependents = dependents(rules);
    let ends = fixpoint(rules, &dependents, productive);
    if let Some(index) = ends.iter().position(|end| !end) {
        return Err(error(rules, index, GrammarErrorKind::NeverEnds));
    }
    let empty = fixpoint(rules, &dependents, nullable);
    left_recursion(rules, &empty)?;
    Ok(empty)
}

struct Shape<'a> {
    elements: usize,
    rules: usize,
    limits: &'a Limits,
}

impl Shape<'_> {
    fn visit(&mut self, expr: &Expr, depth: usize) -> Result<(), GrammarErrorKind> {
        self.elements += 1;
        let limits = self.limits;
        let large = |what, given, limit| Err(GrammarErrorKind::TooLarge { what, given, limit });
        if self.elements > limits.max_elements {
            return large("number of elements", self.elements, limits.max_elements);
        }
        // The parser counts brackets; a bracket makes up to three levels here.
        if depth > limits.max_nesting.saturating_mul(3) {
            return large("nesting", depth, limits.max_nesting.saturating_mul(3));
        }
        match expr {
            Expr::Class(set) if set.is_empty() => Err(GrammarErrorKind::EmptyClass),
            Expr::Rule(id) if id.index() >= self.rules => Err(GrammarErrorKind::Undefined),
            Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => Ok(()),
            Expr::Choice(parts) if parts.is_empty() => Err(GrammarErrorKind::EmptyChoice),
            Expr::Choice(parts) | Expr::Sequence(parts) => parts
                .iter()
                .try_for_each(|part| self.visit(part, depth + 1)),
            Expr::Repeat { body, min, max } => {
                let top = max.unwrap_or(*min).max(*min);
                if let Some(max) = max.filter(|max| max < min) {
                    return Err(GrammarErrorKind::Bounds { min: *min, max });
                }
                if top > limits.max_repetition {
                    return large("repetition", top as usize, limits.max_repetition as usize);
                }
                self.visit(body, depth + 1)
            }
        }
    }
}

/// Calls `visit` for every reference in an element.
pub(super) fn references(expr: &Expr, visit: &mut impl FnMut(RuleId)) {
    match expr {
        Expr::Text(_) | Expr::Class(_) => {}
        Expr::Rule(id) => visit(*id),
        Expr::Sequence(parts) | Expr::Choice(parts) => {
            for part in parts {
                references(part, visit);
            }
        }
        Expr::Repeat { body, .. } => references(body, visit),
    }
}

/// For each rule, whether it has a finite sentence.
pub(super) fn fixpoint_of_ends(rules: &[Rule]) -> Vec<bool> {
    fixpoint(rules, &dependents(rules), productive)
}

/// For each rule, whether it can match the empty string.
pub(super) fn empty_rules(rules: &[Rule]) -> Vec<bool> {
    fixpoint(rules, &dependents(rules), nullable)
}

/// For each rule, the rules that refer to it.
fn dependents(rules: &[Rule]) -> Vec<Vec<u32>> {
    let mut out = vec![Vec::new(); rules.len()];
    for (index, rule) in rules.iter().enumerate() {
        references(&rule.body, &mut |id| {
            if let Some(list) = out.get_mut(id.index()) {
                list.push(index as u32);
            }
        });
    }
    out
}

/// The least fixed point of a monotone question. Rules are first asked from
/// the last to the first, since rules mostly refer forward.
fn fixpoint(
    rules: &[Rule],
    dependents: &[Vec<u32>],
    ask: impl Fn(&Expr, &[bool]) -> bool,
) -> Vec<bool> {
    let mut known = vec![false; rules.len()];
    let mut work: Vec<u32> = (0..rules.len() as u32).collect();
    while let Some(index) = work.pop() {
        let index = index as usize;
        let (Some(rule), Some(false)) = (rules.get(index), known.get(index)) else {
            continue;
        };
        if ask(&rule.body, &known) {
            known[index] = true;
            work.extend(dependents.get(index).into_iter().flatten());
        }
    }
    known
}

/// Whether some sentence of the element is finite.
fn productive(expr: &Expr, known: &[bool]) -> bool {
    match expr {
        Expr::Text(_) => true,
        Expr::Class(set) => !set.is_empty(),
        Expr::Rule(id) => known.get(id.index()).copied().unwrap_or(false),
        Expr::Sequence(parts) => parts.iter().all(|part| productive(part, known)),
        Expr::Choice(parts) => parts.iter().any(|part| productive(part, known)),
        Expr::Repeat { body, min, .. } => *min == 0 || productive(body, known),
    }
}

/// Whether the element can match the empty string.
pub(super) fn nullable(expr: &Expr, known: &[bool]) -> bool {
    match expr {
        Expr::Text(text) => text.is_empty(),
        Expr::Class(_) => false,
        Expr::Rule(id) => known.get(id.index()).copied().unwrap_or(false),
        Expr::Sequence(parts) => parts.iter().all(|part| nullable(part, known)),
        Expr::Choice(parts) => parts.iter().any(|part| nullable(part, known)),
        Expr::Repeat { body, min, .. } => *min == 0 || nullable(body, known),
    }
}

/// Which rules the root reaches.
pub(super) fn reachable(rules: &[Rule], root: RuleId) -> Vec<bool> {
    let mut hit = vec![false; rules.len()];
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        let Some(seen) = hit.get_mut(id.index()) else {
            continue;
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        if let Some(rule) = rules.get(id.index()) {
            references(&rule.body, &mut |next| work.push(next));
        }
    }
    hit
}

/// The rules that an element may begin with before it consumes anything.
fn left_edges(expr: &Expr, empty: &[bool], out: &mut BTreeSet<RuleId>) {
    match expr {
        Expr::Text(_) | Expr::Class(_) => {}
        Expr::Rule(id) => {
            out.insert(*id);
        }
        Expr::Sequence(parts) => {
            for part in parts {
                left_edges(part, empty, out);
                if !nullable(part, empty) {
                    break;
                }
            }
        }
        Expr::Choice(parts) => parts.iter().for_each(|part| left_edges(part, empty, out)),
        Expr::Repeat { body, .. } => left_edges(body, empty, out),
    }
}

/// Depth-first over the left edges, without recursion: chains are long.
fn left_recursion(rules: &[Rule], empty: &[bool]) -> Result<(), GrammarError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let edges: Vec<Vec<RuleId>> = rules
        .iter()
        .map(|rule| {
            let mut out = BTreeSet::new();
            left_edges(&rule.body, empty, &mut out);
            out.into_iter().collect()
        })
        .collect();
    let mut marks = vec![Mark::New; rules.len()];
    for start in 0..rules.len() {
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some((at, next)) = path.last_mut() {
            let Some(id) = edges.get(*at).and_then(|list| list.get(*next)) else {
                marks[*at] = Mark::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match marks.get(id.index()) {
                Some(Mark::New) => {
                    marks[id.index()] = Mark::Open;
                    path.push((id.index(), 0));
                }
                Some(Mark::Open) => {
                    let from = path
                        .iter()
                        .position(|(at, _)| *at == id.index())
                        .unwrap_or(0);
                    let names = path.iter().skip(from).map(|(at, _)| *at);
                    let mut cycle: Vec<String> = names
                        .chain([id.index()])
                        .map(|at| rules[at].name.clone())
                        .collect();
                    cycle.truncate(12);
                    let kind = GrammarErrorKind::LeftRecursion { cycle };
                    return Err(error(rules, id.index(), kind));
                }
                _ => {}
            }
        }
    }
    Ok(())
}
