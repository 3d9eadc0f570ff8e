//! `attest batch`: documents x questions -> a table.
//!
//! A batch is a plan (documents by their hash, questions, model, policy) and
//! its cells, document by document, so that what the engine keeps of a
//! document serves all its questions. Each cell is one [`Service::ask`] about
//! one document: the same call, the same answer, the same record.
//!
//! # What a kill leaves
//!
//! A cell is done when its record is on disk, and both are one transaction
//! ([`vault::Vault::record_cell`]). So after `kill -9` at any moment the same
//! call with `resume` asks exactly the cells that are not done. The table is
//! written at the end, from the records, beside its place and then moved
//! there: it is whole or not there.
//!
//! # What a failure is
//!
//! A document that cannot be read and an answer that fails are FAILED cells
//! with the reason; the others go on, and a resumed batch does not try them
//! again. What would fail every cell alike (no model, no worker process, a
//! full disk) ends the batch, and so does cancelling: the cell under way is
//! then not done.
//!
//! # Limits
//!
//! [`MAX_CELLS`] cells. One cell at a time, but where servers answer ([`crate::AnswerServers`]).
//! XLSX is built in memory.

mod columns;
mod csv;
mod each;
mod lanes;
mod output;
mod pace;
mod parquet;
mod plan;
mod question;
mod request;
mod running;
mod set;
pub(crate) mod state;
mod table;
mod xlsx;

pub use csv::text_field as csv_field;
pub use each::{EachAnswer, EachPlace, EachRow, SaidByDocuments};
pub use pace::Pace;
pub use question::{BatchQuestion, QuestionFile, read_questions};
pub use request::{BatchPhase, BatchProgress, BatchRequest, MAX_CELLS, OnProgress};
pub use set::QuestionSet;
pub use state::CellState;
pub use table::{
    CellAmount, NewTable, OnNews, Table, TableCell, TableDocument, TableNews, TableSummary,
};

use crate::error::{AppError, Class};
use crate::request::{AskRequest, OnEvent};
use crate::response::Status;
use crate::service::Service;
use engine::EngineError;
use engine::decoder::Control;
use evidence::Filter;
use output::Target;
use plan::{Plan, PlannedDocument};
use running::{Running, ToAsk};
use serde::Serialize;
use serde_json::json;
use std::time::Instant;
use vault::{Cell, NewBatch};

/// What came of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BatchSummary {
    /// Id of the batch.
    pub batch_id: String,
    /// False: it was cancelled; nothing was written, `resume` goes on.
    pub finished: bool,
    /// Where the table stands; none when it was cancelled.
    pub out: Option<String>,
    /// Number of documents.
    pub documents: u32,
    /// Number of questions.
    pub questions: u32,
    /// Number of cells.
    pub cells: u32,
    /// Cells that are done.
    pub done: u32,
    /// Of those, done by earlier runs.
    pub resumed: u32,
    /// Done cells with an answer.
    pub answered: u32,
    /// Done cells whose document does not say.
    pub not_found: u32,
    /// Done cells that failed.
    pub failed: u32,
    /// Milliseconds of this run.
    pub total_ms: u64,
}

/// By document: message and help, where it cannot be read.
type Unreadable = [Option<(String, String)>];
/// Hears of each cell that is done, with its row and column.
type OnCell<'a> = dyn FnMut(&Cell, (usize, usize)) -> Result<(), AppError> + 'a;

fn is_cancelled(error: &AppError) -> bool {
    matches!(error, AppError::Engine(EngineError::Cancelled))
}

/// Says what is to be done before any of it is.
fn tell_begin(running: &Running<'_>, on_progress: &mut OnProgress<'_>) -> Result<(), AppError> {
    let (done, total) = (running.count_done(), running.total());
    match on_progress(&running.progress(BatchPhase::Begin, done, total, "")) {
        Control::Cancel => Err(EngineError::Cancelled.into()),
        Control::Continue => Ok(()),
    }
}

impl Service {
    /// Asks each question of each document and writes the table.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] and [`AppError::File`] for questions, documents or
    /// a table that cannot be used (nothing was asked then); what
    /// would fail every cell alike; [`vault::VaultError::CellDone`] when
    /// another process runs the same batch. Cells that are done stay done.
    pub fn batch(
        &self,
        request: &BatchRequest,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<BatchSummary, AppError> {
        let started = Instant::now();
        let target = Target::check(&request.out)?;
        let request = &BatchRequest {
            common: self.governed(&request.common)?,
            ..request.clone()
        };
        let plan = self.plan_batch(request)?;
        let mut running = self.begin_batch(&plan, request.resume)?;
        let ended = tell_begin(&running, on_progress)
            .and_then(|()| self.read_documents(&running, on_progress))
            .and_then(|unreadable| {
                running.started = Instant::now();
                self.ask_cells(&mut running, &unreadable, on_progress, &mut |_, _| Ok(()))
            })
            .and_then(|()| self.write_table(&running, &target, on_progress));
        let finished = match ended {
            Ok(()) => true,
            Err(error) if is_cancelled(&error) => false,
            Err(error) => return Err(error),
        };
        let mut summary = self.summarise(&running)?;
        summary.finished = finished;
        summary.out = finished.then(|| request.out.display().to_string());
        summary.total_ms = started.elapsed().as_millis() as u64;
        Ok(summary)
    }

    fn begin_batch<'a>(&self, plan: &'a Plan, resume: bool) -> Result<Running<'a>, AppError> {
        let earlier = if resume {
            self.vault().last_batch(&plan.sha256)?
        } else {
            None
        };
        let id = match earlier {
            Some(batch) => batch.id,
            None => self.begin_new_batch(plan)?,
        };
        let mut done = vec![None; plan.cells() as usize];
        let ordinals = self.vault().done_cells(&id)?;
        for ordinal in &ordinals {
            if let Some(place) = done.get_mut(*ordinal as usize) {
                let (batch_id, ordinal) = (id.clone(), *ordinal);
                *place = Some(Cell { batch_id, ordinal });
            }
        }
        Ok(Running {
            documents: usize::MAX,
            plan,
            id,
            done,
            resumed: ordinals.len() as u32,
            started: Instant::now(),
            pace: self.pace()?,
        })
    }

    fn begin_new_batch(&self, plan: &Plan) -> Result<String, AppError> {
        let clock = &self.options.clock;
        let batch = NewBatch {
            id: clock.fresh_id(),
            plan_sha256: plan.sha256.clone(),
            cells: plan.cells(),
            body: json!({ "documents": plan.documents.len(), "questions": plan.questions.len() }),
        };
        self.vault().begin_batch(&batch, &clock.now())?;
        Ok(batch.id)
    }

    /// Imports and embeds every document with a cell to do; returns, by
    /// document, why it cannot be asked. All are read before the first is asked, so that no
    /// answer depends on how far an earlier run came.
    fn read_documents(
        &self,
        running: &Running<'_>,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Vec<Option<(String, String)>>, AppError> {
        let wanted = running.plan.documents.len().min(running.documents);
        let total = wanted as u32;
        let mut unreadable = Vec::new();
        for (index, document) in running.plan.documents.iter().take(wanted).enumerate() {
            let progress =
                running.progress(BatchPhase::Read, index as u32, total, &document.shown());
            if on_progress(&progress) == Control::Cancel {
                return Err(EngineError::Cancelled.into());
            }
            let reason = if running.document_is_done(index) {
                None
            } else {
                self.read_document(document)?
            };
            if let (None, Some(id)) = (&reason, &document.id) {
                let scope = Filter::documents(std::slice::from_ref(id));
                self.embed_documents(&scope, &mut |_, _| on_progress(&progress))?;
            }
            unreadable.push(reason);
        }
        Ok(unreadable)
    }

    /// Message and help where a document cannot be read.
    fn read_document(
        &self,
        document: &PlannedDocument,
    ) -> Result<Option<(String, String)>, AppError> {
        if let Some(id) = document.id.as_ref().filter(|_| document.stored) {
            let is_there = self.titles()?.contains_key(id);
            return Ok((!is_there).then(|| {
                let gone = format!("{}: the document was removed", document.shown());
                (gone, "import it again".into())
            }));
        }
        match self.import(&document.path) {
            Ok(outcome) if Some(&outcome.document.id) == document.id.as_ref() => Ok(None),
            Ok(_) => Ok(Some((
                format!(
                    "{}: the file changed while the batch began",
                    document.shown()
                ),
                "start the batch again".into(),
            ))),
            Err(error)
                if error.class() == Class::BadInput || matches!(error, AppError::Reader { .. }) =>
            {
                Ok(Some((error.to_string(), error.help())))
            }
            Err(error) => Err(error),
        }
    }

    fn ask_cells(
        &self,
        running: &mut Running<'_>,
        unreadable: &Unreadable,
        on_progress: &mut OnProgress<'_>,
        on_cell: &mut OnCell<'_>,
    ) -> Result<(), AppError> {
        if let Some(servers) = &self.served {
            let lanes = servers.at_once();
            return self.ask_in_lanes(lanes, running, unreadable, on_progress, on_cell);
        }
        let total = running.total();
        for cell in running.to_ask() {
            let (done, document) = (running.count_done(), cell.document.shown());
            let progress = running.progress(BatchPhase::Ask, done, total, &document);
            if on_progress(&progress) == Control::Cancel {
                return Err(EngineError::Cancelled.into());
            }
            self.ask_cell(&cell, unreadable, &mut |_| on_progress(&progress))?;
            running.mark(&cell);
            on_cell(&cell.cell, (cell.row, cell.column))?;
        }
        Ok(())
    }

    /// Asks one cell, or records why it cannot be answered.
    fn ask_cell(
        &self,
        cell: &ToAsk<'_>,
        unreadable: &Unreadable,
        on_event: &mut OnEvent<'_>,
    ) -> Result<(), AppError> {
        let mut request = cell.question.request.clone();
        request.document_ids = cell.document.id.iter().cloned().collect();
        match unreadable.get(cell.row).and_then(Option::as_ref) {
            Some((message, help)) => self.fail_cell(&request, &cell.cell, message, help),
            None => self.ask_for(&request, Some(&cell.cell), on_event).map(drop),
        }
    }

    /// Records that a cell cannot be answered.
    fn fail_cell(
        &self,
        request: &AskRequest,
        cell: &Cell,
        message: &str,
        help: &str,
    ) -> Result<(), AppError> {
        let plan = self.plan_with(request, Vec::new())?;
        let notes = self.begin(&plan, request);
        let error = AppError::Document {
            message: message.to_owned(),
            help: help.to_owned(),
        };
        self.finish(&plan, notes, Some(cell), Err(error)).map(drop)
    }

    fn summarise(&self, running: &Running<'_>) -> Result<BatchSummary, AppError> {
        let mut summary = BatchSummary {
            batch_id: running.id.clone(),
            finished: false,
            out: None,
            documents: running.plan.documents.len() as u32,
            questions: running.plan.questions.len() as u32,
            cells: running.plan.cells(),
            done: running.count_done(),
            resumed: running.resumed,
            answered: 0,
            not_found: 0,
            failed: 0,
            total_ms: 0,
        };
        for ordinal in (0..running.done.len()).filter(|ordinal| running.is_done(*ordinal)) {
            let Some(done) = self.vault().done_cell(&running.cell(ordinal))? else {
                continue;
            };
            let word = |name: &str| done.record.body.get(name).and_then(|word| word.as_str());
            let failed = serde_json::to_value(Status::Failed).unwrap_or_default();
            if word("generation_status") == failed.as_str() {
                summary.failed += 1;
            } else if word("decision") == Some("no_answer") {
                summary.not_found += 1;
            } else {
                summary.answered += 1;
            }
        }
        Ok(summary)
    }
}
