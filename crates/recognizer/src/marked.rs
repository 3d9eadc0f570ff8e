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
use evidence::{Label, Line, Running};
use std::collections::BTreeMap;
use std::ops::Range;

/// What the second bullet of some word processors becomes in a PDF's text.
const LETTER_BULLET: char = 'o';
/// Highest number of an item: four digits are a year that a sentence ends with.
const MAX_NUMBER: u32 = 999;
/// Longest item that is offered whole, in words: longer ones are paragraphs.
const MAX_ITEM_WORDS: usize = 60;
/// Lines without text that may stand in a list, and between two passages.
pub(super) const MAX_BLANK: usize = 3;
/// Lists under each other that may go on behind the end of a passage, at most: with all of them, a text of thousands of
/// short lists would take time by the square of its length.
const MAX_OPEN: usize = 8;
/// A line of a passage, both by their number from 0.
pub(super) type At = (usize, usize);

/// A run of marked lines.
struct Run {
    first: At,
    last: At,
    /// What its first and its last item are labelled with.
    labels: (Vec<Label>, Vec<Label>),
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
                    before.labels.1 = run.labels.1;
                    before.items.extend(run.items);
                }
                None => runs.push(run),
            }
        }
    }
    let offered = runs.iter().filter_map(|run| offer(flows, run, options));
    offered.collect()
}

/// What the marker of a line may be as a label, and where its text begins; no label where it has no marker. A label with a
/// colon is that of a value or a speaker, and an outline's that of a clause.
pub(super) fn marker(flow: &Flow<'_>, line: usize) -> (Vec<Label>, usize) {
    let text = flow.line(line);
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut labels = Label::of(flow.raw(line));
    labels.retain(|label| match label {
        Label::Number(style, number) => style.close != ':' && *number <= MAX_NUMBER,
        Label::Letter(style, _) | Label::Roman(style, _) => style.close != ':',
        Label::Bullet(_) | Label::Row(_) => true,
        Label::Outline(..) => false,
    });
    if word.chars().eq([LETTER_BULLET]) && !rest.is_empty() {
        labels.push(Label::Bullet(LETTER_BULLET));
    }
    (labels, flow.line_range(line).start + word.len() + 1)
}

/// Whether two markers may be of one kind.
fn are_like(one: &[Label], other: &[Label]) -> bool {
    one.iter()
        .any(|label| other.iter().any(|other| label.is_like(other)))
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
        if marker(flow, line).0.is_empty() {
            line += 1;
            continue;
        }
        let (run, own) = run_from(flow, number, line..lines.end);
        let (last, mut own) = (run.last.1, own.into_iter().peekable());
        runs.push(run);
        while let Some(at) = own.next() {
            let end = own.peek().copied().unwrap_or(last + 1);
            add_runs(flow, number, at + 1..end, runs);
        }
        line = last + 1;
    }
}

/// The run of marked lines that begins on the first of these lines, and the lines that its items begin on.
fn run_from(flow: &Flow<'_>, number: usize, lines: Range<usize>) -> (Run, Vec<usize>) {
    let first = lines.start;
    let mut last = first;
    let mut items: Vec<(usize, Range<usize>)> = Vec::new();
    let mut own: Vec<usize> = Vec::new();
    let mut labels = (Vec::new(), Vec::new());
    // Labels of the lists under the last item.
    let mut under: Vec<Label> = Vec::new();
    let mut blank = 0;
    for line in lines {
        if blank >= MAX_BLANK {
            break;
        }
        let (next, start) = marker(flow, line);
        if !next.is_empty() {
            match place(&labels.1, &under, &next) {
                Place::Next => {
                    items.push((number, start..flow.line_range(line).end));
                    if own.is_empty() {
                        labels.0.clone_from(&next);
                    }
                    own.push(line);
                    labels.1 = next;
                    under.clear();
                }
                Place::Under => under.extend(next),
                Place::Behind => break,
            }
        } else if flow.line(line).is_empty() {
            blank += 1;
            continue;
        } else if blank == 0 && continues(flow, line) {
            // A wrapped item: indented more than its marker, or running on.
            if let Some((_, range)) = items.last_mut()
                && flow.line_at(range.end) + 1 == line
            {
                range.end = flow.line_range(line).end;
            }
        } else {
            break;
        }
        blank = 0;
        last = line;
    }
    let run = Run {
        first: (number, first),
        last: (number, last),
        labels,
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

/// Where a marked line belongs, by its labels, those of the last item of a run, and those of lists `under` that. A list under an
/// item begins with its first label, and then goes on.
fn place(last: &[Label], under: &[Label], next: &[Label]) -> Place {
    if last.is_empty() || Label::any_after(last, next) {
        return Place::Next;
    }
    if are_like(under, next) {
        return Place::Under;
    }
    if matches!((last, next), ([Label::Row(_)], [Label::Row(_)])) {
        return Place::Behind;
    }
    let is_one = |labels: &[Label]| {
        labels
            .iter()
            .any(|label| matches!(label, Label::Roman(_, 1)))
    };
    let is_same = are_like(last, next) && (is_one(last) || !is_one(next));
    let begins = |labels: &[Label]| labels.iter().any(Label::is_first);
    match (is_same, begins(next)) {
        // A label that was left out, misread, or the same for every item.
        (true, begins_next) if !begins_next || begins(last) => Place::Next,
        (false, true) => Place::Under,
        _ => Place::Behind,
    }
}

fn continues(flow: &Flow<'_>, line: usize) -> bool {
    let raw = flow.raw(line);
    raw.starts_with([' ', '\t']) || flow.line(line).starts_with(char::is_lowercase)
}

/// Whether a run goes on with another behind the end of a passage or a page.
fn goes_on(flows: &[Flow<'_>], before: &Run, next: &Run, edges: &Edges<'_>) -> bool {
    if !Label::any_after(&before.labels.1, &next.labels.0) {
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
    if last.page != first.page || (between.is_empty() && before.last.0 != next.first.0) {
        return true;
    }
    let Some(running) = edges.get(own) else {
        return false;
    };
    // Another bullet may be of another list.
    let is_bullet = matches!(before.labels.1[..], [Label::Bullet(_)]);
    let is_known = if is_bullet {
        between.iter().any(|line| running.counts_pages(line))
    } else {
        !between.is_empty()
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
