//! Reading documents in a process of their own, with limits on memory and
//! time.
//!
//! Foreign files are read by [`evidence::reader`], which bounds what it can,
//! but not what an interpreter does while it expands a compressed stream or
//! nests without end. So each file is read by a worker: the same executable,
//! started by a hidden sub-command, one process a file. The limits are the
//! system's own (`setrlimit`): when a file makes the worker abort, exhaust its
//! memory, spin or hang, that is an error which names the file, nothing is
//! stored, and the next file gets a new worker.
//!
//! The worker gets the bytes through its standard input and gives the document
//! back through its standard output, so that nothing of a document is written
//! to a temporary file. It may not write any file, nor leave a memory image
//! when it dies.
//!
//! Pages without text are read by OCR there, where Tesseract is installed; see
//! [`Ocr`].
//!
//! # Limits
//!
//! Memory, processor time and files are limited on Unix only; elsewhere a
//! worker that says nothing for [`WorkerLimits::silence`] is ended, and that
//! is all. macOS does not enforce the limit on memory.

mod limit;
mod ocr;
pub mod page;
mod protocol;
mod refusal;
mod worker;

pub use ocr::Ocr;
pub use refusal::Refusal;
pub use worker::{Job, serve, serve_with};

use crate::error::AppError;
use evidence::Document;
use evidence::reader::ReadLimits;
use protocol::{Header, Reply};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Name of the hidden sub-command that starts a worker.
pub const SUBCOMMAND: &str = "read-worker";

/// Most bytes of a worker's reply: what the largest document allowed needs.
const MAX_REPLY_BYTES: u64 = 4 << 30;
/// How long a worker may take to end after its output did.
const LAST_MOMENTS: Duration = Duration::from_secs(5);
/// What is looked at of what a dying worker says.
const MAX_LAST_WORDS: u64 = 4096;

/// What a worker may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerLimits {
    /// Address space in bytes. Default 2 GiB: an annual report of 300 pages
    /// takes less than a tenth.
    pub memory_bytes: u64,
    /// Processor time in seconds, for reading and for each page of OCR.
    /// Default 300: 10,000 pages of text take a tenth.
    pub processor_seconds: u64,
    /// A worker that says nothing for so long is ended. Default 10 minutes.
    pub silence: Duration,
}

impl Default for WorkerLimits {
    fn default() -> Self {
        Self {
            memory_bytes: 2 << 30,
            processor_seconds: 300,
            silence: Duration::from_mins(10),
        }
    }
}

/// Name and version of the Tesseract that pages are read with; none where none
/// is installed.
pub(crate) fn ocr_version() -> Option<String> {
    ocr::version()
}

/// Where documents are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reading {
    /// In this process and without OCR, for tests of what comes after.
    Here,
    /// In a worker.
    Worker(WorkerLimits),
}

/// Reads a file as `reading` says. `file` is its name for people.
///
/// # Errors
///
/// [`AppError::Read`] or [`AppError::Document`] for a file that cannot be
/// read, or not within the limits; [`AppError::Reader`] when the worker could
/// not be started or died of something else.
pub(crate) fn read(
    reading: &Reading,
    executable: &Path,
    file: &str,
    bytes: &[u8],
    ocr: Ocr,
) -> Result<Document, AppError> {
    match reading {
        Reading::Here => Ok(evidence::reader::read(file, bytes, &ReadLimits::default())?),
        Reading::Worker(limits) => read_in_worker(limits, executable, file, bytes, ocr),
    }
}

fn read_in_worker(
    limits: &WorkerLimits,
    executable: &Path,
    file: &str,
    bytes: &[u8],
    ocr: Ocr,
) -> Result<Document, AppError> {
    let mut child = start(executable, SUBCOMMAND).map_err(|error| AppError::Reader {
        message: format!("{file}: the reading process could not be started: {error}"),
        help: "start the program again".into(),
    })?;
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(mut input), Some(output), Some(errors)) = (input, output, errors) else {
        end(&mut child);
        return Err(AppError::Reader {
            message: format!("{file}: the reading process has no streams"),
            help: "start the program again".into(),
        });
    };
    let header = Header {
        file: file.to_owned(),
        size: bytes.len() as u64,
        memory_bytes: limits.memory_bytes,
        processor_seconds: limits.processor_seconds,
        ocr,
    };
    let replies = listen(output);
    let last_words = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = errors.take(MAX_LAST_WORDS).read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    // A worker that is gone takes no bytes: why it is gone is found out below.
    // The stream stays open while it works, so that it ends with this process.
    let reply = std::thread::scope(|scope| {
        let send = scope.spawn(|| {
            let header = serde_json::to_string(&header).unwrap_or_default();
            let _ = writeln!(input, "{header}")
                .and_then(|()| input.write_all(bytes))
                .and_then(|()| input.flush());
            input
        });
        let reply = wait(&replies, limits.silence);
        let ended = match &reply {
            Waited::Said(Reply::Refused { .. } | Reply::Read(_)) => None,
            Waited::Silent => {
                end(&mut child);
                None
            }
            _ => wait_for_end(&mut child),
        };
        let input = send.join();
        drop(input);
        (reply, ended)
    });
    match reply {
        (Waited::Said(Reply::Read(document)), _) => {
            end(&mut child);
            Ok(*document)
        }
        (Waited::Said(Reply::Refused { message, help }), _) => {
            end(&mut child);
            Err(AppError::Document { message, help })
        }
        (Waited::Silent, _) => Err(over(file, "more time than it may use")),
        (_, ended) => {
            end(&mut child);
            let last_words = last_words.join().unwrap_or_default();
            Err(died(file, limits, ended, &last_words))
        }
    }
}

fn start(executable: &Path, subcommand: &str) -> std::io::Result<Child> {
    let mut command = Command::new(executable);
    // Ctrl-C is for the program: in a group of its own the worker does not
    // get it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .arg(subcommand)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// Ends a worker and what it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The status of a worker that said its last; one that then lives on is
/// ended.
fn wait_for_end(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + LAST_MOMENTS;
    while Instant::now() < deadline {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    end(child);
    None
}

/// How waiting for a worker ended.
enum Waited {
    Said(Reply),
    Silent,
    Gone,
}

fn listen(output: ChildStdout) -> Receiver<Reply> {
    let (sender, replies) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output.take(MAX_REPLY_BYTES));
        let mut line = Vec::new();
        while matches!(output.read_until(b'\n', &mut line), Ok(count) if count > 0) {
            let Ok(reply) = serde_json::from_slice(&line) else {
                break;
            };
            if sender.send(reply).is_err() {
                break;
            }
            line.clear();
        }
    });
    replies
}

fn wait(replies: &Receiver<Reply>, silence: Duration) -> Waited {
    loop {
        match replies.recv_timeout(silence) {
            Ok(Reply::Progress) => {}
            Ok(reply) => return Waited::Said(reply),
            Err(RecvTimeoutError::Timeout) => return Waited::Silent,
            Err(RecvTimeoutError::Disconnected) => return Waited::Gone,
        }
    }
}

/// An error about a file that needs more than it may use.
fn over(file: &str, what: &str) -> AppError {
    AppError::Document {
        message: format!("{file}: reading it was stopped, because it needs {what}"),
        help: "the file is damaged or made to do harm; print it to a new PDF, or split it".into(),
    }
}

/// Why a worker died, from its exit status and its last words (of the Rust
/// runtime; they hold no text of a document).
fn died(
    file: &str,
    limits: &WorkerLimits,
    status: Option<ExitStatus>,
    last_words: &str,
) -> AppError {
    let memory = format!("more than {} MiB of memory", limits.memory_bytes >> 20);
    if last_words.contains("memory allocation of") || last_words.contains("capacity overflow") {
        return over(file, &memory);
    }
    if last_words.contains("overflowed its stack") {
        return over(file, "deeper nesting than can be followed");
    }
    #[cfg(unix)]
    {
        const SIGXCPU: i32 = 24;
        let signal =
            status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
        if signal == Some(SIGXCPU) {
            let time = format!("more than {} s of processor time", limits.processor_seconds);
            return over(file, &time);
        }
    }
    let status = status.map_or_else(|| "no status".to_owned(), |status| status.to_string());
    AppError::Reader {
        message: format!("{file}: the reading process ended unexpectedly ({status})"),
        help: "nothing was stored; try again, and see whether the machine is short of memory"
            .into(),
    }
}
