//! Every operation against brute force on all short words of a small alphabet.

use super::*;
use crate::rule::{Builder, Expr};
use crate::{Limits, Matcher, Vocabulary};
use proptest::prelude::*;
use std::sync::Arc;

const LIMIT: usize = 1_000;

/// All words over `a`, `b`, `é` of up to `longest` characters.
fn short_words(longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        let longer = |word: &String| ['a', 'b', 'é'].map(|one| format!("{word}{one}"));
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// A random automaton of up to six states over `a`, `b` and everything else.
fn any_dfa() -> impl Strategy<Value = Dfa> {
    let state = (any::<bool>(), [0u32..9, 0u32..9, 0u32..9]);
    proptest::collection::vec(state, 1..7).prop_map(|table| {
        let letters = [
            CharSet::single('a'),
            CharSet::single('b'),
            CharSet::new([('a', 'b')]).negate(),
        ];
        let step = |state: &u32, letter: usize| {
            let next = table[*state as usize].1[letter];
            ((next as usize) < table.len()).then_some(next)
        };
        let accepts = |state: &u32| table[*state as usize].0;
        Dfa::explore(0u32, &letters, step, accepts, LIMIT).unwrap()
    })
}

fn letter(set: &CharSet) -> Expr {
    set.only()
        .map_or_else(|| Expr::Class(set.clone()), Expr::text)
}

/// The texts that the rules accept among `words`.
fn matched(mut builder: Builder, body: Expr, words: &[String]) -> Vec<bool> {
    let root = builder.declare("root", None);
    builder.define(root, body);
    let grammar = builder.finish(root, &Limits::default()).unwrap();
    let tokens = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    let matcher = Matcher::new(&grammar, tokens, &Limits::default()).unwrap();
    let accepts = |word: &String| matcher.accepts(word.as_bytes()).unwrap();
    words.iter().map(accepts).collect()
}

fn accepted(dfa: &Dfa, words: &[String]) -> Vec<bool> {
    words.iter().map(|word| dfa.accepts(word)).collect()
}

/// Rules of an automaton as text, to read in assertions.
fn shown(dfa: &Dfa) -> String {
    let mut builder = Builder::new();
    let root = builder.declare("root", None);
    let body = dfa.to_expr(&mut builder, "text", &letter).unwrap();
    builder.define(root, body);
    let grammar = builder.finish(root, &Limits::default()).unwrap();
    crate::gbnf::print(&grammar)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn boolean_operations_are_those_of_sets(one in any_dfa(), two in any_dfa()) {
        let words = short_words(4);
        let pairs = accepted(&one, &words).into_iter().zip(accepted(&two, &words));
        let pairs: Vec<_> = pairs.collect();
        let both: Vec<_> = pairs.iter().map(|(a, b)| *a && *b).collect();
        prop_assert_eq!(accepted(&one.intersect(&two, LIMIT).unwrap(), &words), both);
        let either: Vec<_> = pairs.iter().map(|(a, b)| *a || *b).collect();
        prop_assert_eq!(accepted(&one.union(&two, LIMIT).unwrap(), &words), either);
        let only: Vec<_> = pairs.iter().map(|(a, b)| *a && !*b).collect();
        prop_assert_eq!(accepted(&one.minus(&two, LIMIT).unwrap(), &words), only);
        let not: Vec<_> = pairs.iter().map(|(a, _)| !*a).collect();
        prop_assert_eq!(accepted(&one.complement(), &words), not);
        prop_assert!(one.minus(&one, LIMIT).unwrap().is_empty());
        prop_assert!(one.union(&one.complement(), LIMIT).unwrap().minimize().is_any());
    }

    #[test]
    fn the_smallest_automaton_is_the_same_for_the_same_language(one in any_dfa(), two in any_dfa()) {
        let words = short_words(4);
        let small = one.minimize();
        prop_assert_eq!(accepted(&small, &words), accepted(&one, &words));
        let cut = one.minus(&two, LIMIT).unwrap();
        let back = cut.union(&one.intersect(&two, LIMIT).unwrap(), LIMIT).unwrap();
        prop_assert!(small.len() <= one.len());
        prop_assert_eq!(back.minimize().states, small.states);
    }

    #[test]
    fn rules_accept_what_the_automaton_accepts(one in any_dfa(), min in 0u32..6, more in proptest::option::of(0u32..5)) {
        let words = short_words(5);
        let mut builder = Builder::new();
        match one.to_expr(&mut builder, "text", &letter) {
            Some(body) => prop_assert_eq!(matched(builder, body, &words), accepted(&one, &words)),
            None => prop_assert!(one.is_empty()),
        }
        let max = more.map(|more| min + more);
        let wanted = one.intersect(&Dfa::of_lengths(min, max, LIMIT).unwrap(), LIMIT).unwrap();
        let mut builder = Builder::new();
        match one.to_expr_of_lengths((min, max), LIMIT, &mut builder, "text", &letter).unwrap() {
            Some(body) => prop_assert_eq!(matched(builder, body, &words), accepted(&wanted, &words)),
            None => prop_assert!(wanted.is_empty()),
        }
    }

    #[test]
    fn lengths_and_words_are_counted_right(one in any_dfa()) {
        let words = short_words(7);
        let lengths = words.iter().filter(|word| one.accepts(word)).map(|word| word.chars().count() as u32);
        let lengths: Vec<u32> = lengths.collect();
        match one.lengths() {
            None => prop_assert!(lengths.is_empty()),
            Some((min, max)) => {
                prop_assert_eq!(Some(&min), lengths.iter().min());
                prop_assert!(max.is_none_or(|max| Some(&max) == lengths.iter().max()));
            }
        }
        let abc = CharSet::new([('a', 'b'), ('é', 'é')]);
        let small = Dfa::explore((), &[abc], |(), _| Some(()), |()| true, 1).unwrap();
        let small = small.intersect(&one, LIMIT).unwrap();
        let mut listed: Vec<_> = words.into_iter().filter(|word| one.accepts(word)).collect();
        listed.sort();
        let is_finite = small.lengths().is_none_or(|(_, longest)| longest.is_some());
        let fewer = listed.len().checked_sub(1).and_then(|fewer| small.words_up_to(fewer));
        prop_assert_eq!(fewer, None);
        prop_assert_eq!(small.words_up_to(listed.len()), is_finite.then_some(listed));
    }

    #[test]
    fn a_partition_has_each_text_in_one_cell(all in proptest::collection::vec(any_dfa(), 0..4)) {
        let cells = Dfa::partition(&all, LIMIT).unwrap();
        for word in short_words(3) {
            let hits: Vec<_> = cells.iter().filter(|(_, dfa)| dfa.accepts(&word)).collect();
            let flags: Vec<bool> = all.iter().map(|dfa| dfa.accepts(&word)).collect();
            prop_assert_eq!(hits.len(), 1);
            prop_assert_eq!(&hits[0].0, &flags);
        }
        prop_assert!(cells.iter().all(|(_, dfa)| !dfa.is_empty()));
        prop_assert!(cells.is_sorted_by(|one, two| one.0 < two.0));
    }
}

#[test]
fn words_and_their_complement_are_told_briefly() {
    let words = Dfa::words(["id", "name", "names"]);
    assert_eq!(words.words_up_to(3).unwrap(), ["id", "name", "names"]);
    assert_eq!(words.words_up_to(2), None);
    assert_eq!(words.lengths(), Some((2, Some(5))));
    assert_eq!(shown(&words), "root ::= \"id\" | \"name\" \"s\"?\n");
    assert_eq!(shown(&Dfa::word("")), "root ::= \"\"\n");
    let others = words.complement();
    assert!(others.accepts("") && others.accepts("nam") && !others.accepts("name"));
}

#[test]
fn rows_of_one_class_become_counts() {
    let class = CharSet::new([('a', 'z')]);
    let letters = [class, CharSet::single('-')];
    // [a-z]{2,10}(-[a-z]+)?
    let step = |at: &u32, letter: usize| match (at, letter) {
        (0..10 | 20, 0) => Some(at + 1),
        (21, 0) => Some(21),
        (2..=10, 1) => Some(20),
        _ => None,
    };
    let dfa = Dfa::explore(
        0u32,
        &letters,
        step,
        |at| (2..11).contains(at) || *at == 21,
        LIMIT,
    );
    assert_eq!(
        shown(&dfa.unwrap()),
        "root ::= [a-z]{2,10} (\"-\" [a-z]+)?\n"
    );
}

#[test]
fn a_counted_end_is_not_swallowed_by_the_row_before_it() {
    // a*[^a](a[^b]*)? of one to three characters.
    let (a, b) = (CharSet::single('a'), CharSet::single('b'));
    let letters = [a, b, CharSet::new([('a', 'b')]).negate()];
    let step = |at: &u8, letter: usize| match (at, letter) {
        (0, 0) => Some(0),
        (0, _) => Some(1),
        (1, 0) | (2, 0 | 2) => Some(2),
        _ => None,
    };
    let dfa = Dfa::explore(0u8, &letters, step, |at| *at > 0, LIMIT).unwrap();
    let mut builder = Builder::new();
    let body = dfa.to_expr_of_lengths((1, Some(3)), LIMIT, &mut builder, "text", &letter);
    let words = ["b", "ba", "baé", "bab", "aba", "baaa"].map(str::to_owned);
    let found = matched(builder, body.unwrap().unwrap(), &words);
    assert_eq!(found, [true, true, true, false, true, false]);
}

#[test]
fn long_lengths_stay_short() {
    // A word of `a` with an `x` in it, then anything.
    let letters = [CharSet::single('x'), CharSet::single('x').negate()];
    let step = |at: &bool, letter: usize| Some(*at || letter == 0);
    let dfa = Dfa::explore(false, &letters, step, |at| *at, LIMIT).unwrap();
    let mut builder = Builder::new();
    let found = dfa.to_expr_of_lengths((3, None), LIMIT, &mut builder, "text", &letter);
    assert!(found.unwrap().is_some());
    assert!(builder.len() < 4);
    let error = Dfa::of_lengths(0, Some(5_000), LIMIT).unwrap_err();
    assert_eq!((error.given, error.limit), (5_001, LIMIT));
    let any = Dfa::any();
    let found = any.to_expr_of_lengths((2, Some(1_000_000)), 1, &mut builder, "text", &letter);
    assert_eq!(
        found.unwrap(),
        Some(Expr::Class(CharSet::any()).repeat(2, Some(1_000_000)))
    );
}

#[test]
fn chains_of_thousands_of_states_are_quick() {
    let long = Dfa::of_lengths(9_000, None, 20_000).unwrap();
    let same = long.intersect(&Dfa::any(), 20_000).unwrap().minimize();
    assert_eq!(same.len(), 9_001);
    let split = "root ::= root-block{4} .{1000,}\nroot-block ::= .{2000}\n";
    assert_eq!(shown(&same), split);
    let words: Vec<String> = (0..2_000).map(|one| format!("name-{one}")).collect();
    let dfa = Dfa::words(words.iter().map(String::as_str));
    assert_eq!(dfa.words_up_to(2_000).unwrap().len(), 2_000);
    assert!(dfa.complement().minimize().len() < 200);
}

#[test]
fn long_classes_used_often_have_a_rule() {
    let vowels = CharSet::new(['a', 'e', 'i', 'o', 'u', 'y', 'ä', 'ö'].map(|one| (one, one)));
    let others = vowels.negate();
    let step = |at: &u8, letter: usize| match (at, letter) {
        (0..4, 0) => Some(at + 1),
        (0..4, _) => Some(at + 4),
        (4..8, 1) => Some(8),
        _ => None,
    };
    let dfa = Dfa::explore(
        0u8,
        &[vowels, others],
        step,
        |at| *at == 8 || *at == 3,
        LIMIT,
    );
    let text = shown(&dfa.unwrap());
    assert!(
        text.contains(" ::= [aeiouyäö]\n") && !text.contains("text ::="),
        "{text}"
    );
}
