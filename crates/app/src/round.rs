//! One round of answering over one set of passages: what is fixed for it, and the steps that
//! every way of answering is made of (offer, read, pick, attempt, validate). Weighing stands in
//! [`crate::weigh`], decoding in [`crate::decode`].

use crate::calibration::Calibration;
use crate::complete::{NO_RELEVANCE, check_request, complete};
use crate::decide::Choice;
use crate::error::AppError;
use crate::every;
use crate::model::OnDemand;
use crate::offer::offer;
use crate::plan::Plan;
use crate::progress::{OnEvent, Stage, tell};
use crate::read::Readings;
use crate::record::Run;
use crate::trace::since;
use compute::Computation;
use contract::{AnswerBody, Candidate, Offer};
use evidence::AnswerBundle;
use evidence::policy::ChooseWith;
use firewall::{CheckRequest, Verdict};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Instant;

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
        let judging = self.judging(readings);
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
        self.run.trace.latency.validate_ms = since(started);
        Ok(verdict)
    }

    /// What the reader makes of the passages; none where it does not read.
    pub(crate) fn readings(&mut self) -> Result<Option<Readings>, AppError> {
        let started = Instant::now();
        let readings = (self.read)(self.plan, self.bundle, self.on_event)?;
        if let Some(readings) = &readings {
            self.run.trace.latency.read_ms = since(started);
            self.run.trace.windows_read = Some(readings.windows);
        }
        Ok(readings)
    }

    /// The readings where they judge; where the model chooses, they only find candidates.
    pub(crate) fn judging<'r>(&self, readings: Option<&'r Readings>) -> Option<&'r Readings> {
        readings.filter(|_| self.plan.policy.choose_with != ChooseWith::Model)
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
        self.run.trace.grounding_metrics = Some(validation.metrics());
        validation.into_verdict()
    }
}
