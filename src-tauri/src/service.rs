//! The seam between the window and `app::Service`: one function for each use
//! case, in the forms that cross the wire.

mod answering;
mod convert;
mod document;
mod library;
mod trail;
mod work;

use crate::failure::{Failure, Reply};
use app::clock::SystemClock;
use app::{AppError, Options, Settings};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use work::Works;

/// The use cases of the window.
pub struct Service {
    app: app::Service,
    /// The question under way is to end.
    cancelled: AtomicBool,
    /// The import under way is to end after the file it is at.
    import_cancelled: AtomicBool,
    /// One import at a time; the next one waits.
    importing: Mutex<()>,
    /// Checks and measurements under way.
    works: Works,
    /// Titles of documents that were removed, for their return.
    removed: Mutex<BTreeMap<String, String>>,
}

impl Service {
    /// Opens a data directory.
    ///
    /// # Errors
    ///
    /// When the directory or the vault in it cannot be opened.
    pub fn open(data_directory: PathBuf) -> Reply<Self> {
        let worker = std::env::current_exe().map_err(|error| {
            Failure::new(
                "no_executable",
                format!("The program does not find itself: {error}."),
                "Start it again.",
            )
        })?;
        // Settings that cannot be read are told where they are shown.
        let settings = Settings::read(&data_directory).unwrap_or_default();
        let options = Options {
            data_directory,
            ephemeral: false,
            worker,
            threads: settings.threads,
            clock: Arc::new(SystemClock::default()),
        };
        Ok(Self {
            app: app::Service::open(options)?,
            cancelled: AtomicBool::new(false),
            import_cancelled: AtomicBool::new(false),
            importing: Mutex::new(()),
            works: Works::default(),
            removed: Mutex::new(BTreeMap::new()),
        })
    }

    /// Where the vault and the sample lie.
    pub fn data_directory(&self) -> &Path {
        self.app.data_directory()
    }

    /// Ends the question that is being answered, if there is one.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
    }

    /// Ends an import after the file it is at.
    pub fn cancel_import(&self) {
        self.import_cancelled.store(true, Ordering::SeqCst);
    }
}

impl From<AppError> for Failure {
    fn from(error: AppError) -> Self {
        Failure::new(
            error.kind(),
            sentence(&error.to_string()),
            sentence(&error.help()),
        )
    }
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
