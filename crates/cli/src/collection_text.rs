//! Collections, tags, and one question of each of many documents, in plain text.

use app::words;
use app::{Collected, Collection, EachAnswer, EachRow, Tag, Tagged};
use std::fmt::Write as _;

/// What came of a change; `what` says what was done to the documents.
pub fn collected(collected: &Collected, what: &str) -> String {
    let mut out = String::new();
    if collected.is_new {
        let _ = writeln!(out, "new collection: {}", collected.collection.name);
    }
    let _ = writeln!(out, "{} {what}", documents(collected.changed as usize));
    out.push_str(&collections(std::slice::from_ref(&collected.collection)));
    out
}

/// A line for each.
pub fn collections(collections: &[Collection]) -> String {
    if collections.is_empty() {
        return "no collections yet; `attest docs collect NAME DOC` makes one".into();
    }
    let mut out = String::new();
    for one in collections {
        let _ = write!(out, "{}  {}", one.name, documents(one.document_ids.len()));
        if let Some(questions) = &one.questions {
            let _ = write!(out, "  questions {questions}");
        }
        if let Some(answer_type) = &one.answer_type {
            let _ = write!(out, "  type {answer_type}");
        }
        if let Some(folder) = &one.watched_folder {
            let _ = write!(out, "  watches {folder} while the window is open");
        }
        out.push('\n');
    }
    out
}

/// A collection that is gone.
pub fn deleted(collection: &Collection) -> String {
    let left = match collection.document_ids.len() {
        0 => "it held no document".to_owned(),
        1 => "its document stays".to_owned(),
        count => format!("its {count} documents stay"),
    };
    format!("deleted: {}; {left}", collection.name)
}

/// Every tag with its documents.
pub fn tags(tags: &[Tag]) -> String {
    if tags.is_empty() {
        return "no tags yet; `attest docs tag NAME DOC` gives one".into();
    }
    let line = |tag: &Tag| format!("{}  {}", tag.name, documents(tag.documents as usize));
    tags.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What came of a change; `what` says what the documents did.
pub fn tagged(tagged: &Tagged, what: &str) -> String {
    let count = documents(tagged.changed as usize);
    format!("{count} {what} the tag {}", tagged.name)
}

fn documents(count: usize) -> String {
    match count {
        1 => "1 document".to_owned(),
        count => format!("{count} documents"),
    }
}

/// What each document says, under what they say together.
pub fn each(answer: &EachAnswer) -> String {
    let mut out = differences(answer);
    let width = |of: fn(&EachRow) -> &str| {
        let widths = answer.rows.iter().map(|row| of(row).chars().count());
        widths.max().unwrap_or_default().min(MAX_WIDTH)
    };
    let names = width(|row| &row.document_title);
    let values = width(|row| &row.words);
    let states = width(|row| row.state.words());
    for row in &answer.rows {
        let state = row.state.words();
        let _ = writeln!(
            out,
            "{:<names$}  {:<values$}  {state:<states$}  record {}",
            row.document_title, row.words, row.record_id
        );
        if let Some(place) = row.place.as_ref().filter(|_| row.state.has_value()) {
            let lines = lines_of(place.line_start, place.line_end);
            let _ = writeln!(out, "  \"{}\"\n  page {}, {lines}", place.quote, place.page);
        }
    }
    let _ = writeln!(out, "batch {}", answer.batch_id);
    out
}

/// Widest column, in characters; what is longer moves the rest of its row.
const MAX_WIDTH: usize = 48;
/// Most values that are told above the table.
const MAX_SAID: usize = 5;

/// How many documents say what, where they do not all say the same.
fn differences(answer: &EachAnswer) -> String {
    let silent = answer
        .rows
        .iter()
        .filter(|row| !row.state.has_value())
        .count();
    if answer.said.len() < 2 {
        return String::new();
    }
    let mut parts: Vec<String> = answer
        .said
        .iter()
        .take(MAX_SAID)
        .map(|one| match one.documents {
            1 => format!("1 document says {}", one.words),
            count => format!("{count} documents say {}", one.words),
        })
        .collect();
    let more = answer.said.len().saturating_sub(MAX_SAID);
    match more {
        0 => {}
        1 => parts.push("1 other value".to_owned()),
        more => parts.push(format!("{more} other values")),
    }
    if silent > 0 {
        parts.push(format!("{silent} without a value"));
    }
    format!("{}\n\n", parts.join("; "))
}

fn lines_of(first: u64, last: u64) -> String {
    let narrow = |line: u64| u32::try_from(line).unwrap_or(u32::MAX);
    words::lines(narrow(first), narrow(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::{CellState, SaidByDocuments};

    fn answer(said: &[(&str, u32)]) -> EachAnswer {
        let said = said.iter().map(|(words, documents)| SaidByDocuments {
            words: (*words).to_owned(),
            documents: *documents,
        });
        EachAnswer {
            batch_id: "b".into(),
            question: "What is the notice period?".into(),
            finished: true,
            rows: vec![EachRow {
                document_id: "d".into(),
                document_title: "lease.txt".into(),
                record_id: "r".into(),
                state: CellState::NotFound,
                words: "not found".into(),
                probability: None,
                place: None,
            }],
            said: said.collect(),
        }
    }

    #[test]
    fn how_many_say_what_is_told_only_where_values_differ() {
        assert!(each(&answer(&[("30 days", 4)])).starts_with("lease.txt"));
        let differing = each(&answer(&[("30 days", 3), ("60 days", 1)]));
        let first = differing.lines().next().unwrap();
        assert_eq!(
            first,
            "3 documents say 30 days; 1 document says 60 days; 1 without a value"
        );
        let many: Vec<(&str, u32)> =
            vec![("a", 2), ("b", 1), ("c", 1), ("d", 1), ("e", 1), ("f", 1)];
        assert!(each(&answer(&many)).contains("; 1 other value; 1 without a value"));
    }
}
