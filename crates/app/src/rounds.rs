//! Rounds of one question: ask, decide, and ask again with other or more
//! passages where the decision says so and there is something new to show.
//!
//! Broadening shows more passages beside those that were shown, found with the
//! places and words that the first round discovered, and what stands right
//! behind a passage that breaks off, whatever its words. Rephrasing leaves out
//! what was read in vain and looks with the question's keywords alone, once, also
//! beyond the place that the question names ([`crate::scope`]), but never beyond
//! one that a person set. A round that would show nothing new is not held.

use crate::ask::{check_question_budget, note_evidence};
use crate::calibration::Calibration;
use crate::complete::{NO_RELEVANCE, check_request, without_evidence};
use crate::computed;
use crate::dispatch::{Decision, Room, Signals, decide};
use crate::error::AppError;
use crate::hash::sha256;
use crate::model::OnDemand;
use crate::outcome::{Outcome, refused};
use crate::plan::Plan;
use crate::progress::{OnEvent, Stage, forward, tell};
use crate::record::Run;
use crate::reparse::PageOf;
use crate::retrieve::BrokenOff;
use crate::round::{Round, Unread};
use crate::scope;
use crate::service::Service;
use crate::trace::{RoundNote, since};
use compute::Computation;
use evidence::overlap::{self, Completeness};
use evidence::{AnswerBundle, AssemblyStatus, EvidenceChunk, Filter, Policy, RetrievalBundle};
use firewall::{Answer, CheckRequest, Verdict};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// How much more evidence a broader round may show.
const BROADER: u32 = 2;

/// What was asked so far.
#[derive(Default)]
struct History {
    /// Lines that were shown, by document. A chunk may be shown in part.
    shown: BTreeMap<String, BTreeSet<u32>>,
    rephrased: bool,
    /// A page was read in another way, or cannot be.
    reread: bool,
    /// Where passages broke off in the middle of the answer.
    broken_off: BTreeSet<BrokenOff>,
    rounds: Vec<RoundNote>,
}

impl History {
    fn note_shown(&mut self, bundle: &AnswerBundle) {
        for chunk in &bundle.used_chunks {
            let lines = self.shown.entry(chunk.document_id.clone()).or_default();
            lines.extend(chunk.lines.iter().map(|line| line.number));
        }
    }

    /// Whether one of the lines was not shown yet.
    fn has_fresh(&self, document_id: &str, mut lines: impl Iterator<Item = u32>) -> bool {
        match self.shown.get(document_id) {
            Some(shown) => lines.any(|line| !shown.contains(&line)),
            None => true,
        }
    }
}

/// What the next round looks for, and how.
struct Search {
    query: String,
    filter: Filter,
    policy: Policy,
    calibration: Calibration,
    /// Leave out what was shown already.
    fresh_only: bool,
    /// Where passages broke off: what stands behind is shown, too.
    behind: BTreeSet<BrokenOff>,
    why: &'static str,
}

impl Service {
    /// Retrieval to verdict: by the plan, and where the reader's refusal is not
    /// the last word, without the reader.
    pub(crate) fn answer(
        &self,
        plan: &Plan,
        run: &mut Run,
        on_event: &mut OnEvent<'_>,
    ) -> Result<Outcome, AppError> {
        let mut history = History::default();
        let outcome = self.in_rounds((plan, "ask"), &mut history, run, on_event)?;
        let refused = match &outcome {
            Outcome::Accepted(answer) => !answer.body().answer_found,
            Outcome::NoEvidence => true,
        };
        let Some(other) = plan.after_reader().filter(|_| refused) else {
            return Ok(outcome);
        };
        run.trace.choose_with = Some(other.chooses());
        run.round += 1;
        let mut history = History {
            rounds: history.rounds,
            ..History::default()
        };
        self.in_rounds((&other, "model"), &mut history, run, on_event)
    }

    /// Rounds of one way of choosing, as many as it takes; `why` says what the
    /// first one is for.
    fn in_rounds(
        &self,
        (plan, why): (&Plan, &'static str),
        history: &mut History,
        run: &mut Run,
        on_event: &mut OnEvent<'_>,
    ) -> Result<Outcome, AppError> {
        let mut model = self.on_demand(&plan.model);
        let model = &mut model;
        if plan.reads || plan.has_reader && !plan.form.fields.is_empty() {
            self.note_reader(run);
        }
        if !plan.reads_alone() {
            tell(on_event, Stage::LoadModel)?;
            let load_started = Instant::now();
            model.ask(|decoder, _| {
                run.trace.latency.load_model_ms = since(load_started);
                run.note_model(&plan.model, &decoder.model().backend);
                Ok(())
            })?;
        }
        check_question_budget(plan, model)?;
        let mut search = Search {
            query: plan.search_words(),
            filter: plan.filter.clone(),
            policy: plan.evidence_policy(),
            calibration: plan.calibration.clone(),
            fresh_only: false,
            behind: BTreeSet::new(),
            why,
        };
        tell(on_event, Stage::Retrieve)?;
        let mut bundle = self.gather(plan, &search, history, run, model, on_event)?;
        let place = scope::place(&plan.filter)
            .filter(|_| bundle.used_chunks.is_empty() && plan.bundle.is_none());
        if let Some(place) = place {
            for why in self.excluding(&plan.filter)? {
                run.remark(why);
            }
            if plan.is_held() {
                run.remark(format!(
                    "nothing was found {place}; a person set this, so nothing else was searched"
                ));
            } else {
                run.doubt(format!(
                    "nothing was found {place}; everything was searched"
                ));
                search.filter = plan.everywhere();
                bundle = self.gather(plan, &search, history, run, model, on_event)?;
            }
        }
        loop {
            let held = self.hold(plan, (&search, &bundle), run, model, on_event);
            let outcome = match held {
                Ok(outcome) => outcome,
                Err(error) => {
                    run.decision = Decision::Failed;
                    note_round(run, history, &search, &bundle);
                    return Err(error);
                }
            };
            history.note_shown(&bundle);
            let (completeness, broken_off) = self.completeness(plan, &outcome, &bundle)?;
            run.completeness = completeness;
            let outcome = match outcome {
                Outcome::Accepted(answer) if completeness == Completeness::Truncated => {
                    Outcome::Accepted(as_partial(plan, run, &bundle, answer)?)
                }
                other => other,
            };
            history.broken_off.extend(broken_off);
            let next = self.next(plan, &outcome, (&search, history), run, model, on_event)?;
            note_round(run, history, &search, &bundle);
            match next {
                Some((other, found)) => {
                    history.rephrased |= run.decision == Decision::Rephrase;
                    history.reread |= run.decision == Decision::Reparse;
                    run.round += 1;
                    (search, bundle) = (other, found);
                }
                None => return Ok(outcome),
            }
        }
    }

    /// One round over one bundle.
    fn hold(
        &self,
        plan: &Plan,
        (search, bundle): (&Search, &AnswerBundle),
        run: &mut Run,
        model: &mut OnDemand<'_>,
        on_event: &mut OnEvent<'_>,
    ) -> Result<Outcome, AppError> {
        note_evidence(run, bundle);
        let signs = evidence::hostile::in_evidence(bundle).into_iter();
        run.trace.hostile_signs = Some(
            signs
                .map(|(sign, lines)| (sign.to_owned(), lines))
                .collect(),
        );
        if bundle.assembly_status == AssemblyStatus::NoEvidence {
            let verdict = plan.of_verdict();
            run.answered_type = verdict.as_ref().map(|plan| plan.answer_type.clone());
            let fixed = without_evidence(verdict.as_ref().unwrap_or(plan), bundle);
            return Ok(fixed.unwrap_or(Outcome::NoEvidence));
        }
        let similarities = |texts: &[String]| {
            let found = self.similarities(&plan.question, texts)?;
            Ok(found.unwrap_or_default())
        };
        let read = |plan: &Plan, bundle: &AnswerBundle, on_event: &mut OnEvent<'_>| {
            if !plan.reads {
                return Ok(None);
            }
            self.read(
                &plan.question,
                &plan.answer_type.name,
                &bundle.used_chunks,
                &mut |progress| forward(on_event, progress),
            )
        };
        let unread = self.unread(plan, bundle)?;
        let mut round = Round {
            plan,
            bundle,
            calibration: &search.calibration,
            run,
            model,
            read: &read,
            similarities: &similarities,
            on_event,
            unread: unread.as_ref(),
        };
        if plan.computes() {
            computed::answer(&mut round)
        } else {
            round.answer()
        }
    }

    /// What was not read of documents that are to be read whole; none where nothing is
    /// left.
    fn unread(&self, plan: &Plan, bundle: &AnswerBundle) -> Result<Option<Unread>, AppError> {
        if !plan.reads_whole() {
            return Ok(None);
        }
        if plan.filter.is_restricted() {
            return Ok(Some(Unread {
                words: "Only what was found at the named place was read.".into(),
                share_read: 0.5,
            }));
        }
        let mut lines: BTreeSet<(&str, u32)> = BTreeSet::new();
        for chunk in &bundle.used_chunks {
            let numbers = chunk.lines.iter().map(|line| line.number);
            lines.extend(numbers.map(|number| (chunk.document_id.as_str(), number)));
        }
        let (mut all, mut read) = (0_u32, 0_u32);
        for id in &plan.document_ids {
            let stored = self.vault().lines(id, 1, u32::MAX)?;
            for line in stored.iter().filter(|line| !line.text.trim().is_empty()) {
                all += 1;
                read += u32::from(lines.contains(&(id.as_str(), line.number)));
            }
        }
        Ok((read < all).then(|| Unread {
            words: format!("{read} of {all} lines were read: there may be more in the others."),
            share_read: f64::from(read) / f64::from(all),
        }))
    }

    /// Decides, and gathers the evidence of the next round where there is one.
    fn next(
        &self,
        plan: &Plan,
        outcome: &Outcome,
        (last, history): (&Search, &History),
        run: &mut Run,
        model: &mut OnDemand<'_>,
        on_event: &mut OnEvent<'_>,
    ) -> Result<Option<(Search, AnswerBundle)>, AppError> {
        let left = (history.rounds.len() as u32) + 1 < plan.policy.max_rounds;
        let badly_read = match outcome {
            Outcome::Accepted(answer) if left && !history.reread => self.badly_read(answer)?,
            _ => None,
        };
        let mut room = Room {
            broaden: left,
            rephrase: left && !history.rephrased,
            reparse: badly_read.is_some(),
        };
        loop {
            run.decision = match outcome {
                Outcome::Accepted(answer) => {
                    let mut signals = Signals::of(answer, run.probability, run.completeness);
                    signals.warned |= run.doubted;
                    signals.structured &= badly_read.is_none();
                    decide(&signals, room, &plan.policy)
                }
                Outcome::NoEvidence if room.rephrase => Decision::Rephrase,
                Outcome::NoEvidence => without_evidence_decision(plan, run),
            };
            if !run.decision.asks_again() {
                return Ok(None);
            }
            if let (Decision::Reparse, Some(at)) = (run.decision, &badly_read) {
                room.reparse = false;
                let Some(search) = self.other_reading(plan, at, run)? else {
                    let page = at.page;
                    run.remark(format!(
                        "page {page} seems to be badly read, and no OCR is there to read it again"
                    ));
                    continue;
                };
                let bundle = self.gather(plan, &search, history, run, model, on_event)?;
                return Ok(Some((search, bundle)));
            }
            let behind = history.broken_off.clone();
            let search = other_search(plan, outcome, run.decision, last, behind);
            let bundle = self.gather(plan, &search, history, run, model, on_event)?;
            let mut chunks = bundle.used_chunks.iter();
            if chunks.any(|chunk| {
                let lines = chunk.lines.iter().map(|line| line.number);
                history.has_fresh(&chunk.document_id, lines)
            }) {
                if let Some(place) =
                    scope::place(&last.filter).filter(|_| search.filter != last.filter)
                {
                    run.doubt(format!("not found {place}; the rest was searched"));
                }
                return Ok(Some((search, bundle)));
            }
            match run.decision {
                Decision::Rephrase => room.rephrase = false,
                _ => room.broaden = false,
            }
        }
    }

    /// The search over a page read in another way, beside everything else;
    /// none where it cannot be.
    fn other_reading(
        &self,
        plan: &Plan,
        at: &PageOf,
        run: &mut Run,
    ) -> Result<Option<Search>, AppError> {
        let Some(id) = self.reread(at)? else {
            return Ok(None);
        };
        run.doubt(format!("page {} was read again by OCR", at.page));
        run.document_ids.push(id.clone());
        // The new reading has no pages, kind or date that a condition could hold for: where a
        // person set one, it is read alone, for its page was within.
        let mut filter = if plan.is_held() {
            Filter::default()
        } else {
            plan.everywhere()
        };
        filter.document_ids.push(id);
        Ok(Some(Search {
            query: plan.question.clone(),
            filter,
            policy: plan.evidence_policy(),
            calibration: plan.calibration.clone(),
            fresh_only: false,
            behind: BTreeSet::new(),
            why: "reparse",
        }))
    }

    /// Whether what follows the passages goes on with the answer, for shapes
    /// of which a part may look like the whole (`overlap_shapes` of the
    /// policy): an answer that reaches the last line shown. And where it does.
    fn completeness(
        &self,
        plan: &Plan,
        outcome: &Outcome,
        bundle: &AnswerBundle,
    ) -> Result<(Completeness, Vec<BrokenOff>), AppError> {
        let mut broken_off = Vec::new();
        let Outcome::Accepted(answer) = outcome else {
            return Ok((Completeness::Unknown, broken_off));
        };
        if !plan.policy.looks_behind(&json!(plan.answer_type.shape)) {
            return Ok((Completeness::Unknown, broken_off));
        }
        let mut found = Completeness::Unknown;
        for chunk in &bundle.used_chunks {
            let (Some(first), Some(last)) = (chunk.lines.first(), chunk.lines.last()) else {
                continue;
            };
            let mut cited = answer.citations().iter();
            let reaches_the_end = cited.any(|citation| {
                citation.anchor == chunk.anchor && citation.line_end + 1 >= last.number
            });
            if !reaches_the_end {
                continue;
            }
            let document = self.vault().document(&chunk.document_id)?;
            let next = overlap::next_filled(&document, last.number).map(|line| line.number);
            let mut cited = answer.citations().iter();
            let goes_on_in_it = cited.any(|citation| {
                let lines = citation.line_start..=citation.line_end;
                citation.document_id == chunk.document_id
                    && next.is_some_and(|next| lines.contains(&next))
            });
            if goes_on_in_it {
                continue;
            }
            match overlap::completeness(&document, first.number, last.number) {
                Completeness::Truncated => broken_off.push(BrokenOff {
                    document_id: chunk.document_id.clone(),
                    last_line: run_end(bundle, chunk),
                }),
                Completeness::Bounded => found = Completeness::Bounded,
                Completeness::Unknown => {}
            }
        }
        if !broken_off.is_empty() {
            found = Completeness::Truncated;
        }
        Ok((found, broken_off))
    }

    /// Retrieves and selects.
    fn gather(
        &self,
        plan: &Plan,
        search: &Search,
        history: &History,
        run: &mut Run,
        model: &mut OnDemand<'_>,
        on_event: &mut OnEvent<'_>,
    ) -> Result<AnswerBundle, AppError> {
        let started = Instant::now();
        let asked = (run.request_id.as_str(), search.query.as_str());
        let mut retrieved = match &plan.bundle {
            Some(given) => RetrievalBundle {
                request_id: run.request_id.clone(),
                ..given.clone()
            },
            None => self.retrieve_for(plan, asked, (&search.filter, &search.policy), on_event)?,
        };
        // A place that was named ends where it ends, and so does what was given.
        if !search.filter.looks_inside() && plan.bundle.is_none() {
            self.put_behind(&mut retrieved, &search.behind)?;
        }
        if search.fresh_only {
            retrieved
                .results
                .retain(|row| history.has_fresh(&row.document_id, row.first_line..=row.last_line));
            if retrieved.results.is_empty() {
                retrieved.retrieval_status = evidence::RetrievalStatus::NoEvidence;
            }
        }
        for (row, rank) in retrieved.results.iter_mut().zip(0..) {
            row.rank = rank;
        }
        retrieved.run_id = Some(run.id.clone());
        run.trace.retriever = Some(retrieved.retriever);
        run.trace.latency.retrieve_ms = since(started);
        let asked = (plan.document_ids.as_slice(), &retrieved);
        self.select_evidence(asked, &search.policy, plan.reads_alone(), model)
    }
}

/// An answer that goes on behind what was shown, without its word that it is complete.
fn as_partial(
    plan: &Plan,
    run: &Run,
    bundle: &AnswerBundle,
    answer: Box<Answer>,
) -> Result<Box<Answer>, AppError> {
    if !answer.body().complete_answer_found {
        return Ok(answer);
    }
    let mut body = answer.body().clone();
    body.complete_answer_found = false;
    let computation = run.computation.as_ref();
    let converted_to = computation.map_or_else(Vec::new, Computation::converted_to);
    let request = CheckRequest {
        converted_to: &converted_to,
        ..check_request(plan, bundle, &NO_RELEVANCE)
    };
    match firewall::check(&json!(body), &request) {
        Verdict::Accepted(partial) => Ok(partial),
        Verdict::Refused(findings) => Err(refused(&findings)),
    }
}

/// Where nothing was found to read: a question that is unclear is asked back, since other words
/// may find something.
fn without_evidence_decision(plan: &Plan, run: &mut Run) -> Decision {
    let Some(unclear) = plan.parsed.clarifications.first() else {
        return Decision::NoAnswer;
    };
    run.remark(unclear.question());
    Decision::Clarify
}

/// The last line of what is shown without a gap from this passage on.
fn run_end(bundle: &AnswerBundle, chunk: &EvidenceChunk) -> u32 {
    let ends = |chunk: &EvidenceChunk| chunk.lines.last().map_or(0, |line| line.number);
    let same = |other: &&EvidenceChunk| other.document_id == chunk.document_id;
    // They stand in the order of their lines.
    let shown = bundle.used_chunks.iter().filter(same);
    shown.fold(ends(chunk), |end, other| {
        let goes_on = |line: &evidence::Line| line.number == end + 1;
        if other.lines.iter().any(goes_on) {
            ends(other)
        } else {
            end
        }
    })
}

/// What to look for after this outcome.
fn other_search(
    plan: &Plan,
    outcome: &Outcome,
    decision: Decision,
    last: &Search,
    behind: BTreeSet<BrokenOff>,
) -> Search {
    let discovered = match outcome {
        Outcome::Accepted(answer) => answer.body().llm_discovered_keywords.clone(),
        Outcome::NoEvidence => Vec::new(),
    };
    if decision == Decision::Rephrase {
        let mut words = plan.parsed.keywords.clone();
        words.extend(discovered);
        return Search {
            query: words.join(" "),
            filter: plan.everywhere(),
            policy: plan.evidence_policy(),
            calibration: plan.calibration.rephrased(),
            fresh_only: true,
            behind: BTreeSet::new(),
            why: "rephrase",
        };
    }
    let mut policy = plan.evidence_policy();
    policy.max_evidence_tokens = policy.max_evidence_tokens.saturating_mul(BROADER);
    policy.max_total_prompt_tokens = policy.max_total_prompt_tokens.saturating_mul(BROADER);
    policy.max_chunks = policy.max_chunks.saturating_mul(BROADER);
    policy.max_chunks_per_document = policy.max_chunks_per_document.saturating_mul(BROADER);
    Search {
        query: format!("{} {}", plan.question, discovered.join(" ")),
        filter: last.filter.clone(),
        policy,
        calibration: last.calibration.clone(),
        fresh_only: false,
        behind,
        why: "broaden",
    }
}

/// Adds the round to the trace, without text of question or documents.
fn note_round(run: &mut Run, history: &mut History, search: &Search, bundle: &AnswerBundle) {
    let chunks: Vec<String> = bundle
        .used_chunks
        .iter()
        .map(|chunk| chunk.chunk_id.clone())
        .collect();
    history.rounds.push(RoundNote {
        why: search.why.to_owned(),
        query_sha256: sha256(search.query.as_bytes()),
        chunks,
        decision: run.decision,
        probability: run.probability,
    });
    run.trace.rounds.clone_from(&history.rounds);
}
