//! An encrypted vault: whether its passphrase is asked for, giving it, and locking it again.

use super::desk::{Desk, blocking};
use crate::failure::Reply;
use tauri::State;

#[tauri::command]
pub async fn is_locked(desk: State<'_, Desk>) -> Reply<bool> {
    let desk = desk.inner().clone();
    blocking(move || desk.is_locked()).await
}

/// Asked beside [`is_locked`]: a page that was reloaded finds the vault open, and has it lock itself
/// all the same.
#[tauri::command]
pub async fn is_encrypted(desk: State<'_, Desk>) -> Reply<bool> {
    let desk = desk.inner().clone();
    blocking(move || desk.is_encrypted()).await
}

/// Whether the system's keyring opens the vault, beside its passphrase.
#[tauri::command]
pub async fn is_in_keyring() -> Reply<bool> {
    blocking(Desk::is_in_keyring).await
}

/// Opens the vault by the keyring, which may ask the person for its own password.
#[tauri::command]
pub async fn unlock_by_keyring(desk: State<'_, Desk>) -> Reply<()> {
    let desk = desk.inner().clone();
    blocking(move || desk.unlock_by_keyring()).await
}

#[tauri::command]
pub async fn lock(desk: State<'_, Desk>) -> Reply<()> {
    let desk = desk.inner().clone();
    blocking(move || desk.lock()).await
}

/// The words are overwritten when the key was made of them; copies that the web view and its
/// messages made are out of reach.
#[tauri::command]
pub async fn unlock(desk: State<'_, Desk>, passphrase: String) -> Reply<()> {
    let (desk, passphrase) = (desk.inner().clone(), app::Passphrase::new(passphrase));
    blocking(move || desk.unlock(&passphrase)).await
}
