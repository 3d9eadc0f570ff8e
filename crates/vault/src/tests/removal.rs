//! Erasing: what it takes along, beside readers, and on a full disk.

use std::time::Duration;

use super::{LEASE, NOW, make_answer, make_document, open_raw};
use crate::{FILE_NAME, Removal, Vault, VaultError};

const SECRET: &str = "Quintanilla";

/// A vault on disk with a document of several pages and an answer about it.
fn fill(directory: &std::path::Path) -> String {
    let mut vault = Vault::open(directory, NOW).unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    let prompt = format!("prompt about {SECRET}");
    let answer = make_answer("request-1", &document.id, &prompt);
    vault.record_answer(&answer, NOW).unwrap();
    let (other, chunks, source) = make_document("Another contract\nIts fee is 9 euros.", 2);
    vault.import(&other, &chunks, &source, NOW).unwrap();
    document.id
}

fn holds(directory: &std::path::Path, word: &str) -> bool {
    ["", "-wal"].iter().any(|suffix| {
        let path = directory.join(format!("{FILE_NAME}{suffix}"));
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes
            .windows(word.len())
            .any(|window| window == word.as_bytes())
    })
}

#[test]
fn a_removed_document_is_named_and_can_be_erased() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    assert!(vault.removed_documents().unwrap().is_empty());
    vault.remove(&id, Removal::KeepSource, NOW).unwrap();
    let removed = vault.removed_documents().unwrap();
    assert_eq!(removed.iter().collect::<Vec<_>>(), [&id]);
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(vault.removed_documents().unwrap().is_empty());
    assert!(!holds(directory.path(), SECRET));
    assert!(vault.verify().unwrap().is_sound());
}

/// What somebody put into or took out of the tables that say which record
/// holds what.
#[test]
fn what_is_erased_is_what_the_records_say() {
    for forgery in [
        // The prompt is said to be another record's too.
        "INSERT INTO content_use SELECT 3, sha256 FROM content_use WHERE sequence = 2",
        // ... or nobody's.
        "DELETE FROM content_use",
        // The answer is said to be about nothing, or about something else.
        "DELETE FROM document_use WHERE sequence = 2",
        "UPDATE document_use SET document_id = 'x' WHERE sequence = 2",
    ] {
        let directory = tempfile::tempdir().unwrap();
        let id = fill(directory.path());
        open_raw(directory.path()).execute_batch(forgery).unwrap();
        let mut vault = Vault::open(directory.path(), NOW).unwrap();
        vault.remove(&id, Removal::Erase, NOW).unwrap();
        assert!(!holds(directory.path(), SECRET), "{forgery}");
    }
    // The other document is said to be the lease's too, and stays.
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let forgery = format!("INSERT INTO document_use VALUES ('{id}', 3)");
    open_raw(directory.path()).execute_batch(&forgery).unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(holds(directory.path(), "Another contract"));
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn while_another_reads_erasing_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.connection.busy_timeout(Duration::ZERO).unwrap();
    // What the other reads lies in the log.
    vault.append("note", &serde_json::json!({}), NOW).unwrap();
    let raw = open_raw(directory.path());
    raw.execute_batch("BEGIN; SELECT count(*) FROM record")
        .unwrap();
    let before = vault.verify().unwrap();
    for document in [&id, &"0".repeat(64)] {
        let error = vault.remove(document, Removal::Erase, NOW).unwrap_err();
        assert!(matches!(error, VaultError::Locked), "{error:?}");
    }
    assert_eq!(vault.verify().unwrap(), before);
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    raw.execute_batch("COMMIT").unwrap();
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(!holds(directory.path(), SECRET));
    assert!(vault.verify().unwrap().is_sound());
}

/// A connection that is open and reads nothing is in nobody's way.
#[test]
fn an_open_vault_that_does_not_read_does_not_keep_another_from_erasing() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let other = Vault::open(directory.path(), NOW).unwrap();
    assert!(other.verify().unwrap().is_sound());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(!holds(directory.path(), SECRET));
    assert!(other.verify().unwrap().is_sound());
}

#[test]
fn a_file_that_cannot_grow_can_be_erased_from() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let pages: i64 = vault
        .connection
        .query_row("PRAGMA page_count", [], |row| row.get(0))
        .unwrap();
    let limit = format!("PRAGMA max_page_count = {pages}");
    let set: i64 = vault
        .connection
        .query_row(&limit, [], |row| row.get(0))
        .unwrap();
    assert_eq!(set, pages);
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(!holds(directory.path(), SECRET));
    assert!(vault.verify().unwrap().is_sound());
}
