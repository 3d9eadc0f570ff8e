//! Lists of words that live as long as the program.

use serde::de::{Deserialize, Deserializer};
use std::ops::Deref;

/// A list of words or phrases. Packs are read once and kept, so that their
/// words can be handed about without counting who holds them.
#[derive(Debug, Clone, Copy)]
pub struct Words(&'static [&'static str]);

impl Words {
    /// Whether the list has this word.
    pub fn has(&self, word: &str) -> bool {
        self.0.contains(&word)
    }

    /// Whether the list has this word, or a beginning of it: `expir-` stands for all words that
    /// begin so.
    pub fn fits(&self, word: &str) -> bool {
        let mut listed = self.0.iter();
        listed.any(|one| match one.strip_suffix('-') {
            Some(beginning) => word.starts_with(beginning),
            None => *one == word,
        })
    }
}

impl Deref for Words {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let words = Vec::<String>::deserialize(reader)?;
        let words: Vec<&'static str> = words.into_iter().map(kept).collect();
        Ok(Self(words.leak()))
    }
}

fn kept(word: String) -> &'static str {
    word.leak()
}

/// A word or phrase and what it stands for; in a file `["may", 5]`.
#[derive(Debug, Clone, Copy)]
pub struct Named<T> {
    /// The word.
    pub word: &'static str,
    /// What it stands for.
    pub means: T,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let (word, means) = <(String, T)>::deserialize(reader)?;
        Ok(Self {
            word: kept(word),
            means,
        })
    }
}
