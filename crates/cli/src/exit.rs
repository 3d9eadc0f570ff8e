//! Exit codes, and how an error is told.

use app::{AppError, Class};
use serde_json::json;

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
        eprintln!("{value}");
    } else {
        eprintln!("error: {error}");
        eprintln!("hint: {}", error.help());
    }
    match error.class() {
        Class::BadInput => BAD_INPUT,
        Class::Failed => FAILED,
    }
}
