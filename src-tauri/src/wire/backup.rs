//! What is carried out of the vault: backups, the key files of sealed ones, and checkpoints.

use serde::Serialize;
use ts_rs::TS;

/// A sealed backup that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SealedCopy {
    /// The file.
    pub path: String,
    /// Its key file.
    pub keys: String,
    /// Documents and answers that have a key of their own in it.
    pub sealed: u64,
}

/// A key file that the vault has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct KeyFile {
    /// Where it lies.
    pub path: String,
    /// When the first backup was sealed with it, or one was put back: RFC 3339, UTC; null where no
    /// record says so.
    pub since: Option<String>,
    /// Erasures whose keys may still stand in it.
    pub waiting: u64,
    /// Why it cannot be used now; null where it is within reach.
    pub unusable: Option<String>,
}

/// A signed checkpoint that was written into a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SavedCheckpoint {
    /// The file.
    pub path: String,
    /// How many records it is of.
    pub records: u64,
    /// The key that it is believed by: `name+id+key`, which has to reach a verifier by another way than
    /// the file.
    pub key: String,
}
