//! The worker's side: limits first, then one file.

use super::{Header, Reply};
use evidence::Document;
use evidence::reader::{ReadError, ReadLimits};
use std::io::{BufRead, Read, Write};

/// A file to read.
pub struct Job {
    /// Its name for people.
    pub file: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Reads one file from standard input under the limits its header names.
/// Called by the executables' hidden sub-command; returns the exit code.
pub fn serve() -> i32 {
    serve_with(&|job| evidence::reader::read(&job.file, &job.bytes, &ReadLimits::default()))
}

/// As [`serve`], with another reader: for tests of what a reader may do.
pub fn serve_with(read: &dyn Fn(&Job) -> Result<Document, ReadError>) -> i32 {
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
        std::process::exit(3);
    });
    let job = Job {
        file: header.file,
        bytes,
    };
    reply(&match read(&job) {
        Ok(document) => Reply::Read(Box::new(document)),
        Err(error) => Reply::Refused {
            message: error.to_string(),
            help: error.help().to_owned(),
        },
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

/// Binds this process to its limits. A limit that the system does not know,
/// or that is lower already, stays as it is.
#[cfg(unix)]
fn limit(header: &Header) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    for (resource, most) in [
        (Resource::As, header.memory_bytes),
        (Resource::Cpu, header.processor_seconds),
        // No file, no image of the memory: neither may hold a document.
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most.saturating_add(1)),
        };
        let _ = setrlimit(resource, limit);
    }
}

#[cfg(not(unix))]
fn limit(_: &Header) {}
