//! The words of a text, counted: by them chunks are compared with each other
//! and lines with the question.

use std::collections::{BTreeMap, BTreeSet};

/// The words of a question that say what it is about.
pub(super) type Question = BTreeSet<String>;

/// Lower-case words of letters and digits, counted.
pub(super) fn words(text: &str) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for word in text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    counts
}

pub(super) fn question_words(question: &str) -> Question {
    let all = words(question);
    all.into_keys()
        .filter(|word| !language::is_stop_word(word))
        .collect()
}

/// Share of the words of the larger text that the other one has too. Of the
/// larger: a short chunk that a longer one contains is no duplicate of it, the
/// longer one says more.
pub(super) fn overlap(a: &BTreeMap<String, u32>, b: &BTreeMap<String, u32>) -> f64 {
    let total =
        |words: &BTreeMap<String, u32>| words.values().map(|count| u64::from(*count)).sum::<u64>();
    let larger = total(a).max(total(b));
    if larger == 0 {
        return 0.0;
    }
    let shared: u64 = a
        .iter()
        .map(|(word, count)| u64::from((*count).min(b.get(word).copied().unwrap_or(0))))
        .sum();
    shared as f64 / larger as f64
}
