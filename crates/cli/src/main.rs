//! `attest`: arguments in, service calls, text or JSON out.
//!
//! Data goes to standard output, everything else to standard error. Exit
//! codes: 0 done (refusals and "not found" are answers too), 1 the check said
//! no, 2 usage or bad input, 3 failed.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the program that prints"
)]

mod arguments;
mod command;
mod text;

use app::{AppError, Class};
use arguments::{Arguments, Command};
use clap::Parser;
use serde_json::json;
use std::process::ExitCode;

/// The check said no.
pub(crate) const REFUSED: u8 = 1;
const BAD_INPUT: u8 = 2;
pub(crate) const FAILED: u8 = 3;

fn main() -> ExitCode {
    // The workers speak a protocol on their streams: they are told apart
    // before any argument parsing.
    let first = std::env::args_os().nth(1).unwrap_or_default();
    if let Some(code) = app::serve_worker(&first) {
        return ExitCode::from(u8::try_from(code).unwrap_or(FAILED));
    }
    let arguments = Arguments::parse();
    let as_json = arguments.json;
    match run(arguments) {
        Ok(code) => ExitCode::from(code),
        Err(error) => ExitCode::from(report(&error, as_json)),
    }
}

/// Errors go to standard error; with `--json` each as one JSON value. Returns
/// the exit code.
pub(crate) fn report(error: &AppError, as_json: bool) -> u8 {
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

fn run(arguments: Arguments) -> Result<u8, AppError> {
    let global = command::Global::new(&arguments);
    match arguments.command {
        Command::Ask(ask) => command::ask::run(&global, *ask),
        Command::VerifyAnswer(given) => command::ask::verify(&global, given),
        Command::Batch(batch) => command::batch::run(&global, batch),
        Command::Docs(docs) => command::docs::run(&global, docs),
        Command::Search(search) => command::docs::search(&global, &search),
        Command::Grammar(grammar) => command::grammar::run(&global, grammar),
        Command::Contracts(contracts) => command::contracts::run(&global, contracts),
        Command::Models(models) => command::models::run(&global, models),
        Command::Eval(eval) => command::eval::run(&global, eval),
        Command::Calibrate(given) => command::calibrate::run(&global, &given),
        Command::Audit(audit) => command::audit::run(&global, audit),
        Command::Doctor => command::doctor::run(&global),
    }
}
