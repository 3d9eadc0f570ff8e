//! Tables that a plain text draws with bars: frames of `+---+`, and Markdown's
//! form in files that are not named so.
//!
//! Every row begins with a bar. What stands above the first line of dashes
//! between rows is the heading. A bar behind a backslash is a letter.

use super::cell::cell;
use super::strip::Strip;
use crate::document::{Cell, Line, Table};

/// The tables among the lines of a text.
pub(crate) fn find(lines: &[Line]) -> Vec<Table> {
    let mut tables = Vec::new();
    let same = |a: &Line, b: &Line| is_piped(&a.text) == is_piped(&b.text) && a.page == b.page;
    for run in lines.chunk_by(same) {
        tables.extend(table(run));
    }
    tables
}

/// Takes the words off lines that stand in a table already.
pub(crate) fn cover(strips: &mut [Strip], tables: &[Table]) {
    for strip in strips {
        let at = tables.partition_point(|table| table.last_line < strip.line);
        if tables
            .get(at)
            .is_some_and(|table| table.first_line <= strip.line)
        {
            strip.words.clear();
        }
    }
}

fn is_piped(text: &str) -> bool {
    let text = text.trim();
    (text.starts_with('|') && text.len() > 1 && text.matches('|').count() >= 2) || is_border(text)
}

/// `+----+----+`
fn is_border(text: &str) -> bool {
    text.starts_with('+')
        && text.len() > 3
        && text.chars().all(|c| matches!(c, '+' | '-' | '=' | ' '))
}

/// `|---|:--:|`, or a border.
fn is_separator(text: &str) -> bool {
    is_border(text)
        || (text.contains('-')
            && text
                .chars()
                .all(|c| matches!(c, '|' | '-' | ':' | '+' | '=' | ' ')))
}

fn table(run: &[Line]) -> Option<Table> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut header_rows = 0;
    for line in run {
        let text = line.text.trim();
        if !is_piped(text) {
            return None;
        }
        if !is_separator(text) {
            rows.push(cells(text, line.number));
        } else if header_rows == 0 {
            header_rows = rows.len();
        }
    }
    let width = rows.iter().map(Vec::len).max()?;
    for row in &mut rows {
        let line = row.first().map_or(0, |cell| cell.line_start);
        row.resize(width, cell("", line));
    }
    let body = rows.len().saturating_sub(header_rows);
    (width >= 2 && rows.len() >= 2).then(|| Table {
        first_line: run.first().map_or(0, |line| line.number),
        last_line: run.last().map_or(0, |line| line.number),
        // A line of dashes at the end closes the table and heads nothing.
        header_rows: if body == 0 { 0 } else { header_rows as u32 },
        rows,
    })
}

fn cells(text: &str, line: u32) -> Vec<Cell> {
    let inner = text.strip_prefix('|').unwrap_or(text);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for letter in inner.chars() {
        if letter == '|' && !escaped {
            cells.push(String::new());
        } else if let Some(open) = cells.last_mut() {
            open.push(letter);
        }
        escaped = letter == '\\' && !escaped;
    }
    if cells.last().is_some_and(|last| last.trim().is_empty()) {
        cells.pop();
    }
    let squeeze = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    cells
        .iter()
        .map(|text| cell(&squeeze(text), line))
        .collect()
}
