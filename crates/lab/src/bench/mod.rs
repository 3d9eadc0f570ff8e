//! `attest grammar bench`: the compiler and the matcher, or llama.cpp's, on
//! schemas with instances that are known to be valid or not.
//!
//! ```text
//! files ─▶ cases ─▶ compile ─▶ a mask before each token of each instance
//!                                ├─▶ refused though valid: in another form?
//!                                └─▶ accepted: what does the validator say?
//! ```
//!
//! # Limits
//!
//! An instance is the text that `serde_json` writes of its data, so a number
//! that does not fit 64 bits is measured as the float nearest to it.

mod canonical;
pub mod case;
mod form;
mod llama;
mod measure;
mod pool;
mod summary;
mod text;
mod vocabulary;

pub use form::Form;
pub use summary::{BenchSummary, Failure, FailureKind, Statistic, causes};

use app::{AppError, Service};
use case::Case;
use engine::ModelError;
use grammar::{KeyOrder, Whitespace};
use measure::Measured;
use pool::Outcome;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use summary::{Departures, Tally};
use vocabulary::Words;

/// Whose compiler and matcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchEngine {
    /// This project's.
    Attest,
    /// llama.cpp's JSON Schema converter and grammar sampler.
    Llama,
    /// llama.cpp's sampler on this project's grammars; each of its masks is
    /// compared with that of this project's matcher.
    Compare,
}

impl BenchEngine {
    fn name(self) -> &'static str {
        match self {
            BenchEngine::Attest => "attest",
            BenchEngine::Llama => "llama",
            BenchEngine::Compare => "compare",
        }
    }
}

/// What is measured, and how.
#[derive(Debug, Clone)]
pub struct BenchRequest {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Whose compiler and matcher.
    pub engine: BenchEngine,
    /// The model whose vocabulary is used (none: the default one).
    pub model: Option<String>,
    /// Style of grammars and instances.
    pub form: Form,
    /// Threads, or processes of llama.cpp; none: the machine's cores.
    pub threads: Option<usize>,
    /// What one schema may take, with all its instances.
    pub timeout: Duration,
    /// Measure every so-manieth schema only, from the first on; 1 for all.
    pub every: usize,
    /// Whether llama.cpp computes whole masks, or only looks at each next
    /// token: the verdicts are the same. The project's matcher always does.
    pub masks: bool,
}

/// How far a bench is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchProgress {
    /// Schemas done.
    pub done: usize,
    /// Schemas in all.
    pub total: usize,
}

/// Time that the search for a canonical form of a case's instances may take.
const EXPLAIN_LIMIT: Duration = Duration::from_secs(20);

/// Runs a bench. Where the default model is not installed, on single
/// bytes instead of its tokens, and `on_note` is told.
///
/// # Errors
///
/// [`AppError::File`] and [`AppError::Input`] for the paths,
/// [`AppError::Model`] and [`AppError::Engine`] for the vocabulary.
pub fn bench(
    service: &Service,
    request: &BenchRequest,
    on_note: &dyn Fn(&str),
    on_progress: &(dyn Fn(BenchProgress) + Sync),
) -> Result<BenchSummary, AppError> {
    let read = case::read(&request.paths)?;
    let every = request.every.max(1);
    let cases: Vec<Case> = read.cases.into_iter().step_by(every).collect();
    let words = bench_words(service, request, on_note)?;
    let threads = request
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let total = cases.len();
    let tell = |done| on_progress(BenchProgress { done, total });
    let started = Instant::now();
    let cases = Arc::new(cases);
    let (outcomes, departures) = match (request.engine, words.file()) {
        (BenchEngine::Llama, _) if !engine::tokenizer::HAS_CONVERTER => {
            return Err(AppError::input(
                "llama.cpp's JSON Schema converter is not in this build",
                "docs/grammar.md says how it is built with it; `--engine compare` needs none",
            ));
        }
        (BenchEngine::Llama | BenchEngine::Compare, Some(model)) => {
            let bench = llama::Bench {
                cases: &cases,
                words: &words,
                form: request.form,
                executable: service.worker_executable(),
                model,
                threads,
                limit: request.timeout,
                masks: request.masks,
                compare: request.engine == BenchEngine::Compare,
            };
            (bench.run(&tell), vec![Departures::new(); total])
        }
        (BenchEngine::Llama | BenchEngine::Compare, None) => {
            return Err(AppError::input(
                "llama.cpp's sampler needs a model's vocabulary",
                "run scripts/models, or add one with `attest models add FILE`",
            ));
        }
        (BenchEngine::Attest, _) => measure_all(&cases, &words, request, threads, &tell),
    };
    let mut tally = Tally::default();
    for ((case, outcome), departures) in cases.iter().zip(&outcomes).zip(&departures) {
        tally.add(case, outcome, departures);
    }
    let shown = |path: &PathBuf| path.display().to_string();
    Ok(BenchSummary {
        engine: request.engine.name().into(),
        vocabulary: words.describe(),
        whitespace: whitespace_name(request.form.whitespace).into(),
        key_order: match request.form.key_order {
            KeyOrder::Definition => "definition".into(),
            KeyOrder::Free => "free".into(),
        },
        threads,
        timeout_s: request.timeout.as_secs(),
        total_s: (started.elapsed().as_secs_f64() * 10.0).round() / 10.0,
        skipped_files: read.skipped.iter().map(shown).collect(),
        ..tally.finish()
    })
}

fn bench_words(
    service: &Service,
    request: &BenchRequest,
    on_note: &dyn Fn(&str),
) -> Result<Arc<Words>, AppError> {
    let entry = service.find_model(request.model.as_deref())?;
    match service.check_model(request.model.as_deref()) {
        Ok(file) => Ok(Arc::new(Words::of_model(&entry.name, &file.path)?)),
        Err(AppError::Model(ModelError::Missing(_))) if request.model.is_none() => {
            on_note(
                "the default model is not installed: masks are computed over single bytes, \
                 and their times say nothing; scripts/models fetches it",
            );
            Ok(Arc::new(Words::bytes()))
        }
        Err(error) => Err(error),
    }
}

fn whitespace_name(whitespace: Whitespace) -> &'static str {
    match whitespace {
        Whitespace::Any => "any",
        Whitespace::Compact => "compact",
        Whitespace::Spaced => "spaced",
    }
}

/// Measures all cases with the project's engine, then looks for canonical
/// forms of what was refused.
fn measure_all(
    cases: &Arc<Vec<Case>>,
    words: &Arc<Words>,
    request: &BenchRequest,
    threads: usize,
    on_progress: &dyn Fn(usize),
) -> (Vec<Outcome<Measured>>, Vec<Departures>) {
    let form = request.form;
    let work: Arc<dyn Fn(usize) -> Measured + Send + Sync> = {
        let (cases, words) = (Arc::clone(cases), Arc::clone(words));
        Arc::new(move |index| {
            let case = cases.get(index);
            case.map_or_else(Measured::default, |case| {
                measure::measure(case, &words, form)
            })
        })
    };
    let outcomes = pool::run(cases.len(), threads, request.timeout, &work, &mut |done| {
        on_progress(done);
    });
    let refused: Vec<(usize, Vec<usize>)> = (cases.iter().zip(&outcomes).enumerate())
        .filter_map(|(index, (case, outcome))| match outcome {
            Outcome::Done(measured) => Some((index, summary::refused(case, measured))),
            _ => None,
        })
        .filter(|(_, refused)| !refused.is_empty())
        .collect();
    let refused = Arc::new(refused);
    let explain: Arc<dyn Fn(usize) -> Departures + Send + Sync> = {
        let (cases, words, refused) = (Arc::clone(cases), Arc::clone(words), Arc::clone(&refused));
        Arc::new(move |at| {
            let Some((index, tests)) = refused.get(at) else {
                return Departures::new();
            };
            let Some(case) = cases.get(*index) else {
                return Departures::new();
            };
            let found = measure::explain(case, &words, form, tests);
            tests.iter().copied().zip(found).collect()
        })
    };
    let found = pool::run(refused.len(), threads, EXPLAIN_LIMIT, &explain, &mut |_| {});
    let mut departures = vec![Departures::new(); cases.len()];
    for ((index, _), outcome) in refused.iter().zip(found) {
        if let (Some(slot), Outcome::Done(found)) = (departures.get_mut(*index), outcome) {
            *slot = found;
        }
    }
    (outcomes, departures)
}
