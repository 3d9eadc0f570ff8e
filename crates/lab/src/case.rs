//! Cases: questions whose answers and places are known.

use app::AppError;
use evidence::reader::clean_text;
use evidence::{Document, MediaType};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// One case of an evaluation set.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Case {
    pub id: String,
    pub document: String,
    pub question: String,
    pub answer_type: String,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub answerable: Option<bool>,
    #[serde(default)]
    pub gold: Vec<Value>,
    #[serde(default)]
    pub gold_evidence: Vec<GoldSpan>,
    #[serde(default)]
    pub notes: String,
}

impl Case {
    /// Whether the document states two values that contradict each other: then either is right.
    pub(crate) fn is_conflict(&self) -> bool {
        self.notes.starts_with("CONFLICT")
    }
}

/// Where the answer to a case stands.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct GoldSpan {
    pub line_start: u32,
    pub line_end: u32,
    pub quote: String,
}

/// Reads the cases, ordered by document (stable within one).
pub(crate) fn read_cases(path: &Path) -> Result<Vec<Case>, AppError> {
    let text = app::read_cases(path)?;
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let case = serde_json::from_str(line).map_err(|_| {
            AppError::input(
                format!("{}: line {} is not a case", path.display(), number + 1),
                "a case is a JSON object with id, document, question and answer_type",
            )
        })?;
        cases.push(case);
    }
    cases.sort_by(|a, b| a.document.cmp(&b.document));
    Ok(cases)
}

/// Where a gold quote stands in a document: each place as first and last line.
pub(crate) fn places(document: &Document, gold: &GoldSpan) -> Vec<(u32, u32)> {
    let quote = squash(&gold.quote);
    let mut text = String::new();
    // Byte at which each line starts.
    let mut starts = Vec::new();
    let is_text = matches!(document.media_type, MediaType::Text | MediaType::Markdown);
    let inside = |number: u32| !is_text || (gold.line_start..=gold.line_end).contains(&number);
    for line in document.lines.iter().filter(|line| inside(line.number)) {
        starts.push((text.len(), line.number));
        text.push_str(&squash(&line.text));
    }
    let line_at = |byte: usize| {
        let behind = starts.partition_point(|(start, _)| *start <= byte);
        behind
            .checked_sub(1)
            .and_then(|at| starts.get(at))
            .map_or(0, |(_, number)| *number)
    };
    if quote.is_empty() {
        return Vec::new();
    }
    text.match_indices(quote.as_str())
        .map(|(byte, found)| (line_at(byte), line_at(byte + found.len() - 1)))
        .collect()
}

/// Text without white space, typographic signs made plain.
pub(crate) fn squash(text: &str) -> String {
    clean_text(text)
        .chars()
        .filter_map(|character| match character {
            '\u{ad}' => None,
            '\u{2018}' | '\u{2019}' => Some('\''),
            '\u{201c}' | '\u{201d}' => Some('"'),
            '\u{2010}'..='\u{2014}' => Some('-'),
            other if other.is_whitespace() => None,
            other => Some(other),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::reader::{ReadLimits, read};
    use serde_json::json;

    #[test]
    fn cases_are_read_and_ordered_by_document() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("cases.jsonl");
        let case = |id: &str, document: &str| {
            json!({ "id": id, "document": document, "question": "?", "answer_type": "text" })
                .to_string()
        };
        std::fs::write(
            &path,
            format!(
                "{}\n\n{}\n{}",
                case("1", "b"),
                case("2", "a"),
                case("3", "b")
            ),
        )
        .unwrap();
        let ids: Vec<String> = read_cases(&path)
            .unwrap()
            .into_iter()
            .map(|case| case.id)
            .collect();
        assert_eq!(ids, ["2", "1", "3"]);
        std::fs::write(&path, "{}").unwrap();
        assert!(matches!(read_cases(&path), Err(AppError::Input { .. })));
    }

    fn gold(line_start: u32, line_end: u32, quote: &str) -> GoldSpan {
        GoldSpan {
            line_start,
            line_end,
            quote: quote.into(),
        }
    }

    #[test]
    fn a_quote_is_found_in_its_lines_of_a_text_whatever_its_spaces_and_signs() {
        let text = "fee: 10\nThe \u{201c}fee\u{201d}  is\n10 \u{2013} or 12\n";
        let document = read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap();
        assert_eq!(
            places(&document, &gold(2, 3, "\"fee\" is 10 - or")),
            [(2, 3)]
        );
        assert_eq!(places(&document, &gold(1, 1, "10")), [(1, 1)]);
        assert_eq!(places(&document, &gold(2, 2, "10")), []);
        assert_eq!(places(&document, &gold(1, 3, "10")), [(1, 1), (3, 3)]);
    }
}
