//! Where in a passage the answer to a question stands: an encoder that was
//! trained to point at words, and linear heads over its last layer.
//!
//! ```text
//! question, passage -> words -> tokens -> windows -> encoder -> heads -> scores of runs of words
//! ```
//!
//! It writes nothing. What it returns are scores of runs of words that stand in
//! the passage; to choose among them, and to say that nothing is there, is the
//! caller's.
//!
//! # How a run is scored
//!
//! One head says of a word how much it looks like the first of the answer, one
//! how much like the last, and a product of two projections whether these two
//! are ends of one answer: two words that are each a good end, of two different
//! answers, are not joined to a run of both. The sum, less what speaks for
//! there being nothing in the window, is the run's score. It is trained as one
//! distribution over all runs of a window and "nothing".
//!
//! # As it was trained
//!
//! What the model sees must be to the token what it saw in training
//! (`training/text.py`), so words, marks of gaps and windows are made here and
//! not by llama.cpp, and a file of cases, made by that script, holds both to
//! it. Foreign text never becomes a control token: the vocabulary of words
//! does not hold any.
//!
//! # The same window has the same scores
//!
//! Every window is encoded alone, by one thread: its scores depend neither on
//! its neighbours nor on how many threads there are. Several windows are
//! encoded at once, each in a context of its own: on two cores that something
//! else used, too, the embedding model, which has the same layers, took 2.3 s
//! for twelve texts by two contexts of a thread each, and 3.0 s by one context
//! of two threads, which wait for each other at every step.
//!
//! # Why eight bits
//!
//! Measured with `MiniLM`'s own layers and heads at random, on one busy core, in
//! processor time, flash attention on (off); differences from 32 bits in
//! standard deviations of the scores:
//!
//! | matrices | tokens a second | largest difference | mean |
//! |---|---|---|---|
//! | F32 | 1,550 (1,490) | 0.004 | 0.001 |
//! | F16 | 1,420 (1,420) | 0.006 | 0.001 |
//! | `Q8_0` | 1,700 (1,520) | 0.13 | 0.02 |
//! | `Q4_0` | 1,850 (1,830) | 0.94 | 0.15 |
//!
//! Two thirds of it are multiplications of matrices, which AVX2 does about as
//! fast in any of these forms; so the form is chosen by what it costs in the
//! repository and in exactness, and flash attention is on.

#[cfg(test)]
mod cases;
mod columns;
mod file;
mod passage;
mod session;
mod vocabulary;
mod window;
pub(crate) mod words;

pub(crate) use session::ReaderSession;

/// Words of the longest run that is scored. Punctuation marks count.
pub const LONGEST_RUN: usize = 40;

use crate::decoder::{Control, EngineError};
use crate::protocol::{LoadedModel, Progress};
use serde::{Deserialize, Serialize};

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

/// What the pipeline asks of a reader.
///
/// All methods take `&mut self`: a reader serves one request at a time.
pub trait Reader: Send {
    /// What the loaded model says of itself.
    fn model(&self) -> &LoadedModel;

    /// One reading for each passage, in their order. The same passage gives
    /// the same scores, whatever stands beside it. Progress counts passages.
    ///
    /// # Errors
    ///
    /// [`EngineError::Cancelled`] when `progress` says so,
    /// [`EngineError::Decode`] when the model gives anything but finite
    /// numbers, and what can happen to any worker.
    fn read(
        &mut self,
        request: &ReadRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Vec<Reading>, EngineError>;
}
