//! A finished comparison of models or settings.

use super::desk::blocking;
use super::dialog;
use crate::failure::Reply;
use crate::service::Service;
use crate::wire::OpenedComparison;
use tauri::AppHandle;

/// Asks for the folder of a comparison and reads it; none when the person closes the dialog. The
/// page names no path here.
#[tauri::command]
pub async fn choose_comparison(app: AppHandle) -> Reply<Option<OpenedComparison>> {
    blocking(move || {
        let folder = dialog::folder(&app, "Open a comparison");
        folder
            .map(|folder| Service::comparison_in(&folder))
            .transpose()
    })
    .await
}
