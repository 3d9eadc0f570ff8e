//! Somebody changes the file behind the vault's back.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use serde_json::json;

use super::{NOW, fill, open_raw};
use crate::{BadReason, Expected, FILE_NAME, Vault, Verification, audit, canonical, merkle};

/// What a tamperer does first.
const DISARM: &str = "DROP TRIGGER record_is_never_changed; DROP TRIGGER record_is_never_deleted;
    DROP TRIGGER record_is_only_appended; DROP TRIGGER head_moves_one_on; DROP TRIGGER head_is_never_deleted;
    DROP TRIGGER head_is_one; DROP TRIGGER content_is_never_changed; DROP TRIGGER answer_is_never_changed;
    DROP TRIGGER answer_is_never_deleted; DROP TRIGGER tree_node_is_never_changed;
    DROP TRIGGER tree_node_is_never_deleted; DROP TRIGGER tree_node_is_only_appended;";

/// Records 1 (import), 2 to 5 (notes), 6 (answer); what is done to them; the
/// record that must be named.
const CASES: &[(&str, &str, u64)] = &[
    ("one byte of a body", "UPDATE record SET body = replace(body, 'entry 1', 'entry 7') WHERE sequence = 3", 3),
    ("a space in a body", "UPDATE record SET body = replace(body, '{', '{ ') WHERE sequence = 3", 3),
    ("a body that is no JSON", "UPDATE record SET body = 'x' WHERE sequence = 2", 2),
    ("a doubled name", "UPDATE record SET body = replace(body, '{', '{\"number\":9,') WHERE sequence = 3", 3),
    ("the time", "UPDATE record SET time = '2026-01-31T12:00:01Z' WHERE sequence = 4", 4),
    ("the kind", "UPDATE record SET kind = 'nota' WHERE sequence = 5", 5),
    ("the id", "UPDATE record SET id = '0123456789abcdef' WHERE sequence = 5", 5),
    ("the hash", "UPDATE record SET hash = replace(hash, substr(hash, 1, 1), 'g') WHERE sequence = 2", 2),
    ("the link", "UPDATE record SET previous_hash = hash WHERE sequence = 6", 6),
    ("a middle record is deleted", "DELETE FROM record WHERE sequence = 3", 3),
    ("the first record is deleted", "DELETE FROM record WHERE sequence = 1", 1),
    ("the last record is deleted", "DELETE FROM record WHERE sequence = 6", 6),
    ("the last three are deleted", "DELETE FROM record WHERE sequence > 3", 4),
    ("all are deleted", "DELETE FROM record", 1),
    (
        "a deleted record's place is closed",
        "DELETE FROM record WHERE sequence = 3; UPDATE record SET sequence = sequence - 1 WHERE sequence > 3;
         UPDATE head SET records = 5",
        3,
    ),
    (
        "two are swapped",
        "UPDATE record SET sequence = -1 WHERE sequence = 2; UPDATE record SET sequence = 2 WHERE sequence = 4;
         UPDATE record SET sequence = 4 WHERE sequence = -1",
        2,
    ),
    (
        "two bodies are swapped",
        "UPDATE record SET body = (SELECT body FROM record AS other WHERE other.sequence = 7 - record.sequence)
         WHERE sequence IN (3, 4)",
        3,
    ),
    ("one is inserted before the first", "INSERT INTO record VALUES (0, 'x', 'note', '', '{}', '', 'x')", 0),
    ("one is inserted after the last", "INSERT INTO record VALUES (7, 'x', 'note', '', '{}', '', 'x')", 7),
    (
        "one is inserted in the middle",
        "UPDATE record SET sequence = -sequence - 1 WHERE sequence > 2; UPDATE record SET sequence = -sequence WHERE sequence < 0;
         INSERT INTO record SELECT 3, 'x', kind, time, body, hash, 'x' FROM record WHERE sequence = 2;
         UPDATE head SET records = 7",
        3,
    ),
    ("the head's count", "UPDATE head SET records = 5", 6),
    ("the head's hash", "UPDATE head SET hash = 'x'", 6),
    ("the head is deleted", "DELETE FROM head", 1),
    ("a prompt's bytes", "UPDATE content SET bytes = x'00' WHERE CAST(bytes AS TEXT) LIKE 'prompt%'", 6),
    ("a prompt is deleted", "DELETE FROM content WHERE CAST(bytes AS TEXT) LIKE 'prompt%'", 6),
    ("a source is deleted", "DELETE FROM content WHERE sha256 = (SELECT id FROM document)", 1),
    ("a line's text", "UPDATE line SET text = 'The monthly rent is 1,150 euros.' WHERE number = 2", 1),
    ("a line's bounds", "UPDATE line SET bounds_left = 1 WHERE number = 2", 1),
    ("a line is deleted", "DELETE FROM line WHERE number = 6", 1),
    ("a document's title", "UPDATE document SET frame = replace(frame, 'lease', 'loose')", 1),
    ("a chunk's lines", "UPDATE chunk SET last_line = last_line - 1 WHERE ordinal = 0", 1),
    ("a leaf of the tree", "UPDATE tree_node SET hash = zeroblob(32) WHERE level = 0 AND position = 2", 3),
    ("a leaf of no length", "UPDATE tree_node SET hash = x'' WHERE level = 0 AND position = 2", 3),
    ("an inner node", "UPDATE tree_node SET hash = zeroblob(32) WHERE level = 1 AND position = 1", 4),
    ("the highest node", "UPDATE tree_node SET hash = zeroblob(32) WHERE level = 2", 4),
    ("an inner node is deleted", "DELETE FROM tree_node WHERE level = 1 AND position = 0", 2),
    ("the last inner node is deleted", "DELETE FROM tree_node WHERE level = 1 AND position = 2", 6),
    ("a leaf is deleted", "DELETE FROM tree_node WHERE level = 0 AND position = 4", 5),
    ("the last leaf is deleted", "DELETE FROM tree_node WHERE level = 0 AND position = 5", 6),
    ("the tree is deleted", "DELETE FROM tree_node", 1),
    ("a leaf of no record", "INSERT INTO tree_node VALUES (0, 6, zeroblob(32))", 7),
    ("a leaf before the first", "INSERT INTO tree_node VALUES (0, -1, zeroblob(32))", 0),
    ("a node of no leaves", "INSERT INTO tree_node VALUES (3, 0, zeroblob(32))", 8),
    (
        "two leaves are swapped",
        "UPDATE tree_node SET hash = (SELECT hash FROM tree_node AS other WHERE level = 0 AND other.position = 5 - tree_node.position)
         WHERE level = 0 AND position IN (2, 3)",
        3,
    ),
    ("a document is deleted", "DELETE FROM chunk; DELETE FROM line; DELETE FROM document", 1),
];

fn noting(head: &str) -> Expected<'_> {
    let head = Some(head);
    Expected {
        head,
        ..Expected::default()
    }
}

fn verify(directory: &Path) -> Verification {
    Vault::open(directory, NOW).unwrap().verify().unwrap()
}

#[test]
fn names_the_first_bad_record_after_any_tampering() {
    for (what, sql, expected) in CASES {
        let directory = tempfile::tempdir().unwrap();
        fill(directory.path());
        let raw = open_raw(directory.path());
        raw.execute_batch(DISARM).unwrap();
        raw.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}"))
            .unwrap();
        drop(raw);
        let found = verify(directory.path());
        let bad = found
            .first_bad
            .unwrap_or_else(|| panic!("not found: {what}"));
        assert_eq!(bad.sequence, *expected, "{what}: {:?}", bad.reason);
        assert!(
            found
                .schema_changes
                .contains(&"record_is_never_changed".to_owned()),
            "{what}"
        );
    }
}

#[test]
fn a_watched_verification_tells_how_far_it_is_and_finds_the_same() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let vault = Vault::open(directory.path(), NOW).unwrap();
    let mut told: Vec<(u64, u64)> = Vec::new();
    let watched = vault.verify_watched(Expected::default(), &mut |done, total| {
        told.push((done, total));
        ControlFlow::Continue(())
    });
    assert_eq!(watched.unwrap().unwrap(), vault.verify().unwrap());
    // Six records, a source, a prompt and a grammar, a document, its three
    // passages, the file.
    assert_eq!(told.len(), 14);
    assert!(told.is_sorted_by(|(before, _), (after, _)| before < after));
    let (done, total) = told.last().unwrap();
    assert_eq!(done, total);
}

#[test]
fn a_verification_broken_off_anywhere_finds_nothing_and_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let raw = open_raw(directory.path());
    raw.execute_batch(DISARM).unwrap();
    raw.execute_batch("UPDATE record SET kind = 'nota' WHERE sequence = 4")
        .unwrap();
    drop(raw);
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let before = vault.verify().unwrap();
    for last in 0..14 {
        let mut steps = 0;
        let broken = vault.verify_watched(Expected::default(), &mut |_, _| {
            steps += 1;
            if steps > last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!((broken.unwrap(), steps), (None, last + 1));
    }
    assert_eq!(vault.verify().unwrap(), before);
    // The read transaction is over: the vault can be written.
    vault.append("note", &json!({}), NOW).unwrap();
}

#[test]
fn finds_what_the_command_line_shell_changed() {
    if Command::new("sqlite3").arg("--version").output().is_err() {
        println!("skipped: there is no sqlite3 command");
        return;
    }
    for (what, sql, expected) in CASES {
        let directory = tempfile::tempdir().unwrap();
        fill(directory.path());
        let output = Command::new("sqlite3")
            .args(["-bail", "-batch"])
            .arg(directory.path().join(FILE_NAME))
            .arg(format!("{DISARM} {sql};"))
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{what}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let bad = verify(directory.path())
            .first_bad
            .unwrap_or_else(|| panic!("not found: {what}"));
        assert_eq!(bad.sequence, *expected, "{what}: {:?}", bad.reason);
    }
}

#[test]
fn finds_nothing_where_nothing_was_done() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let found = verify(directory.path());
    assert!(found.is_sound(), "{found:?}");
    assert_eq!(found.records, 6);
}

#[test]
fn finds_a_forged_record_that_hashes_well() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let raw = open_raw(directory.path());
    raw.execute_batch(DISARM).unwrap();
    let (previous_hash, time): (String, String) = raw
        .query_row(
            "SELECT previous_hash, time FROM record WHERE sequence = 3",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    let body = json!({"number": 1, "text": "entry 7"});
    let text = audit::hashed_text(3, "note", &time, &body, &previous_hash).unwrap();
    let hash = canonical::sha256_hex(text.as_bytes());
    raw.execute(
        "UPDATE record SET body = ?1, hash = ?2, id = ?3 WHERE sequence = 3",
        [
            body.to_string(),
            hash.clone(),
            hash.chars().take(16).collect(),
        ],
    )
    .unwrap();
    let bad = verify(directory.path()).first_bad.unwrap();
    assert_eq!((bad.sequence, bad.reason), (3, BadReason::NotInTree));
    // With its leaf forged too, the next record tells.
    let leaf = merkle::hash_leaf(text.as_bytes());
    let forge = "UPDATE tree_node SET hash = ?1 WHERE level = 0 AND position = 2";
    raw.execute(forge, [leaf]).unwrap();
    let bad = verify(directory.path()).first_bad.unwrap();
    assert_eq!((bad.sequence, bad.reason), (4, BadReason::NotLinked));
}

#[test]
fn a_chain_cut_with_its_head_is_found_only_against_a_noted_hash() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let noted = verify(directory.path());
    let raw = open_raw(directory.path());
    raw.execute_batch(DISARM).unwrap();
    raw.execute_batch(
        "DELETE FROM content_use WHERE sequence > 4; DELETE FROM document_use WHERE sequence > 4; DELETE FROM answer;
         DELETE FROM record WHERE sequence > 4;
         DELETE FROM tree_node WHERE (position + 1) << level > 4;
         UPDATE head SET records = 4, hash = (SELECT hash FROM record WHERE sequence = 4)",
    )
    .unwrap();
    drop(raw);
    let vault = Vault::open(directory.path(), NOW).unwrap();
    assert_eq!(
        vault.verify().unwrap().first_bad,
        None,
        "the documentation says so"
    );
    let found = vault.verify_expecting(noting(&noted.head_hash)).unwrap();
    let bad = found.first_bad.unwrap();
    assert_eq!((bad.sequence, bad.reason), (4, BadReason::NotAsNoted));
    let earlier = vault.verify_expecting(noting(&found.head_hash)).unwrap();
    assert_eq!(earlier.first_bad, None);
}

#[test]
fn finds_a_document_that_nobody_imported() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let raw = open_raw(directory.path());
    raw.execute_batch(
        "PRAGMA foreign_keys = OFF;
         INSERT INTO document SELECT 'forged', title, media_type, page_count, line_count, source_size, imported_at, frame
         FROM document",
    )
    .unwrap();
    let bad = verify(directory.path()).first_bad.unwrap();
    assert_eq!(
        (bad.sequence, bad.reason),
        (
            0,
            BadReason::DocumentUnknown {
                id: "forged".to_owned()
            }
        )
    );
}

#[test]
fn finds_every_dropped_trigger() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    for (count, statement) in DISARM.split_inclusive(';').enumerate() {
        open_raw(directory.path()).execute_batch(statement).unwrap();
        assert_eq!(
            verify(directory.path()).schema_changes.len(),
            count + 1,
            "{statement}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn any_corruption_of_any_record_is_found(
        texts in proptest::collection::vec("\\PC{0,12}", 2..12),
        target in any::<prop::sample::Index>(),
        column in prop::sample::select(vec!["id", "kind", "time", "body", "previous_hash", "hash"]),
        place in any::<prop::sample::Index>(),
        replacement in any::<char>(),
        is_deletion in prop::bool::weighted(0.2),
    ) {
        let mut vault = Vault::in_memory().unwrap();
        for text in &texts {
            vault.append("note", &json!({ "text": text }), NOW).unwrap();
        }
        prop_assert!(vault.verify().unwrap().is_sound());
        let sequence = target.index(texts.len()) + 1;
        vault.connection.execute_batch(DISARM).unwrap();
        let corrupted = if is_deletion {
            vault.connection.execute("DELETE FROM record WHERE sequence = ?1", [sequence as u32]).unwrap();
            true
        } else {
            let read = format!("SELECT {column} FROM record WHERE sequence = ?1");
            let old: String = vault.connection.query_row(&read, [sequence as u32], |row| row.get(0)).unwrap();
            let mut letters: Vec<char> = old.chars().collect();
            let place = place.index(letters.len());
            letters[place] = replacement;
            let new: String = letters.into_iter().collect();
            let write = format!("UPDATE record SET {column} = ?1 WHERE sequence = ?2");
            vault.connection.execute(&write, rusqlite::params![new, sequence as u32]).unwrap();
            new != old
        };
        let first_bad = vault.verify().unwrap().first_bad;
        prop_assert_eq!(first_bad.map(|bad| bad.sequence), corrupted.then_some(sequence as u64));
    }
}
