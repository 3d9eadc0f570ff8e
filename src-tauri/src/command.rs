//! The commands the page can call: arguments off the wire, one service
//! function on a thread of its own, the result back.

use crate::failure::{Failure, Reply};
use crate::sample::{self, Sample};
use crate::service::{
    AnswerType, AskOutcome, AuditVerdict, DocumentSummary, ImportOutcome, Line, Progress, Question,
    Service,
};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tauri::State;
use tauri::ipc::Channel;
use tauri_plugin_dialog::DialogExt;

/// Holds the service, which is opened by the first command: the window stands
/// before the vault is open, and a vault that cannot be opened is shown in it
/// and tried again.
#[derive(Default, Clone)]
pub struct Desk(Arc<Mutex<Option<Arc<Service>>>>);

impl Desk {
    fn service(&self) -> Reply<Arc<Service>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(service) = held.as_ref() {
            return Ok(Arc::clone(service));
        }
        let service = Arc::new(Service::open()?);
        *held = Some(Arc::clone(&service));
        Ok(service)
    }
}

/// Runs `work` where it may block: never on the thread that draws.
async fn aside<T: Send + 'static>(
    desk: State<'_, Desk>,
    work: impl FnOnce(&Service) -> Reply<T> + Send + 'static,
) -> Reply<T> {
    let desk = desk.inner().clone();
    let running = tauri::async_runtime::spawn_blocking(move || work(&*desk.service()?));
    running.await.unwrap_or_else(|_| {
        Err(Failure::new(
            "internal",
            "Attest met an error of its own and stopped this action.",
            "Nothing was half-written. Try again; if it returns, please report what you did.",
        ))
    })
}

#[tauri::command]
pub async fn list_documents(desk: State<'_, Desk>) -> Reply<Vec<DocumentSummary>> {
    aside(desk, Service::list_documents).await
}

#[tauri::command]
pub async fn import_document(desk: State<'_, Desk>, path: PathBuf) -> Reply<ImportOutcome> {
    aside(desk, move |service| service.import_document(&path)).await
}

/// Opens the system's file dialog; empty when the person closes it.
#[tauri::command]
pub async fn choose_documents(app: tauri::AppHandle, desk: State<'_, Desk>) -> Reply<Vec<PathBuf>> {
    aside(desk, move |_| {
        let files = app
            .dialog()
            .file()
            .set_title("Import documents")
            .add_filter(
                "Documents",
                &[
                    "pdf", "docx", "docm", "xlsx", "xlsm", "ods", "csv", "tsv", "html", "htm",
                    "eml", "md", "txt", "png", "jpg", "jpeg", "tif", "tiff",
                ],
            )
            .add_filter("All files", &["*"])
            .blocking_pick_files();
        Ok(files
            .unwrap_or_default()
            .into_iter()
            .filter_map(|file| file.into_path().ok())
            .collect())
    })
    .await
}

#[tauri::command]
pub async fn document_lines(
    desk: State<'_, Desk>,
    id: String,
    first: u32,
    last: u32,
) -> Reply<Vec<Line>> {
    aside(desk, move |service| {
        service.document_lines(&id, first, last)
    })
    .await
}

#[tauri::command]
pub async fn sample_document(desk: State<'_, Desk>) -> Reply<Sample> {
    aside(desk, |service| sample::write(service.data_directory())).await
}

#[tauri::command]
pub async fn answer_types(desk: State<'_, Desk>) -> Reply<Vec<AnswerType>> {
    aside(desk, Service::answer_types).await
}

#[tauri::command]
pub async fn ask(
    desk: State<'_, Desk>,
    question: String,
    document_ids: Vec<String>,
    answer_type: Option<String>,
    on_progress: Channel<Progress>,
) -> Reply<AskOutcome> {
    let question = Question {
        text: question,
        document_ids,
        answer_type,
    };
    // A page that went away cannot be told; the answer is recorded all the same.
    aside(desk, move |service| {
        service.ask(question, &mut |progress| drop(on_progress.send(progress)))
    })
    .await
}

#[tauri::command]
pub async fn cancel_ask(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel();
        Ok(())
    })
    .await
}

#[tauri::command]
pub async fn verify_audit(desk: State<'_, Desk>) -> Reply<AuditVerdict> {
    aside(desk, Service::verify_audit).await
}
