//! Models as the service sees them: which are known, whether their files are
//! sound and fit, and the one that is loaded.

use crate::adapter;
use crate::error::AppError;
use crate::file;
use crate::held::{self, Loaded};
use crate::service::Service;
use crate::work::{OnWork, Work, WorkStage};
use engine::decoder::Control;
use engine::header::Header;
use engine::memory::{self, Fit};
use engine::worker::Worker;
use engine::{Decoder, EngineError, Entry, LoadAdapter, LoadRequest, ModelFile};
use host::cancel::{self, MutexGuard};
use pipeline::{AnswerModel, StageError};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::path::Path;
use vault::{DataKey, RegisteredModel, Vault};

/// A known model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModelSummary {
    /// The catalogue entry.
    #[serde(flatten)]
    pub entry: Entry,
    /// Whether its file is where it should be (not whether it is sound).
    pub present: bool,
}

/// The most memory that workers have taken at once, each since it was started; none of one
/// that does not run, and where the system does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PeakMemory {
    /// The worker that holds the answer model, in bytes.
    pub model_bytes: Option<u64>,
    /// The worker that holds the reader, in bytes.
    pub reader_bytes: Option<u64>,
}

/// How a model fits this machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// What is said of a model's file that the catalogue does not know.
pub(crate) struct Origin {
    /// SPDX expression of the weights' licence.
    pub licence: String,
    /// In words: where it comes from.
    pub source: String,
    /// Chat template by name; none: what the file brings.
    pub template: Option<String>,
}

/// Context the pipeline needs: prompt, answer, and room for scoring.
pub(crate) const CONTEXT_TOKENS: u32 = 4096;
const MAX_DEFAULT_THREADS: u32 = 8;

/// Tells a stage without a known end; an error of the kind `cancelled` when it
/// is to end.
fn go_on(on_work: &mut OnWork<'_>, stage: WorkStage) -> Result<(), AppError> {
    match on_work(Work::endless(stage)) {
        Control::Continue => Ok(()),
        Control::Cancel => Err(AppError::Cancelled),
    }
}

/// Tells bytes done, and of how many, as work of this stage.
fn told_of(stage: WorkStage, on_work: &mut OnWork<'_>) -> impl FnMut(u64, u64) -> Control {
    move |done, total| {
        on_work(Work {
            stage,
            done,
            total: Some(total),
        })
    }
}

/// What a model with this header is for: what has a reader's heads reads, and other `bert`s and
/// their kin make vectors.
fn purpose_of(header: &Header) -> &'static str {
    if header.is_reader {
        held::READER
    } else if header.architecture.contains("bert") {
        held::EMBEDDING
    } else {
        "answer"
    }
}

/// A model that is loaded when it is first asked, and held from then on.
pub(crate) struct OnDemand<'a> {
    service: &'a Service,
    entry: &'a Entry,
    held: RefCell<Option<MutexGuard<'a, Option<Loaded>>>>,
}

impl AnswerModel for OnDemand<'_> {
    fn is_loaded(&self) -> bool {
        self.held.borrow().is_some()
    }

    fn with(&self, work: &mut pipeline::resources::Work<'_>) -> Result<(), StageError> {
        let mut held = self.held.borrow_mut();
        let is_first = held.is_none();
        let service = self.service;
        let held = match held.take() {
            Some(guard) => held.insert(guard),
            None => held.insert(service.engine()?),
        };
        let unwatched: &mut OnWork<'_> = &mut |_| Control::Continue;
        service.load_into(held, self.entry, unwatched)?;
        Ok(work_with(held, |decoder| Ok(work(decoder, is_first)?))?)
    }
}

/// Runs `work` with what is loaded; a worker that crashed, or whose model's file was changed, is
/// dropped, so that the next call checks the file and starts a new one.
fn work_with<T>(
    held: &mut Option<Loaded>,
    work: impl FnOnce(&mut dyn Decoder) -> Result<T, AppError>,
) -> Result<T, AppError> {
    let Some(loaded) = held.as_mut() else {
        return Err(EngineError::Start("no model was loaded".into()).into());
    };
    let result = work(loaded.decoder.as_mut());
    let is_lost =
        |error: &EngineError| matches!(error, EngineError::Crashed(_) | EngineError::Altered);
    if matches!(&result, Err(AppError::Engine(error)) if is_lost(error)) {
        *held = None;
    }
    result
}

impl Service {
    /// All known models: the catalogue's, then the user's.
    pub fn models(&self) -> Result<Vec<ModelSummary>, AppError> {
        let mut entries = self.catalogue.models.clone();
        for registered in self.vault().list_models()? {
            if let Ok(mut entry) = serde_json::from_value::<Entry>(registered.metadata) {
                let adapter = entry.adapter.as_mut();
                let file = adapter.map_or(&mut entry.file, |adapter| &mut adapter.file);
                *file = registered.path;
                entries.push(entry);
            }
        }
        let present = |entry: &Entry| {
            let mut adapter = entry.adapter.iter();
            self.models.file_of(entry).is_file()
                && adapter.all(|adapter| Path::new(&adapter.file).is_file())
        };
        Ok(adapter::upon_bases(entries)
            .into_iter()
            .map(|entry| ModelSummary {
                present: present(&entry),
                entry,
            })
            .collect())
    }

    /// Takes the models that people added to the data directory's vault into a service in memory,
    /// which else knows the catalogue alone. No record is written there, and without a vault nothing is done.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for a vault that cannot be opened, also with the wrong key.
    pub fn take_models(&self, key: Option<&DataKey>) -> Result<(), AppError> {
        let directory = &self.options.data_directory;
        if !directory.join(vault::FILE_NAME).is_file() {
            return Ok(());
        }
        let own = Vault::open_with(directory, key, &self.options.clock.now())?;
        for model in own.list_models()? {
            self.vault().add_model(&model)?;
        }
        Ok(())
    }

    /// The model called `name`, or the default one; where servers answer, theirs.
    pub fn find_model(&self, name: Option<&str>) -> Result<Entry, AppError> {
        if let Some(entry) = self.served_model(name)? {
            return Ok(entry);
        }
        let models = self.models()?;
        let found = models.iter().find(|model| match name {
            Some(name) => model.entry.name == name,
            None => model.entry.default && model.entry.purpose.iter().any(|one| one == "answer"),
        });
        let found = found.ok_or_else(|| {
            AppError::input(
                format!("there is no model {}", name.unwrap_or("for answers")),
                "`attest models list` prints the names",
            )
        })?;
        adapter::stands(&found.entry)?;
        Ok(found.entry.clone())
    }

    /// Adds a GGUF file: one that the catalogue knows by its hash is put where
    /// the catalogue looks for it, whatever it is called; any other is
    /// registered where it lies, under its file name.
    ///
    /// # Errors
    ///
    /// [`AppError::File`], [`AppError::Model`] for a file that is no sound GGUF,
    /// [`AppError::Input`] where another file has a name of the catalogue.
    pub fn add_model(&self, path: &Path) -> Result<ModelSummary, AppError> {
        self.add_model_watched(path, &mut |_| Control::Continue)
    }

    /// As [`Service::add_model`], told how far it is.
    ///
    /// # Errors
    ///
    /// Those of [`Service::add_model`]; of the kind `cancelled` when `on_work`
    /// says so, and then nothing was added.
    pub fn add_model_watched(
        &self,
        path: &Path,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelSummary, AppError> {
        let origin = Origin {
            licence: "unknown".into(),
            source: "added by the user".into(),
            template: None,
        };
        self.add_model_from(path, &origin, on_work)
    }

    /// As [`Service::add_model_watched`], with what is known of the file.
    pub(crate) fn add_model_from(
        &self,
        path: &Path,
        origin: &Origin,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelSummary, AppError> {
        let path = path.canonicalize().map_err(file::failed(path))?;
        let model = ModelFile::open_watched(&path, &mut told_of(WorkStage::Hash, on_work))?;
        let mut known = self.catalogue.models.iter();
        if let Some(entry) = known.find(|entry| entry.sha256 == model.sha256) {
            return self.put_in_place(entry, &path, on_work);
        }
        self.register(&path, model, origin)
    }

    /// Registers a file that the catalogue does not know.
    fn register(
        &self,
        path: &Path,
        model: ModelFile,
        origin: &Origin,
    ) -> Result<ModelSummary, AppError> {
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
            sha256: model.sha256.clone(),
            size_bytes: model.size_bytes,
            licence: origin.licence.clone(),
            source: origin.source.clone(),
            architecture: model.header.architecture.clone(),
            context_tokens: u32::try_from(model.header.context_length).unwrap_or(u32::MAX),
            template: origin.template.clone(),
            purpose: vec![purpose_of(&model.header).into()],
            recommended_for: String::new(),
            minimum_memory_bytes: model.estimate(CONTEXT_TOKENS).total_bytes(),
            // As the reader that ships runs.
            flash_attention: model.header.is_reader,
            fast: None,
            adapter: None,
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
            sha256: model.sha256,
            size: model.size_bytes,
            added_at: self.options.clock.now(),
            metadata,
        })?;
        Ok(ModelSummary {
            entry,
            present: true,
        })
    }

    /// Copies a file to where the catalogue looks for it, whole or not at all.
    fn put_in_place(
        &self,
        entry: &Entry,
        path: &Path,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelSummary, AppError> {
        let place = self.models.own.join(&entry.file);
        // What lies there may be damaged: the sound file takes its place.
        if place.canonicalize().ok().as_deref() != Some(path) {
            file::make_folder(&self.models.own).map_err(file::failed(&self.models.own))?;
            file::copy_whole(path, &place, &mut told_of(WorkStage::Copy, on_work))?;
        }
        Ok(ModelSummary {
            entry: entry.clone(),
            present: true,
        })
    }

    /// Checks a model's file: header and hash.
    pub fn check_model(&self, name: Option<&str>) -> Result<ModelFile, AppError> {
        self.check_model_watched(name, &mut |_| Control::Continue)
    }

    /// As [`Service::check_model`], told how far it is.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an unknown model, [`AppError::Model`] for a file
    /// that cannot be used; of the kind `cancelled` when `on_work` says so.
    pub fn check_model_watched(
        &self,
        name: Option<&str>,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelFile, AppError> {
        let entry = self.find_model(name)?;
        let file = self.checked(&entry, on_work)?;
        Ok(adapter::put_on(
            &entry,
            file,
            &mut told_of(WorkStage::Hash, on_work),
        )?)
    }

    /// The file alone, without what is put upon it.
    pub(crate) fn checked(
        &self,
        entry: &Entry,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelFile, AppError> {
        let mut on_bytes = told_of(WorkStage::Hash, on_work);
        Ok(ModelFile::check_watched(
            entry,
            self.models.folder_of(entry),
            &mut on_bytes,
        )?)
    }

    /// Estimates how a model fits this machine.
    pub fn fit_model(
        &self,
        name: Option<&str>,
        context_tokens: Option<u32>,
    ) -> Result<ModelFit, AppError> {
        let entry = self.find_model(name)?;
        let made = entry.fast.as_ref().map(|fast| self.place_of(fast));
        let made = made.filter(|place| place.is_file());
        let file = ModelFile::open(&made.unwrap_or_else(|| self.models.file_of(&entry)))?;
        let file = adapter::put_on(&entry, file, &mut |_, _| Control::Continue)?;
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
            largest_context_tokens: available_bytes.map(|available| {
                memory::largest_context(&file.header, file.weight_bytes(), available)
            }),
        })
    }

    pub(crate) fn threads(&self) -> u32 {
        let automatic = self.cores().min(MAX_DEFAULT_THREADS);
        self.options.threads.unwrap_or(automatic).max(1)
    }

    /// Runs `work` with the model loaded, or with the servers that answer in its place; a crashed
    /// worker is dropped, so that the next call starts a new one.
    pub(crate) fn with_model<T>(
        &self,
        entry: &Entry,
        work: impl FnOnce(&mut dyn Decoder) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        if let Some(servers) = &self.served {
            return work(servers.decoder().as_mut());
        }
        let held = self.engine()?;
        let unwatched: &mut OnWork<'_> = &mut |_| Control::Continue;
        self.run_with(held, entry, unwatched, |decoder, _| work(decoder))
    }

    /// As [`Service::with_model`], told how far it is, which `work` may use too.
    ///
    /// # Errors
    ///
    /// Those of `work`; of the kind `cancelled` when `on_work` says so while the
    /// model is waited for or loaded.
    pub(crate) fn with_model_watched<T>(
        &self,
        entry: &Entry,
        on_work: &mut OnWork<'_>,
        work: impl FnOnce(&mut dyn Decoder, &mut OnWork<'_>) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let held = self.engine_watched(on_work)?;
        self.run_with(held, entry, on_work, work)
    }

    /// The engine, once whoever holds it is done; told before and after waiting.
    fn engine_watched(
        &self,
        on_work: &mut OnWork<'_>,
    ) -> Result<MutexGuard<'_, Option<Loaded>>, AppError> {
        if let Ok(held) = self.engine.try_lock() {
            return Ok(held);
        }
        go_on(on_work, WorkStage::Wait)?;
        let held = self.engine()?;
        go_on(on_work, WorkStage::Wait)?;
        Ok(held)
    }

    /// The engine, once whoever holds it is done.
    fn engine(&self) -> Result<MutexGuard<'_, Option<Loaded>>, AppError> {
        cancel::lock(&self.engine).map_err(|cancel::Cancelled| EngineError::Cancelled.into())
    }

    fn run_with<T>(
        &self,
        mut held: MutexGuard<'_, Option<Loaded>>,
        entry: &Entry,
        on_work: &mut OnWork<'_>,
        work: impl FnOnce(&mut dyn Decoder, &mut OnWork<'_>) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        self.load_into(&mut held, entry, on_work)?;
        work_with(&mut held, |decoder| work(decoder, on_work))
    }

    /// Sees to it that this model is the one that is loaded.
    fn load_into(
        &self,
        held: &mut Option<Loaded>,
        entry: &Entry,
        on_work: &mut OnWork<'_>,
    ) -> Result<(), AppError> {
        if held.as_ref().is_none_or(|loaded| loaded.entry != *entry) {
            // Two models at once may be more than memory holds: the one before
            // goes as soon as it is sure that this one can be loaded.
            let (file, context_tokens) = self.loadable(entry, on_work)?;
            *held = None;
            *held = Some(Loaded {
                entry: entry.clone(),
                decoder: self.load(entry, file, context_tokens, on_work)?,
            });
        }
        Ok(())
    }

    /// The model of a question, loaded when it is first asked.
    pub(crate) fn on_demand<'a>(&'a self, entry: &'a Entry) -> OnDemand<'a> {
        OnDemand {
            service: self,
            entry,
            held: RefCell::new(None),
        }
    }

    /// The file of a model that may be loaded, and the context it gets.
    fn loadable(
        &self,
        entry: &Entry,
        on_work: &mut OnWork<'_>,
    ) -> Result<(ModelFile, u32), AppError> {
        if !entry.purpose.iter().any(|purpose| purpose == "answer") {
            return Err(AppError::input(
                format!("{} is no model for answers", entry.name),
                "`attest models list` prints what each is for",
            ));
        }
        let file = match &entry.fast {
            Some(fast) => self.laid_out(entry, fast, on_work)?,
            None => self.checked(entry, on_work)?,
        };
        let file = adapter::put_on(entry, file, &mut told_of(WorkStage::Hash, on_work))?;
        Ok((file, CONTEXT_TOKENS.min(entry.context_tokens)))
    }

    fn load(
        &self,
        entry: &Entry,
        file: ModelFile,
        context_tokens: u32,
        on_work: &mut OnWork<'_>,
    ) -> Result<Box<dyn Decoder>, AppError> {
        // Not before the model that was held is gone: it frees memory.
        file.check_memory(context_tokens)?;
        let registered = entry.adapter.as_ref();
        let adapter = file
            .adapter
            .zip(registered)
            .map(|(file, adapter)| LoadAdapter {
                path: file.path,
                sha256: file.sha256,
                scale: adapter.scale,
            });
        let request = LoadRequest {
            path: file.path,
            sha256: file.sha256,
            context_tokens,
            threads: self.threads(),
            flash_attention: entry.flash_attention,
            template: entry.template.clone(),
            gpu_layers: self.gpu_layers,
            adapter,
        };
        go_on(on_work, WorkStage::Load)?;
        Ok(Box::new(Worker::start(&self.options.worker, &request)?))
    }

    /// Lets the answer model go, which frees its memory; the next question that needs it
    /// loads it again.
    pub fn release_model(&self) {
        *self.engine.blocking_lock() = None;
    }

    /// The most memory that the workers which hold models have taken at once so far.
    pub fn peak_memory(&self) -> PeakMemory {
        let engine = self.engine.blocking_lock();
        let model = engine
            .as_ref()
            .and_then(|loaded| loaded.decoder.process_id());
        let readers = [&self.reader, &self.named_reader].map(|held| {
            let held = held.blocking_lock();
            let worker = held.as_ref().and_then(|loaded| loaded.worker.process_id());
            worker.and_then(memory::peak_bytes)
        });
        PeakMemory {
            model_bytes: model.and_then(memory::peak_bytes),
            reader_bytes: readers.into_iter().flatten().max(),
        }
    }

    /// Uses this decoder instead of a worker, for tests.
    pub fn use_decoder(&self, entry: Entry, decoder: Box<dyn Decoder>) {
        *self.engine.blocking_lock() = Some(Loaded { entry, decoder });
    }
}
