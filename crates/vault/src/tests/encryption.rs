//! Encrypted vaults: what stands in them, who opens them, and that neither form is ever half there.

use std::fs;
use std::io;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use serde_json::json;

use super::{LEASE, NOW, fill, names, open_raw};
use crate::secret::{self, DataKey};
use crate::{
    Converted, FILE_NAME, KEY_FILE_NAME, Passphrase, Removal, Vault, VaultError, change_passphrase,
    decrypt, encrypt, is_encrypted, older_copies, unlock,
};

fn passphrase() -> Passphrase {
    Passphrase::new("a red house by the sea".to_owned())
}

fn decrypt_with(directory: &Path, passphrase: &Passphrase) -> Result<Converted, VaultError> {
    decrypt(directory, &unlock(directory, passphrase)?)
}

/// Seeds that differ from each other.
fn seeds() -> impl FnMut() -> io::Result<[u8; 32]> {
    let mut count = 0;
    move || {
        count += 1;
        Ok([count; 32])
    }
}

fn encrypted(directory: &Path) -> (String, DataKey) {
    let id = fill(directory);
    encrypt(directory, &passphrase(), &mut seeds()).unwrap();
    (id, unlock(directory, &passphrase()).unwrap())
}

/// Whether any file of a directory holds these bytes.
fn holds(directory: &Path, text: &str) -> bool {
    let entries: Vec<_> = fs::read_dir(directory).unwrap().collect();
    assert!(!entries.is_empty());
    entries.into_iter().any(|entry| {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        bytes
            .windows(text.len())
            .any(|found| found == text.as_bytes())
    })
}

#[test]
fn a_vault_is_the_same_in_both_forms_and_nothing_of_it_is_to_be_read_in_one() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let id = fill(directory);
    let before = Vault::open(directory, NOW).unwrap().verify().unwrap();
    let word = LEASE.lines().next().unwrap();
    assert!(holds(directory, word) && !is_encrypted(directory).unwrap());

    let led = encrypt(directory, &passphrase(), &mut seeds()).unwrap();
    assert_eq!(
        (led.records, &led.head_hash),
        (before.records, &before.head_hash)
    );
    assert!(is_encrypted(directory).unwrap());
    assert_eq!(names(directory), [KEY_FILE_NAME, FILE_NAME]);
    assert!(!holds(directory, word) && !holds(directory, "CREATE TABLE"));

    let key = unlock(directory, &passphrase()).unwrap();
    let mut vault = Vault::open_with(directory, Some(&key), NOW).unwrap();
    assert_eq!(vault.verify().unwrap(), before);
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    vault
        .append("note", &json!({"said": "magnolia"}), NOW)
        .unwrap();
    // With the write-ahead log and its index beside it.
    assert!(names(directory).len() > 2);
    for text in [word, "magnolia", "CREATE TABLE"] {
        assert!(!holds(directory, text), "{text}");
    }
    let after = vault.verify().unwrap();
    assert!(after.is_sound());
    drop(vault);

    let led = decrypt_with(directory, &passphrase()).unwrap();
    assert_eq!(led.head_hash, after.head_hash);
    assert_eq!(names(directory), [FILE_NAME]);
    assert!(holds(directory, word) && holds(directory, "magnolia"));
    let vault = Vault::open(directory, NOW).unwrap();
    assert_eq!(vault.verify().unwrap(), after);
}

#[test]
fn everything_works_in_an_encrypted_vault() {
    let directory = tempfile::tempdir().unwrap();
    let (id, key) = encrypted(directory.path());
    let mut vault = Vault::open_with(directory.path(), Some(&key), NOW).unwrap();
    let hits = vault.search("notice", &[], 10).unwrap();
    assert!(!hits.is_empty());
    let looking = Vault::open_to_verify_with(directory.path(), Some(&key)).unwrap();
    assert!(looking.verify().unwrap().is_sound());
    drop(looking);
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    drop(vault);
    // Without a log beside it, it is read without a lock.
    let looking = Vault::open_to_verify_with(directory.path(), Some(&key)).unwrap();
    assert!(looking.verify().unwrap().is_sound());
}

#[test]
fn without_the_passphrase_nothing_is_opened_and_nothing_is_changed() {
    let directory = tempfile::tempdir().unwrap();
    let (_, key) = encrypted(directory.path());
    let file = || fs::read(directory.path().join(FILE_NAME)).unwrap();
    let before = (file(), names(directory.path()));
    let wrong = Passphrase::new("a red house by the lake".to_owned());
    let other = DataKey::new([9; 32]);
    let opened = Vault::open(directory.path(), NOW);
    assert!(matches!(opened, Err(VaultError::Encrypted)));
    let opened = Vault::open_to_verify(directory.path());
    assert!(matches!(opened, Err(VaultError::Encrypted)));
    let opened = Vault::open_with(directory.path(), Some(&other), NOW);
    assert!(matches!(opened, Err(VaultError::OtherKey)), "{opened:?}");
    let opened = Vault::open_to_verify_with(directory.path(), Some(&other));
    assert!(matches!(opened, Err(VaultError::OtherKey)), "{opened:?}");
    let opened = unlock(directory.path(), &wrong);
    assert!(matches!(opened, Err(VaultError::WrongPassphrase)));
    let done = decrypt_with(directory.path(), &wrong);
    assert!(matches!(done, Err(VaultError::WrongPassphrase)));
    let done = unlock(directory.path(), &wrong)
        .and_then(|key| change_passphrase(directory.path(), &key, &wrong, &mut seeds()));
    assert!(matches!(done, Err(VaultError::WrongPassphrase)));
    let done = encrypt(directory.path(), &wrong, &mut seeds());
    assert!(matches!(done, Err(VaultError::AlreadyEncrypted)));
    assert_eq!((file(), names(directory.path())), before);
    assert!(Vault::open_with(directory.path(), Some(&key), NOW).is_ok());
}

#[test]
fn another_passphrase_leaves_the_vault_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    encrypted(directory.path());
    let file = || fs::read(directory.path().join(FILE_NAME)).unwrap();
    let (before, new) = (file(), Passphrase::new("a blue boat".to_owned()));
    let key = unlock(directory.path(), &passphrase()).unwrap();
    change_passphrase(directory.path(), &key, &new, &mut seeds()).unwrap();
    assert_eq!(file(), before);
    let refused = unlock(directory.path(), &passphrase());
    assert!(matches!(refused, Err(VaultError::WrongPassphrase)));
    let key = unlock(directory.path(), &new).unwrap();
    let vault = Vault::open_with(directory.path(), Some(&key), NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn what_is_asked_of_the_wrong_form_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let none = encrypt(directory.path(), &passphrase(), &mut seeds());
    assert!(matches!(none, Err(VaultError::NoVault { .. })));
    fill(directory.path());
    let done = decrypt_with(directory.path(), &passphrase());
    assert!(matches!(done, Err(VaultError::NotEncrypted)));
    let done = unlock(directory.path(), &passphrase());
    assert!(matches!(done, Err(VaultError::NotEncrypted)));
    let short = Passphrase::new("shorter".to_owned());
    let done = encrypt(directory.path(), &short, &mut seeds());
    assert!(matches!(done, Err(VaultError::ShortPassphrase)));
    let mut none = || Err(io::Error::other("none today"));
    let done = encrypt(directory.path(), &passphrase(), &mut none);
    assert!(matches!(done, Err(VaultError::NoRandomness { .. })));
    assert_eq!(names(directory.path()), [FILE_NAME]);
    fs::write(directory.path().join(FILE_NAME), b"x".repeat(9000)).unwrap();
    let done = encrypt(directory.path(), &passphrase(), &mut seeds());
    assert!(matches!(done, Err(VaultError::NotADatabase { .. })));
}

#[test]
fn while_somebody_has_it_open_no_other_file_takes_its_place() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let done = encrypt(directory.path(), &passphrase(), &mut seeds());
    assert!(matches!(done, Err(VaultError::Locked)));
    vault.append("note", &json!({}), NOW).unwrap();
    drop(vault);
    // A program that knows nothing of holding the directory is seen by its locks.
    let raw = open_raw(directory.path());
    raw.execute_batch("PRAGMA journal_mode = WAL; BEGIN; SELECT * FROM head;")
        .unwrap();
    let done = encrypt(directory.path(), &passphrase(), &mut seeds());
    assert!(matches!(done, Err(VaultError::Locked)), "{done:?}");
    raw.execute_batch("ROLLBACK").unwrap();
    drop(raw);
    assert_eq!(names(directory.path()), [FILE_NAME]);
    encrypt(directory.path(), &passphrase(), &mut seeds()).unwrap();
}

#[test]
fn a_page_that_was_not_written_with_the_key_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let (_, key) = encrypted(directory.path());
    let path = directory.path().join(FILE_NAME);
    let whole = fs::read(&path).unwrap();
    let pages = whole.len() / 4096;
    assert!(pages > 20, "{pages}");
    for page in [1, pages / 2, pages - 1] {
        let mut changed = whole.clone();
        changed[page * 4096 + 100] ^= 1;
        fs::write(&path, &changed).unwrap();
        let found = Vault::open_to_verify_with(directory.path(), Some(&key))
            .and_then(|vault| vault.verify());
        let is_found = found.map_or(true, |found| !found.is_sound());
        assert!(is_found, "page {page} of {pages}");
    }
    fs::write(&path, &whole).unwrap();
    let vault = Vault::open_to_verify_with(directory.path(), Some(&key)).unwrap();
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn a_vault_of_an_older_format_is_led_on_with_an_encrypted_copy() {
    let directory = tempfile::tempdir().unwrap();
    let older = include_bytes!("formats/format_4.sqlite");
    fs::write(directory.path().join(FILE_NAME), older).unwrap();
    encrypt(directory.path(), &passphrase(), &mut seeds()).unwrap();
    let key = unlock(directory.path(), &passphrase()).unwrap();
    let vault = Vault::open_with(directory.path(), Some(&key), NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    drop(vault);
    let copies = older_copies(directory.path());
    assert_eq!(copies.len(), 1);
    assert!(
        !holds(directory.path(), "SQLite format 3") && !holds(directory.path(), "CREATE TABLE")
    );
    let copy = Connection::open_with_flags(&copies[0], OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    secret::give(&copy, Some(&key)).unwrap();
    let format: i64 = copy
        .query_row("SELECT version FROM format", [], |row| row.get(0))
        .unwrap();
    assert_eq!(format, 4);
    drop(copy);
    // In the other form nobody could read it.
    let led = decrypt_with(directory.path(), &passphrase()).unwrap();
    assert_eq!(led.deleted_copies, 1);
    assert!(older_copies(directory.path()).is_empty());
}

#[test]
fn what_a_killed_program_left_is_deleted_and_the_vault_is_whole() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    fill(directory);
    // Killed after the key file was written: the vault is in clear.
    fs::write(directory.join(KEY_FILE_NAME), "{}").unwrap();
    fs::write(directory.join("attest.sqlite.new"), "half").unwrap();
    fs::write(directory.join("attest.key.new"), "half").unwrap();
    assert!(
        Vault::open(directory, NOW)
            .unwrap()
            .verify()
            .unwrap()
            .is_sound()
    );
    assert_eq!(names(directory), [KEY_FILE_NAME, FILE_NAME]);
    // Killed after the file was renamed: copies in clear still lie beside it.
    encrypt(directory, &passphrase(), &mut seeds()).unwrap();
    let copy = directory.join("attest.format-4.sqlite");
    fs::write(&copy, include_bytes!("formats/format_4.sqlite")).unwrap();
    fs::write(directory.join("attest.sqlite.new"), "half").unwrap();
    let key = unlock(directory, &passphrase()).unwrap();
    drop(Vault::open_with(directory, Some(&key), NOW).unwrap());
    assert_eq!(names(directory), [KEY_FILE_NAME, FILE_NAME]);
}

#[test]
fn where_an_encrypted_vault_was_none_in_clear_is_begun() {
    let directory = tempfile::tempdir().unwrap();
    encrypted(directory.path());
    fs::remove_file(directory.path().join(FILE_NAME)).unwrap();
    let opened = Vault::open(directory.path(), NOW);
    assert!(matches!(opened, Err(VaultError::KeyWithoutVault { .. })));
    assert_eq!(names(directory.path()), [KEY_FILE_NAME]);
    fs::remove_file(directory.path().join(KEY_FILE_NAME)).unwrap();
    assert!(Vault::open(directory.path(), NOW).is_ok());
}

#[test]
fn without_its_key_file_an_encrypted_vault_is_no_database_and_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    encrypted(directory.path());
    let whole = fs::read(directory.path().join(FILE_NAME)).unwrap();
    fs::remove_file(directory.path().join(KEY_FILE_NAME)).unwrap();
    let opened = Vault::open(directory.path(), NOW);
    assert!(matches!(opened, Err(VaultError::NotADatabase { .. })));
    assert_eq!(fs::read(directory.path().join(FILE_NAME)).unwrap(), whole);
}
