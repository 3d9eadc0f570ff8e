//! Values that a document calls by the very words of a question, against those that it calls otherwise.
//!
//! ```text
//! Order Date: 15-10-2015
//! Invoice Date: 20-10-2015      "What is the invoice date?"  ->  20-10-2015
//! ```
//!
//! What stands before a value on its line, or on a short line above it, is its label. Where the label of a
//! value has no word that the question has not, and holds every word of it that says more than its type, the
//! document calls the value just so. What then stands on lines that lack a word of that label is not chosen;
//! it stays among what is weighed, as a doubt.
//!
//! Of 8,864 training questions for an amount, a date, a number or a percentage values are left out so in
//! 126: in 56 of them nothing but the marked one stays, and in three it is left out (docs/quality.md).
//!
//! # Limits
//!
//! Labels are compared by their words, in one language: a label that says the same in others takes nothing
//! away. A label is what stands before a value, never behind it or over its column.

use super::flow::Flow;
use super::stem::{content_words, is_stem_of};
use super::terms::Terms;
use contract::{Candidate, Value};
use evidence::EvidenceChunk;
use std::collections::BTreeSet;

/// Words of a label, at most.
const LONGEST_LABEL: usize = 5;

/// Indices, ascending, of the candidates that are called otherwise where another is called as the question
/// calls it; never one with the same value as such a one.
pub fn called_otherwise(
    terms: &Terms,
    chunks: &[EvidenceChunk],
    candidates: &[Candidate],
) -> Vec<usize> {
    let sought = Sought::of(terms);
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let words: Vec<Option<Called>> = candidates
        .iter()
        .map(|one| Called::of(one, &flows))
        .collect();
    let exact: Vec<(&Called, &Candidate)> = words
        .iter()
        .zip(candidates)
        .filter_map(|(called, one)| Some((called.as_ref()?, one)))
        .filter(|(called, _)| sought.is(&called.label))
        .collect();
    let Some(longest) = exact.iter().map(|(called, _)| called.label.len()).max() else {
        return Vec::new();
    };
    let named: Vec<_> = exact
        .iter()
        .filter(|(called, _)| called.label.len() == longest)
        .collect();
    let values: Vec<&Value> = named
        .iter()
        .flat_map(|(_, one)| one.items.iter().map(|item| &item.value))
        .collect();
    let is_otherwise = |(called, one): (&Option<Called>, &Candidate)| {
        let Some(called) = called else { return false };
        let same = one.items.iter().any(|item| values.contains(&&item.value));
        let holds = named
            .iter()
            .any(|(exact, _)| exact.label.is_subset(&called.said));
        !same && !holds
    };
    words
        .iter()
        .zip(candidates)
        .enumerate()
        .filter(|(_, pair)| is_otherwise(*pair))
        .map(|(index, _)| index)
        .collect()
}

/// Whether a label calls a value as a question does, but for words that say which version of it that is:
/// *Effective date (amended)* for *What is the effective date?*
pub fn calls(terms: &Terms, label: &str) -> bool {
    let mut label = words(label);
    label.retain(|word| !is_stem_of(word, |pack| &pack.versions));
    Sought::of(terms).is(&label)
}

/// The words before a value on its line, from a colon or the border of a cell on; those of a short line above
/// where nothing stands before it. None for what has no place in the passages, and in running text.
pub fn label_of(candidate: &Candidate, chunks: &[EvidenceChunk]) -> Option<String> {
    let place = candidate.place.as_ref()?;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
    let flow = Flow::new(chunk);
    let label = label_at(&flow, place.start);
    let count = words(label).len();
    (1..=LONGEST_LABEL)
        .contains(&count)
        .then(|| label.to_owned())
}

/// The words that call the value at a byte, however many.
fn label_at<'f>(flow: &'f Flow<'_>, at: usize) -> &'f str {
    let line = flow.line_at(at);
    let before = flow.before(at);
    let own = last_cell(flow, line, at).unwrap_or(before);
    if words(own).is_empty() && before.trim().is_empty() && line > 0 {
        flow.line(line - 1)
    } else {
        own
    }
}

/// What the label of a value is compared with.
struct Sought<'t> {
    /// The words of the question.
    asked: BTreeSet<&'t str>,
    /// Those of them that say more than a type.
    specific: BTreeSet<&'t str>,
}

impl<'t> Sought<'t> {
    fn of(terms: &'t Terms) -> Self {
        let asked: BTreeSet<&str> = terms.content.iter().map(String::as_str).collect();
        let unspecific: BTreeSet<String> = language::all(|pack| &pack.unspecific)
            .flat_map(|word| content_words(word))
            .collect();
        let is_specific = |word: &&str| !unspecific.contains(*word);
        Self {
            specific: asked.iter().copied().filter(is_specific).collect(),
            asked,
        }
    }

    /// Whether a label has no word that the question has not, and holds every one of it that says more
    /// than a type.
    fn is(&self, label: &BTreeSet<String>) -> bool {
        !label.is_empty()
            && label.iter().all(|word| self.asked.contains(word.as_str()))
            && self.specific.iter().all(|word| label.contains(*word))
    }
}

/// How a value is called.
struct Called {
    /// The words of its label; empty in running text.
    label: BTreeSet<String>,
    /// The words of its label or, in running text, of its line and of those beside it.
    said: BTreeSet<String>,
}

impl Called {
    fn of(candidate: &Candidate, flows: &[Flow<'_>]) -> Option<Self> {
        let place = candidate.place.as_ref()?;
        let flow = flows
            .iter()
            .find(|flow| flow.chunk.anchor == place.anchor)?;
        let line = flow.line_at(place.start);
        let mut label = words(label_at(flow, place.start));
        if label.len() > LONGEST_LABEL {
            label.clear();
        }
        let lines = [line.checked_sub(1), Some(line), Some(line + 1)];
        let around = || {
            let lines = lines.into_iter().flatten();
            lines.flat_map(|at| words(flow.line(at))).collect()
        };
        Some(Self {
            said: if label.is_empty() {
                around()
            } else {
                label.clone()
            },
            label,
        })
    }
}

/// The words nearest before a value on its line, up to a colon or a gap before them.
fn last_cell<'f>(flow: &'f Flow<'_>, line: usize, at: usize) -> Option<&'f str> {
    let before: Vec<_> = flow
        .cells(line)
        .into_iter()
        .filter(|cell| cell.start < at)
        .collect();
    let texts = before
        .iter()
        .rev()
        .map(|cell| flow.slice(cell.start..cell.end.min(at)));
    let mut named = texts.filter(|text| !words(text).is_empty());
    let text = named.next()?.trim_end().trim_end_matches(':');
    Some(text.rsplit(':').next().unwrap_or(text))
}

/// The stems of the words of a text that carry meaning, without figures.
fn words(text: &str) -> BTreeSet<String> {
    let words = content_words(text).into_iter();
    words
        .filter(|word| word.chars().all(char::is_alphabetic) && word.chars().count() > 2)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(question: &str, answer_type: &str, text: &str) -> Vec<String> {
        crate::test_scene::left(&Terms::of(question), answer_type, text, called_otherwise)
    }

    #[test]
    fn a_value_that_is_called_as_the_question_says_leaves_no_other() {
        for text in [
            "Order Date: 15-10-2015\nInvoice Date: 20-10-2015  keep this",
            "Order Date  15-10-2015\nInvoice Date  20-10-2015",
            "Order Date 15-10-2015  Invoice Date 20-10-2015",
            "Order date\n15-10-2015\nno. 4711\nInvoice date\n20-10-2015",
        ] {
            let question = "What is the invoice date?";
            assert_eq!(left(question, "date", text), ["20-10-2015"], "{text}");
        }
    }

    #[test]
    fn a_sum_in_a_sentence_is_not_the_total_that_a_line_names() {
        let text = "Total EUR  34,73\nZahlungsziel  21.05.14\nIm Falle einer Rücklastschrift berechnen wir\nein Entgelt von 15,00 EUR. Unabhängig davon";
        let question = "What is the total amount of the invoice?";
        assert_eq!(left(question, "amount", text), ["EUR 34,73"]);
        // A longer label says more of what is asked.
        let text = "Total  30.00\nTotal amount  34.73";
        assert_eq!(left(question, "amount", text), ["34.73"]);
    }

    #[test]
    fn a_label_calls_a_value_as_the_question_does_but_for_its_version() {
        for (question, label, calls) in [
            (
                "What is the effective date?",
                "Effective date (amended)",
                true,
            ),
            (
                "What is the effective date?",
                "Effective date Original",
                true,
            ),
            ("When does the lease end?", "Lease ends (original)", true),
            ("What is the effective date?", "Date (amended)", false),
            ("What is the effective date?", "Amended", false),
            ("What is the total income?", "Total operating income", false),
            (
                "What is the effective date of the lease?",
                "Effective date",
                false,
            ),
        ] {
            assert_eq!(
                super::calls(&Terms::of(question), label),
                calls,
                "{question} {label}"
            );
        }
    }

    #[test]
    fn what_may_be_the_same_in_other_words_is_left() {
        for (question, answer_type, text, count) in [
            // No label is the question's.
            (
                "When was the bill written?",
                "date",
                "Order Date: 15-10-2015\nInvoice Date: 20-10-2015",
                2,
            ),
            // The label has more than the question asks for.
            (
                "What is the date?",
                "date",
                "Order Date: 15-10-2015\nInvoice Date: 20-10-2015",
                2,
            ),
            // It has less than what the question says beside its type.
            (
                "What is the deposit for the garage?",
                "amount",
                "Deposit: USD 20\nFee: USD 30",
                2,
            ),
            // The same value, called otherwise.
            (
                "What is the total?",
                "amount",
                "Total: USD 20\nCash: USD 20",
                2,
            ),
            // Its sentence has the word, too.
            (
                "What is the total?",
                "amount",
                "Total: USD 20\nThe total of the second year is USD 30.",
                2,
            ),
        ] {
            assert_eq!(left(question, answer_type, text).len(), count, "{question}");
        }
    }
}
