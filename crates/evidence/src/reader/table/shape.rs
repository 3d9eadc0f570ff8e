//! Whether rows and columns are a table, and which rows head it.

use super::cell::{append, is_date, is_figure, is_filler, is_heading, is_mark};
use super::found::Band;
use crate::document::Cell;

/// Share of a column's values that are codes where it is one of codes.
const CODED: f64 = 0.7;
/// Rows of two cells that a table without headings needs.
const MIN_ROWS: usize = 3;
/// Share of a column's values that are figures where it is one of figures.
const MIN_FIGURE_SHARE: f64 = 0.6;
/// Share of rows with two cells; below it, labels are most of it.
const MIN_FILLED_SHARE: f64 = 0.5;
/// Average words in a cell of a table of words.
const MAX_AVERAGE_WORDS: f64 = 8.0;
/// Share of a column's pieces that line up on an edge or in the middle.
const MIN_ALIGNED: f64 = 0.6;
/// The same where places are characters.
const MIN_ALIGNED_FIXED: f64 = 0.75;
/// How far from the line they may stand, in letters.
const ALIGNED: f64 = 1.3;
/// Entries from which ascending page numbers are a table of contents.
const MIN_CONTENTS: usize = 3;
/// Share of labels that are marks of a list, or end with a colon.
const MOST: f64 = 0.6;

/// The column of a list's marks belongs to the words behind it.
pub(super) fn merge_marks(
    rows: Vec<Vec<Cell>>,
    mut bands: Vec<Band>,
) -> (Vec<Vec<Cell>>, Vec<Band>) {
    let column = || {
        rows.iter()
            .filter_map(|row| row.first())
            .filter(|cell| !cell.text.is_empty())
    };
    let marks = column().filter(|cell| is_mark(&cell.text)).count();
    if bands.len() < 2 || marks == 0 || marks as f64 <= MOST * column().count() as f64 {
        return (rows, bands);
    }
    let first = bands.remove(0);
    if let Some(next) = bands.first_mut() {
        next.0 = first.0;
    }
    let rows = rows
        .into_iter()
        .map(|mut row| {
            let mark = row.remove(0);
            if let Some(next) = row.first_mut() {
                let mut joined = mark;
                append(&mut joined, &next.text, next.line_start);
                joined.line_end = joined.line_end.max(next.line_end);
                *next = joined;
            }
            row
        })
        .collect();
    (rows, bands)
}

/// How many of the first rows are headings: words and dates over columns of
/// figures.
pub(super) fn header_rows(rows: &[Vec<Cell>]) -> usize {
    let values = |row: &'_ [Cell]| -> Vec<String> {
        let filled = row.iter().skip(1).filter(|cell| !cell.text.is_empty());
        filled.map(|cell| cell.text.clone()).collect()
    };
    let heads = |row: &Vec<Cell>| {
        let values = values(row);
        !values.is_empty()
            && values.iter().all(|text| is_heading(text))
            && !values.iter().all(|text| is_filler(text) && !is_unit(text))
    };
    let count = rows.iter().take_while(|row| heads(row)).count();
    let figures = rows
        .iter()
        .skip(count)
        .flat_map(|row| values(row))
        .filter(|text| is_figure(text))
        .count();
    if figures > 0 && count <= 6 { count } else { 0 }
}

/// `£`: the unit of a column.
fn is_unit(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '$' | '€' | '£' | '¥' | '%' | '#'))
}

/// What is known of one column's values.
struct Column {
    filled: usize,
    figures: usize,
    codes: usize,
    words: usize,
}

impl Column {
    fn of(body: &[Vec<Cell>], at: usize) -> Self {
        let mut column = Self {
            filled: 0,
            figures: 0,
            codes: 0,
            words: 0,
        };
        for text in body
            .iter()
            .filter_map(|row| row.get(at))
            .map(|cell| cell.text.as_str())
        {
            column.filled += usize::from(!text.is_empty());
            column.figures += usize::from(is_figure(text) || is_filler(text));
            column.codes += usize::from(is_code(text));
            column.words += text.split_whitespace().count();
        }
        column
    }

    fn average(&self) -> f64 {
        self.words as f64 / self.filled.max(1) as f64
    }

    fn is_figures(&self) -> bool {
        self.figures >= 2 && self.figures as f64 >= MIN_FIGURE_SHARE * self.filled as f64
    }
}

/// `GV.OC`, `EUR`, `A-12`: one word of capitals and digits.
fn is_code(text: &str) -> bool {
    text.chars().count() >= 2
        && text.chars().any(char::is_alphanumeric)
        && !text.chars().any(|c| c.is_lowercase() || c.is_whitespace())
}

/// How places are to be compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// About the width of a letter.
    pub(super) unit: f64,
    /// Places are characters: what lines up does so exactly.
    pub(super) fixed: bool,
}

/// Whether the first row is words over a column of codes.
pub(super) fn heads_codes(rows: &[Vec<Cell>]) -> bool {
    let Some((first, body)) = rows.split_first() else {
        return false;
    };
    let coded = |at: usize| {
        let column = Column::of(body, at);
        column.codes >= 2
            && column.codes as f64 >= CODED * column.filled as f64
            && first.get(at).is_some_and(|cell| !is_code(&cell.text))
    };
    first
        .iter()
        .all(|cell| !cell.text.is_empty() && !is_figure(&cell.text))
        && (1..first.len()).any(coded)
}

/// Judges rows found by their columns. `edges` are the extents of every
/// column's pieces.
pub(super) fn is_table(
    rows: &[Vec<Cell>],
    header_rows: usize,
    bold_header: bool,
    edges: &[Vec<Band>],
    room: Room,
) -> bool {
    let body = rows.get(header_rows..).unwrap_or_default();
    let width = rows.first().map_or(0, Vec::len);
    let filled = |row: &&Vec<Cell>| row.iter().filter(|cell| !cell.text.is_empty()).count() >= 2;
    let rows_filled = body.iter().filter(filled).count();
    if width < 2
        || rows_filled < 2
        || (rows_filled as f64) < MIN_FILLED_SHARE * body.len() as f64
        || is_form(body)
        || repeats(body)
        || (room.fixed && never_meet(body))
        || is_contents(body)
    {
        return false;
    }
    let columns: Vec<Column> = (0..width).map(|at| Column::of(body, at)).collect();
    let figures = columns
        .iter()
        .skip(1)
        .filter(|column| column.is_figures())
        .count();
    let aligned = edges
        .iter()
        .skip(1)
        .filter(|edges| edges.len() > 1)
        .all(|edges| is_aligned(edges, room));
    if figures > 0 && has_figure(body) {
        let prose = columns
            .iter()
            .any(|column| column.average() > 2.0 * MAX_AVERAGE_WORDS);
        return aligned && !prose && (rows_filled >= MIN_ROWS || header_rows > 0);
    }
    let coded = columns
        .iter()
        .skip(1)
        .any(|column| column.codes >= 2 && column.codes as f64 >= CODED * column.filled as f64);
    let dense = width >= 3
        && columns
            .iter()
            .all(|column| column.filled * 10 >= body.len() * 7);
    aligned
        && rows_filled >= MIN_ROWS
        && columns
            .iter()
            .all(|column| column.average() <= MAX_AVERAGE_WORDS)
        && !runs_on(body)
        && (bold_header || coded || dense)
}

fn has_figure(body: &[Vec<Cell>]) -> bool {
    body.iter()
        .flat_map(|row| row.iter().skip(1))
        .filter(|cell| is_figure(&cell.text))
        .count()
        >= 2
}

/// Labels with colons and what is filled in.
fn is_form(body: &[Vec<Cell>]) -> bool {
    let labels = || {
        body.iter()
            .filter_map(|row| row.first())
            .filter(|cell| !cell.text.is_empty())
    };
    let colons = labels().filter(|cell| cell.text.ends_with(':')).count();
    let values = body
        .iter()
        .any(|row| row.iter().skip(2).any(|cell| !cell.text.is_empty()));
    let first_only = labels().count() > 0 && colons as f64 >= MOST * labels().count() as f64;
    first_only && !values
}

/// A form filled in side by side: `Signature  Signature`.
fn repeats(body: &[Vec<Cell>]) -> bool {
    let same = |row: &&Vec<Cell>| match row.as_slice() {
        [a, b] => !a.text.is_empty() && a.text.eq_ignore_ascii_case(&b.text),
        _ => false,
    };
    body.iter().filter(same).count() * 2 >= body.len()
}

/// Two neighbouring columns of which no row has both: one column that does
/// not line up, in a text whose places say little.
fn never_meet(body: &[Vec<Cell>]) -> bool {
    let width = body.first().map_or(0, Vec::len);
    (0..width.saturating_sub(1)).any(|at| {
        !body.iter().any(|row| {
            row.get(at..at + 2)
                .is_some_and(|pair| pair.iter().all(|cell| !cell.text.is_empty()))
        })
    })
}

/// Titles with page numbers that ascend.
fn is_contents(body: &[Vec<Cell>]) -> bool {
    let last = || {
        body.iter()
            .filter_map(|row| row.last())
            .filter(|cell| !cell.text.is_empty())
    };
    let pages: Vec<u32> = last().filter_map(|cell| cell.text.parse().ok()).collect();
    let values = body
        .iter()
        .flat_map(|row| row.iter().skip(1).take(row.len().saturating_sub(2)))
        .any(|cell| is_figure(&cell.text));
    pages.len() >= MIN_CONTENTS
        && !values
        && pages.len() * 4 >= last().count() * 3
        && pages.iter().all(|page| *page < 1000)
        && pages.is_sorted()
}

/// Running text in columns: cells that go on in the cell below.
fn runs_on(body: &[Vec<Cell>]) -> bool {
    let mut pairs = 0_usize;
    let mut going_on = 0_usize;
    for pair in body.windows(2) {
        let [above, below] = pair else { continue };
        for (above, below) in above.iter().zip(below) {
            if !above.text.is_empty() && !below.text.is_empty() {
                pairs += 1;
                let open = !above.text.ends_with(['.', ':', ';', '!', '?']);
                going_on += usize::from(open && below.text.starts_with(char::is_lowercase));
            }
        }
    }
    going_on * 10 > pairs * 3
}

/// Whether pieces line up on the left, on the right or in the middle.
fn is_aligned(edges: &[Band], room: Room) -> bool {
    let (share, tolerance) = if room.fixed {
        (MIN_ALIGNED_FIXED, 0.5)
    } else {
        (MIN_ALIGNED, ALIGNED * room.unit)
    };
    let line = |place: fn(&Band) -> f64| {
        let mut places: Vec<f64> = edges.iter().map(place).collect();
        places.sort_by(f64::total_cmp);
        let median = places.get(places.len() / 2).copied().unwrap_or(0.0);
        places
            .iter()
            .filter(|at| (**at - median).abs() <= tolerance)
            .count() as f64
    };
    let enough = share * edges.len() as f64;
    line(|band| band.0) >= enough
        || line(|band| band.1) >= enough
        || line(|band| f64::midpoint(band.0, band.1)) >= enough
}

/// Headings of a ruled table: as [`header_rows`], or one row of words over
/// rows of longer or coded cells.
pub(super) fn ruled_header_rows(rows: &[Vec<Cell>], bold: bool) -> usize {
    let by_figures = header_rows(rows);
    if by_figures > 0 || rows.len() < 2 {
        return by_figures;
    }
    let full = rows.first().is_some_and(|row| {
        row.iter().all(|cell| {
            !cell.text.is_empty()
                && (!is_figure(&cell.text) || is_date(&cell.text))
                && !cell.text.ends_with(':')
                && cell.text.split_whitespace().count() <= 6
        })
    });
    usize::from(bold || (full && rows.len() >= 3))
}
