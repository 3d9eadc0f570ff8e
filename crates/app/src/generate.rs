//! From evidence to a verdict: offer, score, choose, expand, check; what is decoded in between
//! stands in [`crate::decode`], and what is particular to prose in [`crate::prose`].

use crate::ask::{Event, OnEvent, Outcome, Stage, tell};
use crate::calibration::Calibration;
use crate::claim;
use crate::complete::{NO_RELEVANCE, check_request, complete};
use crate::conflict::{conflict, contradicting};
use crate::decide::{self, Choice, Measured};
use crate::error::AppError;
use crate::every;
use crate::form;
use crate::model::OnDemand;
use crate::offer::{CLASSIFICATION, offer};
use crate::plan::Plan;
use crate::read::Readings;
use crate::record::Run;
use crate::response::Weighed;
use compute::Computation;
use contract::{
    AnswerBody, AnswerShape, Candidate, LabelSet, Offer, category, structured, verification,
};
use engine::ScoreRequest;
use engine::decoder::Control;
use evidence::AnswerBundle;
use evidence::policy::{ChooseWith, WeighAfter};
use evidence::select::render_chunk;
use firewall::{CheckRequest, Finding, Verdict};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Instant;

/// What the answer is taken to begin with when candidates are weighed.
const LEAD: &str = "The answer is:";

/// Candidates as the model weighs them: all after one lead, or each after the
/// words it stands in.
fn choices_of(candidates: &[Candidate], after: WeighAfter) -> Vec<engine::Choice> {
    let option = |candidate: &Candidate| format!(" {}", candidate.wording);
    match after {
        WeighAfter::Lead => vec![engine::Choice {
            lead: LEAD.into(),
            options: candidates.iter().map(option).collect(),
        }],
        WeighAfter::Quote => candidates
            .iter()
            .map(|candidate| engine::Choice {
                lead: format!("It says \"{}\". {LEAD}", candidate.context),
                options: vec![option(candidate)],
            })
            .collect(),
    }
}

/// Candidates, and what was decided of them.
pub(crate) struct Picked {
    pub candidates: Vec<Candidate>,
    pub choice: Choice,
}

/// What the reader makes of a question and its passages; none where it does
/// not read.
pub(crate) type Read<'a> =
    dyn Fn(&Plan, &AnswerBundle, &mut OnEvent<'_>) -> Result<Option<Readings>, AppError> + 'a;

/// Similarity of the question to texts.
pub(crate) type Similarities<'a> = dyn Fn(&[String]) -> Result<Vec<f64>, AppError> + 'a;

/// Documents that were to be read whole and were read in part.
pub(crate) struct Unread {
    /// For people.
    pub words: String,
    /// Share of the lines that was read, 0..=1; a half where that is not known.
    pub share_read: f64,
}

/// One round of answering: what is fixed, and what it leaves behind.
pub(crate) struct Round<'a, 'e, 'm> {
    pub plan: &'a Plan,
    pub bundle: &'a AnswerBundle,
    pub calibration: &'a Calibration,
    pub run: &'a mut Run,
    /// The model that answers, where it is asked.
    pub model: &'a mut OnDemand<'m>,
    /// Reads the passages.
    pub read: &'a Read<'a>,
    /// Similarity of the question to texts; empty without an embedding model.
    pub similarities: &'a Similarities<'a>,
    pub on_event: &'a mut OnEvent<'e>,
    /// What of the documents was not read, where they are to be read whole.
    pub unread: Option<&'a Unread>,
}

impl<'e, 'm> Round<'_, 'e, 'm> {
    /// Offer to verdict: candidates are weighed, a draft is decoded and
    /// checked, at most as often as the policy says. Of a refused draft the
    /// candidate is taken out; where the model wrote it without one, it is told
    /// what was wrong.
    pub(crate) fn answer(&mut self) -> Result<Outcome, AppError> {
        let plan = self.plan;
        if let Some(claim) = &plan.claim {
            return claim::answer(self, claim);
        }
        if !plan.form.fields.is_empty() {
            return form::answer(self);
        }
        if plan.answer_type.name == structured::NAME {
            return self.structured();
        }
        self.tried()
    }

    /// The attempts at one answer.
    pub(crate) fn tried(&mut self) -> Result<Outcome, AppError> {
        let plan = self.plan;
        let mut follow_up = String::new();
        let readings = self.readings()?;
        let readings = readings.as_ref();
        let judging = readings.filter(|_| plan.policy.choose_with != ChooseWith::Model);
        let mut offer = self.offer(readings);
        let unread = self.unread.filter(|_| plan.every.is_some());
        let mut last = Vec::new();
        for attempt in 1..=plan.policy.max_attempts.max(1) {
            self.run.note("attempts", json!(attempt));
            let mut choice = self.choose(&offer, judging, &follow_up)?;
            join_conflict(plan, &mut offer, choice.as_mut());
            let finish = |body: &mut AnswerBody| {
                if let Some(unread) = unread {
                    body.complete_answer_found = false;
                    body.caveats.push(unread.words.clone());
                }
            };
            let deciding = (choice.as_ref(), judging);
            let verdict = self.attempt(&offer, deciding, &follow_up, &finish)?;
            match verdict {
                Verdict::Accepted(answer) => return Ok(Outcome::Accepted(answer)),
                Verdict::Refused(findings) => {
                    self.run.note_refusal(&findings);
                    if !drop_chosen(&mut offer, choice.as_ref()) {
                        follow_up = firewall::follow_up(&findings);
                    }
                    last = findings;
                }
            }
        }
        Err(refused(&last))
    }

    /// What the evidence offers.
    pub(crate) fn offer(&self, readings: Option<&Readings>) -> Offer {
        let (plan, chunks) = (self.plan, &self.bundle.used_chunks);
        let mut offered = match &plan.every {
            Some(every) => every::offer(every, &plan.answer_type, chunks, &plan.policy),
            None => offer(
                &plan.question,
                &plan.answer_type,
                &plan.labels,
                (chunks, readings),
                &plan.policy,
            ),
        };
        if let Offer::Compose(compose) = &mut offered {
            compose.presentation = plan.presentation;
        }
        offered
    }

    /// The same round for a part of the answer.
    pub(crate) fn with_plan<'s>(&'s mut self, plan: &'s Plan) -> Round<'s, 'e, 'm> {
        Round {
            plan,
            bundle: self.bundle,
            calibration: self.calibration,
            run: &mut *self.run,
            model: &mut *self.model,
            read: self.read,
            similarities: self.similarities,
            on_event: &mut *self.on_event,
            unread: self.unread,
        }
    }

    /// Offers candidates that fit and weighs them, without a draft; none where
    /// the evidence offers none for the type, but words to copy.
    pub(crate) fn pick(
        &mut self,
        fits: &dyn Fn(&Candidate) -> bool,
    ) -> Result<Option<Picked>, AppError> {
        let readings = self.readings()?;
        let readings = readings.as_ref();
        let judging = readings.filter(|_| self.plan.policy.choose_with != ChooseWith::Model);
        let Offer::Candidates(mut candidates) = self.offer(readings) else {
            return Ok(None);
        };
        candidates.retain(fits);
        let offer = Offer::Candidates(candidates);
        let choice = self.choose(&offer, judging, "")?;
        let (Some(choice), Offer::Candidates(candidates)) = (choice, offer) else {
            return Ok(None);
        };
        Ok(Some(Picked { candidates, choice }))
    }

    /// Decodes a draft, completes it, says what is left to say of it, and checks
    /// the whole.
    pub(crate) fn attempt(
        &mut self,
        offer: &Offer,
        (choice, judging): (Option<&Choice>, Option<&Readings>),
        follow_up: &str,
        finish: &dyn Fn(&mut AnswerBody),
    ) -> Result<Verdict, AppError> {
        let draft = self.decode(offer, (choice, judging), follow_up)?;
        tell(self.on_event, Stage::Validate)?;
        let started = Instant::now();
        let mut body = complete(self.plan, self.bundle, offer, choice, &draft)?;
        finish(&mut body);
        let verdict = match firewall::check_draft_text(&draft) {
            repeated if !repeated.is_empty() => Verdict::Refused(repeated),
            _ => {
                let relevance = choice.map_or(&NO_RELEVANCE, |choice| &choice.relevance);
                match self.validate(&body, relevance) {
                    Verdict::Accepted(answer) => self.agreed(answer, relevance),
                    Verdict::Refused(findings) => Verdict::Refused(findings),
                }
            }
        };
        self.run.time("validate", started);
        Ok(verdict)
    }

    /// What the reader makes of the passages; none where it does not read.
    fn readings(&mut self) -> Result<Option<Readings>, AppError> {
        let started = Instant::now();
        let readings = (self.read)(self.plan, self.bundle, self.on_event)?;
        if let Some(readings) = &readings {
            self.run.time("read", started);
            self.run.note("windows_read", json!(readings.windows));
        }
        Ok(readings)
    }

    /// Checks an answer and notes how well it is grounded.
    pub(crate) fn validate(
        &mut self,
        body: &AnswerBody,
        relevance: &BTreeMap<String, f64>,
    ) -> Verdict {
        let computation = self.run.computation.as_ref();
        let converted_to = computation.map_or_else(Vec::new, Computation::converted_to);
        let request = CheckRequest {
            converted_to: &converted_to,
            ..check_request(self.plan, self.bundle, relevance)
        };
        let validation = firewall::validate(&json!(body), &request);
        self.run
            .note("grounding_metrics", json!(validation.metrics()));
        validation.into_verdict()
    }

    /// Weighs the candidates, if there are any.
    fn choose(
        &mut self,
        offer: &Offer,
        readings: Option<&Readings>,
        follow_up: &str,
    ) -> Result<Option<Choice>, AppError> {
        let candidates = match offer {
            Offer::Candidates(candidates) => candidates,
            Offer::Compose(compose) => &compose.sentences,
            _ => {
                self.run.note_choice_share(None);
                return Ok(None);
            }
        };
        if self.plan.every.is_some() {
            let share_read = self.unread.map_or(1.0, |unread| unread.share_read);
            let choice = decide::all_of_it(candidates.len(), share_read);
            let chosen = choice.chosen;
            let note = json!({ "candidates": candidates.len(), "chosen": chosen });
            self.run.note("choice", note);
            return Ok(Some(choice));
        }
        let log_probabilities = self.score(candidates, readings, follow_up)?;
        let started = Instant::now();
        let similarities = if readings.is_some() || candidates.is_empty() {
            Vec::new()
        } else {
            let contexts: Vec<String> = candidates.iter().map(about_text).collect();
            (self.similarities)(&contexts)?
        };
        self.run.time("embed", started);
        let (question, answer_type) = (&self.plan.question, &self.plan.answer_type.name);
        let reader = read_scores(candidates, (readings, self.bundle));
        let measured = Measured {
            similarities: &similarities,
            log_probabilities: &log_probabilities,
            reader: &reader,
            highest: readings.and_then(Readings::highest).unwrap_or_default(),
        };
        let signals = decide::signals(question, answer_type, candidates, measured);
        let calibration = self.calibration.of(readings.is_some());
        let choice = match offer {
            Offer::Compose(compose) => decide::choose_sentences(compose, signals, calibration),
            _ => match answer_type.as_str() {
                verification::NAME => decide::choose_verdict(signals),
                CLASSIFICATION | category::NAME => {
                    let labels = labels(self.plan);
                    let shown = self.bundle.used_chunks.iter().map(render_chunk);
                    let shown: String = shown.collect();
                    decide::choose_label((&labels, &shown), candidates, signals)
                }
                _ => {
                    let said: Vec<String> = candidates.iter().map(decide::said_by).collect();
                    let against = |best| contradicting(question, answer_type, candidates, best);
                    decide::choose(answer_type, signals, &said, &against, calibration)
                }
            },
        };
        self.run.note(
            "choice",
            json!({ "candidates": candidates.len(), "chosen": choice.chosen, "margin": choice.margin,
                    "signals": choice.best_signals(), "probability": choice.probability,
                    "threshold": choice.threshold }),
        );
        let share = choice
            .chosen
            .and_then(|one| share_of(one, &log_probabilities));
        self.run.note_choice_share(share);
        self.run.probability = Some(choice.probability);
        let weighed = weigh(self.run.round, candidates, &choice);
        self.run.note_weighed(weighed);
        Ok(Some(choice))
    }

    /// Mean log probabilities of the candidates; empty where there is nothing
    /// to choose, and where the reader chooses alone.
    fn score(
        &mut self,
        candidates: &[Candidate],
        readings: Option<&Readings>,
        follow_up: &str,
    ) -> Result<Vec<f64>, AppError> {
        let read_alone = readings.is_some() && self.plan.reads_alone();
        if candidates.len() < 2 || read_alone {
            return Ok(Vec::new());
        }
        let choices = choices_of(candidates, self.plan.policy.weigh_after);
        let scores = self.ask_model(follow_up, |decoder, prompt, on_event| {
            let request = ScoreRequest { prompt, choices };
            Ok(decoder.score(&request, &mut |progress| forward(on_event, progress))?)
        })?;
        self.run.note_scores(&scores);
        Ok(scores.mean_log_probability.into_iter().flatten().collect())
    }
}

/// The reader's score of each candidate; none where nothing was read.
fn read_scores(
    candidates: &[Candidate],
    (readings, bundle): (Option<&Readings>, &AnswerBundle),
) -> Vec<f64> {
    let Some(readings) = readings else {
        return Vec::new();
    };
    let score = |candidate| readings.of_candidate(candidate, &bundle.used_chunks);
    candidates.iter().map(score).collect()
}

/// Offers what contradicts the chosen candidate together with it, as one
/// answer with several values, and chooses that.
fn join_conflict(plan: &Plan, offer: &mut Offer, choice: Option<&mut Choice>) {
    let answer_type = &plan.answer_type;
    let (Offer::Candidates(candidates), Some(choice)) = (offer, choice) else {
        return;
    };
    let Some(chosen) = choice
        .chosen
        .filter(|_| answer_type.shape == AnswerShape::Single)
    else {
        return;
    };
    if let Some(all) = conflict(&plan.question, &answer_type.name, candidates, chosen) {
        choice.chosen = Some(candidates.len());
        candidates.push(all);
    }
}

/// What is compared with the question: the words around the value, its column
/// and heading.
fn about_text(candidate: &Candidate) -> String {
    candidate.context.replace(" | ", " ")
}

pub(crate) fn refused(findings: &[Finding]) -> AppError {
    AppError::Refused {
        findings: findings.iter().map(|finding| finding.kind).collect(),
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
            let chosen = choice.chosen.filter(|index| *index < candidates.len());
            chosen.map(|index| candidates.remove(index)).is_some()
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

/// What the model gives to one candidate among all that it weighed: the
/// probabilities per token, made to sum to 1.
fn share_of(chosen: usize, log_probabilities: &[f64]) -> Option<f64> {
    let own = log_probabilities.get(chosen)?;
    let all: f64 = log_probabilities
        .iter()
        .map(|other| (other - own).exp())
        .sum();
    Some(1.0 / all)
}

fn weigh(round: u32, candidates: &[Candidate], choice: &Choice) -> Vec<Weighed> {
    candidates
        .iter()
        .enumerate()
        .map(|(index, candidate)| Weighed {
            round,
            values: candidate
                .items
                .iter()
                .map(|item| item.value.clone())
                .collect(),
            signals: choice.signals.get(index).copied().unwrap_or_default(),
            chosen: choice.chosen == Some(index),
        })
        .collect()
}

pub(crate) fn forward(on_event: &mut OnEvent<'_>, progress: engine::Progress) -> Control {
    let stage = match progress.stage {
        engine::Stage::Prefill => Stage::Prefill,
        engine::Stage::Score => Stage::Score,
        engine::Stage::Decode => Stage::Decode,
        engine::Stage::Embed | engine::Stage::Read => Stage::Retrieve,
    };
    on_event(Event {
        stage,
        done: progress.done,
        total: progress.total,
        text: progress.text,
    })
}

/// The labels to choose from, with the terms that speak for them.
fn labels(plan: &Plan) -> LabelSet {
    if plan.answer_type.name == category::NAME {
        LabelSet::categories()
    } else {
        LabelSet::of(&plan.labels)
    }
}
