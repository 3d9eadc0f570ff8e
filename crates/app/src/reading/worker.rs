//! The worker's side: limits first, then one file.

use super::ocr::{self, Ocr};
use super::{Header, Refusal, Reply};
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
            allow_processor_time(job.processor_seconds);
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
    limit(&header);
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

/// Binds this process to its limits. A limit that is lower already stays.
#[cfg(unix)]
fn limit(header: &Header) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    bound(Resource::As, header.memory_bytes);
    allow_processor_time(header.processor_seconds);
    // No file, no image of the memory: neither may hold a document.
    for resource in [Resource::Fsize, Resource::Core] {
        let nothing = Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        let _ = setrlimit(resource, nothing);
    }
}

/// Allows so many seconds of processor time from now on: once for reading, and
/// once for each page that is read by OCR.
#[cfg(unix)]
fn allow_processor_time(seconds: u64) {
    use rustix::time::{ClockId, clock_gettime};
    let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec;
    let used = u64::try_from(used).unwrap_or(0);
    bound(rustix::process::Resource::Cpu, used.saturating_add(seconds));
}

/// A limit within what this process may have at all.
#[cfg(unix)]
fn bound(resource: rustix::process::Resource, most: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(resource).maximum;
    let limit = Rlimit {
        current: Some(most.min(maximum.unwrap_or(u64::MAX))),
        maximum,
    };
    let _ = setrlimit(resource, limit);
}

#[cfg(not(unix))]
fn limit(_: &Header) {}

#[cfg(not(unix))]
fn allow_processor_time(_: u64) {}
