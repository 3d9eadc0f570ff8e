//! A process that looks at its vault's file keeps the locks that it holds on it. Unix takes all of a
//! process's locks on a file away as soon as the process closes that file once, by whatever descriptor
//! (`fcntl(2)`): another program that closes the vault would then take itself for the last one, and remove
//! the write-ahead log that is in use.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)]

use rustix::fs::{FlockOperation, fcntl_lock};
use std::fs::File;
use std::path::Path;
use std::process::Command;
use vault::Vault;

const NOW: &str = "2026-01-31T12:00:00Z";
/// Where this executable, started as another process, finds the file.
const FILE: &str = "ATTEST_TEST_FILE_OF_ANOTHER_PROCESS";

/// What looks at the vault in a directory, and its name.
type Look = (&'static str, fn(&Path));

/// Fails in another process whose file is locked; by itself it does nothing.
#[test]
fn another_process_takes_the_file_for_itself() {
    if let Some(file) = std::env::var_os(FILE) {
        let file = File::options().write(true).open(file).unwrap();
        fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).unwrap();
    }
}

/// Whether another process could take the vault's file for itself.
fn is_free(directory: &Path) -> bool {
    let other = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "another_process_takes_the_file_for_itself"])
        .env(FILE, directory.join(vault::FILE_NAME))
        .output()
        .unwrap();
    other.status.success()
}

#[test]
fn what_looks_at_the_file_takes_no_lock_away() {
    let looks: [Look; 3] = [
        ("opening it once more", |directory| {
            drop(Vault::open(directory, NOW).unwrap());
        }),
        ("looking at it", |directory| {
            drop(Vault::open_to_verify(directory).unwrap());
        }),
        ("verifying it", |directory| {
            let vault = Vault::open_to_verify(directory).unwrap();
            assert!(vault.verify().unwrap().is_sound());
        }),
    ];
    for (name, look) in looks {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("data");
        let vault = Vault::open(&directory, NOW).unwrap();
        assert!(!is_free(&directory), "before {name}");
        look(&directory);
        assert!(!is_free(&directory), "after {name}");
        drop(vault);
        assert!(is_free(&directory), "closed after {name}");
    }
}
