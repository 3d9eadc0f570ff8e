//! In which year a row of a table is largest or smallest, by its figures.
//!
//! ```text
//!                     2019    2018
//! Deferred revenue    10.5    10.4     "In which year was deferred revenue larger?"  ->  2019
//! ```
//!
//! A reader takes words for likely; which of two figures is larger is arithmetic. So where a
//! question asks for the year (or the quarter, the period) in which something is largest, and
//! one row of a table is that something, its figures are compared, and what heads the largest
//! is offered alone, cited with the row.
//!
//! # Limits
//!
//! The words of the question, but for one where the whole label stands in it, must stand in the row's
//! label, or in the line over its rows that groups them; a row that only resembles it is not compared.
//! Rows that fit as well must say the same. A comparison with a figure (*less than 500*) is none of
//! this, nor is *which segment was largest in 2019*, which asks for no time.

use super::convention::Convention;
use super::decimal::{self, DIGITS, Decimal};
use super::flow::{Flow, words_of};
use super::layout::YEAR;
use super::options::Options;
use super::page::{Cell, Page};
use super::scene::{Read, Scene};
use super::stem;
use super::terms::{Terms, lower_words};
use contract::value::DateValue;
use contract::{Candidate, Value};
use evidence::EvidenceChunk;
use language::Ask;
use std::collections::BTreeSet;
use std::ops::Range;

/// How sure an answer is that came so: all of 36 of the training cases for which one came were right
/// (docs/quality.md), which by the rule of succession is 37 in 38.
const SURE: f64 = 37.0 / 38.0;
/// What a person is told of the answer.
const NOTE: &str = "found by comparing the figures of the row that is cited";
/// Words behind *which* among which the noun that it asks for is: *which fiscal year*.
const NEAR: usize = 2;
/// Words of the question that a label may lack which stands in it whole: *sales and marketing expense*
/// of the row *Sales and marketing*. Two of 36 training cases need it, and none is wrong
/// (docs/quality.md).
const MOST_MISSING: usize = 1;
/// Words that such a label has in common with the question, at least: one alone names many things.
const LEAST_COMMON: usize = 2;

/// Which figure of a row is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Greatest,
    Least,
}

/// What a question asks of a row.
struct Sought<'q> {
    direction: Direction,
    /// Stems of the words that the row must account for.
    words: BTreeSet<String>,
    /// Years that alone are compared; empty: all.
    years: BTreeSet<&'q str>,
}

impl<'q> Sought<'q> {
    /// None where the question does not ask for a time in which something is greatest or least.
    fn of(terms: &'q Terms) -> Option<Self> {
        let has = |list: fn(&'static language::Pack) -> &'static language::Words| {
            terms.have_plain(|word| language::any(list, word))
        };
        let (greatest, least) = (has(|pack| &pack.greatest), has(|pack| &pack.least));
        let compares = has(|pack| &pack.question.than)
            || has(|pack| &pack.question.after)
            || has(|pack| &pack.question.before);
        if greatest == least || compares || !asks_for_period(terms) {
            return None;
        }
        let years = terms.years();
        let is_said_otherwise = |stem: &str| {
            years.contains(stem)
                || stem::is_stem_of(stem, |pack| &pack.greatest)
                || stem::is_stem_of(stem, |pack| &pack.least)
                || stem::is_stem_of(stem, |pack| &pack.periods)
                || stem::is_stem_of(stem, |pack| &pack.question.between)
                || stem::is_stem_of(stem, |pack| &pack.unspecific)
                    && !stem::is_stem_of(stem, |pack| &pack.totals)
        };
        let words = terms.content.iter();
        let words: BTreeSet<String> = words
            .filter(|stem| !is_said_otherwise(stem))
            .cloned()
            .collect();
        (!words.is_empty()).then_some(Self {
            direction: if greatest {
                Direction::Greatest
            } else {
                Direction::Least
            },
            words,
            years,
        })
    }
}

/// Whether a time is what the question asks for: *when*, or *which* with a noun for a time close behind.
fn asks_for_period(terms: &Terms) -> bool {
    terms.words.iter().enumerate().any(|(at, word)| {
        match language::named(|pack| &pack.question.asks, word) {
            Some(Ask::When) => true,
            Some(Ask::What) => {
                let behind = terms.words.iter().skip(at + 1).take(NEAR);
                let mut behind = behind.map(String::as_str);
                behind.any(|noun| language::any(|pack| &pack.periods, noun))
            }
            _ => false,
        }
    })
}

/// How well a row is what is asked about; less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Words of the question that nothing has.
    missing: usize,
    /// Words of the question that only the line over the rows has.
    from_group: usize,
    /// Words of the label that the question does not have.
    beyond: usize,
}

/// A row whose figures were compared.
struct Compared {
    fit: Fit,
    row: usize,
    /// Line and cell of the heading of the figure that is sought; none where two are equal.
    heading: Option<(usize, Range<usize>, String)>,
}

/// The heading, as a value of this type, under which the row that a question names has the figure
/// that it asks for; none where the question asks for something else, or no row is surely the one.
pub fn extreme(
    answer_type: &str,
    terms: &Terms,
    chunks: &[EvidenceChunk],
    options: &Options,
) -> Option<Candidate> {
    let sought = Sought::of(terms)?;
    let page = Page::of(chunks);
    let convention = Convention::of(&page.flows);
    let compared: Vec<Compared> = (0..page.len())
        .filter_map(|row| compare(&page, row, &sought, convention.decimal))
        .collect();
    let best = compared.iter().map(|one| one.fit).min()?;
    let mut fitting = compared.into_iter().filter(|one| one.fit == best);
    let first = fitting.next()?;
    let (line, columns, heading) = first.heading?;
    let agrees = |one: Compared| one.heading.is_some_and(|(_, _, other)| other == heading);
    if !fitting.all(agrees) {
        return None;
    }
    let (number, at) = page.place_of(line)?;
    let flow = page.flows.get(number)?;
    let cell = range_in_flow(flow, at, &columns)?;
    let range = value_range(answer_type, flow, &cell)?;
    let value = value_of(answer_type, flow.slice(range.clone()))?;
    let mut read = Read::new(value, flow.words(range.clone()));
    read.shown.extend(page.place_of(first.row));
    read.notes.push(NOTE.to_owned());
    let mut scene = Scene {
        answer_type,
        flow,
        passages: (&page.flows, number),
        terms,
        convention: &convention,
        options,
        found: Vec::new(),
    };
    scene.offer_read(&range, read);
    let (_, candidate) = scene.found.pop()?;
    Some(Candidate {
        computed: Some(SURE),
        ..candidate
    })
}

/// Compares the figures of a row; none where it is not what is asked about, or its figures have no
/// headings that tell them apart.
fn compare(page: &Page<'_>, row: usize, sought: &Sought<'_>, decimal: Decimal) -> Option<Compared> {
    let cells = page.cells(row);
    let label = cells.first().filter(|label| !label.is_figure())?;
    let fit = fit(page, row, label, sought)?;
    let mut figures: Vec<(f64, usize, &Cell<'_>)> = Vec::new();
    for cell in cells.iter().skip(1) {
        let Some(figure) = figure(cell.text, decimal) else {
            continue;
        };
        let heads = page.heads_above(row, cell);
        let is_time = |(_, head): &&(usize, &Cell<'_>)| has_year(head.text);
        if let Some((line, head)) = heads.iter().find(is_time).copied() {
            let named = || {
                YEAR.find_iter(head.text)
                    .any(|year| sought.years.contains(year.as_str()))
            };
            if sought.years.is_empty() || named() {
                figures.push((figure, line, head));
            }
        }
    }
    // A column that compares two of the others: *2019 vs 2018*.
    let years = |heading: &str| YEAR.find_iter(heading).count();
    let fewest = figures.iter().map(|(.., head)| years(head.text)).min()?;
    figures.retain(|(.., head)| years(head.text) == fewest);
    // Of losses and deductions, which is larger is a matter of words.
    if figures.iter().any(|(figure, ..)| *figure < 0.0) {
        return None;
    }
    let headings: BTreeSet<&str> = figures.iter().map(|(_, _, head)| head.text).collect();
    if figures.len() < 2 || headings.len() < figures.len() {
        return None;
    }
    figures.sort_by(|one, other| match sought.direction {
        Direction::Greatest => other.0.total_cmp(&one.0),
        Direction::Least => one.0.total_cmp(&other.0),
    });
    let heading = match figures.as_slice() {
        [(first, line, head), (second, ..), ..] if first.total_cmp(second).is_ne() => {
            Some((*line, head.columns.clone(), head.text.to_owned()))
        }
        _ => None,
    };
    Some(Compared { fit, row, heading })
}

/// Whether a heading names a time: a year, or a fiscal year by two digits.
fn has_year(heading: &str) -> bool {
    let is_fiscal = |word: &str| {
        let digits = word.strip_prefix("fy").unwrap_or_default();
        matches!(digits.len(), 2 | 4) && digits.chars().all(|digit| digit.is_ascii_digit())
    };
    YEAR.is_match(heading) || lower_words(heading).iter().any(|word| is_fiscal(word))
}

/// How well a row is what is asked about; none where it is not.
fn fit(page: &Page<'_>, row: usize, label: &Cell<'_>, sought: &Sought<'_>) -> Option<Fit> {
    let own = content(label.text);
    if own.is_disjoint(&sought.words) {
        return None;
    }
    let left: Vec<&String> = sought.words.difference(&own).collect();
    let group = if left.is_empty() {
        BTreeSet::new()
    } else {
        page.group_over(row).map(content).unwrap_or_default()
    };
    let beyond = own
        .difference(&sought.words)
        .filter(|word| !is_mark(word))
        .count();
    let missing = left.iter().filter(|word| !group.contains(**word)).count();
    // What groups rows names them together with the whole of a label alone.
    let is_named = left.is_empty() || beyond == 0;
    let common = own.intersection(&sought.words).count();
    let is_enough = missing == 0 || missing <= MOST_MISSING && common >= LEAST_COMMON;
    (is_named && is_enough).then_some(Fit {
        missing,
        from_group: left.len(),
        beyond,
    })
}

/// Whether a word of a label may be the mark of a note: *(1)*.
fn is_mark(word: &str) -> bool {
    word.chars().all(|letter| letter.is_ascii_digit())
}

/// Stems of the words of a label that carry meaning, without the marks of notes: *Accruals1*.
fn content(label: &str) -> BTreeSet<String> {
    let unmarked = |word: &str| {
        let bare = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        if bare.is_empty() { word } else { bare }.to_owned()
    };
    let words: Vec<String> = lower_words(label)
        .iter()
        .map(|word| unmarked(word))
        .collect();
    stem::content_words(&words.join(" ")).into_iter().collect()
}

/// The figure of a cell; one in brackets or behind a minus is below nothing, a dash is nothing.
fn figure(text: &str, decimal: Decimal) -> Option<f64> {
    const MINUS: [char; 3] = ['-', '–', '−'];
    if matches!(text, "-" | "–" | "—") {
        return Some(0.0);
    }
    let mut digits = DIGITS.find_iter(text);
    let found = digits.next()?;
    let before = text.get(..found.start())?;
    let after = text.get(found.end()..)?;
    let is_sign = |letter: char| !letter.is_alphanumeric();
    let bare = before.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    if digits.next().is_some() || !bare.chars().all(is_sign) || !after.chars().all(is_sign) {
        return None;
    }
    let is_negative = before.contains('(') || before.contains(MINUS);
    decimal::value(found.as_str(), decimal, is_negative)?.as_f64()
}

/// Where the words of a cell stand in the running text.
fn range_in_flow(flow: &Flow<'_>, line: usize, columns: &Range<usize>) -> Option<Range<usize>> {
    let raw = flow.raw(line);
    let byte = |column: usize| {
        let mut letters = raw.char_indices().map(|(at, _)| at);
        letters.nth(column).unwrap_or(raw.len())
    };
    let (start, end) = (byte(columns.start), byte(columns.end));
    let words = words_of(raw, 0);
    let first = words.iter().position(|word| word.end > start)?;
    let last = words.iter().rposition(|word| word.start < end)?;
    let range = flow.line_range(line);
    let running = words_of(flow.slice(range.clone()), range.start);
    Some(running.get(first)?.start..running.get(last)?.end)
}

/// Of a heading, the year where a date is asked for, else all of it; none where it names two years.
fn value_range(answer_type: &str, flow: &Flow<'_>, cell: &Range<usize>) -> Option<Range<usize>> {
    if answer_type != "date" {
        return Some(cell.clone());
    }
    let mut years = YEAR.find_iter(flow.slice(cell.clone()));
    let year = years.next()?;
    let range = cell.start + year.start()..cell.start + year.end();
    years.next().is_none().then_some(range)
}

fn value_of(answer_type: &str, words: &str) -> Option<Value> {
    match answer_type {
        "date" => Some(Value::Date(DateValue {
            iso: words.to_owned(),
            original: words.to_owned(),
        })),
        "text" => Some(Value::Text(words.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::chunk;

    fn answer(question: &str, text: &str) -> Option<Candidate> {
        let lines: Vec<&str> = text.lines().collect();
        let chunks = [chunk("C0", &lines)];
        extreme("date", &Terms::of(question), &chunks, &Options::default())
    }

    fn year(question: &str, text: &str) -> Option<String> {
        answer(question, text).map(|one| one.wording)
    }

    const BARS: &str = "| (in millions) | 2019 | 2018 |\n| Deferred revenue | 10.5 | 10.4 |\n| Other revenue | 26.5 | 34.4 |";
    const TABS: &str = "\t2019\t2018\nDeferred revenue\t10.5\t10.4\nOther revenue1\t26.5\t34.4";
    const BLANKS: &str = "                    2019    2018\n\
                          Deferred revenue    10.5    10.4\n\
                          Other revenue(1)    26.5    34.4";

    const NARROW: &str = "(in millions of dollars)  2019  2018\nDeferred revenue  10.5  10.4\nOther revenue1  26.5  34.4";

    #[test]
    fn the_larger_and_the_smaller_figure_are_found_in_any_layout() {
        for text in [BARS, TABS, BLANKS, NARROW] {
            for (question, expected) in [
                ("In which year was the deferred revenue larger?", "2019"),
                ("Which year had the lowest deferred revenue?", "2018"),
                (
                    "In which year was the amount of other revenue the largest?",
                    "2018",
                ),
                ("In welchem Jahr war Deferred Revenue höher?", "2019"),
                ("¿En qué año fue menor Other revenue?", "2019"),
            ] {
                assert_eq!(
                    year(question, text).as_deref(),
                    Some(expected),
                    "{question} {text}"
                );
            }
        }
    }

    #[test]
    fn only_a_question_for_a_time_is_answered_with_one() {
        for question in [
            "Which segment had the highest deferred revenue for the year?",
            "What was the largest deferred revenue in the period?",
            "Was deferred revenue higher in the year 2019?",
            "In which year was deferred revenue higher than 10.4?",
            "In which year did the deferred revenue change?",
        ] {
            assert_eq!(year(question, BARS), None, "{question}");
        }
        assert_eq!(
            year("When was deferred revenue the highest?", BARS).as_deref(),
            Some("2019")
        );
    }

    #[test]
    fn columns_that_compare_years_and_rows_that_do_not_decide_are_left_out() {
        let compared =
            "| | 2019 | 2018 | 2019 vs 2018 |\n| Deferred revenue | 10.5 | 10.4 | 95 % |";
        let question = "In which year was the deferred revenue larger?";
        let text = |text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            let chunks = [chunk("C0", &lines)];
            extreme("text", &Terms::of(question), &chunks, &Options::default())
                .map(|one| one.wording)
        };
        assert_eq!(text(compared).as_deref(), Some("2019"));
        assert_eq!(
            text("| | 2019 | 2018 |\n| Deferred revenue | 10.5 | 10.5 |"),
            None
        );
        assert_eq!(
            text("| | 2019 | 2018 |\n| Deferred revenue | (10.5) | (10.4) |"),
            None
        );
        assert_eq!(
            text("| | 2018/2019 | 2017/2018 |\n| Deferred revenue | 9 | 8 |").as_deref(),
            Some("2018/2019")
        );
        let twice = "| | 2019 | 2018 |\n| Deferred revenue | 9 | 8 |\n\n\n\n| | 2019 | 2018 |\n| Deferred revenue | 7 | 8 |";
        assert_eq!(text(twice), None);
    }
}
