//! The Merkle tree over the records as it is kept: a row for each whole
//! subtree, written with the record that completes it.
//!
//! A record is the leaf at its sequence less one. What is hashed is the
//! canonical JSON that the record's own hash is taken over. Appending writes
//! two rows on average; a root or a proof reads O(log n).

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::error::VaultError;
use crate::merkle::{self, Hash};

/// How many leaves the tree has.
pub(crate) fn size(connection: &Connection) -> Result<u64, VaultError> {
    let last: Option<i64> = connection
        .prepare_cached(
            "SELECT position FROM tree_node WHERE level = 0 ORDER BY position DESC LIMIT 1",
        )?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(last.map_or(0, |last| last.unsigned_abs() + 1))
}

/// The hash of the whole subtree at a place; none where no row has it.
pub(crate) fn find(
    connection: &Connection,
    level: u32,
    position: u64,
) -> Result<Option<Hash>, VaultError> {
    let position = i64::try_from(position).unwrap_or(i64::MAX);
    let hash: Option<Option<Hash>> = connection
        .prepare_cached("SELECT hash FROM tree_node WHERE level = ?1 AND position = ?2")?
        .query_row(params![level, position], |row| Ok(read_hash(row, 0)))
        .optional()?;
    Ok(hash.flatten())
}

/// As [`find`], where the row must be there.
pub(crate) fn read(connection: &Connection, level: u32, position: u64) -> Result<Hash, VaultError> {
    find(connection, level, position)?.ok_or(VaultError::TreeBroken { level, position })
}

/// The root over the first `size` leaves.
pub(crate) fn root(connection: &Connection, size: u64) -> Result<Hash, VaultError> {
    merkle::root(size, &mut |level, position| {
        read(connection, level, position)
    })
}

/// Appends a leaf and what it completes, inside the caller's transaction.
pub(crate) fn append(transaction: &Transaction<'_>, leaf: Hash) -> Result<(), VaultError> {
    let (mut level, mut position, mut hash) = (0, size(transaction)?, leaf);
    let mut completed = vec![(level, position, hash)];
    while position % 2 == 1 {
        hash = merkle::hash_node(&read(transaction, level, position - 1)?, &hash);
        (level, position) = (level + 1, position / 2);
        completed.push((level, position, hash));
    }
    let mut insert = transaction
        .prepare_cached("INSERT INTO tree_node (level, position, hash) VALUES (?1, ?2, ?3)")?;
    for (level, position, hash) in completed {
        insert.execute(params![level, position.cast_signed(), hash])?;
    }
    Ok(())
}

/// Makes the tree of the records that an older format left, in their order.
///
/// It takes them as they stand, also where somebody changed one: opening a
/// file judges nothing, and the chain tells. So the leaf is put together from
/// the columns, without reading the body, which need not be JSON any more.
pub(crate) fn build(transaction: &Transaction<'_>) -> Result<(), VaultError> {
    let mut statement = transaction.prepare(
        "SELECT sequence, kind, time, body, previous_hash FROM record ORDER BY sequence",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        append(transaction, merkle::hash_leaf(&leaf_of(row)?))?;
    }
    Ok(())
}

/// The canonical JSON of a record whose body is canonical.
fn leaf_of(row: &Row<'_>) -> Result<Vec<u8>, VaultError> {
    let bytes = |index: usize| -> rusqlite::Result<Vec<u8>> {
        Ok(row
            .get_ref(index)?
            .as_bytes_or_null()?
            .unwrap_or_default()
            .to_vec())
    };
    // Kinds, times and hashes hold nothing that JSON escapes.
    let sequence: i64 = row.get(0)?;
    Ok([
        b"{\"body\":".to_vec(),
        bytes(3)?,
        b",\"kind\":\"".to_vec(),
        bytes(1)?,
        b"\",\"previous_hash\":\"".to_vec(),
        bytes(4)?,
        format!("\",\"sequence\":{sequence},\"time\":\"").into_bytes(),
        bytes(2)?,
        b"\"}".to_vec(),
    ]
    .concat())
}

/// The 32 bytes in a column; none for anything else.
pub(crate) fn read_hash(row: &Row<'_>, index: usize) -> Option<Hash> {
    let bytes = row.get_ref(index).ok()?.as_blob().ok()?;
    bytes.try_into().ok()
}
