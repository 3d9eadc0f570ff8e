//! The seam between the window and `app::Service`: one function for each use
//! case, in the forms that cross the wire.

mod answering;
mod backup;
mod collection;
mod comparison;
mod document;
mod embedding;
mod keeping;
#[cfg(unix)]
pub mod lent;
mod library;
mod table;
mod table_run;
mod trail;
mod watching;
mod work;

use crate::failure::{Failure, Reply};
use app::clock::SystemClock;
use app::{AppError, CancellationToken, Options};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use table_run::TableRun;
use work::Works;

/// The use cases of the window.
pub struct Service {
    app: app::Service,
    /// Of questions.
    cancels: Cancels,
    /// Of imports; what is read already stays.
    import_cancels: Cancels,
    /// Of what other programs of this person ask.
    #[cfg(unix)]
    lent_cancels: Cancels,
    /// Of runs of tables.
    table_cancels: Cancels,
    table_run: TableRun,
    /// Of comparisons.
    compare_cancels: Cancels,
    /// One comparison at a time.
    comparing: Mutex<()>,
    /// Of the watch over folders.
    watch_cancels: Cancels,
    /// One watch at a time.
    watching: Mutex<()>,
    /// Collections whose folder a person named since the program was started, and that was not
    /// looked at to the end yet.
    newly_watched: Mutex<BTreeSet<String>>,
    /// What an administrator has set, for services of a comparison.
    system_settings: Option<PathBuf>,
    /// One import at a time; the next one waits.
    importing: Mutex<()>,
    /// Questions that are being answered: what is made in the background waits for them.
    asking: AtomicUsize,
    /// Checks and measurements under way.
    works: Works,
    /// Documents that were removed, as they were listed, for their return.
    removed: Mutex<BTreeMap<String, app::DocumentSummary>>,
}

impl Service {
    /// Opens a data directory, under what an administrator has set for this machine.
    ///
    /// # Errors
    ///
    /// When the directory, the vault in it or one of the files of settings cannot be
    /// opened.
    #[cfg(test)]
    pub fn open(data_directory: PathBuf, system_settings: Option<PathBuf>) -> Reply<Self> {
        Self::open_with(data_directory, system_settings, None)
    }

    /// Opens a data directory with the key of an encrypted vault, under what an administrator has
    /// set for this machine.
    ///
    /// # Errors
    ///
    /// When the directory, the vault in it or one of the files of settings cannot be
    /// opened; of kind `encrypted` where a key is needed.
    pub fn open_with(
        data_directory: PathBuf,
        system_settings: Option<PathBuf>,
        key: Option<app::DataKey>,
    ) -> Reply<Self> {
        let worker = std::env::current_exe().map_err(|error| {
            Failure::new(
                "no_executable",
                format!("The program does not find itself: {error}."),
                "Start it again.",
            )
        })?;
        Ok(Self {
            app: open_app(data_directory, system_settings.clone(), worker, key)?,
            cancels: Cancels::default(),
            import_cancels: Cancels::default(),
            #[cfg(unix)]
            lent_cancels: Cancels::default(),
            table_cancels: Cancels::default(),
            table_run: TableRun::default(),
            compare_cancels: Cancels::default(),
            comparing: Mutex::new(()),
            watch_cancels: Cancels::default(),
            watching: Mutex::new(()),
            newly_watched: Mutex::new(BTreeSet::new()),
            system_settings,
            importing: Mutex::new(()),
            asking: AtomicUsize::new(0),
            works: Works::default(),
            removed: Mutex::new(BTreeMap::new()),
        })
    }

    /// Keeps a key and signed checkpoints of the audit trail in the platform's
    /// own folder for them.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        let folder = app::directory::state_directory(self.data_directory());
        self.app = self.app.sealed_in(folder, app::proof::system_seed);
        self
    }

    /// Writes the log of the window's process from now on.
    ///
    /// # Errors
    ///
    /// Where the level in the environment is none.
    pub fn logged(self) -> Reply<Self> {
        self.app.start_log()?;
        Ok(self)
    }

    /// Signs and keeps the checkpoint of the close.
    ///
    /// # Errors
    ///
    /// Where the trail does not hold the one that is kept, or nothing can be
    /// written.
    pub fn close(&self) -> Reply<()> {
        Ok(self.app.close()?)
    }

    /// Where the vault and the sample lie.
    pub fn data_directory(&self) -> &Path {
        self.app.data_directory()
    }

    /// Ends the question that is being answered, if there is one.
    pub fn cancel(&self) {
        self.cancels.cancel();
    }

    /// Ends all that is under way: questions, imports, runs of tables, comparisons, checks, and what
    /// is made or watched in the background.
    pub fn cancel_all(&self) {
        self.cancels.cancel();
        self.import_cancels.cancel();
        #[cfg(unix)]
        self.lent_cancels.cancel();
        self.table_cancels.cancel();
        self.compare_cancels.cancel();
        self.watch_cancels.cancel();
        self.works.cancel_all();
    }

    /// Ends the imports that have begun, also in the middle of a file, of which nothing is
    /// stored then.
    pub fn cancel_import(&self) {
        self.import_cancels.cancel();
    }
}

/// Opens the service below on a data directory.
fn open_app(
    data_directory: PathBuf,
    system_settings: Option<PathBuf>,
    worker: PathBuf,
    key: Option<app::DataKey>,
) -> Result<app::Service, AppError> {
    let options = Options {
        data_directory,
        ephemeral: false,
        worker,
        threads: None,
        system_settings,
        clock: Arc::new(SystemClock::default()),
    };
    app::Service::open_with(options, key)
}

/// The token of acts of a kind. Cancelled, it ends all that began before, also what
/// still waits for its turn, and what begins then has another one.
#[derive(Default)]
struct Cancels(Mutex<CancellationToken>);

impl Cancels {
    fn token(&self) -> CancellationToken {
        let token = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        token.clone()
    }

    fn cancel(&self) {
        let mut token = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *token).cancel();
    }
}

impl From<AppError> for Failure {
    fn from(error: AppError) -> Self {
        told(&error)
    }
}

/// An error in the words of the window.
fn told(error: &AppError) -> Failure {
    tracing::error!(name: "program.error", target: "attest", error = error.kind());
    Failure::new(
        error.kind(),
        sentence(&error.to_string()),
        sentence(&error.help()),
    )
}

/// The service writes messages for a terminal line; the window shows sentences.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    // What begins with code or a path keeps its case.
    let word = text.split_whitespace().next().unwrap_or_default();
    let plain = word.chars().all(|letter| letter.is_ascii_lowercase());
    let start = if plain {
        first.to_ascii_uppercase()
    } else {
        first
    };
    let end = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{start}{}{end}", letters.as_str())
}

/// Becomes a worker process when started as one (the program starts this same
/// executable again); none when a window is wanted.
pub fn serve_as_worker() -> Option<i32> {
    app::serve_worker(&std::env::args_os().nth(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::ImportState;

    #[test]
    fn an_import_that_is_cancelled_before_its_turn_reads_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("lease.txt");
        std::fs::write(&file, "The rent is USD 5.\n").unwrap();
        let service = Service::open(directory.path().join("data"), None).unwrap();
        let mut states = Vec::new();
        let imported = service.import_documents(&[file], &BTreeMap::new(), &mut |news| {
            states.push(news.state);
            service.cancel_import();
        });
        assert_eq!(imported, Ok(()));
        assert_eq!(states, [ImportState::Waiting, ImportState::Cancelled]);
    }

    #[test]
    fn a_message_is_shown_as_a_sentence() {
        for (message, shown) in [
            ("check the path", "Check the path."),
            ("/tmp/a.pdf: no such file", "/tmp/a.pdf: no such file."),
            ("`attest doctor` shows more", "`attest doctor` shows more."),
            ("Nothing was answered.", "Nothing was answered."),
            ("", ""),
        ] {
            assert_eq!(sentence(message), shown);
        }
    }
}
