//! Collections of documents.

use super::desk::{Desk, aside};
use crate::failure::Reply;
use crate::service::Service;
use crate::wire::QuestionsRead;
use app::Collection;
use tauri::State;

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
