use std::fs;
use std::path::Path;

use serde_json::json;

use super::{LEASE, NOW, fill, make_document, open_raw};
use crate::{FILE_NAME, FORMAT_VERSION, Import, Vault, VaultError};

#[test]
fn what_was_stored_is_there_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(&directory.path().join("new/data"));
    let vault = Vault::open(&directory.path().join("new/data"), NOW).unwrap();
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn two_processes_may_write_in_turns() {
    let directory = tempfile::tempdir().unwrap();
    let mut one = Vault::open(directory.path(), NOW).unwrap();
    let mut two = Vault::open(directory.path(), NOW).unwrap();
    for number in 0..10 {
        let vault = if number % 2 == 0 { &mut one } else { &mut two };
        vault.append("note", &json!({"n": number}), NOW).unwrap();
    }
    assert_eq!(two.verify().unwrap().records, 10);
    assert!(one.verify().unwrap().is_sound());
}

#[test]
fn many_may_open_a_new_vault_at_the_same_moment() {
    for _ in 0..5 {
        let directory = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for number in 0..6 {
                let path = directory.path();
                scope.spawn(move || {
                    let mut vault = Vault::open(path, NOW).unwrap();
                    vault.append("note", &json!({"n": number}), NOW).unwrap();
                });
            }
        });
        let found = Vault::open(directory.path(), NOW)
            .unwrap()
            .verify()
            .unwrap();
        assert!(found.is_sound() && found.records == 6, "{found:?}");
    }
}

#[test]
fn names_a_locked_vault() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault
        .connection
        .busy_timeout(std::time::Duration::ZERO)
        .unwrap();
    let raw = open_raw(directory.path());
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = vault.append("note", &json!({}), NOW).unwrap_err();
    assert!(matches!(error, VaultError::Locked), "{error:?}");
    raw.execute_batch("ROLLBACK").unwrap();
    vault.append("note", &json!({}), NOW).unwrap();
}

#[test]
fn refuses_a_file_that_is_no_database_and_leaves_it_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(FILE_NAME);
    for garbage in [
        b"hello".repeat(1000),
        b"x".to_vec(),
        b"SQLite format 3\0rubbish".to_vec(),
    ] {
        fs::write(&path, &garbage).unwrap();
        let error = Vault::open(directory.path(), NOW).unwrap_err();
        assert!(
            matches!(error, VaultError::NotADatabase { .. }),
            "{error:?}"
        );
        assert!(error.to_string().contains(FILE_NAME));
        assert_eq!(fs::read(&path).unwrap(), garbage);
    }
}

#[test]
fn refuses_the_database_of_another_program_and_leaves_it_alone() {
    let directory = tempfile::tempdir().unwrap();
    open_raw(directory.path())
        .execute_batch("CREATE TABLE foreign_table (x)")
        .unwrap();
    let before = fs::read(directory.path().join(FILE_NAME)).unwrap();
    let error = Vault::open(directory.path(), NOW).unwrap_err();
    assert!(matches!(error, VaultError::NotAVault { .. }), "{error:?}");
    assert_eq!(fs::read(directory.path().join(FILE_NAME)).unwrap(), before);
}

#[test]
fn refuses_a_newer_format_by_its_number() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    open_raw(directory.path())
        .execute_batch(&format!(
            "UPDATE format SET version = {}",
            FORMAT_VERSION + 1
        ))
        .unwrap();
    let error = Vault::open(directory.path(), NOW).unwrap_err();
    assert!(
        matches!(
            error,
            VaultError::NewerFormat {
                found,
                supported: FORMAT_VERSION,
                ..
            } if found == FORMAT_VERSION + 1
        ),
        "{error:?}"
    );
    assert!(error.help().contains("newer version"));
}

#[test]
fn a_full_disk_is_named_and_keeps_nothing_half() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let before = vault.verify().unwrap();
    let pages: i64 = vault
        .connection
        .query_row("PRAGMA page_count", [], |row| row.get(0))
        .unwrap();
    vault
        .connection
        .query_row(
            &format!("PRAGMA max_page_count = {}", pages + 2),
            [],
            |_| Ok(()),
        )
        .unwrap();
    let text = (0..2000)
        .map(|number| format!("Clause {number} says something new."))
        .collect::<Vec<_>>()
        .join(
            "
",
        );
    let (document, chunks, source) = make_document(&text, 5);
    let error = vault.import(&document, &chunks, &source, NOW).unwrap_err();
    assert!(matches!(error, VaultError::DiskFull), "{error:?}");
    assert_eq!(vault.verify().unwrap(), before);
    assert_eq!(vault.documents().unwrap().len(), 1);
    assert_eq!(vault.document(&id).unwrap(), make_document(LEASE, 2).0);
    vault
        .connection
        .query_row("PRAGMA max_page_count = 1000000", [], |_| Ok(()))
        .unwrap();
    assert_eq!(
        vault.import(&document, &chunks, &source, NOW).unwrap(),
        Import::New
    );
}

#[test]
fn names_a_directory_that_is_none() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, b"x").unwrap();
    for path in [file.clone(), file.join("below")] {
        let error = Vault::open(&path, NOW).unwrap_err();
        assert!(
            matches!(error, VaultError::UnwritableDirectory { .. }),
            "{error:?}"
        );
    }
}

#[test]
fn nothing_of_a_vault_in_memory_is_on_disk() {
    let mut vault = Vault::in_memory().unwrap();
    vault.append("note", &json!({}), NOW).unwrap();
    let file: String = vault
        .connection
        .query_row(
            "SELECT file FROM pragma_database_list WHERE name = 'main'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(file, "");
}

/// Permissions do not bind the superuser: the test starts itself again as
/// nobody where it runs as one, and says so where that is not possible.
#[cfg(unix)]
#[test]
fn names_a_directory_and_a_file_that_may_not_be_written() {
    use std::os::unix::fs::{PermissionsExt, chown};
    const PREPARED: &str = "VAULT_TEST_READ_ONLY";
    let mode =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();

    if let Some(base) = std::env::var_os(PREPARED) {
        return check_read_only(Path::new(&base));
    }
    let base = tempfile::tempdir().unwrap();
    let (sealed, file, log) = (
        base.path().join("sealed"),
        base.path().join("file"),
        base.path().join("log"),
    );
    fs::create_dir(&sealed).unwrap();
    fill(&file);
    fill(&log);
    for path in [
        base.path(),
        &sealed,
        &file,
        &log,
        &file.join(FILE_NAME),
        &log.join(FILE_NAME),
    ] {
        // Only the superuser may give files away; others own them already.
        chown(path, Some(65534), None).ok();
    }
    mode(&file.join(FILE_NAME), 0o400);
    mode(&sealed, 0o500);
    mode(&log, 0o500);
    let may_still_write = fs::write(sealed.join("probe"), b"").is_ok();
    if !may_still_write {
        check_read_only(base.path());
    } else if Path::new("/usr/bin/setpriv").exists() {
        let test = "tests::open::names_a_directory_and_a_file_that_may_not_be_written";
        let status = std::process::Command::new("/usr/bin/setpriv")
            .args(["--reuid=65534", "--clear-groups"])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .env(PREPARED, base.path())
            .status()
            .unwrap();
        assert!(status.success());
    } else {
        println!("skipped: runs as the superuser, and setpriv is not there");
    }
    mode(&sealed, 0o700);
    mode(&log, 0o700);
}

#[cfg(unix)]
fn check_read_only(base: &Path) {
    let open = |name: &str| Vault::open(&base.join(name), NOW).unwrap_err();
    let sealed = open("sealed");
    assert!(
        matches!(sealed, VaultError::UnwritableDirectory { .. }),
        "{sealed:?}"
    );
    let below = open("sealed/below");
    assert!(
        matches!(below, VaultError::UnwritableDirectory { .. }),
        "{below:?}"
    );
    let file = open("file");
    assert!(matches!(file, VaultError::ReadOnlyFile { .. }), "{file:?}");
    let log = open("log");
    assert!(
        matches!(log, VaultError::UnwritableDirectory { .. }),
        "{log:?}"
    );
}
