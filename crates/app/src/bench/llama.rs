//! One case through llama.cpp's converter and grammar sampler, in a process
//! that may die.

use super::case::Case;
use super::measure::{Measured, Refusal, Verdict};
use super::pool::Outcome;
use super::text::{self, Separators};
use super::vocabulary::Words;
use engine::trial::{Source, Trial, TrialError, TrialProcess};
use grammar::Whitespace;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How llama.cpp's engine is run.
pub(crate) struct Bench<'a> {
    pub cases: &'a [Case],
    pub words: &'a Words,
    pub whitespace: Whitespace,
    pub executable: &'a Path,
    pub model: &'a Path,
    pub threads: usize,
    pub limit: Duration,
    pub masks: bool,
}

impl Bench<'_> {
    /// All cases, in order.
    pub fn run(&self, on_progress: &(dyn Fn(usize) + Sync)) -> Vec<Outcome<Measured>> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(vec![None; self.cases.len()]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut process = TrialProcess::new(self.executable, self.model);
                    loop {
                        let index = next.fetch_add(1, Ordering::SeqCst);
                        let Some(case) = self.cases.get(index) else {
                            break;
                        };
                        let outcome = self.one(case, &mut process);
                        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                        if let Some(slot) = results.get_mut(index) {
                            *slot = Some(outcome);
                        }
                        let done = results.iter().filter(|result| result.is_some()).count();
                        on_progress(done);
                    }
                });
            }
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results
            .into_iter()
            .map(|result| result.unwrap_or(Outcome::TimedOut))
            .collect()
    }

    fn one(&self, case: &Case, process: &mut TrialProcess) -> Outcome<Measured> {
        let separators = Separators::of(self.whitespace);
        let texts: Vec<String> = case
            .tests
            .iter()
            .map(|test| text::write(&test.data, separators))
            .collect();
        let instances: Vec<Vec<u32>> = texts.iter().map(|text| self.words.tokenize(text)).collect();
        let trial = Trial {
            source: Source::Schema(case.schema.to_string()),
            instances,
            masks: self.masks,
            hashes: false,
        };
        let outcome = match process.run(&trial, self.limit) {
            Ok(outcome) => outcome,
            Err(TrialError::TimedOut(_)) => return Outcome::TimedOut,
            Err(error) => return Outcome::Panicked(error.to_string()),
        };
        let mut measured = Measured {
            refusal: outcome.error.map(|detail| Refusal {
                keyword: "converter".into(),
                detail,
                unsatisfiable: false,
            }),
            ..Measured::default()
        };
        if measured.refusal.is_none() {
            measured.compile_ns = Some(outcome.compile_ns);
            measured.first_mask_ns = Some(outcome.first_mask_ns).filter(|time| *time > 0);
        }
        for ((one, tokens), text) in outcome.instances.iter().zip(&trial.instances).zip(&texts) {
            let taken = tokens.get(..one.tokens).unwrap_or_default();
            let bytes = taken.iter().map(|token| {
                let bytes = self.words.vocabulary().bytes(*token);
                bytes.map_or(0, <[u8]>::len)
            });
            let byte = bytes.sum();
            measured.mask_ns.extend(&one.mask_ns);
            measured
                .verdicts
                .push(Verdict::new(one.accepted, byte, text));
        }
        super::measure::ask_validator(case, &mut measured);
        Outcome::Done(measured)
    }
}
