//! Why the service ends early.

use std::io;

/// Why the service ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The runtime could not be had.
    #[error("the service cannot start: {0}")]
    Start(io::Error),
    /// Standard input cannot be read.
    #[error("standard input: {0}")]
    Read(io::Error),
    /// Standard output cannot be written, and it is not that nobody reads it any more.
    #[error("standard output: {0}")]
    Write(io::Error),
    /// There can be no socket at this path.
    #[error("{0}: {1}")]
    Socket(String, io::Error),
}
