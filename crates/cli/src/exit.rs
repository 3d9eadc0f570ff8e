//! Exit codes, and how an error is told.

use crate::plain::{plain_json, say};
use app::{AppError, Class};
use serde_json::json;
use std::process::ExitCode;

/// The check said no.
pub const REFUSED: u8 = 1;
const BAD_INPUT: u8 = 2;
/// It failed.
pub const FAILED: u8 = 3;

/// Errors go to standard error; with `--json` each as one JSON value. Returns
/// the exit code.
pub fn report(error: &AppError, as_json: bool) -> u8 {
    tracing::error!(name: "program.error", target: "attest", error = error.kind());
    if as_json {
        let value = json!({ "error": { "kind": error.kind(), "message": error.to_string(), "help": error.help() } });
        say(&plain_json(&value.to_string()));
    } else {
        say(&format!("error: {error}"));
        say(&format!("hint: {}", error.help()));
    }
    match error.class() {
        Class::BadInput => BAD_INPUT,
        Class::Failed => FAILED,
    }
}

/// What is wrong with the arguments, or the help that was asked for. Arguments may be names of
/// files that somebody else chose.
pub fn usage(error: &clap::Error) -> ExitCode {
    let is_plain = |argument: std::ffi::OsString| {
        let argument = argument.to_string_lossy();
        !argument.contains(char::is_control)
    };
    if std::env::args_os().all(is_plain) {
        error.exit();
    }
    say(error.render().to_string().trim_end());
    ExitCode::from(BAD_INPUT)
}
