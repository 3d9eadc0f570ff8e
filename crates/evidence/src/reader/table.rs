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
mod found;
mod page_break;
mod piped;
mod rows;
mod ruled;
mod shape;
mod strip;
mod unruled;

use super::rule::Rule;
use crate::document::{Cell, Line, Table};
use found::Found;
use page_break::join_pages;
use std::collections::BTreeMap;

pub(crate) use strip::{Strip, strips_of_text};

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
