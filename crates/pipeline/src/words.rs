//! Values as people read them: for the terminal and for tables.

use contract::descriptor::Display;
use contract::value::{Amount, Table};
use contract::{Descriptor, Value};

/// A value of an answer type in words; what has not the form of its type, and a value of a
/// type that is not known here, is JSON, but for words.
pub fn value(value: &Value, answer_type: &str) -> String {
    match (Descriptor::of(answer_type).display, value) {
        (Display::YesOrNo, Value::Boolean(answer)) => if *answer { "Yes" } else { "No" }.into(),
        (Display::Money, Value::Amount(amount)) => money(amount),
        (Display::Percent, Value::Percentage(share)) => format!("{} %", share.value),
        (Display::Date, Value::Date(date)) => format!("{} ({})", date.iso, date.original),
        (Display::Period, Value::DateRange(range)) => {
            let end = |iso: &Option<String>| iso.clone().unwrap_or_default();
            let read = period(&end(&range.iso_start), &end(&range.iso_end));
            as_written(&read, &range.original)
        }
        (Display::Duration, Value::Duration(time)) => {
            as_written(&duration(&time.iso), &time.original)
        }
        (Display::Parts { between }, value) => match parts(value) {
            Some(parts) => joined(parts, between),
            None => plain(value),
        },
        (Display::Member(name), Value::Json(json)) => {
            let member = json.get(name).and_then(|member| member.as_str());
            member.map_or_else(|| plain(value), str::to_owned)
        }
        (Display::Table, Value::Table(table)) => columns(table),
        (_, value) => plain(value),
    }
}

/// Words as they are, everything else as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => format!("{:#}", other.json()),
    }
}

/// The parts of a value that is written as its parts; none of any other.
fn parts(value: &Value) -> Option<Vec<Option<String>>> {
    Some(match value {
        Value::Number(number) => vec![Some(number.value.to_string()), number.unit.clone()],
        Value::Address(address) => vec![
            address.street.clone(),
            address.postal_code.clone(),
            address.city.clone(),
            address.country.clone(),
        ],
        Value::PersonName(name) => vec![
            name.first_name.clone(),
            name.middle_initial.clone(),
            Some(name.last_name.clone()),
        ],
        _ => return None,
    })
}

/// The parts that are there.
fn joined(parts: Vec<Option<String>>, between: &str) -> String {
    let there = parts.into_iter().flatten().filter(|part| !part.is_empty());
    there.collect::<Vec<_>>().join(between)
}

/// Currency, figure, unit.
fn money(amount: &Amount) -> String {
    let parts = vec![
        amount.currency.clone(),
        Some(sum(&amount.value)),
        amount.unit.clone(),
    ];
    joined(parts, " ")
}

/// What was read, and the wording in the document where that is another one.
fn as_written(read: &str, original: &str) -> String {
    if original.is_empty() || original.eq_ignore_ascii_case(read) {
        return read.to_owned();
    }
    format!("{read} ({original})")
}

/// From one date to another; either may be missing.
fn period(start: &str, end: &str) -> String {
    match (start, end) {
        (start, "") => format!("from {start}"),
        ("", end) => format!("until {end}"),
        (start, end) => format!("{start} to {end}"),
    }
}

/// An ISO 8601 duration in words: `P2Y6M` is `2 years 6 months`. What is none stays as it is.
pub fn duration(iso: &str) -> String {
    const DAYS: [(char, &str); 4] = [('Y', "year"), ('M', "month"), ('W', "week"), ('D', "day")];
    const HOURS: [(char, &str); 3] = [('H', "hour"), ('M', "minute"), ('S', "second")];
    let read = || {
        let (days, hours) = iso
            .strip_prefix('P')?
            .split_once('T')
            .map_or_else(|| iso.strip_prefix('P').map(|days| (days, "")), Some)?;
        let words: Vec<String> = components(days, &DAYS)?
            .into_iter()
            .chain(components(hours, &HOURS)?)
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    };
    read().unwrap_or_else(|| iso.to_owned())
}

/// Numbers with their units: `2Y6M`.
fn components(text: &str, units: &[(char, &str)]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_ascii_alphabetic())?;
        let (count, tail) = rest.split_at(end);
        let letter = tail.chars().next()?;
        let (_, unit) = units.iter().find(|(name, _)| *name == letter)?;
        let several = if count == "1" { "" } else { "s" };
        count.parse::<f64>().ok()?;
        found.push(format!("{count} {unit}{several}"));
        rest = tail.get(1..)?;
    }
    Some(found)
}

/// Lines of a document.
pub fn lines(first: u32, last: u32) -> String {
    if first == last {
        format!("line {first}")
    } else {
        format!("lines {first} to {last}")
    }
}

/// A sum as people write it: whole, or with at least two decimals.
fn sum(value: &serde_json::Number) -> String {
    let text = value.to_string();
    match text.split_once('.') {
        Some((whole, "0")) => whole.to_owned(),
        Some((_, decimals)) if decimals.len() == 1 => format!("{text}0"),
        _ => text,
    }
}

/// Headings and rows, each column as wide as its longest cell.
fn columns(table: &Table) -> String {
    let rows: Vec<&Vec<String>> = std::iter::once(&table.headers).chain(&table.rows).collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    rows.iter()
        .map(|row| {
            let padded: Vec<String> = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell:<width$}", width = *width))
                .collect();
            padded.join("  ").trim_end().to_owned()
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn durations_and_periods_are_written_in_words() {
        for (iso, words) in [
            ("P30D", "30 days"),
            ("P1Y", "1 year"),
            ("P2Y6M", "2 years 6 months"),
            ("PT48H", "48 hours"),
            ("P1DT1H30M", "1 day 1 hour 30 minutes"),
            ("P2W", "2 weeks"),
            ("P1.5Y", "1.5 years"),
            ("P", "P"),
            ("soon", "soon"),
            ("P3X", "P3X"),
        ] {
            assert_eq!(duration(iso), words);
        }
        let shown = |value: serde_json::Value, answer_type| value_of(value, answer_type);
        let notice = json!({ "iso": "P30D", "original": "thirty (30) days" });
        assert_eq!(shown(notice, "duration"), "30 days (thirty (30) days)");
        let plain = json!({ "iso": "P30D", "original": "30 Days" });
        assert_eq!(shown(plain, "duration"), "30 days");
        let period = |start: serde_json::Value, end: serde_json::Value| {
            let value = json!({ "iso_start": start, "iso_end": end, "original": "" });
            shown(value, "date_range")
        };
        assert_eq!(
            period(json!("2024-01-01"), json!("2024-12-31")),
            "2024-01-01 to 2024-12-31"
        );
        assert_eq!(period(json!("2024"), json!(null)), "from 2024");
        assert_eq!(period(json!(null), json!("2024-06")), "until 2024-06");
    }

    /// What a record keeps of a value, in words.
    fn value_of(kept: serde_json::Value, answer_type: &str) -> String {
        value(&Value::from(kept), answer_type)
    }

    #[test]
    fn every_type_is_written_by_its_descriptor() {
        for (answer_type, kept, words) in [
            (
                "amount",
                json!({ "value": 1482.5, "currency": "USD", "unit": "per year" }),
                "USD 1482.50 per year",
            ),
            (
                "amount",
                json!({ "value": 820.0, "currency": null, "unit": null }),
                "820",
            ),
            ("number", json!({ "value": 12, "unit": "days" }), "12 days"),
            ("number", json!({ "value": 0.5, "unit": null }), "0.5"),
            (
                "percentage",
                json!({ "value": 12.5, "of": "the rent" }),
                "12.5 %",
            ),
            (
                "date",
                json!({ "iso": "2024-03", "original": "March 2024" }),
                "2024-03 (March 2024)",
            ),
            (
                "address",
                json!({ "street": "Am Tor 1", "postal_code": null, "city": "Ulm", "country": null }),
                "Am Tor 1, Ulm",
            ),
            (
                "person_name",
                json!({ "first_name": "Ada", "middle_initial": null, "last_name": "Lovelace" }),
                "Ada Lovelace",
            ),
            (
                "table",
                json!({ "headers": ["item", "cost"], "rows": [["rent", "5"], ["heating oil", "12"]] }),
                "item         cost\nrent         5\nheating oil  12",
            ),
            ("boolean", json!(true), "Yes"),
            ("boolean", json!(false), "No"),
            (
                "iban",
                json!("DE89370400440532013000"),
                "DE89370400440532013000",
            ),
            ("verification", json!({ "response": "No" }), "No"),
            // A type of a person's own is not known here, whatever its values look like.
            (
                "rent",
                json!({ "value": 5, "unit": "EUR" }),
                "{\n  \"value\": 5,\n  \"unit\": \"EUR\"\n}",
            ),
            (
                "amount",
                json!({ "value": "5" }),
                "{\n  \"value\": \"5\"\n}",
            ),
        ] {
            assert_eq!(value_of(kept, answer_type), words, "{answer_type}");
        }
    }

    #[test]
    fn writes_sums_as_people_do() {
        for (value, expected) in [
            (json!(1482.5), "1482.50"),
            (json!(820.0), "820"),
            (json!(1_000_000), "1000000"),
            (json!(0.125), "0.125"),
            (json!(-8.79), "-8.79"),
        ] {
            assert_eq!(sum(value.as_number().unwrap()), expected);
        }
    }
}
