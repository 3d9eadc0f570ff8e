//! Boundary marks: how a cited span begins and ends in its document.
//!
//! A quote that begins in the middle of a sentence, or breaks off before its
//! full stop, may say something else than the whole would. Code looks at the
//! lines and tells:
//!
//! | mark | holds where |
//! |---|---|
//! | `starts` = `paragraph` | the first line is the first of the document, of a page or of a section, follows an empty line, a line that ends a sentence or a colon, or begins a list item |
//! | `starts` = `mid_sentence` | otherwise, or where the quote begins after other words of its line |
//! | `ends` = `sentence` | the quote ends with `.`, `!` or `?` (quotation marks and brackets behind it do not count) |
//! | `ends` = `open` | otherwise |
//! | `contiguous` | no empty line and no page break lies between the cited lines |
//!
//! A cell of a table or a line of a form rarely ends with a full stop: the
//! marks are a help for reading prose, no fault of an answer.

use crate::document::{Document, Line};
use serde::{Deserialize, Serialize};

/// How a span begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// With a paragraph, heading, list item or sentence.
    Paragraph,
    /// After words that belong to it.
    MidSentence,
}

/// How a span ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// With a full stop, exclamation or question mark.
    Sentence,
    /// Without.
    Open,
}

/// The marks of one span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Boundary {
    /// How it begins.
    pub starts: Start,
    /// How it ends.
    pub ends: End,
    /// Whether its lines follow each other without a gap.
    pub contiguous: bool,
}

/// The marks of the quote in lines `first_line..=last_line` (from 1) of a
/// document. Lines that are not there count as none.
///
/// # Example
///
/// ```
/// use evidence::boundary::{self, End, Start};
/// use evidence::reader::{ReadLimits, read};
///
/// let text = "Term.\nThe lease ends in May\nunless it is renewed.\n";
/// let document = read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap();
/// let mark = boundary::of(&document, 2, 3, "The lease ends in May unless it is renewed.");
/// assert_eq!((mark.starts, mark.ends), (Start::Paragraph, End::Sentence));
/// let mark = boundary::of(&document, 3, 3, "unless it is renewed.");
/// assert_eq!(mark.starts, Start::MidSentence);
/// ```
pub fn of(document: &Document, first_line: u32, last_line: u32, quote: &str) -> Boundary {
    let before = (first_line as usize).saturating_sub(1);
    let cited: Vec<&Line> = document
        .lines
        .iter()
        .skip(before)
        .take((last_line as usize).saturating_sub(before))
        .collect();
    let starts = if begins(document, before, quote) {
        Start::Paragraph
    } else {
        Start::MidSentence
    };
    Boundary {
        starts,
        ends: if ends_sentence(quote) {
            End::Sentence
        } else {
            End::Open
        },
        contiguous: cited.iter().all(|line| !line.text.trim().is_empty())
            && cited.windows(2).all(|pair| match pair {
                [one, next] => one.page == next.page,
                _ => true,
            }),
    }
}

/// Whether the quote begins its line, and the line something new.
fn begins(document: &Document, index: usize, quote: &str) -> bool {
    let Some(line) = document.lines.get(index) else {
        return false;
    };
    let first_words: Vec<&str> = quote.split_whitespace().take(3).collect();
    let from_the_start = line
        .text
        .split_whitespace()
        .zip(&first_words)
        .all(|(word, quoted)| word == *quoted);
    if !from_the_start {
        return false;
    }
    let Some(above) = index
        .checked_sub(1)
        .and_then(|above| document.lines.get(above))
    else {
        return true;
    };
    let text = above.text.trim_end();
    let small = line
        .text
        .trim_start()
        .starts_with(|sign: char| sign.is_lowercase());
    text.is_empty()
        || ends_sentence(text)
        || text.ends_with(':')
        || (above.page != line.page && !small)
        || document
            .sections
            .iter()
            .any(|section| [line.number, above.number].contains(&section.first_line))
        || crate::label::is_list_item(&line.text)
}

fn ends_sentence(text: &str) -> bool {
    let closing = ['"', '”', '’', '\'', '»', ')', ']'];
    let text = text.trim_end().trim_end_matches(closing);
    text.ends_with(['.', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::{ReadLimits, read};

    fn marks(text: &str, first: u32, last: u32, quote: &str) -> Boundary {
        let document = read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap();
        of(&document, first, last, quote)
    }

    #[test]
    fn every_row_of_the_table_holds() {
        let text = "One sentence.\nAnother one that\ngoes on.\n\nafter an empty line\n\
                    these are:\nfirst\na) item\nlast";
        let paragraph = [
            (1, "One"),
            (2, "Another one"),
            (5, "after an"),
            (7, "first"),
            (8, "a) item"),
        ];
        for (line, quote) in paragraph {
            assert_eq!(
                marks(text, line, line, quote).starts,
                Start::Paragraph,
                "{quote}"
            );
        }
        for (line, quote) in [
            (3, "goes on."),
            (1, "sentence."),
            (9, "last"),
            (6, "these are:"),
        ] {
            assert_eq!(
                marks(text, line, line, quote).starts,
                Start::MidSentence,
                "{quote}"
            );
        }
        for (quote, ends) in [
            ("goes on.", End::Sentence),
            ("“goes on.”", End::Sentence),
            ("(really?)", End::Sentence),
            ("goes", End::Open),
            ("these are:", End::Open),
        ] {
            assert_eq!(marks(text, 3, 3, quote).ends, ends, "{quote}");
        }
        assert!(marks(text, 2, 3, "Another one that goes on.").contiguous);
        assert!(!marks(text, 3, 5, "goes on. after an empty line").contiguous);
    }

    #[test]
    fn lines_that_are_not_there_are_no_beginning() {
        assert_eq!(marks("One.", 7, 9, "One.").starts, Start::MidSentence);
        assert_eq!(marks("One.", 0, 0, "").ends, End::Open);
    }
}
