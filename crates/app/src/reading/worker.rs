//! The worker's side: limits first, then one file.

use super::ocr::{self, Ocr};
use super::protocol::{Header, Reply};
use super::refusal::Refusal;
use super::tesseract;
use evidence::Document;
use host::serve::{self, Chatter, Streams};
use host::wall::Sight;
use host::{limit, wall};

/// Most bytes of a file: what the length of a frame can say. What is read of a format is bounded
/// by its reader.
const MAX_FILE_BYTES: u32 = u32::MAX;

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

/// As [`serve()`], with another reader: for tests of what a reader may do.
pub fn serve_with(read: &dyn Fn(&Job) -> Result<Document, Refusal>) -> i32 {
    let Ok(mut streams) = Streams::open(Chatter::Refused, MAX_FILE_BYTES) else {
        return 2;
    };
    let header = streams.read().unwrap_or_default();
    let Ok(header) = serde_json::from_slice::<Header>(&header) else {
        return 2;
    };
    limit::bind(header.memory_bytes, header.processor_seconds);
    let Some(bytes) = streams.read() else {
        return 2;
    };
    let sight = match header.ocr {
        Ocr::Never => Sight::default(),
        _ => tesseract::sight(&bytes),
    };
    // Before there is a second thread, which would see more.
    if wall::confine(&sight).is_err() {
        return 2;
    }
    // Ends this process with the program that started it.
    let _requests = streams.listen(3);
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

/// One message to the program; returns the exit code.
fn reply(reply: &Reply) -> i32 {
    let sent = serde_json::to_vec(reply)
        .map_err(std::io::Error::from)
        .and_then(|message| serve::reply(&message));
    i32::from(sent.is_err()) * 3
}
