//! Counted items that take several lines each, below a line of column names:
//! the positions of an invoice, with article number, description and sum one
//! under the other.
//!
//! ```text
//! Pos  Description  Price  Quantity  Net amount
//! 1  Dividers A4  9.90  20
//! 4012345001235  198.00
//! 2  Yoghurt  5.50  50
//! 4000050986428  275.00
//! ```
//!
//! An item begins where its number stands and ends before the next one. All
//! must have the same cells, or they are no items of one list. Which of the
//! names belongs to which cell is not known once an item goes over several
//! lines, so the columns stay without a heading.

use super::flow::Flow;
use super::layout;
use super::row::{Row, gap_cells};
use std::ops::Range;

/// Most lines of one item.
const MAX_LINES: usize = 6;
/// How far above the first item its column names may stand.
const MAX_HEADER_DISTANCE: usize = 8;
/// Fewest column names.
const MIN_NAMES: usize = 3;
/// Fewest figures of an item besides its number: a price and a quantity.
const MIN_FIGURES: usize = 2;

/// Lists of counted items of several lines, in order.
pub(super) fn find(flow: &Flow<'_>) -> Vec<Vec<Row>> {
    let count = flow.chunk.lines.len();
    let mut lists = Vec::new();
    let mut line = 0;
    while line < count {
        let starts = starts(flow, line, count);
        let rows = if starts.len() >= 2 && names_above(flow, line).is_some() {
            items(flow, &starts, count)
        } else {
            Vec::new()
        };
        line = match starts.last() {
            Some(last) if !rows.is_empty() => last + 1,
            _ => line + 1,
        };
        if !rows.is_empty() {
            lists.push(rows);
        }
    }
    lists
}

/// The column names above a line: words at gaps, no figure among them.
pub(super) fn names_above<'a>(flow: &'a Flow<'_>, line: usize) -> Option<Vec<&'a str>> {
    let mut above = (line.saturating_sub(MAX_HEADER_DISTANCE)..line).rev();
    above.find_map(|above| {
        let names: Vec<&str> = gap_cells(flow, above)
            .into_iter()
            .map(|cell| flow.slice(cell))
            .collect();
        let plain = |name: &&str| !name.contains(|letter: char| letter.is_ascii_digit());
        (names.len() >= MIN_NAMES && names.iter().all(plain)).then_some(names)
    })
}

/// Lines from this one on that begin with 1, 2, 3 and words.
fn starts(flow: &Flow<'_>, from: usize, count: usize) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::new();
    for line in from..count {
        let number = starts.len() as u32 + 1;
        match starts.last() {
            _ if counts(flow.line(line), number) => starts.push(line),
            Some(last) if line - last < MAX_LINES => {}
            _ => break,
        }
    }
    starts
}

fn counts(text: &str, number: u32) -> bool {
    let Some((first, rest)) = text.split_once(' ') else {
        return false;
    };
    first.trim_end_matches(['.', ')']).parse() == Ok(number) && layout::has_words(rest)
}

/// One row an item; empty where they do not have the same cells, or are one
/// line each. Lines that not all of them have are left out: what is cut at the
/// end of a passage, and remarks on one item.
fn items(flow: &Flow<'_>, starts: &[usize], count: usize) -> Vec<Row> {
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([count]).collect();
    let length = |(start, end): (&usize, &usize)| (end - start).min(MAX_LINES);
    let longest = starts.iter().zip(&ends).map(length).min().unwrap_or(1);
    let rows_of = |lines: usize| -> Vec<Row> {
        let item = |start: &usize| item(flow, *start, start + lines);
        starts.iter().map(item).collect()
    };
    let alike = |rows: &Vec<Row>| {
        let width = rows.first().map_or(0, |row| row.cells.len());
        rows.iter()
            .all(|row| row.cells.len() == width && has_figures(flow, row))
    };
    let mut lengths = (2..=longest).rev();
    lengths
        .find_map(|lines| Some(rows_of(lines)).filter(alike))
        .unwrap_or_default()
}

fn has_figures(flow: &Flow<'_>, row: &Row) -> bool {
    let cells = row.cells.iter().skip(1);
    let figures = cells.filter(|cell| layout::is_figure(flow.slice((*cell).clone())));
    figures.count() >= MIN_FIGURES
}

fn item(flow: &Flow<'_>, start: usize, end: usize) -> Row {
    let first = flow.line_range(start);
    let text = flow.line(start);
    let number = text.split_once(' ').map_or(text, |(number, _)| number);
    let counts = first.start..first.start + number.len();
    let mut cells: Vec<Range<usize>> = vec![counts];
    for line in start..end {
        let mut found = gap_cells(flow, line);
        if line == start
            && let Some(head) = found.first_mut()
        {
            strip(flow, head, number);
        }
        cells.extend(found.into_iter().filter(|cell| !cell.is_empty()));
    }
    let label = cells
        .iter()
        .skip(1)
        .find(|cell| flow.slice((*cell).clone()).contains(' '))
        .or_else(|| cells.get(1));
    Row {
        line: start,
        label: label.cloned(),
        cells,
    }
}

/// Takes the number away from the cell that begins with it.
fn strip(flow: &Flow<'_>, cell: &mut Range<usize>, number: &str) {
    let rest = flow.slice(cell.clone()).strip_prefix(number);
    let rest = rest.map(str::trim_start).map(str::len);
    cell.start = cell.end - rest.unwrap_or(cell.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::evidence_of;

    fn rows(text: &str) -> Vec<Vec<Vec<String>>> {
        let chunks = evidence_of(text);
        let flow = Flow::new(&chunks[0]);
        let cells = |row: &Row| {
            row.cells
                .iter()
                .map(|cell| flow.slice(cell.clone()).to_owned())
                .collect()
        };
        let list = |rows: &Vec<Row>| rows.iter().map(cells).collect();
        find(&flow).iter().map(list).collect()
    }

    const LIST: &str = "Pos  Description  Price  Quantity  Net amount\nItem no.\n1  TB1  Dividers A4  9.90  20\n4012345001235  198.00\n2  AR2  Yoghurt  5.50  50\n4000050986428  275.00\nSums";

    #[test]
    fn an_item_over_several_lines_is_one_row() {
        let expected = [
            [
                "1",
                "TB1",
                "Dividers A4",
                "9.90",
                "20",
                "4012345001235",
                "198.00",
            ],
            [
                "2",
                "AR2",
                "Yoghurt",
                "5.50",
                "50",
                "4000050986428",
                "275.00",
            ],
        ];
        assert_eq!(
            rows(LIST),
            [expected.map(|row| row.map(str::to_owned).to_vec()).to_vec()]
        );
    }

    #[test]
    fn clauses_and_lists_without_column_names_are_none() {
        assert!(
            rows(
                "1 Term of the lease\nIt runs for 5 years.\n2 Rent of the lease\nIt is 100 a month."
            )
            .is_empty()
        );
        assert!(
            rows(&LIST.replace("Pos  Description  Price  Quantity  Net amount\n", "")).is_empty()
        );
        let cut = LIST
            .replace("\nSums", "")
            .replace("\n2  AR2", "\n(GTIN)\n2  AR2");
        assert_eq!(rows(&cut), rows(LIST));
        // One of them has other cells: no list.
        assert!(rows(&LIST.replace("9.90  20", "9.90")).is_empty());
    }
}
