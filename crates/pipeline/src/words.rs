//! Values as people read them: for the terminal and for tables.

use contract::Descriptor;
use contract::descriptor::Display;
use serde_json::Value;

/// A value of an answer type in words; a type that is not known here is JSON.
pub fn value(value: &Value, answer_type: &str) -> String {
    let part = |name: &str| match value.get(name) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let words = |names: &[&str], between: &str| {
        names
            .iter()
            .map(|name| part(name))
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(between)
    };
    match (Descriptor::of(answer_type).display, value) {
        (Display::YesOrNo, Value::Bool(answer)) => if *answer { "Yes" } else { "No" }.into(),
        (Display::Money, _) => [part("currency"), sum(value.get("value")), part("unit")]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
        (Display::Percent, _) => format!("{} %", part("value")),
        (Display::Date, _) => format!("{} ({})", part("iso"), part("original")),
        (Display::Period, _) => as_written(
            &period(&part("iso_start"), &part("iso_end")),
            &part("original"),
        ),
        (Display::Duration, _) => as_written(&duration(&part("iso")), &part("original")),
        (Display::Parts { names, between }, _) => words(names, between),
        (Display::Table, _) => table(value),
        (_, Value::String(text)) => text.clone(),
        _ => format!("{value:#}"),
    }
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
fn sum(value: Option<&Value>) -> String {
    let text = value.map(Value::to_string).unwrap_or_default();
    match text.split_once('.') {
        Some((whole, "0")) => whole.to_owned(),
        Some((_, decimals)) if decimals.len() == 1 => format!("{text}0"),
        _ => text,
    }
}

fn table(value: &Value) -> String {
    let cells = |row: &Value| -> Vec<String> {
        row.as_array()
            .map(|cells| {
                cells
                    .iter()
                    .map(|cell| cell.as_str().unwrap_or_default().to_owned())
                    .collect()
            })
            .unwrap_or_default()
    };
    let headers = value.get("headers").map(&cells).unwrap_or_default();
    let rows = value
        .get("rows")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let rows: Vec<Vec<String>> = std::iter::once(headers)
        .chain(rows.iter().map(cells))
        .collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
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
        let notice = json!({ "iso": "P30D", "original": "thirty (30) days" });
        assert_eq!(value(&notice, "duration"), "30 days (thirty (30) days)");
        let plain = json!({ "iso": "P30D", "original": "30 Days" });
        assert_eq!(value(&plain, "duration"), "30 days");
        let period = |start: Value, end: Value| {
            let value = json!({ "iso_start": start, "iso_end": end, "original": "" });
            super::value(&value, "date_range")
        };
        assert_eq!(
            period(json!("2024-01-01"), json!("2024-12-31")),
            "2024-01-01 to 2024-12-31"
        );
        assert_eq!(period(json!("2024"), json!(null)), "from 2024");
        assert_eq!(period(json!(null), json!("2024-06")), "until 2024-06");
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
            assert_eq!(sum(Some(&value)), expected);
        }
    }
}
