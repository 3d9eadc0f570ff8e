//! A document -> chunks: the passages that retrieval indexes and selection
//! shows.
//!
//! Chunks are stretches of consecutive lines that cover every line with text
//! once. They end where the document makes a break, so that a passage is found
//! and shown as a whole: before a heading, at a blank line, at the end of a
//! page, or failing those at the end of a sentence. A line is never split, a
//! heading is not parted from what it heads, and a table stays whole with the
//! line above it up to a limit.
//!
//! A table over the limit is cut between rows, never within one. Its headings
//! stand with its first rows only: a chunk is a stretch of lines as the
//! document has them, and repeating the headings would make lines that do not
//! stand where they are cited.

use crate::document::{Document, Line, Section};
use std::collections::{BTreeMap, BTreeSet};

/// How long chunks are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkLimits {
    /// Lines with text in a chunk. Default 12: about the height of a
    /// paragraph and a small table in a PDF.
    pub max_lines: u32,
    /// Words in a chunk. Default 120: three such chunks fit the default
    /// evidence budget of 700 tokens with their line numbers. A single longer
    /// line is a chunk by itself.
    pub max_words: u32,
    /// Words from which a chunk ends before a heading. Default 30: a shorter
    /// section stays with the next one.
    pub min_words: u32,
    /// Lines a table may stretch a chunk to. Default 24.
    pub max_table_lines: u32,
    /// Words a table may stretch a chunk to. Default 240: two usual chunks.
    pub max_table_words: u32,
}

impl Default for ChunkLimits {
    fn default() -> Self {
        Self {
            max_lines: 12,
            max_words: 120,
            min_words: 30,
            max_table_lines: 24,
            max_table_words: 240,
        }
    }
}

/// A passage of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Stable: `<first 16 digits of the document's id>:<first_line>-<last_line>`.
    pub chunk_id: String,
    /// The document's id.
    pub document_id: String,
    /// From 0, in order of the lines.
    pub ordinal: u32,
    /// First line; it has text.
    pub first_line: u32,
    /// Last line; it has text.
    pub last_line: u32,
    /// Titles of the sections the first line stands in, outermost first.
    pub section_path: Vec<String>,
    /// The lines from the first to the last, joined by newlines.
    pub text: String,
}

/// Cuts a document into chunks.
pub fn chunk(document: &Document, limits: &ChunkLimits) -> Vec<Chunk> {
    let marks = marks(document);
    let mut chunks = Vec::new();
    let mut start = next_filled(&marks, 0);
    while let Some(first) = start {
        let end = end_of_chunk(&marks, first, limits);
        if let Some(lines) = document.lines.get(first..end) {
            chunks.extend(build(document, lines, chunks.len() as u32));
        }
        start = next_filled(&marks, end.max(first + 1));
    }
    chunks
}

/// What cutting needs to know of a line.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // independent facts of a line, not states
struct Mark {
    words: u32,
    blank: bool,
    heading: bool,
    table: Option<Part>,
    ends_sentence: bool,
    starts_page: bool,
}

/// Of which table a line is part.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    /// One of the document's tables, by its index; whether a row begins here.
    Row(usize, bool),
    /// It only looks like a row.
    Likely,
}

/// For every line of a table, its part.
fn parts(document: &Document) -> BTreeMap<u32, Part> {
    let mut parts = BTreeMap::new();
    for (index, table) in document.tables.iter().enumerate() {
        for line in table.first_line..=table.last_line {
            parts.insert(line, Part::Row(index, false));
        }
        for row in table.rows.iter().skip(table.header_rows as usize) {
            if let Some(first) = row.iter().map(|cell| cell.line_start).min() {
                parts.insert(first, Part::Row(index, true));
            }
        }
        // Rows that overlap begin where the first of them does.
        for row in &table.rows {
            let from = row.iter().map(|cell| cell.line_start).min().unwrap_or(0);
            let to = row.iter().map(|cell| cell.line_end).max().unwrap_or(0);
            for line in from.saturating_add(1)..=to {
                parts.insert(line, Part::Row(index, false));
            }
        }
    }
    parts
}

fn marks(document: &Document) -> Vec<Mark> {
    let headings: BTreeSet<u32> = document
        .sections
        .iter()
        .map(|section| section.first_line)
        .collect();
    let parts = parts(document);
    let mut page = 0;
    let marks = document
        .lines
        .iter()
        .map(|line| {
            let text = line.text.trim();
            let starts_page = line.page != page;
            page = line.page;
            Mark {
                words: text.split_whitespace().count() as u32,
                blank: text.is_empty(),
                heading: headings.contains(&line.number),
                table: parts
                    .get(&line.number)
                    .copied()
                    .or_else(|| is_table_row(text).then_some(Part::Likely)),
                ends_sentence: text.ends_with(['.', '!', '?', ':', ';']),
                starts_page,
            }
        })
        .collect();
    join_rows(document, marks)
}

/// Names of columns belong to the rows below them, and what stands between two
/// rows to both: an item's name above its figures.
fn join_rows(document: &Document, mut marks: Vec<Mark>) -> Vec<Mark> {
    let is_row = |mark: Option<&Mark>| mark.is_some_and(|mark| mark.table == Some(Part::Likely));
    for index in (0..marks.len()).rev() {
        let names = || {
            let line = document.lines.get(index);
            line.is_some_and(|line| are_column_names(&line.text))
        };
        let above = index.checked_sub(1).and_then(|above| marks.get(above));
        let next = is_row(marks.get(index + 1));
        let joins = (next && is_row(above)) || ((next || is_row(marks.get(index + 2))) && names());
        if let Some(mark) = marks.get_mut(index)
            && mark.table.is_none()
            && !(mark.blank || mark.heading)
            && joins
        {
            mark.table = Some(Part::Likely);
            // The name of the first item, too.
            if let Some(below) = marks.get_mut(index + 1)
                && below.table.is_none()
                && !(below.blank || below.heading)
            {
                below.table = Some(Part::Likely);
            }
        }
    }
    marks
}

/// Three cells at least, and no figure among them.
fn are_column_names(text: &str) -> bool {
    let cells = text.split("  ").filter(|cell| !cell.trim().is_empty());
    cells.count() >= 3 && !text.contains(char::is_numeric)
}

/// Two cells at least, one of them with a digit, or a row of bars: as Markdown
/// has it, or between the cells, as the readers write rows.
fn is_table_row(text: &str) -> bool {
    if text.starts_with('|') && text.matches('|').count() >= 2 || text.contains(" | ") {
        return true;
    }
    let cells = text
        .split("  ")
        .filter(|cell| !cell.trim().is_empty())
        .count();
    cells >= 2 && text.chars().any(char::is_numeric)
}

fn next_filled(marks: &[Mark], from: usize) -> Option<usize> {
    marks
        .iter()
        .enumerate()
        .skip(from)
        .find(|(_, mark)| !mark.blank)
        .map(|(index, _)| index)
}

/// The index behind the chunk's last line.
fn end_of_chunk(marks: &[Mark], first: usize, limits: &ChunkLimits) -> usize {
    let (mut lines, mut words) = (0_u32, 0_u32);
    let mut reach = first;
    for (index, mark) in marks.iter().enumerate().skip(first) {
        if index > first && mark.heading && words >= limits.min_words {
            return index;
        }
        lines += u32::from(!mark.blank);
        words = words.saturating_add(mark.words);
        if index > first && (lines > limits.max_lines || words > limits.max_words) {
            return best_break(marks, first, reach, limits);
        }
        reach = index + 1;
    }
    reach
}

/// The best place to end a chunk that may reach up to `reach`.
fn best_break(marks: &[Mark], first: usize, reach: usize, limits: &ChunkLimits) -> usize {
    if is_table_inside(marks, reach) {
        let start = (first..reach)
            .rev()
            .find(|index| !is_table_inside(marks, *index))
            .unwrap_or(first);
        // The line above a table is its heading as often as not.
        let above = if start > first + 1 && marks.get(start - 1).is_some_and(|m| !m.blank) {
            start - 1
        } else {
            start
        };
        if above > first && filled(marks, first, above) >= 2 {
            return above;
        }
        let end = (reach..marks.len())
            .find(|index| !is_table_inside(marks, *index))
            .unwrap_or(marks.len());
        return within_limits(marks, first, end, limits).max(first + 1);
    }
    let half = first + (reach - first).div_ceil(2);
    (half..=reach)
        .filter(|end| *end > first)
        .max_by_key(|end| (worth(marks, *end), *end))
        .unwrap_or(reach)
        .max(first + 1)
}

/// The end of a table, or the last beginning of a row within the limits.
fn within_limits(marks: &[Mark], first: usize, end: usize, limits: &ChunkLimits) -> usize {
    let (mut lines, mut words) = (0, 0_u32);
    let over = (first..end).find(|index| {
        let mark = marks.get(*index);
        lines += u32::from(mark.is_some_and(|mark| !mark.blank));
        words = words.saturating_add(mark.map_or(0, |mark| mark.words));
        lines > limits.max_table_lines || words > limits.max_table_words
    });
    let Some(over) = over else { return end };
    let begins = |index: &usize| {
        matches!(
            marks.get(*index).and_then(|mark| mark.table),
            Some(Part::Row(_, true) | Part::Likely)
        )
    };
    // A row that is longer than the limit is cut all the same.
    (first + 1..=over).rev().find(begins).unwrap_or(over)
}

fn filled(marks: &[Mark], from: usize, to: usize) -> u32 {
    marks.get(from..to).map_or(0, |marks| {
        marks.iter().filter(|mark| !mark.blank).count() as u32
    })
}

/// Whether a break before this line would cut a table.
fn is_table_inside(marks: &[Mark], before: usize) -> bool {
    let part = |index: Option<usize>| index.and_then(|index| marks.get(index)?.table);
    match (part(before.checked_sub(1)), part(Some(before))) {
        (Some(Part::Row(above, _)), Some(Part::Row(below, _))) => above == below,
        (Some(_), Some(_)) => true,
        _ => false,
    }
}

/// How good a break before line `before` is.
fn worth(marks: &[Mark], before: usize) -> i32 {
    let at = |index: Option<usize>| index.and_then(|index| marks.get(index));
    let (last, next) = (at(before.checked_sub(1)), at(Some(before)));
    if last.is_some_and(|mark| mark.heading) {
        return -2;
    }
    match (last, next) {
        (_, Some(next)) if next.heading => 5,
        (_, Some(next)) if next.starts_page => 4,
        (Some(last), _) if last.blank => 3,
        (_, Some(next)) if next.blank => 3,
        _ if is_table_inside(marks, before) => -1,
        (Some(last), _) if last.ends_sentence => 1,
        _ => 0,
    }
}

fn build(document: &Document, lines: &[Line], ordinal: u32) -> Option<Chunk> {
    let is_filled = |line: &Line| !line.text.trim().is_empty();
    let from = lines.iter().position(is_filled)?;
    let to = lines.iter().rposition(is_filled)?;
    let lines = lines.get(from..=to)?;
    let (first_line, last_line) = (lines.first()?.number, lines.last()?.number);
    let prefix: String = document.id.chars().take(16).collect();
    Some(Chunk {
        chunk_id: format!("{prefix}:{first_line}-{last_line}"),
        document_id: document.id.clone(),
        ordinal,
        first_line,
        last_line,
        section_path: section_path(&document.sections, first_line),
        text: lines
            .iter()
            .map(|line| line.text.as_str())
            .collect::<Vec<_>>()
            .join("\n"),
    })
}

/// Titles of the sections a line stands in, outermost first. The sections are
/// in order of their first line, as in a [`Document`].
pub fn section_path(sections: &[Section], line: u32) -> Vec<String> {
    let behind = sections.partition_point(|section| section.first_line <= line);
    let mut inner = u8::MAX;
    let mut path = Vec::new();
    for section in sections.iter().take(behind).rev() {
        if section.level < inner && section.last_line >= line {
            inner = section.level;
            path.push(section.title.clone());
        }
        if section.level <= 1 {
            break;
        }
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests;
