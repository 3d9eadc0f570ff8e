//! A table as it was found on one page, before its parts on several pages are
//! joined.

use crate::document::Cell;

/// Most columns of a table.
pub(super) const MAX_COLUMNS: usize = 64;

/// From where to where a column goes.
pub(super) type Band = (f64, f64);

/// A table on one page.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// Indices of the first and the last strip.
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) header_rows: usize,
    pub(super) rows: Vec<Vec<Cell>>,
    /// Left and right edges of the columns.
    pub(super) bands: Vec<Band>,
}
