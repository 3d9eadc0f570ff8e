//! Lengths of time: a count and a unit, in figures or words, in English,
//! German and Spanish, several of them joined (`two years and six months`).
//!
//! # Limits
//!
//! What kind of days they are (`business days`) and what they are counted
//! from stays in the wording; a note says that the ISO form does not hold it.
//! `half a year` and `fortnight` are read, other fractions in words are not.

use super::number::words_before;
use super::{Scene, figure, spelled};
use regex::Regex;
use serde_json::json;
use std::ops::Range;
use std::sync::LazyLock;

/// Unit behind a count; the hyphen of `90-day` and an adjective may stand
/// between.
static UNIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:\s?\)|%?\))?[\s-]{0,2}(?:(full|calendar|consecutive|business|working|banking|trading|weitere[nr]?|volle[nr]?|aufeinanderfolgende[nr]?|naturales|hábiles)[\s-])?(years?|yrs?|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|jahre?n?|jahres|monate?n?|monats|wochen?|tage?n?|werktage?n?|arbeitstage?n?|bankarbeitstage?n?|kalendertage?n?|stunden?|minuten?|sekunden?|años?|meses|mes|semanas?|días?|horas?|minutos?|segundos?)\b[’']?(?:\s(hábiles|naturales))?",
    )
    .expect("a literal pattern")
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

/// ISO designators in their order, the time part after the `T`.
const ORDER: [Unit; 7] = [
    Unit::Year,
    Unit::Month,
    Unit::Week,
    Unit::Day,
    Unit::Hour,
    Unit::Minute,
    Unit::Second,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
}

/// One count with its unit.
#[derive(Debug, Clone)]
struct Part {
    range: Range<usize>,
    count: String,
    unit: Unit,
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
            if next.unit > last.unit
                && whole
                && ![last.unit, next.unit].contains(&Unit::Week)
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
    let value = json!({"iso": iso(run), "original": wording});
    scene.offer_noted(&range, value, wording, notes);
}

fn iso(run: &[&Part]) -> String {
    let mut text = "P".to_owned();
    let mut time = false;
    for unit in ORDER {
        for part in run.iter().filter(|part| part.unit == unit) {
            let (letter, of_day) = match unit {
                Unit::Year => ('Y', false),
                Unit::Month => ('M', false),
                Unit::Week => ('W', false),
                Unit::Day => ('D', false),
                Unit::Hour => ('H', true),
                Unit::Minute => ('M', true),
                Unit::Second => ('S', true),
            };
            if of_day && !time {
                text.push('T');
                time = true;
            }
            text.push_str(&part.count);
            text.push(letter);
        }
    }
    text
}

fn unit_of(word: &str) -> Option<Unit> {
    let lower = word.to_lowercase();
    let stems: [(&[&str], Unit); 7] = [
        (&["year", "yr", "jahr", "año"], Unit::Year),
        (&["month", "monat", "mes"], Unit::Month),
        (&["week", "woche", "semana"], Unit::Week),
        (
            &[
                "day",
                "tag",
                "werktag",
                "arbeitstag",
                "bankarbeitstag",
                "kalendertag",
                "día",
            ],
            Unit::Day,
        ),
        (&["hour", "hr", "stunde", "hora"], Unit::Hour),
        (&["min"], Unit::Minute),
        (&["sec", "sek", "seg"], Unit::Second),
    ];
    stems
        .iter()
        .find(|(stems, _)| stems.iter().any(|stem| lower.starts_with(stem)))
        .map(|(_, unit)| *unit)
}

/// Every count with a unit of time, in order, none inside of another.
fn parts(scene: &Scene<'_>) -> Vec<Part> {
    let flow = scene.flow;
    let mut found: Vec<Part> = Vec::new();
    for counted in figure::find_in(flow, scene.convention) {
        let Some(value) = figure::value(
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
            && let Some(unit) = unit_of(unit.as_str())
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
            ("6", Unit::Month)
        } else if fixed.get(2).is_some() {
            ("2", Unit::Week)
        } else {
            ("30", Unit::Minute)
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
    let Some(unit) = unit_of(word.as_str()) else {
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
