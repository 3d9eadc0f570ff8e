//! `attest eval --recall`: whether the evidence of a case is found and shown,
//! without asking the model that answers anything.
//!
//! Gold evidence is found again by its lines in text files, and by its quote
//! where the program numbers lines itself (PDF and other formats): without
//! white space and with typographic signs made plain, since readers differ in
//! both. For each case it is told
//!
//! * `readable`: every gold quote stands in the document as it was read;
//! * `shown`: every gold quote stands in the lines that the model is shown;
//! * `ranks`: for each gold quote and each retriever, the place from 1 of the
//!   first chunk that holds a line of it, before anything is ranked anew.
//!
//! Documents that are shown whole have ranks, too: the retrievers are asked all
//! the same, so that they are compared on every document with several chunks.

use crate::case::{Case, GoldSpan, places, squash};
use app::{AppError, AskRequest, Service};
use evidence::chunk::{ChunkLimits, chunk};
use evidence::{AnswerBundle, Document, Policy, RetrievalBundle, Retriever, Row};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Places that recall is told for.
const PLACES: [u32; 5] = [1, 3, 5, 8, 16];
const RETRIEVERS: [Retriever; 3] = [Retriever::Lexical, Retriever::Embedding, Retriever::Hybrid];

/// Shares of cases, all within 0..=1.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RecallShare {
    /// Answerable cases with gold evidence.
    pub cases: usize,
    /// All gold quotes are in the document as it was read.
    pub readable: f64,
    /// All gold quotes are in what the model is shown.
    pub shown: f64,
    /// At least one is.
    pub shown_in_part: f64,
    /// By retriever: the share of cases all of whose gold quotes are among the
    /// first 1, 3, 5, 8, 16 chunks; over readable cases.
    pub at: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Recall over the cases of an evaluation set.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RecallSummary {
    /// Over all cases.
    pub all: RecallShare,
    /// By answer type.
    pub by_type: BTreeMap<String, RecallShare>,
    /// By source.
    pub by_source: BTreeMap<String, RecallShare>,
    /// Milliseconds in all.
    pub total_ms: u64,
    /// Median milliseconds of retrieval, vectors that were missing included.
    pub median_retrieve_ms: u64,
}

/// What is known of one case.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct CaseRecall {
    readable: bool,
    shown: bool,
    shown_in_part: bool,
    /// For each gold quote: by retriever the first chunk with a line of it.
    ranks: Vec<BTreeMap<String, Option<u32>>>,
    retrieve_ms: u64,
    /// What the index was that chose what is shown.
    embedding_model: String,
    /// The rows that selection chose from.
    rows: Vec<RowRecall>,
}

/// A row as selection met it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct RowRecall {
    first_line: u32,
    last_line: u32,
    similarity: f64,
    /// The gold quotes it holds a line of, from 0.
    gold: Vec<usize>,
    shown: bool,
}

/// Whether one of the places is shown: all its lines, and the quote in them
/// (a line may be shown in part).
fn is_shown(bundle: &AnswerBundle, gold: &GoldSpan, places: &[(u32, u32)]) -> bool {
    let quote = squash(&gold.quote);
    places.iter().any(|(first, last)| {
        let text: String = bundle
            .used_chunks
            .iter()
            .flat_map(|chunk| &chunk.lines)
            .filter(|line| (*first..=*last).contains(&line.number))
            .map(|line| squash(&line.text))
            .collect();
        text.contains(&quote)
    })
}

fn rows_of(
    retrieved: &RetrievalBundle,
    bundle: &AnswerBundle,
    found: &[Vec<(u32, u32)>],
) -> Vec<RowRecall> {
    let holds = |row: &Row, places: &[(u32, u32)]| {
        places
            .iter()
            .any(|(first, last)| row.first_line <= *last && *first <= row.last_line)
    };
    retrieved
        .results
        .iter()
        .map(|row| RowRecall {
            first_line: row.first_line,
            last_line: row.last_line,
            similarity: row.similarity,
            gold: found
                .iter()
                .enumerate()
                .filter(|(_, places)| holds(row, places))
                .map(|(number, _)| number)
                .collect(),
            shown: bundle
                .used_chunks
                .iter()
                .any(|chunk| chunk.chunk_id == row.chunk_id),
        })
        .collect()
}

fn name(retriever: Retriever) -> String {
    match retriever {
        Retriever::Lexical => "lexical",
        Retriever::Embedding => "embedding",
        Retriever::Hybrid => "hybrid",
    }
    .into()
}

impl Case {
    /// Whether there is evidence to be found.
    fn has_evidence(&self) -> bool {
        self.answerable != Some(false) && !self.gold_evidence.is_empty()
    }

    /// What is known where the document cannot be read.
    pub(crate) fn unread(&self) -> Option<CaseRecall> {
        self.has_evidence().then(|| CaseRecall {
            readable: false,
            shown: false,
            shown_in_part: false,
            ranks: Vec::new(),
            retrieve_ms: 0,
            embedding_model: String::new(),
            rows: Vec::new(),
        })
    }
}

/// Recall of one case, asked of its document; none for one without gold evidence.
pub(crate) fn recall_of(
    service: &Service,
    case: &Case,
    request: AskRequest,
    document: &Document,
) -> Result<Option<CaseRecall>, AppError> {
    if !case.has_evidence() {
        return Ok(None);
    }
    let found: Vec<Vec<(u32, u32)>> = case
        .gold_evidence
        .iter()
        .map(|gold| places(document, gold))
        .collect();
    let passages = service.find_passages(&request)?;
    let shown: Vec<bool> = case
        .gold_evidence
        .iter()
        .zip(&found)
        .map(|(gold, places)| is_shown(&passages.shown, gold, places))
        .collect();
    let retrieved = passages.retrieved;
    Ok(Some(CaseRecall {
        readable: found.iter().all(|places| !places.is_empty()),
        shown: shown.iter().all(|one| *one),
        shown_in_part: shown.iter().any(|one| *one),
        ranks: ranks_of(service, request, (document, &passages.policy), &found)?,
        retrieve_ms: retrieved.retrieval_latency_ms.unwrap_or(0),
        rows: rows_of(&retrieved, &passages.shown, &found),
        embedding_model: retrieved.embedding_model,
    }))
}

/// The place of each gold quote by each retriever; empty for a document of one chunk.
fn ranks_of(
    service: &Service,
    request: AskRequest,
    (document, policy): (&Document, &Policy),
    found: &[Vec<(u32, u32)>],
) -> Result<Vec<BTreeMap<String, Option<u32>>>, AppError> {
    let mut ranks = vec![BTreeMap::new(); found.len()];
    if chunk(document, &ChunkLimits::default()).len() < 2 {
        return Ok(ranks);
    }
    let mut asked = request;
    for retriever in RETRIEVERS {
        asked.policy = Some(Policy {
            retriever,
            ..policy.clone()
        });
        let hits = service.rank_passages(&asked)?;
        for (ranks, places) in ranks.iter_mut().zip(found) {
            let at = hits.iter().position(|hit| {
                places
                    .iter()
                    .any(|(first, last)| hit.first_line <= *last && *first <= hit.last_line)
            });
            ranks.insert(name(retriever), at.map(|at| at as u32 + 1));
        }
    }
    Ok(ranks)
}

/// Sums over cases.
#[derive(Debug, Clone, Default)]
struct Sums {
    cases: usize,
    readable: usize,
    shown: usize,
    shown_in_part: usize,
    ranked: usize,
    within: BTreeMap<String, BTreeMap<u32, usize>>,
}

impl Sums {
    fn add(&mut self, case: &CaseRecall) {
        self.cases += 1;
        self.readable += usize::from(case.readable);
        self.shown += usize::from(case.shown);
        self.shown_in_part += usize::from(case.shown_in_part);
        if !case.readable || case.ranks.iter().any(BTreeMap::is_empty) {
            return;
        }
        self.ranked += 1;
        for retriever in RETRIEVERS.map(name) {
            let worst = case
                .ranks
                .iter()
                .map(|ranks| ranks.get(&retriever).copied().flatten().unwrap_or(u32::MAX))
                .max()
                .unwrap_or(u32::MAX);
            let within = self.within.entry(retriever).or_default();
            for place in PLACES {
                *within.entry(place).or_default() += usize::from(worst <= place);
            }
        }
    }

    fn shares(&self) -> RecallShare {
        let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        RecallShare {
            cases: self.cases,
            readable: share(self.readable, self.cases),
            shown: share(self.shown, self.cases),
            shown_in_part: share(self.shown_in_part, self.cases),
            at: self
                .within
                .iter()
                .map(|(retriever, within)| {
                    let at = within
                        .iter()
                        .map(|(place, count)| (format!("{place:02}"), share(*count, self.ranked)));
                    (retriever.clone(), at.collect())
                })
                .collect(),
        }
    }
}

/// Sums over all cases, and by type and source.
#[derive(Debug, Default)]
pub(crate) struct RecallTally {
    all: Sums,
    by_type: BTreeMap<String, Sums>,
    by_source: BTreeMap<String, Sums>,
    retrieve_ms: Vec<u64>,
}

impl RecallTally {
    pub fn add(&mut self, case: &Case, recall: &CaseRecall) {
        self.all.add(recall);
        let by_type = self.by_type.entry(case.answer_type.clone());
        by_type.or_default().add(recall);
        let by_source = self.by_source.entry(case.source.clone());
        by_source.or_default().add(recall);
        self.retrieve_ms.push(recall.retrieve_ms);
    }

    pub fn summary(mut self, total_ms: u64) -> RecallSummary {
        let shares = |sums: &BTreeMap<String, Sums>| {
            sums.iter()
                .map(|(name, sums)| (name.clone(), sums.shares()))
                .collect()
        };
        self.retrieve_ms.sort_unstable();
        RecallSummary {
            all: self.all.shares(),
            by_type: shares(&self.by_type),
            by_source: shares(&self.by_source),
            total_ms,
            median_retrieve_ms: self
                .retrieve_ms
                .get(self.retrieve_ms.len() / 2)
                .copied()
                .unwrap_or(0),
        }
    }
}

/// A line of the report of one case.
pub(crate) fn line(case: &Case, recall: &CaseRecall) -> Value {
    json!({ "id": case.id, "answer_type": case.answer_type, "source": case.source, "recall": recall })
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_case_counts_as_found_at_the_place_of_its_last_quote() {
        let ranks = |place: Option<u32>| RETRIEVERS.map(|one| (name(one), place)).into();
        let mut sums = Sums::default();
        sums.add(&CaseRecall {
            readable: true,
            shown: false,
            shown_in_part: true,
            ranks: vec![ranks(Some(1)), ranks(Some(4))],
            retrieve_ms: 1,
            embedding_model: String::new(),
            rows: Vec::new(),
        });
        let shares = sums.shares();
        let at: Vec<f64> = shares.at["lexical"].values().copied().collect();
        assert_eq!(at, [0.0, 0.0, 1.0, 1.0, 1.0]);
        assert!((shares.shown_in_part - 1.0).abs() < 1e-9 && shares.shown == 0.0);
    }
}
