//! Models that came over an air gap: checked folders become one file, which is
//! added as any other.

use crate::error::AppError;
use crate::file;
use crate::model::{ModelSummary, Origin};
use crate::service::Service;
use engine::ModelFile;
use engine::decoder::Control;
use std::path::{Path, PathBuf};
use transfer::key::PublicKey;
use transfer::model::{Checked, Manifest, check_parts, join};

impl Service {
    /// Checks folders that `transfer::model::pack` made against the key of
    /// whoever packed them, puts the parts together and adds the model: one of
    /// the catalogue is put in its place, any other under its own file name
    /// beside it, with the licence and source that the packer wrote. Nothing is
    /// installed before everything was checked, and no file is overwritten.
    ///
    /// # Errors
    ///
    /// [`AppError::Transfer`] for folders that are not believed,
    /// [`AppError::Input`] where a file of that name is there,
    /// [`AppError::Model`] for a file that is no sound GGUF.
    pub fn unpack_model(
        &self,
        folders: &[PathBuf],
        key: &PublicKey,
    ) -> Result<(Manifest, ModelSummary), AppError> {
        let checked = check_parts(folders, key)?;
        let models = &self.models.own;
        file::make_folder(models).map_err(file::failed(models))?;
        let place = models.join(self.file_name_of(&checked.manifest));
        let half = models.join(format!(".unpack-{}", std::process::id()));
        let added = self.join_and_add(&checked, &half, &place);
        // After a success it is gone; after an error the first one is told.
        let _ = std::fs::remove_file(&half);
        Ok((checked.manifest, added?))
    }

    /// The catalogue's file name for what the catalogue knows by its hash.
    fn file_name_of(&self, manifest: &Manifest) -> String {
        let mut known = self.catalogue.models.iter();
        let known = known.find(|entry| entry.sha256 == manifest.sha256);
        known.map_or_else(|| manifest.file.clone(), |entry| entry.file.clone())
    }

    fn join_and_add(
        &self,
        checked: &Checked,
        half: &Path,
        place: &Path,
    ) -> Result<ModelSummary, AppError> {
        if place.exists() {
            return Err(AppError::input(
                format!("{} is there already", place.display()),
                "`attest models list` says what it is; move it away to install this one",
            ));
        }
        join(checked, half)?;
        ModelFile::open(half)?;
        std::fs::rename(half, place).map_err(file::failed(place))?;
        let manifest = &checked.manifest;
        let origin = Origin {
            licence: manifest.licence.clone(),
            source: manifest.source.clone(),
            template: manifest.template.clone(),
        };
        let added = self.add_model_from(place, &origin, &mut |_| Control::Continue);
        if added.is_err() {
            // It was put there a moment ago by this call, and is of no use.
            let _ = std::fs::remove_file(place);
        }
        added
    }
}
