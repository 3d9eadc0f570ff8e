//! Texts as vectors: the embedding model as the service holds it.
//!
//! The default model with purpose `embedding` is loaded into a worker process
//! of its own at the first call and stays there. Where its file is missing,
//! there are no vectors and retrieval is lexical, which every trace says; a
//! file that is there and damaged is an error.
//!
//! # What a similarity means
//!
//! `(1 + cosine) / 2` of the two vectors: 1 for the same direction, 0.5 for
//! texts that have nothing to do with each other, and 0 for opposite
//! directions, which hardly occur. It does not compare with the similarities
//! of the lexical index.

use crate::error::AppError;
use crate::held::{self, hold};
use crate::service::Service;
use engine::decoder::Control;
use engine::worker::EmbeddingWorker;
use engine::{Embedder, Entry, LoadRequest, Progress};
use std::path::Path;

/// `(1 + cosine) / 2` of two vectors of length 1, within 0..=1.
pub(crate) fn similarity(left: &[f32], right: &[f32]) -> f64 {
    let cosine: f64 = left
        .iter()
        .zip(right)
        .map(|(one, other)| f64::from(*one) * f64::from(*other))
        .sum();
    f64::midpoint(1.0, cosine).clamp(0.0, 1.0)
}

impl Service {
    /// The embedding model in use; none where its file is missing.
    pub fn embedding_model(&self) -> Option<Entry> {
        self.encoder_in_use(&self.embedder, held::EMBEDDING)
    }

    /// One vector of length 1 for each text; none without an embedding model.
    /// May be called while the model that answers is held: the two share
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`AppError::Model`] for a damaged model file, [`AppError::Engine`] for
    /// what can happen to a worker and when `progress` cancels.
    pub fn embed(
        &self,
        texts: &[String],
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Option<Vec<Vec<f32>>>, AppError> {
        let Some(entry) = self.embedding_model() else {
            return Ok(None);
        };
        let start = |executable: &Path, request: &LoadRequest| {
            let worker = EmbeddingWorker::start(executable, request)?;
            Ok(Box::new(worker) as Box<dyn Embedder>)
        };
        let vectors = self.with_encoder(&self.embedder, entry, &start, |embedder| {
            embedder.embed(texts, progress)
        })?;
        Ok(Some(vectors))
    }

    /// Similarity of a question to each text, 0..=1; none without an embedding
    /// model. Costs about one millisecond a word on a core.
    ///
    /// # Errors
    ///
    /// As [`Service::embed`].
    pub fn similarities(
        &self,
        question: &str,
        texts: &[String],
    ) -> Result<Option<Vec<f64>>, AppError> {
        let asked: Vec<String> = std::iter::once(question.to_owned())
            .chain(texts.iter().cloned())
            .collect();
        let vectors = self.embed(&asked, &mut |_| Control::Continue)?;
        Ok(vectors.as_deref().and_then(|vectors| {
            let (first, rest) = vectors.split_first()?;
            Some(rest.iter().map(|one| similarity(first, one)).collect())
        }))
    }

    /// Uses this embedder instead of a worker, for tests.
    pub fn use_embedder(&self, entry: Entry, embedder: Box<dyn Embedder>) {
        hold(&self.embedder, entry, embedder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_is_one_for_the_same_half_for_unrelated_and_zero_for_opposite_directions() {
        assert!((similarity(&[1.0, 0.0], &[1.0, 0.0]) - 1.0).abs() < 1e-12);
        assert!((similarity(&[1.0, 0.0], &[0.0, 1.0]) - 0.5).abs() < 1e-12);
        assert!(similarity(&[1.0, 0.0], &[-1.0, 0.0]).abs() < 1e-12);
    }
}
