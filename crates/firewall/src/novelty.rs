//! Identifiers, numbers and names of a text that stand in no evidence.
//!
//! A figure may be written another way than in the document (`1,250` and
//! `1.250,00`), so figures are compared as numbers where the letters differ;
//! everything else is compared as letters, without case.
//!
//! # Limits
//!
//! A name is known by its capital inside of a sentence. In German every noun
//! has one, so there only acronyms and capitalised words in a row count. A
//! figure in words (`twelve`) is not looked at.

use crate::figure;
use crate::words::tokens;
use std::collections::BTreeSet;

/// What is known of the evidence.
pub(crate) struct Known<'a> {
    text: &'a str,
    words: BTreeSet<String>,
    letters: String,
}

/// Function words that only German has.
const GERMAN: [&str; 12] = [
    "der", "und", "ist", "nicht", "das", "von", "mit", "für", "den", "wird", "ein", "auf",
];
/// So many of them make a text German.
const ENOUGH_GERMAN: usize = 2;

impl<'a> Known<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            words: tokens(text).into_iter().collect(),
            letters: squeezed(text),
        }
    }

    /// Whether a word stands in the evidence, as a word or with its inner
    /// punctuation.
    fn has(&self, word: &str) -> bool {
        let parts = tokens(word);
        parts.iter().all(|part| self.words.contains(part))
            && !parts.is_empty()
            && (parts.len() == 1 || self.letters.contains(&squeezed(word)))
    }

    /// Whether a figure stands in the evidence, under any way of writing.
    fn states(&self, word: &str) -> bool {
        readings(word)
            .into_iter()
            .any(|number| figure::states(self.text, number))
    }
}

/// How many different words of a text are identifiers, numbers or names that
/// the evidence does not have.
pub(crate) fn count(text: &str, known: &Known<'_>) -> u32 {
    let german = GERMAN
        .iter()
        .filter(|word| tokens(text).iter().any(|token| token == *word))
        .count();
    let mut strange = BTreeSet::new();
    let mut first = true;
    let mut named_before = false;
    for raw in text.split_whitespace() {
        let word = raw.trim_matches(|letter: char| !letter.is_alphanumeric());
        let odd = match kind(word) {
            Kind::Plain => false,
            Kind::Figure => !known.has(word) && !known.states(word),
            Kind::Identifier | Kind::Acronym => !known.has(word),
            Kind::Capital if german >= ENOUGH_GERMAN => named_before && !known.has(word),
            Kind::Capital => !first && !known.has(word),
        };
        if odd {
            strange.insert(word.to_lowercase());
        }
        named_before = !first && kind(word) == Kind::Capital;
        first = raw.ends_with(['.', '!', '?', ':', '”', '"']) || word.is_empty() && first;
    }
    u32::try_from(strange.len()).unwrap_or(u32::MAX)
}

#[derive(PartialEq)]
enum Kind {
    Plain,
    /// Digits with signs only: `1,250.00`, `12%`, `2024-01-31`.
    Figure,
    /// Letters and digits, or an address: `INV-2024/7`, `a@b.org`.
    Identifier,
    /// Two capitals or more, and nothing small.
    Acronym,
    /// A capital and small letters.
    Capital,
}

fn kind(word: &str) -> Kind {
    let digits = word.chars().any(char::is_numeric);
    let letters = word.chars().any(char::is_alphabetic);
    let capitals = word.chars().filter(|letter| letter.is_uppercase()).count();
    let small = word.chars().any(char::is_lowercase);
    if digits && !letters {
        Kind::Figure
    } else if digits || word.contains('@') || word.contains("://") {
        Kind::Identifier
    } else if capitals > 1 && !small {
        Kind::Acronym
    } else if capitals > 0 && word.chars().count() > 1 {
        Kind::Capital
    } else {
        Kind::Plain
    }
}

/// The numbers a figure may stand for: comma and stop as either mark.
fn readings(word: &str) -> Vec<f64> {
    let plain = |drop: char, point: char| -> Option<f64> {
        let digits: String = word
            .chars()
            .filter(|letter| *letter != drop && (letter.is_ascii_digit() || *letter == point))
            .map(|letter| if letter == point { '.' } else { letter })
            .collect();
        digits.parse().ok()
    };
    let odd = |letter: char| !letter.is_ascii_digit() && !matches!(letter, '.' | ',' | '%' | '\'');
    if word.chars().any(odd) {
        return Vec::new();
    }
    [plain(',', '.'), plain('.', ',')]
        .into_iter()
        .flatten()
        .collect()
}

/// Letters, digits and inner signs without white space, in small letters.
fn squeezed(text: &str) -> String {
    let kept = text.chars().filter(|letter| !letter.is_whitespace());
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIDENCE: &str = "The premium of policy AB-1234/5 is $1,250.00 since 16 July 2002.\n\
        Jane Doe of Harbour Mutual (HM) pays 12.5 % to jane@example.org.";

    fn strange(text: &str) -> u32 {
        count(text, &Known::new(EVIDENCE))
    }

    #[test]
    fn what_stands_in_the_evidence_is_not_new() {
        for text in [
            "The premium is $1,250.00.",
            "The premium is 1.250,00 or 1250.",
            "Policy AB-1234/5 belongs to Jane Doe.",
            "Premiums of HM: 12.5 % since 2002.",
            "Write to jane@example.org. Nobody else answers.",
            "Paid in JULY by jane doe.",
        ] {
            assert_eq!(strange(text), 0, "{text}");
        }
    }

    #[test]
    fn suspicious_new_ids_are_identifiers_numbers_and_names_of_no_evidence() {
        for (text, expected) in [
            ("The premium is $1,251.00.", 1),
            ("Policy AB-1234/6 is void.", 1),
            ("It belongs to John Doe.", 1),
            ("It was sold to Acme Ltd in 2003.", 3),
            ("The FBI has it, the FBI.", 1),
            ("Write to john@example.org.", 1),
            ("See https://example.org/x.", 1),
            ("It has 7 parts.", 1),
            ("It is 1234.", 0),
        ] {
            assert_eq!(strange(text), expected, "{text}");
        }
    }

    #[test]
    fn german_nouns_are_no_names() {
        assert_eq!(strange("Der Beitrag ist für das Haus und wird erhoben."), 0);
        assert_eq!(
            strange("Der Beitrag ist von Peter Meier zu zahlen und nicht mehr."),
            1
        );
        assert_eq!(strange("Die Prämie ist 777 und nicht mehr, das ist so."), 1);
    }
}
