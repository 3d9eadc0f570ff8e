//! The service as the commands hold it, and work that may block.

use crate::failure::{Failure, Reply};
use crate::given::Given;
use crate::place;
use crate::service::Service;
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

    /// Whether the vault is encrypted and its passphrase was not given yet.
    pub(super) fn is_locked(&self) -> Reply<bool> {
        Ok(self.key().is_none() && encryption::is_encrypted(&place::data_directory()?)?)
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
        let key = encryption::unlock(&place::data_directory()?, passphrase)?;
        *self.key.lock().unwrap_or_else(PoisonError::into_inner) = Some(key);
        self.service().map(drop)
    }

    /// Forgets the key of an encrypted vault and lets go of the service; what is under way is
    /// ended, and the last act that ends takes the service's copy of the key with it.
    ///
    /// # Errors
    ///
    /// Where the checkpoint of the close could not be kept; it is locked then, too.
    pub(super) fn lock(&self) -> Reply<()> {
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
