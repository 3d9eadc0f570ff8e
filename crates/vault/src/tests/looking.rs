//! A vault that is opened to be verified: nothing is made or changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::json;

use super::{NOW, fill, open_raw};
use crate::{Beside, FILE_NAME, Vault, VaultError};

const FORMAT_5: &[u8] = include_bytes!("formats/format_5.sqlite");

/// Every file of a directory with its bytes and the time it was changed.
fn files(directory: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let changed = entry.metadata().unwrap().modified().unwrap();
        (name, (fs::read(entry.path()).unwrap(), changed))
    });
    entries.collect()
}

#[test]
fn checking_a_closed_vault_makes_no_file_and_changes_none() {
    let directory = tempfile::tempdir().unwrap();
    // A name with everything that an address must not have as it is.
    let folder = directory.path().join("a b?c#d%41&immutable=0é");
    fill(&folder);
    let before = files(&folder);
    assert_eq!(before.len(), 1);
    let vault = Vault::open_to_verify(&folder).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    assert_eq!(vault.beside(), []);
    drop(vault);
    assert_eq!(files(&folder), before);
}

#[test]
fn an_older_format_is_checked_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(FILE_NAME), FORMAT_5).unwrap();
    let vault = Vault::open_to_verify(directory.path()).unwrap();
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!((found.format, found.records), (5, 10));
    drop(vault);
    let path = directory.path().join(FILE_NAME);
    assert_eq!(fs::read(path).unwrap(), FORMAT_5);
}

#[test]
fn where_there_is_no_vault_none_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing");
    let empty = directory.path().join("empty");
    fs::create_dir(&empty).unwrap();
    for folder in [&missing, &empty] {
        let error = Vault::open_to_verify(folder).unwrap_err();
        assert!(matches!(error, VaultError::NoVault { .. }), "{error:?}");
    }
    assert!(!missing.exists());
    assert_eq!(files(&empty).len(), 0);
    for bytes in [Vec::new(), b"no database".repeat(100)] {
        fs::write(empty.join(FILE_NAME), &bytes).unwrap();
        assert!(Vault::open_to_verify(&empty).is_err());
        assert_eq!(fs::read(empty.join(FILE_NAME)).unwrap(), bytes);
    }
    // A database in which nothing was made yet, as a kill may leave it.
    fs::remove_file(empty.join(FILE_NAME)).unwrap();
    open_raw(&empty)
        .execute_batch("PRAGMA journal_mode = WAL")
        .unwrap();
    let error = Vault::open_to_verify(&empty).unwrap_err();
    assert!(matches!(error, VaultError::NoVault { .. }), "{error:?}");
}

#[test]
fn a_vault_in_use_is_checked_beside_its_program_with_what_lies_in_its_log() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let mut used = Vault::open(directory.path(), NOW).unwrap();
    used.append("note", &json!({}), NOW).unwrap();
    let looking = Vault::open_to_verify(directory.path()).unwrap();
    let found = looking.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!(
        (found.records, looking.beside()),
        (7, &[Beside::LogRead][..])
    );
    // Neither keeps the other from its work.
    used.append("note", &json!({}), NOW).unwrap();
    assert_eq!(looking.verify().unwrap().records, 8);
    drop(looking);
    assert_eq!(used.verify().unwrap().records, 8);
}

/// As after a kill, or in a copy of a directory that is in use.
#[test]
fn a_log_that_was_left_is_read_and_stays_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let copy = tempfile::tempdir().unwrap();
    fill(directory.path());
    let mut used = Vault::open(directory.path(), NOW).unwrap();
    used.append("note", &json!({}), NOW).unwrap();
    for ending in ["", "-wal"] {
        let name = format!("{FILE_NAME}{ending}");
        fs::copy(directory.path().join(&name), copy.path().join(&name)).unwrap();
    }
    let before = files(copy.path());
    let vault = Vault::open_to_verify(copy.path()).unwrap();
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!((found.records, vault.beside()), (7, &[Beside::LogRead][..]));
    drop(vault);
    let mut after = files(copy.path());
    after.remove(&format!("{FILE_NAME}-shm"));
    assert_eq!(after, before);
}

/// Whoever puts a journal beside the file has the next program that opens it
/// write into the file what stands there.
#[test]
fn a_journal_beside_the_file_is_left_alone_and_told() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let journal = directory.path().join(format!("{FILE_NAME}-journal"));
    fs::write(&journal, b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7 and more").unwrap();
    let before = files(directory.path());
    let vault = Vault::open_to_verify(directory.path()).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    assert_eq!(vault.beside(), [Beside::JournalLeftAlone]);
    drop(vault);
    assert_eq!(files(directory.path()), before);
}

#[test]
fn a_file_that_is_written_to_while_it_is_read_without_a_lock_is_not_judged() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let looking = Vault::open_to_verify(directory.path()).unwrap();
    assert!(looking.verify().unwrap().is_sound());
    std::thread::sleep(Duration::from_millis(20));
    let mut used = Vault::open(directory.path(), NOW).unwrap();
    used.append("note", &json!({}), NOW).unwrap();
    let error = looking.verify().unwrap_err();
    assert!(matches!(error, VaultError::Locked), "{error:?}");
}

/// Others come and go while somebody looks, each time with a log that goes with them.
#[test]
fn a_file_that_others_begin_to_write_to_is_looked_at_again_with_them() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let mut looks = Vec::new();
    let found = Vault::look_at(directory.path(), None, |looking| {
        let before = looking.verify()?.records;
        std::thread::sleep(Duration::from_millis(20));
        let mut other = Vault::open(directory.path(), NOW)?;
        other.append("note", &json!({}), NOW)?;
        drop(other);
        looks.push((before, looking.verify().map(|found| found.records)));
        looking.verify()
    });
    // With the others it sees what they wrote, and that is no reason to look a third time.
    assert!(
        matches!(looks[0], (6, Err(VaultError::Locked))),
        "{looks:?}"
    );
    assert!(matches!(looks[1], (7, Ok(8))), "{looks:?}");
    assert_eq!(looks.len(), 2);
    let found = found.unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!(found.records, 8);
    // Whoever opens it next takes away what was made beside it.
    drop(Vault::open(directory.path(), NOW).unwrap());
    assert!(!directory.path().join(format!("{FILE_NAME}-wal")).exists());
}

#[test]
fn what_would_change_it_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let mut vault = Vault::open_to_verify(directory.path()).unwrap();
    let error = vault.append("note", &json!({}), NOW).unwrap_err();
    assert!(matches!(error, VaultError::ReadOnly), "{error:?}");
    assert_eq!(vault.verify().unwrap().records, 6);
}

/// On a medium that cannot be written; permissions do not bind the superuser,
/// so the test starts itself again as nobody where it runs as one.
#[cfg(unix)]
#[test]
fn a_medium_that_cannot_be_written_is_checked() {
    use std::os::unix::fs::{PermissionsExt, chown};
    const PREPARED: &str = "VAULT_TEST_MEDIUM";
    if let Some(base) = std::env::var_os(PREPARED) {
        return check_medium(Path::new(&base));
    }
    let base = tempfile::tempdir().unwrap();
    let (closed, left) = (base.path().join("closed"), base.path().join("left"));
    fill(&closed);
    fill(&left);
    fs::write(left.join(format!("{FILE_NAME}-wal")), b"left by a kill").unwrap();
    let mut paths = vec![base.path().to_path_buf(), closed.clone(), left.clone()];
    for folder in [&closed, &left] {
        paths.extend(files(folder).keys().map(|name| folder.join(name)));
    }
    for path in &paths {
        // Only the superuser may give files away; others own them already.
        chown(path, Some(65534), None).ok();
        let mode = if path.is_dir() { 0o500 } else { 0o400 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    if fs::write(closed.join("probe"), b"").is_err() {
        check_medium(base.path());
    } else {
        fs::remove_file(closed.join("probe")).unwrap();
        let test = "tests::looking::a_medium_that_cannot_be_written_is_checked";
        let status = std::process::Command::new("setpriv")
            .args(["--reuid=65534", "--clear-groups"])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .env(PREPARED, base.path())
            .status();
        let started = status.map(|status| status.success());
        assert!(
            started.unwrap_or_else(|error| {
                println!("skipped: runs as the superuser, and setpriv is not there: {error}");
                true
            }),
            "as nobody"
        );
    }
    for path in &paths {
        let mode = if path.is_dir() { 0o700 } else { 0o600 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
}

#[cfg(unix)]
fn check_medium(base: &Path) {
    for (name, beside) in [("closed", vec![]), ("left", vec![Beside::LogLeftAlone])] {
        let before = files(&base.join(name));
        let vault = Vault::open_to_verify(&base.join(name)).unwrap();
        let found = vault.verify().unwrap();
        assert!(found.is_sound(), "{found:?}");
        assert_eq!((found.records, vault.beside()), (6, beside.as_slice()));
        drop(vault);
        assert_eq!(files(&base.join(name)), before);
    }
}
