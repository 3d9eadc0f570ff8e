//! Questions, answers, and the audit trail.

use super::desk::{Desk, aside, blocking};
use super::dialog;
use crate::failure::Reply;
use crate::service::Service;
use crate::wire::{AuditVerdict, Question, RecordDetail, RecordFilter, RecordSummary};
use app::{Event, Explanation, HistoryEntry, KeptOutcome, Pace, Replay, Understanding, Work};
use std::path::Path;
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

#[tauri::command]
pub async fn parse_question(desk: State<'_, Desk>, question: Question) -> Reply<Understanding> {
    aside(desk, move |service| service.parse_question(&question)).await
}

#[tauri::command]
pub async fn pace(desk: State<'_, Desk>, answer_type: Option<String>) -> Reply<Option<Pace>> {
    aside(desk, move |service| service.pace(answer_type.as_deref())).await
}

#[tauri::command]
pub async fn ask(
    desk: State<'_, Desk>,
    question: Question,
    on_progress: Channel<Event>,
) -> Reply<KeptOutcome> {
    // A page that went away cannot be told; the answer is recorded all the same.
    aside(desk, move |service| {
        service.ask(&question, &mut |progress| drop(on_progress.send(progress)))
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
pub async fn history(
    desk: State<'_, Desk>,
    document_id: Option<String>,
    limit: u32,
) -> Reply<Vec<HistoryEntry>> {
    aside(desk, move |service| {
        service.history(document_id.as_deref(), limit)
    })
    .await
}

#[tauri::command]
pub async fn outcome(desk: State<'_, Desk>, record_id: String) -> Reply<KeptOutcome> {
    aside(desk, move |service| service.outcome(&record_id)).await
}

#[tauri::command]
pub async fn explain(desk: State<'_, Desk>, record_id: String) -> Reply<Explanation> {
    aside(desk, move |service| service.explain(&record_id)).await
}

/// The evidence report as an HTML page, to be printed.
#[tauri::command]
pub async fn evidence_report(desk: State<'_, Desk>, record_id: String) -> Reply<String> {
    aside(desk, move |service| service.evidence_report(&record_id)).await
}

/// Asks where to and writes the evidence report; none when the person closes
/// the dialog.
#[tauri::command]
pub async fn save_report(
    app: AppHandle,
    desk: State<'_, Desk>,
    record_id: String,
) -> Reply<Option<String>> {
    let asked = (
        "Save the evidence report",
        format!("evidence-{record_id}.html"),
    );
    save(app, desk, asked, move |service, path| {
        service.write_report(&record_id, path)
    })
    .await
}

/// Asks where to and writes the evidence pack; none when the person closes the dialog.
#[tauri::command]
pub async fn save_pack(
    app: AppHandle,
    desk: State<'_, Desk>,
    record_id: String,
) -> Reply<Option<String>> {
    let asked = (
        "Save the evidence pack",
        format!("evidence-pack-{record_id}.html"),
    );
    save(app, desk, asked, move |service, path| {
        service.write_pack(&record_id, path)
    })
    .await
}

/// Asks where to, under a title and with a name to begin with, and writes there.
async fn save(
    app: AppHandle,
    desk: State<'_, Desk>,
    (title, name): (&'static str, String),
    write: impl FnOnce(&Service, &Path) -> Reply<()> + Send + 'static,
) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let Some(path) = dialog::place_for(&app, title, &name) else {
            return Ok(None);
        };
        write(&*desk.service()?, &path)?;
        Ok(Some(path.display().to_string()))
    })
    .await
}

#[tauri::command]
pub async fn list_records(
    desk: State<'_, Desk>,
    filter: RecordFilter,
) -> Reply<Vec<RecordSummary>> {
    aside(desk, move |service| service.list_records(&filter)).await
}

#[tauri::command]
pub async fn record_detail(desk: State<'_, Desk>, id: String) -> Reply<RecordDetail> {
    aside(desk, move |service| service.record_detail(&id)).await
}

#[tauri::command]
pub async fn verify_audit(
    desk: State<'_, Desk>,
    head: Option<String>,
    on_progress: Channel<Work>,
) -> Reply<AuditVerdict> {
    aside(desk, move |service| {
        service.verify_audit(head.as_deref(), &mut |progress| {
            drop(on_progress.send(progress));
        })
    })
    .await
}

#[tauri::command]
pub async fn cancel_verify(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel_verify();
        Ok(())
    })
    .await
}

/// Gives a recorded answer again; ends with the kind `cancelled` after [`cancel_replay`].
#[tauri::command]
pub async fn replay(
    desk: State<'_, Desk>,
    record_id: String,
    on_progress: Channel<Work>,
) -> Reply<Replay> {
    aside(desk, move |service| {
        service.replay(&record_id, &mut |progress| {
            drop(on_progress.send(progress));
        })
    })
    .await
}

#[tauri::command]
pub async fn cancel_replay(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel_replay();
        Ok(())
    })
    .await
}

/// Asks where to and writes all records; none when the person closes the
/// dialog.
#[tauri::command]
pub async fn export_audit(
    app: AppHandle,
    desk: State<'_, Desk>,
    with_contents: bool,
) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let Some(path) = dialog::place_for(&app, "Export the audit trail", "audit-trail.jsonl")
        else {
            return Ok(None);
        };
        desk.service()?.write_records(&path, with_contents)?;
        Ok(Some(path.display().to_string()))
    })
    .await
}
