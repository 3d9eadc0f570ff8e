//! Values that stand in the evidence, found by code.
//!
//! A small model misreads figures and pairs values with the wrong lines. What
//! code can find, it should not be asked to copy: every recogniser here is a
//! pure function from evidence to [`Candidate`]s, each a typed value together
//! with the span and the words it was read from. The model only chooses.
//!
//! Recognisers prefer too many candidates to too few: a value that is not
//! among them cannot be chosen, one too many costs a little time. What stands
//! for a convention of the whole document (decimal mark, order of day and
//! month, the one currency it uses, `in thousands` above a table) is decided
//! from the evidence first (`convention`) and then applied to every value.
//!
//! Order is document order, without duplicates of value and line; [`rank`]
//! sorts by the words a question shares with a candidate's context.
//!
//! ```
//! use recognizer::{Options, recognize};
//! use evidence::{EvidenceChunk, Line};
//!
//! let line = Line { number: 7, page: 1, text: "Annual premium: $1,250.00".into(), bounds: None };
//! let chunk = EvidenceChunk {
//!     anchor: "C0".into(),
//!     chunk_id: "a".into(),
//!     document_id: "d".into(),
//!     document_title: "policy".into(),
//!     lines: vec![line],
//!     similarity: 1.0,
//!     tables: Vec::new(),
//! };
//! let found = recognize("amount", &[chunk], &Options::default());
//! assert_eq!(found[0].wording, "$1,250.00");
//! assert_eq!(found[0].items[0].value["currency"], "USD");
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod address;
mod amount;
pub mod claim;
mod code;
mod columns;
mod convention;
mod currency;
mod date;
mod decimal;
mod duration;
mod enumeration;
mod figure;
mod flow;
mod grid;
mod judgement;
pub mod label;
mod layout;
mod marked;
mod name;
mod number;
mod options;
mod period;
mod phrase;
pub mod prose;
mod rank;
mod record;
mod row;
mod row_label;
mod scale;
mod scene;
mod sentence;
mod span;
mod spelled;
mod stem;
mod table;

use contract::candidate::Candidate;
use contract::value;
use convention::Convention;
use evidence::{EvidenceChunk, Span};
use flow::Flow;
use scene::Scene;
use serde_json::Value;
use std::collections::BTreeSet;

pub use columns::{Column, Rows, rows};
pub use date::at_start as date_at_start;
pub use judgement::{condition_of, judgement};
pub use options::Options;
pub use rank::{Naming, lexical_score, named, rank};
pub use sentence::sentences;
pub use span::{candidate_at, has_spans, passage};

/// Whether there is a recogniser for an `answer_type`.
pub fn has_recognizer(answer_type: &str) -> bool {
    recognizer(answer_type).is_some()
}

/// Every value of a type that stands in the evidence, in document order.
/// Empty for a type without a recogniser.
pub fn recognize(answer_type: &str, chunks: &[EvidenceChunk], options: &Options) -> Vec<Candidate> {
    recognize_for("", answer_type, chunks, options)
}

/// As [`recognize`], and values that only a question makes one: those rows of
/// a table that it names.
pub fn recognize_for(
    question: &str,
    answer_type: &str,
    chunks: &[EvidenceChunk],
    options: &Options,
) -> Vec<Candidate> {
    let Some(read) = recognizer(answer_type) else {
        return Vec::new();
    };
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let convention = Convention::of(&flows);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    if answer_type == LIST {
        // Its lists run over passages.
        found = marked::lists(&flows, options);
        found.extend(row_label::lists(&flows, options));
        let identity = |one: &Candidate| identity(document_of(&flows, one), one);
        found.retain(|one| seen.insert(identity(one)));
    }
    for (number, flow) in flows.iter().enumerate() {
        let mut scene = Scene {
            answer_type,
            flow,
            passages: (&flows, number),
            question,
            convention: &convention,
            options,
            found: Vec::new(),
        };
        read(&mut scene);
        scene.found.sort_by_key(|(at, _)| *at);
        for (_, candidate) in scene.found {
            if found.len() >= options.max_candidates {
                break;
            }
            let fits = candidate.items.iter().all(|item| is_bounded(&item.value));
            if fits && seen.insert(identity(&flow.chunk.document_id, &candidate)) {
                found.push(candidate);
            }
        }
    }
    if answer_type == LIST {
        found.sort_by_key(|one| place_of(&flows, one));
    }
    found
}

/// The type of lists of texts.
const LIST: &str = "list";

type Recognizer = fn(&mut Scene<'_>);

fn recognizer(answer_type: &str) -> Option<Recognizer> {
    Some(match answer_type {
        "amount" => amount::read,
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
    let length = |key: &str| value.get(key).and_then(Value::as_array).map_or(0, Vec::len);
    let cells = || {
        let rows = value.get("rows").and_then(Value::as_array).into_iter();
        rows.flatten()
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str)
    };
    length("headers") <= value::MAX_TABLE_COLUMNS
        && length("rows") <= value::MAX_TABLE_ROWS
        && cells().all(|cell| cell.chars().count() <= value::MAX_CELL_CHARACTERS)
}

/// Value, document and line: what makes two candidates the same.
fn identity(document_id: &str, candidate: &Candidate) -> (String, String, u32) {
    let values: Vec<String> = candidate
        .items
        .iter()
        .map(|item| item.value.to_string())
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

#[cfg(test)]
mod evaluation;
#[cfg(test)]
mod locale_tests;
#[cfg(test)]
mod test_scene;
#[cfg(test)]
mod tests;
