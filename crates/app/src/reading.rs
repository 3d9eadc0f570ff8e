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
//! back through its standard output, in the frames of [`host`], so that nothing
//! of a document is written to a temporary file. It may not write any file, nor
//! leave a memory image when it dies. A cancelled import ends it at once. On Linux
//! it also sees no file ([`host::wall`]) beside Tesseract's, and these only for a file that may
//! hold pictures of pages.
//!
//! Pages without text are read by OCR there, where Tesseract is installed; see
//! [`Ocr`].
//!
//! # Limits
//!
//! Memory, processor time and files are limited on Unix only; elsewhere a
//! worker that says nothing for [`WorkerLimits::silence`] is ended, and that
//! is all. macOS does not enforce the limit on memory.

mod ocr;
pub mod page;
mod protocol;
mod refusal;
mod tesseract;
mod worker;

pub use ocr::Ocr;
pub use refusal::Refusal;
pub use worker::{Job, serve, serve_with};

use crate::error::AppError;
use evidence::Document;
use evidence::reader::ReadLimits;
use host::{Conversation, End, Group, Received, Start, cancel};
use protocol::{Header, Reply};
use std::path::Path;
use std::time::Duration;

/// Name of the hidden sub-command that starts a worker.
pub const SUBCOMMAND: &str = "read-worker";

/// Most bytes of a worker's reply: what the largest document allowed needs, and what the
/// length of a frame can say.
const MAX_REPLY_BYTES: u32 = u32::MAX;
/// How long a worker may take to end after its output did.
const LAST_MOMENTS: Duration = Duration::from_secs(5);

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
/// read, or not within the limits; [`AppError::NotStarted`] when there is no
/// worker; [`AppError::Reader`] when it died of something else.
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
    let mut worker =
        start(executable, "document", SUBCOMMAND).map_err(|error| AppError::NotStarted {
            message: format!("{file}: the reading process could not be started: {error}"),
            help: "start the program again".into(),
        })?;
    let header = Header {
        file: file.to_owned(),
        memory_bytes: limits.memory_bytes,
        processor_seconds: limits.processor_seconds,
        ocr,
    };
    let header = serde_json::to_vec(&header).unwrap_or_default();
    worker
        .send(header)
        .and_then(|()| worker.send(bytes.to_vec()))
        .map_err(|_| over(file, "more bytes than can be handed over"))?;
    let token = cancel::current();
    loop {
        let reply = match worker.receive(limits.silence, &token) {
            Received::Message(message) => serde_json::from_slice(&message).ok(),
            Received::Cancelled => return Err(AppError::Cancelled),
            Received::Silent => return Err(over(file, "more time than it may use")),
            Received::Broken(_) | Received::Ended => None,
        };
        match reply {
            Some(Reply::Progress) => {}
            Some(Reply::Read(document)) => return Ok(*document),
            Some(Reply::Refused { message, help }) => {
                return Err(AppError::Document { message, help });
            }
            None => return Err(died(file, limits, &worker.end(LAST_MOMENTS))),
        }
    }
}

/// Starts a process that reads or draws.
fn start(executable: &Path, kind: &'static str, subcommand: &str) -> std::io::Result<Conversation> {
    let start = Start {
        kind,
        program: executable,
        arguments: &[subcommand],
        environment: &[("RUST_BACKTRACE", "0")],
        group: Group::Own,
    };
    Conversation::start(&start, MAX_REPLY_BYTES)
}

/// An error about a file that needs more than it may use.
fn over(file: &str, what: &str) -> AppError {
    AppError::Document {
        message: format!("{file}: reading it was stopped, because it needs {what}"),
        help: "the file is damaged or made to do harm; print it to a new PDF, or split it".into(),
    }
}

/// Why a worker died, from its exit status and its last words.
fn died(file: &str, limits: &WorkerLimits, end: &End) -> AppError {
    /// The signal of a process over its processor time.
    const SIGXCPU: i32 = 24;
    match (end.cause(), end.signal()) {
        (Some("out of memory"), _) => {
            let memory = format!("more than {} MiB of memory", limits.memory_bytes >> 20);
            over(file, &memory)
        }
        (Some("stack overflow"), _) => over(file, "deeper nesting than can be followed"),
        (_, Some(SIGXCPU)) => {
            let time = format!("more than {} s of processor time", limits.processor_seconds);
            over(file, &time)
        }
        _ => AppError::Reader {
            message: format!(
                "{file}: the reading process ended unexpectedly ({})",
                end.told()
            ),
            help: "nothing was stored; try again, and see whether the machine is short of memory"
                .into(),
        },
    }
}
