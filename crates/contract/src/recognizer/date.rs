//! Calendar dates in the forms documents use, as precise as they are stated.

use super::Scene;
use super::convention::DateOrder;
use regex::{Captures, Regex};
use serde_json::json;
use std::ops::Range;
use std::sync::LazyLock;

const MONTH: &str = r"(?i:jan(?:uary|uar|\.)?|feb(?:ruary|ruar|\.)?|mar(?:ch|\.)?|märz|apr(?:il|\.)?|may|mai|june?|juni|juli?|july|aug(?:ust|\.)?|sept?(?:ember|\.)?|oct(?:ober|\.)?|okt(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?|dez(?:ember|\.)?)";

fn pattern(text: &str) -> Regex {
    Regex::new(&text.replace("MONTH", MONTH)).expect("a literal pattern")
}

static YEAR_FIRST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b"));
static NUMERIC: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(\d{1,2})([-/.]) ?(\d{1,2})[-/.] ?(\d{4}|\d{2})\b"));
static DAY_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(\d{1,2})(?i:st|nd|rd|th|\.)?[\s-]{1,2}(?i:day )?(?i:of\s)?(MONTH)[\s,.-]{1,2}(\d{4}|['’]?\d{2})\b",
    )
});
static MONTH_DAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(MONTH)[\s-]{1,2}(\d{1,2})(?i:st|nd|rd|th)?(?:,\s?|\s|-)(\d{4})\b")
});
static MONTH_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(MONTH)(?i:,? | of |-)(\d{4})\b"));
static NUMERIC_MONTH: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(0[1-9]|1[0-2])/(\d{4})\b"));
static YEAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(1[0-9]{3}|20[0-9]{2}|2100)\b"));
/// Years before 1000 only where a word says that a year is meant.
static EARLY_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:\b(?:in|In|since|until|AD|im Jahr)\s)(\d{3})\b"));

/// One date as parsed: year, month, day, each as far as stated.
#[derive(Clone, Copy)]
struct Stated {
    year: u32,
    month: Option<u32>,
    day: Option<u32>,
}

/// Turns what a pattern captured into a date.
type Reader<'a> = dyn Fn(&Captures<'_>) -> Option<Stated> + 'a;

pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    let mut taken: Vec<Range<usize>> = Vec::new();
    let order = scene.convention.dates;
    let decided = scene.convention.dates_decided;
    let readers: [(&Regex, &Reader<'_>); 6] = [
        (&YEAR_FIRST, &|found| {
            full(part(found, 1)?, part(found, 2)?, part(found, 3)?)
        }),
        (&DAY_MONTH, &|found| {
            full(year(found, 3)?, month(found, 2)?, part(found, 1)?)
        }),
        (&MONTH_DAY, &|found| {
            full(year(found, 3)?, month(found, 1)?, part(found, 2)?)
        }),
        (&NUMERIC, &|found| numeric(found, order)),
        (&MONTH_YEAR, &|found| {
            Some(Stated {
                year: part(found, 2)?,
                month: Some(month(found, 1)?),
                day: None,
            })
        }),
        (&NUMERIC_MONTH, &|found| {
            Some(Stated {
                year: part(found, 2)?,
                month: Some(part(found, 1)?),
                day: None,
            })
        }),
    ];
    for (regex, read) in readers {
        for found in regex.captures_iter(&flow.text) {
            let Some(whole) = found.get(0).map(|whole| whole.range()) else {
                continue;
            };
            if overlaps(&taken, &whole) || !stands_alone(&flow.text, &whole) {
                continue;
            }
            if let Some(stated) = read(&found).filter(|stated| stated.year >= 1) {
                let note = alternative(&found, regex, order, decided);
                offer(scene, &whole, stated, note.as_deref());
                taken.push(whole);
            }
        }
    }
    for regex in [&*YEAR, &*EARLY_YEAR] {
        for found in regex.captures_iter(&flow.text) {
            let Some(digits) = found.get(1) else { continue };
            if !overlaps(&taken, &digits.range())
                && plausible_year(&flow.text, &digits.range())
                && let Ok(year) = digits.as_str().parse()
            {
                offer(
                    scene,
                    &digits.range(),
                    Stated {
                        year,
                        month: None,
                        day: None,
                    },
                    None,
                );
            }
        }
    }
}

fn offer(scene: &mut Scene<'_>, range: &Range<usize>, stated: Stated, note: Option<&str>) {
    let wording = scene.flow.slice(range.clone()).replace('\n', " ");
    let value = json!({"iso": iso(stated), "original": wording});
    scene.offer_as(range, value, wording, note);
}

fn iso(stated: Stated) -> String {
    match (stated.month, stated.day) {
        (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", stated.year),
        (Some(month), None) => format!("{:04}-{month:02}", stated.year),
        _ => format!("{:04}", stated.year),
    }
}

/// The other reading of `03/04/2018`, told in the context where the document
/// does not decide.
fn alternative(
    found: &Captures<'_>,
    regex: &Regex,
    order: DateOrder,
    decided: bool,
) -> Option<String> {
    if decided || regex.as_str() != NUMERIC.as_str() || found.get(2)?.as_str() == "." {
        return None;
    }
    let (first, second) = (part(found, 1)?, part(found, 3)?);
    if first > 12 || second > 12 || first == second {
        return None;
    }
    let other = match order {
        DateOrder::DayFirst => DateOrder::MonthFirst,
        DateOrder::MonthFirst => DateOrder::DayFirst,
    };
    numeric(found, other)
        .map(|stated| format!("day and month could also be read as {}", iso(stated)))
}

/// A date in figures. Dots are always day first; a part above 12 decides for
/// itself; else the document's order holds.
fn numeric(found: &Captures<'_>, order: DateOrder) -> Option<Stated> {
    let (first, second, year) = (part(found, 1)?, part(found, 3)?, year(found, 4)?);
    let day_first = found.get(2)?.as_str() == "." || order == DateOrder::DayFirst;
    let (day, month) = if (day_first && second <= 12) || first > 12 {
        (first, second)
    } else {
        (second, first)
    };
    full(year, month, day)
}

fn full(year: u32, month: u32, day: u32) -> Option<Stated> {
    let leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=last).contains(&day).then_some(Stated {
        year,
        month: Some(month),
        day: Some(day),
    })
}

fn part(found: &Captures<'_>, index: usize) -> Option<u32> {
    found.get(index)?.as_str().parse().ok()
}

/// Two digits are a year within 1969..=2068.
fn year(found: &Captures<'_>, index: usize) -> Option<u32> {
    let text = found.get(index)?.as_str().trim_start_matches(['\'', '’']);
    let year: u32 = text.parse().ok()?;
    Some(match (text.len(), year) {
        (2, 0..=68) => 2000 + year,
        (2, _) => 1900 + year,
        _ => year,
    })
}

fn month(found: &Captures<'_>, index: usize) -> Option<u32> {
    let lower = found.get(index)?.as_str().to_lowercase();
    let stem: String = lower.chars().take(3).collect();
    Some(match stem.as_str() {
        "jan" => 1,
        "feb" => 2,
        "mar" | "mär" => 3,
        "apr" => 4,
        "may" | "mai" => 5,
        "jun" => 6,
        "jul" => 7,
        "aug" => 8,
        "sep" => 9,
        "oct" | "okt" => 10,
        "nov" => 11,
        "dec" | "dez" => 12,
        _ => return None,
    })
}

fn overlaps(taken: &[Range<usize>], range: &Range<usize>) -> bool {
    taken
        .iter()
        .any(|other| other.start < range.end && range.start < other.end)
}

/// Not a piece of a longer figure or identifier.
fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let before = text
        .get(..range.start)
        .and_then(|head| head.chars().next_back());
    let mut after = text.get(range.end..).unwrap_or("").chars();
    let next = after.next();
    let tied = |letter: Option<char>| matches!(letter, Some('-' | '/' | '_'));
    let decimal = matches!(next, Some('.' | ',')) && after.next().is_some_and(char::is_numeric);
    !tied(before)
        && !matches!(before, Some('.' | ','))
        && !matches!(next, Some('/' | '_'))
        && !decimal
}

/// A bare year: no sum, share, decimal, or piece of an identifier.
fn plausible_year(text: &str, range: &Range<usize>) -> bool {
    let head = text.get(..range.start).unwrap_or("");
    let tail = text.get(range.end..).unwrap_or("");
    let before = head.chars().next_back();
    let money = head.trim_end().ends_with(['$', '£', '€', '#']) || head.trim_end().ends_with("RM");
    let share = tail.trim_start().starts_with(['%', '°']);
    let mut after = tail.chars();
    let next = after.next();
    let decimal = matches!(next, Some('.' | ',')) && after.next().is_some_and(char::is_numeric);
    let tied = matches!(before, Some('.' | ',' | '/' | '_' | '-'))
        && head.chars().rev().nth(1).is_some_and(char::is_alphanumeric);
    !(money || share || decimal)
        && (!tied
            || matches!(before, Some('/' | '-'))
                && head.chars().rev().nth(1).is_some_and(char::is_numeric))
}
