//! What the grammar crate costs: setting up a vocabulary, compiling the
//! `MaskBench` schemas, masks on their instances, and grammars of evidence.
//!
//! Run with `cargo bench -p attest-grammar`, with a name to run only some. What needs
//! the sample or the model's vocabulary says so and is skipped without them.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod common;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use grammar::{
    EvidenceKind, Grammar, Limits, Matcher, Options, Vocabulary, Whitespace, compile, evidence,
};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn vocabulary(bench: &mut Criterion) {
    let tokens = common::made_up_tokens(152_000);
    let mut group = bench.benchmark_group("vocabulary");
    group.sample_size(10);
    group.bench_function("152,000 tokens", |bench| {
        bench.iter_batched(
            || tokens.clone(),
            |tokens| Vocabulary::new(tokens, vec![0], vec![]),
            BatchSize::LargeInput,
        );
    });
}

fn options() -> Options<'static> {
    Options::default().with_whitespace(Whitespace::Any)
}

/// Both need the sample and the model.
fn maskbench(bench: &mut Criterion) {
    let (words, cases) = match (common::model_vocabulary(), common::maskbench()) {
        (Ok(words), Ok(cases)) => (words, cases),
        (words, cases) => {
            println!("maskbench skipped: {:?} {:?}", words.err(), cases.err());
            return;
        }
    };
    let (options, limits) = (options(), Limits::default());
    let mut group = bench.benchmark_group("maskbench");
    group.sample_size(10);
    // The schema in the middle when all are ordered by their time.
    let mut times: Vec<(Duration, usize)> = Vec::new();
    let mut grammars: Vec<(usize, Grammar)> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let start = Instant::now();
        if let Ok(compiled) = compile(&case.schema, &options) {
            times.push((start.elapsed(), index));
            grammars.push((index, compiled.grammar));
        }
    }
    times.sort();
    let middle = &cases[common::at_part(&times, 500).1];
    group.bench_function("compile to first mask, median schema", |bench| {
        bench.iter(|| {
            let compiled = compile(black_box(&middle.schema), &options).unwrap();
            let matcher = Matcher::new(&compiled.grammar, Arc::clone(&words), &limits);
            matcher.unwrap().mask().unwrap().count()
        });
    });
    let tokenizer = common::Tokenizer::new(&words);
    let walks: Vec<(&Grammar, Vec<u32>)> = grammars
        .iter()
        .step_by(16)
        .flat_map(|(index, grammar)| {
            let tests = cases[*index].tests.iter().filter(|(valid, _)| *valid);
            tests.map(move |(_, text)| (grammar, text))
        })
        .map(|(grammar, text)| (grammar, tokenizer.tokens(text)))
        .collect();
    let masks: usize = walks.iter().map(|(_, tokens)| tokens.len()).sum();
    let name = format!("{masks} masks of {} instances, states new", walks.len());
    group.bench_function(name, |bench| {
        bench.iter(|| {
            let mut allowed = 0;
            for (grammar, tokens) in &walks {
                let mut matcher = Matcher::new(grammar, Arc::clone(&words), &limits).unwrap();
                for token in tokens {
                    allowed += usize::from(matcher.mask().unwrap().is_allowed(*token));
                    if matcher.accept_token(*token).is_err() {
                        break;
                    }
                }
            }
            allowed
        });
    });
}

fn evidence_grammars(bench: &mut Criterion) {
    let tokens = common::made_up_tokens(49_152);
    let words = Arc::new(Vocabulary::new(tokens, vec![0], vec![]));
    let limits = Limits::default();
    let mut group = bench.benchmark_group("evidence");
    group.sample_size(10);
    for lines in [120, 2_000] {
        let text = common::made_up_evidence(lines, 100);
        let grammar =
            || evidence::grammar(&text, EvidenceKind::Span, Whitespace::Spaced, &limits).unwrap();
        group.bench_function(format!("{lines} lines, compile and lower"), |bench| {
            bench.iter(|| Matcher::new(grammar(), Arc::clone(&words), &limits).unwrap());
        });
        let made = grammar();
        group.bench_function(format!("{lines} lines, first mask of a quote"), |bench| {
            let fresh = || {
                let mut matcher = Matcher::new(&made, Arc::clone(&words), &limits).unwrap();
                let forced = matcher.forced_bytes().unwrap();
                matcher.accept_bytes(&forced).unwrap();
                matcher
            };
            bench.iter_batched(
                fresh,
                |mut matcher| matcher.mask().unwrap().count(),
                BatchSize::LargeInput,
            );
        });
    }
}

criterion_group!(benches, vocabulary, maskbench, evidence_grammars);
criterion_main!(benches);
