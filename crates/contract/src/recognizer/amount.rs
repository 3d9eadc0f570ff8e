//! Sums of money: with a sign or code beside them, or bare where the line is
//! one of an invoice, receipt or table whose document uses one currency.

use super::figure::{self, Figure};
use super::{Scene, convention, currency, layout};
use regex::Regex;
use serde_json::json;
use std::ops::Range;
use std::sync::LazyLock;

static SCALE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[ \n]?(?i:(thousand|tausend|tsd\.?|k)|(million|millions|millionen|mio\.?|mn|m)|(billion|billions|milliarden|mrd\.?|bn))(?:[^[:alpha:]]|$)",
    )
    .expect("a literal pattern")
});
/// `81, 124`: a group that a reader tore apart.
static TORN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b\d{1,3}(?:,\d{3})*, \d{3}\b").expect("a literal pattern"));

/// A scale word that follows a figure, and the bytes it takes.
pub(super) fn scale_after(text: &str) -> Option<(&'static str, usize)> {
    let found = SCALE.captures(text)?;
    let pick = |index: usize, word| found.get(index).map(|part| (word, part.end()));
    pick(1, "thousand")
        .or_else(|| pick(2, "million"))
        .or_else(|| pick(3, "billion"))
}

pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in figure::find(&flow.text) {
        offer(scene, &found);
    }
    for torn in TORN.find_iter(&flow.text) {
        let line = flow.line_at(torn.start());
        let joined = flow.slice(0..torn.start()).ends_with(['.', ',']);
        if joined {
            continue;
        }
        if layout::is_short(flow.raw(line)) || layout::is_tabular(flow.raw(line)) {
            offer_torn(scene, &torn.range());
        }
    }
}

fn offer(scene: &mut Scene<'_>, found: &Figure) {
    let flow = scene.flow;
    let text = flow.slice(found.range.clone());
    let Some(mut range) = Some(found.signed.clone()).filter(|range| !range.is_empty()) else {
        return;
    };
    let scale = scale_after(flow.slice(found.range.end..flow.text.len()));
    if let Some((_, length)) = scale
        && !range.end.gt(&found.range.end)
    {
        range.end += length;
    }
    let sign_at = |end: usize| {
        currency::at_end(flow.slice(0..end)).map(|(code, length)| (code, end - length.min(end)))
    };
    let before = sign_at(found.range.start).or_else(|| sign_at(range.start));
    let after = currency::at_start(flow.slice(range.end..flow.text.len()));
    let named = before.map(|(code, _)| code).or(after.map(|(code, _)| code));
    if flow
        .slice(range.end..flow.text.len())
        .trim_start()
        .starts_with('%')
    {
        return;
    }
    let minus = before.and_then(|(_, start)| minus_before(flow.slice(0..start)));
    let negative = found.negative || minus.is_some();
    let Some(value) = figure::value(text, scene.convention.decimal, negative) else {
        return;
    };
    let line = flow.line_at(range.start);
    let tabular = layout::is_tabular(flow.raw(line));
    let at_start = found.range.start == flow.line_range(line).start;
    if named.is_none() && at_start && layout::numbers_section(flow.line(line), text) {
        return;
    }
    if named.is_none() && !looks_like_money(flow.raw(line), text, tabular) {
        return;
    }
    let start = minus
        .or(before.map(|(_, start)| start))
        .map_or(range.start, |start| start.min(range.start));
    let range = start..range.end + after.map_or(0, |(_, length)| length);
    let code = named.or(scene.convention.currency);
    let unit = scale.map(|(word, _)| word).or_else(|| {
        if tabular {
            convention::scale_above(flow, line)
        } else {
            None
        }
    });
    scene.offer(
        &range,
        json!({"value": value, "currency": code, "unit": unit}),
    );
}

/// `-$5.00` and `- RM 5`: the byte at which a minus before the sign stands.
fn minus_before(head: &str) -> Option<usize> {
    let rest = head.trim_end().strip_suffix(['-', '−', '–'])?;
    rest.chars()
        .next_back()
        .is_none_or(char::is_whitespace)
        .then_some(rest.len())
}

/// A bare figure is taken for money where it has two decimals, or stands in
/// a table and is grouped, decimal or of three or four digits; years, counts,
/// versions and identifiers are not.
fn looks_like_money(raw: &str, figure: &str, tabular: bool) -> bool {
    let mark = figure.rfind(['.', ',']);
    let decimals = mark.map_or(0, |at| figure.len() - at - 1);
    if mark.is_some() && decimals == 2 {
        return true;
    }
    let grouped = mark.is_some() && decimals == 3;
    let in_table =
        tabular && (mark.is_some() || ((3..=4).contains(&figure.len()) && !is_year(figure)));
    in_table || (grouped && layout::is_short(raw))
}

fn is_year(figure: &str) -> bool {
    figure.len() == 4 && (figure.starts_with("19") || figure.starts_with("20"))
}

fn offer_torn(scene: &mut Scene<'_>, range: &Range<usize>) {
    let digits = scene.flow.slice(range.clone()).replace(", ", "");
    let Ok(value) = digits.parse::<i64>() else {
        return;
    };
    let before = currency::at_end(scene.flow.slice(0..range.start)).map(|(code, _)| code);
    let code = before.or(scene.convention.currency);
    let unit: Option<&str> = None;
    scene.offer(
        range,
        json!({"value": value, "currency": code, "unit": unit}),
    );
}
