//! Which language a question is in.

use super::word::Word;
use language::{Language, Pack};

/// Guesses from small words and letters; the first language where nothing tells.
pub(super) fn guess(question: &str, words: &[Word]) -> Language {
    let score = |language: &Language| {
        let pack = language.pack();
        let small = words.iter().filter(|word| is_small(pack, &word.lower));
        let letters = pack.letters.iter().map(|(weight, set)| {
            weight * question.chars().filter(|one| set.contains(*one)).count()
        });
        2 * small.count() + letters.sum::<usize>()
    };
    let mut best = Language::ALL;
    best.sort_by_key(|language| std::cmp::Reverse(score(language)));
    let [first, ..] = best;
    first
}

fn is_small(pack: &Pack, word: &str) -> bool {
    pack.stop_words.has(word)
        || pack.question.yes_no.has(word)
        || pack.question.list_verbs.has(word)
        || pack.question.give_verbs.has(word)
}
