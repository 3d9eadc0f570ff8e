//! Which language a question is in.

use super::english::ENGLISH;
use super::german::GERMAN;
use super::spanish::SPANISH;
use super::vocabulary::Vocabulary;
use super::word::Word;
use serde::{Deserialize, Serialize};

/// A language whose questions are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Language {
    English,
    German,
    Spanish,
}

impl Language {
    pub(super) fn vocabulary(self) -> &'static Vocabulary {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::Spanish => &SPANISH,
        }
    }
}

/// Guesses from small words and letters; English where nothing tells.
pub(super) fn guess(question: &str, words: &[Word]) -> Language {
    let letters = |set: &[char], weight: usize| {
        weight
            * question
                .chars()
                .filter(|letter| set.contains(letter))
                .count()
    };
    let score = |language: Language| {
        let vocabulary = language.vocabulary();
        let small = words
            .iter()
            .filter(|word| {
                let lower = word.lower.as_str();
                vocabulary.stop_words.contains(&lower)
                    || vocabulary.yes_no.contains(&lower)
                    || vocabulary.list_verbs.contains(&lower)
                    || vocabulary.give_verbs.contains(&lower)
            })
            .count();
        2 * small
            + match language {
                Language::English => 0,
                Language::German => letters(&['ä', 'ö', 'ü', 'ß', 'Ä', 'Ö', 'Ü'], 1),
                Language::Spanish => {
                    letters(&['¿', '¡', 'ñ'], 3) + letters(&['á', 'é', 'í', 'ó', 'ú'], 1)
                }
            }
    };
    let (english, german, spanish) = (
        score(Language::English),
        score(Language::German),
        score(Language::Spanish),
    );
    if english >= german && english >= spanish {
        Language::English
    } else if german >= spanish {
        Language::German
    } else {
        Language::Spanish
    }
}
