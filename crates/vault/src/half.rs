//! A folder in which something is written before it gets its name, and what a program that was
//! killed left of one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::VaultError;
use crate::form::FILE_NAME;
use crate::hold::Hold;
use crate::key_file::KEY_FILE_NAME;
use crate::private::{self, make_file};
use crate::schema::BUSY_TIMEOUT;

/// Deletes a folder with a half-written file, whatever became of it.
pub(crate) struct Half {
    /// For its owner alone.
    pub(crate) folder: PathBuf,
    /// Tells a folder that is being written from one that was left.
    _hold: Hold,
}

impl Half {
    /// An empty folder for its owner alone beside the vault that is put back; what a kill leaves
    /// of it is deleted when the vault is opened next.
    pub(crate) fn of_vault(place: &Path) -> Result<Self, VaultError> {
        let name = name_of(place)?;
        Self::make(place.with_file_name(format!(".{name}.{}.new", std::process::id())))
    }

    /// The same beside a backup, under a name that tells what it is: a kill leaves it there.
    pub(crate) fn of_backup(place: &Path) -> Result<Self, VaultError> {
        Self::make(place.with_file_name(format!("{}{PARTIAL}", name_of(place)?)))
    }

    fn make(folder: PathBuf) -> Result<Self, VaultError> {
        private::folder()
            .create(&folder)
            .map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => taken(&folder),
                _ => unwritable(&folder, &error),
            })?;
        let hold = Hold::together(&folder, BUSY_TIMEOUT)?;
        Ok(Self {
            folder,
            _hold: hold,
        })
    }

    /// The vault's file in it.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.join(FILE_NAME)
    }

    /// A copy of a key file beside the file.
    pub(crate) fn take_key(&self, key_file: &Path) -> Result<(), VaultError> {
        let unread = |error: io::Error| VaultError::KeyFile {
            path: key_file.to_path_buf(),
            reason: error.to_string(),
        };
        let mut source = fs::File::open(key_file).map_err(unread)?;
        let copy = self.folder.join(KEY_FILE_NAME);
        let written = make_file(&copy).and_then(|mut copy| io::copy(&mut source, &mut copy));
        written
            .map(|_| ())
            .map_err(|error| unwritable(&copy, &error))
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// An export that is being written, in the folder of its half. No other program has this name: a folder
/// with nothing else in it is deleted where it was left.
pub(crate) const EXPORT: &str = "attest-export";

/// What the name of a backup or an export that is being written ends with.
const PARTIAL: &str = ".partial";

fn name_of(place: &Path) -> Result<&str, VaultError> {
    let name = place.file_name().and_then(|name| name.to_str());
    name.ok_or_else(|| VaultError::NotWritten {
        path: place.to_path_buf(),
        reason: "its name is not UTF-8".to_owned(),
    })
}

/// Half-written backups and exports in the folder of one that is to be made, which nobody is
/// writing, in order. The one under its own name is deleted.
///
/// # Errors
///
/// [`VaultError::Taken`] where something else has that name, or a program is writing it.
pub(crate) fn find(place: &Path) -> Result<Vec<PathBuf>, VaultError> {
    let own = place.with_file_name(format!("{}{PARTIAL}", name_of(place)?));
    let mut found = Vec::new();
    let parent = place
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(parent.unwrap_or(Path::new(".")));
    for entry in entries.into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.ends_with(PARTIAL)) {
            let path = place.with_file_name(name);
            let Some(held) = hold_left(&path) else {
                continue;
            };
            // Still held, so that of two programs that find it only one deletes it, and never what
            // the other has begun to write there since.
            if path == own {
                fs::remove_dir_all(&own).map_err(|error| unwritable(&own, &error))?;
            }
            drop(held);
            found.push(path);
        }
    }
    found.sort_unstable();
    refuse_taken(&own)?;
    Ok(found)
}

/// Holds a folder alone that has what a backup or an export writes and nothing else, where certainly nobody
/// writes it. An empty one may be that of a program that made it and has not come to hold it yet.
fn hold_left(folder: &Path) -> Option<Hold> {
    let is_folder = fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir());
    let is_ours = |entry: io::Result<fs::DirEntry>| {
        let name = entry.map(|entry| entry.file_name());
        let name = name.as_ref().ok().and_then(|name| name.to_str());
        name.is_some_and(|name| {
            name.starts_with(FILE_NAME) || name == KEY_FILE_NAME || name == EXPORT
        })
    };
    let holds_ours = || {
        let mut entries = fs::read_dir(folder).into_iter().flatten().peekable();
        entries.peek().is_some() && entries.all(is_ours)
    };
    // Whoever writes there holds the folder before the first file is in it, so that this order
    // sees either no file or the hold.
    (is_folder && holds_ours())
        .then(|| Hold::surely_alone(folder))
        .flatten()
}

/// A link that leads nowhere has its name, too.
pub(crate) fn refuse_taken(place: &Path) -> Result<(), VaultError> {
    match fs::symlink_metadata(place) {
        Ok(_) => Err(taken(place)),
        Err(_) => Ok(()),
    }
}

pub(crate) fn taken(place: &Path) -> VaultError {
    VaultError::Taken {
        path: place.to_path_buf(),
    }
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> VaultError {
    if error.kind() == io::ErrorKind::StorageFull {
        return VaultError::DiskFull;
    }
    VaultError::NotWritten {
        path: path.to_path_buf(),
        reason: error.to_string(),
    }
}
