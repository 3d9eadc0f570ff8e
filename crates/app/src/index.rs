//! Vectors of passages: made where they are missing, kept in the vault.
//!
//! A passage is embedded with the titles of the sections it stands in before
//! it: a clause seldom says again what it is about. The rule has a number,
//! which stands in the name its vectors are kept under; with another rule they
//! are made anew.
//!
//! # When
//!
//! Import makes the vectors of a document when it is told to
//! ([`Service::embed_at_most`]), with progress, and leaves those of a document of
//! enormous length to later calls ([`MAX_IMPORT_CHUNKS`]). Whatever is missing when a
//! question needs it is made then, up to [`MAX_WAITING_CHUNKS`] passages: a
//! question does not wait for thousands. Above that, the passages that share
//! most words with the question are embedded first; the trace says how many
//! have a vector.

use crate::error::AppError;
use crate::service::Service;
use engine::Progress;
use engine::decoder::Control;
use evidence::Filter;
use evidence::chunk::section_path;
use serde::Serialize;
use std::collections::BTreeMap;
use vault::UnembeddedChunk;

/// Name of the rule for which text is embedded for a passage.
const TEXT_RULE: &str = "sections-1";
/// Passages that a question waits for, at most: about 13 seconds on a core.
pub(crate) const MAX_WAITING_CHUNKS: u32 = 256;
/// Passages that an import of one document waits for, at most: about three and a half minutes on a core. A
/// report of 300 pages has a third of that.
pub const MAX_IMPORT_CHUNKS: u32 = 4096;
/// Passages embedded and stored at once; what is stored stays when cancelled.
const BATCH_CHUNKS: u32 = 32;

/// How many passages have a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Coverage {
    /// Passages without a vector.
    pub missing: u64,
    /// Vectors made by this call.
    pub made: u64,
}

/// Receives how many passages are done, and of how many.
pub type OnPassages<'a> = dyn FnMut(u32, u32) -> Control + 'a;

impl Service {
    /// Makes the vectors that are missing in scope, all of them; none without
    /// an embedding model. What was made stays when it is cancelled.
    ///
    /// # Errors
    ///
    /// [`AppError::Engine`] when cancelled or when a worker fails,
    /// [`AppError::Vault`].
    pub fn embed_documents(
        &self,
        filter: &Filter,
        on_passages: &mut OnPassages<'_>,
    ) -> Result<Option<Coverage>, AppError> {
        self.embed_at_most(u32::MAX, filter, on_passages)
    }

    /// As [`Service::embed_documents`], and no more than so many vectors; the next call goes on.
    ///
    /// # Errors
    ///
    /// Those of [`Service::embed_documents`].
    pub fn embed_at_most(
        &self,
        most: u32,
        filter: &Filter,
        on_passages: &mut OnPassages<'_>,
    ) -> Result<Option<Coverage>, AppError> {
        let Some(name) = self.vector_model() else {
            return Ok(None);
        };
        let (_, total) = self.vault().unembedded_chunks(&name, filter, 0)?;
        let total = total.min(u64::from(most));
        let mut coverage = Coverage::default();
        loop {
            let left = u64::from(most).saturating_sub(coverage.made);
            let next = u64::from(BATCH_CHUNKS).min(left) as u32;
            let (chunks, missing) = self.vault().unembedded_chunks(&name, filter, next)?;
            coverage.missing = missing;
            if chunks.is_empty() {
                return Ok(Some(coverage));
            }
            self.embed_chunks(&name, &chunks, &mut |done| {
                on_passages((coverage.made + u64::from(done)) as u32, total as u32)
            })?;
            coverage.made += chunks.len() as u64;
        }
    }

    /// Makes what is missing for one question: everything where that is little,
    /// else the passages named. Says how many are missing after it.
    pub(crate) fn embed_for_question(
        &self,
        name: &str,
        filter: &Filter,
        first: &[String],
        on_passages: &mut OnPassages<'_>,
    ) -> Result<Coverage, AppError> {
        let (_, missing) = self.vault().unembedded_chunks(name, filter, 0)?;
        if missing <= u64::from(MAX_WAITING_CHUNKS) {
            return Ok(self
                .embed_documents(filter, on_passages)?
                .unwrap_or_default());
        }
        let (mut chunks, _) = self.vault().unembedded_chunks(name, filter, u32::MAX)?;
        chunks.retain(|chunk| first.contains(&chunk.chunk_id));
        let total = chunks.len() as u32;
        let mut made = 0;
        for part in chunks.chunks(BATCH_CHUNKS as usize) {
            self.embed_chunks(name, part, &mut |done| on_passages(made + done, total))?;
            made += part.len() as u32;
        }
        Ok(Coverage {
            missing: missing - u64::from(made),
            made: u64::from(made),
        })
    }

    /// What vectors of the embedding model in use are kept under.
    pub(crate) fn vector_model(&self) -> Option<String> {
        self.embedding_model()
            .map(|entry| format!("{}/{TEXT_RULE}", entry.sha256))
    }

    fn embed_chunks(
        &self,
        name: &str,
        chunks: &[UnembeddedChunk],
        on_done: &mut dyn FnMut(u32) -> Control,
    ) -> Result<(), AppError> {
        let texts = self.texts_of(chunks)?;
        let mut forward = |progress: Progress| on_done(progress.done);
        let Some(vectors) = self.embed(&texts, &mut forward)? else {
            return Ok(());
        };
        let named: Vec<(String, Vec<f32>)> = chunks
            .iter()
            .map(|chunk| chunk.chunk_id.clone())
            .zip(vectors)
            .collect();
        let now = self.now();
        self.vault().store_vectors(name, &named, &now)?;
        Ok(())
    }

    /// The text that is embedded for each passage.
    fn texts_of(&self, chunks: &[UnembeddedChunk]) -> Result<Vec<String>, AppError> {
        let mut sections = BTreeMap::new();
        let vault = self.vault();
        for chunk in chunks {
            if !sections.contains_key(&chunk.document_id) {
                let found = vault.sections(&chunk.document_id)?;
                sections.insert(chunk.document_id.clone(), found);
            }
        }
        let text = |chunk: &UnembeddedChunk| {
            let sections = sections.get(&chunk.document_id);
            let mut path = sections
                .map(|sections| section_path(sections, chunk.first_line))
                .unwrap_or_default();
            // The passage's own heading stands in its text.
            path.retain(|title| !chunk.text.starts_with(title.as_str()));
            path.push(chunk.text.clone());
            path.join("\n")
        };
        Ok(chunks.iter().map(text).collect())
    }
}
