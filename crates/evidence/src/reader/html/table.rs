//! Cells that cover rows -> rows of cells.

use crate::reader::block::{BlockCell, BlockRow};
use crate::reader::error::ReadError;
use crate::reader::source::Source;

/// Most columns and rows of a cell, as the HTML standard has it.
pub(super) const MAX_COLUMN_SPAN: u32 = 1_000;
pub(super) const MAX_ROW_SPAN: u32 = 65_534;

/// A cell with the rows it covers; 0 counts as 1.
#[derive(Debug, Default)]
pub(super) struct TallCell {
    pub(super) cell: BlockCell,
    pub(super) rows: u32,
    pub(super) heading: bool,
}

/// A row while its table is open.
#[derive(Debug, Default)]
pub(super) struct TallRow {
    pub(super) cells: Vec<TallCell>,
    /// In the head of the table.
    pub(super) head: bool,
}

/// A cell from above that goes on.
struct Reach {
    column: u32,
    span: u32,
    rows: u32,
}

/// Puts a cell that goes on into each row that a cell above reaches into.
pub(super) fn rows(source: Source<'_>, rows: Vec<TallRow>) -> Result<Vec<BlockRow>, ReadError> {
    let mut reaches: Vec<Reach> = Vec::new();
    let mut count = 0_u64;
    let mut done = Vec::with_capacity(rows.len());
    for row in rows {
        let header = row.head || (row.cells.len() > 1 && row.cells.iter().all(|cell| cell.heading));
        let mut cells: Vec<BlockCell> = Vec::new();
        let mut next: Vec<Reach> = Vec::new();
        let mut above = reaches.into_iter().peekable();
        let mut column = 0;
        for cell in row.cells {
            while let Some(reach) = above.next_if(|reach| reach.column <= column) {
                column = column.max(reach.column + reach.span);
                cells.push(goes_on(&reach));
                next.push(reach);
            }
            let span = cell.cell.span.max(1);
            if cell.rows > 1 {
                next.push(Reach {
                    column,
                    span,
                    rows: cell.rows,
                });
            }
            column += span;
            cells.push(cell.cell);
        }
        for reach in above {
            if reach.column > column {
                cells.push(BlockCell {
                    span: reach.column - column,
                    ..BlockCell::default()
                });
            }
            column = column.max(reach.column + reach.span);
            cells.push(goes_on(&reach));
            next.push(reach);
        }
        count += cells.len() as u64;
        if count > source.limits.max_cells {
            return Err(source.too_large("cells of tables", count, source.limits.max_cells));
        }
        next.retain_mut(|reach| {
            reach.rows -= 1;
            reach.rows > 0
        });
        next.sort_by_key(|reach| reach.column);
        reaches = next;
        done.push(BlockRow { cells, header });
    }
    Ok(done)
}

fn goes_on(reach: &Reach) -> BlockCell {
    BlockCell {
        blocks: Vec::new(),
        span: reach.span,
        continues: true,
    }
}
