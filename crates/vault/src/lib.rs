//! The vault: one `SQLite` file that keeps documents, answers and the audit
//! trail.
//!
//! Everything the program must not forget goes through this crate, and
//! nothing else in the program talks to a database. Three things live in the
//! file, and each has its own promise:
//!
//! * **Documents** ([`Vault::import`]): source bytes, lines and a search index,
//!   stored whole or not at all. [`Vault::search`] takes any text as a query
//!   and gives each hit a similarity that compares between questions;
//!   [`Vault::search_vectors`] searches by vectors that it was given.
//! * **Records** ([`Vault::append`], [`Vault::record_answer`]): appended, hashed
//!   and chained, refused any change by triggers. A [`RecordId`] exists only
//!   after its record is on disk, so whoever demands one before showing an
//!   answer shows no answer without a record.
//! * **Contents** ([`Vault::content`]): prompts, grammars, drafts and answers,
//!   by their SHA-256, apart from the chain. The chain holds the hashes. So a
//!   document can be erased for good ([`Removal::Erase`]) with everything that
//!   may quote it, and the chain still verifies.
//!
//! A batch ([`Vault::begin_batch`]) is a list of cells, each done exactly when
//! its answer is recorded ([`Vault::record_cell`]): one transaction, so that a
//! kill at any moment neither loses nor repeats one.
//!
//! A document or an answer that is held ([`Vault::hold`]) is neither removed nor
//! erased; what is past its period of retention ([`Vault::set_retention`]) is
//! erased when somebody asks for it ([`Vault::apply_retention`]).
//!
//! A review ([`Vault::record_review`]) is a record about the record of an
//! answer, which it never changes.
//!
//! [`Vault::verify`] finds what was changed behind the vault's back and names
//! the first bad record. It proves this much and no more: somebody who knows
//! the algorithm and can write the file can build a whole new chain. Against
//! that helps what is kept elsewhere ([`Vault::verify_expecting`]): a hash, or
//! a checkpoint.
//!
//! **Proofs** need no vault to be believed. Records are the leaves of a Merkle
//! tree ([`merkle`]); a [`checkpoint`] is its root, signed; a [`proof`] leads
//! from one record to a checkpoint; a [`witness`] signs the checkpoints of
//! another vault that hold what it saw before. [`seal`] keeps key and last
//! checkpoint outside of the database.
//!
//! An [`export`] is a folder that other programs read: documents, records with their proofs, what
//! they bind, all under one signature.
//!
//! **Encryption** is the person's choice ([`encrypt`]): the whole file, by a key that a key file
//! beside it holds wrapped by the passphrase ([`unlock`]). What a vault does is the same in both
//! forms.
//!
//! The crate reads no clock and makes no random ids: times come from the
//! caller, ids from hashes. The file's format has a number and is written down
//! in `docs/vault-format.md`.
//!
//! # Durability
//!
//! Write-ahead log, `synchronous = FULL`: when a function returned, its change
//! survives a kill and a loss of power. Several processes may share a vault;
//! a change waits up to [`BUSY_TIMEOUT`] for another.
//!
//! ```
//! use serde_json::json;
//! let mut vault = vault::Vault::in_memory()?;
//! let id = vault.append("policy", &json!({"version": "1"}), "2026-01-31T12:00:00Z")?;
//! assert_eq!(vault.record(id.as_str())?.sequence, 1);
//! assert!(vault.verify()?.is_sound());
//! # Ok::<(), vault::VaultError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod audit;
mod backup;
mod batch;
mod beside;
mod canonical;
pub mod checkpoint;
mod compact;
mod document;
mod encryption;
mod error;
pub mod export;
mod form;
mod glance;
mod half;
mod held;
mod hold;
mod key_file;
mod key_list;
mod key_ring;
mod keyring_file;
mod ledger;
mod leftovers;
mod legal_hold;
mod looking;
mod mark;
mod mark_kind;
pub mod merkle;
mod migrate;
mod model;
pub mod note;
mod older_copy;
pub mod pack;
mod period;
mod private;
pub mod proof;
mod proof_error;
mod prove;
mod reading;
mod removal;
mod retention;
mod review;
mod said;
mod schema;
mod scope;
pub mod seal;
mod sealed;
mod sealed_cipher;
mod sealed_open;
mod sealed_plan;
mod sealed_restore;
mod sealed_rows;
pub mod search;
mod secret;
mod subject;
#[cfg(test)]
mod tests;
mod tree;
mod vault;
pub mod vector;
mod verify;
pub mod witness;

pub use audit::{
    AnswerRecord, KIND_ANSWER, KIND_BACKUP, KIND_BATCH, KIND_DESCRIBE, KIND_ERASE, KIND_HOLD,
    KIND_IMPORT, KIND_MIGRATE, KIND_MODEL, KIND_RELEASE, KIND_REMOVE, KIND_RESTORED,
    KIND_RETENTION, KIND_REVIEW, KIND_TIMESTAMP, KIND_VECTORS, Record, RecordFilter, RecordId,
    SHORTEST_ID,
};
pub use backup::{Backup, is_encrypted_backup, restore};
pub use batch::{Cell, DoneCell, NewBatch, StoredBatch};
pub use beside::Beside;
pub use compact::Compacted;
pub use document::{ChunkRow, Import, StoredDocument};
pub use encryption::{
    Converted, change_passphrase, decrypt, encrypt, give_to_keyring, is_encrypted,
    take_from_keyring, unlock,
};
pub use error::VaultError;
pub use form::FILE_NAME;
pub use key_file::{KEY_FILE_NAME, MakeSeed};
pub use key_list::KnownKeys;
pub use keyring_file::{KEYRING_FILE_NAME, KeyringKey, keyring_item, unlock_by_keyring};
pub use legal_hold::{Hold, Reason};
pub use mark::MarkChange;
pub use mark_kind::Mark;
pub use model::RegisteredModel;
pub use older_copy::older_copies;
pub use period::Period;
pub use proof_error::{ProofError, What};
pub use prove::RecordPath;
pub use removal::Removal;
pub use retention::{Applied, Due, Retention};
pub use review::NewReview;
pub use said::{MAX_METADATA_BYTES, Said};
pub use schema::{BUSY_TIMEOUT, FORMAT_VERSION};
pub use sealed::SealedBackup;
pub use sealed_restore::{Restored, restore_sealed};
pub use search::{Hit, INDEX_VERSION, LEXICAL_MODEL};
pub use secret::{DataKey, Passphrase, SHORTEST_PASSPHRASE, is_sealed};
pub use subject::{MAX_NAME_BYTES, MAX_REASON_BYTES, Subject};
pub use vault::Vault;
pub use vector::{SearchedChunk, UnembeddedChunk};
pub use verify::{BadReason, BadRecord, Expected, FileDamage, OnWork, Verification};
