//! Random grammars of a few rules over a few letters.

use super::dice::Dice;
use grammar::rule::{CharSet, Expr, Rule, RuleId};
use grammar::{Grammar, Limits};

/// All that stands in the grammars.
pub const LETTERS: [&str; 8] = ["a", "b", "z", "\"", "\\", "-", "é", "\u{1F600}"];

/// A grammar; `None` where the rules that were drawn are no sound one.
pub fn random(dice: &mut Dice, limits: &Limits) -> Option<Grammar> {
    let count = 1 + dice.below(4);
    let rules = (0..count).map(|index| Rule {
        name: if index == 0 {
            "root".to_owned()
        } else {
            format!("r{index}")
        },
        comment: None,
        body: expr(dice, count, 4),
    });
    Grammar::new(rules.collect(), RuleId(0), limits).ok()
}

fn expr(dice: &mut Dice, rules: usize, depth: usize) -> Expr {
    let kind = dice.below(if depth == 0 { 4 } else { 10 });
    let inner = |dice: &mut Dice| expr(dice, rules, depth - 1);
    match kind {
        0 => Expr::text(*dice.pick(&LETTERS)),
        1 => {
            let text: String = (0..dice.below(4)).map(|_| *dice.pick(&LETTERS)).collect();
            Expr::text(text)
        }
        2 => Expr::Class(class(dice)),
        3 => Expr::Rule(RuleId(dice.below(rules) as u32)),
        4 | 5 => Expr::Sequence((0..=dice.below(3)).map(|_| inner(dice)).collect()),
        6 | 7 => Expr::Choice((0..=dice.below(3)).map(|_| inner(dice)).collect()),
        _ => {
            let min = dice.below(4) as u32;
            let max = dice.chance(60).then(|| min + dice.below(6) as u32);
            Expr::Repeat {
                body: Box::new(inner(dice)),
                min,
                max,
            }
        }
    }
}

fn class(dice: &mut Dice) -> CharSet {
    match dice.below(6) {
        0 => CharSet::new([('"', '"'), ('\\', '\\'), ('\0', '\u{1F}')]).negate(),
        1 => CharSet::new([('a', 'z')]),
        2 => CharSet::any(),
        3 => CharSet::new([('a', 'z'), ('à', 'ü')]),
        4 => CharSet::single('z').negate(),
        _ => {
            let one = |dice: &mut Dice| dice.pick(&LETTERS).chars().next().unwrap_or('a');
            let (a, b) = (one(dice), one(dice));
            CharSet::new([(a.min(b), a.max(b))])
        }
    }
}
