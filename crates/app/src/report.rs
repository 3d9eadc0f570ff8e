//! The evidence report: one answer with its quotes, the lines around them and
//! what the record binds, as an HTML page of its own. It loads nothing, so it
//! can be filed, printed or sent as it is.

use crate::error::AppError;
use crate::explain::Explanation;
use crate::history::KeptOutcome;
use crate::html::escaped;
use crate::review::said::{Standing, Verdict};
use crate::service::Service;
use pipeline::condition;
use pipeline::scope;
use pipeline::trace::Trace;
use pipeline::words;
use question::ParsedQuestion;
use serde_json::Value;
use std::fmt::Write as _;

/// Lines shown before and behind a quote.
const AROUND: u32 = 2;
const STYLE: &str = "body{font:15px/1.5 Georgia,'Noto Serif',serif;color:#17212b;max-width:46em;margin:2em auto;padding:0 1em}\
h1{font-size:1.3em}h2{font-size:1.05em;border-bottom:1px solid #d3dae1;margin-top:2em}\
.value{font-size:1.3em;margin:.3em 0;white-space:pre-wrap}.source{margin:.2em 0 1em;color:#52606d;font-size:.9em}\
ol.lines{list-style:none;padding:.5em;margin:.3em 0;background:#f4f6f8;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap}\
ol.lines li.cited{background:#ffe9a3}ol.lines span{display:inline-block;width:4em;color:#52606d}\
table{border-collapse:collapse;font-size:.85em}td,th{border:1px solid #d3dae1;padding:.2em .6em;text-align:left;vertical-align:top}\
code{font-size:.85em;overflow-wrap:anywhere}.mind{color:#7a4a00}@media print{body{margin:0}}";

impl Service {
    /// The evidence report of an answer.
    ///
    /// # Errors
    ///
    /// As [`Service::outcome`].
    pub fn evidence_report(&self, record_id: &str) -> Result<String, AppError> {
        let outcome = self.outcome(record_id)?;
        let explanation = self.explain(record_id)?;
        let place = self.place_set(record_id)?;
        let mut page = String::new();
        let title = escaped(&outcome.question);
        let _ = write!(
            page,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
             <title>Evidence report: {title}</title><style>{STYLE}</style></head><body>\n\
             <h1>Evidence report</h1>\n<p><strong>Question:</strong> {title}<br>Asked {}, record <code>{}</code>.</p>\n",
            escaped(&outcome.time),
            escaped(&outcome.record_id),
        );
        answer(&mut page, &outcome);
        reviews(&mut page, &self.standing(record_id)?);
        self.sources(&mut page, &outcome);
        how(&mut page, &explanation, place.as_deref());
        record(&mut page, &explanation);
        page.push_str("</body></html>\n");
        Ok(page)
    }

    /// Where a person said to look, in words; none where nobody did.
    fn place_set(&self, record_id: &str) -> Result<Option<String>, AppError> {
        let record = self.record(record_id)?;
        let trace = Trace::of(record_id, &record.body)?;
        let parsed = self.as_asked(&record, &trace)?;
        Ok(parsed.filter(condition::is_set).as_ref().map(place))
    }

    /// Each citation with the lines around it, where its document is still
    /// there.
    fn sources(&self, page: &mut String, outcome: &KeptOutcome) {
        let citations = list(&outcome.response, "citations");
        if citations.is_empty() {
            return;
        }
        page.push_str("<h2>Where it stands</h2>\n");
        for citation in citations {
            let text = |name: &str| {
                citation
                    .get(name)
                    .and_then(Value::as_str)
                    .unwrap_or_default()
            };
            let number = |name: &str| {
                let value = citation.get(name).and_then(Value::as_u64);
                value
                    .and_then(|value| u32::try_from(value).ok())
                    .unwrap_or(1)
            };
            let (first, last) = (number("line_start"), number("line_end"));
            let _ = writeln!(
                page,
                "<blockquote>{}</blockquote>\n<p class=\"source\">{}, page {}, {}</p>",
                escaped(text("quote")),
                escaped(text("document_title")),
                number("page_number"),
                words::lines(first, last),
            );
            let from = first.saturating_sub(AROUND).max(1);
            let lines = self.document_lines(text("document_id"), from, last.saturating_add(AROUND));
            let Ok(lines) = lines else {
                page.push_str(
                    "<p class=\"source\">The document was removed; the quote is as recorded.</p>\n",
                );
                continue;
            };
            page.push_str("<ol class=\"lines\">");
            for line in lines {
                let class = if (first..=last).contains(&line.number) {
                    " class=\"cited\""
                } else {
                    ""
                };
                let _ = write!(
                    page,
                    "<li{class}><span>{}</span>{}</li>",
                    line.number,
                    escaped(&line.text)
                );
            }
            page.push_str("</ol>\n");
        }
    }
}

fn answer(page: &mut String, outcome: &KeptOutcome) {
    let response = &outcome.response;
    let answer_type = text(response, "answer_type");
    page.push_str("<h2>Answer</h2>\n");
    let items = response
        .get("answer")
        .map(|answer| list(answer, "items"))
        .unwrap_or_default();
    for item in items {
        let value = item.get("value").unwrap_or(&Value::Null);
        let _ = writeln!(
            page,
            "<p class=\"value\">{}</p>",
            escaped(&words::value(value, answer_type))
        );
    }
    let body = response.get("answer").filter(|body| body.is_object());
    if items.is_empty() {
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
    row("Model", &explanation.model);
    row("Ran on", &explanation.backend);
    for (round, number) in explanation.rounds.iter().zip(1..) {
        let probability = round.probability.map_or_else(String::new, |probability| {
            format!(", probability {probability:.2}")
        });
        let words = format!(
            "{}: {} passages, decision {}{probability}",
            round.why, round.passages, round.decision
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

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let found = value.get(name).and_then(Value::as_array);
    found.map(Vec::as_slice).unwrap_or_default()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}
