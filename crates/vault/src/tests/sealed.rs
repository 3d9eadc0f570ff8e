//! Sealed backups: what was erased is closed in those that were made before, and all else comes back.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::json;

use super::{NOW, make_answer, make_document, names};
use crate::sealed_open::PLAIN;
use crate::{
    DataKey, NewReview, Passphrase, Reason, Removal, Restored, SealedBackup, Subject, Vault,
    VaultError, canonical, encrypt, restore, restore_sealed, schema, unlock,
};

const WORDS: &str = "a red house by the sea";

/// Random bytes that are the same in every run.
pub(super) fn seeds() -> impl FnMut() -> io::Result<[u8; 32]> {
    let mut count = 0_u64;
    move || {
        count += 1;
        Ok(canonical::sha256(&count.to_be_bytes()))
    }
}

/// A vault with its backup, and where the rest of it goes.
pub(super) struct Kept {
    folder: tempfile::TempDir,
    pub key: Option<DataKey>,
    pub vault: Vault,
    /// Three documents, and an answer about the last of them.
    pub items: Vec<Subject>,
    /// The answer about the first two documents.
    pub both: String,
    /// Words, each with what it goes with: one of these erased is enough.
    markers: BTreeMap<String, Vec<usize>>,
    /// Random bytes that were given out for backups.
    drawn: Cell<u64>,
}

impl Kept {
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn data(&self) -> PathBuf {
        self.path("data")
    }

    pub fn backup(&self) -> PathBuf {
        self.path("backups/one.sqlite")
    }

    pub fn keys(&self) -> PathBuf {
        self.path("keys/attest.keys")
    }

    pub fn passphrase(&self) -> Option<Passphrase> {
        let passphrase = || Passphrase::new(WORDS.to_owned());
        self.key.is_some().then(passphrase)
    }

    pub fn back_up(&self, name: &str) -> Result<SealedBackup, VaultError> {
        let (place, keys) = (self.path("backups").join(name), self.keys());
        let key = self.key.as_ref();
        self.vault.back_up_sealed(&place, &keys, key, &mut || {
            self.drawn.set(self.drawn.get() + 1);
            Ok(canonical::sha256(&self.drawn.get().to_le_bytes()))
        })
    }

    pub fn restore(&self, to: &str) -> Result<Restored, VaultError> {
        let to = self.path(to);
        let passphrase = self.passphrase();
        restore_sealed(&self.backup(), &self.keys(), &to, passphrase.as_ref(), NOW)
    }

    pub fn open(&self, directory: &str) -> Vault {
        Vault::open_with(&self.path(directory), self.key.as_ref(), NOW).unwrap()
    }

    pub fn reopen(&mut self) {
        // Closed first, as another process would find it.
        self.vault = Vault::in_memory().unwrap();
        self.vault = self.open("data");
    }

    pub fn erase(&mut self, item: usize) -> Result<(), VaultError> {
        match self.items[item].clone() {
            Subject::Document(id) => self.vault.remove(&id, Removal::Erase, NOW)?,
            Subject::Answer(id) => self.vault.erase_answer(&id, NOW)?,
        };
        Ok(())
    }

    fn mark(&mut self, what: &str, goes_with: &[usize]) -> String {
        let word = format!("Qx{what}{}zq", self.markers.len());
        self.markers.insert(word.clone(), goes_with.to_vec());
        word
    }
}

pub(super) fn reason(words: &str) -> Reason {
    Reason {
        words: words.to_owned(),
        by: Some("Mara".to_owned()),
        salt: [7; 32],
    }
}

/// Adds a document with words of its own in every place that can have some.
fn add_document(kept: &mut Kept, number: usize) {
    let line = kept.mark("line", &[number]);
    let (mut document, chunks, source) = make_document(&format!("Lease {line}\nof a flat"), 1);
    document.title = kept.mark("title", &[number]);
    document.warnings = vec![kept.mark("frame", &[number])];
    kept.vault.import(&document, &chunks, &source, NOW).unwrap();
    let said = kept.mark("said", &[number]);
    let said = BTreeMap::from([("client".to_owned(), Some(said))]);
    kept.vault.set_metadata(&document.id, &said, NOW).unwrap();
    let date = Some("2024-01-31");
    kept.vault.set_event_date(&document.id, date, NOW).unwrap();
    let vectors: Vec<(String, Vec<f32>)> = chunks
        .iter()
        .map(|chunk| (chunk.chunk_id.clone(), vec![0.5, number as f32, -0.25]))
        .collect();
    kept.vault.store_vectors("a model", &vectors, NOW).unwrap();
    let subject = Subject::Document(document.id);
    let held = kept.mark("held", &[number]);
    kept.vault.hold(&subject, &reason(&held), NOW).unwrap();
    let released = kept.mark("released", &[number]);
    let released = reason(&released);
    kept.vault.release(&subject, None, &released, NOW).unwrap();
    kept.items.push(subject);
}

fn answer(kept: &mut Kept, request: &str, about: &[usize], goes_with: &[usize]) -> String {
    let id = |number: &usize| match &kept.items[*number] {
        Subject::Document(id) | Subject::Answer(id) => id.clone(),
    };
    let ids: Vec<String> = about.iter().map(id).collect();
    let prompt = kept.mark("prompt", goes_with);
    let mut answer = make_answer(request, &ids[0], &prompt);
    answer.document_ids = ids;
    let record = kept.vault.record_answer(&answer, NOW).unwrap().to_string();
    let review = kept.mark("review", goes_with);
    let review = NewReview {
        answer_id: record.clone(),
        body: json!({"verdict": "reject", "reviewer": "A"}),
        contents: vec![("review".to_owned(), review.into_bytes())],
        document_ids: Vec::new(),
    };
    kept.vault.record_review(&review, NOW).unwrap();
    record
}

/// Three documents; answers about the first, about the first two and about the last.
pub(super) fn fill(is_encrypted: bool) -> Kept {
    let folder = tempfile::tempdir().unwrap();
    for name in ["backups", "keys"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let data = folder.path().join("data");
    drop(Vault::open(&data, NOW).unwrap());
    let key = is_encrypted.then(|| {
        let passphrase = Passphrase::new(WORDS.to_owned());
        encrypt(&data, &passphrase, &mut seeds()).unwrap();
        unlock(&data, &passphrase).unwrap()
    });
    let mut kept = Kept {
        vault: Vault::open_with(&data, key.as_ref(), NOW).unwrap(),
        folder,
        key,
        items: Vec::new(),
        both: String::new(),
        markers: BTreeMap::new(),
        drawn: Cell::new(0),
    };
    for number in 0..3 {
        add_document(&mut kept, number);
    }
    answer(&mut kept, "one", &[0], &[0]);
    kept.both = answer(&mut kept, "both", &[0, 1], &[0, 1]);
    let last = answer(&mut kept, "last", &[2], &[2, 3]);
    kept.items.push(Subject::Answer(last));
    kept
}

/// Whether a word stands in any file below a folder.
fn stands_in(folder: &Path, word: &str) -> bool {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty());
    files.iter().any(|file| {
        let bytes = fs::read(file).unwrap();
        bytes
            .windows(word.len())
            .any(|part| part == word.as_bytes())
    })
}

/// All rows of the tables that hold words, as text.
fn rows(vault: &Vault) -> Vec<String> {
    let tables = [
        "content",
        "document",
        "line",
        "chunk",
        "vector",
        "document_event",
        "document_metadata",
        "content_use",
        "document_use",
        "vector_model",
    ];
    let mut rows = Vec::new();
    for table in tables {
        let sql = format!("SELECT * FROM {table}");
        let mut statement = vault.connection.prepare(&sql).unwrap();
        let columns = statement.column_count();
        let mut found = statement.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let values = (0..columns).map(|column| row.get_ref(column).unwrap());
            rows.push(format!("{table} {:?}", values.collect::<Vec<_>>()));
        }
    }
    rows.sort();
    rows
}

/// Backs up, erases, and puts back; everything that must hold of that.
fn check_erased(erased: &[usize], is_encrypted: bool) {
    let mut kept = fill(is_encrypted);
    let made = kept.back_up("one.sqlite").unwrap();
    // Three documents, three answers.
    assert_eq!(made.sealed, 6);
    assert_eq!(made.backup.path, kept.backup());
    // The answer before the document that it would go with.
    for item in erased.iter().rev() {
        kept.erase(*item).unwrap();
    }
    let keys = fs::read_to_string(kept.keys()).unwrap();
    for (number, item) in kept.items.iter().enumerate() {
        let (Subject::Document(id) | Subject::Answer(id)) = item;
        assert_eq!(keys.contains(id), !erased.contains(&number), "{item}");
    }
    assert!(kept.markers.len() > 20);
    for word in kept.markers.keys() {
        assert!(!stands_in(&kept.path("backups"), word), "{word}");
    }
    let told = kept.restore("other").unwrap();
    assert_eq!(told.not_noted, None);
    let expected: BTreeSet<Subject> = erased.iter().map(|one| kept.items[*one].clone()).collect();
    assert_eq!(told.key_destroyed, Vec::from_iter(expected));
    let restored = kept.open("other");
    let found = restored.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!(found.records, told.backup.records);
    assert_eq!(
        restored.documents().unwrap(),
        kept.vault.documents().unwrap()
    );
    assert_eq!(rows(&restored), rows(&kept.vault));
    for (word, goes_with) in &kept.markers {
        let is_gone = goes_with.iter().any(|item| erased.contains(item));
        let hits = restored.search(word, &[], 5).unwrap();
        let is_found = hits.iter().any(|hit| hit.text.contains(word.as_str()));
        assert_eq!(is_found, word.contains("line") && !is_gone, "{word}");
        let is_there = !is_gone && !is_encrypted;
        drop(hits);
        assert_eq!(stands_in(&kept.path("other"), word), is_there, "{word}");
    }
    let known = restored.known_keys().unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!((known[0].waiting, &known[0].unusable), (0, &None));
    assert_eq!(known[0].path, kept.keys());
}

#[test]
fn what_was_erased_is_closed_in_a_backup_and_all_else_comes_back() {
    for which in 0..16_u32 {
        let erased: Vec<usize> = (0..4).filter(|item| which >> item & 1 == 1).collect();
        check_erased(&erased, false);
    }
}

#[test]
fn the_same_of_an_encrypted_vault() {
    for erased in [&[][..], &[0], &[1, 3], &[0, 1, 2]] {
        check_erased(erased, true);
    }
}

#[test]
fn every_table_is_either_copied_or_sealed() {
    let fresh = schema::make_fresh(schema::FORMAT_VERSION).unwrap();
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'chunk_index%'
               AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let mut statement = fresh.prepare(sql).unwrap();
    let found = statement
        .query_map([], |row| row.get::<_, String>(0))
        .unwrap();
    let found: Vec<String> = found.map(Result::unwrap).collect();
    let mut known = PLAIN.to_vec();
    known.extend([
        "chunk",
        "content",
        "document",
        "document_event",
        "document_metadata",
        "line",
        "vector",
    ]);
    known.sort_unstable();
    assert_eq!(found, known);
}

/// The form of today, as it will have to be read by every version after it.
#[test]
fn a_kept_backup_of_this_form_is_put_back() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (backup, keys, data) = (path("one.sqlite"), path("keys"), path("data"));
    fs::write(&backup, include_bytes!("formats/sealed_1.sqlite")).unwrap();
    fs::write(&keys, include_bytes!("formats/sealed_1.keys")).unwrap();
    let told = restore_sealed(&backup, &keys, &data, None, NOW).unwrap();
    assert_eq!(told.key_destroyed.len(), 1);
    // Five records, and that of what had no key.
    assert_eq!(told.backup.records, 6);
    let vault = Vault::open(&data, NOW).unwrap();
    let documents = vault.documents().unwrap();
    let titles: Vec<&str> = documents.iter().map(|one| one.title.as_str()).collect();
    assert_eq!(titles, ["j.txt"]);
    let source = vault.content(&documents[0].id).unwrap().unwrap();
    assert_eq!(source, b"The jacaranda fee is 7 USD.\n");
}

#[test]
fn a_part_that_was_changed_or_moved_is_found_and_nothing_is_put_back() {
    let kept = fill(false);
    kept.back_up("one.sqlite").unwrap();
    let whole = fs::read(kept.backup()).unwrap();
    let count = |sql: &str| -> i64 {
        let raw = Connection::open(kept.backup()).unwrap();
        raw.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    let (parts, ways) = (
        count("SELECT count(*) FROM sealed"),
        count("SELECT count(*) FROM sealed_way"),
    );
    assert!(parts > 15 && ways > parts, "{parts} {ways}");
    let mut changes = vec![
        "UPDATE sealed_set SET keys = replace(keys, ':0:', ':9:') WHERE number = 0".to_owned(),
        "DELETE FROM sealed_set WHERE number = 1".to_owned(),
        "UPDATE sealed SET bytes = (SELECT bytes FROM sealed AS other WHERE other.name > sealed.name
         ORDER BY name LIMIT 1) WHERE name = (SELECT min(name) FROM sealed)"
            .to_owned(),
        "DELETE FROM sealed_way WHERE name LIKE 'content:%'".to_owned(),
        "DROP TABLE sealed_way".to_owned(),
        "DROP TABLE sealed_set".to_owned(),
        "DROP TABLE sealed_backup".to_owned(),
        "ALTER TABLE record DROP COLUMN time".to_owned(),
    ];
    for at in 0..parts {
        for change in [
            "x'00' || substr(bytes, 2)",
            "substr(bytes, 1, length(bytes) - 1)",
        ] {
            changes.push(format!(
                "UPDATE sealed SET bytes = CAST({change} AS BLOB)
                 WHERE rowid = (SELECT rowid FROM sealed ORDER BY rowid LIMIT 1 OFFSET {at})"
            ));
        }
        changes.push(format!(
            "DELETE FROM sealed WHERE rowid = (SELECT rowid FROM sealed ORDER BY rowid LIMIT 1 OFFSET {at})"
        ));
        changes.push(format!(
            "UPDATE sealed_way SET wrapped = CAST(x'00' || substr(wrapped, 2) AS BLOB) WHERE name =
             (SELECT name FROM sealed ORDER BY rowid LIMIT 1 OFFSET {at})"
        ));
    }
    for change in changes {
        let raw = Connection::open(kept.backup()).unwrap();
        raw.execute_batch(&format!("PRAGMA foreign_keys = OFF; {change}"))
            .unwrap();
        drop(raw);
        let outcome = kept.restore("other");
        assert!(
            matches!(outcome, Err(VaultError::SealBroken { .. })),
            "{change}: {outcome:?}"
        );
        assert_eq!(names(&kept.path("other")), Vec::<String>::new(), "{change}");
        fs::write(kept.backup(), &whole).unwrap();
    }
    // What is not sealed is verified as in every vault.
    for change in [
        "UPDATE record SET time = '2020-01-01T00:00:00Z' WHERE sequence = 3",
        "DELETE FROM content_use WHERE sequence = 1",
        "UPDATE tree_node SET hash = x'00' WHERE level = 0 AND position = 2",
    ] {
        let raw = Connection::open(kept.backup()).unwrap();
        raw.execute_batch(&format!("PRAGMA foreign_keys = OFF; {change}"))
            .unwrap();
        drop(raw);
        let outcome = kept.restore("other");
        assert!(
            matches!(outcome, Err(VaultError::Unsound { .. })),
            "{change}: {outcome:?}"
        );
        assert_eq!(names(&kept.path("other")), Vec::<String>::new(), "{change}");
        fs::write(kept.backup(), &whole).unwrap();
    }
    kept.restore("other").unwrap();
}

#[test]
fn the_wrong_keys_say_which_they_are_and_nothing_is_put_back() {
    let mut kept = fill(false);
    kept.vault
        .back_up(&kept.path("plain.sqlite"), None)
        .unwrap();
    kept.back_up("one.sqlite").unwrap();
    let first = fs::read(kept.keys()).unwrap();
    kept.erase(3).unwrap();
    let second = fs::read(kept.keys()).unwrap();
    let (backup, keys, other) = (kept.backup(), kept.keys(), kept.path("other"));
    let restored = |backup: &Path| restore_sealed(backup, &keys, &other, None, NOW).unwrap_err();
    assert!(
        matches!(restore(&backup, &other, None), Err(VaultError::SealedBackup { path }) if path == backup)
    );
    assert!(matches!(
        restored(&kept.path("plain.sqlite")),
        VaultError::NotSealed { .. }
    ));
    assert!(matches!(
        restored(&kept.path("none")),
        VaultError::NoVault { .. }
    ));
    assert!(matches!(restored(&keys), VaultError::NotADatabase { .. }));
    fs::remove_file(&keys).unwrap();
    assert!(matches!(restored(&backup), VaultError::BackupKeys { .. }));
    for text in [
        "",
        "{}",
        "[1]",
        "{\"format\":2,\"id\":\"\",\"keys\":{},\"destroyed\":[],\"version\":1}",
    ] {
        fs::write(&keys, text).unwrap();
        assert!(
            matches!(restored(&backup), VaultError::BackupKeys { .. }),
            "{text}"
        );
    }
    let foreign = fill(false);
    foreign.back_up("one.sqlite").unwrap();
    let text = fs::read_to_string(foreign.keys()).unwrap();
    fs::write(&keys, text.replacen("\"id\":\"", "\"id\":\"0", 1)).unwrap();
    assert!(matches!(
        restored(&backup),
        VaultError::OtherBackupKeys { .. }
    ));
    // A later backup has keys that an earlier copy of the file lacks.
    fs::write(&keys, &second).unwrap();
    kept.back_up("two.sqlite").unwrap();
    let third = fs::read(&keys).unwrap();
    fs::write(&keys, &first).unwrap();
    let two = kept.path("backups/two.sqlite");
    assert!(matches!(restored(&two), VaultError::OlderBackupKeys { .. }));
    // A key that was changed is not taken for one that was destroyed.
    let text = String::from_utf8(third).unwrap();
    let at = text.find("\":\"").unwrap();
    let at = at + text[at..].find(":clear\":\"").unwrap() + 9;
    let mut changed = text.clone();
    changed.replace_range(at..=at, if &text[at..=at] == "A" { "B" } else { "A" });
    fs::write(&keys, changed).unwrap();
    assert!(matches!(restored(&backup), VaultError::SealBroken { .. }));
    assert_eq!(names(&other), Vec::<String>::new());
}
