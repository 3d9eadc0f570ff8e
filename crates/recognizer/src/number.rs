//! Figures with their units, numbers in words, and percentages.
//!
//! The unit is the word behind a figure, a symbol (`kWh`, `m²`), or what the
//! heading of its column says in parentheses; `thirty (30) days` is one
//! number, and a note tells where words and figure disagree.

use super::figure::{self, BOUND_NOTE, Figure};
use super::scene::{Read, Scene};
use super::{amount, layout, scale, spelled};
use contract::Value;
use contract::value::{Number as Figured, Percentage};
use regex::Regex;
use serde_json::Number;
use std::ops::Range;
use std::sync::LazyLock;

static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[ \n]?(?:%|(?i:percentage points?|per ?cent|percent|prozent|por ciento|v\. ?h\.|pct))",
    )
    .expect("a literal pattern")
});
static BASIS_POINTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \n]?(?i:basis points?|bps?|Basispunkten?|puntos básicos)\b")
        .expect("a literal pattern")
});
static SHARE_OF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^ of (?:the |its |our |total )?([\p{L}][\p{L}'’-]*(?: [\p{L}][\p{L}'’-]*){0,3})")
        .expect("a literal pattern")
});
static UNIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \n]([\p{Ll}][\p{Ll}-]*(?:[ \n](?:feet|meters|metres|miles|inches|tons|tonnes|employees|workers|members|pages|students|children|shares|days|hours|months|years|people|persons|units|metros|kilómetros))?)")
        .expect("a literal pattern")
});
/// Units of measure that are written with capitals or signs.
static SYMBOL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^ ?(kWh|MWh|GWh|TWh|kW|MW|GW|kVA|Hz|kHz|MHz|GHz|km/h|mph|km²|km2|m²|m2|m³|m3|sq\.? ?ft|ft|km|cm|mm|nm|kg|mg|g|t|°C|°F|K|GB|TB|MB|KB|kB|Mbit/s|dB|V|A|W|N|Pa|kPa|bar|l|ml|ha|h|min|Stk|Stück|Mitarbeiter(?:innen)?|Einwohner|Personen|Tagen?|Monaten?|Jahren?|Wochen?|Stunden?|Kilometer|Meter|Tonnen|Seiten)(?:[^\p{L}\d]|$)",
    )
    .expect("a literal pattern")
});
/// A unit that a heading states: `(in km)`, `Weight (kg)`.
static HEADING_UNIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\((?:in )?(%|[\p{L}°²³/.]{1,12}(?: [\p{L}²³]{1,12})?)\)")
        .expect("a literal pattern")
});
pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    let figures = figure::find_in(flow, scene.convention);
    for found in &figures {
        let line = flow.line_at(found.range.start);
        let at_start = found.range.start == flow.line_range(line).start;
        if at_start && layout::numbers_section(flow.line(line), flow.slice(found.range.clone())) {
            continue;
        }
        offer_figure(scene, found, line);
    }
    for word in spelled::find(&flow.text) {
        let rest = flow.slice(word.range.end..flow.text.len());
        let (unit, length) = unit_after(rest);
        scene.offer(
            &(word.range.start..word.range.end + length),
            Value::Number(Figured {
                value: word.value.into(),
                unit,
            }),
        );
    }
}

fn offer_figure(scene: &mut Scene<'_>, found: &Figure, line: usize) {
    let flow = scene.flow;
    let rest = flow.slice(found.end()..flow.text.len());
    // Parentheses close before the unit: `thirty (30) days`.
    let after = rest.strip_prefix(')').unwrap_or(rest);
    let skipped = rest.len() - after.len();
    let (mut unit, length) = unit_after(after);
    let end = if length > 0 {
        (found.end() + skipped + length).max(found.signed.end)
    } else {
        found.signed.end
    };
    let mut shown = Vec::new();
    if unit.is_none()
        && layout::is_tabular(flow.raw(line))
        && let Some((words, above)) = heading_unit(scene, line, &found.range)
    {
        shown.push((scene.passages.1, above));
        unit = Some(words);
    }
    let worded = skipped > 0;
    let words = worded
        .then(|| words_before(flow.slice(0..found.range.start)))
        .flatten();
    let first = found
        .bounds
        .as_ref()
        .map_or(found.signed.start, |bounds| bounds.start);
    let start = words
        .as_ref()
        .map_or(first, |words| words.range.start.min(first));
    let readings = figure::readings(
        flow.slice(found.range.clone()),
        scene.convention,
        found.negative && words.is_none(),
    );
    for (value, mut notes) in readings {
        notes.extend(found.bounds.as_ref().map(|_| BOUND_NOTE.to_owned()));
        if let Some(words) = words
            .as_ref()
            .filter(|words| value.as_i64() != Some(words.value))
        {
            notes.push(format!("the words say {}, the figure {value}", words.value));
        }
        let range = start..end.max(found.range.end);
        let wording = flow.words(range.clone());
        let figure = Figured {
            value,
            unit: unit.clone(),
        };
        let mut read = Read::new(Value::Number(figure), wording);
        read.notes = notes;
        read.shown.clone_from(&shown);
        scene.offer_read(&range, read);
    }
}

/// The number in words right before an opening parenthesis.
pub(super) fn words_before(head: &str) -> Option<spelled::Spelled> {
    let open = head.strip_suffix('(')?.trim_end();
    let from = open.floor_char_boundary(open.len().saturating_sub(80));
    let last = spelled::find(open.get(from..)?).pop()?;
    let range = from + last.range.start..from + last.range.end;
    (range.end == open.len()).then_some(spelled::Spelled {
        range,
        value: last.value,
    })
}

/// The unit that the heading of a figure's column states in parentheses, and
/// the line it stands on.
fn heading_unit(scene: &Scene<'_>, line: usize, range: &Range<usize>) -> Option<(String, usize)> {
    let flow = scene.flow;
    let (header, above) = flow.column_header(line, range)?;
    let words = HEADING_UNIT.captures(&header)?.get(1)?.as_str().to_owned();
    Some((words, above))
}

/// The unit behind a figure, and the bytes it takes.
fn unit_after(rest: &str) -> (Option<String>, usize) {
    if let Some(percent) = PERCENT.find(rest) {
        return (Some("%".to_owned()), percent.end());
    }
    if let Some((scale, length)) = amount::scale_after(rest)
        && length > 2
    {
        return (Some(scale.to_owned()), length);
    }
    if let Some(symbol) = SYMBOL.captures(rest).and_then(|found| found.get(1)) {
        return (Some(symbol.as_str().to_owned()), symbol.end());
    }
    if let Some(unit) = UNIT.captures(rest).and_then(|found| found.get(1)) {
        let words = unit.as_str().replace('\n', " ");
        let head = words.split(' ').next().unwrap_or("");
        if !language::is_stop_word(head) && !language::any(|pack| &pack.numbers.no_units, head) {
            return (Some(words), unit.end());
        }
    }
    (None, 0)
}

pub(super) fn read_percentages(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in figure::find_in(flow, scene.convention) {
        let rest = flow.slice(found.end()..flow.text.len());
        let closed = rest.strip_prefix(')').unwrap_or(rest);
        let skipped = rest.len() - closed.len();
        let figure = flow.slice(found.range.clone());
        let points = BASIS_POINTS.find(closed);
        let percent = PERCENT.find(closed);
        let Some(mark) = percent.or(points) else {
            column_share(scene, &found);
            continue;
        };
        let end = found.end() + skipped + mark.end();
        let first = found
            .bounds
            .as_ref()
            .map_or(found.signed.start, |bounds| bounds.start);
        let range = first.min(found.signed.start)..end.max(found.signed.end);
        for (value, mut notes) in figure::readings(figure, scene.convention, found.negative) {
            let value = if percent.is_some() {
                Some(value)
            } else {
                notes.push("stated in basis points; 100 are one per cent".to_owned());
                hundredth(&value)
            };
            notes.extend(found.bounds.as_ref().map(|_| BOUND_NOTE.to_owned()));
            if let Some(value) = value {
                offer_share(scene, &range, &value, notes, Vec::new());
            }
        }
    }
    for word in spelled::find(&flow.text) {
        let rest = flow.slice(word.range.end..flow.text.len());
        if let Some(percent) = PERCENT.find(rest) {
            let range = word.range.start..word.range.end + percent.end();
            offer_share(
                scene,
                &range,
                &Number::from(word.value),
                Vec::new(),
                Vec::new(),
            );
        }
    }
}

/// Basis points as per cent, without the error of dividing in binary.
fn hundredth(points: &Number) -> Option<Number> {
    let value = points.as_f64()? / 100.0;
    Number::from_f64((value * 1e6).round() / 1e6)
}

/// A figure of a column whose heading has the per cent sign.
fn column_share(scene: &mut Scene<'_>, found: &Figure) {
    let flow = scene.flow;
    let line = flow.line_at(found.range.start);
    if !layout::is_tabular(flow.raw(line)) {
        return;
    }
    let Some((_, above)) = heading_unit(scene, line, &found.range).filter(|(unit, _)| unit == "%")
    else {
        return;
    };
    let figure = flow.slice(found.range.clone());
    for (value, notes) in figure::readings(figure, scene.convention, found.negative) {
        offer_share(
            scene,
            &found.signed,
            &value,
            notes,
            vec![(scene.passages.1, above)],
        );
    }
}

fn offer_share(
    scene: &mut Scene<'_>,
    range: &Range<usize>,
    value: &Number,
    notes: Vec<String>,
    shown: Vec<scale::At>,
) {
    let flow = scene.flow;
    let rest = flow.slice(range.end..flow.text.len());
    let of = SHARE_OF.captures(rest).and_then(|found| found.get(1));
    // The quote has to show what it is a share of, too.
    let whole = range.start..range.end + of.map_or(0, |words| words.end());
    let value = Value::Percentage(Percentage {
        value: value.clone(),
        of: of.map(|words| words.as_str().to_owned()),
    });
    let mut read = Read::new(value, flow.words(range.clone()));
    read.notes = notes;
    read.shown = shown;
    scene.offer_read(&whole, read);
}
