//! What the shape of a line says: row of a table, heading, prose.

use language::Language;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A figure as a cell of a table: sign, currency symbol and percent allowed.
static CELL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[-–+(]*(?:US\$|RM|[$£€])?[-(]*\d[\d.,]*\)?%?\)?-?$").expect("a literal pattern")
});
static GAP: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\t+|\s*\|\s*| {2,}").expect("a literal pattern"));
/// A year of our time.
pub(super) static YEAR: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:19|20)\d\d\b").expect("a literal pattern"));
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:\d+(?:\.\d+)*\.?|[IVX]+\.|Section|Article|ARTICLE|SECTION)\s")
        .expect("a literal pattern")
});

/// Cells of a line, split at gaps of two or more spaces, tabs and bars.
pub(super) fn cells(raw: &str) -> Vec<&str> {
    GAP.split(raw.trim())
        .filter(|cell| !cell.is_empty())
        .collect()
}

/// The words of a line that are figures, as written.
pub(super) fn figures(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .filter(|word| is_figure(word))
        .collect()
}

/// Whether one word is a figure and nothing else.
pub(super) fn is_figure(word: &str) -> bool {
    CELL.is_match(word)
}

/// A row of a table: column gaps, or a line that ends in two figures.
pub(super) fn is_tabular(raw: &str) -> bool {
    if cells(raw).len() >= 2 && !figures(raw).is_empty() {
        return true;
    }
    let mut tail = raw
        .split_whitespace()
        .rev()
        .filter(|word| !matches!(*word, "$" | "£" | "€" | "%" | "RM" | ")" | "SR"));
    let last = tail.next().is_some_and(is_figure);
    last && (tail.next().is_some_and(is_figure) || raw.split_whitespace().count() <= 8)
}

/// A line that is complete in itself, not a piece of running prose.
pub(super) fn is_short(raw: &str) -> bool {
    raw.split_whitespace().count() <= 7
}

/// `1. `, `(a) `, `• `: the first word behind is what the item begins with.
static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[•●▪◦‣·*–—-]|\(?\d{1,2}[.)]|\(?[a-z]\)|\(?[ivx]+[.)]) +(\S+)")
        .expect("a literal pattern")
});

/// Whether a line is marked as an item of a list; `10. März` is a date.
pub(super) fn is_item(line: &str) -> bool {
    ITEM.captures(line).is_some_and(|found| {
        let word = found[1].to_lowercase();
        let month = |language: Language| language.pack().month(&word).is_some();
        !Language::ALL.into_iter().any(month)
    })
}

/// At least one word of two or more letters.
pub(super) fn has_words(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphabetic())
        .any(|word| word.chars().count() >= 2)
}

/// Whether text up to a white space ends a sentence. Abbreviations of one
/// or two letters (`No.`, `S.A.`) and initials do not.
pub(super) fn ends_sentence(head: &str) -> bool {
    let Some(stem) = head.strip_suffix(['.', '!', '?', ';']) else {
        return false;
    };
    if !head.ends_with('.') {
        return true;
    }
    let last: String = stem
        .chars()
        .rev()
        .take_while(|letter| letter.is_alphanumeric())
        .collect();
    let initial = last.chars().next_back().is_some_and(char::is_uppercase);
    let short = last.chars().count() <= 2 && initial;
    let known = matches!(
        last.as_str(),
        "cnI" | "dtL" | "proC" | "oC" | "srM" | "cte" | "giF"
    );
    !(short || known)
}

/// Whether a semicolon ends a sentence, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clauses {
    /// It does: what stands behind it is said for itself.
    Apart,
    /// It does not: items of a clause (*(a) upon 30 days' notice;*) share the verb before them.
    Together,
}

/// The sentence that a run of words (bytes of a passage's text) stands in, its mark included: from behind the
/// last end before it to the next one behind it. A sentence ends with its mark before white space, and with an
/// empty line; not with an abbreviation.
pub fn sentence_around(text: &str, run: &Range<usize>, clauses: Clauses) -> Range<usize> {
    let ends_behind = |at: usize| {
        let head = text.get(..at).unwrap_or_default();
        let is_clause = head.ends_with(';') && clauses == Clauses::Together;
        let is_empty =
            head.ends_with('\n') && text.get(at..).is_some_and(|rest| rest.starts_with('\n'));
        is_empty || (!is_clause && ends_sentence(head))
    };
    let spaces = |part: Range<usize>| {
        let letters = text.get(part.clone()).unwrap_or_default().char_indices();
        letters.filter_map(move |(at, letter)| {
            letter.is_whitespace().then_some((part.start + at, letter))
        })
    };
    let start = spaces(0..run.start)
        .rfind(|(at, _)| ends_behind(*at))
        .map_or(0, |(at, letter)| at + letter.len_utf8());
    let end = spaces(run.end..text.len()).find(|(at, _)| ends_behind(*at));
    start..end.map_or(text.len(), |(at, _)| at)
}

/// A heading: short, not a sentence, and numbered, in capitals, alone between blank lines, or
/// marked as one (`## Fees`).
pub(super) fn is_heading(raw: &str, alone: bool) -> bool {
    let text = raw.trim().trim_start_matches('#');
    let alone = alone || text.len() < raw.trim().len();
    let text = text.trim_start();
    let words = text.split_whitespace().count();
    if words == 0 || words > 10 || text.ends_with([',', ';']) || !has_words(text) || is_tabular(raw)
    {
        return false;
    }
    let capitals = !text.chars().any(char::is_lowercase);
    let starts = text
        .chars()
        .next()
        .is_some_and(|first| first.is_uppercase() || first.is_numeric());
    starts && (capitals || NUMBERED.is_match(text) || (alone && !text.ends_with('.')))
}

/// The cell of a header line above a figure that has `from_right` figures to
/// its right in a row of `width` figures; none where the line is no header.
pub(super) fn header_cell(raw: &str, width: usize, from_right: usize) -> Option<String> {
    let years: Vec<&str> = YEAR.find_iter(raw).map(|found| found.as_str()).collect();
    if years.len() >= 2 && years.len() >= width.min(2) && figures(raw).len() <= years.len() {
        return years
            .iter()
            .rev()
            .nth(from_right)
            .map(|year| (*year).to_owned());
    }
    let cells = cells(raw);
    if cells.len() >= 2 && cells.len() >= width && figures(raw).is_empty() {
        return cells
            .iter()
            .rev()
            .nth(from_right)
            .map(|cell| (*cell).to_owned());
    }
    None
}

/// Whether a bare figure at the start of a line numbers a section: `9.1 The
/// Executive`, `15.1 Term`. Sums that begin a line have two decimals and few
/// words behind them.
pub(super) fn numbers_section(line: &str, figure: &str) -> bool {
    let Some(rest) = line.strip_prefix(figure) else {
        return false;
    };
    let Some((whole, part)) = figure.split_once('.') else {
        return false;
    };
    let digits = |text: &str| {
        (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let prose = rest.starts_with(' ')
        && rest
            .trim_start()
            .starts_with(|letter: char| letter.is_alphabetic() || letter == '(');
    digits(whole)
        && digits(part)
        && prose
        && (part.len() == 1 || rest.split_whitespace().count() >= 5)
}

/// Whether a bare figure at the start of a line numbers an item: `120. The fee`, `(7) War`.
pub(super) fn numbers_item(line: &str, figure: &str) -> bool {
    let rest = line.strip_prefix(figure).unwrap_or_default();
    let rest = rest.strip_prefix(['.', ')']).unwrap_or_default();
    let begins = rest.strip_prefix(' ').unwrap_or_default();
    figure.bytes().all(|byte| byte.is_ascii_digit()) && begins.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod section_tests {
    use super::{Clauses, numbers_item, numbers_section, sentence_around};

    fn around<'t>(text: &'t str, words: &str, clauses: Clauses) -> &'t str {
        let start = text.find(words).unwrap();
        let found = sentence_around(text, &(start..start + words.len()), clauses);
        text[found].trim()
    }

    #[test]
    fn a_sentence_goes_from_end_to_end_over_abbreviations_and_lines() {
        let text = "1. Use\n\nIt ends. Alder Inc. may let the\nflat; Birch Ltd. may not.\nIs it so? No! Then\n\n(a) war";
        for (words, apart, together) in [
            ("ends", "It ends.", "It ends."),
            (
                "may let",
                "Alder Inc. may let the\nflat;",
                "Alder Inc. may let the\nflat; Birch Ltd. may not.",
            ),
            (
                "may not",
                "Birch Ltd. may not.",
                "Alder Inc. may let the\nflat; Birch Ltd. may not.",
            ),
            ("so", "Is it so?", "Is it so?"),
            ("No", "No!", "No!"),
            ("Then", "Then", "Then"),
            ("war", "(a) war", "(a) war"),
        ] {
            assert_eq!(around(text, words, Clauses::Apart), apart);
            assert_eq!(around(text, words, Clauses::Together), together);
        }
    }

    #[test]
    fn tells_numbers_of_items_from_sums() {
        assert!(numbers_item("120. The fee is due", "120"));
        assert!(numbers_item("7) War", "7"));
        assert!(!numbers_item("120.00 for the fee", "120.00"));
        assert!(!numbers_item("120 for the fee", "120"));
    }

    #[test]
    fn tells_section_numbers_from_sums() {
        assert!(numbers_section(
            "9.1 The Executive is entitled to cover",
            "9.1"
        ));
        assert!(numbers_section("15.1 Term", "15.1"));
        assert!(!numbers_section("16.00 SR", "16.00"));
        assert!(!numbers_section("Total 15.1", "15.1"));
        assert!(!numbers_section(
            "1,250.10 is due on the first day of March",
            "1,250.10"
        ));
    }
}
