//! Tables whose rows follow from the records: answers, what records hold,
//! batches and their cells, models.

use rusqlite::{Connection, OptionalExtension, Params, Row};
use serde_json::Value;

use super::finding::{BadReason, Worst};
use crate::audit::KIND_ANSWER;
use crate::error::VaultError;
use crate::ledger::{Ledger, Registered};
use crate::migrate::BOUND_FORMAT;
use crate::{batch, canonical};

/// The format that brought batches.
const BATCH_FORMAT: i64 = 2;

/// That the row of an answer's request and run leads to this record.
pub(super) fn check_answer(
    connection: &Connection,
    sequence: i64,
    (kind, body): (&str, &Value),
    worst: &mut Worst,
) -> Result<(), VaultError> {
    if kind != KIND_ANSWER {
        return Ok(());
    }
    let text = |name: &str| body.get(name).and_then(Value::as_str);
    let found: Option<i64> = connection
        .prepare_cached("SELECT sequence FROM answer WHERE request_id = ?1 AND run_id = ?2")?
        .query_row([text("request_id"), text("run_id")], |row| row.get(0))
        .optional()?;
    if found != Some(sequence) {
        worst.note(sequence, BadReason::AnswerChanged);
    }
    Ok(())
}

/// Every table, row by row, and that no row is missing or one too many.
pub(super) fn check(
    connection: &Connection,
    (format, ledger): (i64, &Ledger),
    worst: &mut Worst,
) -> Result<(), VaultError> {
    check_answers(connection, worst)?;
    check_content_uses(connection, (format, ledger), worst)?;
    check_document_uses(connection, (format, ledger), worst)?;
    if format >= BATCH_FORMAT {
        check_batches(connection, ledger, worst)?;
        check_cells(connection, ledger, worst)?;
    }
    check_models(connection, ledger, worst)
}

/// That there is no answer beside those of the records, each of which has its
/// own row.
fn check_answers(connection: &Connection, worst: &mut Worst) -> Result<(), VaultError> {
    let mut statement = connection.prepare(
        "SELECT min(answer.sequence) FROM answer LEFT JOIN record ON record.sequence = answer.sequence
         GROUP BY answer.sequence HAVING count(*) > 1 OR max(record.kind) IS NOT 'answer' LIMIT 1",
    )?;
    let beyond: Option<i64> = statement.query_row([], |row| row.get(0)).optional()?;
    if let Some(sequence) = beyond {
        worst.note(sequence, BadReason::AnswerChanged);
    }
    Ok(())
}

fn check_content_uses(
    connection: &Connection,
    (format, ledger): (i64, &Ledger),
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut rows = 0_usize;
    let mut statement = connection.prepare("SELECT sequence, sha256 FROM content_use")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let sequence: i64 = row.get(0)?;
        let sha256 = row.get_ref(1)?.as_str().ok().and_then(canonical::read_sha);
        let holding = ledger.holdings.get(&sequence);
        let holds = holding
            .zip(sha256)
            .is_some_and(|(holding, sha256)| holding.contents.binary_search(&sha256).is_ok());
        if holds {
            rows += 1;
        } else {
            worst.note(sequence, BadReason::UsesChanged);
        }
    }
    let expected = ledger
        .holdings
        .values()
        .map(|holding| holding.contents.len());
    if rows == expected.sum::<usize>() {
        return Ok(());
    }
    // Before the format that binds them, those of an erased answer are gone.
    let mut there = connection.prepare("SELECT count(*) FROM content_use WHERE sequence = ?1")?;
    for (sequence, holding) in &ledger.holdings {
        let count: i64 = there.query_row([sequence], |row| row.get(0))?;
        let is_let_go = format < BOUND_FORMAT && !holding.is_known && count == 0;
        if !is_let_go && usize::try_from(count).ok() != Some(holding.contents.len()) {
            worst.note(*sequence, BadReason::UsesChanged);
        }
    }
    Ok(())
}

fn check_document_uses(
    connection: &Connection,
    (format, ledger): (i64, &Ledger),
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut rows = 0_usize;
    let mut statement = connection.prepare("SELECT document_id, sequence FROM document_use")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let sequence: i64 = row.get(1)?;
        let holding = ledger.holdings.get(&sequence);
        if format < BOUND_FORMAT && holding.is_some_and(|holding| !holding.is_known) {
            continue;
        }
        let id = row.get_ref(0)?.as_str().unwrap_or_default();
        if holding.is_some_and(|holding| holding.documents.contains(id)) {
            rows += 1;
        } else {
            worst.note(sequence, BadReason::UsesChanged);
        }
    }
    let expected = ledger
        .holdings
        .values()
        .map(|holding| holding.documents.len());
    if rows == expected.sum::<usize>() {
        return Ok(());
    }
    let uses = ledger.holdings.iter().flat_map(|(sequence, holding)| {
        let documents = holding.documents.iter();
        documents.map(|id| (*sequence, (&**id, *sequence), BadReason::UsesChanged))
    });
    let select = "SELECT 1 FROM document_use WHERE document_id = ?1 AND sequence = ?2";
    note_missing(connection, select, uses, worst)
}

/// Notes each row that should be there and is not: the sequence of its record, what finds it, and
/// what is wrong without it.
fn note_missing<P: Params>(
    connection: &Connection,
    select: &str,
    expected: impl Iterator<Item = (i64, P, BadReason)>,
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut there = connection.prepare(select)?;
    for (sequence, key, reason) in expected {
        if !there.exists(key)? {
            worst.note(sequence, reason);
        }
    }
    Ok(())
}

fn check_batches(
    connection: &Connection,
    ledger: &Ledger,
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut rows = 0;
    let mut statement = connection.prepare("SELECT sequence, id, plan_sha256, cells FROM batch")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let sequence: i64 = row.get(0)?;
        let text = |index: usize| row.get::<_, String>(index).ok();
        let is_begun = ledger.batches.get(&sequence).is_some_and(|body| {
            let said = |name: &str| body.get(name).and_then(Value::as_str);
            said("batch_id") == text(1).as_deref()
                && said("plan_sha256") == text(2).as_deref()
                && body.get("cells").and_then(Value::as_i64) == row.get(3).ok()
        });
        if is_begun {
            rows += 1;
        } else {
            worst.note(sequence, BadReason::BatchChanged);
        }
    }
    if rows == ledger.batches.len() {
        return Ok(());
    }
    let begun = ledger.batches.keys();
    let begun = begun.map(|sequence| (*sequence, [sequence], BadReason::BatchChanged));
    let select = "SELECT 1 FROM batch WHERE sequence = ?1";
    note_missing(connection, select, begun, worst)
}

/// Each cell's record must say that it is of this cell, and each record that
/// says so have its cell.
fn check_cells(
    connection: &Connection,
    ledger: &Ledger,
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut rows = 0;
    let mut statement = connection
        .prepare("SELECT sequence, batch_id, ordinal FROM batch_cell ORDER BY batch_id, ordinal")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let (sequence, batch_id): (i64, String) = (row.get(0)?, row.get(1)?);
        let ordinal = row.get::<_, u32>(2).unwrap_or(u32::MAX);
        if ledger.cells.get(&sequence) == Some(&batch::place_of(&batch_id, ordinal)) {
            rows += 1;
        } else {
            worst.note(sequence, BadReason::CellSwapped { batch_id, ordinal });
        }
    }
    if rows == ledger.cells.len() {
        return Ok(());
    }
    let cells = ledger.cells.keys();
    let cells = cells.map(|sequence| (*sequence, [sequence], BadReason::CellMissing));
    let select = "SELECT 1 FROM batch_cell WHERE sequence = ?1";
    note_missing(connection, select, cells, worst)
}

/// Name, hash, size, time and metadata of each model; its path is not in the
/// chain, and the file at it is hashed before it is used.
fn check_models(
    connection: &Connection,
    ledger: &Ledger,
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut rows = 0;
    let mut statement =
        connection.prepare("SELECT name, sha256, size, added_at, metadata FROM model")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let name: String = row.get(0)?;
        let registered = ledger.models.get(&name);
        let is_same = match registered {
            Some(registered) => is_as_registered(row, registered)?,
            None => false,
        };
        if is_same {
            rows += 1;
        } else {
            let sequence = registered.map_or(0, |registered| registered.sequence);
            worst.note(sequence, BadReason::ModelChanged { name });
        }
    }
    if rows == ledger.models.len() {
        return Ok(());
    }
    let models = ledger.models.iter().map(|(name, registered)| {
        let reason = BadReason::ModelChanged { name: name.clone() };
        (registered.sequence, [name], reason)
    });
    note_missing(
        connection,
        "SELECT 1 FROM model WHERE name = ?1",
        models,
        worst,
    )
}

fn is_as_registered(row: &Row<'_>, registered: &Registered) -> Result<bool, VaultError> {
    let Registered { time, body, .. } = registered;
    let metadata = body.get("metadata").cloned().unwrap_or_default();
    let text = |index: usize| row.get::<_, String>(index).ok();
    Ok(
        body.get("sha256").and_then(Value::as_str) == text(1).as_deref()
            && body.get("size").and_then(Value::as_i64) == row.get(2).ok()
            && text(3).as_ref() == Some(time)
            && text(4) == Some(canonical::print(&metadata)?),
    )
}
