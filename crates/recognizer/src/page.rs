//! The lines of passages as rows of cells, for what is told by where a value stands in a table.
//!
//! ```text
//! | Lease begins | 1 March 2024 |      cells by their number between bars or tabs
//! Lease begins     1 March 2024        cells by the characters they stand over
//! Lease begins  1 March 2024           cells two blanks apart, by how many stand behind them
//! ```

use super::flow::{Flow, words_of};
use super::layout::{self, YEAR};
use contract::Candidate;
use evidence::EvidenceChunk;
use std::ops::Range;

/// Lines above a row in which its headings are looked for.
pub(super) const MOST_ABOVE: usize = 60;
/// Lines with one cell at most that a table may have between two rows.
pub(super) const MOST_BETWEEN: usize = 2;
/// Words of a label or of the line over a group, at most, as those of a row's label in plain text.
const LONGEST_LABEL: usize = 10;

/// A cell as it stands on its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell<'a> {
    pub text: &'a str,
    /// Bars and tabs before it; none on a line without.
    number: Option<usize>,
    /// Cells behind it; only on a line whose cells are two blanks apart, as those are whose tabs were
    /// written so: where they begin says nothing.
    behind: Option<usize>,
    /// Characters of the line.
    pub columns: Range<usize>,
}

impl Cell<'_> {
    /// Whether one stands above the other.
    pub fn is_over(&self, other: &Cell<'_>) -> bool {
        match ((self.number, other.number), (self.behind, other.behind)) {
            ((Some(one), Some(other)), _) | (_, (Some(one), Some(other))) => one == other,
            _ => self.columns.start < other.columns.end && other.columns.start < self.columns.end,
        }
    }

    /// Whether it is words, and few.
    pub fn is_label(&self) -> bool {
        layout::has_words(self.text) && self.text.split_whitespace().count() <= LONGEST_LABEL
    }

    pub fn is_figure(&self) -> bool {
        let words = self.text.split_whitespace();
        let mut words = words.filter(|word| !matches!(*word, "$" | "£" | "€" | "%" | ")"));
        words.clone().next().is_some() && words.all(layout::is_figure) && !self.is_year()
    }

    fn is_year(&self) -> bool {
        self.text.len() == 4 && YEAR.is_match(self.text)
    }
}

/// The cells of a line, empty ones left out.
fn cells(raw: &str) -> Vec<Cell<'_>> {
    let is_divided = raw.contains(['|', '\t']);
    let mut found = Vec::new();
    let (mut number, mut start, mut column) = (0, 0, 0);
    let mut push = |number: usize, range: Range<usize>, column: usize| {
        let piece = raw.get(range).unwrap_or_default();
        let text = piece.trim();
        if text.is_empty() {
            return;
        }
        let lead = piece
            .chars()
            .take_while(|letter| letter.is_whitespace())
            .count();
        let from = column + lead;
        found.push(Cell {
            text,
            number: is_divided.then_some(number),
            behind: None,
            columns: from..from + text.chars().count(),
        });
    };
    let (mut blanks, mut begin) = (0, 0);
    for (at, letter) in raw.char_indices() {
        let here = column;
        column += 1;
        if is_divided && matches!(letter, '|' | '\t') {
            push(number, start..at, begin);
            number += 1;
            (start, begin) = (at + 1, here + 1);
        } else if !is_divided && letter == ' ' {
            blanks += 1;
        } else {
            let is_sign = || raw.get(start..at).is_some_and(is_lone_sign);
            if !is_divided && blanks > 1 && !is_sign() {
                push(number, start..at, begin);
                (start, begin) = (at, here);
            }
            blanks = 0;
        }
    }
    push(number, start..raw.len(), begin);
    if !is_divided && is_narrow(&found) {
        let count = found.len();
        for (at, cell) in found.iter_mut().enumerate() {
            cell.behind = Some(count - at - 1);
        }
    }
    found
}

/// Whether a piece of a line is the sign of a currency alone: it belongs to the figure behind it
/// (`$   (2,235)`), however many blanks stand between.
fn is_lone_sign(piece: &str) -> bool {
    matches!(piece.trim(), "$" | "£" | "€" | "¥")
}

/// Whether all cells of a line are two blanks apart.
fn is_narrow(cells: &[Cell<'_>]) -> bool {
    let mut pairs = cells.windows(2);
    cells.len() > 1
        && pairs.all(|pair| match pair {
            [one, next] => next.columns.start == one.columns.end + 2,
            _ => false,
        })
}

/// The lines of passages, as one table may run over several of them. Where the next passage is
/// not the one that follows in the document, as many lines without cells stand between as end a
/// table.
pub(super) struct Page<'a> {
    /// The passages as running text, in their order.
    pub flows: Vec<Flow<'a>>,
    /// Of each passage the number of its first line in the page.
    firsts: Vec<usize>,
    lines: Vec<Vec<Cell<'a>>>,
    /// The number of the table that each line is in, as far as it is in one.
    tables: Vec<usize>,
}

impl<'a> Page<'a> {
    /// Those of passages, in their order.
    pub fn of(chunks: &'a [EvidenceChunk]) -> Self {
        let (mut firsts, mut lines) = (Vec::new(), Vec::new());
        let mut before: Option<&EvidenceChunk> = None;
        for chunk in chunks {
            if before.is_some_and(|before| !follows(before, chunk)) {
                lines.extend(std::iter::repeat_with(Vec::new).take(MOST_BETWEEN + 1));
            }
            firsts.push(lines.len());
            lines.extend(chunk.lines.iter().map(|line| cells(&line.text)));
            before = Some(chunk);
        }
        Page {
            flows: chunks.iter().map(Flow::new).collect(),
            firsts,
            tables: tables(&lines),
            lines,
        }
    }

    /// The number of the table that a line is in, if it is in one.
    pub fn table(&self, at: usize) -> Option<usize> {
        self.tables.get(at).copied()
    }

    /// The line over the group of rows of which this is one: the nearest above it in its table that
    /// is a label and nothing else.
    pub fn group_over(&self, at: usize) -> Option<&'a str> {
        let above = (at.saturating_sub(MOST_ABOVE)..at).rev();
        let mut above = above.take_while(|line| self.table(*line) == self.table(at));
        above.find_map(|line| match self.cells(line) {
            [only] if only.is_label() => Some(only.text),
            _ => None,
        })
    }

    /// The cells of a line.
    pub fn cells(&self, at: usize) -> &[Cell<'a>] {
        self.lines.get(at).map_or(&[], Vec::as_slice)
    }

    /// Whether nothing but years and words stands on a line, beside what may label it.
    fn is_heading(&self, at: usize) -> bool {
        let cells = self.cells(at);
        !cells.is_empty() && !cells.iter().any(Cell::is_figure)
    }

    /// What heads the column of a cell: the cells above it on the nearest lines of headings, the
    /// nearest first, with their lines.
    pub fn heads_above(&self, at: usize, cell: &Cell<'_>) -> Vec<(usize, &Cell<'a>)> {
        let mut found = Vec::new();
        let mut between = 0;
        for above in (at.saturating_sub(MOST_ABOVE)..at).rev() {
            if self.cells(above).len() < 2 {
                between += 1;
                if between > MOST_BETWEEN || !found.is_empty() {
                    break;
                }
                continue;
            }
            between = 0;
            if !self.is_heading(above) {
                if !found.is_empty() {
                    break;
                }
                continue;
            }
            let heads = self.cells(above).iter().filter(|head| head.is_over(cell));
            found.extend(heads.map(|head| (above, head)));
        }
        found
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The passage that a line belongs to, by its number, and its line there; none for one that
    /// only stands between two passages.
    pub fn place_of(&self, at: usize) -> Option<(usize, usize)> {
        let number = self.firsts.iter().rposition(|first| *first <= at)?;
        let line = at - self.firsts.get(number)?;
        (line < self.flows.get(number)?.chunk.lines.len()).then_some((number, line))
    }

    /// The cell in which a candidate stands, with its line; none where it stands in no table. Of a sum
    /// whose sign has a cell of its own (`$   (2,235)`) it is that of the figure.
    pub fn cell_of(&self, candidate: &Candidate) -> Option<(usize, &Cell<'a>)> {
        let place = candidate.place.as_ref()?;
        let mut passages = self.flows.iter().zip(&self.firsts);
        let (flow, first) = passages.find(|(flow, _)| flow.chunk.anchor == place.anchor)?;
        let said = flow.slice(place.start..place.end);
        let digit = said.find(|letter: char| letter.is_ascii_digit());
        let at = place.start + digit.unwrap_or_default();
        let line = flow.line_at(at);
        // Words before it on its line say where it stands in the line as written.
        let word = flow.before(at).matches(' ').count();
        let raw = flow.raw(line);
        let start = words_of(raw, 0).get(word)?.start;
        let column = raw.get(..start)?.chars().count();
        let cells = self.cells(first + line);
        let mut around = cells.iter().filter(|cell| cell.columns.contains(&column));
        let own = around.next().filter(|_| cells.len() > 1)?;
        Some((first + line, own))
    }
}

/// The number of the table of each line: lines without cells enough end one.
fn tables(lines: &[Vec<Cell<'_>>]) -> Vec<usize> {
    let (mut number, mut between) = (0, 0);
    let number_of = |cells: &Vec<Cell<'_>>| {
        between = if cells.len() < 2 { between + 1 } else { 0 };
        if between == MOST_BETWEEN + 1 {
            number += 1;
        }
        number
    };
    lines.iter().map(number_of).collect()
}

/// Whether a passage goes on where the one before it ends.
fn follows(before: &EvidenceChunk, next: &EvidenceChunk) -> bool {
    let (last, first) = (before.lines.last(), next.lines.first());
    let numbers = last
        .zip(first)
        .map(|(last, first)| (last.number, first.number));
    before.document_id == next.document_id
        && numbers.is_some_and(|(last, first)| {
            first > last && (first - last) as usize <= MOST_BETWEEN + 1
        })
}
