//! The running text of one chunk: its lines with white space collapsed,
//! joined by newlines, so that a pattern can see a value that wraps from one
//! line to the next and still know which lines it stands on.

use super::layout;
use contract::candidate::Place;
use evidence::{EvidenceChunk, Line, Span};
use std::collections::BTreeSet;
use std::ops::Range;

/// A quote longer than this many words is cut to a window around the value.
const MAX_QUOTE_WORDS: usize = 22;
/// Words kept before the value when a line is too long to quote whole.
const WORDS_BEFORE: usize = 10;
/// Words of a sentence kept on either side of a value in its context.
const CONTEXT_WORDS: usize = 40;
/// How far above a line its heading or column header is looked for.
const MAX_HEADER_DISTANCE: usize = 30;

/// One chunk as running text.
pub(super) struct Flow<'a> {
    /// The chunk itself, for anchor, document and raw lines.
    pub chunk: &'a EvidenceChunk,
    /// Collapsed lines joined by `\n`.
    pub text: String,
    /// Byte offset in `text` at which each line starts.
    starts: Vec<usize>,
    /// Byte offsets in `text` of the spaces that stand for a column gap.
    gaps: BTreeSet<usize>,
}

impl<'a> Flow<'a> {
    pub fn new(chunk: &'a EvidenceChunk) -> Self {
        let mut text = String::new();
        let mut starts = Vec::with_capacity(chunk.lines.len());
        let mut gaps = BTreeSet::new();
        for (index, line) in chunk.lines.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            starts.push(text.len());
            let mut rest = line.text.trim_start();
            while let Some(word) = rest.split_whitespace().next() {
                text.push_str(word);
                let behind = rest.get(word.len()..).unwrap_or("");
                rest = behind.trim_start();
                if !rest.is_empty() {
                    let white = &behind.get(..behind.len() - rest.len()).unwrap_or("");
                    if white.contains('\t') || white.chars().count() > 1 {
                        gaps.insert(text.len());
                    }
                    text.push(' ');
                }
            }
        }
        Self {
            chunk,
            text,
            starts,
            gaps,
        }
    }

    /// The running text with a tab for every column gap, byte for byte as long.
    pub fn with_gaps(&self) -> String {
        let tabs = self.text.char_indices().map(|(at, letter)| {
            if self.gaps.contains(&at) {
                '\t'
            } else {
                letter
            }
        });
        tabs.collect()
    }

    /// Where a byte range stands.
    pub fn place(&self, range: &Range<usize>) -> Place {
        Place {
            anchor: self.chunk.anchor.clone(),
            start: range.start,
            end: range.end,
        }
    }

    /// Whether the space at byte `at` stands for a column gap or beside a bar: words on its
    /// two sides belong to different cells.
    pub fn is_gap(&self, at: usize) -> bool {
        let mut beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        self.gaps.contains(&at) || beside.any(|at| self.is_bar(at))
    }

    fn is_bar(&self, at: usize) -> bool {
        self.text.as_bytes().get(at) == Some(&b'|')
    }

    /// Byte ranges of the cells of a line, which column gaps or bars part; the whole line where
    /// it has neither.
    pub fn cells(&self, index: usize) -> Vec<Range<usize>> {
        let line = self.line_range(index);
        let parts = |at: &usize| self.gaps.contains(at) || self.is_bar(*at);
        let mut borders: Vec<usize> = line.clone().filter(parts).collect();
        borders.push(line.end);
        let mut cells = Vec::new();
        let mut start = line.start;
        for border in borders {
            let text = self.slice(start..border);
            let lead = text.len() - text.trim_start().len();
            let cell = start + lead..start + text.trim_end().len().max(lead);
            if !cell.is_empty() {
                cells.push(cell);
            }
            start = border + 1;
        }
        if cells.is_empty() {
            cells.push(line);
        }
        cells
    }

    /// Whether a byte range goes from one cell of a table into the next, or from the end of a row
    /// into the next row.
    pub fn crosses_cells(&self, range: &Range<usize>) -> bool {
        let text = self.slice(range.clone());
        let lead = text.len() - text.trim_start().len();
        let mut words = range.start + lead..range.start + text.trim_end().len().max(lead);
        let (first, last) = (self.line_at(words.start), self.line_at(words.end));
        words.any(|at| self.gaps.contains(&at) || self.is_bar(at))
            || (first < last && (first..=last).any(|line| self.cells(line).len() > 1))
    }

    /// Index of the line that holds byte `at`.
    pub fn line_at(&self, at: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1)
    }

    /// Byte range of a line in `text`, without its newline.
    pub fn line_range(&self, index: usize) -> Range<usize> {
        let start = self.starts.get(index).copied().unwrap_or(self.text.len());
        let end = self
            .starts
            .get(index + 1)
            .map_or(self.text.len(), |next| next.saturating_sub(1));
        start..end.max(start)
    }

    /// A line with white space collapsed.
    pub fn line(&self, index: usize) -> &str {
        self.slice(self.line_range(index))
    }

    /// A line as it stands in the document, column gaps included.
    pub fn raw(&self, index: usize) -> &'a str {
        self.chunk
            .lines
            .get(index)
            .map_or("", |line: &Line| line.text.as_str())
    }

    /// Text of a byte range; empty where the range is not on characters.
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// The words of a byte range, one space between two.
    pub fn words(&self, range: Range<usize>) -> String {
        join(self.slice(range).split_whitespace())
    }

    /// What stands before byte `at` on its line.
    pub fn before(&self, at: usize) -> &str {
        let line = self.line_range(self.line_at(at));
        self.slice(line.start..at)
    }

    /// What stands from byte `at` to the end of its line.
    pub fn after(&self, at: usize) -> &str {
        let line = self.line_range(self.line_at(at));
        self.slice(at..line.end.max(at))
    }

    /// The span that shows a value: its lines, and those words of them from
    /// which a person can see it. None where it runs over more lines than a
    /// span may.
    pub fn span(&self, range: &Range<usize>, max_span_lines: u32) -> Option<Span> {
        let first = self.line_at(range.start);
        let last = self.line_at(range.end.saturating_sub(1).max(range.start));
        if last - first >= max_span_lines.max(1) as usize {
            return None;
        }
        let line_start = self.chunk.lines.get(first)?.number;
        let line_end = self.chunk.lines.get(last)?.number;
        let lines = self.line_range(first).start..self.line_range(last).end;
        let quote = self.window(&lines, range);
        (!quote.is_empty()).then(|| Span {
            anchor: self.chunk.anchor.clone(),
            line_start,
            line_end,
            quote: Some(quote),
        })
    }

    /// Whole words of `lines` around `range`: everything when that is short,
    /// else a window that begins and ends at sentence boundaries if it can.
    fn window(&self, lines: &Range<usize>, range: &Range<usize>) -> String {
        let words = words_of(self.slice(lines.clone()), lines.start);
        if words.len() <= MAX_QUOTE_WORDS {
            return join(words.iter().map(|word| self.slice(word.clone())));
        }
        let inside = |word: &Range<usize>| word.end > range.start && word.start < range.end;
        let Some(from) = words.iter().position(inside) else {
            return String::new();
        };
        let to = words.iter().rposition(inside).unwrap_or(from);
        let ends = |index: usize| {
            words.get(index).is_some_and(|word| {
                self.slice(word.clone())
                    .ends_with(['.', ';', ':', '!', '?'])
            })
        };
        let mut start = from;
        while start > 0
            && from - start < WORDS_BEFORE
            && to - start + 1 < MAX_QUOTE_WORDS
            && !ends(start - 1)
        {
            start -= 1;
        }
        let mut end = to;
        while end + 1 < words.len() && end - start + 1 < MAX_QUOTE_WORDS && !ends(end) {
            end += 1;
        }
        join(
            words
                .iter()
                .take(end + 1)
                .skip(start)
                .map(|word| self.slice(word.clone())),
        )
    }

    /// Words that say what a value is about: its sentence, or for a line of
    /// a table the line; then after ` | ` its column header, the line above
    /// where its own line has no words, and the heading it stands under.
    pub fn context(&self, range: &Range<usize>) -> String {
        let line = self.line_at(range.start);
        let raw = self.raw(line);
        let tabular = layout::is_tabular(raw);
        let mut parts = Vec::new();
        if tabular || layout::is_short(raw) {
            let last = self.line_at(range.end.saturating_sub(1).max(range.start));
            parts.push(self.words(self.line_range(line).start..self.line_range(last).end));
        } else {
            let sentence = self.sentence(range);
            parts.push(self.words(sentence));
        }
        if tabular && let Some((header, _)) = self.column_header(line, range) {
            parts.push(header);
        }
        if !layout::has_words(self.line(line))
            && let Some(above) = self.words_above(line)
        {
            parts.push(above.to_owned());
        }
        if let Some(heading) = self.heading(line) {
            parts.push(heading.to_owned());
        }
        parts.join(" | ")
    }

    /// The sentence around a range, bounded to [`CONTEXT_WORDS`] words either
    /// side and to blank lines.
    pub fn sentence(&self, range: &Range<usize>) -> Range<usize> {
        let before = self.slice(0..range.start);
        let mut start = 0;
        let mut words = 0;
        for (at, letter) in before.char_indices().rev() {
            if letter.is_whitespace() {
                words += 1;
                if words > CONTEXT_WORDS || self.ends_sentence(at) {
                    start = at + letter.len_utf8();
                    break;
                }
            }
        }
        let mut end = self.text.len();
        let mut words = 0;
        for (at, letter) in self.slice(range.end..self.text.len()).char_indices() {
            if letter.is_whitespace() {
                words += 1;
                let here = range.end + at;
                if words > CONTEXT_WORDS || self.ends_sentence(here) {
                    end = here;
                    break;
                }
            }
        }
        start..end.max(range.end)
    }

    /// Whether a sentence ends before the white space at byte `at`: with its mark, an
    /// empty line, or a line that is marked as an item behind it.
    fn ends_sentence(&self, at: usize) -> bool {
        let head = self.slice(0..at);
        let line = self.slice(at..self.text.len()).strip_prefix('\n');
        head.ends_with('\n') || line.is_some_and(layout::is_item) || layout::ends_sentence(head)
    }

    /// The heading of the column a figure stands in, found by counting the
    /// columns from the right, since row labels have spaces and figures have
    /// none. With the line it stands on.
    pub fn column_header(&self, line: usize, range: &Range<usize>) -> Option<(String, usize)> {
        let rest = self.after(range.end);
        let from_right = layout::figures(rest).len();
        let width = layout::figures(self.line(line)).len();
        for above in (line.saturating_sub(MAX_HEADER_DISTANCE)..line).rev() {
            if let Some(header) = layout::header_cell(self.raw(above), width, from_right) {
                return Some((header, above));
            }
        }
        None
    }

    fn words_above(&self, line: usize) -> Option<&str> {
        (line.saturating_sub(3)..line)
            .rev()
            .map(|index| self.line(index))
            .find(|text| layout::has_words(text))
    }

    /// The nearest line above that looks like a heading.
    pub fn heading(&self, line: usize) -> Option<&str> {
        (line.saturating_sub(MAX_HEADER_DISTANCE)..line)
            .rev()
            .find(|index| {
                let alone = *index == 0
                    || self.line(index - 1).is_empty()
                    || self.line(index + 1).is_empty();
                layout::is_heading(self.raw(*index), alone)
            })
            .map(|index| self.line(index))
    }
}

/// Byte ranges of the white-space separated words of `text`, shifted by
/// `offset`.
pub(super) fn words_of(text: &str, offset: usize) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        if letter.is_whitespace() {
            if let Some(from) = start.take() {
                words.push(offset + from..offset + at);
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    if let Some(from) = start {
        words.push(offset + from..offset + text.len());
    }
    words
}

fn join<'t>(words: impl Iterator<Item = &'t str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}
