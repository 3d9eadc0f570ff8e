//! What a format of paragraphs (Word, HTML) is made of, and how it is written
//! as lines.

use super::build::{Builder, PAGE_BREAK};
use super::error::ReadError;
use super::grid::{self, Headings, Row, Slot};
use super::heading::Style;

/// Paragraphs of one cell from which a table is layout, not data.
const MAX_CELL_PARAGRAPHS: usize = 8;

/// One piece of a document, in reading order.
#[derive(Debug, Clone)]
pub(super) enum Block {
    Paragraph(Paragraph),
    Table(Vec<BlockRow>),
}

/// Running text.
#[derive(Debug, Clone, Default)]
pub(super) struct Paragraph {
    /// Newlines are forced line breaks; [`PAGE_BREAK`] starts a page.
    pub(super) text: String,
    /// The heading's level, from 1.
    pub(super) level: Option<u8>,
    /// No blank line between it and another such paragraph: items of lists.
    pub(super) tight: bool,
    /// Spaces before the first line.
    pub(super) indent: usize,
    /// Keep every line and space as it is.
    pub(super) verbatim: bool,
    pub(super) style: Option<Style>,
}

/// A row of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct BlockRow {
    pub(super) cells: Vec<BlockCell>,
    pub(super) header: bool,
}

/// A cell of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct BlockCell {
    pub(super) blocks: Vec<Block>,
    /// Columns it covers; 0 counts as 1.
    pub(super) span: u32,
    /// The cell above goes on here.
    pub(super) continues: bool,
}

/// Writes blocks as lines.
pub(super) fn write(builder: &mut Builder<'_>, blocks: &[Block]) -> Result<(), ReadError> {
    let mut tight = false;
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => {
                if !(tight && paragraph.tight) {
                    builder.blank()?;
                }
                write_paragraph(builder, paragraph)?;
                tight = paragraph.tight;
            }
            Block::Table(rows) => {
                builder.blank()?;
                write_table(builder, rows)?;
                builder.blank()?;
                tight = false;
            }
        }
    }
    Ok(())
}

fn write_paragraph(builder: &mut Builder<'_>, paragraph: &Paragraph) -> Result<(), ReadError> {
    if paragraph.verbatim {
        for line in paragraph.text.trim_matches('\n').split('\n') {
            builder.line(line, paragraph.style)?;
        }
        return Ok(());
    }
    let range = builder.paragraph(&paragraph.text, paragraph.indent, paragraph.style)?;
    if let (Some((first, _)), Some(level)) = (range, paragraph.level) {
        builder.heading(first, level, &paragraph.text);
    }
    Ok(())
}

fn write_table(builder: &mut Builder<'_>, rows: &[BlockRow]) -> Result<(), ReadError> {
    if is_layout(rows) {
        for cell in rows.iter().flat_map(|row| &row.cells) {
            write(builder, &cell.blocks)?;
            builder.blank()?;
        }
        return Ok(());
    }
    let rows: Vec<Row> = rows.iter().map(grid_row).collect();
    grid::write(builder, &rows, Headings::Guess).map(|_| ())
}

fn has_break(row: &BlockRow) -> bool {
    row.cells
        .iter()
        .flat_map(|cell| &cell.blocks)
        .any(|block| match block {
            Block::Paragraph(paragraph) => paragraph.text.contains(PAGE_BREAK),
            Block::Table(_) => false,
        })
}

/// A table that only places things: it holds tables, headings or pages of
/// text, or has one column.
fn is_layout(rows: &[BlockRow]) -> bool {
    let one_column = rows
        .iter()
        .all(|row| row.cells.len() <= 1 && row.cells.iter().all(|cell| cell.span <= 1));
    one_column
        || rows.iter().flat_map(|row| &row.cells).any(|cell| {
            cell.blocks.len() > MAX_CELL_PARAGRAPHS
                || cell.blocks.iter().any(|block| match block {
                    Block::Paragraph(paragraph) => paragraph.level.is_some(),
                    Block::Table(_) => true,
                })
        })
}

fn grid_row(row: &BlockRow) -> Row {
    let slots = row.cells.iter().map(|cell| Slot {
        paragraphs: cell.blocks.iter().flat_map(lines_of).collect(),
        span: cell.span,
        continues: cell.continues,
    });
    Row {
        slots: slots.collect(),
        header: row.header,
        // A page break inside a row counts before it: rows stay whole.
        page_break: has_break(row),
    }
}

fn lines_of(block: &Block) -> Vec<String> {
    match block {
        Block::Paragraph(paragraph) => paragraph
            .text
            .split(['\n', PAGE_BREAK])
            .map(str::to_owned)
            .collect(),
        Block::Table(_) => Vec::new(),
    }
}
