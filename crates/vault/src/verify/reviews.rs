//! Each review's row must name the answer that its record names, and no
//! review's record is without its row: else a review could be moved to another
//! answer, or hidden from its own.

use rusqlite::Connection;

use super::finding::{BadReason, Worst};
use crate::audit::KIND_REVIEW;
use crate::error::VaultError;

/// The format that brought reviews.
pub(super) const FORMAT: i64 = 7;

pub(super) fn check(connection: &Connection, worst: &mut Worst) -> Result<(), VaultError> {
    let mut statement = connection.prepare(
        "SELECT record.sequence FROM record
         LEFT JOIN review ON review.sequence = record.sequence
         LEFT JOIN record AS answer ON answer.sequence = review.answer
         WHERE (record.kind = ?1 OR review.sequence IS NOT NULL)
           AND (record.kind IS NOT ?1 OR answer.id IS NULL
                OR json_valid(record.body) = 0
                OR json_extract(record.body, '$.answer_id') IS NOT answer.id)
         ORDER BY record.sequence LIMIT 1",
    )?;
    let mut rows = statement.query([KIND_REVIEW])?;
    if let Some(row) = rows.next()? {
        worst.note(row.get(0)?, BadReason::ReviewMoved);
    }
    Ok(())
}
