//! Periods: from one date to another, an open beginning or end, quarters and
//! halves of a year.
//!
//! Two dates with a word between them that joins them are a period; so are
//! two days or months that share a month or year (`1 to 15 March 2020`).
//!
//! # Limits
//!
//! `the year ended 31 December 2019` has an end and no beginning: how long a
//! financial year was, the words do not say. Periods that run backwards as
//! they are written are not offered.

use super::date::{self, Found, Stated, pattern};
use super::flow::Flow;
use super::scene::Scene;
use contract::Value;
use contract::value::DateRange;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What joins the two dates of a period.
static JOINT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s*(?:,?\s*(?:and\s+)?(?:to|through|thru|until|till|up to|ending(?: on)?|bis(?: zum| einschließlich)?|al?|hasta(?: el)?)\s+(?:and including\s+)?(?:the |den |dem |el )?|[-–—]\s*)$",
    )
});
/// What joins them only where a word before the first says so.
static BETWEEN_JOINT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\s+(?:and|und|y)\s+(?:the |dem |el )?$"));
static BETWEEN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:between|zwischen|entre)\s+(?:the |dem |el )?$"));
/// Words that belong to the first date of a period.
static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:from|between|beginning|starting|commencing(?: on)?|vom|von|zwischen|ab|del?|desde(?: el)?|entre(?: el)?)\s+(?:the |dem |el )?$",
    )
});
static FROM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:from|since|beginning(?: on)?|starting(?: on)?|commencing(?: on)?|effective(?: as of| from)?|ab(?: dem)?|seit(?: dem)?|desde(?: el)?|a partir del?)\s+(?:the )?$",
    )
});
static UNTIL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:until|till|through|up to|no later than|not later than|on or before|(?:years?|months?|weeks?|quarters?|period)[ -]end(?:ed|ing)(?: on)?|bis(?: zum)?|spätestens am|hasta(?: el)?|terminado el|finalizado el)\s+(?:the )?$",
    )
});
static QUARTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:Q([1-4])|([1-4])Q|([1-4])T|(first|second|third|fourth|erstes|zweites|drittes|viertes|primer|segundo|tercer|cuarto) (?:quarter|quartal|trimestre)|([1-4])\. quartal|H([12])|([12])H|(first|second|erstes|zweites|primer|segundo) (?:half|halbjahr|semestre)|([12])\. halbjahr)(?: of| del?| des jahres|,)?(?: fiscal| the year)?[ /-]?['’]?(?<y>\d{4}|\d{2})\b",
    )
});
/// Two dates that share a month or a year: `d`, `m` are the first's day and month, `e`, `n` the
/// last's; a group that is not there is shared or, for days, in neither.
static SHARED: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        // `1 to 15 March 2020`
        r"\b(?<d>\d{1,2})(?i:st|nd|rd|th|\.)?\s?(?i:-|–|to|through|until|bis|al?)\s?(?i:the )?(?<e>\d{1,2})(?i:st|nd|rd|th|\.|º)?\s(?i:of\s|de\s)?(?<m>MONTH),?(?i:\s|\sdel?\s)(?<y>\d{4})\b",
        // `March 1 - 15, 2020`
        r"\b(?<m>MONTH)\s(?<d>\d{1,2})(?i:st|nd|rd|th)?\s?(?i:-|–|to|through|until)\s?(?<e>\d{1,2})(?i:st|nd|rd|th)?,?\s(?<y>\d{4})\b",
        // `March 1 to April 15, 2020`; the day is there for both or for neither.
        r"\b(?<m>MONTH)(?:\s(?<d>\d{1,2}))?(?i:st|nd|rd|th)?\s?(?i:-|–|to|through|until|bis|a)\s?(?<n>MONTH)(?:\s(?<e>\d{1,2}))?(?i:st|nd|rd|th)?(?i:,?\s|\sdel?\s)(?<y>\d{4})\b",
        // `1 March to 15 April 2020`
        r"\b(?<d>\d{1,2})(?i:st|nd|rd|th|\.)?\s(?i:of\s|de\s)?(?<m>MONTH)\s?(?i:-|–|to|through|until|bis|al?)\s?(?<e>\d{1,2})(?i:st|nd|rd|th|\.)?\s(?i:of\s|de\s)?(?<n>MONTH),?(?i:\s|\sdel?\s)(?<y>\d{4})\b",
    ]
    .map(pattern)
});
/// `2018/19`, a season or financial year.
static SPLIT_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?<y>(?:19|20)\d{2})[/-](?<z>\d{2})\b"));

pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    let dates = date::find(flow, scene.convention);
    let mut joined = Vec::new();
    shared(scene, &mut joined);
    quarters(scene, &mut joined);
    for pair in dates.windows(2) {
        if let [first, last] = pair {
            join(scene, first, last, &mut joined);
        }
    }
    for found in &dates {
        let inside = joined.iter().any(|range: &Range<usize>| {
            range.start <= found.range.start && found.range.end <= range.end
        });
        if !inside {
            open(scene, found);
        }
    }
}

fn offer(
    scene: &mut Scene<'_>,
    range: &Range<usize>,
    start: Option<Stated>,
    end: Option<Stated>,
    notes: Vec<String>,
) {
    let wording = scene.flow.words(range.clone());
    let iso = |stated: Option<Stated>| stated.map(Stated::iso);
    let value = Value::DateRange(DateRange {
        iso_start: iso(start),
        iso_end: iso(end),
        original: wording.clone(),
    });
    scene.offer_noted(range, value, wording, notes);
}

/// Whether a period does not run backwards, as far as both ends are stated.
fn forwards(start: Stated, end: Stated) -> bool {
    let key = |stated: Stated, month: u32, day: u32| {
        (
            stated.year,
            stated.month.unwrap_or(month),
            stated.day.unwrap_or(day),
        )
    };
    key(start, 1, 1) <= key(end, 12, 31)
}

fn join(scene: &mut Scene<'_>, first: &Found, last: &Found, joined: &mut Vec<Range<usize>>) {
    let flow = scene.flow;
    let between = flow.slice(first.range.end..last.range.start);
    let head = head(flow, first.range.start);
    let plain = JOINT.is_match(between);
    let paired = BETWEEN_JOINT.is_match(between) && BETWEEN.is_match(head);
    if !(plain || paired) || !forwards(first.stated, last.stated) {
        return;
    }
    let lead = LEAD.find(head).map_or(0, |lead| lead.as_str().len());
    let range = first.range.start - lead..last.range.end;
    let mut notes: Vec<String> = first.note.iter().chain(&last.note).cloned().collect();
    if first.other.is_some() || last.other.is_some() {
        notes.push("the document does not say whether day or month comes first".to_owned());
    }
    offer(scene, &range, Some(first.stated), Some(last.stated), notes);
    joined.push(range);
}

/// What stands before a date, as far as a lead may reach.
fn head<'f>(flow: &'f Flow<'_>, at: usize) -> &'f str {
    let from = flow.text.floor_char_boundary(at.saturating_sub(40));
    flow.slice(from..at)
}

/// A period of which one end is stated.
fn open(scene: &mut Scene<'_>, found: &Found) {
    let flow = scene.flow;
    let head = head(flow, found.range.start);
    let notes: Vec<String> = found.note.iter().cloned().collect();
    if let Some(lead) = UNTIL.find(head) {
        let range = found.range.start - lead.as_str().len()..found.range.end;
        offer(scene, &range, None, Some(found.stated), notes);
    } else if let Some(lead) = FROM.find(head) {
        let range = found.range.start - lead.as_str().len()..found.range.end;
        offer(scene, &range, Some(found.stated), None, notes);
    }
}

/// Quarters and halves.
fn quarters(scene: &mut Scene<'_>, joined: &mut Vec<Range<usize>>) {
    let flow = scene.flow;
    for captures in QUARTER.captures_iter(&flow.text) {
        let (Some(whole), Some(year)) = (captures.get(0), date::year(&captures, "y")) else {
            continue;
        };
        let number = |index: usize| {
            let text = captures.get(index)?.as_str().to_lowercase();
            text.parse().ok().or_else(|| ordinal(&text))
        };
        let quarter = (1..=5).find_map(number);
        let half = (6..=9).find_map(number);
        let months = match (quarter, half) {
            (Some(quarter), _) => (quarter * 3 - 2, quarter * 3),
            (None, Some(half)) => (half * 6 - 5, half * 6),
            (None, None) => continue,
        };
        let start = date::full(year, months.0, 1);
        let end = date::full(year, months.1, date::last_day(year, months.1));
        let fiscal = flow
            .slice(whole.start().saturating_sub(1)..flow.text.floor_char_boundary(whole.end() + 20))
            .to_lowercase()
            .contains("fiscal");
        let note =
            "taken as a part of the calendar year; a financial year may begin in another month";
        let notes = if fiscal {
            vec![note.to_owned()]
        } else {
            Vec::new()
        };
        offer(scene, &whole.range(), start, end, notes);
        joined.push(whole.range());
    }
}

fn ordinal(word: &str) -> Option<u32> {
    Some(match word {
        "first" | "erstes" | "primer" => 1,
        "second" | "zweites" | "segundo" => 2,
        "third" | "drittes" | "tercer" => 3,
        "fourth" | "viertes" | "cuarto" => 4,
        _ => return None,
    })
}

/// Periods whose two ends share a month or a year.
fn shared(scene: &mut Scene<'_>, joined: &mut Vec<Range<usize>>) {
    let flow = scene.flow;
    let mut found = Vec::new();
    for captures in SHARED.iter().flat_map(|one| one.captures_iter(&flow.text)) {
        let last = captures.name("n").map_or("m", |_| "n");
        let start = date::stated(&captures, "y", "m", "d");
        let end = date::stated(&captures, "y", last, "e");
        if captures.name("d").is_some() == captures.name("e").is_some() {
            found.push((captures.get(0), start, end));
        }
    }
    for captures in SPLIT_YEAR.captures_iter(&flow.text) {
        let first = date::year(&captures, "y");
        let next = first.map(|first| first + 1);
        if next.is_some_and(|next| captures["z"].parse() == Ok(next % 100)) {
            let ends = (first.map(Stated::year), next.map(Stated::year));
            found.push((captures.get(0), ends.0, ends.1));
        }
    }
    for one in found {
        if let (Some(whole), Some(start), Some(end)) = one
            && forwards(start, end)
        {
            offer(scene, &whole.range(), Some(start), Some(end), Vec::new());
            joined.push(whole.range());
        }
    }
}
