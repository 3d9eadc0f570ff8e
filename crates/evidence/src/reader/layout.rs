//! Fragments -> the lines of a page, in reading order.
//!
//! Nearly every producer writes a page in reading order, so the drawing order
//! is kept where it can be. Three things are repaired:
//!
//! * Cells of one table row that were drawn apart (column by column, or the
//!   values after all labels) are joined to one line, cells two spaces apart,
//!   unless both sides are blocks of running text, which are columns.
//! * Columns of running text (two or three) that were drawn line by line across
//!   all are cut at the gutters and read one after the other, between the
//!   headings that stand over them.
//! * A page drawn in no order (many jumps upwards) is sorted from top to
//!   bottom, and so is one whose lines all stand apart, where only one order
//!   can be meant.

use super::column::{column_of, find_gutters};
use super::row::{BASELINE, CELL_GAP, Fragment, WORD_GAP, Word, merge, same_direction};
use crate::document::Bounds;
use std::collections::BTreeMap;

/// A line of a page with what heading detection needs to know of it.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) bounds: Bounds,
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) hidden: u32,
    /// Words and their places from left to right; none where the line is not
    /// upright.
    pub(crate) words: Vec<Word>,
}

/// Rows of a block from which it is one (a paragraph, a column), not a cell.
const MIN_BLOCK_ROWS: usize = 3;
/// Numbers in sequence from which they are line numbers in a margin.
const MIN_MARGIN_ROWS: usize = 10;
/// Share of jumps upwards from which the drawing order is no reading order.
const MAX_JUMP_SHARE: f64 = 0.22;
/// Share of changes between the columns from which they were drawn across.
const MAX_SWITCH_SHARE: f64 = 0.25;

/// Part of its height by which a line may reach into the one above it.
const MAX_OVERLAP: f32 = 0.4;

type Line = Vec<Fragment>;

/// Lays out a page.
pub(crate) fn rows(fragments: Vec<Fragment>) -> Vec<Row> {
    let fragments = drop_repeated(fragments);
    let gutters = find_gutters(&fragments);
    let lines = if gutters.is_empty() {
        in_order(join_apart(join_neighbours(fragments)))
    } else {
        in_columns(fragments, &gutters)
    };
    lines.iter().filter_map(|line| finish(line)).collect()
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

/// Joins fragments that were drawn one after the other on one baseline.
fn join_neighbours(fragments: Vec<Fragment>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for fragment in fragments {
        match lines.last_mut() {
            Some(line) if line.last().is_some_and(|last| follows(last, &fragment)) => {
                line.push(fragment);
            }
            _ => lines.push(vec![fragment]),
        }
    }
    lines
}

fn follows(last: &Fragment, next: &Fragment) -> bool {
    next.on_baseline_of(last) && next.start >= last.end - 0.6 * last.size
}

/// Joins lines that stand on one baseline and were drawn apart. The joined
/// line stands where the first of its parts was drawn.
fn join_apart(lines: Vec<Line>) -> Vec<Line> {
    let kinds = block_kinds(&lines);
    let mut joined: Vec<(Line, Block)> = Vec::with_capacity(lines.len());
    let mut by_baseline: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (line, kind) in lines.into_iter().zip(kinds) {
        let Some(first) = line.first() else { continue };
        let bucket = (first.baseline / BUCKET).round() as i64;
        let reach = ((first.size * MAX_DRIFT / BUCKET).ceil() as i64).min(MAX_BUCKETS) + 1;
        let home = by_baseline
            .range(bucket - reach..=bucket + reach)
            .flat_map(|(_, indices)| indices.iter().rev().take(MAX_LINES_TRIED))
            .filter(|index| {
                joined
                    .get(**index)
                    .is_some_and(|(old, old_kind)| kind.joins(*old_kind) && fits(old, &line))
            })
            .min();
        if let Some((old, _)) = home.and_then(|index| joined.get_mut(*index)) {
            old.extend(line);
            old.sort_by(|a, b| a.start.total_cmp(&b.start));
        } else {
            by_baseline.entry(bucket).or_default().push(joined.len());
            joined.push((line, kind));
        }
    }
    joined.into_iter().map(|(line, _)| line).collect()
}

/// Width of a bucket of baselines in points, and how many are searched.
const BUCKET: f64 = 2.0;
const MAX_BUCKETS: i64 = 20;
/// Lines tried per bucket, so that a page of a hundred thousand dots on one
/// baseline does not take quadratic time.
const MAX_LINES_TRIED: usize = 32;

/// Whether a line has room in another one on its baseline.
fn fits(old: &[Fragment], line: &[Fragment]) -> bool {
    old.len() + line.len() <= MAX_CELLS && line.iter().all(|new| has_room(old, new))
}

/// Most cells of a line; more is a pattern of dots, not a table.
const MAX_CELLS: usize = 256;
/// Within a line the baseline may drift by so many sizes from end to end.
const MAX_DRIFT: f64 = 0.8;

fn has_room(old: &[Fragment], new: &Fragment) -> bool {
    let slack = 0.3 * new.size;
    // The distance to the closest cell, and its step of the baseline.
    let mut closest = (f64::INFINITY, f64::INFINITY);
    for cell in old {
        let size = cell.size.min(new.size);
        let (distance, step) = if new.start >= cell.end - slack {
            (new.start - cell.end, new.baseline - cell.end_baseline)
        } else if new.end <= cell.start + slack {
            (cell.start - new.end, cell.baseline - new.end_baseline)
        } else {
            return false;
        };
        let alike = same_direction(cell.direction, new.direction)
            && (0.5..=2.0).contains(&(cell.size / new.size));
        if !alike || step.abs() > MAX_DRIFT * size {
            return false;
        }
        if distance < closest.0 {
            closest = (distance, step.abs() / size);
        }
    }
    closest.1 <= BASELINE
}

/// What a stretch of lines drawn one below the other is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    /// Running text: a column of it is not joined with another one.
    Prose,
    /// Line numbers: joined with nothing.
    Margin,
    /// Cells of a table, or lines by themselves.
    Cells,
}

impl Block {
    fn joins(self, other: Self) -> bool {
        self != Self::Margin
            && other != Self::Margin
            && (self == Self::Cells || other == Self::Cells)
    }
}

/// For every line, the kind of block it was drawn in.
fn block_kinds(lines: &[Line]) -> Vec<Block> {
    let mut kinds = Vec::with_capacity(lines.len());
    let mut block: Vec<&Line> = Vec::new();
    for line in lines {
        if block.last().is_some_and(|last| !is_below(last, line)) {
            kinds.extend(std::iter::repeat_n(kind_of(&block), block.len()));
            block.clear();
        }
        block.push(line);
    }
    kinds.extend(std::iter::repeat_n(kind_of(&block), block.len()));
    kinds
}

fn is_below(last: &[Fragment], next: &[Fragment]) -> bool {
    let (Some(a), Some(b)) = (last.first(), next.first()) else {
        return false;
    };
    let end = |line: &[Fragment]| line.last().map_or(0.0, |f| f.end);
    let step = b.baseline - a.baseline;
    let size = a.size.max(b.size);
    step > 0.35 * size && step < 2.6 * size && b.start < end(last) && end(next) > a.start
}

fn kind_of(block: &[&Line]) -> Block {
    if is_margin(block) {
        Block::Margin
    } else if is_prose(block) {
        Block::Prose
    } else {
        Block::Cells
    }
}

/// Line numbers in the margin, as court papers have them: counting up by one.
fn is_margin(block: &[&Line]) -> bool {
    let number = |line: &&Line| match line.as_slice() {
        [fragment] => fragment.text.trim().parse::<u32>().ok(),
        _ => None,
    };
    block.len() >= MIN_MARGIN_ROWS
        && block.windows(2).all(|pair| match pair {
            [a, b] => number(a)
                .and_then(|a| a.checked_add(1))
                .is_some_and(|next| number(b) == Some(next)),
            _ => false,
        })
}

fn is_prose(block: &[&Line]) -> bool {
    let lettered = block.iter().filter(|line| {
        let text = || line.iter().flat_map(|fragment| fragment.text.chars());
        text().filter(|c| c.is_alphabetic()).count() * 2
            > text().filter(|c| !c.is_whitespace()).count()
    });
    block.len() >= MIN_BLOCK_ROWS && lettered.count() * 3 >= block.len() * 2
}

/// Sorts a page that was drawn in no order.
fn in_order(mut lines: Vec<Line>) -> Vec<Line> {
    let upwards = |pair: &[Line]| match pair {
        [a, b] => match (a.first(), b.first()) {
            (Some(a), Some(b)) => b.baseline < a.baseline - 0.5 * a.size.max(b.size),
            _ => false,
        },
        _ => false,
    };
    let jumps = lines.windows(2).filter(|pair| upwards(pair)).count();
    let in_no_order = jumps >= 3 && jumps as f64 > MAX_JUMP_SHARE * lines.len() as f64;
    if in_no_order || (jumps > 0 && stand_apart(&lines)) {
        sort_downwards(&mut lines);
    }
    lines
}

/// Whether no line stands beside another one: then there is one order only.
fn stand_apart(lines: &[Line]) -> bool {
    let mut extents: Vec<(f32, f32)> = lines
        .iter()
        .filter_map(|line| {
            let bounds = line
                .iter()
                .map(|f| f.bounds)
                .reduce(|a, b| merge(Some(a), b))?;
            Some((bounds.top, bounds.bottom))
        })
        .collect();
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    extents.windows(2).all(|pair| match pair {
        [(top, bottom), (next, end)] => {
            let height = (bottom - top).min(end - next);
            *bottom - *next <= MAX_OVERLAP * height
        }
        _ => true,
    })
}

/// Stable: equal places keep their drawing order.
fn sort_downwards(lines: &mut [Line]) {
    let place = |line: &Line| {
        line.first()
            .map_or((0.0, 0.0), |f| (f64::from(f.bounds.bottom), f.start))
    };
    lines.sort_by(|a, b| {
        let ((top_a, left_a), (top_b, left_b)) = (place(a), place(b));
        top_a.total_cmp(&top_b).then(left_a.total_cmp(&left_b))
    });
}

/// A page with gutters: nothing is joined across them, and when it was drawn
/// across, the columns are read from left to right, between the lines that
/// stand over them.
fn in_columns(fragments: Vec<Fragment>, gutters: &[f64]) -> Vec<Line> {
    let mut lines: Vec<(Option<usize>, Line)> = Vec::new();
    for fragment in fragments {
        let column = column_of(&fragment, gutters);
        match lines.last_mut() {
            Some((old, line))
                if *old == column && line.last().is_some_and(|last| follows(last, &fragment)) =>
            {
                line.push(fragment);
            }
            _ => lines.push((column, vec![fragment])),
        }
    }
    let switches = lines
        .windows(2)
        .filter(|pair| matches!(pair, [(a, _), (b, _)] if a != b))
        .count();
    if switches as f64 <= MAX_SWITCH_SHARE * lines.len() as f64 {
        return lines.into_iter().map(|(_, line)| line).collect();
    }
    let mut sorted: Vec<Line> = lines.into_iter().map(|(_, line)| line).collect();
    sort_downwards(&mut sorted);
    let mut out = Vec::with_capacity(sorted.len());
    let mut columns: Vec<Vec<Line>> = vec![Vec::new(); gutters.len() + 1];
    for line in sorted {
        let column = line.first().and_then(|first| column_of(first, gutters));
        if let Some(column) = column.and_then(|column| columns.get_mut(column)) {
            column.push(line);
        } else {
            for column in &mut columns {
                out.append(column);
            }
            out.push(line);
        }
    }
    for column in &mut columns {
        out.append(column);
    }
    out
}

fn finish(line: &[Fragment]) -> Option<Row> {
    let first = line.first()?;
    let mut text = String::new();
    let mut words: Vec<Word> = Vec::new();
    let mut bounds = None;
    let mut end = first.start;
    let mut spaced = false;
    for fragment in line {
        let gap = fragment.start - end;
        let mut more = fragment.words.iter().cloned();
        if !text.is_empty() && gap > CELL_GAP * fragment.size {
            text.push_str("  ");
        } else if !text.is_empty() && (spaced || fragment.spaced || gap > WORD_GAP * fragment.size)
        {
            text.push(' ');
        } else if let Some(word) = words.last_mut()
            && let Some(rest) = more.next()
        {
            word.text.push_str(&rest.text);
            word.right = word.right.max(rest.right);
        }
        words.extend(more);
        spaced = fragment.spaced;
        text.push_str(&fragment.text);
        end = fragment.end;
        bounds = Some(merge(bounds, fragment.bounds));
    }
    Some(Row {
        bounds: bounds.unwrap_or(first.bounds),
        size: line.iter().map(|f| f.size).fold(0.0, f64::max),
        bold: line.iter().all(|f| f.bold),
        hidden: line.iter().map(|f| f.hidden).sum(),
        words: if line.iter().all(Fragment::is_upright) {
            words
        } else {
            Vec::new()
        },
        text,
    })
}
