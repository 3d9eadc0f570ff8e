//! `attest grammar bench --engine compare` on a few schemas of the `MaskBench`
//! sample, where it is there.

use grammar::{KeyOrder, Whitespace};
use lab::bench::{BenchEngine, BenchRequest, Form};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Longer lines take llama.cpp too long for a test.
const MAX_LINE: usize = 1_500;
const SCHEMAS: usize = 6;

pub fn some_schemas(_: &Path) {
    let sample =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/maskbench/dev.jsonl");
    let Ok(text) = std::fs::read_to_string(sample) else {
        println!("skipped: the MaskBench sample is not there");
        return;
    };
    let small: Vec<&str> = text
        .lines()
        .filter(|line| (300..MAX_LINE).contains(&line.len()))
        .collect();
    let chosen = small.iter().step_by(small.len().div_ceil(SCHEMAS));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.jsonl");
    let lines: Vec<String> = chosen.map(ToString::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let service = app::Service::open(app::Options {
        data_directory: app::directory::data_directory(None).unwrap(),
        ephemeral: true,
        worker: crate::executable(),
        threads: None,
        system_settings: None,
        clock: Arc::new(app::clock::SystemClock::default()),
    })
    .unwrap();
    for key_order in [KeyOrder::Definition, KeyOrder::Free] {
        let request = BenchRequest {
            paths: vec![file.clone()],
            engine: BenchEngine::Compare,
            model: None,
            form: Form {
                whitespace: Whitespace::Spaced,
                key_order,
            },
            threads: Some(2),
            timeout: Duration::from_mins(1),
            every: 1,
            masks: true,
        };
        let note = |note: &str| println!("{note}");
        let summary = lab::bench::bench(&service, &request, &note, &|_| {}).unwrap();
        println!("{} schemas, {} masks", summary.schemas, summary.masks);
        assert_eq!(summary.schemas, SCHEMAS);
        let bad = summary.differing + summary.crashes + summary.timeouts;
        assert_eq!(bad, 0, "{:#?}", summary.failures);
        assert!(summary.masks > 50);
    }
}
