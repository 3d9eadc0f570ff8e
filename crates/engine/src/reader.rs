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
//! of two threads, which wait for each other at every step. What was read for one
//! run is kept until the next begins (`kept.rs`), since rounds of a question show
//! most passages again.
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
mod kept;
mod passage;
mod reading;
mod session;
mod vocabulary;
mod window;
pub(crate) mod words;

pub use reading::{LONGEST_RUN, ReadRequest, Reading, WindowReading, WordScore};
pub(crate) use session::ReaderSession;

use crate::decoder::Control;
use crate::error::EngineError;
use crate::protocol::{LoadedModel, Progress};

/// What the pipeline asks of a reader.
///
/// All methods take `&mut self`: a reader serves one request at a time.
pub trait Reader: Send {
    /// What the loaded model says of itself.
    fn model(&self) -> &LoadedModel;

    /// The process that holds the model; none where it is this one.
    fn process_id(&self) -> Option<u32> {
        None
    }

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
