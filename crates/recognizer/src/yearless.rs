//! Days that are written without their year: `by 5 December`, `am 24.01.`, `el 22 de noviembre`.
//!
//! The year is that in which the day is nearest to the days that the document writes in full. Where
//! they do not all lead to the same year nothing is offered, nor of a day that comes back every
//! year. Of 122 such days of made-up business papers (`training/papers.py`) all dates of the
//! document led to the same year for 109, and it was the one meant for all of these.
//!
//! The line of a date with its year is cited beside the day's own, and a note says what was done.

use super::convention::{Convention, Day};
use super::date::{self, Found, Stated, full, pattern};
use super::decimal::Decimal;
use super::flow::Flow;
use super::scene::{Read, Scene};
use contract::Value;
use contract::value::DateValue;
use regex::{Captures, Regex};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

static DAY_MONTH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?<d>\d{1,2})(?: ?(?:st|nd|rd|th)|\.|º)? (?<of>de )?(?<m>MONTH)"));
static MONTH_DAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?<m>MONTH) (?<d>\d{1,2})(?:st|nd|rd|th)?"));
/// With two digits each: `4.2.` is a clause.
static POINTS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?<d>[0-3]\d)\. ?(?<m>[01]\d)\."));

const NOTE: &str = "the year is not written beside the day: the one that the document's other dates lead to was taken";

/// Offers the dates of a passage: those that have a year, and the days that are written without.
pub(super) fn read(scene: &mut Scene<'_>) {
    let taken = date::read(scene);
    let (flows, own) = scene.passages;
    let document = &scene.flow.chunk.document_id;
    let is_of_document =
        |day: &&Day| flows.get(day.flow).map(|flow| &flow.chunk.document_id) == Some(document);
    let found = find(scene.flow, scene.convention, &taken);
    if found.is_empty() {
        return;
    }
    let days = scene.convention.days(|| days(flows, scene.convention));
    let days: Vec<&Day> = days.iter().filter(is_of_document).collect();
    for (range, (month, day)) in found {
        let years = days.iter().filter_map(|known| nearest(known, month, day));
        let years: BTreeSet<u32> = years.map(|stated| stated.year).collect();
        let (Some(year), 1) = (years.first(), years.len()) else {
            continue;
        };
        let Some(stated) = full(*year, month, day) else {
            continue;
        };
        let line = scene.flow.line_at(range.start);
        let before = days
            .iter()
            .rev()
            .find(|known| (known.flow, known.line) <= (own, line));
        let shown = before
            .or(days.first())
            .map(|known| (known.flow, known.line));
        let wording = scene.flow.words(range.clone());
        let value = Value::Date(DateValue {
            iso: stated.iso(),
            original: wording.clone(),
        });
        let mut read = Read::new(value, wording);
        read.notes = vec![NOTE.to_owned()];
        read.shown = shown.filter(|at| *at != (own, line)).into_iter().collect();
        scene.offer_read(&range, read);
    }
}

/// Where they stand, with month and day.
fn find(
    flow: &Flow<'_>,
    convention: &Convention,
    taken: &[Found],
) -> Vec<(Range<usize>, (u32, u32))> {
    let points = (convention.decimal == Decimal::Comma).then_some(&*POINTS);
    let patterns = [&*DAY_MONTH, &*MONTH_DAY].into_iter().chain(points);
    let mut found: Vec<(Range<usize>, (u32, u32))> = Vec::new();
    for captures in patterns.flat_map(|pattern| pattern.captures_iter(&flow.text)) {
        let Some(mut range) = captures.get(0).map(|whole| whole.range()) else {
            continue;
        };
        let is_named = captures
            .name("m")
            .is_some_and(|month| month.as_str().starts_with(char::is_alphabetic));
        // The point behind a month's name may end the sentence.
        if is_named && flow.slice(range.clone()).ends_with('.') {
            range.end -= 1;
        }
        let other = |one: &Range<usize>| one.start < range.end && range.start < one.end;
        let is_taken =
            taken.iter().any(|one| other(&one.range)) || found.iter().any(|(one, _)| other(one));
        if !is_taken
            && stands_alone(flow, &captures, &range)
            && let Some(read) = date::month_and_day(&captures)
        {
            found.push((range, read));
        }
    }
    found
}

/// No piece of anything longer, no verb (`may`), and no day of every year.
fn stands_alone(flow: &Flow<'_>, captures: &Captures<'_>, range: &Range<usize>) -> bool {
    let tail = flow.slice(range.end..flow.text.len());
    let goes_on = tail.starts_with(|next: char| next.is_alphanumeric() || ":/-".contains(next));
    let month = captures.name("m").map_or("", |month| month.as_str());
    let is_name = captures.name("of").is_some()
        || month.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
    let line = flow.line(flow.line_at(range.start)).to_lowercase();
    let mut words = line.split(|letter: char| !letter.is_alphabetic());
    let recurs = words.any(|word| language::any(|pack| &pack.dates.recurring, word));
    !goes_on && is_name && !recurs && date::stands_alone(&flow.text, range)
}

/// All days of the evidence with all digits of their year, which is cited for others.
fn days(flows: &[Flow<'_>], convention: &Convention) -> Vec<Day> {
    let mut days = Vec::new();
    for (number, flow) in flows.iter().enumerate() {
        for one in date::find(flow, convention) {
            let stated = one.stated;
            let year = format!("{:04}", stated.year);
            let is_whole = flow.slice(one.range.clone()).contains(&year);
            if let (Some(month), Some(day), None, true) =
                (stated.month, stated.day, one.other, is_whole)
            {
                days.push(Day {
                    date: [stated.year, month, day],
                    flow: number,
                    line: flow.line_at(one.range.start),
                });
            }
        }
    }
    days
}

/// That day of the year in which it is nearest to a known one.
fn nearest(known: &Day, month: u32, day: u32) -> Option<Stated> {
    // Months as if all had 31 days: near enough to tell years apart.
    let count = |[year, month, day]: [u32; 3]| 372 * year + 31 * month + day;
    let at = count(known.date);
    let [year, _, _] = known.date;
    let years = [year.saturating_sub(1), year, year + 1];
    let dates = years.into_iter().filter_map(|year| full(year, month, day));
    dates.min_by_key(|date| count([date.year, month, day]).abs_diff(at))
}
