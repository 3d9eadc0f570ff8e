//! Somebody changes what is beside the records: the tables that follow from
//! them, the search index, the vectors, the definitions, the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::{LEASE, NOW, make_answer, make_document, open_raw};
use crate::{
    Cell, FILE_NAME, FileDamage, NewBatch, RegisteredModel, Removal, Said, Vault, Verification,
};

/// What is to find a tampering.
#[derive(Debug, Clone, Copy)]
enum By {
    /// This record is named.
    Record(u64),
    /// The file is said to be damaged, with this word.
    File(&'static str),
    /// This name is among the definitions that were changed.
    Schema(&'static str),
}

use By::{File, Record, Schema};

/// What a tamperer does first.
const DISARM: &str = "PRAGMA foreign_keys = OFF; DROP TRIGGER answer_is_never_changed;
    DROP TRIGGER answer_is_never_deleted; DROP TRIGGER batch_is_never_changed;
    DROP TRIGGER batch_is_never_deleted; DROP TRIGGER batch_cell_is_never_changed;
    DROP TRIGGER batch_cell_is_never_deleted;";

/// Records: 1 import of the lease with a date and a client, 2 its vectors, 3 a
/// model, 4 a batch, 5 the answer of its first cell, 6 an answer about the
/// lease, 7 import of a contract, 8 another client of the lease, 9 the
/// contract is removed, 10 import of a note.
const CASES: &[(&str, &str, By)] = &[
    ("a title", "UPDATE document SET title = 'other.txt' WHERE line_count = 6", Record(1)),
    ("a type", "UPDATE document SET media_type = 'pdf' WHERE line_count = 6", Record(1)),
    ("a count of pages", "UPDATE document SET page_count = 7 WHERE line_count = 6", Record(1)),
    ("a count of lines", "UPDATE document SET line_count = 7 WHERE line_count = 6", Record(1)),
    ("a size", "UPDATE document SET source_size = 7 WHERE line_count = 6", Record(1)),
    ("a time of import", "UPDATE document SET imported_at = '2020-01-01T00:00:00Z' WHERE line_count = 2", Record(10)),
    ("a space in a frame", "UPDATE document SET frame = replace(frame, '{', '{ ') WHERE line_count = 6", Record(1)),
    ("a date", "UPDATE document_event SET date = '2024-02'", Record(8)),
    ("a date is deleted", "DELETE FROM document_event", Record(8)),
    (
        "a date is added",
        "INSERT INTO document_event SELECT id, '2020' FROM document WHERE line_count = 2",
        Record(10),
    ),
    ("metadata", "UPDATE document_metadata SET value = 'Acme'", Record(8)),
    ("a key of metadata", "UPDATE document_metadata SET key = 'matter'", Record(8)),
    ("metadata is deleted", "DELETE FROM document_metadata", Record(8)),
    (
        "metadata is added",
        "INSERT INTO document_metadata SELECT id, 'client', 'Acme' FROM document WHERE line_count = 2",
        Record(10),
    ),
    ("one of four bounds is gone", "UPDATE line SET bounds_right = NULL WHERE number = 2", Record(1)),
    ("three of four bounds are gone", "UPDATE line SET bounds_top = NULL, bounds_right = NULL, bounds_left = NULL WHERE number = 2", Record(1)),
    ("a bound by a hair", "UPDATE line SET bounds_top = 72.50000000001 WHERE number = 2", Record(1)),
    (
        "a line before the first",
        "INSERT INTO line SELECT document_id, 0, 1, 'x', NULL, NULL, NULL, NULL FROM line WHERE number = 6",
        Record(1),
    ),
    (
        "a line beyond all numbers",
        "INSERT INTO line SELECT document_id, 5000000000, 1, 'x', NULL, NULL, NULL, NULL FROM line WHERE number = 6",
        Record(1),
    ),
    ("a line of no document", "INSERT INTO line VALUES ('none', 1, 1, 'x', NULL, NULL, NULL, NULL)", File("line")),
    ("a chunk of no document", "INSERT INTO chunk VALUES (99, 'c99', 'none', 0, 1, 1, 'x')", File("chunk")),
    ("a date of no document", "INSERT INTO document_event VALUES ('none', '2020')", File("document_event")),
    ("metadata of no document", "INSERT INTO document_metadata VALUES ('none', 'a', 'b')", File("document_metadata")),
    ("a vector of no chunk", "INSERT INTO vector SELECT model, 99, scale, bytes FROM vector LIMIT 1", File("vector")),
    ("a chunk's id", "UPDATE chunk SET chunk_id = 'x' WHERE ordinal = 2", Record(1)),
    ("a vector's bytes", "UPDATE vector SET bytes = zeroblob(8) WHERE chunk = 2", Record(2)),
    ("a vector's scale", "UPDATE vector SET scale = scale * 1.0001 WHERE chunk = 2", Record(2)),
    ("a vector is deleted", "DELETE FROM vector WHERE chunk = 3", Record(2)),
    ("all vectors are deleted", "DELETE FROM vector", Record(2)),
    (
        "a vector is added",
        "INSERT INTO vector SELECT 1, chunk.key, 1.0, zeroblob(8) FROM chunk WHERE text LIKE 'A note%'",
        Record(10),
    ),
    (
        "two vectors are swapped",
        "UPDATE vector SET chunk = -1 WHERE chunk = 1; UPDATE vector SET chunk = 1 WHERE chunk = 2;
         UPDATE vector SET chunk = 2 WHERE chunk = -1",
        Record(2),
    ),
    ("an embedding model's name", "UPDATE vector_model SET name = 'm2'", Record(2)),
    ("an embedding model's dimensions", "UPDATE vector_model SET dimensions = 9", Record(2)),
    ("an answer's row is deleted", "DELETE FROM answer WHERE request_id = 'r2'", Record(6)),
    ("an answer's request", "UPDATE answer SET request_id = 'r9' WHERE request_id = 'r2'", Record(6)),
    ("an answer's run", "UPDATE answer SET run_id = 'run-9' WHERE request_id = 'r2'", Record(6)),
    ("an answer's record", "UPDATE answer SET sequence = 6", Record(5)),
    ("two answers are swapped", "UPDATE answer SET sequence = 11 - sequence", Record(5)),
    ("a row for no answer", "INSERT INTO answer VALUES ('r7', 'run-1', 1)", Record(1)),
    ("a second row for an answer", "INSERT INTO answer VALUES ('r7', 'run-1', 6)", Record(6)),
    ("what a record holds is deleted", "DELETE FROM content_use WHERE sequence = 6", Record(6)),
    ("one thing a record holds is deleted", "DELETE FROM content_use WHERE sequence = 1 AND sha256 NOT IN (SELECT id FROM document)", Record(1)),
    (
        "a record is said to hold more",
        "INSERT INTO content_use SELECT 6, id FROM document WHERE line_count = 2",
        Record(6),
    ),
    ("a note is said to hold something", "INSERT INTO content_use SELECT 9, id FROM document WHERE line_count = 2", Record(9)),
    ("the document of an answer is deleted", "DELETE FROM document_use WHERE sequence = 6", Record(6)),
    ("the document of an import is deleted", "DELETE FROM document_use WHERE sequence = 10", Record(10)),
    ("the document of an answer", "UPDATE document_use SET document_id = 'x' WHERE sequence = 6", Record(6)),
    ("an answer is said to be of more", "INSERT INTO document_use SELECT id, 6 FROM document WHERE line_count = 2", Record(6)),
    ("a batch's cells", "UPDATE batch SET cells = 2", Record(4)),
    ("a batch's plan", "UPDATE batch SET plan_sha256 = replace(plan_sha256, '0', '1')", Record(4)),
    ("a batch's id", "UPDATE batch SET id = 'b2'; UPDATE batch_cell SET batch_id = 'b2'", Record(4)),
    ("a batch is deleted", "DELETE FROM batch_cell; DELETE FROM batch", Record(4)),
    ("a batch is added", "INSERT INTO batch VALUES ('b2', 'x', 1, 9)", Record(9)),
    ("a cell is deleted", "DELETE FROM batch_cell", Record(5)),
    ("a cell is added", "INSERT INTO batch_cell VALUES ('b1', 1, 6)", Record(6)),
    ("a cell's place", "UPDATE batch_cell SET ordinal = 1", Record(5)),
    ("a model's hash", "UPDATE model SET sha256 = 'x'", Record(3)),
    ("a model's size", "UPDATE model SET size = 1", Record(3)),
    ("a model's time", "UPDATE model SET added_at = ''", Record(3)),
    ("a model's metadata", "UPDATE model SET metadata = '{}'", Record(3)),
    ("a model's name", "UPDATE model SET name = 'other'", Record(0)),
    ("a model is deleted", "DELETE FROM model", Record(3)),
    ("a model is added", "INSERT INTO model VALUES ('other', '', '', 0, '', '{}')", Record(0)),
    ("bytes that nobody stored", "INSERT INTO content VALUES ('x', x'00')", File("content x")),
    (
        "a word in the search index",
        "UPDATE chunk SET text = replace(text, 'rent', 'lent'); INSERT INTO chunk_index (chunk_index) VALUES ('rebuild');
         UPDATE chunk SET text = replace(text, 'lent', 'rent')",
        File("search index"),
    ),
    (
        "a passage is taken out of the search index",
        "INSERT INTO chunk_index (chunk_index, rowid, text) SELECT 'delete', key, text FROM chunk WHERE key = 2",
        File("search index"),
    ),
    ("the search index is emptied", "INSERT INTO chunk_index (chunk_index) VALUES ('delete-all')", File("search index")),
    (
        "a passage is in the search index twice",
        "INSERT INTO chunk_index (rowid, text) SELECT key, text FROM chunk WHERE key = 2",
        File("search index"),
    ),
    ("the words of a passage are counted otherwise", "UPDATE chunk_index_docsize SET sz = x'01' WHERE id = 2", File("search index")),
    ("a passage is not counted", "DELETE FROM chunk_index_docsize WHERE id = 2", File("search index")),
    ("all words are counted otherwise", "UPDATE chunk_index_data SET block = x'047f' WHERE id = 1", File("search index")),
    ("the ranking of the search index", "INSERT INTO chunk_index_config VALUES ('rank', 'bm25(9)')", File("search index")),
    ("how the search index deletes", "DELETE FROM chunk_index_config WHERE k = 'secure-delete'", File("search index")),
    ("where the search index has its words", "DELETE FROM chunk_index_idx", File("search index")),
    (
        "a trigger with a name like the index's",
        "CREATE TRIGGER chunk_index_x AFTER INSERT ON chunk BEGIN DELETE FROM line; END",
        Schema("chunk_index_x"),
    ),
    ("a table with a name like the index's", "CREATE TABLE chunk_index_y (x)", Schema("chunk_index_y")),
    ("an index with a name like the index's", "CREATE INDEX chunk_index_z ON line (text)", Schema("chunk_index_z")),
    ("a view", "CREATE VIEW lines AS SELECT * FROM line", Schema("lines")),
    ("an index is dropped", "DROP INDEX record_by_kind", Schema("record_by_kind")),
    ("a column is added", "ALTER TABLE line ADD COLUMN note TEXT", Schema("line")),
    ("statistics that guide the search", "ANALYZE", Schema("sqlite_stat1")),
    ("the number for tools", "PRAGMA user_version = 4", File("user_version")),
    (
        "a value of another type",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'model'",
        Schema("model"),
    ),
];

fn furnish(directory: &Path) {
    let mut vault = Vault::open(directory, NOW).unwrap();
    let (lease, chunks, source) = make_document(LEASE, 2);
    let said = Said {
        event_date: Some("2024-01-31".to_owned()),
        metadata: BTreeMap::from([("client".to_owned(), "Acme".to_owned())]),
    };
    vault
        .import_saying(&lease, &chunks, &source, &said, NOW)
        .unwrap();
    let vectors: Vec<(String, Vec<f32>)> = (0_u8..3)
        .map(|place| {
            let chunk = &chunks[usize::from(place)];
            let mut vector = vec![0.5; 8];
            vector[usize::from(place)] = 1.0;
            (chunk.chunk_id.clone(), vector)
        })
        .collect();
    vault.store_vectors("m1", &vectors, NOW).unwrap();
    let model = RegisteredModel {
        name: "small".to_owned(),
        path: "/models/small.gguf".to_owned(),
        sha256: "0".repeat(64),
        size: 100,
        added_at: NOW.to_owned(),
        metadata: json!({"architecture": "llama"}),
    };
    vault.add_model(&model).unwrap();
    let batch = NewBatch {
        id: "b1".to_owned(),
        plan_sha256: "00ff".repeat(16),
        cells: 3,
        body: json!({}),
    };
    vault.begin_batch(&batch, NOW).unwrap();
    let cell = Cell {
        batch_id: "b1".to_owned(),
        ordinal: 0,
    };
    let answer = |request: &str| make_answer(request, &lease.id, &format!("prompt of {request}"));
    vault.record_cell(&cell, &answer("r1"), NOW).unwrap();
    vault.record_answer(&answer("r2"), NOW).unwrap();
    let (contract, chunks, source) = make_document("A contract\nIts fee is 9 euros.", 2);
    vault.import(&contract, &chunks, &source, NOW).unwrap();
    let client = BTreeMap::from([("client".to_owned(), Some("Bolt".to_owned()))]);
    vault.set_metadata(&lease.id, &client, NOW).unwrap();
    vault
        .remove(&contract.id, Removal::KeepSource, NOW)
        .unwrap();
    let (note, chunks, source) = make_document("A note\nof two lines", 2);
    vault.import(&note, &chunks, &source, NOW).unwrap();
}

fn assert_found(what: &str, by: By, found: &Verification) {
    assert!(!found.is_sound(), "not found: {what}");
    match by {
        Record(sequence) => {
            let bad = found.first_bad.as_ref();
            let named = bad.map(|bad| bad.sequence);
            assert_eq!(named, Some(sequence), "{what}: {found:?}");
        }
        File(word) => {
            let told: Vec<String> = found
                .file_damages
                .iter()
                .map(FileDamage::to_string)
                .collect();
            assert!(
                told.iter().any(|told| told.contains(word)),
                "{what}: {found:?}"
            );
        }
        Schema(name) => {
            let names = &found.schema_changes;
            assert!(names.iter().any(|one| one == name), "{what}: {found:?}");
        }
    }
}

fn verify(directory: &Path) -> Verification {
    Vault::open(directory, NOW).unwrap().verify().unwrap()
}

#[test]
fn finds_nothing_where_nothing_was_done() {
    let directory = tempfile::tempdir().unwrap();
    furnish(directory.path());
    let found = verify(directory.path());
    assert!(found.is_sound(), "{found:?}");
    assert_eq!(found.records, 10);
}

#[test]
fn finds_every_change_of_what_is_beside_the_records() {
    let original = tempfile::tempdir().unwrap();
    furnish(original.path());
    let original = original.path().join(FILE_NAME);
    for (what, sql, by) in CASES {
        let directory = tempfile::tempdir().unwrap();
        fs::copy(&original, directory.path().join(FILE_NAME)).unwrap();
        let raw = open_raw(directory.path());
        raw.execute_batch(&format!("{DISARM} {sql}"))
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        drop(raw);
        assert_found(what, *by, &verify(directory.path()));
    }
}

#[test]
fn a_file_that_is_longer_than_its_pages_is_found() {
    let directory = tempfile::tempdir().unwrap();
    furnish(directory.path());
    let path = directory.path().join(FILE_NAME);
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(&[7; 4096]);
    fs::write(&path, bytes).unwrap();
    assert_found(
        "bytes after the end",
        File("bytes"),
        &verify(directory.path()),
    );
}

#[test]
fn the_database_of_another_program_number_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    furnish(directory.path());
    let raw = open_raw(directory.path());
    raw.execute_batch("PRAGMA application_id = 7").unwrap();
    drop(raw);
    assert!(Vault::open(directory.path(), NOW).is_err());
}

/// Everything that is stored, as text, or why it cannot be read.
fn dump(path: &Path) -> Result<String, rusqlite::Error> {
    let raw = rusqlite::Connection::open(path)?;
    let mut text = String::new();
    let mut tables = raw.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'chunk_index' ORDER BY name",
    )?;
    let names: Vec<String> = tables
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for name in names {
        // How the index is laid out changes no word of it.
        let which = if name == "chunk_index_data" {
            "WHERE id <> 10"
        } else {
            ""
        };
        let mut rows = raw.prepare(&format!("SELECT * FROM \"{name}\" {which}"))?;
        let columns = rows.column_count();
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                write!(text, "{:?},", row.get_ref(column)?).unwrap();
            }
            text.push('\n');
        }
    }
    Ok(text)
}

/// One bit of the file after the other is turned, as a failing disk does it.
/// What changes nothing that is stored need not be found.
#[test]
fn every_turned_bit_that_changes_what_is_stored_is_found() {
    const STRIDE: usize = 61;
    let original = tempfile::tempdir().unwrap();
    furnish(original.path());
    let original = original.path().join(FILE_NAME);
    let bytes = fs::read(&original).unwrap();
    let expected = dump(&original).unwrap();
    let (mut changed, mut unseen) = (0, Vec::new());
    for place in (0..bytes.len()).step_by(STRIDE) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(FILE_NAME);
        let mut bytes = bytes.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(&path, &bytes).unwrap();
        let found = Vault::open(directory.path(), NOW).and_then(|vault| vault.verify());
        let is_found = !found.is_ok_and(|found| found.is_sound());
        fs::write(&path, &bytes).unwrap();
        if dump(&path).as_deref().ok() != Some(&expected) {
            changed += 1;
            if !is_found {
                unseen.push(place);
            }
        }
    }
    assert!(changed > 250, "{changed}");
    assert_eq!(unseen, Vec::<usize>::new(), "of {changed}");
}

/// A word that stands in the index and is not found is as good as taken out.
#[test]
fn words_that_the_search_index_has_and_does_not_find_are_found_missing() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let text: Vec<String> = (0..4000)
        .map(|number| format!("word{number} and word{}", number * 7))
        .collect();
    let text = text.join("\n");
    let (document, chunks, source) = make_document(&text, 5);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    drop(vault);
    let raw = open_raw(directory.path());
    let rows = raw
        .execute("DELETE FROM chunk_index_idx WHERE length(term) > 0", [])
        .unwrap();
    assert!(rows > 3, "{rows}");
    drop(raw);
    let found = verify(directory.path());
    assert_found("places of words", File("search index"), &found);
}
