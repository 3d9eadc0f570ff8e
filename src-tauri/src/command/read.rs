//! Documents: import, list, read, metadata, remove.

use super::desk::{Desk, aside, blocking};
use super::dialog;
use crate::failure::{Failure, Reply};
use crate::sample;
use crate::service::Service;
use crate::wire::{ImportProgress, MetadataRules, Sample};
use app::{DocumentSummary, FoundLine, Line, Outline, Work};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tauri::ipc::{Channel, Response};
use tauri::{AppHandle, State};

#[tauri::command]
pub async fn list_documents(desk: State<'_, Desk>) -> Reply<Vec<DocumentSummary>> {
    aside(desk, Service::list_documents).await
}

#[tauri::command]
pub async fn document_detail(desk: State<'_, Desk>, id: String) -> Reply<Outline> {
    aside(desk, move |service| service.document_detail(&id)).await
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
pub async fn search_document(desk: State<'_, Desk>, id: String, words: String) -> Reply<Vec<Line>> {
    aside(desk, move |service| service.search_document(&id, &words)).await
}

/// Searches all documents; a hit is a line to open.
#[tauri::command]
pub async fn search_documents(
    desk: State<'_, Desk>,
    words: String,
    limit: u32,
) -> Reply<Vec<FoundLine>> {
    aside(desk, move |service| service.search_documents(&words, limit)).await
}

/// Makes what search by meaning needs of documents that were imported; ends with the kind
/// `cancelled` after [`cancel_embed`].
#[tauri::command]
pub async fn embed_documents(desk: State<'_, Desk>, on_progress: Channel<Work>) -> Reply<bool> {
    aside(desk, move |service| {
        service.embed_documents(&mut |progress| drop(on_progress.send(progress)))
    })
    .await
}

/// Ends [`embed_documents`]; what was made stays.
#[tauri::command]
pub async fn cancel_embed(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel_embed();
        Ok(())
    })
    .await
}

/// The picture crosses as bytes, not as JSON.
#[tauri::command]
pub async fn page_picture(
    desk: State<'_, Desk>,
    id: String,
    page: u32,
    scale: f32,
) -> Reply<Response> {
    let png = aside(desk, move |service| service.page_picture(&id, page, scale)).await?;
    Ok(Response::new(png))
}

/// Opens the system's file dialog; empty when the person closes it.
#[tauri::command]
pub async fn choose_documents(app: AppHandle, desk: State<'_, Desk>) -> Reply<Vec<PathBuf>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let kind = ("Documents", app::READABLE_ENDINGS.as_slice());
        let files = dialog::files(&app, "Import documents", kind);
        desk.given().add(&files);
        Ok(files)
    })
    .await
}

/// As [`choose_documents`], for a folder.
#[tauri::command]
pub async fn choose_folder(app: AppHandle, desk: State<'_, Desk>) -> Reply<Vec<PathBuf>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let folder: Vec<PathBuf> = dialog::folder(&app, "Import a folder")
            .into_iter()
            .collect();
        desk.given().add(&folder);
        Ok(folder)
    })
    .await
}

/// Imports what a person gave, and nothing that only the page names.
#[tauri::command]
pub async fn import_documents(
    desk: State<'_, Desk>,
    paths: Vec<PathBuf>,
    metadata: BTreeMap<String, String>,
    on_progress: Channel<ImportProgress>,
) -> Reply<()> {
    desk.given().check(&paths)?;
    aside(desk, move |service| {
        // A page that went away cannot be told; the import goes on.
        let mut tell = |news| drop(on_progress.send(news));
        service.import_documents(&paths, &metadata, &mut tell)
    })
    .await
}

#[tauri::command]
pub async fn metadata_rules(desk: State<'_, Desk>) -> Reply<MetadataRules> {
    aside(desk, Service::metadata_rules).await
}

/// Says something of a document by key; null takes a key back.
#[tauri::command]
pub async fn set_metadata(
    desk: State<'_, Desk>,
    id: String,
    metadata: BTreeMap<String, Option<String>>,
) -> Reply<DocumentSummary> {
    aside(desk, move |service| service.set_metadata(&id, &metadata)).await
}

/// Gives a document a tag, or takes it away.
#[tauri::command]
pub async fn set_tag(
    desk: State<'_, Desk>,
    id: String,
    tag: String,
    on: bool,
) -> Reply<DocumentSummary> {
    aside(desk, move |service| service.set_tag(&id, &tag, on)).await
}

#[tauri::command]
pub async fn cancel_import(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel_import();
        Ok(())
    })
    .await
}

#[tauri::command]
pub async fn remove_document(desk: State<'_, Desk>, id: String) -> Reply<()> {
    aside(desk, move |service| service.remove_document(&id)).await
}

#[tauri::command]
pub async fn restore_document(desk: State<'_, Desk>, id: String) -> Reply<DocumentSummary> {
    aside(desk, move |service| service.restore_document(&id)).await
}

/// Asks in a native dialog, and erases; `cancelled` where the person does not want it.
#[tauri::command]
pub async fn erase_document(app: AppHandle, desk: State<'_, Desk>, id: String) -> Reply<()> {
    aside(desk, move |service| {
        let title = service.name_of(&id)?;
        if !dialog::may_erase(&app, &title) {
            return Err(Failure::new("cancelled", "Nothing was erased.", ""));
        }
        service.erase_document(&id)
    })
    .await
}

#[tauri::command]
pub async fn sample_document(desk: State<'_, Desk>) -> Reply<Sample> {
    let given = desk.inner().clone();
    aside(desk, move |service| {
        let sample = sample::write(service.data_directory())?;
        given.given().add(&[PathBuf::from(&sample.path)]);
        Ok(sample)
    })
    .await
}

/// Files the program was started with, the first time it is asked.
#[tauri::command]
pub async fn opened_at_start(desk: State<'_, Desk>) -> Reply<Vec<PathBuf>> {
    Ok(desk.take_opened())
}
