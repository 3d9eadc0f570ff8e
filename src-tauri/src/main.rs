//! The window: Tauri commands over the service that the command line uses.
//!
//! ```text
//! ui/ --IPC--> command --> service (the seam to `app`)
//! ```
//!
//! Nothing is decided here. A [`command`] takes its arguments off the wire,
//! calls one function of the [`service`] on a thread of its own, so that the
//! window never waits, and hands the result or a [`failure::Failure`] back.
//! What crosses the wire is written down twice, in `service.rs` and in
//! `ui/src/backend/contract.ts`.
//!
//! Deliberately absent: shell, file-system, HTTP and updater plugins, a
//! permission beyond Tauri's own `core:default`, and any address but this
//! program's own in the content policy (`tauri.conf.json`). Files are chosen
//! in a native dialog opened by Rust, so the page needs no right to open one.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod command;
mod failure;
mod sample;
mod service;

fn main() {
    if let Some(code) = service::serve_as_worker() {
        std::process::exit(code);
    }
    let run = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .manage(command::Desk::default())
        .invoke_handler(tauri::generate_handler![
            command::list_documents,
            command::import_document,
            command::choose_documents,
            command::document_lines,
            command::sample_document,
            command::answer_types,
            command::ask,
            command::cancel_ask,
            command::verify_audit,
        ])
        .run(tauri::generate_context!());
    if let Err(error) = run {
        eprintln!("error: the window could not be opened: {error}");
        eprintln!("hint: a display is needed; `attest` does the same work on the command line");
        std::process::exit(3);
    }
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
        assert_eq!(words, ["ipc:", "http://ipc.localhost", "data:"]);
        assert!(
            policy.starts_with("default-src 'self';")
                && !policy.contains("unsafe-eval")
                && !policy.contains('*')
        );
        assert_eq!(settings["app"]["withGlobalTauri"], json!(false));
    }
}
