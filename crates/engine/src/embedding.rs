//! Texts as vectors: mean pooling over the last layer of an encoder model,
//! normalised to length 1, so that the dot product of two vectors is their
//! cosine.
//!
//! # The same text is the same vector
//!
//! Every text is encoded alone. Encoded together, texts attend to nothing of
//! each other, but floating-point sums group differently, and a vector would
//! depend on its neighbours in the last bits. On a CPU, where an encoder is
//! bound by arithmetic and not by memory, nothing is lost by it. As many texts as
//! there are threads are encoded at once, each by one thread (`lanes.rs`), so that
//! the threads of one text do not wait for each other either.
//!
//! # Long texts
//!
//! A text of more than [`MAX_TEXT_TOKENS`] tokens is cut into windows of that
//! length; its vector is their mean, weighted by their tokens. Nothing is cut
//! off silently, but the vector of a long text says little of its parts.

use crate::decoder::Control;
use crate::error::EngineError;
use crate::lanes::{Lane, Lanes, Left, MAX_LANES, each};
use crate::protocol::{LoadRequest, LoadedModel, Progress};
use llama_cpp_2::context::params::LlamaPoolingType;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;

/// Tokens of text encoded at once, beside the two marks around them: what
/// the default model's makers used it with.
pub const MAX_TEXT_TOKENS: usize = 254;

/// Tokens of context: one window with its marks.
const CONTEXT_TOKENS: usize = MAX_TEXT_TOKENS + 2;

/// What retrieval asks of an embedding model.
///
/// All methods take `&mut self`: an embedder serves one request at a time.
pub trait Embedder: Send {
    /// What the loaded model says of itself.
    fn model(&self) -> &LoadedModel;

    /// One vector of length 1 for each text, in their order. The same text
    /// gives the same bytes, whatever stands beside it; a text without a
    /// letter or digit has a vector, too.
    ///
    /// # Errors
    ///
    /// [`EngineError::Cancelled`] when `progress` says so, and what can
    /// happen to any worker.
    fn embed(
        &mut self,
        texts: &[String],
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Vec<Vec<f32>>, EngineError>;
}

/// An encoder, in the worker process. Its contexts are made for a request and given back behind it, as those
/// of the reader (`lanes.rs`).
pub(crate) struct EmbeddingSession<'model>(Lanes<'model>);

/// A window that is to be encoded, with its marks, and how much of its text it is.
struct Task {
    text: usize,
    tokens: Vec<LlamaToken>,
    share: f32,
}

impl<'model> EmbeddingSession<'model> {
    pub fn new(
        backend: &'model LlamaBackend,
        model: &'model LlamaModel,
        request: &LoadRequest,
    ) -> Result<EmbeddingSession<'model>, EngineError> {
        if !model.vocab().should_add_sep() || (model.n_ctx_train() as usize) < CONTEXT_TOKENS {
            return Err(EngineError::Load(
                "it is no encoder of the kind that makes embeddings".into(),
            ));
        }
        let lanes = Lanes {
            backend,
            model,
            flash_attention: request.flash_attention,
            most: request.threads.clamp(1, MAX_LANES) as usize,
            window_tokens: CONTEXT_TOKENS,
            pooling: LlamaPoolingType::Mean,
        };
        // A model of which no context can be made is refused before anything is encoded.
        lanes.make(1)?;
        Ok(EmbeddingSession(lanes))
    }

    /// Length of every vector.
    pub fn dimensions(&self) -> u32 {
        self.0.model.n_embd().unsigned_abs()
    }

    /// One vector for each text, in their order; `on_text` is told how many texts are done after each
    /// window, and its error ends the work.
    pub fn embed(
        &mut self,
        texts: &[String],
        on_text: &mut dyn FnMut(usize) -> Result<(), EngineError>,
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        on_text(0)?;
        let tasks = self.tasks(texts);
        let mut left = Left::new(texts.len(), tasks.iter().map(|task| task.text));
        let mut encoded: Vec<Vec<f32>> = vec![Vec::new(); tasks.len()];
        let mut lanes = self.0.make(tasks.len())?;
        each(&mut lanes, &tasks, &mean, &mut |number, vector| {
            if let (Some(place), Some(task)) = (encoded.get_mut(number), tasks.get(number)) {
                *place = vector;
                left.take(task.text);
            }
            on_text(left.done)
        })?;
        // In the order of the windows, whichever was encoded first: a sum has one order.
        let mut sums = vec![vec![0.0; self.dimensions() as usize]; texts.len()];
        for (task, vector) in tasks.iter().zip(encoded) {
            let sum = sums.get_mut(task.text).into_iter().flatten();
            for (total, value) in sum.zip(vector) {
                *total += task.share * value;
            }
        }
        Ok(sums.iter().map(|sum| normalize(sum)).collect())
    }

    /// The windows of all texts; one of marks alone for a text without a token.
    fn tasks(&self, texts: &[String]) -> Vec<Task> {
        let vocabulary = self.0.model.vocab();
        let marked = |window: &[LlamaToken]| {
            std::iter::once(vocabulary.bos())
                .chain(window.iter().copied())
                .chain([vocabulary.sep()])
                .collect()
        };
        let mut tasks = Vec::new();
        for (text, content) in texts.iter().enumerate() {
            // Foreign text: no control tokens are read from it.
            let tokens = vocabulary.tokenize(content.as_bytes(), false, false);
            if tokens.is_empty() {
                let (tokens, share) = (marked(&[]), 1.0);
                tasks.push(Task {
                    text,
                    tokens,
                    share,
                });
            }
            for window in tokens.chunks(MAX_TEXT_TOKENS) {
                let share = window.len() as f32 / tokens.len() as f32;
                let tokens = marked(window);
                tasks.push(Task {
                    text,
                    tokens,
                    share,
                });
            }
        }
        tasks
    }
}

/// The mean over the vectors of a window's tokens.
fn mean(lane: &mut Lane<'_>, task: &Task) -> Result<Vec<f32>, EngineError> {
    lane.encode(task.tokens.iter().copied())?;
    let pooled = lane.context.embeddings_seq_ith(0);
    pooled
        .map(<[f32]>::to_vec)
        .map_err(|error| EngineError::Decode(error.to_string()))
}

/// The vector with length 1; one without a length stays as it is.
pub(crate) fn normalize(vector: &[f32]) -> Vec<f32> {
    let length = vector
        .iter()
        .map(|value| f64::from(*value).powi(2))
        .sum::<f64>()
        .sqrt();
    if length == 0.0 || !length.is_finite() {
        return vector.to_vec();
    }
    vector
        .iter()
        .map(|value| (f64::from(*value) / length) as f32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizing_gives_length_one_and_leaves_a_vector_without_length() {
        assert_eq!(normalize(&[3.0, 4.0]), [0.6, 0.8]);
        assert_eq!(normalize(&[0.0, 0.0]), [0.0, 0.0]);
    }
}
