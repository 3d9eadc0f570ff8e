//! Workbooks: XLSX and XLSM (ISO/IEC 29500, `SpreadsheetML`) and ODS
//! (`OpenDocument`).
//!
//! A sheet is a page and a section whose first line is its name. Cells show
//! what the program shows: the stored result of a formula, in the cell's
//! number format. Runs of rows between empty ones are tables; lines with one
//! cell above them are titles and no part of them. Hidden sheets, rows and
//! columns are left out and told by a warning, as are comments, drawings and
//! macros.

mod format;
mod ods;
mod workbook;
mod xlsx;

use super::body::Body;
use super::build::{Builder, Find};
use super::error::ReadError;
use super::grid::{self, Headings, Row, Slot, slot};
use super::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use workbook::{Counts, Merge, SheetRow, Workbook};

pub(super) fn read_xlsx(source: Source<'_>, bytes: &[u8]) -> Result<Body, ReadError> {
    write(source, &xlsx::read(source, bytes)?)
}

pub(super) fn read_ods(source: Source<'_>, bytes: &[u8]) -> Result<Body, ReadError> {
    write(source, &ods::read(source, bytes)?)
}

/// Writes the sheets, a page each.
fn write(source: Source<'_>, workbook: &Workbook) -> Result<Body, ReadError> {
    let sheets = &workbook.sheets;
    let mut builder = Builder::new(source);
    if sheets.iter().all(|sheet| sheet.rows.is_empty()) {
        return Err(ReadError::Empty {
            file: source.file.to_owned(),
        });
    }
    for (index, sheet) in sheets.iter().enumerate() {
        if index > 0 {
            builder.page_break()?;
        }
        let line = builder.line(&sheet.name, None)?;
        builder.heading(line, 1, &sheet.name);
        for region in regions(&sheet.rows) {
            builder.blank()?;
            write_region(&mut builder, region, &sheet.merges)?;
        }
    }
    warn(&mut builder, workbook.counts);
    builder.finish(Find::default())
}

/// Runs of rows without an empty one between them.
fn regions(rows: &[SheetRow]) -> impl Iterator<Item = &[SheetRow]> {
    rows.chunk_by(|_, next| next.follows)
}

fn write_region(
    builder: &mut Builder<'_>,
    rows: &[SheetRow],
    merges: &[Merge],
) -> Result<(), ReadError> {
    let wide = rows.iter().any(|row| row.cells.len() > 1);
    let titles = if wide {
        rows.iter().take_while(|row| row.cells.len() == 1).count()
    } else {
        rows.len()
    };
    let (titles, table) = rows.split_at(titles);
    for (_, text) in titles.iter().flat_map(|row| &row.cells) {
        builder.paragraph(text, 0, None)?;
    }
    if table.is_empty() {
        return Ok(());
    }
    let columns: BTreeSet<u32> = table
        .iter()
        .flat_map(|row| row.cells.iter().map(|(column, _)| *column))
        .collect();
    let columns: BTreeMap<u32, usize> = columns.into_iter().zip(0..).collect();
    builder.count_cells(columns.len() as u64 * table.len() as u64)?;
    let mut slots: Vec<Vec<Slot>> = table.iter().map(|row| positions(row, &columns)).collect();
    merge(builder, table, &columns, merges, &mut slots)?;
    let rows: Vec<Row> = slots
        .into_iter()
        .map(|slots| Row {
            // What a merged cell covers is no cell of its own.
            slots: slots.into_iter().filter(|slot| slot.span > 0).collect(),
            header: false,
            page_break: false,
        })
        .collect();
    grid::write(builder, &rows, Headings::Guess).map(|_| ())
}

/// One slot per column that is used in the region.
fn positions(row: &SheetRow, columns: &BTreeMap<u32, usize>) -> Vec<Slot> {
    let mut slots = vec![slot(String::new()); columns.len()];
    for (column, text) in &row.cells {
        let place = columns.get(column).and_then(|place| slots.get_mut(*place));
        if let Some(slot) = place {
            slot.paragraphs = text.split('\n').map(str::to_owned).collect();
        }
    }
    slots
}

/// Marks merged cells: the first gets their width, those it covers get none,
/// those below go on.
fn merge(
    builder: &mut Builder<'_>,
    rows: &[SheetRow],
    columns: &BTreeMap<u32, usize>,
    merges: &[Merge],
    slots: &mut [Vec<Slot>],
) -> Result<(), ReadError> {
    let first = rows.first().map_or(0, |row| row.index);
    let last = rows.last().map_or(0, |row| row.index);
    for merge in merges {
        if merge.rows.0 > last || merge.rows.1 < first || merge.columns.0 > merge.columns.1 {
            continue;
        }
        let covered: Vec<usize> = columns
            .range(merge.columns.0..=merge.columns.1)
            .map(|(_, place)| *place)
            .collect();
        let Some(place) = covered.first().copied() else {
            continue;
        };
        let from = rows.partition_point(|row| row.index < merge.rows.0);
        let to = rows.partition_point(|row| row.index <= merge.rows.1);
        let count = to.saturating_sub(from);
        builder.count_cells((count as u64).saturating_mul(covered.len() as u64))?;
        let reached = rows.iter().zip(slots.iter_mut()).skip(from).take(count);
        for (from, row) in reached {
            for slot in row.iter_mut().skip(place + 1).take(covered.len() - 1) {
                slot.span = 0;
            }
            if let Some(slot) = row.get_mut(place) {
                slot.span = covered.len() as u32;
                slot.continues = from.index > merge.rows.0;
            }
        }
    }
    Ok(())
}

fn warn(builder: &mut Builder<'_>, counts: Counts) {
    let told = [
        (counts.sheets, "hidden sheet(s) were left out."),
        (counts.rows, "hidden row(s) were left out."),
        (counts.columns, "hidden column(s) were left out."),
        (
            counts.formulas,
            "formula(s) have no stored result and were read as empty; open and save the file in a spreadsheet program.",
        ),
        (counts.comments, "comment(s) were left out."),
        (counts.drawings, "drawing(s) or chart(s) were not read."),
    ];
    for (count, told) in told {
        if count > 0 {
            builder.warn(format!("{count} {told}"));
        }
    }
    if counts.macros {
        builder.warn("The macros in the file were ignored.");
    }
}
