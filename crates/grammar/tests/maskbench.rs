//! The schemas of the `MaskBench` sample, where it is there: how many compile,
//! and how many are right by the grammar alone.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use grammar::{KeyOrder, Limits, Matcher, Options, Vocabulary, Whitespace, compile};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Counts {
    schemas: usize,
    compiled: usize,
    passing: usize,
    valid_refused: usize,
    invalid_accepted: usize,
    unexplained: Vec<String>,
    limits: Vec<String>,
    slow: usize,
    reasons: BTreeMap<String, usize>,
}

#[test]
fn maskbench_schemas_compile_and_nothing_invalid_passes_unexplained() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/maskbench/dev.jsonl"
    );
    let path = std::env::var("MASKBENCH_FILE").unwrap_or_else(|_| path.to_owned());
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: the MaskBench sample is not there");
        return;
    };
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    let options = Options::default()
        .with_whitespace(Whitespace::Any)
        .with_key_order(KeyOrder::Free);
    let mut counts = Counts::default();
    let verbose = std::env::var("MASKBENCH_VERBOSE").is_ok();
    // Every fourth schema keeps the test short; all of them on request.
    let step = if std::env::var("MASKBENCH_ALL").is_ok() {
        1
    } else {
        4
    };
    for line in text.lines().step_by(step) {
        let case: Value = serde_json::from_str(line).unwrap();
        let id = case["id"].as_str().unwrap_or_default();
        counts.schemas += 1;
        let start = Instant::now();
        let compiled = match compile(&case["schema"], &options) {
            Ok(compiled) => compiled,
            Err(error) => {
                if verbose {
                    println!("{id}: {error}");
                }
                *counts
                    .reasons
                    .entry(format!("{:.60}", error.kind.to_string()))
                    .or_default() += 1;
                continue;
            }
        };
        counts.compiled += 1;
        let matcher = match Matcher::new(&compiled.grammar, Arc::clone(&words), &Limits::default())
        {
            Ok(matcher) => matcher,
            Err(error) => {
                counts.limits.push(format!("{id}: {error}"));
                continue;
            }
        };
        let (mut refused, mut accepted) = (false, false);
        for test in case["tests"].as_array().into_iter().flatten() {
            let data = test["data"].to_string();
            match (matcher.accepts(data.as_bytes()), test["valid"] == true) {
                (Ok(false), true) => {
                    refused = true;
                    if verbose {
                        let at = matcher.accepted_prefix(data.as_bytes()).unwrap_or(0);
                        let near: String =
                            data.chars().skip(at.saturating_sub(60)).take(90).collect();
                        println!("{id}: refused at {at}: {near}");
                    }
                }
                (Ok(true), false) => accepted = true,
                (Ok(_), _) => {}
                (Err(error), _) => counts.limits.push(format!("{id}: {error}")),
            }
        }
        counts.slow += usize::from(start.elapsed() > Duration::from_secs(2));
        counts.valid_refused += usize::from(refused);
        counts.invalid_accepted += usize::from(accepted);
        counts.passing += usize::from(!refused && !accepted);
        if accepted && compiled.report.is_complete() {
            counts.unexplained.push(id.to_owned());
        }
        if accepted && verbose {
            println!(
                "{id}: accepted, {:?}",
                compiled.report.residuals().collect::<Vec<_>>()
            );
        }
    }
    println!(
        "{} schemas: {} compile, {} pass by grammar alone, {} with a valid instance refused, \
         {} with an invalid one accepted, {} slow",
        counts.schemas,
        counts.compiled,
        counts.passing,
        counts.valid_refused,
        counts.invalid_accepted,
        counts.slow
    );
    println!("not compiled: {:#?}", counts.reasons);
    println!("over a limit: {:#?}", counts.limits);
    assert!(
        counts.unexplained.is_empty(),
        "accepted unexplained: {:?}",
        counts.unexplained
    );
}
