//! Files that older versions of the program left.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{NOW, open_raw};
use crate::{
    FILE_NAME, FORMAT_VERSION, KIND_DESCRIBE, KIND_MIGRATE, KIND_VECTORS, Record, RecordFilter,
    Removal, Vault,
};

/// What the program of format 5 wrote: four imports with a client each, one of
/// them a mail with its date, another date, two answers, a batch with its
/// cell, vectors; then one document was removed and one erased.
const FORMAT_5: &[u8] = include_bytes!("formats/format_5.sqlite");

fn put(directory: &Path) {
    fs::write(directory.join(FILE_NAME), FORMAT_5).unwrap();
}

fn records(vault: &Vault, kind: &str) -> Vec<Record> {
    let filter = RecordFilter {
        kind: Some(kind.to_owned()),
        ..RecordFilter::default()
    };
    vault.records(&filter, 100).unwrap()
}

#[test]
fn a_migration_is_a_record_and_binds_what_the_older_format_left() {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path());
    let vault = Vault::open(directory.path(), NOW).unwrap();
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!(found.format, FORMAT_VERSION);
    // Ten of the older format, the migration, what is said of two documents,
    // and vectors of one model.
    assert_eq!(found.records, 14);
    let migration = &records(&vault, KIND_MIGRATE)[0];
    assert_eq!((migration.sequence, migration.time.as_str()), (11, NOW));
    assert_eq!(migration.body["from"], 5);
    assert_eq!(migration.body["to"], FORMAT_VERSION);
    // The answer about the erased document; the other two are about others.
    assert_eq!(migration.body["let_go"], serde_json::json!([6]));
    let documents = migration.body["documents"].as_object().unwrap();
    let answers: BTreeSet<u64> = documents
        .values()
        .flat_map(|list| list.as_array().unwrap())
        .map(|sequence| sequence.as_u64().unwrap())
        .collect();
    assert_eq!(answers, BTreeSet::from([5, 8]));
    assert_eq!(records(&vault, KIND_DESCRIBE).len(), 2);
    assert_eq!(records(&vault, KIND_VECTORS).len(), 1);
    drop(vault);
    // It is led on once.
    let again = Vault::open(directory.path(), NOW).unwrap();
    assert_eq!(again.verify().unwrap(), found);
}

#[test]
fn what_was_bound_by_a_migration_is_found_when_it_is_changed() {
    for sql in [
        "UPDATE document_event SET date = '2020'",
        "UPDATE document_metadata SET value = 'Bolt'",
        "UPDATE vector SET scale = 1",
        "DELETE FROM document_use WHERE sequence = 5",
        "DELETE FROM content_use WHERE sequence = 5",
    ] {
        let directory = tempfile::tempdir().unwrap();
        put(directory.path());
        drop(Vault::open(directory.path(), NOW).unwrap());
        open_raw(directory.path()).execute_batch(sql).unwrap();
        let found = Vault::open(directory.path(), NOW)
            .unwrap()
            .verify()
            .unwrap();
        assert!(!found.is_sound(), "{sql}");
    }
}

#[test]
fn answers_of_an_older_format_are_erased_with_their_document() {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let answer = records(&vault, "answer")
        .into_iter()
        .find(|record| record.sequence == 5)
        .unwrap();
    let id = vault.documents_of(5).unwrap().remove(0);
    let sha256 = |name: &str| {
        let pointer = format!("/contents/{name}/sha256");
        let sha256 = answer.body.pointer(&pointer).and_then(Value::as_str);
        sha256.unwrap().to_owned()
    };
    let question = sha256("question");
    assert!(vault.content(&question).unwrap().is_some());
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(vault.content(&question).unwrap().is_none());
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    // And the one that was removed before.
    let removed: Vec<String> = vault.removed_documents().unwrap().into_iter().collect();
    assert_eq!(removed.len(), 1);
    vault.remove(&removed[0], Removal::Erase, NOW).unwrap();
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
}
