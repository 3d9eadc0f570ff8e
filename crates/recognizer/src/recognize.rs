//! Which recogniser reads which type, and what they find in the passages of a question.

use super::convention::Convention;
use super::flow::Flow;
use super::options::Options;
use super::scene::Scene;
use super::span::has_spans;
use super::terms::Terms;
use super::{
    amount, announced, code, duration, enumeration, marked, number, period, phrase, row_label,
    table, yearless,
};
use contract::candidate::Candidate;
use contract::{Value, value};
use evidence::{EvidenceChunk, Running};
use std::collections::BTreeSet;

/// Whether there is a recogniser for an `answer_type`.
pub fn has_recognizer(answer_type: &str) -> bool {
    recognizer(answer_type).is_some()
}

/// Every value of a type that stands in the evidence, in document order.
/// Empty for a type without a recogniser.
pub fn recognize(answer_type: &str, chunks: &[EvidenceChunk], options: &Options) -> Vec<Candidate> {
    recognize_for(&Terms::default(), answer_type, chunks, options)
}

/// As [`recognize`], and values that only a question makes one: those rows of
/// a table that it names.
pub fn recognize_for(
    terms: &Terms,
    answer_type: &str,
    chunks: &[EvidenceChunk],
    options: &Options,
) -> Vec<Candidate> {
    let Some(read) = recognizer(answer_type) else {
        return Vec::new();
    };
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let mut found = Vec::new();
    if answer_type == LIST {
        // These lists run over passages.
        let edges = Running::of_each(chunks);
        found = marked::lists(&flows, &edges, options);
        found.extend(row_label::lists(&flows, options));
        found.extend(announced::lists(&flows, &edges, options));
    }
    let others = read_all(read, answer_type, (terms, &flows), options);
    found.extend(others.into_iter().map(|(_, _, candidate)| candidate));
    let mut seen = BTreeSet::new();
    found.retain(|one| {
        one.items.iter().all(|item| is_bounded(&item.value)) && seen.insert(identity(&flows, one))
    });
    found.truncate(options.max_candidates);
    if answer_type == LIST {
        found.sort_by_key(|one| place_of(&flows, one));
    }
    found
}

/// All that a recogniser finds, the same value at several places too: the number of the passage,
/// the byte of its running text, and the candidate, in this order.
pub(super) fn read_all(
    read: Recognizer,
    answer_type: &str,
    (terms, flows): (&Terms, &[Flow<'_>]),
    options: &Options,
) -> Vec<(usize, usize, Candidate)> {
    let convention = Convention::of(flows);
    let in_passage = |(number, flow)| {
        let mut scene = Scene {
            answer_type,
            flow,
            passages: (flows, number),
            terms,
            convention: &convention,
            options,
            found: Vec::new(),
        };
        read(&mut scene);
        scene.found.sort_by_key(|(at, _)| *at);
        let found = scene.found.into_iter();
        found.map(move |(at, candidate)| (number, at, candidate))
    };
    flows.iter().enumerate().flat_map(in_passage).collect()
}

/// Whether passages are of one document, and there is one.
pub(super) fn are_of_one_document(chunks: &[EvidenceChunk]) -> bool {
    let mut ids = chunks.iter().map(|chunk| &chunk.document_id);
    ids.next()
        .is_some_and(|first| ids.all(|other| other == first))
}

/// The type of lists of texts.
const LIST: &str = "list";
/// The type of sums of money.
pub(super) const AMOUNT: &str = "amount";

pub(super) type Recognizer = fn(&mut Scene<'_>);

pub(super) fn recognizer(answer_type: &str) -> Option<Recognizer> {
    Some(match answer_type {
        AMOUNT => amount::read,
        "number" => number::read,
        "percentage" => number::read_percentages,
        "date" => yearless::read,
        "date_range" => period::read,
        "duration" => duration::read,
        "iban" => code::read_ibans,
        "email" => code::read_emails,
        "phone" => code::read_phones,
        "url" => code::read_urls,
        LIST => enumeration::read,
        "table" => table::read,
        name if has_spans(name) => phrase::read,
        _ => return None,
    })
}

/// A table no wider and longer than its schema allows; anything else.
fn is_bounded(value: &Value) -> bool {
    let Value::Table(table) = value else {
        return true;
    };
    let mut cells = table.rows.iter().flatten();
    table.headers.len() <= value::MAX_TABLE_COLUMNS
        && table.rows.len() <= value::MAX_TABLE_ROWS
        && cells.all(|cell| cell.chars().count() <= value::MAX_CELL_CHARACTERS)
}

/// Value, document and line: what makes two candidates the same.
fn identity(flows: &[Flow<'_>], candidate: &Candidate) -> (String, String, u32) {
    let values = candidate.items.iter().map(|item| &item.value);
    let values: Vec<String> = values.map(|value| value.json().to_string()).collect();
    let (number, line) = place_of(flows, candidate);
    let document = flows.get(number).map_or("", |flow| &flow.chunk.document_id);
    (values.join("\u{1f}"), document.to_owned(), line)
}

/// The passage and the line that a candidate begins at.
fn place_of(flows: &[Flow<'_>], candidate: &Candidate) -> (usize, u32) {
    let mut spans = candidate.items.iter().flat_map(|item| &item.spans);
    let Some(span) = spans.next() else {
        return (flows.len(), 0);
    };
    let at = |flow: &Flow<'_>| flow.chunk.anchor == span.anchor;
    let number = flows.iter().position(at).unwrap_or(flows.len());
    (number, span.line_start)
}
