//! Holds and periods of retention.

use super::desk::{Desk, aside};
use super::dialog;
use crate::failure::{Failure, Reply};
use crate::service::Service;
use crate::wire::{HoldReason, Keeping, KeptSubject, RetentionApplied};
use app::Subject;
use tauri::{AppHandle, State};

#[tauri::command]
pub async fn keeping(desk: State<'_, Desk>) -> Reply<Keeping> {
    aside(desk, Service::keeping).await
}

#[tauri::command]
pub async fn hold(desk: State<'_, Desk>, subject: KeptSubject, why: HoldReason) -> Reply<()> {
    aside(desk, move |service| service.hold(&subject, &why)).await
}

/// Asks in a native dialog that shows the hold as the vault has it: what a page that is taken over could release, it could have erased.
#[tauri::command]
pub async fn release(
    app: AppHandle,
    desk: State<'_, Desk>,
    hold: String,
    why: HoldReason,
) -> Reply<()> {
    aside(desk, move |service| {
        if !dialog::may_release(&app, &service.standing_hold(&hold)?, &why.reason) {
            return Err(Failure::new("cancelled", "Nothing was released.", ""));
        }
        service.release(&hold, &why)
    })
    .await
}

#[tauri::command]
pub async fn set_retention(
    desk: State<'_, Desk>,
    documents: Option<String>,
    answers: Option<String>,
) -> Reply<()> {
    aside(desk, move |service| {
        service.set_retention(documents.as_deref(), answers.as_deref())
    })
    .await
}

/// Asks in a native dialog, and erases what is past its period; `cancelled` where the person does
/// not want it. What is erased is what they were asked about, or nothing: the page can set other
/// periods while the dialog is open.
#[tauri::command]
pub async fn apply_retention(app: AppHandle, desk: State<'_, Desk>) -> Reply<RetentionApplied> {
    aside(desk, move |service| {
        let due = service.due_and_free()?;
        let is_document = |one: &&Subject| matches!(one, Subject::Document(_));
        let documents = due.iter().filter(is_document).count();
        let answers = due.len() - documents;
        if !due.is_empty() && !dialog::may_erase_due(&app, documents, answers) {
            return Err(Failure::new("cancelled", "Nothing was erased.", ""));
        }
        service.apply_retention(&due)
    })
    .await
}
