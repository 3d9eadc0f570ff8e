//! Strong completeness: whether what was shown ends where the matter ends.
//!
//! Retrieval holds back the block of lines after the last one shown. The model
//! never sees it; its beginning tells whether the shown lines break off
//! (`context_completeness_strong` of the answer). The rules, in this order:
//!
//! | what follows the last line shown | |
//! |---|---|
//! | nothing: the document ends | bounded |
//! | a heading | bounded |
//! | more rows of a table whose rows were shown | truncated |
//! | a list item whose label comes after the last one shown, or one more bullet | truncated |
//! | a line that goes on with a sentence: the line before ends in the middle of one, and this one begins with a small letter; or the line before ends with a comma, semicolon or dash | truncated |
//! | anything else | unknown |
//!
//! Between two items of a list that have numbers or letters, heads and feet of pages are passed
//! over ([`Running`]), between bullets only where one of them counts the pages; a head that stands
//! once is unknown.

use crate::document::{Document, Line};
use crate::label::Label;
use crate::running::Running;
use serde::{Deserialize, Serialize};

/// Lines held back, at most.
pub const MAX_BLOCK_LINES: u32 = 12;
/// Lines at the foot of a page and the head of the next, together, that may stand in a list.
pub const MAX_EDGE_LINES: usize = 4;

/// Whether the shown lines end where the matter ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Completeness {
    /// Something new begins after them.
    Bounded,
    /// It goes on after them.
    Truncated,
    /// Neither can be told.
    #[default]
    Unknown,
}

/// The block after `last_line`: to the end of the page it begins on, at most
/// [`MAX_BLOCK_LINES`]; none where no line with text follows.
pub fn held_back(document: &Document, last_line: u32) -> Option<(u32, u32)> {
    let first = next_filled(document, last_line)?;
    let last = document
        .lines
        .iter()
        .skip(first.number as usize)
        .take(MAX_BLOCK_LINES as usize - 1)
        .take_while(|line| line.page == first.page)
        .last()
        .map_or(first.number, |line| line.number);
    Some((first.number, last))
}

/// Judges the lines `first_line..=last_line` by what follows them; `running` are the document's.
pub fn completeness(
    document: &Document,
    running: &Running,
    first_line: u32,
    last_line: u32,
) -> Completeness {
    let Some(next) = next_filled(document, last_line) else {
        return Completeness::Bounded;
    };
    let is_heading = document
        .sections
        .iter()
        .any(|section| section.first_line == next.number);
    if is_heading {
        return Completeness::Bounded;
    }
    let goes_on = document
        .tables
        .iter()
        .any(|table| table.first_line <= last_line && next.number <= table.last_line);
    let shown: Vec<&Line> = document
        .lines
        .iter()
        .filter(|line| (first_line..=last_line).contains(&line.number))
        .collect();
    if goes_on
        || continues_list(&shown, next)
        || continues_behind_edges(document, running, &shown, last_line)
        || continues_sentence(&shown, next)
    {
        return Completeness::Truncated;
    }
    Completeness::Unknown
}

/// The first line behind a line that is more than the edge of a page; none where the document ends
/// or more edges follow than pages have.
pub fn next_matter<'d>(
    document: &'d Document,
    running: &Running,
    last_line: u32,
) -> Option<&'d Line> {
    let behind = document.lines.iter().skip(last_line as usize);
    let filled = behind.filter(|line| !line.text.trim().is_empty());
    filled
        .take(MAX_EDGE_LINES + 1)
        .find(|line| !running.holds(line))
}

/// The first line with text behind a line; none where the document ends.
pub fn next_filled(document: &Document, last_line: u32) -> Option<&Line> {
    document
        .lines
        .iter()
        .skip(last_line as usize)
        .find(|line| !line.text.trim().is_empty())
}

/// Whether a list goes on behind the heads and feet of pages. A bullet may be of another list, unless
/// one of those counts the pages.
fn continues_behind_edges(
    document: &Document,
    running: &Running,
    shown: &[&Line],
    last_line: u32,
) -> bool {
    let is_bullet = |label: &Label| matches!(label, Label::Bullet(_));
    next_matter(document, running, last_line).is_some_and(|next| {
        let edges = (last_line as usize).min(document.lines.len())..next.number as usize - 1;
        let mut edges = document.lines.get(edges).into_iter().flatten();
        let is_known = !Label::of(&next.text).iter().any(is_bullet);
        (is_known || edges.any(|line| running.counts_pages(line))) && continues_list(shown, next)
    })
}

fn continues_list(shown: &[&Line], next: &Line) -> bool {
    let last = shown
        .iter()
        .rev()
        .map(|line| Label::of(&line.text))
        .find(|labels| !labels.is_empty())
        .unwrap_or_default();
    Label::any_after(&last, &Label::of(&next.text))
}

fn continues_sentence(shown: &[&Line], next: &Line) -> bool {
    let Some(last) = shown
        .iter()
        .rev()
        .map(|line| line.text.trim_end())
        .find(|text| !text.is_empty())
    else {
        return false;
    };
    if last.ends_with([',', ';', '-', '–', '—']) {
        return true;
    }
    let begins_small = next
        .text
        .trim_start()
        .chars()
        .next()
        .is_some_and(char::is_lowercase);
    begins_small && !last.ends_with(['.', '!', '?', ':', '"', '”', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Cell, Table};
    use crate::reader::{ReadLimits, read};

    fn document(text: &str) -> Document {
        read("a.md", text.as_bytes(), &ReadLimits::default()).unwrap()
    }

    /// What follows line 2.
    fn judge(text: &str) -> Completeness {
        let document = document(text);
        completeness(&document, &Running::of(&document.lines), 1, 2)
    }

    #[test]
    fn every_row_of_the_table_of_rules_holds() {
        use Completeness::{Bounded, Truncated, Unknown};
        let cases = [
            ("the document ends", "Cats:\n- a cat.\n\n", Bounded),
            ("a heading", "Cats:\n- a cat\n\n# Dogs\n", Bounded),
            ("a bullet", "Cats:\n- a cat.\n- a tom.\n", Truncated),
            ("another bullet", "Cats:\n- a cat.\n* Dogs.\n", Unknown),
            ("a letter", "Perils:\n(a) fire.\n\n(b) flood.\n", Truncated),
            ("a number", "Perils:\n9. Fire.\n10. Flood.\n", Truncated),
            ("roman", "Perils:\n(iv) fire.\n(v) flood.\n", Truncated),
            (
                "roman after a letter",
                "Perils:\n(h) fire.\n(i) flood.\n",
                Truncated,
            ),
            ("a list anew", "Perils:\n(c) fire.\n(a) flood.\n", Unknown),
            ("another style", "Perils:\n(a) fire.\nb. flood.\n", Unknown),
            ("an outline", "Perils:\n4.1 Fire.\n4.2 Flood.\n", Truncated),
            (
                "another outline",
                "Perils:\n4.1 Fire.\n5.2 Flood.\n",
                Unknown,
            ),
            (
                "a label over two lines",
                "(a) fire and\nsmoke.\n(b) flood.\n",
                Truncated,
            ),
            (
                "a sentence",
                "The insurer pays\nfor loss and\ndamage.\n",
                Truncated,
            ),
            (
                "a number behind the edges of pages",
                "8. Fire.\n9. Flood.\n\nPage 1\nPolicy 7\n\n10. Vermin.\nPage 2\nPolicy 7\n",
                Truncated,
            ),
            (
                "a bullet behind them",
                "- Fire.\n- Flood.\n\nPage 1\nPolicy 7\n\n- Vermin.\nPage 2\nPolicy 7\n",
                Unknown,
            ),
            (
                "a bullet behind a count of pages",
                "- Fire.\n- Flood.\n\nPage 1 of 2\nPolicy 7\n\n- Vermin.\nPage 2 of 2\nPolicy 7\n",
                Truncated,
            ),
            (
                "a number behind a line that stands once",
                "8. Fire.\n9. Flood.\n\nNotes\n\n10. Vermin.\n",
                Unknown,
            ),
            ("a comma", "Insured are fire,\nflood,\nStorm.\n", Truncated),
            (
                "a new sentence",
                "The insurer pays.\nIt does.\nNot always.\n",
                Unknown,
            ),
            ("no punctuation", "Total\nPremium\nDeductible\n", Unknown),
        ];
        for (name, text, expected) in cases {
            assert_eq!(judge(text), expected, "{name}");
        }
    }

    #[test]
    fn rows_of_the_table_that_were_not_shown_truncate() {
        let mut document = document("Year Sum.\n2019 1.\n2020 2.\nNotes.\n");
        document.tables = vec![Table {
            first_line: 1,
            last_line: 3,
            header_rows: 1,
            rows: vec![vec![Cell {
                text: "Year".into(),
                line_start: 1,
                line_end: 1,
            }]],
        }];
        let running = Running::of(&document.lines);
        let judge = |last| completeness(&document, &running, 1, last);
        assert_eq!(judge(2), Completeness::Truncated);
        assert_eq!(judge(3), Completeness::Unknown);
    }

    #[test]
    fn the_block_held_back_begins_with_text_and_has_a_limit() {
        let text = format!("one\n\n\n{}", "line\n".repeat(40));
        let document = document(&text);
        assert_eq!(held_back(&document, 1), Some((4, 15)));
        assert_eq!(held_back(&document, 43), None);
        let running = Running::of(&document.lines);
        assert_eq!(
            completeness(&document, &running, 1, 43),
            Completeness::Bounded
        );
    }
}
