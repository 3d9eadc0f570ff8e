//! Random sentences of a grammar.

use super::dice::Dice;
use grammar::Grammar;
use grammar::rule::Expr;

/// Draws sentences; past a depth it takes the shortest way to an end.
pub struct Sampler<'a> {
    grammar: &'a Grammar,
    /// Per rule, how deep its flattest sentence is.
    heights: Vec<u32>,
}

const NEVER: u32 = u32::MAX / 4;

impl<'a> Sampler<'a> {
    pub fn new(grammar: &'a Grammar) -> Self {
        let mut heights = vec![NEVER; grammar.rules().len()];
        loop {
            let mut changed = false;
            for (index, rule) in grammar.rules().iter().enumerate() {
                let height = height(&rule.body, &heights) + 1;
                if height < heights[index] {
                    heights[index] = height;
                    changed = true;
                }
            }
            if !changed {
                return Self { grammar, heights };
            }
        }
    }

    pub fn sentence(&self, dice: &mut Dice) -> String {
        let mut out = String::new();
        let root = &self.grammar.rules()[self.grammar.root().0 as usize].body;
        self.draw(root, 24, dice, &mut out);
        out
    }

    fn draw(&self, expr: &Expr, depth: i32, dice: &mut Dice, out: &mut String) {
        match expr {
            Expr::Text(text) => out.push_str(text),
            Expr::Class(set) => out.push(letter(set.ranges(), dice)),
            Expr::Rule(id) => {
                self.draw(
                    &self.grammar.rules()[id.0 as usize].body,
                    depth - 1,
                    dice,
                    out,
                );
            }
            Expr::Sequence(parts) => {
                for part in parts {
                    self.draw(part, depth, dice, out);
                }
            }
            Expr::Choice(parts) => {
                let lowest = parts.iter().map(|part| height(part, &self.heights)).min();
                let short = depth <= 0 || out.len() > 400;
                let fit: Vec<&Expr> = parts
                    .iter()
                    .filter(|part| !short || Some(height(part, &self.heights)) == lowest)
                    .collect();
                let part = fit[dice.below(fit.len())];
                self.draw(part, depth, dice, out);
            }
            Expr::Repeat { body, min, max } => {
                let mut count = *min;
                let most = max.unwrap_or(u32::MAX);
                while count < most && depth > 0 && out.len() < 400 && dice.chance(45) {
                    count += 1;
                }
                for _ in 0..count {
                    self.draw(body, depth, dice, out);
                }
            }
        }
    }
}

/// What llama.cpp would refuse in the grammar, or read as something wider.
pub fn not_for_llama(grammar: &Grammar) -> Option<&'static str> {
    let rules = grammar.rules();
    let mut empty = vec![false; rules.len()];
    let mut before = usize::MAX;
    while before != empty.iter().filter(|one| **one).count() {
        before = empty.iter().filter(|one| **one).count();
        for (index, rule) in rules.iter().enumerate() {
            empty[index] = may_be_empty(&rule.body, &empty);
        }
    }
    rules
        .iter()
        .find_map(|rule| refused_there(&rule.body, &empty))
}

fn may_be_empty(expr: &Expr, empty: &[bool]) -> bool {
    match expr {
        Expr::Text(text) => text.is_empty(),
        Expr::Class(_) => false,
        Expr::Rule(id) => empty[id.0 as usize],
        Expr::Sequence(parts) => parts.iter().all(|part| may_be_empty(part, empty)),
        Expr::Choice(parts) => parts.iter().any(|part| may_be_empty(part, empty)),
        Expr::Repeat { body, min, .. } => *min == 0 || may_be_empty(body, empty),
    }
}

fn refused_there(expr: &Expr, empty: &[bool]) -> Option<&'static str> {
    match expr {
        Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => None,
        Expr::Sequence(parts) | Expr::Choice(parts) => {
            parts.iter().find_map(|part| refused_there(part, empty))
        }
        Expr::Repeat {
            body, max: None, ..
        } if may_be_empty(body, empty) => Some("an unbounded repetition of what may be empty"),
        Expr::Repeat { body, .. } => refused_there(body, empty),
    }
}

fn height(expr: &Expr, heights: &[u32]) -> u32 {
    match expr {
        Expr::Text(_) | Expr::Class(_) | Expr::Repeat { min: 0, .. } => 0,
        Expr::Rule(id) => heights[id.0 as usize],
        Expr::Sequence(parts) => parts
            .iter()
            .map(|part| height(part, heights))
            .max()
            .unwrap_or(0),
        Expr::Choice(parts) => parts
            .iter()
            .map(|part| height(part, heights))
            .min()
            .unwrap_or(NEVER),
        Expr::Repeat { body, .. } => height(body, heights),
    }
}

/// Mostly a letter of the small alphabet, sometimes any.
fn letter(ranges: &[(u32, u32)], dice: &mut Dice) -> char {
    let usual: Vec<char> = "aabbc1x-é"
        .chars()
        .filter(|one| {
            ranges
                .iter()
                .any(|(low, high)| (*low..=*high).contains(&(*one as u32)))
        })
        .collect();
    if !usual.is_empty() && dice.chance(80) {
        return *dice.pick(&usual);
    }
    let (low, high) = *dice.pick(ranges);
    let code = match dice.below(4) {
        0 => low,
        1 => high,
        _ => low + (dice.next() % u64::from(high - low + 1).min(96)) as u32,
    };
    char::from_u32(code).or(char::from_u32(low)).unwrap_or('a')
}
