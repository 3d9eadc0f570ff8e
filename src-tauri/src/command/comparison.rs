//! Comparisons of models: started, opened, and decided blind.

use super::desk::{Desk, aside, blocking};
use super::dialog;
use crate::failure::Reply;
use crate::service::Service;
use crate::wire::{BlindState, CasesFile, ComparisonProgress, NewComparison, OpenedComparison};
use lab::compare::{CaseCount, Choice};
use std::path::PathBuf;
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

/// Asks for the folder of a comparison and reads it; none when the person closes the dialog.
#[tauri::command]
pub async fn choose_comparison(
    app: AppHandle,
    desk: State<'_, Desk>,
) -> Reply<Option<OpenedComparison>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let folder = dialog::folder(&app, "Open a comparison");
        desk.given().add(folder.as_slice());
        folder
            .map(|folder| Service::comparison_in(&folder))
            .transpose()
    })
    .await
}

/// Asks for a file of cases; none when the person closes the dialog.
#[tauri::command]
pub async fn choose_cases(app: AppHandle, desk: State<'_, Desk>) -> Reply<Option<CasesFile>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let kind = ("Cases (JSON Lines)", ["jsonl"].as_slice());
        let path = dialog::file(&app, "Choose cases", kind);
        desk.given().add(path.as_slice());
        path.map(|path| Service::cases_in(&path)).transpose()
    })
    .await
}

/// Asks where a comparison is to be kept; none when the person closes the dialog.
#[tauri::command]
pub async fn choose_comparison_folder(
    app: AppHandle,
    desk: State<'_, Desk>,
) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let folder = dialog::folder(&app, "Keep the comparison in");
        desk.given().add(folder.as_slice());
        Ok(folder.map(|folder| folder.display().to_string()))
    })
    .await
}

#[tauri::command]
pub async fn reviewed_cases(desk: State<'_, Desk>) -> Reply<CaseCount> {
    aside(desk, Service::reviewed_cases).await
}

/// Compares; none where it was cancelled. The folder and the file of cases are ones that a person
/// chose.
#[tauri::command]
pub async fn compare(
    desk: State<'_, Desk>,
    wanted: NewComparison,
    on_progress: Channel<ComparisonProgress>,
) -> Reply<Option<OpenedComparison>> {
    let named = wanted.cases_file.iter().chain([&wanted.folder]);
    let named: Vec<PathBuf> = named.map(PathBuf::from).collect();
    desk.given().check(&named)?;
    aside(desk, move |service| {
        // A page that went away cannot be told; answers are kept all the same.
        service.compare(wanted, &mut |news| drop(on_progress.send(news)))
    })
    .await
}

#[tauri::command]
pub async fn cancel_compare(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel_compare();
        Ok(())
    })
    .await
}

/// The next two answers of a comparison that a person chose, without names.
#[tauri::command]
pub async fn blind_state(desk: State<'_, Desk>, folder: PathBuf) -> Reply<BlindState> {
    desk.given().check(std::slice::from_ref(&folder))?;
    blocking(move || Service::blind_state(&folder)).await
}

#[tauri::command]
pub async fn decide(
    desk: State<'_, Desk>,
    folder: PathBuf,
    number: u32,
    choice: Choice,
) -> Reply<BlindState> {
    desk.given().check(std::slice::from_ref(&folder))?;
    blocking(move || Service::decide(&folder, number, choice)).await
}

/// A comparison that a person chose, read again.
#[tauri::command]
pub async fn comparison(desk: State<'_, Desk>, folder: PathBuf) -> Reply<OpenedComparison> {
    desk.given().check(std::slice::from_ref(&folder))?;
    blocking(move || Service::comparison_in(&folder)).await
}
