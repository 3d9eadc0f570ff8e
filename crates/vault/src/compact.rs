//! Compacting: the file written anew without its free pages, in place.

use serde::Serialize;

use crate::error::VaultError;
use crate::vault::Vault;
use crate::verify::Verification;

/// What compacting did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Compacted {
    /// Records.
    pub records: u64,
    /// Hash of the last of them.
    pub head_hash: String,
    /// Bytes of the file before.
    pub bytes_before: u64,
    /// Bytes of it now, or once those who read it meanwhile are done.
    pub bytes_after: u64,
}

impl Vault {
    /// Writes the file anew without free pages (`VACUUM`), verified before and after. It is one
    /// transaction: a kill leaves the file as it was or as it becomes. Needs memory and room on the
    /// disk for the whole file once more.
    ///
    /// # Errors
    ///
    /// [`VaultError::NotSound`] where the vault does not verify: nothing was changed, unless what
    /// was written does not; [`VaultError::Locked`] while others read or write it: nothing was
    /// changed; [`VaultError::DiskFull`].
    pub fn compact(&mut self) -> Result<Compacted, VaultError> {
        self.empty_log()?;
        let before = self.sound()?;
        let bytes_before = self.size()?;
        self.rewrite()?;
        let after = self.sound()?;
        // Another program may have written meanwhile; nothing may have gone.
        if after.records < before.records {
            return Err(VaultError::NotSound);
        }
        Ok(Compacted {
            records: after.records,
            head_hash: after.head_hash,
            bytes_before,
            bytes_after: self.size()?,
        })
    }

    /// Who began to read meanwhile keeps the log from being emptied, but not the vault from having
    /// been written anew: the file takes its new size when the log is emptied next. An error here
    /// would say that nothing was changed.
    pub(crate) fn rewrite(&self) -> Result<(), VaultError> {
        self.connection.execute_batch("VACUUM")?;
        match self.empty_log() {
            Err(VaultError::Locked) => Ok(()),
            emptied => emptied,
        }
    }

    fn sound(&self) -> Result<Verification, VaultError> {
        let found = self.verify()?;
        if found.is_sound() {
            Ok(found)
        } else {
            Err(VaultError::NotSound)
        }
    }

    fn size(&self) -> Result<u64, VaultError> {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let size: i64 = self.connection.query_row(sql, [], |row| row.get(0))?;
        Ok(size.unsigned_abs())
    }
}
