//! One round of answering over one set of passages: what is fixed for it, and the steps that
//! every way of answering is made of (offer, read, pick, attempt, validate). Weighing stands in
//! [`crate::weigh`], decoding in [`crate::decode`].

use crate::calibration::Calibration;
use crate::complete::{NO_RELEVANCE, check_request, complete};
use crate::decide::Choice;
use crate::error::StageError;
use crate::every;
use crate::notes::Notes;
use crate::offer::{finds_all, offer};
use crate::plan::{Plan, Way};
use crate::progress::{Stage, tell};
use crate::read::{Readings, read};
use crate::resources::Means;
use crate::silence;
use crate::timing::{Timed, enter};
use crate::trace::Named;
use crate::unread::Unread;
use compute::Computation;
use contract::{AnswerBody, Candidate, Offer};
use evidence::AnswerBundle;
use evidence::policy::ChooseWith;
use firewall::{CheckRequest, Verdict};
use serde_json::json;
use std::collections::BTreeMap;

/// Candidates, and what was decided of them.
pub(crate) struct Picked {
    pub candidates: Vec<Candidate>,
    pub choice: Choice,
}

/// One round of answering: what is fixed for it.
#[derive(Clone, Copy)]
pub(crate) struct Round<'a> {
    pub plan: &'a Plan,
    pub bundle: &'a AnswerBundle,
    pub calibration: &'a Calibration,
    /// Which round, from 0.
    pub number: u32,
    /// The passages as the round before showed them to the model.
    pub before: &'a [String],
    /// Which extraction or field, where several are needed.
    pub part: Option<usize>,
    /// What of the documents was not read, where they are to be read whole.
    pub unread: Option<&'a Unread>,
    /// A person should look, whatever comes out.
    pub doubted: bool,
    pub means: Means<'a>,
}

impl Round<'_> {
    /// What the evidence offers.
    pub(crate) fn offer(&self, readings: Option<&Readings>) -> Offer {
        let _offer = enter(Timed::Offer);
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
        if plan.way == Way::Silence {
            offered = silence::denied(offered);
        }
        offered
    }

    /// The same round for another plan.
    pub(crate) fn with_plan<'s>(&'s self, plan: &'s Plan) -> Round<'s> {
        Round { plan, ..*self }
    }

    /// The same round for one part of the answer, by its number from 0.
    pub(crate) fn of_part<'s>(&'s self, plan: &'s Plan, part: usize) -> Round<'s> {
        Round {
            part: Some(part),
            ..self.with_plan(plan)
        }
    }

    /// Keeps bytes apart from the chain; what belongs to one part of the answer bears its
    /// number.
    pub(crate) fn keep(&self, notes: &mut Notes, name: &str, bytes: Vec<u8>) {
        match self.part {
            Some(part) => notes.keep(&format!("{name}_{part}"), bytes),
            None => notes.keep(name, bytes),
        }
    }

    /// Offers candidates that fit and weighs them, without a draft; none where
    /// the evidence offers none for the type, but words to copy.
    pub(crate) fn pick(
        &self,
        fits: &dyn Fn(&Candidate) -> bool,
        notes: &mut Notes,
    ) -> Result<Option<Picked>, StageError> {
        let readings = self.readings(notes)?;
        let readings = readings.as_ref();
        let judging = self.judging(readings);
        let Offer::Candidates(mut candidates) = self.offer(readings) else {
            return Ok(None);
        };
        candidates.retain(fits);
        let offer = Offer::Candidates(candidates);
        let choice = self.choose(&offer, judging, "", notes)?;
        let (Some(choice), Offer::Candidates(candidates)) = (choice, offer) else {
            return Ok(None);
        };
        Ok(Some(Picked { candidates, choice }))
    }

    /// Decodes a draft, completes it, says what is left to say of it, and checks
    /// the whole.
    pub(crate) fn attempt(
        &self,
        offer: &Offer,
        (choice, judging): (Option<&Choice>, Option<&Readings>),
        follow_up: &str,
        finish: &dyn Fn(&mut AnswerBody),
        notes: &mut Notes,
    ) -> Result<Verdict, StageError> {
        let draft = self.decode(offer, (choice, judging), follow_up, notes)?;
        tell(self.means.listener, Stage::Validate)?;
        let expand = enter(Timed::Expand);
        let mut body = complete(self.plan, self.bundle, offer, choice, &draft)?;
        finish(&mut body);
        drop(expand);
        let repeated = firewall::check_draft_text(&draft);
        if !repeated.is_empty() {
            return Ok(Verdict::Refused(repeated));
        }
        let relevance = choice.map_or(&NO_RELEVANCE, |choice| &choice.relevance);
        Ok(match self.validate(&body, relevance, None, notes) {
            Verdict::Accepted(answer) => self.agreed(answer, choice, notes),
            Verdict::Refused(findings) => Verdict::Refused(findings),
        })
    }

    /// What the reader makes of the passages; none where it does not read, and where that would
    /// change nothing.
    pub(crate) fn readings(&self, notes: &mut Notes) -> Result<Option<Readings>, StageError> {
        notes.trace.read_in_terms.clear();
        if !self.plan.reads || self.reads_in_vain() {
            return Ok(None);
        }
        self.read_passages(notes)
    }

    /// What the reader makes of the passages, in the words of the question or in those that the passages have.
    pub(crate) fn read_passages(&self, notes: &mut Notes) -> Result<Option<Readings>, StageError> {
        let _read = enter(Timed::Read);
        let mut readings = self.read_as(self.plan.question.of_passages(), notes)?;
        if let Some(reworded) = self.reworded() {
            let again = self.read_as(&reworded.text, notes)?;
            let kind = self.plan.answer_type.name.as_str();
            let highest = |one: &Option<Readings>| one.as_ref()?.highest_of(kind);
            if highest(&again) > highest(&readings) {
                readings = again;
                notes.trace.read_in_terms = reworded.terms.into_iter().map(str::to_owned).collect();
            }
        }
        Ok(readings)
    }

    /// The question with its terms as the passages write them in another language, where code
    /// finds the values: of words that the reader cuts itself it knows too little there where
    /// they end.
    fn reworded(&self) -> Option<question::Reworded> {
        let question = &self.plan.question;
        let ends_are_known = !recognizer::has_spans(&self.plan.answer_type.name);
        if !ends_are_known || question.named_terms().is_empty() {
            return None;
        }
        let passages = self.bundle.used_chunks.iter().map(recognizer::passage);
        let passages: Vec<String> = passages.collect();
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        question.reworded(&passages)
    }

    /// What the reader makes of the passages of a question in these words.
    fn read_as(&self, question: &str, notes: &mut Notes) -> Result<Option<Readings>, StageError> {
        let Means {
            resources,
            listener,
            ..
        } = self.means;
        let run = if self.plan.decodes_plainly() {
            ""
        } else {
            notes.run_id.as_str()
        };
        let asked = (question, self.plan.answer_type.name.as_str());
        let shown = (run, self.bundle.used_chunks.as_slice());
        let reader = (resources, self.plan.policy.reader.as_deref());
        let readings = read(asked, shown, reader, listener)?;
        if let Some(readings) = &readings {
            notes.trace.reader = resources.reader(reader.1).as_ref().map(Named::of);
            *notes.trace.windows_read.get_or_insert(0) += readings.windows;
        }
        Ok(readings)
    }

    /// Whether what the reader makes of the passages would change nothing: the model chooses, a
    /// recogniser finds the candidates, and all of them are weighed.
    fn reads_in_vain(&self) -> bool {
        let plan = self.plan;
        let model_chooses = plan.policy.choose_with == ChooseWith::Model;
        model_chooses && finds_all(&plan.question, &plan.answer_type, self.bundle, &plan.policy)
    }

    /// The readings where they judge; where the model chooses, they only find candidates.
    pub(crate) fn judging<'r>(&self, readings: Option<&'r Readings>) -> Option<&'r Readings> {
        readings.filter(|_| self.plan.policy.choose_with != ChooseWith::Model)
    }

    /// Checks an answer, which may be what was computed, and notes how well it is grounded.
    pub(crate) fn validate(
        &self,
        body: &AnswerBody,
        relevance: &BTreeMap<String, f64>,
        computation: Option<&Computation>,
        notes: &mut Notes,
    ) -> Verdict {
        let _check = enter(Timed::Check);
        let converted_to = computation.map_or_else(Vec::new, Computation::converted_to);
        let request = CheckRequest {
            converted_to: &converted_to,
            ..check_request(self.plan, self.bundle, relevance)
        };
        let validation = firewall::validate(&json!(body), &request);
        notes.trace.grounding_metrics = Some(validation.metrics());
        validation.into_verdict()
    }
}
