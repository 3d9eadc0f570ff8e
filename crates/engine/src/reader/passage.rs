//! A passage as tokens with the places of its words.

use super::columns::headers;
use super::vocabulary::Vocabulary;
use super::words::{is_space, words};
use std::ops::Range;

/// A word of a passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlacedWord {
    /// Its tokens; at least one.
    pub tokens: Range<usize>,
    /// Byte of the passage at which it begins.
    pub start: usize,
    /// Byte of the passage behind it.
    pub end: usize,
}

/// A passage's tokens.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Passage {
    pub ids: Vec<u32>,
    /// In order. A token of no word is the mark of a gap or of a line's end, or
    /// belongs to the name of a column, which is said before a cell.
    pub words: Vec<PlacedWord>,
    /// Token at which each line begins.
    pub lines: Vec<usize>,
}

/// Tokens of what is asked, at most `most`.
pub(crate) fn question(
    vocabulary: &Vocabulary,
    asked: &str,
    question: &str,
    most: usize,
) -> Vec<u32> {
    let mut tokens = Vec::new();
    for word in words(&format!("{asked}: {question}")) {
        if tokens.len() >= most {
            break;
        }
        vocabulary.encode(&word.text, &mut tokens);
    }
    tokens.truncate(most);
    tokens
}

/// Tokens of the name of a column that are said before a cell, at most.
const NAME_TOKENS: usize = 6;

impl Passage {
    pub fn new(vocabulary: &Vocabulary, text: &str) -> Passage {
        let mut passage = Passage::default();
        let mut start = 0;
        let mut rows: Vec<Vec<Cell<'_>>> = Vec::new();
        for line in text.split('\n') {
            rows.push(cells(line, start));
            start += line.len() + 1;
        }
        let texts = rows.iter().map(|row| row.iter().map(|cell| cell.text));
        let texts: Vec<Vec<&str>> = texts.map(Iterator::collect).collect();
        for (row, header) in rows.iter().zip(headers(&texts)) {
            passage.lines.push(passage.ids.len());
            let names = header.and_then(|header| rows.get(header));
            passage.add_line(vocabulary, row, names.map_or(&[], Vec::as_slice));
        }
        passage
    }

    /// A line; `names` are those of its columns, of all but the first or of all.
    fn add_line(&mut self, vocabulary: &Vocabulary, row: &[Cell<'_>], names: &[Cell<'_>]) {
        let unnamed = row.len().saturating_sub(names.len());
        for (index, cell) in row.iter().enumerate() {
            if index > 0 {
                self.ids.push(vocabulary.gap);
                let name = index.checked_sub(unnamed).and_then(|at| names.get(at));
                if let Some(name) = name {
                    self.add_name(vocabulary, name);
                }
            }
            self.add_cell(vocabulary, cell);
        }
        if row.len() > 1 {
            self.ids.push(vocabulary.line_end);
        }
    }

    /// The name of a column, whose tokens are of no word.
    fn add_name(&mut self, vocabulary: &Vocabulary, name: &Cell<'_>) {
        let mut tokens = Vec::new();
        for word in words(name.text) {
            vocabulary.encode(&word.text, &mut tokens);
        }
        tokens.truncate(NAME_TOKENS);
        self.ids.append(&mut tokens);
        self.ids.push(vocabulary.colon);
    }

    fn add_cell(&mut self, vocabulary: &Vocabulary, cell: &Cell<'_>) {
        for word in words(cell.text) {
            let first = self.ids.len();
            vocabulary.encode(&word.text, &mut self.ids);
            self.words.push(PlacedWord {
                tokens: first..self.ids.len(),
                start: cell.start + word.start,
                end: cell.start + word.end,
            });
        }
    }
}

/// A cell of a line; a line without gaps is one.
struct Cell<'t> {
    text: &'t str,
    /// Byte of the passage at which it begins.
    start: usize,
}

/// The cells of the line that begins at `start`.
fn cells(line: &str, start: usize) -> Vec<Cell<'_>> {
    let stripped = line.trim_start_matches(is_space);
    let start = start + line.len() - stripped.len();
    let stripped = stripped.trim_end_matches(is_space);
    let gaps = gaps(stripped);
    let begins = std::iter::once(0).chain(gaps.iter().map(|gap| gap.end));
    let ends = gaps.iter().map(|gap| gap.start).chain([stripped.len()]);
    let cell = |(from, to): (usize, usize)| Cell {
        text: stripped.get(from..to).unwrap_or(""),
        start: start + from,
    };
    begins.zip(ends).map(cell).collect()
}

/// Gaps between the cells of a line: a tab with what follows of tabs and
/// spaces, or two and more spaces with what follows of tabs, then spaces.
fn gaps(line: &str) -> Vec<Range<usize>> {
    let run = |from: usize, wanted: &[char]| {
        let rest = line.get(from..).unwrap_or("");
        from + rest.len() - rest.trim_start_matches(wanted).len()
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(next) = line
        .get(at..)
        .and_then(|rest| rest.find(['\t', ' ', '\u{a0}']))
    {
        let start = at + next;
        let spaces = run(start, &[' ', '\u{a0}']);
        let several = line
            .get(start..spaces)
            .is_some_and(|text| text.chars().nth(1).is_some());
        if several {
            at = run(run(spaces, &['\t']), &[' ']);
            found.push(start..at);
        } else if spaces > start {
            at = spaces; // one space within a cell
        } else {
            at = run(start, &['\t', ' ']);
            found.push(start..at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::tests::small;
    use super::*;

    fn texts(line: &str) -> Vec<&str> {
        cells(line, 0).into_iter().map(|cell| cell.text).collect()
    }

    #[test]
    fn a_tab_or_two_spaces_part_cells() {
        assert_eq!(texts("one cell here"), ["one cell here"]);
        assert_eq!(
            texts("a\tb \tc  d\u{a0}\u{a0}e"),
            ["a", "b ", "c", "d", "e"]
        );
        assert_eq!(texts("a\t \t b"), ["a", "b"]);
        assert_eq!(texts("a  \t \tb"), ["a", "", "b"]);
        assert_eq!(texts(""), [""]);
    }

    #[test]
    fn gaps_and_ends_of_rows_are_marked_and_words_keep_their_places() {
        let vocabulary = small();
        let text = "  total\t1.5 \nab";
        let passage = Passage::new(&vocabulary, text);
        let (gap, end) = (vocabulary.gap, vocabulary.line_end);
        let marks: Vec<usize> = (0..passage.ids.len())
            .filter(|at| [gap, end].contains(&passage.ids[*at]))
            .collect();
        assert_eq!(marks, [1, 5]);
        assert_eq!(passage.lines, [0, 6]);
        let places: Vec<&str> = passage
            .words
            .iter()
            .map(|word| text.get(word.start..word.end).unwrap())
            .collect();
        assert_eq!(places, ["total", "1", ".", "5", "ab"]);
        assert_eq!(passage.words.last().unwrap().tokens, 6..8);
    }

    #[test]
    fn cells_of_a_table_are_said_with_the_names_of_their_columns() {
        let vocabulary = small();
        let text = "a\tb\ntotal\t1\t2\n3\t4";
        let passage = Passage::new(&vocabulary, text);
        let id = |word: &str| {
            let mut tokens = Vec::new();
            vocabulary.encode(word, &mut tokens);
            tokens[0]
        };
        let second = "total | a : 1 | b : 2 ;".split(' ').map(id);
        let second: Vec<u32> = second.collect();
        assert_eq!(passage.ids[passage.lines[1]..passage.lines[2]], second);
        let places: Vec<&str> = passage
            .words
            .iter()
            .map(|word| text.get(word.start..word.end).unwrap())
            .collect();
        assert_eq!(places, ["a", "b", "total", "1", "2", "3", "4"]);
    }

    #[test]
    fn an_empty_passage_has_one_line_and_no_tokens() {
        let passage = Passage::new(&small(), "");
        assert!(passage.ids.is_empty() && passage.words.is_empty());
        assert_eq!(passage.lines, [0]);
    }

    #[test]
    fn a_question_is_cut() {
        let vocabulary = small();
        assert_eq!(question(&vocabulary, "date", "a  b", 64).len(), 7);
        assert_eq!(
            question(&vocabulary, "date", &"ab ".repeat(99), 64).len(),
            64
        );
    }
}
