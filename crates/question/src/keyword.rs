//! The words of a question that a search looks for.

use super::word::words;
use language::Language;

/// Most keywords of a question: a bound, above any question that people ask.
const MAX_KEYWORDS: usize = 64;

/// The words that carry meaning, without those that only say a place.
pub(super) fn keywords_of(
    question: &str,
    language: Language,
    places: &[(usize, usize)],
) -> Vec<String> {
    let stop_words = &language.pack().stop_words;
    let mut found: Vec<String> = Vec::new();
    for word in words(question) {
        if places
            .iter()
            .any(|(from, to)| (*from..*to).contains(&word.start))
        {
            continue;
        }
        // 2.0 and 1,000 are one word; state's and co-owner are two.
        let figure = word
            .lower
            .chars()
            .all(|letter| letter.is_ascii_digit() || ".,-/".contains(letter));
        let parts: Vec<&str> = if figure {
            vec![word.lower.as_str()]
        } else {
            word.lower
                .split(|letter: char| !letter.is_alphanumeric())
                .collect()
        };
        for part in parts {
            let known = found.iter().any(|one| one == part);
            let stop = stop_words.has(part) || stop_words.has(&word.lower);
            if part.chars().count() > 1 && !stop && !known && found.len() < MAX_KEYWORDS {
                found.push(part.to_owned());
            }
        }
    }
    found
}
