//! List numbers: Word stores none, only how to count.

use super::property::{ListPlace, Styles};
use crate::reader::office::xml::Element;
use std::collections::BTreeMap;

/// Levels of a list.
const LEVELS: usize = 9;

/// How one level of a list is counted and written.
#[derive(Debug, Clone)]
struct Level {
    start: u32,
    format: String,
    /// `%1.%2` and the like: the numbers of the levels 1 to 9.
    text: String,
    /// The level (from 1) behind which it starts again; 0: never.
    restart: Option<usize>,
    /// All numbers decimal, whatever their levels say.
    legal: bool,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            start: 1,
            format: "decimal".to_owned(),
            text: String::new(),
            restart: None,
            legal: false,
        }
    }
}

/// A list: what it counts with, and what it overrides there.
#[derive(Debug, Clone, Default)]
struct List {
    scheme: String,
    levels: BTreeMap<usize, Level>,
    starts: BTreeMap<usize, u32>,
}

/// The lists of a document and how far they have counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    lists: BTreeMap<String, List>,
    /// By scheme, since several lists may go on counting in one.
    counts: BTreeMap<String, [Option<u32>; LEVELS]>,
    /// Lists whose own starts were used.
    started: BTreeMap<String, bool>,
    pub(super) unknown: u64,
}

/// A number or bullet as Word would show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) text: String,
    /// From 0.
    pub(super) level: usize,
}

impl Numbering {
    pub(super) fn read(part: Option<&Element>, styles: &Styles) -> Self {
        let Some(part) = part else {
            return Self::default();
        };
        let abstracts: BTreeMap<&str, &Element> = part
            .elements()
            .filter(|element| element.name == "abstractNum")
            .filter_map(|scheme| Some((scheme.get("abstractNumId")?, scheme)))
            .collect();
        let nums: BTreeMap<&str, &Element> = part
            .elements()
            .filter(|element| element.name == "num")
            .filter_map(|num| Some((num.get("numId")?, num)))
            .collect();
        let lists = nums
            .iter()
            .filter_map(|(id, num)| {
                let scheme = scheme_of(num, &abstracts, &nums, styles)?;
                Some(((*id).to_owned(), list(num, scheme)))
            })
            .collect();
        Self {
            lists,
            ..Self::default()
        }
    }

    /// Counts one paragraph and says its label; none where it is in no list
    /// or its level shows nothing.
    pub(super) fn next(&mut self, place: &ListPlace) -> Option<Label> {
        let id = place.list.as_deref().filter(|id| *id != "0")?;
        let list = self.lists.get(id)?;
        let level = place.level.unwrap_or(0).min(LEVELS - 1);
        let counts = self.counts.entry(list.scheme.clone()).or_default();
        let fresh = self.started.insert(id.to_owned(), true).is_none();
        if fresh {
            for level in list.starts.keys() {
                if let Some(count) = counts.get_mut(*level) {
                    *count = None;
                }
            }
        }
        let own = list.levels.get(&level).cloned().unwrap_or_default();
        let start = list.starts.get(&level).copied().unwrap_or(own.start);
        if let Some(count) = counts.get_mut(level) {
            *count = Some(count.map_or(start, |count| count.saturating_add(1)));
        }
        for (deeper, count) in counts.iter_mut().enumerate().skip(level + 1) {
            let restart = list.levels.get(&deeper).and_then(|level| level.restart);
            // It starts again behind any higher level, or only behind those
            // up to the one it names.
            if restart.is_none_or(|restart| level < restart) {
                *count = None;
            }
        }
        let text = label(list, &own, *counts, &mut self.unknown);
        (!text.is_empty()).then_some(Label { text, level })
    }
}

/// A list's scheme, through a numbering style where it names one.
fn scheme_of<'a>(
    num: &Element,
    abstracts: &BTreeMap<&str, &'a Element>,
    nums: &BTreeMap<&str, &Element>,
    styles: &Styles,
) -> Option<&'a Element> {
    let scheme = *abstracts.get(num.value("abstractNumId")?)?;
    let linked = scheme
        .value("numStyleLink")
        .and_then(|style| styles.get(style))
        .and_then(|style| style.list.list.as_deref())
        .and_then(|id| nums.get(id))
        .and_then(|num| abstracts.get(num.value("abstractNumId")?));
    Some(linked.copied().unwrap_or(scheme))
}

fn list(num: &Element, scheme: &Element) -> List {
    let mut levels = read_levels(scheme);
    let mut starts = BTreeMap::new();
    for over in num
        .elements()
        .filter(|element| element.name == "lvlOverride")
    {
        let Some(index) = over
            .get("ilvl")
            .and_then(|level| level.parse::<usize>().ok())
        else {
            continue;
        };
        levels.extend(read_levels(over));
        let start = over
            .value("startOverride")
            .and_then(|start| start.parse().ok());
        if let Some(start) = start {
            starts.insert(index, start);
        }
    }
    List {
        scheme: scheme.get("abstractNumId").unwrap_or_default().to_owned(),
        levels,
        starts,
    }
}

fn read_levels(parent: &Element) -> BTreeMap<usize, Level> {
    let levels = parent.elements().filter(|element| element.name == "lvl");
    levels
        .filter_map(|level| {
            let index = level.get("ilvl")?.parse().ok()?;
            let format = level.child("numFmt").or_else(|| {
                // A format of Word 2010 and later stands beside its fallback.
                level
                    .child("AlternateContent")?
                    .child("Fallback")?
                    .child("numFmt")
            });
            Some((
                index,
                Level {
                    start: level
                        .value("start")
                        .and_then(|start| start.parse().ok())
                        .unwrap_or(1),
                    format: format
                        .and_then(|format| format.get("val"))
                        .unwrap_or("decimal")
                        .to_owned(),
                    text: level
                        .value("lvlText")
                        .unwrap_or_default()
                        .chars()
                        .take(100)
                        .collect(),
                    restart: level
                        .value("lvlRestart")
                        .and_then(|restart| restart.parse().ok()),
                    legal: level.switch("isLgl") == Some(true),
                },
            ))
        })
        .collect()
}

fn label(list: &List, own: &Level, counts: [Option<u32>; LEVELS], unknown: &mut u64) -> String {
    match own.format.as_str() {
        // The symbols of bullets stand in fonts of pictures.
        "bullet" => return "•".to_owned(),
        "none" => {
            return own
                .text
                .replace('%', "")
                .chars()
                .filter(|c| !c.is_ascii_digit())
                .collect();
        }
        _ => {}
    }
    let mut text = String::new();
    let mut characters = own.text.chars().peekable();
    while let Some(character) = characters.next() {
        let digit = characters
            .peek()
            .and_then(|next| next.to_digit(10))
            .filter(|digit| *digit > 0);
        let (Some(digit), '%') = (digit, character) else {
            text.push(character);
            continue;
        };
        characters.next();
        let index = digit as usize - 1;
        let level = list.levels.get(&index);
        let start = level.map_or(1, |level| level.start);
        let count = counts.get(index).copied().flatten().unwrap_or(start);
        let format = level.map_or("decimal", |level| level.format.as_str());
        let format = if own.legal { "decimal" } else { format };
        text.push_str(&number(count, format).unwrap_or_else(|| {
            *unknown += 1;
            count.to_string()
        }));
    }
    text.trim().to_owned()
}

/// A number in one of Word's formats; none where it is not known here.
pub(in crate::reader) fn number(count: u32, format: &str) -> Option<String> {
    Some(match format {
        "decimal" | "decimalFullWidth" | "decimalHalfWidth" => count.to_string(),
        "decimalZero" => format!("{count:02}"),
        "lowerLetter" => letters(count, 'a'),
        "upperLetter" => letters(count, 'A'),
        "lowerRoman" => roman(count).to_ascii_lowercase(),
        "upperRoman" => roman(count),
        "ordinal" => format!("{count}{}", ordinal(count)),
        "decimalEnclosedParen" => format!("({count})"),
        "decimalEnclosedFullstop" => format!("{count}."),
        "none" => String::new(),
        _ => return None,
    })
}

/// `a` to `z`, then `aa`, `bb`, ... as Word does.
fn letters(count: u32, first: char) -> String {
    if count == 0 || count > 26 * 30 {
        return count.to_string();
    }
    let offset = ((count - 1) % 26) as u8;
    let letter = char::from(first as u8 + offset);
    std::iter::repeat_n(letter, (count as usize - 1) / 26 + 1).collect()
}

/// Upper-case Roman numerals; decimal from 4,000.
pub(super) fn roman(count: u32) -> String {
    const DIGITS: &[(u32, &str)] = &[
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if count == 0 || count >= 4_000 {
        return count.to_string();
    }
    let mut rest = count;
    let mut text = String::new();
    for (value, digits) in DIGITS {
        while rest >= *value {
            text.push_str(digits);
            rest -= value;
        }
    }
    text
}

fn ordinal(count: u32) -> &'static str {
    match (count % 10, count % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_numbers_as_word_does() {
        let cases = [
            (4, "decimal", "4"),
            (4, "decimalZero", "04"),
            (27, "lowerLetter", "aa"),
            (28, "upperLetter", "BB"),
            (14, "lowerRoman", "xiv"),
            (1994, "upperRoman", "MCMXCIV"),
            (22, "ordinal", "22nd"),
            (112, "ordinal", "112th"),
            (0, "upperRoman", "0"),
        ];
        for (count, format, text) in cases {
            assert_eq!(number(count, format).as_deref(), Some(text));
        }
        assert_eq!(number(1, "chicago"), None);
    }
}
