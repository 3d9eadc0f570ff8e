//! Citations, checked by code of their own: the quote must stand in the lines
//! that `docs show --text` prints under the cited numbers.

use crate::Scratch;
use serde_json::Value;
use std::collections::BTreeMap;

/// The lines of a stored document by number, as `docs show --text` prints
/// them.
pub fn cited_text(scratch: &Scratch, document: &str) -> BTreeMap<u64, String> {
    let run = scratch.run(&["docs", "show", document, "--text"]);
    run.assert_code(0);
    let numbered = |line: &str| {
        let (number, text) = line
            .trim_start()
            .split_once("  ")
            .or_else(|| Some((line.trim(), "")))?;
        Some((number.parse().ok()?, text.to_owned()))
    };
    // A numbered line begins with its number in six columns.
    run.stdout
        .lines()
        .filter(|line| line.starts_with(' '))
        .filter_map(numbered)
        .collect()
}

/// Asserts that every citation of a response stands in its lines and on its
/// page, and that there are some exactly where a value stands on something;
/// returns how many there are.
pub fn assert_cited(scratch: &Scratch, response: &Value) -> usize {
    let citations = response["citations"].as_array().expect("citations");
    let items = response["answer"]["items"].as_array();
    let spans = items.into_iter().flatten().map(|item| &item["spans"]);
    let spans: usize = spans
        .map(|spans| spans.as_array().expect("spans").len())
        .sum();
    assert_eq!(citations.is_empty(), spans == 0, "{response}");
    for citation in citations {
        let id = citation["document_id"].as_str().expect("document_id");
        let document = scratch.json(&["docs", "show", id]);
        let lines = cited_text(scratch, id);
        let (first, last) = (number(citation, "line_start"), number(citation, "line_end"));
        assert!(first >= 1 && first <= last, "{citation}");
        let text: Vec<&str> = lines
            .range(first..=last)
            .map(|(_, text)| text.as_str())
            .collect();
        assert_eq!(
            text.len() as u64,
            last - first + 1,
            "lines that do not exist: {citation}"
        );
        let quote = citation["quote"].as_str().expect("quote");
        assert!(!quote.trim().is_empty(), "an empty quote: {citation}");
        assert!(
            squash(&text.join(" ")).contains(&squash(quote)),
            "not in the cited lines: {citation}\n{text:?}"
        );
        assert_eq!(
            page(&document, first),
            Some(number(citation, "page_number")),
            "another page: {citation}"
        );
    }
    citations.len()
}

fn number(citation: &Value, name: &str) -> u64 {
    citation[name]
        .as_u64()
        .unwrap_or_else(|| panic!("{name} in {citation}"))
}

fn page(document: &Value, line: u64) -> Option<u64> {
    let lines = document["lines"].as_array()?;
    lines
        .iter()
        .find(|one| one["number"].as_u64() == Some(line))?["page"]
        .as_u64()
}

/// One space for every run of white space.
fn squash(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
