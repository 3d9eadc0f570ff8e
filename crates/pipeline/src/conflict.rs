//! Passages that contradict each other: the same thing stated twice with
//! different values.
//!
//! Two candidates of one type are the same thing where their lines speak of the
//! same: nearly the same words around the value (a label repeated), the same but for
//! words that say which version it is (*Effective: ... (original)*, *Effective date: ...
//! (amended)*; not where the question names the version; where the line says no more, its
//! headings are read, and columns may be versions), the same heading in two documents, or a shared
//! figure beside the value and common words (a comparison restated). What is in
//! another column or about another year is not the same thing; of a row that
//! restates a sentence, that is the figure nearest in size.
//!
//! # Limits
//!
//! Figures and dates only. Contradictions in words are not found.

mod in_table;

use contract::{Candidate, Descriptor, Item, Value};
use evidence::EvidenceChunk;
use in_table::{InTable, in_table, stands_in};
use recognizer::{Terms, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// Share of words that two labels have in common where they are the same: of longer labels a word
/// in three may be another. Set by hand, with the tests.
const SAME_LABEL: f64 = 0.7;
/// Share of the smaller line's words that a restated comparison repeats: half of them, set by hand.
const RESTATED: f64 = 0.5;
/// Digits from which a figure is telling: shorter ones stand in two lines by chance.
const TELLING_DIGITS: usize = 3;
/// Two figures of a comparison told twice are within a factor of two.
const FARTHEST: f64 = std::f64::consts::LN_2;
/// Most contradicting values that are shown: more are a list, and no conflict.
const MAX_VALUES: usize = 4;

/// What is asked, of which passages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The words of the question.
    pub terms: &'a Terms,
    pub answer_type: &'a str,
    pub chunks: &'a [EvidenceChunk],
}

/// The best candidate together with what contradicts it; none where nothing
/// does.
pub(crate) fn conflict(
    asked: &Asked<'_>,
    candidates: &[Candidate],
    best: usize,
) -> Option<Candidate> {
    let chosen = candidates.get(best)?;
    let against = contradicting(asked, candidates, best);
    let mut items: Vec<&Item> = chosen.items.iter().collect();
    for other in against.iter().filter_map(|index| candidates.get(*index)) {
        let known = |one: &&Item| other.items.iter().all(|item| one.value == item.value);
        if items.len() < MAX_VALUES && !items.iter().any(known) {
            items.extend(&other.items);
        }
    }
    (items.len() > 1).then(|| Candidate {
        items: items.into_iter().cloned().collect(),
        ..chosen.clone()
    })
}

/// Indices of the candidates that state the same thing as this one with
/// another value. Of the figures in one line only the nearest in size is the
/// same thing, and none where the line states this value too.
pub(crate) fn contradicting(
    asked: &Asked<'_>,
    candidates: &[Candidate],
    best: usize,
) -> Vec<usize> {
    let Some(chosen) = candidates.get(best) else {
        return Vec::new();
    };
    let [item] = chosen.items.as_slice() else {
        return Vec::new();
    };
    if !Descriptor::of(asked.answer_type).contradicts {
        return Vec::new();
    }
    let asks_for_version = asked.terms.have(is_version);
    let mut nearest: BTreeMap<(String, u32), (f64, usize)> = BTreeMap::new();
    let mut agreeing = BTreeSet::new();
    for (index, other) in candidates.iter().enumerate() {
        let [second] = other.items.as_slice() else {
            continue;
        };
        let columns = (
            column(chosen, asked.chunks).filter(|_| !asks_for_version),
            column(other, asked.chunks),
        );
        let are_versions = matches!(&columns, (Some(one), Some(other)) if one != other && is_only_version(one) && is_only_version(other));
        let apart = are_versions || stand_apart(item, second);
        let Some(place) = place(second).filter(|_| apart) else {
            continue;
        };
        if same_figure(&item.value, &second.value) {
            agreeing.insert(place);
            continue;
        }
        let are_rows = !asks_for_version
            && are_rows_of_versions(
                in_table(chosen, asked.chunks),
                in_table(other, asked.chunks),
            );
        let relation = if are_rows || (are_versions && !stand_apart(item, second)) {
            Some(Relation::SameLabel)
        } else {
            let stand = Stand {
                in_two_documents: document_of(item, asked.chunks)
                    != document_of(second, asked.chunks),
                in_one_table: are_in_one_table(item, second, asked.chunks),
            };
            relation((chosen, other), asks_for_version, stand)
        };
        let Some(relation) = relation else {
            continue;
        };
        let distance = distance(&item.value, &second.value);
        let is_nearer = |(known, _): &(f64, usize)| distance < *known;
        if differ(&item.value, &second.value, relation)
            && (relation == Relation::SameLabel || distance <= FARTHEST)
            && nearest.get(&place).is_none_or(is_nearer)
        {
            nearest.insert(place, (distance, index));
        }
    }
    nearest.retain(|place, _| !agreeing.contains(place));
    let mut found: Vec<usize> = nearest.into_values().map(|(_, index)| index).collect();
    found.sort_unstable();
    found
}

/// The first of these candidates that is stated in two versions under the question's own words; `order` has
/// the likelier first. A reader that cannot tell the two apart is sure of neither, and a person who sees
/// both can.
pub(crate) fn stated_twice(
    asked: &Asked<'_>,
    candidates: &[Candidate],
    order: &[usize],
) -> Option<usize> {
    if asked.terms.have(is_version) {
        return None;
    }
    let version = |index: &usize| says_version(asked, candidates.get(*index)?);
    let mut twice = order.iter().filter(|index| {
        let others = contradicting(asked, candidates, **index);
        let mut others = others.iter().filter_map(version);
        version(index).is_some_and(|own| others.any(|other| own || other))
    });
    twice.next().copied()
}

/// Whether what calls a candidate names a version; none where it is not called as the question calls it. A
/// value is called by the words before it on its line, or by the labels of its row and column in a table; a
/// heading that only names a type (*Value*) says nothing.
fn says_version(asked: &Asked<'_>, candidate: &Candidate) -> Option<bool> {
    let on_line = recognizer::label_of(candidate, asked.chunks);
    let mut labels: Vec<String> = on_line.into_iter().collect();
    if let Some(InTable { label, at, heading }) = in_table(candidate, asked.chunks) {
        let label = if at > 0 { label } else { "" };
        let mut words = tokens(heading).filter(|word| !word.is_empty());
        let is_unspecific =
            |word: &str| language::any(|pack| &pack.unspecific, &word.to_lowercase());
        if words.all(is_unspecific) {
            labels.push(label.to_owned());
        }
        labels.push(format!("{label} {heading}"));
    }
    let is_so = |label: &&String| recognizer::calls(asked.terms, label);
    let label = labels.iter().find(is_so)?;
    let mut words = tokens(label).map(str::to_lowercase);
    Some(words.any(|word| is_version(&word)))
}

/// The document that an item stands in.
fn document_of<'a>(item: &Item, chunks: &'a [EvidenceChunk]) -> Option<&'a str> {
    let span = item.spans.first()?;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == span.anchor)?;
    Some(chunk.document_id.as_str())
}

/// Whether two items are cited from rows of one table.
fn are_in_one_table(item: &Item, other: &Item, chunks: &[EvidenceChunk]) -> bool {
    let (Some(one), Some(second)) = (item.spans.first(), other.spans.first()) else {
        return false;
    };
    let mut tables = chunks
        .iter()
        .filter(|chunk| chunk.anchor == one.anchor && one.anchor == second.anchor)
        .flat_map(|chunk| &chunk.tables);
    tables.any(|table| {
        let lines = table.first_line..=table.last_line;
        lines.contains(&one.line_start) && lines.contains(&second.line_start)
    })
}

/// The heading of the column of a table that a candidate is a cell of.
fn column<'a>(candidate: &Candidate, chunks: &'a [EvidenceChunk]) -> Option<&'a str> {
    in_table(candidate, chunks).map(|place| place.heading)
}

/// Whether two cells stand in one column, and the labels of their rows say a version each and nothing else.
fn are_rows_of_versions(one: Option<InTable<'_>>, other: Option<InTable<'_>>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return false;
    };
    let is_one_column = one.at > 0 && one.at == other.at && one.heading == other.heading;
    is_one_column
        && one.label != other.label
        && is_only_version(one.label)
        && is_only_version(other.label)
}

/// Whether a heading says which version its column holds, and nothing else.
fn is_only_version(heading: &str) -> bool {
    let mut words = tokens(heading).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| is_version(&word.to_lowercase()))
}

/// Where an item stands first.
fn place(item: &Item) -> Option<(String, u32)> {
    let span = item.spans.first()?;
    Some((span.anchor.clone(), span.line_start))
}

/// Whether two values are the same but for unit and currency, which a table
/// states elsewhere; a figure in millions is the one written out.
fn same_figure(left: &Value, right: &Value) -> bool {
    let plain = |value: &Value| compute::in_plain_units(value).figure()?.as_f64();
    match (left.figure(), right.figure()) {
        (Some(one), Some(other)) => one.as_f64() == other.as_f64() || plain(left) == plain(right),
        _ => left == right,
    }
}

/// Two values with their units multiplied out, where both say one; else as
/// they are, since what one of them leaves unsaid may be the same.
fn in_one_unit(left: &Value, right: &Value) -> (Value, Value) {
    let says = |value: &Value| value.unit().is_some();
    if says(left) && says(right) {
        (
            compute::in_plain_units(left),
            compute::in_plain_units(right),
        )
    } else {
        (left.clone(), right.clone())
    }
}

/// How far apart two figures are, as the natural logarithm of their ratio; 0
/// for what is no figure.
fn distance(left: &Value, right: &Value) -> f64 {
    let (left, right) = in_one_unit(left, right);
    let figure = |value: &Value| value.figure()?.as_f64();
    match (figure(&left), figure(&right)) {
        (Some(left), Some(right)) if left * right > 0.0 => (left / right).ln().abs(),
        (Some(_), Some(_)) => f64::INFINITY,
        _ => 0.0,
    }
}

/// Whether two values cannot both be right. `2018` and `2018-04` can.
fn differ(left: &Value, right: &Value, relation: Relation) -> bool {
    let (left, right) = &in_one_unit(left, right);
    if let (Some(left), Some(right)) = (left.iso(), right.iso()) {
        return !left.starts_with(right) && !right.starts_with(left);
    }
    // Other units or currencies: another statement, not a contradiction. Where
    // both name a figure in common, that figure shows that what one of them
    // leaves unsaid is the same.
    let other = |said: fn(&Value) -> Option<&str>| match (said(left), said(right)) {
        (Some(left), Some(right)) => left != right,
        (None, None) => false,
        _ => relation == Relation::SameLabel,
    };
    match (left.figure(), right.figure()) {
        (Some(_), Some(_)) if other(Value::unit) || other(Value::currency) => false,
        (Some(left), Some(right)) => left.as_f64() != right.as_f64(),
        _ => left != right,
    }
}

/// Whether two items are cited from different lines.
fn stand_apart(left: &Item, right: &Item) -> bool {
    let lines = |item: &Item| -> Vec<(String, u32, u32)> {
        let spans = item.spans.iter();
        spans
            .map(|span| (span.anchor.clone(), span.line_start, span.line_end))
            .collect()
    };
    lines(left).iter().all(|(anchor, start, end)| {
        lines(right)
            .iter()
            .all(|(other, from, to)| anchor != other || end < from || to < start)
    })
}

/// The line or sentence that a value stands in.
fn own(candidate: &Candidate) -> &str {
    let context = candidate.context.as_str();
    context.split_once(" | ").map_or(context, |(own, _)| own)
}

/// A word that says which version of a statement it is, in any language.
fn is_version(word: &str) -> bool {
    language::any(|pack| &pack.versions, word)
}

/// A noun that names a type of values: it tells nothing of what one is of.
fn names_a_type(word: &str) -> bool {
    language::any(|pack| &pack.question.value_nouns, word)
}

/// A word that tells what a value is of: not a small one, but an abbreviation
/// (`GST`, `VAT`).
fn says_something(word: &str) -> bool {
    let length = word.chars().count();
    length > 3 || (length > 1 && word.chars().all(char::is_uppercase))
}

/// Words but for those of versions and types.
fn kept(words: &BTreeSet<String>) -> BTreeSet<&String> {
    let says = |word: &&String| !is_version(word) && !names_a_type(word);
    words.iter().filter(says).collect()
}

/// Words and figures around a value.
struct Reading {
    /// Nothing but the value stands in its line or cell.
    is_alone: bool,
    words: BTreeSet<String>,
    /// Words of the nearest heading that says anything but a version: of the column, of the
    /// lines above, of the section.
    headed: BTreeSet<String>,
    figures: BTreeSet<String>,
    years: BTreeSet<String>,
}

impl Reading {
    /// Share of the words but for those of versions and types that two have in common; none
    /// where neither says a version, or nothing else is said.
    fn share_but_versions(&self, other: &Self) -> Option<f64> {
        let (one, second) = (self.label(), other.label());
        let mut all = one.iter().chain(&second);
        let (left, right) = (kept(&one), kept(&second));
        let says = all.any(|word| is_version(word)) && !left.is_empty() && !right.is_empty();
        let common = left.intersection(&right).count() as f64;
        says.then(|| common / left.union(&right).count() as f64)
    }

    /// What the value is called: in its line, or where that says at most a version, over it.
    fn label(&self) -> BTreeSet<String> {
        let mut label = self.words.clone();
        if kept(&label).is_empty() {
            label.extend(self.headed.iter().cloned());
        }
        label
    }

    fn of(candidate: &Candidate) -> Self {
        let rest = own(candidate).replacen(&candidate.wording, " ", 1);
        let mut reading = Self {
            is_alone: !rest.contains(char::is_alphanumeric),
            headed: headed(candidate),
            words: BTreeSet::new(),
            figures: BTreeSet::new(),
            years: BTreeSet::new(),
        };
        for token in tokens(&rest) {
            let digits = token.chars().filter(char::is_ascii_digit).count();
            if digits == 4
                && token.len() == 4
                && (token.starts_with("19") || token.starts_with("20"))
            {
                reading.years.insert(token.to_owned());
            } else if digits >= TELLING_DIGITS {
                reading.figures.insert(token.to_owned());
            } else if digits == 0 && says_something(token) {
                reading.words.insert(token.to_lowercase());
            }
        }
        reading
    }
}

/// Words of the nearest heading of a value that says anything but a version.
fn headed(candidate: &Candidate) -> BTreeSet<String> {
    let parts = candidate.context.split(" | ").skip(1);
    let mut parts = parts.map(|part| {
        let words = tokens(part).filter(|word| says_something(word));
        words.map(str::to_lowercase).collect::<BTreeSet<String>>()
    });
    let found = parts.find(|words| !kept(words).is_empty());
    found.unwrap_or_default()
}

/// Why two candidates are values of the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// The same words stand around them.
    SameLabel,
    /// They are told beside the same other figure, in words of the other.
    Restated,
}

/// How two candidates stand to each other.
#[derive(Debug, Clone, Copy, Default)]
struct Stand {
    in_two_documents: bool,
    /// Rows of one table with other labels are other things, however little the labels differ:
    /// *Other income* and *Total other income*.
    in_one_table: bool,
}

/// Whether two candidates are values of the same thing, and why.
fn relation(
    (left, right): (&Candidate, &Candidate),
    asks_for_version: bool,
    stand: Stand,
) -> Option<Relation> {
    let same_label = if stand.in_one_table { 1.0 } else { SAME_LABEL };
    // Two figures of one sentence or row are two things.
    let same_wording = left.wording == right.wording;
    let together = stands_in(&right.wording, own(left)) || stands_in(&left.wording, own(right));
    if together && !same_wording {
        return None;
    }
    let (one, other) = (Reading::of(left), Reading::of(right));
    if !one.years.is_empty() && !other.years.is_empty() && one.years.is_disjoint(&other.years) {
        return None;
    }
    let common = one.words.intersection(&other.words).count();
    let all = one.words.union(&other.words).count();
    let smaller = one.words.len().min(other.words.len());
    if all > 0 && common as f64 >= same_label * all as f64 && one.years == other.years {
        return Some(Relation::SameLabel);
    }
    let same_years = one.years == other.years;
    if same_years
        && !asks_for_version
        && one
            .share_but_versions(&other)
            .is_some_and(|share| share >= same_label)
    {
        return Some(Relation::SameLabel);
    }
    // The same heading in two documents stands over two statements of one thing; in one document
    // it may stand over a list.
    let is_headed = one.is_alone && other.is_alone && !kept(&one.headed).is_empty();
    if stand.in_two_documents && is_headed && one.headed == other.headed {
        return Some(Relation::SameLabel);
    }
    let restated = !one.figures.is_disjoint(&other.figures)
        && smaller > 0
        && common as f64 >= RESTATED * smaller as f64;
    restated.then_some(Relation::Restated)
}

#[cfg(test)]
mod tests;
