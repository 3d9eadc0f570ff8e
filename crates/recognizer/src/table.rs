//! Tables: those the document has ([`grid`]), and elsewhere counted items
//! ([`record`]) and runs of rows ([`row`](super::row)) that have as many cells,
//! with the headings that stand above them.

use super::flow::Flow;
use super::row::{Row, figure_cells, gap_cells, runs};
use super::scene::Scene;
use super::{grid, layout, record};
use contract::Value;
use contract::answer::Item;
use contract::value::Table as Cells;
use evidence::Span;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most rows of a table that is offered whole.
const MAX_ROWS: usize = 40;
/// Longest run of rows that is offered as a table of its own.
const MAX_PART: usize = 6;

pub(super) fn read(scene: &mut Scene<'_>) {
    grid::read(scene);
    let in_grid = |row: &Row| {
        let number = scene
            .flow
            .chunk
            .lines
            .get(row.line)
            .map_or(0, |line| line.number);
        let mut tables = scene.flow.chunk.tables.iter();
        tables.any(|table| (table.first_line..=table.last_line).contains(&number))
    };
    let loose = |mut found: Vec<Vec<Row>>| {
        found.retain(|rows| !rows.iter().any(in_grid));
        found
    };
    let (items, runs) = (loose(record::find(scene.flow)), loose(runs(scene.flow)));
    for rows in items {
        let width = rows.first().map_or(0, |row| row.cells.len());
        offer_parts(scene, &rows.iter().collect::<Vec<_>>(), width);
    }
    for rows in runs {
        let widths = rows.iter().fold(
            BTreeMap::new(),
            |mut counts: BTreeMap<usize, usize>, row| {
                *counts.entry(row.cells.len()).or_default() += 1;
                counts
            },
        );
        for (width, count) in widths {
            if width >= 2 && count >= 2 {
                let same: Vec<&Row> = rows.iter().filter(|row| row.cells.len() == width).collect();
                let counted = without_positions(scene.flow, &same);
                let (same, width) = if counted.is_empty() {
                    (same, width)
                } else {
                    (counted.iter().collect(), width + 1)
                };
                offer_parts(scene, &same, width);
            }
        }
    }
}

/// The rows with the number that counts them as a cell of its own: `1 Pens`,
/// `2 Paper`. Empty where they are not counted.
fn without_positions(flow: &Flow<'_>, rows: &[&Row]) -> Vec<Row> {
    let split = |(row, number): (&&Row, u32)| {
        let label = row.cells.first()?;
        let text = flow.slice(label.clone());
        let (count, rest) = text.split_once(' ')?;
        let counts = count.trim_end_matches(['.', ')']).parse() == Ok(number);
        if !counts || !layout::has_words(rest) {
            return None;
        }
        let count_end = label.start + count.len();
        let words = label.end - rest.trim_start().len()..label.end;
        let mut cells = vec![label.start..count_end, words.clone()];
        cells.extend(row.cells.iter().skip(1).cloned());
        Some(Row {
            line: row.line,
            label: Some(words),
            cells,
        })
    };
    let counted: Option<Vec<Row>> = rows.iter().zip(1..).map(split).collect();
    counted.unwrap_or_default()
}

/// The whole table and every short run of its rows.
fn offer_parts(scene: &mut Scene<'_>, rows: &[&Row], width: usize) {
    if rows.len() <= MAX_ROWS {
        offer(scene, rows, width);
    }
    for length in 2..=MAX_PART {
        if length < rows.len() && rows.len() <= MAX_ROWS {
            for part in rows.windows(length) {
                offer(scene, part, width);
            }
        }
    }
}

fn offer(scene: &mut Scene<'_>, rows: &[&Row], width: usize) {
    let flow = scene.flow;
    let Some(first) = rows.first() else { return };
    let text = |range: &Range<usize>| flow.slice(range.clone()).to_owned();
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.cells.iter().map(text).collect())
        .collect();
    let header = header(flow, first.line, width);
    let headers = header.as_ref().map_or_else(
        || vec![String::new(); width],
        |(_, headers)| headers.clone(),
    );
    let mut spans = Vec::new();
    if let Some((line, _)) = header {
        spans.extend(flow.span(&flow.line_range(line), scene.options.max_span_lines));
    }
    for row in rows {
        let Some(cited) = cite(flow, row) else {
            return;
        };
        spans.extend(cited);
    }
    let labels: Vec<String> = rows
        .iter()
        .filter_map(|row| row.label.as_ref())
        .map(text)
        .collect();
    let heading = flow.heading(first.line).unwrap_or("");
    let names = match record::names_above(flow, first.line) {
        Some(names) if header.is_none() && names.len() <= width => names.join(" "),
        _ => headers.join(" "),
    };
    let context = grid::context(&labels, "", &names, heading);
    let wording = cells
        .iter()
        .map(|row| row.join(" "))
        .collect::<Vec<_>>()
        .join("; ");
    let value = Value::Table(Cells {
        headers,
        rows: cells,
    });
    let at = first.cells.first().map_or(0, |cell| cell.start);
    scene.offer_items(at, vec![Item { value, spans }], wording, context);
}

/// A quote for every line that cells of a row stand on.
fn cite(flow: &Flow<'_>, row: &Row) -> Option<Vec<Span>> {
    let mut lines: BTreeMap<usize, Range<usize>> = BTreeMap::new();
    for cell in &row.cells {
        let range = lines
            .entry(flow.line_at(cell.start))
            .or_insert_with(|| cell.clone());
        *range = range.start.min(cell.start)..range.end.max(cell.end);
    }
    lines.values().map(|range| flow.span(range, 1)).collect()
}

/// The nearest line above with as many cells, or one less (the corner), none
/// of them a figure but years.
fn header(flow: &Flow<'_>, line: usize, width: usize) -> Option<(usize, Vec<String>)> {
    for above in (line.saturating_sub(30)..line).rev() {
        let raw = flow.raw(above);
        let cells = if layout::cells(raw).len() >= 2 {
            gap_cells(flow, above)
        } else {
            figure_cells(flow, above)
        };
        let plain = |cell: &Range<usize>| {
            let text = flow.slice(cell.clone());
            !layout::is_figure(text)
                || (text.len() == 4 && (text.starts_with("19") || text.starts_with("20")))
        };
        let fits = cells.len() == width || cells.len() + 1 == width;
        if fits && cells.len() >= 2 && cells.iter().all(plain) {
            let mut headers: Vec<String> = cells
                .iter()
                .map(|cell| flow.slice(cell.clone()).to_owned())
                .collect();
            while headers.len() < width {
                headers.insert(0, String::new());
            }
            return Some((above, headers));
        }
    }
    None
}
