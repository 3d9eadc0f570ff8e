//! Tables that a person keeps: documents x questions, asked in parts.
//!
//! A table is a small file (`tables/ID.json` in the data directory): its title,
//! the ids of its documents, its questions, and which batches answered it. The
//! answers are records, as those of every batch, and nothing else is kept of
//! them. A table is run as a batch of all its documents and questions that asks
//! only the cells that are wanted: the first documents as a pilot, then the
//! rest. Ended anywhere, it goes on with what is missing.
//!
//! # What is stale
//!
//! An answer is stale when its question was changed, or when model, policy,
//! calibration, rates or program are no longer those that it was asked under
//! (its document cannot change: it is known by its bytes). A stale answer is
//! shown as such until it is asked again, which leaves the others alone.

mod kept;
mod shown;

pub use shown::{CellAmount, Table, TableCell, TableDocument, TableNews, TableSummary};

use super::output::Target;
use super::plan::Plan;
use super::question::BatchQuestion;
use super::request::{BatchProgress, MAX_CELLS, OnProgress};
use super::running::Running;
use crate::error::AppError;
use crate::request::AskRequest;
use crate::service::Service;
use engine::EngineError;
use engine::decoder::Control;
use kept::{Kept, Run};
use serde::Deserialize;
use shown::summary_of;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use vault::Cell;

/// What a table is made of.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewTable {
    /// What it is called.
    pub title: String,
    /// Ids of documents, a row each.
    pub document_ids: Vec<String>,
    /// Questions, a column each.
    pub questions: Vec<BatchQuestion>,
}

/// Receives what a run of a table tells, and says whether to go on.
pub type OnNews<'a> = dyn FnMut(TableNews) -> Control + 'a;

impl Service {
    /// The tables that are kept, newest first.
    ///
    /// # Errors
    ///
    /// [`AppError::File`], [`AppError::Input`] for a file that is no table.
    pub fn tables(&self) -> Result<Vec<TableSummary>, AppError> {
        let mut tables = kept::all(self.shelf())?;
        tables.sort_by(|one, other| {
            let age = |kept: &Kept| (kept.created.clone(), kept.id.clone());
            age(other).cmp(&age(one))
        });
        Ok(tables.iter().map(summary_of).collect())
    }

    /// Keeps a new table.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what cannot be asked, naming the question.
    pub fn make_table(&self, given: NewTable) -> Result<TableSummary, AppError> {
        let clock = &self.options.clock;
        let mut kept = Kept {
            id: clock.fresh_id(),
            created: clock.now(),
            ..Kept::default()
        };
        self.fill(&mut kept, given)?;
        kept.write(self.shelf())?;
        Ok(summary_of(&kept))
    }

    /// Gives a table another title, other documents or other questions. What was
    /// answered stays where document and question are the same.
    ///
    /// # Errors
    ///
    /// As [`Service::make_table`]; [`AppError::Input`] for an unknown table.
    pub fn change_table(&self, id: &str, given: NewTable) -> Result<TableSummary, AppError> {
        let mut kept = Kept::read(self.shelf(), id)?;
        self.fill(&mut kept, given)?;
        kept.write(self.shelf())?;
        Ok(summary_of(&kept))
    }

    /// Forgets a table; the records of its answers stay.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an unknown table, [`AppError::File`].
    pub fn remove_table(&self, id: &str) -> Result<(), AppError> {
        Kept::remove(self.shelf(), id)
    }

    fn fill(&self, kept: &mut Kept, given: NewTable) -> Result<(), AppError> {
        kept.title = given.title.trim().to_owned();
        kept.document_ids = given.document_ids;
        kept.questions = given.questions;
        for (question, place) in kept.questions.iter_mut().zip(1..) {
            if question.id.trim().is_empty() {
                question.id = format!("q{place}");
            }
        }
        if kept.title.is_empty() {
            "Table".clone_into(&mut kept.title);
        }
        // Says which question cannot be asked.
        self.plan_table(kept, &AskRequest::default()).map(drop)
    }

    /// The plan of a table, as it would be asked now.
    fn plan_table(&self, kept: &Kept, common: &AskRequest) -> Result<Plan, AppError> {
        let cells = kept.document_ids.len().saturating_mul(kept.questions.len());
        if cells == 0 || cells > MAX_CELLS as usize {
            return Err(AppError::input(
                format!("the table would have {cells} cells"),
                format!(
                    "choose documents and questions: at least one of each, at most {MAX_CELLS} cells"
                ),
            ));
        }
        let common = &self.governed(common)?;
        let documents = self.stored_documents(&kept.document_ids)?;
        self.plan_of(documents, &kept.questions, common)
    }

    /// Asks what is missing or stale, of the first `documents` rows (none: of
    /// all), and tells every cell as soon as it is there. Cancelled, it leaves
    /// the cell under way undone and returns false.
    ///
    /// # Errors
    ///
    /// What would fail every cell alike, as [`Service::batch`]; cells that are
    /// done stay done.
    pub fn run_table(
        &self,
        id: &str,
        documents: Option<u32>,
        common: &AskRequest,
        on_news: &mut OnNews<'_>,
    ) -> Result<bool, AppError> {
        let mut kept = Kept::read(self.shelf(), id)?;
        let plan = self.plan_table(&kept, common)?;
        let places = self.places(&kept, &plan)?;
        let batch_id = self.batch_of(&mut kept, &plan)?;
        let fresh = places.into_iter().map(|place| match place {
            Some(place) if !place.stale => Some(place.cell),
            _ => None,
        });
        let mut running = Running {
            plan: &plan,
            id: batch_id,
            done: fresh.collect(),
            resumed: 0,
            started: Instant::now(),
            pace: self.pace()?,
            documents: documents.map_or(usize::MAX, |count| count as usize),
        };
        running.resumed = running.count_done();
        let ended = self.run_cells(&mut running, on_news);
        match ended {
            Ok(()) => Ok(true),
            Err(AppError::Engine(EngineError::Cancelled) | AppError::Cancelled) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Asks the cells of a batch that are not done, and tells each.
    pub(super) fn run_cells(
        &self,
        running: &mut Running<'_>,
        on_news: &mut OnNews<'_>,
    ) -> Result<(), AppError> {
        let mut told = |progress: &BatchProgress| on_news(TableNews::progress(progress));
        let unreadable = self.read_documents(running, &mut told)?;
        running.started = Instant::now();
        // Told through the same ear: after each cell, and while it is asked.
        let ear = std::cell::RefCell::new(on_news);
        let mut on_progress = |progress: &BatchProgress| {
            let mut ear = ear.borrow_mut();
            (*ear)(TableNews::progress(progress))
        };
        self.ask_cells(
            running,
            &unreadable,
            &mut on_progress,
            &mut |cell, place| {
                let shown = self.shown_cell(cell, place, false)?;
                if let Some(shown) = shown {
                    let mut ear = ear.borrow_mut();
                    if (*ear)(TableNews::cell(shown)) == Control::Cancel {
                        return Err(EngineError::Cancelled.into());
                    }
                }
                Ok(())
            },
        )
    }

    /// The batch that answers this plan: the last of the table where it is the
    /// same plan, else a new one.
    fn batch_of(&self, kept: &mut Kept, plan: &Plan) -> Result<String, AppError> {
        if let Some(run) = kept.runs.iter().find(|run| run.plan_sha256 == plan.sha256) {
            return Ok(run.batch_id.clone());
        }
        let batch_id = self.begin_new_batch(plan)?;
        kept.runs.push(Run {
            batch_id: batch_id.clone(),
            plan_sha256: plan.sha256.clone(),
            terms_sha256: plan.terms_sha256.clone(),
            document_ids: kept.document_ids.clone(),
            questions: kept.questions.clone(),
        });
        kept.write(self.shelf())?;
        Ok(batch_id)
    }

    /// Where the newest answer of each cell stands, by ordinal.
    fn places(&self, kept: &Kept, plan: &Plan) -> Result<Vec<Option<Placed>>, AppError> {
        let columns = kept.questions.len();
        let mut places: Vec<Option<Placed>> = vec![None; plan.cells() as usize];
        // Later runs replace what earlier ones answered, unless these are fresh.
        for run in &kept.runs {
            let has_terms = run.terms_sha256 == plan.terms_sha256;
            let rows: BTreeMap<&str, usize> = kept
                .document_ids
                .iter()
                .enumerate()
                .map(|(row, id)| (id.as_str(), row))
                .collect();
            for ordinal in self.vault().done_cells(&run.batch_id)? {
                let (row, column) = run.place_of(ordinal as usize);
                let (Some(document), Some(question)) =
                    (run.document_ids.get(row), run.questions.get(column))
                else {
                    continue;
                };
                let same = kept.questions.iter().position(|one| one == question);
                let called = kept.questions.iter().position(|one| one.id == question.id);
                let (Some(row), Some(column)) = (rows.get(document.as_str()), same.or(called))
                else {
                    continue;
                };
                let found = Placed {
                    cell: Cell {
                        batch_id: run.batch_id.clone(),
                        ordinal,
                    },
                    stale: !has_terms || same.is_none(),
                };
                if let Some(place) = places.get_mut(row * columns + column) {
                    let is_better = place
                        .as_ref()
                        .is_none_or(|before| before.stale || !found.stale);
                    if is_better {
                        *place = Some(found);
                    }
                }
            }
        }
        Ok(places)
    }

    /// Writes a table as a batch would be (`.csv`, `.xlsx`, `.parquet` or
    /// `.jsonl`); a cell that was not asked yet says so.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for another ending, [`AppError::File`].
    pub fn export_table(
        &self,
        id: &str,
        common: &AskRequest,
        out: &Path,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<(), AppError> {
        let target = Target::check(out)?;
        let kept = Kept::read(self.shelf(), id)?;
        let plan = self.plan_table(&kept, common)?;
        let places = self.places(&kept, &plan)?;
        let running = Running {
            plan: &plan,
            id: kept
                .runs
                .last()
                .map_or(kept.id.clone(), |run| run.batch_id.clone()),
            done: places.into_iter().map(|place| Some(place?.cell)).collect(),
            resumed: 0,
            started: Instant::now(),
            pace: None,
            documents: usize::MAX,
        };
        self.write_table(&running, &target, on_progress)
    }

    /// One cell of a table as it is now, by its row and its column; none where it was not asked.
    /// No other answer is read.
    ///
    /// # Errors
    ///
    /// As [`Service::table`]; [`AppError::Input`] for a cell outside of the table.
    pub fn table_cell(
        &self,
        id: &str,
        (row, column): (u32, u32),
        common: &AskRequest,
    ) -> Result<Option<TableCell>, AppError> {
        let kept = Kept::read(self.shelf(), id)?;
        let plan = self.plan_table(&kept, common)?;
        let at = (row as usize, column as usize);
        if at.0 >= kept.document_ids.len() || at.1 >= kept.questions.len() {
            return Err(AppError::input(
                format!("the table has no row {row} with a column {column}"),
                "open it again: its documents or questions were changed",
            ));
        }
        let mut places = self.places(&kept, &plan)?;
        match places.swap_remove(at.0 * kept.questions.len() + at.1) {
            Some(place) => self.shown_cell(&place.cell, at, place.stale),
            None => Ok(None),
        }
    }

    /// A table with all its answers.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an unknown table, [`AppError::Vault`].
    pub fn table(&self, id: &str, common: &AskRequest) -> Result<Table, AppError> {
        let kept = Kept::read(self.shelf(), id)?;
        let plan = self.plan_table(&kept, common)?;
        let places = self.places(&kept, &plan)?;
        let columns = kept.questions.len();
        let mut cells = Vec::new();
        for (place, ordinal) in places.iter().zip(0..) {
            let Some(place) = place else { continue };
            let at = (ordinal / columns, ordinal % columns);
            cells.extend(self.shown_cell(&place.cell, at, place.stale)?);
        }
        let titles = self.titles()?;
        let documents = kept.document_ids.iter().map(|id| TableDocument {
            id: id.clone(),
            title: titles.get(id).cloned(),
        });
        Ok(Table {
            documents: documents.collect(),
            questions: kept.questions.clone(),
            summary: summary_of(&kept),
            pace: self.pace()?,
            cells,
        })
    }
}

/// Where the answer of a cell stands.
#[derive(Debug, Clone)]
struct Placed {
    cell: Cell,
    stale: bool,
}
