//! Tables drawn with rules: grids of lines that cross, and the words between
//! them.
//!
//! Lines that touch make a grid; its cells are the rectangles between
//! neighbouring lines, and where a line is missing between two of them they
//! are one. A grid row that holds several lines of figures is as many rows:
//! many tables have rules between their columns only.

use super::cell::{append, cell, is_figure};
use super::found::{Band, Found, MAX_COLUMNS};
use super::shape::ruled_header_rows;
use super::strip::Strip;
use crate::document::Cell;
use crate::reader::row::Word;
use crate::reader::rule::Rule;
use std::collections::BTreeMap;
use std::ops::Range;

/// Lines closer than this many points are one.
const SAME: f64 = 2.0;
/// Pairs of lines compared on one page; more is a drawing.
const MAX_PAIRS: usize = 4_000_000;
/// Most rows of a grid.
const MAX_GRID_ROWS: usize = 1_000;
/// Most grids of a page.
const MAX_GRIDS: usize = 64;
/// Lines of words in a grid row from which it may be several rows.
const MIN_STACKED: usize = 2;

/// The tables on strips of one page that its rules make, in order of their
/// lines.
pub(super) fn find(strips: &[Strip], range: Range<usize>, rules: &[Rule]) -> Vec<Found> {
    let across = merged(rules, true);
    let down = merged(rules, false);
    if across.len() < 2 || down.is_empty() || across.len() * down.len() > MAX_PAIRS {
        return Vec::new();
    }
    let mut found: Vec<Found> = grids(&across, &down)
        .iter()
        .filter_map(|grid| grid.read(strips, range.clone()))
        .collect();
    found.sort_by_key(|table| table.first);
    let mut end = range.start;
    found.retain(|table| {
        let free = table.first >= end;
        if free {
            end = table.last + 1;
        }
        free
    });
    found
}

/// Lines of one direction, those on one line joined where they touch.
fn merged(rules: &[Rule], horizontal: bool) -> Vec<Rule> {
    let mut rules: Vec<Rule> = rules
        .iter()
        .filter(|rule| rule.horizontal == horizontal)
        .copied()
        .collect();
    rules.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut out: Vec<Rule> = Vec::new();
    for line in rules.chunk_by(|a, b| b.at - a.at <= SAME) {
        let mut line = line.to_vec();
        line.sort_by(|a, b| a.from.total_cmp(&b.from));
        let at = line.first().map_or(0.0, |rule| rule.at);
        let mut open: Option<Rule> = None;
        for rule in line {
            match &mut open {
                Some(last) if rule.from <= last.to + SAME => last.to = last.to.max(rule.to),
                _ => out.extend(open.replace(Rule { at, ..rule })),
            }
        }
        out.extend(open);
    }
    out.retain(|rule| rule.to - rule.from > SAME);
    out
}

/// The rectangles between lines that touch.
struct Grid {
    /// Edges of the columns and of the rows.
    xs: Vec<f64>,
    ys: Vec<f64>,
    /// For every cell, row by row: whether a line stands left of it, and
    /// above it.
    left: Vec<bool>,
    above: Vec<bool>,
}

fn grids(across: &[Rule], down: &[Rule]) -> Vec<Grid> {
    // Every line belongs to the group with the smallest index it touches.
    let mut group: Vec<usize> = (0..across.len() + down.len()).collect();
    for (i, a) in across.iter().enumerate() {
        for (j, d) in down.iter().enumerate() {
            let touches = d.at >= a.from - SAME
                && d.at <= a.to + SAME
                && a.at >= d.from - SAME
                && a.at <= d.to + SAME;
            if touches {
                unite(&mut group, i, across.len() + j);
            }
        }
    }
    let mut members: BTreeMap<usize, (Vec<Rule>, Vec<Rule>)> = BTreeMap::new();
    for (i, rule) in across.iter().enumerate() {
        members
            .entry(root(&mut group, i))
            .or_default()
            .0
            .push(*rule);
    }
    for (j, rule) in down.iter().enumerate() {
        let root = root(&mut group, across.len() + j);
        members.entry(root).or_default().1.push(*rule);
    }
    members
        .into_values()
        .filter_map(|(across, down)| Grid::of(&across, &down))
        .take(MAX_GRIDS)
        .collect()
}

fn root(group: &mut [usize], mut at: usize) -> usize {
    while let Some(up) = group.get(at).copied()
        && up != at
    {
        // Path halving keeps the walk short.
        let above = group.get(up).copied().unwrap_or(up);
        if let Some(place) = group.get_mut(at) {
            *place = above;
        }
        at = above;
    }
    at
}

fn unite(group: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(group, a), root(group, b));
    if let Some(place) = group.get_mut(a.max(b)) {
        *place = a.min(b);
    }
}

impl Grid {
    /// None where there are no cells: fewer than two columns or rows.
    fn of(across: &[Rule], down: &[Rule]) -> Option<Self> {
        let ends = |rules: &[Rule]| {
            let from = rules
                .iter()
                .map(|rule| rule.from)
                .fold(f64::INFINITY, f64::min);
            let to = rules
                .iter()
                .map(|rule| rule.to)
                .fold(f64::NEG_INFINITY, f64::max);
            [from, to]
        };
        if across.is_empty() || down.is_empty() {
            return None;
        }
        // Tables without lines at their sides end where the others end.
        let xs = places(down.iter().map(|rule| rule.at).chain(ends(across)));
        let ys = places(across.iter().map(|rule| rule.at).chain(ends(down)));
        let fits = xs.len() >= 3
            && ys.len() >= 2
            && xs.len() <= MAX_COLUMNS + 1
            && ys.len() <= MAX_GRID_ROWS + 1;
        fits.then(|| {
            let cells = (xs.len() - 1) * (ys.len() - 1);
            let mut grid = Self {
                xs,
                ys,
                left: vec![false; cells],
                above: vec![false; cells],
            };
            grid.mark(across, down);
            grid
        })
    }

    fn index(&self, row: usize, column: usize) -> usize {
        row * (self.xs.len() - 1) + column
    }

    /// Notes between which cells the lines stand.
    fn mark(&mut self, across: &[Rule], down: &[Rule]) {
        for rule in down {
            let Some(column) = edge(&self.xs, rule.at) else {
                continue;
            };
            for row in covered(&self.ys, rule) {
                let at = self.index(row, column);
                if let Some(mark) = self.left.get_mut(at).filter(|_| column + 1 < self.xs.len()) {
                    *mark = true;
                }
            }
        }
        for rule in across {
            let Some(row) = edge(&self.ys, rule.at).filter(|row| row + 1 < self.ys.len()) else {
                continue;
            };
            for column in covered(&self.xs, rule) {
                let at = self.index(row, column);
                if let Some(mark) = self.above.get_mut(at) {
                    *mark = true;
                }
            }
        }
    }

    /// Whether a line, or the grid's edge, parts a cell from the one before.
    fn parts(marks: &[bool], at: usize, place: usize) -> bool {
        place == 0 || marks.get(at).copied().unwrap_or(true)
    }

    /// The cell at a place: the first one of those that are one with it.
    fn cell_at(&self, x: f64, y: f64) -> Option<(usize, usize)> {
        let (mut column, mut row) = (slot(&self.xs, x)?, slot(&self.ys, y)?);
        while !Self::parts(&self.left, self.index(row, column), column) {
            column -= 1;
        }
        while !Self::parts(&self.above, self.index(row, column), row) {
            row -= 1;
        }
        Some((row, column))
    }

    fn read(&self, strips: &[Strip], range: Range<usize>) -> Option<Found> {
        let mut cells: Vec<(usize, usize, usize)> = Vec::new();
        let mut words: Vec<&str> = Vec::new();
        for at in range {
            let strip = strips.get(at)?;
            let y = strip.top + 0.6 * (strip.bottom - strip.top);
            let of_word = |word: &Word| self.cell_at(f64::midpoint(word.left, word.right), y);
            // A cell over several rows holds a line by itself; a line that has
            // words in a row's own cells is that row's.
            let own = slot(&self.ys, y);
            let is_own = strip
                .words
                .iter()
                .any(|word| of_word(word).map(|cell| cell.0) == own);
            for word in &strip.words {
                if let (Some((row, column)), Some(own)) = (of_word(word), own) {
                    cells.push((at, if is_own { own } else { row }, column));
                    words.push(&word.text);
                }
            }
        }
        let (first, last) = (cells.first()?.0, cells.last()?.0);
        // Every word of the lines between stands in the grid, or the lines
        // are not the table's alone.
        let all: usize = strips
            .get(first..=last)?
            .iter()
            .map(|strip| strip.words.len())
            .sum();
        if words.len() * 10 < all * 9 {
            return None;
        }
        let rows = self.rows(strips, &cells, &words);
        let (rows, bands) = drop_empty(rows, &self.xs);
        let bold = |at: usize| strips.get(at).is_some_and(|strip| strip.bold);
        let head = ruled_header_rows(&rows, bold(first) && !bold(last));
        let filled =
            |row: &&Vec<Cell>| row.iter().filter(|cell| !cell.text.is_empty()).count() >= 2;
        let enough = rows.iter().filter(filled).count();
        let width = rows.first().map_or(0, Vec::len);
        (width >= 2 && enough >= 2 && enough * 2 >= rows.len()).then_some(Found {
            first,
            last,
            header_rows: head,
            rows,
            bands,
        })
    }

    /// The rows of the grid, those with stacked lines cut.
    fn rows(
        &self,
        strips: &[Strip],
        cells: &[(usize, usize, usize)],
        words: &[&str],
    ) -> Vec<Vec<Cell>> {
        let columns = self.xs.len() - 1;
        let mut by_row: BTreeMap<usize, Vec<(usize, usize, &str)>> = BTreeMap::new();
        for ((strip, row, column), word) in cells.iter().zip(words) {
            by_row
                .entry(*row)
                .or_default()
                .push((*strip, *column, word));
        }
        let line = |at: usize| strips.get(at).map_or(0, |strip| strip.line);
        let mut rows = Vec::new();
        let top = |at: usize| strips.get(at).map_or(0.0, |strip| strip.top);
        for mut words in by_row.into_values() {
            // Cells drawn one after the other read from top to bottom.
            words.sort_by(|a, b| top(a.0).total_cmp(&top(b.0)));
            let lines: Vec<Vec<Cell>> = words
                .chunk_by(|a, b| a.0 == b.0)
                .map(|words| {
                    let at = words.first().map_or(0, |word| line(word.0));
                    let mut row = vec![cell("", at); columns];
                    for (_, column, word) in words {
                        if let Some(cell) = row.get_mut(*column) {
                            append(cell, word, at);
                        }
                    }
                    row
                })
                .collect();
            if is_stacked(&lines) {
                rows.extend(lines);
            } else {
                rows.extend(lines.into_iter().reduce(|mut row, more| {
                    for (old, new) in row.iter_mut().zip(more) {
                        append(old, &new.text, new.line_start);
                    }
                    row
                }));
            }
        }
        rows
    }
}

/// Lines in one grid row that are rows themselves: each has a label and
/// figures.
fn is_stacked(lines: &[Vec<Cell>]) -> bool {
    let filled = |row: &Vec<Cell>| row.iter().filter(|cell| !cell.text.is_empty()).count();
    let is_row =
        |row: &&Vec<Cell>| filled(row) >= 2 && row.iter().skip(1).any(|cell| is_figure(&cell.text));
    let is_label =
        |row: &Vec<Cell>| filled(row) == 1 && row.first().is_some_and(|cell| !cell.text.is_empty());
    let rows = lines.iter().filter(is_row).count();
    rows >= MIN_STACKED && lines.iter().all(|line| is_row(&line) || is_label(line))
}

/// Distinct places in order.
fn places(places: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = places.filter(|place| place.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup_by(|b, a| *b - *a <= SAME);
    sorted
}

/// The place that a line stands at.
fn edge(places: &[f64], at: f64) -> Option<usize> {
    places.iter().position(|place| (place - at).abs() <= SAME)
}

/// The intervals whose middle a line covers.
fn covered(places: &[f64], rule: &Rule) -> Vec<usize> {
    let middles = places.windows(2).map(|pair| match pair {
        [a, b] => f64::midpoint(*a, *b),
        _ => f64::NAN,
    });
    (0..)
        .zip(middles)
        .filter(|(_, middle)| rule.from <= *middle && *middle <= rule.to)
        .map(|(at, _)| at)
        .collect()
}

/// The interval a place stands in.
fn slot(places: &[f64], at: f64) -> Option<usize> {
    let behind = places.partition_point(|place| *place <= at);
    (behind > 0 && behind < places.len()).then(|| behind - 1)
}

/// Without the rows and columns that hold nothing.
fn drop_empty(rows: Vec<Vec<Cell>>, xs: &[f64]) -> (Vec<Vec<Cell>>, Vec<Band>) {
    let columns = xs.len().saturating_sub(1);
    let kept: Vec<usize> = (0..columns)
        .filter(|at| {
            rows.iter()
                .any(|row| row.get(*at).is_some_and(|cell| !cell.text.is_empty()))
        })
        .collect();
    let bands = kept
        .iter()
        .filter_map(|at| Some((*xs.get(*at)?, *xs.get(at + 1)?)))
        .collect();
    let rows = rows
        .into_iter()
        .map(|row| kept.iter().filter_map(|at| row.get(*at).cloned()).collect())
        .collect();
    (rows, bands)
}
