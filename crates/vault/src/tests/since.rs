//! Verification of what came since: all records, and what those after a checkpoint bind.

use std::path::Path;

use serde_json::json;

use super::{LEASE, NOW, make_answer, make_document, open_raw};
use crate::checkpoint::Checkpoint;
use crate::{BadReason, Expected, Vault, Verification};

/// Three records, a checkpoint, and three more: a document, an answer about each of the two.
fn fill(directory: &Path) -> Checkpoint {
    let mut vault = Vault::open(directory, NOW).unwrap();
    let (old, chunks, source) = make_document(LEASE, 2);
    vault.import(&old, &chunks, &source, NOW).unwrap();
    let answer = make_answer("request-1", &old.id, "the first prompt");
    vault.record_answer(&answer, NOW).unwrap();
    vault.append("note", &json!({"number": 1}), NOW).unwrap();
    let (size, root) = vault.tree_head().unwrap();
    let origin = "a vault".to_owned();
    let (new, chunks, source) = make_document("Another contract\nIts fee is 9 euros.", 2);
    vault.import(&new, &chunks, &source, NOW).unwrap();
    for (request, id) in [("request-2", &new.id), ("request-3", &old.id)] {
        let answer = make_answer(request, id, &format!("prompt of {request}"));
        vault.record_answer(&answer, NOW).unwrap();
    }
    Checkpoint { origin, size, root }
}

fn since(directory: &Path, checkpoint: &Checkpoint) -> Verification {
    let vault = Vault::open_to_verify(directory).unwrap();
    let expected = Expected {
        head: None,
        checkpoints: std::slice::from_ref(checkpoint),
        verified: checkpoint.size,
    };
    vault.verify_expecting(expected).unwrap()
}

/// What is done, and which record is named: by a check of what came since, by one of the whole.
const CASES: [(&str, &str, Option<u64>, u64); 7] = [
    (
        "an old record",
        "DROP TRIGGER record_is_never_changed; UPDATE record SET body = '{\"number\":2}' WHERE sequence = 3",
        Some(3),
        3,
    ),
    (
        "the tree below the checkpoint",
        "DROP TRIGGER tree_node_is_never_changed; UPDATE tree_node SET hash = zeroblob(32) WHERE level = 0 AND position = 1",
        Some(2),
        2,
    ),
    (
        "an old row that follows from a record",
        "DELETE FROM document_use WHERE sequence = 2",
        Some(2),
        2,
    ),
    (
        "a new content",
        "DROP TRIGGER content_is_never_changed; UPDATE content SET bytes = x'00' WHERE bytes = CAST('prompt of request-3' AS BLOB)",
        Some(6),
        6,
    ),
    (
        "a line of the new document",
        "UPDATE line SET text = 'Its fee is 8 euros.' WHERE text LIKE 'Its fee%'",
        Some(4),
        4,
    ),
    (
        "an old content",
        "DROP TRIGGER content_is_never_changed; UPDATE content SET bytes = x'00' WHERE bytes = CAST('the first prompt' AS BLOB)",
        None,
        2,
    ),
    (
        "a line of the old document",
        "UPDATE line SET text = 'The monthly rent is 1 euro.' WHERE text LIKE 'The monthly%'",
        None,
        1,
    ),
];

#[test]
fn all_records_are_looked_at_and_of_what_they_bind_only_what_came_since() {
    for (what, sql, named, whole) in CASES {
        let directory = tempfile::tempdir().unwrap();
        let checkpoint = fill(directory.path());
        let found = since(directory.path(), &checkpoint);
        assert!(found.is_sound(), "{what}: {found:?}");
        assert_eq!((found.records, found.not_looked_at), (6, 3));
        open_raw(directory.path()).execute_batch(sql).unwrap();
        let found = since(directory.path(), &checkpoint).first_bad;
        assert_eq!(found.map(|bad| bad.sequence), named, "{what}");
        let vault = Vault::open_to_verify(directory.path()).unwrap();
        let found = vault.verify().unwrap();
        assert_eq!(found.not_looked_at, 0);
        assert_eq!(found.first_bad.unwrap().sequence, whole, "{what}");
    }
}

#[test]
fn a_document_that_was_described_since_is_looked_at_whole() {
    let directory = tempfile::tempdir().unwrap();
    let checkpoint = fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let old = make_document(LEASE, 2).0.id;
    vault.set_event_date(&old, Some("2024"), NOW).unwrap();
    drop(vault);
    open_raw(directory.path())
        .execute_batch("UPDATE line SET text = 'x' WHERE text LIKE 'The monthly%'")
        .unwrap();
    let bad = since(directory.path(), &checkpoint).first_bad.unwrap();
    assert_eq!(bad.sequence, 1);
    assert!(matches!(bad.reason, BadReason::DocumentChanged { .. }));
}

#[test]
fn records_that_are_not_those_of_the_checkpoint_are_found() {
    let directory = tempfile::tempdir().unwrap();
    let mut checkpoint = fill(directory.path());
    checkpoint.root[0] ^= 1;
    let bad = since(directory.path(), &checkpoint).first_bad.unwrap();
    assert_eq!(bad.reason, BadReason::NotAsCheckpointed { size: 3 });
    checkpoint.size = 9;
    let bad = since(directory.path(), &checkpoint).first_bad.unwrap();
    assert_eq!(bad.reason, BadReason::CutOff { size: 9 });
}
