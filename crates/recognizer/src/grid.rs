//! Tables that the document's reader found: rows and columns with places.
//!
//! A question seldom asks for a whole table. So besides the table itself its
//! parts are offered: the rows whose labels the question names, the rows of
//! one group, the rows with one mark (`(1)`), the table without its total, and
//! short runs of rows. Cells are the document's words; every item cites the
//! lines they stand on, so that each cell can be read in its quotes.

use super::flow::Flow;
use super::scene::Scene;
use super::stem::stems;
use super::terms::Terms;
use contract::Value;
use contract::answer::Item;
use contract::candidate::Candidate;
use contract::value::Table as Cells;
use evidence::{Cell, Span, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Most rows that are offered as one table.
const MAX_ROWS: usize = 60;
/// Longest run of rows that is offered by itself.
const MAX_PART: usize = 6;
/// Rows of a table from which no short runs are offered: what the question
/// names, groups and marks must do.
const MAX_PARTED_ROWS: usize = 40;
/// Lines and words of a cell beyond which it is not cited.
const MAX_CELL_LINES: u32 = 60;
const MAX_CELL_WORDS: usize = 400;
/// Words above a table that may be its caption.
const MAX_CAPTION_WORDS: usize = 30;
/// Share of what its words give a table that it keeps whatever its rows are;
/// the rest is for rows being those that the question names.
const COVERAGE: f64 = 0.6;
/// Share of that rest that it keeps when the question names no row.
const UNNAMED: f64 = 0.5;

/// Stems of the words that say that a line adds up others, in any language.
static TOTALS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let words = language::all(|pack| &pack.totals);
    words.flat_map(|word| stems(word)).collect()
});

/// A row below the headings.
struct Row<'t> {
    cells: &'t [Cell],
    /// The label it stands under: a line of its own, or the cell above its
    /// empty first one.
    group: Option<&'t str>,
    /// The group's label is a cell of its first row.
    inner: bool,
}

/// Offers the tables of a chunk and their parts.
pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for table in &flow.chunk.tables {
        let grid = Grid::of(flow, table);
        let mut offered = BTreeSet::new();
        for (part, note) in grid.parts(scene.terms) {
            if offered.insert((part.rows.clone(), part.columns.clone()))
                && let Some((at, candidate)) = grid.candidate(&part, &note)
            {
                scene.found.push((at, candidate));
            }
        }
    }
}

/// Rows and columns of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

struct Grid<'t> {
    flow: &'t Flow<'t>,
    table: &'t Table,
    rows: Vec<Row<'t>>,
    width: usize,
    caption: String,
}

impl<'t> Grid<'t> {
    fn of(flow: &'t Flow<'t>, table: &'t Table) -> Self {
        let width = table.rows.first().map_or(0, Vec::len);
        let mut rows = Vec::new();
        let (mut section, mut label) = (None, None);
        for cells in table.rows.iter().skip(table.header_rows as usize) {
            let first = cells.first().map_or("", |cell| cell.text.as_str());
            let mut values = cells.iter().skip(1).filter(|cell| !cell.text.is_empty());
            let has_values = values.clone().count() > 0;
            if !has_values {
                section = Some(first).filter(|first| !first.is_empty());
                label = None;
                continue;
            }
            let has_words =
                values.any(|cell| cell.text.chars().filter(|c| c.is_alphabetic()).count() > 3);
            if !first.is_empty() {
                label = Some(first);
            }
            let inner = first.is_empty() && has_words;
            let group = if inner { label } else { section };
            rows.push(Row {
                cells,
                group,
                inner,
            });
        }
        let mut grid = Self {
            flow,
            table,
            rows,
            width,
            caption: String::new(),
        };
        grid.open_groups();
        grid.caption = grid.caption_of();
        grid
    }

    /// The row that a group's label stands in belongs to the group.
    fn open_groups(&mut self) {
        for at in (1..self.rows.len()).rev() {
            let below = self.rows.get(at).map(|row| (row.inner, row.group));
            if let (Some((true, group)), Some(above)) = (below, self.rows.get_mut(at - 1))
                && !above.inner
                && above.cells.first().map(|cell| cell.text.as_str()) == group
            {
                above.group = group;
                above.inner = true;
            }
        }
        // A group of one row among groups that have labels in that column.
        if self.rows.iter().any(|row| row.inner) {
            for row in &mut self.rows {
                if !row.inner && row.group.is_none() {
                    row.group = row
                        .cells
                        .first()
                        .map(|cell| cell.text.as_str())
                        .filter(|text| !text.is_empty());
                    row.inner = row.group.is_some();
                }
            }
        }
    }

    /// Short lines right above the table, and the heading over them.
    fn caption_of(&self) -> String {
        let Some(first) = self.line_index(self.table.first_line) else {
            return String::new();
        };
        let mut words = 0;
        let mut lines: Vec<&str> = (first.saturating_sub(3)..first)
            .rev()
            .map(|line| self.flow.line(line))
            .take_while(|line| {
                words += line.split_whitespace().count();
                words <= MAX_CAPTION_WORDS
            })
            .collect();
        lines.reverse();
        let heading = self.flow.heading(first).unwrap_or("");
        format!("{} {heading}", lines.join(" "))
    }

    fn line_index(&self, number: u32) -> Option<usize> {
        let lines = &self.flow.chunk.lines;
        lines.iter().position(|line| line.number == number)
    }

    /// What is offered, with the group or mark that makes it a part.
    fn parts(&self, terms: &Terms) -> Vec<(Part, String)> {
        let all: Vec<usize> = (0..self.rows.len()).collect();
        let columns: Vec<usize> = (0..self.width).collect();
        let part = |rows: &[usize]| Part {
            rows: rows.to_vec(),
            columns: columns.clone(),
        };
        let mut parts = vec![(part(&all), String::new())];
        let named = self.named(terms);
        if !named.is_empty() {
            parts.push((part(&named), String::new()));
        }
        parts.extend(self.groups());
        for mark in self.marks() {
            let marked: Vec<usize> = all
                .iter()
                .copied()
                .filter(|at| self.has_mark(*at, &mark))
                .collect();
            parts.push((part(&marked), mark));
        }
        if let [first @ .., last] = all.as_slice()
            && self.is_total(*last)
        {
            parts.push((part(first), String::new()));
        }
        if all.len() <= MAX_PARTED_ROWS {
            for length in 2..=MAX_PART.min(all.len()) {
                parts.extend(all.windows(length).map(|rows| (part(rows), String::new())));
            }
        }
        parts.retain(|(part, _)| !part.rows.is_empty() && part.rows.len() <= MAX_ROWS);
        parts
    }

    /// The first words of a row that are its own, not its group's.
    fn label(&self, row: usize) -> &str {
        let Some(row) = self.rows.get(row) else {
            return "";
        };
        let mut own = row.cells.iter().skip(usize::from(row.inner));
        own.find(|cell| !cell.text.is_empty())
            .map_or("", |cell| cell.text.as_str())
    }

    /// Rows whose label the question has word for word.
    fn named(&self, terms: &Terms) -> Vec<usize> {
        (0..self.rows.len())
            .filter(|row| is_named(&terms.stems, self.label(*row)))
            .collect()
    }

    /// The rows of every group; without the column that says the group.
    fn groups(&self) -> Vec<(Part, String)> {
        let mut parts = Vec::new();
        let rows: Vec<usize> = (0..self.rows.len()).collect();
        let group = |at: usize| self.rows.get(at).map(|row| (row.group, row.inner));
        for rows in rows.chunk_by(|a, b| group(*a) == group(*b)) {
            let first = rows.first().and_then(|at| self.rows.get(*at));
            let Some((Some(label), inner)) = first.map(|row| (row.group, row.inner)) else {
                continue;
            };
            let from = usize::from(inner && self.width > 2);
            let part = Part {
                rows: rows.to_vec(),
                columns: (from..self.width).collect(),
            };
            parts.push((part, label.to_owned()));
        }
        parts
    }

    /// Marks of notes that some rows have and others have not.
    fn marks(&self) -> Vec<String> {
        let mut marks = BTreeSet::new();
        for cell in self.rows.iter().flat_map(|row| row.cells) {
            marks.extend(
                cell.text
                    .split_whitespace()
                    .filter(|word| is_mark(word))
                    .map(str::to_owned),
            );
        }
        let some = |mark: &String| !(0..self.rows.len()).all(|at| self.has_mark(at, mark));
        marks.into_iter().filter(some).collect()
    }

    fn has_mark(&self, row: usize, mark: &str) -> bool {
        let mut cells = self.rows.get(row).map_or(&[][..], |row| row.cells).iter();
        cells.any(|cell| cell.text.split_whitespace().any(|word| word == mark))
    }

    fn is_total(&self, row: usize) -> bool {
        let first = self.rows.get(row).and_then(|row| row.cells.first());
        first.is_some_and(|cell| {
            let word = stems(&cell.text).into_iter().next().unwrap_or_default();
            cell.text.is_empty() || TOTALS.contains(&word)
        })
    }

    /// Headings of one column, those of several rows joined; a heading that is
    /// repeated below itself stands once.
    fn header(&self, column: usize) -> Vec<&'t Cell> {
        let heads = self.table.rows.iter().take(self.table.header_rows as usize);
        let mut cells: Vec<&Cell> = heads
            .filter_map(|row| row.get(column))
            .filter(|cell| !cell.text.is_empty())
            .collect();
        cells.dedup_by(|a, b| a.text == b.text);
        cells
    }

    fn candidate(&self, part: &Part, note: &str) -> Option<(usize, Candidate)> {
        let mut spans = Vec::new();
        let mut headers = Vec::new();
        for column in &part.columns {
            let cells = self.header(*column);
            let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
            headers.push(texts.join(" "));
            for cell in cells {
                self.cite(cell, &mut spans)?;
            }
        }
        let mut rows = Vec::new();
        for row in part.rows.iter().filter_map(|at| self.rows.get(*at)) {
            let cells: Vec<&Cell> = part
                .columns
                .iter()
                .filter_map(|at| row.cells.get(*at))
                .collect();
            self.cite_row(&cells, &mut spans)?;
            rows.push(
                cells
                    .iter()
                    .map(|cell| cell.text.clone())
                    .collect::<Vec<_>>(),
            );
        }
        spans.dedup();
        let labels: Vec<String> = part
            .rows
            .iter()
            .map(|at| self.label_in(*at, part).to_owned())
            .collect();
        let wording = rows
            .iter()
            .map(|row| row.join(" "))
            .collect::<Vec<_>>()
            .join("; ");
        let context = context(&labels, note, &headers.join(" "), &self.caption);
        let at = self
            .flow
            .line_range(self.line_index(self.table.first_line)?)
            .start;
        let value = Value::Table(Cells { headers, rows });
        let items = vec![Item { value, spans }];
        Some((at, Candidate::new(items, wording, context)))
    }

    /// The first cell with words of a row, among the columns of a part.
    fn label_in(&self, row: usize, part: &Part) -> &str {
        let Some(row) = self.rows.get(row) else {
            return "";
        };
        let mut cells = part.columns.iter().filter_map(|at| row.cells.get(*at));
        cells
            .find(|cell| !cell.text.is_empty())
            .map_or("", |cell| cell.text.as_str())
    }

    /// Cites a row: a quote for every line where each cell stands on one, or
    /// else a quote for every cell.
    fn cite_row(&self, cells: &[&Cell], spans: &mut Vec<Span>) -> Option<()> {
        let filled: Vec<&&Cell> = cells.iter().filter(|cell| !cell.text.is_empty()).collect();
        if filled.iter().any(|cell| cell.line_start != cell.line_end) {
            return filled.iter().try_for_each(|cell| self.cite(cell, spans));
        }
        let mut lines: Vec<u32> = filled.iter().map(|cell| cell.line_start).collect();
        lines.sort_unstable();
        lines.dedup();
        for number in lines {
            let range = self.flow.line_range(self.line_index(number)?);
            let (mut from, mut start) = (range.start, None);
            for cell in filled.iter().filter(|cell| cell.line_start == number) {
                let at = from + self.flow.slice(from..range.end).find(&cell.text)?;
                start.get_or_insert(at);
                from = at + cell.text.len();
            }
            spans.push(self.flow.span(&(start?..from), 1)?);
        }
        Some(())
    }

    /// Cites a cell, line by line in the order of its words.
    fn cite(&self, cell: &Cell, spans: &mut Vec<Span>) -> Option<()> {
        let words: Vec<&str> = cell.text.split_whitespace().collect();
        let lines = cell.line_end.checked_sub(cell.line_start)?;
        if lines > MAX_CELL_LINES || words.len() > MAX_CELL_WORDS {
            return None;
        }
        let mut rest = words.as_slice();
        while !rest.is_empty() {
            let (number, count) = (cell.line_start..=cell.line_end)
                .filter_map(|number| Some((number, self.prefix(number, rest)?)))
                .max_by_key(|(number, count)| (*count, std::cmp::Reverse(*number)))?;
            let quote = rest.get(..count)?.join(" ");
            spans.push(Span {
                anchor: self.flow.chunk.anchor.clone(),
                line_start: number,
                line_end: number,
                quote: Some(quote),
            });
            rest = rest.get(count..)?;
        }
        Some(())
    }

    /// How many of the words, from the first on, a line has together.
    fn prefix(&self, number: u32, words: &[&str]) -> Option<usize> {
        let line: Vec<&str> = self
            .flow
            .line(self.line_index(number)?)
            .split_whitespace()
            .collect();
        let common = |from: usize| {
            let here = line.get(from..).unwrap_or_default();
            here.iter().zip(words).take_while(|(a, b)| a == b).count()
        };
        (0..line.len()).map(common).max().filter(|count| *count > 0)
    }
}

/// `(1)`, `*`: the mark of a note.
fn is_mark(word: &str) -> bool {
    let inside = word
        .strip_prefix(['(', '['])
        .and_then(|rest| rest.strip_suffix([')', ']']));
    inside.is_some_and(|inside| {
        (1..=2).contains(&inside.len()) && inside.chars().all(char::is_alphanumeric)
    }) || (!word.is_empty()
        && word.len() <= 3
        && word.chars().all(|c| matches!(c, '*' | '†' | '‡')))
}

/// A candidate's context: labels of its rows, the group or mark that makes
/// them one, its headings, and what stands above the table.
pub(super) fn context(labels: &[String], note: &str, headers: &str, above: &str) -> String {
    let plain = |text: &str| text.replace(" | ", " ");
    let labels: Vec<String> = labels.iter().map(|label| plain(label)).collect();
    format!(
        "{} | {} | {} | {}",
        labels.join("; "),
        plain(note),
        plain(headers),
        plain(above)
    )
}

/// Whether a question has a label word for word, what stands in brackets left
/// out where it must be.
fn is_named(asked: &[String], label: &str) -> bool {
    let mut depth = 0_u32;
    let bare: String = label
        .chars()
        .filter(|letter| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && *letter != ')'
        })
        .collect();
    let stands = |text: &str| {
        let words = stems(text);
        let letters = words
            .iter()
            .any(|word| word.chars().any(char::is_alphabetic));
        letters
            && asked
                .windows(words.len())
                .any(|window| window == words.as_slice())
    };
    stands(label) || stands(&bare) && !label.starts_with('(')
}

/// How well a table answers to a question, 0..=1: by the words it has of it,
/// and by its rows being those that the question names.
pub(super) fn score(terms: &Terms, weights: &BTreeMap<String, f64>, candidate: &Candidate) -> f64 {
    let words = terms.content.as_slice();
    let weight = |word: &String| weights.get(word).copied().unwrap_or(1.0);
    let total: f64 = words.iter().map(weight).sum();
    if total <= 0.0 {
        return 0.0;
    }
    let mut parts = candidate.context.split(" | ");
    let labels = parts.next().unwrap_or("");
    let note = parts.next().unwrap_or("");
    let around: Vec<&str> = parts.collect();
    let held: BTreeSet<String> = stems(&format!("{labels} {note} {}", around.join(" ")))
        .into_iter()
        .collect();
    let matched: f64 = words
        .iter()
        .filter(|word| held.contains(*word))
        .map(weight)
        .sum();
    let asked = terms.stems.as_slice();
    let labels: Vec<&str> = labels.split("; ").collect();
    let named = labels.iter().filter(|label| is_named(asked, label)).count();
    let is_noted = !note.is_empty()
        && (if is_mark(note) {
            terms.marks.contains(note)
        } else {
            is_named(asked, note)
        });
    let fit = if is_noted {
        1.0
    } else if named > 0 {
        named as f64 / labels.len() as f64
    } else {
        UNNAMED
    };
    (matched / total * (COVERAGE + (1.0 - COVERAGE) * fit)).clamp(0.0, 1.0)
}

#[cfg(test)]
pub(crate) mod tests;
