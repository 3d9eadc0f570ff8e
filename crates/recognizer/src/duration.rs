//! Lengths of time: a count and a unit, in figures or words, in English,
//! German and Spanish, several of them joined (`two years and six months`).
//!
//! # Limits
//!
//! What kind of days they are (`business days`) and what they are counted
//! from stays in the wording; a note says that the ISO form does not hold it.
//! `half a year` and `fortnight` are read, other fractions in words are not.

use super::date::pattern;
use super::number::words_before;
use super::scene::Scene;
use super::{decimal, figure, spelled};
use compute::{TimeUnit, time_unit};
use contract::Value;
use contract::value::Duration;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Unit behind a count; the hyphen of `90-day` and an adjective may stand
/// between.
static UNIT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:\s?\)|%?\))?[\s-]{0,2}(?:(full|calendar|consecutive|business|working|banking|trading|weitere[nr]?|volle[nr]?|aufeinanderfolgende[nr]?|naturales|hábiles)[\s-])?(UNITs?)\b[’']?(?:\s(hábiles|naturales))?",
    )
});
/// `half a year`, `a fortnight`.
static FIXED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(half a year|ein halbes Jahr|medio año)|(an? fortnight)|(half an hour|eine halbe Stunde|media hora))\b")
        .expect("a literal pattern")
});
/// What joins two parts of one length of time.
static JOINT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^(?:,? ?(?:and|und|y)?|,)\s?$").expect("a literal pattern"));
/// A count in words may be one that is doubtful elsewhere: `a year`.
static ARTICLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:an?|one|eine[mnrs]?|ein|un|una)\s(?:(?:full|calendar|volle[sn]?)\s)?(year|month|week|day|hour|jahres?|monats?|woche|tag|stunde|año|mes|semana|día|hora)\b")
        .expect("a literal pattern")
});

/// One count with its unit.
#[derive(Debug, Clone)]
struct Part {
    range: Range<usize>,
    count: String,
    unit: TimeUnit,
    special: bool,
    note: Option<String>,
}

pub(super) fn read(scene: &mut Scene<'_>) {
    let parts = parts(scene);
    let mut at = 0;
    while let Some(first) = parts.get(at) {
        let mut run = vec![first];
        while let (Some(last), Some(next)) = (run.last(), parts.get(at + run.len())) {
            let between = scene.flow.slice(last.range.end..next.range.start);
            let whole = !last.count.contains('.') && !next.count.contains('.');
            if next.unit < last.unit
                && whole
                && ![last.unit, next.unit].contains(&TimeUnit::Weeks)
                && next.range.start >= last.range.end
                && JOINT.is_match(between)
            {
                run.push(next);
            } else {
                break;
            }
        }
        at += run.len();
        offer(scene, &run);
    }
}

fn offer(scene: &mut Scene<'_>, run: &[&Part]) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else {
        return;
    };
    let range = first.range.start..last.range.end;
    let wording = scene.flow.words(range.clone());
    let mut notes: Vec<String> = run.iter().filter_map(|part| part.note.clone()).collect();
    if run.iter().any(|part| part.special) {
        notes
            .push("the wording says what kind of days are meant; the ISO form does not".to_owned());
    }
    let counts = run.iter().map(|part| (part.count.clone(), part.unit));
    let iso = compute::iso_duration(&counts.collect::<Vec<_>>());
    let value = Value::Duration(Duration {
        iso,
        original: wording.clone(),
    });
    scene.offer_noted(&range, value, wording, notes);
}

/// Every count with a unit of time, in order, none inside of another.
fn parts(scene: &Scene<'_>) -> Vec<Part> {
    let flow = scene.flow;
    let mut found: Vec<Part> = Vec::new();
    for counted in figure::find_in(flow, scene.convention) {
        let Some(value) = decimal::value(
            flow.slice(counted.range.clone()),
            scene.convention.decimal,
            false,
        ) else {
            continue;
        };
        let text = value.to_string();
        let count = text.strip_suffix(".0").unwrap_or(&text).to_owned();
        // `thirty (30) days`: the words belong to it, and have to agree.
        let worded = words_before(flow.slice(0..counted.range.start));
        let note = worded.as_ref().and_then(|worded| {
            (worded.value.to_string() != count)
                .then(|| format!("the words say {}, the figure {count}", worded.value))
        });
        let start = worded.map_or(counted.range.start, |worded| worded.range.start);
        let start = counted.bounds.as_ref().map_or(start, |bounds| bounds.start);
        let note = note.or_else(|| {
            counted
                .bounds
                .as_ref()
                .map(|_| figure::BOUND_NOTE.to_owned())
        });
        push(scene, &mut found, start, counted.end(), count, note);
    }
    for worded in spelled::find(&flow.text) {
        let behind = flow.slice(worded.range.end..flow.text.len());
        if !behind.trim_start().starts_with('(') {
            let count = worded.value.to_string();
            push(
                scene,
                &mut found,
                worded.range.start,
                worded.range.end,
                count,
                None,
            );
        }
    }
    for article in ARTICLE.captures_iter(&flow.text) {
        if let (Some(whole), Some(unit)) = (article.get(0), article.get(1))
            && let Some(unit) = time_unit(unit.as_str())
            && !found
                .iter()
                .any(|part| part.range.start < whole.end() && whole.start() < part.range.end)
        {
            found.push(Part {
                range: whole.range(),
                count: "1".to_owned(),
                unit,
                special: false,
                note: None,
            });
        }
    }
    for fixed in FIXED.captures_iter(&flow.text) {
        let Some(whole) = fixed.get(0) else { continue };
        let (count, unit) = if fixed.get(1).is_some() {
            ("6", TimeUnit::Months)
        } else if fixed.get(2).is_some() {
            ("2", TimeUnit::Weeks)
        } else {
            ("30", TimeUnit::Minutes)
        };
        found.push(Part {
            range: whole.range(),
            count: count.to_owned(),
            unit,
            special: false,
            note: None,
        });
    }
    found.sort_by_key(|part| (part.range.start, std::cmp::Reverse(part.range.end)));
    // The two ends of `10 to 12 days` stand in the same place.
    let mut last = 0..0;
    found.retain(|part| {
        let free = part.range.start >= last.end || part.range == last;
        if free {
            last = part.range.clone();
        }
        free
    });
    found
}

fn push(
    scene: &Scene<'_>,
    found: &mut Vec<Part>,
    start: usize,
    end: usize,
    count: String,
    note: Option<String>,
) {
    let flow = scene.flow;
    let Some(captures) = UNIT.captures(flow.slice(end..flow.text.len())) else {
        return;
    };
    let (Some(whole), Some(word)) = (captures.get(0), captures.get(2)) else {
        return;
    };
    let Some(unit) = time_unit(word.as_str()) else {
        return;
    };
    let kind = captures
        .get(1)
        .or_else(|| captures.get(3))
        .map(|kind| kind.as_str().to_lowercase());
    let lower = word.as_str().to_lowercase();
    let special = kind.is_some_and(|kind| {
        ["business", "working", "banking", "trading", "hábiles"].contains(&kind.as_str())
    }) || lower.contains("werktag")
        || lower.contains("arbeitstag");
    found.push(Part {
        range: start..end + whole.end(),
        count,
        unit,
        special,
        note,
    });
}
