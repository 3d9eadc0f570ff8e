//! A workbook as it is shown, whatever its format: its sheets, their rows and
//! merged cells, and what was met and left out.

use crate::reader::error::ReadError;
use crate::reader::source::Source;

/// A workbook as it is shown.
#[derive(Debug, Clone, Default)]
pub(super) struct Workbook {
    pub(super) sheets: Vec<Sheet>,
    pub(super) counts: Counts,
}

/// A sheet as it is shown.
#[derive(Debug, Clone, Default)]
pub(super) struct Sheet {
    pub(super) name: String,
    /// In order, without empty ones.
    pub(super) rows: Vec<SheetRow>,
    pub(super) merges: Vec<Merge>,
}

/// The cells of a row that have words, by column from 0.
#[derive(Debug, Clone, Default)]
pub(super) struct SheetRow {
    /// From 0.
    pub(super) index: u64,
    /// No empty row stands between it and the one before it; hidden ones may.
    pub(super) follows: bool,
    pub(super) cells: Vec<(u32, String)>,
}

/// A merged range of cells, from 0, both ends included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Merge {
    pub(super) rows: (u64, u64),
    pub(super) columns: (u32, u32),
}

/// What was met and is not shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) sheets: u64,
    pub(super) rows: u64,
    pub(super) columns: u64,
    /// Formulas without a stored result.
    pub(super) formulas: u64,
    pub(super) comments: u64,
    /// Drawings, charts and chart sheets.
    pub(super) drawings: u64,
    pub(super) macros: bool,
}

/// Text that any file may hold in its cells: a form of a few hundred cells, repeated.
const FREE_BYTES: u64 = 4 << 20;
/// Bytes of text in cells for each byte of the file. Sheets are packed at 1 to 30 at most, and a
/// third of that is text.
const BYTES_A_BYTE: u64 = 64;
/// What a cell costs whatever its text.
const CELL_BYTES: u64 = 32;

/// How much text the cells of a workbook may have. A file says once what stands in many cells
/// (repetitions, shared strings), so its own size alone bounds nothing.
pub(super) struct Budget<'a> {
    source: Source<'a>,
    limit: u64,
    spent: u64,
}

impl<'a> Budget<'a> {
    /// That of a file of so many bytes.
    pub(super) fn of(source: Source<'a>, file_bytes: usize) -> Budget<'a> {
        let by_size = BYTES_A_BYTE.saturating_mul(file_bytes as u64);
        Budget {
            source,
            limit: by_size.saturating_add(FREE_BYTES),
            spent: 0,
        }
    }

    /// Counts cells that show this text, before they are made.
    pub(super) fn spend(&mut self, text: &str, cells: u64) -> Result<(), ReadError> {
        let cost = (text.len() as u64).saturating_add(CELL_BYTES);
        self.spent = self.spent.saturating_add(cost.saturating_mul(cells));
        let most = self.source.limits.max_unpacked_bytes;
        let (what, limit) = if most <= self.limit {
            ("bytes of text", most)
        } else {
            ("bytes of text in so small a file", self.limit)
        };
        if self.spent > limit {
            return Err(self.source.too_large(what, self.spent, limit));
        }
        Ok(())
    }
}

/// Which rows follow each other on the screen.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// The last row of the run, hidden ones included.
    last: Option<u64>,
}

impl Run {
    /// A hidden row parts nothing.
    pub(super) fn hidden(&mut self, index: u64, times: u64) {
        if self.last.is_some_and(|last| last + 1 == index) {
            self.last = Some(index + times.max(1) - 1);
        }
    }

    /// Whether a row with words follows the one before it.
    pub(super) fn follows(&mut self, index: u64) -> bool {
        let follows = self.last.is_some_and(|last| last + 1 == index);
        self.last = Some(index);
        follows
    }
}
