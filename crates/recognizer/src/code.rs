//! Codes with a layout of their own: IBAN, e-mail, telephone, URL.

use super::flow::Flow;
use super::scene::{Read, Scene};
use contract::iban;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static IBAN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b").expect("a literal pattern")
});
static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
        .expect("a literal pattern")
});
static PHONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{1,5}(?:[ ./-]?\d{2,8}){1,5}")
        .expect("a literal pattern")
});
static PHONE_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\btel(?:ephone|efon)?|\bphone|\bfax|\bmobile|\bcall|\bt)\b[ .:]*(?:no\.?|number)?[ .:]*$").expect("a literal pattern")
});
static URL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:https?://|www\.)[^\s<>()\[\]{}]+").expect("a literal pattern")
});

pub(super) fn read_ibans(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in IBAN.find_iter(&flow.text) {
        let Some(length) = found.as_str().get(..2).and_then(iban::length) else {
            continue;
        };
        // Words after the number may look like more of it: keep what the
        // country's length says, if it ends there.
        let mut end = found.start();
        let mut count = 0;
        for (at, letter) in found.as_str().char_indices() {
            if letter != ' ' {
                count += 1;
                end = found.start() + at + letter.len_utf8();
            }
            if count == length {
                break;
            }
        }
        let next = flow.slice(end..flow.text.len()).chars().next();
        if count != length || next.is_some_and(char::is_alphanumeric) {
            continue;
        }
        let range = found.start()..end;
        let value: String = flow
            .slice(range.clone())
            .chars()
            .filter(|letter| *letter != ' ')
            .collect();
        if !iban::fits(&value) {
            continue;
        }
        let wording = flow.slice(range.clone()).to_owned();
        let mut read = Read::new(value.clone().into(), wording);
        if !checksum_fits(&value) {
            read.notes
                .push("the check digits of this IBAN do not fit".to_owned());
        }
        scene.offer_read(&range, read);
    }
}

/// ISO 7064 MOD 97-10 over the rearranged digits.
fn checksum_fits(iban: &str) -> bool {
    let (Some(head), Some(tail)) = (iban.get(..4), iban.get(4..)) else {
        return false;
    };
    let rest = tail
        .chars()
        .chain(head.chars())
        .try_fold(0_u32, |rest, letter| {
            let digit = letter.to_digit(36)?;
            Some((rest * if digit > 9 { 100 } else { 10 } + digit) % 97)
        });
    rest == Some(1)
}

pub(super) fn read_emails(scene: &mut Scene<'_>) {
    for found in EMAIL.find_iter(&scene.flow.text) {
        scene.offer(&found.range(), found.as_str().into());
    }
}

/// A telephone number is dialled as one ([`is_dialled`]) or stands behind a word for it: other
/// runs of digits are account numbers and totals.
pub(super) fn read_phones(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in PHONE.find_iter(&flow.text) {
        let digits = found.as_str().chars().filter(char::is_ascii_digit).count();
        let is_one = is_dialled(found.as_str()) || PHONE_LABEL.is_match(flow.before(found.start()));
        if (6..=15).contains(&digits) && is_one {
            scene.offer(&found.range(), found.as_str().into());
        }
    }
}

/// Whether the digits are grouped as those of a telephone number are: behind `+`, or behind an area code in
/// brackets, or one of three digits and more that begins with 0. (A day begins with two.)
fn is_dialled(digits: &str) -> bool {
    let area = digits.split([' ', '.', '/', '-']).next().unwrap_or(digits);
    digits.starts_with(['+', '(']) || (area.starts_with('0') && area.len() > 2 && area != digits)
}

pub(super) fn read_urls(scene: &mut Scene<'_>) {
    for range in urls(&scene.flow.text) {
        let url = scene.flow.slice(range.clone()).into();
        scene.offer(&range, url);
    }
}

/// Where web addresses stand, without the mark behind them that ends a sentence.
fn urls(text: &str) -> impl Iterator<Item = Range<usize>> {
    URL.find_iter(text).map(|found| {
        let marks = ['.', ',', ';', ':', '!', '?', '\'', '"', '”', '’'];
        found.start()..found.start() + found.as_str().trim_end_matches(marks).len()
    })
}

/// The range, grown over a mail or web address that it begins or ends within: a part of one is no text of its own.
pub(super) fn whole(flow: &Flow<'_>, range: Range<usize>) -> Range<usize> {
    let (before, after) = (
        flow.slice(0..range.start),
        flow.slice(range.end..flow.text.len()),
    );
    let from = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let to = range.end + after.find(char::is_whitespace).unwrap_or(after.len());
    let within = flow.slice(from..to);
    let mut whole = range;
    let mails = EMAIL.find_iter(within).map(|found| found.range());
    for found in mails.chain(urls(within)) {
        let (begin, end) = (from + found.start, from + found.end);
        if (begin..end).contains(&whole.start) {
            whole.start = begin;
        }
        if begin < whole.end && whole.end < end {
            whole.end = end;
        }
    }
    whole
}
