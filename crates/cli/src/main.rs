//! The `attest` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::attest()
}
