//! Work of an encoder on several texts at once, a thread for each.
//!
//! ```text
//! texts ─▶ windows ─▶ the next one for each lane that is free ─▶ results, as they come
//! ```
//!
//! An encoder gains nothing from texts that are encoded together, and two threads that share one short
//! text wait for each other at every step. So each thread has a context of its own and reads whole
//! windows, and what comes of a window does not depend on how many lanes there are.

use crate::error::EngineError;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::{LlamaContextParams, LlamaPoolingType};
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// Windows encoded at once, at most; each takes a thread and about 35 MB while they are.
pub(crate) const MAX_LANES: u32 = 8;

/// What lanes are made with.
pub(crate) struct Lanes<'model> {
    pub backend: &'model LlamaBackend,
    pub model: &'model LlamaModel,
    /// Tokens of a window, with its marks.
    pub window_tokens: usize,
    pub pooling: LlamaPoolingType,
    pub flash_attention: bool,
    /// Lanes at most.
    pub most: usize,
}

/// One context of one thread.
pub(crate) struct Lane<'model> {
    pub context: LlamaContext<'model>,
    batch: LlamaBatch<'model>,
}

impl<'model> Lanes<'model> {
    /// Lanes for so many windows.
    pub fn make(&self, windows: usize) -> Result<Vec<Lane<'model>>, EngineError> {
        let lanes = (0..windows.min(self.most)).map(|_| Lane::new(self));
        lanes.collect()
    }
}

impl<'model> Lane<'model> {
    fn new(lanes: &Lanes<'model>) -> Result<Lane<'model>, EngineError> {
        let tokens = lanes.window_tokens as u32;
        let parameters = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(tokens))
            .with_n_batch(tokens)
            .with_n_ubatch(tokens)
            .with_n_seq_max(1)
            .with_n_threads(1)
            .with_n_threads_batch(1)
            .with_embeddings(true)
            .with_pooling_type(lanes.pooling)
            .with_flash_attention_policy(i32::from(lanes.flash_attention))
            .with_no_perf(true);
        let context = lanes
            .model
            .new_context(lanes.backend, parameters)
            .map_err(|error| EngineError::Load(error.to_string()))?;
        Ok(Lane {
            context,
            batch: LlamaBatch::new(lanes.window_tokens, 1),
        })
    }

    /// Encodes one window; what it gives stands in the context until the next.
    pub fn encode(&mut self, tokens: impl Iterator<Item = LlamaToken>) -> Result<(), EngineError> {
        self.batch.clear();
        for (token, position) in tokens.zip(0..) {
            self.batch
                .add(token, position, &[0], true)
                .map_err(|error| EngineError::Decode(error.to_string()))?;
        }
        self.context
            .encode(&mut self.batch)
            .map_err(|error| EngineError::Decode(error.to_string()))
    }
}

/// How much of which text is still to be encoded.
pub(crate) struct Left {
    windows: Vec<usize>,
    /// Texts that are done.
    pub done: usize,
}

impl Left {
    /// Of so many texts, where each window is told by its text.
    pub fn new(texts: usize, windows: impl Iterator<Item = usize>) -> Left {
        let mut left = vec![0; texts];
        for text in windows {
            if let Some(left) = left.get_mut(text) {
                *left += 1;
            }
        }
        let done = left.iter().filter(|left| **left == 0).count();
        Left {
            windows: left,
            done,
        }
    }

    /// A window of this text is done.
    pub fn take(&mut self, text: usize) {
        if let Some(left) = self.windows.get_mut(text) {
            *left -= 1;
            self.done += usize::from(*left == 0);
        }
    }
}

/// Has every task done by a free lane and tells each result with its task's
/// number, as it comes. The first error ends it: no further task is begun.
pub(crate) fn each<L: Send, T: Sync, R: Send>(
    lanes: &mut [L],
    tasks: &[T],
    work: &(dyn Fn(&mut L, &T) -> Result<R, EngineError> + Sync),
    on_done: &mut dyn FnMut(usize, R) -> Result<(), EngineError>,
) -> Result<(), EngineError> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for lane in lanes.iter_mut().take(tasks.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(number) else { break };
                    let result = work(lane, task);
                    let failed = result.is_err();
                    if sender.send((number, result)).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for (number, result) in results {
            if outcome.is_ok() {
                outcome = result.and_then(|result| on_done(number, result));
                if outcome.is_err() {
                    next.store(tasks.len(), Ordering::Relaxed);
                }
            }
        }
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_whatever_the_lanes() {
        for lanes in 1..5 {
            let tasks: Vec<usize> = (0..20).collect();
            let mut found = vec![0; tasks.len()];
            each(
                &mut vec![(); lanes],
                &tasks,
                &|(), task| Ok(task * 2),
                &mut |number, result| {
                    found[number] += result;
                    Ok(())
                },
            )
            .unwrap();
            let doubled: Vec<usize> = tasks.iter().map(|task| task * 2).collect();
            assert_eq!(found, doubled);
        }
    }

    #[test]
    fn an_error_begins_no_further_task() {
        let begun = AtomicUsize::new(0);
        let outcome = each(
            &mut [()],
            &[0; 1000],
            &|(), _| {
                begun.fetch_add(1, Ordering::Relaxed);
                Err(EngineError::Cancelled)
            },
            &mut |_, ()| Ok(()),
        );
        assert_eq!(outcome, Err(EngineError::Cancelled));
        assert_eq!(begun.load(Ordering::Relaxed), 1);
    }
}
