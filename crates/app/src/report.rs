//! The evidence report: one answer with its quotes, the lines around them and
//! what the record binds, as an HTML page of its own. It loads nothing, so it
//! can be filed, printed or sent as it is.

mod places;

use crate::error::AppError;
use crate::explain::{Explanation, SearchedInVain};
use crate::history::KeptOutcome;
use crate::html::escaped;
use crate::kept_values;
use crate::response::Status;
use crate::review::said::{Standing, Verdict};
use crate::service::Service;
use pipeline::condition;
use pipeline::scope;
use pipeline::trace::Trace;
use pipeline::words;
use places::{list, text};
use question::ParsedQuestion;
use serde_json::Value;
use std::fmt::Write as _;

const STYLE: &str = "body{font:15px/1.5 Georgia,'Noto Serif',serif;color:#17212b;max-width:46em;margin:2em auto;padding:0 1em}\
h1{font-size:1.3em}h2{font-size:1.05em;border-bottom:1px solid #d3dae1;margin-top:2em}\
.value{font-size:1.3em;margin:.3em 0;white-space:pre-wrap}.source{margin:.2em 0 1em;color:#52606d;font-size:.9em}\
ol.lines{list-style:none;padding:.5em;margin:.3em 0;background:#f4f6f8;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap}\
ol.lines li.cited{background:#ffe9a3}ol.lines span{display:inline-block;width:4em;color:#52606d}\
h3{font-size:1em;margin:1.5em 0 .3em}h4{font-size:.95em;margin:1em 0 .3em}blockquote{margin:.3em 0}blockquote p{margin:.2em 0}\
ol.lines b{display:inline-block;min-width:2em;color:#7a4a00}.page{position:relative;border:1px solid #d3dae1;margin:.5em 0;break-inside:avoid}\
.page img{display:block;width:100%}.page svg{position:absolute;left:0;top:0;width:100%;height:100%;overflow:visible}\
.page rect{fill:none;stroke:#b36b00;stroke-width:2px;vector-effect:non-scaling-stroke}.page text{fill:#7a4a00;font-family:sans-serif;font-weight:600}\
table{border-collapse:collapse;font-size:.85em}td,th{border:1px solid #d3dae1;padding:.2em .6em;text-align:left;vertical-align:top}\
code{font-size:.85em;overflow-wrap:anywhere}.mind{color:#7a4a00}@media print{body{margin:0}.page{width:70%}}";

impl Service {
    /// The evidence report of an answer.
    ///
    /// # Errors
    ///
    /// As [`Service::outcome`].
    pub fn evidence_report(&self, record_id: &str) -> Result<String, AppError> {
        let question = escaped(&self.outcome(record_id)?.question);
        let article = self.report_article(record_id, "Evidence report")?;
        Ok(format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\
             <title>Evidence report: {question}</title><style>{STYLE}</style></head><body>\n{article}</body></html>\n",
        ))
    }

    /// What a page about an answer says: question, answer, places, how it came about. It is
    /// HTML in which the document's words are text only.
    pub(crate) fn report_article(&self, record_id: &str, title: &str) -> Result<String, AppError> {
        let outcome = self.outcome(record_id)?;
        let explanation = self.explain(record_id)?;
        let place = self.place_set(record_id)?;
        let mut page = String::new();
        let _ = write!(
            page,
            "<h1>{title}</h1>\n<p><strong>Question:</strong> {}<br>Asked {}, record <code>{}</code>.</p>\n",
            escaped(&outcome.question),
            escaped(&outcome.time),
            escaped(&outcome.record_id),
        );
        answer(&mut page, &outcome);
        reviews(&mut page, &self.standing(record_id)?);
        self.report_sources(&mut page, &outcome.response);
        if let Some(found) = &explanation.searched {
            searched(&mut page, found);
        }
        self.documents_asked(&mut page, &outcome)?;
        how(&mut page, &explanation, place.as_deref());
        record(&mut page, &explanation);
        Ok(page)
    }

    /// Where a person said to look, in words; none where nobody did.
    fn place_set(&self, record_id: &str) -> Result<Option<String>, AppError> {
        let record = self.record(record_id)?;
        let trace = Trace::of(record_id, &record.body)?;
        let parsed = self.as_asked(&record, &trace)?;
        Ok(parsed.filter(condition::is_set).as_ref().map(place))
    }

    /// The documents that were asked, by title and the SHA-256 of their bytes.
    fn documents_asked(&self, page: &mut String, outcome: &KeptOutcome) -> Result<(), AppError> {
        let titles = self.titles()?;
        page.push_str(
            "<h2>Documents</h2>\n<table><tr><th>Document</th><th>SHA-256 of its bytes</th></tr>",
        );
        for id in &outcome.document_ids {
            let title = titles.get(id).map_or("removed since", String::as_str);
            let (title, id) = (escaped(title), escaped(id));
            let _ = write!(page, "<tr><td>{title}</td><td><code>{id}</code></td></tr>");
        }
        page.push_str("</table>\n");
        Ok(())
    }
}

fn answer(page: &mut String, outcome: &KeptOutcome) {
    let response = &outcome.response;
    let answer_type = text(response, "answer_type");
    let _ = writeln!(
        page,
        "<h2>Answer</h2>\n<p><strong>{}</strong></p>",
        state(response)
    );
    let values = kept_values::values(response);
    for value in &values {
        page.push_str(&shown(value, answer_type));
    }
    let body = response.get("answer").filter(|body| body.is_object());
    if values.is_empty() {
        match (response.get("message").and_then(Value::as_str), body) {
            (Some(message), _) => {
                let _ = writeln!(page, "<p class=\"value\">{}</p>", escaped(message));
            }
            (None, Some(body)) => {
                let _ = writeln!(page, "<pre>{}</pre>", escaped(&format!("{body:#}")));
            }
            (None, None) => {}
        }
    }
    let caveats = body.map(|body| list(body, "caveats")).unwrap_or_default();
    let minds = list(response, "flags").iter().chain(caveats);
    for mind in minds.filter_map(Value::as_str) {
        let _ = writeln!(page, "<p class=\"mind\">To mind: {}</p>", escaped(mind));
    }
    if response.get("needs_human_review") == Some(&Value::Bool(true)) {
        page.push_str("<p class=\"mind\">A person must check this answer.</p>\n");
    }
    let steps = response
        .pointer("/computation/steps")
        .and_then(Value::as_array);
    if let Some(steps) = steps {
        page.push_str("<p>Computed by code, not by the model:</p>\n<ol>");
        for step in steps {
            let _ = write!(page, "<li>{}</li>", escaped(text(step, "explanation")));
        }
        page.push_str("</ol>\n");
    }
}

/// The state of an answer in words, as the window shows it.
fn state(response: &Value) -> &'static str {
    let says = |pointer: &str| response.pointer(pointer) == Some(&Value::Bool(true));
    if Status::of(response) == Some(Status::Failed) {
        "Failed: no answer was made."
    } else if !says("/answer/answer_found") {
        "Not found: no answer was given."
    } else if says("/answer/conflicting_evidence") {
        "Conflicting: the documents say different things; all values are shown, none was chosen."
    } else if !says("/answer/complete_answer_found") {
        "Partly answered: the answer may not be complete."
    } else if says("/needs_human_review") {
        "Needs a check by a person."
    } else {
        "Answered, and passed every check of the program."
    }
}

/// A value: a table as one, everything else in words.
fn shown(value: &contract::Value, answer_type: &str) -> String {
    let row = |cells: &[String], name: &str| {
        let cells = cells
            .iter()
            .map(|cell| format!("<{name}>{}</{name}>", escaped(cell)));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let contract::Value::Table(table) = value else {
        let words = escaped(&words::value(value, answer_type));
        return format!("<p class=\"value\">{words}</p>\n");
    };
    let head = match table.headers.as_slice() {
        [] => String::new(),
        headers => format!("<thead>{}</thead>", row(headers, "th")),
    };
    let body: String = table.rows.iter().map(|cells| row(cells, "td")).collect();
    format!("<table>{head}<tbody>{body}</tbody></table>\n")
}

/// What was searched and read in vain, and what came nearest.
fn searched(page: &mut String, searched: &SearchedInVain) {
    let _ = writeln!(
        page,
        "<h2>Searched</h2>\n<p>Of {} passages {} were searched by words, {} by meaning; {} were read whole.</p>",
        searched.passages, searched.by_words, searched.by_meaning, searched.read
    );
    if searched.nearest.is_empty() {
        return;
    }
    page.push_str("<p>The nearest passages:</p>\n<ol>");
    for passage in &searched.nearest {
        let title = passage
            .document_title
            .as_deref()
            .unwrap_or("a removed document");
        let at = passage
            .page
            .map_or_else(String::new, |page| format!("page {page}, "));
        let lines = words::lines(passage.first_line, passage.last_line);
        let _ = write!(page, "<li>{}, {at}{lines}</li>", escaped(title));
    }
    page.push_str("</ol>\n");
}

/// What people said of the answer, each with the name.
fn reviews(page: &mut String, standing: &Standing) {
    if standing.reviews.is_empty() {
        return;
    }
    page.push_str("<h2>What people said</h2>\n");
    if standing.disputed {
        page.push_str("<p class=\"mind\">They say different things.</p>\n");
    }
    page.push_str("<ul>");
    for review in &standing.reviews {
        let said = match review.verdict {
            Verdict::Confirm => "confirmed it",
            Verdict::Correct => "corrected it",
            Verdict::Reject => "rejected it",
            Verdict::Absent => "said that the documents do not hold it",
        };
        let value = review.words.as_ref().map(|words| format!(": {words}"));
        let place = review.place.as_ref().map(|place| {
            let lines = words::lines(place.line_start, place.line_end);
            format!(" ({lines}: \u{201c}{}\u{201d})", place.quote)
        });
        let reason = review.reason.as_ref().map(|reason| format!(". {reason}"));
        let rest: String = [value, place, reason].into_iter().flatten().collect();
        let _ = write!(
            page,
            "<li><strong>{}</strong> {said}{}; {}, record <code>{}</code></li>",
            escaped(&review.reviewer),
            escaped(&rest),
            escaped(&review.time),
            escaped(&review.record_id),
        );
    }
    page.push_str("</ul>\n");
}

fn how(page: &mut String, explanation: &Explanation, place_set: Option<&str>) {
    page.push_str("<h2>How it came about</h2>\n<table>");
    let mut row = |name: &str, value: &str| {
        if value.is_empty() {
            return;
        }
        let _ = write!(
            page,
            "<tr><th>{}</th><td>{}</td></tr>",
            escaped(name),
            escaped(value)
        );
    };
    if let Some(place) = place_set {
        row("Looked only, as a person set", place);
    }
    row("Program", &explanation.program);
    row("Model", &explanation.model);
    row("Ran on", &explanation.backend);
    for (round, number) in explanation.rounds.iter().zip(1..) {
        let probability = round.probability.map_or_else(String::new, |probability| {
            format!(", probability {probability:.2}")
        });
        let words = format!(
            "{}: {} passages, decision {}{probability}",
            round.why,
            round.passages.len(),
            round.decision
        );
        row(&format!("Round {number}"), &words);
    }
    row("Values weighed", &explanation.candidates.to_string());
    row("Attempts", &explanation.attempts.to_string());
    if let Some(quality) = explanation.quality {
        row("Score of the checks", &format!("{quality:.2} of 1"));
    }
    page.push_str("</table>\n");
}

/// Where a question was to look, in words.
fn place(parsed: &ParsedQuestion) -> String {
    let titled = parsed.scope.documents.iter();
    let titled = titled.map(|words| format!("in documents called “{words}”"));
    let places = scope::place(&scope::filter_of(parsed, &[]));
    let words: Vec<String> = places.into_iter().chain(titled).collect();
    if words.is_empty() {
        return "everywhere".into();
    }
    words.join(", ")
}

fn record(page: &mut String, explanation: &Explanation) {
    page.push_str(
        "<h2>Record</h2>\n<p>The audit trail holds this record; each record binds the one before it, \
         so that a later change is evident. <code>attest audit verify</code> checks the whole trail.</p>\n<table>",
    );
    for hash in &explanation.hashes {
        let _ = write!(
            page,
            "<tr><th>{}</th><td><code>{}</code></td></tr>",
            escaped(&hash.name),
            escaped(&hash.sha256)
        );
    }
    page.push_str("</table>\n");
}
