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
        (Display::Period, _) => {
            let [start, end] = ["iso_start", "iso_end"].map(|name| match part(name) {
                none if none.is_empty() => "open".to_owned(),
                date => date,
            });
            format!("{start} to {end}")
        }
        (Display::Length, _) => format!("{} ({})", part("original"), part("iso")),
        (Display::Parts { names, between }, _) => words(names, between),
        (Display::Table, _) => table(value),
        (_, Value::String(text)) => text.clone(),
        _ => format!("{value:#}"),
    }
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
    fn periods_and_lengths_of_time_are_words() {
        let period = json!({ "iso_start": "2024-01-01", "iso_end": null, "original": "from 2024" });
        assert_eq!(value(&period, "date_range"), "2024-01-01 to open");
        let length = json!({ "iso": "P30D", "original": "thirty days" });
        assert_eq!(value(&length, "duration"), "thirty days (P30D)");
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
