//! Periods and lengths of time: whether the wording of the document can be
//! read as the ISO forms beside it.

use crate::date;
use crate::figure;
use crate::words::tokens;

/// Words for a unit of time, by the ISO designator; time of day after a `T`.
const UNITS: [(&str, &[&str]); 7] = [
    (
        "Y",
        &[
            "year", "years", "yr", "yrs", "jahr", "jahre", "jahren", "jahres", "año", "años",
        ],
    ),
    (
        "M",
        &[
            "month", "months", "monat", "monate", "monaten", "monats", "mes", "meses",
        ],
    ),
    (
        "W",
        &["week", "weeks", "woche", "wochen", "semana", "semanas"],
    ),
    (
        "D",
        &[
            "day",
            "days",
            "tag",
            "tage",
            "tagen",
            "tages",
            "werktag",
            "werktage",
            "werktagen",
            "arbeitstag",
            "arbeitstage",
            "arbeitstagen",
            "bankarbeitstage",
            "bankarbeitstagen",
            "kalendertag",
            "kalendertage",
            "kalendertagen",
            "día",
            "días",
        ],
    ),
    (
        "TH",
        &[
            "hour", "hours", "hr", "hrs", "stunde", "stunden", "hora", "horas",
        ],
    ),
    (
        "TM",
        &[
            "minute", "minutes", "min", "mins", "minuten", "minuto", "minutos",
        ],
    ),
    (
        "TS",
        &[
            "second", "seconds", "sekunde", "sekunden", "segundo", "segundos",
        ],
    ),
];
/// Wordings without a count of their own, and what they are.
const FIXED: [(&str, &str); 8] = [
    ("half a year", "P6M"),
    ("ein halbes jahr", "P6M"),
    ("medio año", "P6M"),
    ("a fortnight", "P2W"),
    ("fortnight", "P2W"),
    ("half an hour", "PT30M"),
    ("eine halbe stunde", "PT30M"),
    ("media hora", "PT30M"),
];
/// Words that stand for one.
const ONES: [&str; 11] = [
    "a", "an", "one", "ein", "eine", "einen", "einem", "einer", "eines", "un", "una",
];

/// Designator (with `T` before those of a day's time) and count.
fn components(iso: &str) -> Option<Vec<(String, f64)>> {
    let mut rest = iso.strip_prefix('P')?;
    let mut found: Vec<(String, f64)> = Vec::new();
    let mut time = "";
    let mut last = 0;
    while !rest.is_empty() {
        if time.is_empty()
            && let Some(after) = rest.strip_prefix('T')
        {
            (time, rest) = ("T", after);
            if rest.is_empty() {
                return None;
            }
        }
        let digits = rest
            .find(|letter: char| !(letter.is_ascii_digit() || letter == '.'))
            .unwrap_or(rest.len());
        let count = rest.get(..digits)?;
        let letter = rest.get(digits..)?.chars().next()?;
        let name = format!("{time}{letter}");
        let place = UNITS.iter().position(|(unit, _)| *unit == name)? + 1;
        let fraction = found.last().is_some_and(|(_, count)| count.fract() != 0.0);
        if place <= last || fraction || !count.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        last = place;
        found.push((name, count.parse().ok()?));
        rest = rest.get(digits + 1..)?;
    }
    let weeks_alone = found.len() == 1 || found.iter().all(|(name, _)| name != "W");
    (!found.is_empty() && weeks_alone).then_some(found)
}

/// Whether this is an ISO 8601 duration.
pub(crate) fn is_duration(iso: &str) -> bool {
    components(iso).is_some()
}

/// Whether the wording has a word for every unit of the duration and none
/// for another, and states every count.
pub(crate) fn duration_agrees(iso: &str, original: &str) -> bool {
    let lower = original.to_lowercase();
    if let Some((_, fixed)) = FIXED.iter().find(|(words, _)| *words == lower) {
        return *fixed == iso;
    }
    let Some(components) = components(iso) else {
        return false;
    };
    let words = tokens(original);
    let named: Vec<&str> = words
        .iter()
        .filter_map(|word| {
            let unit = UNITS
                .iter()
                .find(|(_, names)| names.contains(&word.as_str()));
            unit.map(|(name, _)| *name)
        })
        .collect();
    let units_fit = named.len() == components.len()
        && components
            .iter()
            .all(|(name, _)| named.contains(&name.as_str()));
    // The count of a unit stands before it and behind the unit before.
    let mut from = 0;
    let counted = components.iter().all(|(name, count)| {
        let Some((at, length)) = unit_at(&lower, from, name) else {
            return false;
        };
        let part = lower.get(from..at).unwrap_or("");
        from = at + length;
        let one = (count - 1.0).abs() < f64::EPSILON
            && tokens(part)
                .iter()
                .any(|word| ONES.contains(&word.as_str()));
        figure::states(part, *count) || one
    });
    units_fit && counted
}

/// Where the first word for a unit stands from `from` on.
fn unit_at(lower: &str, from: usize, name: &str) -> Option<(usize, usize)> {
    let (_, names) = UNITS.iter().find(|(unit, _)| *unit == name)?;
    let rest = lower.get(from..)?;
    let mut at = 0;
    for piece in rest.split_inclusive(|letter: char| !letter.is_alphabetic()) {
        let word = piece.trim_end_matches(|letter: char| !letter.is_alphabetic());
        if names.contains(&word) {
            return Some((from + at, word.len()));
        }
        at += piece.len();
    }
    None
}

/// Whether a period has an end, ends that exist, and does not run backwards.
pub(crate) fn is_period(start: Option<&str>, end: Option<&str>) -> bool {
    let real = |iso: Option<&str>| iso.is_none_or(date::exists);
    let forwards = match (start, end) {
        // Padded, so that `2019` does not come after `2019-03` as an end.
        (Some(start), Some(end)) => format!("{start:0<10}") <= format!("{end:9<10}"),
        (None, None) => false,
        _ => true,
    };
    real(start) && real(end) && forwards
}

/// Whether the wording can be read as from `start` to `end`.
pub(crate) fn period_agrees(start: Option<&str>, end: Option<&str>, original: &str) -> bool {
    match (start, end) {
        (None, None) => false,
        (Some(one), None) | (None, Some(one)) => date::agrees(one, original),
        (Some(start), Some(end)) => {
            part_of_year(start, end, original)
                || cuts(original).any(|at| {
                    let (left, right) = original.split_at_checked(at).unwrap_or((original, ""));
                    side_agrees(start, left, right) && side_agrees(end, right, left)
                })
        }
    }
}

/// Words that lead from the first date of a period to the last.
const JOINTS: [&str; 13] = [
    "to", "through", "thru", "until", "till", "ending", "and", "bis", "und", "a", "al", "hasta",
    "y",
];

/// Every place at which a period may go over from its first date to its
/// last: a dash, a slash, or a word that says so.
fn cuts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut at = 0;
    text.split_inclusive(|letter: char| !letter.is_alphanumeric())
        .flat_map(move |piece| {
            let word = piece.trim_end_matches(|letter: char| !letter.is_alphanumeric());
            let start = at;
            at += piece.len();
            let joint = JOINTS.contains(&word.to_lowercase().as_str());
            let dash = piece.ends_with(['-', '–', '—', '/']);
            [joint.then_some(start), dash.then_some(start + word.len())]
        })
        .flatten()
}

/// A side states its date, with month and year of the other side where it
/// has none of its own.
fn side_agrees(iso: &str, own: &str, other: &str) -> bool {
    if date::agrees(iso, own) {
        return true;
    }
    let has_year = |text: &str| {
        text.split(|letter: char| !letter.is_ascii_digit())
            .any(|run| run.len() == 4)
    };
    let mut borrowed = own.to_owned();
    if !date::has_month_name(own) {
        for word in other
            .split_whitespace()
            .filter(|word| date::has_month_name(word))
        {
            borrowed = format!("{borrowed} {word}");
        }
    }
    if !has_year(own) {
        for word in other
            .split(|letter: char| !letter.is_ascii_digit())
            .filter(|run| run.len() == 4)
        {
            borrowed = format!("{borrowed} {word}");
        }
    }
    borrowed != own && date::agrees(iso, &borrowed)
}

/// Quarters and halves of a calendar year.
fn part_of_year(start: &str, end: &str, original: &str) -> bool {
    let words = tokens(original);
    let year = start.get(..4).unwrap_or("");
    if !date::agrees(year, original) {
        return false;
    }
    let ordinals: [&[&str]; 4] = [
        &[
            "1", "first", "erstes", "primer", "q1", "1q", "1t", "h1", "1h",
        ],
        &[
            "2", "second", "zweites", "segundo", "q2", "2q", "2t", "h2", "2h",
        ],
        &["3", "third", "drittes", "tercer", "q3", "3q", "3t"],
        &["4", "fourth", "viertes", "cuarto", "q4", "4q", "4t"],
    ];
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let marked = |letters: [&str; 2]| {
        words
            .iter()
            .any(|word| word.len() == 2 && letters.iter().any(|letter| word.contains(letter)))
    };
    let quarter = has(&["quarter", "quartal", "trimestre"]) || marked(["q", "t"]);
    let half = has(&["half", "halbjahr", "semestre"]) || marked(["h", "h"]);
    let months = if quarter { 3 } else { 6 };
    (quarter || half)
        && ordinals
            .iter()
            .enumerate()
            .take(12 / months)
            .filter(|(_, names)| has(names))
            .any(|(at, _)| {
                let first = at * months + 1;
                let last = first + months - 1;
                let day = if [3, 12].contains(&last) { 31 } else { 30 };
                start == format!("{year}-{first:02}-01") && end == format!("{year}-{last:02}-{day}")
            })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_agree_with_their_words() {
        let cases = [
            ("P30D", "thirty (30) days"),
            ("P2Y", "two years"),
            ("P1Y6M", "one year and six months"),
            ("P90D", "90-day"),
            ("P120D", "one hundred and twenty (120) days"),
            ("P6M", "sechs Monate"),
            ("P3M", "tres meses"),
            ("P1M", "a month"),
            ("PT48H", "48 hours"),
            ("P14D", "vierzehn Tagen"),
            ("P6M", "half a year"),
            ("P10D", "10 to 12 days"),
            ("P12D", "10 to 12 days"),
        ];
        for (iso, original) in cases {
            assert!(duration_agrees(iso, original), "{iso}: {original}");
        }
        let wrong = [
            ("P31D", "thirty (30) days"),
            ("P30M", "thirty (30) days"),
            ("P1Y", "one year and six months"),
            ("P6Y1M", "one year and six months"),
            ("PT30D", "thirty days"),
            ("P6M", "a fortnight"),
        ];
        for (iso, original) in wrong {
            assert!(!duration_agrees(iso, original), "{iso}: {original}");
        }
        for iso in [
            "P", "PT", "30D", "P1D2Y", "P1.5Y2M", "PD", "P1W2D", "P1Y1Y", "P.5Y",
        ] {
            assert!(!is_duration(iso), "{iso}");
        }
    }

    #[test]
    fn periods_agree_with_their_words() {
        let cases = [
            (Some("2020-03-01"), Some("2020-03-15"), "1 to 15 March 2020"),
            (Some("2020-03-01"), Some("2020-03-15"), "March 1 - 15, 2020"),
            (
                Some("2019-03-01"),
                Some("2020-04-15"),
                "from 1 March 2019 to 15 April 2020",
            ),
            (Some("2019-07-01"), Some("2019-09-30"), "Q3 2019"),
            (Some("2019-01-01"), Some("2019-06-30"), "first half of 2019"),
            (Some("2018"), Some("2019"), "2018/19"),
            (None, Some("2019-12-31"), "year ended December 31, 2019"),
            (
                Some("2018-01-01"),
                Some("2018-12-31"),
                "vom 01.01.2018 bis 31.12.2018",
            ),
            (Some("2018-01"), Some("2018-03"), "January to March 2018"),
        ];
        for (start, end, original) in cases {
            assert!(is_period(start, end), "{original}");
            assert!(period_agrees(start, end, original), "{original}");
        }
        let wrong = [
            (
                Some("2019-04-01"),
                Some("2020-04-15"),
                "from 1 March 2019 to 15 April 2020",
            ),
            (Some("2020-03-02"), Some("2020-03-15"), "1 to 15 March 2020"),
            (Some("2019-04-01"), Some("2019-06-30"), "Q3 2019"),
            (
                Some("2020-04-15"),
                Some("2020-03-01"),
                "1 March to 15 April 2020",
            ),
        ];
        for (start, end, original) in wrong {
            assert!(!period_agrees(start, end, original), "{original}");
        }
        assert!(!is_period(Some("2020-03-02"), Some("2020-03-01")));
        assert!(!is_period(None, None));
        assert!(is_period(Some("2019-03"), Some("2019")));
    }
}
