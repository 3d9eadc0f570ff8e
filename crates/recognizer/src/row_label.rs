//! Lists in the first column of a table: the labels of its rows, over as many passages as it
//! takes.

use super::enumeration::{item, worded};
use super::flow::Flow;
use super::marked::{At, between};
use super::options::Options;
use super::{layout, row};
use contract::answer::Item;
use contract::candidate::{Candidate, KnownBy};
use std::ops::Range;

/// Labels of one list, at most: as many values as are listed of any type.
const MAX_LABELS: usize = 200;

/// Rows that follow each other.
struct Rows {
    first: At,
    last: At,
    /// Cells of the last row.
    width: usize,
    /// Each label: its passage, and its words there.
    labels: Vec<(usize, Range<usize>)>,
}

/// The labels of each table, as a list.
pub(super) fn lists(flows: &[Flow<'_>], options: &Options) -> Vec<Candidate> {
    let mut found: Vec<Rows> = Vec::new();
    for (number, flow) in flows.iter().enumerate() {
        for rows in row::runs(flow) {
            let Some(rows) = labelled(flow, number, &rows) else {
                continue;
            };
            match found.last_mut() {
                Some(before) if goes_on(flows, before, &rows) => {
                    before.last = rows.last;
                    before.labels.extend(rows.labels);
                }
                _ => found.push(rows),
            }
        }
    }
    let offered = found.iter().filter_map(|rows| offer(flows, rows, options));
    offered.collect()
}

/// The labels of those rows that have figures beside them: a row of words is a heading.
fn labelled(flow: &Flow<'_>, number: usize, rows: &[row::Row]) -> Option<Rows> {
    let has_figure = |row: &&row::Row| {
        let data = |cell: &Range<usize>| {
            let text = flow.slice(cell.clone());
            layout::is_figure(text) && row.label.as_ref() != Some(cell)
        };
        row.cells.iter().any(data)
    };
    let labels = rows.iter().filter(has_figure);
    let labels = labels.filter_map(|row| Some((number, row.label.clone()?)));
    let (first, last) = (rows.first()?, rows.last()?);
    Some(Rows {
        first: (number, first.line),
        last: (number, last.line),
        width: last.cells.len(),
        labels: labels.collect(),
    })
}

/// Whether a table goes on in the next passage: as wide, with nothing between.
fn goes_on(flows: &[Flow<'_>], before: &Rows, next: &Rows) -> bool {
    let document = |(flow, _): At| flows.get(flow).map(|flow| &flow.chunk.document_id);
    before.last.0 != next.first.0
        && before.width == next.width
        && document(before.last) == document(next.first)
        && between(flows, before.last, next.first).is_some_and(|lines| lines.is_empty())
}

fn offer(flows: &[Flow<'_>], rows: &Rows, options: &Options) -> Option<Candidate> {
    let labels = &rows.labels;
    if !(2..=MAX_LABELS).contains(&labels.len()) {
        return None;
    }
    let (number, first) = labels.first()?;
    let context = flows.get(*number)?.context(first);
    let items = labels
        .iter()
        .map(|(flow, range)| item(flows.get(*flow)?, range, options));
    let items: Vec<Item> = items.collect::<Option<_>>()?;
    let wording = worded(&items);
    let mut list = Candidate::new(items, wording, context);
    list.known_by = Some(KnownBy::Column);
    Some(list)
}
