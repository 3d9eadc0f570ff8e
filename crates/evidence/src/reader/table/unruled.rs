//! Tables without rules: rows whose cells stand below one another.
//!
//! A table grows downwards from a line with cells as long as the next line's
//! cells fall into its columns. Labels on lines of their own are held until a
//! row follows. Then headings are looked for upwards, lines that only go on
//! with the row above are joined to it, and [`shape`](super::shape) judges
//! whether the result is a table at all.

use super::cell::{Piece, append, cell, is_figure, is_heading, is_prefix, is_suffix, pieces};
use super::found::{Band, Found, MAX_COLUMNS};
use super::rows::{Draft, join_rows};
use super::shape::{Room, header_rows, heads_codes, is_table, merge_marks};
use super::strip::Strip;
use crate::document::Cell;
use crate::reader::row::Word;
use std::ops::Range;

/// Most strips of one table; what is longer is several.
const MAX_STRIPS: usize = 4_000;
/// Lines without cells that may stand between two rows.
const MAX_LOOSE: usize = 4;
/// Longest of them, in words.
const MAX_LOOSE_WORDS: usize = 12;
/// Lines of headings above the first row.
const MAX_HEADER_STRIPS: usize = 5;
/// Distance between lines, in lines, that ends a table.
const MAX_STEP: f64 = 2.5;
/// The same where the next line is a row of the same columns.
const MAX_ROW_STEP: f64 = 5.0;
/// Two extents that share less than this, in letters, do not stand below one
/// another.
const SLACK: f64 = 0.3;
/// Gap, in letters, at which a line of headings may be cut between columns.
const HEADING_GAP: f64 = 1.2;

/// The tables on strips of one page.
pub(super) fn find(strips: &[Strip], range: Range<usize>) -> Vec<Found> {
    let Some(area) = strips.get(range.clone()) else {
        return Vec::new();
    };
    let page = Page {
        strips: area,
        lines: area.iter().map(|strip| joined(pieces(strip))).collect(),
    };
    let mut tables = Vec::new();
    let (mut at, mut floor) = (0, 0);
    while at < area.len() {
        if page.pieces(at).len() < 2 || page.only_heads(at) {
            at += 1;
            continue;
        }
        let run = page.grow(at);
        if let Some(mut found) = page.build(floor, &run) {
            at = found.last + 1;
            floor = at;
            found.first += range.start;
            found.last += range.start;
            tables.push(found);
        } else {
            // A quarter of a long run is passed over, so that a file made of
            // runs that are no tables takes no quadratic time.
            at += ((run.last - run.first) / 4).max(1);
        }
    }
    tables
}

/// A currency's sign set apart from its figure is one cell with it, and so
/// is a percent sign behind it.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let joins = out.last().is_some_and(|last| {
            (is_prefix(&last.text)
                && (is_figure(&piece.text) || piece.text.starts_with(['-', '–', '—'])))
                || (is_suffix(&piece.text) && is_figure(&last.text))
        });
        match out.last_mut() {
            Some(last) if joins => {
                last.text.push(' ');
                last.text.push_str(&piece.text);
                last.right = piece.right;
                last.words.extend(piece.words);
            }
            _ => out.push(piece),
        }
    }
    out
}

struct Page<'a> {
    strips: &'a [Strip],
    lines: Vec<Vec<Piece>>,
}

/// Lines whose cells stand below one another.
struct Run {
    first: usize,
    last: usize,
    bands: Vec<Band>,
}

impl Page<'_> {
    fn pieces(&self, at: usize) -> &[Piece] {
        self.lines.get(at).map_or(&[], Vec::as_slice)
    }

    fn unit(&self, at: usize) -> f64 {
        self.strips.get(at).map_or(1.0, |strip| strip.unit)
    }

    /// Whether the line `next` stands apart from the one before it.
    fn breaks_off(&self, next: usize) -> bool {
        self.is_apart(next, MAX_STEP)
    }

    /// Whether two lines of headings belong together: cells of several lines
    /// may be drawn beside one of one line.
    fn is_near(&self, next: usize) -> bool {
        let above = next.checked_sub(1).and_then(|at| self.strips.get(at));
        let (Some(above), Some(below)) = (above, self.strips.get(next)) else {
            return false;
        };
        let height = (above.bottom - above.top).max(below.bottom - below.top);
        (f64::midpoint(below.top, below.bottom) - f64::midpoint(above.top, above.bottom)).abs()
            <= MAX_STEP * height
    }

    /// Whether a line stands more than so many lines below the one before
    /// it, or above it.
    fn is_apart(&self, next: usize, steps: f64) -> bool {
        let (Some(above), Some(below)) = (
            next.checked_sub(1).and_then(|at| self.strips.get(at)),
            self.strips.get(next),
        ) else {
            return true;
        };
        let height = (above.bottom - above.top).max(below.bottom - below.top);
        below.top < above.top - 0.5 * height || below.top - above.bottom > (steps - 1.0) * height
    }

    /// Whether a line with cells holds headings and the next one figures: the
    /// columns are where the figures stand.
    fn only_heads(&self, at: usize) -> bool {
        let heads = |at: usize| {
            self.pieces(at)
                .iter()
                .skip(1)
                .all(|piece| is_heading(&piece.text))
        };
        let next = (at + 1..self.strips.len())
            .take(MAX_LOOSE)
            .take_while(|next| !self.is_apart(*next, MAX_ROW_STEP))
            .find(|next| self.pieces(*next).len() >= 2);
        heads(at) && next.is_some_and(|next| !heads(next))
    }

    fn grow(&self, first: usize) -> Run {
        let mut bands: Vec<Band> = self
            .pieces(first)
            .iter()
            .map(|p| (p.left, p.right))
            .collect();
        let mut last = first;
        let (mut loose, mut blank) = (0, 0);
        for at in first + 1..self.strips.len() {
            let steps = if self.pieces(at).len() > 1 {
                MAX_ROW_STEP
            } else {
                MAX_STEP
            };
            if last - first >= MAX_STRIPS || self.is_apart(at, steps) {
                break;
            }
            match self.pieces(at) {
                [] => blank += 1,
                // A total without a label, right below its column.
                [one] if is_total(&bands, one, self.unit(at)) && last + 1 == at => last = at,
                [one] if is_loose(one) => loose += 1,
                [_] => break,
                row => match fit(&bands, row, self.unit(at)) {
                    Some(wider) => {
                        bands = wider;
                        (last, loose, blank) = (at, 0, 0);
                    }
                    None => break,
                },
            }
            if blank > 1 || loose > MAX_LOOSE {
                break;
            }
        }
        Run { first, last, bands }
    }

    fn build(&self, floor: usize, run: &Run) -> Option<Found> {
        if run.bands.len() < 2 || run.bands.len() > MAX_COLUMNS {
            return None;
        }
        let (heads, first) = self.headers(floor, run);
        let mut drafts = heads;
        for at in run.first..=run.last {
            drafts.extend(self.draft(at, &run.bands));
        }
        let rows: Vec<Vec<Cell>> = join_rows(drafts, self.strips);
        let (rows, bands) = merge_marks(rows, run.bands.clone());
        let head = header_rows(&rows);
        let bold = self.is_bold_above(first, run);
        let head = if head == 0 && (bold || heads_codes(&rows)) {
            1
        } else {
            head
        };
        let room = Room {
            unit: self.unit(run.first),
            fixed: self.strips.get(run.first).is_some_and(|strip| strip.fixed),
        };
        is_table(&rows, head, bold, &self.edges(run), room).then_some(Found {
            first,
            last: run.last,
            header_rows: head,
            rows,
            bands,
        })
    }

    /// Whether the first line is bold and the others are not.
    fn is_bold_above(&self, first: usize, run: &Run) -> bool {
        let bold = |at: usize| self.strips.get(at).is_some_and(|strip| strip.bold);
        let below = (first + 1..=run.last).filter(|at| bold(*at)).count();
        bold(first) && below * 3 <= run.last - first
    }

    /// Left and right edges of every column's pieces.
    fn edges(&self, run: &Run) -> Vec<Vec<Band>> {
        let mut edges = vec![Vec::new(); run.bands.len()];
        for at in run.first..=run.last {
            let row = self.pieces(at);
            if row.len() < 2 {
                continue;
            }
            for (band, piece) in place(&run.bands, row, self.unit(at)).unwrap_or_default() {
                if let Some(edges) = edges.get_mut(band) {
                    edges.push((piece.left, piece.right));
                }
            }
        }
        edges
    }

    /// One line as a row, a cell for every band.
    fn draft(&self, at: usize, bands: &[Band]) -> Option<Draft> {
        let pieces = self.pieces(at);
        let line = self.strips.get(at)?.line;
        let mut cells = vec![cell("", line); bands.len()];
        if let [one] = pieces {
            append(cells.get_mut(band_of(bands, one))?, &one.text, line);
        } else {
            for (band, piece) in place(bands, pieces, self.unit(at))? {
                append(cells.get_mut(band)?, &piece.text, line);
            }
        }
        (!pieces.is_empty()).then_some(Draft {
            cells,
            strip: at,
            loose: pieces.len() == 1,
        })
    }

    /// Lines of headings above a run, from top to bottom, and where the table
    /// then begins.
    fn headers(&self, floor: usize, run: &Run) -> (Vec<Draft>, usize) {
        let mut heads = Vec::new();
        let mut first = run.first;
        while first > floor && heads.len() < MAX_HEADER_STRIPS && self.is_near(first) {
            if let Some(head) = self.header(first - 1, &run.bands) {
                heads.push(head);
                first -= 1;
            } else if let Some((label, head)) = self.header_over_label(first - 1, floor, &run.bands)
            {
                heads.extend([label, head]);
                first -= 2;
            } else {
                break;
            }
        }
        heads.reverse();
        (heads, first)
    }

    /// The headings above the label of the first group of rows.
    fn header_over_label(&self, at: usize, floor: usize, bands: &[Band]) -> Option<(Draft, Draft)> {
        let [label] = self.pieces(at) else {
            return None;
        };
        let above = at
            .checked_sub(1)
            .filter(|above| *above >= floor && !self.breaks_off(at))?;
        let fits = is_loose(label) && band_of(bands, label) == 0;
        let head = self.header(above, bands).filter(|_| fits)?;
        Some((self.draft(at, bands)?, head))
    }

    /// A line as column headings; one over several columns stands in each.
    fn header(&self, at: usize, bands: &[Band]) -> Option<Draft> {
        let pieces = self.pieces(at);
        let strip = self.strips.get(at)?;
        let (label, whole) = (bands.first()?, (bands.first()?.0, bands.last()?.1));
        let room = 4.0 * strip.unit;
        let short = strip.words.len() <= 4 * bands.len() + 4;
        let inside = |p: &Piece| {
            (p.left >= whole.0 - room && p.right <= whole.1 + room)
                || overlapped(bands, p.left, p.right, strip.unit).len() == 1
        };
        if pieces.is_empty() || !short || !pieces.iter().all(|p| inside(p) && is_heading(&p.text)) {
            return None;
        }
        if let [one] = pieces
            && (one.left < label.1 - SLACK * strip.unit
                || one.text.ends_with(['.', ':']) && one.words.len() > 3)
        {
            return None;
        }
        let mut cells = vec![cell("", strip.line); bands.len()];
        for piece in pieces.iter().flat_map(|p| cut(p, HEADING_GAP * strip.unit)) {
            let mut over = overlapped(bands, piece.left, piece.right, strip.unit);
            if over.is_empty() {
                over.push(nearest(bands, &piece));
            }
            // A title over label and values is no column's heading.
            if over.len() > 1 && over.first() == Some(&0) {
                return None;
            }
            for band in over {
                append(cells.get_mut(band)?, &piece.text, strip.line);
            }
        }
        Some(Draft {
            cells,
            strip: at,
            loose: false,
        })
    }
}

/// A figure below one of the columns of figures.
fn is_total(bands: &[Band], piece: &Piece, unit: f64) -> bool {
    let over = overlapped(bands, piece.left, piece.right, unit);
    is_figure(&piece.text)
        && matches!(over.as_slice(), [band] if *band > 0 && bands.get(*band).is_some_and(|band| (band.1 - piece.right).abs() <= HEADING_GAP * unit))
}

/// A label, or a word or two of a cell: no sentence.
fn is_loose(piece: &Piece) -> bool {
    let words = piece.words.len();
    words <= MAX_LOOSE_WORDS && !(words > 6 && piece.text.ends_with(['.', ':']))
}

/// Cuts a piece where its words stand farther apart than `gap`.
fn cut(piece: &Piece, gap: f64) -> Vec<Piece> {
    let far = |a: &Word, b: &Word| b.left - a.right <= gap;
    piece
        .words
        .chunk_by(far)
        .filter_map(|words| Piece::of(words.to_vec()))
        .collect()
}

/// The bands that an extent stands over.
fn overlapped(bands: &[Band], left: f64, right: f64, unit: f64) -> Vec<usize> {
    let shared = |band: &Band| band.1.min(right) - band.0.max(left);
    (0..bands.len())
        .filter(|at| {
            bands
                .get(*at)
                .is_some_and(|band| shared(band) > SLACK * unit)
        })
        .collect()
}

fn nearest(bands: &[Band], piece: &Piece) -> usize {
    let middle = f64::midpoint(piece.left, piece.right);
    let distance = |band: &Band| (band.0 - middle).max(middle - band.1).max(0.0);
    (0..bands.len())
        .min_by(|a, b| {
            let of = |at: &usize| bands.get(*at).map_or(f64::INFINITY, distance);
            of(a).total_cmp(&of(b))
        })
        .unwrap_or(0)
}

/// The band of a piece that stands alone on its line: where it begins.
fn band_of(bands: &[Band], piece: &Piece) -> usize {
    let over = overlapped(bands, piece.left, piece.right, 0.0);
    over.first()
        .copied()
        .unwrap_or_else(|| nearest(bands, piece))
}

/// Whether a label is so long that it pushes all cells of its row aside: then
/// their number says where they belong.
fn runs_over(bands: &[Band], row: &[Piece]) -> bool {
    row.len() == bands.len()
        && row.len() > 2
        && row.first().is_some_and(|label| {
            !is_figure(&label.text) && bands.get(1).is_some_and(|band| label.right > band.1)
        })
}

/// The pieces of a row with their bands; none where two stand in one, or one
/// in two. A label that runs into empty columns stands in the first.
fn place(bands: &[Band], row: &[Piece], unit: f64) -> Option<Vec<(usize, Piece)>> {
    if runs_over(bands, row) {
        return Some(row.iter().cloned().enumerate().collect());
    }
    let mut placed: Vec<(usize, Piece)> = Vec::with_capacity(row.len());
    for (index, piece) in row.iter().enumerate() {
        let over = overlapped(bands, piece.left, piece.right, unit);
        match over.as_slice() {
            [] => placed.push((nearest(bands, piece), piece.clone())),
            [one] => placed.push((*one, piece.clone())),
            [first, .., last] => {
                let clear = row
                    .get(index + 1)
                    .is_none_or(|next| bands.get(*last).is_some_and(|band| next.left > band.1));
                if index == 0 && clear && !is_figure(&piece.text) {
                    placed.push((*first, piece.clone()));
                } else {
                    placed.extend(split(bands, piece, unit)?);
                }
            }
        }
    }
    let apart = placed.windows(2).all(|pair| match pair {
        [(a, _), (b, _)] => a < b,
        _ => true,
    });
    apart.then_some(placed)
}

/// Cuts a piece over several bands between its words.
fn split(bands: &[Band], piece: &Piece, unit: f64) -> Option<Vec<(usize, Piece)>> {
    let mut parts: Vec<(usize, Vec<Word>)> = Vec::new();
    for word in &piece.words {
        let over = overlapped(bands, word.left, word.right, unit);
        let band = match (over.as_slice(), parts.last()) {
            ([one], _) => *one,
            ([], Some((band, _))) => *band,
            _ => return None,
        };
        match parts.last_mut() {
            Some((old, words)) if *old == band => words.push(word.clone()),
            _ => parts.push((band, vec![word.clone()])),
        }
    }
    parts
        .into_iter()
        .map(|(band, words)| Some((band, Piece::of(words)?)))
        .collect()
}

/// The bands with a further row in them; none where it does not fit.
fn fit(bands: &[Band], row: &[Piece], unit: f64) -> Option<Vec<Band>> {
    let mut wider = bands.to_vec();
    if runs_over(bands, row) {
        return Some(wider);
    }
    let mut fresh = Vec::new();
    for piece in row {
        if overlapped(bands, piece.left, piece.right, unit).is_empty() {
            fresh.push((piece.left, piece.right));
        }
    }
    wider.extend(fresh);
    wider.sort_by(|a, b| a.0.total_cmp(&b.0));
    if wider.len() > MAX_COLUMNS {
        return None;
    }
    for (band, piece) in place(&wider, row, unit)? {
        let alone = overlapped(&wider, piece.left, piece.right, unit).len() <= 1;
        if let Some(band) = wider.get_mut(band)
            && alone
        {
            *band = (band.0.min(piece.left), band.1.max(piece.right));
        }
    }
    Some(wider)
}
