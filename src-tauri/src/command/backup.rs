//! Backups of the vault, and the key files of sealed ones. Places come from native dialogs alone.

use super::desk::{Desk, aside, blocking};
use super::dialog;
use crate::failure::{Failure, Reply};
use crate::service::Service;
use crate::wire::{KeyFile, SealedCopy};
use std::path::PathBuf;
use tauri::{AppHandle, State};

/// What a new key file is called, where the person writes nothing else.
const KEYS_NAME: &str = "attest-backup-keys.json";

/// Asks for a folder and copies the vault into a file in it; none when the person closes the dialog.
#[tauri::command]
pub async fn back_up(app: AppHandle, desk: State<'_, Desk>) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let Some(folder) = dialog::folder(&app, "Back up the vault into a folder") else {
            return Ok(None);
        };
        let made = desk.service()?.back_up(&folder)?;
        Ok(Some(made.display().to_string()))
    })
    .await
}

/// Asks for a folder, and where a new key file is to be made, and copies the vault sealed. A key file
/// that the page names is one that the vault has; it is not asked for then. None when the person closes
/// one of the dialogs.
#[tauri::command]
pub async fn back_up_sealed(
    app: AppHandle,
    desk: State<'_, Desk>,
    keys: Option<String>,
) -> Reply<Option<SealedCopy>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let known = keys
            .map(|keys| desk.service()?.known_key_file(PathBuf::from(keys)))
            .transpose()?;
        let Some(folder) = dialog::folder(&app, "Back up the vault, sealed, into a folder") else {
            return Ok(None);
        };
        let title = "Make the key file, elsewhere than the backup";
        let keys = known.or_else(|| dialog::place_for(&app, title, KEYS_NAME));
        let Some(keys) = keys else {
            return Ok(None);
        };
        Ok(Some(desk.service()?.back_up_sealed(&folder, &keys)?))
    })
    .await
}

/// The key files of sealed backups, after the keys of what was erased were destroyed where that can be
/// done now.
#[tauri::command]
pub async fn key_files(desk: State<'_, Desk>) -> Reply<Vec<KeyFile>> {
    aside(desk, Service::key_files).await
}

/// Asks in a native dialog: what is erased after a key file was forgotten stays open in its backups.
#[tauri::command]
pub async fn forget_keys(app: AppHandle, desk: State<'_, Desk>, path: String) -> Reply<()> {
    aside(desk, move |service| {
        let path = service.known_key_file(PathBuf::from(path))?;
        if !dialog::may_forget_keys(&app, &path) {
            return Err(Failure::new("cancelled", "Nothing was forgotten.", ""));
        }
        service.forget_keys(&path)
    })
    .await
}
