//! What a program left that was killed while it led a vault from one form to another. Whoever calls
//! holds the directory, so that nobody is writing there now.

use std::fs;
use std::path::Path;

use crate::beside::name_beside;
use crate::error::VaultError;
use crate::{form, key_file, older_copy};

/// Name of the other file while it is written.
pub(crate) const HALF: &str = "attest.sqlite.new";

/// Deletes files that were being written.
pub(crate) fn tidy(directory: &Path) {
    let half = directory.join(HALF);
    for left in [
        name_beside(&half, "-journal"),
        half,
        directory.join(key_file::HALF),
    ] {
        // Mostly there is none.
        let _ = fs::remove_file(left);
    }
}

/// Deletes copies from before an update that lie in clear beside an encrypted vault.
///
/// # Errors
///
/// [`VaultError::UnwritableDirectory`] naming the first that stays.
pub(crate) fn delete_clear_copies(directory: &Path) -> Result<(), VaultError> {
    for copy in older_copy::older_copies(directory) {
        if form::is_clear(&copy)? {
            fs::remove_file(&copy).map_err(|error| VaultError::unwritable(&copy, &error))?;
        }
    }
    Ok(())
}
