//! The command line: arguments in, service calls, text or JSON out.
//!
//! `attest` is [`attest`] and nothing else. [`batch`] is its command of that name for
//! `attest-remote`, which asks servers in place of a model of this machine and does all
//! else as `attest` does.
//!
//! Data goes to standard output, everything else to standard error. Exit
//! codes: 0 done (refusals and "not found" are answers too), 1 the check said
//! no, 2 usage or bad input, 3 failed.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the program that prints"
)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arguments;
mod collection_text;
mod command;
mod exit;
mod global;
mod interrupt;
mod passphrase;
mod plain;
mod record_text;
mod terminal;
mod text;

pub use arguments::{Batch, Common, Numbers};
pub use exit::report;

use app::{AnswerServers, AppError};
use arguments::{Arguments, Command};
use clap::Parser;
use exit::FAILED;
use global::Global;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs `attest` with the arguments of this process.
pub fn attest() -> ExitCode {
    app::leave_no_image();
    app::raise_wall();
    if let Some(code) = refused() {
        return code;
    }
    // The workers speak a protocol on their streams: they are told apart
    // before any argument parsing.
    let first = std::env::args_os().nth(1).unwrap_or_default();
    if let Some(code) = app::serve_worker(&first) {
        return ExitCode::from(u8::try_from(code).unwrap_or(FAILED));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error),
    };
    let as_json = arguments.common.json;
    match run(arguments) {
        Ok(code) => ExitCode::from(code),
        Err(error) => ExitCode::from(report(&error, as_json)),
    }
}

/// Says why this program cannot run on this processor, where it cannot.
fn refused() -> Option<ExitCode> {
    let why = app::processor::refusal()?;
    plain::say(&format!("error: {why}"));
    Some(ExitCode::from(FAILED))
}

/// Runs `attest batch` with servers in place of a model of this machine.
///
/// The wall stands already, with a door for these servers alone.
pub fn batch(common: &Common, batch: Batch, servers: Arc<dyn AnswerServers>) -> ExitCode {
    let global = Global::new(common);
    if let Some(code) = refused() {
        return code;
    }
    match command::batch::run(&global, batch, Some(servers)) {
        Ok(code) => ExitCode::from(code),
        Err(error) => ExitCode::from(report(&error, common.json)),
    }
}

/// Whether a command asks the keyring, whatever opens the vault.
fn asks_keyring(command: &Command) -> bool {
    match command {
        Command::Doctor(_) => true,
        Command::Vault(vault) => vault.asks_keyring(),
        _ => false,
    }
}

fn run(arguments: Arguments) -> Result<u8, AppError> {
    let global = Global::new(&arguments.common);
    // These meet another process of the same person; `asked` shuts the wall when it has.
    let meets = matches!(
        arguments.command,
        Command::Ask(_) | Command::VerifyAnswer(_) | Command::Serve(_)
    );
    if !meets && !asks_keyring(&arguments.command) {
        global.shut_wall();
    }
    match arguments.command {
        Command::Ask(ask) => command::ask::run(&global, *ask),
        Command::VerifyAnswer(given) => command::ask::verify(&global, given),
        Command::Batch(batch) => command::batch::run(&global, batch, None),
        Command::Questions(given) => command::questions::run(&global, given),
        Command::Docs(docs) => command::docs::run(&global, docs),
        Command::Search(search) => command::docs::search(&global, &search),
        Command::Grammar(grammar) => command::grammar::run(&global, grammar),
        Command::Generate(given) => command::generate::run(&global, &given),
        Command::Contracts(contracts) => command::contracts::run(&global, contracts),
        Command::Models(models) => command::models::run(&global, models),
        Command::Eval(eval) => command::eval::run(&global, eval),
        Command::Bench(given) => command::bench::run(&global, &given),
        Command::Compare(given) => command::compare::run(&global, *given),
        Command::Calibrate(given) => command::calibrate::run(&global, &given),
        Command::Review(given) => command::review::run(&global, given),
        Command::Audit(audit) => command::audit::run(&global, audit),
        Command::Vault(vault) => command::vault::run(&global, vault),
        Command::Key(key) => command::key::run(&global, key),
        Command::Serve(given) => command::serve::run(&global, &given),
        Command::Doctor(given) => command::doctor::run(&global, &given),
        Command::Help { words } => command::help::run(&global, &words),
        Command::Manual { share } => command::manual::run(&global, &share),
    }
}
