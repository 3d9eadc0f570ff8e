//! The words of a question, or of a claim, in the forms in which recognisers and what ranks
//! candidates compare them with evidence. They are read once.

use super::layout::YEAR;
use super::stem::{content_words, stems};
use std::collections::BTreeSet;

/// The words of a question or a claim.
///
/// # Examples
///
/// ```
/// use recognizer::Terms;
///
/// let terms = Terms::of("What is the total amount?");
/// assert!(terms.say("the TOTAL amount"));
/// assert!(!terms.say("the total price"));
/// let texts = ["total amount", "amount due", "price"].map(str::to_owned);
/// assert!(terms.set_apart(&texts[..2], &texts));
/// assert!(!terms.set_apart(&texts[1..], &texts));
/// assert!(terms.are_all_in("Total amounts") && !terms.are_all_in("Amounts"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// Stems of the words that carry meaning, each once, in order.
    pub(super) content: Vec<String>,
    /// Stems of all words, in order.
    pub(super) stems: Vec<String>,
    /// Lower case of all words, a word ending at anything but a letter or a digit.
    pub(super) words: Vec<String>,
    /// As `words`, with the apostrophes in words: *isn't*.
    pub(super) contractions: Vec<String>,
    /// What stands between spaces, without the signs that end a sentence: *(1)*.
    pub(super) marks: BTreeSet<String>,
    /// Words with digits, as they are compared with those of passages.
    pub(super) figures: Vec<String>,
    /// Lower case of words and figures, with the signs in them.
    tokens: BTreeSet<String>,
    /// Words and figures as [`plain_words`] has them.
    plain: BTreeSet<String>,
}

impl Terms {
    /// Reads them.
    pub fn of(text: &str) -> Terms {
        let marks = text.split_whitespace();
        let marks = marks.map(|word| word.trim_end_matches([',', '.', '?', ';']).to_owned());
        Terms {
            content: content_words(text),
            stems: stems(text),
            words: lower_words(text),
            contractions: contractions(text),
            marks: marks.collect(),
            figures: figures(text),
            tokens: tokens(text).map(str::to_lowercase).collect(),
            plain: plain_words(text).collect(),
        }
    }

    /// The years of our time that are named.
    pub(super) fn years(&self) -> BTreeSet<&str> {
        let years = self.tokens.iter().flat_map(|token| YEAR.find_iter(token));
        years.map(|year| year.as_str()).collect()
    }

    /// Whether one of the words and figures, in lower case and with the signs in them, is such
    /// a word.
    pub fn have(&self, is_such: impl Fn(&str) -> bool) -> bool {
        self.tokens.iter().any(|word| is_such(word))
    }

    /// Whether these words say anything, and nothing that the terms do not.
    pub fn say(&self, words: &str) -> bool {
        let mut said = plain_words(words).peekable();
        said.peek().is_some() && said.all(|word| self.plain.contains(&word))
    }

    /// Whether there are words that carry meaning, and each of them stands in the text.
    pub fn are_all_in(&self, text: &str) -> bool {
        let said = stems(text);
        !self.content.is_empty() && self.content.iter().all(|word| said.contains(word))
    }

    /// Whether one of the words that carry meaning stands in all of `some` texts and not in all of `all`: what sets them apart.
    pub fn set_apart(&self, some: &[String], all: &[String]) -> bool {
        let have = |texts: &[String]| {
            let mut stems = texts.iter().map(|text| stems(text));
            let first = stems.next().unwrap_or_default().into_iter();
            stems.fold(first.collect::<BTreeSet<String>>(), |common, text| {
                common
                    .into_iter()
                    .filter(|word| text.contains(word))
                    .collect()
            })
        };
        let (some, all) = (have(some), have(all));
        let mut words = self.content.iter();
        words.any(|word| some.contains(word) && !all.contains(word))
    }

    /// Whether one of the words, as [`plain_words`] has them, is such a word.
    pub fn have_plain(&self, is_such: impl Fn(&str) -> bool) -> bool {
        self.plain.iter().any(|word| is_such(word))
    }
}

/// Words and figures of a text, without what encloses them.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let separators = |letter: char| letter.is_whitespace() || "()[]:;|$€£".contains(letter);
    text.split(separators)
        .map(|token| token.trim_matches(|letter: char| !letter.is_alphanumeric()))
}

/// Words and figures of a text in lower case, a word ending at anything but a letter, a digit,
/// a point or a comma.
pub fn plain_words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || ".,".contains(letter)));
    let words = words.map(|word| word.trim_matches(['.', ',']));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Lower case of all words of a text, a word ending at anything but a letter or a digit.
pub(super) fn lower_words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Lower case of all words of a text, with the apostrophes in them.
pub(super) fn contractions(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || "'’".contains(letter)));
    let words = words.filter(|word| !word.is_empty());
    words
        .map(|word| word.to_lowercase().replace('’', "'"))
        .collect()
}

/// Words with digits, without signs, and without a fraction of nothing.
pub(super) fn figures(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    words
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| word.chars().any(|letter| letter.is_ascii_digit()))
        .map(|word| {
            let whole = word
                .strip_suffix(".00")
                .or_else(|| word.strip_suffix(",00"))
                .unwrap_or(word);
            let kept = whole.chars().filter(|letter| letter.is_alphanumeric());
            kept.flat_map(char::to_lowercase).collect()
        })
        .collect()
}
