//! Lines with places -> tables: which words stand in which cell.
//!
//! A reader of a page sees a table by its rules or by its columns, and so does
//! this: [`ruled`] reads grids of drawn lines, [`unruled`] finds columns by
//! what stands below what. [`piped`] knows the ones that a plain text draws
//! with bars.
//! The first two are one code for PDF, where places are points,
//! and plain text, where they are characters.
//!
//! A wrong table costs more than a missed one: its cells would be offered as
//! answers. So columns of running text, lists with their marks, tables of
//! contents, forms of labels with colons and signature blocks are left alone,
//! and columns of words without a single figure need a heading.
//!
//! Lines are never changed or renumbered. A cell holds words of its lines, in
//! their order.

mod cell;
mod piped;
mod rows;
mod ruled;
mod shape;
mod unruled;

use super::row::Word;
use crate::document::{Cell, Line, Table};
use std::collections::BTreeMap;

/// A line as the search for tables sees it.
#[derive(Debug, Clone)]
pub(crate) struct Strip {
    /// The line's number.
    pub(crate) line: u32,
    pub(crate) page: u32,
    /// Downwards; in plain text the number of the line and the next one.
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    /// About the width of a letter.
    pub(crate) unit: f64,
    /// Distance from which two words stand in different cells.
    pub(crate) gap: f64,
    pub(crate) bold: bool,
    /// Places are characters of a plain text.
    pub(crate) fixed: bool,
    /// From left to right; none where the line is blank or not upright.
    pub(crate) words: Vec<Word>,
}

/// A straight drawn line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rule {
    pub(crate) horizontal: bool,
    /// Its y where it is horizontal, its x where it is vertical.
    pub(crate) at: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// A table on one page.
#[derive(Debug, Clone)]
struct Found {
    /// Indices of the first and the last strip.
    first: usize,
    last: usize,
    header_rows: usize,
    rows: Vec<Vec<Cell>>,
    /// Left and right edges of the columns.
    bands: Vec<Band>,
}

/// From where to where a column goes.
type Band = (f64, f64);

/// Most strips of one table; what is longer is several.
const MAX_STRIPS: usize = 4_000;
/// Most columns.
const MAX_COLUMNS: usize = 64;
/// Lines that may stand between the parts of a table on two pages: footer,
/// header, page number, the table's title again.
const MAX_PAGE_MARKS: usize = 6;
/// Longest of them, in words.
const MAX_MARK_WORDS: usize = 14;

/// The tables of a document. `strips` are its lines in order; `rules` the
/// drawn lines by page.
pub(crate) fn find(strips: &[Strip], rules: &BTreeMap<u32, Vec<Rule>>) -> Vec<Table> {
    let mut found: Vec<Found> = Vec::new();
    let mut from = 0;
    for page in strips.chunk_by(|a, b| a.page == b.page) {
        let to = from + page.len();
        let none = Vec::new();
        let drawn = rules.get(&page_of(page)).unwrap_or(&none);
        let mut at = from;
        for table in ruled::find(strips, from..to, drawn) {
            found.extend(unruled::find(strips, at..table.first));
            at = table.last + 1;
            found.push(table);
        }
        found.extend(unruled::find(strips, at..to));
        from = to;
    }
    join_pages(strips, found)
        .into_iter()
        .filter_map(|table| finish(strips, table))
        .collect()
}

fn page_of(strips: &[Strip]) -> u32 {
    strips.first().map_or(0, |strip| strip.page)
}

/// The tables of a plain text.
pub(crate) fn find_in_text(lines: &[Line]) -> Vec<Table> {
    let mut tables = piped::find(lines);
    let mut strips = strips_of_text(lines);
    piped::cover(&mut strips, &tables);
    tables.extend(find(&strips, &BTreeMap::new()));
    tables.sort_by_key(|table| table.first_line);
    // A table may go on over lines that are one by themselves.
    let mut end = 0;
    tables.retain(|table| {
        let free = table.first_line > end;
        end = if free { table.last_line } else { end };
        free
    });
    tables
}

/// Strips of a plain text: one place for every character.
pub(crate) fn strips_of_text(lines: &[Line]) -> Vec<Strip> {
    lines
        .iter()
        .map(|line| Strip {
            line: line.number,
            page: line.page,
            top: f64::from(line.number),
            bottom: f64::from(line.number) + 1.0,
            unit: 1.0,
            gap: 1.5,
            bold: false,
            fixed: true,
            words: words_of_text(&line.text),
        })
        .collect()
}

fn words_of_text(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (at, letter) in text.chars().enumerate() {
        if letter.is_whitespace() {
            open = false;
            continue;
        }
        let (left, right) = (at as f64, at as f64 + 1.0);
        match words.last_mut() {
            Some(word) if open => {
                word.text.push(letter);
                word.right = right;
            }
            _ => words.push(Word {
                text: letter.to_string(),
                left,
                right,
            }),
        }
        open = true;
    }
    words
}

/// Joins the parts of a table that goes on over page breaks; a heading that
/// is repeated stands once.
fn join_pages(strips: &[Strip], found: Vec<Found>) -> Vec<Found> {
    let mut joined: Vec<Found> = Vec::new();
    for next in found {
        match joined.last_mut() {
            Some(table) if goes_on(strips, table, &next) => {
                let mut rows = next.rows.into_iter().skip(next.header_rows).peekable();
                if let (Some(above), Some(below)) = (table.rows.last_mut(), rows.peek())
                    && is_rest(above, below)
                {
                    for (old, new) in above.iter_mut().zip(rows.next().unwrap_or_default()) {
                        cell::append(old, &new.text, new.line_start);
                        old.line_end = old.line_end.max(new.line_end);
                    }
                }
                table.rows.extend(rows);
                table.last = next.last;
                table.bands = next.bands;
            }
            _ => joined.push(next),
        }
    }
    joined
}

/// Whether a row only goes on with the words of the row before the page break:
/// it has no label, and words where that has words.
fn is_rest(above: &[Cell], below: &[Cell]) -> bool {
    let both =
        |test: &dyn Fn(&Cell, &Cell) -> bool| above.iter().zip(below).all(|(a, b)| test(a, b));
    above.first().is_some_and(|cell| !cell.text.is_empty())
        && below.first().is_some_and(|cell| cell.text.is_empty())
        && both(&|a, b| b.text.is_empty() || (!a.text.is_empty() && !cell::is_figure(&b.text)))
}

fn goes_on(strips: &[Strip], table: &Found, next: &Found) -> bool {
    let page = |at: usize| strips.get(at).map_or(0, |strip| strip.page);
    let Some(between) = strips.get(table.last + 1..next.first) else {
        return false;
    };
    let marks = || between.iter().filter(|strip| !strip.words.is_empty());
    let heads = |found: &Found| -> Vec<Vec<String>> {
        let texts = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.clone()).collect();
        found
            .rows
            .iter()
            .take(found.header_rows)
            .map(texts)
            .collect()
    };
    let unit = strips.get(next.first).map_or(1.0, |strip| strip.unit);
    page(table.last) + 1 == page(next.first)
        && marks().count() <= MAX_PAGE_MARKS
        && marks().all(|strip| strip.words.len() <= MAX_MARK_WORDS)
        && table.rows.first().map(Vec::len) == next.rows.first().map(Vec::len)
        && (next.header_rows == 0 || heads(next) == heads(table))
        && table
            .bands
            .iter()
            .zip(&next.bands)
            .all(|(a, b)| a.0.max(b.0) < a.1.min(b.1) + unit)
}

fn finish(strips: &[Strip], found: Found) -> Option<Table> {
    let width = found.rows.iter().map(Vec::len).max()?;
    let number = |at: usize| strips.get(at).map(|strip| strip.line);
    let (first_line, last_line) = (number(found.first)?, number(found.last)?);
    let rows = found
        .rows
        .into_iter()
        .map(|mut row| {
            let start = row.iter().map(|cell| cell.line_start).min();
            let empty = Cell {
                text: String::new(),
                line_start: start.unwrap_or(first_line),
                line_end: start.unwrap_or(first_line),
            };
            row.resize(width, empty);
            row
        })
        .collect();
    Some(Table {
        first_line,
        last_line,
        header_rows: found.header_rows as u32,
        rows,
    })
}

#[cfg(test)]
mod tests;
