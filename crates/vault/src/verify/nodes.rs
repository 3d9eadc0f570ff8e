//! The tree over the records, checked row by row as it is kept.

use rusqlite::{Connection, Row};

use super::finding::{BadReason, Worst};
use crate::error::VaultError;
use crate::merkle::{self, Hash};
use crate::tree;

/// Whether the tree has this leaf for the record.
pub(super) fn has_leaf(
    connection: &Connection,
    sequence: i64,
    leaf: &Hash,
) -> Result<bool, VaultError> {
    let Ok(index) = u64::try_from(sequence - 1) else {
        return Ok(false);
    };
    Ok(tree::find(connection, 0, index)? == Some(*leaf))
}

/// Every node must be the hash of the two below it, there must be as many of
/// each level as records ask for, and no leaf without a record. The record
/// that is named for a node is the one that it was written with.
pub(super) fn check(connection: &Connection, worst: &mut Worst) -> Result<(), VaultError> {
    check_counts(connection, worst)?;
    let mut statement = connection.prepare(
        "SELECT node.level, node.position, node.hash, one.hash, two.hash FROM tree_node AS node
         LEFT JOIN tree_node AS one ON one.level = node.level - 1 AND one.position = 2 * node.position
         LEFT JOIN tree_node AS two ON two.level = node.level - 1 AND two.position = 2 * node.position + 1
         WHERE node.level <> 0 ORDER BY node.level, node.position",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        check_node(row, worst)?;
    }
    Ok(())
}

fn check_node(row: &Row<'_>, worst: &mut Worst) -> Result<(), VaultError> {
    let (level, position): (i64, i64) = (row.get(0)?, row.get(1)?);
    let (one, two) = (tree::read_hash(row, 3), tree::read_hash(row, 4));
    let hash = one.zip(two).map(|(one, two)| merkle::hash_node(&one, &two));
    if hash.is_none() || hash != tree::read_hash(row, 2) {
        note_node(level, position, worst);
    }
    Ok(())
}

/// Names the record that a node was written with, if there can be such a node.
fn note_node(level: i64, position: i64, worst: &mut Worst) {
    let shift = u32::try_from(level).unwrap_or(u32::MAX);
    let sequence = (position.saturating_add(1)).checked_mul(1_i64.checked_shl(shift).unwrap_or(0));
    let sequence = sequence.filter(|sequence| *sequence > 0).unwrap_or(0);
    let position = u64::try_from(position).unwrap_or(u64::MAX);
    worst.note(
        sequence,
        BadReason::NodeChanged {
            level: shift,
            position,
        },
    );
}

/// Positions of each level count from 0 without gaps, and levels are those of
/// a tree with as many leaves as there are records.
fn check_counts(connection: &Connection, worst: &mut Worst) -> Result<(), VaultError> {
    let last: i64 =
        connection.query_row("SELECT coalesce(max(sequence), 0) FROM record", [], |row| {
            row.get(0)
        })?;
    let beyond: Option<i64> = connection.query_row(
        "SELECT min(position) FROM tree_node WHERE level = 0 AND (position >= ?1 OR position < 0)",
        [last],
        |row| row.get(0),
    )?;
    if let Some(position) = beyond {
        worst.note(position.saturating_add(1).max(0), BadReason::OnlyInTree);
    }
    let mut level = 1;
    while level < 63 && last >> level > 0 {
        check_level(connection, level, last >> level, worst)?;
        level += 1;
    }
    // Of a level above, any row is one too many; so is one beyond the last of a level.
    let mut statement = connection.prepare(
        "SELECT level, position FROM tree_node
         WHERE level <> 0 AND (level < 0 OR level >= ?1 OR position < 0 OR position >= (?2 >> level))
         ORDER BY level, position LIMIT 1",
    )?;
    let mut rows = statement.query([level, last])?;
    while let Some(row) = rows.next()? {
        note_node(row.get(0)?, row.get(1)?, worst);
    }
    Ok(())
}

/// The first position that a level lacks, if it lacks one of its `count`.
fn check_level(
    connection: &Connection,
    level: i64,
    count: i64,
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let there: i64 = connection.query_row(
        "SELECT count(*) FROM tree_node WHERE level = ?1 AND position BETWEEN 0 AND ?2",
        [level, count - 1],
        |row| row.get(0),
    )?;
    if there < count {
        let missing: i64 = connection.query_row(
            "SELECT coalesce(min(node.position) + 1, 0) FROM (SELECT -1 AS position UNION ALL
                 SELECT position FROM tree_node WHERE level = ?1 AND position >= 0) AS node
             WHERE NOT EXISTS (SELECT 1 FROM tree_node WHERE level = ?1 AND position = node.position + 1)",
            [level],
            |row| row.get(0),
        )?;
        note_node(level, missing, worst);
    }
    Ok(())
}
