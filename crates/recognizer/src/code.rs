//! Codes with a layout of their own: IBAN, e-mail, telephone, URL.

use super::scene::{Read, Scene};
use contract::iban;
use regex::Regex;
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

/// A telephone number starts with `+` or stands behind a word for it: other
/// runs of digits are account numbers and totals.
pub(super) fn read_phones(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in PHONE.find_iter(&flow.text) {
        let digits = found.as_str().chars().filter(char::is_ascii_digit).count();
        let labelled =
            found.as_str().starts_with('+') || PHONE_LABEL.is_match(flow.before(found.start()));
        if (6..=15).contains(&digits) && labelled {
            scene.offer(&found.range(), found.as_str().into());
        }
    }
}

pub(super) fn read_urls(scene: &mut Scene<'_>) {
    for found in URL.find_iter(&scene.flow.text) {
        let url = found
            .as_str()
            .trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '"', '”', '’']);
        scene.offer(&(found.start()..found.start() + url.len()), url.into());
    }
}
