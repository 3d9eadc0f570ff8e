//! Lists: enumerations in a sentence, the figures of a table's rows.
//! Runs of marked lines stand in [`super::marked`], plain ones in [`super::announced`], the labels of rows in [`super::row_label`].

use super::flow::Flow;
use super::options::Options;
use super::scene::Scene;
use super::{figure, layout, row};
use contract::answer::Item;
use regex::Regex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

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

pub(super) fn read(scene: &mut Scene<'_>) {
    sentences(scene);
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

fn offer_values(scene: &mut Scene<'_>, ranges: &[Range<usize>], context: String) {
    let (flow, options) = (scene.flow, scene.options);
    let items: Option<Vec<Item>> = ranges
        .iter()
        .map(|range| item(flow, range, options))
        .collect();
    let at = ranges.first().map_or(0, |range| range.start);
    if let Some(items) = items.filter(|items| items.len() > 1) {
        let wording = worded(&items);
        scene.offer_items(at, items, wording, context);
    }
}

/// Offers the items of one phrase. One of three and more has a place, unless it is an item of a list of marked lines itself: the reader may
/// take it for the answer where it takes none of its items.
fn offer_phrase(scene: &mut Scene<'_>, ranges: &[Range<usize>], context: String) {
    let (flow, before) = (scene.flow, scene.found.len());
    offer_values(scene, ranges, context);
    if let (Some((_, list)), [first, _, .., last]) = (scene.found.get_mut(before), ranges)
        && !evidence::is_list_item(flow.line(flow.line_at(first.start)))
    {
        list.place = Some(flow.place(&(first.start..last.end)));
    }
}

/// The words of a range as one item of a list; none where it runs over more lines than a
/// span may, or says nothing.
pub(super) fn item(flow: &Flow<'_>, range: &Range<usize>, options: &Options) -> Option<Item> {
    let text = flow.slice(range.clone()).replace('\n', " ");
    let text = text.trim_end_matches([',', ';']).trim_end();
    let text = text
        .strip_suffix(" and")
        .or_else(|| text.strip_suffix(" or"))
        .unwrap_or(text)
        .trim_end_matches([',', ';', '.']);
    let span = flow.span(range, options.max_span_lines)?;
    (!text.is_empty()).then(|| Item {
        value: text.into(),
        spans: vec![span],
    })
}

/// Items of a list that its wording names, at most: a model that weighs it reads no more.
const MAX_WORDED: usize = 12;

/// A list as a person would say it.
pub(super) fn worded(items: &[Item]) -> String {
    let texts = items.iter().filter_map(|item| item.value.as_text());
    texts.take(MAX_WORDED).collect::<Vec<_>>().join(", ")
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
        ranges.push(in_sentence(flow, last.range()));
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
            offer_phrase(scene, &capital, context.clone());
        }
        offer_phrase(scene, &ranges, context);
    }
    for found in PAIR.captures_iter(&flow.text) {
        if let (Some(first), Some(last)) = (found.get(1), found.get(2)) {
            let context = flow.context(&(first.start()..last.end()));
            offer_values(scene, &[first.range(), last.range()], context);
        }
    }
}

/// What of the last item stands in its sentence: *Bremen and Kiel. It was founded* lists two towns.
fn in_sentence(flow: &Flow<'_>, range: Range<usize>) -> Range<usize> {
    let sentence = flow.sentence(&(range.start..range.start));
    range.start..range.end.min(sentence.end)
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

/// The figures of each row.
fn table_lists(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for rows in row::runs(flow) {
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
