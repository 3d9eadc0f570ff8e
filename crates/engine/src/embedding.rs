//! Texts as vectors: mean pooling over the last layer of an encoder model,
//! normalised to length 1, so that the dot product of two vectors is their
//! cosine.
//!
//! # The same text is the same vector
//!
//! Every text is encoded alone. Encoded together, texts attend to nothing of
//! each other, but floating-point sums group differently, and a vector would
//! depend on its neighbours in the last bits. On a CPU, where an encoder is
//! bound by arithmetic and not by memory, nothing is lost by it.
//!
//! # Long texts
//!
//! A text of more than [`MAX_TEXT_TOKENS`] tokens is cut into windows of that
//! length; its vector is their mean, weighted by their tokens. Nothing is cut
//! off silently, but the vector of a long text says little of its parts.

use crate::decoder::Control;
use crate::error::EngineError;
use crate::protocol::{LoadRequest, LoadedModel, Progress};
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::{LlamaContextParams, LlamaPoolingType};
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use std::num::NonZeroU32;

/// Tokens of text encoded at once, beside the two marks around them: what
/// the default model's makers used it with.
pub const MAX_TEXT_TOKENS: usize = 254;

/// Tokens of context: one window with its marks.
const CONTEXT_TOKENS: u32 = MAX_TEXT_TOKENS as u32 + 2;

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

/// An encoder and its context, in the worker process.
pub(crate) struct EmbeddingSession<'model> {
    context: LlamaContext<'model>,
    model: &'model LlamaModel,
    batch: LlamaBatch<'model>,
}

impl<'model> EmbeddingSession<'model> {
    pub fn new(
        backend: &LlamaBackend,
        model: &'model LlamaModel,
        request: &LoadRequest,
    ) -> Result<EmbeddingSession<'model>, EngineError> {
        let threads = i32::try_from(request.threads.max(1)).unwrap_or(1);
        let refused = |reason: &str| EngineError::Load(reason.into());
        let vocabulary = model.vocab();
        if !vocabulary.should_add_sep() || model.n_ctx_train() < CONTEXT_TOKENS {
            return Err(refused(
                "it is no encoder of the kind that makes embeddings",
            ));
        }
        let parameters = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(CONTEXT_TOKENS))
            .with_n_batch(CONTEXT_TOKENS)
            .with_n_ubatch(CONTEXT_TOKENS)
            .with_n_seq_max(1)
            .with_n_threads(threads)
            .with_n_threads_batch(threads)
            .with_embeddings(true)
            .with_pooling_type(LlamaPoolingType::Mean)
            .with_flash_attention_policy(i32::from(request.flash_attention))
            .with_no_perf(true);
        let context = model
            .new_context(backend, parameters)
            .map_err(|error| EngineError::Load(error.to_string()))?;
        Ok(EmbeddingSession {
            context,
            model,
            batch: LlamaBatch::new(CONTEXT_TOKENS as usize, 1),
        })
    }

    /// Length of every vector.
    pub fn dimensions(&self) -> u32 {
        self.model.n_embd().unsigned_abs()
    }

    /// The vector of one text.
    pub fn embed(
        &mut self,
        text: &str,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<f32>, EngineError> {
        let vocabulary = self.model.vocab();
        // Foreign text: no control tokens are read from it.
        let tokens = vocabulary.tokenize(text.as_bytes(), false, false);
        if tokens.len() <= MAX_TEXT_TOKENS {
            return Ok(normalize(&self.encode(&tokens)?));
        }
        let mut sum = vec![0.0; self.dimensions() as usize];
        for window in tokens.chunks(MAX_TEXT_TOKENS) {
            if is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            let weight = window.len() as f32 / tokens.len() as f32;
            for (total, value) in sum.iter_mut().zip(self.encode(window)?) {
                *total += weight * value;
            }
        }
        Ok(normalize(&sum))
    }

    fn encode(&mut self, tokens: &[LlamaToken]) -> Result<Vec<f32>, EngineError> {
        let vocabulary = self.model.vocab();
        let marked = std::iter::once(vocabulary.bos())
            .chain(tokens.iter().copied())
            .chain([vocabulary.sep()]);
        self.batch.clear();
        for (token, position) in marked.zip(0..) {
            self.batch
                .add(token, position, &[0], true)
                .map_err(|error| EngineError::Decode(error.to_string()))?;
        }
        self.context
            .encode(&mut self.batch)
            .map_err(|error| EngineError::Decode(error.to_string()))?;
        self.context
            .embeddings_seq_ith(0)
            .map(<[f32]>::to_vec)
            .map_err(|error| EngineError::Decode(error.to_string()))
    }
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
