//! Running lines: heads and feet of pages in a text that has lost its pages.
//!
//! What was printed on every page stands in the text as often as there were pages, and cuts through
//! lists and sentences that go on over two of them:
//!
//! ```text
//! 19. Damage to awnings by damp
//! 20. Damage to awnings by rust
//!
//! Page 1 of 6                          a line that stands here again, but for its figures
//!
//! Commercial property policy CP-20418  another one
//!
//! 21. Damage to awnings by flood
//! ```
//!
//! # Limits
//!
//! A line that is printed once, or differs in more than its figures, is not known. Whoever asks must
//! have another sign that something goes on, such as its next number or a count of pages
//! ([`Running::counts_pages`]): a heading that comes again (*Summary*) looks the same.

use crate::bundle::EvidenceChunk;
use crate::document::Line;
use crate::label::is_list_item;
use std::collections::{BTreeMap, BTreeSet};

/// Lines from which one that comes again is a running line.
const MIN_TIMES: usize = 2;
/// Lines between two of a kind, at least, as a rule: what comes closer is a list (*Unit 1*, *Unit 2*).
const MIN_APART: u32 = 4;
/// Longest running line, in characters: what is longer is prose.
const MAX_CHARACTERS: usize = 120;

/// The running lines of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Running(BTreeSet<String>);

impl Running {
    /// Those among the lines of one document. A line that is given twice counts once.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Self {
        let lines = lines.into_iter().map(|line| (line.number, line));
        let lines: BTreeMap<u32, &Line> = lines.collect();
        let mut places: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for (number, line) in &lines {
            if let Some(masked) = masked(&line.text) {
                places.entry(masked).or_default().insert(*number);
            }
        }
        places.retain(|_, numbers| numbers.len() >= MIN_TIMES && are_apart(numbers));
        let again: BTreeSet<u32> = places.values().flatten().copied().collect();
        places.retain(|_, numbers| {
            let at_edges = numbers
                .iter()
                .filter(|number| is_at_edge(&lines, &again, **number));
            at_edges.count() * 3 >= numbers.len() * 2
        });
        Self(places.into_keys().collect())
    }

    /// Those of each document that these passages are of, by its id.
    #[must_use]
    pub fn of_each<'c>(
        passages: impl IntoIterator<Item = &'c EvidenceChunk>,
    ) -> BTreeMap<&'c str, Running> {
        let mut documents: BTreeMap<&str, Vec<&Line>> = BTreeMap::new();
        for passage in passages {
            let lines = documents.entry(&passage.document_id).or_default();
            lines.extend(&passage.lines);
        }
        let running = |(id, lines)| (id, Running::of(lines));
        documents.into_iter().map(running).collect()
    }

    /// Whether a line is one of them.
    #[must_use]
    pub fn holds(&self, line: &Line) -> bool {
        masked(&line.text).is_some_and(|masked| self.0.contains(&masked))
    }

    /// Whether a line is one of them and says which page of how many it is: *Page 2 of 6*. That stands at
    /// the edge of a page and nowhere else.
    #[must_use]
    pub fn counts_pages(&self, line: &Line) -> bool {
        is_count(&line.text) && self.holds(line)
    }
}

/// Whether the figures of a line are those of a page and of how many there are.
fn is_count(text: &str) -> bool {
    let figures = text.split(|character: char| !character.is_ascii_digit());
    let figures: Vec<Option<u32>> = figures
        .filter(|figure| !figure.is_empty())
        .map(|figure| figure.parse().ok())
        .collect();
    matches!(figures[..], [Some(page), Some(pages)] if 0 < page && page <= pages)
}

/// Whether a line may stand at the edge of a page: beside a blank line, a count of pages or the end of what is known, or beside
/// one of the lines that come `again` which does. Items that differ in their figures stand beside other items.
fn is_at_edge(lines: &BTreeMap<u32, &Line>, again: &BTreeSet<u32>, number: u32) -> bool {
    let text = |number| lines.get(&number).map_or("", |line| line.text.trim());
    let is_end = |text: &str| text.is_empty() || is_count(text);
    let ends = |beside: u32, beyond: u32| {
        is_end(text(beside)) || (again.contains(&beside) && is_end(text(beyond)))
    };
    is_count(text(number))
        || ends(number + 1, number + 2)
        || ends(number.saturating_sub(1), number.saturating_sub(2))
}

/// Whether most of these lines stand apart, as the edges of pages do.
fn are_apart(numbers: &BTreeSet<u32>) -> bool {
    let pairs = numbers.iter().zip(numbers.iter().skip(1));
    let far = pairs.filter(|(one, next)| *next - *one >= MIN_APART);
    far.count() * 2 > numbers.len() - 1
}

/// A line without its figures; none for what no page has at its edge: items of lists, what announces
/// something, lines of prose, lines without a word.
fn masked(text: &str) -> Option<String> {
    let text = text.trim();
    if text.ends_with(':') || is_list_item(text) || text.chars().count() > MAX_CHARACTERS {
        return None;
    }
    let mut masked = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            digit if digit.is_ascii_digit() => {
                if !masked.ends_with('0') {
                    masked.push('0');
                }
            }
            other => masked.push(other),
        }
    }
    masked.chars().any(char::is_alphabetic).then_some(masked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::{ReadLimits, read};

    #[test]
    fn what_comes_again_but_for_its_figures_is_a_running_line() {
        let text = "Policy CP-7\n1. Page fees\nPage 9 of 10\n\nPolicy CP-7\n2. Page fees\nNote:\n12\nOnce\nNote:\n13\nPage 10 of 10\n";
        let document = read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap();
        let twice = document.lines.iter().chain(&document.lines);
        let running = Running::of(twice);
        let found: Vec<u32> = document
            .lines
            .iter()
            .filter(|line| running.holds(line))
            .map(|line| line.number)
            .collect();
        assert_eq!(found, [1, 3, 5, 12]);
        let counted = document
            .lines
            .iter()
            .filter(|line| running.counts_pages(line));
        assert_eq!(counted.map(|line| line.number).collect::<Vec<_>>(), [3, 12]);
    }

    #[test]
    fn items_that_differ_in_their_figures_are_no_running_lines() {
        let near = "Unit 1\nUnit 2\nUnit 3\nUnit 4\nUnit 5\nUnit 6\n";
        let far = "Mould in flat 3\nA crack\nA leak\nDust\nMould in flat 7\nA gap\n";
        // One of two beside the edge of a page.
        let beside = "Mould in flat 3\nA crack\nA leak\nDust\nRust\n\nMould in flat 7\nA gap\n";
        for text in [near, far, beside] {
            let text = format!("Items:\n{text}");
            let document = read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap();
            let running = Running::of(&document.lines);
            assert!(
                !document.lines.iter().any(|line| running.holds(line)),
                "{text}"
            );
        }
    }
}
