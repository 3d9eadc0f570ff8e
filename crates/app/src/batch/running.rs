//! A batch under way: which of its cells are done.

use super::plan::Plan;
use super::request::{BatchPhase, BatchProgress};
use std::time::Instant;
use vault::Cell;

/// A batch under way.
pub(super) struct Running<'a> {
    pub plan: &'a Plan,
    pub id: String,
    /// By ordinal.
    pub done: Vec<bool>,
    pub resumed: u32,
    pub started: Instant,
}

impl Running<'_> {
    pub fn count_done(&self) -> u32 {
        self.done.iter().filter(|done| **done).count() as u32
    }

    pub fn ordinal(&self, document: usize, question: usize) -> usize {
        document * self.plan.questions.len() + question
    }

    pub fn is_done(&self, ordinal: usize) -> bool {
        self.done.get(ordinal).copied().unwrap_or(false)
    }

    pub fn document_is_done(&self, document: usize) -> bool {
        (0..self.plan.questions.len())
            .all(|question| self.is_done(self.ordinal(document, question)))
    }

    pub fn cell(&self, ordinal: usize) -> Cell {
        Cell {
            batch_id: self.id.clone(),
            ordinal: ordinal as u32,
        }
    }

    pub fn progress(
        &self,
        phase: BatchPhase,
        done: u32,
        total: u32,
        document: &str,
    ) -> BatchProgress {
        let seconds = self.started.elapsed().as_secs_f64();
        let here = done.saturating_sub(self.resumed);
        let per_minute = (phase == BatchPhase::Ask && here > 0 && seconds > 0.0)
            .then(|| f64::from(here) * 60.0 / seconds);
        BatchProgress {
            phase,
            done,
            total,
            per_minute,
            remaining_seconds: per_minute
                .map(|rate| (f64::from(total.saturating_sub(done)) * 60.0 / rate).ceil() as u64),
            document: document.to_owned(),
        }
    }
}
