//! The retrieval bundle (input of selection) and the answer bundle (its
//! output): spec 2, "Retrieval bundle" and "Selection policy".

use crate::document::{Line, Table};
use serde::{Deserialize, Serialize};

/// How retrieval ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RetrievalStatus {
    /// At least one row.
    Success,
    /// Nothing matched, or filters dropped everything.
    NoEvidence,
    /// Retrieval broke.
    Failed,
}

/// One search hit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Stable id of the chunk.
    pub chunk_id: String,
    /// From 0, strictly increasing.
    pub rank: u32,
    /// Finite, 0..=1.
    pub similarity: f64,
    /// The chunk's text, lines joined by newlines.
    pub chunk_text: String,
    /// The chunk's document.
    pub document_id: String,
    /// Title of the document, for people.
    pub document_title: String,
    /// First line of the chunk.
    pub first_line: u32,
    /// Last line of the chunk.
    pub last_line: u32,
    /// Domain of the chunk; the policy lists the allowed ones (default
    /// `document`).
    pub knowledge_type_effective: String,
}

/// What retrieval hands to selection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RetrievalBundle {
    /// Id of the request.
    pub request_id: String,
    /// The question as asked.
    pub user_question: String,
    /// How retrieval ended.
    pub retrieval_status: RetrievalStatus,
    /// Version of the index that was searched.
    pub index_version: String,
    /// `fts5-bm25` for lexical retrieval.
    pub embedding_model: String,
    /// How many rows were asked for.
    pub top_k: u32,
    /// Hits, best first.
    pub results: Vec<Row>,
}

/// How selection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AssemblyStatus {
    /// There is evidence.
    Ok,
    /// None is left: no factual answer may be generated.
    NoEvidence,
    /// Selection refused its input.
    Failed,
}

/// One chunk the model is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvidenceChunk {
    /// `C0`, `C1`, ... in evidence order.
    pub anchor: String,
    /// Stable id of the chunk.
    pub chunk_id: String,
    /// The chunk's document.
    pub document_id: String,
    /// Title of the document.
    pub document_title: String,
    /// The lines shown, consecutive.
    pub lines: Vec<Line>,
    /// Similarity of the hit, 0..=1.
    pub similarity: f64,
    /// What of the document's tables stands on these lines; see
    /// [`add_tables`](crate::select::add_tables).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Table>,
}

/// What selection hands on: the evidence of one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerBundle {
    /// Id of the request.
    pub request_id: String,
    /// How selection ended.
    pub assembly_status: AssemblyStatus,
    /// The evidence, in the order it is shown: by document, then by line.
    pub used_chunks: Vec<EvidenceChunk>,
    /// Rows dropped, by reason (`below_similarity`, `near_duplicate`,
    /// `over_budget`, `per_document_cap`, `max_chunks`).
    pub dropped: Vec<(String, u32)>,
    /// Tokens of the evidence by the model's own tokenizer.
    pub evidence_tokens: u32,
    /// Version of the policy that selected.
    pub policy_version: String,
}
