//! A candidate: a value that code found in the evidence, normalised, with the
//! words it stands on. The model chooses among candidates; it cannot misread
//! one or pair it with the wrong line.

use crate::answer::Item;
use serde::{Deserialize, Serialize};

/// One possible answer that stands in the evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The items this candidate would answer with: one for a single value,
    /// several for a recognised list.
    pub items: Vec<Item>,
    /// How a person would say it after "The answer is:", in the document's
    /// own words: `$1,250.00`, `16 July 2002`.
    pub wording: String,
    /// Words of the line (and its heading or row label) around the value,
    /// used to rank candidates by the question's words.
    pub context: String,
    /// What a person should know of how the value was read, in plain words:
    /// that day and month could be the other way round, that its currency
    /// stands elsewhere. Each becomes a caveat of the answer. No words of the
    /// document but figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Something of what was asked for is known to be missing; a note says what.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_partial: bool,
    /// What a list was known by; none for what is no list, and for one that was put together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_by: Option<KnownBy>,
    /// How sure it is, 0..=1, where it came of comparing or adding what the evidence states, so that
    /// nothing is left to weigh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computed: Option<f64>,
    /// Where its words stand, for the reader, which scores places; of the items of one phrase all of
    /// it. None for what stands at several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// What a list was known by as a whole, so that none of it was put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnownBy {
    /// Its lines, each behind a mark or all below a line that announces them.
    Lines,
    /// The first column of a table.
    Column,
}

/// A run of words in a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Anchor of the passage.
    pub anchor: String,
    /// First byte, in the passage as `recognizer::passage` writes it.
    pub start: usize,
    /// Byte behind the last.
    pub end: usize,
}

impl Candidate {
    /// A candidate of which nothing has to be told.
    pub fn new(items: Vec<Item>, wording: String, context: String) -> Self {
        Self {
            items,
            wording,
            context,
            notes: Vec::new(),
            is_partial: false,
            known_by: None,
            computed: None,
            place: None,
        }
    }
}
