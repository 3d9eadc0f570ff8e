//! One question of each of many documents: a small table as the answer.
//!
//! A row is a cell of a batch, so it is answered and recorded as if its document had been asked
//! alone. Nothing is kept of the table but these records.

use super::question::BatchQuestion;
use super::request::MAX_CELLS;
use super::running::Running;
use super::state::CellState;
use super::table::OnNews;
use crate::error::AppError;
use crate::request::AskRequest;
use crate::service::Service;
use engine::EngineError;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Instant;

/// What each document says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EachAnswer {
    /// The batch that the records belong to.
    pub batch_id: String,
    /// The question.
    pub question: String,
    /// False: it was cancelled, and the last documents were not asked.
    pub finished: bool,
    /// The documents that were asked, in the order in which they were named.
    pub rows: Vec<EachRow>,
    /// The different values, those that most documents give first.
    pub said: Vec<SaidByDocuments>,
}

/// What one document says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EachRow {
    /// The document.
    pub document_id: String,
    /// Its name.
    pub document_title: String,
    /// The record of the answer.
    pub record_id: String,
    /// How far it can be trusted.
    pub state: CellState,
    /// The value in words; the state where there is none.
    pub words: String,
    /// Calibrated probability that it is right.
    pub probability: Option<f64>,
    /// The first passage that the value stands on.
    pub place: Option<EachPlace>,
}

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EachPlace {
    /// The page, from 1.
    pub page: u64,
    /// The first line.
    pub line_start: u64,
    /// The last line.
    pub line_end: u64,
    /// The words, as they stand there.
    pub quote: String,
}

/// A value, and how many documents give it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SaidByDocuments {
    /// The value in words.
    pub words: String,
    /// How many documents.
    pub documents: u32,
}

impl Service {
    /// Asks a question of each of its documents, of all where it names none, and tells every
    /// answer as soon as it is there. Cancelled, it gives those that are done.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what cannot be asked; what would fail every document alike, as
    /// [`Service::batch`].
    pub fn ask_each(
        &self,
        request: &AskRequest,
        on_news: &mut OnNews<'_>,
    ) -> Result<EachAnswer, AppError> {
        let request = self.governed(request)?;
        let ids = self.asked_documents(&request)?;
        let question = BatchQuestion {
            id: "q1".into(),
            question: request.question.clone(),
            answer_type: request.answer_type.clone(),
            answer_shape: request.answer_shape,
            labels: request.labels.clone(),
            schema: request.schema.clone(),
        };
        let common = AskRequest {
            document_ids: Vec::new(),
            ..request
        };
        let plan = self.plan_of(self.stored_documents(&ids)?, &[question], &common)?;
        let mut running = Running {
            id: self.begin_new_batch(&plan)?,
            done: vec![None; plan.cells() as usize],
            plan: &plan,
            resumed: 0,
            started: Instant::now(),
            pace: self.pace()?,
            documents: usize::MAX,
        };
        let finished = match self.run_cells(&mut running, on_news) {
            Ok(()) => true,
            Err(AppError::Engine(EngineError::Cancelled) | AppError::Cancelled) => false,
            Err(error) => return Err(error),
        };
        let rows = self.each_row(&running, &ids)?;
        Ok(EachAnswer {
            batch_id: running.id,
            question: common.question,
            finished,
            said: said_by(&rows),
            rows,
        })
    }

    fn asked_documents(&self, request: &AskRequest) -> Result<Vec<String>, AppError> {
        let ids = if request.document_ids.is_empty() {
            let stored = self.vault().documents()?;
            stored.into_iter().map(|one| one.id).collect()
        } else {
            request.document_ids.clone()
        };
        if ids.is_empty() || ids.len() > MAX_CELLS as usize {
            return Err(AppError::input(
                format!("{} documents would be asked", ids.len()),
                format!("name at least one and at most {MAX_CELLS}"),
            ));
        }
        Ok(ids)
    }

    fn each_row(&self, running: &Running<'_>, ids: &[String]) -> Result<Vec<EachRow>, AppError> {
        let titles = self.titles()?;
        let mut rows = Vec::new();
        for (ordinal, id) in ids.iter().enumerate() {
            let cell = running.cell(ordinal);
            let (Some(shown), Some((_, response))) = (
                self.shown_cell(&cell, (ordinal, 0), false)?,
                self.done_response(&cell)?,
            ) else {
                continue;
            };
            rows.push(EachRow {
                document_id: id.clone(),
                document_title: titles.get(id).unwrap_or(id).clone(),
                record_id: shown.record_id,
                state: shown.state,
                words: shown.words,
                probability: shown.probability,
                place: place_of(&response),
            });
        }
        Ok(rows)
    }
}

/// The place of the first citation.
fn place_of(response: &Value) -> Option<EachPlace> {
    let citation = response.pointer("/citations/0")?;
    let number = |name: &str| citation.get(name).and_then(Value::as_u64);
    Some(EachPlace {
        page: number("page_number")?,
        line_start: number("line_start")?,
        line_end: number("line_end")?,
        quote: citation.get("quote")?.as_str()?.to_owned(),
    })
}

/// Values that differ by capitals and white space only are one.
fn said_by(rows: &[EachRow]) -> Vec<SaidByDocuments> {
    let mut counted: BTreeMap<String, SaidByDocuments> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.state.has_value()) {
        let lower = row.words.to_lowercase();
        let key = lower.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = counted.entry(key).or_insert_with(|| SaidByDocuments {
            words: row.words.clone(),
            documents: 0,
        });
        said.documents += 1;
    }
    let mut said: Vec<SaidByDocuments> = counted.into_values().collect();
    said.sort_by_key(|one| std::cmp::Reverse(one.documents));
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(words: &str, state: CellState) -> EachRow {
        EachRow {
            document_id: "d".into(),
            document_title: "d.txt".into(),
            record_id: "r".into(),
            state,
            words: words.into(),
            probability: None,
            place: None,
        }
    }

    #[test]
    fn equal_values_are_counted_together_and_what_is_no_value_is_not() {
        let rows = [
            row("Acme  Ltd", CellState::Sure),
            row("Bolt", CellState::Check),
            row("ACME Ltd", CellState::Confirmed),
            row("not found", CellState::NotFound),
            row("failed", CellState::Failed),
        ];
        let counts: Vec<(String, u32)> = said_by(&rows)
            .into_iter()
            .map(|one| (one.words, one.documents))
            .collect();
        assert_eq!(counts, [("Acme  Ltd".into(), 2), ("Bolt".into(), 1)]);
    }
}
