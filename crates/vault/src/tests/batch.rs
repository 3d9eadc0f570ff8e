use serde_json::json;

use super::{NOW, fill, make_answer, open_raw};
use crate::{BadReason, Cell, KIND_BATCH, NewBatch, RecordFilter, Vault, VaultError};

const PLAN: &str = "0011223344556677889900112233445566778899001122334455667788990011";

fn new_batch(id: &str) -> NewBatch {
    NewBatch {
        id: id.to_owned(),
        plan_sha256: PLAN.to_owned(),
        cells: 3,
        body: json!({"questions": 1}),
    }
}

fn cell(ordinal: u32) -> Cell {
    Cell {
        batch_id: "b1".to_owned(),
        ordinal,
    }
}

#[test]
fn a_cell_is_done_exactly_when_its_record_is_there() {
    let mut vault = Vault::in_memory().unwrap();
    vault.begin_batch(&new_batch("b1"), NOW).unwrap();
    assert!(vault.done_cell(&cell(1)).unwrap().is_none());
    let id = vault
        .record_cell(&cell(1), &make_answer("r1", "d1", "p"), NOW)
        .unwrap();
    assert_eq!(vault.done_cells("b1").unwrap(), [1]);
    let done = vault.done_cell(&cell(1)).unwrap().unwrap();
    assert_eq!(done.record.id, id);
    assert_eq!(done.record.body["batch"], json!({"id": "b1", "ordinal": 1}));
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn a_cell_is_recorded_once_and_a_second_time_writes_nothing() {
    let mut vault = Vault::in_memory().unwrap();
    vault.begin_batch(&new_batch("b1"), NOW).unwrap();
    vault
        .record_cell(&cell(0), &make_answer("r1", "d1", "p"), NOW)
        .unwrap();
    let before = vault.verify().unwrap();
    let error = vault
        .record_cell(&cell(0), &make_answer("r2", "d1", "p"), NOW)
        .unwrap_err();
    assert!(
        matches!(error, VaultError::CellDone { ordinal: 0, .. }),
        "{error:?}"
    );
    assert_eq!(vault.verify().unwrap(), before);
}

#[test]
fn a_cell_that_the_batch_does_not_have_is_refused() {
    let mut vault = Vault::in_memory().unwrap();
    let answer = make_answer("r1", "d1", "p");
    assert!(vault.record_cell(&cell(0), &answer, NOW).is_err());
    vault.begin_batch(&new_batch("b1"), NOW).unwrap();
    assert!(vault.record_cell(&cell(3), &answer, NOW).is_err());
    vault.record_cell(&cell(2), &answer, NOW).unwrap();
}

#[test]
fn the_last_batch_of_a_plan_is_found_with_what_is_done() {
    let mut vault = Vault::in_memory().unwrap();
    assert!(vault.last_batch(PLAN).unwrap().is_none());
    vault.begin_batch(&new_batch("b1"), NOW).unwrap();
    vault
        .record_cell(&cell(0), &make_answer("r1", "d1", "p"), NOW)
        .unwrap();
    let last = vault.last_batch(PLAN).unwrap().unwrap();
    assert_eq!((last.id.as_str(), last.cells, last.done), ("b1", 3, 1));
    vault.begin_batch(&new_batch("b2"), NOW).unwrap();
    assert_eq!(vault.last_batch(PLAN).unwrap().unwrap().id, "b2");
    assert!(vault.begin_batch(&new_batch("b2"), NOW).is_err());
    let filter = RecordFilter {
        kind: Some(KIND_BATCH.to_owned()),
        ..RecordFilter::default()
    };
    let records = vault.records(&filter, 10).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(
        records[0].body,
        json!({"batch_id": "b2", "plan_sha256": PLAN, "cells": 3, "questions": 1})
    );
}

#[test]
fn cells_and_batches_are_never_changed_or_deleted() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.begin_batch(&new_batch("b1"), NOW).unwrap();
    vault
        .record_cell(&cell(0), &make_answer("r1", "d1", "p"), NOW)
        .unwrap();
    let raw = open_raw(directory.path());
    for change in [
        "UPDATE batch SET cells = 1",
        "DELETE FROM batch",
        "UPDATE batch_cell SET ordinal = 2",
        "DELETE FROM batch_cell",
    ] {
        assert!(raw.execute_batch(change).is_err(), "{change}");
    }
}

#[test]
fn a_vault_of_format_1_is_led_to_the_newest_with_everything_in_it() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let before = Vault::open(directory.path(), NOW)
        .unwrap()
        .verify()
        .unwrap();
    // As the program of format 1 left it.
    open_raw(directory.path())
        .execute_batch(
            "DROP TABLE document_event; DROP TABLE document_metadata; DROP TABLE vector; DROP TABLE vector_model;
             DROP TABLE batch_cell; DROP TABLE batch; DROP TABLE tree_node; DROP TABLE review;
             UPDATE format SET version = 1; PRAGMA user_version = 1;",
        )
        .unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let after = vault.verify().unwrap();
    assert!(after.is_sound(), "{after:?}");
    assert_eq!(after.records, before.records + 1, "the migration");
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    vault.begin_batch(&new_batch("b1"), NOW).unwrap();
    assert!(vault.verify().unwrap().schema_changes.is_empty());
}

#[test]
fn cells_whose_records_changed_places_are_found() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.begin_batch(&new_batch("b1"), NOW).unwrap();
    for (ordinal, request) in [(0, "r1"), (1, "r2")] {
        let answer = make_answer(request, "d1", "p");
        vault.record_cell(&cell(ordinal), &answer, NOW).unwrap();
    }
    assert!(vault.verify().unwrap().is_sound());
    open_raw(directory.path())
        .execute_batch(
            "DROP TRIGGER batch_cell_is_never_changed;
             UPDATE batch_cell SET ordinal = 2 WHERE ordinal = 0;
             UPDATE batch_cell SET ordinal = 0 WHERE ordinal = 1;
             UPDATE batch_cell SET ordinal = 1 WHERE ordinal = 2;",
        )
        .unwrap();
    let error = vault.done_cell(&cell(0)).unwrap_err();
    assert!(matches!(error, VaultError::CellSwapped { ordinal: 0, .. }));
    let bad = vault.verify().unwrap().first_bad.unwrap();
    let expected = BadReason::CellSwapped {
        batch_id: "b1".to_owned(),
        ordinal: 1,
    };
    assert_eq!((bad.sequence, bad.reason), (2, expected));
}
