//! What an evidence grammar costs: compile, first mask, following masks.
//!
//! Run with `cargo run -p grammar --release --example evidence_cost`. The words
//! and the vocabulary are made up, with the sizes of real ones.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use grammar::{
    EvidenceChunk, EvidenceKind, EvidenceText, Limits, Matcher, Vocabulary, Whitespace, evidence,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A small deterministic source of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn word(&mut self) -> String {
        let length = 2 + self.below(4) + self.below(5);
        (0..length)
            .map(|_| (b'a' + (self.below(26) * self.below(26) / 26) as u8) as char)
            .collect()
    }
}

fn vocabulary(numbers: &mut Numbers, size: usize) -> Vocabulary {
    let mut tokens: Vec<Vec<u8>> = (0..=255u8).map(|byte| vec![byte]).collect();
    for mark in [
        "\"", "\":", "\",\"", "\"}", "\":\"", "{\"", ".\"", "line", "anchor", "start", "_end",
    ] {
        tokens.push(mark.as_bytes().to_vec());
    }
    while tokens.len() + 1 < size {
        let word = numbers.word();
        let cut = 1 + numbers.below(word.len());
        let space = if numbers.below(2) == 0 { " " } else { "" };
        tokens.push(format!("{space}{}", word.get(..cut).unwrap()).into_bytes());
    }
    tokens.push(b"</s>".to_vec());
    let end = tokens.len() as u32 - 1;
    Vocabulary::new(tokens, vec![end], vec![])
}

fn text(
    numbers: &mut Numbers,
    lines: u32,
    bytes_per_line: usize,
    words: &[String],
) -> EvidenceText {
    let mut line = || {
        let mut line = String::new();
        while line.len() < bytes_per_line {
            let at = numbers.below(words.len()) * numbers.below(words.len()) / words.len();
            line.push_str(&words[at]);
            line.push(' ');
        }
        line
    };
    let lines = (1..=lines)
        .map(|number| (number, line()))
        .collect::<Vec<_>>();
    let chunk = |(index, lines): (usize, &[(u32, String)])| EvidenceChunk {
        anchor: format!("C{index}"),
        lines: lines.to_vec(),
    };
    let chunks = lines.chunks(20).enumerate().map(chunk).collect();
    EvidenceText {
        chunks,
        max_span_lines: 3,
        max_quote_words: 60,
    }
}

fn main() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let start = Instant::now();
    let words = Arc::new(vocabulary(&mut numbers, 49_152));
    println!(
        "vocabulary of {} tokens: {:?} (with making the words up)",
        words.len(),
        start.elapsed()
    );
    free_text(&words);
    let lexicon: Vec<String> = (0..4_000).map(|_| numbers.word()).collect();
    for (lines, bytes) in [(120, 100), (2_000, 100)] {
        let evidence = text(&mut numbers, lines, bytes, &lexicon);
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
