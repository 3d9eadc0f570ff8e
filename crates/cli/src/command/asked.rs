//! Who answers a question of the command line: this process, or with `--shared` the window or the
//! service that is open on the same data directory and has the models loaded.
//!
//! Both have the same vault: the documents are imported here, the question is asked there, and the
//! record is read here again.

use crate::global::Global;
use crate::plain::say;
use crate::terminal::Status as Line;
use app::{AppError, AskRequest, Control, Event, Service, Stage};
use serde_json::{Value, json};
#[cfg(unix)]
use service::{CallError, Shared};
use std::path::{Path, PathBuf};

/// Who answers.
pub enum Asked {
    /// This process.
    Here,
    /// A process that is there already, and the conditions as they were written.
    #[cfg(unix)]
    There(Shared, Vec<String>),
}

impl Asked {
    /// Connects, where that is wanted; after it this process can connect to nobody any more, but to
    /// the keyring where that one opens the vault.
    pub fn met(global: &Global, is_shared: bool, filters: Vec<String>) -> Result<Asked, AppError> {
        let asked = if is_shared {
            there(&global.data_directory()?, filters)?
        } else {
            Asked::Here
        };
        global.shut_wall();
        Ok(asked)
    }

    /// Imports the documents, asks, and gives the public response as JSON. A request that is refused
    /// stores no document.
    pub fn answer(
        self,
        service: &Service,
        request: &mut AskRequest,
        documents: &[PathBuf],
    ) -> Result<Value, AppError> {
        service.check_request(request)?;
        import(service, request, documents)?;
        match self {
            Asked::Here => here(service, request),
            #[cfg(unix)]
            Asked::There(mut shared, filters) => {
                let (method, params) = written(request, &filters);
                let line = Line::new();
                let mut told = |words: &str| {
                    if line.is_watched() {
                        line.show(words);
                    }
                };
                let answered = shared.call(method, params, &mut told);
                line.clear();
                answered.map_err(refused)
            }
        }
    }
}

#[cfg(unix)]
fn there(data_directory: &Path, filters: Vec<String>) -> Result<Asked, AppError> {
    let shared = Shared::in_directory(data_directory).map_err(refused)?;
    Ok(Asked::There(shared, filters))
}

#[cfg(not(unix))]
fn there(_: &Path, _: Vec<String>) -> Result<Asked, AppError> {
    Err(AppError::input(
        "there are no sockets of this kind here",
        "ask without --shared",
    ))
}

#[cfg(unix)]
fn refused(error: CallError) -> AppError {
    match error {
        CallError::NotThere(error) => AppError::input(
            format!("nobody is there to ask: {error}"),
            "open the window, or run `attest serve --socket`, on the same data directory; or ask without --shared",
        ),
        CallError::Gone => AppError::input(error.to_string(), "ask again, or without --shared"),
        CallError::Refused { message, help } => AppError::Input { message, help },
    }
}

/// A request as the service's method and its parameters (docs/service.md).
#[cfg(unix)]
fn written(request: &AskRequest, filters: &[String]) -> (&'static str, Value) {
    let mut params = json!({ "question": request.question, "filters": filters });
    let mut put = |name: &str, value: Value| {
        if !value.is_null() {
            params[name] = value;
        }
    };
    put("documents", json!(request.document_ids));
    put("answer_type", json!(request.answer_type));
    if let Some(claim) = &request.claim {
        put("answer", json!(claim));
        return ("verify_answer", params);
    }
    put("answer_shape", json!(request.answer_shape));
    put("schema", json!(request.schema));
    put("labels", json!(request.labels));
    put("model", json!(request.model));
    put("presentation", json!(request.presentation));
    put("triage", json!(request.triage));
    ("ask", params)
}

/// The answer of this process.
fn here(service: &Service, request: &AskRequest) -> Result<Value, AppError> {
    let mut progress = Progress::new();
    let outcome = service.ask(request, &mut |event| progress.show(&event))?;
    progress.clear();
    if let Some(why) = outcome.trace.kept_off {
        say(&format!(
            "note: the model ran on the processor alone: {}",
            why.words()
        ));
    }
    app::as_written(&outcome.response)
}

/// Imports the documents, which are those to ask.
pub fn import(
    service: &Service,
    request: &mut AskRequest,
    documents: &[PathBuf],
) -> Result<(), AppError> {
    for path in documents {
        let imported = service.import(path)?.document;
        for warning in &imported.warnings {
            say(&format!("note: {}: {warning}", imported.title));
        }
        // The same bytes under two names are one document.
        if !request.document_ids.contains(&imported.id) {
            request.document_ids.push(imported.id);
        }
    }
    Ok(())
}

/// One line on standard error, when it is a terminal.
struct Progress {
    status: Line,
}

impl Progress {
    fn new() -> Progress {
        Progress {
            status: Line::new(),
        }
    }

    fn show(&mut self, event: &Event) -> Control {
        if self.status.is_watched() {
            let words = match event.stage {
                Stage::Retrieve => "finding passages",
                Stage::LoadModel => "loading the model",
                Stage::Prefill => "reading the passages",
                Stage::Score => "weighing candidates",
                Stage::Decode => "writing the draft",
                Stage::Validate => "checking",
                Stage::Record => "recording",
            };
            let count = match (event.done, event.total) {
                (_, Some(total)) => format!(" {}/{total}", event.done),
                (0, None) => String::new(),
                (done, None) => format!(" {done}"),
            };
            self.status.show(&format!("{words}{count}"));
        }
        Control::Continue
    }

    fn clear(&self) {
        self.status.clear();
    }
}
