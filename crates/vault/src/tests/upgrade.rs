//! Files of earlier formats: led on, with a copy of each kept.

use std::path::Path;

use rusqlite::Connection;

use super::NOW;
use crate::{FILE_NAME, Removal, Vault, older_copies};

/// Format, how many records, and the file.
const OLDER: [(i64, i64, &[u8]); 5] = [
    (1, 8, include_bytes!("formats/format_1.sqlite")),
    (2, 8, include_bytes!("formats/format_2.sqlite")),
    (3, 8, include_bytes!("formats/format_3.sqlite")),
    (4, 8, include_bytes!("formats/format_4.sqlite")),
    (7, 10, include_bytes!("formats/format_7.sqlite")),
];

fn write(directory: &Path, bytes: &[u8]) {
    std::fs::write(directory.join(FILE_NAME), bytes).unwrap();
}

#[test]
fn a_file_of_each_format_is_led_on_and_kept_as_it_was() {
    for (format, recorded, bytes) in OLDER {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path(), bytes);
        let vault = Vault::open(directory.path(), NOW).unwrap();
        assert!(vault.verify().unwrap().is_sound(), "format {format}");
        assert_eq!(vault.documents().unwrap().len(), 1);
        drop(vault);
        let copies = older_copies(directory.path());
        let name = format!("attest.format-{format}.sqlite");
        assert_eq!(copies, [directory.path().join(&name)]);
        let copy = Connection::open(&copies[0]).unwrap();
        let found: i64 = copy
            .query_row("SELECT version FROM format", [], |row| row.get(0))
            .unwrap();
        assert_eq!(found, format);
        let records: i64 = copy
            .query_row("SELECT count(*) FROM record", [], |row| row.get(0))
            .unwrap();
        assert_eq!(records, recorded);
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

#[test]
fn erasing_deletes_the_copies_and_removing_does_not() {
    let (_, _, bytes) = OLDER[3];
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
    let (_, _, bytes) = OLDER[3];
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
