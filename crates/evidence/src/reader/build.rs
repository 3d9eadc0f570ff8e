//! Paragraphs and rows -> numbered lines: what every format without lines of
//! its own is written through.
//!
//! Word files, mails in HTML and sheets have paragraphs and cells, not lines.
//! Here they get lines as a careful typist would give them: a paragraph is
//! wrapped at [`LINE_WIDTH`], at the end of a sentence where there is one in
//! the second half of the line, so that a citation is as narrow as one of a
//! PDF; a blank line stands between paragraphs, none between the items of a
//! list or the rows of a table. All limits of lines, pages and cells are
//! counted here.

use super::body::Body;
use super::clean::{clean_line, clean_text};
use super::error::ReadError;
use super::heading::{self, Heading, Style};
use super::source::Source;
use super::table;
use crate::document::{Line, Page, Table};
use std::collections::{BTreeMap, BTreeSet};

/// Characters after which a line of running text is wrapped.
pub(super) const LINE_WIDTH: usize = 100;

/// Marks a page break within a text. No format's text can hold it: XML
/// forbids the character, and HTML takes it for white space.
pub(super) const PAGE_BREAK: char = '\u{c}';

/// First and last line of something that was written.
pub(super) type Range = (u32, u32);

/// What is looked for beside what the format marks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Find {
    /// Headings, where none is marked.
    pub(super) headings: bool,
    /// Tables of typed columns.
    pub(super) tables: bool,
}

/// Collects a document's lines.
pub(super) struct Builder<'a> {
    source: Source<'a>,
    lines: Vec<Line>,
    /// One per line: how it is set, where the format says so.
    styles: Vec<Option<Style>>,
    /// First line of each page.
    page_starts: Vec<u32>,
    headings: Vec<Heading>,
    tables: Vec<Table>,
    cells: u64,
    text: u64,
    removed: u64,
    pub(super) warnings: Vec<String>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self {
            source,
            lines: Vec::new(),
            styles: Vec::new(),
            page_starts: vec![1],
            headings: Vec::new(),
            tables: Vec::new(),
            cells: 0,
            text: 0,
            removed: 0,
            warnings: Vec::new(),
        }
    }

    fn next_number(&self) -> u32 {
        self.lines.len() as u32 + 1
    }

    /// One line as it is, cleaned.
    pub(super) fn line(&mut self, text: &str, style: Option<Style>) -> Result<u32, ReadError> {
        let limits = self.source.limits;
        if self.lines.len() as u64 >= u64::from(limits.max_lines) {
            let given = self.lines.len() as u64 + 1;
            return Err(self
                .source
                .too_large("lines", given, u64::from(limits.max_lines)));
        }
        let cleaned = clean_line(text);
        let characters = cleaned.text.chars().count() as u64;
        if characters > u64::from(limits.max_line_characters) {
            let limit = u64::from(limits.max_line_characters);
            return Err(self
                .source
                .too_large("characters in one line", characters, limit));
        }
        self.count_text(cleaned.text.len() as u64)?;
        self.removed += u64::from(cleaned.removed);
        let number = self.next_number();
        self.lines.push(Line {
            number,
            page: self.page_starts.len() as u32,
            text: cleaned.text,
            bounds: None,
        });
        self.styles.push(style);
        Ok(number)
    }

    /// A blank line, unless one stands there or the page has just begun.
    pub(super) fn blank(&mut self) -> Result<(), ReadError> {
        let begun = self.page_starts.last() == Some(&self.next_number());
        let stands = self.lines.last().is_none_or(|line| line.text.is_empty());
        if begun || stands {
            return Ok(());
        }
        self.line("", None).map(|_| ())
    }

    /// Starts a page with the next line.
    pub(super) fn page_break(&mut self) -> Result<(), ReadError> {
        let limit = u64::from(self.source.limits.max_pages);
        let given = self.page_starts.len() as u64 + 1;
        if given > limit {
            return Err(self.source.too_large("pages", given, limit));
        }
        self.page_starts.push(self.next_number());
        Ok(())
    }

    /// Running text: wrapped, a new line at each newline, a new page at each
    /// [`PAGE_BREAK`]. `indent` spaces stand before its first line. None
    /// where there is no word in it.
    pub(super) fn paragraph(
        &mut self,
        text: &str,
        indent: usize,
        style: Option<Style>,
    ) -> Result<Option<Range>, ReadError> {
        let mut range: Option<Range> = None;
        for (index, page) in text.split(PAGE_BREAK).enumerate() {
            if index > 0 {
                self.page_break()?;
            }
            for part in page.split('\n') {
                let cleaned = clean_line(part);
                let text = cleaned.text.trim();
                if text.is_empty() {
                    continue;
                }
                self.removed += u64::from(cleaned.removed);
                for wrapped in wrap(text) {
                    let lead = if range.is_none() { indent } else { 0 };
                    let number = self.line(&format!("{:lead$}{wrapped}", ""), style)?;
                    range = Some((range.map_or(number, |(first, _)| first), number));
                }
            }
        }
        Ok(range)
    }

    /// Takes a line for the heading of what follows. `level` is 1 for the
    /// outermost.
    pub(super) fn heading(&mut self, line: u32, level: u8, title: &str) {
        let title = clean_text(title);
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if !title.is_empty() {
            self.headings.push(Heading { line, level, title });
        }
    }

    /// Counts cells before they are made, so that no table can eat the memory.
    pub(super) fn count_cells(&mut self, count: u64) -> Result<(), ReadError> {
        self.cells = self.cells.saturating_add(count);
        let limit = self.source.limits.max_cells;
        if self.cells > limit {
            return Err(self.source.too_large("cells of tables", self.cells, limit));
        }
        Ok(())
    }

    /// Counts text that is written, since a small file can say a long text
    /// often.
    pub(super) fn count_text(&mut self, bytes: u64) -> Result<(), ReadError> {
        self.text = self.text.saturating_add(bytes);
        let limit = self.source.limits.max_unpacked_bytes;
        if self.text > limit {
            return Err(self.source.too_large("bytes of text", self.text, limit));
        }
        Ok(())
    }

    pub(super) fn table(&mut self, table: Table) {
        self.tables.push(table);
    }

    pub(super) fn warn(&mut self, warning: impl Into<String>) {
        self.warnings.push(warning.into());
    }

    pub(super) fn has_text(&self) -> bool {
        self.lines.iter().any(|line| !line.text.is_empty())
    }

    /// The document, with what is reconstructed from how lines look, outside
    /// of the tables that the format marked.
    pub(super) fn finish(mut self, find: Find) -> Result<Body, ReadError> {
        while self.lines.last().is_some_and(|line| line.text.is_empty()) {
            self.lines.pop();
        }
        if self.lines.is_empty() {
            return Err(ReadError::Empty {
                file: self.source.file.to_owned(),
            });
        }
        if self.headings.is_empty() && find.headings {
            self.headings = self.reconstructed();
        }
        if find.tables {
            self.find_tables();
        }
        if self.removed > 0 {
            self.warnings.push(format!(
                "{} invisible or control character(s) were removed from the text.",
                self.removed
            ));
        }
        let last = self.lines.len() as u32;
        Ok(Body {
            pages: pages(&self.page_starts, last),
            sections: heading::sections(&self.headings, last),
            lines: self.lines,
            tables: self.tables,
            warnings: self.warnings,
        })
    }

    /// Columns of typed text, of tabs and spaces.
    fn find_tables(&mut self) {
        let found = table::find(&table::strips_of_text(&self.lines), &BTreeMap::new());
        let marked = self.tables.len();
        for table in found {
            // What is marked is in order and apart.
            let known = self.tables.get(..marked).unwrap_or_default();
            let next = known.partition_point(|marked| marked.last_line < table.first_line);
            let free = known
                .get(next)
                .is_none_or(|marked| marked.first_line > table.last_line);
            if free {
                self.tables.push(table);
            }
        }
        self.tables.sort_by_key(|table| table.first_line);
    }

    fn reconstructed(&self) -> Vec<Heading> {
        let in_table: BTreeSet<u32> = self
            .tables
            .iter()
            .flat_map(|table| table.first_line..=table.last_line)
            .collect();
        let is_prose = |line: &Line| !in_table.contains(&line.number);
        if self.styles.iter().all(Option::is_none) {
            let lines: Vec<Line> = self.lines.iter().filter(|l| is_prose(l)).cloned().collect();
            return heading::of_text(&lines);
        }
        let (lines, styles): (Vec<Line>, Vec<Style>) = self
            .lines
            .iter()
            .zip(&self.styles)
            .filter(|(line, _)| is_prose(line))
            .filter_map(|(line, style)| style.map(|style| (line.clone(), style)))
            .unzip();
        heading::of_pdf(&lines, &styles)
    }
}

fn pages(starts: &[u32], last_line: u32) -> Vec<Page> {
    let ends = starts
        .iter()
        .skip(1)
        .map(|next| next - 1)
        .chain([last_line]);
    starts
        .iter()
        .zip(ends)
        .zip(1..)
        .map(|((first, last), number)| Page {
            number,
            width: 0.0,
            height: 0.0,
            first_line: *first,
            last_line: last.min(last_line),
            characters: 0,
            unknown_characters: 0,
            image_only: false,
            label: None,
        })
        .collect()
}

/// Cuts running text into lines of about [`LINE_WIDTH`] characters, at white
/// space only; a longer word is a line.
fn wrap(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while let Some(cut) = cut(rest) {
        let (line, behind) = rest.split_at(cut);
        lines.push(line.trim_end());
        rest = behind.trim_start();
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// Where to cut a text, none where it fits on a line.
fn cut(text: &str) -> Option<usize> {
    let mut space = None;
    let mut sentence = None;
    let mut previous = ' ';
    for (column, (at, character)) in text.char_indices().enumerate() {
        if column >= LINE_WIDTH && (sentence.is_some() || space.is_some()) {
            return sentence.or(space);
        }
        let breaks = character == ' ' && previous != ' ';
        // Scripts without spaces break behind their punctuation.
        let wide_stop = matches!(previous, '。' | '、' | '！' | '？' | '；' | '，');
        if (breaks || wide_stop) && at > 0 {
            if column >= LINE_WIDTH / 2 && matches!(previous, '.' | '!' | '?' | ';' | ':' | '。') {
                sentence = Some(at);
            }
            space = Some(at);
            if column >= LINE_WIDTH {
                return space;
            }
        }
        previous = character;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wraps_at_the_end_of_a_sentence_in_the_second_half_of_the_line() {
        let text = format!(
            "{}. {}",
            "word ".repeat(14).trim(),
            "next ".repeat(30).trim()
        );
        let lines = wrap(&text);
        assert!(lines.first().unwrap().ends_with("word."), "{lines:?}");
        assert!(lines.iter().all(|line| line.chars().count() <= LINE_WIDTH));
    }

    #[test]
    fn a_long_word_is_a_line_of_its_own() {
        let word = "x".repeat(300);
        let text = format!("a {word} b");
        assert_eq!(wrap(&text), ["a", word.as_str(), "b"]);
    }

    proptest! {
        #[test]
        fn wrapping_loses_no_word(text in "[a-z.。 ]{0,600}") {
            let squash = |text: &str| text.replace(' ', "");
            let wrapped = wrap(&text);
            prop_assert_eq!(squash(&wrapped.concat()), squash(&text));
        }
    }
}
