//! The window: Tauri commands over the service that the command line uses.
//!
//! ```text
//! ui/ --IPC--> command --> service (the seam to `app`)
//! ```
//!
//! Nothing is decided here. A [`command`] takes its arguments off the wire,
//! calls one function of the [`service`] on a thread of its own, so that the
//! window never waits, and hands the result or a [`failure::Failure`] back.
//! What crosses the wire is written down in [`wire`]; the page's half of it,
//! `ui/src/backend/wire.ts`, is generated from there.
//!
//! Deliberately absent: shell, file-system, HTTP and updater plugins, a
//! permission beyond Tauri's own `core:default`, and any address but this
//! program's own in the content policy (`tauri.conf.json`). Files are chosen
//! in a native dialog opened by Rust, so the page needs no right to open one.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod command;
mod failure;
mod given;
mod instance;
mod place;
mod sample;
mod service;
#[cfg(unix)]
mod sharing;
mod wire;

use instance::Start;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::Command;
use tauri::{DragDropEvent, Emitter, Manager, WindowEvent};

fn main() {
    app::leave_no_image();
    // WebKit's processes inherit it.
    match remote_control() {
        Some(port) => app::raise_wall_with_doors(&[port]),
        None => app::raise_wall(),
    }
    if let Some(why) = app::processor::refusal() {
        eprintln!("error: {why}");
        std::process::exit(3);
    }
    if let Some(code) = service::serve_as_worker() {
        std::process::exit(code);
    }
    let opened = files_in(std::env::args().skip(1), Path::new("."));
    let directory = place::data_directory().ok();
    let started = directory
        .as_deref()
        .map(|directory| instance::start(directory, &opened));
    // Kept to the end: letting go of it lets another window in.
    let held = match started {
        Some(Start::Second) => return,
        Some(Start::First(held)) => held,
        None => None,
    };
    let word = held.as_ref().map(|held| held.word.clone());
    let desk = command::Desk::with(opened);
    // The window that holds the data directory answers there.
    #[cfg(unix)]
    let sharing = directory
        .as_deref()
        .filter(|_| held.is_some())
        .and_then(|directory| {
            let desk = desk.clone();
            sharing::share(directory, move || desk.service())
        });
    let (opening, dropped) = (desk.clone(), desk.clone());
    let builder = tauri::Builder::default()
        .setup(move |app| {
            let app = app.handle().clone();
            if let (Some(directory), Some(word)) = (directory, word) {
                let asking = app.clone();
                instance::watch(
                    directory,
                    word,
                    move |files| command::may_open(&asking, files),
                    move |files| come_forward(&app, &opening, files),
                );
            }
            Ok(())
        })
        // Before the page hears of it: what it asks for then is known to be given.
        .on_window_event(move |_, event| {
            if let WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) = event {
                dropped.given().add(paths);
            }
        })
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .manage(desk.clone())
        .invoke_handler(tauri::generate_handler![
            command::list_documents,
            command::document_detail,
            command::document_lines,
            command::search_document,
            command::search_documents,
            command::embed_documents,
            command::cancel_embed,
            command::page_picture,
            command::choose_documents,
            command::choose_folder,
            command::import_documents,
            command::cancel_import,
            command::metadata_rules,
            command::set_metadata,
            command::set_tag,
            command::remove_document,
            command::restore_document,
            command::erase_document,
            command::sample_document,
            command::opened_at_start,
            command::parse_question,
            command::pace,
            command::ask,
            command::cancel_ask,
            command::history,
            command::outcome,
            command::explain,
            command::evidence_report,
            command::save_report,
            command::save_pack,
            command::answer_types,
            command::answer_type_detail,
            command::compile_schema,
            command::test_instance,
            command::save_answer_type,
            command::remove_answer_type,
            command::list_models,
            command::model_fit,
            command::check_model,
            command::bench_model,
            command::cancel_trial,
            command::add_model,
            command::cancel_add_model,
            command::keeping,
            command::hold,
            command::release,
            command::set_retention,
            command::apply_retention,
            command::list_records,
            command::record_detail,
            command::verify_audit,
            command::cancel_verify,
            command::export_audit,
            command::back_up,
            command::back_up_sealed,
            command::key_files,
            command::forget_keys,
            command::export_vault,
            command::save_checkpoint,
            command::request_stamp,
            command::attach_stamp,
            command::replay,
            command::cancel_replay,
            command::is_locked,
            command::is_encrypted,
            command::unlock,
            command::is_in_keyring,
            command::unlock_by_keyring,
            command::lock,
            command::settings,
            command::administered,
            command::change_settings,
            command::machine,
            command::checks,
            command::choose_file,
            command::choose_data_directory,
            command::question_sets,
            command::question_set,
            command::choose_questions,
            command::list_tables,
            command::keep_table,
            command::remove_table,
            command::table,
            command::table_cell,
            command::run_table,
            command::pause_table,
            command::cancel_table,
            command::export_table,
            command::review_queue,
            command::review,
            command::standing,
            command::list_collections,
            command::collect,
            command::uncollect,
            command::rename_collection,
            command::delete_collection,
            command::set_collection_questions,
            command::collection_questions,
            command::choose_comparison,
            command::choose_cases,
            command::choose_comparison_folder,
            command::reviewed_cases,
            command::compare,
            command::cancel_compare,
            command::blind_state,
            command::decide,
            command::comparison,
            command::choose_watched_folder,
            command::stop_watching,
            command::watch_folders,
            command::pause_watching,
        ]);
    let code = match built(builder) {
        Ok(app) => app.run_return(|_, _| {}),
        Err(error) => {
            eprintln!("error: the window could not be opened: {error}");
            eprintln!("hint: a display is needed; `attest` does the same work on the command line");
            3
        }
    };
    #[cfg(unix)]
    if let Some(sharing) = sharing {
        sharing.end();
    }
    if let Err(failure) = desk.close() {
        eprintln!("error: {}", failure.message);
        eprintln!("hint: {}", failure.help);
    }
    drop(held);
    if desk.restarts() {
        start_again();
    }
    std::process::exit(code);
}

/// The port at which a test works in the window, as Tauri and `WebKit` are told by their own
/// variables. Whoever sets the variables of this program may do what this person may.
fn remote_control() -> Option<u16> {
    let is_on = std::env::var("TAURI_WEBVIEW_AUTOMATION").is_ok_and(|value| value == "true");
    let address = std::env::var("WEBKIT_INSPECTOR_SERVER").ok()?;
    let (_, port) = address.rsplit_once(':')?;
    port.parse().ok().filter(|_| is_on)
}

/// Starts the program anew, without arguments: its files have been opened.
fn start_again() {
    let started = std::env::current_exe().and_then(|program| Command::new(program).spawn());
    if let Err(error) = started {
        eprintln!("error: the program could not be started again: {error}");
    }
}

/// The window, before it is shown. Where there is no display, the toolkit below panics: that is
/// told as any other error.
fn built(builder: tauri::Builder<tauri::Wry>) -> Result<tauri::App, String> {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let building = AssertUnwindSafe(|| builder.build(tauri::generate_context!()));
    let built = std::panic::catch_unwind(building);
    std::panic::set_hook(told);
    match built {
        Ok(built) => built.map_err(|error| error.to_string()),
        Err(_) => Err("there is no display".to_owned()),
    }
}

/// Shows the window and what a second start handed over.
fn come_forward(app: &tauri::AppHandle, desk: &command::Desk, files: Vec<PathBuf>) {
    desk.given().add(&files);
    // A page that is not there any more has no use for them.
    drop(app.emit("opened", files));
    if let Some(window) = app.get_webview_window("main") {
        drop(window.unminimize());
        drop(window.set_focus());
    }
}

/// Arguments that name files or folders, seen from a folder.
fn files_in(arguments: impl Iterator<Item = String>, folder: &Path) -> Vec<PathBuf> {
    arguments
        .map(|argument| folder.join(argument))
        .filter_map(|path| path.canonicalize().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    #[test]
    fn the_page_may_call_and_listen_and_nothing_else() {
        let capability: Value =
            serde_json::from_str(include_str!("../capabilities/main.json")).unwrap();
        assert_eq!(capability["permissions"], json!(["core:default"]));
        assert_eq!(capability["windows"], json!(["main"]));
    }

    #[test]
    fn the_content_policy_names_this_program_only() {
        let settings: Value = serde_json::from_str(include_str!("../tauri.conf.json")).unwrap();
        let policy = settings["app"]["security"]["csp"].as_str().unwrap();
        let words: Vec<&str> = policy
            .split([' ', ';'])
            .filter(|word| word.contains(':'))
            .collect();
        assert_eq!(words, ["ipc:", "http://ipc.localhost", "blob:", "data:"]);
        assert!(
            policy.starts_with("default-src 'self';")
                && !policy.contains("unsafe-eval")
                && !policy.contains('*')
        );
        assert_eq!(settings["app"]["withGlobalTauri"], json!(false));
    }
}
