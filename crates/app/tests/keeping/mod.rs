//! An engine of its own: it keeps what it was asked to draft and has another one decode.

use engine::decoder::{Control, Decoder};
use engine::scripted::Scripted;
use engine::{DraftRequest, EngineError, Execution, LoadedModel, Progress, ScoreRequest, Scores};
use std::sync::{Arc, Mutex};

/// The requests that were kept, in their order.
pub type Kept = Arc<Mutex<Vec<DraftRequest>>>;

/// Keeps the request of every draft.
pub struct Keeping {
    inner: Scripted,
    requests: Kept,
}

impl Keeping {
    /// An engine over one without a script, and what it will keep.
    pub fn new() -> (Self, Kept) {
        let requests = Kept::default();
        let keeping = Self {
            inner: Scripted::new([]),
            requests: Arc::clone(&requests),
        };
        (keeping, requests)
    }
}

impl Decoder for Keeping {
    fn model(&self) -> &LoadedModel {
        self.inner.model()
    }

    fn count_tokens(&mut self, texts: &[String]) -> Result<Vec<u32>, EngineError> {
        self.inner.count_tokens(texts)
    }

    fn score(
        &mut self,
        request: &ScoreRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Scores, EngineError> {
        self.inner.score(request, progress)
    }

    fn draft(
        &mut self,
        request: &DraftRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Execution, EngineError> {
        self.requests.lock().unwrap().push(request.clone());
        self.inner.draft(request, progress)
    }
}
