//! What was answered, in the form of the evaluation set's scorer, and the numbering of lines
//! that it goes by.

use crate::score::Citation;
use app::{AppError, AskOutcome, PublicResponse, Service};
use contract::Descriptor;
use contract::descriptor::Scored;
use serde_json::{Value, json};
use std::path::Path;

/// One prediction in the form of the evaluation set's scorer.
pub(crate) fn prediction(id: &str, outcome: &AskOutcome, numbered: &Numbered) -> Value {
    let response = &outcome.response;
    let answer = response.answer();
    let citations = numbered.cited(response);
    json!({
        "id": id,
        "answer_found": answer.is_some_and(|answer| answer.answer_found),
        "items": items(response),
        "citations": citations,
        "answer_type": response.answer_type(),
        "conflicting_evidence": answer.is_some_and(|answer| answer.conflicting_evidence),
        "decision": response.decision(),
        "latency_ms": response.latency_ms(),
        "tokens": outcome.trace.tokens,
        "latency": outcome.trace.latency,
        "choice": outcome.trace.choice,
        "message": response.message(),
        "request_id": response.request_id(),
    })
}

/// The values, in the scorer's spelling: a name as one string, a table with
/// `columns`.
pub(crate) fn items(response: &PublicResponse) -> Vec<Value> {
    let items = response
        .answer()
        .into_iter()
        .flat_map(|answer| &answer.items);
    items
        .map(|item| scored(&item.value.json(), response.answer_type()))
        .collect()
}

/// A value in the scorer's spelling.
pub(crate) fn scored(value: &Value, answer_type: &str) -> Value {
    match Descriptor::of(answer_type).scored {
        Scored::Columns => {
            json!({ "columns": value.get("headers"), "rows": value.get("rows") })
        }
        Scored::Words(parts) => {
            let words: Vec<&str> = parts
                .iter()
                .filter_map(|part| value.get(part).and_then(Value::as_str))
                .collect();
            json!(words.join(" "))
        }
        Scored::Value => value.clone(),
    }
}

/// The lines of a case's document, and after them those of its pages that were
/// read again by OCR, which are documents of their own: the scorer knows one
/// numbering for a document.
#[derive(Default)]
pub(crate) struct Numbered {
    /// Ids and lines, in the order in which they were needed.
    readings: Vec<(String, Vec<String>)>,
}

impl Numbered {
    /// Numbers a reading that is not numbered yet.
    pub(crate) fn hold(&mut self, service: &Service, id: &str) -> Result<(), AppError> {
        if !self.readings.iter().any(|(known, _)| known == id) {
            let lines = service.document(id)?.lines.into_iter();
            let lines = lines.map(|line| line.text).collect();
            self.readings.push((id.to_owned(), lines));
        }
        Ok(())
    }

    /// How many lines stand before those of a reading.
    pub(crate) fn lines_before(&self, id: &str) -> u32 {
        let before = self.readings.iter().take_while(|(known, _)| known != id);
        before.map(|(_, lines)| lines.len() as u32).sum()
    }

    /// The citations of an answer, by this numbering.
    pub(crate) fn cited(&self, response: &PublicResponse) -> Vec<Citation> {
        let cited = response.citations().iter().map(|citation| {
            let before = self.lines_before(&citation.document_id);
            Citation {
                line_start: before + citation.line_start,
                line_end: before + citation.line_end,
                quote: citation.quote.clone(),
            }
        });
        cited.collect()
    }

    /// All lines, in the order of their numbers.
    pub(crate) fn lines(&self) -> Vec<String> {
        let lines = self.readings.iter().flat_map(|(_, lines)| lines);
        lines.cloned().collect()
    }

    pub(crate) fn write(&self, title: &str, folder: &Path) -> Result<(), AppError> {
        std::fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
        let path = folder.join(format!("{title}.txt"));
        let lines = self.readings.iter().flat_map(|(_, lines)| lines);
        let text = lines.map(String::as_str).collect::<Vec<_>>().join("\n");
        std::fs::write(&path, text).map_err(|error| file_error(&path, error))
    }
}

/// An error of the system about this file.
pub(crate) fn file_error(path: &Path, error: std::io::Error) -> AppError {
    AppError::File {
        path: path.display().to_string(),
        error,
    }
}
