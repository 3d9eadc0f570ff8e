//! Room for the pages of an encrypted vault while it is verified.
//!
//! Each page that is read is decrypted and its hash compared, and verifying comes back to the same
//! pages: the inner ones of every index, for each content and each passage. `SQLite` keeps 2 MB of
//! pages, so that most of them were decrypted several times.

use rusqlite::Connection;

use crate::error::VaultError;

/// KiB of pages that are kept. In `examples/verify_cost.rs` more were no quicker, and a quarter of it
/// gained less.
const PAGES_KIB: i64 = 64 << 10;

/// Given back when it is dropped.
pub(super) struct Room<'a> {
    connection: &'a Connection,
    before: i64,
}

impl<'a> Room<'a> {
    /// More room for pages; none for those of a vault in clear, which cost little to read again.
    pub(super) fn take(
        connection: &'a Connection,
        is_encrypted: bool,
    ) -> Result<Option<Self>, VaultError> {
        if !is_encrypted {
            return Ok(None);
        }
        let before = connection.pragma_query_value(None, "cache_size", |row| row.get(0))?;
        connection.pragma_update(None, "cache_size", -PAGES_KIB)?;
        Ok(Some(Self { connection, before }))
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        // What was found stands, whether or not the memory is given back now.
        let _ = self
            .connection
            .pragma_update(None, "cache_size", self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encrypted_vault_has_more_room_until_it_is_verified() {
        let connection = Connection::open_in_memory().unwrap();
        let size = || -> i64 {
            let told = connection.pragma_query_value(None, "cache_size", |row| row.get(0));
            told.unwrap()
        };
        let before = size();
        assert!(Room::take(&connection, false).unwrap().is_none());
        assert_eq!(size(), before);
        let room = Room::take(&connection, true).unwrap();
        assert_eq!((room.is_some(), size()), (true, -PAGES_KIB));
        drop(room);
        assert_eq!(size(), before);
    }
}
