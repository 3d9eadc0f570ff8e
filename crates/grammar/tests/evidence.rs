//! Evidence grammars against a plain enumeration of every quote.
#![allow(clippy::unwrap_used)]

use grammar::{
    EvidenceChunk, EvidenceKind, EvidenceText, Limits, Matcher, Vocabulary, Whitespace, evidence,
    gbnf,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

fn matcher(evidence: &EvidenceText, kind: EvidenceKind) -> Matcher {
    let limits = Limits::default();
    let grammar = evidence::grammar(evidence, kind, Whitespace::Compact, &limits).unwrap();
    assert!(
        grammar.unreachable().is_empty(),
        "{:?}",
        grammar.unreachable()
    );
    // What is matched is what is printed.
    let grammar = gbnf::parse(&gbnf::print(&grammar), &limits).unwrap();
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    Matcher::new(&grammar, words, &limits).unwrap()
}

/// Every span object that the evidence allows, with its quote.
fn every_span(evidence: &EvidenceText) -> BTreeSet<(String, String)> {
    let mut out = BTreeSet::new();
    for chunk in &evidence.chunks {
        let words: Vec<(u32, &str)> = chunk
            .lines
            .iter()
            .flat_map(|(number, text)| text.split_whitespace().map(move |word| (*number, word)))
            .collect();
        for start in 0..words.len() {
            for end in start..words.len() {
                let (first, last) = (words[start].0, words[end].0);
                if last - first >= evidence.max_span_lines
                    || end - start >= evidence.max_quote_words as usize
                {
                    continue;
                }
                let quote: Vec<&str> = words[start..=end].iter().map(|(_, word)| *word).collect();
                let quote = serde_json::Value::from(quote.join(" ")).to_string();
                let anchor = serde_json::Value::from(chunk.anchor.as_str());
                let span = format!(
                    "{{\"quote\":{quote},\"anchor\":{anchor},\"line_start\":{first},\"line_end\":{last}}}"
                );
                out.insert((span, quote));
            }
        }
    }
    out
}

fn any_evidence() -> impl Strategy<Value = EvidenceText> {
    let word = prop::sample::select(vec!["a", "b", "a\"b", "é", "\\"]);
    let line = (1..3u32, prop::collection::vec(word, 0..5));
    let chunk = prop::collection::vec(line, 0..5).prop_map(|lines| {
        let mut number = 0;
        let lines = lines.into_iter().map(|(step, words)| {
            number += step;
            (number, words.join("  "))
        });
        lines.collect::<Vec<_>>()
    });
    (prop::collection::vec(chunk, 1..3), 1..4u32, 1..9u32).prop_filter_map(
        "no words",
        |(chunks, max_span_lines, max_quote_words)| {
            let chunk = |(index, lines)| EvidenceChunk {
                anchor: format!("C{index}"),
                lines,
            };
            let chunks: Vec<_> = chunks.into_iter().enumerate().map(chunk).collect();
            let text = EvidenceText {
                chunks,
                max_span_lines,
                max_quote_words,
            };
            (!every_span(&text).is_empty()).then_some(text)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spans_are_exactly_the_quotes_that_stand_there(text in any_evidence()) {
        let matcher = matcher(&text, EvidenceKind::Span);
        let quotes = self::matcher(&text, EvidenceKind::Quote);
        let every = every_span(&text);
        for (span, quote) in &every {
            prop_assert!(matcher.accepts(span.as_bytes()).unwrap(), "{}", span);
            prop_assert!(quotes.accepts(quote.as_bytes()).unwrap(), "{}", quote);
        }
        // Quotes of everything, whatever the limits, at every pair of lines.
        let wide = EvidenceText { max_span_lines: 99, max_quote_words: 99, ..text.clone() };
        let allowed: BTreeSet<&str> = every.iter().map(|(span, _)| span.as_str()).collect();
        let allowed_quotes: BTreeSet<&str> = every.iter().map(|(_, quote)| quote.as_str()).collect();
        for (_, quote) in every_span(&wide) {
            prop_assert_eq!(
                quotes.accepts(quote.as_bytes()).unwrap(),
                allowed_quotes.contains(quote.as_str())
            );
            for first in 1..6 {
                for last in first..8 {
                    let span = format!(
                        "{{\"quote\":{quote},\"anchor\":\"C0\",\"line_start\":{first},\"line_end\":{last}}}"
                    );
                    let found = matcher.accepts(span.as_bytes()).unwrap();
                    prop_assert_eq!(found, allowed.contains(span.as_str()), "{}", span);
                }
            }
        }
    }
}

#[test]
fn after_unique_words_the_place_is_forced() {
    let lines = vec![
        (7, "Total due: 40".to_owned()),
        (8, "Total paid: 12".to_owned()),
    ];
    let chunks = vec![EvidenceChunk {
        anchor: "C0".to_owned(),
        lines,
    }];
    let text = EvidenceText {
        chunks,
        max_span_lines: 2,
        max_quote_words: 20,
    };
    let mut unique = matcher(&text, EvidenceKind::Span);
    unique
        .accept_bytes(b"{\"quote\":\"Total paid: 12\"")
        .unwrap();
    let rest = b",\"anchor\":\"C0\",\"line_start\":8,\"line_end\":8}";
    assert_eq!(unique.forced_bytes().unwrap(), rest);
    let mut twice = matcher(&text, EvidenceKind::Span);
    twice.accept_bytes(b"{\"quote\":\"Total\"").unwrap();
    assert_eq!(
        twice.forced_bytes().unwrap(),
        b",\"anchor\":\"C0\",\"line_start\":"
    );
}

#[test]
fn long_lines_and_short_limits_stay_within_the_rules_they_need() {
    let line = vec!["word"; 3_000].join(" ");
    let chunks = vec![EvidenceChunk {
        anchor: "C0".to_owned(),
        lines: vec![(1, line)],
    }];
    let text = EvidenceText {
        chunks,
        max_span_lines: 3,
        max_quote_words: 40,
    };
    let limits = Limits::default();
    let grammar = evidence::grammar(&text, EvidenceKind::Quote, Whitespace::Compact, &limits);
    assert!(grammar.unwrap().rules().len() < 3_000 * 41);
}
