//! `attest bench`: how fast answers come on this machine, and how many of them are right.
//!
//! ```text
//! documents, questions with gold ──▶ set ──▶ seats, one a way of answering ──▶ measured, a line an answer
//!                                                                                  └─▶ summary, medians a way
//! ```
//!
//! The questions that ship (`samples/bench`) are two on each of twelve documents. Each way of
//! answering ([`Way`]) has a service in memory, and so workers, of its own; the ways take turns
//! question by question as contestants do ([`crate::compare`]), so that a busy minute of the
//! machine is nobody's gain. Documents are imported and their vectors made before the first
//! question; the time to load a model is told apart.
//!
//! [`Bench`] is asked question by question, so that somebody else can take turns with it:
//! `scripts/bench-against` does that with a server. Nothing here opens a connection.
//!
//! # Limits
//!
//! Tokens and times of prompts are those of a question's last round; the time to the answer is
//! that of all. A question counts as the first on its document for each way by itself.

mod measured;
mod request;
mod seat;
mod summary;

pub use measured::Measured;
pub use request::{OnSpeedStep, SpeedRequest, SpeedStep, Way, ways};
pub use seat::{Bench, Prompt};
pub use summary::{SpeedReport, WaySummary, summary};

use app::{AppError, Control, Service};

/// Asks every question of every way, in turns; none when it was cancelled.
///
/// # Errors
///
/// [`AppError::Input`] and [`AppError::File`] for questions or documents that cannot be used, what
/// can happen to any question.
pub fn bench(
    request: &SpeedRequest,
    open: &dyn Fn() -> Result<Service, AppError>,
    on_step: &mut OnSpeedStep<'_>,
) -> Result<Option<SpeedReport>, AppError> {
    let Some(mut bench) = Bench::open(request, open, on_step)? else {
        return Ok(None);
    };
    let (count, ways) = (bench.questions(), request.ways.len());
    let mut measured = Vec::new();
    for index in 0..count {
        for way in crate::compare::order(index, ways) {
            let name = request.ways.get(way).map_or("", |way| way.name.as_str());
            let id = bench.id(index).unwrap_or_default().to_owned();
            let step = SpeedStep::Ask(&id, name, measured.len(), count * ways);
            if on_step(step) == Control::Cancel {
                return Ok(None);
            }
            match bench.ask(index, way, on_step)? {
                Some(one) => measured.push(one),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(summary(&request.ways, measured, &bench.peaks())))
}
