//! What the words of a cell are, and how cells are put together.

use super::strip::Strip;
use crate::document::Cell;
use crate::reader::row::Word;

/// Words of one line that stand together.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) words: Vec<Word>,
}

impl Piece {
    pub(super) fn of(words: Vec<Word>) -> Option<Self> {
        let (left, right) = (words.first()?.left, words.last()?.right);
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        Some(Self {
            text: texts.join(" "),
            left,
            right: right.max(left),
            words,
        })
    }
}

/// A line cut at its wide gaps. Dot leaders are gaps.
pub(super) fn pieces(strip: &Strip) -> Vec<Piece> {
    let mut groups: Vec<Vec<Word>> = Vec::new();
    let mut parted = true;
    let mut end = f64::NEG_INFINITY;
    for word in &strip.words {
        if is_leader(&word.text) {
            parted = true;
            continue;
        }
        match groups.last_mut() {
            Some(group) if !parted && word.left - end <= strip.gap => group.push(word.clone()),
            _ => groups.push(vec![word.clone()]),
        }
        parted = false;
        end = word.right;
    }
    groups.into_iter().filter_map(Piece::of).collect()
}

fn is_leader(text: &str) -> bool {
    text.len() >= 3 && text.chars().all(|c| matches!(c, '.' | '…' | '_'))
}

/// A figure: digits with what is written around them, a short unit or a note
/// included (`$ (2,235)`, `RM31.98`, `20 Stk`, `59 %`, `10,000 (1)`). A code
/// such as `TB100A4` is none.
pub(super) fn is_figure(text: &str) -> bool {
    let mut rest = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    if let Some(behind) = CURRENCIES.iter().find_map(|sign| rest.strip_prefix(sign)) {
        rest = behind.trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    let unit = rest.trim_start_matches(|c: char| !c.is_alphabetic());
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    let letters = unit.chars().filter(|c| c.is_alphabetic()).count();
    rest.starts_with(|c: char| c.is_ascii_digit())
        && letters <= 4
        && (letters <= digits || rest.contains(' '))
        && !(letters > 0 && unit.chars().any(|c| c.is_ascii_digit()))
        && !is_note(text)
}

/// Currencies written in letters before their figure.
const CURRENCIES: [&str; 12] = [
    "US$", "USD", "EUR", "GBP", "CHF", "RM", "Rs.", "Rs", "INR", "CAD", "AUD", "JPY",
];

/// `(1)`: a note's mark, or the number of a point.
fn is_note(text: &str) -> bool {
    text.strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .is_some_and(|inside| inside.len() <= 2)
}

/// What stands where there is no figure.
pub(super) fn is_filler(text: &str) -> bool {
    let lower = text.to_lowercase();
    matches!(
        lower.as_str(),
        "n/a" | "na" | "nil" | "n.a." | "none" | "k.a." | "entf."
    ) || (!text.is_empty() && !text.chars().any(char::is_alphanumeric))
}

/// A year, or a date written with its month's name or as `31/08/2014`.
pub(super) fn is_date(text: &str) -> bool {
    let years = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")));
    years.count() == 1
        && !text.contains(['%', '$', '€', '£'])
        && text.chars().filter(char::is_ascii_digit).count() <= 8
}

/// A column's heading rather than one of its values.
pub(super) fn is_heading(text: &str) -> bool {
    !is_figure(text) || is_date(text)
}

/// The mark of a list's point: a bullet, a number with a point, `(a)`.
pub(super) fn is_mark(text: &str) -> bool {
    let mut characters = text.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return !only.is_alphanumeric() || only == 'o';
    }
    let bare = text
        .trim_start_matches('(')
        .trim_end_matches([')', '.', ':']);
    let short = bare.chars().count() <= 4 || bare.split('.').all(|part| part.len() <= 2);
    bare.len() < text.len()
        && !bare.is_empty()
        && short
        && (bare.chars().all(|c| c.is_ascii_digit() || c == '.')
            || bare.chars().count() == 1
            || bare
                .chars()
                .all(|c| matches!(c, 'i' | 'v' | 'x' | 'I' | 'V' | 'X')))
}

/// Only a currency's sign, or what is written before a figure.
pub(super) fn is_prefix(text: &str) -> bool {
    matches!(
        text,
        "$" | "€" | "£" | "¥" | "US$" | "(" | "RM" | "EUR" | "USD" | "GBP" | "CHF"
    )
}

/// Only what is written behind a figure.
pub(super) fn is_suffix(text: &str) -> bool {
    matches!(text, "%" | ")" | ")%" | "€")
}

/// A cell of the words of one line.
pub(super) fn cell(text: &str, line: u32) -> Cell {
    Cell {
        text: text.to_owned(),
        line_start: line,
        line_end: line,
    }
}

/// Puts more words behind those of a cell.
pub(super) fn append(cell: &mut Cell, text: &str, line: u32) {
    if text.is_empty() {
        return;
    }
    if cell.text.is_empty() {
        text.clone_into(&mut cell.text);
        cell.line_start = line;
        cell.line_end = line;
    } else {
        cell.text.push(' ');
        cell.text.push_str(text);
        cell.line_start = cell.line_start.min(line);
        cell.line_end = cell.line_end.max(line);
    }
}
