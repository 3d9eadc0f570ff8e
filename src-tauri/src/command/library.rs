//! Answer types, models, settings.

use super::desk::{Desk, aside, blocking};
use super::dialog;
use crate::failure::{Failure, Reply};
use crate::place;
use crate::service::Service;
use crate::wire::{
    AnswerType, AnswerTypeDetail, CompiledSchema, InstanceVerdict, Machine, ModelSummary,
    Whitespace,
};
use app::diagnose::Check;
use app::{Administered, ModelFit, ModelSpeed, Settings, Work};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

#[tauri::command]
pub async fn answer_types(desk: State<'_, Desk>) -> Reply<Vec<AnswerType>> {
    aside(desk, Service::answer_types).await
}

#[tauri::command]
pub async fn answer_type_detail(desk: State<'_, Desk>, name: String) -> Reply<AnswerTypeDetail> {
    aside(desk, move |service| service.answer_type_detail(&name)).await
}

#[tauri::command]
pub async fn compile_schema(
    desk: State<'_, Desk>,
    schema: String,
    whitespace: Whitespace,
) -> Reply<CompiledSchema> {
    aside(desk, move |_| Service::compile_schema(&schema, whitespace)).await
}

#[tauri::command]
pub async fn test_instance(
    desk: State<'_, Desk>,
    schema: String,
    whitespace: Whitespace,
    instance: String,
) -> Reply<InstanceVerdict> {
    aside(desk, move |_| {
        Service::test_instance(&schema, whitespace, &instance)
    })
    .await
}

#[tauri::command]
pub async fn save_answer_type(
    desk: State<'_, Desk>,
    name: String,
    schema: String,
) -> Reply<AnswerType> {
    aside(desk, move |service| {
        service.save_answer_type(&name, &schema)
    })
    .await
}

#[tauri::command]
pub async fn remove_answer_type(desk: State<'_, Desk>, name: String) -> Reply<()> {
    aside(desk, move |service| service.remove_answer_type(&name)).await
}

#[tauri::command]
pub async fn list_models(desk: State<'_, Desk>) -> Reply<Vec<ModelSummary>> {
    aside(desk, Service::list_models).await
}

#[tauri::command]
pub async fn model_fit(desk: State<'_, Desk>, name: String) -> Reply<ModelFit> {
    aside(desk, move |service| service.model_fit(&name)).await
}

#[tauri::command]
pub async fn check_model(
    desk: State<'_, Desk>,
    name: String,
    on_progress: Channel<Work>,
) -> Reply<Check> {
    aside(desk, move |service| {
        // A page that went away cannot be told; the check goes on.
        service.check_model(&name, &mut |progress| drop(on_progress.send(progress)))
    })
    .await
}

#[tauri::command]
pub async fn bench_model(
    desk: State<'_, Desk>,
    name: String,
    on_progress: Channel<Work>,
) -> Reply<ModelSpeed> {
    aside(desk, move |service| {
        service.bench_model(&name, &mut |progress| drop(on_progress.send(progress)))
    })
    .await
}

#[tauri::command]
pub async fn cancel_trial(desk: State<'_, Desk>, name: String) -> Reply<()> {
    aside(desk, move |service| {
        service.cancel_trial(&name);
        Ok(())
    })
    .await
}

/// Asks for a GGUF file and registers it; none when the person closes the
/// dialog.
#[tauri::command]
pub async fn add_model(
    app: AppHandle,
    desk: State<'_, Desk>,
    on_progress: Channel<Work>,
) -> Reply<Option<ModelSummary>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let kind = ("Models (GGUF)", ["gguf"].as_slice());
        let Some(path) = dialog::file(&app, "Add a model", kind) else {
            return Ok(None);
        };
        let mut tell = |progress| drop(on_progress.send(progress));
        Ok(Some(desk.service()?.add_model(&path, &mut tell)?))
    })
    .await
}

#[tauri::command]
pub async fn cancel_add_model(desk: State<'_, Desk>) -> Reply<()> {
    aside(desk, |service| {
        service.cancel_add_model();
        Ok(())
    })
    .await
}

#[tauri::command]
pub async fn settings(desk: State<'_, Desk>) -> Reply<Settings> {
    aside(desk, Service::settings).await
}

#[tauri::command]
pub async fn administered(desk: State<'_, Desk>) -> Reply<Option<Administered>> {
    aside(desk, Service::administered).await
}

/// Keeps what the person sets. Other threads and layers take hold with the next question.
#[tauri::command]
pub async fn change_settings(desk: State<'_, Desk>, settings: Settings) -> Reply<()> {
    let desk = desk.inner().clone();
    blocking(move || {
        let service = desk.service()?;
        let before = service.settings()?;
        let named = [&settings.policy_file, &settings.rates_file];
        let kept = [&before.policy_file, &before.rates_file];
        let new = named
            .into_iter()
            .filter(|path| !kept.contains(path))
            .flatten();
        desk.given().check(&new.cloned().collect::<Vec<_>>())?;
        service.change_settings(&settings)?;
        let now = service.settings()?;
        if (before.threads, before.gpu_layers) != (now.threads, now.gpu_layers) {
            desk.reopen();
        }
        Ok(())
    })
    .await
}

#[tauri::command]
pub async fn machine(desk: State<'_, Desk>) -> Reply<Machine> {
    aside(desk, |service| Ok(service.machine())).await
}

#[tauri::command]
pub async fn checks(desk: State<'_, Desk>) -> Reply<Vec<Check>> {
    aside(desk, |service| Ok(service.checks())).await
}

/// Asks for a file of this kind; none when the person closes the dialog.
#[tauri::command]
pub async fn choose_file(
    app: AppHandle,
    desk: State<'_, Desk>,
    kind: String,
) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    let title = match kind.as_str() {
        "policy" => "Choose a policy",
        "rates" => "Choose exchange rates",
        _ => return Err(Failure::new("input", "There is no such kind of file.", "")),
    };
    blocking(move || {
        let file = dialog::file(&app, title, ("TOML", &["toml"]));
        desk.given().add(file.as_slice());
        Ok(file.map(|path| path.display().to_string()))
    })
    .await
}

/// Asks where documents and records are to lie, and starts the program again
/// there; none when the person closes the dialog.
#[tauri::command]
pub async fn choose_data_directory(app: AppHandle, desk: State<'_, Desk>) -> Reply<Option<String>> {
    let desk = desk.inner().clone();
    blocking(move || {
        let Some(folder) = dialog::folder(&app, "Choose the data directory") else {
            return Ok(None);
        };
        place::choose(&folder)?;
        desk.start_again(&app);
        Ok(Some(folder.display().to_string()))
    })
    .await
}
