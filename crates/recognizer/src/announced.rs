//! Lists of plain lines below one that announces them: each line is an item.
//!
//! ```text
//! Present:
//! Anna Abbott              "Who was present?"  ->  Anna Abbott, Brian Kemp, Clara Holt
//! Brian Kemp
//! Clara Holt
//!
//! Apologies: David Norris
//! ```
//!
//! # Limits
//!
//! Sentences behind a colon break into lines as well: a line that is long, has columns or a colon of its own, or ends in the middle of one
//! makes the lines no list, and so do fewer than three. Where a blank line stands the list ends, but for the edges of pages that are counted
//! ([`Running::counts_pages`]).

use super::enumeration::{item, worded};
use super::flow::Flow;
use super::marked::{At, Edges, MAX_BLANK, marker};
use super::options::Options;
use contract::candidate::{Candidate, KnownBy};
use evidence::Running;
use evidence::overlap::MAX_EDGE_LINES;
use std::collections::BTreeMap;

/// Items of such a list, at least.
const MIN_ITEMS: usize = 3;
/// Words of an item, at most.
const MAX_WORDS: usize = 10;
/// Characters of an item that begins with a small letter and has no sign at its end, at most: a line of a sentence is longer.
const MAX_SMALL: usize = 45;

/// The lines of one document that were shown, each once, by their numbers.
type Lines = BTreeMap<u32, At>;

/// The lists of plain lines in all passages.
pub(super) fn lists(flows: &[Flow<'_>], edges: &Edges<'_>, options: &Options) -> Vec<Candidate> {
    let mut documents: BTreeMap<&str, Lines> = BTreeMap::new();
    for (number, flow) in flows.iter().enumerate() {
        let lines = documents.entry(&flow.chunk.document_id).or_default();
        for (at, line) in flow.chunk.lines.iter().enumerate() {
            lines.entry(line.number).or_insert((number, at));
        }
    }
    let mut found = Vec::new();
    for (document, lines) in documents {
        let Some(running) = edges.get(document) else {
            continue;
        };
        let lines: Vec<(u32, At)> = lines.into_iter().collect();
        let announces = |(_, (flow, line)): &(u32, At)| {
            let flow = flows.get(*flow);
            flow.is_some_and(|flow| flow.line(*line).ends_with(':'))
        };
        for (above, (_, announcing)) in lines.iter().enumerate().filter(|(_, line)| announces(line))
        {
            let listed = below(flows, running, lines.get(above..).unwrap_or_default());
            found.extend(offer(flows, *announcing, &listed, options));
        }
    }
    found
}

/// The items below the first of these lines.
fn below(flows: &[Flow<'_>], running: &Running, lines: &[(u32, At)]) -> Vec<At> {
    let mut items = Vec::new();
    // Since the last item: blank lines, edges of pages, and whether one of them counts the pages.
    let (mut blank, mut edges, mut is_counted) = (0, 0, false);
    for ((before, _), (number, at)) in lines.iter().zip(lines.iter().skip(1)) {
        // Blank lines between two passages are of neither.
        let unseen = (number - before - 1) as usize;
        let Some(flow) = flows.get(at.0).filter(|_| unseen <= MAX_BLANK) else {
            break;
        };
        blank += unseen;
        let Some(line) = flow.chunk.lines.get(at.1) else {
            break;
        };
        if line.text.trim().is_empty() {
            blank += 1;
        } else if running.holds(line) {
            edges += 1;
            is_counted |= running.counts_pages(line);
        } else {
            let goes_on = if items.is_empty() {
                blank <= 1 && edges == 0
            } else {
                (blank == 0 && edges == 0) || (is_counted && edges <= MAX_EDGE_LINES)
            };
            if !goes_on || !is_item(flow, at.1) {
                break;
            }
            items.push(*at);
            (blank, edges, is_counted) = (0, 0, false);
        }
    }
    items
}

/// Whether a line is short, of one piece, and not one of a sentence.
fn is_item(flow: &Flow<'_>, line: usize) -> bool {
    let text = flow.line(line);
    let has_sign = text.ends_with([',', ';']);
    let is_small = text.starts_with(char::is_lowercase);
    text.split(' ').count() <= MAX_WORDS
        && !text.contains([':', '|'])
        && text.chars().any(char::is_alphabetic)
        && flow.cells(line).len() == 1
        && marker(flow, line).0.is_empty()
        && (!is_small || has_sign || text.chars().count() <= MAX_SMALL)
}

/// Lines as a list; none where they are too few, or some begin with a small letter and others do not, as those of a sentence do.
fn offer(
    flows: &[Flow<'_>],
    announcing: At,
    listed: &[At],
    options: &Options,
) -> Option<Candidate> {
    let small = |(flow, line): &&At| {
        let flow = flows.get(*flow);
        flow.is_some_and(|flow| flow.line(*line).starts_with(char::is_lowercase))
    };
    let small = listed.iter().filter(small).count();
    if listed.len() < MIN_ITEMS || (small > 0 && small < listed.len()) {
        return None;
    }
    let items = listed.iter().map(|(flow, line)| {
        let flow = flows.get(*flow)?;
        item(flow, &flow.line_range(*line), options)
    });
    let items: Vec<_> = items.collect::<Option<_>>()?;
    let wording = worded(&items);
    let context = flows.get(announcing.0)?.line(announcing.1).to_owned();
    let mut list = Candidate::new(items, wording, context);
    list.known_by = Some(KnownBy::Lines);
    Some(list)
}
