//! Lists of marked lines: bullets, numbers, letters, rows of two columns that count on, over as many passages as they run.
//!
//! A passage ends after a dozen lines and a page after some fifty, a list goes on: its next
//! piece is known by its label, which comes after the last one, and by what stands between,
//! which is nothing but what is printed at the edges of pages. Where a text has lost its pages,
//! such lines are known by coming again ([`Running`]), and the next piece by its number, or by its bullet where
//! one of those lines counts the pages.

use super::enumeration::{item, worded};
use super::flow::Flow;
use super::options::Options;
use contract::candidate::{Candidate, KnownBy};
use evidence::overlap::MAX_EDGE_LINES;
use evidence::{Line, Running, begins_list, follows_label, numbered_row};
use regex::Regex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:([•●▪◦‣·*–—o-])|\(?([a-zA-Z]|aa|bb|cc|dd|ee|ff|gg|hh|jj|kk|ll|mm)[.)]|\(?(\d{1,3})[.)]|\(?([ivx]+)[.)]) +\S")
        .expect("a literal pattern")
});

/// Longest item that is offered whole, in words: longer ones are paragraphs.
const MAX_ITEM_WORDS: usize = 60;
/// Lines without text that may stand in a list, and between two passages.
pub(super) const MAX_BLANK: usize = 3;
/// Lists under each other that may go on behind the end of a passage, at most: with all of them, a text of thousands of
/// short lists would take time by the square of its length.
const MAX_OPEN: usize = 8;
/// What kinds of markers are numbered by: above the code of every bullet.
const KIND: usize = 0x11_0000;
/// The kinds of lines behind a letter, and behind a roman number of several signs.
const LETTER: usize = 2 * KIND;
const ROMAN: usize = 4 * KIND;
/// The kind of rows of two columns of which the first counts.
const COUNTED_ROW: usize = 5 * KIND;

/// A line of a passage, both by their number from 0.
pub(super) type At = (usize, usize);

/// A run of marked lines.
struct Run {
    kind: usize,
    first: At,
    last: At,
    /// Each item: its passage, and its words there.
    items: Vec<(usize, Range<usize>)>,
}

/// The running lines of each document, by its id.
pub(super) type Edges<'f> = BTreeMap<&'f str, Running>;

/// The lists of marked lines in all passages.
pub(super) fn lists(flows: &[Flow<'_>], edges: &Edges<'_>, options: &Options) -> Vec<Candidate> {
    let mut runs: Vec<Run> = Vec::new();
    for number in 0..flows.len() {
        for run in runs_of(flows, number) {
            let mut open = runs.iter_mut().rev().take(MAX_OPEN);
            match open.find(|before| goes_on(flows, before, &run, edges)) {
                Some(before) => {
                    before.last = run.last;
                    before.items.extend(run.items);
                }
                None => runs.push(run),
            }
        }
    }
    let offered = runs.iter().filter_map(|run| offer(flows, run, options));
    offered.collect()
}

/// What kind of marker a line begins with, and where its text begins.
pub(super) fn marker(flow: &Flow<'_>, line: usize) -> Option<(usize, usize)> {
    let text = flow.line(line);
    let start = flow.line_range(line).start;
    if numbered_row(flow.raw(line)).is_some() {
        let number = text.split(' ').next().map_or(0, str::len);
        return Some((COUNTED_ROW, start + number + 1));
    }
    let found = MARKER.captures(text)?;
    let kind = (1..=4).find(|index| found.get(*index).is_some())?;
    let whole = found.get(0)?.as_str();
    let length = whole.len() - whole.chars().next_back().map_or(0, char::len_utf8);
    // Different bullets are different lists.
    let bullet = found
        .get(1)
        .and_then(|mark| mark.as_str().chars().next())
        .map_or(0, |mark| mark as usize);
    Some((kind * KIND + bullet, start + length))
}

/// The runs of one passage.
fn runs_of(flows: &[Flow<'_>], number: usize) -> Vec<Run> {
    let mut runs = Vec::new();
    if let Some(flow) = flows.get(number) {
        let count = flow.chunk.lines.len();
        add_runs(flow, number, 0..count, &mut runs);
    }
    runs
}

/// Adds the runs on these lines of a passage, each before those that stand under one of its items.
fn add_runs(flow: &Flow<'_>, number: usize, lines: Range<usize>, runs: &mut Vec<Run>) {
    let mut line = lines.start;
    while line < lines.end {
        let Some((kind, _)) = marker(flow, line) else {
            line += 1;
            continue;
        };
        let (run, own) = run_from(flow, number, kind, line..lines.end);
        let (last, mut own) = (run.last.1, own.into_iter().peekable());
        runs.push(run);
        while let Some(at) = own.next() {
            let end = own.peek().copied().unwrap_or(last + 1);
            add_runs(flow, number, at + 1..end, runs);
        }
        line = last + 1;
    }
}

/// The run of marked lines of a kind that begins on the first of these lines, and the lines that its
/// items begin on.
fn run_from(flow: &Flow<'_>, number: usize, kind: usize, lines: Range<usize>) -> (Run, Vec<usize>) {
    let first = lines.start;
    let mut last = first;
    let mut items: Vec<(usize, Range<usize>)> = Vec::new();
    let mut own: Vec<usize> = Vec::new();
    // Kinds of the lists under the last item.
    let mut under: Vec<usize> = Vec::new();
    let mut blank = 0;
    for line in lines {
        if blank >= MAX_BLANK {
            break;
        }
        match (marker(flow, line), own.last().copied()) {
            (Some((other, start)), before) => {
                match place(flow, (kind, before), &under, (other, line)) {
                    Place::Next => {
                        items.push((number, start..flow.line_range(line).end));
                        own.push(line);
                        under.clear();
                    }
                    Place::Under => under.push(other),
                    Place::Behind => break,
                }
            }
            _ if flow.line(line).is_empty() => {
                blank += 1;
                continue;
            }
            // A wrapped item: indented more than its marker, or running on.
            _ if blank == 0 && continues(flow, line) => {
                if let Some((_, range)) = items.last_mut()
                    && flow.line_at(range.end) + 1 == line
                {
                    range.end = flow.line_range(line).end;
                }
            }
            _ => break,
        }
        blank = 0;
        last = line;
    }
    let run = Run {
        kind,
        first: (number, first),
        last: (number, last),
        items,
    };
    (run, own)
}

/// Where a marked line belongs.
enum Place {
    /// To the run, as its next item.
    Next,
    /// To a list under the last item.
    Under,
    /// To another list behind the run.
    Behind,
}

/// Where a marked line belongs, seen from a run of a kind with the line of its last item and the kinds
/// of lists `under` that. A list under an item begins with its first label, and then goes on.
fn place(
    flow: &Flow<'_>,
    (kind, before): (usize, Option<usize>),
    under: &[usize],
    (other, line): (usize, usize),
) -> Place {
    let Some(before) = before else {
        return Place::Next;
    };
    let (text, last) = (flow.raw(line).trim(), flow.raw(before).trim());
    let is_bullet = !kind.is_multiple_of(KIND);
    let is_same = other == kind;
    if kind == COUNTED_ROW && is_same {
        return if counts_on(flow, before, line) {
            Place::Next
        } else {
            Place::Behind
        };
    }
    if (is_bullet && is_same) || follows_label(last, text) {
        return Place::Next;
    }
    if under.iter().any(|known| are_alike(*known, other)) {
        return Place::Under;
    }
    let is_one = |text: &str| text.trim_start_matches('(').starts_with(['i', 'I']);
    let is_roman = other == LETTER && is_one(text) && !is_one(last);
    match (is_same && !is_roman, begins_list(text)) {
        // A label that was left out, misread, or the same for every item.
        (true, begins) if !begins || begins_list(last) => Place::Next,
        (false, true) => Place::Under,
        _ => Place::Behind,
    }
}

/// Whether two kinds may be of one list: *i*, *v* and *x* are letters and roman numbers.
fn are_alike(kind: usize, other: usize) -> bool {
    let may_be_roman = |kind| matches!(kind, LETTER | ROMAN);
    kind == other || (may_be_roman(kind) && may_be_roman(other))
}

/// Whether a row has the number after that of another.
fn counts_on(flow: &Flow<'_>, before: usize, line: usize) -> bool {
    let number = |line| numbered_row(flow.raw(line));
    number(before).is_some_and(|before| number(line) == Some(before + 1))
}

fn continues(flow: &Flow<'_>, line: usize) -> bool {
    let raw = flow.raw(line);
    raw.starts_with([' ', '\t']) || flow.line(line).starts_with(char::is_lowercase)
}

/// Whether a run goes on with another behind the end of a passage or a page.
fn goes_on(flows: &[Flow<'_>], before: &Run, next: &Run, edges: &Edges<'_>) -> bool {
    if !are_alike(before.kind, next.kind) {
        return false;
    }
    let line = |(flow, line): At| flows.get(flow)?.chunk.lines.get(line);
    let document = |(flow, _): At| Some(flows.get(flow)?.chunk.document_id.as_str());
    let (Some(last), Some(first)) = (line(before.last), line(next.first)) else {
        return false;
    };
    let Some(own) = document(before.last).filter(|own| document(next.first) == Some(*own)) else {
        return false;
    };
    let Some(between) = between(flows, before.last, next.first) else {
        return false;
    };
    if between.len() > MAX_EDGE_LINES {
        return false;
    }
    let label = before.items.last().and_then(|(flow, range)| {
        let flow = flows.get(*flow)?;
        Some(flow.raw(flow.line_at(range.start)))
    });
    let is_bullet = !before.kind.is_multiple_of(KIND);
    let follows = label.is_some_and(|label| follows_label(label, first.text.trim()));
    if last.page != first.page || (between.is_empty() && before.last.0 != next.first.0) {
        return is_bullet || follows;
    }
    let Some(running) = edges.get(own) else {
        return false;
    };
    let is_known = if is_bullet {
        between.iter().any(|line| running.counts_pages(line))
    } else {
        follows && !between.is_empty()
    };
    is_known && between.iter().all(|line| running.holds(line))
}

/// Lines with text between two lines; none where some of them are not shown.
pub(super) fn between<'f>(flows: &'f [Flow<'_>], from: At, to: At) -> Option<Vec<&'f Line>> {
    let lines = (from.0..=to.0).flat_map(|flow| {
        let lines = flows.get(flow).map_or(&[][..], |flow| &flow.chunk.lines);
        lines
            .iter()
            .enumerate()
            .map(move |(at, line)| ((flow, at), line))
    });
    let mut lines = lines.filter(|(at, _)| (from..=to).contains(at));
    let (_, first): (At, &Line) = lines.next()?;
    let (mut number, mut filled) = (first.number, Vec::new());
    for (at, line) in lines {
        if line.number <= number || (line.number - number) as usize > MAX_BLANK + 1 {
            return None;
        }
        number = line.number;
        if at != to && !line.text.trim().is_empty() {
            filled.push(line);
        }
    }
    Some(filled)
}

/// A run as a list, without its longest items; none for a marked line alone that nothing announces.
fn offer(flows: &[Flow<'_>], run: &Run, options: &Options) -> Option<Candidate> {
    let (number, line) = run.first;
    let flow = flows.get(number)?;
    if run.items.len() < 2 && !is_announced(flow, line) {
        return None;
    }
    let is_short = |(flow, range): &&(usize, Range<usize>)| {
        let words = flows.get(*flow).map(|flow| flow.slice(range.clone()));
        words.is_some_and(|words| words.split_whitespace().count() <= MAX_ITEM_WORDS)
    };
    let items: Vec<_> = run.items.iter().filter(is_short).collect();
    let (first, range) = items.first()?;
    let context = format!(
        "{} {}",
        above(flow, line),
        flows.get(*first)?.context(range)
    );
    let found = items
        .iter()
        .map(|(flow, range)| item(flows.get(*flow)?, range, options));
    let found: Vec<_> = found.collect::<Option<_>>()?;
    let wording = worded(&found);
    let mut list = Candidate::new(found, wording, context);
    list.known_by = Some(KnownBy::Lines);
    let long = run.items.len() - items.len();
    if long > 0 {
        list.is_partial = true;
        list.notes
            .push(format!("{long} longer items of the list are left out."));
    }
    Some(list)
}

/// The nearest line with text above a line, at most three up.
fn above<'f>(flow: &'f Flow<'_>, line: usize) -> &'f str {
    (line.saturating_sub(3)..line)
        .rev()
        .map(|index| flow.line(index))
        .find(|text| !text.is_empty())
        .unwrap_or("")
}

/// Whether a colon stands before the line: one marked line alone is a list,
/// then, or the first of one that breaks off.
fn is_announced(flow: &Flow<'_>, line: usize) -> bool {
    let mut above = (0..line).rev().map(|index| flow.line(index));
    above
        .find(|text| !text.is_empty())
        .is_some_and(|text| text.ends_with(':'))
}
