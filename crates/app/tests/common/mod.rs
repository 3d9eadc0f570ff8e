//! A service with scripted models, over a data directory of its own.
#![allow(dead_code, reason = "each test takes what it needs")]

use app::clock::FixedClock;
use app::{Options, Service};
use engine::scripted::{Line, Scripted, WordEmbedder};
use std::path::Path;
use std::sync::Arc;

/// A service that reads documents here and answers by a script.
pub fn scripted(directory: &Path, script: Vec<Line>) -> Service {
    scripted_with(directory, script, 1)
}

/// As [`scripted`], with so many threads.
pub fn scripted_with(directory: &Path, script: Vec<Line>, threads: u32) -> Service {
    scripted_by(FixedClock::default(), directory, script, threads)
}

/// As [`scripted_with`], by this clock.
pub fn scripted_by(
    clock: FixedClock,
    directory: &Path,
    script: Vec<Line>,
    threads: u32,
) -> Service {
    let service = Service::open(Options {
        data_directory: directory.to_path_buf(),
        ephemeral: false,
        worker: "/nonexistent".into(),
        threads: Some(threads),
        system_settings: None,
        clock: Arc::new(clock),
    })
    .unwrap()
    .reading_here()
    .without_reader();
    let model = service.find_model(None).unwrap();
    service.use_decoder(model, Box::new(Scripted::new(script)));
    let catalogue = engine::Catalogue::built_in().unwrap();
    let embedding = catalogue.default_for("embedding").unwrap().clone();
    service.use_embedder(embedding, Box::new(WordEmbedder::default()));
    service
}
