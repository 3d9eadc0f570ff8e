//! Selection: search hits -> the few lines a model may see.
//!
//! A pure function of the bundle, the policy, the lines of the documents and
//! the tokenizer. In rank order (`rank_strict`: rank ascending, chunk id
//! breaks ties): similarity gate, near duplicates, cap per document, cap in
//! all. Then the budget: as many of the best chunks as fit, each cut to its
//! share; so the lowest rank goes first. What is cut is cut at line ends,
//! around the lines that share most words with the question. Only a line that
//! is over the share by itself is shown in part, because a text file may hold
//! a whole page in one line; the part is a stretch of its own words, so quotes
//! and line numbers stay true.

mod fit;
mod render;
mod word;

use crate::bundle::{
    AnswerBundle, AssemblyMetrics, AssemblyStatus, AssemblyTrace, EvidenceChunk, HeldBack,
    RetrievalBundle, RetrievalStatus, Row,
};
use crate::check::{BundleError, checked_rows};
use crate::document::{Line, Table};
use crate::policy::Policy;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use word::{overlap, question_words, words};

pub use fit::CountTokens;
pub use render::render_chunk;

/// Why there is no selection, not even an empty one.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SelectError {
    /// The bundle failed a check.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// Retrieval itself failed.
    #[error("the search failed, so there is no evidence to select from")]
    RetrievalFailed,
    /// The index names lines that the document does not have.
    #[error("chunk {chunk_id}: its lines are not in the document")]
    MissingLines {
        /// The chunk.
        chunk_id: String,
    },
}

impl SelectError {
    /// What can be done about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Bundle(error) => error.help(),
            Self::RetrievalFailed => "look into the log for the search's own error and ask again",
            Self::MissingLines { .. } => {
                "import the document again, which rebuilds its part of the index"
            }
        }
    }
}

/// Hands out the lines `first..=last` of a document, or none.
pub type LinesOf<'a> = dyn Fn(&str, u32, u32) -> Option<Vec<Line>> + 'a;

/// Selects the evidence for a question.
///
/// `used_chunks` is in evidence order: by document id, then by first line, so
/// that prompts over one document share their beginning; anchors count in the
/// order of the ranks. `evidence_tokens` is the sum over the rendered chunks and never
/// exceeds the policy's `max_evidence_tokens`.
///
/// # Errors
///
/// A bundle that fails V1 to V5, a failed retrieval, lines that do not exist.
pub fn select(
    bundle: &RetrievalBundle,
    policy: &Policy,
    lines_of: &LinesOf<'_>,
    count_tokens: &mut CountTokens<'_>,
) -> Result<AnswerBundle, SelectError> {
    let rows = checked_rows(bundle, policy)?;
    if bundle.retrieval_status == RetrievalStatus::Failed {
        return Err(SelectError::RetrievalFailed);
    }
    let mut dropped = BTreeMap::new();
    let gate = policy.min_top_similarity.of(bundle.retriever);
    let kept = keep(rows, gate, policy, &mut dropped);
    let chunks = kept
        .into_iter()
        .map(|row| load(row, lines_of))
        .collect::<Result<Vec<_>, _>>()?;
    let question = question_words(&bundle.user_question);
    let offered: Vec<String> = chunks.iter().map(|chunk| chunk.chunk_id.clone()).collect();
    let (mut used, evidence_tokens) = fit::fit(&chunks, policy, &question, count_tokens);
    let is_used = |id: &String| used.iter().any(|chunk| chunk.chunk_id == *id);
    for id in offered.into_iter().filter(|id| !is_used(id)) {
        drop_row(&mut dropped, "over_budget", id);
    }
    fit::number(&mut used);
    Ok(AnswerBundle {
        request_id: bundle.request_id.clone(),
        assembly_status: if used.is_empty() {
            AssemblyStatus::NoEvidence
        } else {
            AssemblyStatus::Ok
        },
        metrics: AssemblyMetrics {
            selected: used.len() as u32,
            dropped: dropped
                .into_iter()
                .map(|(reason, chunk_ids)| HeldBack {
                    reason: reason.to_owned(),
                    chunk_ids,
                })
                .collect(),
            evidence_tokens,
        },
        used_chunks: used,
        trace: AssemblyTrace {
            index_version: bundle.index_version.clone(),
            embedding_model: bundle.embedding_model.clone(),
            policy_version: policy.version.clone(),
            run_id: bundle.run_id.clone(),
        },
    })
}

/// A bundle without those passages that are not `kept`, which it holds back for `reason`; `tokens` are those of each
/// passage as it is shown. The others keep their order, and are numbered by rank again.
#[must_use]
pub fn hold_back(
    bundle: &AnswerBundle,
    (kept, tokens): (&[bool], &[u32]),
    reason: &str,
) -> AnswerBundle {
    let rank = |chunk: &EvidenceChunk| {
        let number = chunk.anchor.strip_prefix('C');
        number.and_then(|number| number.parse::<usize>().ok())
    };
    let (mut used_chunks, mut held, mut evidence_tokens) = (Vec::new(), Vec::new(), 0_u32);
    for ((chunk, is_kept), tokens) in bundle.used_chunks.iter().zip(kept).zip(tokens) {
        if *is_kept {
            used_chunks.push(chunk.clone());
            evidence_tokens = evidence_tokens.saturating_add(*tokens);
        } else {
            held.push(chunk);
        }
    }
    used_chunks.sort_by_key(rank);
    fit::number(&mut used_chunks);
    held.sort_by_key(|chunk| rank(chunk));
    let mut dropped = bundle.metrics.dropped.clone();
    if !held.is_empty() {
        dropped.push(HeldBack {
            reason: reason.to_owned(),
            chunk_ids: held.iter().map(|chunk| chunk.chunk_id.clone()).collect(),
        });
        dropped.sort_by(|one, other| one.reason.cmp(&other.reason));
    }
    AnswerBundle {
        metrics: AssemblyMetrics {
            selected: used_chunks.len() as u32,
            dropped,
            evidence_tokens,
        },
        used_chunks,
        ..bundle.clone()
    }
}

/// Gives every chunk what of its document's tables stands on its lines: rows
/// of a table of which the chunk has a part only are left out. `tables_of`
/// hands out the tables of a document; none for an unknown one.
///
/// Apart from [`select`], so that retrieval alone needs no tables.
///
/// # Errors
///
/// What `tables_of` fails with.
pub fn add_tables<E>(
    bundle: &mut AnswerBundle,
    tables_of: &dyn Fn(&str) -> Result<Vec<Table>, E>,
) -> Result<(), E> {
    let mut known: BTreeMap<String, Vec<Table>> = BTreeMap::new();
    for chunk in &mut bundle.used_chunks {
        let (Some(first), Some(last)) = (chunk.lines.first(), chunk.lines.last()) else {
            continue;
        };
        let tables = match known.entry(chunk.document_id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(tables_of(&chunk.document_id)?),
        };
        chunk.tables = tables
            .iter()
            .filter_map(|table| table.within(first.number, last.number))
            .collect();
    }
    Ok(())
}

/// Ids of chunks by the reason for which they are not shown.
type Dropped = BTreeMap<&'static str, Vec<String>>;

fn drop_row(dropped: &mut Dropped, reason: &'static str, chunk_id: String) {
    dropped.entry(reason).or_default().push(chunk_id);
}

/// The rows that the gate, the duplicates and the caps leave.
fn keep(rows: Vec<Row>, gate: f64, policy: &Policy, dropped: &mut Dropped) -> Vec<Row> {
    let mut kept: Vec<(Row, BTreeMap<String, u32>)> = Vec::new();
    for row in rows {
        let row_words = words(&row.chunk_text);
        let of_document = kept
            .iter()
            .filter(|(old, _)| old.document_id == row.document_id)
            .count();
        let reason = if row.similarity < gate {
            Some("below_similarity")
        } else if kept
            .iter()
            .any(|(_, old)| overlap(old, &row_words) > policy.overlap_ratio_threshold)
        {
            Some("near_duplicate")
        } else if of_document >= policy.max_chunks_per_document as usize {
            Some("per_document_cap")
        } else if kept.len() >= policy.max_chunks as usize {
            Some("max_chunks")
        } else {
            None
        };
        match reason {
            Some(reason) => drop_row(dropped, reason, row.chunk_id),
            None => kept.push((row, row_words)),
        }
    }
    kept.into_iter().map(|(row, _)| row).collect()
}

fn load(row: Row, lines_of: &LinesOf<'_>) -> Result<EvidenceChunk, SelectError> {
    let lines = lines_of(&row.document_id, row.first_line, row.last_line).unwrap_or_default();
    let consecutive = lines
        .iter()
        .zip(row.first_line..=row.last_line)
        .all(|(line, number)| line.number == number);
    let complete = lines.len() as u64 == u64::from(row.last_line - row.first_line) + 1;
    if !(consecutive && complete) || lines.iter().all(|line| line.text.trim().is_empty()) {
        return Err(SelectError::MissingLines {
            chunk_id: row.chunk_id,
        });
    }
    Ok(EvidenceChunk {
        anchor: String::new(),
        chunk_id: row.chunk_id,
        document_id: row.document_id,
        document_title: row.document_title,
        lines,
        similarity: row.similarity,
        tables: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
