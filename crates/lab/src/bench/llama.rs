//! One case through llama.cpp's grammar sampler, in a process that may die:
//! with the grammar of its own converter, or with ours, mask by mask beside
//! our matcher.

use super::case::Case;
use super::form::Form;
use super::measure::{Measured, Refusal, Verdict};
use super::pool::Outcome;
use super::text::{self, Separators};
use super::vocabulary::Words;
use engine::trial::{InstanceOutcome, Source, Trial, TrialError, TrialProcess, hash_mask};
use grammar::{Matcher, Vocabulary};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How llama.cpp's engine is run.
pub(crate) struct Bench<'a> {
    pub cases: &'a [Case],
    pub words: &'a Words,
    pub form: Form,
    pub executable: &'a Path,
    pub model: &'a Path,
    pub threads: usize,
    pub limit: Duration,
    pub masks: bool,
    /// Our grammars instead of its converter's, and every mask compared.
    pub compare: bool,
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
        let separators = Separators::of(self.form.whitespace);
        let texts: Vec<String> = case
            .tests
            .iter()
            .map(|test| text::write(&test.data, separators))
            .collect();
        let instances: Vec<Vec<u32>> = texts.iter().map(|text| self.words.tokenize(text)).collect();
        let ours = match self.ours(case) {
            Ok(ours) => ours,
            Err(refusal) => {
                return Outcome::Done(Measured {
                    refusal: Some(refusal),
                    ..Measured::default()
                });
            }
        };
        let trial = Trial {
            source: match &ours {
                Some((gbnf, _)) => Source::Gbnf(gbnf.clone()),
                None => Source::Schema(case.schema.to_string()),
            },
            instances,
            masks: self.masks || self.compare,
            hashes: self.compare,
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
            if let Some((_, matcher)) = &ours {
                let found = difference(self.words.vocabulary(), matcher, tokens, one);
                measured.difference = measured.difference.or(found);
            }
            measured
                .verdicts
                .push(Verdict::new(one.accepted, byte, text));
        }
        if let (Some(_), Some(refusal)) = (&ours, &measured.refusal) {
            measured.difference = Some(format!("llama.cpp: {}", refusal.detail));
            measured.refusal = None;
        }
        super::measure::ask_validator(case, &mut measured);
        Outcome::Done(measured)
    }
    /// Our grammar and a matcher on it, for comparing.
    fn ours(&self, case: &Case) -> Result<Option<(String, Matcher)>, Refusal> {
        if !self.compare {
            return Ok(None);
        }
        let (compiled, matcher) = super::measure::ready(case, self.words, self.form)?;
        Ok(Some((grammar::gbnf::print(&compiled.grammar), matcher)))
    }
}

/// The first place where our masks and those of llama.cpp differ.
fn difference(
    words: &Vocabulary,
    matcher: &Matcher,
    tokens: &[u32],
    theirs: &InstanceOutcome,
) -> Option<String> {
    let mut matcher = matcher.clone();
    let mut at = 0;
    for hash in &theirs.hashes {
        let mask = match matcher.mask() {
            Ok(mask) => mask,
            Err(error) => return Some(format!("token {at}: {error}")),
        };
        if hash_mask(words, mask.iter()) != *hash {
            return Some(format!("token {at}: the masks differ"));
        }
        let Some(token) = tokens.get(at) else { break };
        if matcher.accept_token(*token).is_err() {
            break;
        }
        at += 1;
    }
    (at != theirs.tokens).then(|| format!("token {at}: llama.cpp took {}", theirs.tokens))
}
