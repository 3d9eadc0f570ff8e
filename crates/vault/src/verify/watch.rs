//! How far a verification is, and its way to an early end.

use std::ops::ControlFlow;

use rusqlite::Connection;

use crate::error::VaultError;

/// Is told how much of a verification's work is done, of how much in all, and
/// says whether to go on.
pub type OnWork<'a, B = ()> = dyn FnMut(u64, u64) -> ControlFlow<B> + 'a;

/// What a byte of a record or of a document's lines costs beside a byte of
/// contents: those are only hashed, these are read row by row, parsed and
/// written anew before. Measured; it only makes the progress even.
const PARSED_COST: i64 = 32;

/// What a byte of a passage costs that is cut into words and looked for in the
/// search index.
const INDEXED_COST: i64 = 64;

/// Why a verification ended early.
pub(super) enum Stop<B> {
    /// Its watcher said so; of one that never does, `B` has no value.
    Broken(B),
    Failed(VaultError),
}

impl<B, E: Into<VaultError>> From<E> for Stop<B> {
    fn from(error: E) -> Self {
        Stop::Failed(error.into())
    }
}

/// How far the work is, for whoever watches.
pub(super) struct Watch<'a, B> {
    done: u64,
    total: u64,
    on_work: &'a mut OnWork<'a, B>,
}

impl<'a, B> Watch<'a, B> {
    pub(super) fn begin(
        connection: &Connection,
        on_work: &'a mut OnWork<'a, B>,
    ) -> Result<Self, Stop<B>> {
        let total = connection.query_row(
            "SELECT ?1 * (SELECT coalesce(sum(octet_length(body)), 0) FROM record)
                  + (SELECT coalesce(sum(octet_length(bytes)), 0) FROM content)
                  + ?1 * (SELECT coalesce(sum(octet_length(text)), 0) FROM line)
                  + ?2 * (SELECT coalesce(sum(octet_length(text)), 0) FROM chunk)
                  + (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",
            [PARSED_COST, INDEXED_COST],
            |row| row.get::<_, i64>(0),
        )?;
        Ok(Watch {
            done: 0,
            total: total.unsigned_abs(),
            on_work,
        })
    }

    /// So many bytes of a record or of lines were read, parsed and hashed.
    pub(super) fn parsed(&mut self, bytes: usize) -> Result<(), Stop<B>> {
        self.note(bytes as u64 * PARSED_COST.unsigned_abs())
    }

    /// So many bytes of contents were hashed.
    pub(super) fn hashed(&mut self, bytes: usize) -> Result<(), Stop<B>> {
        self.note(bytes as u64)
    }

    /// So many bytes of passages were compared with the search index.
    pub(super) fn indexed(&mut self, bytes: usize) -> Result<(), Stop<B>> {
        self.note(bytes as u64 * INDEXED_COST.unsigned_abs())
    }

    fn note(&mut self, work: u64) -> Result<(), Stop<B>> {
        self.done = self.done.saturating_add(work).min(self.total);
        match (self.on_work)(self.done, self.total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(why) => Err(Stop::Broken(why)),
        }
    }
}
