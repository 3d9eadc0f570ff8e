//! The seam between the window and `app::Service`: the forms that cross the
//! wire (`ui/src/backend/contract.ts` is their other half) and one function
//! for each use case.

use crate::failure::{Failure, Reply};
use app::clock::SystemClock;
use app::{AppError, AskRequest, Control, Event, Options, Status};
pub use app::{DocumentSummary, ImportOutcome};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// How far a question is. The draft's text stays behind: nothing unchecked is
/// shown.
#[derive(Debug, Clone, Serialize)]
pub struct Progress {
    /// What is being done.
    pub stage: app::Stage,
    /// Steps done: tokens, for the model's stages.
    pub done: u32,
    /// Steps in all; none where the end is not known.
    pub total: Option<u32>,
}

/// A recorded answer.
#[derive(Debug, Clone, Serialize)]
pub struct AskOutcome {
    /// The public response (spec 2), as the command line prints it.
    pub response: app::PublicResponse,
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
    app: app::Service,
    cancelled: AtomicBool,
}

impl Service {
    /// Opens the data directory: `ATTEST_HOME`, else the platform's.
    ///
    /// # Errors
    ///
    /// When the directory or the vault in it cannot be opened.
    pub fn open() -> Reply<Self> {
        let data_directory = app::directory::data_directory(None).ok_or_else(|| {
            Failure::new(
                "no_data_directory",
                "There is no place to keep documents.",
                "Set ATTEST_HOME.",
            )
        })?;
        let worker = std::env::current_exe().map_err(|error| {
            Failure::new(
                "no_executable",
                format!("The program does not find itself: {error}."),
                "Start it again.",
            )
        })?;
        let clock = Arc::new(SystemClock::default());
        let options = Options {
            data_directory,
            ephemeral: false,
            worker,
            threads: None,
            clock,
        };
        Ok(Self {
            app: app::Service::open(options)?,
            cancelled: AtomicBool::new(false),
        })
    }

    /// Where the vault and the sample lie.
    pub fn data_directory(&self) -> &Path {
        self.app.data_directory()
    }

    /// Every document, oldest import first.
    pub fn list_documents(&self) -> Reply<Vec<DocumentSummary>> {
        Ok(self.app.documents()?)
    }

    /// Reads a file into the vault; the same bytes twice are one document.
    pub fn import_document(&self, path: &Path) -> Reply<ImportOutcome> {
        Ok(self.app.import(path)?)
    }

    /// The lines from `first` to `last`, as far as they exist.
    pub fn document_lines(&self, id: &str, first: u32, last: u32) -> Reply<Vec<Line>> {
        let lines = self.app.document_lines(id, first, last)?;
        Ok(lines
            .into_iter()
            .map(|line| Line {
                number: line.number,
                page: line.page,
                text: line.text,
            })
            .collect())
    }

    /// The types of the registry.
    pub fn answer_types(&self) -> Reply<Vec<AnswerType>> {
        let registry = self.app.answer_types()?;
        let shown = registry.list().map(|answer_type| AnswerType {
            name: answer_type.name.clone(),
            title: answer_type.title.clone(),
            description: answer_type.description.clone(),
        });
        Ok(shown.collect())
    }

    /// Answers a question; ends with the kind `cancelled` after [`Service::cancel`].
    pub fn ask(
        &self,
        question: Question,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Reply<AskOutcome> {
        let Question {
            text,
            document_ids,
            answer_type,
        } = question;
        if document_ids.is_empty() {
            return Err(Failure::new(
                "input",
                "No document is chosen.",
                "Tick the documents to ask.",
            ));
        }
        let request = AskRequest {
            question: text,
            document_ids,
            answer_type,
            ..AskRequest::default()
        };
        self.cancelled.store(false, Ordering::SeqCst);
        let outcome = self
            .app
            .ask(&request, &mut |event| self.pass_on(&event, on_progress))?;
        if self.cancelled.load(Ordering::SeqCst) && outcome.response.status() == Status::Failed {
            return Err(Failure::new("cancelled", "The question was cancelled.", ""));
        }
        Ok(AskOutcome {
            record_id: outcome.response.record_id().to_string(),
            response: outcome.response,
        })
    }

    fn pass_on(&self, event: &Event, on_progress: &mut dyn FnMut(Progress)) -> Control {
        on_progress(Progress {
            stage: event.stage,
            done: event.done,
            total: event.total,
        });
        if self.cancelled.load(Ordering::SeqCst) {
            Control::Cancel
        } else {
            Control::Continue
        }
    }

    /// Ends the question that is being answered, if there is one.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
    }

    /// Recomputes the whole chain of audit records.
    pub fn verify_audit(&self) -> Reply<AuditVerdict> {
        let found = self.app.verify_audit()?;
        let mut bad = found
            .first_bad
            .iter()
            .map(|bad| format!("number {}", bad.sequence));
        let first_bad = bad.next().or_else(|| found.schema_changes.first().cloned());
        Ok(AuditVerdict {
            records: found.records,
            ok: found.is_sound(),
            first_bad,
        })
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
