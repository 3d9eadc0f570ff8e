//! Text as the scorer of the evaluation set compares it: without differences of typography,
//! and as words.

use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;

/// White space as the scorer's language has it: the separators of ASCII count, too.
fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

/// Typographic signs made plain, compatible forms of letters made one (NFKC), white space
/// made single spaces, none at the ends.
pub(crate) fn squash(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter_map(|character| match character {
            '\u{ad}' => None,
            '\u{2018}' | '\u{2019}' => Some('\''),
            '\u{201c}' | '\u{201d}' => Some('"'),
            '\u{2013}' | '\u{2014}' => Some('-'),
            '\u{a0}' => Some(' '),
            other => Some(other),
        })
        .nfkc()
        .collect();
    let words: Vec<&str> = plain
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// Words in order, lower case, without articles and commas. A point or hyphen stays between
/// two digits only.
pub(crate) fn words(text: &str) -> Vec<String> {
    let lower = squash(text).to_lowercase().replace(',', "");
    let is_kept = |one: char| one.is_alphanumeric() || matches!(one, '_' | '%' | '.' | '-');
    let kept: Vec<char> = lower
        .chars()
        .map(|one| if is_kept(one) { one } else { ' ' })
        .collect();
    let is_digit = |at: Option<usize>| {
        let one = at.and_then(|at| kept.get(at));
        one.is_some_and(|one| one.is_numeric() && !one.is_alphabetic())
    };
    let between_digits = |at: usize| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    let text: String = kept
        .iter()
        .enumerate()
        .map(|(at, one)| match one {
            '.' | '-' if !between_digits(at) => ' ',
            other => *other,
        })
        .collect();
    text.split(is_space)
        .filter(|word| !word.is_empty() && !["a", "an", "the"].contains(word))
        .map(str::to_owned)
        .collect()
}

/// How many words two texts share, each as often as it stands in both.
pub(crate) fn shared(one: &[String], other: &[String]) -> usize {
    let count = |words: &[String]| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for word in words {
            *counts.entry(word.clone()).or_default() += 1;
        }
        counts
    };
    let theirs = count(other);
    let both = count(one);
    let both = both.iter().map(|(word, count)| {
        let also = theirs.get(word).copied().unwrap_or(0);
        also.min(*count)
    });
    both.sum()
}

/// F1 of the words of two texts, 0..=1.
pub(crate) fn token_f1(found: &str, gold: &str) -> f64 {
    let (found, gold) = (words(found), words(gold));
    if found.is_empty() || gold.is_empty() {
        return f64::from(u8::from(found == gold));
    }
    2.0 * shared(&found, &gold) as f64 / (found.len() + gold.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_scorer() {
        let said = |text: &str| words(text).join("|");
        assert_eq!(
            said("The “U.S.” fee of $1,234.50 - 3%"),
            "u|s|fee|of|1234.50|3%"
        );
        assert_eq!(said("A 12-13 well-kept\u{a0}ﬁle."), "12-13|well|kept|file");
        assert_eq!(squash(" a\u{ad}b\n\tc\u{2014}d "), "ab c-d");
    }

    #[test]
    fn the_f1_of_words_counts_each_as_often_as_it_stands() {
        assert!((token_f1("b b c", "b c d") - 2.0 / 3.0).abs() < 1e-12);
        assert!(
            (token_f1("the", "an") - 1.0).abs() < 1e-12,
            "both are empty"
        );
        assert!(token_f1("", "x").abs() < 1e-12);
    }
}
