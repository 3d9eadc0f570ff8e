//! A batch under way: which of its cells are done.

use super::pace::Pace;
use super::plan::{Plan, PlannedDocument, PlannedQuestion};
use super::request::{BatchPhase, BatchProgress};
use std::time::Instant;
use vault::Cell;

/// A batch under way.
pub(super) struct Running<'a> {
    pub plan: &'a Plan,
    pub id: String,
    /// By ordinal: which cell, mostly of this batch, has the answer.
    pub done: Vec<Option<Cell>>,
    pub resumed: u32,
    pub started: Instant,
    /// How long answers took before this run.
    pub pace: Option<Pace>,
    /// How many of the documents, from the first on, are wanted.
    pub documents: usize,
}

/// A cell that is to be asked.
pub(super) struct ToAsk<'a> {
    pub cell: Cell,
    /// Number of the document, from 0.
    pub row: usize,
    /// Number of the question, from 0.
    pub column: usize,
    pub document: &'a PlannedDocument,
    pub question: &'a PlannedQuestion,
}

impl<'a> Running<'a> {
    /// The cells that are wanted and not done, document by document, so that what is kept of a
    /// document serves all its questions.
    pub fn to_ask(&self) -> Vec<ToAsk<'a>> {
        let plan = self.plan;
        let documents = plan.documents.iter().take(self.documents).enumerate();
        let cells = documents.flat_map(|(row, document)| {
            let questions = plan.questions.iter().enumerate();
            questions.map(move |(column, question)| (row, document, column, question))
        });
        cells
            .map(|(row, document, column, question)| ToAsk {
                cell: self.cell(self.ordinal(row, column)),
                row,
                column,
                document,
                question,
            })
            .filter(|one| !self.is_done(one.cell.ordinal as usize))
            .collect()
    }

    /// Counts a cell as done.
    pub fn mark(&mut self, done: &ToAsk<'_>) {
        if let Some(place) = self.done.get_mut(done.cell.ordinal as usize) {
            *place = Some(done.cell.clone());
        }
    }

    pub fn count_done(&self) -> u32 {
        let wanted = self.done.iter().take(self.total() as usize);
        wanted.filter(|done| done.is_some()).count() as u32
    }

    /// Cells that are wanted.
    pub fn total(&self) -> u32 {
        let documents = self.plan.documents.len().min(self.documents);
        (documents * self.plan.questions.len()) as u32
    }

    pub fn ordinal(&self, document: usize, question: usize) -> usize {
        document * self.plan.questions.len() + question
    }

    pub fn is_done(&self, ordinal: usize) -> bool {
        self.done.get(ordinal).is_some_and(Option::is_some)
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
        let measured = per_minute
            .map(|rate| (f64::from(total.saturating_sub(done)) * 60.0 / rate).ceil() as u64);
        let to_ask = self.total().saturating_sub(self.count_done());
        let judged = self.pace.map(|pace| pace.seconds(to_ask));
        BatchProgress {
            phase,
            done,
            total,
            per_minute,
            remaining_seconds: match phase {
                BatchPhase::Write => None,
                _ => measured.or(judged),
            },
            document: document.to_owned(),
        }
    }
}
