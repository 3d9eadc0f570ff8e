//! Tables and reviews.

use super::desk::{Desk, aside, blocking};
use super::dialog;
use crate::failure::{Failure, Reply};
use crate::service::Service;
use crate::wire::QuestionsRead;
use app::{
    NewReview, NewTable, QuestionSet, Queue, QueueRequest, Review, Standing, Table, TableCell,
    TableNews, TableSummary,
};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

#[tauri::command]
pub async fn question_sets(desk: State<'_, Desk>) -> Reply<Vec<QuestionSet>> {
    aside(desk, Service::question_sets).await
}

#[tauri::command]
pub async fn question_set(desk: State<'_, Desk>, name: String) -> Reply<QuestionsRead> {
    aside(desk, move |service| service.question_set(&name)).await
}

/// Asks for a file of questions; none when the person closes the dialog.
#[tauri::command]
pub async fn choose_questions(app: AppHandle) -> Reply<Option<QuestionsRead>> {
    blocking(move || {
        let kind = ("Questions", ["toml", "csv", "jsonl", "txt"].as_slice());
        let path = dialog::file(&app, "Choose questions", kind);
        path.map(|path| Service::questions_in(&path)).transpose()
    })
    .await
}

#[tauri::command]
pub async fn list_tables(desk: State<'_, Desk>) -> Reply<Vec<TableSummary>> {
    aside(desk, Service::tables).await
}

#[tauri::command]
pub async fn keep_table(
    desk: State<'_, Desk>,
    id: Option<String>,
    table: NewTable,
) -> Reply<TableSummary> {
    aside(desk, move |service| {
        service.keep_table(id.as_deref(), table)
    })
    .await
}

#[tauri::command]
pub async fn remove_table(desk: State<'_, Desk>, id: String) -> Reply<()> {
    aside(desk, move |service| service.remove_table(&id)).await
}

#[tauri::command]
pub async fn table(desk: State<'_, Desk>, id: String) -> Reply<Table> {
    aside(desk, move |service| service.table(&id)).await
}

#[tauri::command]
pub async fn table_cell(
    desk: State<'_, Desk>,
    id: String,
    row: u32,
    column: u32,
) -> Reply<Option<TableCell>> {
    aside(desk, move |service| service.table_cell(&id, (row, column))).await
}

#[tauri::command]
pub async fn run_table(
    desk: State<'_, Desk>,
    id: String,
    documents: Option<u32>,
    on_news: Channel<TableNews>,
) -> Reply<bool> {
    aside(desk, move |service| {
        // A page that went away cannot be told; cells are kept all the same.
        service.run_table(&id, documents, &mut |news| drop(on_news.send(news)))
    })
    .await
}

#[tauri::command]
pub async fn pause_table(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.pause_table();
        Ok(())
    })
    .await
}

#[tauri::command]
pub async fn cancel_table(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel_table();
        Ok(())
    })
    .await
}

/// Asks where to and writes a table in the form of this ending; none when the
/// person closes the dialog.
#[tauri::command]
pub async fn export_table(
    app: AppHandle,
    desk: State<'_, Desk>,
    id: String,
    ending: String,
) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    if !["csv", "xlsx", "parquet", "jsonl"].contains(&ending.as_str()) {
        return Err(Failure::new(
            "input",
            "There is no such form of a table.",
            "",
        ));
    }
    blocking(move || {
        let name = format!("table.{ending}");
        let Some(path) = dialog::place_for(&app, "Export the table", &name) else {
            return Ok(None);
        };
        desk.service()?.write_table(&id, &path)?;
        Ok(Some(path.display().to_string()))
    })
    .await
}

#[tauri::command]
pub async fn review_queue(desk: State<'_, Desk>, request: QueueRequest) -> Reply<Queue> {
    aside(desk, move |service| service.review_queue(&request)).await
}

#[tauri::command]
pub async fn review(desk: State<'_, Desk>, review: NewReview) -> Reply<Review> {
    aside(desk, move |service| service.review(&review)).await
}

#[tauri::command]
pub async fn standing(desk: State<'_, Desk>, answer_id: String) -> Reply<Standing> {
    aside(desk, move |service| service.standing(&answer_id)).await
}
