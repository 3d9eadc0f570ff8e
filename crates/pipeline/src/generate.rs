//! From evidence to a verdict: offer, score, choose, expand, check; what is decoded in between
//! stands in [`crate::decode`], and what is particular to prose in [`crate::prose`].

use crate::claim;
use crate::conflict::{Asked, conflict};
use crate::decide::Choice;
use crate::ends;
use crate::error::StageError;
use crate::form;
use crate::invoice;
use crate::listed;
use crate::misread;
use crate::notes::Notes;
use crate::outcome::{Answered, Outcome, Passed, refused};
use crate::plan::Plan;
use crate::role;
use crate::round::Round;
use crate::turns;
use contract::{AnswerBody, AnswerShape, Candidate, Offer, structured};
use evidence::EvidenceChunk;
use firewall::Verdict;

impl Round<'_> {
    /// Offer to verdict: candidates are weighed, a draft is decoded and
    /// checked, at most as often as the policy says. Of a refused draft the
    /// candidate is taken out; where the model wrote it without one, it is told
    /// what was wrong.
    pub(crate) fn answer(&self, notes: &mut Notes) -> Result<Answered, StageError> {
        let plan = self.plan;
        if let Some(claim) = &plan.claim {
            return claim::answer(self, claim, notes);
        }
        if !plan.form.is_empty() {
            return form::answer(self, notes);
        }
        if !plan.turns.is_empty() && plan.reads {
            return turns::answer(self, notes);
        }
        if plan.answer_type.name == structured::NAME {
            return self.structured(notes);
        }
        self.tried(notes)
    }

    /// The attempts at one answer.
    pub(crate) fn tried(&self, notes: &mut Notes) -> Result<Answered, StageError> {
        let plan = self.plan;
        let mut follow_up = String::new();
        let readings = self.readings(notes)?;
        let readings = readings.as_ref();
        let judging = self.judging(readings);
        let mut offer = self.offer(readings);
        let unread = self.unread.filter(|_| plan.every.is_some());
        let (mut last, mut probability, mut best) = (Vec::new(), None, None);
        for attempt in 1..=plan.policy.max_attempts.max(1) {
            notes.trace.attempts = Some(attempt);
            let mut choice = self.choose(&offer, judging, &follow_up, notes)?;
            // What is listed by its form is not weighed.
            let weighed = choice.as_ref().filter(|_| plan.every.is_none());
            probability = weighed.map(|choice| choice.probability).or(probability);
            best = weighed
                .and_then(|choice| Passed::best_of(offer.weighed()?, choice))
                .or(best);
            join_conflict(self, &mut offer, choice.as_mut());
            let finish = |body: &mut AnswerBody| {
                if let Some(unread) = unread {
                    body.complete_answer_found = false;
                    body.caveats.push(unread.words.clone());
                }
            };
            let deciding = (choice.as_ref(), judging);
            let verdict = self.attempt(&offer, deciding, &follow_up, &finish, notes)?;
            match verdict {
                Verdict::Accepted(answer) => {
                    let mut answered = Answered {
                        probability,
                        best,
                        has_refusals: !last.is_empty(),
                        ..Outcome::Accepted(answer).into()
                    };
                    if let Some(chosen) = chosen_of(&offer, choice.as_ref()) {
                        let doubts = doubts(plan, chosen, &self.bundle.used_chunks);
                        for doubt in doubts.into_iter().flatten() {
                            answered.doubts.doubt(doubt);
                        }
                    }
                    return Ok(answered);
                }
                Verdict::Refused(findings) => {
                    notes.note_refusal(&findings);
                    if !drop_chosen(&mut offer, choice.as_ref()) {
                        follow_up = firewall::follow_up(&findings);
                    }
                    last = findings;
                }
            }
        }
        Err(refused(&last))
    }
}

/// What a person is told of a chosen candidate.
fn doubts(plan: &Plan, chosen: &Candidate, used: &[EvidenceChunk]) -> [Option<String>; 8] {
    let (question, name) = (&plan.question, plan.answer_type.name.as_str());
    [
        role::restates(plan, chosen),
        role::not_of_notice(plan, chosen, used),
        role::repeats_itself(chosen),
        ends::at_other_end(question, name, chosen, used),
        invoice::of_the_customer(question, name, chosen, used),
        invoice::of_a_debit(question, name, chosen, used),
        misread::may_go_on(name, chosen, used),
        listed::lists_more_than_the_most(question, chosen),
    ]
}

/// Offers what contradicts the chosen candidate together with it, as one
/// answer with several values, and chooses that.
fn join_conflict(round: &Round<'_>, offer: &mut Offer, choice: Option<&mut Choice>) {
    let (plan, answer_type) = (round.plan, &round.plan.answer_type);
    let (Offer::Candidates(candidates), Some(choice)) = (offer, choice) else {
        return;
    };
    let Some(chosen) = choice
        .chosen
        .filter(|_| answer_type.shape == AnswerShape::Single)
    else {
        return;
    };
    let asked = Asked {
        terms: plan.question.terms(),
        answer_type: &answer_type.name,
        chunks: &round.bundle.used_chunks,
    };
    if let Some(all) = conflict(&asked, candidates, chosen) {
        choice.chosen = Some(candidates.len());
        candidates.push(all);
    }
}

/// The candidate that was chosen.
fn chosen_of<'o>(offer: &'o Offer, choice: Option<&Choice>) -> Option<&'o Candidate> {
    match offer {
        Offer::Candidates(candidates) => candidates.get(choice?.chosen?),
        _ => None,
    }
}

/// Takes the refused candidate out of the offer; false when there is nothing
/// else to try.
fn drop_chosen(offer: &mut Offer, choice: Option<&Choice>) -> bool {
    let Some(choice) = choice else {
        return false;
    };
    match offer {
        Offer::Candidates(candidates) => {
            let Some(chosen) = choice.chosen.filter(|index| *index < candidates.len()) else {
                return false;
            };
            // Without the row that outdoes them, those of other rows would be chosen next.
            let is_outdone = |at: usize| choice.signals.get(at).is_some_and(|one| one.is_outdone);
            let mut at = 0..;
            candidates.retain(|_| at.next().is_some_and(|at| at != chosen && !is_outdone(at)));
            true
        }
        Offer::Compose(compose) => {
            let taken = |one: &Candidate| {
                let spans = one.items.iter().flat_map(|item| &item.spans);
                spans
                    .into_iter()
                    .any(|span| choice.sentences.contains(span))
            };
            compose.sentences.retain(|one| !taken(one));
            !choice.sentences.is_empty()
        }
        _ => false,
    }
}
