//! What speaks for a candidate.

use serde::{Deserialize, Serialize};

/// What speaks for a candidate. A signal that was not measured is 0 for all
/// candidates of a question.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signals {
    /// How much its context speaks of the question, 0..=1; 0 where the reader
    /// has judged.
    pub lexical: f64,
    /// The same of what is specific in the question, 0..=1; 1 where nothing is;
    /// 0 where the reader has judged.
    pub about: f64,
    /// Similarity of its context and the question by the embedding model,
    /// 0..=1; 0 where it was not compared.
    #[serde(default)]
    pub similarity: f64,
    /// Mean log probability per token of its wording, at most 0; 0 where the
    /// model was not asked.
    pub log_probability: f64,
    /// How much more the reader takes its words for the answer than it takes
    /// nothing there for it, in natural-log units within ±[`MAX_READER`]; 0
    /// without a reader.
    #[serde(default)]
    pub reader: f64,
    /// How much higher the reader scores other words of the passages than its
    /// own, 0..=[`MAX_READER`].
    #[serde(default)]
    pub beside: f64,
    /// Whether the question names another row of its table
    /// ([`recognizer::outdone`]), or another sum of its invoice
    /// ([`recognizer::another_sum`]): then it is a doubt, and not chosen
    /// whatever its score.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_outdone: bool,
    /// Whether it is a list that was known as a whole ([`contract::KnownBy`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_known: bool,
}

/// Scores of the reader beyond this say no more.
pub const MAX_READER: f64 = 16.0;
