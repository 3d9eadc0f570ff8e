//! The score of one value against one gold value, type by type: 0..=1, with partial credit.
//! The rules are those of the scorer of the evaluation set; the sample of values that
//! `tests/score` compares holds each of them.

use super::words::{squash, token_f1, words};
use contract::Descriptor;
use contract::descriptor::{Comparison, Kind, Scored};
use serde_json::{Map, Value};

/// Word or sign, and the currency it stands for.
const SYMBOLS: [(&str, &str); 6] = [
    ("$", "USD"),
    ("us$", "USD"),
    ("£", "GBP"),
    ("€", "EUR"),
    ("rm", "MYR"),
    ("dh", "MAD"),
];
const COUNTRIES: [(&str, &str); 7] = [
    ("de", "germany"),
    ("deutschland", "germany"),
    ("gb", "united kingdom"),
    ("uk", "united kingdom"),
    ("great britain", "united kingdom"),
    ("us", "united states"),
    ("usa", "united states"),
];
/// Words before a name that do not count.
const TITLES: [&str; 6] = ["mr", "mrs", "ms", "dr", "esq", "prof"];
/// Parts of an address that are compared, those that the gold states.
const ADDRESS_PARTS: [&str; 4] = ["street", "postal_code", "city", "country"];
/// From which score on a value is exactly right: anything less is a part of it.
const EXACT: f64 = 0.999;

/// Whether a score means exactly right.
pub(super) fn is_exact(score: f64) -> bool {
    score > EXACT
}

/// The rule by which a type is scored, by its name.
pub(super) type Rule = fn(&Value, &Value) -> f64;

/// The rule of a type with a single value, by what its descriptor says of comparing it. So a
/// type that the scorer does not know is scored as one that is compared like it.
pub(super) fn rule(descriptor: &Descriptor) -> Rule {
    match (descriptor.comparison, descriptor.scored, descriptor.kind) {
        (Comparison::Money, ..) => amount,
        (Comparison::Figure, ..) => number,
        (Comparison::Iso, ..) => date,
        (Comparison::Parts(_), ..) => address,
        (Comparison::Json, ..) => boolean,
        (Comparison::Rows, ..) => table,
        (_, Scored::Words(_), _) => name_of_person,
        // What has a format of its own (an address of mail or web) is more than its letters.
        (_, _, Kind::Code) if descriptor.format.is_none() => code,
        (Comparison::Words | Comparison::Items, ..) => text,
    }
}

fn truth(is_right: bool) -> f64 {
    f64::from(u8::from(is_right))
}

/// A part of a value; a value that has no parts is its own `value`, `iso` or `text`.
fn part<'a>(value: &'a Value, name: &str) -> &'a Value {
    match value {
        Value::Object(parts) => parts.get(name).unwrap_or(&Value::Null),
        _ if ["value", "iso", "text"].contains(&name) => value,
        _ => &Value::Null,
    }
}

/// A part that says something: no null, empty text, zero or false.
fn said<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let found = part(value, name);
    let is_empty = match found {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Number(number) => number.as_f64() == Some(0.0),
        _ => false,
    };
    (!is_empty).then_some(found)
}

/// A scalar as text, as the scorer's language writes it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Null => "None".into(),
        Value::Number(number) if number.is_f64() => float(number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    }
}

/// A number of 64 bits in the shortest form that reads back, as the scorer's language has it.
fn float(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-4..1e16).contains(&size) {
        return format!("{number:?}");
    }
    let text = format!("{number:e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i32 = power.parse().unwrap_or_default();
    let sign = if power < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", power.abs())
}

/// All that a value says, in one text.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::Object(parts) => {
            let scalar =
                |one: &&Value| matches!(one, Value::String(_) | Value::Number(_) | Value::Bool(_));
            parts
                .values()
                .filter(scalar)
                .map(plain)
                .collect::<Vec<_>>()
                .join(" ")
        }
        other => plain(other),
    }
}

/// The first figure of a value.
fn figure(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::Null | Value::Bool(_) => None,
        other => figure_in(&squash(&plain(other))),
    }
}

fn figure_in(text: &str) -> Option<f64> {
    let all: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| all.get(at).is_some_and(char::is_ascii_digit);
    let begins = |at: &usize| is_digit(*at) || all.get(*at) == Some(&'.') && is_digit(*at + 1);
    let first = (0..all.len()).find(begins)?;
    let mut end = first;
    while is_digit(end) || end > first && matches!(all.get(end), Some(',' | ' ')) {
        end += 1;
    }
    if all.get(end) == Some(&'.') && is_digit(end + 1) {
        end += 1;
        while is_digit(end) {
            end += 1;
        }
    }
    let digits: String = all
        .get(first..end)?
        .iter()
        .filter(|one| !matches!(one, ',' | ' '))
        .collect();
    let number: f64 = digits.parse().ok()?;
    // A sign or a bracket before the first digit: minus.
    let digit = (0..all.len()).find(|at| is_digit(*at)).unwrap_or(first);
    let before = all.get(..digit)?;
    Some(if before.iter().any(|one| matches!(one, '-' | '(')) {
        -number
    } else {
        number
    })
}

fn scale(unit: Option<&Value>) -> f64 {
    let unit = unit.map(plain).unwrap_or_default();
    match squash(&unit).to_lowercase().trim_end_matches('.') {
        "thousand" | "thousands" | "k" => 1e3,
        "million" | "millions" | "m" | "mn" => 1e6,
        "billion" | "billions" | "bn" => 1e9,
        _ => 1.0,
    }
}

/// A figure with its scale word multiplied in.
fn scaled(value: &Value) -> Option<f64> {
    Some(figure(part(value, "value"))? * scale(said(value, "unit")))
}

fn close(found: Option<f64>, wanted: Option<f64>) -> bool {
    let (Some(found), Some(wanted)) = (found, wanted) else {
        return false;
    };
    (found - wanted).abs() <= 0.005_f64.max(1e-4 * wanted.abs()) + 1e-9
}

fn amount(found: &Value, gold: &Value) -> f64 {
    if !close(scaled(found), scaled(gold)) {
        // The scale (million ...) was dropped.
        let is_plain = said(found, "unit").is_none();
        let same = close(figure(part(found, "value")), figure(part(gold, "value")));
        return if is_plain && same { 0.5 } else { 0.0 };
    }
    let Some(wanted) = said(gold, "currency") else {
        return 1.0;
    };
    let currency = said(found, "currency").map(|given| {
        let given = squash(&plain(given));
        let known = SYMBOLS
            .iter()
            .find(|(symbol, _)| *symbol == given.to_lowercase());
        known.map_or_else(|| given.to_uppercase(), |(_, code)| (*code).to_owned())
    });
    if currency == Some(plain(wanted)) {
        1.0
    } else {
        0.5
    }
}

fn number(found: &Value, gold: &Value) -> f64 {
    let wanted = figure(part(gold, "value"));
    let got = figure(part(found, "value"));
    if part(gold, "unit") == "%" {
        // Rounding to one decimal is fine.
        let pair = got.zip(wanted);
        return truth(pair.is_some_and(|(got, wanted)| (got - wanted).abs() <= 0.0501));
    }
    truth(close(scaled(found), wanted) || close(got, wanted))
}

fn date(found: &Value, gold: &Value) -> f64 {
    let got = said(found, "iso")
        .map(|iso| squash(&plain(iso)))
        .unwrap_or_default();
    let wanted = plain(part(gold, "iso"));
    if got == wanted {
        return 1.0;
    }
    // Right, but coarser or finer.
    let is_part = !got.is_empty() && (got.starts_with(&wanted) || wanted.starts_with(&got));
    if is_part { 0.5 } else { 0.0 }
}

fn address(found: &Value, gold: &Value) -> f64 {
    let text = |value: &Value, name: &str| {
        let value = said(value, name).map(plain).unwrap_or_default();
        squash(&value).to_lowercase()
    };
    let country = |name: String| {
        let known = COUNTRIES.iter().find(|(known, _)| *known == name);
        known.map_or(name, |(_, whole)| (*whole).to_owned())
    };
    let scores: Vec<f64> = ADDRESS_PARTS
        .iter()
        .filter(|name| said(gold, name).is_some())
        .map(|name| {
            let (got, wanted) = (text(found, name), text(gold, name));
            match *name {
                "country" => truth(country(got) == country(wanted)),
                "postal_code" => truth(letters(&got) == letters(&wanted)),
                _ => token_f1(&got, &wanted),
            }
        })
        .collect();
    if scores.is_empty() {
        return 0.0;
    }
    scores.iter().sum::<f64>() / scores.len() as f64
}

/// Letters, digits and underscores alone.
fn letters(text: &str) -> String {
    let is_letter = |one: &char| one.is_alphanumeric() || *one == '_';
    text.chars().filter(is_letter).collect()
}

fn boolean(found: &Value, gold: &Value) -> f64 {
    let value = part(found, "value");
    let meant = match value {
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            _ => None,
        },
        other => other.as_bool(),
    };
    truth(meant.is_some() && meant == gold.as_bool())
}

fn cells(row: &Value) -> Vec<Vec<String>> {
    let of_object = |parts: &Map<String, Value>| parts.values().map(plain).collect();
    let texts: Vec<String> = match row {
        Value::Array(cells) => cells.iter().map(plain).collect(),
        Value::Object(parts) => of_object(parts),
        _ => Vec::new(),
    };
    texts.iter().map(|cell| words(cell)).collect()
}

fn rows(table: &Value) -> Vec<Vec<Vec<String>>> {
    let rows = table.get("rows").and_then(Value::as_array);
    let rows = rows.into_iter().flatten();
    rows.filter(|row| row.is_array() || row.is_object())
        .map(cells)
        .collect()
}

/// Share of the gold cells that stand in the row that matches best, whatever the order of
/// the columns; less by the share of rows too many.
fn table(found: &Value, gold: &Value) -> f64 {
    let (found, wanted) = (rows(found), rows(gold));
    let (mut hits, mut total) = (0, 0);
    for row in &wanted {
        let keys: Vec<&Vec<String>> = row.iter().filter(|cell| !cell.is_empty()).collect();
        let held = |other: &Vec<Vec<String>>| keys.iter().filter(|key| other.contains(key)).count();
        total += keys.len();
        hits += found.iter().map(held).max().unwrap_or(0);
    }
    if found.is_empty() || total == 0 {
        return 0.0;
    }
    let fitting = if found.len() > wanted.len() {
        wanted.len() as f64 / found.len() as f64
    } else {
        found.len() as f64 / wanted.len() as f64
    };
    hits as f64 / total as f64 * fitting
}

fn text(found: &Value, gold: &Value) -> f64 {
    if gold.is_object() || gold.is_array() {
        // The scorer knows no such type: words of its parts could be those of others.
        return truth(found == gold);
    }
    token_f1(&text_of(found), &plain(gold))
}

fn name_of_person(found: &Value, gold: &Value) -> f64 {
    let (found, gold) = (text_of(found), plain(gold));
    let name = |text: &str| -> Vec<String> {
        let mut words = words(text);
        words.retain(|word| !TITLES.contains(&word.as_str()));
        words
    };
    if name(&found) == name(&gold) {
        return 1.0;
    }
    token_f1(&found, &gold)
}

fn code(found: &Value, gold: &Value) -> f64 {
    truth(letters(&text_of(found)).to_uppercase() == plain(gold))
}
