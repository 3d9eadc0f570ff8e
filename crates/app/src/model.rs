//! Models as the service sees them: which are known, whether their files are
//! sound and fit, and the one that is loaded.

use crate::error::AppError;
use crate::service::Service;
use engine::memory::{self, Fit};
use engine::worker::Worker;
use engine::{Decoder, Entry, LoadRequest, ModelFile};
use serde::Serialize;
use std::path::Path;
use std::sync::PoisonError;
use vault::RegisteredModel;

/// A model that is loaded.
pub(crate) struct Loaded {
    pub entry: Entry,
    pub decoder: Box<dyn Decoder>,
}

/// A known model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModelSummary {
    /// The catalogue entry.
    #[serde(flatten)]
    pub entry: Entry,
    /// Whether its file is where it should be (not whether it is sound).
    pub present: bool,
}

/// How a model fits this machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModelFit {
    /// Name of the model.
    pub name: String,
    /// Context it was estimated for, in tokens.
    pub context_tokens: u32,
    /// Bytes needed.
    pub needed_bytes: u64,
    /// Bytes the machine can give; none where it does not say.
    pub available_bytes: Option<u64>,
    /// `fits` or `will_not_load`; none where the machine does not say.
    pub fit: Option<Fit>,
    /// The largest context that fits, in tokens; 0: not even the weights fit.
    pub largest_context_tokens: Option<u64>,
}

impl ModelFit {
    /// Whether it fits; none where the machine does not say.
    pub fn fits(&self) -> Option<bool> {
        self.fit.map(|fit| fit == Fit::Fits)
    }
}

/// Context the pipeline needs: prompt, answer, and room for scoring.
pub(crate) const CONTEXT_TOKENS: u32 = 4096;
const MAX_DEFAULT_THREADS: u32 = 8;

impl Service {
    /// All known models: the catalogue's, then the user's.
    pub fn models(&self) -> Result<Vec<ModelSummary>, AppError> {
        let mut entries = self.catalogue.models.clone();
        for registered in self.vault().list_models()? {
            if let Ok(mut entry) = serde_json::from_value::<Entry>(registered.metadata) {
                entry.file = registered.path;
                entries.push(entry);
            }
        }
        let present = |entry: &Entry| self.models.join(&entry.file).is_file();
        Ok(entries
            .into_iter()
            .map(|entry| ModelSummary {
                present: present(&entry),
                entry,
            })
            .collect())
    }

    /// The model called `name`, or the default one.
    pub fn find_model(&self, name: Option<&str>) -> Result<Entry, AppError> {
        let models = self.models()?;
        let found = models.iter().find(|model| match name {
            Some(name) => model.entry.name == name,
            None => model.entry.default && model.entry.purpose.iter().any(|one| one == "answer"),
        });
        found.map(|model| model.entry.clone()).ok_or_else(|| {
            AppError::input(
                format!("there is no model {}", name.unwrap_or("for answers")),
                "`attest models list` prints the names",
            )
        })
    }

    /// Registers a GGUF file of the user's under its file name.
    pub fn add_model(&self, path: &Path) -> Result<ModelSummary, AppError> {
        let path = path.canonicalize().map_err(|error| AppError::File {
            path: path.display().to_string(),
            error,
        })?;
        let file = ModelFile::open(&path)?;
        let name = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        if self.catalogue.find(&name).is_some() {
            return Err(AppError::input(
                format!("the catalogue has a model {name}"),
                "rename the file",
            ));
        }
        let entry = Entry {
            name: name.clone(),
            file: path.display().to_string(),
            sha256: file.sha256.clone(),
            size_bytes: file.size_bytes,
            licence: "unknown".into(),
            source: "added by the user".into(),
            architecture: file.header.architecture.clone(),
            context_tokens: u32::try_from(file.header.context_length).unwrap_or(u32::MAX),
            template: None,
            purpose: vec!["answer".into()],
            recommended_for: String::new(),
            minimum_memory_bytes: file.estimate(CONTEXT_TOKENS).total_bytes(),
            flash_attention: false,
            default: false,
            wheel: None,
        };
        let mut metadata = serde_json::to_value(&entry).unwrap_or_default();
        // The record holds the metadata, and no paths of the user's machine.
        if let Some(object) = metadata.as_object_mut() {
            object.insert("file".into(), format!("{name}.gguf").into());
        }
        self.vault().add_model(&RegisteredModel {
            name,
            path: entry.file.clone(),
            sha256: file.sha256,
            size: file.size_bytes,
            added_at: self.options.clock.now(),
            metadata,
        })?;
        Ok(ModelSummary {
            entry,
            present: true,
        })
    }

    /// Checks a model's file: header and hash.
    pub fn check_model(&self, name: Option<&str>) -> Result<ModelFile, AppError> {
        Ok(ModelFile::check(&self.find_model(name)?, &self.models)?)
    }

    /// Estimates how a model fits this machine.
    pub fn fit_model(
        &self,
        name: Option<&str>,
        context_tokens: Option<u32>,
    ) -> Result<ModelFit, AppError> {
        let entry = self.find_model(name)?;
        let file = ModelFile::open(&self.models.join(&entry.file))?;
        let context_tokens = context_tokens
            .unwrap_or(CONTEXT_TOKENS)
            .min(entry.context_tokens);
        let estimate = file.estimate(context_tokens);
        let available_bytes = memory::available_bytes();
        Ok(ModelFit {
            name: entry.name,
            context_tokens,
            needed_bytes: estimate.total_bytes(),
            available_bytes,
            fit: available_bytes.map(|available| memory::fit(&estimate, available)),
            largest_context_tokens: available_bytes
                .map(|available| memory::largest_context(&file.header, file.size_bytes, available)),
        })
    }

    pub(crate) fn threads(&self) -> u32 {
        let automatic = self.cores().min(MAX_DEFAULT_THREADS);
        self.options.threads.unwrap_or(automatic).max(1)
    }

    /// Runs `work` with the model loaded; a crashed worker is dropped, so
    /// that the next call starts a new one.
    pub(crate) fn with_model<T>(
        &self,
        entry: &Entry,
        work: impl FnOnce(&mut dyn Decoder) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if engine.as_ref().is_none_or(|loaded| loaded.entry != *entry) {
            *engine = None;
            *engine = Some(Loaded {
                entry: entry.clone(),
                decoder: self.load(entry)?,
            });
        }
        let Some(loaded) = engine.as_mut() else {
            return Err(engine::EngineError::Start("no model was loaded".into()).into());
        };
        let result = work(loaded.decoder.as_mut());
        if matches!(
            result,
            Err(AppError::Engine(engine::EngineError::Crashed(_)))
        ) {
            *engine = None;
        }
        result
    }

    fn load(&self, entry: &Entry) -> Result<Box<dyn Decoder>, AppError> {
        if !entry.purpose.iter().any(|purpose| purpose == "answer") {
            return Err(AppError::input(
                format!("{} is no model for answers", entry.name),
                "`attest models list` prints what each is for",
            ));
        }
        let file = ModelFile::check(entry, &self.models)?;
        let context_tokens = CONTEXT_TOKENS.min(entry.context_tokens);
        file.check_memory(context_tokens)?;
        let request = LoadRequest {
            path: file.path,
            context_tokens,
            threads: self.threads(),
            flash_attention: entry.flash_attention,
            template: entry.template.clone(),
        };
        Ok(Box::new(Worker::start(&self.options.worker, &request)?))
    }

    /// Uses this decoder instead of a worker, for tests.
    pub fn use_decoder(&self, entry: Entry, decoder: Box<dyn Decoder>) {
        *self.engine.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Loaded { entry, decoder });
    }
}
