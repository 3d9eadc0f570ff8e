//! Batches: which cells of documents x questions are done.
//!
//! A batch is made of cells, numbered from 0. A cell is done when it has a row
//! in `batch_cell`, and the row is written in one transaction with the record
//! of its answer. So whatever ends the program, a cell is done with its record
//! and contents on disk, or it is not done and nothing of it is counted.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use serde_json::{Map, Value, json};

use crate::audit::{self, AnswerRecord, Record, RecordId};
use crate::error::VaultError;
use crate::vault::Vault;

/// A batch that is to begin.
#[derive(Debug, Clone, PartialEq)]
pub struct NewBatch {
    /// Its id, chosen by the caller; unique.
    pub id: String,
    /// Lower-case hexadecimal SHA-256 of what is asked of what, by which an
    /// unfinished batch is found again.
    pub plan_sha256: String,
    /// How many cells it has.
    pub cells: u32,
    /// What else its record says: a JSON object without text of a document.
    /// `batch_id`, `plan_sha256` and `cells` are added here.
    pub body: Value,
}

/// A batch that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBatch {
    /// Its id.
    pub id: String,
    /// How many cells it has.
    pub cells: u32,
    /// How many of them are done.
    pub done: u32,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Id of the batch.
    pub batch_id: String,
    /// From 0, below the batch's number of cells.
    pub ordinal: u32,
}

/// A cell that is done.
#[derive(Debug, Clone, PartialEq)]
pub struct DoneCell {
    /// From 0.
    pub ordinal: u32,
    /// The record of its answer, or of its failure.
    pub record: Record,
}

impl Vault {
    /// Begins a batch: its row and a `batch` record, in one transaction.
    ///
    /// # Errors
    ///
    /// [`VaultError::InvalidInput`] for an id that is taken or a body that is
    /// no object, and as [`Vault::append`].
    pub fn begin_batch(&mut self, batch: &NewBatch, now: &str) -> Result<RecordId, VaultError> {
        let mut body: Map<String, Value> = batch
            .body
            .as_object()
            .cloned()
            .ok_or_else(|| VaultError::invalid("the body of a batch is a JSON object"))?;
        audit::add_member(&mut body, "batch_id", json!(batch.id))?;
        audit::add_member(&mut body, "plan_sha256", json!(batch.plan_sha256))?;
        audit::add_member(&mut body, "cells", json!(batch.cells))?;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        if find(&transaction, &batch.id)?.is_some() {
            return Err(VaultError::invalid(format!(
                "a batch with the id {} is there",
                batch.id
            )));
        }
        let (id, sequence) =
            audit::append_in(&transaction, audit::KIND_BATCH, &Value::Object(body), now)?;
        transaction.execute(
            "INSERT INTO batch (id, plan_sha256, cells, sequence) VALUES (?1, ?2, ?3, ?4)",
            params![batch.id, batch.plan_sha256, batch.cells, sequence],
        )?;
        transaction.commit()?;
        Ok(id)
    }

    /// The batch that was begun last with this plan.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn last_batch(&self, plan_sha256: &str) -> Result<Option<StoredBatch>, VaultError> {
        let last: Option<String> = self
            .connection
            .query_row(
                "SELECT id FROM batch WHERE plan_sha256 = ?1 ORDER BY sequence DESC LIMIT 1",
                [plan_sha256],
                |row| row.get(0),
            )
            .optional()?;
        match last {
            Some(id) => find(&self.connection, &id),
            None => Ok(None),
        }
    }

    /// Records the answer of a cell, which is done by that: one transaction,
    /// on disk when this returns. The record's body gets the member `batch`.
    ///
    /// # Errors
    ///
    /// [`VaultError::CellDone`] when the cell has its record already (nothing
    /// is written then), [`VaultError::InvalidInput`] for a cell the batch
    /// does not have, and as [`Vault::record_answer`].
    pub fn record_cell(
        &mut self,
        cell: &Cell,
        record: &AnswerRecord,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        let mut record = record.clone();
        if let Some(body) = record.body.as_object_mut() {
            let place = place_of(&cell.batch_id, cell.ordinal);
            audit::add_member(body, "batch", place)?;
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let has_cell =
            find(&transaction, &cell.batch_id)?.is_some_and(|batch| cell.ordinal < batch.cells);
        if !has_cell {
            return Err(VaultError::invalid(format!(
                "batch {} has no cell {}",
                cell.batch_id, cell.ordinal
            )));
        }
        let (id, sequence) = audit::record_answer_in(&transaction, &record, now)?;
        let rows = transaction.execute(
            "INSERT OR IGNORE INTO batch_cell (batch_id, ordinal, sequence) VALUES (?1, ?2, ?3)",
            params![cell.batch_id, cell.ordinal, sequence],
        )?;
        if rows == 0 {
            return Err(VaultError::CellDone {
                batch_id: cell.batch_id.clone(),
                ordinal: cell.ordinal,
            });
        }
        transaction.commit()?;
        Ok(id)
    }

    /// The cells of a batch that are done, by their ordinals.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn done_cells(&self, batch_id: &str) -> Result<Vec<u32>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT ordinal FROM batch_cell WHERE batch_id = ?1 ORDER BY ordinal",
        )?;
        let rows = statement.query_map([batch_id], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// One cell with its record; none when it is not done.
    ///
    /// # Errors
    ///
    /// [`VaultError::CellSwapped`] for a record that says it is of another cell;
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn done_cell(&self, cell: &Cell) -> Result<Option<DoneCell>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT sequence, id, kind, time, body, previous_hash, hash FROM record
             WHERE sequence = (SELECT sequence FROM batch_cell WHERE batch_id = ?1 AND ordinal = ?2)",
        )?;
        let record = statement
            .query_row(params![cell.batch_id, cell.ordinal], audit::read_record)
            .optional()?;
        let Some(record) = record else {
            return Ok(None);
        };
        if record.body.get("batch") != Some(&place_of(&cell.batch_id, cell.ordinal)) {
            return Err(VaultError::CellSwapped {
                batch_id: cell.batch_id.clone(),
                ordinal: cell.ordinal,
            });
        }
        Ok(Some(DoneCell {
            ordinal: cell.ordinal,
            record,
        }))
    }
}

/// What the record of a cell says of its place.
pub(crate) fn place_of(batch_id: &str, ordinal: u32) -> Value {
    json!({ "id": batch_id, "ordinal": ordinal })
}

fn find(connection: &Connection, id: &str) -> Result<Option<StoredBatch>, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, cells, (SELECT count(*) FROM batch_cell WHERE batch_id = batch.id)
         FROM batch WHERE id = ?1",
    )?;
    let batch = statement
        .query_row([id], |row| {
            Ok(StoredBatch {
                id: row.get(0)?,
                cells: row.get(1)?,
                done: row.get(2)?,
            })
        })
        .optional()?;
    Ok(batch)
}
