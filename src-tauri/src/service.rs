//! The seam between the window and `app::Service`: the forms that cross the
//! wire (`ui/src/backend/contract.ts` is their other half) and one function
//! for each use case.

use crate::failure::{Failure, Reply};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A document in the list.
#[derive(Debug, Clone, Serialize)]
pub struct DocumentSummary {
    /// SHA-256 of the source bytes, lower-case hexadecimal.
    pub id: String,
    /// File name it was imported under.
    pub title: String,
    /// `text`, `markdown`, `pdf`.
    pub media_type: String,
    /// Number of pages; 1 for formats without pages.
    pub pages: u32,
    /// Number of lines.
    pub lines: u32,
    /// What a person should know of the reading.
    pub warnings: Vec<String>,
    /// RFC 3339, UTC.
    pub imported_at: String,
}

/// What an import did.
#[derive(Debug, Clone, Serialize)]
pub struct ImportOutcome {
    /// The document, new or known.
    pub document: DocumentSummary,
    /// The same bytes had been imported before.
    pub already_there: bool,
}

/// One line of a document.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// 1-based, global over the document.
    pub number: u32,
    /// 1-based page.
    pub page: u32,
    /// The line's text.
    pub text: String,
}

/// A type of answer that can be chosen.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerType {
    /// Key of the type registry.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// One sentence.
    pub description: String,
}

/// What is asked of which documents.
#[derive(Debug, Clone)]
pub struct Question {
    /// The question.
    pub text: String,
    /// Documents to ask, by id; at least one.
    pub document_ids: Vec<String>,
    /// Key of the type registry; none: guessed from the question.
    pub answer_type: Option<String>,
}

/// How far a question is.
#[derive(Debug, Clone, Serialize)]
pub struct Progress {
    /// `read`, `retrieve`, `load_model`, `prefill`, `decode`, `validate`, `record`.
    pub stage: String,
    /// Steps done.
    pub done: u64,
    /// Steps in all; none where the end is not known.
    pub total: Option<u64>,
    /// What is happening in words; may be empty.
    pub text: String,
}

/// A recorded answer.
#[derive(Debug, Clone, Serialize)]
pub struct AskOutcome {
    /// The public response (spec 2), as the command line prints it.
    pub response: serde_json::Value,
    /// The audit record that was committed before this was returned.
    pub record_id: String,
}

/// What a check of the audit trail found.
#[derive(Debug, Clone, Serialize)]
pub struct AuditVerdict {
    /// Records looked at.
    pub records: u64,
    /// Every record is as it was written.
    pub ok: bool,
    /// The first that is not.
    pub first_bad: Option<String>,
}

/// The use cases of the window.
pub struct Service {
    data_directory: PathBuf,
    cancelled: AtomicBool,
}

impl Service {
    /// Opens the data directory: `ATTEST_HOME`, else the platform's.
    ///
    /// # Errors
    ///
    /// When the directory or the vault in it cannot be opened.
    pub fn open() -> Reply<Self> {
        Ok(Self { data_directory: data_directory()?, cancelled: AtomicBool::new(false) })
    }

    /// Where the vault and the sample lie.
    pub fn data_directory(&self) -> &Path {
        &self.data_directory
    }

    /// Every document, newest first.
    pub fn list_documents(&self) -> Reply<Vec<DocumentSummary>> {
        Err(not_connected())
    }

    /// Reads a file into the vault; the same bytes twice are one document.
    pub fn import_document(&self, _path: &Path) -> Reply<ImportOutcome> {
        Err(not_connected())
    }

    /// The lines from `first` to `last`, as far as they exist.
    pub fn document_lines(&self, _id: &str, _first: u32, _last: u32) -> Reply<Vec<Line>> {
        Err(not_connected())
    }

    /// The types of the registry.
    pub fn answer_types(&self) -> Reply<Vec<AnswerType>> {
        Err(not_connected())
    }

    /// Answers a question; ends with the kind `cancelled` after [`Service::cancel`].
    pub fn ask(&self, _question: &Question, _on_progress: &mut dyn FnMut(Progress)) -> Reply<AskOutcome> {
        self.cancelled.store(false, Ordering::SeqCst);
        Err(not_connected())
    }

    /// Ends the question that is being answered, if there is one.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
    }

    /// Recomputes the whole chain of audit records.
    pub fn verify_audit(&self) -> Reply<AuditVerdict> {
        Err(not_connected())
    }
}

/// Becomes the model's worker process when started as one (the engine starts
/// this same executable again); none when a window is wanted.
pub fn serve_as_worker() -> Option<i32> {
    None
}

fn not_connected() -> Failure {
    Failure::new("not_connected", "This build of the window has no service behind it.", "Build it together with `app`.")
}

fn data_directory() -> Reply<PathBuf> {
    let named = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("ATTEST_HOME")
        .or_else(|| named("XDG_DATA_HOME").map(|directory| directory.join("attest")))
        .or_else(|| named("HOME").map(|home| home.join(".local/share/attest")))
        .ok_or_else(|| Failure::new("no_data_directory", "There is no place to keep documents.", "Set ATTEST_HOME."))
}
