//! Backups: made while the vault is used, whole or not there, and put back.

use std::fs;
use std::time::Duration;

use serde_json::json;

use super::{NOW, fill, names, open_raw};
use crate::hold::Hold;
use crate::{
    FILE_NAME, KEY_FILE_NAME, Passphrase, Vault, VaultError, encrypt, is_encrypted_backup, restore,
    unlock,
};

#[test]
fn a_backup_of_a_vault_in_use_is_whole_and_can_be_put_back() {
    let directory = tempfile::tempdir().unwrap();
    let (data, other) = (
        directory.path().join("data"),
        directory.path().join("other"),
    );
    fill(&data);
    let mut vault = Vault::open(&data, NOW).unwrap();
    // What lies in the write-ahead log alone is in the backup, too.
    vault.append("note", &json!({"n": 1}), NOW).unwrap();
    let place = directory.path().join("backup.sqlite");
    let made = vault.back_up(&place, None).unwrap();
    let found = vault.verify().unwrap();
    assert_eq!(
        (made.records, &made.head_hash),
        (found.records, &found.head_hash)
    );
    assert_eq!(made.bytes, fs::metadata(&place).unwrap().len());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(&place).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    // It is of that moment.
    vault.append("note", &json!({"n": 2}), NOW).unwrap();
    let put_back = restore(&place, &other, None).unwrap();
    assert_eq!(
        (put_back.records, &put_back.sha256),
        (made.records, &made.sha256)
    );
    assert_eq!(names(&other), [FILE_NAME]);
    let restored = Vault::open(&other, NOW).unwrap();
    assert!(restored.verify().unwrap().is_sound());
    assert_eq!(restored.documents().unwrap(), vault.documents().unwrap());
    assert_eq!(names(directory.path()), ["backup.sqlite", "data", "other"]);
}

#[test]
fn nothing_is_overwritten_and_nothing_left_behind() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    fill(&data);
    let vault = Vault::open(&data, NOW).unwrap();
    let place = directory.path().join("backup.sqlite");
    fs::write(&place, "mine").unwrap();
    assert!(matches!(
        vault.back_up(&place, None),
        Err(VaultError::Taken { .. })
    ));
    assert_eq!(fs::read(&place).unwrap(), b"mine");
    fs::remove_file(&place).unwrap();
    vault.back_up(&place, None).unwrap();
    assert!(matches!(
        restore(&place, &data, None),
        Err(VaultError::Taken { .. })
    ));
    let missing = directory.path().join("missing/backup.sqlite");
    assert!(matches!(
        vault.back_up(&missing, None),
        Err(VaultError::NotWritten { .. })
    ));
    assert_eq!(names(directory.path()), ["backup.sqlite", "data"]);
}

#[test]
fn what_does_not_verify_is_neither_backed_up_nor_put_back() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    fill(&data);
    let vault = Vault::open(&data, NOW).unwrap();
    let (place, other) = (
        directory.path().join("backup.sqlite"),
        directory.path().join("other"),
    );
    vault.back_up(&place, None).unwrap();
    // One turned bit in each of the pages that hold something.
    let whole = fs::read(&place).unwrap();
    let mut refused = 0;
    for page in 0..whole.len() / 4096 {
        let mut changed = whole.clone();
        let last = page * 4096 + 4090;
        changed[last] ^= 4;
        fs::write(&place, &changed).unwrap();
        let outcome = restore(&place, &other, None);
        refused += usize::from(outcome.is_err());
        // A bit of a free byte, in which nothing is stored, is no change.
        assert_eq!(names(&other).is_empty(), outcome.is_err(), "page {page}");
        let _ = fs::remove_file(other.join(FILE_NAME));
    }
    assert!(refused > 5, "{refused}");
    fs::write(&place, "no database").unwrap();
    assert!(matches!(
        restore(&place, &other, None),
        Err(VaultError::NotADatabase { .. })
    ));
    fs::remove_file(&place).unwrap();
    assert!(matches!(
        restore(&place, &other, None),
        Err(VaultError::NoVault { .. })
    ));

    let raw = open_raw(&data);
    raw.execute("UPDATE document SET title = 'another'", [])
        .unwrap();
    assert!(matches!(
        vault.back_up(&place, None),
        Err(VaultError::Unsound { .. })
    ));
    assert!(!place.exists());
}

#[test]
fn a_backup_of_an_encrypted_vault_is_encrypted_and_comes_back_with_its_passphrase() {
    let mut count = 0;
    let mut seeds = move || {
        count += 1;
        Ok([count; 32])
    };
    let passphrase = Passphrase::new("a red house by the sea".to_owned());
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (data, other, place) = (path("data"), path("other"), path("backup.sqlite"));
    fill(&data);
    encrypt(&data, &passphrase, &mut seeds).unwrap();
    let key = unlock(&data, &passphrase).unwrap();
    let vault = Vault::open_with(&data, Some(&key), NOW).unwrap();
    assert!(matches!(
        vault.back_up(&place, None),
        Err(VaultError::Encrypted)
    ));
    let made = vault.back_up(&place, Some(&key)).unwrap();
    assert_eq!(
        names(directory.path()),
        ["backup.sqlite", "backup.sqlite.key", "data"]
    );
    let bytes = fs::read(&place).unwrap();
    assert!(!bytes.starts_with(b"SQLite format 3"));
    assert!(is_encrypted_backup(&place).unwrap());

    // Without the passphrase, and with another one, nothing is put back.
    let wrong = Passphrase::new("a blue house by the sea".to_owned());
    assert!(matches!(
        restore(&place, &other, None),
        Err(VaultError::Encrypted)
    ));
    assert!(matches!(
        restore(&place, &other, Some(&wrong)),
        Err(VaultError::WrongPassphrase)
    ));
    assert_eq!(names(&other), Vec::<String>::new());
    let put_back = restore(&place, &other, Some(&passphrase)).unwrap();
    assert_eq!(put_back.head_hash, made.head_hash);
    assert_eq!(names(&other), [KEY_FILE_NAME, FILE_NAME]);
    let key = unlock(&other, &passphrase).unwrap();
    let restored = Vault::open_with(&other, Some(&key), NOW).unwrap();
    assert!(restored.verify().unwrap().is_sound());
    assert_eq!(restored.documents().unwrap(), vault.documents().unwrap());

    // The key file is as necessary as the passphrase.
    fs::remove_file(path("backup.sqlite.key")).unwrap();
    assert!(matches!(
        restore(&place, &path("third"), Some(&passphrase)),
        Err(VaultError::NotADatabase { .. })
    ));
}

#[test]
fn what_a_killed_restore_left_is_gone_when_the_vault_is_encrypted() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    fill(data);
    for name in [".attest.sqlite.4711.new", ".attest.sqlite.new", "mine"] {
        fs::create_dir(data.join(name)).unwrap();
        fs::copy(data.join(FILE_NAME), data.join(name).join(FILE_NAME)).unwrap();
    }
    let mut count = 0;
    let mut seeds = move || {
        count += 1;
        Ok([count; 32])
    };
    let passphrase = Passphrase::new("a red house by the sea".to_owned());
    encrypt(data, &passphrase, &mut seeds).unwrap();
    assert_eq!(
        names(data),
        [".attest.sqlite.new", KEY_FILE_NAME, FILE_NAME, "mine"]
    );
}

/// Elsewhere nobody can tell whether a folder is being written.
#[cfg(unix)]
#[test]
fn what_a_killed_backup_left_is_told_and_under_its_own_name_deleted() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    fill(&data);
    let vault = Vault::open(&data, NOW).unwrap();
    let place = directory.path().join("backup.sqlite");
    let own = directory.path().join("backup.sqlite.partial");
    let other = directory.path().join("older.sqlite.partial");
    for half in [&own, &other] {
        fs::create_dir(half).unwrap();
        fs::write(half.join(FILE_NAME), "half").unwrap();
    }
    // A folder of a person's own is neither.
    let persons = directory.path().join("mine.partial");
    fs::create_dir(&persons).unwrap();
    fs::write(persons.join("notes"), "").unwrap();
    let made = vault.back_up(&place, None).unwrap();
    assert_eq!(made.found_halves, [own.clone(), other]);
    assert!(!own.exists());
    let there = names(directory.path());
    let expected = [
        "backup.sqlite",
        "data",
        "mine.partial",
        "older.sqlite.partial",
    ];
    assert_eq!(there, expected);

    let place = directory.path().join("mine");
    let refused = vault.back_up(&place, None).unwrap_err();
    assert!(matches!(refused, VaultError::Taken { path } if path == persons));
    assert!(persons.join("notes").exists());
}

#[test]
fn a_backup_that_is_being_written_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    fill(&data);
    let vault = Vault::open(&data, NOW).unwrap();
    let place = directory.path().join("backup.sqlite");
    let own = directory.path().join("backup.sqlite.partial");
    let refused = || {
        let refused = vault.back_up(&place, None).unwrap_err();
        assert!(matches!(&refused, VaultError::Taken { path } if *path == own));
        assert!(own.exists());
    };
    // Made, and neither held nor written yet.
    fs::create_dir(&own).unwrap();
    refused();
    let hold = Hold::together(&own, Duration::ZERO).unwrap();
    refused();
    fs::write(own.join(FILE_NAME), "half").unwrap();
    refused();
    assert_eq!(fs::read(own.join(FILE_NAME)).unwrap(), b"half");
    drop(hold);
    if cfg!(unix) {
        assert_eq!(vault.back_up(&place, None).unwrap().found_halves, [own]);
    }
}
