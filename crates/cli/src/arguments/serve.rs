//! `attest serve`.

use clap::Args;

#[derive(Args)]
#[command(
    long_about = "Answer other programs on this machine, over standard input and output.\n\n\
        One JSON object a line each way: the Model Context Protocol, or plain JSON-RPC without its \
        handshake. Other programs can ask, search, list documents, check an answer and read lines; \
        every answer is checked and recorded as with `attest ask`. Nothing listens on a network. It \
        ends with its input."
)]
pub struct Serve {
    /// Read requests from standard input and write answers to standard output.
    #[arg(long, required = true)]
    pub stdio: bool,
}
