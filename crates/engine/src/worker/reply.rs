//! The worker's side of the streams: replies, progress, and whether to stop.

use crate::error::EngineError;
use crate::protocol::{Progress, Reply, Request, Stage};
use host::serve::{self, Requests};

/// Sends a reply. A program that is gone ends this process on its own.
pub(super) fn reply(reply: &Reply) {
    if let Ok(message) = serde_json::to_vec(reply) {
        let _ = serve::reply(&message);
    }
}

/// Answers requests one after another, until there are no more.
pub(super) fn answer_requests(
    requests: Requests,
    handle: &mut dyn FnMut(Request) -> Result<Reply, EngineError>,
) {
    for message in requests {
        let request: Result<Request, _> = serde_json::from_slice(&message);
        let answered = request
            .map_err(|error| EngineError::Protocol(error.to_string()))
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
    if serve::is_cancelled() {
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
