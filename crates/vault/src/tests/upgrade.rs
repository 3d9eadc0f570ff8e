//! Files of every format, kept as their program wrote them: those of earlier ones are led on, with a
//! copy of each kept, and those of today's format are here for the day when there is a newer one.

use std::path::Path;

use rusqlite::Connection;

use super::NOW;
use crate::{
    FILE_NAME, FORMAT_VERSION, KEY_FILE_NAME, KIND_REVIEW, Passphrase, RecordFilter, Removal,
    Vault, older_copies, unlock,
};

/// A file of an earlier format.
struct Older {
    format: i64,
    bytes: &'static [u8],
    documents: usize,
    records: i64,
}

const fn older(format: i64, bytes: &'static [u8], documents: usize, records: i64) -> Older {
    Older {
        format,
        bytes,
        documents,
        records,
    }
}

const OLDER: [Older; 7] = [
    older(1, include_bytes!("formats/format_1.sqlite"), 1, 8),
    older(2, include_bytes!("formats/format_2.sqlite"), 1, 8),
    older(3, include_bytes!("formats/format_3.sqlite"), 1, 8),
    older(4, include_bytes!("formats/format_4.sqlite"), 1, 8),
    older(5, include_bytes!("formats/format_5.sqlite"), 2, 10),
    // That of format 4, led on by the program of format 6.
    older(6, include_bytes!("formats/format_6.sqlite"), 1, 9),
    older(7, include_bytes!("formats/format_7.sqlite"), 1, 8),
];

/// Two documents, their vectors, two answers, a collection, a review, a hold, periods of retention; one document
/// was erased.
const TODAY: &[u8] = include_bytes!("formats/format_8.sqlite");
const RECORDS_OF_TODAY: u64 = 11;

/// That of format 7 after `attest vault encrypt`.
const ENCRYPTED: &[u8] = include_bytes!("formats/format_7_encrypted.sqlite");
const ENCRYPTED_KEY: &[u8] = include_bytes!("formats/format_7_encrypted.key");

fn write(directory: &Path, bytes: &[u8]) {
    std::fs::write(directory.join(FILE_NAME), bytes).unwrap();
}

#[test]
fn a_file_of_each_format_is_led_on_and_kept_as_it_was() {
    for Older {
        format,
        bytes,
        documents,
        records,
    } in OLDER
    {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path(), bytes);
        let vault = Vault::open(directory.path(), NOW).unwrap();
        assert!(vault.verify().unwrap().is_sound(), "format {format}");
        assert_eq!(vault.documents().unwrap().len(), documents);
        drop(vault);
        let copies = older_copies(directory.path());
        let name = format!("attest.format-{format}.sqlite");
        assert_eq!(copies, [directory.path().join(&name)]);
        let copy = Connection::open(&copies[0]).unwrap();
        let found: i64 = copy
            .query_row("SELECT version FROM format", [], |row| row.get(0))
            .unwrap();
        assert_eq!(found, format);
        let counted: i64 = copy
            .query_row("SELECT count(*) FROM record", [], |row| row.get(0))
            .unwrap();
        assert_eq!(counted, records, "format {format}");
        drop(copy);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = copies[0].metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        // A file that needs no step gets no copy, and the copy can take its place again.
        std::fs::rename(&copies[0], directory.path().join("kept")).unwrap();
        drop(Vault::open(directory.path(), NOW).unwrap());
        assert!(older_copies(directory.path()).is_empty());
        let back = tempfile::tempdir().unwrap();
        std::fs::copy(directory.path().join("kept"), back.path().join(FILE_NAME)).unwrap();
        assert!(
            Vault::open(back.path(), NOW)
                .unwrap()
                .verify()
                .unwrap()
                .is_sound()
        );
    }
}

/// Whoever makes a newer format keeps a file of this one among the older ones, and one of the new.
#[test]
fn a_file_of_every_format_is_kept() {
    let formats: Vec<i64> = OLDER.iter().map(|older| older.format).collect();
    assert_eq!(formats, (1..FORMAT_VERSION).collect::<Vec<i64>>());
}

fn assert_is_of_today(vault: &Vault, records: u64) {
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!((found.format, found.records), (FORMAT_VERSION, records));
    let documents = vault.documents().unwrap();
    assert_eq!(documents.len(), 1);
    let reviews = RecordFilter {
        kind: Some(KIND_REVIEW.to_owned()),
        ..RecordFilter::default()
    };
    assert_eq!(vault.records(&reviews, 10).unwrap().len(), 1);
}

#[test]
fn a_file_of_today_is_opened_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), TODAY);
    let vault = Vault::open(directory.path(), NOW).unwrap();
    assert_is_of_today(&vault, RECORDS_OF_TODAY);
    assert!(older_copies(directory.path()).is_empty());
}

#[test]
fn an_encrypted_file_is_led_on_with_its_passphrase() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), ENCRYPTED);
    std::fs::write(directory.path().join(KEY_FILE_NAME), ENCRYPTED_KEY).unwrap();
    let passphrase = Passphrase::new("a passphrase of the tests".to_owned());
    let key = unlock(directory.path(), &passphrase).unwrap();
    let vault = Vault::open_with(directory.path(), Some(&key), NOW).unwrap();
    // The step is a record of its own.
    assert_is_of_today(&vault, 9);
    let wrong = Passphrase::new("another of the tests".to_owned());
    assert!(unlock(directory.path(), &wrong).is_err());
}

#[test]
fn erasing_deletes_the_copies_and_removing_does_not() {
    let bytes = OLDER[3].bytes;
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), bytes);
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let id = vault.documents().unwrap()[0].id.clone();
    vault.remove(&id, Removal::KeepSource, NOW).unwrap();
    assert_eq!(older_copies(directory.path()).len(), 1);
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(older_copies(directory.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn without_room_for_a_copy_nothing_is_led_on() {
    let bytes = OLDER[3].bytes;
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), bytes);
    // A folder in the place of the copy: it cannot be put there.
    let place = directory.path().join("attest.format-4.sqlite");
    std::fs::create_dir_all(place.join("full")).unwrap();
    assert!(Vault::open(directory.path(), NOW).is_err());
    let file = Connection::open(directory.path().join(FILE_NAME)).unwrap();
    let found: i64 = file
        .query_row("SELECT version FROM format", [], |row| row.get(0))
        .unwrap();
    assert_eq!(found, 4);
}
