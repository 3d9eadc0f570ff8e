//! Cells of a table that stand in the very column, or row, that a question names.
//!
//! ```text
//!                     2019    2018
//! Deferred revenue    10.5    10.4     "What was the deferred revenue in 2018?"  ->  10.4
//! ```
//!
//! That 10.5 stands below 2019 is no question of what is likely. So where a question names a
//! year, and some of the columns of a row are headed by it and others by another year, what
//! stands in those others is not offered; the same for rows whose labels are years.
//!
//! # Limits
//!
//! A heading is found by its place: in tables with bars or tabs by the number of the cell, where
//! cells are two blanks apart by how many stand behind it, in others where it stands above the cell. Below a heading that says nothing of years nothing is
//! taken away.

use super::layout::YEAR;
use super::page::{Cell, MOST_ABOVE, MOST_BETWEEN, Page};
use super::terms::Terms;
use contract::Candidate;
use evidence::EvidenceChunk;
use std::collections::BTreeSet;

/// Words of a label that is a year, at most: *Year ended 31 December 2018*.
const LONGEST_LABEL: usize = 5;

/// Takes out the candidates in columns of other years than the question names, where their row
/// has a column of a year that it does name; so for rows whose labels are years.
pub fn keep_named_years(terms: &Terms, chunks: &[EvidenceChunk], candidates: &mut Vec<Candidate>) {
    let asked = terms.years();
    if asked.is_empty() {
        return;
    }
    let page = Page::of(chunks);
    candidates.retain(|one| {
        let Some((at, own)) = page.cell_of(one) else {
            return true;
        };
        let column = |cell: &Cell<'_>| {
            let heads = page.heads_above(at, cell);
            let heads: Vec<&str> = heads.iter().map(|(_, head)| head.text).collect();
            years_of(&heads)
        };
        let row = page.cells(at).iter().skip(1);
        let in_row: Vec<(&str, BTreeSet<&str>)> =
            row.map(|cell| (cell.text, column(cell))).collect();
        let in_column = page.labels(at, own);
        let label: BTreeSet<&str> = page
            .label(at, own)
            .map(|label| years_of(&[label]))
            .unwrap_or_default();
        fits(&asked, &column(own), own.text, &in_row) && fits(&asked, &label, own.text, &in_column)
    });
}

/// Whether years are those of the question as far as those of any other cell are, or another
/// cell that fits as well says the same.
fn fits(
    asked: &BTreeSet<&str>,
    years: &BTreeSet<&str>,
    text: &str,
    others: &[(&str, BTreeSet<&str>)],
) -> bool {
    let shared = |years: &BTreeSet<&str>| years.intersection(asked).count();
    let most = others
        .iter()
        .map(|(_, years)| shared(years))
        .max()
        .unwrap_or_default();
    let says_it = |(other, years): &(&str, BTreeSet<&str>)| *other == text && shared(years) == most;
    years.is_empty() || shared(years) >= most || others.iter().any(says_it)
}

/// The years that texts name.
fn years_of<'a>(texts: &[&'a str]) -> BTreeSet<&'a str> {
    let years = texts.iter().flat_map(|text| YEAR.find_iter(text));
    years.map(|year| year.as_str()).collect()
}

impl<'a> Page<'a> {
    /// The first cell of a row, where it is a label of few words over nothing of `own`.
    fn label(&self, at: usize, own: &Cell<'_>) -> Option<&'a str> {
        let label = self.cells(at).first().filter(|label| !label.is_over(own))?;
        (label.text.split_whitespace().count() <= LONGEST_LABEL).then_some(label.text)
    }

    /// The cells above and below `own` in its table, and the years of their rows' labels.
    fn labels(&self, at: usize, own: &Cell<'_>) -> Vec<(&'a str, BTreeSet<&'a str>)> {
        let mut found = Vec::new();
        let mut take = |rows: &mut dyn Iterator<Item = usize>| {
            let mut between = 0;
            for row in rows {
                let cells = self.cells(row);
                between = if cells.len() < 2 { between + 1 } else { 0 };
                if between > MOST_BETWEEN {
                    break;
                }
                let cell = cells.iter().skip(1).find(|cell| cell.is_over(own));
                if let (Some(cell), Some(label)) = (cell, self.label(row, own)) {
                    found.push((cell.text, years_of(&[label])));
                }
            }
        };
        take(&mut (at.saturating_sub(MOST_ABOVE)..at).rev());
        take(&mut (at + 1..(at + MOST_ABOVE).min(self.len())));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::recognize::recognize;
    use crate::test_scene::chunk;
    use contract::Value;

    /// What is left of the numbers in a text, for a question; the years are whole numbers.
    fn left(question: &str, text: &str) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        left_of(question, &[chunk("C0", &lines)])
    }

    fn left_of(question: &str, chunks: &[EvidenceChunk]) -> Vec<String> {
        let mut found = recognize("number", chunks, &Options::default());
        keep_named_years(&Terms::of(question), chunks, &mut found);
        let figure = |one: &Candidate| match one.items.first().map(|item| &item.value) {
            Some(Value::Number(number)) => number.value.to_string(),
            other => panic!("no number: {other:?}"),
        };
        let mut left: Vec<String> = found.iter().map(figure).collect();
        left.retain(|figure| figure.contains('.'));
        left.sort();
        left.dedup();
        left
    }

    const BARS: &str = "| (in millions) | 2019 | 2018 |\n| Deferred revenue | 10.5 | 10.4 |\n| Other | 26.5 | 24.4 |";
    const TABS: &str = "\t2019\t2018\nDeferred revenue\t10.5\t10.4\nOther\t26.5\t24.4";
    const BLANKS: &str = "                    2019    2018\n\
                          Deferred revenue    10.5    10.4\n\
                          Other               26.5    24.4";
    const NARROW: &str =
        "(in millions of dollars)  2019  2018\nDeferred revenue  10.5  10.4\nOther  26.5  24.4";
    const ROWS: &str =
        "Year    Deferred    Other\n2019    10.5        26.5\n2018    10.4        24.4";

    #[test]
    fn the_other_years_of_a_row_are_not_offered_in_any_layout() {
        for text in [BARS, TABS, BLANKS, NARROW, ROWS] {
            let left = left("What was the deferred revenue in 2018?", text);
            assert_eq!(left, ["10.4", "24.4"], "{text}");
        }
    }

    #[test]
    fn a_sign_apart_from_its_figure_takes_it_to_no_other_column() {
        let blanks = "                      2019          2018       2017\n\
                      Operating income   $  (2.35)     $  (6.86)   $  5.37\n\
                      Other income          26.5          24.4       22.3";
        let narrow =
            "(in millions)  2019  2018  2017\nOperating income  $  (2.35)  $  (6.86)  $  5.37";
        let tabs = "\t2019\t\t2018\t\t2017\nOperating income\t(2.35)\t$\t(6.86)\t$\t5.37";
        for text in [blanks, narrow, tabs] {
            let lines: Vec<&str> = text.lines().collect();
            let chunks = [chunk("C0", &lines)];
            for (year, figure) in [("2019", "2.35"), ("2018", "6.86"), ("2017", "5.37")] {
                let mut found = recognize("amount", &chunks, &Options::default());
                let asked = Terms::of(&format!("What is the operating income in {year}?"));
                keep_named_years(&asked, &chunks, &mut found);
                found.retain(|one| one.context.contains("Operating"));
                let left: Vec<&str> = found.iter().map(|one| one.wording.as_str()).collect();
                assert!(
                    left.iter().all(|one| one.contains(figure)),
                    "{year}: {left:?} {text}"
                );
                assert!(!left.is_empty(), "{year}: {text}");
            }
        }
    }

    #[test]
    fn a_question_of_no_year_of_both_or_of_another_takes_nothing_away() {
        for question in [
            "What was the deferred revenue?",
            "How did deferred revenue change from 2018 to 2019?",
            "What was the deferred revenue in 2011?",
        ] {
            for text in [BARS, TABS, BLANKS, NARROW, ROWS] {
                let left = left(question, text);
                let all = ["10.4", "10.5", "24.4", "26.5"];
                assert!(
                    all.iter().all(|one| left.contains(&(*one).to_owned())),
                    "{question} {text}"
                );
            }
        }
    }

    #[test]
    fn a_column_that_compares_both_years_stays_for_a_question_of_both() {
        let text = "| | 2019 | 2018 | 2019 vs 2018 |\n| Sales | 472.5 | 350.1 | 122.4 |";
        assert_eq!(
            left("How much did sales grow from 2018 to 2019?", text),
            ["122.4"]
        );
        assert_eq!(left("What were sales in 2018?", text), ["122.4", "350.1"]);
    }

    #[test]
    fn the_same_figure_in_the_column_that_is_named_keeps_it() {
        let text =
            "| | 2019 | 2018 |\n| Expected rate | 2.5 | 2.5 |\n| Discount rate | 2.9 | 3.8 |";
        assert_eq!(
            left("What was the expected rate in 2018?", text),
            ["2.5", "3.8"]
        );
    }

    #[test]
    fn prose_and_a_row_without_headings_are_left_alone() {
        let text = "Sales were 472.5 in 2019.\n\nSales    472.5    350.1";
        assert_eq!(left("What were sales in 2018?", text), ["350.1", "472.5"]);
    }

    #[test]
    fn a_table_goes_on_in_the_next_passage_and_not_in_another_document() {
        let head = chunk("C0", &["| | 2019 | 2018 |", "| Other | 26.5 | 24.4 |"]);
        let mut rows = chunk("C1", &["| Deferred revenue | 10.5 | 10.4 |"]);
        rows.lines[0].number = 3;
        let question = "What was the deferred revenue in 2018?";
        let both = [head, rows];
        assert_eq!(left_of(question, &both), ["10.4", "24.4"]);
        let [head, mut rows] = both;
        rows.document_id = "another".into();
        assert_eq!(left_of(question, &[head, rows]), ["10.4", "10.5", "24.4"]);
    }
}
