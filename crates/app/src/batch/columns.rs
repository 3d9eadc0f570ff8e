//! The columns of the table, and its rows.
//!
//! A cell of the batch has a row for each value of its answer, numbered by
//! `item`, or one row where it has none. Between the columns that every table
//! has stand those of the answer types that occur: one for each property of a
//! type whose values are objects (`amount_value`, `amount_currency`), one named
//! like the type otherwise (`boolean`). They hold numbers and truths where the
//! type's JSON Schema says so, else text; lists and objects are JSON. So a new
//! answer type has its columns without a line here.

use super::state::CellState;
use crate::kept_values;
use crate::review::said::{Review, Standing, Verdict};
use contract::AnswerType;
use pipeline::words;
use serde_json::Value;
use std::collections::BTreeSet;

/// What one place of the table holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Entry {
    Empty,
    Text(String),
    Whole(i64),
    Number(f64),
    Truth(bool),
}

/// What all entries of a column hold, but for empty ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Whole,
    Number,
    Truth,
}

/// One column.
pub(super) struct Column {
    pub name: String,
    pub kind: Kind,
    source: Source,
}

enum Source {
    /// A column of every table.
    Fixed(fn(&Place<'_>) -> Entry),
    /// The value of an answer type, or one property of it.
    Typed {
        answer_type: String,
        property: Option<String>,
    },
}

/// A done cell, as the table sees it.
pub(super) struct CellView<'a> {
    pub document: String,
    pub document_id: Option<&'a str>,
    pub document_title: Option<&'a str>,
    pub question_id: &'a str,
    pub question: &'a str,
    /// The public response.
    pub response: &'a Value,
    /// What people said of it.
    pub standing: &'a Standing,
}

/// The values that hold: those of the answer, or what people said instead.
pub(super) fn values(response: &Value, standing: &Standing) -> Vec<contract::Value> {
    match standing.verdict() {
        Some((Verdict::Correct, value)) => value.into_iter().cloned().collect(),
        Some((Verdict::Reject | Verdict::Absent, _)) => Vec::new(),
        Some((Verdict::Confirm, _)) | None => kept_values::values(response),
    }
}

/// One row: a cell and one of its values.
struct Place<'a> {
    cell: &'a CellView<'a>,
    item: Option<&'a Value>,
    value: Option<contract::Value>,
    number: i64,
    count: i64,
}

impl<'a> Place<'a> {
    fn response(&self, name: &str) -> &'a Value {
        self.cell.response.get(name).unwrap_or(&Value::Null)
    }

    fn answer(&self, name: &str) -> &'a Value {
        self.response("answer").get(name).unwrap_or(&Value::Null)
    }

    /// The citations of the row's value, in the order of its spans.
    fn citations(&self) -> Vec<&'a Value> {
        let spans = self
            .item
            .and_then(|item| item.get("spans"))
            .and_then(Value::as_array);
        let cited = self.response("citations").as_array();
        spans
            .into_iter()
            .flatten()
            .filter_map(|span| {
                let there = cited?.iter().filter(|one| is_citation_of(one, span));
                there.max_by_key(|one| one.get("quote").and_then(Value::as_str).map(str::len))
            })
            .collect()
    }

    fn citation(&self, name: &str) -> &'a Value {
        self.citations()
            .first()
            .and_then(|citation| citation.get(name))
            .unwrap_or(&Value::Null)
    }
}

/// Whether a citation is the one of a span: at its place, and with its quote, since two values of
/// one line have a citation each. A span without a quote is cited with its whole lines: the longest
/// quote of them.
fn is_citation_of(citation: &Value, span: &Value) -> bool {
    let text = |of: &Value| {
        let quote = of.get("quote").and_then(Value::as_str);
        quote.map(|quote| quote.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let is_there = ["anchor", "line_start", "line_end"]
        .iter()
        .all(|name| citation.get(name) == span.get(name));
    is_there && text(span).is_none_or(|quote| text(citation) == Some(quote))
}

type Fixed = (&'static str, Kind, fn(&Place<'_>) -> Entry);

/// What is asked of what, and how it ended.
const BEFORE: [Fixed; 14] = [
    ("document", Kind::Text, |place| {
        Entry::Text(place.cell.document.clone())
    }),
    ("document_id", Kind::Text, |place| {
        optional(place.cell.document_id)
    }),
    ("document_title", Kind::Text, |place| {
        optional(place.cell.document_title)
    }),
    ("question_id", Kind::Text, |place| {
        Entry::Text(place.cell.question_id.to_owned())
    }),
    ("question", Kind::Text, |place| {
        Entry::Text(place.cell.question.to_owned())
    }),
    ("status", Kind::Text, |place| text(place.response("status"))),
    ("decision", Kind::Text, |place| {
        text(place.response("decision"))
    }),
    ("answer_found", Kind::Truth, |place| {
        truth(place.answer("answer_found"))
    }),
    ("needs_human_review", Kind::Truth, |place| {
        truth(place.response("needs_human_review"))
    }),
    ("answer_type", Kind::Text, |place| {
        text(place.response("answer_type"))
    }),
    ("answer_shape", Kind::Text, |place| {
        text(place.response("answer_shape"))
    }),
    ("items", Kind::Whole, |place| Entry::Whole(place.count)),
    ("item", Kind::Whole, |place| match place.number {
        0 => Entry::Empty,
        number => Entry::Whole(number),
    }),
    ("value", Kind::Text, |place| {
        let answer_type = place.response("answer_type").as_str().unwrap_or_default();
        let said = place.value.as_ref();
        said.map_or(Entry::Empty, |value| {
            Entry::Text(words::value(value, answer_type))
        })
    }),
];

/// What the value stands on, what is to be said of it, and what people said.
const AFTER: [Fixed; 23] = [
    ("value_json", Kind::Text, |place| {
        let said = place.value.as_ref();
        said.map_or(Entry::Empty, |value| Entry::Text(value.json().to_string()))
    }),
    ("page", Kind::Whole, |place| {
        whole(place.citation("page_number"))
    }),
    ("line_start", Kind::Whole, |place| {
        whole(place.citation("line_start"))
    }),
    ("line_end", Kind::Whole, |place| {
        whole(place.citation("line_end"))
    }),
    ("quote", Kind::Text, |place| text(place.citation("quote"))),
    ("more_evidence", Kind::Text, more_evidence),
    ("extraction_method", Kind::Text, |place| {
        text(place.answer("extraction_method"))
    }),
    ("complete_answer_found", Kind::Truth, |place| {
        truth(place.answer("complete_answer_found"))
    }),
    ("conflicting_evidence", Kind::Truth, |place| {
        truth(place.answer("conflicting_evidence"))
    }),
    ("confidence", Kind::Number, |place| {
        number(place.answer("confidence"))
    }),
    ("flags", Kind::Text, |place| joined(place.response("flags"))),
    ("caveats", Kind::Text, |place| {
        joined(place.answer("caveats"))
    }),
    ("computation", Kind::Text, |place| {
        text(place.response("computation"))
    }),
    ("message", Kind::Text, |place| {
        text(place.response("message"))
    }),
    ("latency_ms", Kind::Whole, |place| {
        whole(place.response("latency_ms"))
    }),
    ("record_id", Kind::Text, |place| {
        text(place.response("record_id"))
    }),
    ("state", Kind::Text, |place| {
        let state = CellState::reviewed(place.cell.response, place.cell.standing);
        Entry::Text(state.words().into())
    }),
    ("review", Kind::Text, |place| {
        reviewed(place, |review| {
            let verdict = serde_json::to_value(review.verdict).ok()?;
            verdict.as_str().map(str::to_owned)
        })
    }),
    ("reviewed_by", Kind::Text, |place| {
        reviewed(place, |review| Some(review.reviewer.clone()))
    }),
    ("reviewed_value", Kind::Text, |place| {
        reviewed(place, |review| review.words.clone())
    }),
    ("reviewed_value_json", Kind::Text, |place| {
        reviewed(place, |review| {
            Some(review.value.as_ref()?.json().to_string())
        })
    }),
    ("reviewed_quote", Kind::Text, |place| {
        reviewed(place, |review| Some(review.place.as_ref()?.quote.clone()))
    }),
    ("review_reason", Kind::Text, |place| {
        reviewed(place, |review| review.reason.clone())
    }),
];

/// What the review that holds says; where people disagree, what each of them
/// says.
fn reviewed(place: &Place<'_>, part: fn(&Review) -> Option<String>) -> Entry {
    let standing = place.cell.standing;
    let said: Vec<String> = if standing.disputed {
        let every = standing.reviews.iter();
        every
            .map(|review| format!("{}: {}", review.reviewer, part(review).unwrap_or_default()))
            .collect()
    } else {
        standing.settled.iter().filter_map(part).collect()
    };
    if said.is_empty() {
        Entry::Empty
    } else {
        Entry::Text(said.join("; "))
    }
}

/// Further citations of the value, as JSON, without boxes.
fn more_evidence(place: &Place<'_>) -> Entry {
    let names = [
        "document_title",
        "page_number",
        "line_start",
        "line_end",
        "quote",
    ];
    let further: Vec<Value> = place
        .citations()
        .into_iter()
        .skip(1)
        .map(|citation| {
            names
                .iter()
                .map(|name| {
                    let part = citation.get(*name).cloned().unwrap_or_default();
                    ((*name).to_owned(), part)
                })
                .collect()
        })
        .collect();
    if further.is_empty() {
        Entry::Empty
    } else {
        Entry::Text(Value::Array(further).to_string())
    }
}

fn optional(text: Option<&str>) -> Entry {
    text.map_or(Entry::Empty, |text| Entry::Text(text.to_owned()))
}

fn text(value: &Value) -> Entry {
    match value {
        Value::Null => Entry::Empty,
        Value::String(text) => Entry::Text(text.clone()),
        other => Entry::Text(other.to_string()),
    }
}

fn whole(value: &Value) -> Entry {
    value.as_i64().map_or(Entry::Empty, Entry::Whole)
}

fn number(value: &Value) -> Entry {
    value.as_f64().map_or(Entry::Empty, Entry::Number)
}

fn truth(value: &Value) -> Entry {
    value.as_bool().map_or(Entry::Empty, Entry::Truth)
}

fn joined(value: &Value) -> Entry {
    let words: Vec<&str> = value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if words.is_empty() {
        Entry::Empty
    } else {
        Entry::Text(words.join("; "))
    }
}

/// The columns of a table in which answers of these types stand.
pub(super) fn columns(answer_types: &[AnswerType]) -> Vec<Column> {
    let fixed = |(name, kind, entry): Fixed| Column {
        name: name.into(),
        kind,
        source: Source::Fixed(entry),
    };
    let mut columns: Vec<Column> = BEFORE.into_iter().map(fixed).collect();
    for answer_type in answer_types {
        columns.extend(typed_columns(answer_type));
    }
    columns.extend(AFTER.into_iter().map(fixed));
    let mut names = BTreeSet::new();
    for column in &mut columns {
        // A user's type may be called like a column that every table has.
        while !names.insert(column.name.clone()) {
            column.name.push('_');
        }
    }
    columns
}

fn typed_columns(answer_type: &AnswerType) -> Vec<Column> {
    let column = |name: String, property: Option<String>, schema: &Value| Column {
        name,
        kind: kind_of(schema),
        source: Source::Typed {
            answer_type: answer_type.name.clone(),
            property,
        },
    };
    let schema = &answer_type.value_schema;
    match schema.get("properties").and_then(Value::as_object) {
        Some(properties) => properties
            .iter()
            .map(|(name, schema)| {
                let title = format!("{}_{name}", answer_type.name);
                column(title, Some(name.clone()), schema)
            })
            .collect(),
        None => vec![column(answer_type.name.clone(), None, schema)],
    }
}

/// By the schema's `type`, where it is one besides null.
fn kind_of(schema: &Value) -> Kind {
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let types: Vec<&str> = types.into_iter().filter(|one| *one != "null").collect();
    match types.as_slice() {
        ["number"] => Kind::Number,
        ["integer"] => Kind::Whole,
        ["boolean"] => Kind::Truth,
        _ => Kind::Text,
    }
}

/// The rows of one cell: one for each value, or one.
pub(super) fn rows(columns: &[Column], cell: &CellView<'_>) -> Vec<Vec<Entry>> {
    let items = cell
        .response
        .pointer("/answer/items")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    let count = items.len() as i64;
    let row = |item: Option<&Value>, number| {
        let value = item.and_then(kept_values::value);
        let place = Place {
            cell,
            item,
            value: value.filter(|value| *value != contract::Value::Json(Value::Null)),
            number,
            count,
        };
        columns.iter().map(|column| entry(column, &place)).collect()
    };
    if items.is_empty() {
        return vec![row(None, 0)];
    }
    items
        .iter()
        .zip(1..)
        .map(|(item, number)| row(Some(item), number))
        .collect()
}

fn entry(column: &Column, place: &Place<'_>) -> Entry {
    let (answer_type, property) = match &column.source {
        Source::Fixed(entry) => return entry(place),
        Source::Typed {
            answer_type,
            property,
        } => (answer_type, property),
    };
    if place.response("answer_type").as_str() != Some(answer_type) {
        return Entry::Empty;
    }
    // The columns of a type are what its JSON Schema names, so they are filled from that form.
    let json = place.value.as_ref().map(contract::Value::json);
    let json = match property {
        Some(property) => json.and_then(|json| json.get(property).cloned()),
        None => json,
    };
    let json = json.unwrap_or_default();
    match column.kind {
        Kind::Text => text(&json),
        Kind::Whole => whole(&json),
        Kind::Number => number(&json),
        Kind::Truth => truth(&json),
    }
}

#[cfg(test)]
mod tests;
