//! Where a candidate stands in a table: in one that the reader of its document found, or in columns
//! that blanks alone tell apart.
//!
//! ```text
//! Version                     Effective date
//! Original                    15 March 2024      -> Original, 1, Effective date
//! Amended                     1 April 2024       -> Amended, 1, Effective date
//! ```
//!
//! A reader of plain text takes two such columns for no table, since forms and prose have gaps as well. Two
//! versions of one statement are told by little else than their labels; so they are looked for there, too,
//! where every line down from the headings begins its cells at the very same places.
//!
//! # Limits
//!
//! Columns that are set to the right, and those that tabs part, begin at no one place and are not found.

use contract::Candidate;
use evidence::EvidenceChunk;

/// A place in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InTable<'a> {
    /// The first cell of the row.
    pub label: &'a str,
    /// The column, counted from 0.
    pub at: usize,
    /// The heading of the column.
    pub heading: &'a str,
}

/// Where a candidate's first span stands; none where that is in no table with headings.
pub(super) fn in_table<'a>(
    candidate: &Candidate,
    chunks: &'a [EvidenceChunk],
) -> Option<InTable<'a>> {
    let span = candidate.items.first()?.spans.first()?;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == span.anchor)?;
    let (wording, line) = (candidate.wording.as_str(), span.line_start);
    found(wording, line, chunk).or_else(|| in_blanks(wording, line, chunk))
}

/// In a table of the passage.
fn found<'a>(wording: &str, line: u32, chunk: &'a EvidenceChunk) -> Option<InTable<'a>> {
    chunk.tables.iter().find_map(|table| {
        // A row of words alone over the others heads them, also where nothing marks it so.
        let heads = table
            .rows
            .get((table.header_rows as usize).saturating_sub(1))?;
        if table.header_rows == 0 && heads.iter().any(|cell| has_figure(&cell.text)) {
            return None;
        }
        let mut rows = table.rows.iter().skip(table.header_rows.max(1) as usize);
        rows.find_map(|row| {
            let at = row.iter().position(|cell| {
                (cell.line_start..=cell.line_end).contains(&line) && stands_in(wording, &cell.text)
            })?;
            Some(InTable {
                label: row.first().map_or("", |cell| cell.text.as_str()),
                at,
                heading: heads.get(at)?.text.as_str(),
            })
        })
    })
}

/// Among the passage's lines, below a line of words alone.
fn in_blanks<'a>(wording: &str, line: u32, chunk: &'a EvidenceChunk) -> Option<InTable<'a>> {
    let here = chunk.lines.iter().position(|one| one.number == line)?;
    let row = cells(&chunk.lines.get(here)?.text);
    let at = row.iter().position(|(_, text)| stands_in(wording, text))?;
    let begins = |row: &[(usize, &str)]| -> Vec<usize> { row.iter().map(|cell| cell.0).collect() };
    let columns = begins(&row);
    let above = chunk.lines.iter().take(here).rev();
    let heads = above
        .map(|line| cells(&line.text))
        .take_while(|cells| cells.len() > 1 && begins(cells) == columns)
        .last()?;
    if heads.iter().any(|(_, text)| has_figure(text)) {
        return None;
    }
    Some(InTable {
        label: row.first()?.1,
        at,
        heading: heads.get(at)?.1,
    })
}

/// Whether a wording stands in a text as such, not as part of a longer figure.
pub(super) fn stands_in(wording: &str, text: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(wording).any(|(at, found)| {
        let (before, after) = (text.get(..at), text.get(at + found.len()..));
        !is_part(before.and_then(|before| before.chars().next_back()))
            && !is_part(after.and_then(|after| after.chars().next()))
    })
}

fn has_figure(text: &str) -> bool {
    text.contains(|one: char| one.is_ascii_digit())
}

/// What two blanks or more part, and the character at which each part begins.
fn cells(line: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut column = 0;
    for part in line.split("  ") {
        let lead = part.len() - part.trim_start_matches(' ').len();
        let text = part.trim_matches(' ');
        if !text.is_empty() {
            parts.push((column + lead, text));
        }
        column += part.chars().count() + 2;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{InTable, cells, in_table};
    use contract::Candidate;
    use evidence::EvidenceChunk;
    use serde_json::json;

    /// Where a date stands in a passage of these lines.
    fn at<'a>(date: &str, chunk: &'a [EvidenceChunk]) -> Option<InTable<'a>> {
        let line = chunk[0].lines.iter().find(|line| line.text.contains(date));
        let number = line.unwrap().number;
        let span =
            json!({ "anchor": "C0", "line_start": number, "line_end": number, "quote": date });
        let item = json!({ "value": { "iso": date, "original": date }, "spans": [span] });
        let whole = json!({ "items": [item], "wording": date, "context": "" });
        let candidate: Candidate = serde_json::from_value(whole).unwrap();
        in_table(&candidate, chunk)
    }

    fn passage(lines: &[&str]) -> [EvidenceChunk; 1] {
        [EvidenceChunk::of_lines("C0", 1, lines.iter().copied())]
    }

    #[test]
    fn cells_are_parted_by_two_blanks_or_more_and_know_where_they_begin() {
        assert_eq!(cells("a b  c   d"), [(0, "a b"), (5, "c"), (9, "d")]);
        assert_eq!(cells("   ä  b "), [(3, "ä"), (6, "b")]);
        assert_eq!(cells("one line"), [(0, "one line")]);
        assert_eq!(cells("    "), []);
    }

    #[test]
    fn columns_of_blanks_have_headings_where_every_cell_begins_at_one_place() {
        let table = passage(&[
            "Dates of the agreement:",
            "Version      Effective date   Signed",
            "Original     15 March 2024    yes",
            "Amended      1 April 2024     no",
        ]);
        for (date, label) in [("15 March 2024", "Original"), ("1 April 2024", "Amended")] {
            let expected = InTable {
                label,
                at: 1,
                heading: "Effective date",
            };
            assert_eq!(at(date, &table), Some(expected), "{date}");
        }
    }

    #[test]
    fn gaps_that_make_no_columns_and_rows_without_headings_make_no_table() {
        for lines in [
            // Nothing above, or a figure in the first of the rows.
            ["", "", "Original     15 March 2024"],
            ["", "Drafted      3 May 2023", "Original     15 March 2024"],
            // The cells of the line above begin elsewhere, or are others in number.
            ["", "Version   Effective date", "Original     15 March 2024"],
            ["", "Version      Date  Place", "Original     15 March 2024"],
            // A line of prose between.
            [
                "Version      Effective date",
                "As agreed.",
                "Original     15 March 2024",
            ],
            [
                "Version      Effective date",
                "",
                "It began on 15 March 2024.",
            ],
        ] {
            assert_eq!(at("15 March 2024", &passage(&lines)), None, "{lines:?}");
        }
    }
}
