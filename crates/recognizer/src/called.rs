//! What a document calls a value: the words before it on its line, or on a short line above.
//!
//! # Limits
//!
//! Labels are compared by their words, in one language. A label is what stands before a value, never behind it
//! or over its column.

use super::flow::Flow;
use super::stem::{content_words, is_stem_of};
use super::terms::Terms;
use contract::Candidate;
use evidence::EvidenceChunk;
use std::collections::BTreeSet;

/// Words of a label, at most.
const LONGEST_LABEL: usize = 5;

/// Whether a label calls a value as a question does, but for words that say which version of it that is:
/// *Effective date (amended)* for *What is the effective date?* It has no word that the question has not, and every
/// one of it that says more than a type.
pub fn calls(terms: &Terms, label: &str) -> bool {
    let mut label = words(label);
    label.retain(|word| !is_stem_of(word, |pack| &pack.versions));
    let is_said = |word: &String| label.contains(word) || is_stem_of(word, |pack| &pack.unspecific);
    !label.is_empty()
        && label.iter().all(|word| terms.content.contains(word))
        && terms.content.iter().all(is_said)
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
}
