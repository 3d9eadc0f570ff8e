//! Repetition without empty turns.
//!
//! `(a?)*` has the sentences of `a*`, but llama.cpp rewrites a repetition into
//! a rule that calls itself after one turn, finds that a turn may be empty, and
//! refuses the rule as left recursive. So an endless repetition of what may be
//! empty is written as one of what is not: inside `*`, a sequence of parts that
//! may all be empty is a choice between them, and a repetition in it is its body.

use super::check::{empty_rules, nullable};
use super::expression::{Expr, Rule, RuleId};
use std::collections::BTreeSet;

/// Rewrites every endless repetition of what may be empty. The language stays.
pub(super) fn without_empty_turns(rules: &mut [Rule]) {
    let empty = empty_rules(rules);
    let found: Vec<usize> = (0..rules.len())
        .filter(|index| {
            rules
                .get(*index)
                .is_some_and(|rule| turns_empty(&rule.body, &empty))
        })
        .collect();
    for index in found {
        let body = rules
            .get(index)
            .map(|rule| rewrite(&rule.body, rules, &empty));
        if let (Some(rule), Some(body)) = (rules.get_mut(index), body) {
            rule.body = body;
        }
    }
}

fn turns_empty(expr: &Expr, empty: &[bool]) -> bool {
    match expr {
        Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => false,
        Expr::Sequence(parts) | Expr::Choice(parts) => {
            parts.iter().any(|part| turns_empty(part, empty))
        }
        Expr::Repeat { body, max, .. } => {
            (max.is_none() && nullable(body, empty)) || turns_empty(body, empty)
        }
    }
}

fn rewrite(expr: &Expr, rules: &[Rule], empty: &[bool]) -> Expr {
    let each = |parts: &[Expr]| -> Vec<Expr> {
        parts
            .iter()
            .map(|part| rewrite(part, rules, empty))
            .collect()
    };
    match expr {
        Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => expr.clone(),
        Expr::Sequence(parts) => Expr::Sequence(each(parts)),
        Expr::Choice(parts) => Expr::Choice(each(parts)),
        Expr::Repeat {
            body, max: None, ..
        } if nullable(body, empty) => {
            let mut turns = Turns {
                rules,
                empty,
                seen: BTreeSet::new(),
                found: Vec::new(),
            };
            turns.of(body);
            if turns.found.is_empty() {
                return Expr::empty();
            }
            Expr::choice(turns.found).repeat(0, None)
        }
        Expr::Repeat { body, min, max } => Expr::Repeat {
            body: Box::new(rewrite(body, rules, empty)),
            min: *min,
            max: *max,
        },
    }
}

/// Collects what one turn may be, none of it empty.
struct Turns<'a> {
    rules: &'a [Rule],
    empty: &'a [bool],
    seen: BTreeSet<RuleId>,
    found: Vec<Expr>,
}

impl Turns<'_> {
    fn of(&mut self, expr: &Expr) {
        match expr {
            Expr::Choice(parts) => parts.iter().for_each(|part| self.of(part)),
            _ if !nullable(expr, self.empty) => {
                let turn = rewrite(expr, self.rules, self.empty);
                if !self.found.contains(&turn) {
                    self.found.push(turn);
                }
            }
            Expr::Sequence(parts) => parts.iter().for_each(|part| self.of(part)),
            Expr::Repeat { body, max, .. } if *max != Some(0) => self.of(body),
            Expr::Rule(id) => {
                if self.seen.insert(*id)
                    && let Some(rule) = self.rules.get(id.index())
                {
                    self.of(&rule.body);
                }
            }
            Expr::Text(_) | Expr::Class(_) | Expr::Repeat { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn turns_are_never_empty_and_the_language_stays() {
        let cases = [
            ("(\"a\"?)*", "\"a\"*"),
            ("(\"a\"? \"b\"*){3,}", "(\"a\" | \"b\")*"),
            ("((\"a\" | \"\")+ | \"c\" \"d\")*", "(\"a\" | \"c\" \"d\")*"),
            ("(e)*", "(\"x\" e)*"),
            ("(\"\")*", "\"\""),
            ("(\"a\" (\"b\"?)*)*", "(\"a\" \"b\"*)*"),
            ("(\"a\"?){0,3}", "(\"a\"?){0,3}"),
        ];
        for (from, wanted) in cases {
            let text = format!("root ::= {from}\ne ::= \"x\" e | \"\"\n");
            let grammar = crate::gbnf::parse(&text, &Limits::default()).unwrap();
            let mut rules = grammar.rules().to_vec();
            without_empty_turns(&mut rules);
            let grammar = crate::rule::Grammar::new(rules, RuleId(0), &Limits::default()).unwrap();
            let printed = crate::gbnf::print(&grammar);
            let first = printed.lines().next().unwrap();
            assert_eq!(first.strip_prefix("root ::= ").unwrap(), wanted, "{from}");
        }
    }
}
