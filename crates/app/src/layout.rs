//! The answer model's weights in the layout that is read fastest, made once of the model's file
//! and kept beside it.
//!
//! ```text
//! models/NAME.gguf -> engine::layout -> models/fast/SHA256.gguf
//! ```
//!
//! Whoever keeps models for several people can keep what is made there, too; it is looked for
//! in every folder of models before it is made in the person's own.
//!
//! The catalogue knows the hash of what is made, since the same file gives the same bytes on
//! every machine; nothing else is loaded. A file that is missing or damaged is made again. What
//! cannot be made is an error: no answer comes from other weights than its record says.

use crate::error::AppError;
use crate::file::{failed, make_folder, put_whole};
use crate::service::Service;
use crate::work::{OnWork, Work, WorkStage};
use engine::decoder::Control;
use engine::layout::{self, LayoutError};
use engine::{Entry, Fast, ModelError, ModelFile};
use std::path::{Path, PathBuf};

/// What can be done where the weights cannot be laid out.
const HELP: &str = "mend that, or give a policy with weights = \"as is\" (--policy), which reads the model's own file";

impl Service {
    /// Where the weights lie: the first folder that holds them, else where they are made.
    pub(crate) fn place_of(&self, fast: &Fast) -> PathBuf {
        let made = self.models.fast_of(fast).find(|place| place.is_file());
        made.or_else(|| self.models.fast_of(fast).last())
            .unwrap_or_default()
    }

    /// The file to load in place of a model's own, made where it is not there.
    ///
    /// # Errors
    ///
    /// [`AppError::Model`] for a model's file that cannot be used, [`AppError::Input`] where it
    /// cannot be laid out; of the kind `cancelled` when `on_work` says so.
    pub(crate) fn laid_out(
        &self,
        entry: &Entry,
        fast: &Fast,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelFile, AppError> {
        let mut place = PathBuf::new();
        for each in self.models.fast_of(fast) {
            match sound(&each, fast, on_work) {
                Err(AppError::Model(ModelError::Cancelled)) => {
                    return Err(ModelError::Cancelled.into());
                }
                Ok(file) => return Ok(file),
                // Missing, damaged, or made by another version: it is looked for further, and
                // made anew in the last folder, which is the person's own.
                Err(_) => place = each,
            }
        }
        let own = self.checked(entry, on_work)?;
        make(&own.path, &place, fast, on_work).map_err(|error| match error {
            AppError::Cancelled | AppError::Model(ModelError::Cancelled) => error,
            error => AppError::input(
                format!("the weights of the model cannot be laid out: {error}"),
                HELP,
            ),
        })
    }

    /// What `attest doctor` says of a model's weights.
    pub(crate) fn tell_weights(&self, entry: &Entry) -> Result<String, AppError> {
        let Some(fast) = &entry.fast else {
            return Ok("as they are in the model's file".into());
        };
        let place = self.place_of(fast);
        let layout = &fast.layout;
        if !place.exists() {
            return Ok(format!("{layout}, laid out when the model is first asked"));
        }
        sound(&place, fast, &mut |_| Control::Continue)?;
        Ok(format!("{layout}, {} sound", place.display()))
    }
}

/// The file that lies there, if it is the one that the catalogue knows.
fn sound(place: &Path, fast: &Fast, on_work: &mut OnWork<'_>) -> Result<ModelFile, AppError> {
    let mut on_bytes = |done, total| {
        let stage = WorkStage::Hash;
        let total = Some(total);
        on_work(Work { stage, done, total })
    };
    let file = ModelFile::open_watched(place, &mut on_bytes)?;
    if file.sha256 == fast.sha256 {
        return Ok(file);
    }
    Err(ModelError::Altered {
        path: file.path,
        expected: fast.sha256.clone(),
        found: file.sha256,
    }
    .into())
}

/// Makes the file under another name, and gives it its own when it is the right one.
fn make(
    own: &Path,
    place: &Path,
    fast: &Fast,
    on_work: &mut OnWork<'_>,
) -> Result<ModelFile, AppError> {
    if let Some(folder) = place.parent() {
        make_folder(folder).map_err(failed(folder))?;
    }
    put_whole(place, |file, half| {
        let mut go_on = || on_work(Work::endless(WorkStage::Load)) == Control::Continue;
        match layout::convert(own, file, &mut go_on) {
            Ok(()) => {}
            Err(LayoutError::Cancelled) => return Err(AppError::Cancelled),
            Err(error) => return Err(AppError::input(error.to_string(), HELP)),
        }
        let made = sound(half, fast, on_work)?;
        Ok(ModelFile {
            path: place.to_owned(),
            ..made
        })
    })
}
