//! A passage as tokens with the places of its words.

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
    /// In order. A token of no word is the mark of a gap or of a line's end.
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

impl Passage {
    pub fn new(vocabulary: &Vocabulary, text: &str) -> Passage {
        let mut passage = Passage::default();
        let mut start = 0;
        for line in text.split('\n') {
            passage.lines.push(passage.ids.len());
            passage.add_line(vocabulary, line, start);
            start += line.len() + 1;
        }
        passage
    }

    fn add_line(&mut self, vocabulary: &Vocabulary, line: &str, start: usize) {
        let stripped = line.trim_start_matches(is_space);
        let start = start + line.len() - stripped.len();
        let stripped = stripped.trim_end_matches(is_space);
        let gaps = gaps(stripped);
        let begins = std::iter::once(0).chain(gaps.iter().map(|gap| gap.end));
        let ends = gaps.iter().map(|gap| gap.start).chain([stripped.len()]);
        for (index, (from, to)) in begins.zip(ends).enumerate() {
            if index > 0 {
                self.ids.push(vocabulary.gap);
            }
            self.add_cell(
                vocabulary,
                stripped.get(from..to).unwrap_or(""),
                start + from,
            );
        }
        if !gaps.is_empty() {
            self.ids.push(vocabulary.line_end);
        }
    }

    fn add_cell(&mut self, vocabulary: &Vocabulary, cell: &str, start: usize) {
        for word in words(cell) {
            let first = self.ids.len();
            vocabulary.encode(&word.text, &mut self.ids);
            self.words.push(PlacedWord {
                tokens: first..self.ids.len(),
                start: start + word.start,
                end: start + word.end,
            });
        }
    }
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

    fn cells(line: &str) -> Vec<&str> {
        let gaps = gaps(line);
        let begins = std::iter::once(0).chain(gaps.iter().map(|gap| gap.end));
        let ends = gaps.iter().map(|gap| gap.start).chain([line.len()]);
        begins
            .zip(ends)
            .map(|(from, to)| line.get(from..to).unwrap())
            .collect()
    }

    #[test]
    fn a_tab_or_two_spaces_part_cells() {
        assert_eq!(cells("one cell here"), ["one cell here"]);
        assert_eq!(
            cells("a\tb \tc  d\u{a0}\u{a0}e"),
            ["a", "b ", "c", "d", "e"]
        );
        assert_eq!(cells("a\t \t b"), ["a", "b"]);
        assert_eq!(cells("a  \t \tb"), ["a", "", "b"]);
        assert_eq!(cells(""), [""]);
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
