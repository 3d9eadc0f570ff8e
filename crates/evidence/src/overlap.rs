//! Strong completeness: whether what was shown ends where the matter ends.
//!
//! Retrieval holds back the block of lines after the last one shown. The model
//! never sees it; its beginning tells whether the shown lines break off
//! (`context_completeness_strong` of the answer). The rules, in this order:
//!
//! | what follows the last line shown | |
//! |---|---|
//! | nothing: the document ends | bounded |
//! | a heading | bounded |
//! | more rows of a table whose rows were shown | truncated |
//! | a list item whose label comes after the last one shown, or one more bullet | truncated |
//! | a line that goes on with a sentence: the line before ends in the middle of one, and this one begins with a small letter; or the line before ends with a comma, semicolon or dash | truncated |
//! | anything else | unknown |
//!
//! A page's number, or a line that stands at the same place of several pages,
//! is not looked for: it comes out as unknown.

use crate::document::{Document, Line};
use serde::{Deserialize, Serialize};

/// Lines held back, at most.
pub const MAX_BLOCK_LINES: u32 = 12;

/// Whether the shown lines end where the matter ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Completeness {
    /// Something new begins after them.
    Bounded,
    /// It goes on after them.
    Truncated,
    /// Neither can be told.
    #[default]
    Unknown,
}

/// A label of a list item.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Label {
    /// A bullet, by its sign.
    Bullet(char),
    /// `a`, `b`, ...: style and place from 1.
    Letter(Style, u32),
    /// `1`, `2`, ...
    Number(Style, u32),
    /// `i`, `ii`, ...
    Roman(Style, u32),
    /// `1.1`, `1.2`, ...: what stands before the last number, and that.
    Outline(String, u32),
}

/// What stands around a label, and whether its letters are capitals.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Style {
    open: bool,
    close: char,
    capital: bool,
}

/// The block after `last_line`: to the end of the page it begins on, at most
/// [`MAX_BLOCK_LINES`]; none where no line with text follows.
pub fn held_back(document: &Document, last_line: u32) -> Option<(u32, u32)> {
    let first = next_filled(document, last_line)?;
    let last = document
        .lines
        .iter()
        .skip(first.number as usize)
        .take(MAX_BLOCK_LINES as usize - 1)
        .take_while(|line| line.page == first.page)
        .last()
        .map_or(first.number, |line| line.number);
    Some((first.number, last))
}

/// Judges the lines `first_line..=last_line` by what follows them.
pub fn completeness(document: &Document, first_line: u32, last_line: u32) -> Completeness {
    let Some(next) = next_filled(document, last_line) else {
        return Completeness::Bounded;
    };
    let is_heading = document
        .sections
        .iter()
        .any(|section| section.first_line == next.number);
    if is_heading {
        return Completeness::Bounded;
    }
    let goes_on = document
        .tables
        .iter()
        .any(|table| table.first_line <= last_line && next.number <= table.last_line);
    let shown: Vec<&Line> = document
        .lines
        .iter()
        .filter(|line| (first_line..=last_line).contains(&line.number))
        .collect();
    if goes_on || continues_list(&shown, next) || continues_sentence(&shown, next) {
        return Completeness::Truncated;
    }
    Completeness::Unknown
}

/// The first line with text behind a line; none where the document ends.
pub fn next_filled(document: &Document, last_line: u32) -> Option<&Line> {
    document
        .lines
        .iter()
        .skip(last_line as usize)
        .find(|line| !line.text.trim().is_empty())
}

fn continues_list(shown: &[&Line], next: &Line) -> bool {
    let following = labels(&next.text);
    let last = shown
        .iter()
        .rev()
        .map(|line| labels(&line.text))
        .find(|labels| !labels.is_empty())
        .unwrap_or_default();
    following
        .iter()
        .any(|next| last.iter().any(|last| follows(last, next)))
}

/// Whether the label of a list item comes right after that of another, as `(b)` does after
/// `(a)`.
///
/// ```
/// use evidence::overlap::follows_label;
///
/// assert!(follows_label("9. Flood", "10. Vermin"));
/// assert!(!follows_label("9. Flood", "1. Notice"));
/// ```
pub fn follows_label(last: &str, next: &str) -> bool {
    let following = labels(next);
    let last = labels(last);
    let mut pairs = last
        .iter()
        .flat_map(|last| following.iter().map(move |next| (last, next)));
    pairs.any(|(last, next)| follows(last, next))
}

fn follows(last: &Label, next: &Label) -> bool {
    match (last, next) {
        (Label::Bullet(a), Label::Bullet(b)) => a == b,
        (Label::Letter(a, m), Label::Letter(b, n))
        | (Label::Number(a, m), Label::Number(b, n))
        | (Label::Roman(a, m), Label::Roman(b, n)) => a == b && m + 1 == *n,
        (Label::Outline(a, m), Label::Outline(b, n)) => a == b && m + 1 == *n,
        _ => false,
    }
}

/// Whether a line begins with the label of a list item.
pub(crate) fn is_list_item(text: &str) -> bool {
    !labels(text).is_empty()
}

/// What the first word may be as a label: `(i)` is a letter and a roman
/// number.
fn labels(text: &str) -> Vec<Label> {
    let text = text.trim();
    let mut words = text.split_whitespace();
    let (Some(word), true) = (words.next(), words.next().is_some()) else {
        return Vec::new();
    };
    let mut characters = word.chars();
    if let (Some(sign), None) = (characters.next(), characters.next())
        && "-*•·–—▪◦●○■‣".contains(sign)
    {
        return vec![Label::Bullet(sign)];
    }
    let open = word.starts_with('(');
    let Some(close) = word.chars().last().filter(|sign| ".):".contains(*sign)) else {
        return outline(word).into_iter().collect();
    };
    let inside = word.trim_start_matches('(').trim_end_matches(close);
    let style = Style {
        open,
        close,
        capital: inside.chars().any(char::is_uppercase),
    };
    let mut found: Vec<Label> = outline(inside).into_iter().collect();
    if let Ok(number) = inside.parse::<u16>() {
        found.push(Label::Number(style.clone(), u32::from(number)));
    }
    let mut letters = inside.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && letter.is_ascii_alphabetic()
    {
        let place = u32::from(letter.to_ascii_lowercase()) - u32::from('a') + 1;
        found.push(Label::Letter(style.clone(), place));
    }
    if let Some(number) = roman(inside) {
        found.push(Label::Roman(style, number));
    }
    found
}

/// `4.2` or `4.2.1`.
fn outline(text: &str) -> Option<Label> {
    let (before, last) = text.trim_end_matches('.').rsplit_once('.')?;
    let is_number = |part: &str| {
        !part.is_empty() && part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(last) || !before.split('.').all(is_number) {
        return None;
    }
    Some(Label::Outline(before.to_owned(), last.parse().ok()?))
}

/// A roman number up to 39, written as usual.
fn roman(text: &str) -> Option<u32> {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    const TENS: [&str; 4] = ["", "x", "xx", "xxx"];
    let text = text.to_lowercase();
    (1..40_usize)
        .find(|number| {
            let tens = TENS.get(number / 10).copied().unwrap_or_default();
            let ones = ONES.get(number % 10).copied().unwrap_or_default();
            format!("{tens}{ones}") == text
        })
        .map(|number| number as u32)
}

fn continues_sentence(shown: &[&Line], next: &Line) -> bool {
    let Some(last) = shown
        .iter()
        .rev()
        .map(|line| line.text.trim_end())
        .find(|text| !text.is_empty())
    else {
        return false;
    };
    if last.ends_with([',', ';', '-', '–', '—']) {
        return true;
    }
    let begins_small = next
        .text
        .trim_start()
        .chars()
        .next()
        .is_some_and(char::is_lowercase);
    begins_small && !last.ends_with(['.', '!', '?', ':', '"', '”', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Cell, Table};
    use crate::reader::{ReadLimits, read};

    fn document(text: &str) -> Document {
        read("a.md", text.as_bytes(), &ReadLimits::default()).unwrap()
    }

    /// What follows line 2.
    fn judge(text: &str) -> Completeness {
        completeness(&document(text), 1, 2)
    }

    #[test]
    fn every_row_of_the_table_of_rules_holds() {
        use Completeness::{Bounded, Truncated, Unknown};
        let cases = [
            ("the document ends", "Cats:\n- a cat.\n\n", Bounded),
            ("a heading", "Cats:\n- a cat\n\n# Dogs\n", Bounded),
            ("a bullet", "Cats:\n- a cat.\n- a tom.\n", Truncated),
            ("another bullet", "Cats:\n- a cat.\n* Dogs.\n", Unknown),
            ("a letter", "Perils:\n(a) fire.\n\n(b) flood.\n", Truncated),
            ("a number", "Perils:\n9. Fire.\n10. Flood.\n", Truncated),
            ("roman", "Perils:\n(iv) fire.\n(v) flood.\n", Truncated),
            (
                "roman after a letter",
                "Perils:\n(h) fire.\n(i) flood.\n",
                Truncated,
            ),
            ("a list anew", "Perils:\n(c) fire.\n(a) flood.\n", Unknown),
            ("another style", "Perils:\n(a) fire.\nb. flood.\n", Unknown),
            ("an outline", "Perils:\n4.1 Fire.\n4.2 Flood.\n", Truncated),
            (
                "another outline",
                "Perils:\n4.1 Fire.\n5.2 Flood.\n",
                Unknown,
            ),
            (
                "a label over two lines",
                "(a) fire and\nsmoke.\n(b) flood.\n",
                Truncated,
            ),
            (
                "a sentence",
                "The insurer pays\nfor loss and\ndamage.\n",
                Truncated,
            ),
            ("a comma", "Insured are fire,\nflood,\nStorm.\n", Truncated),
            (
                "a new sentence",
                "The insurer pays.\nIt does.\nNot always.\n",
                Unknown,
            ),
            ("no punctuation", "Total\nPremium\nDeductible\n", Unknown),
        ];
        for (name, text, expected) in cases {
            assert_eq!(judge(text), expected, "{name}");
        }
    }

    #[test]
    fn rows_of_the_table_that_were_not_shown_truncate() {
        let mut document = document("Year Sum.\n2019 1.\n2020 2.\nNotes.\n");
        document.tables = vec![Table {
            first_line: 1,
            last_line: 3,
            header_rows: 1,
            rows: vec![vec![Cell {
                text: "Year".into(),
                line_start: 1,
                line_end: 1,
            }]],
        }];
        assert_eq!(completeness(&document, 1, 2), Completeness::Truncated);
        assert_eq!(completeness(&document, 1, 3), Completeness::Unknown);
    }

    #[test]
    fn the_block_held_back_begins_with_text_and_has_a_limit() {
        let text = format!("one\n\n\n{}", "line\n".repeat(40));
        let document = document(&text);
        assert_eq!(held_back(&document, 1), Some((4, 15)));
        assert_eq!(held_back(&document, 43), None);
        assert_eq!(completeness(&document, 1, 43), Completeness::Bounded);
    }
}
