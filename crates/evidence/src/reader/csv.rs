//! Values separated by commas, semicolons, tabs or bars (RFC 4180 and its
//! relatives).
//!
//! A record is a line; records between blank ones are a table, whose first
//! row holds the headings unless it has figures. The separator is the one
//! that cuts the records into equal numbers of cells. Figures stay as they
//! are written: no decimal comma becomes a point.

use super::body::Body;
use super::build::{Builder, Find};
use super::error::ReadError;
use super::grid::{self, Headings, Row, Slot, slot};
use super::source::Source;
use super::text;
use ::csv::{ReaderBuilder, StringRecord};

/// Separators, the one that text holds least by chance first.
const SEPARATORS: &[u8] = b"\t;|,";
/// How much of a file the separator is guessed from.
const SAMPLE_RECORDS: usize = 200;
const SAMPLE_BYTES: usize = 128 * 1024;
/// Share of records of one width from which a separator is taken at once.
const SURE: f64 = 0.9;
/// Separators in one line from which it is no line of a table: spreadsheets have 16,384 columns.
/// A record is read whole before its cells can be counted.
const MAX_LINE_SEPARATORS: u64 = 100_000;
/// Lines in one cell from which a quotation mark that opened it is taken for
/// one that nothing closes.
const MAX_CELL_LINES: usize = 200;

pub(super) fn read(source: Source<'_>, bytes: &[u8]) -> Result<Body, ReadError> {
    let mut warnings = Vec::new();
    let decoded = text::decode(source.file, bytes, &mut warnings)?;
    // Spreadsheet programs write the separator into the first line.
    let (named, content) = named_separator(&decoded);
    let separator = named.unwrap_or_else(|| guess(content));
    let longest = content
        .split(['\n', '\r'])
        .map(|line| line.bytes().filter(|byte| *byte == separator).count() as u64)
        .max()
        .unwrap_or(0);
    if longest > MAX_LINE_SEPARATORS {
        let most = MAX_LINE_SEPARATORS;
        return Err(source.too_large("separators in a line", longest, most));
    }
    let regions = if let Some(regions) = parse(source, content, separator, true)? {
        regions
    } else {
        warnings
            .push("A quotation mark is never closed; all of them were read as text.".to_owned());
        parse(source, content, separator, false)?.unwrap_or_default()
    };
    drop(decoded);
    let mut builder = Builder::new(source);
    builder.warnings = warnings;
    let mut uneven = 0_u64;
    for region in regions {
        uneven += write(&mut builder, region)?;
    }
    if uneven > 0 {
        builder.warn(format!(
            "{uneven} row(s) have fewer or more cells than the first row of their table."
        ));
    }
    builder.finish(Find::default())
}

fn named_separator(text: &str) -> (Option<u8>, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let named = line
        .trim_end_matches('\r')
        .strip_prefix("sep=")
        .map(str::as_bytes);
    match named {
        Some([separator]) if SEPARATORS.contains(separator) => (Some(*separator), rest),
        _ => (None, text),
    }
}

/// The separator that cuts most records into the same number of cells.
fn guess(text: &str) -> u8 {
    let end = text.floor_char_boundary(SAMPLE_BYTES);
    let sample = text.get(..end).unwrap_or(text);
    let mut best = (0.0, b',');
    for separator in SEPARATORS {
        let share = evenness(sample, *separator);
        if share >= SURE {
            return *separator;
        }
        if share > best.0 {
            best = (share, *separator);
        }
    }
    best.1
}

/// Share of records that have the most frequent number of cells, 0 where
/// that is one cell.
fn evenness(sample: &str, separator: u8) -> f64 {
    let widths: Vec<usize> = reader(sample, separator, true)
        .into_records()
        .take(SAMPLE_RECORDS)
        .filter_map(Result::ok)
        .map(|record| record.len())
        .collect();
    let frequent = |width: usize| widths.iter().filter(|other| **other == width).count();
    let width = widths
        .iter()
        .copied()
        .filter(|width| *width > 1)
        .max_by_key(|width| frequent(*width));
    width.map_or(0.0, |width| frequent(width) as f64 / widths.len() as f64)
}

fn reader(text: &str, separator: u8, quoting: bool) -> ::csv::Reader<&[u8]> {
    ReaderBuilder::new()
        .delimiter(separator)
        .quoting(quoting)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes())
}

/// Records without a blank line between them.
type Region = Vec<Vec<String>>;

/// The regions of a text; none where a quotation mark that is never closed makes one cell of
/// many lines, which is found before the rest is read.
fn parse(
    source: Source<'_>,
    text: &str,
    separator: u8,
    quoting: bool,
) -> Result<Option<Vec<Region>>, ReadError> {
    let mut regions: Vec<Region> = Vec::new();
    let mut parted = true;
    let mut cells = 0_u64;
    let mut reader = reader(text, separator, quoting);
    let mut record = StringRecord::new();
    // The text is UTF-8 and widths may vary: nothing is left to fail.
    while let Ok(true) = reader.read_record(&mut record) {
        let is_runaway = |cell: &str| cell.matches('\n').count() > MAX_CELL_LINES;
        if quoting && record.iter().any(is_runaway) {
            return Ok(None);
        }
        // A separator is a byte, and the cell behind it many: counted before they are kept.
        cells = cells.saturating_add(record.len() as u64);
        let most = source.limits.max_cells;
        if cells > most {
            return Err(source.too_large("cells of tables", cells, most));
        }
        let start = record.position().map_or(0, |at| at.byte() as usize);
        let blank = record.iter().all(|cell| cell.trim().is_empty());
        parted |= blank || begins_blank(text, start);
        if blank {
            continue;
        }
        if std::mem::take(&mut parted) {
            regions.push(Region::new());
        }
        if let Some(region) = regions.last_mut() {
            region.push(record.iter().map(str::to_owned).collect());
        }
    }
    Ok(Some(regions))
}

/// Whether blank lines stand before a record: it begins where the one before
/// it ends, or within its line ending.
fn begins_blank(text: &str, start: usize) -> bool {
    let (before, behind) = text.split_at_checked(start).unwrap_or_default();
    let behind = if before.ends_with('\r') {
        behind.strip_prefix('\n').unwrap_or(behind)
    } else {
        behind
    };
    behind.starts_with(['\n', '\r'])
}

/// Writes records that follow each other; says how many differ in width.
fn write(builder: &mut Builder<'_>, mut records: Region) -> Result<u64, ReadError> {
    let filled =
        |record: &Vec<String>| record.iter().filter(|cell| !cell.trim().is_empty()).count();
    let wide = records.iter().any(|record| filled(record) > 1);
    let titles = if wide {
        records
            .iter()
            .take_while(|record| filled(record) == 1)
            .count()
    } else {
        records.len()
    };
    let table = records.split_off(titles);
    builder.blank()?;
    for cell in records.iter().flatten() {
        builder.paragraph(cell, 0, None)?;
    }
    let rows: Vec<Row> = table
        .into_iter()
        .map(|record| Row {
            slots: record.into_iter().map(slot_of).collect(),
            ..Row::default()
        })
        .collect();
    grid::write(builder, &rows, Headings::FirstRow)?;
    let width = rows.first().map_or(0, |row| row.slots.len());
    Ok(rows.iter().filter(|row| row.slots.len() != width).count() as u64)
}

/// A cell, its lines as paragraphs.
fn slot_of(cell: String) -> Slot {
    if cell.contains('\n') {
        return Slot {
            paragraphs: cell.split('\n').map(str::to_owned).collect(),
            ..slot("")
        };
    }
    slot(cell)
}
