//! `attest-remote`: answers and values by servers that a person has listed.
//!
//! An executable of its own, so that `attest` and the window have no way to a network at all.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the program that prints"
)]

use app::{read_json, read_text, read_text_or_input};
use clap::{Parser, Subcommand};
use provider::{GenerationConfig, Provider, ProviderError};
use remote::{Key, Pool, PoolOptions, Remote, RemoteError, Server, Servers};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Cells in flight for each server, where nobody says how many: as many slots as the set-ups in
/// `deploy` give a server.
const AT_ONCE_A_SERVER: usize = 4;

/// Answers and values by servers that stand in your file of servers.
#[derive(Parser)]
#[command(name = "attest-remote", version)]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Ask questions of documents, and write a table.
    #[command(long_about = "Ask questions of documents, and write a table.\n\n\
            As `attest batch`, with servers in the place of the answer model: documents, search, reader, \
            checks and records are here, and the servers get the prompt and the grammar of what the model \
            would be asked. Many cells are in flight; a server that goes down is left for the others.")]
    Batch(Box<Batch>),
    /// Generate a JSON value of a schema.
    #[command(long_about = "Generate a JSON value of a schema.\n\n\
            The server gets the prompt and the grammar of the schema, and the value is validated here. \
            Nothing is cited and nothing is recorded.")]
    Generate(Generate),
}

#[derive(clap::Args)]
struct Batch {
    /// The file of servers.
    #[arg(long, value_name = "FILE")]
    servers: PathBuf,
    /// Names of servers in the file of servers, with commas between: of one kind, with one model.
    #[arg(
        long = "server",
        value_name = "NAME",
        value_delimiter = ',',
        required = true
    )]
    named: Vec<String>,
    /// Cells in flight over all servers (default: four a server).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    at_once: Option<u16>,
    #[command(flatten)]
    table: cli::Batch,
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
    // Documents are read and encoded by processes of this executable, as by those of `attest`:
    // they have no door.
    let first = std::env::args_os().nth(1).unwrap_or_default();
    if app::is_worker(&first) {
        app::raise_wall();
        let code = app::serve_worker(&first).and_then(|code| u8::try_from(code).ok());
        return ExitCode::from(code.unwrap_or(FAILED));
    }
    let arguments = Arguments::parse();
    let as_json = arguments.common.json;
    let done = match arguments.command {
        Command::Batch(given) => batch(&arguments.common, *given),
        Command::Generate(given) => generate(&given).map(|both| {
            if as_json {
                println!("{both}");
            } else {
                println!("{:#}", both["value"]);
            }
            ExitCode::SUCCESS
        }),
    };
    done.unwrap_or_else(|failure| tell(&failure, as_json))
}

fn batch(common: &cli::Common, given: Batch) -> Result<ExitCode, Failure> {
    let servers = Servers::read(&read_text(&given.servers)?)?;
    let mut named = Vec::new();
    for (at, name) in given.named.iter().enumerate() {
        // Named twice it would look like two servers and be one.
        if !given.named.iter().take(at).any(|before| before == name) {
            named.push(with_key(servers.find(name)?)?);
        }
    }
    let ports: Vec<u16> = named.iter().map(|(one, _)| one.address.port()).collect();
    let at_once = given.at_once.map(usize::from);
    let options = PoolOptions {
        at_once: at_once.unwrap_or(AT_ONCE_A_SERVER * named.len()),
        ..PoolOptions::default()
    };
    let pool = Pool::new(named, options)?;
    // From here on this process reaches these ports, and no other.
    app::raise_wall_with_doors(&ports);
    Ok(cli::batch(common, given.table, Arc::new(pool)))
}

fn generate(given: &Generate) -> Result<Value, Failure> {
    let servers = Servers::read(&read_text(&given.servers)?)?;
    let (server, key) = with_key(servers.find(&given.server)?)?;
    // From here on this process reaches one port, and no other.
    app::raise_wall_with_doors(&[server.address.port()]);
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

/// A server of the file, and its key.
fn with_key(server: &Server) -> Result<(Server, Option<Key>), Failure> {
    let key = server.key_file.as_deref().map(key_from).transpose()?;
    Ok((server.clone(), key))
}

/// Reads a key that nobody but its owner can read.
fn key_from(path: &Path) -> Result<Key, Failure> {
    let wrong = |message: &str| Failure {
        kind: "key",
        message: format!("{}: {message}", path.display()),
        help: "the file holds the key alone, and its rights are 0600".into(),
        code: BAD_INPUT,
    };
    let about = std::fs::metadata(path).map_err(|error| wrong(&error.to_string()))?;
    if !app::is_its_owners_alone(&about) {
        return Err(wrong("others can read the key"));
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
