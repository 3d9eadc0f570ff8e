//! Rows of cells -> lines and a [`Table`]. One convention for every format:
//! a row is one line, its cells separated by ` | `, so that a model and the
//! recognisers see the columns. Empty cells at the end of a row are not
//! written; others leave their bars standing next to each other (`a | | c`).
//!
//! A row that is too long for that, because its cells hold paragraphs, is
//! written cell by cell, each paragraph on lines of its own. A row without
//! any word is not written.
//!
//! Merged cells: across, the words stand in the first position, and in the
//! rows of headings in every position, since each column has that heading.
//! Down, a label stands in every row it covers; a figure is not repeated,
//! so that no sum counts it twice. The lines have the words once.

use super::build::{Builder, Range};
use super::clean::clean_text;
use super::error::ReadError;
use crate::document::{Cell, Table};

/// Characters up to which a row whose cells hold several paragraphs is one
/// line.
const MAX_JOINED_ROW: usize = 240;
/// Characters up to which a row of single paragraphs is one line.
const MAX_ROW: usize = 1_000;
/// Most columns of a table: those of the largest sheet.
const MAX_COLUMNS: u64 = 16_384;

/// A cell as it stands in the file.
#[derive(Debug, Clone, Default)]
pub(super) struct Slot {
    pub(super) paragraphs: Vec<String>,
    /// Columns it covers; 0 counts as 1.
    pub(super) span: u32,
    /// The cell above goes on here; it has no words of its own.
    pub(super) continues: bool,
}

/// A row as it stands in the file.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) slots: Vec<Slot>,
    /// The format says that it holds column headings.
    pub(super) header: bool,
    /// A page starts with it.
    pub(super) page_break: bool,
}

/// What is known of column headings where no row is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Headings {
    /// Only what the cells look like.
    Guess,
    /// By the format's custom the first row holds them, unless it has figures.
    FirstRow,
}

/// A slot of one paragraph.
pub(super) fn slot(text: impl Into<String>) -> Slot {
    Slot {
        paragraphs: vec![text.into()],
        span: 1,
        continues: false,
    }
}

impl Slot {
    /// White space collapsed; empty paragraphs left out.
    fn words(&self) -> Vec<String> {
        self.paragraphs
            .iter()
            .map(|text| {
                let clean = clean_text(text);
                clean.split_whitespace().collect::<Vec<_>>().join(" ")
            })
            .filter(|text| !text.is_empty())
            .collect()
    }
}

/// Columns of a row.
pub(super) fn width(row: &Row) -> u64 {
    row.slots
        .iter()
        .map(|slot| u64::from(slot.span.max(1)))
        .sum()
}

/// Writes the rows. Returns where, none where no row has a word.
pub(super) fn write(
    builder: &mut Builder<'_>,
    rows: &[Row],
    headings: Headings,
) -> Result<Option<Range>, ReadError> {
    let width = rows.iter().map(width).max().unwrap_or(0).min(MAX_COLUMNS);
    builder.count_cells(width.saturating_mul(rows.len() as u64))?;
    let mut table: Vec<Vec<Cell>> = Vec::new();
    let mut marked = 0_usize;
    for row in rows {
        let words: Vec<Vec<String>> = row.slots.iter().map(Slot::words).collect();
        if words.iter().all(Vec::is_empty) {
            continue;
        }
        if row.page_break {
            builder.page_break()?;
        }
        let ranges = write_row(builder, row, &words)?;
        if row.header && marked == table.len() {
            marked += 1;
        }
        let cells = place(row, &words, &ranges, table.last(), width as usize);
        builder.count_text(cells.iter().map(|cell| cell.text.len() as u64).sum())?;
        table.push(cells);
    }
    let lines = table.iter().flatten();
    let first = lines.clone().map(|cell| cell.line_start).min();
    let last = lines.map(|cell| cell.line_end).max();
    let (Some(first_line), Some(last_line)) = (first, last) else {
        return Ok(None);
    };
    let header_rows = if marked > 0 {
        marked
    } else {
        guess_headers(&table, headings)
    };
    if width >= 2 {
        builder.table(Table {
            first_line,
            last_line,
            header_rows: header_rows as u32,
            rows: table,
        });
    }
    Ok(Some((first_line, last_line)))
}

/// Writes one row and says where each slot's words stand.
fn write_row(
    builder: &mut Builder<'_>,
    row: &Row,
    words: &[Vec<String>],
) -> Result<Vec<Range>, ReadError> {
    let characters: usize = words
        .iter()
        .flatten()
        .map(|text| text.chars().count())
        .sum();
    let several = words.iter().any(|paragraphs| paragraphs.len() > 1);
    let limit = if several { MAX_JOINED_ROW } else { MAX_ROW };
    if characters <= limit {
        let line = builder.line(&row_text(row, words), None)?;
        return Ok(vec![(line, line); words.len()]);
    }
    let mut ranges: Vec<Option<Range>> = Vec::new();
    for paragraphs in words {
        let mut range: Option<Range> = None;
        for text in paragraphs {
            if let Some((first, last)) = builder.paragraph(text, 0, None)? {
                range = Some((range.map_or(first, |(start, _)| start), last));
            }
        }
        ranges.push(range);
    }
    let first = ranges.iter().flatten().map(|range| range.0).min();
    let first = first.unwrap_or(1);
    Ok(ranges
        .into_iter()
        .map(|range| range.unwrap_or((first, first)))
        .collect())
}

/// `a | b | | d`, without the empty cells at the end.
fn row_text(row: &Row, words: &[Vec<String>]) -> String {
    let mut cells: Vec<String> = Vec::new();
    for (slot, words) in row.slots.iter().zip(words) {
        cells.push(words.join(" "));
        let covered = (slot.span.max(1) - 1).min(MAX_COLUMNS as u32);
        cells.extend((0..covered).map(|_| String::new()));
    }
    while cells.last().is_some_and(String::is_empty) {
        cells.pop();
    }
    let mut text = String::new();
    for (index, cell) in cells.iter().enumerate() {
        match (index, cell.is_empty()) {
            (0, _) => {}
            (_, true) => text.push_str(" |"),
            (_, false) => text.push_str(" | "),
        }
        text.push_str(cell);
    }
    text.trim_start().to_owned()
}

/// The slots at their columns, as many cells as the table is wide.
fn place(
    row: &Row,
    words: &[Vec<String>],
    ranges: &[Range],
    above: Option<&Vec<Cell>>,
    width: usize,
) -> Vec<Cell> {
    let row_line = ranges.iter().map(|range| range.0).min().unwrap_or(1);
    let empty = Cell {
        text: String::new(),
        line_start: row_line,
        line_end: row_line,
    };
    let mut cells: Vec<Cell> = Vec::with_capacity(width);
    for ((slot, words), range) in row.slots.iter().zip(words).zip(ranges) {
        let own = if words.is_empty() {
            empty.clone()
        } else {
            Cell {
                text: words.join(" "),
                line_start: range.0,
                line_end: range.1,
            }
        };
        for position in 0..slot.span.max(1) {
            if cells.len() == width {
                break;
            }
            let over = above.and_then(|above| above.get(cells.len()));
            let label = over.filter(|cell| slot.continues && !is_figure(&cell.text));
            cells.push(match label {
                Some(cell) if words.is_empty() => cell.clone(),
                _ if position == 0 || row.header => own.clone(),
                _ => empty.clone(),
            });
        }
    }
    cells.resize(width, empty);
    cells
}

/// Share of a column's cells that must be figures for its heading to stand
/// out.
const MIN_FIGURES: f64 = 0.6;
/// Most rows of headings that are guessed.
const MAX_GUESSED: usize = 3;

/// How many first rows are headings, where nothing marks them: words above a
/// column of figures. Without figures there is no telling, and none is taken.
fn guess_headers(table: &[Vec<Cell>], headings: Headings) -> usize {
    let Some((first, body)) = table.split_first() else {
        return 0;
    };
    let filled = first.iter().filter(|cell| !cell.text.is_empty()).count();
    let words_only = filled >= 1 && first.iter().all(is_heading_cell);
    if !words_only || body.is_empty() {
        return 0;
    }
    if headings == Headings::FirstRow {
        return usize::from(filled * 2 > first.len());
    }
    let contrast = first
        .iter()
        .enumerate()
        .any(|(column, cell)| !cell.text.is_empty() && mostly_figures(body, column));
    // Two columns are as often a list of names and values.
    let enough = first.len() > 2 || (body.len() >= 2 && filled == 2);
    if !(contrast && enough && filled * 2 >= first.len()) {
        return 0;
    }
    let more = body
        .iter()
        .take(MAX_GUESSED - 1)
        .take_while(|row| {
            row.iter().all(is_heading_cell) && row.first().is_some_and(|cell| cell.text.is_empty())
        })
        .count();
    (1 + more).min(table.len() - 1)
}

fn is_heading_cell(cell: &Cell) -> bool {
    !is_figure(&cell.text) || is_year(&cell.text)
}

fn mostly_figures(rows: &[Vec<Cell>], column: usize) -> bool {
    let texts = rows
        .iter()
        .filter_map(|row| row.get(column))
        .map(|cell| cell.text.as_str())
        .filter(|text| !text.is_empty());
    let total = texts.clone().count();
    let figures = texts.filter(|text| is_figure(text)).count();
    total > 0 && figures as f64 >= MIN_FIGURES * total as f64
}

fn is_year(text: &str) -> bool {
    text.len() == 4
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.starts_with("19") || text.starts_with("20"))
}

/// A number, an amount, a percentage or a date: digits, and no more letters
/// than a currency, a unit or a short month has.
pub(super) fn is_figure(text: &str) -> bool {
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    digits > 0 && letters <= 4
}
