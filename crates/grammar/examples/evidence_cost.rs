//! What an evidence grammar costs: compile, first mask, following masks.
//!
//! Run with `cargo run -p attest-grammar --release --example evidence_cost`. The words
//! and the vocabulary are made up, with the sizes of real ones.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../benches/common/mod.rs"]
mod common;

use common::Numbers;
use grammar::{EvidenceKind, EvidenceText, Limits, Matcher, Vocabulary, Whitespace, evidence};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let mut numbers = Numbers::default();
    let tokens = common::made_up_tokens(49_152);
    let start = Instant::now();
    let words = Arc::new(Vocabulary::new(tokens, vec![0], vec![]));
    println!(
        "vocabulary of {} tokens: {:?}",
        words.len(),
        start.elapsed()
    );
    free_text(&words);
    for (lines, bytes) in [(120, 100), (2_000, 100)] {
        let evidence = common::made_up_evidence(lines, bytes);
        measure(&mut numbers, &evidence, &words);
    }
}

/// Masks inside strings and between values of a schema without evidence.
fn free_text(words: &Arc<Vocabulary>) {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "note": {"type": "string", "maxLength": 2_000},
            "code": {"type": "string", "pattern": "^[A-Z]{2}[0-9]{4,}$"},
            "more": true
        },
        "required": ["name", "note", "code", "more"]
    });
    let start = Instant::now();
    let compiled = grammar::compile(&schema, &grammar::Options::default()).unwrap();
    let mut matcher =
        Matcher::new(&compiled.grammar, Arc::clone(words), &Limits::default()).unwrap();
    println!(
        "\na schema with strings: matcher ready after {:?}",
        start.elapsed()
    );
    for text in [
        "{\"name\": \"",
        "fr",
        "ee\", \"note\": \"",
        "x",
        "text of many words",
        "\", \"code\": \"",
        "AB1",
        "234\", \"more\": ",
        "{\"a\": \"",
        "b",
        "\", \"c\": [[\"",
        "d",
    ] {
        matcher.accept_bytes(text.as_bytes()).unwrap();
        let start = Instant::now();
        let count = matcher.mask().unwrap().count();
        println!(
            "  after {text:?}: {count} tokens allowed, {:?}",
            start.elapsed()
        );
    }
    println!("  states and bytes: {:?}", matcher.size());
}

fn measure(numbers: &mut Numbers, evidence: &EvidenceText, words: &Arc<Vocabulary>) {
    let limits = Limits::default();
    let size: usize = evidence
        .chunks
        .iter()
        .flat_map(|chunk| &chunk.lines)
        .map(|(_, line)| line.len())
        .sum();
    let start = Instant::now();
    let grammar =
        evidence::grammar(evidence, EvidenceKind::Span, Whitespace::Spaced, &limits).unwrap();
    let rules = start.elapsed();
    let fresh = Matcher::new(&grammar, Arc::clone(words), &limits).unwrap();
    let ready = start.elapsed();
    println!(
        "\n{size} bytes: {} rules in {rules:?}, matcher ready after {ready:?}",
        grammar.rules().len()
    );
    let mut firsts = Vec::new();
    let mut later = Vec::new();
    for round in 0..20 {
        let mut matcher = fresh.clone();
        let mut steps = 0;
        loop {
            let start = Instant::now();
            let mask = matcher.mask().unwrap();
            let time = start.elapsed();
            let list: Vec<u32> = mask.iter().filter(|id| !words.is_end(*id)).collect();
            if round == 0 && steps == 8 {
                println!("  a mask on the way allows {} tokens", list.len());
            }
            if round == 0 && steps < 12 {
                firsts.push(time);
            } else {
                later.push(time);
            }
            if list.is_empty() {
                break;
            }
            // Quotes end early by themselves; long tokens go on.
            let pick = list[numbers.below(list.len())];
            matcher.accept_token(pick).unwrap();
            steps += 1;
        }
    }
    firsts.sort();
    later.sort();
    let at = |list: &[Duration], part: usize| list[(list.len() - 1) * part / 100];
    println!("  first 12 masks: slowest {:?}", at(&firsts, 100));
    println!(
        "  {} following masks: median {:?}, p99 {:?}, slowest {:?}",
        later.len(),
        at(&later, 50),
        at(&later, 99),
        at(&later, 100)
    );
    println!("  states and bytes: {:?}", fresh.size());
}
