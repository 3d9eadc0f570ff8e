//! Repetitions that llama.cpp reads as they are meant.
//!
//! llama.cpp expands a repetition into rules. It refuses one that would need
//! more than 2,000 of them, and reads a bound above 2,000 as no bound at all,
//! without a word. So a group that is repeated often becomes a rule of its own,
//! which counts as one, and a large bound is split: with a block of 2,000,
//! `x{0,5000}` is `block{0,1} x{0,1999} | block{2} x{0,1000}`, where each
//! count has one way to be reached.

use super::expression::{Expr, Rule, RuleId};
use std::collections::BTreeSet;

/// Rules that one repetition may be expanded into.
const MOST: u32 = 2_000;

/// Rewrites every repetition that llama.cpp would refuse or misread. The
/// language stays.
pub(super) fn portable(rules: &mut Vec<Rule>) {
    let found: Vec<usize> = (0..rules.len())
        .filter(|index| rules.get(*index).is_some_and(|rule| is_large(&rule.body)))
        .collect();
    if found.is_empty() {
        return;
    }
    let names = rules.iter().map(|rule| rule.name.clone()).collect();
    let mut split = Split {
        first: rules.len(),
        fresh: Vec::new(),
        names,
    };
    for index in found {
        if let Some(rule) = rules.get_mut(index) {
            rule.body = split.rewrite(&rule.body, &rule.name);
        }
    }
    rules.extend(split.fresh);
}

fn bound(min: u32, max: Option<u32>) -> u32 {
    max.unwrap_or(min).max(min).max(1)
}

/// How many rules llama.cpp makes of an element that is repeated, at most. A
/// rule counts where it is named for the first time, which may be here.
fn weight(expr: &Expr) -> u64 {
    match expr {
        Expr::Text(_) | Expr::Class(_) => 0,
        Expr::Rule(_) => 1,
        Expr::Sequence(parts) => parts.iter().map(weight).sum(),
        Expr::Choice(parts) => 1 + parts.iter().map(weight).sum::<u64>(),
        Expr::Repeat { body, min, max } => {
            1 + repeated_weight(body).saturating_mul(u64::from(bound(*min, *max)))
        }
    }
}

/// The same of an element that stands under a repetition: a sequence or a
/// repetition stands in brackets there, and brackets are a rule.
fn repeated_weight(body: &Expr) -> u64 {
    match body {
        Expr::Sequence(_) | Expr::Repeat { .. } => 1 + weight(body),
        other => weight(other).max(1),
    }
}

fn is_large(expr: &Expr) -> bool {
    match expr {
        Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => false,
        Expr::Sequence(parts) | Expr::Choice(parts) => parts.iter().any(is_large),
        Expr::Repeat { body, min, max } => {
            repeated_weight(body).saturating_mul(u64::from(bound(*min, *max))) > u64::from(MOST)
                || is_large(body)
        }
    }
}

struct Split {
    /// Index of the first fresh rule.
    first: usize,
    fresh: Vec<Rule>,
    names: BTreeSet<String>,
}

impl Split {
    fn rewrite(&mut self, expr: &Expr, name: &str) -> Expr {
        let mut each = |parts: &[Expr]| -> Vec<Expr> {
            parts.iter().map(|part| self.rewrite(part, name)).collect()
        };
        match expr {
            Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => expr.clone(),
            Expr::Sequence(parts) => Expr::Sequence(each(parts)),
            Expr::Choice(parts) => Expr::Choice(each(parts)),
            Expr::Repeat { body, min, max } => {
                let body = self.rewrite(body, name);
                let times = u64::from(bound(*min, *max));
                let body = if weight(&body) > 0
                    && repeated_weight(&body).saturating_mul(times) > u64::from(MOST)
                {
                    self.add(&format!("{name}-item"), body)
                } else {
                    body
                };
                self.split(&body, *min, *max, name)
            }
        }
    }

    fn split(&mut self, body: &Expr, min: u32, max: Option<u32>, name: &str) -> Expr {
        if bound(min, max) <= MOST {
            return body.clone().repeat(min, max);
        }
        let block = self.add(
            &format!("{name}-block"),
            body.clone().repeat(MOST, Some(MOST)),
        );
        let (blocks, rest) = (min / MOST, min % MOST);
        let first = block.clone().repeat(blocks, Some(blocks));
        let Some(max) = max else {
            return Expr::sequence([first, body.clone().repeat(rest, None)]);
        };
        let first = Expr::sequence([first, body.clone().repeat(rest, Some(rest))]);
        let more = max.saturating_sub(min);
        if more <= MOST {
            return Expr::sequence([first, body.clone().repeat(0, Some(more))]);
        }
        let (blocks, rest) = (more / MOST, more % MOST);
        let fewer = Expr::sequence([
            block.clone().repeat(0, Some(blocks - 1)),
            body.clone().repeat(0, Some(MOST - 1)),
        ]);
        let all = Expr::sequence([
            block.repeat(blocks, Some(blocks)),
            body.clone().repeat(0, Some(rest)),
        ]);
        Expr::sequence([first, Expr::choice([fewer, all])])
    }

    fn add(&mut self, name: &str, body: Expr) -> Expr {
        let mut unique = name.to_owned();
        let mut count = 1;
        while !self.names.insert(unique.clone()) {
            count += 1;
            unique = format!("{name}-{count}");
        }
        let id = RuleId((self.first + self.fresh.len()) as u32);
        self.fresh.push(Rule {
            name: unique,
            comment: None,
            body,
        });
        Expr::Rule(id)
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::rule::{Builder, Expr};

    fn printed(body: Expr) -> String {
        let mut builder = Builder::new();
        let root = builder.add("root", None, body);
        crate::gbnf::print(&builder.finish(root, &Limits::default()).unwrap())
    }

    #[test]
    fn a_group_that_is_repeated_often_becomes_a_rule() {
        let group = || Expr::choice([Expr::text("ab"), Expr::text("c")]);
        assert_eq!(
            printed(group().repeat(1, Some(2_000))),
            "root ::= (\"ab\" | \"c\"){1,2000}\n"
        );
        let pair = Expr::sequence([group(), group()]);
        assert_eq!(
            printed(pair.repeat(1, Some(1_000))),
            "root ::= root-item{1,1000}\nroot-item ::= (\"ab\" | \"c\") (\"ab\" | \"c\")\n"
        );
    }

    #[test]
    fn a_large_bound_is_split_into_blocks() {
        assert_eq!(
            printed(Expr::text("ab").repeat(0, Some(5_000))),
            "root ::= root-block? \"ab\"{0,1999} | root-block{2} \"ab\"{0,1000}\n\
             root-block ::= \"ab\"{2000}\n"
        );
        assert_eq!(
            printed(Expr::text("ab").repeat(4_100, None)),
            "root ::= root-block{2} \"ab\"{100,}\nroot-block ::= \"ab\"{2000}\n"
        );
    }
}
