//! What the trail proves: its root, one record, and that it holds an earlier
//! state.

use rusqlite::Connection;

use crate::audit;
use crate::error::VaultError;
use crate::merkle::{self, Hash};
use crate::tree;
use crate::vault::Vault;

/// A record and the hashes that lead from it to the root of its tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordPath {
    /// What the leaf is the hash of: the record's canonical JSON.
    pub record: Vec<u8>,
    /// Place of the record, from 0.
    pub index: u64,
    /// From the leaf's sibling up.
    pub path: Vec<Hash>,
}

impl Vault {
    /// How many records the tree has, and its root: what a checkpoint says.
    ///
    /// # Errors
    ///
    /// [`VaultError::TreeBroken`], [`VaultError::Disk`].
    pub fn tree_head(&self) -> Result<(u64, Hash), VaultError> {
        let transaction = self.connection.unchecked_transaction()?;
        let size = tree::size(&transaction)?;
        Ok((size, tree::root(&transaction, size)?))
    }

    /// The root as it was when the trail had `size` records; none where it has
    /// fewer.
    ///
    /// # Errors
    ///
    /// [`VaultError::TreeBroken`], [`VaultError::Disk`].
    pub fn tree_root(&self, size: u64) -> Result<Option<Hash>, VaultError> {
        let transaction = self.connection.unchecked_transaction()?;
        find_root(&transaction, size)
    }

    /// Proves that the record with this id is among the first `size`.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownRecord`]; [`VaultError::NotCovered`] for a record
    /// after these; [`VaultError::NotInTree`] where the record does not stand
    /// as it was written.
    pub fn prove_record(&self, id: &str, size: u64) -> Result<RecordPath, VaultError> {
        let transaction = self.connection.unchecked_transaction()?;
        let record = self.record(id)?;
        let sequence = record.sequence;
        if sequence == 0 || sequence > size || size > tree::size(&transaction)? {
            return Err(VaultError::NotCovered { sequence, size });
        }
        let index = sequence - 1;
        let bytes = audit::hashed_text(
            sequence.cast_signed(),
            &record.kind,
            &record.time,
            &record.body,
            &record.previous_hash,
        )?;
        let read = &mut |level, position| tree::read(&transaction, level, position);
        let path = merkle::inclusion_path(index, size, read)?;
        let root = merkle::root(size, read)?;
        let leaf = merkle::hash_leaf(bytes.as_bytes());
        merkle::verify_inclusion(&leaf, index, size, &path, &root)
            .map_err(|_| VaultError::NotInTree { sequence })?;
        let record = bytes.into_bytes();
        Ok(RecordPath {
            record,
            index,
            path,
        })
    }

    /// Proves that the first `size` records begin with the first `old`.
    ///
    /// # Errors
    ///
    /// [`VaultError::NotCovered`] where `old` is more than `size` or `size`
    /// more than there are; [`VaultError::TreeBroken`].
    pub fn prove_consistency(&self, old: u64, size: u64) -> Result<Vec<Hash>, VaultError> {
        let transaction = self.connection.unchecked_transaction()?;
        if old > size || size > tree::size(&transaction)? {
            return Err(VaultError::NotCovered {
                sequence: old,
                size,
            });
        }
        merkle::consistency_path(old, size, &mut |level, position| {
            tree::read(&transaction, level, position)
        })
    }
}

/// The root over the first `size` leaves; none where there are fewer.
pub(crate) fn find_root(connection: &Connection, size: u64) -> Result<Option<Hash>, VaultError> {
    if size > tree::size(connection)? {
        return Ok(None);
    }
    tree::root(connection, size).map(Some)
}
