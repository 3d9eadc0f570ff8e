//! The words of the languages that questions are asked and documents are
//! written in: one file a language, `languages/en.toml` and its like, read
//! here and nowhere else.
//!
//! ```text
//!   languages/en.toml ─┐
//!   languages/de.toml ─┼─> Pack ─> the question's grammar (one language)
//!   languages/es.toml ─┘       └─> the recognisers, the search (all of them)
//! ```
//!
//! A question is in one language, which its small words tell; a document may
//! mix them, so that whoever reads documents asks all packs ([`any`],
//! [`all`]). Rules are code and are the same for all languages; what differs
//! is a list here.
//!
//! A new language is one more file, one more [`Language`], and tests. A pack
//! that misses a list does not load: the build's own tests say so.
//!
//! # Limits
//!
//! Patterns of whole phrases ("for the year ended", "im Folgenden") stand in
//! the recognisers that need them, with the words of all languages in one
//! pattern. German compound numbers are taken apart by code.
//!
//! # Example
//!
//! ```
//! use language::{Language, any};
//!
//! assert_eq!(Language::German.pack().month("mai"), Some(5));
//! assert!(any(|pack| &pack.names.legal_forms, "gmbh"));
//! ```

mod pack;
mod words;

pub use pack::{
    Ask, Bound, Comparison, Dates, Head, Money, Names, Needs, Numbers, Pack, Vocabulary,
};
pub use words::{Named, Words};

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A language whose questions are understood and whose documents are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Language {
    English,
    German,
    Spanish,
}

static PACKS: LazyLock<[Pack; 3]> = LazyLock::new(|| {
    Language::ALL.map(|language| {
        toml::from_str(language.text()).expect("a pack of this build is well formed: tested")
    })
});

impl Language {
    /// All of them; the first is the one that a question is in where nothing tells.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::Spanish];

    const fn text(self) -> &'static str {
        match self {
            Language::English => include_str!("../../../languages/en.toml"),
            Language::German => include_str!("../../../languages/de.toml"),
            Language::Spanish => include_str!("../../../languages/es.toml"),
        }
    }

    /// The words of this language.
    pub fn pack(self) -> &'static Pack {
        let [english, german, spanish] = &*PACKS;
        match self {
            Language::English => english,
            Language::German => german,
            Language::Spanish => spanish,
        }
    }
}

/// What the packs of all languages hold of one kind, language after language.
pub fn all<T: 'static>(
    list: impl Fn(&'static Pack) -> &'static [T],
) -> impl Iterator<Item = &'static T> {
    Language::ALL
        .into_iter()
        .flat_map(move |language| list(language.pack()))
}

/// Whether a list of any language has this word (in lower case).
pub fn any(list: impl Fn(&'static Pack) -> &'static Words, word: &str) -> bool {
    Language::ALL
        .into_iter()
        .any(|language| list(language.pack()).has(word))
}

/// What a list of any language says of a word (in lower case).
pub fn named<T: 'static>(
    list: impl Fn(&'static Pack) -> &'static [Named<T>],
    word: &str,
) -> Option<&'static T> {
    all(list).find(|one| one.word == word).map(|one| &one.means)
}

/// Every stop word: looked up for each word of a passage, so not list by list.
static STOP_WORDS: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| all(|pack| &pack.stop_words).copied().collect());

/// Whether a word (in lower case) says nothing of what is asked or told, in
/// any of the languages.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pack_loads() {
        for language in Language::ALL {
            let pack = language.pack();
            assert_eq!(pack.dates.months.len(), 12, "{language:?}");
            assert!(pack.stop_words.len() > 50, "{language:?}");
            assert!(!pack.question.nouns.is_empty(), "{language:?}");
        }
    }

    #[test]
    fn a_word_stands_in_a_list_once() {
        for language in Language::ALL {
            let pack = language.pack();
            let lists = [
                &pack.stop_words,
                &pack.names.legal_forms,
                &pack.question.prepositions,
            ];
            for list in lists {
                let unique: BTreeSet<_> = list.iter().collect();
                assert_eq!(unique.len(), list.len(), "{language:?}");
            }
        }
    }

    #[test]
    fn all_languages_are_asked_of_a_document() {
        for word in ["what", "welche", "cuál", "the", "der", "los"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["rent", "miete", "alquiler", "2024"] {
            assert!(!is_stop_word(word), "{word}");
        }
        assert_eq!(
            named(|pack| &pack.numbers.scales, "millones"),
            Some(&1_000_000)
        );
        assert_eq!(named(|pack| &pack.numbers.scales, "rent"), None);
    }

    #[test]
    fn a_month_has_its_place_in_each_language() {
        let months = [
            (Language::English, "september", Some(9)),
            (Language::German, "jänner", Some(1)),
            (Language::Spanish, "ene", Some(1)),
            (Language::Spanish, "januar", None),
        ];
        for (language, word, month) in months {
            assert_eq!(language.pack().month(word), month, "{word}");
        }
    }
}
