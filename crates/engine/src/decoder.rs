//! The one boundary to inference.

use crate::error::EngineError;
use crate::protocol::{DraftRequest, Execution, LoadedModel, Progress, ScoreRequest, Scores};

/// Whether to go on after a progress report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop; the request ends with [`EngineError::Cancelled`], at once, and the model's own
    /// work within one token or block.
    Cancel,
}

/// What the pipeline asks of a model.
///
/// All methods take `&mut self`: a decoder serves one request at a time.
pub trait Decoder: Send {
    /// What the loaded model says of itself.
    fn model(&self) -> &LoadedModel;

    /// How the form of what it drafts is enforced, as a record says it: `grammar` where the
    /// grammar masks every token in a process of this program.
    fn enforcement(&self) -> &'static str {
        "grammar"
    }

    /// The process that holds the model; none where it is this one.
    fn process_id(&self) -> Option<u32> {
        None
    }

    /// Tokens of each text by the model's own tokenizer, special tokens not
    /// recognised.
    fn count_tokens(&mut self, texts: &[String]) -> Result<Vec<u32>, EngineError>;

    /// Whether the tokens of each text, put together, are the text again, byte by byte: else
    /// what the grammar forces is not what the model is given to read. A decoder without a
    /// tokenizer of its own has nothing to get wrong.
    ///
    /// # Errors
    ///
    /// What can happen to any worker.
    fn round_trips(&mut self, texts: &[String]) -> Result<Vec<bool>, EngineError> {
        Ok(vec![true; texts.len()])
    }

    /// Scores choices after a prompt.
    fn score(
        &mut self,
        request: &ScoreRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Scores, EngineError>;

    /// Decodes a draft under a grammar.
    fn draft(
        &mut self,
        request: &DraftRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Execution, EngineError>;
}
