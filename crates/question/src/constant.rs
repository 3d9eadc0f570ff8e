//! Values that a question names: "one million dollars", "1 May 2020",
//! "30 days", "5 %".

use super::word::{Word, phrase_at};
use compute::Typed;
use contract::{Quantity, currency};
use language::{Head, Pack};
use recognizer::date_at_start;
use rust_decimal::Decimal;
use serde_json::json;

/// Most words of a date: "1st of May of 2020" and one more.
const MAX_DATE_WORDS: usize = 7;

/// A value of a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Constant {
    /// The value; a bare figure is a `number`.
    pub(super) typed: Typed,
    /// Words it takes.
    pub(super) length: usize,
    /// It says a currency, a unit, per cent or a scale.
    pub(super) unit: bool,
}

/// The value that begins at `index`.
pub(super) fn constant_at(words: &[Word], index: usize, pack: &'static Pack) -> Option<Constant> {
    date_at(words, index, pack)
        .map(|(iso, length)| {
            let said: Vec<&str> = words
                .iter()
                .skip(index)
                .take(length)
                .map(|word| word.text.as_str())
                .collect();
            Constant {
                typed: Typed::new(
                    Quantity::Date.answer_type(),
                    json!({ "iso": iso, "original": said.join(" ") }),
                ),
                length,
                unit: true,
            }
        })
        .or_else(|| figure_at(words, index, pack))
}

fn figure_at(words: &[Word], index: usize, pack: &'static Pack) -> Option<Constant> {
    let mut at = index;
    let before = currency_at(words, at, pack);
    at += before.map_or(0, |(_, length)| length);
    let (mut value, length) = number_at(words, at, pack)?;
    at += length;
    let mut scaled = false;
    while let Some(factor) = words
        .get(at)
        .and_then(|word| compute::scale_factor(&word.lower))
    {
        // "500 mm" is a length: scale words of a question are written out.
        if words
            .get(at)
            .is_some_and(|word| word.lower.chars().count() < 3)
        {
            break;
        }
        value = value.checked_mul(Decimal::from(factor))?;
        scaled = true;
        at += 1;
    }
    if scaled && pack.question.head == Head::First && words.get(at).is_some_and(|w| w.lower == "de")
    {
        at += 1;
    }
    let number = compute::number(value).ok()?;
    let constant = |quantity: Quantity, json, at: usize, unit| Constant {
        typed: Typed::new(quantity.answer_type(), json),
        length: at - index,
        unit,
    };
    if let Some((code, length)) = before
        .map(|(code, _)| (code, 0))
        .or_else(|| currency_at(words, at, pack))
    {
        let json = json!({ "value": number, "currency": code, "unit": null });
        return Some(constant(Quantity::Money, json, at + length, true));
    }
    if let Some(length) = longest(words, at, &pack.question.percent) {
        let json = json!({ "value": number, "of": null });
        return Some(constant(Quantity::Share, json, at + length, true));
    }
    if let Some(unit) = words
        .get(at)
        .and_then(|word| compute::time_unit(&word.lower))
    {
        let count = value.normalize();
        let whole = (count.scale() == 0).then(|| (count.to_string(), unit))?;
        let iso = compute::iso_duration(&[whole]);
        let json = json!({ "iso": iso, "original": format!("{value} {}", unit.name()) });
        return Some(constant(Quantity::Time, json, at + 1, true));
    }
    let json = json!({ "value": number, "unit": null });
    Some(constant(Quantity::Figure, json, at, scaled))
}

fn longest(words: &[Word], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases
        .iter()
        .filter_map(|phrase| phrase_at(words, at, phrase))
        .max()
}

/// The currency named at `at`: a sign, an ISO code in capitals, a word.
pub(super) fn currency_at(
    words: &[Word],
    at: usize,
    pack: &'static Pack,
) -> Option<(&'static str, usize)> {
    let word = words.get(at)?;
    let next = words.get(at + 1).map(|word| word.text.as_str());
    if word.text == "US" && next == Some("$") {
        return Some(("USD", 2));
    }
    let sign = match word.text.as_str() {
        "$" => Some("USD"),
        "€" => Some("EUR"),
        "£" => Some("GBP"),
        "¥" => Some("JPY"),
        code => currency::CODES
            .binary_search(&code)
            .ok()
            .and_then(|index| currency::CODES.get(index).copied()),
    };
    if let Some(code) = sign {
        return Some((code, 1));
    }
    let named = pack.money.currencies.iter();
    named
        .filter_map(|one| Some((one.means.as_str(), phrase_at(words, at, one.word)?)))
        .max_by_key(|(_, length)| *length)
}

/// A figure in digits or in words.
fn number_at(words: &[Word], at: usize, pack: &'static Pack) -> Option<(Decimal, usize)> {
    let word = words.get(at)?;
    if word
        .lower
        .starts_with(|letter: char| letter.is_ascii_digit())
    {
        return Some((digits(&word.lower, pack)?, 1));
    }
    let said = |at: usize| {
        let word = words.get(at)?;
        let numbers = &pack.numbers;
        let hundred = numbers.scales.iter().filter(|one| one.means == 100);
        let mut known = numbers.added.iter().chain(hundred);
        known
            .find(|one| one.word == word.lower)
            .map(|one| one.means)
    };
    let scale = |at: usize| {
        words
            .get(at)
            .is_some_and(|word| compute::scale_factor(&word.lower).is_some())
    };
    // "A million" is one of them.
    if pack.question.indefinite.has(&word.lower) {
        let hundred = words
            .get(at + 1)
            .is_some_and(|word| word.lower == "hundred");
        return match (scale(at + 1), hundred) {
            (true, _) => Some((Decimal::ONE, 1)),
            (_, true) => Some((Decimal::ONE_HUNDRED, 2)),
            _ if said(at).is_some() => Some((Decimal::ONE, 1)),
            _ => None,
        };
    }
    let first = said(at)?;
    match said(at + 1) {
        Some(100) if first < 10 => Some((Decimal::from(first * 100), 2)),
        Some(units) if (20..100).contains(&first) && units < 10 => {
            Some((Decimal::from(first + units), 2))
        }
        _ => Some((Decimal::from(first), 1)),
    }
}

/// Digits with the separators of a language.
fn digits(text: &str, pack: &Pack) -> Option<Decimal> {
    if !text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',')
    {
        return None;
    }
    let (mut group, mut decimal) = if pack.decimal_comma {
        ('.', ',')
    } else {
        (',', '.')
    };
    let grouped = |text: &str, group: char| {
        let mut parts = text.split(group);
        let first = parts.next().map_or(0, str::len);
        (1..=3).contains(&first) && parts.all(|part| part.len() == 3)
    };
    let whole =
        |text: &str, decimal: char| text.split(decimal).next().unwrap_or_default().to_owned();
    // 1.5 in a German question, 1.000.000 in an English one: the other way
    // of writing, where this one is impossible.
    if !grouped(&whole(text, decimal), group) || text.matches(decimal).count() > 1 {
        (group, decimal) = (decimal, group);
        if !grouped(&whole(text, decimal), group) || text.matches(decimal).count() > 1 {
            return None;
        }
    }
    let plain: String = text
        .chars()
        .filter(|letter| *letter != group)
        .map(|letter| if letter == decimal { '.' } else { letter })
        .collect();
    Decimal::from_str_exact(&plain).ok()
}

/// The date at `index`, and its words. A bare year is none: see [`year_at`].
pub(super) fn date_at(
    words: &[Word],
    index: usize,
    pack: &'static Pack,
) -> Option<(String, usize)> {
    let skip = usize::from(
        words
            .get(index)
            .is_some_and(|word| pack.question.articles.has(&word.lower)),
    );
    let said = words.get(index + skip..)?.iter().take(MAX_DATE_WORDS);
    let text: Vec<&str> = said.map(|word| word.text.as_str()).collect();
    let text = text.join(" ");
    let (iso, end) = date_at_start(&text, pack.day_first)?;
    let length = text.get(..end)?.split(' ').count();
    Some((iso, length + skip))
}

/// A year of four digits.
pub(super) fn year_at(words: &[Word], index: usize) -> Option<i32> {
    let word = words.get(index)?;
    let year: i32 = (word.lower.len() == 4).then(|| word.lower.parse().ok())??;
    (1000..2200).contains(&year).then_some(year)
}

#[cfg(test)]
mod tests {
    use super::super::word::words;
    use super::*;
    use language::Language;

    fn languages() -> [Language; 3] {
        ["english", "german", "spanish"].map(|name| Language::named(name).unwrap())
    }

    fn read(text: &str, language: Language) -> Option<(String, serde_json::Value)> {
        let constant = constant_at(&words(text), 0, language.pack())?;
        assert_eq!(constant.length, words(text).len(), "{text}");
        Some((constant.typed.answer_type, constant.typed.value.json()))
    }

    #[test]
    fn values_are_read_as_each_language_writes_them() {
        let [english, german, spanish] = languages();
        let usd = |value: i64| {
            (
                "amount".to_owned(),
                json!({ "value": value, "currency": "USD", "unit": null }),
            )
        };
        let eur = |value: f64| {
            (
                "amount".to_owned(),
                json!({ "value": value, "currency": "EUR", "unit": null }),
            )
        };
        for (text, language, expected) in [
            ("one million dollars", english, usd(1_000_000)),
            ("$1,000,000", english, usd(1_000_000)),
            ("USD 1 million", english, usd(1_000_000)),
            ("a million US dollars", english, usd(1_000_000)),
            ("1.5 million dollars", english, usd(1_500_000)),
            ("two hundred dollars", english, usd(200)),
            ("1.234,56 €", german, eur(1234.56)),
            ("€1,234.56", english, eur(1234.56)),
            ("un millón de dólares", spanish, usd(1_000_000)),
            ("eine Million Dollar", german, usd(1_000_000)),
        ] {
            assert_eq!(read(text, language), Some(expected), "{text}");
        }
    }

    #[test]
    fn dates_durations_and_shares_are_read() {
        let [english, german, spanish] = languages();
        for (text, language, expected) in [
            ("1 May 2020", english, "2020-05-01"),
            ("the 1st of May 2020", english, "2020-05-01"),
            ("May 1, 2020", english, "2020-05-01"),
            ("May 2020", english, "2020-05"),
            ("2020-05-01", english, "2020-05-01"),
            ("2020-05", english, "2020-05"),
            ("5/31/2020", english, "2020-05-31"),
            ("01.05.2020", german, "2020-05-01"),
            ("1. Mai 2020", german, "2020-05-01"),
            ("el 1 de mayo de 2020", spanish, "2020-05-01"),
        ] {
            let (answer_type, value) = read(text, language).unwrap();
            assert_eq!(
                (answer_type.as_str(), &value["iso"]),
                ("date", &json!(expected)),
                "{text}"
            );
        }
        for (text, language, expected) in [
            ("30 days", english, "P30D"),
            ("two years", english, "P2Y"),
            ("drei Monate", german, "P3M"),
            ("seis semanas", spanish, "P6W"),
        ] {
            let (answer_type, value) = read(text, language).unwrap();
            assert_eq!(
                (answer_type.as_str(), &value["iso"]),
                ("duration", &json!(expected)),
                "{text}"
            );
        }
        assert_eq!(read("5 %", english).unwrap().0, "percentage");
        assert_eq!(
            read("12,5 Prozent", german).unwrap().1["value"],
            json!(12.5)
        );
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_not_read() {
        let [english, ..] = languages();
        for text in ["01/05/2020", "5,5,5", "31 February 2020"] {
            let found = constant_at(&words(text), 0, english.pack());
            assert!(
                found.is_none_or(|constant| constant.typed.answer_type == "number"),
                "{text}"
            );
        }
        assert_eq!(digits("1,23", english.pack()), Some(Decimal::new(123, 2)));
        assert_eq!(digits("12,34,56", english.pack()), None);
    }
}
