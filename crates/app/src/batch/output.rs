//! The table's file: checked before anything is asked, written beside its
//! place, moved there when it is whole.

use super::columns::{CellView, Column, Entry, columns, rows};
use super::request::{BatchPhase, OnProgress};
use super::running::Running;
use super::state::{CellState, WAITING};
use super::{csv, parquet, xlsx};
use crate::error::AppError;
use crate::file::{check_place, put_whole};
use crate::response::Status;
use crate::review::said::Standing;
use crate::service::Service;
use contract::AnswerType;
use engine::EngineError;
use engine::decoder::Control;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use vault::{Cell, Record};

/// How the table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// A public response a line, with what was asked of what.
    JsonLines,
    Csv,
    Xlsx,
    Parquet,
}

/// Where the table goes, and how.
pub(super) struct Target {
    path: PathBuf,
    format: Format,
}

impl Target {
    /// Refuses a path that cannot be written before anything is asked.
    pub(super) fn check(path: &Path) -> Result<Target, AppError> {
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
            .unwrap_or_default();
        let format = match ending.as_str() {
            "jsonl" => Format::JsonLines,
            "csv" => Format::Csv,
            "xlsx" => Format::Xlsx,
            "parquet" => Format::Parquet,
            _ => {
                return Err(AppError::input(
                    format!("{}: no table is written in this format", path.display()),
                    "end the name in .jsonl, .csv, .xlsx or .parquet",
                ));
            }
        };
        if path.is_dir() {
            return Err(AppError::input(
                format!("{} is a folder", path.display()),
                "name a file in it",
            ));
        }
        check_place(path)?;
        Ok(Target {
            path: path.to_path_buf(),
            format,
        })
    }

    pub(super) fn failed(&self, error: std::io::Error) -> AppError {
        AppError::File {
            path: self.path.display().to_string(),
            error,
        }
    }

    /// Runs `write` on a new file and puts it in its place; after an error
    /// what stood there before still stands there.
    fn write(
        &self,
        write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), AppError>,
    ) -> Result<(), AppError> {
        let put = put_whole(&self.path, |file, _| {
            let mut out = BufWriter::new(file);
            write(&mut out)?;
            out.flush().map_err(|error| self.failed(error))
        });
        put.map_err(|error| match error {
            AppError::File { error, .. } => self.failed(error),
            other => other,
        })
    }
}

impl Service {
    /// Writes the table from the records of the batch's cells.
    pub(super) fn write_table(
        &self,
        running: &Running<'_>,
        target: &Target,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<(), AppError> {
        let mut told = |done: u32| {
            let progress = running.progress(BatchPhase::Write, done, running.plan.cells(), "");
            match on_progress(&progress) {
                Control::Cancel => Err(AppError::from(EngineError::Cancelled)),
                Control::Continue => Ok(()),
            }
        };
        match target.format {
            Format::JsonLines => target.write(|out| {
                self.each_cell(running, &mut told, &mut |ordinal, cell| {
                    let line = json_line(running, ordinal, cell);
                    writeln!(out, "{line}").map_err(|error| target.failed(error))
                })
            }),
            Format::Csv => {
                let columns = columns(&self.types_in(running)?);
                target.write(|out| {
                    let mut print = |row: &[Entry]| {
                        out.write_all(csv::print(row).as_bytes())
                            .map_err(|error| target.failed(error))
                    };
                    print(&header(&columns))?;
                    self.each_cell(running, &mut told, &mut |_, cell| {
                        rows(&columns, cell).iter().try_for_each(|row| print(row))
                    })
                })
            }
            Format::Xlsx => {
                let columns = columns(&self.types_in(running)?);
                let questions = &running.plan.questions;
                let asked: Vec<String> = questions
                    .iter()
                    .map(|question| question.request.question.clone())
                    .collect();
                let names = running.plan.short_names();
                let mut sheets = xlsx::Sheets::begin(&columns, &asked)?;
                self.each_cell(running, &mut told, &mut |ordinal, cell| {
                    let name = names.get(ordinal / questions.len());
                    let name = name.map_or(cell.document.as_str(), String::as_str);
                    sheets.add(ordinal % questions.len(), name, cell)
                })?;
                target.write(|out| sheets.finish(out))
            }
            Format::Parquet => {
                let columns = columns(&self.types_in(running)?);
                target.write(|out| {
                    let mut writer = parquet::Writer::begin(&columns, out)?;
                    self.each_cell(running, &mut told, &mut |_, cell| {
                        rows(&columns, cell)
                            .into_iter()
                            .try_for_each(|row| writer.add(row))
                    })?;
                    writer.finish()
                })
            }
        }
    }

    /// Calls `visit` with every cell, in order.
    fn each_cell(
        &self,
        running: &Running<'_>,
        told: &mut dyn FnMut(u32) -> Result<(), AppError>,
        visit: &mut dyn FnMut(usize, &CellView<'_>) -> Result<(), AppError>,
    ) -> Result<(), AppError> {
        let titles = self.titles()?;
        for (index, document) in running.plan.documents.iter().enumerate() {
            for (number, question) in running.plan.questions.iter().enumerate() {
                let ordinal = running.ordinal(index, number);
                told(ordinal as u32)?;
                let (response, standing) = self.stored_response(running, ordinal)?;
                let title = document.id.as_ref().and_then(|id| titles.get(id));
                let cell = CellView {
                    document: document.shown(),
                    document_id: document.id.as_deref(),
                    document_title: title.map(String::as_str),
                    question_id: &question.id,
                    question: &question.request.question,
                    response: &response,
                    standing: &standing,
                };
                visit(ordinal, &cell)?;
            }
        }
        Ok(())
    }

    /// The public response of a cell, as its record keeps it, and what people
    /// said of it.
    fn stored_response(
        &self,
        running: &Running<'_>,
        ordinal: usize,
    ) -> Result<(Value, Standing), AppError> {
        let Some(cell) = running.done.get(ordinal).and_then(Option::as_ref) else {
            return Ok((waiting(), Standing::default()));
        };
        let (record, response) = self.done_response(cell)?.ok_or_else(|| {
            lost(&format!(
                "cell {ordinal} of batch {} is not done",
                cell.batch_id
            ))
        })?;
        Ok((response, self.standing_of(&record)?))
    }

    /// The record of a done cell and its public response; none where it is not
    /// done.
    pub(super) fn done_response(&self, cell: &Cell) -> Result<Option<(Record, Value)>, AppError> {
        let Some(done) = self.vault().done_cell(cell)? else {
            return Ok(None);
        };
        let hash = done
            .record
            .body
            .pointer("/contents/response/sha256")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let bytes = self.vault().content(hash)?;
        let mut response = match bytes.map(|bytes| serde_json::from_slice(&bytes)) {
            Some(Ok(response)) => response,
            Some(Err(_)) => return Err(lost(&format!("record {} cannot be read", done.record.id))),
            // Erased since: that is said, and nothing else is left to say.
            None => json!({
                "record_id": null, "status": Status::Failed, "answer": null, "citations": [],
                "answer_type": done.record.body.get("answer_type"), "decision": "failed",
                "needs_human_review": false, "flags": [],
                "message": "the answer was erased",
            }),
        };
        if let Some(place) = response.get_mut("record_id") {
            *place = json!(done.record.id);
        }
        Ok(Some((done.record, response)))
    }

    /// The answer types that stand in the table, by name.
    fn types_in(&self, running: &Running<'_>) -> Result<Vec<AnswerType>, AppError> {
        let mut types = BTreeMap::new();
        for question in &running.plan.questions {
            let answer_type = &question.answer_type;
            types.insert(answer_type.name.clone(), answer_type.clone());
        }
        // A question may have been answered with another type than planned.
        let registry = self.answer_types()?;
        for ordinal in 0..running.done.len() {
            let (response, _) = self.stored_response(running, ordinal)?;
            let name = response.get("answer_type").and_then(Value::as_str);
            if let Some(Ok(answer_type)) = name
                .filter(|name| !types.contains_key(*name))
                .map(|name| registry.find(name))
            {
                types.insert(answer_type.name.clone(), answer_type.clone());
            }
        }
        Ok(types.into_values().collect())
    }
}

/// What is told of a cell that was not asked yet.
fn waiting() -> Value {
    json!({
        "record_id": null, "status": WAITING, "answer": null, "citations": [],
        "needs_human_review": false, "flags": [], "message": "not asked yet",
    })
}

fn lost(what: &str) -> AppError {
    AppError::input(
        format!("{what}, although it was recorded"),
        "`attest audit verify` says what is wrong with the data directory",
    )
}

fn header(columns: &[Column]) -> Vec<Entry> {
    columns
        .iter()
        .map(|column| Entry::Text(column.name.clone()))
        .collect()
}

fn json_line(running: &Running<'_>, ordinal: usize, cell: &CellView<'_>) -> Value {
    json!({
        "batch_id": running.id,
        "ordinal": ordinal,
        "document": cell.document,
        "document_id": cell.document_id,
        "question_id": cell.question_id,
        "question": cell.question,
        "response": cell.response,
        "state": CellState::reviewed(cell.response, cell.standing),
        "reviews": cell.standing.reviews,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_cannot_be_written_is_refused_and_nothing_is_left_there() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["table.pdf", "table", "none/table.csv"] {
            assert!(Target::check(&folder.path().join(name)).is_err(), "{name}");
        }
        std::fs::create_dir(folder.path().join("in.csv")).unwrap();
        assert!(Target::check(&folder.path().join("in.csv")).is_err());
        assert!(Target::check(&folder.path().join("table.CSV")).is_ok());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_fails_leaves_what_stood_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        std::fs::write(&path, "before").unwrap();
        let target = Target::check(&path).unwrap();
        let failed = target.write(|out| {
            let _ = out.write_all(b"half");
            Err(AppError::input("no", "no"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"before");
        target
            .write(|out| {
                let _ = out.write_all(b"whole");
                Ok(())
            })
            .unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
