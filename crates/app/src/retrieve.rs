//! Retrieval: which chunks could answer a question.
//!
//! Five rules, in this order:
//!
//! 1. Documents that fit the evidence budget together are shown whole, in
//!    their order: one passage, as near to the question as the best of its
//!    chunks, which the policy's gate shows or holds back. Not so where the
//!    question is filtered.
//! 2. Otherwise the policy's retriever is asked: the lexical index (`FTS5`,
//!    BM25, similarity as `vault::search` says), the vectors (similarity as
//!    `vault::vector` says), or both ([`fuse`]). Without an embedding model it
//!    is the lexical index, and the bundle says so. What names a term of the
//!    question in another language (`question::Question::named_terms`)
//!    counts as if it said the question's words.
//! 3. Hits are ranked anew by what the answer type asks for: a passage without
//!    a value of the type keeps [`UNTYPED_SHARE`] of its similarity, one with
//!    such values takes the mean of its own similarity and of how much the
//!    best of them speaks of the question.
//!    Where the form of the type is sure (an IBAN, an address of mail or web),
//!    passages without one are left out, as long as some have one.
//! 4. Else, where one document is asked about, its opening is shown beside the
//!    hits: titles, parties and dates stand there, and seldom in the words of
//!    the question. It takes [`OPENING_RANK`] and the similarity of the hit
//!    it follows.
//! 5. Equal ones stand in the order of their chunk ids.

mod fuse;

use crate::document::chunk_rows;
use crate::error::AppError;
use crate::index::{Coverage, OnPassages};
use crate::service::Service;
use contract::{Descriptor, Finding};
use engine::decoder::Control;
use evidence::overlap::{self, Completeness};
use evidence::{
    Document, EvidenceChunk, Filter, RetrievalBundle, RetrievalStatus, Retriever, Row, Running,
};
use pipeline::read::estimated_tokens;
use pipeline::resources::{BrokenOff, RetrievalRequest, Searched, SearchedPassage};
use recognizer::{Options, Terms};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use vault::{ChunkRow, Hit};

/// Hits in a bundle.
const TOP_K: u32 = 48;
/// Hits asked of each index before they are fused.
const POOL: u32 = 192;
/// Hits that are looked at for a term of the question in other languages: its single words stand in
/// more passages than the term does.
const NAMED_POOL: u32 = 4 * POOL;
/// Rank at which the opening of the only document is put in.
const OPENING_RANK: usize = 2;
/// Similarity of an opening that no hit precedes.
const OPENING_SIMILARITY: f64 = 0.5;
/// Similarity that is left to a passage without a value of the type.
const UNTYPED_SHARE: f64 = 0.5;
/// Lexical similarity of what names a term of the question in another language: that of one
/// mention of every word in a chunk of average length (`vault::search`).
const NAMED_SIMILARITY: f64 = 0.45;
/// Key of metadata that says what kind of knowledge a document is.
pub const KNOWLEDGE_TYPE: &str = "knowledge_type";
/// What a document is of which nobody said it.
pub const PLAIN_KNOWLEDGE: &str = "document";
/// Joins the names of the two indexes of a hybrid search.
const AND: &str = " + ";

/// Hits, and how they were found.
struct Found {
    hits: Vec<Hit>,
    retriever: Retriever,
    coverage: Coverage,
}

impl Service {
    /// Retrieves for one question. Missing vectors are made on the way, with
    /// progress.
    pub(crate) fn retrieved(
        &self,
        request: &RetrievalRequest<'_>,
        on_passages: &mut OnPassages<'_>,
    ) -> Result<RetrievalBundle, AppError> {
        let started = self.options.clock.elapsed();
        let whole = if request.filter.is_restricted() {
            None
        } else {
            self.whole_documents(request)?
        };
        let mut bundle = RetrievalBundle {
            request_id: request.request_id.into(),
            user_question: request.question.into(),
            retrieval_status: RetrievalStatus::NoEvidence,
            index_version: vault::INDEX_VERSION.into(),
            embedding_model: vault::LEXICAL_MODEL.into(),
            retriever: Retriever::Lexical,
            top_k: top_k(request),
            results: Vec::new(),
            run_id: None,
            retrieval_latency_ms: None,
            filters_applied: request
                .filter
                .is_restricted()
                .then(|| request.filter.clone()),
        };
        if let Some(mut rows) = whole {
            // Who asks for every amount says no word that has to stand there.
            if !request.reads_whole {
                let near = self.nearness(request, on_passages)?;
                bundle.retriever = near.retriever;
                bundle.embedding_model = self.name_of(&near);
                let best = near.hits.first().map_or(0.0, |hit| hit.similarity);
                for row in &mut rows {
                    row.similarity = best;
                }
            }
            self.add_metadata(&mut rows)?;
            bundle.results = rows;
        } else {
            let found = self.find(request, on_passages)?;
            bundle.retriever = found.retriever;
            bundle.embedding_model = self.name_of(&found);
            bundle.results = self.rank_hits(found.hits, request)?;
        }
        if !bundle.results.is_empty() {
            bundle.retrieval_status = RetrievalStatus::Success;
        }
        let took = self.options.clock.elapsed().saturating_sub(started);
        bundle.retrieval_latency_ms = Some(took.as_millis() as u64);
        Ok(bundle)
    }

    /// What a search within a filter looks at.
    pub(crate) fn searched_within(&self, filter: &Filter) -> Result<Searched, AppError> {
        let model = self.vector_model().unwrap_or_default();
        let vault = self.vault();
        let chunks = vault.searched_chunks(&model, filter)?;
        let (mut searched, mut texts) = (Searched::default(), BTreeMap::new());
        for chunk in chunks {
            let id = &chunk.document_id;
            if !texts.contains_key(id) {
                let document = vault.document(id)?;
                let unread = document
                    .pages
                    .iter()
                    .filter(|page| page.is_unread())
                    .count();
                searched.unread_pages += unread as u64;
                let lines = document.lines.iter();
                let written = lines.filter(|line| !line.text.trim().is_empty());
                texts.insert(id.clone(), written.map(|line| line.number).collect());
            }
            let written: &BTreeSet<u32> = &texts[id];
            let lines = written.range(chunk.first_line..=chunk.last_line);
            searched.passages.push(SearchedPassage {
                lines: lines.copied().collect(),
                has_vector: chunk.has_vector,
                document_id: chunk.document_id,
            });
        }
        Ok(searched)
    }

    /// What a record calls the way hits were found: the indexes, and how many
    /// passages had no vector.
    fn name_of(&self, found: &Found) -> String {
        let model = self
            .embedding_model()
            .map_or_else(String::new, |entry| entry.name);
        let missing = match found.coverage.missing {
            0 => String::new(),
            count => format!(" (without {count} passages)"),
        };
        match found.retriever {
            Retriever::Lexical => vault::LEXICAL_MODEL.into(),
            Retriever::Embedding => format!("{model}{missing}"),
            Retriever::Hybrid => format!("{model}{missing}{AND}{}", vault::LEXICAL_MODEL),
        }
    }

    /// All chunks, where they surely fit the budget.
    fn whole_documents(
        &self,
        request: &RetrievalRequest<'_>,
    ) -> Result<Option<Vec<Row>>, AppError> {
        let (document_ids, policy) = (&request.filter.document_ids, request.policy);
        let count = |line: &str| {
            if request.reads_alone {
                u64::from(estimated_tokens(line))
            } else {
                most_tokens(line)
            }
        };
        let vault = self.vault();
        let mut rows = Vec::new();
        let mut tokens = 0;
        for id in document_ids {
            let document = vault.document(id)?;
            let most = u64::from(policy.max_evidence_tokens);
            if !request.reads_whole {
                let lines = document.lines.iter();
                tokens += lines.map(|line| count(&line.text)).sum::<u64>();
                if tokens > most {
                    return Ok(None);
                }
            }
            for chunk in chunk_rows(&document) {
                if request.reads_whole {
                    tokens += chunk.text.lines().map(count).sum::<u64>();
                    if tokens > most {
                        return Ok(Some(rows));
                    }
                }
                let hit = hit_of(chunk, &document, 1.0);
                rows.push(row(hit, rows.len() as u32));
            }
        }
        Ok((!document_ids.is_empty() && rows.len() as u32 <= policy.max_chunks).then_some(rows))
    }

    /// How near the passages of documents that are shown whole are to the question. Words
    /// in common are half of a hybrid similarity: where they alone pass the gate, the
    /// question is not embedded.
    fn nearness(
        &self,
        request: &RetrievalRequest<'_>,
        on_passages: &mut OnPassages<'_>,
    ) -> Result<Found, AppError> {
        let policy = request.policy;
        if policy.retriever == Retriever::Hybrid && self.vector_model().is_some() {
            let hits = fuse::fuse(self.by_words(request)?, Vec::new());
            let best = hits.first().map_or(0.0, |hit| hit.similarity);
            if best >= policy.min_top_similarity.hybrid {
                return Ok(Found {
                    hits,
                    retriever: Retriever::Hybrid,
                    coverage: Coverage::default(),
                });
            }
        }
        self.find(request, on_passages)
    }

    /// The hits of the policy's retriever, before they are ranked anew.
    pub(crate) fn hits(&self, request: &RetrievalRequest<'_>) -> Result<Vec<Hit>, AppError> {
        Ok(self.find(request, &mut |_, _| Control::Continue)?.hits)
    }

    /// Asks the index of words; what names a term of the question in another language is as near
    /// as what names every word of it, in documents that do not name it in the question's.
    fn by_words(&self, request: &RetrievalRequest<'_>) -> Result<Vec<Hit>, AppError> {
        let (vault, filter) = (self.vault(), request.filter);
        let mut hits = vault.search_within(request.question, filter, POOL)?;
        for term in request.terms {
            let names_own = |hit: &&Hit| question::names_one(&term.own, &hit.text);
            let own = hits.iter().filter(names_own);
            let own: BTreeSet<String> = own.map(|hit| hit.document_id.clone()).collect();
            let mut found = vault.search_within(&term.elsewhere.join(" "), filter, NAMED_POOL)?;
            found.retain(|hit| {
                !own.contains(&hit.document_id) && question::names_one(&term.elsewhere, &hit.text)
            });
            for hit in found {
                match hits.iter_mut().find(|one| one.chunk_id == hit.chunk_id) {
                    Some(known) => known.similarity = known.similarity.max(NAMED_SIMILARITY),
                    None => hits.push(Hit {
                        similarity: NAMED_SIMILARITY,
                        ..hit
                    }),
                }
            }
        }
        if !request.terms.is_empty() {
            hits.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
            hits.truncate(POOL as usize);
        }
        Ok(hits)
    }

    /// Asks the indexes.
    fn find(
        &self,
        request: &RetrievalRequest<'_>,
        on_passages: &mut OnPassages<'_>,
    ) -> Result<Found, AppError> {
        let model = match request.policy.retriever {
            Retriever::Lexical => None,
            Retriever::Embedding | Retriever::Hybrid => self.vector_model(),
        };
        let Some(model) = model else {
            return Ok(Found {
                hits: self.by_words(request)?,
                retriever: Retriever::Lexical,
                coverage: Coverage::default(),
            });
        };
        let lexical = self.by_words(request)?;
        let first: Vec<String> = lexical
            .iter()
            .take(TOP_K as usize)
            .map(|hit| hit.chunk_id.clone())
            .collect();
        let coverage = self.embed_for_question(&model, request.filter, &first, on_passages)?;
        let question = [request.question.to_owned()];
        let vectors = self
            .embed(&question, &mut |_| Control::Continue)?
            .unwrap_or_default();
        let nearest = match vectors.first() {
            Some(vector) => self
                .vault()
                .search_vectors(&model, vector, request.filter, POOL)?,
            None => Vec::new(),
        };
        let retriever = request.policy.retriever;
        let hits = match retriever {
            Retriever::Hybrid => fuse::fuse(lexical, nearest),
            _ => nearest,
        };
        Ok(Found {
            hits,
            retriever,
            coverage,
        })
    }

    /// The rows of a bundle, in their final order.
    fn rank_hits(
        &self,
        mut hits: Vec<Hit>,
        request: &RetrievalRequest<'_>,
    ) -> Result<Vec<Row>, AppError> {
        let answer_type = request.answer_type;
        hits.truncate(top_k(request) as usize);
        let is_typed =
            recognizer::has_recognizer(answer_type) && !recognizer::has_spans(answer_type);
        // The reader tells better than the words around a value which one is meant.
        if is_typed && !request.reads_alone {
            rank_by_type(&mut hits, &Terms::of(request.question), answer_type);
        }
        let sure = Descriptor::of(answer_type).finding == Finding::SureForm;
        if let (Some(only), false) = (
            only_document(request.filter, &hits),
            request.filter.looks_inside() || sure,
        ) {
            self.put_opening(&mut hits, &only)?;
        }
        let mut rows: Vec<Row> = hits
            .into_iter()
            .zip(0..)
            .map(|(hit, rank)| row(hit, rank))
            .collect();
        self.add_metadata(&mut rows)?;
        Ok(rows)
    }

    /// Event dates, pages, what was said of the document: what is known of a row beside
    /// its text.
    fn add_metadata(&self, rows: &mut [Row]) -> Result<(), AppError> {
        let vault = self.vault();
        let mut known: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for row in rows {
            let id = &row.document_id;
            row.event_date = vault.event_date(id)?;
            if !known.contains_key(id) {
                known.insert(id.clone(), vault.metadata(id)?);
            }
            let said = known.get(id).cloned().unwrap_or_default();
            if let Some(kind) = said.get(KNOWLEDGE_TYPE) {
                row.knowledge_type_effective.clone_from(kind);
            }
            let pages = vault.pages_of(id, row.first_line, row.last_line)?;
            let pages = pages.map(|(first, last)| [("page_first", first), ("page_last", last)]);
            let pages = pages.into_iter().flatten();
            let pages = pages.map(|(name, page)| (name.to_owned(), json!(page)));
            let said = said.into_iter().map(|(key, value)| (key, json!(value)));
            let metadata: BTreeMap<String, serde_json::Value> = said.chain(pages).collect();
            row.metadata = (!metadata.is_empty()).then_some(metadata);
        }
        Ok(())
    }

    /// Puts what stands behind each passage that breaks off right after it, with its similarity,
    /// whatever its words: up to the passage with which the matter ends, and what the passage itself
    /// did not show. Says which passages these are. Ranks are to be given anew.
    pub(crate) fn put_behind(
        &self,
        bundle: &mut RetrievalBundle,
        behind: &BTreeSet<BrokenOff>,
    ) -> Result<BTreeSet<String>, AppError> {
        let mut put = BTreeSet::new();
        for BrokenOff {
            document_id,
            last_line,
        } in behind
        {
            let document = self.vault().document(document_id)?;
            let following = following(&document, *last_line);
            put.extend(following.iter().map(|chunk| chunk.chunk_id.clone()));
            let rows = &mut bundle.results;
            let breaks_off = |row: &Row| {
                row.document_id == *document_id
                    && (row.first_line..=row.last_line).contains(last_line)
            };
            rows.retain(|row| {
                let is_following = following.iter().any(|chunk| chunk.chunk_id == row.chunk_id);
                !is_following || breaks_off(row)
            });
            let before = rows.iter().position(breaks_off);
            let similarity = before
                .and_then(|at| rows.get(at))
                .map_or(OPENING_SIMILARITY, |row| row.similarity);
            let at = before.map_or(0, |at| at + 1);
            let is_there = |chunk: &ChunkRow| rows.iter().any(|row| row.chunk_id == chunk.chunk_id);
            let missing = following.into_iter().filter(|chunk| !is_there(chunk));
            let missing = missing.map(|chunk| row(hit_of(chunk, &document, similarity), 0));
            let mut missing: Vec<Row> = missing.collect();
            self.add_metadata(&mut missing)?;
            rows.splice(at..at, missing);
        }
        Ok(put)
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
        hits.insert(rank, hit_of(opening, &document, similarity));
        Ok(())
    }
}

/// Tokens of a line with its number, without asking the model: more than any
/// tokenizer we know makes of it. Digits and signs are a token each, letters at
/// most one in two.
fn most_tokens(line: &str) -> u64 {
    const LINE_NUMBER: u64 = 6;
    let (mut letters, mut signs) = (0, 0);
    for character in line.chars().filter(|character| !character.is_whitespace()) {
        if character.is_alphabetic() {
            letters += character.len_utf8() as u64;
        } else {
            signs += 1;
        }
    }
    match letters + signs {
        0 => 0,
        _ => LINE_NUMBER + letters.div_ceil(2) + signs,
    }
}

/// The passages behind a line, up to the one with which the matter ends; the first may hold the
/// line, where it was shown in part.
fn following(document: &Document, last_line: u32) -> Vec<ChunkRow> {
    let running = Running::of(&document.lines);
    let mut goes_on = true;
    let behind = chunk_rows(document).into_iter();
    let behind = behind.skip_while(|chunk| chunk.last_line <= last_line);
    behind
        .take_while(|chunk| {
            let (first, last) = (chunk.first_line, chunk.last_line);
            let ends = overlap::completeness(document, &running, first, last);
            std::mem::replace(&mut goes_on, ends == Completeness::Truncated)
        })
        .collect()
}

/// A chunk that no index was asked for.
fn hit_of(chunk: ChunkRow, document: &Document, similarity: f64) -> Hit {
    Hit {
        chunk_id: chunk.chunk_id,
        document_id: document.id.clone(),
        document_title: document.title.clone(),
        first_line: chunk.first_line,
        last_line: chunk.last_line,
        text: chunk.text,
        score: 0.0,
        similarity,
    }
}

fn row(hit: Hit, rank: u32) -> Row {
    Row {
        chunk_id: hit.chunk_id,
        rank,
        similarity: hit.similarity,
        chunk_text: hit.text,
        document_id: hit.document_id,
        document_title: hit.document_title,
        first_line: hit.first_line,
        last_line: hit.last_line,
        knowledge_type_effective: PLAIN_KNOWLEDGE.into(),
        event_date: None,
        metadata: None,
    }
}

/// The document, where only one is asked about.
fn only_document(filter: &Filter, hits: &[Hit]) -> Option<String> {
    match filter.document_ids.as_slice() {
        [only] if !hits.is_empty() || !filter.is_restricted() => Some(only.clone()),
        _ => None,
    }
}

/// Hits of a bundle: what the reader has time for, or what a model has.
fn top_k(request: &RetrievalRequest<'_>) -> u32 {
    if request.reads_alone { POOL } else { TOP_K }
}

/// Ranks hits by the values of the type that stand in them. Stable: hits that
/// come out alike keep their order.
fn rank_by_type(hits: &mut Vec<Hit>, sought: &Terms, answer_type: &str) {
    let mut typed = BTreeSet::new();
    for hit in hits.iter_mut() {
        hit.similarity = match best_value(hit, sought, answer_type) {
            Some(best) => {
                typed.insert(hit.chunk_id.clone());
                f64::midpoint(hit.similarity, best)
            }
            None => hit.similarity * UNTYPED_SHARE,
        };
    }
    // A passage without a value of a form that is sure cannot answer.
    if Descriptor::of(answer_type).finding == Finding::SureForm && !typed.is_empty() {
        hits.retain(|hit| typed.contains(&hit.chunk_id));
    }
    hits.sort_by(|left, right| right.similarity.total_cmp(&left.similarity));
}

/// How much the value that speaks most of the words sought does; none without one.
fn best_value(hit: &Hit, sought: &Terms, answer_type: &str) -> Option<f64> {
    let chunk = as_evidence(hit);
    let candidates = recognizer::recognize(answer_type, &[chunk], &Options::default());
    candidates
        .iter()
        .map(|candidate| recognizer::lexical_score(sought, answer_type, candidate))
        .max_by(f64::total_cmp)
}

/// A hit as the recognisers read it.
fn as_evidence(hit: &Hit) -> EvidenceChunk {
    EvidenceChunk {
        chunk_id: hit.chunk_id.clone(),
        document_id: hit.document_id.clone(),
        document_title: hit.document_title.clone(),
        similarity: hit.similarity,
        ..EvidenceChunk::of_lines("C0", hit.first_line, hit.text.split('\n'))
    }
}
