//! The service: what both surfaces hold on to.

use crate::answer_servers::AnswerServers;
use crate::clock::Clock;
use crate::effective_settings::EffectiveSettings;
use crate::error::AppError;
use crate::file::{failed, put_whole};
use crate::held::{self, Held, Loaded};
use crate::keyring::Keyring;
use crate::keyring_checkpoint::KeyringCheckpoint;
use crate::model_folders::{ModelFolders, catalogue_with};
use crate::reading::page::Drawer;
use crate::reading::{Reading, WorkerLimits};
use crate::settings::{SettingName, Settings};
use crate::shelf::Shelf;
use crate::system_settings::SystemSettings;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use engine::{Catalogue, Embedder, Entry, Reader};
use host::cancel;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use vault::seal::Seal;
use vault::{DataKey, Vault};

/// How a service is opened.
pub struct Options {
    /// Data directory; see [`crate::directory::data_directory`].
    pub data_directory: PathBuf,
    /// Keep nothing on disk: documents and records live in memory and go with
    /// the service.
    pub ephemeral: bool,
    /// The executable whose hidden sub-commands run inference and read
    /// documents; see [`crate::serve_worker`].
    pub worker: PathBuf,
    /// Threads for inference; none: as the settings say, else as many as the
    /// machine has cores, at most 8.
    pub threads: Option<u32>,
    /// The administrator's file; see [`crate::system_settings::place`]. None:
    /// there is none, whatever lies there.
    pub system_settings: Option<PathBuf>,
    /// Time and ids.
    pub clock: Arc<dyn Clock>,
}

/// Where a new key's 32 bytes come from.
pub type MakeSeed = fn() -> std::io::Result<[u8; 32]>;

/// Where the key that signs checkpoints is kept, and the last of them.
pub(crate) struct Sealing {
    pub seal: Seal,
    pub make_seed: MakeSeed,
    /// The last checkpoint once more, where the keyring opens the vault.
    pub keyring: Option<KeyringCheckpoint>,
}

/// Every use case of the program. Calls may come from several threads; they
/// wait for each other where they share the vault or the model.
pub struct Service {
    pub(crate) options: Options,
    pub(crate) models: ModelFolders,
    pub(crate) catalogue: Catalogue,
    pub(crate) reading: Reading,
    vault: Mutex<Vault>,
    pub(crate) engine: cancel::Mutex<Option<Loaded>>,
    pub(crate) embedder: Held<dyn Embedder>,
    pub(crate) reader: Held<dyn Reader>,
    /// The reader that a policy names.
    pub(crate) named_reader: Held<dyn Reader>,
    /// The document whose pages are being drawn.
    pub(crate) drawer: Mutex<Option<Drawer>>,
    /// Servers that answer in place of a model of this machine.
    pub(crate) served: Option<Arc<dyn AnswerServers>>,
    /// Layers of the answer model for a graphics processor; none: as many as fit there.
    pub(crate) gpu_layers: Option<u32>,
    /// None: no checkpoint is made.
    pub(crate) sealing: Option<Sealing>,
    /// The key of an encrypted vault.
    key: Option<DataKey>,
}

impl Service {
    /// Opens the data directory, making it where it is missing.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] when it cannot be opened or written to, [`AppError::Input`] when the
    /// clock says a time that no record can hold, and where settings are there and cannot be
    /// read, or lock another number of threads.
    pub fn open(options: Options) -> Result<Service, AppError> {
        Service::open_with(options, None)
    }

    /// As [`Service::open`], with the key of an encrypted vault ([`crate::encryption::unlock`]);
    /// one in clear is opened without it.
    ///
    /// # Errors
    ///
    /// As [`Service::open`].
    pub fn open_with(mut options: Options, key: Option<DataKey>) -> Result<Service, AppError> {
        options.clock.check()?;
        let system = SystemSettings::read(options.system_settings.as_deref())?;
        let own = Settings::read(&options.data_directory)?;
        let held = EffectiveSettings::of(system.as_ref(), own);
        let set = held.settings.threads;
        let gpu_layers = held.settings.gpu_layers;
        held.refuse(
            SettingName::Threads,
            options.threads.is_some() && options.threads != set,
        )?;
        options.threads = options.threads.or(set);
        let shared = system.and_then(|system| system.models_directory);
        let vault = if options.ephemeral {
            Vault::in_memory()?
        } else {
            Vault::open_with(&options.data_directory, key.as_ref(), &options.clock.now())?
        };
        let key = key.filter(|_| vault.is_encrypted());
        if let Some(key) = &key {
            Shelf::of(&options.data_directory, Some(key)).put_all(Some(key))?;
        }
        Ok(Service {
            catalogue: catalogue_with(shared.as_deref())?,
            models: ModelFolders::of(&options.worker, &options.data_directory, shared),
            reading: Reading::Worker(WorkerLimits::default()),
            vault: Mutex::new(vault),
            engine: cancel::Mutex::new(None),
            embedder: cancel::Mutex::new(None),
            reader: cancel::Mutex::new(None),
            named_reader: cancel::Mutex::new(None),
            drawer: Mutex::new(None),
            served: None,
            gpu_layers,
            sealing: None,
            key,
            options,
        })
    }

    /// Puts so many layers of the answer model on a graphics processor, whatever the settings
    /// say; 0: none. None: as the settings say, else as many as fit there.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where an administrator has locked another number.
    pub fn with_gpu_layers(mut self, layers: Option<u32>) -> Result<Service, AppError> {
        let is_other = layers.is_some() && layers != self.gpu_layers;
        self.settings()?.refuse(SettingName::GpuLayers, is_other)?;
        self.gpu_layers = layers.or(self.gpu_layers);
        Ok(self)
    }

    /// Signs checkpoints of the audit trail, with a key in this folder that is
    /// made of `make_seed` when it is first needed: one at every close, and on
    /// demand. The last is kept there too, and in the system's keyring where that one opens the
    /// vault. A service in memory has no trail to
    /// sign, and one that is not told of a folder makes no checkpoints.
    #[must_use]
    pub fn sealed_in(mut self, folder: Option<PathBuf>, make_seed: MakeSeed) -> Service {
        let folder = folder.filter(|_| !self.options.ephemeral);
        let keyring = |folder: &Path| {
            KeyringCheckpoint::of(self.data_directory(), folder, Keyring::default())
        };
        self.sealing = folder.map(|folder| Sealing {
            keyring: keyring(&folder),
            seal: Seal::at(folder),
            make_seed,
        });
        self
    }

    /// Reads documents in this process instead of a worker's, for tests.
    #[must_use]
    pub fn reading_here(mut self) -> Service {
        self.reading = Reading::Here;
        self
    }

    /// Answers as where the reader's file is missing: the answer model chooses,
    /// as tests with a scripted one need it.
    #[must_use]
    pub fn without_reader(mut self) -> Service {
        let is_reader = |entry: &Entry| entry.purpose.iter().any(|one| one == held::READER);
        self.catalogue.models.retain(|entry| !is_reader(entry));
        self
    }

    /// Reads documents under other limits than the default.
    #[must_use]
    pub fn reading_within(mut self, limits: WorkerLimits) -> Service {
        self.reading = Reading::Worker(limits);
        self
    }

    /// The vault. A thread that panicked while holding it left no transaction
    /// behind, so the lock is taken over.
    pub(crate) fn vault(&self) -> MutexGuard<'_, Vault> {
        self.vault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Now, by this service's clock: RFC 3339, UTC.
    pub fn now(&self) -> String {
        self.options.clock.now()
    }

    /// The key of an encrypted vault; none where it is in clear.
    pub fn key(&self) -> Option<&DataKey> {
        self.key.as_ref()
    }

    /// Small files beside the vault.
    pub(crate) fn shelf(&self) -> Shelf<'_> {
        Shelf::of(self.data_directory(), self.key())
    }

    /// The executable whose hidden sub-commands run the workers.
    pub fn worker_executable(&self) -> &Path {
        &self.options.worker
    }

    /// The data directory in use.
    pub fn data_directory(&self) -> &Path {
        &self.options.data_directory
    }

    /// Lists records of the audit trail that fit the filter, newest first.
    pub fn records(
        &self,
        filter: &vault::RecordFilter,
        limit: u32,
    ) -> Result<Vec<vault::Record>, AppError> {
        Ok(self.vault().records(filter, limit)?)
    }

    /// Bytes that a record binds, by their SHA-256; none when they were erased.
    pub fn content(&self, sha256: &str) -> Result<Option<Vec<u8>>, AppError> {
        Ok(self.vault().content(sha256)?)
    }

    /// Writes all records, oldest first, as JSON Lines; `with_contents` adds the member `kept` with
    /// what each record binds by its hash, by name: `text`, or `base64` where it is no text, or null
    /// where it was erased. Returns how many.
    ///
    /// # Errors
    ///
    /// [`AppError::File`] naming `path`.
    pub fn export_records(&self, path: &Path, with_contents: bool) -> Result<u64, AppError> {
        /// Read at once: other calls wait for the vault no longer than that.
        const BLOCK: u32 = 1000;
        let failed = failed(path);
        let mut blocks = Vec::new();
        let mut filter = vault::RecordFilter::default();
        loop {
            let block = self.vault().records(&filter, BLOCK)?;
            let Some(last) = block.last() else { break };
            filter.before_sequence = Some(last.sequence);
            let mut text = String::new();
            for record in block.iter().rev() {
                let mut value = json!(record);
                if with_contents {
                    value["kept"] = self.kept(record)?;
                }
                text.push_str(&value.to_string());
                text.push('\n');
            }
            blocks.push((text, block.len() as u64));
        }
        put_whole(path, |file, _| {
            for (text, _) in blocks.iter().rev() {
                std::io::Write::write_all(file, text.as_bytes()).map_err(&failed)?;
            }
            Ok(blocks.iter().map(|(_, records)| records).sum())
        })
    }

    /// What a record binds by its hash, by name.
    fn kept(&self, record: &vault::Record) -> Result<Value, AppError> {
        let bound = record.body.get("contents").and_then(Value::as_object);
        let mut kept = serde_json::Map::new();
        for (name, bound) in bound.into_iter().flatten() {
            let sha256 = bound.get("sha256").and_then(Value::as_str);
            let bytes = self.vault().content(sha256.unwrap_or_default())?;
            let content = bytes.map(|bytes| match String::from_utf8(bytes) {
                Ok(text) => json!({ "text": text }),
                Err(error) => json!({ "base64": STANDARD.encode(error.as_bytes()) }),
            });
            kept.insert(name.clone(), content.unwrap_or_default());
        }
        Ok(Value::Object(kept))
    }

    /// One record by its id.
    pub fn record(&self, id: &str) -> Result<vault::Record, AppError> {
        Ok(self.vault().record(id)?)
    }
}
