//! The copy of a file that is kept before it is led to a newer format, beside it:
//! `attest.format-4.sqlite`. An older version of the program opens it, when it is put back under
//! its own name.
//!
//! It holds what the file held, so that erasing a document deletes the copies, too.

use crate::audit::{KIND_ERASE, KIND_MIGRATE};
use crate::beside::name_beside;
use crate::error::VaultError;
use crate::private;
use crate::secret::{self, DataKey};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "attest.format-";

/// Keeps a copy of the file at `path`, which has this format; one of an earlier time is replaced.
/// That of an encrypted file is encrypted with the same key.
///
/// # Errors
///
/// [`VaultError::DiskFull`], [`VaultError::UnwritableDirectory`]: the file itself is as it was.
pub(crate) fn keep(
    connection: &Connection,
    (path, key): (&Path, Option<&DataKey>),
    format: i64,
) -> Result<(), VaultError> {
    let place = path.with_file_name(format!("{PREFIX}{format}.sqlite"));
    let half = path.with_file_name(format!("{PREFIX}{format}.{}.new", std::process::id()));
    let kept = write(connection, &half).and_then(|()| {
        // Another process may have led the file on between a look and the copy.
        if format_of(&half, key)? == format {
            fs::rename(&half, &place).map_err(|error| VaultError::unwritable(&place, &error))?;
        }
        Ok(())
    });
    // It is there after an error, and where it was not needed; so is its journal, where SQLite
    // could not delete that.
    for left in [name_beside(&half, "-journal"), half] {
        let _ = fs::remove_file(left);
    }
    kept
}

fn write(connection: &Connection, half: &Path) -> Result<(), VaultError> {
    // SQLite takes an empty file, and so leaves it with its owner's rights alone.
    let mut options = private::options();
    options
        .write(true)
        .create(true)
        .truncate(true)
        .open(half)
        .map_err(|error| VaultError::unwritable(half, &error))?;
    let name = half
        .to_str()
        .ok_or_else(|| VaultError::UnwritableDirectory {
            path: half.to_path_buf(),
            reason: "its name is not UTF-8, so that no copy can be made before the update".into(),
        })?;
    connection.execute("VACUUM INTO ?1", [name])?;
    let file = fs::File::open(half).map_err(|error| VaultError::unwritable(half, &error))?;
    file.sync_all()
        .map_err(|error| VaultError::unwritable(half, &error))
}

fn format_of(file: &Path, key: Option<&DataKey>) -> Result<i64, VaultError> {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let copy = Connection::open_with_flags(file, flags)?;
    secret::give(&copy, key)?;
    Ok(
        copy.query_row("SELECT version FROM format WHERE id = 1", [], |row| {
            row.get(0)
        })?,
    )
}

/// The copies in a data directory, in the order of their names.
pub fn older_copies(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    let is_copy = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(PREFIX))
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut copies: Vec<PathBuf> = paths.filter(is_copy).collect();
    copies.sort();
    copies
}

/// Deletes the copies beside the file of a connection.
///
/// # Errors
///
/// [`VaultError::UnwritableDirectory`] naming the first that stays.
pub(crate) fn delete(connection: &Connection) -> Result<(), VaultError> {
    let path = connection.path().map(Path::new);
    let Some(directory) = path.and_then(Path::parent) else {
        return Ok(());
    };
    for copy in older_copies(directory) {
        fs::remove_file(&copy).map_err(|error| VaultError::unwritable(&copy, &error))?;
    }
    Ok(())
}

/// Deletes the copies that an erasure was to delete and could not. What cannot be deleted now is
/// tried again when the vault is opened next.
pub(crate) fn delete_outlived(connection: &Connection, directory: &Path) -> Result<(), VaultError> {
    if older_copies(directory).is_empty() {
        return Ok(());
    }
    // Copies are made when a file is led on, and every erasure after that deletes them.
    let erased: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM record WHERE kind = ?1
         AND sequence > (SELECT coalesce(max(sequence), 0) FROM record WHERE kind = ?2))",
        [KIND_ERASE, KIND_MIGRATE],
        |row| row.get(0),
    )?;
    if erased {
        // It is said by the erasure that left them; a vault opens without it.
        let _ = delete(connection);
    }
    Ok(())
}
