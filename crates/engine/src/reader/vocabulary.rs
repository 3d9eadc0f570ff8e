//! `WordPiece`: a word as the longest pieces of a vocabulary that follow one
//! another. llama.cpp has it, too, but splits and spells words by tables of its
//! own, so that a word's place would be lost and its spelling sometimes differ.

use std::collections::HashMap;

/// A word of more characters is not looked up, as in training.
const MAX_WORD_CHARACTERS: usize = 100;
/// How llama.cpp's files spell the beginning of a word.
const WORD_MARK: char = '\u{2581}';

/// The pieces of a model.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// Pieces that begin a word.
    first: HashMap<String, u32>,
    /// Pieces that go on with one.
    further: HashMap<String, u32>,
    /// Bytes of the longest piece.
    longest: usize,
    /// Stands for a word that the vocabulary cannot spell.
    pub unknown: u32,
    /// First token of a window.
    pub begin: u32,
    /// Ends the question, and the passage.
    pub end: u32,
    /// A gap between two cells of a line.
    pub gap: u32,
    /// The end of a line that has gaps.
    pub line_end: u32,
    /// Parts the name of a cell's column from the cell.
    pub colon: u32,
}

/// Numbers of the tokens that are no pieces of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Marks {
    pub unknown: u32,
    pub begin: u32,
    pub end: u32,
}

impl Vocabulary {
    /// `pieces`: number and spelling of every token that foreign text may
    /// become, in the spelling of llama.cpp's files. None when it lacks the
    /// marks of a table.
    pub fn new(pieces: impl Iterator<Item = (u32, String)>, marks: Marks) -> Option<Vocabulary> {
        let (mut first, mut further, mut longest) = (HashMap::new(), HashMap::new(), 0);
        for (id, spelled) in pieces {
            let (map, piece) = match spelled.strip_prefix(WORD_MARK) {
                Some(piece) => (&mut first, piece.to_owned()),
                None => (&mut further, spelled),
            };
            longest = longest.max(piece.len());
            map.insert(piece, id);
        }
        let (gap, line_end, colon) = (*first.get("|")?, *first.get(";")?, *first.get(":")?);
        Some(Vocabulary {
            first,
            further,
            longest,
            unknown: marks.unknown,
            begin: marks.begin,
            end: marks.end,
            gap,
            line_end,
            colon,
        })
    }

    /// Adds the tokens of one word: at least one, at most one a character.
    pub fn encode(&self, word: &str, tokens: &mut Vec<u32>) {
        let before = tokens.len();
        if word.chars().count() > MAX_WORD_CHARACTERS {
            tokens.push(self.unknown);
            return;
        }
        let (mut rest, mut pieces) = (word, &self.first);
        while !rest.is_empty() {
            let longest = (1..=rest.len().min(self.longest))
                .rev()
                .find_map(|end| Some((*pieces.get(rest.get(..end)?)?, rest.get(end..)?)));
            let Some((id, left)) = longest else {
                tokens.truncate(before);
                tokens.push(self.unknown);
                return;
            };
            tokens.push(id);
            (rest, pieces) = (left, &self.further);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Single small letters, digits and a few words.
    pub fn small() -> Vocabulary {
        let marks = Marks {
            unknown: 1,
            begin: 2,
            end: 3,
        };
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789.,:;|$".chars();
        let pieces = letters.flat_map(|letter| [format!("\u{2581}{letter}"), letter.to_string()]);
        let words = ["\u{2581}total", "\u{2581}un", "know"].map(str::to_owned);
        Vocabulary::new((10..).zip(pieces.chain(words)), marks).unwrap()
    }

    #[test]
    fn takes_the_longest_piece_and_gives_up_on_a_word_as_a_whole() {
        let vocabulary = small();
        let encode = |word: &str| {
            let mut tokens = Vec::new();
            vocabulary.encode(word, &mut tokens);
            tokens.len()
        };
        assert_eq!(encode("total"), 1);
        assert_eq!(encode("unknown"), 3); // un know n
        assert_eq!(encode("totalit\u{e4}t"), 1);
        assert_eq!(encode(&"a".repeat(100)), 100);
        assert_eq!(encode(&"a".repeat(101)), 1);
        let mut tokens = vec![7];
        vocabulary.encode("ab\u{df}", &mut tokens);
        assert_eq!(tokens, [7, vocabulary.unknown]);
    }
}
