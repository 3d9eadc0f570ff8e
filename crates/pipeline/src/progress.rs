//! Where a question stands, as it is told while it is answered.

use crate::error::StageError;
use engine::EngineError;
use engine::decoder::Control;
use serde::{Deserialize, Serialize};

/// Where a question stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Finding passages.
    Retrieve,
    /// Loading the model.
    LoadModel,
    /// The model reads the passages.
    Prefill,
    /// The model weighs candidates.
    Score,
    /// The model writes its draft.
    Decode,
    /// The draft is checked.
    Validate,
    /// The record is written.
    Record,
}

/// Progress of one question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "Progress"))]
pub struct Event {
    /// What is being done.
    pub stage: Stage,
    /// Steps done (tokens, for the model's stages).
    pub done: u32,
    /// Steps in all, where known.
    pub total: Option<u32>,
    /// New text of the draft. Unchecked: to be shown as unchecked or not at
    /// all.
    pub draft: String,
}

/// Receives progress, and says whether to go on.
pub type Listener<'a> = dyn Fn(Event) -> Control + 'a;

/// Tells that a stage begins.
///
/// # Errors
///
/// [`EngineError::Cancelled`] when nobody wants the answer any more. A record is written all
/// the same.
pub fn tell(listener: &Listener<'_>, stage: Stage) -> Result<(), StageError> {
    let event = Event {
        stage,
        done: 0,
        total: None,
        draft: String::new(),
    };
    match listener(event) {
        Control::Cancel if stage != Stage::Record => Err(EngineError::Cancelled.into()),
        _ => Ok(()),
    }
}

/// Tells how far a worker is.
pub fn forward(listener: &Listener<'_>, progress: engine::Progress) -> Control {
    let stage = match progress.stage {
        engine::Stage::Prefill => Stage::Prefill,
        engine::Stage::Score => Stage::Score,
        engine::Stage::Decode => Stage::Decode,
        engine::Stage::Embed | engine::Stage::Read => Stage::Retrieve,
    };
    listener(Event {
        stage,
        done: progress.done,
        total: progress.total,
        draft: progress.text,
    })
}
