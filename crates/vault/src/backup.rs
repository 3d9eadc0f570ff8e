//! Backups: the whole vault in one file, made while programs use it, and put
//! back where no vault is.
//!
//! Both are written into a folder beside their place, verified there as
//! `audit verify` does, brought to the disk, and renamed: what stands under
//! the name that was asked for is whole and sound, or nothing stands there.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup as Copying, StepResult};
use rusqlite::{Connection, OpenFlags};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::canonical::hex;
use crate::error::VaultError;
use crate::schema::{BUSY_TIMEOUT, FILE_NAME};
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
}

/// Deletes a folder with a half-written file, whatever became of it.
struct Half(PathBuf);

impl Half {
    /// An empty folder for its owner alone beside `place`.
    fn beside(place: &Path) -> Result<Self, VaultError> {
        let name = place.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| VaultError::NotWritten {
            path: place.to_path_buf(),
            reason: "its name is not UTF-8".to_owned(),
        })?;
        let folder = place.with_file_name(format!(".{name}.{}.new", std::process::id()));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(&folder)
            .map_err(|error| unwritable(place, &error))?;
        Ok(Self(folder))
    }

    fn file(&self) -> PathBuf {
        self.0.join(FILE_NAME)
    }

    /// Verifies the file and gives it its name, which nothing has.
    fn finish(self, place: &Path) -> Result<Backup, VaultError> {
        let told = check(&self.file(), place)?;
        let failed = |error: io::Error| unwritable(place, &error);
        fs::File::open(self.file())
            .and_then(|file| file.sync_all())
            .map_err(failed)?;
        // A link refuses a name that is taken, which a renaming would replace.
        fs::hard_link(self.file(), place)
            .or_else(|error| rename_without_links(&self.file(), place, &error))
            .map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => taken(place),
                _ => unwritable(place, &error),
            })?;
        #[cfg(unix)]
        if let Some(folder) = place
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            fs::File::open(folder)
                .and_then(|folder| folder.sync_all())
                .map_err(failed)?;
        }
        Ok(told)
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
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
    /// person may read the file.
    ///
    /// # Errors
    ///
    /// [`VaultError::Taken`] where something has the name;
    /// [`VaultError::Unsound`] where the vault does not verify: it is no
    /// backup then; [`VaultError::DiskFull`], [`VaultError::Locked`],
    /// [`VaultError::NotWritten`]. Nothing is left behind.
    pub fn back_up(&self, place: &Path) -> Result<Backup, VaultError> {
        refuse_taken(place)?;
        let half = Half::beside(place)?;
        make_file(&half.file()).map_err(|error| unwritable(place, &error))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut copy = Connection::open_with_flags(half.file(), flags)?;
        copy.busy_timeout(BUSY_TIMEOUT)?;
        // All pages in one step: one state of the data. In a write-ahead log
        // who reads keeps nobody from writing.
        let copied = Copying::new(&self.connection, &mut copy)?.step(-1)?;
        if copied != StepResult::Done {
            return Err(VaultError::Locked);
        }
        copy.close().map_err(|(_, error)| VaultError::from(error))?;
        half.finish(place)
    }
}

/// Puts a backup into a data directory in which there is no vault. The backup
/// stays as it is.
///
/// # Errors
///
/// [`VaultError::Taken`] where there is a vault; [`VaultError::Unsound`] where
/// the backup does not verify; [`VaultError::NoVault`],
/// [`VaultError::NotADatabase`], [`VaultError::NewerFormat`] for what is none.
/// Nothing is left behind.
pub fn restore(backup: &Path, directory: &Path) -> Result<Backup, VaultError> {
    let place = directory.join(FILE_NAME);
    for name in ["", "-wal", "-journal"] {
        refuse_taken(&directory.join(format!("{FILE_NAME}{name}")))?;
    }
    let mut source = fs::File::open(backup).map_err(|_| VaultError::NoVault {
        path: backup.to_path_buf(),
    })?;
    let failed = |error: io::Error| unwritable(directory, &error);
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory).map_err(failed)?;
    let half = Half::beside(&place)?;
    let mut copy = make_file(&half.file()).map_err(failed)?;
    io::copy(&mut source, &mut copy).map_err(failed)?;
    half.finish(&place)
}

/// What the file holds, if it verifies.
fn check(file: &Path, place: &Path) -> Result<Backup, VaultError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let found = Vault::open_to_verify(folder)?.verify()?;
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
    })
}

/// The hash of a file, and how many bytes it has.
fn hash_file(path: &Path) -> io::Result<(String, u64)> {
    let mut file = fs::File::open(path)?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let mut part = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut part)?;
        if read == 0 {
            return Ok((hex(&hash.finalize()), bytes));
        }
        hash.update(part.get(..read).unwrap_or_default());
        bytes += read as u64;
    }
}

/// A new file that only its owner may read.
fn make_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A link that leads nowhere has its name, too.
fn refuse_taken(place: &Path) -> Result<(), VaultError> {
    match fs::symlink_metadata(place) {
        Ok(_) => Err(taken(place)),
        Err(_) => Ok(()),
    }
}

fn taken(place: &Path) -> VaultError {
    VaultError::Taken {
        path: place.to_path_buf(),
    }
}

fn unwritable(path: &Path, error: &io::Error) -> VaultError {
    if error.kind() == io::ErrorKind::StorageFull {
        return VaultError::DiskFull;
    }
    VaultError::NotWritten {
        path: path.to_path_buf(),
        reason: error.to_string(),
    }
}
