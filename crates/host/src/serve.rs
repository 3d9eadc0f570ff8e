//! The other side: a process that was started to answer messages.
//!
//! ```text
//! Streams::open ─▶ read (before a limit is bound) ─▶ listen ─▶ next, next, ... none
//! ```
//!
//! When the program that started it is gone, its standard input ends, and so does the process,
//! with whatever it started, also in the middle of a request.

use crate::frame::{self, Kind};
#[cfg(unix)]
use std::fs::File;
use std::io::{BufReader, Stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use tokio::sync::mpsc;

/// Whether the request under way is not wanted any more. A process serves one program.
static CANCELLED: AtomicBool = AtomicBool::new(false);
/// Where replies go.
static OUTPUT: OnceLock<Mutex<Box<dyn std::io::Write + Send>>> = OnceLock::new();

/// What becomes of whatever else is written to standard output in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chatter {
    /// It goes to standard error: for libraries that print. Unix only; elsewhere it breaks the
    /// conversation.
    Diverted,
    /// It breaks the conversation, as the sign of a process that is not in its right mind.
    Refused,
}

/// Whether the program wants the request under way no more. Asked by whatever takes long.
pub fn is_cancelled() -> bool {
    CANCELLED.load(Ordering::SeqCst)
}

/// Sends a message to the program; from any thread, whole.
///
/// # Errors
///
/// The system's; [`std::io::ErrorKind::NotConnected`] before [`Streams::open`].
pub fn reply(bytes: &[u8]) -> std::io::Result<()> {
    let output = OUTPUT.get().ok_or(std::io::ErrorKind::NotConnected)?;
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    frame::write(output.as_mut(), Kind::Message, bytes)
}

/// The standard streams of this process.
pub struct Streams {
    input: BufReader<Stdin>,
    limit: u64,
}

impl Streams {
    /// Takes the standard streams for messages of at most `max_message_bytes`.
    ///
    /// # Errors
    ///
    /// The system's, where a stream is missing.
    pub fn open(chatter: Chatter, max_message_bytes: u32) -> std::io::Result<Streams> {
        let output = own_output(chatter)?;
        let _ = OUTPUT.set(Mutex::new(output));
        Ok(Streams {
            input: BufReader::new(std::io::stdin()),
            limit: max_message_bytes.into(),
        })
    }

    /// The next message, waited for on this thread; none when the program is gone, or says what
    /// is none.
    pub fn read(&mut self) -> Option<Vec<u8>> {
        loop {
            let frame = frame::read(&mut self.input, self.limit).ok()??;
            if frame.kind == Kind::Message {
                return Some(frame.bytes);
            }
        }
    }

    /// From now on messages are read ahead by a thread, which also hears that the request under
    /// way is not wanted, and ends this process with `exit_code` when the program is gone.
    pub fn listen(mut self, exit_code: i32) -> Requests {
        let (sends, requests) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            while let Ok(Some(frame)) = frame::read(&mut self.input, self.limit) {
                match frame.kind {
                    Kind::Cancel => CANCELLED.store(true, Ordering::SeqCst),
                    Kind::Message => {
                        let _ = sends.send(frame.bytes);
                    }
                }
            }
            leave(exit_code)
        });
        Requests(requests)
    }
}

/// Messages in their order, each wanted until the program says otherwise; none when there is
/// nobody to ask any more.
pub struct Requests(mpsc::UnboundedReceiver<Vec<u8>>);

impl Iterator for Requests {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let request = self.0.blocking_recv()?;
        // Said of the one before: the program waits for a reply before it asks again.
        CANCELLED.store(false, Ordering::SeqCst);
        Some(request)
    }
}

#[cfg(unix)]
fn own_output(chatter: Chatter) -> std::io::Result<Box<dyn std::io::Write + Send>> {
    use std::os::fd::AsFd;
    let own = std::io::stdout().as_fd().try_clone_to_owned()?;
    if chatter == Chatter::Diverted {
        rustix::stdio::dup2_stdout(std::io::stderr())?;
    }
    Ok(Box::new(File::from(own)))
}

#[cfg(not(unix))]
fn own_output(_: Chatter) -> std::io::Result<Box<dyn std::io::Write + Send>> {
    Ok(Box::new(std::io::stdout()))
}

/// Ends this process, and those it started where they are a group of its own.
fn leave(exit_code: i32) -> ! {
    #[cfg(unix)]
    if rustix::process::getpgrp() == rustix::process::getpid() {
        let _ = rustix::process::kill_current_process_group(rustix::process::Signal::KILL);
    }
    std::process::exit(exit_code)
}
