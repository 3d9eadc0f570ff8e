//! Words as BERT's first step makes them: runs of letters and digits, and
//! single punctuation marks, in small letters, without accents and control
//! characters. Unlike that step's usual makers it keeps every word's place.
//!
//! The order is Hugging Face's `BertNormalizer` and `BertPreTokenizer`, which
//! training used: control characters vanish (a form feed, too: they do not
//! part words), Chinese characters stand alone, accents are taken off, letters
//! made small. Their Unicode tables are older than ours, so they differ on some
//! hundred characters of scripts that came later.

use regex_syntax::hir::{Class, HirKind};
use std::sync::LazyLock;
use unicode_normalization::char::decompose_canonical;

/// A word and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// As the vocabulary spells it.
    pub text: String,
    /// Byte at which its first character begins.
    pub start: usize,
    /// Byte behind its last character. An accent that stands as a character of
    /// its own behind the word is not part of it.
    pub end: usize,
}

/// Ranges of characters, in order.
type Characters = Vec<(char, char)>;

/// The characters of a class in `regex` syntax.
fn class(pattern: &str) -> Characters {
    let parsed = regex_syntax::parse(pattern).map(regex_syntax::hir::Hir::into_kind);
    match parsed {
        Ok(HirKind::Class(Class::Unicode(class))) => class
            .iter()
            .map(|range| (range.start(), range.end()))
            .collect(),
        _ => Vec::new(),
    }
}

static CONTROLS: LazyLock<Characters> = LazyLock::new(|| class(r"[\p{Cc}\p{Cf}\p{Co}]"));
static ACCENTS: LazyLock<Characters> = LazyLock::new(|| class(r"\p{Mn}"));
static PUNCTUATION: LazyLock<Characters> = LazyLock::new(|| class(r"\p{P}"));

fn is_in(characters: &Characters, character: char) -> bool {
    let after = characters.partition_point(|(first, _)| *first <= character);
    after
        .checked_sub(1)
        .and_then(|at| characters.get(at))
        .is_some_and(|(_, last)| character <= *last)
}

fn is_removed(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | ' '..='~' => false,
        '\u{fffd}' => true,
        other => is_in(&CONTROLS, other),
    }
}

fn is_accent(character: char) -> bool {
    !character.is_ascii() && is_in(&ACCENTS, character)
}

fn is_punctuation(character: char) -> bool {
    if character.is_ascii() {
        character.is_ascii_punctuation()
    } else {
        is_in(&PUNCTUATION, character)
    }
}

/// The ranges that Hugging Face takes for Chinese, its slip at U+2B920 included.
fn is_chinese(character: char) -> bool {
    matches!(character,
        '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{2a6df}'
        | '\u{2a700}'..='\u{2b73f}' | '\u{2b740}'..='\u{2b81f}' | '\u{2b920}'..='\u{2ceaf}'
        | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}

/// Whether a character is white space that ends a word or is no part of a line.
/// Unlike [`char::is_whitespace`], with the separators U+001C to U+001F.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

/// Words found so far, and the one under way.
#[derive(Default)]
struct Found {
    words: Vec<Word>,
    open: Option<Word>,
}

impl Found {
    fn finish(&mut self) {
        self.words.extend(self.open.take());
    }

    fn push(&mut self, character: char, start: usize, end: usize) {
        let word = self.open.get_or_insert_with(|| Word {
            text: String::new(),
            start,
            end,
        });
        word.text.push(character);
        word.end = end;
    }

    fn push_alone(&mut self, character: char, start: usize, end: usize) {
        self.finish();
        self.push(character, start, end);
        self.finish();
    }
}

/// The words of a text, in order.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut found = Found::default();
    for (start, character) in text.char_indices() {
        let end = start + character.len_utf8();
        if is_removed(character) {
            continue;
        }
        if character.is_whitespace() {
            found.finish();
            continue;
        }
        let chinese = is_chinese(character);
        decompose_canonical(character, |part| {
            if is_accent(part) {
                return;
            }
            for letter in part.to_lowercase() {
                if chinese || is_punctuation(letter) {
                    found.push_alone(letter, start, end);
                } else {
                    found.push(letter, start, end);
                }
            }
        });
    }
    found.finish();
    found.words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> Vec<(String, &str)> {
        words(text)
            .into_iter()
            .map(|word| (word.text, text.get(word.start..word.end).unwrap()))
            .collect()
    }

    fn pairs<'a>(pairs: &[(&str, &'a str)]) -> Vec<(String, &'a str)> {
        pairs
            .iter()
            .map(|(text, place)| ((*text).to_owned(), *place))
            .collect()
    }

    #[test]
    fn words_keep_their_places() {
        assert_eq!(
            spelled("Net: $1,250.00\nCaf\u{e9}"),
            pairs(&[
                ("net", "Net"),
                (":", ":"),
                ("$", "$"),
                ("1", "1"),
                (",", ","),
                ("250", "250"),
                (".", "."),
                ("00", "00"),
                ("cafe", "Caf\u{e9}")
            ])
        );
    }

    #[test]
    fn chinese_stands_alone_and_control_characters_part_nothing() {
        assert_eq!(
            spelled("a\u{6771}\u{4eac}b in\u{200d}side x\u{0c}y"),
            pairs(&[
                ("a", "a"),
                ("\u{6771}", "\u{6771}"),
                ("\u{4eac}", "\u{4eac}"),
                ("b", "b"),
                ("inside", "in\u{200d}side"),
                ("xy", "x\u{0c}y")
            ])
        );
    }

    #[test]
    fn an_accent_of_its_own_goes_and_ends_no_word() {
        assert_eq!(
            spelled("e\u{301}te\u{301} \u{301} \u{130}\u{fffd}"),
            pairs(&[("ete", "e\u{301}te"), ("i", "\u{130}")])
        );
        assert!(words(" \t\r\n\u{0}\u{7f}").is_empty());
    }
}
