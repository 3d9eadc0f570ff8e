//! The matcher against an independent recogniser, and against itself.
#![allow(clippy::unwrap_used)]

mod reference;

use grammar::rule::{CharSet, Expr, Rule, RuleId};
use grammar::{Grammar, Limits, Matcher, Vocabulary, gbnf};
use proptest::prelude::*;
use std::sync::Arc;

const RULES: u32 = 4;

fn any_expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        4 => prop::sample::select(vec!["a", "b", "ab", "é", "aé", ""]).prop_map(Expr::text),
        2 => prop::sample::select(vec![('a', 'b'), ('b', 'b'), ('b', 'é'), ('à', 'ü')])
            .prop_map(|range| Expr::Class(CharSet::new([range]))),
        2 => (0..RULES).prop_map(|id| Expr::Rule(RuleId(id))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Expr::Sequence),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Expr::Choice),
            (inner, 0..4u32, prop::option::of(0..4u32)).prop_map(|(body, min, more)| {
                Expr::Repeat {
                    body: Box::new(body),
                    min,
                    max: more.map(|more| min + more),
                }
            }),
        ]
    })
}

/// Random grammars that passed the check (most do).
fn any_grammar() -> impl Strategy<Value = Grammar> {
    prop::collection::vec(any_expr(), RULES as usize).prop_filter_map("a bad grammar", |bodies| {
        let rule = |(index, body)| Rule {
            name: if index == 0 {
                "root".to_owned()
            } else {
                format!("r{index}")
            },
            comment: None,
            body,
        };
        let rules = bodies.into_iter().enumerate().map(rule).collect();
        Grammar::new(rules, RuleId(0), &Limits::default()).ok()
    })
}

/// Every string over the alphabet up to a length.
fn all_strings(max: usize) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut from = 0;
    for _ in 0..max {
        let to = out.len();
        for index in from..to {
            for one in ["a", "b", "é"] {
                out.push(format!("{}{one}", out[index]));
            }
        }
        from = to;
    }
    out
}

/// Tokens that split `é` (C3 A9) and overlap in every way; 10 ends, 11 is special.
fn words() -> Arc<Vocabulary> {
    let tokens: Vec<Vec<u8>> = [
        &b"a"[..],
        b"b",
        b"\xC3",
        b"\xA9",
        b"ab",
        b"a\xC3",
        b"\xA9b",
        b"ba",
        b"aaa",
        b"\xC3\xA9",
        b"</s>",
        b"ab",
        b"",
        b"abab\xC3\xA9",
    ]
    .iter()
    .map(|bytes| bytes.to_vec())
    .collect();
    Arc::new(Vocabulary::new(tokens, vec![10], vec![11]))
}

/// Random tokens over the bytes of the alphabet; the last one ends.
fn any_words() -> impl Strategy<Value = Arc<Vocabulary>> {
    let byte = prop::sample::select(vec![b'a', b'b', 0xC3, 0xA9]);
    let token = prop::collection::vec(byte, 0..6);
    prop::collection::vec(token, 1..40).prop_map(|mut tokens| {
        let end = tokens.len() as u32;
        tokens.push(b"</s>".to_vec());
        Arc::new(Vocabulary::new(tokens, vec![end], vec![end / 2]))
    })
}

fn matcher(grammar: &Grammar) -> Matcher {
    Matcher::new(grammar, words(), &Limits::default()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accepts_exactly_what_the_reference_recognises(grammar in any_grammar()) {
        let matcher = matcher(&grammar);
        for text in all_strings(5) {
            let wanted = reference::recognises(&grammar, &text);
            let found = matcher.accepts(text.as_bytes()).unwrap();
            prop_assert_eq!(found, wanted, "{:?} in\n{}", text, gbnf::print(&grammar));
        }
    }

    #[test]
    fn printed_and_parsed_back_it_is_the_same_language(grammar in any_grammar()) {
        let text = gbnf::print(&grammar);
        let again = gbnf::parse(&text, &Limits::default()).map_err(|error| {
            TestCaseError::fail(format!("{error}\n{text}"))
        })?;
        let (one, two) = (matcher(&grammar), matcher(&again));
        for text in all_strings(4) {
            let both = (one.accepts(text.as_bytes()).unwrap(), two.accepts(text.as_bytes()).unwrap());
            prop_assert_eq!(both.0, both.1, "{:?}", text);
        }
    }

    #[test]
    fn masks_agree_with_bytes_and_rollback_goes_back(
        grammar in any_grammar(),
        words in any_words(),
        choices in prop::collection::vec(any::<u16>(), 0..24),
    ) {
        let mut matcher = Matcher::new(&grammar, Arc::clone(&words), &Limits::default()).unwrap();
        let fresh = matcher.clone();
        let mut text = Vec::new();
        let mut tokens = Vec::new();
        for choice in choices {
            let mask = matcher.mask().unwrap().clone();
            for id in 0..words.len() as u32 {
                let by_bytes = if words.is_end(id) {
                    matcher.may_end()
                } else {
                    let bytes = words.bytes(id).unwrap();
                    words.is_text(id) && matcher.accepted_prefix(bytes).unwrap() == bytes.len()
                };
                prop_assert_eq!(mask.is_allowed(id), by_bytes, "token {}", id);
                prop_assert_eq!(matcher.validate_tokens(&[id]).unwrap(), usize::from(by_bytes));
            }
            prop_assert_eq!(mask.iter().count(), mask.count());
            // Every state was reached by living bytes, so it ends or goes on.
            let goes_on = (0..=255u8).any(|one| matcher.accepted_prefix(&[one]).unwrap() == 1);
            prop_assert!(goes_on || matcher.may_end());
            let forced = matcher.forced_bytes().unwrap();
            prop_assert_eq!(matcher.accepted_prefix(&forced).unwrap(), forced.len());
            for cut in 0..forced.len().min(6) {
                let mut there = matcher.clone();
                there.accept_bytes(&forced[..cut]).unwrap();
                prop_assert!(!there.may_end());
                let possible = (0..=255u8).filter(|one| there.accepted_prefix(&[*one]).unwrap() == 1);
                prop_assert_eq!(possible.collect::<Vec<_>>(), vec![forced[cut]]);
            }
            let allowed: Vec<u32> = mask.iter().filter(|id| !words.is_end(*id)).collect();
            if allowed.is_empty() {
                break;
            }
            let token = allowed[choice as usize % allowed.len()];
            matcher.accept_token(token).unwrap();
            tokens.push(token);
            text.extend_from_slice(words.bytes(token).unwrap());
        }
        prop_assert_eq!(fresh.validate_tokens(&tokens).unwrap(), tokens.len());
        let mut by_bytes = fresh.clone();
        by_bytes.accept_bytes(&text).unwrap();
        prop_assert_eq!(by_bytes.mask().unwrap(), matcher.mask().unwrap());
        prop_assert_eq!(by_bytes.may_end(), matcher.may_end());
        let back = tokens.len() / 2;
        matcher.rollback(tokens.len() - back).unwrap();
        let mut there = fresh.clone();
        for token in &tokens[..back] {
            there.accept_token(*token).unwrap();
        }
        prop_assert_eq!(there.mask().unwrap(), matcher.mask().unwrap());
        prop_assert!(matcher.rollback(back + 1).is_err());
    }
}

#[test]
fn counts_far_from_their_bounds_share_masks_but_bounds_hold() {
    let grammar = gbnf::parse("root ::= \"<\" [ab]{3,40} \">\"", &Limits::default()).unwrap();
    let tokens: Vec<Vec<u8>> = ["a", "aa", "aaaa", "<", ">", "a>", "</s>"]
        .iter()
        .map(|one| one.as_bytes().to_vec())
        .collect();
    let words = Arc::new(Vocabulary::new(tokens.clone(), vec![6], vec![]));
    let mut matcher = Matcher::new(&grammar, words, &Limits::default()).unwrap();
    matcher.accept_bytes(b"<").unwrap();
    for count in 0..=40 {
        let mask = matcher.mask().unwrap().clone();
        for (id, token) in tokens.iter().enumerate().take(6) {
            let letters = String::from_utf8_lossy(token).matches('a').count() + count;
            let closes = token.contains(&b'>');
            let wanted = token[0] != b'<' && letters <= 40 && (!closes || letters >= 3);
            assert_eq!(
                mask.is_allowed(id as u32),
                wanted,
                "{count} letters, token {id}"
            );
        }
        if count < 40 {
            matcher.accept_bytes(b"a").unwrap();
        }
    }
}

#[test]
fn an_end_token_ends_and_can_be_taken_back() {
    let grammar = gbnf::parse("root ::= \"a\"*", &Limits::default()).unwrap();
    let mut matcher = matcher(&grammar);
    matcher.accept_token(8).unwrap();
    matcher.accept_token(10).unwrap();
    assert!(matcher.must_end() && matcher.mask().unwrap().is_empty());
    assert!(matcher.accept_token(0).is_err());
    matcher.rollback(1).unwrap();
    assert_eq!(
        matcher.mask().unwrap().iter().collect::<Vec<_>>(),
        [0, 8, 10]
    );
}

#[test]
fn deep_and_ambiguous_recursion_stays_small() {
    let text = "root ::= \"x\" root \"y\" | \"x\" root \"z\" | \"x\" root | \"\"";
    let grammar = gbnf::parse(text, &Limits::default()).unwrap();
    let mut matcher = matcher(&grammar);
    matcher.accept_bytes("x".repeat(2_000).as_bytes()).unwrap();
    matcher.accept_bytes("yz".repeat(1_000).as_bytes()).unwrap();
    assert!(matcher.must_end());
    assert!(matcher.size().1 < 100 << 20, "{:?}", matcher.size());
}
