//! The service as the commands hold it, and work that may block.

use crate::failure::{Failure, Reply};
use crate::given::Given;
use crate::place;
use crate::service::Service;
use app::keyring::Keyring;
use app::{DataKey, Passphrase, encryption};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tauri::State;

/// Holds the service, which is opened by the first command: the window stands
/// before the vault is open, and a vault that cannot be opened is shown in it
/// and tried again.
#[derive(Default, Clone)]
pub struct Desk {
    service: Arc<Mutex<Option<Arc<Service>>>>,
    /// The key of an encrypted vault, once its passphrase was given.
    key: Arc<Mutex<Option<DataKey>>>,
    /// It was locked by the person, or by itself, and opens on the person's word alone.
    was_locked: Arc<AtomicBool>,
    /// Files the program was started with, until the page asks for them.
    opened: Arc<Mutex<Vec<PathBuf>>>,
    /// What a person gave to the window.
    given: Arc<Given>,
    /// The program is to start again when it has ended.
    restart: Arc<AtomicBool>,
}

impl Desk {
    /// A desk that will show these files.
    pub fn with(opened: Vec<PathBuf>) -> Self {
        let desk = Desk::default();
        desk.given.add(&opened);
        *desk.opened.lock().unwrap_or_else(PoisonError::into_inner) = opened;
        desk
    }

    /// What a person gave to the window: nothing else is imported.
    pub fn given(&self) -> &Given {
        &self.given
    }

    /// The service; opened where it is not.
    ///
    /// # Errors
    ///
    /// Where the vault cannot be opened; of kind `encrypted` where its passphrase was not given yet.
    pub fn service(&self) -> Reply<Arc<Service>> {
        let mut held = self.service.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(service) = held.as_ref() {
            return Ok(Arc::clone(service));
        }
        let directory = place::data_directory()?;
        let service = Service::open_with(directory, app::system_settings::place(), self.key())?;
        let service = Arc::new(service.logged()?.sealed());
        *held = Some(Arc::clone(&service));
        Ok(service)
    }

    fn key(&self) -> Option<DataKey> {
        let key = self.key.lock().unwrap_or_else(PoisonError::into_inner);
        key.clone()
    }

    /// Whether the vault is encrypted and not open yet. The first time the keyring is asked, where
    /// that one opens it: then nobody else is.
    pub(super) fn is_locked(&self) -> Reply<bool> {
        if self.key().is_some() || !encryption::is_encrypted(&place::data_directory()?)? {
            return Ok(false);
        }
        let is_asked = !self.was_locked.load(Ordering::Acquire) && Self::is_in_keyring()?;
        // Why it did not open is said where the person asks for it.
        Ok(!(is_asked && self.unlock_by_keyring().is_ok()))
    }

    /// Whether the keyring opens the vault.
    pub(super) fn is_in_keyring() -> Reply<bool> {
        // A file that cannot be read is no way in, and the passphrase is one.
        Ok(encryption::is_in_keyring(&place::data_directory()?).unwrap_or(false))
    }

    /// Whether the vault is encrypted, open or not.
    pub(super) fn is_encrypted(&self) -> Reply<bool> {
        Ok(self.key().is_some() || encryption::is_encrypted(&place::data_directory()?)?)
    }

    /// Opens an encrypted vault, and the service on it.
    ///
    /// # Errors
    ///
    /// Of kind `wrong_passphrase`, and where the vault cannot be opened.
    pub(super) fn unlock(&self, passphrase: &Passphrase) -> Reply<()> {
        self.open(encryption::unlock(&place::data_directory()?, passphrase)?)
    }

    /// Opens an encrypted vault by the keyring, and the service on it.
    ///
    /// # Errors
    ///
    /// Of the kinds of [`app::keyring::KeyringError`], and where the vault cannot be opened.
    pub(super) fn unlock_by_keyring(&self) -> Reply<()> {
        let keyring = Keyring::default();
        self.open(encryption::unlock_by(&keyring, &place::data_directory()?)?)
    }

    fn open(&self, key: DataKey) -> Reply<()> {
        *self.key.lock().unwrap_or_else(PoisonError::into_inner) = Some(key);
        self.was_locked.store(false, Ordering::Release);
        self.service().map(drop)
    }

    /// Forgets the key of an encrypted vault and lets go of the service; what is under way is
    /// ended, and the last act that ends takes the service's copy of the key with it.
    ///
    /// # Errors
    ///
    /// Where the checkpoint of the close could not be kept; it is locked then, too.
    pub(super) fn lock(&self) -> Reply<()> {
        self.was_locked.store(true, Ordering::Release);
        *self.key.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let held = self
            .service
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        held.map_or(Ok(()), |service| {
            service.cancel_all();
            service.close()
        })
    }

    /// The next command opens the service anew, with other settings. The watch over folders, which
    /// would never end by itself, ends with the old one; the page begins it again.
    pub(super) fn reopen(&self) {
        let held = self
            .service
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(service) = held {
            service.pause_watching();
        }
    }

    /// The program ends: the service signs how far the audit trail is.
    ///
    /// # Errors
    ///
    /// Where that was not possible; it is done at the next end.
    pub fn close(&self) -> Reply<()> {
        let held = self
            .service
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        held.map_or(Ok(()), |service| service.close())
    }

    /// Whether the program is to start again, now that it has ended.
    pub fn restarts(&self) -> bool {
        self.restart.load(Ordering::Acquire)
    }

    /// The program ends, and starts again without the files it was started
    /// with.
    pub(super) fn start_again(&self, app: &tauri::AppHandle) {
        self.restart.store(true, Ordering::Release);
        app.exit(0);
    }

    /// The files the program was started with, once.
    pub(super) fn take_opened(&self) -> Vec<PathBuf> {
        std::mem::take(&mut *self.opened.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Runs `work` where it may block: never on the thread that draws.
pub(super) async fn aside<T: Send + 'static>(
    desk: State<'_, Desk>,
    work: impl FnOnce(&Service) -> Reply<T> + Send + 'static,
) -> Reply<T> {
    let desk = desk.inner().clone();
    blocking(move || work(&*desk.service()?)).await
}

pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Reply<T> + Send + 'static,
) -> Reply<T> {
    let running = tauri::async_runtime::spawn_blocking(work);
    running.await.unwrap_or_else(|_| {
        Err(Failure::new(
            "internal",
            "Attest met an error of its own and stopped this action.",
            "Nothing was half-written. Try again; if it returns, please report what you did.",
        ))
    })
}
