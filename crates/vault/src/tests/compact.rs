//! Compacting: smaller, with the same records, and nothing changed where it cannot be done.

use std::fs;

use super::{NOW, fill, make_document, open_raw};
use crate::{FILE_NAME, Removal, Vault, VaultError};

#[test]
fn an_erased_document_leaves_no_room_and_everything_else_stays() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let text = "One more clause of a long contract.\n".repeat(4000);
    let (document, chunks, source) = make_document(&text, 10);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    vault.remove(&document.id, Removal::Erase, NOW).unwrap();
    let before = vault.verify().unwrap();
    let done = vault.compact().unwrap();
    assert!(done.bytes_after < done.bytes_before / 2, "{done:?}");
    let file = fs::metadata(directory.path().join(FILE_NAME)).unwrap();
    assert_eq!(file.len(), done.bytes_after);
    let after = vault.verify().unwrap();
    assert_eq!(after, before);
    assert_eq!(
        (done.records, &done.head_hash),
        (after.records, &after.head_hash)
    );
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    assert_eq!(vault.search("deposit", &[], 5).unwrap().len(), 1);
}

#[test]
fn a_vault_that_does_not_verify_is_not_compacted() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    open_raw(directory.path())
        .execute_batch("UPDATE line SET text = 'x' WHERE number = 2")
        .unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let before = fs::read(directory.path().join(FILE_NAME)).unwrap();
    assert!(matches!(vault.compact(), Err(VaultError::NotSound)));
    assert_eq!(fs::read(directory.path().join(FILE_NAME)).unwrap(), before);
}

#[test]
fn while_another_reads_nothing_is_compacted() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault
        .connection
        .busy_timeout(std::time::Duration::ZERO)
        .unwrap();
    vault.append("note", &serde_json::json!({}), NOW).unwrap();
    let raw = open_raw(directory.path());
    raw.execute_batch("BEGIN; SELECT count(*) FROM record")
        .unwrap();
    assert!(matches!(vault.compact(), Err(VaultError::Locked)));
    raw.execute_batch("COMMIT").unwrap();
    assert!(vault.compact().is_ok());
}

#[test]
fn who_begins_to_read_after_the_log_was_emptied_delays_the_smaller_file_only() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let text = "One more clause of a long contract.\n".repeat(4000);
    let (document, chunks, source) = make_document(&text, 10);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    vault.remove(&document.id, Removal::Erase, NOW).unwrap();
    vault
        .connection
        .busy_timeout(std::time::Duration::ZERO)
        .unwrap();
    let length = || {
        fs::metadata(directory.path().join(FILE_NAME))
            .unwrap()
            .len()
    };
    let (before, records) = (length(), vault.verify().unwrap());
    let raw = open_raw(directory.path());
    raw.execute_batch("BEGIN; SELECT count(*) FROM record")
        .unwrap();
    vault.rewrite().unwrap();
    assert_eq!(vault.verify().unwrap(), records);
    assert_eq!(length(), before);
    raw.execute_batch("COMMIT").unwrap();
    vault.empty_log().unwrap();
    assert!(length() < before / 2);
}
