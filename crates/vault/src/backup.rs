//! Backups: the whole vault in one file, made while programs use it, and put
//! back where no vault is.
//!
//! Both are written into a folder beside their place, verified there as
//! `audit verify` does, brought to the disk, and renamed: what stands under
//! the name that was asked for is whole and sound, or nothing stands there.
//!
//! A backup of an encrypted vault is encrypted with the same key, and a copy of
//! the key file stands beside it, without which nobody can open it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup as Copying, StepResult};
use rusqlite::{Connection, OpenFlags};
use serde::Serialize;

use crate::canonical::hash_file;
use crate::error::VaultError;
use crate::form::{self, FILE_NAME};
use crate::half::{self, Half, refuse_taken, taken, unwritable};
use crate::hold::Hold;
use crate::key_file::{self, KEY_FILE_NAME};
use crate::private::{self, make_file};
use crate::schema::BUSY_TIMEOUT;
use crate::secret::{self, DataKey, Passphrase};
use crate::vault::Vault;

/// What stands in a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Backup {
    /// The file.
    pub path: PathBuf,
    /// Records.
    pub records: u64,
    /// Hash of the last of them.
    pub head_hash: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// Lower-case hexadecimal SHA-256 of the file.
    pub sha256: String,
    /// Half-written backups in the same folder, of programs that were killed. One under this very
    /// name was deleted, others lie there still.
    pub found_halves: Vec<PathBuf>,
}

/// Verifies the file and gives it its name, which nothing has; before it
/// the key file, which opens nothing by itself.
pub(crate) fn finish(
    half: &Half,
    place: &Path,
    key: Option<(&DataKey, &Path)>,
) -> Result<Backup, VaultError> {
    let told = check(&half.file(), place, key.map(|(key, _)| key))?;
    put(half, place, key.map(|(_, key_place)| key_place))?;
    Ok(told)
}

/// Gives the file in a half its name, and before it the key file.
pub(crate) fn put(half: &Half, place: &Path, key_place: Option<&Path>) -> Result<(), VaultError> {
    let failed = |error: io::Error| unwritable(place, &error);
    if let Some(key_place) = key_place {
        name(&half.folder.join(KEY_FILE_NAME), key_place)?;
    }
    if let Err(error) = name(&half.file(), place) {
        if let Some(key_place) = key_place {
            // It opens nothing; the first error is the one to tell.
            let _ = fs::remove_file(key_place);
        }
        return Err(error);
    }
    #[cfg(unix)]
    if let Some(folder) = place
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(failed)?;
    }
    Ok(())
}

/// Brings a file to the disk and gives it its name.
fn name(half: &Path, place: &Path) -> Result<(), VaultError> {
    fs::File::open(half)
        .and_then(|file| file.sync_all())
        .map_err(|error| unwritable(place, &error))?;
    // A link refuses a name that is taken, which a renaming would replace.
    fs::hard_link(half, place)
        .or_else(|error| rename_without_links(half, place, &error))
        .map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => taken(place),
            _ => unwritable(place, &error),
        })
}

/// Where the key file of a backup stands.
pub(crate) fn key_beside(backup: &Path) -> PathBuf {
    let mut name = backup.file_name().unwrap_or_default().to_os_string();
    name.push(".key");
    backup.with_file_name(name)
}

/// Some file systems know no links.
fn rename_without_links(half: &Path, place: &Path, error: &io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::AlreadyExists || place.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(half, place)
}

impl Vault {
    /// Copies the whole vault, as it is at one moment, into a file that must
    /// not be there. Programs may read and write it meanwhile. Only the
    /// person may read the file. An encrypted vault is copied with its `key`,
    /// and its key file to the same name with `.key` behind it.
    ///
    /// # Errors
    ///
    /// [`VaultError::Taken`] where something has the name;
    /// [`VaultError::Encrypted`] without the key of an encrypted vault;
    /// [`VaultError::Unsound`] where the vault does not verify: it is no
    /// backup then; [`VaultError::DiskFull`], [`VaultError::Locked`],
    /// [`VaultError::NotWritten`]. Nothing is left behind.
    pub fn back_up(&self, place: &Path, key: Option<&DataKey>) -> Result<Backup, VaultError> {
        let key_place = key_beside(place);
        refuse_taken(place)?;
        let key = self.own_key(key)?.map(|key| (key, key_place.as_path()));
        let found_halves = half::find(place)?;
        let half = Half::of_backup(place)?;
        if key.is_some() {
            refuse_taken(&key_place)?;
            half.take_key(&self.key_file())?;
        }
        make_file(&half.file()).map_err(|error| unwritable(place, &error))?;
        self.copy_into(&half.file(), key.map(|(key, _)| key))?;
        let made = finish(&half, place, key)?;
        Ok(Backup {
            found_halves,
            ..made
        })
    }

    /// The key of an encrypted vault, and none of one in clear.
    pub(crate) fn own_key<'k>(
        &self,
        key: Option<&'k DataKey>,
    ) -> Result<Option<&'k DataKey>, VaultError> {
        match (self.is_encrypted, key) {
            (false, _) => Ok(None),
            (true, Some(key)) => Ok(Some(key)),
            (true, None) => Err(VaultError::Encrypted),
        }
    }

    pub(crate) fn key_file(&self) -> PathBuf {
        let file = Path::new(self.connection.path().unwrap_or_default());
        key_file::place(file.parent().unwrap_or(Path::new("")))
    }

    pub(crate) fn copy_into(&self, file: &Path, key: Option<&DataKey>) -> Result<(), VaultError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut copy = Connection::open_with_flags(file, flags)?;
        secret::give(&copy, key)?;
        copy.busy_timeout(BUSY_TIMEOUT)?;
        // All pages in one step: one state of the data. In a write-ahead log
        // who reads keeps nobody from writing.
        let copied = Copying::new(&self.connection, &mut copy)?.step(-1)?;
        if copied != StepResult::Done {
            return Err(VaultError::Locked);
        }
        copy.close().map_err(|(_, error)| VaultError::from(error))
    }
}

/// Whether a backup is encrypted: it cannot be read, and a key file stands
/// beside it.
///
/// # Errors
///
/// [`VaultError::ReadOnlyFile`] for one that may not be read.
pub fn is_encrypted_backup(backup: &Path) -> Result<bool, VaultError> {
    Ok(key_beside(backup).exists() && !form::is_clear(backup)?)
}

/// Puts a backup into a data directory in which there is no vault, with the key
/// file of an encrypted one. The backup stays as it is.
///
/// # Errors
///
/// [`VaultError::Taken`] where there is a vault, or for an encrypted backup a
/// key file; [`VaultError::Encrypted`] without the passphrase of one,
/// [`VaultError::WrongPassphrase`]; [`VaultError::Unsound`] where
/// the backup does not verify; [`VaultError::NoVault`],
/// [`VaultError::NotADatabase`], [`VaultError::NewerFormat`] for what is none.
/// Nothing is left behind.
pub fn restore(
    backup: &Path,
    directory: &Path,
    passphrase: Option<&Passphrase>,
) -> Result<Backup, VaultError> {
    let place = directory.join(FILE_NAME);
    refuse_vault(directory)?;
    let mut source = fs::File::open(backup).map_err(|_| VaultError::NoVault {
        path: backup.to_path_buf(),
    })?;
    let failed = |error: io::Error| unwritable(directory, &error);
    private::make_folder(directory).map_err(failed)?;
    let _alone = Hold::alone(directory, BUSY_TIMEOUT)?;
    let half = Half::of_vault(&place)?;
    let mut copy = make_file(&half.file()).map_err(failed)?;
    io::copy(&mut source, &mut copy).map_err(failed)?;
    let key_place = key_file::place(directory);
    let key = if is_encrypted_backup(backup)? {
        refuse_taken(&key_place)?;
        half.take_key(&key_beside(backup))?;
        let passphrase = passphrase.ok_or(VaultError::Encrypted)?;
        Some(key_file::unlock(&half.folder, passphrase)?)
    } else {
        None
    };
    let key = key.as_ref().map(|key| (key, key_place.as_path()));
    finish(&half, &place, key).map_err(|error| match error {
        // Not the copy of it, which is gone.
        VaultError::NotADatabase { .. } => VaultError::NotADatabase {
            path: backup.to_path_buf(),
        },
        VaultError::SealedBackup { .. } => VaultError::SealedBackup {
            path: backup.to_path_buf(),
        },
        other => other,
    })
}

/// Refuses a data directory in which there is a vault, or what is left of one.
pub(crate) fn refuse_vault(directory: &Path) -> Result<(), VaultError> {
    for name in ["", "-wal", "-journal"] {
        refuse_taken(&directory.join(format!("{FILE_NAME}{name}")))?;
    }
    Ok(())
}

/// What the file holds, if it verifies.
fn check(file: &Path, place: &Path, key: Option<&DataKey>) -> Result<Backup, VaultError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let found = Vault::open_to_verify_with(folder, key)?.verify()?;
    if !found.is_sound() {
        return Err(VaultError::Unsound {
            path: place.to_path_buf(),
        });
    }
    let (sha256, bytes) = hash_file(file).map_err(|error| unwritable(place, &error))?;
    Ok(Backup {
        path: place.to_path_buf(),
        records: found.records,
        head_hash: found.head_hash,
        bytes,
        sha256,
        found_halves: Vec::new(),
    })
}
