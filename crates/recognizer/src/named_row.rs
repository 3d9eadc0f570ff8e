//! Values in a row of a table whose label a question names, against those of the other rows.
//!
//! ```text
//! | Lease begins | 1 March 2024     |
//! | Lease ends   | 28 February 2027 |     "When does the lease begin?"  ->  1 March 2024
//! ```
//!
//! A value in a row stands under the label of its row. Where a label of the same table holds all
//! words of the question that its own row holds, and more, what stands in its own row is not
//! chosen: it is no support for an answer. It stays among what is weighed, as the doubt that it
//! was before. Three things keep this from taking away what is right:
//!
//! * a row is heard with all of its cells and the line over its group, the label that outdoes it
//!   with itself and its group alone;
//! * the label that outdoes it has no larger share of words that nobody asked for: of *Total* and
//!   *Total amount of GST*, the second is not the total amount;
//! * it holds at least half of the question's words: one word in common with a label says little
//!   of a question that asks for something in words of its own.
//!
//! # Limits
//!
//! Labels are compared by their words: a label that says the same in others (*start* for *begin*)
//! holds none of them, and then nothing is taken away. A table is found by its place, as in
//! the rest of this crate; lines of prose with a label and a colon are no rows.

use super::page::{Cell, Page};
use super::stem::{content_words, stems};
use super::terms::Terms;
use contract::Candidate;
use evidence::EvidenceChunk;
use std::collections::BTreeSet;

/// The part of a question's words that a label holds, at least, which outdoes another: a half. Set
/// by hand and checked on TUNE.
const PART_HELD: usize = 2;

/// Indices, ascending, of the candidates in rows of a table that are outdone by a row that the question names.
/// Never all of those in one column of a table.
pub fn outdone(terms: &Terms, chunks: &[EvidenceChunk], candidates: &[Candidate]) -> Vec<usize> {
    let asked: BTreeSet<&str> = terms.content.iter().map(String::as_str).collect();
    if asked.is_empty() || candidates.len() < 2 {
        return Vec::new();
    }
    let page = Page::of(chunks);
    let of = |one: &Candidate| Standing::of(&page, &asked, one);
    let stand: Vec<Option<Standing>> = candidates.iter().map(of).collect();
    let is_outdone = |own: &Standing| {
        let mut others = stand.iter().flatten();
        others.any(|other| other.outdoes(own, asked.len()))
    };
    let places = stand.iter().enumerate();
    places
        .filter_map(|(index, own)| own.as_ref().filter(|own| is_outdone(own)).map(|_| index))
        .collect()
}

/// How a candidate stands in its table, by the words of the question.
struct Standing<'a> {
    table: usize,
    cell: Cell<'a>,
    /// What its row holds of the question, with the line over its group.
    row: BTreeSet<&'a str>,
    /// What its label holds, with the line over its group.
    label: BTreeSet<&'a str>,
    /// Words of its label that the question has, and all of them.
    share: (usize, usize),
}

impl<'a> Standing<'a> {
    /// None for what stands in no row that has a label.
    fn of(page: &Page<'a>, asked: &BTreeSet<&'a str>, candidate: &Candidate) -> Option<Self> {
        let (at, own) = page.cell_of(candidate)?;
        let table = page.table(at)?;
        let cells = page.cells(at);
        let before = cells.iter().position(|cell| cell == own)?;
        let mut labels = cells.iter().take(before);
        let label = labels.find(|cell| cell.is_label())?.text;
        let group = page.group_over(at).unwrap_or_default();
        let held = |texts: &[&str]| -> BTreeSet<&'a str> {
            let words = texts.iter().flat_map(|text| stems(text));
            words
                .filter_map(|word| asked.get(word.as_str()).copied())
                .collect()
        };
        let said = content_words(label);
        let whole: Vec<&str> = cells.iter().map(|cell| cell.text).chain([group]).collect();
        Some(Self {
            table,
            cell: own.clone(),
            row: held(&whole),
            label: held(&[label, group]),
            share: (held(&[label]).len(), said.len()),
        })
    }

    /// Whether the question names this row, and another in the same column less well.
    fn outdoes(&self, other: &Self, asked: usize) -> bool {
        let (own_held, own_said) = self.share;
        let (held, said) = other.share;
        self.table == other.table
            && self.cell.is_over(&other.cell)
            && other.row.len() < self.label.len()
            && other.row.is_subset(&self.label)
            && held * own_said <= own_held * said
            && PART_HELD * self.label.len() >= asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(question: &str, answer_type: &str, text: &str) -> Vec<String> {
        crate::test_scene::left(&Terms::of(question), answer_type, text, outdone)
    }

    const ROWS: [[&str; 2]; 4] = [
        ["Lease begins", "1 March 2024"],
        ["Lease ends", "28 February 2027"],
        ["Annual rent", "USD 12,400"],
        ["Deposit", "USD 2,000"],
    ];

    /// The rows as readers write them: of comma-separated values, of Markdown, with tabs, with
    /// columns of blanks, and with as many blanks as end a cell.
    fn layouts() -> [String; 5] {
        let write = |row: &dyn Fn(&str, &str) -> String| {
            let lines = ROWS.map(|[label, value]| row(label, value));
            lines.join("\n")
        };
        [
            write(&|label, value| format!("{label} | {value}")),
            write(&|label, value| format!("| {label} | {value} |")),
            write(&|label, value| format!("{label}\t{value}")),
            write(&|label, value| format!("{label:<20}{value}")),
            write(&|label, value| format!("{label}  {value}")),
        ]
    }

    #[test]
    fn a_value_stands_under_the_label_of_its_row_in_any_layout() {
        for text in layouts() {
            for (question, answer_type, value) in [
                ("When does the lease begin?", "date", "1 March 2024"),
                ("When does the lease end?", "date", "28 February 2027"),
                ("What is the annual rent?", "amount", "USD 12,400"),
                ("How much is the deposit?", "amount", "USD 2,000"),
            ] {
                assert_eq!(left(question, answer_type, &text), [value], "{text}");
            }
        }
    }

    #[test]
    fn labels_that_say_it_in_other_words_take_nothing_away() {
        for text in layouts() {
            let left = left("When does the tenancy start?", "date", &text);
            assert_eq!(left, ["1 March 2024", "28 February 2027"], "{text}");
        }
    }

    #[test]
    fn a_label_with_more_that_nobody_asked_for_does_not_outdo_the_plain_one() {
        let text = "Total | USD 60\nTotal amount of GST | USD 3";
        let question = "What is the total amount?";
        assert_eq!(left(question, "amount", text), ["USD 60", "USD 3"]);
        let text = "Total | USD 60\nTotal amount | USD 63";
        assert_eq!(left(question, "amount", text), ["USD 63"]);
    }

    #[test]
    fn one_word_in_common_says_little_of_a_long_question() {
        let text = "Shares issued | 40 shares\nEnding balance | 900 shares";
        let question = "How many shares were outstanding when the fiscal year closed?";
        assert_eq!(left(question, "number", text).len(), 2);
    }

    #[test]
    fn a_row_belongs_to_the_line_over_its_group() {
        let text = "Earnings per share\nBasic  USD 1.20\nDiluted  USD 1.10\nNet earnings  USD 900";
        let question = "What are the basic earnings per share?";
        assert_eq!(left(question, "amount", text), ["USD 1.20"]);
    }

    #[test]
    fn other_tables_other_columns_and_prose_are_left_alone() {
        let apart = "Deposit | USD 2,000\n\n\n\nAnnual rent | USD 12,400";
        let question = "What is the annual rent?";
        assert_eq!(left(question, "amount", apart), ["USD 2,000", "USD 12,400"]);
        let columns = "Deposit | USD 2,000 |\nAnnual rent | | USD 12,400";
        assert_eq!(left(question, "amount", columns).len(), 2);
        let prose = "The deposit is USD 2,000.\nThe annual rent is USD 12,400.";
        assert_eq!(left(question, "amount", prose).len(), 2);
    }
}
