//! The tax of an invoice or a receipt, and its sums before and with it, by the addition that they make.
//!
//! ```text
//! Total (excluding GST)   106.10
//! Total GST                 6.37     "How much tax was paid?"  ->  6.37, since 106.10 + 6.37 = 112.47
//! Total                   112.47
//! ```
//!
//! Figures of receipts stand close together, and a reader may take the line above or below. But a tax is
//! the one figure on a line that names a tax and nothing else which, added to a figure of the same
//! document, makes another. So where a question asks for the tax, or for the sum before it or with it, and
//! one addition holds, its figure is offered alone, cited with the two others.
//!
//! Where a question asks for the total, neither the tax nor the sum before it is that. Of the training questions about
//! receipts for which figures are left out so, with the sums before a rounding (335), the marked one is among them in
//! three (docs/quality.md).
//!
//! # Limits
//!
//! One tax: where two figures add up so (two rates, and each with sums of its own), none is chosen; nor
//! is one of nothing, or one whose sum before it stands in several parts. A question about the
//! tax of something that has a line of its own (*the tax on the delivery*) is none of this.

use super::amount;
use super::currency;
use super::decimal;
use super::flow::Flow;
use super::options::Options;
use super::page::Page;
use super::recognize::{AMOUNT, are_of_one_document, read_all};
use super::rounding;
use super::scale::At;
use super::stem;
use super::terms::{Terms, lower_words};
use contract::{Candidate, Value};
use evidence::EvidenceChunk;
use language::Tax;
use std::collections::BTreeSet;

/// How sure an answer is that came so: of the training cases for which one came, 86 of 92 have the very
/// figure (docs/quality.md), by the rule of succession.
const SURE: f64 = 87.0 / 94.0;
/// A tax is at most three tenths of what it is taken of: the highest of a country is 27 %.
const HIGHEST_RATE: (i64, i64) = (30, 100);
/// Words before the name of a tax within which *excluding* or *with* belongs to it: *without any tax*.
const NEAR: usize = 2;
/// Words of a line that names the figure on the next one.
const LONGEST_LABEL: usize = 4;
/// Figures of a document that are looked at, at most: a bound on the work.
const MOST_FIGURES: usize = 2_000;
/// Letters that are no word: *(S) 6%*.
pub(super) const LONGEST_MARK: usize = 2;

/// Which of the three figures of an addition is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Before,
    Tax,
    With,
}

impl Part {
    /// None where a question asks for none of them.
    fn of(terms: &Terms) -> Option<Part> {
        let words = &terms.words;
        let tax = words.iter().position(|word| is(|tax| &tax.names, word));
        let near = tax.and_then(|at| words.get(at.saturating_sub(NEAR)..at));
        let near = near.unwrap_or_default();
        let says_near = |list: List| near.iter().any(|word| is(list, word));
        let is_sum = |word: &String| {
            language::any(|pack| &pack.totals, word) || language::any(|pack| &pack.unspecific, word)
        };
        let says_sum = |beside: List, alone: List| {
            let mut pairs = words.windows(2);
            let is_beside = |one: &String, other: &String| is(beside, one) && is_sum(other);
            words.iter().any(|word| is(alone, word))
                || pairs.any(|pair| match pair {
                    [one, other] => is_beside(one, other) || is_beside(other, one),
                    _ => false,
                })
        };
        if says_near(|tax| &tax.without) || says_sum(|tax| &tax.net, |tax| &tax.net_sums) {
            Some(Part::Before)
        } else if says_near(|tax| &tax.including)
            || says_sum(|tax| &tax.gross, |tax| &tax.gross_sums)
        {
            Some(Part::With)
        } else {
            tax.map(|_| Part::Tax)
        }
    }
}

/// A list of words about taxes.
type List = fn(&'static Tax) -> &'static language::Words;

/// The lists that say of a sum whether it is without tax or with it.
const SUMS: [List; 6] = [
    |tax| &tax.without,
    |tax| &tax.including,
    |tax| &tax.net,
    |tax| &tax.gross,
    |tax| &tax.net_sums,
    |tax| &tax.gross_sums,
];

/// Whether a word is in a list about taxes of any language.
fn is(list: List, word: &str) -> bool {
    language::any(|pack| list(&pack.tax), word)
}

/// An amount that stands in the evidence.
struct Figure {
    /// In hundredths of its currency.
    hundredths: i64,
    /// Words that name it on its line, or on the one above.
    label: Vec<String>,
    /// Words that head its column, in the nearest headings.
    headings: Vec<Vec<String>>,
    /// Its line.
    line: At,
    candidate: Candidate,
}

impl Figure {
    /// Whether its label or its column's heading names a tax and nothing else.
    fn is_tax(&self) -> bool {
        names_tax(&self.label) || self.headings.iter().any(|words| names_tax(words))
    }

    /// Whether its label says that it is a sum without tax or with it.
    fn says_which_sum(&self) -> bool {
        says_which_sum(&self.label)
    }

    /// Whether its line says that it is one of an invoice's sums.
    fn is_named(&self) -> bool {
        let names =
            |word: &String| language::any(|pack| &pack.totals, word) || is(|tax| &tax.names, word);
        self.says_which_sum() || self.label.iter().any(names)
    }
}

/// Whether words name a tax and nothing else.
fn names_tax(words: &[String]) -> bool {
    let is_beside = |word: &str| {
        is(|tax| &tax.beside, word)
            || language::any(|pack| &pack.totals, word)
            || language::any(|pack| &pack.unspecific, word)
            || language::any(|pack| &pack.stop_words, word)
    };
    let is_name = |word: &str| is(|tax| &tax.names, word);
    words.iter().any(|word| is_name(word))
        && !says_which_sum(words)
        && words.iter().all(|word| is_name(word) || is_beside(word))
}

fn says_which_sum(words: &[String]) -> bool {
    let says = |word: &String| SUMS.iter().any(|list| is(*list, word));
    words.iter().any(says)
}

/// Figures that add up, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Addition {
    before: i64,
    tax: i64,
}

impl Addition {
    fn with(self) -> i64 {
        self.before + self.tax
    }

    fn part(self, part: Part) -> i64 {
        match part {
            Part::Before => self.before,
            Part::Tax => self.tax,
            Part::With => self.with(),
        }
    }
}

/// The tax of one document, or its sum before it or with it, where a question asks for it and its figures
/// make one addition; none otherwise.
pub fn taxed(
    answer_type: &str,
    terms: &Terms,
    chunks: &[EvidenceChunk],
    options: &Options,
) -> Option<Candidate> {
    if answer_type != AMOUNT {
        return None;
    }
    let part = Part::of(terms)?;
    let page = Page::of(chunks);
    let figures = figures(&page, options);
    let additions = additions_of_one_tax(chunks, &figures)?;
    only(additions.iter().map(|one| one.part(part)))?;
    let addition = *additions.first()?;
    if asks_for_another_line(terms, &figures, addition) {
        return None;
    }
    let of = |part: Part| figure_of(&figures, addition, part);
    let found = of(part)?;
    let mut candidate = found.candidate.clone();
    let shown = [Part::Before, Part::Tax, Part::With].map(of);
    let item = candidate.items.first_mut()?;
    for figure in shown.into_iter().flatten() {
        let (flow, line) = figure.line;
        let flow = page.flows.get(flow)?;
        let span = flow.span(&flow.line_range(line), options.max_span_lines);
        let lines = |span: &evidence::Span| (span.line_start, span.line_end);
        let is_new = |span: &evidence::Span| item.spans.iter().all(|one| lines(one) != lines(span));
        item.spans.extend(span.filter(is_new));
    }
    candidate.notes.push(note(addition));
    candidate.computed = Some(SURE);
    Some(candidate)
}

/// Indices, ascending, of the amounts that are surely another one than the total that a question asks for: where the
/// document's figures make one addition, the tax and the sum before it; and the sum before it was rounded.
pub fn another_sum(
    terms: &Terms,
    chunks: &[EvidenceChunk],
    candidates: &[Candidate],
) -> Vec<usize> {
    if Part::of(terms).is_some() || !asks_for_total(terms) {
        return Vec::new();
    }
    let mut another = short_of_total(chunks, candidates);
    let figures: Vec<Option<i64>> = candidates.iter().map(hundredths).collect();
    another.extend(rounding::before(chunks, &figures));
    another.sort_unstable();
    another.dedup();
    another
}

fn short_of_total(chunks: &[EvidenceChunk], candidates: &[Candidate]) -> Vec<usize> {
    let figures = figures(&Page::of(chunks), &Options::default());
    let Some(additions) = additions_of_one_tax(chunks, &figures) else {
        return Vec::new();
    };
    let withs: BTreeSet<i64> = additions.iter().map(|one| one.with()).collect();
    let short: BTreeSet<i64> = additions
        .iter()
        .flat_map(|one| [one.before, one.tax])
        .collect();
    let is_short = |one: &Candidate| {
        hundredths(one).is_some_and(|value| short.contains(&value) && !withs.contains(&value))
    };
    let places = candidates.iter().enumerate();
    places
        .filter(|(_, one)| is_short(one))
        .map(|(index, _)| index)
        .collect()
}

/// Whether a question asks for a total, or for what is to be paid.
fn asks_for_total(terms: &Terms) -> bool {
    let says = |list: List| terms.words.iter().any(|word| is(list, word));
    says(|tax| &tax.owed) && !says(|tax| &tax.partial)
}

/// The additions of a document, where all have one tax; none where they have several or there is
/// none, and for several documents.
fn additions_of_one_tax(
    chunks: &[EvidenceChunk],
    figures: &[Figure],
) -> Option<BTreeSet<Addition>> {
    if !are_of_one_document(chunks) {
        return None;
    }
    let additions = additions(figures);
    only(additions.iter().map(|one| one.tax))?;
    Some(additions)
}

/// What a person is told of the answer.
fn note(addition: Addition) -> String {
    let figure = |hundredths: i64| format!("{}.{:02}", hundredths / 100, hundredths % 100);
    let [before, tax, with] = [addition.before, addition.tax, addition.with()].map(figure);
    format!("found by adding: {before} + {tax} = {with}")
}

/// The one value that all have; none where two differ or there is none.
fn only(mut values: impl Iterator<Item = i64>) -> Option<i64> {
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// The amounts of passages without a unit, above nothing.
fn figures(page: &Page<'_>, options: &Options) -> Vec<Figure> {
    let none = Terms::default();
    let found = read_all(amount::read, AMOUNT, (&none, &page.flows), options);
    let line_of = |number: usize, at: usize| {
        let flow = page.flows.get(number);
        (number, flow.map_or(0, |flow| flow.line_at(at)))
    };
    let with_amounts: BTreeSet<At> = found
        .iter()
        .map(|(number, at, _)| line_of(*number, *at))
        .collect();
    let figure = |(number, at, candidate): (usize, usize, Candidate)| {
        Some(Figure {
            hundredths: hundredths(&candidate)?,
            label: label(page.flows.get(number)?, at, |line| {
                with_amounts.contains(&(number, line))
            }),
            headings: headings(page, &candidate),
            line: line_of(number, at),
            candidate,
        })
    };
    found
        .into_iter()
        .filter_map(figure)
        .take(MOST_FIGURES)
        .collect()
}

/// An amount without a unit in hundredths, above nothing; none for a part of a hundredth.
fn hundredths(candidate: &Candidate) -> Option<i64> {
    let Some(Value::Amount(amount)) = candidate.items.first().map(|item| &item.value) else {
        return None;
    };
    let value = amount.value.as_f64().filter(|_| amount.unit.is_none())?;
    let whole = decimal::hundredths(value)?;
    let is_whole = (value * 100.0 - whole as f64).abs() < 1e-3;
    (whole > 0 && is_whole).then_some(whole)
}

/// The words that name the amount at a byte: those before it on its line; where its line has no
/// words, those of a short line above that has no amount.
fn label(flow: &Flow<'_>, at: usize, has_amount: impl Fn(usize) -> bool) -> Vec<String> {
    let line = flow.line_at(at);
    let range = flow.line_range(line);
    let before = words(flow.slice(range.start..at));
    if !words(flow.slice(range)).is_empty() || line == 0 || has_amount(line - 1) {
        return before;
    }
    let above = words(flow.line(line - 1));
    if above.len() <= LONGEST_LABEL {
        above
    } else {
        before
    }
}

/// The words that head the column of an amount in a table.
fn headings(page: &Page<'_>, candidate: &Candidate) -> Vec<Vec<String>> {
    let cell = page.cell_of(candidate);
    let heads = cell.map(|(at, cell)| page.heads_above(at, cell));
    let heads = heads.into_iter().flatten();
    heads.map(|(_, head)| words(head.text)).collect()
}

/// Words of a label, without figures, marks of few letters and currencies.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_word = |word: &&String| {
        word.chars().count() > LONGEST_MARK
            && word.chars().all(char::is_alphabetic)
            && currency::at_start(&word.to_uppercase()).is_none()
    };
    lower_words(text).iter().filter(is_word).cloned().collect()
}

/// The additions that a figure named a tax makes; where none does, those of a figure whose column is
/// headed by a tax, beside the sum before it in its row.
fn additions(figures: &[Figure]) -> BTreeSet<Addition> {
    let all: BTreeSet<i64> = figures.iter().map(|one| one.hundredths).collect();
    let adds_up = |one: &Addition| {
        let (most, of) = HIGHEST_RATE;
        one.tax * of <= one.before * most && all.contains(&one.with())
    };
    let named = figures.iter().filter(|one| names_tax(&one.label));
    let taxes: BTreeSet<i64> = named.map(|one| one.hundredths).collect();
    let pairs = taxes
        .iter()
        .flat_map(|tax| all.iter().map(|before| (*tax, *before)));
    let by_label: BTreeSet<Addition> = pairs
        .map(|(tax, before)| Addition { before, tax })
        .filter(adds_up)
        .collect();
    if !by_label.is_empty() {
        return by_label;
    }
    let headed = figures.iter().filter(|one| one.is_tax());
    let pairs = headed.flat_map(|tax| {
        let row = figures.iter().filter(|one| one.line == tax.line);
        row.map(|before| (tax.hundredths, before.hundredths))
    });
    pairs
        .map(|(tax, before)| Addition { before, tax })
        .filter(adds_up)
        .collect()
}

/// Where a part of an addition stands: where its line names it, a tax else in a column of taxes, and
/// the others else where they stand last.
fn figure_of(figures: &[Figure], addition: Addition, part: Part) -> Option<&Figure> {
    let sought = addition.part(part);
    let those = || figures.iter().filter(|one| one.hundredths == sought);
    if part == Part::Tax {
        let named = those().find(|one| names_tax(&one.label));
        return named.or_else(|| those().find(|one| one.is_tax()));
    }
    let said = those().find(|one| one.says_which_sum());
    let named = || those().find(|one| one.is_named() && !names_tax(&one.label));
    said.or_else(named).or_else(|| those().next_back())
}

/// Whether the question names something else that has a line with an amount of its own.
fn asks_for_another_line(terms: &Terms, figures: &[Figure], addition: Addition) -> bool {
    let is_known = |stem: &&String| {
        let of_tax: [List; 2] = [|tax| &tax.names, |tax| &tax.beside];
        let mut of_tax = of_tax.into_iter().chain(SUMS);
        of_tax.any(|list| stem::is_stem_of(stem, |pack| list(&pack.tax)))
            || stem::is_stem_of(stem, |pack| &pack.totals)
            || stem::is_stem_of(stem, |pack| &pack.unspecific)
    };
    let asked: BTreeSet<&String> = terms
        .content
        .iter()
        .filter(|stem| !is_known(stem))
        .collect();
    let parts = [addition.before, addition.tax, addition.with()];
    let others = figures
        .iter()
        .filter(|one| !parts.contains(&one.hundredths));
    let mut named = others.flat_map(|one| stem::content_words(&one.label.join(" ")));
    named.any(|stem| asked.contains(&stem))
}

#[cfg(test)]
mod tests;
