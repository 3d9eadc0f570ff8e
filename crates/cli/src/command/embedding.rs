//! What a search by meaning needs, made after an import.

use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::terminal::Status;
use app::{AppError, MAX_IMPORT_CHUNKS, Service};
use evidence::Filter;
use std::path::Path;

/// Makes what is missing of a document that was imported, and tells what stays missing. Returns
/// the exit code.
pub fn tell(
    global: &Global,
    service: &Service,
    path: &Path,
    id: &str,
    interrupt: &Interrupt,
) -> u8 {
    match embed(service, id, interrupt) {
        Ok(0) => 0,
        Ok(missing) => {
            say(&format!(
                "note: {}: {missing} passages are found by their words only for now; \
                 the same command goes on with them",
                path.display()
            ));
            0
        }
        Err(error) => exit::report(&by_words_only(path, &error), global.json),
    }
}

/// Of a document that was imported and may have no vectors.
fn by_words_only(path: &Path, error: &AppError) -> AppError {
    AppError::Unembedded {
        message: format!(
            "{}: imported, but it is found by its words only: {error}",
            path.display()
        ),
        help: format!("{}; then add it again", error.help()),
    }
}

/// Makes the vectors of a document, with progress where somebody watches; says how many are
/// missing after it. Ctrl-C leaves the rest.
fn embed(service: &Service, id: &str, interrupt: &Interrupt) -> Result<u64, AppError> {
    let status = Status::new();
    let filter = Filter::documents(&[id.to_owned()]);
    let made = service.embed_at_most(MAX_IMPORT_CHUNKS, &filter, &mut |done, total| {
        if total > 0 {
            status.show(&format!("passages embedded: {done} of {total}"));
        }
        interrupt.control()
    });
    status.clear();
    match made {
        Ok(coverage) => Ok(coverage.map_or(0, |coverage| coverage.missing)),
        // Told of once, by whoever counts the files.
        Err(error) if error.kind() == "cancelled" => Ok(0),
        Err(error) => Err(error),
    }
}
