//! Rows of a table in plain text. A reader of text sees no rules, so a row is a
//! line with gaps of two spaces or more, tabs or bars, or a label with figures
//! behind it.

use super::flow::{Flow, words_of};
use super::layout;
use std::ops::Range;

/// Lines without columns that may stand inside a table (wrapped labels,
/// blank lines).
const MAX_GAP: usize = 2;

/// One row: ranges into the flow's text.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Line index.
    pub line: usize,
    /// The first cell where it has words; a label on the line above counts.
    pub label: Option<Range<usize>>,
    /// All cells in order, the label included.
    pub cells: Vec<Range<usize>>,
}

/// Runs of rows, in order.
pub(super) fn runs(flow: &Flow<'_>) -> Vec<Vec<Row>> {
    let mut runs = Vec::new();
    let mut run: Vec<Row> = Vec::new();
    let mut gap = 0;
    for line in 0..flow.chunk.lines.len() {
        if let Some(row) = row_at(flow, line) {
            run.push(row);
            gap = 0;
        } else {
            gap += 1;
            if gap > MAX_GAP {
                flush(&mut runs, &mut run);
            }
        }
    }
    flush(&mut runs, &mut run);
    runs
}

fn flush(runs: &mut Vec<Vec<Row>>, run: &mut Vec<Row>) {
    let rows = std::mem::take(run);
    if rows.len() >= 2 {
        runs.push(rows);
    }
}

fn row_at(flow: &Flow<'_>, line: usize) -> Option<Row> {
    let raw = flow.raw(line);
    let gaps = layout::cells(raw).len() >= 2;
    if !(gaps || layout::is_tabular(raw)) || raw.split_whitespace().count() > 30 {
        return None;
    }
    let mut cells = if gaps {
        gap_cells(flow, line)
    } else {
        figure_cells(flow, line)
    };
    cells.retain(|cell| !matches!(flow.slice(cell.clone()), "$" | "£" | "€" | "RM"));
    let mut label = cells
        .first()
        .filter(|cell| layout::has_words(flow.slice((*cell).clone())))
        .cloned();
    // An item whose name stands on a line of its own above its figures.
    if label.is_none() && line > 0 && row_is_words(flow, line - 1) {
        let above = flow.line_range(line - 1);
        cells.insert(0, above.clone());
        label = Some(above);
    }
    (cells.len() >= 2).then_some(Row { line, label, cells })
}

fn row_is_words(flow: &Flow<'_>, line: usize) -> bool {
    let text = flow.line(line);
    layout::has_words(text)
        && layout::cells(flow.raw(line)).len() == 1
        && !layout::is_tabular(flow.raw(line))
        && text.split_whitespace().count() <= 10
}

/// Cells at column gaps, as ranges into the collapsed line; a cell of
/// several figures is split further.
pub(super) fn gap_cells(flow: &Flow<'_>, line: usize) -> Vec<Range<usize>> {
    let range = flow.line_range(line);
    let mut from = range.start;
    let mut found = Vec::new();
    for cell in layout::cells(flow.raw(line)) {
        let collapsed = cell.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(at) = flow.slice(from..range.end).find(&collapsed) else {
            continue;
        };
        let cell = from + at..from + at + collapsed.len();
        from = cell.end;
        let words = words_of(&collapsed, cell.start);
        if words.len() > 1
            && words
                .iter()
                .all(|word| layout::is_figure(flow.slice(word.clone())))
        {
            found.extend(words);
        } else {
            found.push(cell);
        }
    }
    found
}

/// A label and the figures behind it, where gaps were lost.
pub(super) fn figure_cells(flow: &Flow<'_>, line: usize) -> Vec<Range<usize>> {
    let range = flow.line_range(line);
    let words = words_of(flow.slice(range.clone()), range.start);
    let is_cell = |word: &Range<usize>| {
        let text = flow.slice(word.clone());
        layout::is_figure(text) || matches!(text, "$" | "£" | "€" | "—" | "-" | "–")
    };
    let figures = words.iter().rev().take_while(|word| is_cell(word)).count();
    let split = words.len() - figures;
    let mut found = Vec::new();
    if let (Some(first), Some(last)) = (words.first(), words.get(split.wrapping_sub(1)))
        && split > 0
    {
        found.push(first.start..last.end);
    }
    found.extend(words.iter().skip(split).cloned());
    found
}
