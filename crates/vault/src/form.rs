//! What a vault's file is, before it is opened. It says so itself: a key file beside a file in
//! clear decides nothing.

use std::fs;
use std::path::Path;

use crate::beside::name_beside;
use crate::error::VaultError;
use crate::glance;
use crate::key_file;

/// Name of the file in the data directory.
pub const FILE_NAME: &str = "attest.sqlite";

/// How a database of SQLite begins, and its smallest page, from its file format (section 1.3).
const MAGIC: &[u8] = b"SQLite format 3\0";
const SMALLEST_PAGE: usize = 512;

/// What the file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// It is not there, or empty.
    None,
    /// A database in clear.
    Clear,
    /// Nothing that can be read, with a key file beside it.
    Encrypted,
    /// Nothing that can be read.
    Unknown,
}

impl Form {
    /// Of the file in a directory.
    ///
    /// # Errors
    ///
    /// [`VaultError::ReadOnlyFile`] for one that may not be read.
    pub(crate) fn of(directory: &Path) -> Result<Self, VaultError> {
        let path = directory.join(FILE_NAME);
        let length = fs::metadata(&path).map_or(0, |file| file.len());
        if length == 0 {
            return Ok(Self::None);
        }
        if is_clear(&path)? {
            return Ok(Self::Clear);
        }
        // `SQLite` takes a short file for an empty database and would overwrite it.
        if length >= SMALLEST_PAGE as u64 && key_file::place(directory).exists() {
            return Ok(Self::Encrypted);
        }
        // The first page was being written in a crash: `SQLite` repairs that.
        if name_beside(&path, "-journal").exists() {
            return Ok(Self::Clear);
        }
        Ok(Self::Unknown)
    }
}

/// Whether a file begins as a database in clear does and has a page at least.
pub(crate) fn is_clear(path: &Path) -> Result<bool, VaultError> {
    let unreadable = |_| VaultError::ReadOnlyFile {
        path: path.to_path_buf(),
    };
    let start = glance::beginning(path, SMALLEST_PAGE).map_err(unreadable)?;
    Ok(start.len() == SMALLEST_PAGE && start.starts_with(MAGIC))
}
