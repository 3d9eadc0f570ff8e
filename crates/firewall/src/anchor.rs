//! Anchors in prose: `[C0]`, `[C1]`, ... and everything that was meant to be
//! one and is not.
//!
//! The form is exact: an opening bracket, a capital Latin C, a number in
//! ASCII digits without leading zeros, a closing bracket. What looks like an
//! anchor to a person and not to this definition (`[c0]`, `(C0)`, `[C-1]`,
//! `[С0]` with a Cyrillic letter, a zero-width space between) is malformed:
//! it would make a statement look cited that is not.

use crate::hidden::is_hidden;
use std::ops::Range;

/// Something in brackets that is an anchor or was meant to be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Bytes in the text, brackets included.
    pub range: Range<usize>,
    /// `C0`; none where it is malformed.
    pub anchor: Option<String>,
}

/// Longest thing in brackets that is looked at, in characters.
const MAX_CHARACTERS: usize = 40;

const OPEN: [char; 9] = ['[', '(', '{', '<', '［', '（', '【', '〔', '⟦'];
const CLOSE: [char; 9] = [']', ')', '}', '>', '］', '）', '】', '〕', '⟧'];

/// Letters that a person reads as C.
const LIKE_C: [char; 10] = ['C', 'c', 'С', 'с', 'Ｃ', 'ｃ', 'Ϲ', 'ϲ', 'Ⅽ', 'ⅽ'];

/// Every anchor and would-be anchor of a text, in order, without overlap.
pub(crate) fn marks(text: &str) -> Vec<Mark> {
    let mut found: Vec<Mark> = Vec::new();
    for (at, letter) in text.char_indices() {
        let taken = found.last().is_some_and(|mark| mark.range.end > at);
        if taken || !OPEN.contains(&letter) {
            continue;
        }
        let inside = at + letter.len_utf8();
        let Some(rest) = text.get(inside..) else {
            continue;
        };
        if let Some(mark) = read(rest, inside, at) {
            found.push(Mark {
                anchor: mark.anchor.filter(|_| letter == '['),
                range: mark.range,
            });
        }
    }
    found
}

/// Reads what stands behind an opening bracket at `start`.
fn read(rest: &str, inside: usize, start: usize) -> Option<Mark> {
    let close = rest
        .char_indices()
        .take(MAX_CHARACTERS)
        .find(|(_, letter)| CLOSE.contains(letter) || OPEN.contains(letter) || *letter == '\n');
    match close {
        Some((length, closing)) if CLOSE.contains(&closing) => {
            let content = rest.get(..length)?;
            let range = start..inside + length + closing.len_utf8();
            let exact = exact(content).filter(|_| closing == ']');
            if exact.is_none() && !meant(content) {
                return None;
            }
            Some(Mark {
                range,
                anchor: exact,
            })
        }
        // Never closed: `[C0 and so on`.
        _ => {
            let content: String = rest
                .chars()
                .take_while(|letter| !letter.is_whitespace())
                .take(MAX_CHARACTERS)
                .collect();
            let head = content.trim_end_matches(|letter: char| !letter.is_alphanumeric());
            (meant(head) && !head.is_empty()).then(|| Mark {
                range: start..inside + head.len(),
                anchor: None,
            })
        }
    }
}

/// `C0` of exactly `C0`.
fn exact(content: &str) -> Option<String> {
    let digits = content.strip_prefix('C')?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits == "0" || !digits.starts_with('0');
    (plain && canonical).then(|| content.to_owned())
}

/// Whether a person would read it as one anchor or several: a letter like C
/// and digits, with nothing else but separators.
fn meant(content: &str) -> bool {
    let mut letters = false;
    let mut digits = false;
    for letter in content.chars().filter(|letter| !is_hidden(*letter)) {
        if LIKE_C.contains(&letter) {
            letters = true;
        } else if letter.is_numeric() {
            digits = true;
        } else if letter.is_alphabetic() {
            return false;
        }
    }
    letters && digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_a_capital_c_and_a_plain_number_in_square_brackets() {
        let text = "One [C0] and two [C12][C3].";
        let found: Vec<String> = marks(text)
            .into_iter()
            .filter_map(|mark| mark.anchor)
            .collect();
        assert_eq!(found, ["C0", "C12", "C3"]);
    }

    #[test]
    fn what_looks_like_an_anchor_is_malformed() {
        for text in [
            "[c0]",
            "(C0)",
            "[C-1]",
            "{C0}",
            "[C 0]",
            "[ C0 ]",
            "[C00]",
            "[C01]",
            "[C0, C1]",
            "[C0-C2]",
            "[C0;1]",
            "[С0]",
            "[Ｃ0]",
            "[C０]",
            "[C٣]",
            "[C\u{200b}0]",
            "［C0］",
            "【C0】",
            "[C0)",
            "(C0]",
            "[C0",
            "[C0 and",
            "<C0>",
            "[#C0]",
            "[C1.5]",
            "[+C1]",
            "[\u{202e}C0]",
        ] {
            let found = marks(text);
            assert_eq!(found.len(), 1, "{text}");
            assert!(found.iter().all(|mark| mark.anchor.is_none()), "{text}");
        }
    }

    #[test]
    fn other_brackets_are_text() {
        for text in [
            "[1]",
            "(a)",
            "[C]",
            "(see clause 4)",
            "[sic]",
            "array[i]",
            "(C)",
            "[AC0]",
            "(Class C1)",
            "no brackets",
            "f(x",
            "[",
            "]",
            "",
        ] {
            assert!(marks(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn an_anchor_may_stand_in_other_brackets() {
        let found = marks("(see [C0])");
        assert_eq!(found.len(), 1);
        assert_eq!(
            found.first().and_then(|mark| mark.anchor.clone()),
            Some("C0".into())
        );
    }
}
