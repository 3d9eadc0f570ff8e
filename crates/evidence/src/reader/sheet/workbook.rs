//! A workbook as it is shown, whatever its format: its sheets, their rows and
//! merged cells, and what was met and left out.

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
