//! Calendar dates in the forms documents use, as precise as they are stated:
//! English, German and Spanish names of months, figures in any order, ordinals
//! in words, fiscal years.
//!
//! Which part of `3/4/2018` is the day is decided by the document. Where it
//! does not decide, both readings are offered, each with a note that says so.

use super::convention::{Convention, DateOrder};
use super::flow::Flow;
use super::scene::Scene;
use contract::Value;
use contract::value::DateValue;
use language::{Language, all};
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// A pattern in which `MONTH`, `ORDINAL` and `UNIT` (of time) stand for their words.
pub(super) fn pattern(text: &str) -> Regex {
    let months = all(|pack| &pack.dates.months).flat_map(|names| names.iter());
    let ordinals = all(|pack| &pack.dates.ordinals);
    let units = all(|pack| &pack.dates.units).map(|unit| &unit.word);
    let text = text
        .replace("UNIT", &one_of(units))
        .replace("MONTH", &format!(r"(?:{})\.?", one_of(months)))
        .replace("ORDINAL", &one_of(ordinals).replace(' ', "[ -]"));
    Regex::new(&text).expect("a literal pattern")
}

/// A pattern of any of the words, a longer one before one that it begins with.
fn one_of(words: impl Iterator<Item = &'static &'static str>) -> String {
    let mut words: Vec<&str> = words.copied().collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    format!("(?i:{})", words.join("|"))
}

static YEAR_FIRST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})\b"));
static NUMERIC: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?<first>\d{1,2}) ?(?<mark>[-/.]) ?(?<second>\d{1,2})[-/.] ?(?<y>\d{4}|\d{2})\b")
});
static DAY_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?<d>\d{1,2}|ORDINAL)(?i: ?st| ?nd| ?rd| ?t ?h|ten|\.|º)?[\s-]{1,2}(?i:days?\s)?(?i:of\s|de\s|d[ií]as del mes de\s)?(?i:the month of\s)?(?<m>MONTH)(?i:[\s,.-]{1,2}|\sdel?\s|\s?,\s)(?<y>\d{4}|['’]?\d{2})\b",
    )
});
static MONTH_DAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?<m>MONTH)[\s-]{1,2}(?i:the )?(?<d>\d{1,2}|ORDINAL)(?i: ?st| ?nd| ?rd| ?t ?h)?(?:\s?,\s?|\s|-)(?<y>\d{4})\b",
    )
});
static MONTH_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?<m>MONTH)(?i:,? | of | del? |-)(?<y>\d{4})\b"));
static NUMERIC_MONTH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?<m>0[1-9]|1[0-2])/(?<y>\d{4})\b"));
/// `2020-05`, in a question only: in a document it may number anything.
static ISO_MONTH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?<y>\d{4})-(?<m>0?[1-9]|1[0-2])(?: |$)"));
static FISCAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?i:FY|fiscal(?: year)?|financial year|Geschäftsjahr|Wirtschaftsjahr|ejercicio(?: fiscal)?)[ -]?['’]?(?<y>\d{4}|\d{2})\b",
    )
});
static YEAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(1[0-9]{3}|20[0-9]{2}|2100)\b"));
/// Years before 1000 only where a word says that a year is meant.
static EARLY_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:\b(?:in|In|since|until|AD|im Jahr|en el año)\s)(\d{3})\b"));

/// One date as parsed: year, month, day, each as far as stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stated {
    /// Year of our era.
    pub year: u32,
    /// 1..=12.
    pub month: Option<u32>,
    /// 1..=31, one that the month has.
    pub day: Option<u32>,
}

impl Stated {
    /// A year and nothing else.
    pub fn year(year: u32) -> Self {
        Self {
            year,
            month: None,
            day: None,
        }
    }

    /// `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub fn iso(self) -> String {
        match (self.month, self.day) {
            (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", self.year),
            (Some(month), None) => format!("{:04}-{month:02}", self.year),
            _ => format!("{:04}", self.year),
        }
    }
}

/// A date and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// Its words.
    pub range: Range<usize>,
    /// What they say.
    pub stated: Stated,
    /// What they could say as well.
    pub other: Option<Stated>,
    /// What a person should know of the reading.
    pub note: Option<String>,
}

/// Offers the dates of a passage that have a year, and returns them.
pub(super) fn read(scene: &mut Scene<'_>) -> Vec<Found> {
    let found = find(scene.flow, scene.convention);
    for found in &found {
        offer(scene, found);
    }
    found
}

fn offer(scene: &mut Scene<'_>, found: &Found) {
    let wording = scene.flow.words(found.range.clone());
    let value = |stated: Stated| {
        Value::Date(DateValue {
            iso: stated.iso(),
            original: wording.clone(),
        })
    };
    let mut notes: Vec<String> = found.note.iter().cloned().collect();
    if let Some(other) = found.other {
        let told = |this: Stated, other: Stated| {
            format!(
                "the document does not say whether day or month comes first: read as {}, it could be {}",
                this.iso(),
                other.iso()
            )
        };
        let other_value = value(other);
        let mut other_notes = notes.clone();
        other_notes.push(told(other, found.stated));
        notes.push(told(found.stated, other));
        scene.offer_noted(&found.range, value(found.stated), wording.clone(), notes);
        scene.offer_noted(&found.range, other_value, wording, other_notes);
        return;
    }
    scene.offer_noted(&found.range, value(found.stated), wording.clone(), notes);
}

/// The date to the day or month that a text begins with, and its bytes. None where
/// its year has two digits, and where day and month cannot be told apart: with
/// `day_first` they always can.
pub fn at_start(text: &str, day_first: bool) -> Option<(String, usize)> {
    let order = if day_first {
        DateOrder::DayFirst
    } else {
        DateOrder::MonthFirst
    };
    if let Some(found) = ISO_MONTH.captures(text) {
        return Some((stated(&found, "y", "m", "d")?.iso(), found.name("m")?.end()));
    }
    let found = written(text, order, day_first);
    let first = found.into_iter().find(|found| found.range.start == 0)?;
    let words = text.get(first.range.clone())?;
    let whole = words.contains(&format!("{:04}", first.stated.year));
    (whole && first.other.is_none()).then(|| (first.stated.iso(), first.range.end))
}

/// Every date of a flow, in order, none inside of another.
pub(super) fn find(flow: &Flow<'_>, convention: &Convention) -> Vec<Found> {
    let mut taken = written(&flow.text, convention.dates, convention.dates_decided);
    years(flow, &mut taken);
    taken.sort_by_key(|found| found.range.start);
    taken
}

/// Dates with a month, pattern after pattern.
fn written(text: &str, order: DateOrder, decided: bool) -> Vec<Found> {
    let mut taken: Vec<Found> = Vec::new();
    let patterns = [
        &*YEAR_FIRST,
        &*DAY_MONTH,
        &*MONTH_DAY,
        &*NUMERIC,
        &*MONTH_YEAR,
        &*NUMERIC_MONTH,
    ];
    for pattern in patterns {
        for captures in pattern.captures_iter(text) {
            let Some(whole) = captures.get(0).map(|whole| whole.range()) else {
                continue;
            };
            if overlaps(&taken, &whole)
                || !stands_alone(text, &whole)
                || ends_with_hour(text, &whole, &captures)
            {
                continue;
            }
            let read = numeric(&captures, order)
                .or_else(|| stated(&captures, "y", "m", "d"))
                .filter(|stated| stated.year >= 1);
            if let Some(stated) = read {
                taken.push(Found {
                    other: other_reading(&captures, order).filter(|_| !decided),
                    note: century_note(&captures, stated),
                    range: whole,
                    stated,
                });
            }
        }
    }
    taken
}

/// Fiscal years, then bare ones.
fn years(flow: &Flow<'_>, taken: &mut Vec<Found>) {
    for captures in FISCAL.captures_iter(&flow.text) {
        let (Some(whole), Some(year)) = (captures.get(0), year(&captures, "y")) else {
            continue;
        };
        if !overlaps(taken, &whole.range()) {
            taken.push(Found {
                range: whole.range(),
                stated: Stated::year(year),
                other: None,
                note: Some("a fiscal year need not be the calendar year".to_owned()),
            });
        }
    }
    for regex in [&*YEAR, &*EARLY_YEAR] {
        for captures in regex.captures_iter(&flow.text) {
            let Some(digits) = captures.get(1) else {
                continue;
            };
            if !overlaps(taken, &digits.range())
                && plausible_year(&flow.text, &digits.range())
                && let Ok(year) = digits.as_str().parse()
            {
                taken.push(Found {
                    range: digits.range(),
                    stated: Stated::year(year),
                    other: None,
                    note: None,
                });
            }
        }
    }
}

/// The other reading of `03/04/2018`.
fn other_reading(found: &Captures<'_>, order: DateOrder) -> Option<Stated> {
    let (first, second) = (number(found, "first")?, number(found, "second")?);
    if found.name("mark")?.as_str() == "." || first > 12 || second > 12 || first == second {
        return None;
    }
    let other = match order {
        DateOrder::DayFirst => DateOrder::MonthFirst,
        DateOrder::MonthFirst => DateOrder::DayFirst,
    };
    numeric(found, other)
}

/// A year of two digits that could well be of the other century.
fn century_note(found: &Captures<'_>, stated: Stated) -> Option<String> {
    let whole = found.get(0)?.as_str();
    let two = !whole.contains(&format!("{:04}", stated.year));
    (two && (40..80).contains(&(stated.year % 100))).then(|| {
        format!(
            "the year is written with two digits and was read as {}",
            stated.year
        )
    })
}

/// A date in figures. Dots are always day first; a part above 12 decides for
/// itself; else the document's order holds.
fn numeric(found: &Captures<'_>, order: DateOrder) -> Option<Stated> {
    let (first, second) = (number(found, "first")?, number(found, "second")?);
    let year = year(found, "y")?;
    let day_first = found.name("mark")?.as_str() == "." || order == DateOrder::DayFirst;
    let (day, month) = if (day_first && second <= 12) || first > 12 {
        (first, second)
    } else {
        (second, first)
    };
    full(year, month, day)
}

/// A year that has every day.
const LEAP_YEAR: u32 = 2024;

/// A day, if the calendar has it.
pub(super) fn full(year: u32, month: u32, day: u32) -> Option<Stated> {
    (1..=last_day(year, month))
        .contains(&day)
        .then_some(Stated {
            year,
            month: Some(month),
            day: Some(day),
        })
}

/// Last day of a month; 0 where there is no such month.
pub(super) fn last_day(year: u32, month: u32) -> u32 {
    let leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// The date that the groups of these names say, as far as they do.
pub(super) fn stated(found: &Captures<'_>, y: &str, m: &str, d: &str) -> Option<Stated> {
    let (year, month) = (year(found, y)?, month(found, m)?);
    if found.name(d).is_some() {
        return full(year, month, day(found, d)?);
    }
    Some(Stated {
        year,
        month: Some(month),
        day: None,
    })
}

fn number(found: &Captures<'_>, group: &str) -> Option<u32> {
    found.name(group)?.as_str().parse().ok()
}

/// A day in figures or as an ordinal in words.
fn day(found: &Captures<'_>, group: &str) -> Option<u32> {
    if let Some(day) = number(found, group) {
        return Some(day);
    }
    let lower = found.name(group)?.as_str().to_lowercase().replace('-', " ");
    let mut places = Language::ALL.into_iter().filter_map(|language| {
        let ordinals = &language.pack().dates.ordinals;
        ordinals.iter().position(|known| *known == lower)
    });
    u32::try_from(places.next()? + 1).ok()
}

/// Two digits are a year within 1969..=2068.
pub(super) fn year(found: &Captures<'_>, group: &str) -> Option<u32> {
    let text = found.name(group)?.as_str().trim_start_matches(['\'', '’']);
    let year: u32 = text.parse().ok()?;
    Some(match (text.len(), year) {
        (2, 0..=68) => 2000 + year,
        (2, _) => 1900 + year,
        _ => year,
    })
}

/// A month in figures or by its name.
fn month(found: &Captures<'_>, group: &str) -> Option<u32> {
    if let Some(month) = number(found, group) {
        return Some(month);
    }
    let lower = found.name(group)?.as_str().to_lowercase();
    let word = lower.trim_end_matches('.');
    let month = Language::ALL
        .into_iter()
        .find_map(|language| language.pack().month(word));
    month.map(u32::from)
}

fn overlaps(taken: &[Found], range: &Range<usize>) -> bool {
    taken
        .iter()
        .any(|other| other.range.start < range.end && range.start < other.range.end)
}

/// Not a piece of a longer figure or identifier. A dash before or behind may
/// lead to the other end of a period.
pub(super) fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let head = text.get(..range.start).unwrap_or("");
    let before = head.chars().next_back();
    let mut after = text.get(range.end..).unwrap_or("").chars();
    let next = after.next();
    let tied = |letter: Option<char>| matches!(letter, Some('-' | '/' | '_'));
    let decimal = matches!(next, Some('.' | ',')) && after.next().is_some_and(char::is_numeric);
    let period = matches!(before, Some('-'))
        && head
            .get(head.len().saturating_sub(5)..)
            .and_then(|tail| tail.strip_suffix('-'))
            .is_some_and(|tail| tail.bytes().all(|byte| byte.is_ascii_digit()));
    (!tied(before) || period)
        && !matches!(before, Some('.' | ','))
        && !matches!(next, Some('/' | '_'))
        && !decimal
}

/// `12. März 09:00`, `9. März, 18 Uhr`: two digits that are no year.
fn ends_with_hour(text: &str, range: &Range<usize>, found: &Captures<'_>) -> bool {
    static HOUR: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?::\d| ?(?i:Uhr|hrs?|h|horas|[ap]\.? ?m)\b)").expect("a literal pattern")
    });
    let is_short = found.name("y").is_some_and(|year| year.len() == 2);
    is_short && HOUR.is_match(text.get(range.end..).unwrap_or(""))
}

/// The month and the day that the groups `m` and `d` say.
pub(super) fn month_and_day(found: &Captures<'_>) -> Option<(u32, u32)> {
    let (month, day) = (month(found, "m")?, day(found, "d")?);
    full(LEAP_YEAR, month, day).map(|_| (month, day))
}

/// `2018-`: the first year of two, and no number of a case.
fn ends_with_year(head: &str) -> bool {
    let digits: Vec<char> = head.chars().rev().skip(1).take(5).collect();
    digits
        .iter()
        .take(4)
        .filter(|one| one.is_ascii_digit())
        .count()
        == 4
        && !digits.get(4).is_some_and(|one| one.is_alphanumeric())
        && matches!(digits.get(3), Some('1' | '2'))
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
        && (!tied || matches!(before, Some('/' | '-')) && ends_with_year(head))
}
