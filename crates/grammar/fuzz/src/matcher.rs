//! Random grammars over random vocabularies, walked token by token, against the
//! recogniser.

use super::random::dice::Dice;
use super::random::grammar::{LETTERS, random};
use super::recogniser::judge;
use super::{limits, prints_back};
use grammar::rule::Expr;
use grammar::{Grammar, MatchError, Matcher, Vocabulary, gbnf};
use std::sync::Arc;

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
        None => random(&mut dice, &limits).filter(is_small),
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
