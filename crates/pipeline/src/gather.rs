//! From a search to the passages that are shown: retrieved, cut to the policy's budgets, with
//! their tables.

use crate::calibration::Calibration;
use crate::error::StageError;
use crate::hash::sha256;
use crate::notes::Notes;
use crate::plan::Plan;
use crate::progress::Listener;
use crate::read;
use crate::resources::{self, AnswerModel, BrokenOff, Means, Resources, RetrievalRequest};
use crate::shown::Shown;
use crate::timing::{Timed, enter};
use crate::trace::{Dropped, ShownPassage};
use evidence::select::{add_tables, render_chunk, select};
use evidence::{
    AnswerBundle, EvidenceChunk, Filter, Policy, RetrievalBundle, RetrievalStatus, Row,
};
use std::collections::BTreeSet;

/// What a round looks for, and how.
pub(crate) struct Search {
    pub query: String,
    pub filter: Filter,
    pub policy: Policy,
    pub calibration: Calibration,
    /// Leave out what was shown already.
    pub fresh_only: bool,
    /// Where passages broke off: what stands behind is shown, too.
    pub behind: BTreeSet<BrokenOff>,
    pub why: &'static str,
}

impl Search {
    /// The first search of a plan; `why` says what its round is for.
    pub(crate) fn first(plan: &Plan, why: &'static str) -> Search {
        Search {
            query: plan.search_words(),
            filter: plan.filter.clone(),
            policy: plan.evidence_policy(),
            calibration: plan.calibration.clone(),
            fresh_only: false,
            behind: BTreeSet::new(),
            why,
        }
    }
}

/// The passages for a question about a plan's documents.
///
/// # Errors
///
/// As [`Resources::retrieve`].
pub fn retrieve(
    plan: &Plan,
    (request_id, question): (&str, &str),
    (filter, policy): (&Filter, &Policy),
    resources: &dyn Resources,
    listener: &Listener<'_>,
) -> Result<RetrievalBundle, StageError> {
    let request = RetrievalRequest {
        request_id,
        question,
        terms: &plan.question.named_terms(),
        answer_type: &plan.answer_type.name,
        filter,
        policy,
        reads_alone: plan.reads_alone(),
        reads_whole: plan.reads_whole(),
    };
    resources.retrieve(&request, listener)
}

/// The passages that are shown, under the policy's budget: where the reader reads them by an
/// estimate of their tokens, where the model does by its own count. Their documents, and those
/// that were `asked` about, stand as they were imported ([`Resources::check_readings`]).
///
/// # Errors
///
/// [`StageError::Select`] for a budget that nothing fits; what can happen to documents, one that is
/// stored otherwise than it was imported among it, and to a model.
pub fn select_evidence(
    (asked, retrieved): (&[String], &RetrievalBundle),
    policy: &Policy,
    reads_alone: bool,
    resources: &dyn Resources,
    model: &dyn AnswerModel,
) -> Result<AnswerBundle, StageError> {
    let lines_of = |id: &str, first, last| resources.lines(id, first, last).ok();
    let mut bundle = if reads_alone {
        select(retrieved, policy, &lines_of, &mut read::estimated_tokens)?
    } else {
        let mut failure = None;
        let selected = resources::ask(model, |decoder, _| {
            let mut count = |text: &str| match decoder.count_tokens(&[text.to_owned()]) {
                Ok(counts) => counts.first().copied().unwrap_or(0),
                Err(error) => {
                    failure = Some(error);
                    0
                }
            };
            let selected = select(retrieved, policy, &lines_of, &mut count);
            match failure.take() {
                Some(error) => Err(error.into()),
                None => Ok(selected),
            }
        })?;
        selected?
    };
    resources.check_readings(asked, &bundle)?;
    add_tables(&mut bundle, &|id| resources.tables(id))?;
    Ok(bundle)
}

/// Retrieves and selects.
pub(crate) fn gather(
    plan: &Plan,
    search: &Search,
    shown: &Shown,
    means: Means<'_>,
    notes: &mut Notes,
) -> Result<AnswerBundle, StageError> {
    let retrieving = enter(Timed::Retrieve);
    let resources = means.resources;
    let asked = (notes.request_id.as_str(), search.query.as_str());
    let mut retrieved = if let Some(given) = &plan.bundle {
        RetrievalBundle {
            request_id: notes.request_id.clone(),
            ..given.clone()
        }
    } else {
        let within = (&search.filter, &search.policy);
        retrieve(plan, asked, within, resources, means.listener)?
    };
    let mut policy = search.policy.clone();
    // A place that was named ends where it ends, and so does what was given.
    if !search.filter.looks_inside() && plan.bundle.is_none() {
        let behind = resources.put_behind(&mut retrieved, &search.behind)?;
        // What a model reads has to fit its context.
        if plan.reads_alone() && !behind.is_empty() {
            let behind = retrieved
                .results
                .iter()
                .filter(|row| behind.contains(&row.chunk_id));
            let tokens = behind.clone().map(tokens_of).fold(0, u32::saturating_add);
            policy = policy.with_room_for(behind.count() as u32, tokens);
        }
    }
    if search.fresh_only {
        retrieved
            .results
            .retain(|row| shown.is_fresh(&row.document_id, row.first_line..=row.last_line));
        if retrieved.results.is_empty() {
            retrieved.retrieval_status = RetrievalStatus::NoEvidence;
        }
    }
    for (row, rank) in retrieved.results.iter_mut().zip(0..) {
        row.rank = rank;
    }
    retrieved.run_id = Some(notes.run_id.clone());
    notes.trace.retriever = Some(retrieved.retriever);
    drop(retrieving);
    let _select = enter(Timed::Select);
    let asked = (plan.document_ids.as_slice(), &retrieved);
    let reads_alone = plan.reads_alone();
    select_evidence(asked, &policy, reads_alone, resources, means.model)
}

/// At least as many tokens as the reader's estimate has for a passage as it is shown, with its title and
/// the numbers of its lines.
fn tokens_of(row: &Row) -> u32 {
    const LINE_NUMBER: u32 = 2;
    let lines = row.chunk_text.lines();
    let lines = lines.map(|line| read::estimated_tokens(line).saturating_add(LINE_NUMBER));
    let title = read::estimated_tokens(&row.document_title).saturating_add(LINE_NUMBER);
    lines.fold(title, u32::saturating_add)
}

/// Notes what is shown, without its text.
pub(crate) fn note_evidence(notes: &mut Notes, bundle: &AnswerBundle) {
    let shown = |chunk: &EvidenceChunk| ShownPassage {
        anchor: chunk.anchor.clone(),
        chunk_id: chunk.chunk_id.clone(),
        sha256: sha256(render_chunk(chunk).as_bytes()),
    };
    let dropped = bundle.metrics.dropped.iter().cloned();
    let signs = evidence::hostile::in_evidence(bundle).into_iter();
    let trace = &mut notes.trace;
    trace.evidence = Some(bundle.used_chunks.iter().map(shown).collect());
    trace.dropped = Some(dropped.map(Dropped::Chunks).collect());
    trace.evidence_tokens = Some(bundle.metrics.evidence_tokens);
    trace.index_version = Some(bundle.trace.index_version.clone());
    trace.embedding_model = Some(bundle.trace.embedding_model.clone());
    trace.hostile_signs = Some(
        signs
            .map(|(sign, lines)| (sign.to_owned(), lines))
            .collect(),
    );
}
