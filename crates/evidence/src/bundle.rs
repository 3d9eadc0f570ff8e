//! The retrieval bundle (input of selection) and the answer bundle (its
//! output).

use crate::document::{Line, Table};
use crate::filter::Filter;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// How passages were found. Similarities of different ways do not compare, so
/// each has its own gate in the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Retriever {
    /// By the words they share with the question.
    #[default]
    Lexical,
    /// By their meaning: the nearness of vectors.
    Embedding,
    /// By both.
    Hybrid,
}

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
    /// The date the document speaks of, where somebody said it.
    #[serde(default)]
    pub event_date: Option<String>,
    /// What else is known of the row, by name.
    #[serde(default)]
    pub metadata: Option<BTreeMap<String, Value>>,
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
    /// Name of the embedding model; `fts5-bm25` where words alone were compared.
    pub embedding_model: String,
    /// How the rows were found; decides which gate they pass.
    #[serde(default)]
    pub retriever: Retriever,
    /// How many rows were asked for.
    pub top_k: u32,
    /// Hits, best first.
    pub results: Vec<Row>,
    /// Id of the run, where there is one yet.
    #[serde(default)]
    pub run_id: Option<String>,
    /// Milliseconds spent.
    #[serde(default)]
    pub retrieval_latency_ms: Option<u64>,
    /// What was filtered; none: nothing.
    #[serde(default)]
    pub filters_applied: Option<Filter>,
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
    /// `C0`, `C1`, ... in the order of the ranks (`rank_strict`).
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

impl EvidenceChunk {
    /// Words that stand in no document, as one line: what a question says, or an answer that a
    /// person writes, is read by the recognisers as the same words in a document would be.
    pub fn of_words(words: &str) -> EvidenceChunk {
        Self::of_lines("C0", 1, [words])
    }

    /// Consecutive lines from the number `first`, of page 1 of a document without an id or a title.
    pub fn of_lines<'a>(
        anchor: &str,
        first: u32,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> EvidenceChunk {
        let line = |(number, text): (u32, &str)| Line {
            number,
            page: 1,
            text: text.to_owned(),
            bounds: None,
        };
        EvidenceChunk {
            anchor: anchor.into(),
            chunk_id: String::new(),
            document_id: String::new(),
            document_title: String::new(),
            lines: (first..).zip(lines).map(line).collect(),
            similarity: 1.0,
            tables: Vec::new(),
        }
    }
}

/// Rows that were not shown, all for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldBack {
    /// `below_similarity`, `less_likely`, `near_duplicate`, `over_budget`, `per_document_cap`,
    /// `max_chunks`.
    pub reason: String,
    /// Their chunks, best first.
    pub chunk_ids: Vec<String>,
}

/// Where the evidence of one question comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AssemblyTrace {
    /// Version of the index that was searched.
    pub index_version: String,
    /// Name of the embedding model, as the retrieval bundle has it.
    pub embedding_model: String,
    /// Version of the policy that selected.
    pub policy_version: String,
    /// Id of the run, where there is one.
    pub run_id: Option<String>,
}

/// What selection counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AssemblyMetrics {
    /// Chunks that are shown.
    pub selected: u32,
    /// Rows that are not, by reason, in the order of the reasons' names.
    pub dropped: Vec<HeldBack>,
    /// Tokens of the evidence by the model's own tokenizer.
    pub evidence_tokens: u32,
}

/// What selection hands on: the evidence of one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerBundle {
    /// Id of the request.
    pub request_id: String,
    /// How selection ended.
    pub assembly_status: AssemblyStatus,
    /// The evidence, in the order it is shown: by document, then by line. Each
    /// bears the anchor that it is cited by.
    pub used_chunks: Vec<EvidenceChunk>,
    /// Where it comes from.
    pub trace: AssemblyTrace,
    /// What was counted.
    pub metrics: AssemblyMetrics,
}
