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

    /// The reader that a policy names, and without a name the one in use; none where that one's
    /// file is missing.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where no reader has this name, or its file is missing: another one
    /// does not take its place.
    pub(crate) fn reader_of(&self, named: Option<&str>) -> Result<Option<Entry>, AppError> {
        let Some(name) = named else {
            return Ok(self.reader_model());
        };
        let is_reader = |entry: &Entry| entry.purpose.iter().any(|one| one == held::READER);
        let mut models = self.models()?.into_iter();
        let found = models.find(|one| one.present && one.entry.name == name);
        let found = found.filter(|one| is_reader(&one.entry));
        found.map(|one| Some(one.entry)).ok_or_else(|| {
            AppError::input(
                format!("the policy names the reader {name}, and there is none here"),
                "`attest models list` prints the models; `attest models add FILE.gguf` adds a reader",
            )
        })
    }

    /// Checks that a reader can be used: a model of this name is one, and its file is sound.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where no reader has this name, [`AppError::Model`] for a file that is
    /// damaged or not the one that was added.
    pub fn check_reader(&self, name: &str) -> Result<(), AppError> {
        self.reader_of(Some(name))?;
        self.check_model(Some(name)).map(drop)
    }

    /// Reads a question with passages, with the reader of this name or the one in use; none
    /// without a reader.
    ///
    /// # Errors
    ///
    /// Those of [`Service::reader_of`]; [`AppError::Model`] for a damaged model file,
    /// [`AppError::Engine`] for what can happen to a worker and when `progress` cancels.
    pub(crate) fn read_with_reader(
        &self,
        named: Option<&str>,
        request: &ReadRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Option<Vec<Reading>>, AppError> {
        let Some(entry) = self.reader_of(named)? else {
            return Ok(None);
        };
        let start = |executable: &Path, request: &LoadRequest| {
            let worker = ReaderWorker::start(executable, request)?;
            Ok(Box::new(worker) as Box<dyn Reader>)
        };
        let held = match named {
            Some(_) => &self.named_reader,
            None => &self.reader,
        };
        let readings =
            self.with_encoder(held, entry, &start, |reader| reader.read(request, progress))?;
        Ok(Some(readings))
    }
}
