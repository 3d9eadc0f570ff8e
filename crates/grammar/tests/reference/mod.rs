//! An independent recogniser: sets of end positions, straight from the rules.
//! Slow and simple on purpose; it shares nothing with the matcher.

use grammar::Grammar;
use grammar::rule::{Expr, RuleId};
use std::collections::{BTreeMap, BTreeSet};

type Ends = BTreeSet<usize>;

pub fn recognises(grammar: &Grammar, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let mut memo = BTreeMap::new();
    rule(grammar, grammar.root(), 0, &text, &mut memo).contains(&text.len())
}

fn rule(
    grammar: &Grammar,
    id: RuleId,
    at: usize,
    text: &[char],
    memo: &mut BTreeMap<(RuleId, usize), Ends>,
) -> Ends {
    if let Some(ends) = memo.get(&(id, at)) {
        return ends.clone();
    }
    let ends = expr(
        grammar,
        &grammar.rules()[id.0 as usize].body,
        at,
        text,
        memo,
    );
    memo.insert((id, at), ends.clone());
    ends
}

fn expr(
    grammar: &Grammar,
    one: &Expr,
    at: usize,
    text: &[char],
    memo: &mut BTreeMap<(RuleId, usize), Ends>,
) -> Ends {
    match one {
        Expr::Text(wanted) => {
            let wanted: Vec<char> = wanted.chars().collect();
            let hit = text[at..].starts_with(&wanted);
            hit.then_some(at + wanted.len()).into_iter().collect()
        }
        Expr::Class(set) => {
            let hit = text.get(at).is_some_and(|next| set.contains(*next));
            hit.then_some(at + 1).into_iter().collect()
        }
        Expr::Rule(id) => rule(grammar, *id, at, text, memo),
        Expr::Sequence(parts) => parts.iter().fold(Ends::from([at]), |from, part| {
            from.into_iter()
                .flat_map(|at| expr(grammar, part, at, text, memo))
                .collect()
        }),
        Expr::Choice(parts) => parts
            .iter()
            .flat_map(|part| expr(grammar, part, at, text, memo))
            .collect(),
        Expr::Repeat { body, min, max } => {
            let mut from = Ends::from([at]);
            let mut out = Ends::new();
            let most = max.unwrap_or(min + text.len() as u32 + 1);
            for turn in 0..=most {
                if turn >= *min {
                    out.extend(&from);
                }
                from = from
                    .into_iter()
                    .flat_map(|at| expr(grammar, body, at, text, memo))
                    .collect();
            }
            out
        }
    }
}
