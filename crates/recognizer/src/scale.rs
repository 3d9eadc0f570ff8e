//! The scale of a table's figures: `in thousands`, which stands above the
//! table or in the sentence behind it, and perhaps in another passage than the
//! figure, for a long table is cut into several.

use super::flow::Flow;
use super::layout;
use regex::Regex;
use std::sync::LazyLock;

static NOTE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:in|of|en) (?:(?:us|u\.s\.) )?(?:dollars |euros? |eur |usd |gbp )?[$£€]?(thousand|million|billion|tausend|millionen|milliarden|tsd\.?|mio\.?|mrd\.?|miles|millones)s?\b|(?:[$£€]|\b(?:eur|usd|gbp|rm|chf)) ?(m|bn|k|000|['’]000|mn)\b|[$£€] ?(?:in )?(thousand|million|billion)s?\b|\(000'?s\)|\b(?:t|k)(?:€|eur)",
    )
    .expect("a literal pattern")
});

/// Lines of a table, at most, between a figure and the note on its scale.
const MOST_BETWEEN: usize = 25;
/// Lines without words, at most, between two passages of one table.
const MOST_BLANK: u32 = 2;
/// Lines behind a note that must be no table, for it not to be that table's.
const MOST_BEFORE_TABLE: usize = 3;

/// A line of a body of evidence: number of the passage and of its line.
pub(super) type At = (usize, usize);

/// The scale that a note gives to the figures of a row, with the note's line:
/// looked for from the row upwards, and where nothing stands above, in the text
/// behind the table.
pub(super) fn of_table(flows: &[Flow<'_>], row: At) -> Option<(&'static str, At)> {
    let above = above(flows, row).find_map(|at| Some((noted(line(flows, at))?, at)));
    above.or_else(|| behind(flows, row))
}

/// A line and those above it, into the passages before.
fn above<'f>(flows: &'f [Flow<'_>], row: At) -> impl Iterator<Item = At> + use<'f> {
    let up = |&(flow, line): &At| match (line.checked_sub(1), flow.checked_sub(1)) {
        (Some(line), _) => Some((flow, line)),
        (None, Some(before)) => {
            let last = flows.get(before)?.chunk.lines.len().checked_sub(1)?;
            follow(flows, before).then_some((before, last))
        }
        (None, None) => None,
    };
    std::iter::successors(Some(row), up).take(MOST_BETWEEN + 1)
}

/// The lines below one, into the passages behind.
fn below<'f>(flows: &'f [Flow<'_>], row: At) -> impl Iterator<Item = At> + use<'f> {
    let down = |&(flow, line): &At| {
        if line + 1 < flows.get(flow)?.chunk.lines.len() {
            return Some((flow, line + 1));
        }
        follow(flows, flow).then_some((flow + 1, 0))
    };
    std::iter::successors(Some(row), down).skip(1)
}

/// Whether a passage is followed by the next one in the same document.
fn follow(flows: &[Flow<'_>], number: usize) -> bool {
    let (Some(this), Some(next)) = (flows.get(number), flows.get(number + 1)) else {
        return false;
    };
    let (Some(last), Some(first)) = (this.chunk.lines.last(), next.chunk.lines.first()) else {
        return false;
    };
    let behind = last.number + 1..=last.number + 1 + MOST_BLANK;
    this.chunk.document_id == next.chunk.document_id && behind.contains(&first.number)
}

fn line<'f>(flows: &'f [Flow<'_>], (flow, line): At) -> &'f str {
    flows.get(flow).map_or("", |flow| flow.line(line))
}

fn is_table(flows: &[Flow<'_>], (flow, line): At) -> bool {
    let flow = flows.get(flow);
    flow.is_some_and(|flow| layout::is_tabular(flow.raw(line)))
}

/// `as follows (in thousands):` behind a table, which some reports print
/// before the sentence that introduces it. Where another table follows the
/// sentence it is that one's.
fn behind(flows: &[Flow<'_>], row: At) -> Option<(&'static str, At)> {
    let (scale, at) = below(flows, row).take(MOST_BETWEEN).find_map(|at| {
        // Lines are broken within the brackets, too.
        let next = below(flows, at).next();
        let next = next.map_or("", |next| line(flows, next));
        let first = line(flows, at);
        let both = format!("{first} {next}");
        let brackets = first.match_indices('(');
        let mut inside = brackets.filter_map(|(open, _)| both.get(open..)?.split(')').next());
        Some((inside.find_map(noted)?, at))
    })?;
    let mut followed = below(flows, at).take(MOST_BEFORE_TABLE);
    let is_its_own = !is_table(flows, at) && !followed.any(|at| is_table(flows, at));
    is_its_own.then_some((scale, at))
}

/// The scale that a line states for others.
fn noted(text: &str) -> Option<&'static str> {
    let found = NOTE.captures(text)?;
    // `increased to $9.9 million` is a figure of its own, not a heading.
    let before = text.get(..found.get(0)?.start())?.trim_end();
    if before.ends_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let word = (1..found.len())
        .find_map(|index| found.get(index))
        .map_or("000", |word| word.as_str())
        .to_lowercase();
    Some(match word.trim_end_matches('.') {
        "million" | "m" | "mn" | "millionen" | "mio" | "millones" => "million",
        "billion" | "bn" | "milliarden" | "mrd" => "billion",
        _ => "thousand",
    })
}
