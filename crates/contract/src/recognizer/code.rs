//! Codes with a layout of their own: IBAN, e-mail, telephone, URL.

use super::Scene;
use regex::Regex;
use serde_json::json;
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

/// Length of an IBAN by country (ISO 13616 registry).
const IBAN_LENGTHS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 \
    DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 \
    KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 \
    QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";

pub(super) fn read_ibans(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in IBAN.find_iter(&flow.text) {
        let Some(length) = found.as_str().get(..2).and_then(iban_length) else {
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
        let note = (!checksum_fits(&value)).then_some("check digits do not fit");
        let wording = flow.slice(range.clone()).to_owned();
        scene.offer_as(&range, json!(value), wording, note);
    }
}

fn iban_length(country: &str) -> Option<usize> {
    let entry = IBAN_LENGTHS
        .split_whitespace()
        .find(|entry| entry.starts_with(country))?;
    entry.get(2..)?.parse().ok()
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
        scene.offer(&found.range(), json!(found.as_str()));
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
            scene.offer(&found.range(), json!(found.as_str()));
        }
    }
}

pub(super) fn read_urls(scene: &mut Scene<'_>) {
    for found in URL.find_iter(&scene.flow.text) {
        let url = found
            .as_str()
            .trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '"', '”', '’']);
        scene.offer(&(found.start()..found.start() + url.len()), json!(url));
    }
}
