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

use language::{any, named};
use std::ops::Range;

/// A thousand billions: no document writes more in words, and whatever is added up on the way
/// stays within 64 bits.
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
                plain = (parts.is_empty() || plain) && any(|pack| &pack.numbers.doubtful, &lower);
                parts.extend(read);
                let start = range.as_ref().map_or(at, |range| range.start);
                range = Some(start..at + word.len());
                waiting = false;
            }
            Some(read) => {
                flush(&mut parts, &mut range, plain);
                plain = any(|pack| &pack.numbers.doubtful, &lower);
                parts.extend(read);
                range = Some(at..at + word.len());
                waiting = false;
            }
            None if any(|pack| &pack.numbers.joints, &lower) && range.is_some() && !waiting => {
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
    inner.is_empty() || any(|pack| &pack.numbers.joints, inner)
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
    // `ten mm` is a length: the short forms are written behind figures.
    let long = word.chars().count() > 2;
    let scale = || {
        let value = named(|pack| &pack.numbers.scales, word).filter(|_| long)?;
        Some(Part::Times(*value))
    };
    let whole = small(word).map(Part::Add).or_else(scale);
    let part = whole.or_else(|| compound(word).map(Part::Add));
    part.map(|part| vec![part])
}

/// The value of a word that is added.
fn small(word: &str) -> Option<i64> {
    named(|pack| &pack.numbers.added, word).copied()
}

/// `zweihundertfünfundzwanzig` is 225: cut at thousand, then at hundred, then
/// the unit stands before `und`.
fn compound(word: &str) -> Option<i64> {
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
