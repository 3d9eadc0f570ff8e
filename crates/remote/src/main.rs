//! `attest-remote`: structured output by a server that a person has listed.
//!
//! An executable of its own, so that the one that meets documents has no way to a network at all.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the program that prints"
)]

use app::{read_json, read_text, read_text_or_input};
use clap::{Parser, Subcommand};
use provider::{GenerationConfig, Provider, ProviderError};
use remote::{Key, Remote, RemoteError, Server, Servers};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Structured output by a server that stands in your file of servers.
#[derive(Parser)]
#[command(name = "attest-remote", version)]
struct Arguments {
    /// Print one JSON value instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generate a JSON value of a schema.
    #[command(long_about = "Generate a JSON value of a schema.\n\n\
            The server gets the prompt and the grammar of the schema, and the value is validated here. \
            Nothing is cited and nothing is recorded. Documents are no part of this program.")]
    Generate(Generate),
}

#[derive(clap::Args)]
struct Generate {
    /// The file of servers.
    #[arg(long, value_name = "FILE")]
    servers: PathBuf,
    /// The server's name in the file of servers.
    #[arg(long, value_name = "NAME")]
    server: String,
    /// The value's JSON Schema.
    #[arg(long, value_name = "FILE")]
    schema: PathBuf,
    /// What is asked for; `-`, and left out: standard input.
    #[arg(long, value_name = "FILE", default_value = "-")]
    prompt: PathBuf,
    /// Tokens of an output, at most.
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=65536))]
    max_tokens: u32,
    /// Outputs until one is valid, at most.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    max_attempts: u32,
}

/// What went wrong, as it is told.
struct Failure {
    kind: &'static str,
    message: String,
    help: String,
    code: u8,
}

/// Usage or bad input.
const BAD_INPUT: u8 = 2;
/// It failed.
const FAILED: u8 = 3;

fn main() -> ExitCode {
    app::leave_no_image();
    let arguments = Arguments::parse();
    let Command::Generate(given) = &arguments.command;
    match generate(given) {
        Ok(both) if arguments.json => println!("{both}"),
        Ok(both) => println!("{:#}", both["value"]),
        Err(failure) => return tell(&failure, arguments.json),
    }
    ExitCode::SUCCESS
}

fn generate(given: &Generate) -> Result<Value, Failure> {
    let (server, key) = listed(given)?;
    // From here on this process reaches one port, and no other.
    app::raise_wall_with_door(server.address.port());
    let schema = read_json(&given.schema)?;
    let prompt = read_text_or_input(&given.prompt)?;
    let config = GenerationConfig {
        max_output_tokens: given.max_tokens,
        max_attempts: given.max_attempts,
    };
    let mut remote = Remote::new(server, key, Box::new(std::thread::sleep));
    let (value, usage) = remote.generate_structured_output(&prompt, &schema, &config)?;
    Ok(json!({ "value": value, "usage": usage }))
}

/// The server of the given name, and its key.
fn listed(given: &Generate) -> Result<(Server, Option<Key>), Failure> {
    let servers = Servers::read(&read_text(&given.servers)?)?;
    let server = servers.find(&given.server)?.clone();
    let key = server.key_file.as_deref().map(key_from).transpose()?;
    Ok((server, key))
}

/// Reads a key that nobody but its owner can read.
fn key_from(path: &Path) -> Result<Key, Failure> {
    let wrong = |message: &str| Failure {
        kind: "key",
        message: format!("{}: {message}", path.display()),
        help: "the file holds the key alone, and its rights are 0600".into(),
        code: BAD_INPUT,
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let about = std::fs::metadata(path).map_err(|error| wrong(&error.to_string()))?;
        if about.permissions().mode() & 0o077 != 0 {
            return Err(wrong("others can read the key"));
        }
    }
    Key::read(&read_text(path)?).map_err(wrong)
}

fn tell(failure: &Failure, as_json: bool) -> ExitCode {
    let Failure {
        kind,
        message,
        help,
        code,
    } = failure;
    if as_json {
        eprintln!(
            "{}",
            json!({ "error": { "kind": kind, "message": message, "help": help } })
        );
    } else {
        eprintln!("error: {message}\nhint: {help}");
    }
    ExitCode::from(*code)
}

impl From<app::AppError> for Failure {
    fn from(error: app::AppError) -> Self {
        Failure {
            kind: error.kind(),
            message: error.to_string(),
            help: error.help(),
            code: BAD_INPUT,
        }
    }
}

impl From<RemoteError> for Failure {
    fn from(error: RemoteError) -> Self {
        Failure {
            kind: error.kind(),
            message: error.to_string(),
            help: error.help().into(),
            code: BAD_INPUT,
        }
    }
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        Failure {
            kind: error.kind(),
            message: error.to_string(),
            help: error.help(),
            code: match error {
                ProviderError::Schema(_) => BAD_INPUT,
                _ => FAILED,
            },
        }
    }
}
