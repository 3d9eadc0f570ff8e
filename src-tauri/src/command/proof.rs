//! What is carried out of the program to be proven elsewhere: exports of the vault, checkpoints, and
//! time stamps.

use super::desk::{Desk, blocking};
use super::dialog;
use crate::failure::Reply;
use crate::wire::SavedCheckpoint;
use app::Attached;
use tauri::{AppHandle, State};

/// What an authority's answer is called, and the token alone.
const ANSWERS: (&str, &[&str]) = ("Answers of an authority", &["tsr", "der", "tst"]);
/// What certificates are called.
const CERTIFICATES: (&str, &[&str]) = ("Certificates", &["pem", "crt", "cer", "der"]);

/// Asks for a folder and writes what the vault holds into a new one in it; none when the person closes
/// the dialog.
#[tauri::command]
pub async fn export_vault(app: AppHandle, desk: State<'_, Desk>) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let Some(folder) = dialog::folder(&app, "Export the vault into a folder") else {
            return Ok(None);
        };
        let made = desk.service()?.export_vault(&folder)?;
        Ok(Some(made.display().to_string()))
    })
    .await
}

/// Asks where to and writes a signed checkpoint of the trail as it is; none when the person closes the
/// dialog.
#[tauri::command]
pub async fn save_checkpoint(
    app: AppHandle,
    desk: State<'_, Desk>,
) -> Reply<Option<SavedCheckpoint>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let note = desk.service()?.checkpoint()?;
        let Some(path) = dialog::place_for(&app, "Save the checkpoint", &note.name) else {
            return Ok(None);
        };
        app::write_bytes(&path, note.text.as_bytes())?;
        Ok(Some(SavedCheckpoint {
            path: path.display().to_string(),
            records: note.records,
            key: note.key,
        }))
    })
    .await
}

/// Asks where to and writes a request for a time stamp of the trail as it is; none when the person
/// closes the dialog.
#[tauri::command]
pub async fn request_stamp(app: AppHandle, desk: State<'_, Desk>) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let request = desk.service()?.stamp_request()?;
        let title = "Save the request for a time stamp";
        let Some(path) = dialog::place_for(&app, title, &request.name) else {
            return Ok(None);
        };
        app::write_bytes(&path, &request.bytes)?;
        Ok(Some(path.display().to_string()))
    })
    .await
}

/// Asks for the answer of an authority and for its certificate, and attaches the time stamp; none when
/// the person closes one of the dialogs.
#[tauri::command]
pub async fn attach_stamp(app: AppHandle, desk: State<'_, Desk>) -> Reply<Option<Attached>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let answer = dialog::any_file(&app, "Choose the answer of the authority", ANSWERS);
        let Some(answer) = answer else {
            return Ok(None);
        };
        let title = "Choose the certificate of the authority";
        let Some(certificate) = dialog::any_file(&app, title, CERTIFICATES) else {
            return Ok(None);
        };
        Ok(Some(desk.service()?.attach_stamp(&answer, &certificate)?))
    })
    .await
}
