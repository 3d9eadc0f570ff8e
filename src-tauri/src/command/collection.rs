//! Collections of documents.

use super::desk::{Desk, aside, blocking};
use super::dialog;
use crate::failure::Reply;
use crate::service::Service;
use crate::wire::{QuestionsRead, WatchNews};
use app::Collection;
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

#[tauri::command]
pub async fn list_collections(desk: State<'_, Desk>) -> Reply<Vec<Collection>> {
    aside(desk, Service::collections).await
}

#[tauri::command]
pub async fn collect(desk: State<'_, Desk>, name: String, ids: Vec<String>) -> Reply<Collection> {
    aside(desk, move |service| service.collect(&name, &ids)).await
}

#[tauri::command]
pub async fn uncollect(desk: State<'_, Desk>, name: String, ids: Vec<String>) -> Reply<Collection> {
    aside(desk, move |service| service.uncollect(&name, &ids)).await
}

#[tauri::command]
pub async fn rename_collection(
    desk: State<'_, Desk>,
    name: String,
    new_name: String,
) -> Reply<Collection> {
    aside(desk, move |service| {
        service.rename_collection(&name, &new_name)
    })
    .await
}

#[tauri::command]
pub async fn delete_collection(desk: State<'_, Desk>, name: String) -> Reply<()> {
    aside(desk, move |service| service.delete_collection(&name)).await
}

#[tauri::command]
pub async fn set_collection_questions(
    desk: State<'_, Desk>,
    name: String,
    set: Option<String>,
) -> Reply<Collection> {
    aside(desk, move |service| {
        service.set_collection_questions(&name, set.as_deref())
    })
    .await
}

#[tauri::command]
pub async fn collection_questions(
    desk: State<'_, Desk>,
    name: String,
) -> Reply<Option<QuestionsRead>> {
    aside(desk, move |service| service.collection_questions(&name)).await
}

/// Asks for a folder and watches it for a collection; none when the person closes the dialog. The
/// page names no folder here.
#[tauri::command]
pub async fn choose_watched_folder(
    app: AppHandle,
    desk: State<'_, Desk>,
    name: String,
) -> Reply<Option<Collection>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let folder = dialog::folder(&app, "Watch a folder");
        let watched = |folder| desk.service()?.watch_folder(&name, Some(folder));
        folder.as_deref().map(watched).transpose()
    })
    .await
}

#[tauri::command]
pub async fn stop_watching(desk: State<'_, Desk>, name: String) -> Reply<Collection> {
    aside(desk, move |service| service.watch_folder(&name, None)).await
}

/// Watches the folders of collections until [`pause_watching`], or until the page begins anew.
#[tauri::command]
pub async fn watch_folders(desk: State<'_, Desk>, on_news: Channel<WatchNews>) -> Reply<()> {
    aside(desk, move |service| {
        service.watch_folders(&mut |news| drop(on_news.send(news)))
    })
    .await
}

#[tauri::command]
pub async fn pause_watching(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.pause_watching();
        Ok(())
    })
    .await
}
