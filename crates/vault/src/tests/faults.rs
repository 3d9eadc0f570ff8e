//! Faults of the disk at every call: an act is run again and again, and each time a later write,
//! `fsync`, opening, cutting off or deletion fails, until none is left to fail. Each time the file
//! opens again and verifies, what was confirmed is there, and the act is done whole or not at all.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use super::failing_disk::{Call, Fault, Says, Then, failing};
use super::scratch::scratch;
use super::{LEASE, NOW, fill, make_answer, make_document, names, open_raw};
use crate::{
    Cell, DataKey, FILE_NAME, NewBatch, Passphrase, Reason, RecordFilter, Removal, Subject, Vault,
    VaultError, encrypt, older_copies, restore_sealed, unlock,
};

const fn fault(call: Call, says: Says, then: Then) -> Fault {
    Fault { call, says, then }
}

const FAULTS: [Fault; 10] = [
    fault(Call::Write, Says::Fails, Then::Works),
    fault(Call::Write, Says::Full, Then::Persists),
    fault(Call::Write, Says::Torn, Then::Nothing),
    fault(Call::Sync, Says::Fails, Then::Works),
    fault(Call::Sync, Says::Fails, Then::Persists),
    fault(Call::Open, Says::Fails, Then::Works),
    fault(Call::Open, Says::Fails, Then::Persists),
    fault(Call::Truncate, Says::Fails, Then::Works),
    fault(Call::Delete, Says::Fails, Then::Works),
    fault(Call::Share, Says::Fails, Then::Works),
];

/// What is done to a vault in the folder `data` of a directory.
struct Act {
    /// Makes the vault; its key, where it is encrypted.
    prepare: fn(&Path) -> Option<DataKey>,
    run: fn(&mut Vault, &Path, Option<&DataKey>) -> Result<(), VaultError>,
    /// What must hold after each fault before anything is opened again.
    left: fn(&Path),
    /// How often it calls at least, with opening before it and closing after it.
    least: &'static [(Call, usize)],
}

/// What is to be seen of a directory.
#[derive(Debug, PartialEq, Eq)]
struct State {
    records: Vec<String>,
    documents: Vec<String>,
    /// Records of the backup, where there is one.
    copied: Option<Vec<String>>,
    names: Vec<String>,
}

const DATA: &str = "data";
const COPY: &str = "copy.sqlite";
/// Stands in no file once its document is erased.
const NAME: &[u8] = b"Quintanilla";

fn records(vault: &Vault) -> Vec<String> {
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    let records = vault.records(&RecordFilter::default(), 1000).unwrap();
    records
        .into_iter()
        .map(|record| record.id.to_string())
        .collect()
}

/// Opens the vault, which must succeed and verify, and closes it again.
fn look(root: &Path, key: Option<&DataKey>) -> State {
    let vault = Vault::open_with(&root.join(DATA), key, NOW).unwrap();
    let (records_of_vault, documents) = (records(&vault), vault.documents().unwrap());
    drop(vault);
    let place = root.join(COPY);
    let copied = place.exists().then(|| {
        let beside = scratch();
        fs::copy(&place, beside.path().join(FILE_NAME)).unwrap();
        records(&Vault::open_to_verify_with(beside.path(), key).unwrap())
    });
    let mut all = names(root);
    all.extend(names(&root.join(DATA)));
    State {
        records: records_of_vault,
        documents: documents.into_iter().map(|one| one.id).collect(),
        copied,
        names: all,
    }
}

fn copy_of(prepared: &Path) -> TempDir {
    let root = scratch();
    let data = root.path().join(DATA);
    fs::create_dir(&data).unwrap();
    for name in names(&prepared.join(DATA)) {
        fs::copy(prepared.join(DATA).join(&name), data.join(&name)).unwrap();
    }
    root
}

fn assert_clear(error: &VaultError, fault: Fault) {
    assert!(!error.help().is_empty());
    match error {
        VaultError::DiskFull | VaultError::NotOverwritten { .. } => {}
        VaultError::Disk(_)
        | VaultError::UnwritableDirectory { .. }
        | VaultError::NotWritten { .. } => {
            assert_ne!(fault.says, Says::Full, "{error:?}");
        }
        other => panic!("{fault:?} is told as {other:?}"),
    }
}

/// Runs an act under every fault at every call: `run` with a fresh copy of what was prepared. It
/// returns what the act said, and whether the fault was met. How often each kind was called last.
fn at_every_call(act: &Act, mut run: impl FnMut(Fault, usize) -> bool) -> Vec<(Fault, usize)> {
    assert!(act.least.iter().any(|(_, least)| *least > 0));
    let mut counts = Vec::new();
    for fault in FAULTS {
        let mut calls = 0;
        while run(fault, calls + 1) {
            calls += 1;
            assert!(calls < 5000, "{fault:?} has no end");
        }
        counts.push((fault, calls));
    }
    counts
}

/// Faults while a vault is opened, the act is done, and it is closed.
fn whole(act: &Act) {
    let prepared = scratch();
    let key = (act.prepare)(prepared.path());
    let key = key.as_ref();
    let run = |root: &Path| {
        let mut vault = Vault::open_with(&root.join(DATA), key, NOW)?;
        (act.run)(&mut vault, root, key)
    };
    let before = look(copy_of(prepared.path()).path(), key);
    let root = copy_of(prepared.path());
    run(root.path()).unwrap();
    let after = look(root.path(), key);
    let counts = at_every_call(act, |fault, nth| {
        let root = copy_of(prepared.path());
        let root = root.path();
        let (done, is_met) = failing(fault, nth, || run(root));
        let place = format!("{fault:?} at {nth}: {done:?}");
        (act.left)(root);
        let found = look(root, key);
        match &done {
            Ok(()) => assert_eq!(found, after, "{place}"),
            Err(error) => {
                assert!(is_met, "{place}");
                assert_clear(error, fault);
                assert!([&before, &after].contains(&&found), "{place}: {found:?}");
            }
        }
        if found != after {
            run(root).unwrap();
            assert_eq!(look(root, key), after, "{place}");
        }
        is_met
    });
    for (call, least) in act.least {
        let called = counts.iter().filter(|(fault, _)| fault.call == *call);
        let fewest = called.map(|(_, calls)| *calls).min();
        assert!(
            fewest.is_some_and(|calls| calls >= *least),
            "{call:?}: {counts:?}"
        );
    }
}

/// Faults of the act alone, after which the program goes on with the same vault.
fn going_on(act: &Act) {
    let prepared = scratch();
    let key = (act.prepare)(prepared.path());
    let key = key.as_ref();
    let root = copy_of(prepared.path());
    let open = |root: &Path| Vault::open_with(&root.join(DATA), key, NOW).unwrap();
    (act.run)(&mut open(root.path()), root.path(), key).unwrap();
    let after = look(root.path(), key);
    let mut met = 0;
    at_every_call(act, |fault, nth| {
        let root = copy_of(prepared.path());
        let root = root.path();
        let mut vault = open(root);
        let (done, is_met) = failing(fault, nth, || (act.run)(&mut vault, root, key));
        let place = format!("{fault:?} at {nth}: {done:?}");
        met += usize::from(is_met);
        // Done, but for the overwriting of what was erased.
        let is_done = matches!(done, Ok(()) | Err(VaultError::NotOverwritten { .. }));
        if !is_done {
            let again = (act.run)(&mut vault, root, key);
            assert!(again.is_ok(), "{place}, then {again:?}");
        }
        drop(vault);
        assert_eq!(look(root, key), after, "{place}");
        is_met
    });
    assert!(met > 10, "{met}");
}

fn both(act: &Act) {
    whole(act);
    going_on(act);
}

fn filled(root: &Path) -> Option<DataKey> {
    fill(&root.join(DATA));
    None
}

fn nothing(_: &Path) {}

fn import(vault: &mut Vault, _: &Path, _: Option<&DataKey>) -> Result<(), VaultError> {
    let text = "Rules of the house\nNo music after ten.\nThe garden is shared.\n".repeat(4);
    let (document, chunks, source) = make_document(&text, 3);
    vault.import(&document, &chunks, &source, NOW).map(|_| ())
}

#[test]
fn an_import() {
    both(&Act {
        prepare: filled,
        run: import,
        left: nothing,
        least: &[(Call::Write, 40), (Call::Sync, 3), (Call::Open, 2)],
    });
}

#[test]
fn the_first_import_of_a_new_vault() {
    whole(&Act {
        prepare: |root| {
            fs::create_dir(root.join(DATA)).unwrap();
            None
        },
        run: import,
        left: nothing,
        least: &[
            (Call::Write, 100),
            (Call::Sync, 4),
            (Call::Delete, 2),
            (Call::Share, 1),
        ],
    });
}

#[test]
fn an_import_into_an_encrypted_vault() {
    whole(&Act {
        prepare: |root| {
            let (data, words) = (root.join(DATA), "a passphrase of the tests");
            fill(&data);
            let passphrase = Passphrase::new(words.to_owned());
            encrypt(&data, &passphrase, &mut || Ok([7; 32])).unwrap();
            Some(unlock(&data, &passphrase).unwrap())
        },
        run: import,
        left: nothing,
        least: &[(Call::Write, 40), (Call::Sync, 3), (Call::Open, 2)],
    });
}

#[test]
fn an_answer() {
    both(&Act {
        prepare: filled,
        run: |vault, _, _| {
            let (document, ..) = make_document(LEASE, 2);
            let prompt = "Another question about the lease. ".repeat(500);
            let answer = make_answer("request-2", &document.id, &prompt);
            vault.record_answer(&answer, NOW).map(|_| ())
        },
        left: nothing,
        least: &[(Call::Write, 20), (Call::Sync, 3), (Call::Open, 2)],
    });
}

fn batch() -> NewBatch {
    NewBatch {
        id: "batch-1".to_owned(),
        plan_sha256: "0".repeat(64),
        cells: 2,
        body: json!({}),
    }
}

#[test]
fn a_cell_of_a_batch() {
    both(&Act {
        prepare: |root| {
            let data = root.join(DATA);
            fill(&data);
            let mut vault = Vault::open(&data, NOW).unwrap();
            vault.begin_batch(&batch(), NOW).unwrap();
            None
        },
        run: |vault, _, _| {
            let (document, ..) = make_document(LEASE, 2);
            let answer = make_answer("request-3", &document.id, "What is the rent?");
            let cell = Cell {
                batch_id: batch().id,
                ordinal: 1,
            };
            vault.record_cell(&cell, &answer, NOW).map(|_| ())
        },
        left: nothing,
        least: &[(Call::Write, 20), (Call::Sync, 3), (Call::Open, 2)],
    });
}

#[test]
fn a_hold() {
    both(&Act {
        prepare: filled,
        run: |vault, _, _| {
            let (document, ..) = make_document(LEASE, 2);
            let reason = Reason {
                words: "a lawsuit".to_owned(),
                by: Some("Ada".to_owned()),
                salt: [3; 32],
            };
            vault
                .hold(&Subject::Document(document.id), &reason, NOW)
                .map(|_| ())
        },
        left: nothing,
        least: &[(Call::Write, 15), (Call::Sync, 3), (Call::Open, 2)],
    });
}

/// A vault with a copy from before an update, which holds the document, too.
fn with_older_copy(root: &Path) -> Option<DataKey> {
    let data = root.join(DATA);
    fill(&data);
    let copy = data.join("attest.format-7.sqlite");
    let sql = format!("VACUUM INTO '{}'", copy.display());
    open_raw(&data).execute_batch(&sql).unwrap();
    None
}

#[test]
fn an_erasure() {
    both(&Act {
        prepare: with_older_copy,
        run: |vault, root, _| {
            let (document, ..) = make_document(LEASE, 2);
            vault.remove(&document.id, Removal::Erase, NOW)?;
            // What is confirmed is gone now, and not only when the vault is closed.
            for name in names(&root.join(DATA)) {
                assert!(!holds_name(&root.join(DATA).join(&name)), "{name}");
            }
            Ok(())
        },
        left: nothing,
        least: &[(Call::Write, 40), (Call::Sync, 4), (Call::Truncate, 1)],
    });
}

fn holds_name(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap();
    bytes.windows(NAME.len()).any(|window| window == NAME)
}

#[test]
fn a_backup() {
    both(&Act {
        prepare: filled,
        run: |vault, root, key| vault.back_up(&root.join(COPY), key).map(|_| ()),
        left: nothing,
        least: &[(Call::Write, 20), (Call::Sync, 1), (Call::Open, 3)],
    });
}

const SEALED: &str = "sealed.sqlite";
const KEYS: &str = "keys";

fn seal(vault: &Vault, root: &Path, key: Option<&DataKey>) -> Result<(), VaultError> {
    let (place, keys) = (root.join(SEALED), root.join(DATA).join(KEYS));
    let made = vault.back_up_sealed(&place, &keys, key, &mut super::sealed::seeds());
    made.map(|_| ())
}

#[test]
fn a_sealed_backup() {
    both(&Act {
        prepare: filled,
        run: |vault, root, key| seal(vault, root, key),
        left: nothing,
        // Brought to the disk as a whole, and not by SQLite.
        least: &[(Call::Write, 20), (Call::Open, 3)],
    });
}

#[test]
fn a_sealed_backup_that_is_put_back() {
    both(&Act {
        prepare: |root| {
            let data = root.join(DATA);
            fill(&data);
            seal(&Vault::open(&data, NOW).unwrap(), root, None).unwrap();
            fs::rename(root.join(SEALED), data.join(SEALED)).unwrap();
            None
        },
        run: |_, root, _| {
            let data = root.join(DATA);
            let (backup, keys) = (data.join(SEALED), data.join(KEYS));
            restore_sealed(&backup, &keys, &root.join("other"), None, NOW).map(|_| ())
        },
        left: |root| {
            // An empty folder is nothing, and goes; one with anything in it holds the whole vault.
            let other = root.join("other");
            if fs::remove_dir(&other).is_err() && other.exists() {
                records(&Vault::open_to_verify(&other).unwrap());
            }
        },
        least: &[(Call::Write, 20), (Call::Open, 3)],
    });
}

#[test]
fn compacting() {
    both(&Act {
        prepare: |root| {
            let data = root.join(DATA);
            fill(&data);
            let mut vault = Vault::open(&data, NOW).unwrap();
            import(&mut vault, root, None).unwrap();
            let id = vault.documents().unwrap()[1].id.clone();
            vault.remove(&id, Removal::Erase, NOW).unwrap();
            None
        },
        run: |vault, _, _| vault.compact().map(|_| ()),
        left: nothing,
        least: &[(Call::Write, 40), (Call::Sync, 3), (Call::Truncate, 1)],
    });
}

const FORMAT_5: &[u8] = include_bytes!("formats/format_5.sqlite");

#[test]
fn a_migration() {
    whole(&Act {
        prepare: |root| {
            let data = root.join(DATA);
            fs::create_dir(&data).unwrap();
            fs::write(data.join(FILE_NAME), FORMAT_5).unwrap();
            None
        },
        run: |_, _, _| Ok(()),
        // A copy that bears its name is whole.
        left: |root| {
            for copy in older_copies(&root.join(DATA)) {
                let beside = scratch();
                fs::copy(&copy, beside.path().join(FILE_NAME)).unwrap();
                let vault = Vault::open_to_verify_with(beside.path(), None).unwrap();
                assert_eq!(records(&vault).len(), 10);
            }
        },
        least: &[(Call::Write, 100), (Call::Sync, 4), (Call::Open, 4)],
    });
}
