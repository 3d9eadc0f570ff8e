//! The list of the key files that a vault has: in each of them erasing destroys keys. It lies beside
//! the vault, since the places are of this machine alone.
//!
//! A key file may be out of reach when something is erased, on a disk that is not plugged in. The
//! list keeps up to which tombstone each was brought, and what is missing is done when the vault is
//! opened or erases next.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use serde::{Deserialize, Serialize};

use crate::audit::{KIND_BACKUP, KIND_ERASE, KIND_RESTORED};
use crate::canonical;
use crate::error::VaultError;
use crate::key_file;
use crate::key_ring::KeyRing;
use crate::private;
use crate::subject::Subject;
use crate::vault::Vault;

/// Name of the list in the data directory, and while it is written.
const LIST: &str = "attest.keys.json";
const HALF: &str = "attest.keys.json.new";

/// A key file that a vault has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KnownKeys {
    /// The file.
    pub path: PathBuf,
    /// When the first backup was sealed with it, or one was put back: RFC 3339, UTC. None where no
    /// record says so.
    pub since: Option<String>,
    /// Tombstones whose keys may still stand in it.
    pub waiting: u64,
    /// Why it cannot be used, as far as that is known without changing it.
    pub unusable: Option<String>,
}

/// One key file in the list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    path: PathBuf,
    /// The key file's own.
    pub id: String,
    /// Id of the record of the last erasure whose keys were destroyed in it; empty for none.
    applied: String,
}

/// The whole list.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeyList {
    files: Vec<Listed>,
}

impl KeyList {
    /// That of a data directory; empty where there is none.
    pub(crate) fn read(directory: &Path) -> Result<Self, VaultError> {
        let path = directory.join(LIST);
        let unusable = |reason: String| VaultError::BackupKeys {
            path: path.clone(),
            reason,
        };
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| unusable(format!("it is no list of key files: {error}"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(unusable(error.to_string())),
        }
    }

    /// Writes it, whole or not at all.
    pub(crate) fn write(&self, directory: &Path) -> Result<(), VaultError> {
        let text = canonical::print(self)? + "\n";
        let put = || {
            let half = directory.join(HALF);
            let mut file = private::options()
                .write(true)
                .create(true)
                .truncate(true)
                .open(&half)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&half, directory.join(LIST))
        };
        put().map_err(|error| VaultError::unwritable(directory, &error))?;
        key_file::sync(directory);
        Ok(())
    }

    /// A key file by its place.
    pub(crate) fn find(&self, path: &Path) -> Option<&Listed> {
        self.files.iter().find(|listed| listed.path == path)
    }

    /// Takes a key file in, in which the keys of all that was erased are destroyed.
    pub(crate) fn note(&mut self, path: &Path, id: &str, applied: String) {
        self.forget(path);
        self.files.push(Listed {
            path: path.to_path_buf(),
            id: id.to_owned(),
            applied,
        });
    }

    /// Forgets a key file; whether it was known.
    pub(crate) fn forget(&mut self, path: &Path) -> bool {
        let before = self.files.len();
        self.files.retain(|listed| listed.path != path);
        self.files.len() < before
    }
}

/// The directory of a vault's file; none in memory.
pub(crate) fn directory_of(connection: &Connection) -> Option<&Path> {
    let path = connection.path().filter(|path| !path.is_empty())?;
    Path::new(path).parent()
}

/// Id of the record of the last erasure; empty where nothing was erased.
pub(crate) fn last_erasure(connection: &Connection) -> Result<String, VaultError> {
    let sql = "SELECT id FROM record WHERE kind = ?1 ORDER BY sequence DESC LIMIT 1";
    let last = connection.query_row(sql, [KIND_ERASE], |row| row.get(0));
    Ok(last.optional()?.unwrap_or_default())
}

/// What was erased after a tombstone, with the sequences of its own.
fn erased_after(connection: &Connection, applied: &str) -> Result<Vec<(Subject, i64)>, VaultError> {
    // A record that is not there is one of another trail: what was erased in this one is done again,
    // which changes nothing where it was done.
    let mut statement = connection.prepare(
        "SELECT sequence, body FROM record WHERE kind = ?1
         AND sequence > coalesce((SELECT sequence FROM record WHERE id = ?2), 0) ORDER BY sequence",
    )?;
    let mut rows = statement.query([KIND_ERASE, applied])?;
    let mut erased = Vec::new();
    while let Some(row) = rows.next()? {
        let body: String = row.get(1)?;
        let subject = serde_json::from_str(&body)
            .ok()
            .and_then(|body| Subject::of(&body));
        erased.extend(subject.zip(Some(row.get(0)?)));
    }
    Ok(erased)
}

/// When the vault first wrote down that a backup was sealed, or put back, with the key file of this
/// id.
fn first_used(connection: &Connection, id: &str) -> Result<Option<String>, VaultError> {
    let sql = "SELECT time FROM record WHERE kind IN (?1, ?2)
               AND json_extract(body, '$.keys_id') = ?3 ORDER BY sequence LIMIT 1";
    let first = connection.query_row(sql, [KIND_BACKUP, KIND_RESTORED, id], |row| row.get(0));
    Ok(first.optional()?)
}

/// Destroys, in each key file of the vault, the keys of what was erased since that was done last.
///
/// # Errors
///
/// [`VaultError::KeysStay`] for the first that cannot be written anew; the others are.
pub(crate) fn destroy_keys(connection: &Connection) -> Result<(), VaultError> {
    let Some(directory) = directory_of(connection) else {
        return Ok(());
    };
    let stay = |path: &Path, error: &VaultError| VaultError::KeysStay {
        path: path.to_path_buf(),
        reason: match error {
            VaultError::BackupKeys { reason, .. } => reason.clone(),
            error => error.to_string(),
        },
    };
    let place = directory.join(LIST);
    let in_list = |error: VaultError| stay(&place, &error);
    let is_done = || -> Result<bool, VaultError> {
        let known = KeyList::read(directory)?;
        if known.files.is_empty() {
            return Ok(true);
        }
        let last = last_erasure(connection)?;
        Ok(known.files.iter().all(|listed| listed.applied == last))
    };
    if is_done().map_err(in_list)? {
        return Ok(());
    }
    // Who holds it is the only program that changes key files of this vault.
    let alone = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
        .map_err(|error| in_list(error.into()))?;
    let (mut known, last) = KeyList::read(directory)
        .and_then(|known| Ok((known, last_erasure(&alone)?)))
        .map_err(in_list)?;
    let mut first = None;
    for listed in known.files.iter_mut().filter(|one| one.applied != last) {
        match destroy_in(&alone, listed) {
            Ok(()) => listed.applied.clone_from(&last),
            Err(error) => drop(first.get_or_insert(stay(&listed.path, &error))),
        }
    }
    known.write(directory).map_err(in_list)?;
    first.map_or(Ok(()), Err)
}

fn destroy_in(connection: &Connection, listed: &Listed) -> Result<(), VaultError> {
    let mut ring = read_own(listed)?;
    let mut is_changed = false;
    for (subject, sequence) in erased_after(connection, &listed.applied)? {
        is_changed |= ring.destroy(&subject, sequence);
    }
    if is_changed {
        ring.write(&listed.path)?;
    }
    Ok(())
}

/// What stands in a key file of the list.
///
/// # Errors
///
/// [`VaultError::BackupKeys`]; [`VaultError::OtherBackupKeys`] where another lies in its place.
pub(crate) fn read_own(listed: &Listed) -> Result<KeyRing, VaultError> {
    let ring = KeyRing::read(&listed.path)?;
    if ring.id == listed.id {
        Ok(ring)
    } else {
        Err(VaultError::OtherBackupKeys {
            path: listed.path.clone(),
        })
    }
}

impl Vault {
    /// The key files of sealed backups that the vault knows, after the keys of what was erased were
    /// destroyed where that can be done now.
    ///
    /// # Errors
    ///
    /// [`VaultError::BackupKeys`] for a list that cannot be read; [`VaultError::Disk`].
    pub fn known_keys(&self) -> Result<Vec<KnownKeys>, VaultError> {
        let Some(directory) = directory_of(&self.connection) else {
            return Ok(Vec::new());
        };
        // What cannot be destroyed is told with its file.
        let _ = destroy_keys(&self.connection);
        let mut told = Vec::new();
        for listed in KeyList::read(directory)?.files {
            let waiting = erased_after(&self.connection, &listed.applied)?.len() as u64;
            let unusable = read_own(&listed).err().map(|error| match error {
                VaultError::BackupKeys { reason, .. } => reason,
                error => error.to_string(),
            });
            told.push(KnownKeys {
                since: first_used(&self.connection, &listed.id)?,
                path: listed.path,
                waiting,
                unusable,
            });
        }
        Ok(told)
    }

    /// Forgets a key file, which stays as it is: erasing destroys no key in it any more.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownKeys`]; [`VaultError::BackupKeys`] for a list that cannot be read;
    /// [`VaultError::Locked`], [`VaultError::UnwritableDirectory`].
    pub fn forget_keys(&self, path: &Path) -> Result<(), VaultError> {
        let unknown = || VaultError::UnknownKeys {
            path: path.to_path_buf(),
        };
        let directory = directory_of(&self.connection).ok_or_else(unknown)?;
        let path = std::path::absolute(path).map_err(|_| unknown())?;
        let _alone = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        let mut list = KeyList::read(directory)?;
        if !list.forget(&path) {
            return Err(unknown());
        }
        list.write(directory)
    }
}
