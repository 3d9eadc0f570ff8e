//! Whole numbers in words: English, German, Spanish.
//!
//! A run of number words is read with the one rule that the three languages
//! share: a part below a thousand is built by adding, `hundred` multiplies
//! what stands before it, and `thousand`, `million`, `billion` close a group.
//! German writes a number as one word, which is cut into its parts first.
//!
//! # Limits
//!
//! Below 10^15. Ordinals, fractions (`one half`) and figures mixed with words
//! (`1.2 million`) are read elsewhere.

use std::ops::Range;

/// Words below a hundred that are added.
const ADDED: &[(&str, i64)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fourty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("uno", 1),
    ("una", 1),
    ("un", 1),
    ("dos", 2),
    ("tres", 3),
    ("cuatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("siete", 7),
    ("ocho", 8),
    ("nueve", 9),
    ("diez", 10),
    ("once", 11),
    ("doce", 12),
    ("trece", 13),
    ("catorce", 14),
    ("quince", 15),
    ("dieciséis", 16),
    ("diecisiete", 17),
    ("dieciocho", 18),
    ("diecinueve", 19),
    ("veinte", 20),
    ("veintiuno", 21),
    ("veintiún", 21),
    ("veintidós", 22),
    ("veintitrés", 23),
    ("veinticuatro", 24),
    ("veinticinco", 25),
    ("veintiséis", 26),
    ("veintisiete", 27),
    ("veintiocho", 28),
    ("veintinueve", 29),
    ("treinta", 30),
    ("cuarenta", 40),
    ("cincuenta", 50),
    ("sesenta", 60),
    ("setenta", 70),
    ("ochenta", 80),
    ("noventa", 90),
    ("cien", 100),
    ("ciento", 100),
    ("doscientos", 200),
    ("doscientas", 200),
    ("trescientos", 300),
    ("trescientas", 300),
    ("cuatrocientos", 400),
    ("quinientos", 500),
    ("seiscientos", 600),
    ("setecientos", 700),
    ("ochocientos", 800),
    ("novecientos", 900),
    ("eins", 1),
    ("ein", 1),
    ("eine", 1),
    ("einen", 1),
    ("einem", 1),
    ("einer", 1),
    ("zwei", 2),
    ("drei", 3),
    ("vier", 4),
    ("fünf", 5),
    ("sechs", 6),
    ("sieben", 7),
    ("acht", 8),
    ("neun", 9),
    ("zehn", 10),
    ("elf", 11),
    ("zwölf", 12),
    ("sechzehn", 16),
    ("siebzehn", 17),
    ("zwanzig", 20),
    ("dreißig", 30),
    ("dreissig", 30),
    ("vierzig", 40),
    ("fünfzig", 50),
    ("sechzig", 60),
    ("siebzig", 70),
    ("achtzig", 80),
    ("neunzig", 90),
];
/// Words that multiply what stands before them.
const SCALES: &[(&str, i64)] = &[
    ("hundred", 100),
    ("hundert", 100),
    ("thousand", 1_000),
    ("tausend", 1_000),
    ("mil", 1_000),
    ("million", 1_000_000),
    ("millionen", 1_000_000),
    ("millón", 1_000_000),
    ("millones", 1_000_000),
    ("billion", 1_000_000_000),
    ("milliarde", 1_000_000_000),
    ("milliarden", 1_000_000_000),
];
/// Words that may stand between two number words.
const JOINTS: [&str; 3] = ["and", "und", "y"];
/// Number words that are common words of another kind, or of another
/// language: never a number alone.
const DOUBTFUL: &[&str] = &[
    "once", "un", "una", "ein", "eine", "einen", "einem", "einer", "mil", "elf", "tres", "acht",
];
const MAX_VALUE: i64 = 1_000_000_000_000_000;

/// A number in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spelled {
    /// Where the words stand.
    pub range: Range<usize>,
    /// What they say.
    pub value: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Add(i64),
    Times(i64),
}

/// Every number in words, in order, as long as it goes.
pub(super) fn find(text: &str) -> Vec<Spelled> {
    let mut found = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    let mut range: Option<Range<usize>> = None;
    let mut plain = true;
    let mut waiting = false;
    let mut flush = |parts: &mut Vec<Part>, range: &mut Option<Range<usize>>, plain: bool| {
        if let (Some(value), Some(range), false) = (value(parts), range.clone(), plain) {
            found.push(Spelled { range, value });
        }
        parts.clear();
        *range = None;
    };
    for (at, word) in words(text) {
        let lower = word.to_lowercase();
        let read = parts_of(&lower);
        let tied = range
            .as_ref()
            .is_none_or(|range| joins(text.get(range.end..at).unwrap_or("")));
        match read {
            Some(read) if tied && fits(&parts, &read) => {
                plain = (parts.is_empty() || plain) && DOUBTFUL.contains(&lower.as_str());
                parts.extend(read);
                let start = range.as_ref().map_or(at, |range| range.start);
                range = Some(start..at + word.len());
                waiting = false;
            }
            Some(read) => {
                flush(&mut parts, &mut range, plain);
                plain = DOUBTFUL.contains(&lower.as_str());
                parts.extend(read);
                range = Some(at..at + word.len());
                waiting = false;
            }
            None if JOINTS.contains(&lower.as_str()) && range.is_some() && !waiting => {
                waiting = true;
            }
            None => {
                flush(&mut parts, &mut range, plain);
                waiting = false;
            }
        }
    }
    flush(&mut parts, &mut range, plain);
    found
}

/// Runs of letters with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let start = loop {
            let (at, letter) = rest.next()?;
            if letter.is_alphanumeric() {
                break at;
            }
        };
        let mut end = text.len();
        while let Some((at, letter)) = rest.peek().copied() {
            if !letter.is_alphanumeric() {
                end = at;
                break;
            }
            rest.next();
        }
        Some((start, text.get(start..end)?))
    })
}

/// White space, a hyphen, or a joint between two number words.
fn joins(between: &str) -> bool {
    let inner = between.trim_matches(|letter: char| letter.is_whitespace() || letter == '-');
    inner.is_empty() || JOINTS.contains(&inner)
}

/// Whether more parts may follow: `twenty five`, `two hundred`, not `two
/// five` and not `five twenty`.
fn fits(parts: &[Part], next: &[Part]) -> bool {
    let (Some(last), Some(first)) = (parts.last(), next.first()) else {
        return true;
    };
    match (last, first) {
        (Part::Add(last), Part::Add(first)) => {
            *last >= 20 && last % 10 == 0 && first < last && (*first < 10 || *last >= 100)
        }
        (Part::Times(last), Part::Times(first)) => first > last,
        (Part::Add(_), Part::Times(_)) | (Part::Times(_), Part::Add(_)) => true,
    }
}

/// The parts of one word: itself, or the pieces of a German compound.
fn parts_of(word: &str) -> Option<Vec<Part>> {
    let known = |list: &[(&str, i64)], word: &str| {
        list.iter()
            .find(|(name, _)| *name == word)
            .map(|(_, value)| *value)
    };
    if let Some(value) = known(ADDED, word) {
        return Some(vec![Part::Add(value)]);
    }
    if let Some(value) = known(SCALES, word) {
        return Some(vec![Part::Times(value)]);
    }
    compound(word).map(|value| vec![Part::Add(value)])
}

/// `zweihundertfünfundzwanzig` is 225: cut at thousand, then at hundred, then
/// the unit stands before `und`.
fn compound(word: &str) -> Option<i64> {
    let small = |word: &str| {
        ADDED
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, value)| *value)
    };
    if let Some((head, tail)) = word.split_once("tausend") {
        let head = if head.is_empty() {
            1
        } else {
            compound(head).or_else(|| small(head))?
        };
        let tail = if tail.is_empty() {
            0
        } else {
            compound(tail).or_else(|| small(tail))?
        };
        return Some(head * 1_000 + tail);
    }
    if let Some((head, tail)) = word.split_once("hundert") {
        let head = if head.is_empty() { 1 } else { small(head)? };
        let tail = tail
            .strip_prefix("und")
            .filter(|rest| small(rest).is_some())
            .unwrap_or(tail);
        let tail = if tail.is_empty() {
            0
        } else {
            compound(tail).or_else(|| small(tail))?
        };
        return Some(head * 100 + tail);
    }
    if let Some(unit) = word.strip_suffix("zehn") {
        return small(unit)
            .filter(|unit| (3..=9).contains(unit))
            .map(|unit| unit + 10);
    }
    let (unit, tens) = word.split_once("und")?;
    let (unit, tens) = (small(unit)?, small(tens)?);
    ((1..=9).contains(&unit) && tens >= 20 && tens % 10 == 0).then_some(unit + tens)
}

fn value(parts: &[Part]) -> Option<i64> {
    let (mut total, mut group) = (0_i64, 0_i64);
    // A scale word alone is no number: `million`, `hundred`.
    if matches!(parts.first(), None | Some(Part::Times(2..))) && parts.len() < 2 {
        return None;
    }
    for part in parts {
        match part {
            Part::Add(value) => group = group.checked_add(*value)?,
            Part::Times(100) => group = group.max(1).checked_mul(100)?,
            Part::Times(scale) => {
                total = total.checked_add(group.max(1).checked_mul(*scale)?)?;
                group = 0;
            }
        }
        if total > MAX_VALUE {
            return None;
        }
    }
    total.checked_add(group)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that a text is, if it is nothing else.
    fn whole(text: &str) -> Option<i64> {
        match find(text).as_slice() {
            [one] if one.range == (0..text.len()) => Some(one.value),
            _ => None,
        }
    }

    #[test]
    fn reads_numbers_in_three_languages() {
        let cases = [
            ("five", 5),
            ("twenty-five", 25),
            ("one hundred and twenty", 120),
            ("two hundred", 200),
            ("ten thousand", 10_000),
            ("two million five hundred thousand", 2_500_000),
            ("fünfundzwanzig", 25),
            ("dreißig", 30),
            ("einhundertzwanzig", 120),
            ("zweitausend", 2_000),
            ("siebzehn", 17),
            ("treinta y cinco", 35),
            ("ciento veinte", 120),
            ("veinticinco", 25),
            ("dos mil", 2_000),
            ("tres millones", 3_000_000),
        ];
        for (text, value) in cases {
            assert_eq!(whole(text), Some(value), "{text}");
        }
    }

    #[test]
    fn leaves_other_words_alone() {
        for text in [
            "once", "ein", "million", "hundred", "un", "and", "tensor", "someone", "",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
    }

    #[test]
    fn tells_two_numbers_from_one() {
        let values = |text: &str| -> Vec<i64> { find(text).iter().map(|one| one.value).collect() };
        assert_eq!(values("two and five"), [2, 5]);
        assert_eq!(values("five, twenty"), [5, 20]);
        assert_eq!(values("between five and ten days"), [5, 10]);
    }
}
