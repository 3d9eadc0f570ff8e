//! Random grammars over random vocabularies, walked token by token, against the
//! recogniser.

use super::random::dice::Dice;
use super::recogniser::judge;
use super::{limits, prints_back};
use grammar::rule::{CharSet, Expr, Rule, RuleId};
use grammar::{Grammar, MatchError, Matcher, Vocabulary, gbnf};
use std::sync::Arc;

const LETTERS: [&str; 8] = ["a", "b", "z", "\"", "\\", "-", "é", "\u{1F600}"];
/// Longer texts are not judged: the recogniser takes its time.
const MOST_BYTES: usize = 24;

/// Bytes that are a GBNF text give the grammar, others draw one.
pub fn matcher(bytes: &[u8]) {
    let mut dice = Dice::new(bytes);
    let text = String::from_utf8_lossy(bytes);
    let limits = limits();
    let grammar = match text.split_once('\0') {
        Some((text, rest)) => {
            dice = Dice::new(rest.as_bytes());
            gbnf::parse(text, &limits).ok().filter(is_small)
        }
        None => drawn(&mut dice),
    };
    let Some(grammar) = grammar else { return };
    // A drawn grammar may have brackets that are not needed, so it need not be
    // printed the same; what is read back must match the same.
    let text = gbnf::print(&grammar);
    let again = match gbnf::parse(&text, &limits) {
        Ok(again) => again,
        Err(error) => panic!("what was printed is refused: {error}\n{text}"),
    };
    prints_back(&again, &limits);
    let words = vocabulary(&mut dice);
    match Matcher::new(&again, Arc::clone(&words), &limits) {
        Ok(matcher) => walk(&grammar, matcher, &words, &mut dice),
        Err(MatchError::TooLarge { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// The recogniser repeats as often as it is told.
fn is_small(grammar: &Grammar) -> bool {
    fn cost(expr: &Expr) -> u64 {
        match expr {
            Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => 1,
            Expr::Sequence(parts) | Expr::Choice(parts) => parts.iter().map(cost).sum(),
            Expr::Repeat { body, min, max } => {
                cost(body).saturating_mul(u64::from(max.unwrap_or(*min)) + 30)
            }
        }
    }
    let rules = grammar.rules();
    rules.iter().map(|rule| cost(&rule.body)).sum::<u64>() < 4_000
}

fn drawn(dice: &mut Dice) -> Option<Grammar> {
    let count = 1 + dice.below(4) as u32;
    let rules = (0..count).map(|index| Rule {
        name: if index == 0 {
            "root".to_owned()
        } else {
            format!("r{index}")
        },
        comment: None,
        body: expr(dice, count, 4),
    });
    Grammar::new(rules.collect(), RuleId(0), &limits())
        .ok()
        .filter(is_small)
}

fn expr(dice: &mut Dice, rules: u32, depth: usize) -> Expr {
    let kind = dice.below(if depth == 0 { 4 } else { 10 });
    let inner = |dice: &mut Dice| expr(dice, rules, depth - 1);
    match kind {
        0 => Expr::text(*dice.pick(&LETTERS)),
        1 => Expr::text(
            (0..dice.below(4))
                .map(|_| *dice.pick(&LETTERS))
                .collect::<String>(),
        ),
        2 => Expr::Class(class(dice)),
        3 => Expr::Rule(RuleId(dice.below(rules as usize) as u32)),
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

/// Single bytes, all pairs of letters, and some longer tokens.
fn vocabulary(dice: &mut Dice) -> Arc<Vocabulary> {
    let mut tokens: Vec<Vec<u8>> = vec![b"</s>".to_vec()];
    for one in LETTERS {
        tokens.push(one.into());
        tokens.extend(one.bytes().map(|byte| vec![byte]));
        tokens.extend(LETTERS.iter().map(|two| format!("{one}{two}").into_bytes()));
    }
    for _ in 0..dice.below(24) {
        let text: String = (0..2 + dice.below(7))
            .map(|_| *dice.pick(&LETTERS))
            .collect();
        let mut bytes = text.into_bytes();
        let cut = dice.below(bytes.len());
        match dice.below(5) {
            0 => drop(bytes.drain(..cut)),
            1 => bytes.truncate(cut),
            _ => {}
        }
        tokens.push(bytes);
    }
    Arc::new(Vocabulary::new(tokens, vec![0], vec![3]))
}

fn walk(grammar: &Grammar, mut matcher: Matcher, words: &Vocabulary, dice: &mut Dice) {
    let mut text: Vec<u8> = Vec::new();
    for _ in 0..6 {
        let Ok(mask) = matcher.mask().cloned() else {
            return;
        };
        let shown = || gbnf::print(grammar);
        let whole = judge(grammar, &text).whole;
        assert_eq!(
            matcher.may_end(),
            whole,
            "the end after {text:?} in\n{}",
            shown()
        );
        for id in 0..words.len() as u32 {
            let bytes = words.bytes(id).unwrap_or_default();
            let longer = [&text, bytes].concat();
            let wanted = if words.is_end(id) {
                whole
            } else {
                words.is_text(id) && judge(grammar, &longer).begun
            };
            assert_eq!(
                mask.is_allowed(id),
                wanted,
                "token {bytes:?} after {text:?} in\n{}",
                shown()
            );
        }
        let forced = matcher.forced_bytes().unwrap_or_default();
        if text.len() + forced.len() <= MOST_BYTES {
            let longer = [&text[..], &forced].concat();
            assert!(
                judge(grammar, &longer).begun,
                "{forced:?} forced in\n{}",
                shown()
            );
        }
        let allowed: Vec<u32> = mask.iter().filter(|id| !words.is_end(*id)).collect();
        if allowed.is_empty() {
            return;
        }
        let token = *dice.pick(&allowed);
        match matcher.accept_token(token) {
            Ok(()) => text.extend_from_slice(words.bytes(token).unwrap_or_default()),
            Err(MatchError::TooLarge { .. }) => return,
            Err(error) => panic!("{error}: token {token} after {text:?} in\n{}", shown()),
        }
        if text.len() > MOST_BYTES {
            return;
        }
    }
}
