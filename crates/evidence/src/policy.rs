//! The policy: every number that decides what is shown and what is done with
//! an answer, in one frozen, versioned TOML file whose hash is in every record.

use serde::{Deserialize, Serialize};

/// The policy of one run. Unknown keys in the file are an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Name of this version; stands in every record.
    pub version: String,
    /// Rows under this similarity (0..=1) are not shown.
    pub min_top_similarity: f64,
    /// At most this many chunks are shown.
    pub max_chunks: u32,
    /// At most this many of one document.
    pub max_chunks_per_document: u32,
    /// Two chunks sharing more than this ratio (0..=1) of their words are
    /// near duplicates.
    pub overlap_ratio_threshold: f64,
    /// Evidence never exceeds this many tokens.
    pub max_evidence_tokens: u32,
    /// One chunk takes at most this share (0..=1) of the evidence tokens,
    /// when there is more than one.
    pub max_chunk_token_ratio: f64,
    /// Prompt and evidence together.
    pub max_total_prompt_tokens: u32,
    /// Kept free for the answer.
    pub reserved_output_tokens: u32,
    /// Longest span of a citation, in lines.
    pub max_span_lines: u32,
    /// Longest question, in tokens.
    pub max_question_tokens: u32,
    /// At most this many candidates are scored.
    pub max_candidates: u32,
    /// At most this many items in a listing the model builds itself.
    pub max_items: u32,
    /// Under this confidence (0..=1) an answer goes to review.
    pub review_confidence: f64,
    /// Under this quality score (0..=1) the firewall fails an answer.
    pub min_quality_score: f64,
    /// Attempts in all.
    pub max_attempts: u32,
    /// Knowledge types that may be shown.
    pub allowed_knowledge_types: Vec<String>,
}
