//! What can go wrong in the vault, each kind with what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::subject::Subject;

/// Why the vault refused or failed. Messages name files, ids and sequences,
/// never text of a document, a prompt or an answer.
///
/// [`VaultError::help`] says what to do. Nothing is half done after an error:
/// every change is one transaction.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VaultError {
    /// The data directory cannot be made or written to.
    #[error("cannot write to the data directory {}: {reason}", path.display())]
    UnwritableDirectory {
        /// The data directory.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file is there and may not be read and written.
    #[error("the file {} may not be read and written", path.display())]
    ReadOnlyFile {
        /// The vault's file.
        path: PathBuf,
    },
    /// The file became unwritable while it was open.
    #[error("the vault can no longer be written")]
    ReadOnly,
    /// No space is left for the change; nothing of it was kept.
    #[error("the disk with the data directory is full")]
    DiskFull,
    /// Another process holds the file longer than [`crate::BUSY_TIMEOUT`].
    #[error("another program is using the vault")]
    Locked,
    /// The file is no `SQLite` database, and no encrypted vault with its key file.
    #[error("{} is not a database", path.display())]
    NotADatabase {
        /// The vault's file.
        path: PathBuf,
    },
    /// The vault is encrypted and no passphrase was given.
    #[error("the vault is encrypted, and no passphrase was given")]
    Encrypted,
    /// The passphrase is not the vault's.
    #[error("this is not the passphrase of the vault")]
    WrongPassphrase,
    /// A new passphrase has fewer than [`crate::SHORTEST_PASSPHRASE`] letters.
    #[error(
        "a passphrase has {} letters at least",
        crate::secret::SHORTEST_PASSPHRASE
    )]
    ShortPassphrase,
    /// The vault is not encrypted.
    #[error("the vault is not encrypted")]
    NotEncrypted,
    /// The vault is encrypted already.
    #[error("the vault is encrypted already")]
    AlreadyEncrypted,
    /// The key file beside an encrypted vault is of no use.
    #[error("{}: {reason}", path.display())]
    KeyFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file beside an encrypted vault by which the system's keyring opens it is of no use.
    #[error("{}: {reason}", path.display())]
    KeyringFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The key file is that of another vault, or the vault's file is damaged at its start.
    #[error("the key does not open the vault's file")]
    OtherKey,
    /// There is a key file, and no vault that it opens.
    #[error("there is a key file in {}, and no vault", path.display())]
    KeyWithoutVault {
        /// The directory.
        path: PathBuf,
    },
    /// The file that was written does not hold what the vault holds; it was deleted.
    #[error("the new file did not hold what the vault holds, and was deleted")]
    NotCopied,
    /// The system gives no random bytes for a key.
    #[error("the system gives no random bytes for a key: {reason}")]
    NoRandomness {
        /// What the system said.
        reason: String,
    },
    /// The file is a database of another program.
    #[error("{} is a database, but not a vault of this program", path.display())]
    NotAVault {
        /// The vault's file.
        path: PathBuf,
    },
    /// The file was written by a newer version of this program.
    #[error("{} has format {found}; this program knows formats up to {supported}", path.display())]
    NewerFormat {
        /// The vault's file.
        path: PathBuf,
        /// The file's format number.
        found: i64,
        /// The newest format this program knows.
        supported: i64,
    },
    /// `SQLite` found the file's structure broken.
    #[error("the vault's file is damaged")]
    Damaged,
    /// The disk failed to read or write.
    #[error("reading or writing the vault's file failed")]
    Disk(#[source] rusqlite::Error),
    /// No such document is stored.
    #[error("no document has the id {id}")]
    UnknownDocument {
        /// The id asked for.
        id: String,
    },
    /// No such record is stored.
    #[error("no record has the id {id}")]
    UnknownRecord {
        /// The id asked for.
        id: String,
    },
    /// This request and run has its record already.
    #[error("request {request_id}, run {run_id} is recorded already")]
    AlreadyRecorded {
        /// Id of the request.
        request_id: String,
        /// Id of the run.
        run_id: String,
    },
    /// The cell of a batch has its record already.
    #[error("cell {ordinal} of batch {batch_id} is done already")]
    CellDone {
        /// Id of the batch.
        batch_id: String,
        /// Ordinal of the cell.
        ordinal: u32,
    },
    /// The record that a cell names says that it is of another one.
    #[error("cell {ordinal} of batch {batch_id} names the record of another cell")]
    CellSwapped {
        /// Id of the batch.
        batch_id: String,
        /// Ordinal of the cell.
        ordinal: u32,
    },
    /// A record stands after those that a checkpoint or a proof speaks of.
    #[error("record {sequence} is not among the first {size} records")]
    NotCovered {
        /// Sequence of the record, or the earlier number of records.
        sequence: u64,
        /// Records that are spoken of.
        size: u64,
    },
    /// A record does not stand as the tree has it.
    #[error("record {sequence} does not stand as it was written, so it cannot be proved")]
    NotInTree {
        /// Sequence of the record.
        sequence: u64,
    },
    /// The tree over the records lacks a node.
    #[error("the tree over the records lacks node {position} of level {level}")]
    TreeBroken {
        /// Level of the node; leaves are level 0.
        level: u32,
        /// Its position on the level, from 0.
        position: u64,
    },
    /// No record can be appended: the last ones are not those that the head
    /// counts.
    #[error("the audit trail is broken after record {sequence}: nothing can be recorded")]
    TrailBroken {
        /// How many records the head counts.
        sequence: i64,
    },
    /// Something was erased, and a copy of its words stayed: in the log, while another program
    /// reads it or the disk fails, or in a copy from before an update.
    #[error("it was erased, but its words still lie on the disk: {reason}")]
    NotOverwritten {
        /// What kept them.
        reason: String,
    },
    /// Several records have an id that begins so.
    #[error("{count} records have an id that begins with {beginning}")]
    AmbiguousRecord {
        /// The beginning that was given.
        beginning: String,
        /// How many they are.
        count: u64,
    },
    /// There is no vault in the directory, or an empty one.
    #[error("there is no vault in {}", path.display())]
    NoVault {
        /// The directory.
        path: PathBuf,
    },
    /// A record's body cannot be written as canonical JSON without loss.
    #[error("the record's body cannot be kept at \"{pointer}\": {reason}")]
    NotCanonical {
        /// JSON Pointer to the value.
        pointer: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The caller's input breaks a rule of the vault.
    #[error("the vault cannot keep this: {reason}")]
    InvalidInput {
        /// The rule, with numbers and ids.
        reason: String,
    },
    /// One value exceeds what `SQLite` stores in a cell (10^9 bytes).
    #[error("the file is too large for the vault")]
    TooLarge,
    /// A backup, or a vault that is put back, cannot be written.
    #[error("cannot write {}: {reason}", path.display())]
    NotWritten {
        /// The file or its folder.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// Something has the name that a backup or a restored vault would get.
    #[error("{} is there already", path.display())]
    Taken {
        /// What is there.
        path: PathBuf,
    },
    /// What was copied does not verify.
    #[error("what would become {} does not verify: nothing was made there", path.display())]
    Unsound {
        /// The backup, or the file of the vault that would have been put back.
        path: PathBuf,
    },
    /// What is held is neither removed nor erased.
    #[error(
        "{subject} stays: hold {hold_id} of {} is over {over}",
        since.get(..10).unwrap_or(since)
    )]
    Held {
        /// What was to be removed or erased.
        subject: Subject,
        /// What the hold is over: this, or an answer or document that would lose words with it.
        over: Subject,
        /// Id of the hold's record.
        hold_id: String,
        /// When it was put there.
        since: String,
    },
    /// No such hold stands.
    #[error("no such hold is over {subject}")]
    NotHeld {
        /// What was to be released.
        subject: Subject,
    },
    /// Which of several holds is to end was not said.
    #[error("several holds are over {subject}: {}", ids.join(", "))]
    SeveralHolds {
        /// What was to be released.
        subject: Subject,
        /// Ids of their records.
        ids: Vec<String>,
    },
    /// A hold or its release without a reason, or with one that is too long.
    #[error(
        "a hold and its release have a reason, of {} bytes at most",
        crate::subject::MAX_REASON_BYTES
    )]
    NoReason,
    /// A period of retention that is none.
    #[error("{given:?} is no period")]
    NoPeriod {
        /// What was given.
        given: String,
    },
    /// The vault does not verify.
    #[error("the vault does not verify")]
    NotSound,
    /// A backup is sealed, and no key file was named.
    #[error("{} is a sealed backup, and its key file was not named", path.display())]
    SealedBackup {
        /// The backup.
        path: PathBuf,
    },
    /// A key file was named for a backup that is not sealed.
    #[error("{} is no sealed backup", path.display())]
    NotSealed {
        /// The backup.
        path: PathBuf,
    },
    /// A key file of sealed backups, or the list of them, cannot be used.
    #[error("{}: {reason}", path.display())]
    BackupKeys {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The key file is not that of the backup, or not the one that the vault knows.
    #[error("{} is another key file", path.display())]
    OtherBackupKeys {
        /// The key file.
        path: PathBuf,
    },
    /// The key file is a copy from before the backup was made, and lacks keys.
    #[error("{} is older than the backup", path.display())]
    OlderBackupKeys {
        /// The key file.
        path: PathBuf,
    },
    /// The key file would lie in the folder of the backup.
    #[error("the key file {} would lie in the folder of the backup", path.display())]
    KeysBeside {
        /// The key file.
        path: PathBuf,
    },
    /// The vault knows no such key file.
    #[error("the vault knows no key file {}", path.display())]
    UnknownKeys {
        /// What was to be forgotten.
        path: PathBuf,
    },
    /// Another vault that has the same key file erased something, and this one did not.
    #[error("the key of {subject} was destroyed by another vault that has this key file")]
    KeyGone {
        /// What has no key any more.
        subject: Subject,
    },
    /// A part of a sealed backup is not what was sealed.
    #[error("a part of the sealed backup was changed: {part}")]
    SealBroken {
        /// The part, by an id or the name of a table.
        part: String,
    },
    /// Something was erased, and its key stayed in a key file, so that it opens older backups.
    #[error("it was erased, but its key still stands in {}: {reason}", path.display())]
    KeysStay {
        /// The key file, or the list of them.
        path: PathBuf,
        /// What kept it.
        reason: String,
    },
    /// Anything else the database said.
    #[error("the database refused")]
    Database(#[source] rusqlite::Error),
}

impl VaultError {
    /// The system gave no random bytes.
    pub fn no_randomness(error: &io::Error) -> Self {
        Self::NoRandomness {
            reason: error.to_string(),
        }
    }

    /// What a person can do about it, one sentence.
    pub fn help(&self) -> &'static str {
        match self {
            Self::UnwritableDirectory { .. } => {
                "choose another data directory, or give yourself the right to write to this one"
            }
            Self::ReadOnlyFile { .. } | Self::ReadOnly => {
                "make the file and its directory writable, or choose another data directory"
            }
            Self::DiskFull => {
                "free some space on the disk, then try again; nothing was half stored"
            }
            Self::Locked => {
                "close the other window or command that uses this data directory, then try again"
            }
            Self::NotADatabase { .. } => {
                "if it was encrypted, put its key file back beside it (attest.key; of a backup its name with \
                 .key behind it); else restore it from a copy, or move it away and start again; nothing \
                 was changed"
            }
            Self::Encrypted => {
                "run it in a terminal, which asks for the passphrase, or name a file that holds it \
                 with --passphrase-file"
            }
            Self::WrongPassphrase => "try again; nothing was changed",
            Self::ShortPassphrase => "take a longer one: several words are easy to remember",
            Self::NotEncrypted => "nothing was changed; `attest vault encrypt` encrypts it",
            Self::AlreadyEncrypted => {
                "nothing was changed; `attest vault change-key` gives it another passphrase"
            }
            Self::KeyFile { .. } | Self::OtherKey => {
                "put the key file back that was beside this vault; without it nobody can open the vault"
            }
            Self::KeyringFile { .. } => {
                "open the vault with its passphrase (in a terminal, or with --passphrase-file); \
                 `attest vault change-key --keyring` then puts its key into the keyring anew"
            }
            Self::KeyWithoutVault { .. } => {
                "put the vault's file back from a copy, or move the key file away to begin a new vault"
            }
            Self::NotCopied => "the vault is as it was; check the disk, then try again",
            Self::NoRandomness { .. } => "nothing was changed; look at the system's log",
            Self::NotAVault { .. } => "choose another data directory; nothing was changed",
            Self::NewerFormat { .. } => "use the newer version of the program; nothing was changed",
            Self::Damaged => "restore the file from a copy, and check the disk",
            Self::Disk(_) => "check the disk and its connection, then try again",
            Self::UnknownDocument { .. } => "list the documents to see which are there",
            Self::UnknownRecord { .. } => "list the records to see which are there",
            Self::AlreadyRecorded { .. } => "ask again: a new run gets a new record",
            Self::CellDone { .. } => {
                "another program runs this batch: let it finish, or end it and resume"
            }
            Self::NotCovered { .. } => {
                "make a new checkpoint (`attest audit checkpoint`) and prove it against that"
            }
            Self::NotOverwritten { .. } => {
                "close every program that uses the vault: the last to close overwrites them, and the next \
                 to open it deletes copies from before an update"
            }
            Self::AmbiguousRecord { .. } => "give more of the id",
            Self::NoVault { .. } => {
                "name the data directory with --data-dir; nothing was made there"
            }
            Self::CellSwapped { .. }
            | Self::NotInTree { .. }
            | Self::TreeBroken { .. }
            | Self::TrailBroken { .. } => {
                "somebody changed the file with another program: check it with `attest audit verify`"
            }
            Self::NotCanonical { .. } => "write large numbers as strings, and nest less deeply",
            Self::InvalidInput { .. } | Self::Database(_) => {
                "this is a fault of the program: please report it with this message"
            }
            Self::NotWritten { .. } => "name a place that is there and that you may write to",
            Self::Taken { .. } => {
                "nothing is overwritten: name another place, or move away what is there"
            }
            Self::NotSound => {
                "`attest audit verify` says what is wrong with it; put a backup back, or keep it as it is to look into it"
            }
            Self::Unsound { .. } => {
                "`attest audit verify` says what is wrong with the vault; take another backup"
            }
            Self::Held { .. } => {
                "`attest vault retention list` says why; `attest docs release` or `attest audit release` ends a hold"
            }
            Self::NotHeld { .. } => "`attest vault retention list` lists the holds",
            Self::SeveralHolds { .. } => "name the one that ends with --hold",
            Self::NoReason => "say why, with --reason",
            Self::NoPeriod { .. } => {
                "write days, months or years: 90d, 18m, 10y; `none` keeps for good"
            }
            Self::TooLarge => "split the file and import its parts",
            Self::SealedBackup { .. } => "name the key file with --keys",
            Self::NotSealed { .. } => "put it back without --keys",
            Self::BackupKeys { .. } => {
                "name the key file that `attest vault backup --keys` wrote; `attest vault keys` lists those of a vault"
            }
            Self::OtherBackupKeys { .. } => {
                "name the key file that was named when the backup was made; nothing was changed"
            }
            Self::OlderBackupKeys { .. } => {
                "name the key file itself and no older copy of it: the copy lacks keys of what the backup holds"
            }
            Self::KeysBeside { .. } => {
                "name another folder, best on another disk: whoever copies the one would copy the other"
            }
            Self::KeyGone { .. } => "name a key file of this vault's own, which is not there yet",
            Self::UnknownKeys { .. } => "`attest vault keys` lists them",
            Self::SealBroken { .. } => "take another backup; nothing was put back",
            Self::KeysStay { .. } => {
                "make the file reachable and writable, then look at `attest vault keys`, which destroys the key; \
                 where the file is gone for good, `attest vault keys --forget FILE` forgets it"
            }
        }
    }

    pub(crate) fn invalid(reason: impl Into<String>) -> Self {
        Self::InvalidInput {
            reason: reason.into(),
        }
    }

    /// A file that cannot be read with a key was written with another.
    pub(crate) fn with_key(self, has_key: bool) -> Self {
        match self {
            Self::NotADatabase { .. } if has_key => Self::OtherKey,
            other => other,
        }
    }

    /// What the system said of a place that cannot be written to.
    pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::StorageFull {
            return Self::DiskFull;
        }
        Self::UnwritableDirectory {
            path: path.to_path_buf(),
            reason: error.to_string(),
        }
    }

    /// Puts the path into errors that `SQLite` reports while a file is opened.
    pub(crate) fn while_opening(error: rusqlite::Error, path: &Path) -> Self {
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase { path },
            // The file itself was opened for writing before SQLite saw it, so
            // it is the write-ahead log beside it that could not be made.
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                let reason = "the write-ahead log cannot be made there".to_owned();
                Self::UnwritableDirectory {
                    path: path.parent().map_or(PathBuf::new(), Path::to_path_buf),
                    reason,
                }
            }
            _ => Self::from(error),
        }
    }
}

impl From<rusqlite::Error> for VaultError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged,
            // A file that was there, or whose place was: the log, or a copy that was just made.
            Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) => Self::Disk(error),
            Some(ErrorCode::TooBig) => Self::TooLarge,
            _ => Self::Database(error),
        }
    }
}
