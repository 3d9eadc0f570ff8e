//! What every command gets: where the data are, how to open the service, how to print.

use crate::arguments::{Common, Numbers};
use crate::exit::FAILED;
use crate::passphrase;
use crate::plain::{plain, plain_json, say};
use app::clock::SystemClock;
use app::keyring::Keyring;
use app::{AppError, DataKey, Options, Service, directory, encryption};
use evidence::policy::Decoding;
use serde::Serialize;
use serde_json::Value;
use std::cell::OnceCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What every command gets.
pub struct Global {
    /// Print JSON.
    pub json: bool,
    data_dir: Option<PathBuf>,
    passphrase_file: Option<PathBuf>,
    /// The key of an encrypted vault, once somebody was asked for it.
    key: OnceCell<DataKey>,
    /// Threads, where they were given.
    pub threads: Option<u32>,
    /// Layers for a graphics processor, where they were given.
    gpu_layers: Option<u32>,
}

impl Global {
    pub fn new(arguments: &Common) -> Global {
        Global {
            json: arguments.json,
            data_dir: arguments.data_dir.clone(),
            passphrase_file: arguments.passphrase_file.clone(),
            key: OnceCell::new(),
            threads: arguments.threads,
            gpu_layers: arguments.gpu_layers,
        }
    }

    /// The data directory.
    pub fn data_directory(&self) -> Result<PathBuf, AppError> {
        directory::data_directory(self.data_dir.as_deref()).ok_or_else(|| {
            AppError::input(
                "there is no data directory",
                "give one with --data-dir, or set ATTEST_HOME",
            )
        })
    }

    /// The file that holds the passphrase, where one was named.
    pub fn passphrase_file(&self) -> Option<&Path> {
        self.passphrase_file.as_deref()
    }

    /// The key of the vault in the data directory, where it is encrypted: by the passphrase that was
    /// named, else by the keyring where that one opens it, else by the passphrase that somebody is
    /// asked for once, however often the vault is opened.
    pub fn key(&self, data_directory: &Path) -> Result<Option<DataKey>, AppError> {
        if let Some(key) = self.key.get() {
            return Ok(Some(key.clone()));
        }
        if !encryption::is_encrypted(data_directory)? {
            return Ok(None);
        }
        let key = match self.key_in_keyring(data_directory)? {
            Some(key) => key,
            None => self.key_of_passphrase(data_directory)?,
        };
        Ok(Some(self.key.get_or_init(|| key).clone()))
    }

    /// The key by the keyring; none where it is no way in, and where somebody can be asked instead.
    fn key_in_keyring(&self, data_directory: &Path) -> Result<Option<DataKey>, AppError> {
        if self.passphrase_file.is_some() {
            return Ok(None);
        }
        let unlock = || encryption::unlock_by(&Keyring::default(), data_directory);
        let unlocked = match encryption::is_in_keyring(data_directory) {
            Ok(false) => return Ok(None),
            found => found.and_then(|_| unlock()),
        };
        match unlocked {
            Err(error) if passphrase::can_ask() => {
                say(&format!("note: {error}"));
                Ok(None)
            }
            unlocked => unlocked.map(Some),
        }
    }

    fn key_of_passphrase(&self, data_directory: &Path) -> Result<DataKey, AppError> {
        /// Who mistypes at the terminal is asked again.
        const TRIES: u32 = 3;
        let file = self.passphrase_file();
        if file.is_none() && !passphrase::can_ask() {
            return Err(vault::VaultError::Encrypted.into());
        }
        let mut tries = 1;
        loop {
            let given = passphrase::read(file, "Passphrase: ")?;
            match encryption::unlock(data_directory, &given) {
                Err(error) if error.kind() == "wrong_passphrase" && file.is_none() => {
                    if tries == TRIES {
                        return Err(error);
                    }
                    tries += 1;
                    say(&error.to_string());
                }
                unlocked => return unlocked,
            }
        }
    }

    /// Shuts this process, and what it starts, off from every other program, unless the vault is one
    /// that the keyring opens: that one is reached by a local socket, now and when a checkpoint is
    /// kept at the end.
    pub fn shut_wall(&self) {
        let directory = self.data_directory();
        let is_in_keyring = |directory: PathBuf| encryption::is_in_keyring(&directory).ok();
        if directory.ok().and_then(is_in_keyring) != Some(true) {
            app::shut_wall();
        }
    }

    /// Takes the key of a vault that was just put there: nobody is asked twice.
    pub fn keep_key(&self, key: DataKey) {
        let _ = self.key.set(key);
    }

    /// Opens the service on the data directory, or in memory.
    pub fn service(&self, ephemeral: bool) -> Result<Service, AppError> {
        let worker = std::env::current_exe().map_err(|error| AppError::File {
            path: "this program".into(),
            error,
        })?;
        let data_directory = self.data_directory()?;
        let key = if ephemeral {
            None
        } else {
            self.key(&data_directory)?
        };
        let options = Options {
            data_directory: data_directory.clone(),
            ephemeral,
            worker,
            threads: self.threads,
            system_settings: app::system_settings::place(),
            clock: Arc::new(SystemClock::default()),
        };
        let service = Service::open_with(options, key)?;
        let service = service.with_gpu_layers(self.gpu_layers)?;
        service.start_log()?;
        let state = directory::state_directory(&data_directory);
        let service = service.sealed_in(state, app::proof::system_seed);
        // What is wrong with the trail keeps nobody from looking at it.
        if let Err(error) = service.check_keyring() {
            say(&format!("warning: the keyring's checkpoint: {error}"));
            say(&format!("hint: {}", error.help()));
        }
        Ok(service)
    }

    /// Opens the service, in memory with the models of these names, too, where people added them:
    /// their vault is looked into where a name is not the program's own, and not else.
    pub fn service_with(
        &self,
        ephemeral: bool,
        named: &[Option<&str>],
    ) -> Result<Service, AppError> {
        let service = self.service(ephemeral)?;
        if ephemeral {
            let is_known = |name: &&str| service.find_model(Some(name)).is_ok();
            if !named.iter().flatten().all(is_known) {
                service.take_models(self.key(&self.data_directory()?)?.as_ref())?;
            }
        }
        Ok(service)
    }

    /// Prints a value: JSON with `--json`, else what `text` makes of it.
    pub fn print<T: Serialize>(&self, value: &T, text: impl FnOnce(&T) -> String) {
        if self.json {
            emit(&plain_json(
                &serde_json::to_string(value).unwrap_or_default(),
            ));
        } else {
            let text = text(value);
            if !text.is_empty() {
                emit(&plain(text.trim_end_matches('\n')));
            }
        }
    }
}

/// Prints a line of JSON at once, for a program that reads line by line.
pub fn reply(value: &Value) {
    emit(&plain_json(&value.to_string()));
}

/// Standard output as it is, for programs that read lines of JSON: they show nothing of it as it
/// comes.
pub fn stream() -> std::io::Stdout {
    std::io::stdout()
}

/// Writes to standard output. A reader that has seen enough (`| head`) is no
/// error; a full disk behind a redirection is one.
fn emit(text: &str) {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            say(&format!("error: standard output: {error}"));
            say("hint: check where the output goes");
            std::process::exit(i32::from(FAILED));
        }
        _ => {}
    }
}

/// Reads a policy file, if one was given.
pub fn read_policy(path: Option<&Path>) -> Result<Option<app::Policy>, AppError> {
    path.map(app::read_policy).transpose()
}

/// The policy of `--policy` and `--plain`; none where neither was given.
pub fn policy_of(numbers: &Numbers) -> Result<Option<app::Policy>, AppError> {
    let policy = read_policy(numbers.policy.as_deref())?;
    if !numbers.plain {
        return Ok(policy);
    }
    Ok(Some(app::Policy {
        decoding: Decoding::Plain,
        ..policy.unwrap_or_default()
    }))
}

/// The reader that a policy names.
pub fn reader_of(policy: Option<&app::Policy>) -> Option<&str> {
    policy?.reader.as_deref()
}

/// Reads a calibration file, if one was given.
pub fn read_calibration(path: Option<&Path>) -> Result<Option<app::Calibration>, AppError> {
    path.map(|path| Ok(app::Calibration::parse(&app::read_text(path)?)?))
        .transpose()
}
