//! `attest serve`.

use clap::Args;
#[cfg(unix)]
use std::path::PathBuf;

#[derive(Args)]
#[group(required = true, multiple = false)]
#[command(
    long_about = "Answer other programs on this machine, over standard input and output or a Unix socket.\n\n\
        One JSON object a line each way: the Model Context Protocol, or plain JSON-RPC without its \
        handshake. Other programs can ask, search, list documents, check an answer and read lines; \
        every answer is checked and recorded as with `attest ask`. Nothing listens on a network."
)]
pub struct Serve {
    /// Read requests from standard input and write answers to standard output, until the input
    /// ends.
    #[arg(long)]
    pub stdio: bool,
    /// Answer every program of yours that connects to this socket, until Ctrl-C; its folder must
    /// be yours alone (default: in the data directory, where `attest ask --shared` looks for it).
    #[cfg(unix)]
    #[arg(long, value_name = "PATH", num_args = 0..=1)]
    #[expect(
        clippy::option_option,
        reason = "not given, given, and given with a path, in the form that clap reads"
    )]
    pub socket: Option<Option<PathBuf>>,
}
