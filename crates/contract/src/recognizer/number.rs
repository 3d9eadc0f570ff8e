//! Figures with their units, number words, and percentages.

use super::{Scene, amount, figure, layout};
use regex::Regex;
use serde_json::{Number, json};
use std::ops::Range;
use std::sync::LazyLock;

static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \n]?(?:%|(?i:percentage points?|per ?cent|percent|prozent|v\. ?h\.|pct))")
        .expect("a literal pattern")
});
static BASIS_POINTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[ \n](?i:basis points?|bps)\b").expect("a literal pattern"));
static SHARE_OF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^ of (?:the |its |our |total )?([\p{L}][\p{L}'’-]*(?: [\p{L}][\p{L}'’-]*){0,3})")
        .expect("a literal pattern")
});
static UNIT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[ \n]([\p{Ll}][\p{Ll}-]*)").expect("a literal pattern"));
static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|once|twice)(?: (?:hundred|thousand|million|billion))?\b",
    )
    .expect("a literal pattern")
});

const ONES: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: &[&str] = &[
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
/// Lower-case words after a figure that are no unit.
const NOT_UNITS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "had", "has", "have",
    "if", "in", "is", "it", "its", "of", "on", "or", "than", "that", "the", "this", "to", "was",
    "were", "which", "who", "with", "und", "der", "die", "das",
];

pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in figure::find(&flow.text) {
        let rest = flow.slice(found.range.end..flow.text.len());
        let line = flow.line_at(found.range.start);
        let at_start = found.range.start == flow.line_range(line).start;
        if at_start && layout::numbers_section(flow.line(line), flow.slice(found.range.clone())) {
            continue;
        }
        let Some(value) = figure::value(
            flow.slice(found.range.clone()),
            scene.convention.decimal,
            found.negative,
        ) else {
            continue;
        };
        // Parentheses close before the unit: `thirty (30) days`.
        let after = rest.strip_prefix(')').unwrap_or(rest);
        let skipped = rest.len() - after.len();
        let (unit, length) = unit_after(after);
        let end = if length > 0 {
            (found.range.end + skipped + length).max(found.signed.end)
        } else {
            found.signed.end
        };
        scene.offer(
            &(found.signed.start..end),
            json!({"value": value, "unit": unit}),
        );
    }
    for word in WORDS.find_iter(&flow.text) {
        if let Some(value) = spelled(word.as_str()) {
            let (unit, length) = unit_after(flow.slice(word.end()..flow.text.len()));
            scene.offer(
                &(word.start()..word.end() + length),
                json!({"value": value, "unit": unit}),
            );
        }
    }
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
    if let Some(unit) = UNIT.captures(rest).and_then(|found| found.get(1))
        && !NOT_UNITS.contains(&unit.as_str())
    {
        return (Some(unit.as_str().to_owned()), unit.end());
    }
    (None, 0)
}

/// `twenty-five` is 25, `two hundred` is 200.
pub(super) fn spelled(words: &str) -> Option<i64> {
    let lower = words.to_lowercase();
    let mut total = 0_i64;
    for word in lower.split(['-', ' ']) {
        let place = |list: &[&str]| {
            list.iter()
                .position(|known| *known == word)
                .and_then(|at| i64::try_from(at).ok())
        };
        total = match word {
            "once" => 1,
            "twice" => 2,
            "hundred" => total * 100,
            "thousand" => total * 1_000,
            "million" => total * 1_000_000,
            "billion" => total * 1_000_000_000,
            _ => total + place(ONES).or_else(|| place(TENS).map(|at| (at + 2) * 10))?,
        };
    }
    Some(total)
}

pub(super) fn read_percentages(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in figure::find(&flow.text) {
        let rest = flow.slice(found.range.end..flow.text.len());
        let closed = rest.strip_prefix(')').unwrap_or(rest);
        let skipped = rest.len() - closed.len();
        let figure = flow.slice(found.range.clone());
        if let Some(percent) = PERCENT.find(closed) {
            let end = found.range.end + skipped + percent.end();
            if let Some(value) = figure::value(figure, scene.convention.decimal, found.negative) {
                offer_share(
                    scene,
                    &(found.signed.start..end.max(found.signed.end)),
                    &value,
                );
            }
        } else if let Some(points) = BASIS_POINTS.find(closed) {
            let end = found.range.end + skipped + points.end();
            let hundredth = figure::value(figure, scene.convention.decimal, found.negative)
                .and_then(|value| value.as_f64());
            if let Some(value) = hundredth.and_then(|points| Number::from_f64(points / 100.0)) {
                offer_share(scene, &(found.signed.start..end), &value);
            }
        }
    }
    for word in WORDS.find_iter(&flow.text) {
        let rest = flow.slice(word.end()..flow.text.len());
        if let (Some(percent), Some(value)) = (PERCENT.find(rest), spelled(word.as_str())) {
            offer_share(
                scene,
                &(word.start()..word.end() + percent.end()),
                &Number::from(value),
            );
        }
    }
}

fn offer_share(scene: &mut Scene<'_>, range: &Range<usize>, value: &Number) {
    let flow = scene.flow;
    let rest = flow.slice(range.end..flow.text.len());
    let of = SHARE_OF.captures(rest).and_then(|found| found.get(1));
    let wording = flow.slice(range.clone()).replace('\n', " ");
    // The quote has to show what it is a share of, too.
    let shown = range.start..range.end + of.map_or(0, |words| words.end());
    let value = json!({"value": value, "of": of.map(|words| words.as_str())});
    scene.offer_as(&shown, value, wording, None);
}
