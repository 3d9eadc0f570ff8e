//! Labels of PDF pages: what is printed on them where that is not their place
//! in the file (`iv`, `A-3`).
//!
//! ISO 32000-1, 12.4.2: the catalogue's `PageLabels` is a number tree; each
//! entry says how the pages from an index on are counted. A tree that is
//! damaged, too deep or endless gives no labels: pages are found by their
//! place all the same.

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use std::collections::BTreeMap;

/// Deepest number tree.
const MAX_DEPTH: u32 = 8;
/// Most nodes and entries.
const MAX_ENTRIES: usize = 10_000;
/// Longest prefix, in characters.
const MAX_PREFIX: usize = 32;
/// Largest number that is written with Roman numerals or letters.
const MAX_WRITTEN: u32 = 3_999;

/// How pages are counted from an index on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Count {
    style: Option<Style>,
    prefix: String,
    start: u32,
}

/// `S` of the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Decimal,
    Roman { upper: bool },
    Letters { upper: bool },
}

/// The label of each page; none where it has none, or its number is its label.
pub(super) fn read(pdf: &Pdf, pages: u32) -> Vec<Option<String>> {
    let catalogue = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let tree = catalogue.and_then(|catalogue| catalogue.get::<Dict<'_>>("PageLabels"));
    let mut counts = BTreeMap::new();
    if let Some(tree) = tree {
        let mut left = MAX_ENTRIES;
        collect(&tree, 0, &mut left, &mut counts);
    }
    labels(&counts, pages)
}

fn labels(counts: &BTreeMap<u32, Count>, pages: u32) -> Vec<Option<String>> {
    let label = |page: u32| {
        let (from, count) = counts.range(..=page).next_back()?;
        let label = count.label(page - from)?;
        (label != (page + 1).to_string()).then_some(label)
    };
    (0..pages).map(label).collect()
}

/// Reads a node and what hangs on it. `left` is how many more nodes and
/// entries are read in all: a tree may name itself.
fn collect(node: &Dict<'_>, depth: u32, left: &mut usize, counts: &mut BTreeMap<u32, Count>) {
    if depth > MAX_DEPTH {
        return;
    }
    if let Some(entries) = node.get::<Array<'_>>("Nums") {
        let mut entries = entries.flex_iter();
        while let (Some(index), Some(entry)) = (entries.next::<u32>(), entries.next::<Dict<'_>>()) {
            if !take_one(left) {
                return;
            }
            counts.insert(index, Count::of(&entry));
        }
    }
    if let Some(kids) = node.get::<Array<'_>>("Kids") {
        for kid in kids.iter::<Dict<'_>>() {
            if !take_one(left) {
                return;
            }
            collect(&kid, depth + 1, left, counts);
        }
    }
}

fn take_one(left: &mut usize) -> bool {
    let some = *left > 0;
    *left = left.saturating_sub(1);
    some
}

impl Count {
    fn of(entry: &Dict<'_>) -> Self {
        let style = entry.get::<Name<'_>>("S");
        let prefix = entry.get::<PdfString<'_>>("P");
        Self {
            style: style.and_then(|style| Style::of(style.as_str())),
            prefix: prefix.map_or_else(String::new, |prefix| text(prefix.as_bytes())),
            start: entry.get::<u32>("St").unwrap_or(1).max(1),
        }
    }

    /// None where nothing is printed.
    fn label(&self, offset: u32) -> Option<String> {
        let number = self.start.checked_add(offset)?;
        let counted = match self.style {
            None => String::new(),
            Some(Style::Roman { .. } | Style::Letters { .. }) if number > MAX_WRITTEN => {
                number.to_string()
            }
            Some(Style::Decimal) => number.to_string(),
            Some(Style::Roman { upper }) => cased(&roman(number), upper),
            Some(Style::Letters { upper }) => cased(&letters(number), upper),
        };
        let label = format!("{}{counted}", self.prefix);
        (!label.is_empty()).then_some(label)
    }
}

impl Style {
    fn of(name: &str) -> Option<Self> {
        match name {
            "D" => Some(Self::Decimal),
            "R" => Some(Self::Roman { upper: true }),
            "r" => Some(Self::Roman { upper: false }),
            "A" => Some(Self::Letters { upper: true }),
            "a" => Some(Self::Letters { upper: false }),
            _ => None,
        }
    }
}

fn cased(text: &str, upper: bool) -> String {
    if upper {
        text.to_uppercase()
    } else {
        text.to_owned()
    }
}

fn roman(mut number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut written = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            written.push_str(sign);
            number -= value;
        }
    }
    written
}

/// `a` to `z`, then `aa` to `zz`, `aaa`, ...
fn letters(number: u32) -> String {
    let place = number.saturating_sub(1);
    let letter = char::from(b'a' + (place % 26) as u8);
    (0..=place / 26).map(|_| letter).collect()
}

/// A text string (ISO 32000-1, 7.9.2.2) without control characters: UTF-16
/// with its mark, UTF-8 with its mark, else the part of `PDFDocEncoding` that
/// is ASCII.
fn text(bytes: &[u8]) -> String {
    let decoded = match bytes {
        [0xFE, 0xFF, rest @ ..] => {
            let units = rest.chunks_exact(2).map(|pair| match pair {
                [high, low] => u16::from_be_bytes([*high, *low]),
                _ => 0,
            });
            String::from_utf16_lossy(&units.collect::<Vec<u16>>())
        }
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    let shown = super::clean::clean_line(&decoded).text;
    shown.trim_start().chars().take(MAX_PREFIX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(style: Option<Style>, prefix: &str, start: u32) -> Count {
        Count {
            style,
            prefix: prefix.to_owned(),
            start,
        }
    }

    #[test]
    fn pages_are_labelled_from_each_index_on() {
        let counts = BTreeMap::from([
            (0, count(Some(Style::Roman { upper: false }), "", 1)),
            (4, count(Some(Style::Decimal), "", 1)),
            (6, count(Some(Style::Decimal), "A-", 8)),
            (8, count(None, "Cover", 1)),
            (9, count(None, "", 1)),
        ]);
        let expected = ["i", "ii", "iii", "iv", "1", "2", "A-8", "A-9", "Cover", ""];
        let found: Vec<String> = labels(&counts, 10)
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        assert_eq!(found, expected);
        let plain = BTreeMap::from([(0, count(Some(Style::Decimal), "", 1))]);
        assert_eq!(labels(&plain, 2), [None, None]);
    }

    #[test]
    fn numbers_are_written_as_the_standard_has_them() {
        for (number, expected) in [(4, "iv"), (1999, "mcmxcix"), (3999, "mmmcmxcix")] {
            assert_eq!(roman(number), expected);
        }
        for (number, expected) in [(1, "a"), (26, "z"), (27, "aa"), (53, "aaa")] {
            assert_eq!(letters(number), expected);
        }
        let far = count(Some(Style::Roman { upper: true }), "", u32::MAX - 1);
        assert_eq!(far.label(0), Some((u32::MAX - 1).to_string()));
        assert_eq!(far.label(5), None);
    }

    #[test]
    fn a_prefix_is_read_in_its_encoding() {
        assert_eq!(text(b"B-"), "B-");
        assert_eq!(text(&[0xFE, 0xFF, 0, b'S', 0, 0xFC]), "S\u{fc}");
        assert_eq!(text("\u{feff}\u{e9}".as_bytes()), "\u{e9}");
    }
}
