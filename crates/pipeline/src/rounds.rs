//! Rounds of one question: ask, decide, and ask again with other or more
//! passages where the decision says so and there is something new to show.
//!
//! Broadening shows more passages beside those that were shown, found with the
//! places and words that the first round discovered, and what stands right
//! behind a passage that breaks off, whatever its words; the items of a list are kept
//! and joined with what it finds ([`crate::kept`]). Rephrasing leaves out
//! what was read in vain and looks with the question's keywords alone, once, also
//! beyond the place that the question names ([`crate::scope`]), but never beyond
//! one that a person set. A round that would show nothing new is not held.

use crate::complete::without_evidence;
use crate::computed;
use crate::continuation::{as_partial, completeness};
use crate::dispatch::Decision;
use crate::error::StageError;
use crate::gather::{Search, gather, note_evidence};
use crate::hash::sha256;
use crate::kept::Kept;
use crate::next::{Held, History};
use crate::notes::Notes;
use crate::outcome::{Answered, Doubts, Outcome};
use crate::plan::{Plan, Way};
use crate::progress::{Listener, Stage, tell};
use crate::prompt::in_order;
use crate::read;
use crate::resources::{self, AnswerModel, Means, Resources};
use crate::role;
use crate::round::Round;
use crate::scope;
use crate::timing::{Timed, enter};
use crate::trace::{RoundNote, SearchedNote};
use crate::unread::{Unread, unread};
use compute::Computation;
use contract::AnswerType;
use evidence::overlap::Completeness;
use evidence::{AnswerBundle, AssemblyStatus};

/// What all rounds of a question came to.
#[derive(Debug)]
pub struct Conclusion {
    /// The answer, or that there was nothing to read.
    pub outcome: Outcome,
    /// What was decided after the last round.
    pub decision: Decision,
    /// Whether what was shown holds the whole answer, found without the model.
    pub completeness: Completeness,
    /// Calibrated probability that the best candidate is right, 0..=1; none where no
    /// candidates were weighed.
    pub probability: Option<f64>,
    /// The type answered with, where it is not the one asked for.
    pub as_type: Option<AnswerType>,
    /// What was computed.
    pub computation: Option<Computation>,
    /// What is said beside it.
    pub doubts: Doubts,
    /// What was searched and read; none where something was answered.
    pub searched: Option<SearchedNote>,
}

/// Retrieval to verdict: by the plan, and where a refusal is not the last word, in another way
/// ([`Plan::after_refusal`]).
///
/// # Errors
///
/// What can happen to documents, indexes and models; [`StageError::Refused`] where no draft passed
/// the checks; [`StageError::Input`] for a question over the policy's budget.
pub fn answer(
    plan: &Plan,
    resources: &dyn Resources,
    listener: &Listener<'_>,
    notes: &mut Notes,
) -> Result<Conclusion, StageError> {
    let (conclusion, history) = in_rounds(plan, History::default(), resources, listener, notes)?;
    let refused = !conclusion.outcome.is_found();
    let Some(other) = plan.after_refusal().filter(|_| refused) else {
        return searched(conclusion, plan, &history, resources, notes);
    };
    let mut history = History {
        before: history.rounds.len(),
        rephrased: history.rephrased,
        rounds: history.rounds,
        doubts: history.doubts,
        probability: history.probability,
        sought: history.sought,
        ..History::default()
    };
    if other.way == Way::Silence {
        let refused = searched(conclusion, plan, &history, resources, notes)?.searched;
        let read = refused.iter().flat_map(SearchedNote::doubts);
        read.for_each(|doubt| history.doubts.remark(doubt));
    }
    let (conclusion, history) = in_rounds(&other, history, resources, listener, notes)?;
    searched(conclusion, plan, &history, resources, notes)
}

/// Notes of a refusal what was searched and read for it.
fn searched(
    mut conclusion: Conclusion,
    plan: &Plan,
    history: &History,
    resources: &dyn Resources,
    notes: &mut Notes,
) -> Result<Conclusion, StageError> {
    let dropped = notes.trace.dropped.as_ref();
    let (outcome, sought) = (&conclusion.outcome, &history.sought);
    let searched = sought.note(plan, outcome, dropped, resources)?;
    notes.trace.searched.clone_from(&searched);
    conclusion.searched = searched;
    Ok(conclusion)
}

/// Rounds of one way of looking for the answer, as many as it takes.
fn in_rounds(
    plan: &Plan,
    mut history: History,
    resources: &dyn Resources,
    listener: &Listener<'_>,
    notes: &mut Notes,
) -> Result<(Conclusion, History), StageError> {
    let model = resources.answer_model(&plan.model);
    let means = Means {
        resources,
        model: model.as_ref(),
        listener,
    };
    begin(plan, means, notes)?;
    let (mut search, mut bundle, doubts) = search_first(plan, &history, means, notes)?;
    history.doubts.add(doubts);
    if let Some(doubt) = role::mismatch(plan) {
        history.doubts.doubt(doubt);
    }
    loop {
        let number = history.rounds.len() as u32;
        notes.trace.windows_read = None;
        if let Some(fewer) = narrow(plan, (&search, &bundle), (number, &history), means, notes)? {
            bundle = fewer;
        }
        let answered = match hold(plan, (&search, &bundle), (number, &history), means, notes) {
            Ok(answered) => answered,
            Err(error) => {
                history.probability = None;
                note_round(notes, &mut history, (&search, &bundle), Decision::Failed);
                return Err(error);
            }
        };
        let answered = match history.kept.take() {
            Some(kept) => kept.joined(plan, answered, &bundle),
            None => answered,
        };
        history.shown.add(&bundle);
        history.sought.add(&bundle, answered.best.as_ref());
        history.passages = in_order(&bundle, &history.passages);
        history.probability = answered.probability.or(history.probability);
        history.doubts.add(answered.doubts.clone());
        let (completeness, broken_off) = completeness(plan, &answered.outcome, &bundle, resources)?;
        history.broken_off.extend(broken_off);
        let answered = match (answered.outcome, completeness) {
            (Outcome::Accepted(answer), Completeness::Truncated) => {
                let partial = as_partial(plan, answered.computation.as_ref(), &bundle, answer)?;
                Answered {
                    outcome: Outcome::Accepted(partial),
                    ..answered
                }
            }
            (outcome, _) => Answered {
                outcome,
                ..answered
            },
        };
        let held = Held {
            plan,
            search: &search,
            answered: &answered,
            completeness,
            history: &history,
        };
        let next = held.next(means, notes)?;
        history.doubts.add(next.doubts);
        note_round(notes, &mut history, (&search, &bundle), next.decision);
        let Some((other, found)) = next.round else {
            let conclusion = Conclusion {
                outcome: answered.outcome,
                decision: next.decision,
                completeness,
                probability: history.probability,
                as_type: answered.as_type,
                computation: answered.computation,
                doubts: history.doubts.clone(),
                searched: None,
            };
            return Ok((conclusion, history));
        };
        history.rephrased |= next.decision == Decision::Rephrase;
        history.reread |= next.decision == Decision::Reparse;
        if next.decision == Decision::Broaden {
            history.broadened += 1;
            history.kept = Kept::of(plan, &answered, &bundle);
        }
        (search, bundle) = (other, found);
    }
}

/// Loads the model where it answers, notes it, and refuses a question over the policy's budget.
fn begin(plan: &Plan, means: Means<'_>, notes: &mut Notes) -> Result<(), StageError> {
    if !plan.reads_alone() {
        tell(means.listener, Stage::LoadModel)?;
        let load = enter(Timed::LoadModel);
        resources::ask(means.model, |decoder, _| {
            drop(load);
            notes.note_model(&plan.model, decoder);
            Ok(())
        })?;
    }
    check_question_budget(plan, means.model)
}

/// Looks where the plan says and, where nothing is found at a place that no person set,
/// everywhere.
fn search_first(
    plan: &Plan,
    history: &History,
    means: Means<'_>,
    notes: &mut Notes,
) -> Result<(Search, AnswerBundle, Doubts), StageError> {
    let mut search = Search::first(plan, plan.way.word());
    let mut doubts = Doubts::default();
    tell(means.listener, Stage::Retrieve)?;
    let mut bundle = gather(plan, &search, &history.shown, means, notes)?;
    let place = scope::place(&plan.filter)
        .filter(|_| bundle.used_chunks.is_empty() && plan.bundle.is_none());
    if let Some(place) = place {
        for why in means.resources.excluding(&plan.filter)? {
            doubts.remark(why);
        }
        if plan.is_held() {
            doubts.remark(format!(
                "nothing was found {place}; a person set this, so nothing else was searched"
            ));
        } else {
            doubts.doubt(format!(
                "nothing was found {place}; everything was searched"
            ));
            search.filter = plan.everywhere();
            bundle = gather(plan, &search, &history.shown, means, notes)?;
        }
    }
    Ok((search, bundle, doubts))
}

/// The passages of a round that the answer model is shown, where those are fewer ([`crate::narrow`]).
fn narrow(
    plan: &Plan,
    (search, bundle): (&Search, &AnswerBundle),
    (number, history): (u32, &History),
    means: Means<'_>,
    notes: &mut Notes,
) -> Result<Option<AnswerBundle>, StageError> {
    round((plan, None), (search, bundle), (number, history), means).narrowed(search, notes)
}

/// A round, with what of the documents was not read for it.
fn round<'a>(
    (plan, unread): (&'a Plan, Option<&'a Unread>),
    (search, bundle): (&'a Search, &'a AnswerBundle),
    (number, history): (u32, &'a History),
    means: Means<'a>,
) -> Round<'a> {
    Round {
        plan,
        bundle,
        calibration: &search.calibration,
        number,
        before: &history.passages,
        part: None,
        unread,
        doubted: history.doubts.doubted,
        means,
    }
}

/// One round over one bundle.
fn hold(
    plan: &Plan,
    (search, bundle): (&Search, &AnswerBundle),
    (number, history): (u32, &History),
    means: Means<'_>,
    notes: &mut Notes,
) -> Result<Answered, StageError> {
    note_evidence(notes, bundle);
    if bundle.assembly_status == AssemblyStatus::NoEvidence {
        let verdict = plan.of_verdict();
        let fixed = without_evidence(verdict.as_ref().unwrap_or(plan), bundle);
        return Ok(Answered {
            as_type: verdict.map(|plan| plan.answer_type),
            ..fixed.unwrap_or(Outcome::NoEvidence).into()
        });
    }
    let unread = unread(plan, bundle, means.resources)?;
    let shown = (search, bundle);
    let round = round((plan, unread.as_ref()), shown, (number, history), means);
    if plan.computes() {
        computed::answer(&round, notes)
    } else {
        round.answer(notes)
    }
}

/// Refuses a question over the policy's budget, counted as its passages are.
fn check_question_budget(plan: &Plan, model: &dyn AnswerModel) -> Result<(), StageError> {
    let tokens = if plan.reads_alone() {
        read::estimated_tokens(plan.question.as_asked())
    } else {
        let question = [plan.question.as_asked().to_owned()];
        resources::ask(model, |decoder, _| {
            Ok(decoder
                .count_tokens(&question)?
                .first()
                .copied()
                .unwrap_or(0))
        })?
    };
    if tokens > plan.policy.max_question_tokens {
        return Err(StageError::input(
            format!(
                "the question has {tokens} tokens; the policy allows {}",
                plan.policy.max_question_tokens
            ),
            "shorten the question, or raise max_question_tokens in the policy",
        ));
    }
    Ok(())
}

/// Adds the round to the trace, without text of question or documents.
fn note_round(
    notes: &mut Notes,
    history: &mut History,
    (search, bundle): (&Search, &AnswerBundle),
    decision: Decision,
) {
    let chunks = bundle.used_chunks.iter();
    history.rounds.push(RoundNote {
        why: search.why.to_owned(),
        query_sha256: sha256(search.query.as_bytes()),
        chunks: chunks.map(|chunk| chunk.chunk_id.clone()).collect(),
        decision,
        probability: history.probability,
    });
    notes.trace.rounds.clone_from(&history.rounds);
}
