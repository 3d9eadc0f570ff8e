//! The tree as it is kept: filled with the records, also with those of older
//! formats, and part of what verification looks at.

use std::path::Path;

use rusqlite::{Connection, params};
use serde_json::json;

use super::{NOW, fill, open_raw};
use crate::checkpoint::Checkpoint;
use crate::merkle::{hash_leaf, hash_node, root};
use crate::{
    BadReason, Expected, FILE_NAME, RecordFilter, Vault, VaultError, Verification, audit, canonical,
};

/// A file that the program wrote before there was a tree: an import, four
/// notes, an answer, a second import, and its erasure.
const FORMAT_4: &[u8] = include_bytes!("formats/format_4.sqlite");

const STEPS: [&str; 3] = [
    include_str!("../schema.sql"),
    include_str!("../schema_2.sql"),
    include_str!("../schema_3.sql"),
];

/// The root over the records as they are listed, without the tree.
fn root_of_records(vault: &Vault) -> [u8; 32] {
    let mut records = vault.records(&RecordFilter::default(), 1000).unwrap();
    records.reverse();
    let leaves: Vec<[u8; 32]> = records
        .iter()
        .map(|record| {
            let hashed = json!({
                "body": record.body, "kind": record.kind, "previous_hash": record.previous_hash,
                "sequence": record.sequence, "time": record.time,
            });
            hash_leaf(canonical::print(&hashed).unwrap().as_bytes())
        })
        .collect();
    let read = |level: u32, position: u64| {
        let (width, start) = (1 << level, usize::try_from(position).unwrap() << level);
        whole_root(&leaves[start..start + width])
    };
    root::<std::convert::Infallible>(leaves.len() as u64, &mut |level, position| {
        Ok(read(level, position))
    })
    .unwrap()
}

fn whole_root(leaves: &[[u8; 32]]) -> [u8; 32] {
    if let [leaf] = leaves {
        return *leaf;
    }
    let (left, right) = leaves.split_at(leaves.len() / 2);
    hash_node(&whole_root(left), &whole_root(right))
}

fn expecting(vault: &Vault, size: u64, root: [u8; 32]) -> Verification {
    let origin = "a vault".to_owned();
    let checkpoints = [Checkpoint { origin, size, root }];
    let expected = Expected {
        head: None,
        checkpoints: &checkpoints,
        verified: 0,
    };
    vault.verify_expecting(expected).unwrap()
}

#[test]
fn the_tree_grows_with_every_record_and_keeps_every_earlier_root() {
    let mut vault = Vault::in_memory().unwrap();
    let mut roots = vec![vault.tree_head().unwrap()];
    for number in 0..40 {
        vault.append("note", &json!({ "n": number }), NOW).unwrap();
        roots.push((number + 1, root_of_records(&vault)));
        assert_eq!(vault.tree_head().unwrap(), roots[roots.len() - 1]);
    }
    for (size, root) in &roots {
        assert_eq!(vault.tree_root(*size).unwrap(), Some(*root));
        assert!(expecting(&vault, *size, *root).is_sound());
    }
    assert_eq!(vault.tree_root(41).unwrap(), None);
    // Two rows a record on average, less the ones of the right edge.
    let rows: i64 = vault
        .connection
        .query_row("SELECT count(*) FROM tree_node", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rows, 40 + 20 + 10 + 5 + 2 + 1);
}

#[test]
fn a_refused_record_leaves_no_leaf() {
    let mut vault = Vault::in_memory().unwrap();
    let answer = super::make_answer("request-1", "d", "p");
    vault.record_answer(&answer, NOW).unwrap();
    let before = vault.tree_head().unwrap();
    vault.record_answer(&answer, NOW).unwrap_err();
    assert_eq!(vault.tree_head().unwrap(), before);
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn a_file_of_the_format_before_the_tree_is_led_on_and_its_records_can_be_proved() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join(FILE_NAME), FORMAT_4).unwrap();
    let head: String = open_raw(directory.path())
        .query_row("SELECT hash FROM head", [], |row| row.get(0))
        .unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!(found.records, 9, "the old chain, and the migration");
    assert_eq!(vault.tree_head().unwrap(), (9, root_of_records(&vault)));
    let records = vault.records(&RecordFilter::default(), 100).unwrap();
    assert_eq!(
        (&records[1].hash, &records[0].previous_hash),
        (&head, &head)
    );
    for record in records {
        let proof = vault.prove_record(record.id.as_str(), 9).unwrap();
        assert_eq!(canonical::sha256_hex(&proof.record), record.hash);
    }
    vault.append("note", &json!({}), NOW).unwrap();
    assert_eq!(vault.tree_head().unwrap(), (10, root_of_records(&vault)));
    assert!(vault.verify().unwrap().is_sound());
}

/// A file of format 1, 2 or 3, with as many records as asked for.
fn write_old(directory: &Path, format: usize, records: i64) {
    let old = Connection::open(directory.join(FILE_NAME)).unwrap();
    for step in &STEPS[..format] {
        old.execute_batch(step).unwrap();
    }
    old.execute_batch(&format!(
        "PRAGMA application_id = 1096045396; PRAGMA user_version = {format}"
    ))
    .unwrap();
    let mut previous = "0".repeat(64);
    for sequence in 1..=records {
        let body = json!({"text": "a \"quoted\" word\n", "n": sequence});
        let text = audit::hashed_text(sequence, "note", NOW, &body, &previous).unwrap();
        let hash = canonical::sha256_hex(text.as_bytes());
        old.execute(
            "INSERT INTO record VALUES (?1, ?2, 'note', ?3, ?4, ?5, ?6)",
            params![
                sequence,
                &hash[..16],
                NOW,
                canonical::print(&body).unwrap(),
                previous,
                hash
            ],
        )
        .unwrap();
        old.execute(
            "UPDATE head SET records = ?1, hash = ?2",
            params![sequence, hash],
        )
        .unwrap();
        previous = hash;
    }
}

#[test]
fn every_older_format_is_led_to_the_tree() {
    for format in 1..=3 {
        for records in [0, 1, 2, 5] {
            let directory = tempfile::tempdir().unwrap();
            write_old(directory.path(), format, records);
            let vault = Vault::open(directory.path(), NOW).unwrap();
            let found = vault.verify().unwrap();
            assert!(found.is_sound(), "format {format}: {found:?}");
            // The migration is one too.
            assert_eq!(found.records, records.unsigned_abs() + 1);
            let head = (records.unsigned_abs() + 1, root_of_records(&vault));
            assert_eq!(vault.tree_head().unwrap(), head);
        }
    }
}

#[test]
fn an_older_file_that_was_tampered_with_opens_and_is_still_found() {
    for (sql, expected) in [
        ("UPDATE record SET body = 'no JSON' WHERE sequence = 3", 3),
        (
            "UPDATE record SET body = CAST(x'ff00' AS TEXT) WHERE sequence = 3",
            3,
        ),
        ("DELETE FROM record WHERE sequence = 3", 3),
    ] {
        let directory = tempfile::tempdir().unwrap();
        write_old(directory.path(), 3, 5);
        let drop = "DROP TRIGGER record_is_never_changed; DROP TRIGGER record_is_never_deleted;";
        open_raw(directory.path())
            .execute_batch(&format!("{drop} {sql}"))
            .unwrap();
        let found = Vault::open(directory.path(), NOW)
            .unwrap()
            .verify()
            .unwrap();
        assert_eq!(found.first_bad.unwrap().sequence, expected, "{sql}");
    }
}

/// Its migration cannot be recorded, so it is not led on; what is wrong with
/// it is told all the same.
#[test]
fn an_older_file_to_which_nothing_can_be_appended_is_refused_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    write_old(directory.path(), 3, 5);
    open_raw(directory.path())
        .execute_batch(
            "DROP TRIGGER record_is_never_changed;
             UPDATE record SET sequence = 1000000000000 WHERE sequence = 5",
        )
        .unwrap();
    let error = Vault::open(directory.path(), NOW).unwrap_err();
    assert!(
        matches!(error, VaultError::TrailBroken { sequence: 5 }),
        "{error:?}"
    );
    let format: i64 = open_raw(directory.path())
        .query_row("SELECT version FROM format", [], |row| row.get(0))
        .unwrap();
    assert_eq!(format, 3);
}

#[test]
fn triggers_refuse_every_change_of_the_tree() {
    let mut vault = Vault::in_memory().unwrap();
    for number in 1..=3 {
        vault.append("note", &json!({ "n": number }), NOW).unwrap();
    }
    for sql in [
        "UPDATE tree_node SET hash = zeroblob(32)",
        "DELETE FROM tree_node WHERE level = 0 AND position = 2",
        "INSERT OR REPLACE INTO tree_node VALUES (0, 1, zeroblob(32))",
        "INSERT INTO tree_node VALUES (0, 4, zeroblob(32))",
    ] {
        for recursive in ["ON", "OFF"] {
            let set = format!("PRAGMA recursive_triggers = {recursive}");
            vault.connection.execute_batch(&set).unwrap();
            assert!(vault.connection.execute_batch(sql).is_err(), "{sql}");
        }
    }
    assert!(vault.verify().unwrap().is_sound());
}

const DISARM: &str = "DROP TRIGGER record_is_never_changed; DROP TRIGGER record_is_never_deleted;
    DROP TRIGGER head_moves_one_on; DROP TRIGGER answer_is_never_deleted;
    DROP TRIGGER tree_node_is_never_changed; DROP TRIGGER tree_node_is_never_deleted;
    PRAGMA foreign_keys = OFF;";

/// The last three records, with everything that knows of them.
const CUT: &str =
    "DELETE FROM content_use WHERE sequence > 3; DELETE FROM document_use WHERE sequence > 3;
    DELETE FROM answer WHERE sequence > 3; DELETE FROM record WHERE sequence > 3;
    UPDATE head SET records = 3, hash = (SELECT hash FROM record WHERE sequence = 3);";

#[test]
fn records_cut_off_with_the_head_set_back_are_found_by_the_tree() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    open_raw(directory.path())
        .execute_batch(&format!("{DISARM}{CUT}"))
        .unwrap();
    let bad = Vault::open(directory.path(), NOW)
        .unwrap()
        .verify()
        .unwrap()
        .first_bad
        .unwrap();
    assert_eq!((bad.sequence, bad.reason), (4, BadReason::OnlyInTree));
}

#[test]
fn records_cut_off_with_head_and_tree_are_found_by_a_checkpoint_alone() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let (size, root) = Vault::open(directory.path(), NOW)
        .unwrap()
        .tree_head()
        .unwrap();
    let tree = "DELETE FROM tree_node WHERE (position + 1) << level > 3;";
    open_raw(directory.path())
        .execute_batch(&format!("{DISARM}{CUT}{tree}"))
        .unwrap();
    let vault = Vault::open(directory.path(), NOW).unwrap();
    assert_eq!(
        vault.verify().unwrap().first_bad,
        None,
        "the documentation says so"
    );
    let bad = expecting(&vault, size, root).first_bad.unwrap();
    assert_eq!(
        (bad.sequence, bad.reason),
        (4, BadReason::CutOff { size: 6 })
    );
}

#[test]
fn a_consistent_rewrite_is_found_by_a_checkpoint_alone() {
    let directory = tempfile::tempdir().unwrap();
    let note = |vault: &mut Vault, number: u32| {
        vault
            .append("note", &json!({ "number": number }), NOW)
            .unwrap();
    };
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    (0..5).for_each(|number| note(&mut vault, number));
    let (size, root) = vault.tree_head().unwrap();
    note(&mut vault, 5);
    assert!(expecting(&vault, size, root).is_sound());
    drop(vault);
    // With this very program, all records from the second on.
    for name in [FILE_NAME, "attest.sqlite-wal", "attest.sqlite-shm"] {
        let _ = std::fs::remove_file(directory.path().join(name));
    }
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    for number in [0, 11, 2, 3, 4, 5, 6] {
        note(&mut vault, number);
    }
    assert!(
        vault.verify().unwrap().is_sound(),
        "the documentation says so"
    );
    let bad = expecting(&vault, size, root).first_bad.unwrap();
    assert_eq!(
        (bad.sequence, bad.reason),
        (5, BadReason::NotAsCheckpointed { size: 5 })
    );
}

#[test]
fn a_tree_without_a_node_appends_nothing_and_says_which() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let delete = "DELETE FROM tree_node WHERE level = 1 AND position = 2";
    open_raw(directory.path())
        .execute_batch(&format!("{DISARM}{delete}"))
        .unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.append("note", &json!({}), NOW).unwrap();
    let error = vault.append("note", &json!({}), NOW).unwrap_err();
    assert!(
        matches!(
            error,
            VaultError::TreeBroken {
                level: 1,
                position: 2
            }
        ),
        "{error:?}"
    );
    assert!(error.help().contains("attest audit verify"));
    assert!(vault.tree_head().is_err());
}
