//! An open vault: what everything in this crate works on. What can be done with
//! it stands in the files of what it is done to.

use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::beside::{Beside, Standing};
use crate::hold::Hold;

/// An open vault. See the crate's documentation for its promises.
#[derive(Debug)]
pub struct Vault {
    pub(crate) connection: Connection,
    pub(crate) compared: Compared,
    /// What lay beside the file, where it was opened to be looked at.
    pub(crate) beside: Vec<Beside>,
    /// The file, where it is read without a lock.
    pub(crate) standing: Option<Standing>,
    /// Nobody puts another file in the place of this one while it is open.
    pub(crate) _hold: Option<Hold>,
    pub(crate) is_encrypted: bool,
}

impl Vault {
    /// Whether the file is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }
}

/// Which readings were compared since another program wrote into the file.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// SQLite's own number of the file's state, which changes when another connection
    /// writes (`PRAGMA data_version`).
    pub(crate) version: i64,
    pub(crate) documents: BTreeSet<String>,
}
