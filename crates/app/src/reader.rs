//! The reader (docs/reader.md) as the service holds it.

use crate::error::AppError;
use crate::held;
use crate::service::Service;
use engine::decoder::Control;
use engine::reader::{ReadRequest, Reading};
use engine::worker::ReaderWorker;
use engine::{Entry, LoadRequest, Progress, Reader};
use std::path::Path;

impl Service {
    /// The reader in use; none where its file is missing.
    pub fn reader_model(&self) -> Option<Entry> {
        self.encoder_in_use(&self.reader, held::READER)
    }

    /// Reads a question with passages; none without a reader.
    ///
    /// # Errors
    ///
    /// [`AppError::Model`] for a damaged model file, [`AppError::Engine`] for
    /// what can happen to a worker and when `progress` cancels.
    pub(crate) fn read_with_reader(
        &self,
        request: &ReadRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Option<Vec<Reading>>, AppError> {
        let Some(entry) = self.reader_model() else {
            return Ok(None);
        };
        let start = |executable: &Path, request: &LoadRequest| {
            let worker = ReaderWorker::start(executable, request)?;
            Ok(Box::new(worker) as Box<dyn Reader>)
        };
        let readings = self.with_encoder(&self.reader, entry, &start, |reader| {
            reader.read(request, progress)
        })?;
        Ok(Some(readings))
    }
}
