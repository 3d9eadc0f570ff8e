//! Retrieval: which chunks could answer a question.
//!
//! Four rules, in this order:
//!
//! 1. Documents that fit the evidence budget together are shown whole; there
//!    is nothing to search, so every chunk has similarity 1.
//! 2. Otherwise the lexical index is asked (`FTS5`, BM25, similarity as
//!    `vault::search` says).
//! 3. Hits are ranked anew by what the answer type asks for: a passage without
//!    a value of the type keeps [`UNTYPED_SHARE`] of its similarity, one with
//!    such values takes the mean of its own similarity and of how much the
//!    best of them speaks of the question.
//! 4. Where one document is asked about, its opening is shown beside the
//!    hits: titles, parties and dates stand there, and seldom in the words of
//!    the question. It takes [`OPENING_RANK`] and the similarity of the hit
//!    it follows.

use crate::document::chunk_rows;
use crate::error::AppError;
use crate::service::Service;
use contract::recognizer::{self, Options};
use evidence::{EvidenceChunk, Line, Policy, RetrievalBundle, RetrievalStatus, Row};
use vault::Hit;

/// Hits asked of the index.
const TOP_K: u32 = 48;
/// Rank at which the opening of the only document is put in.
const OPENING_RANK: usize = 2;
/// Similarity of an opening that no hit precedes.
const OPENING_SIMILARITY: f64 = 0.5;
/// Similarity that is left to a passage without a value of the type.
const UNTYPED_SHARE: f64 = 0.5;
/// Types that any passage could answer: ranking anew would say nothing.
const ANY_PASSAGE: [&str; 3] = ["text", "boolean", "classification"];
/// Fewest bytes of text a token stands for, on average, in any of the
/// languages we read: an upper bound on tokens without asking the model.
const MIN_BYTES_PER_TOKEN: u64 = 2;

impl Service {
    /// Retrieves for one question over the documents given.
    pub(crate) fn retrieve(
        &self,
        request_id: &str,
        question: &str,
        answer_type: &str,
        document_ids: &[String],
        policy: &Policy,
    ) -> Result<RetrievalBundle, AppError> {
        let whole = self.whole_documents(document_ids, policy)?;
        let results = match whole {
            Some(rows) => rows,
            None => self.search_rows(question, answer_type, document_ids)?,
        };
        Ok(RetrievalBundle {
            request_id: request_id.into(),
            user_question: question.into(),
            retrieval_status: if results.is_empty() {
                RetrievalStatus::NoEvidence
            } else {
                RetrievalStatus::Success
            },
            index_version: vault::INDEX_VERSION.into(),
            embedding_model: vault::LEXICAL_MODEL.into(),
            top_k: TOP_K,
            results,
        })
    }

    /// All chunks, where they surely fit the budget.
    fn whole_documents(
        &self,
        document_ids: &[String],
        policy: &Policy,
    ) -> Result<Option<Vec<Row>>, AppError> {
        let vault = self.vault();
        let mut rows = Vec::new();
        let mut bytes = 0;
        for id in document_ids {
            let document = vault.document(id)?;
            bytes += document
                .lines
                .iter()
                .map(|line| line.text.len() as u64 + 1)
                .sum::<u64>();
            if bytes > u64::from(policy.max_evidence_tokens) * MIN_BYTES_PER_TOKEN {
                return Ok(None);
            }
            for chunk in chunk_rows(&document) {
                rows.push(Row {
                    chunk_id: chunk.chunk_id,
                    rank: rows.len() as u32,
                    similarity: 1.0,
                    chunk_text: chunk.text,
                    document_id: id.clone(),
                    document_title: document.title.clone(),
                    first_line: chunk.first_line,
                    last_line: chunk.last_line,
                    knowledge_type_effective: "document".into(),
                });
            }
        }
        Ok((!document_ids.is_empty() && rows.len() as u32 <= policy.max_chunks).then_some(rows))
    }

    fn search_rows(
        &self,
        question: &str,
        answer_type: &str,
        document_ids: &[String],
    ) -> Result<Vec<Row>, AppError> {
        let mut hits = self.vault().search(question, document_ids, TOP_K)?;
        if recognizer::has_recognizer(answer_type) && !ANY_PASSAGE.contains(&answer_type) {
            rank_by_type(&mut hits, question, answer_type);
        }
        if let [only] = document_ids {
            self.put_opening(&mut hits, only)?;
        }
        Ok(hits
            .into_iter()
            .zip(0..)
            .map(|(hit, rank)| Row {
                chunk_id: hit.chunk_id,
                rank,
                similarity: hit.similarity,
                chunk_text: hit.text,
                document_id: hit.document_id,
                document_title: hit.document_title,
                first_line: hit.first_line,
                last_line: hit.last_line,
                knowledge_type_effective: "document".into(),
            })
            .collect())
    }

    fn put_opening(&self, hits: &mut Vec<Hit>, id: &str) -> Result<(), AppError> {
        let document = self.vault().document(id)?;
        let Some(opening) = chunk_rows(&document).into_iter().next() else {
            return Ok(());
        };
        if hits
            .iter()
            .take(OPENING_RANK + 1)
            .any(|hit| hit.chunk_id == opening.chunk_id)
        {
            return Ok(());
        }
        hits.retain(|hit| hit.chunk_id != opening.chunk_id);
        let rank = OPENING_RANK.min(hits.len());
        let similarity = rank
            .checked_sub(1)
            .and_then(|before| hits.get(before))
            .map_or(OPENING_SIMILARITY, |hit| hit.similarity);
        let hit = Hit {
            chunk_id: opening.chunk_id,
            document_id: id.into(),
            document_title: document.title,
            first_line: opening.first_line,
            last_line: opening.last_line,
            text: opening.text,
            bm25: 0.0,
            similarity,
        };
        hits.insert(rank, hit);
        Ok(())
    }
}

/// Ranks hits by the values of the type that stand in them. Stable: hits that
/// come out alike keep their order.
fn rank_by_type(hits: &mut [Hit], question: &str, answer_type: &str) {
    for hit in hits.iter_mut() {
        let chunk = as_evidence(hit);
        let candidates = recognizer::recognize(answer_type, &[chunk], &Options::default());
        let best = candidates
            .iter()
            .map(|candidate| recognizer::lexical_score(question, answer_type, candidate))
            .max_by(f64::total_cmp);
        hit.similarity = match best {
            Some(best) => f64::midpoint(hit.similarity, best),
            None => hit.similarity * UNTYPED_SHARE,
        };
    }
    hits.sort_by(|left, right| right.similarity.total_cmp(&left.similarity));
}

/// A hit as the recognisers read it.
fn as_evidence(hit: &Hit) -> EvidenceChunk {
    let line = |(number, text): (u32, &str)| Line {
        number,
        page: 1,
        text: text.to_owned(),
        bounds: None,
    };
    EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: hit.chunk_id.clone(),
        document_id: hit.document_id.clone(),
        document_title: hit.document_title.clone(),
        lines: (hit.first_line..)
            .zip(hit.text.split('\n'))
            .map(line)
            .collect(),
        similarity: hit.similarity,
        tables: Vec::new(),
    }
}
