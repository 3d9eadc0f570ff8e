//! What is done after a round: the answer stands, or passages are gathered for another round.

use crate::badly_read::badly_read;
use crate::dispatch::{Decision, Room, Signals, decide};
use crate::error::StageError;
use crate::gather::{Search, gather};
use crate::kept::Kept;
use crate::notes::Notes;
use crate::outcome::{Answered, Doubts, Outcome};
use crate::plan::Plan;
use crate::resources::{BrokenOff, Means};
use crate::scope;
use crate::searched::Sought;
use crate::shown::Shown;
use crate::timing::{Timed, enter};
use crate::trace::RoundNote;
use evidence::overlap::Completeness;
use evidence::{AnswerBundle, Filter};
use std::collections::BTreeSet;

/// Most tokens of passages that a later round shows a model: its context of 4,096 holds the instructions, what is decided before
/// and 512 tokens for the answer beside them. Three times the shipped budget, 4,200, did not fit, and ended the question.
const MOST_SHOWN: u32 = 3_000;

/// What was asked so far.
#[derive(Default)]
pub(crate) struct History {
    pub shown: Shown,
    /// What was read, by whichever way of choosing.
    pub sought: Sought,
    /// The passages of the last round, in the order in which a model is shown them.
    pub passages: Vec<String>,
    pub rephrased: bool,
    /// A page was read in another way, or cannot be.
    pub reread: bool,
    /// Rounds that showed more than the one before.
    pub broadened: u32,
    /// Items of a list that the next round adds to.
    pub kept: Option<Kept>,
    /// Where passages broke off in the middle of the answer.
    pub broken_off: BTreeSet<BrokenOff>,
    pub rounds: Vec<RoundNote>,
    /// How many of them were held in another way, which found nothing.
    pub before: usize,
    /// What is to be said of the answer, whichever it is.
    pub doubts: Doubts,
    /// The probability of the last candidates that were weighed.
    pub probability: Option<f64>,
}

/// A round that was held.
#[derive(Clone, Copy)]
pub(crate) struct Held<'a> {
    pub plan: &'a Plan,
    pub search: &'a Search,
    pub answered: &'a Answered,
    /// Whether what was shown holds the whole answer, found without the model.
    pub completeness: Completeness,
    /// What was asked up to and with it.
    pub history: &'a History,
}

/// What is done after a round.
pub(crate) struct Next {
    pub decision: Decision,
    /// What is to be said of it.
    pub doubts: Doubts,
    /// What another round looks for, and what it found; none where the answer stands.
    pub round: Option<(Search, AnswerBundle)>,
}

impl Held<'_> {
    /// Decides, and gathers the evidence of the next round where there is one.
    pub(crate) fn next(self, means: Means<'_>, notes: &mut Notes) -> Result<Next, StageError> {
        let (plan, history) = (self.plan, self.history);
        let held = history.rounds.len() - history.before;
        let left = (held as u32) + 1 < plan.policy.max_rounds;
        let page = match &self.answered.outcome {
            Outcome::Accepted(answer) if left && !history.reread => {
                badly_read(answer, means.resources)?
            }
            _ => None,
        };
        let mut room = Room {
            broaden: left,
            rephrase: left && !history.rephrased,
            reparse: page.is_some(),
        };
        let mut doubts = Doubts::default();
        loop {
            let decision = self.decide(page.is_some(), room, &mut doubts);
            if !decision.asks_again() {
                return Ok(Next {
                    decision,
                    doubts,
                    round: None,
                });
            }
            if let (Decision::Reparse, Some(at)) = (decision, &page) {
                room.reparse = false;
                let Some(id) = means.resources.reread(at)? else {
                    let page = at.page;
                    doubts.remark(format!(
                        "page {page} seems to be badly read, and no OCR is there to read it again"
                    ));
                    continue;
                };
                doubts.doubt(format!("page {} was read again by OCR", at.page));
                notes.document_ids.push(id.clone());
                let search = other_reading(plan, id);
                let bundle = gather(plan, &search, &history.shown, means, notes)?;
                return Ok(Next {
                    decision,
                    doubts,
                    round: Some((search, bundle)),
                });
            }
            let search = self.other_search(decision);
            let bundle = gather(plan, &search, &history.shown, means, notes)?;
            if history.shown.lacks_some_of(&bundle) {
                let place = scope::place(&self.search.filter);
                if let Some(place) = place.filter(|_| search.filter != self.search.filter) {
                    doubts.doubt(format!("not found {place}; the rest was searched"));
                }
                return Ok(Next {
                    decision,
                    doubts,
                    round: Some((search, bundle)),
                });
            }
            match decision {
                Decision::Rephrase => room.rephrase = false,
                _ => room.broaden = false,
            }
        }
    }

    /// What to do, with the room that is left.
    fn decide(&self, is_badly_read: bool, room: Room, doubts: &mut Doubts) -> Decision {
        let _dispatch = enter(Timed::Dispatch);
        let (plan, history) = (self.plan, self.history);
        match &self.answered.outcome {
            Outcome::Accepted(answer) => {
                let mut signals = Signals::of(answer, history.probability, self.completeness);
                signals.warned |= history.doubts.doubted || doubts.doubted;
                signals.structured &= !is_badly_read;
                decide(&signals, room, &plan.policy)
            }
            Outcome::NoEvidence if room.rephrase => Decision::Rephrase,
            Outcome::NoEvidence => match plan.parsed.clarifications.first() {
                // Where nothing was found to read, other words may find something.
                Some(unclear) => {
                    doubts.remark(unclear.question());
                    Decision::Clarify
                }
                None => Decision::NoAnswer,
            },
        }
    }

    /// What to look for after this decision.
    fn other_search(&self, decision: Decision) -> Search {
        let (plan, last) = (self.plan, self.search);
        let discovered = match &self.answered.outcome {
            Outcome::Accepted(answer) => answer.body().llm_discovered_keywords.clone(),
            Outcome::NoEvidence => Vec::new(),
        };
        if decision == Decision::Rephrase {
            let mut words = plan.parsed.keywords.clone();
            words.extend(discovered);
            return Search {
                query: words.join(" "),
                filter: plan.everywhere(),
                calibration: plan.calibration.rephrased(),
                fresh_only: true,
                ..Search::first(plan, "rephrase")
            };
        }
        // Twice as much, then three times, as far as a model's context goes.
        let times = self.history.broadened.saturating_add(2);
        let mut policy = plan.evidence_policy();
        let more = policy.max_evidence_tokens.saturating_mul(times);
        policy.max_evidence_tokens = if plan.reads_alone() {
            more
        } else {
            more.min(MOST_SHOWN.max(policy.max_evidence_tokens))
        };
        policy.max_total_prompt_tokens = policy.max_total_prompt_tokens.saturating_mul(times);
        let weighed = policy.max_weighed_tokens;
        policy.max_weighed_tokens = weighed.map(|most| most.saturating_mul(times));
        policy.max_chunks = policy.max_chunks.saturating_mul(times);
        policy.max_chunks_per_document = policy.max_chunks_per_document.saturating_mul(times);
        Search {
            query: format!("{} {}", plan.question.as_asked(), discovered.join(" ")),
            filter: last.filter.clone(),
            policy,
            calibration: last.calibration.clone(),
            behind: self.history.broken_off.clone(),
            ..Search::first(plan, "broaden")
        }
    }
}

/// The search over a page read in another way, the document of this id, beside everything else.
fn other_reading(plan: &Plan, id: String) -> Search {
    // The new reading has no pages, kind or date that a condition could hold for: where a
    // person set one, it is read alone, for its page was within.
    let mut filter = if plan.is_held() {
        Filter::default()
    } else {
        plan.everywhere()
    };
    filter.document_ids.push(id);
    Search {
        query: plan.question.as_asked().to_owned(),
        filter,
        ..Search::first(plan, "reparse")
    }
}
