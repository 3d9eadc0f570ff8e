//! `attest serve`.

use crate::arguments::Serve;
use crate::exit::FAILED;
use crate::global::{Global, stream};
use crate::plain::say;
use app::{AppError, Service};
use service::ServeError;
use std::io::IsTerminal;
use std::path::Path;

pub fn run(global: &Global, given: &Serve) -> Result<u8, AppError> {
    let directory = global.data_directory()?;
    // A terminal that is not our standard input belongs to the program that started this one.
    let can_ask = given.socket.is_some() && std::io::stdin().is_terminal();
    match global.passphrase_file() {
        None if !can_ask && app::encryption::is_encrypted(&directory)? => {
            // Refused where the keyring does not open it.
            let key = app::encryption::unlock_by(&app::keyring::Keyring::default(), &directory)?;
            global.keep_key(key);
        }
        Some(file) if given.socket.is_none() && is_standard_input(file) => {
            return Err(AppError::input(
                "standard input brings the requests, and cannot bring the passphrase too",
                "name another file with --passphrase-file",
            ));
        }
        _ => {}
    }
    let service = global.service(false)?;
    match serve(service, given, &directory) {
        Ok(()) => Ok(0),
        #[cfg(unix)]
        Err(error @ ServeError::Socket(..)) => {
            let help = "name a path in a folder that is yours alone, where nothing is yet";
            Err(AppError::input(error.to_string(), help))
        }
        Err(error) => {
            say(&format!("error: {error}"));
            say("hint: check who started this program, and what it reads and writes");
            Ok(FAILED)
        }
    }
}

fn is_standard_input(file: &Path) -> bool {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]
        .iter()
        .any(|name| file == Path::new(name))
}

#[cfg(unix)]
fn serve(service: Service, given: &Serve, directory: &Path) -> Result<(), ServeError> {
    match &given.socket {
        Some(path) => {
            let usual = directory.join(service::SOCKET);
            let path = path.as_deref().unwrap_or(&usual);
            service::serve_at(service, path, signals().map_err(ServeError::Start)?)
        }
        None => service::serve(service, std::io::stdin(), stream()),
    }
}

#[cfg(not(unix))]
fn serve(service: Service, _: &Serve, _: &Path) -> Result<(), ServeError> {
    service::serve(service, std::io::stdin(), stream())
}

/// What has a byte when the program is to end.
#[cfg(unix)]
fn signals() -> std::io::Result<std::io::PipeReader> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let (reader, writer) = std::io::pipe()?;
    signal_hook::low_level::pipe::register(SIGTERM, writer.try_clone()?)?;
    signal_hook::low_level::pipe::register(SIGINT, writer)?;
    Ok(reader)
}
