//! Which recogniser reads which type, and what they find in the passages of a question.

use super::convention::Convention;
use super::flow::Flow;
use super::options::Options;
use super::scene::Scene;
use super::span::has_spans;
use super::terms::Terms;
use super::{
    amount, code, date, duration, enumeration, marked, number, period, phrase, row_label, table,
};
use contract::candidate::Candidate;
use contract::{Value, value};
use evidence::{EvidenceChunk, Span};
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
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    if answer_type == LIST {
        // Its lists run over passages.
        found = marked::lists(&flows, options);
        found.extend(row_label::lists(&flows, options));
        let identity = |one: &Candidate| identity(document_of(&flows, one), one);
        found.retain(|one| seen.insert(identity(one)));
    }
    for (number, _, candidate) in read_all(read, answer_type, (terms, &flows), options) {
        if found.len() >= options.max_candidates {
            break;
        }
        let document = flows.get(number).map_or("", |flow| &flow.chunk.document_id);
        let fits = candidate.items.iter().all(|item| is_bounded(&item.value));
        if fits && seen.insert(identity(document, &candidate)) {
            found.push(candidate);
        }
    }
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
        "date" => date::read,
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
fn identity(document_id: &str, candidate: &Candidate) -> (String, String, u32) {
    let values: Vec<String> = candidate
        .items
        .iter()
        .map(|item| item.value.json().to_string())
        .collect();
    let line = candidate
        .items
        .first()
        .and_then(|item| item.spans.first())
        .map_or(0, |span: &Span| span.line_start);
    (values.join("\u{1f}"), document_id.to_owned(), line)
}

/// The document that a candidate stands in.
fn document_of<'f>(flows: &'f [Flow<'_>], candidate: &Candidate) -> &'f str {
    let flow = flows.get(place_of(flows, candidate).0);
    flow.map_or("", |flow| flow.chunk.document_id.as_str())
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
