//! `read_evidence`: numbered lines, of a document or of what an answer cites.

use crate::arguments::document;
use crate::failure::Failure;
use app::{Line, Service};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Most lines of a reading.
const MAX_LINES: u32 = 500;

fn first() -> u32 {
    1
}

/// Which lines.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// A document by its id, the beginning of its id, or its title; or `record`.
    document: Option<String>,
    /// A recorded answer by its record's id: the lines that it cites; or `document`.
    record: Option<String>,
    /// The first line of a document, from 1.
    #[serde(default = "first")]
    #[schemars(range(min = 1))]
    first_line: u32,
    /// The last line of a document; none: so many that 500 are read, or to its end.
    last_line: Option<u32>,
}

/// What stands there.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Evidence {
    /// The question of the record; null where a document was read.
    question: Option<String>,
    /// The runs of lines: one of a document, one a citation of a record.
    excerpts: Vec<Excerpt>,
}

/// A run of lines of a document.
#[derive(Debug, Serialize, JsonSchema)]
struct Excerpt {
    /// The document.
    document_id: String,
    /// Its title.
    document_title: String,
    /// How many lines the document has in all; null where it was removed, and no lines are left.
    lines_in_all: Option<u32>,
    /// The lines, as they are stored.
    lines: Vec<NumberedLine>,
    /// The words in them that the answer stands on; null where a document was read.
    quote: Option<String>,
}

/// A line.
#[derive(Debug, Serialize, JsonSchema)]
struct NumberedLine {
    /// Its number, counted from 1 over the whole document.
    number: u32,
    /// The page it stands on; 1 for formats without pages.
    page: u32,
    /// Its text.
    text: String,
}

pub(super) fn run(service: &Service, given: &Arguments) -> Result<Evidence, Failure> {
    match (&given.document, &given.record) {
        (Some(name), None) => {
            let id = document(service, name)?;
            let excerpt = read(service, &id, given.first_line, given.last_line)?;
            Ok(Evidence {
                question: None,
                excerpts: vec![excerpt],
            })
        }
        (None, Some(record)) => cited(service, record),
        _ => Err(Failure::input(
            "",
            "either a document or a record is read",
            "name one of the two",
        )),
    }
}

/// Lines of a document.
fn read(service: &Service, id: &str, first: u32, last: Option<u32>) -> Result<Excerpt, Failure> {
    let farthest = first.saturating_add(MAX_LINES - 1);
    let last = last.unwrap_or(farthest);
    if first == 0 || last < first || last > farthest {
        let message = format!("lines {first} to {last} cannot be read at once");
        let help = "lines count from 1; read at most 500 at once";
        return Err(Failure::input("/first_line", message, help));
    }
    let stored = service.documents()?;
    let summary = stored.into_iter().find(|one| one.id == id);
    let lines = match &summary {
        Some(_) => service.document_lines(id, first, last)?,
        None => Vec::new(),
    };
    Ok(Excerpt {
        document_id: id.to_owned(),
        lines_in_all: summary.as_ref().map(|one| one.lines),
        document_title: summary.map(|one| one.title).unwrap_or_default(),
        lines: lines.into_iter().map(numbered).collect(),
        quote: None,
    })
}

fn numbered(line: Line) -> NumberedLine {
    NumberedLine {
        number: line.number,
        page: line.page,
        text: line.text,
    }
}

/// What a citation of a kept response says of its place.
#[derive(Debug, Deserialize)]
struct Citation {
    document_id: String,
    document_title: String,
    line_start: u32,
    line_end: u32,
    quote: String,
}

/// The lines that a recorded answer cites.
fn cited(service: &Service, record: &str) -> Result<Evidence, Failure> {
    let at = |error: &_| Failure::at("/record", error);
    // The id as it is kept: a beginning of it is enough to find it.
    let id = service.record(record).map_err(|error| at(&error))?.id;
    let kept = service.outcome(id.as_str()).map_err(|error| at(&error))?;
    let citations = kept.response.get("citations").cloned();
    let citations: Vec<Citation> = serde_json::from_value(citations.unwrap_or(Value::Null))
        .map_err(|_| {
            let help = "`attest audit show` shows it";
            Failure::input("/record", "the record is of an older form", help)
        })?;
    let excerpt = |citation: Citation| {
        let last = Some(citation.line_end);
        let read = read(service, &citation.document_id, citation.line_start, last)?;
        Ok(Excerpt {
            document_title: citation.document_title,
            quote: Some(citation.quote),
            ..read
        })
    };
    Ok(Evidence {
        question: Some(kept.question),
        excerpts: citations
            .into_iter()
            .map(excerpt)
            .collect::<Result<_, Failure>>()?,
    })
}
