//! The items of an invoice or a receipt, by the sum that their amounts make.
//!
//! ```text
//! QTY  DESCRIPTION  PRICE  TOTAL
//! PAPER A4 70 GSM
//! 5  57499  11.00  55.00
//! INK BLACK                            "List the items with quantity and amount."
//! 1  27736  29.00  29.00                 ->  PAPER A4 70 GSM | 5 | 55.00
//! TOTAL  84.00                               INK BLACK       | 1 | 29.00
//! ```
//!
//! Receipts have no rules, an item runs over several lines, and a reader of tables does not know where
//! they begin and end. But their amounts add up: where the last figures of the lines above a line that
//! names a sum make a sum that the document states, these lines are its items, all of them. The quantity of
//! an item is the figure that, times another one of it, makes its amount, or the one short whole figure below
//! a heading for quantities.
//!
//! What an item is called stands on its own line before the figures, else on the line above it that has its
//! quantity and price, on the first one above or, where the headings of columns stand right above the
//! figures of the first, below.
//!
//! # Limits
//!
//! Amounts with two decimals, above nothing: an item that is free is left out, and where a discount stands
//! among the items nothing is found, unless it has a minus. A name of several lines is told by its first. Where a column is
//! asked for that not all items have, nothing is found.

mod asked;
mod words;

use super::convention::Convention;
use super::figure::find_in;
use super::flow::Flow;
use super::recognize::are_of_one_document;
use super::row::{figure_cells, gap_cells};
use super::stem::stems;
use super::tax::{LONGEST_MARK, words};
use super::terms::Terms;
use super::{decimal, layout};
use asked::{Column, asked, has_one};
use contract::answer::Item;
use contract::value::Table;
use contract::{Candidate, Value};
use evidence::{EvidenceChunk, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use words::{LONG_WORD, may_name, names_columns, names_sum, without_count};

/// How sure an answer is that came so: of 40 receipts of the training data that one came for, looked at one
/// by one, 37 have all items, named and with their amounts, and no other (docs/quality.md), by the rule of
/// succession.
const SURE: f64 = 38.0 / 42.0;
/// The type of rows and columns.
const TABLE: &str = "table";
/// Digits of a figure that may be a quantity: longer ones are numbers of articles.
const LONGEST_COUNT: usize = 4;
/// Lines between the figures of two items, at most, and above those of the first.
const MOST_BETWEEN: usize = 8;
/// Lines of the first item above its figures where there is no other to tell.
const LINES_OF_ONE: usize = 4;
/// Figures of a line that is one of an item, at most: position, codes, quantity, prices, taxes, amount.
const MOST_FIGURES: usize = 32;
/// Lines of a document that are looked at, at most: a bound on the work.
const MOST_LINES: usize = 2_000;

/// The number of a passage, and a run of words in it.
type Name = (usize, Range<usize>);

/// A figure of a line.
#[derive(Debug, Clone)]
struct Figure {
    value: f64,
    /// In hundredths, where it has two decimals.
    hundredths: Option<i64>,
    range: Range<usize>,
}

/// A line of the document.
#[derive(Debug)]
struct Line {
    flow: usize,
    at: usize,
    figures: Vec<Figure>,
    /// Whether it, or the line of words above it, names a sum or a tax.
    names_sum: bool,
    /// Whether it is named something else that no item is: cash, a discount.
    is_aside: bool,
    /// Whether it heads columns: it has no amount and names two of them.
    heads_columns: bool,
}

impl Line {
    /// The last figure with two decimals.
    fn amount(&self) -> Option<(&Figure, i64)> {
        let mut figures = self.figures.iter().rev();
        figures.find_map(|one| Some((one, one.hundredths?)))
    }
}

/// The lines of a document in their order, each once.
struct Document<'f, 'c> {
    flows: &'f [Flow<'c>],
    lines: Vec<Line>,
}

impl<'f, 'c> Document<'f, 'c> {
    fn of(flows: &'f [Flow<'c>]) -> Self {
        let convention = Convention::of(flows);
        let mut places: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        for (number, flow) in flows.iter().enumerate() {
            for (at, line) in flow.chunk.lines.iter().enumerate() {
                places.entry(line.number).or_insert((number, at));
            }
        }
        let figures: Vec<Vec<Figure>> = flows
            .iter()
            .map(|flow| figures(flow, &convention))
            .collect();
        let mut lines: Vec<Line> = Vec::new();
        // Whether the line above is words alone that name a sum, or something aside.
        let mut above: Option<bool> = None;
        for (flow_number, at) in places.into_values().take(MOST_LINES) {
            let Some(flow) = flows.get(flow_number) else {
                continue;
            };
            let range = flow.line_range(at);
            let all = figures.get(flow_number).into_iter().flatten();
            let mut own: Vec<Figure> = all
                .filter(|one| range.contains(&one.range.start))
                .cloned()
                .collect();
            if own.len() > MOST_FIGURES {
                own.clear();
            }
            let said = flow.slice(range);
            let has_amount = own.iter().any(|one| one.hundredths.is_some());
            let heads_columns = !has_amount && names_columns(said);
            let words = words(said);
            let names = !heads_columns && words.iter().any(|word| names_sum(word));
            let aside = !heads_columns && has_one(&words, |items| &items.aside);
            lines.push(Line {
                flow: flow_number,
                at,
                figures: own,
                names_sum: names || (words.is_empty() && above == Some(true)),
                is_aside: aside || (words.is_empty() && above == Some(false)),
                heads_columns,
            });
            above = (!has_amount && (names || aside)).then_some(names);
        }
        Self { flows, lines }
    }

    fn flow(&self, line: &Line) -> Option<&'f Flow<'c>> {
        self.flows.get(line.flow)
    }

    /// The lines of the items, by their numbers in [`Document::lines`], the line of the sum, and the sum:
    /// above the first line that names a sum and that some make one, the most that make it.
    fn items(&self) -> Option<(Vec<usize>, usize, i64)> {
        let mut sums: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (at, line) in self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, one)| one.names_sum)
        {
            for sum in line.figures.iter().filter_map(|one| one.hundredths) {
                sums.entry(sum).or_default().push(at);
            }
        }
        let stated_from = |end: usize, sum: i64| {
            let lines = sums.get(&sum)?;
            lines.get(lines.partition_point(|at| *at < end)).copied()
        };
        let ends: BTreeSet<usize> = sums.values().flatten().copied().collect();
        ends.into_iter().find_map(|end| {
            let (mut block, mut sum, mut found) = (Vec::new(), 0, None);
            for (at, amount) in (0..end).rev().filter_map(|at| Some((at, self.item(at)?))) {
                let below = block.last().copied();
                if below.is_some_and(|below: usize| below - at > MOST_BETWEEN) {
                    break;
                }
                block.push(at);
                sum += amount;
                if let Some(stated) = stated_from(end, sum).filter(|_| self.is_list(&block)) {
                    found = Some((block.len(), stated, sum));
                }
            }
            let (count, stated, sum) = found?;
            block.truncate(count);
            block.reverse();
            Some((block, stated, sum))
        })
    }

    /// The amount of a line that may be one of an item.
    fn item(&self, at: usize) -> Option<i64> {
        let line = self.lines.get(at)?;
        let amount = line.amount().filter(|_| !line.names_sum && !line.is_aside);
        amount
            .map(|(_, amount)| amount)
            .filter(|amount| *amount > 0)
    }

    /// Whether lines are items and not one figure that stands once more: several, or one below
    /// headings or with a quantity that makes it.
    fn is_list(&self, block: &[usize]) -> bool {
        let is_sure =
            |at: &usize| self.heading_above(*at).is_some() || self.factors(*at, *at).is_some();
        block.len() > 1 || block.first().is_some_and(is_sure)
    }

    /// The cell of a line that has words, without a number that counts it.
    fn name_on(&self, at: usize) -> Option<Name> {
        let line = self.lines.get(at)?;
        let flow = self.flow(line)?;
        let cells = if layout::cells(flow.raw(line.at)).len() >= 2 {
            gap_cells(flow, line.at)
        } else {
            figure_cells(flow, line.at)
        };
        let mut named = cells.into_iter();
        let cell = named.find(|cell| may_name(flow.slice(cell.clone())))?;
        Some((line.flow, without_count(flow, cell)))
    }

    fn is_heading(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|line| line.heads_columns)
    }

    /// What each item is called, as its passage and the words there; none where one has no name.
    fn names(&self, block: &[usize], end: usize) -> Option<Vec<Name>> {
        let own: Vec<Option<Name>> = block.iter().map(|at| self.name_on(*at)).collect();
        let above = self.names_above(block);
        let all = |names: &[Option<Name>]| names.iter().cloned().collect::<Option<Vec<Name>>>();
        let said = all(&own).filter(|names| self.are_said(names));
        let heads = |first: &usize| *first > 0 && self.is_heading(first - 1);
        let below = || {
            let below = self.names_below(block, end);
            all(&below).filter(|_| block.first().is_some_and(heads))
        };
        let either = || {
            own.iter()
                .cloned()
                .zip(&above)
                .map(|(own, above)| own.or(above.clone()))
        };
        let made = || {
            let lines = block.iter().enumerate().map(|(number, at)| {
                let line = self.maker(block, number).filter(|line| line != at);
                self.name_on(line?)
            });
            let names: Option<Vec<Name>> = lines.collect();
            names.filter(|names| self.are_said(names))
        };
        let found = said
            .or_else(made)
            .or_else(|| all(&above))
            .or_else(below)
            .or_else(|| all(&own))
            .or_else(|| either().collect());
        found.map(|names| self.without_code(names))
    }

    /// Names without the short mark that all of several end with and another line begins with, which is the
    /// code of their tax.
    fn without_code(&self, mut names: Vec<Name>) -> Vec<Name> {
        let code = |(flow, range): &Name| {
            let (_, last) = self
                .flows
                .get(*flow)?
                .slice(range.clone())
                .rsplit_once(' ')?;
            let is_code = last.len() <= LONGEST_MARK && last.chars().all(char::is_alphabetic);
            is_code.then(|| last.to_owned())
        };
        let mut codes = names.iter().map(code);
        let first = codes.next().flatten();
        let all = first.filter(|_| names.len() > 1);
        let all = all.filter(|first| codes.all(|one| one.as_ref() == Some(first)));
        let begins = |line: &Line, code: &str| {
            let flow = self.flow(line);
            let said = flow.map_or("", |flow| flow.line(line.at));
            said.split_whitespace().next() == Some(code)
        };
        let all = all.filter(|code| self.lines.iter().any(|line| begins(line, code)));
        for (_, range) in &mut names {
            range.end -= all.as_ref().map_or(0, |code| code.len() + 1);
        }
        names
    }

    /// The line with the quantity and the price of an item: its own, or one between the figures of the
    /// item before and its own.
    fn maker(&self, block: &[usize], number: usize) -> Option<usize> {
        let at = *block.get(number)?;
        let before = number.checked_sub(1).and_then(|before| block.get(before));
        let from = before.map_or(at.saturating_sub(MOST_BETWEEN), |before| before + 1);
        (from..=at)
            .rev()
            .find(|line| self.factors(*line, at).is_some())
    }

    /// Whether names are more than the unit that items are counted in: two words or a long one, and not
    /// the same for all.
    fn are_said(&self, names: &[Name]) -> bool {
        let text = |(flow, range): &Name| {
            let flow = self.flows.get(*flow);
            flow.map_or("", |flow| flow.slice(range.clone()))
        };
        let is_said = |name: &Name| {
            let words = words(text(name));
            let is_long = |word: &String| word.chars().count() >= LONG_WORD;
            words.len() > 1 || words.iter().any(is_long)
        };
        let different: BTreeSet<&str> = names.iter().map(text).collect();
        let said = names.iter().filter(|name| is_said(name)).count();
        said * 2 > names.len() && (names.len() == 1 || different.len() > 1)
    }

    /// The first words between lines that may name an item.
    fn first_in(&self, mut lines: Range<usize>) -> Option<Name> {
        lines.find_map(|at| self.name_in_words(at))
    }

    /// The words of a line without an amount that may name an item.
    fn name_in_words(&self, at: usize) -> Option<Name> {
        let line = self.lines.get(at)?;
        let is_none = line.names_sum || line.is_aside || self.is_heading(at);
        let flow = self.flow(line)?;
        let name = self.name_on(at).filter(|_| !is_none)?;
        let is_label = flow.slice(name.1.clone()).ends_with(':');
        (!is_label).then_some(name)
    }

    /// The names between the figures of the items before and their own; of the first, as far above its
    /// figures as with the others, else the nearest words.
    fn names_above(&self, block: &[usize]) -> Vec<Option<Name>> {
        let pairs = || {
            block
                .windows(2)
                .filter_map(|pair| <[usize; 2]>::try_from(pair).ok())
        };
        let lengths = pairs().map(|[before, at]| at - before - 1);
        let length = lengths.filter(|length| *length > 0).min();
        let first = block.first().and_then(|first| {
            let from = first.saturating_sub(length.unwrap_or(LINES_OF_ONE));
            let above = (from..*first).rev();
            let mut above = above
                .take_while(|at| !self.is_heading(*at))
                .filter_map(|at| self.name_in_words(at));
            if length.is_some() {
                above.last()
            } else {
                above.next()
            }
        });
        let others = pairs().map(|[before, at]| self.first_in(before + 1..at));
        [first].into_iter().chain(others).collect()
    }

    /// The names between their figures and those of the next item, or the sum.
    fn names_below(&self, block: &[usize], end: usize) -> Vec<Option<Name>> {
        let next = block.iter().skip(1).chain([&end]);
        let places = block.iter().zip(next);
        places
            .map(|(at, next)| self.first_in(at + 1..*next))
            .collect()
    }

    /// The quantity and the price of one on a line that, times each other, are the amount of an item; none
    /// where no two figures of the line are that, or several.
    fn factors(&self, line: usize, item: usize) -> Option<(Figure, Figure)> {
        let (amount, hundredths) = self.lines.get(item)?.amount()?;
        let line_of = self.lines.get(line)?;
        let others = || {
            let figures = line_of.figures.iter();
            figures.filter(|one| (line != item || one.range != amount.range) && one.value > 0.0)
        };
        let is_count = |one: &&Figure| one.hundredths.is_none() && one.value.fract() == 0.0;
        let makes = |count: &Figure, price: &Figure| {
            (count.value * price.value * 100.0 - hundredths as f64).abs() < 0.5
        };
        let mut pairs: Vec<(&Figure, &Figure)> = others()
            .filter(is_count)
            .flat_map(|count| others().map(move |price| (count, price)))
            .filter(|(_, price)| !is_count(price))
            .filter(|(count, price)| makes(count, price))
            .collect();
        // Of two that say the same the one nearer to the price: `1 1 Chair 5.00 5.00` counts and numbers.
        pairs.sort_by_key(|(count, price)| price.range.start.abs_diff(count.range.start));
        let (count, price) = *pairs.first()?;
        let is_same = |(other, cost): &(&Figure, &Figure)| {
            (other.value - count.value).abs() < f64::EPSILON
                && (cost.value - price.value).abs() < f64::EPSILON
        };
        pairs
            .iter()
            .all(is_same)
            .then(|| (count.clone(), price.clone()))
    }

    /// The one short whole figure of a line below a heading for quantities.
    fn only_count(&self, at: usize) -> Option<Range<usize>> {
        let headings = self.lines.get(self.heading_above(at)?)?;
        let said = self.flow(headings)?.line(headings.at);
        let named = Column::named(&stems(said));
        let is_headed = named.iter().any(|(_, column)| *column == Column::Quantity);
        let line = self.lines.get(at).filter(|_| is_headed)?;
        let is_count = |one: &&Figure| {
            let range = &one.range;
            one.hundredths.is_none() && one.value.fract() == 0.0 && range.len() <= LONGEST_COUNT
        };
        let mut counts = line.figures.iter().filter(is_count);
        let only = counts.next()?;
        counts.next().is_none().then(|| only.range.clone())
    }

    /// The cell of an item, by its number in the block, in a column.
    fn cell(
        &self,
        column: Column,
        (block, number): (&[usize], usize),
        name: &Name,
    ) -> Option<Name> {
        let at = *block.get(number)?;
        let made = || {
            let line = self.maker(block, number)?;
            let (count, price) = self.factors(line, at)?;
            let range = if column == Column::Quantity {
                count.range
            } else {
                price.range
            };
            Some((self.lines.get(line)?.flow, range))
        };
        let line = self.lines.get(at)?;
        let counted = || Some((line.flow, self.only_count(at)?));
        match column {
            Column::Description => Some(name.clone()),
            Column::RowTotal => Some((line.flow, line.amount()?.0.range.clone())),
            Column::Quantity => made().or_else(counted),
            Column::UnitPrice => made(),
        }
    }

    /// The line above the items that heads columns.
    fn heading_above(&self, first: usize) -> Option<usize> {
        let mut above = (first.saturating_sub(MOST_BETWEEN)..first).rev();
        above.find(|at| self.is_heading(*at))
    }

    /// The heading of a column above the items, as the document has it.
    fn heading(&self, column: Column, first: usize) -> Option<Name> {
        let at = self.heading_above(first)?;
        let line = self.lines.get(at)?;
        let flow = self.flow(line)?;
        let means = |cell: &Range<usize>| {
            let stems = stems(flow.slice(cell.clone()));
            let named = Column::named(&stems);
            matches!(named.as_slice(), [(range, one)] if *one == column && range.len() == stems.len())
        };
        let cell = gap_cells(flow, line.at).into_iter().find(means)?;
        Some((line.flow, cell))
    }
}

/// The figures of a passage.
fn figures(flow: &Flow<'_>, convention: &Convention) -> Vec<Figure> {
    let found = find_in(flow, convention).into_iter();
    let read = found.filter_map(|one| {
        let text = flow.slice(one.range.clone());
        let value = decimal::value(text, convention.decimal, one.negative)?.as_f64()?;
        let decimals = text.rfind(['.', ',']).map(|at| text.len() - at - 1);
        Some(Figure {
            value,
            hundredths: decimals
                .filter(|count| *count == 2)
                .and_then(|_| decimal::hundredths(value)),
            range: one.range,
        })
    });
    read.collect()
}

/// The items of one document with the columns that a question asks for, where their amounts make a sum
/// that it states; none otherwise.
pub fn items(answer_type: &str, terms: &Terms, chunks: &[EvidenceChunk]) -> Option<Candidate> {
    if answer_type != TABLE || !are_of_one_document(chunks) {
        return None;
    }
    let columns = asked(terms)?;
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let document = Document::of(&flows);
    let (block, end, sum) = document.items()?;
    let names = document.names(&block, end)?;
    let mut cited: BTreeMap<(usize, usize), Range<usize>> = BTreeMap::new();
    let mut cite = |(flow, range): (usize, Range<usize>)| {
        let found = flows.get(flow)?;
        let text = found.slice(range.clone()).to_owned();
        let line = cited
            .entry((flow, found.line_at(range.start)))
            .or_insert_with(|| range.clone());
        *line = line.start.min(range.start)..line.end.max(range.end);
        Some(text)
    };
    let first = *block.first()?;
    let headers = columns
        .iter()
        .map(|column| document.heading(*column, first).and_then(&mut cite))
        .map(Option::unwrap_or_default)
        .collect();
    let rows: Option<Vec<Vec<String>>> = (0..block.len())
        .zip(&names)
        .map(|(number, name)| {
            let cells = columns.iter();
            cells
                .map(|column| cite(document.cell(*column, (&block, number), name)?))
                .collect()
        })
        .collect();
    let rows = rows?;
    let line = document.lines.get(end)?;
    cite((line.flow, line.amount()?.0.range.clone()));
    let spans: Option<Vec<Span>> = cited
        .iter()
        .map(|((flow, _), range)| flows.get(*flow)?.span(range, 1))
        .collect();
    let wording: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    let value = Value::Table(Table { headers, rows });
    let item = Item {
        value,
        spans: spans?,
    };
    let mut candidate = Candidate::new(vec![item], wording.join("; "), String::new());
    candidate.notes.push(note(block.len(), sum));
    candidate.computed = Some(SURE);
    Some(candidate)
}

/// What a person is told of the answer.
fn note(count: usize, sum: i64) -> String {
    format!(
        "found by adding: the amounts of these {count} make {}.{:02}",
        sum / 100,
        sum % 100
    )
}

#[cfg(test)]
mod tests;
