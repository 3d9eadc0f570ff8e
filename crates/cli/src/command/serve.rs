//! `attest serve`.

use crate::arguments::Serve;
use crate::exit::FAILED;
use crate::global::Global;
use crate::plain::say;
use app::{AppError, Service};
use service::ServeError;

pub fn run(global: &Global, given: &Serve) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match serve(service, given) {
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

#[cfg(unix)]
fn serve(service: Service, given: &Serve) -> Result<(), ServeError> {
    match &given.socket {
        Some(path) => service::serve_at(service, path, signals().map_err(ServeError::Start)?),
        None => service::serve(service, std::io::stdin(), std::io::stdout()),
    }
}

#[cfg(not(unix))]
fn serve(service: Service, _: &Serve) -> Result<(), ServeError> {
    service::serve(service, std::io::stdin(), std::io::stdout())
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
