//! What masks cost over the `MaskBench` sample with a real vocabulary: compile,
//! then a mask before each token of each instance, first masks included.
//!
//! Run with `cargo run -p attest-grammar --release --example mask_cost`, with ids of
//! schemas to look at only those.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../benches/common/mod.rs"]
mod common;

use grammar::{Limits, Matcher, Options, Whitespace, compile};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Times {
    compile: Vec<Duration>,
    lower: Vec<Duration>,
    first: Vec<Duration>,
    masks: Vec<Duration>,
    /// Time, schema, tokens before it, positions and states of the machine.
    slow: Vec<(Duration, String, String)>,
    schemas: Vec<(Duration, String, (usize, usize))>,
    refused: usize,
    /// Over all masks, so that two builds can be compared.
    fingerprint: u64,
}

fn main() {
    let start = Instant::now();
    let (words, cases) = match (common::model_vocabulary(), common::maskbench()) {
        (Ok(words), Ok(cases)) => (words, cases),
        (words, cases) => {
            println!("skipped: {:?} {:?}", words.err(), cases.err());
            return;
        }
    };
    println!("{} tokens read: {:?}", words.len(), start.elapsed());
    let tokenizer = common::Tokenizer::new(&words);
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut times = Times::default();
    let options = Options::default().with_whitespace(Whitespace::Any);
    for case in &cases {
        if !wanted.is_empty() && !wanted.contains(&case.id) {
            continue;
        }
        let start = Instant::now();
        let Ok(compiled) = compile(&case.schema, &options) else {
            continue;
        };
        let lowering = Instant::now();
        let Ok(fresh) = Matcher::new(&compiled.grammar, Arc::clone(&words), &Limits::default())
        else {
            println!("{}: over a limit", case.id);
            continue;
        };
        times.lower.push(lowering.elapsed());
        times.compile.push(start.elapsed());
        let walking = Instant::now();
        for (valid, text) in &case.tests {
            let tokens = tokenizer.tokens(text);
            instance(&mut times, case, fresh.clone(), &tokens, *valid);
        }
        times
            .schemas
            .push((walking.elapsed(), case.id.clone(), fresh.size()));
    }
    report(times);
}

fn instance(
    times: &mut Times,
    case: &common::Case,
    mut matcher: Matcher,
    tokens: &[u32],
    valid: bool,
) {
    for (index, token) in tokens.iter().enumerate() {
        let start = Instant::now();
        let mask = matcher.mask();
        let time = start.elapsed();
        let Ok(mask) = mask else {
            println!("{}: over a limit at token {index}", case.id);
            return;
        };
        for word in mask.words() {
            let mixed = times.fingerprint.rotate_left(5) ^ word;
            times.fingerprint = mixed.wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        let allowed = mask.is_allowed(*token);
        times.masks.push(time);
        if index == 0 {
            times.first.push(time);
        }
        if time > Duration::from_micros(200) {
            let words = matcher.vocabulary();
            let from = index.saturating_sub(8);
            let near: Vec<u8> = tokens[from..index]
                .iter()
                .flat_map(|id| words.bytes(*id).unwrap().to_vec())
                .collect();
            let near = String::from_utf8_lossy(&near).into_owned();
            times.slow.push((time, case.id.clone(), near));
        }
        if !allowed {
            times.refused += usize::from(valid);
            return;
        }
        matcher.accept_token(*token).unwrap();
    }
}

fn report(mut times: Times) {
    let sum = |list: &[Duration]| list.iter().sum::<Duration>();
    for (name, list) in [
        ("compile and lower", &mut times.compile),
        ("lower only", &mut times.lower),
        ("first masks", &mut times.first),
        ("masks", &mut times.masks),
    ] {
        if list.is_empty() {
            continue;
        }
        list.sort();
        println!(
            "{name}: {} in {:?}, avg {:?}, p50 {:?}, p90 {:?}, p99 {:?}, p99.9 {:?}, max {:?}",
            list.len(),
            sum(list),
            sum(list) / list.len() as u32,
            common::at_part(list, 500),
            common::at_part(list, 900),
            common::at_part(list, 990),
            common::at_part(list, 999),
            common::at_part(list, 1_000),
        );
    }
    println!(
        "valid instances refused: {}; fingerprint of all masks {:016x}",
        times.refused, times.fingerprint
    );
    times.slow.sort();
    let slow = sum(&times.slow.iter().map(|one| one.0).collect::<Vec<_>>());
    println!(
        "\n{} masks over 200 us take {slow:?}; the slowest:",
        times.slow.len()
    );
    for (time, id, near) in times.slow.iter().rev().take(20) {
        println!("  {time:?} {id} after {near:?}");
    }
    println!("\nthe slowest schemas, with states and bytes:");
    times.schemas.sort();
    for (time, id, size) in times.schemas.iter().rev().take(20) {
        println!("  {time:?} {id} {size:?}");
    }
}
