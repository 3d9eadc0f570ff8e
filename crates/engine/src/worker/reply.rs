//! The worker's side of the streams: replies, progress, and whether to stop.

use crate::error::EngineError;
use crate::protocol::{Progress, Reply, Request, Stage};
use llama_cpp_2::llama_backend::LlamaBackend;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

/// Set when the program no longer wants what is being computed.
pub(super) static CANCEL: AtomicBool = AtomicBool::new(false);

/// Replies go to the real standard output, one line each.
pub(super) fn reply(reply: &Reply) {
    let mut out = std::io::stdout().lock();
    if let Ok(line) = serde_json::to_string(reply) {
        let _ = writeln!(out, "{line}");
        let _ = out.flush();
    }
}

pub(super) fn start_backend() -> Result<LlamaBackend, EngineError> {
    llama_cpp_2::send_logs_to_tracing(llama_cpp_2::LogOptions::default());
    LlamaBackend::init().map_err(|error| EngineError::Load(error.to_string()))
}

/// Answers requests one after another, until there are no more.
pub(super) fn answer_requests(
    requests: &Receiver<Result<Request, String>>,
    handle: &mut dyn FnMut(Request) -> Result<Reply, EngineError>,
) {
    while let Ok(request) = requests.recv() {
        CANCEL.store(false, Ordering::SeqCst);
        let answered = request
            .map_err(EngineError::Protocol)
            .and_then(&mut *handle);
        reply(&answered.unwrap_or_else(Reply::Failed));
    }
}

/// Reports progress; fails when the request was cancelled.
pub(super) fn report(
    stage: Stage,
    done: usize,
    total: Option<usize>,
    text: String,
) -> Result<(), EngineError> {
    if CANCEL.load(Ordering::SeqCst) {
        return Err(EngineError::Cancelled);
    }
    reply(&Reply::Progress(Progress {
        stage,
        done: done as u32,
        total: total.map(|total| total as u32),
        text,
    }));
    Ok(())
}
