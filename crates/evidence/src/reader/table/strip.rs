//! Lines as the search for tables sees them: words with places, which are
//! points on a page and characters in a plain text.

use crate::document::Line;
use crate::reader::row::Word;

/// A line as the search for tables sees it.
#[derive(Debug, Clone)]
pub(crate) struct Strip {
    /// The line's number.
    pub(crate) line: u32,
    pub(crate) page: u32,
    /// Downwards; in plain text the number of the line and the next one.
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    /// About the width of a letter.
    pub(crate) unit: f64,
    /// Distance from which two words stand in different cells.
    pub(crate) gap: f64,
    pub(crate) bold: bool,
    /// Places are characters of a plain text.
    pub(crate) fixed: bool,
    /// From left to right; none where the line is blank or not upright.
    pub(crate) words: Vec<Word>,
}

/// Strips of a plain text: one place for every character.
pub(crate) fn strips_of_text(lines: &[Line]) -> Vec<Strip> {
    lines
        .iter()
        .map(|line| Strip {
            line: line.number,
            page: line.page,
            top: f64::from(line.number),
            bottom: f64::from(line.number) + 1.0,
            unit: 1.0,
            gap: 1.5,
            bold: false,
            fixed: true,
            words: words_of_text(&line.text),
        })
        .collect()
}

fn words_of_text(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (at, letter) in text.chars().enumerate() {
        if letter.is_whitespace() {
            open = false;
            continue;
        }
        let (left, right) = (at as f64, at as f64 + 1.0);
        match words.last_mut() {
            Some(word) if open => {
                word.text.push(letter);
                word.right = right;
            }
            _ => words.push(Word {
                text: letter.to_string(),
                left,
                right,
            }),
        }
        open = true;
    }
    words
}
