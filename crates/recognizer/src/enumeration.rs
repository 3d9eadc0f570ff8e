//! Lists: runs of marked lines, enumerations in a sentence, the parties of a
//! contract, the labels or the figures of a table's rows.

use super::flow::Flow;
use super::scene::Scene;
use super::{figure, layout, name, row};
use contract::answer::Item;
use regex::Regex;
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:([•●▪◦‣·*–—o-])|\(?([a-zA-Z])[.)]|\(?(\d{1,2})[.)]|\(?([ivx]+)[.)]) +\S")
        .expect("a literal pattern")
});
/// A phrase of an enumeration: a few words, a parenthesis at its end set
/// aside.
static PHRASES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"((?:[\p{L}\d][\p{L}\d.'’&/-]*[ \n]?){1,5}(?:\([^()\n]{1,40}\))?)((?:,[ \n](?:[\p{L}\d][\p{L}\d.'’&/-]*[ \n]?){1,5}(?:\([^()\n]{1,40}\))?)+)(?:,?[ \n](?:and|or|und|oder|&)[ \n]((?:[\p{L}\d][\p{L}\d.'’&/-]*[ ]?){1,5}))",
    )
    .expect("a literal pattern")
});
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(\p{Lu}[\p{L}\d'’-]*(?: \p{Lu}[\p{L}\d'’-]*){0,3})[ \n](?:and|und|&)[ \n](\p{Lu}[\p{L}\d'’-]*(?: \p{Lu}[\p{L}\d'’-]*){0,3})").expect("a literal pattern")
});
static BETWEEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:between|among)\b:?\s*").expect("a literal pattern"));
static NEXT_PARTY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:[,)”\x22.]\s+and\s+|\n\(\d\)\s+|\s\(\d\)\s+|\n(?:and|AND)\n)")
        .expect("a literal pattern")
});
static LOOSE_PARTY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\s(?:and|AND)\s+").expect("a literal pattern"));

/// Longest item of a marked list that is offered whole, in words.
const MAX_ITEM_WORDS: usize = 60;
/// How far the second party of a contract may stand from the first, in bytes.
const MAX_PARTIES_BYTES: usize = 900;

pub(super) fn read(scene: &mut Scene<'_>) {
    marked_lines(scene);
    sentences(scene);
    parties(scene);
    table_lists(scene);
    figures_of_sentences(scene);
}

/// `$12.0 million, $66.6 million and $23.0 million`: the figures of one
/// sentence, where they are a few of one kind.
fn figures_of_sentences(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    let mut groups: BTreeMap<(usize, bool), Vec<Range<usize>>> = BTreeMap::new();
    for found in figure::find(&flow.text) {
        let decimal = flow.slice(found.range.clone()).contains(['.', ',']);
        let sentence = flow.sentence(&found.range).start;
        groups
            .entry((sentence, decimal))
            .or_default()
            .push(found.range);
    }
    for ranges in groups.into_values() {
        if let (2..=6, Some(first)) = (ranges.len(), ranges.first()) {
            let context = flow.context(first);
            offer_values(scene, &ranges, context);
        }
    }
}

/// What kind of marker a line begins with, and where its text begins.
fn marker(flow: &Flow<'_>, line: usize) -> Option<(usize, usize)> {
    let text = flow.line(line);
    let found = MARKER.captures(text)?;
    let kind = (1..=4).find(|index| found.get(*index).is_some())?;
    let whole = found.get(0)?.as_str();
    let length = whole.len() - whole.chars().next_back().map_or(0, char::len_utf8);
    // Different bullets are different lists.
    let bullet = found
        .get(1)
        .and_then(|mark| mark.as_str().chars().next())
        .map_or(0, |mark| mark as usize);
    Some((
        kind * 0x11_0000 + bullet,
        flow.line_range(line).start + length,
    ))
}

fn marked_lines(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    let count = flow.chunk.lines.len();
    let mut line = 0;
    while line < count {
        let Some((kind, _)) = marker(flow, line) else {
            line += 1;
            continue;
        };
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let first = line;
        let mut blank = 0;
        while line < count && blank < 3 {
            match marker(flow, line) {
                Some((other, start)) if other == kind => {
                    ranges.push(start..flow.line_range(line).end);
                }
                // A sub-list belongs to its item, not to this run.
                Some(_) if !ranges.is_empty() => {}
                _ if flow.line(line).is_empty() => {
                    blank += 1;
                    line += 1;
                    continue;
                }
                // A wrapped item: indented more than its marker, or running on.
                None if blank == 0 && continues(flow, line) => {
                    if let Some(last) = ranges.last_mut()
                        && flow.line_at(last.end) + 1 == line
                    {
                        last.end = flow.line_range(line).end;
                    }
                }
                _ => break,
            }
            blank = 0;
            line += 1;
        }
        offer_run(scene, first, &ranges);
        line = line.max(first + 1);
    }
}

fn continues(flow: &Flow<'_>, line: usize) -> bool {
    let raw = flow.raw(line);
    raw.starts_with([' ', '\t']) || flow.line(line).starts_with(char::is_lowercase)
}

/// The items whole, and where each has a heading (`Partial: ...`), the
/// headings alone.
fn offer_run(scene: &mut Scene<'_>, first: usize, ranges: &[Range<usize>]) {
    let flow = scene.flow;
    if ranges.len() < 2 && !is_announced(flow, first) {
        return;
    }
    let short = |range: &&Range<usize>| {
        flow.slice((*range).clone()).split_whitespace().count() <= MAX_ITEM_WORDS
    };
    let whole: Vec<Range<usize>> = ranges.iter().filter(short).cloned().collect();
    offer_ranges(scene, first, &whole);
    let heads: Vec<Range<usize>> = ranges
        .iter()
        .filter_map(|range| head_of(flow, range))
        .collect();
    if heads.len() == ranges.len() {
        offer_ranges(scene, first, &heads);
    }
}

/// Whether a colon stands before the line: one marked line alone is a list,
/// then, or the first of one that breaks off.
fn is_announced(flow: &Flow<'_>, line: usize) -> bool {
    let mut above = (0..line).rev().map(|index| flow.line(index));
    above
        .find(|text| !text.is_empty())
        .is_some_and(|text| text.ends_with(':'))
}

/// The words before a colon or dash, without a code in parentheses.
fn head_of(flow: &Flow<'_>, range: &Range<usize>) -> Option<Range<usize>> {
    let text = flow.slice(range.clone());
    let cut = [": ", " – ", " — ", " - "]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min()?;
    let head = text.get(..cut)?;
    let head = head.split(" (").next().unwrap_or(head).trim_end();
    (head.split_whitespace().count() <= 8 && !head.is_empty())
        .then(|| range.start..range.start + head.len())
}

fn offer_ranges(scene: &mut Scene<'_>, line: usize, ranges: &[Range<usize>]) {
    let Some(first) = ranges.first() else { return };
    let flow = scene.flow;
    let above = (line.saturating_sub(3)..line)
        .rev()
        .map(|index| flow.line(index))
        .find(|text| !text.is_empty())
        .unwrap_or("");
    let context = format!("{above} {}", flow.context(first));
    offer_at_least(1, scene, ranges, context);
}

fn offer_values(scene: &mut Scene<'_>, ranges: &[Range<usize>], context: String) {
    offer_at_least(2, scene, ranges, context);
}

fn offer_at_least(least: usize, scene: &mut Scene<'_>, ranges: &[Range<usize>], context: String) {
    let flow = scene.flow;
    let mut items = Vec::new();
    let mut wording = Vec::new();
    for range in ranges {
        let text = flow.slice(range.clone()).replace('\n', " ");
        let text = text.trim_end_matches([',', ';']).trim_end();
        let text = text
            .strip_suffix(" and")
            .or_else(|| text.strip_suffix(" or"))
            .unwrap_or(text)
            .trim_end_matches([',', ';', '.']);
        let Some(span) = flow.span(range, scene.options.max_span_lines) else {
            return;
        };
        if text.is_empty() {
            return;
        }
        items.push(Item {
            value: json!(text),
            spans: vec![span],
        });
        wording.push(text.to_owned());
    }
    let at = ranges.first().map_or(0, |range| range.start);
    if items.len() >= least {
        scene.offer_items(at, items, wording.join(", "), context);
    }
}

/// `A, B and C` in running text, and pairs of capitalised names.
fn sentences(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in PHRASES.captures_iter(&flow.text) {
        let (Some(first), Some(middle), Some(last)) = (found.get(1), found.get(2), found.get(3))
        else {
            continue;
        };
        // The window begins in the middle of a phrase: its first item is cut.
        let cut = ["and ", "or ", "und ", "oder "];
        if cut.iter().any(|word| first.as_str().starts_with(word)) {
            continue;
        }
        let mut ranges = vec![first.range()];
        let mut start = middle.start();
        for piece in middle.as_str().split(',') {
            if !piece.trim().is_empty() {
                ranges.push(start..start + piece.len());
            }
            start += piece.len() + 1;
        }
        ranges.push(last.range());
        let ranges: Vec<Range<usize>> = ranges.iter().map(|range| tidy(flow, range)).collect();
        let context = flow.context(&(first.start()..last.end()));
        // Prose runs into the first item and on from the last; a run of
        // capitals at either end is offered apart.
        let mut capital = ranges.clone();
        if let Some(first) = capital.first_mut() {
            *first = capital_end(flow, first);
        }
        if let Some(last) = capital.last_mut() {
            *last = capital_start(flow, last);
        }
        let cut = capital != ranges && capital.iter().all(|range| !range.is_empty());
        if cut {
            offer_values(scene, &capital, context.clone());
        }
        offer_values(scene, &ranges, context);
    }
    for found in PAIR.captures_iter(&flow.text) {
        if let (Some(first), Some(last)) = (found.get(1), found.get(2)) {
            let context = flow.context(&(first.start()..last.end()));
            offer_values(scene, &[first.range(), last.range()], context);
        }
    }
}

/// Without white space at the ends and a parenthesis behind.
fn tidy(flow: &Flow<'_>, range: &Range<usize>) -> Range<usize> {
    let text = flow.slice(range.clone());
    let lead = text.len() - text.trim_start().len();
    let kept = text.split('(').next().unwrap_or(text).trim_end();
    range.start + lead..(range.start + kept.len()).max(range.start + lead)
}

/// The capitalised words at the end of a range.
fn capital_end(flow: &Flow<'_>, range: &Range<usize>) -> Range<usize> {
    let words = super::flow::words_of(flow.slice(range.clone()), range.start);
    let upper = |word: &&Range<usize>| flow.slice((*word).clone()).starts_with(char::is_uppercase);
    let start = words
        .iter()
        .rev()
        .take_while(upper)
        .last()
        .map_or(range.end, |word| word.start);
    start..range.end
}

/// The capitalised words at the start of a range.
fn capital_start(flow: &Flow<'_>, range: &Range<usize>) -> Range<usize> {
    let words = super::flow::words_of(flow.slice(range.clone()), range.start);
    let upper = |word: &&Range<usize>| flow.slice((*word).clone()).starts_with(char::is_uppercase);
    let end = words
        .iter()
        .take_while(upper)
        .last()
        .map_or(range.start, |word| word.end);
    range.start..end
}

/// `between X, a company, and Y`: who a contract is between.
fn parties(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in BETWEEN.find_iter(&flow.text) {
        let start = found.end()
            + NEXT_PARTY_NUMBER
                .find(flow.slice(found.end()..flow.text.len()))
                .map_or(0, |number| number.end());
        let Some(first) = name::name_at(flow, start) else {
            continue;
        };
        let limit = (first.end + MAX_PARTIES_BYTES).min(flow.text.len());
        let limit = (first.end..=limit)
            .rev()
            .find(|at| flow.text.is_char_boundary(*at))
            .unwrap_or(first.end);
        // One byte back, so that the comma or parenthesis before `and` is seen.
        let from = first.end.saturating_sub(1).max(first.start);
        let from = if flow.text.is_char_boundary(from) {
            from
        } else {
            first.end
        };
        let rest = flow.slice(from..limit);
        let after = |regex: &Regex| {
            regex
                .find_iter(rest)
                .find_map(|and| name::name_at(flow, from + and.end()))
                .filter(|second| second.start > first.end)
        };
        if let Some(second) = after(&NEXT_PARTY).or_else(|| after(&LOOSE_PARTY)) {
            let context = format!(
                "parties to this agreement between and | {}",
                flow.context(&first)
            );
            offer_values(scene, &[first, second], context);
        }
    }
}

static NEXT_PARTY_NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\(?(?:1|a|i)[.)]\s+").expect("a literal pattern"));

/// The labels of a run of rows, and the figures of each row.
fn table_lists(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for rows in row::runs(flow) {
        let has_figure = |row: &&row::Row| {
            let data = |cell: &Range<usize>| {
                let text = flow.slice(cell.clone());
                layout::is_figure(text) && row.label.as_ref() != Some(cell)
            };
            row.cells.iter().any(data)
        };
        let labels: Vec<Range<usize>> = rows
            .iter()
            .filter(has_figure)
            .filter_map(|row| row.label.clone())
            .collect();
        if (2..=40).contains(&labels.len())
            && let Some(first) = labels.first()
        {
            offer_values(scene, &labels, flow.context(first));
        }
        for row in &rows {
            let figures: Vec<Range<usize>> = row
                .cells
                .iter()
                .filter(|cell| layout::is_figure(flow.slice((*cell).clone())))
                .cloned()
                .collect();
            let context = row
                .cells
                .last()
                .map(|last| flow.context(last))
                .unwrap_or_default();
            let years: Vec<String> = figures.iter().map(|figure| flow.context(figure)).collect();
            let context = format!("{context} | {}", years.join(" "));
            offer_values(scene, &figures, context.clone());
            if figures.len() > 2 {
                for pair in figures.windows(2) {
                    let own = pair
                        .iter()
                        .map(|figure| flow.context(figure))
                        .collect::<Vec<_>>()
                        .join(" | ");
                    offer_values(scene, pair, own);
                }
            }
        }
    }
}
