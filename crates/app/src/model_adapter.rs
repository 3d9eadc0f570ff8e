//! Adapters that a person adds: each becomes a model of its own name.

use crate::adapter;
use crate::error::AppError;
use crate::file;
use crate::model::ModelSummary;
use crate::service::Service;
use crate::work::{OnWork, Work, WorkStage};
use engine::{Adapter, AdapterFile, Entry, Scale};
use std::path::Path;
use vault::RegisteredModel;

/// An adapter to be added.
#[derive(Debug, Clone, Copy)]
pub struct NewAdapter<'a> {
    /// Its file (GGUF).
    pub file: &'a Path,
    /// Name of the model that it is put upon.
    pub base: &'a str,
    /// How much of it counts.
    pub scale: Scale,
    /// What the model is to be called; none: as the file.
    pub name: Option<&'a str>,
}

impl Service {
    /// Registers a model that is another one with an adapter upon it, where both lie. One of the same
    /// name that has an adapter, too, is replaced.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a base that answers nothing or is an adapter's model itself, and for a
    /// name that another model has; [`AppError::Model`] for a base or an adapter that cannot be
    /// used, among it one that does not fit the base; of the kind `cancelled` when `on_work` says
    /// so, and then nothing was added.
    pub fn add_adapter(
        &self,
        given: &NewAdapter<'_>,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelSummary, AppError> {
        let path = given.file.canonicalize();
        let path = path.map_err(file::failed(given.file))?;
        let base = self.find_model(Some(given.base))?;
        is_base(&base)?;
        let name = self.free_name(given)?;
        let sound = self.checked(&base, on_work)?;
        let mut on_bytes = |done, total| {
            let stage = WorkStage::Hash;
            let total = Some(total);
            on_work(Work { stage, done, total })
        };
        let adapter = AdapterFile::open(&path, &sound.path, &mut on_bytes)?;
        let entry = entry_of(base, name, given.scale, &adapter);
        self.register_adapter(&entry, adapter)?;
        Ok(ModelSummary {
            entry,
            present: true,
        })
    }

    /// Names of the models with an adapter whose base is gone, or has become another file.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn without_base(&self) -> Result<Vec<String>, AppError> {
        let models = self.models()?.into_iter();
        let lost = models.filter(|model| adapter::stands(&model.entry).is_err());
        Ok(lost.map(|model| model.entry.name).collect())
    }

    /// The name that was asked for, or that of the file, if no model without an adapter has it.
    fn free_name(&self, given: &NewAdapter<'_>) -> Result<String, AppError> {
        let stem = given.file.file_stem().unwrap_or_default();
        let of_file = || stem.to_string_lossy().to_lowercase();
        let name = given.name.map_or_else(of_file, str::to_owned);
        let help = "give it another one with --name";
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(AppError::input("a model needs a name", help));
        }
        let models = self.models()?;
        let mut others = models.iter().filter(|model| model.entry.adapter.is_none());
        if others.any(|model| model.entry.name == name) {
            return Err(AppError::input(format!("there is a model {name}"), help));
        }
        Ok(name)
    }

    fn register_adapter(&self, entry: &Entry, adapter: AdapterFile) -> Result<(), AppError> {
        // The record holds the metadata, and no paths of the user's machine.
        let mut noted = entry.clone();
        noted.file.clear();
        if let Some(noted) = &mut noted.adapter {
            noted.file = format!("{}.gguf", entry.name);
        }
        self.vault().add_model(&RegisteredModel {
            name: entry.name.clone(),
            path: adapter.path.display().to_string(),
            sha256: adapter.sha256,
            size: adapter.size_bytes,
            added_at: self.options.clock.now(),
            metadata: serde_json::to_value(&noted).unwrap_or_default(),
        })?;
        Ok(())
    }
}

/// Refuses what no adapter can be put upon.
fn is_base(entry: &Entry) -> Result<(), AppError> {
    if let Some(adapter) = &entry.adapter {
        return Err(AppError::input(
            format!("{} has an adapter upon it already", entry.name),
            format!("name the model that it stands on: --base {}", adapter.base),
        ));
    }
    if !entry.purpose.iter().any(|purpose| purpose == "answer") {
        return Err(AppError::input(
            format!("{} is no model for answers", entry.name),
            "`attest models list` prints what each is for",
        ));
    }
    Ok(())
}

fn entry_of(base: Entry, name: String, scale: Scale, adapter: &AdapterFile) -> Entry {
    Entry {
        name,
        licence: "unknown".into(),
        source: format!("an adapter for {}, added by the user", base.name),
        purpose: vec!["answer".into()],
        recommended_for: String::new(),
        minimum_memory_bytes: base.minimum_memory_bytes.saturating_add(adapter.size_bytes),
        adapter: Some(Adapter {
            base: base.name.clone(),
            file: adapter.path.display().to_string(),
            sha256: adapter.sha256.clone(),
            size_bytes: adapter.size_bytes,
            scale,
        }),
        default: false,
        wheel: None,
        ..base
    }
}
