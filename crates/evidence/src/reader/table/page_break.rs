//! Tables that go on over page breaks: their parts are joined to one.

use super::cell;
use super::found::Found;
use super::strip::Strip;
use crate::document::Cell;

/// Lines that may stand between the parts of a table on two pages: footer,
/// header, page number, the table's title again.
const MAX_PAGE_MARKS: usize = 6;
/// Longest of them, in words.
const MAX_MARK_WORDS: usize = 14;

/// Joins the parts of a table that goes on over page breaks; a heading that
/// is repeated stands once.
pub(super) fn join_pages(strips: &[Strip], found: Vec<Found>) -> Vec<Found> {
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
