//! The worker's side: limits first, then one file.

use super::limit;
use super::ocr::{self, Ocr};
use super::protocol::{Header, Reply};
use super::refusal::Refusal;
use evidence::Document;
use std::io::{BufRead, Read, Write};

/// A file to read.
pub struct Job {
    /// Its name for people.
    pub file: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// When to read by OCR.
    pub ocr: Ocr,
    /// Processor time for reading it, and for each page of OCR.
    pub processor_seconds: u64,
}

/// Reads one file from standard input under the limits its header names.
/// Called by the executables' hidden sub-command; returns the exit code.
pub fn serve() -> i32 {
    serve_with(&|job| {
        ocr::read_with_ocr(&job.file, &job.bytes, job.ocr, &mut || {
            limit::allow_processor_time(job.processor_seconds);
            // A program that is gone ends this process on its own.
            reply(&Reply::Progress);
        })
    })
}

/// As [`serve`], with another reader: for tests of what a reader may do.
pub fn serve_with(read: &dyn Fn(&Job) -> Result<Document, Refusal>) -> i32 {
    let mut input = std::io::stdin().lock();
    let mut header = String::new();
    let Some(header) = input
        .read_line(&mut header)
        .ok()
        .and_then(|_| serde_json::from_str::<Header>(&header).ok())
    else {
        return 2;
    };
    limit::bind(header.memory_bytes, header.processor_seconds);
    let mut bytes = Vec::new();
    let complete = input
        .by_ref()
        .take(header.size)
        .read_to_end(&mut bytes)
        .is_ok_and(|count| count as u64 == header.size);
    drop(input);
    if !complete {
        return 2;
    }
    // The other side keeps the stream open while it waits for the reply.
    std::thread::spawn(|| {
        let mut byte = [0];
        let _ = std::io::stdin().lock().read(&mut byte);
        end_group();
        std::process::exit(3);
    });
    let job = Job {
        file: header.file,
        bytes,
        ocr: header.ocr,
        processor_seconds: header.processor_seconds,
    };
    reply(&match read(&job) {
        Ok(document) => Reply::Read(Box::new(document)),
        Err(Refusal { message, help }) => Reply::Refused { message, help },
    })
}

/// One line on standard output; returns the exit code.
fn reply(reply: &Reply) -> i32 {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let written = serde_json::to_writer(&mut out, reply)
        .map_err(std::io::Error::from)
        .and_then(|()| writeln!(out))
        .and_then(|()| out.flush());
    i32::from(written.is_err()) * 3
}

/// Ends this process and those it started: they are a group of their own.
#[cfg(unix)]
fn end_group() {
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
fn end_group() {}
