//! What a program left that was killed while it led a vault from one form to another. Whoever calls
//! holds the directory, so that nobody is writing there now.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::beside::name_beside;
use crate::error::VaultError;
use crate::{form, key_file, keyring_file, older_copy};

/// Name of the other file while it is written.
pub(crate) const HALF: &str = "attest.sqlite.new";

/// Deletes files that were being written.
pub(crate) fn tidy(directory: &Path) {
    let half = directory.join(HALF);
    for left in [
        name_beside(&half, "-journal"),
        half,
        directory.join(key_file::HALF),
        directory.join(keyring_file::HALF),
    ] {
        // Mostly there is none.
        let _ = fs::remove_file(left);
    }
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_half_restored) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a folder in a data directory is what a killed `restore` left: a copy of a whole vault.
fn is_half_restored(name: &str) -> bool {
    let inner = name
        .strip_prefix(".")
        .and_then(|name| name.strip_prefix(form::FILE_NAME))
        .and_then(|rest| rest.strip_suffix(".new"));
    inner.is_some_and(|inner| inner.starts_with('.'))
}

/// Deletes copies from before an update that lie in clear beside an encrypted vault.
///
/// # Errors
///
/// [`VaultError::UnwritableDirectory`] naming the first that stays.
pub(crate) fn delete_clear_copies(directory: &Path) -> Result<(), VaultError> {
    for copy in older_copy::older_copies(directory) {
        if form::is_clear(&copy)? {
            erase(&copy)?;
        }
    }
    Ok(())
}

/// Deletes a file of a vault, with zeros over it where it can be written.
///
/// # Errors
///
/// [`VaultError::UnwritableDirectory`] where it stays.
pub(crate) fn erase(path: &Path) -> Result<(), VaultError> {
    if let Ok(mut file) = OpenOptions::new().write(true).open(path) {
        let _ = overwrite(&mut file);
    }
    fs::remove_file(path).map_err(|error| VaultError::unwritable(path, &error))
}

/// Zeros over all of a file. What a disk, its file system or a backup keep of it is out of reach.
pub(crate) fn overwrite(file: &mut File) -> io::Result<()> {
    static BLOCK: [u8; 1 << 16] = [0; 1 << 16];
    let mut left = file.metadata()?.len();
    while left > 0 {
        let length = left.min(BLOCK.len() as u64) as usize;
        file.write_all(&BLOCK[..length])?;
        left -= length as u64;
    }
    file.sync_all()
}
