//! Encoders as the service holds them: the embedding model and the reader.
//!
//! Each is the default model of its purpose, loaded into a worker process of its
//! own at the first call, and stays there.

use crate::error::AppError;
use crate::held::{Encoder, Held};
use crate::service::Service;
use engine::{EngineError, Entry, LoadRequest, ModelFile};
use host::cancel;
use std::path::Path;

/// Starts a worker process with an encoder.
type Start<'a, T> = dyn Fn(&Path, &LoadRequest) -> Result<Box<T>, EngineError> + 'a;

impl Service {
    /// The encoder of a purpose in use; none where its file is missing.
    pub(crate) fn encoder_in_use<T: ?Sized>(&self, held: &Held<T>, purpose: &str) -> Option<Entry> {
        // Who was cancelled while waiting finds that out where the encoder is used.
        let held = cancel::lock(held).ok();
        let loaded = held
            .as_ref()
            .and_then(|held| Some(held.as_ref()?.entry.clone()));
        drop(held);
        loaded.or_else(|| {
            let entry = self.catalogue.default_for(purpose)?;
            let is_there = self.models.file_of(entry).is_file();
            is_there.then(|| entry.clone())
        })
    }

    /// Runs `work` with an encoder, which is loaded where it was not; another one that is held
    /// goes. A crashed worker is dropped, so that the next call starts a new one.
    ///
    /// # Errors
    ///
    /// [`AppError::Model`] for a damaged model file, [`AppError::Engine`] for
    /// what can happen to a worker.
    pub(crate) fn with_encoder<T: ?Sized, R>(
        &self,
        held: &Held<T>,
        entry: Entry,
        start: &Start<'_, T>,
        work: impl FnOnce(&mut T) -> Result<R, EngineError>,
    ) -> Result<R, AppError> {
        let mut held = cancel::lock(held).map_err(|cancel::Cancelled| EngineError::Cancelled)?;
        let before = held.take().filter(|loaded| loaded.entry == entry);
        let loaded = if let Some(loaded) = before {
            loaded
        } else {
            let request = self.encoder_request(&entry)?;
            let worker = start(&self.options.worker, &request)?;
            Encoder { entry, worker }
        };
        let loaded = held.insert(loaded);
        let result = work(loaded.worker.as_mut());
        if matches!(result, Err(EngineError::Crashed(_) | EngineError::Altered)) {
            *held = None;
        }
        Ok(result?)
    }

    fn encoder_request(&self, entry: &Entry) -> Result<LoadRequest, AppError> {
        let file = ModelFile::check(entry, self.models.folder_of(entry))?;
        Ok(LoadRequest {
            path: file.path,
            sha256: file.sha256,
            context_tokens: entry.context_tokens,
            threads: self.threads(),
            flash_attention: entry.flash_attention,
            template: None,
            // Vectors and scores are kept and compared: they come from the processor.
            gpu_layers: Some(0),
            adapter: None,
        })
    }
}
