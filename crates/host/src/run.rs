//! A process that is given bytes once and gives bytes back: a program of somebody else.

use crate::process::{End, Process, Start, carry};
use std::io::{Read, Write};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use zeroize::Zeroizing;

/// The most room that is made before it is known how much is said: as long as an answer stays below
/// it, its buffer does not grow, and so leaves no copy behind.
const ROOM_BYTES: u64 = 64 << 10;
/// How long a process that has said all may take to end.
const LAST_MOMENTS: Duration = Duration::from_secs(5);

/// What a process gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// All that it said on its standard output; overwritten when it is let go of.
    pub bytes: Zeroizing<Vec<u8>>,
    /// How it ended.
    pub end: End,
}

/// Why there is no output.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It could not be started.
    #[error("it could not be started: {0}")]
    Start(#[from] std::io::Error),
    /// It says more than is taken, in bytes.
    #[error("it says more than {0} bytes")]
    TooMuch(u64),
    /// It took longer than it was given.
    #[error("no end after {} s", .0.as_secs())]
    TimedOut(Duration),
    /// The token was cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// Starts a process, writes `input` to its standard input and reads its standard output to the
/// end. In any case it is gone with its group, and reaped, when this returns. An input that is to
/// be forgotten is given as a type that does so when it is dropped.
///
/// # Errors
///
/// [`RunError`]; an exit code other than 0 is none.
pub fn run(
    start: &Start<'_>,
    input: impl AsRef<[u8]> + Send + 'static,
    max_output_bytes: u64,
    limit: Duration,
    token: &CancellationToken,
) -> Result<Output, RunError> {
    let (mut process, mut to, from) = Process::start(start)?;
    let (sender, output) = oneshot::channel();
    carry(move || {
        // It may end before it has read all; its status tells.
        let _ = to.write_all(input.as_ref());
    })?;
    carry(move || {
        // A byte more than is taken tells that there is too much, and one more that it ended.
        let room = (max_output_bytes + 2).min(ROOM_BYTES);
        let mut bytes = Zeroizing::new(Vec::with_capacity(room as usize));
        let read = from.take(max_output_bytes + 1).read_to_end(&mut bytes);
        let _ = sender.send(read.map(|_| bytes));
    })?;
    let waited = process.runtime().block_on(async {
        let output = tokio::time::timeout(limit, output);
        token.run_until_cancelled(output).await
    });
    let bytes = match waited {
        None => return Err(RunError::Cancelled),
        Some(Err(_)) => return Err(RunError::TimedOut(limit)),
        Some(Ok(Err(_))) => return Err(std::io::Error::other("its output was not read").into()),
        Some(Ok(Ok(read))) => read?,
    };
    if bytes.len() as u64 > max_output_bytes {
        return Err(RunError::TooMuch(max_output_bytes));
    }
    let end = process.end(LAST_MOMENTS);
    Ok(Output { bytes, end })
}
