//! One record of the audit trail, for people: what it is about first, then everything it says.

use app::Standing;
use serde_json::Value;
use std::fmt::Write as _;
use vault::Record;

/// Columns of the names on the left.
const NAMES: usize = 14;
/// Longest list that stands on one line.
const MAX_INLINE: usize = 6;

/// What a record of an answer holds of words that its body has not: they are kept apart, so that
/// they can be erased.
pub struct Told {
    /// The question; none of other records, and when it was erased.
    pub question: Option<String>,
    /// The first value in words.
    pub answer: Option<String>,
    /// Titles of the documents.
    pub documents: Vec<String>,
    /// Terms of the question that the reader read as the document writes them in another language.
    pub terms_reworded: Vec<String>,
}

/// A record in full.
pub fn record(record: &Record, told: &Told) -> String {
    let mut out = format!("record {}, {}\n", record.sequence, record.kind);
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(out, "{name:<NAMES$}{value}");
    };
    row("id", record.id.as_str());
    row("time", &record.time);
    if let Some(question) = &told.question {
        row("question", question);
    }
    if !told.documents.is_empty() {
        row("documents", &told.documents.join(", "));
    }
    if let Some(answer) = &told.answer {
        row("answer", answer);
    }
    if !told.terms_reworded.is_empty() {
        let terms = told.terms_reworded.join(", ");
        row(
            "terms",
            &format!("the reader read these as the document writes them in its language: {terms}"),
        );
    }
    row("hash", &record.hash);
    row("record before", &record.previous_hash);
    let _ = writeln!(out, "\nwhat it says");
    tree(&mut out, &record.body, 1);
    out
}

/// What people said of an answer, which stands in records of its own; nothing where nobody did.
pub fn reviews(standing: &Standing) -> String {
    let mut out = String::new();
    if standing.reviews.is_empty() {
        return out;
    }
    out.push_str("\nwhat people said\n");
    if standing.disputed {
        out.push_str("  They say different things.\n");
    }
    for review in &standing.reviews {
        let said = serde_json::to_value(review).unwrap_or_default();
        tree(&mut out, &said, 1);
        out.push('\n');
    }
    out
}

/// Names and values, each on a line of its own, what is within something indented below it.
fn tree(out: &mut String, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    let Some(members) = value.as_object() else {
        let _ = writeln!(out, "{indent}{}", scalar(value));
        return;
    };
    for (name, value) in members {
        let name = name.replace('_', " ");
        match value {
            Value::Object(_) => {
                let _ = writeln!(out, "{indent}{name}");
                tree(out, value, depth + 1);
            }
            Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
                let _ = writeln!(out, "{indent}{name}");
                for (item, number) in items.iter().zip(1..) {
                    let _ = writeln!(out, "{indent}  {number}.");
                    tree(out, item, depth + 2);
                }
            }
            Value::Array(items) if items.len() > MAX_INLINE => {
                let _ = writeln!(out, "{indent}{name}");
                for item in items {
                    let _ = writeln!(out, "{indent}  {}", scalar(item));
                }
            }
            Value::Array(items) => {
                let words: Vec<String> = items.iter().map(scalar).collect();
                let words = if words.is_empty() {
                    "none".to_owned()
                } else {
                    words.join(", ")
                };
                let _ = writeln!(out, "{indent}{name}: {words}");
            }
            other => {
                let _ = writeln!(out, "{indent}{name}: {}", scalar(other));
            }
        }
    }
}

/// A value that holds no others.
fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::tree;
    use serde_json::json;

    #[test]
    fn a_body_is_lines_of_names_and_values() {
        let mut out = String::new();
        let body = json!({
            "decision": "ship",
            "failure_reason": null,
            "model": { "name": "small", "sha256": "ab" },
            "warned": false,
            "rounds": [{ "why": "ask", "chunks": ["a:1-2", "a:3-4"] }],
            "flags": [],
        });
        tree(&mut out, &body, 1);
        let expected = "  decision: ship\n  failure reason: none\n  model\n    name: small\n    sha256: ab\n  \
                        warned: no\n  rounds\n    1.\n      why: ask\n      chunks: a:1-2, a:3-4\n  flags: none\n";
        assert_eq!(out, expected);
    }
}
