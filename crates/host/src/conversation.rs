//! A process that is spoken with: messages to it, messages from it.

use crate::frame::{self, Frame, FrameError, Kind};
use crate::process::{End, Process, Start, carry};
use std::io::{BufReader, ErrorKind};
use std::process::ChildStdout;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Messages from it that wait to be received; then it waits.
const MAX_WAITING: usize = 64;

/// What came first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// A message.
    Message(Vec<u8>),
    /// The token was cancelled. The process knows nothing of that yet.
    Cancelled,
    /// It said nothing for as long as was waited.
    Silent,
    /// What it said is no message.
    Broken(FrameError),
    /// Its standard output is at its end, as it is when it ends.
    Ended,
}

/// A process and what goes to and fro. Dropped, it is killed with its group and reaped.
pub struct Conversation {
    process: Process,
    outgoing: mpsc::UnboundedSender<Frame>,
    incoming: mpsc::Receiver<Result<Frame, FrameError>>,
}

impl Conversation {
    /// Starts a process whose messages have at most `max_message_bytes` bytes.
    ///
    /// # Errors
    ///
    /// The system's, where there is no such program, or no process or thread to be had.
    pub fn start(start: &Start<'_>, max_message_bytes: u32) -> std::io::Result<Conversation> {
        let (process, mut input, output) = Process::start(start)?;
        let (outgoing, mut sent) = mpsc::unbounded_channel::<Frame>();
        let (receives, incoming) = mpsc::channel(MAX_WAITING);
        carry(move || {
            while let Some(Frame { kind, bytes }) = sent.blocking_recv() {
                // One that is gone takes nothing: its standard output tells.
                if frame::write(&mut input, kind, &bytes).is_err() {
                    break;
                }
            }
        })?;
        carry(move || listen(output, max_message_bytes.into(), &receives))?;
        Ok(Conversation {
            process,
            outgoing,
            incoming,
        })
    }

    /// The number that the system knows the process by.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// False once it has ended.
    pub fn is_alive(&mut self) -> bool {
        !self.process.has_ended()
    }

    /// Sends a message, without waiting until it is read.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidInput`] for one of 4 GiB or more. A process that is gone is no error
    /// here: [`Conversation::receive`] says so.
    pub fn send(&self, bytes: Vec<u8>) -> std::io::Result<()> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(ErrorKind::InvalidInput.into());
        }
        let kind = Kind::Message;
        let _ = self.outgoing.send(Frame { kind, bytes });
        Ok(())
    }

    /// Says that the request under way is not wanted any more; see
    /// [`crate::serve::is_cancelled`].
    pub fn cancel(&self) {
        let (kind, bytes) = (Kind::Cancel, Vec::new());
        let _ = self.outgoing.send(Frame { kind, bytes });
    }

    /// Waits for what comes first: a message, `silence` without one, or the token.
    pub fn receive(&mut self, silence: Duration, token: &CancellationToken) -> Received {
        if token.is_cancelled() {
            return Received::Cancelled;
        }
        let next = self.incoming.recv();
        let waited = self.process.runtime().block_on(async {
            let next = tokio::time::timeout(silence, next);
            token.run_until_cancelled(next).await
        });
        match waited {
            None => Received::Cancelled,
            Some(Err(_)) => Received::Silent,
            Some(Ok(None)) => Received::Ended,
            Some(Ok(Some(Ok(frame)))) => Received::Message(frame.bytes),
            Some(Ok(Some(Err(error)))) => Received::Broken(error),
        }
    }

    /// How it ended: by itself within `patience`, or else killed with its group.
    pub fn end(&mut self, patience: Duration) -> End {
        // One that still speaks is not held up by nobody listening.
        self.incoming.close();
        self.process.end(patience)
    }
}

fn listen(output: ChildStdout, limit: u64, receives: &mpsc::Sender<Result<Frame, FrameError>>) {
    let mut output = BufReader::new(output);
    while let Some(read) = frame::read(&mut output, limit).transpose() {
        let broken = read.is_err();
        if receives.blocking_send(read).is_err() || broken {
            break;
        }
    }
}
