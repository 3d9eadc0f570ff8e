//! What one answer took.

use crate::case::Case;
use crate::prediction::items;
use crate::score::{Given, score};
use app::{AskOutcome, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One answer: times in milliseconds, tokens by the answer model's own count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The question's id.
    pub id: String,
    /// The way of answering.
    pub way: String,
    /// Whether it was the first question on its document.
    pub first: bool,
    /// From the question to the checked and recorded answer, without loading a model.
    pub answer_ms: u64,
    /// Loading the answer model; none where it was loaded, or not needed.
    pub load_ms: Option<u64>,
    /// Looking for passages.
    pub retrieve_ms: u64,
    /// The reader, reading them.
    pub read_ms: u64,
    /// The answer model, reading the prompt.
    pub prefill_ms: u64,
    /// Weighing candidates.
    pub score_ms: u64,
    /// Writing.
    pub decode_ms: u64,
    /// Of writing: masks and forced bytes.
    pub mask_ms: u64,
    /// From asking the model for its draft to its first token.
    pub first_token_ms: Option<u64>,
    /// Tokens of the prompt; 0 where no model was asked.
    pub prompt_tokens: u32,
    /// Of those, kept from before.
    pub reused_tokens: u32,
    /// Tokens of candidates that were weighed.
    pub scored_tokens: u32,
    /// Tokens of the answer that the grammar or a decision forced.
    pub forced_tokens: u32,
    /// Tokens of the answer that the model chose.
    pub sampled_tokens: u32,
    /// Rounds.
    pub rounds: usize,
    /// Whether it says that the document answers the question.
    pub found: bool,
    /// Whether it is exactly right, or rightly says that the document does not answer.
    pub right: bool,
}

impl Measured {
    pub(super) fn new(case: &Case, way: &str, first: bool, outcome: &AskOutcome) -> Measured {
        let (response, trace) = (&outcome.response, &outcome.trace);
        let (latency, tokens) = (&trace.latency, trace.tokens);
        let found = response.answer().is_some_and(|body| body.answer_found);
        let ms = |time: Option<u64>| time.unwrap_or(0);
        Measured {
            id: case.id.clone(),
            way: way.to_owned(),
            first,
            answer_ms: latency.total_ms.saturating_sub(ms(latency.load_model_ms)),
            load_ms: latency.load_model_ms,
            retrieve_ms: ms(latency.retrieve_ms),
            read_ms: ms(latency.read_ms),
            prefill_ms: ms(latency.prefill_ms),
            score_ms: ms(latency.score_ms),
            decode_ms: ms(latency.decode_ms),
            mask_ms: ms(latency.mask_ms),
            first_token_ms: latency.first_token_ms,
            prompt_tokens: tokens.prompt,
            reused_tokens: tokens.reused,
            scored_tokens: tokens.scored,
            forced_tokens: tokens.forced,
            sampled_tokens: tokens.sampled,
            rounds: trace.rounds.len(),
            found,
            right: response.status() != Status::Failed && is_right(case, found, &items(response)),
        }
    }
}

/// Whether an answer is right by the scorer's rules.
pub(super) fn is_right(case: &Case, found: bool, items: &[Value]) -> bool {
    let given = Given {
        found,
        items,
        citations: &[],
    };
    score(case, &given).is_some_and(|score| score.right)
}
