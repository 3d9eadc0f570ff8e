//! Lines of a table -> its rows: what only goes on with a row is joined to it.

use super::cell::{append, is_figure};
use super::strip::Strip;
use crate::document::Cell;

/// A row before rows are joined.
pub(super) struct Draft {
    /// One for every column.
    pub(super) cells: Vec<Cell>,
    /// Index of its strip.
    pub(super) strip: usize,
    /// It has one cell only.
    pub(super) loose: bool,
}

/// Joins lines that go on with a row to that row.
pub(super) fn join_rows(drafts: Vec<Draft>, strips: &[Strip]) -> Vec<Vec<Cell>> {
    let mut rows: Vec<(Vec<Cell>, usize)> = Vec::new();
    let mut held: Option<Draft> = None;
    for mut draft in drafts {
        let line = strips.get(draft.strip).map_or(0, |strip| strip.line);
        if let Some(label) = held.take() {
            if !draft.loose && opens(&label, &draft) {
                draft.cells = over(&label.cells, draft.cells);
            } else {
                rows.push((label.cells, label.strip));
            }
        }
        let adjacent = rows
            .last()
            .is_some_and(|(_, strip)| draft.strip.saturating_sub(*strip) <= 1);
        match rows.last_mut() {
            Some((row, strip)) if adjacent && continues(row, &draft) => {
                for (old, new) in row.iter_mut().zip(&draft.cells) {
                    append(old, &new.text, line);
                }
                *strip = draft.strip;
            }
            _ if draft.loose => held = Some(draft),
            _ => rows.push((draft.cells, draft.strip)),
        }
    }
    rows.extend(held.map(|label| (label.cells, label.strip)));
    rows.into_iter().map(|(cells, _)| cells).collect()
}

fn over(label: &[Cell], cells: Vec<Cell>) -> Vec<Cell> {
    label
        .iter()
        .zip(cells)
        .map(|(above, below)| {
            let mut joined = above.clone();
            for line in below.line_start..=below.line_start {
                append(&mut joined, &below.text, line);
            }
            if joined.text.is_empty() {
                below
            } else {
                joined.line_end = joined.line_end.max(if below.text.is_empty() {
                    0
                } else {
                    below.line_end
                });
                joined
            }
        })
        .collect()
}

/// Whether a label's line begins the row below it: the row has no label, or
/// goes on with a small letter.
fn opens(label: &Draft, row: &Draft) -> bool {
    let (Some(above), Some(below)) = (label.cells.first(), row.cells.first()) else {
        return false;
    };
    row.strip == label.strip + 1
        && !above.text.is_empty()
        && !above.text.ends_with(':')
        && (below.text.is_empty() || below.text.starts_with(char::is_lowercase))
}

/// Whether a line only goes on with cells of the row above it.
fn continues(row: &[Cell], draft: &Draft) -> bool {
    let filled: Vec<usize> = (0..draft.cells.len())
        .filter(|at| {
            draft
                .cells
                .get(*at)
                .is_some_and(|cell| !cell.text.is_empty())
        })
        .collect();
    let Some(label) = draft.cells.first() else {
        return false;
    };
    let text = |cells: &[Cell], at: usize| {
        cells
            .get(at)
            .map_or(String::new(), |cell| cell.text.clone())
    };
    if !label.text.is_empty() {
        // The end of a label.
        return draft.loose
            && label.text.starts_with(char::is_lowercase)
            && row.first().is_some_and(|cell| !cell.text.is_empty())
            && row.iter().skip(1).any(|cell| !cell.text.is_empty());
    }
    let takes = |at: usize| {
        let (old, new) = (text(row, at), text(&draft.cells, at));
        old.is_empty() || !(is_figure(&old) && is_figure(&new))
    };
    let has_label = row.first().is_some_and(|cell| !cell.text.is_empty());
    let words = filled
        .iter()
        .any(|at| !is_figure(&text(&draft.cells, *at)) || !text(row, *at).is_empty());
    has_label
        && words
        && draft.cells.len() >= 3
        && filled.len() * 2 < draft.cells.len()
        && filled.iter().all(|at| takes(*at))
}
