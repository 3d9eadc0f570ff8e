//! Fragments -> the lines of a page, in reading order.

use super::row::{Fragment, merge};
use crate::document::Bounds;

/// A line of a page with what heading detection needs to know of it.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) bounds: Bounds,
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) hidden: u32,
}

/// Lays out a page.
pub(crate) fn rows(fragments: Vec<Fragment>) -> Vec<Row> {
    let mut rows: Vec<Vec<Fragment>> = Vec::new();
    for fragment in drop_repeated(fragments) {
        match rows.last_mut() {
            Some(row) if continues(row, &fragment) => row.push(fragment),
            _ => rows.push(vec![fragment]),
        }
    }
    rows.into_iter().filter_map(|row| finish(&row)).collect()
}

/// Text drawn twice almost in place (a poor man's bold, a shadow) is one text.
fn drop_repeated(fragments: Vec<Fragment>) -> Vec<Fragment> {
    const WINDOW: usize = 8;
    let mut kept: Vec<Fragment> = Vec::new();
    for fragment in fragments {
        let close = fragment.size * 0.15;
        let twin = kept.iter_mut().rev().take(WINDOW).find(|old| {
            old.text == fragment.text
                && (old.start - fragment.start).abs() < close
                && (old.baseline - fragment.baseline).abs() < close
        });
        match twin {
            Some(old) => old.bold = true,
            None => kept.push(fragment),
        }
    }
    kept
}

fn continues(row: &[Fragment], next: &Fragment) -> bool {
    row.last().is_some_and(|last| next.on_baseline_of(last) && next.start >= last.end - 0.6 * last.size)
}

fn finish(row: &[Fragment]) -> Option<Row> {
    let first = row.first()?;
    let mut text = String::new();
    let mut bounds = None;
    for fragment in row {
        if !text.is_empty() {
            text.push_str("  ");
        }
        text.push_str(&fragment.text);
        bounds = Some(merge(bounds, fragment.bounds));
    }
    Some(Row {
        text,
        bounds: bounds.unwrap_or(first.bounds),
        size: row.iter().map(|f| f.size).fold(0.0, f64::max),
        bold: row.iter().all(|f| f.bold),
        hidden: row.iter().map(|f| f.hidden).sum(),
    })
}
