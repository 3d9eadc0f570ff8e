//! What a reader is asked, and what it says.

use serde::{Deserialize, Serialize};

/// Words of the longest run that is scored. Punctuation marks count.
pub const LONGEST_RUN: usize = 40;

/// A question and where its answer is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadRequest {
    /// What is asked for: `amount`, `number`, `percentage`, `date`, `person`,
    /// `organization`, `address`, `iban`, `list`, `boolean`, and `text` for
    /// everything else.
    pub asked: String,
    /// The question. With `asked` before it, it is cut after 64 tokens.
    pub question: String,
    /// Texts, their lines joined by `\n`. A tab, or two and more spaces, is a
    /// gap between two cells of a table.
    pub passages: Vec<String>,
    /// Id of the run that it is read for: a window that was read for the same run is not
    /// encoded again. Empty: nothing is kept, and what is kept is forgotten.
    #[serde(default)]
    pub run: String,
}

/// What was read of one passage.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Reading {
    /// In the order of the passage. One for a passage that fits, several that
    /// overlap for a longer one, none for a passage without words.
    pub windows: Vec<WindowReading>,
}

/// What was read of one window. Scores are finite, of any sign, and comparable
/// within a question, over windows and passages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WindowReading {
    /// The words of the window, in the order of the passage; at least one.
    pub words: Vec<WordScore>,
    /// Of a question whether something is so: that the window says nothing of
    /// it, yes, no.
    pub verdict: [f32; 3],
}

/// A word and the runs that begin with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WordScore {
    /// Byte of the passage at which the word begins.
    pub start: u32,
    /// Byte of the passage behind the word.
    pub end: u32,
    /// Scores of this word alone, of it and the next, and so on, as far as the
    /// window and [`LONGEST_RUN`] go; at least one. In natural-log units: above
    /// 0 the run looks more like the answer than nothing in the window does.
    pub runs: Vec<f32>,
}
