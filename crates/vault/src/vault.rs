//! An open vault: what everything in this crate works on. What can be done with
//! it stands in the files of what it is done to.

use std::collections::BTreeSet;

use rusqlite::Connection;

/// An open vault. See the crate's documentation for its promises.
#[derive(Debug)]
pub struct Vault {
    pub(crate) connection: Connection,
    pub(crate) compared: Compared,
}

/// Which readings were compared since another program wrote into the file.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// SQLite's own number of the file's state, which changes when another connection
    /// writes (`PRAGMA data_version`).
    pub(crate) version: i64,
    pub(crate) documents: BTreeSet<String>,
}
