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
//! A new language is one more file, and tests: the build takes up whatever
//! lies in `languages/`. A pack that misses a list does not load: the crate's
//! own tests say so ([`Pack::parse`]).
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
//!
//! let german = Language::named("german").unwrap();
//! assert_eq!(german.pack().month("mai"), Some(5));
//! assert!(any(|pack| &pack.totals, "summe"));
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod pack;
mod words;

pub use pack::{
    Ask, Bound, Comparison, Dates, Head, Items, Money, Names, Needs, Notice, Numbers, Pack,
    PackError, Tax, Vocabulary,
};
pub use words::{Named, Words};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// A language whose questions are understood and whose documents are read: one
/// of the packs of this build.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Language(usize);

static PACKS: LazyLock<[Pack; TEXTS.len()]> = LazyLock::new(|| {
    TEXTS.map(|text| Pack::parse(text).expect("a pack of this build is well formed: tested"))
});

impl Language {
    /// All of them; the first is the one that a question is in where nothing tells.
    pub const ALL: [Language; TEXTS.len()] = {
        let mut all = [Language(0); TEXTS.len()];
        let mut at = 0;
        while at < TEXTS.len() {
            all[at] = Language(at);
            at += 1;
        }
        all
    };

    /// The words of this language.
    pub fn pack(self) -> &'static Pack {
        PACKS.get(self.0).unwrap_or(&PACKS[0])
    }

    /// Its name, in English and in lower case: `german`.
    pub fn name(self) -> &'static str {
        &self.pack().name
    }

    /// The language of this name; none where no pack has it.
    pub fn named(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Language, D::Error> {
        let name = String::deserialize(deserializer)?;
        Language::named(&name)
            .ok_or_else(|| serde::de::Error::custom("no pack of this build has this language"))
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

/// Whether a list of any language has this word (in lower case), or a beginning of it
/// ([`Words::fits`]).
pub fn any_fits(list: impl Fn(&'static Pack) -> &'static Words, word: &str) -> bool {
    Language::ALL
        .into_iter()
        .any(|language| list(language.pack()).fits(word))
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
    use std::collections::BTreeMap;

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
                &pack.names.countries,
                &pack.question.prepositions,
            ];
            for list in lists {
                let unique: BTreeSet<_> = list.iter().collect();
                assert_eq!(unique.len(), list.len(), "{language:?}");
            }
        }
    }

    #[test]
    fn headings_and_terms_have_the_same_names_in_every_pack() {
        type Named = fn(&Pack) -> &BTreeMap<String, Words>;
        let lists: [(Named, &str); 2] = [
            (|pack| &pack.columns, "unit_price"),
            (|pack| &pack.glossary, "amount_due"),
        ];
        for (list, known) in lists {
            let names = |one: Language| list(one.pack()).keys().cloned().collect::<Vec<_>>();
            let first = names(Language::ALL[0]);
            assert!(first.iter().any(|name| name == known), "{first:?}");
            for language in Language::ALL {
                assert_eq!(names(language), first, "{language:?}");
                let of_pack = list(language.pack()).values();
                let lower = |words: &Words| words.iter().all(|one| one.to_lowercase() == *one);
                assert!(
                    of_pack
                        .clone()
                        .all(|words| !words.is_empty() && lower(words))
                );
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
            ("english", "september", Some(9)),
            ("german", "jänner", Some(1)),
            ("spanish", "ene", Some(1)),
            ("spanish", "januar", None),
        ];
        for (language, word, month) in months {
            let language = Language::named(language).unwrap();
            assert_eq!(language.pack().month(word), month, "{word}");
        }
    }

    #[test]
    fn english_is_first_and_each_has_a_name_of_its_own() {
        let names = Language::ALL.map(Language::name);
        assert_eq!(names[0], "english");
        assert_eq!(BTreeSet::from(names).len(), names.len());
        assert!(names.contains(&"german") && names.contains(&"spanish"));
    }

    #[test]
    fn a_pack_that_misses_a_list_or_has_one_too_many_is_told_where() {
        let english = TEXTS[0];
        assert_eq!(Pack::parse(english).unwrap().name, "english");
        let without = english.replace("\ndenials = [", "\ndenial = [");
        let error = Pack::parse(&without).unwrap_err().to_string();
        assert!(
            error.contains("denial") && error.contains("line "),
            "{error}"
        );
    }
}
