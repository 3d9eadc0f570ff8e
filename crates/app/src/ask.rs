//! From a request to a response: planned, answered ([`pipeline::answer`]), recorded, and only then
//! shown. Everything that fails after the question was understood leaves a record and a FAILED
//! response.

use crate::error::AppError;
use crate::executable;
use crate::log::Answering;
use crate::processor;
use crate::request::{AskRequest, OnEvent, REQUEST};
use crate::response::{AskOutcome, Frame, PlacedCitation, PublicResponse};
use crate::service::Service;
use crate::types::Run;
use contract::REFUSAL;
use evidence::overlap::Completeness;
use firewall::{GenerationStatus, Validation, ValidationStatus};
use pipeline::dispatch::{Decision, plain_flags};
use pipeline::hash::sha256;
use pipeline::notes::rounded;
use pipeline::progress::{Event, Stage, tell};
use pipeline::timing::{Timed, enter};
use pipeline::trace::{Application, ParsedNote, Sampler, SearchedNote, Trace, Versioned};
use pipeline::{Conclusion, Notes, Outcome, Plan, TEMPLATE_VERSION};
use serde_json::json;
use std::cell::RefCell;
use vault::{AnswerRecord, Cell, RecordId};

/// How the form of an answer is enforced, recorded: by grammar while it is
/// decoded, the only way so far and the strongest.
const ENFORCEMENT: &str = "grammar";

impl Service {
    /// Answers a question.
    ///
    /// # Errors
    ///
    /// An error when the request itself cannot be used (unknown type, bad
    /// schema, missing model, question over budget): nothing is recorded
    /// then. What fails later is a FAILED response with its record.
    pub fn ask(
        &self,
        request: &AskRequest,
        on_event: &mut OnEvent<'_>,
    ) -> Result<AskOutcome, AppError> {
        self.ask_for(&self.governed(request)?, None, on_event)
    }

    /// Answers a question, for a cell of a batch where one is given: then the
    /// cell is done with the record. The settings are in the request already.
    pub(crate) fn ask_for(
        &self,
        request: &AskRequest,
        cell: Option<&Cell>,
        on_event: &mut OnEvent<'_>,
    ) -> Result<AskOutcome, AppError> {
        let answering = Answering::begin();
        let timing = self.timing();
        let on_event = RefCell::new(on_event);
        let listener = |event: Event| (on_event.borrow_mut())(event);
        let parsing = enter(Timed::Parse);
        let plans = self.plans(request)?;
        drop(parsing);
        let Run {
            plan,
            mut notes,
            concluded,
        } = self.answered(plans, request, &listener);
        tell(&listener, Stage::Record)?;
        let times = timing.end();
        notes.close(times.total_ms(), |stage| times.ms_of(stage.word()));
        let outcome = self.finish(&plan, notes, cell, concluded);
        answering.ended(&outcome);
        outcome
    }

    /// Refuses a request that cannot be used, before anything is stored for
    /// it.
    ///
    /// # Errors
    ///
    /// What [`Service::ask`] would refuse the request with.
    pub fn check_request(&self, request: &AskRequest) -> Result<(), AppError> {
        self.plan(&self.governed(request)?).map(drop)
    }

    /// What is known of a run before it begins.
    pub(crate) fn begin(&self, plan: &Plan, request: &AskRequest) -> Notes {
        let clock = &self.options.clock;
        let mut notes = Notes::new(clock.fresh_id(), clock.fresh_id());
        let (parsed, answer_type) = (&plan.parsed, &plan.answer_type);
        notes.trace = Trace {
            question_sha256: sha256(plan.question.as_asked().as_bytes()),
            parsed: Some(ParsedNote {
                answer_type: parsed.answer_type.clone(),
                keywords: parsed.keywords.len(),
                certainty: parsed.certainty,
                language: parsed.language,
                overridden: parsed.overridden.clone(),
                steps: parsed.steps.len(),
            }),
            answer_type: answer_type.name.clone(),
            answer_shape: Some(answer_type.shape),
            schema_sha256: sha256(answer_type.value_schema.to_string().as_bytes()),
            policy_version: plan.policy.version.clone(),
            policy_sha256: plan.policy.sha256(),
            calibration: Some(Versioned {
                version: plan.calibration.version.clone(),
                sha256: plan.calibration.sha256(),
            }),
            choose_with: Some(plan.chooses()),
            application: Some(Application {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                build: executable::sha256().map(str::to_owned),
            }),
            processor: processor::name(),
            enforcement: ENFORCEMENT.to_owned(),
            template_version: TEMPLATE_VERSION.to_owned(),
            sampler: Some(Sampler {
                temperature: 0,
                seed: 0,
                threads: self.threads(),
            }),
            bundle_sha256: plan
                .bundle
                .as_ref()
                .map(|bundle| sha256(json!(bundle).to_string().as_bytes())),
            ..Trace::default()
        };
        let asked = AskRequest {
            document_ids: plan.document_ids.clone(),
            ..request.clone()
        };
        notes.keep(REQUEST, json!(asked).to_string().into_bytes());
        notes.keep("question", plan.question.as_asked().as_bytes().to_vec());
        if let Some(claim) = &plan.claim {
            notes.keep("claim", claim.text.clone().into_bytes());
        }
        if let Some(conditions) = &plan.conditions {
            // Titles in them are words of the person's, as the question is.
            notes.keep("conditions", json!(conditions).to_string().into_bytes());
        }
        notes.document_ids.clone_from(&plan.document_ids);
        notes
    }

    /// Writes the record, then builds what may be shown.
    pub(crate) fn finish(
        &self,
        plan: &Plan,
        mut notes: Notes,
        cell: Option<&Cell>,
        concluded: Result<Conclusion, AppError>,
    ) -> Result<AskOutcome, AppError> {
        let concluded = concluded.and_then(|conclusion| {
            let citations = self.citations_of(&conclusion)?;
            Ok((conclusion, citations))
        });
        // The request turned out to be unusable: nobody answered it. A cell has its row all the
        // same, with the reason.
        let concluded = match concluded {
            Err(error) if error.class() == crate::Class::BadInput && cell.is_none() => {
                return Err(error);
            }
            concluded => concluded,
        };
        let responding = enter(Timed::Respond);
        note_end(
            &mut notes,
            concluded.as_ref().map(|(conclusion, _)| conclusion),
        );
        let (response, error) = match concluded {
            Ok((conclusion, citations)) => (
                concluded_response(plan, &notes, conclusion, citations),
                None,
            ),
            Err(error) => {
                let reason = format!("{error}; {}", error.help());
                (
                    PublicResponse::failed(&reason, failed_frame(plan, &notes)),
                    Some(error),
                )
            }
        };
        let trace = notes.trace.clone();
        let weighed = std::mem::take(&mut notes.weighed);
        notes.keep("response", response.bytes());
        drop(responding);
        let done = cell.filter(|_| error.as_ref().is_none_or(AppError::is_of_one_request));
        let record = self.commit(notes, done)?;
        // What ends a batch is an error there, beside its record.
        if let (Some(_), None, Some(error)) = (cell, done, error) {
            return Err(error);
        }
        Ok(AskOutcome {
            response: response.recorded(record),
            trace,
            weighed,
        })
    }

    /// The citations of an answer, each with its place.
    fn citations_of(&self, conclusion: &Conclusion) -> Result<Vec<PlacedCitation>, AppError> {
        match &conclusion.outcome {
            Outcome::Accepted(answer) => self.placed(answer.citations()),
            Outcome::NoEvidence => Ok(Vec::new()),
        }
    }

    /// Writes the record, and with it that the cell is done.
    fn commit(&self, notes: Notes, cell: Option<&Cell>) -> Result<RecordId, AppError> {
        let _record = enter(Timed::Record);
        let now = self.options.clock.now();
        let record = AnswerRecord {
            body: json!(notes.trace),
            request_id: notes.request_id,
            run_id: notes.run_id,
            contents: notes.contents,
            document_ids: notes.document_ids,
        };
        Ok(match cell {
            Some(cell) => self.vault().record_cell(cell, &record, &now)?,
            None => self.vault().record_answer(&record, &now)?,
        })
    }
}

/// Notes how the run ended.
pub(crate) fn note_end(notes: &mut Notes, concluded: Result<&Conclusion, &AppError>) {
    let request_id = notes.request_id.clone();
    let (decision, completeness) = match concluded {
        Ok(conclusion) => {
            match &conclusion.outcome {
                Outcome::Accepted(answer) => notes.note_answer(answer),
                Outcome::NoEvidence => {
                    let said = Validation::of_refusal(&request_id, REFUSAL, REFUSAL);
                    notes.note_without_evidence(&said, REFUSAL);
                }
            }
            (conclusion.decision, conclusion.completeness)
        }
        Err(error) => {
            let (generation, reason) = match error {
                AppError::Refused { findings } => {
                    let first = findings.first().map(|kind| kind.name());
                    (GenerationStatus::Ok, first)
                }
                other => (GenerationStatus::Failed, Some(other.kind().into())),
            };
            let status = (generation, ValidationStatus::Failed);
            notes.note_status(status, reason.as_deref());
            (Decision::Failed, Completeness::Unknown)
        }
    };
    notes.trace.decision = Some(decision);
    notes.trace.context_completeness_strong = Some(completeness);
}

/// What is shown of an answer, or of the refusal where there was nothing to read.
fn concluded_response(
    plan: &Plan,
    notes: &Notes,
    conclusion: Conclusion,
    citations: Vec<PlacedCitation>,
) -> PublicResponse<()> {
    let answer_type = conclusion.as_type.as_ref();
    let answer_type = answer_type.unwrap_or(&plan.answer_type);
    let frame = Frame {
        answer_type: answer_type.name.clone(),
        answer_shape: json!(answer_type.shape),
        computation: conclusion.computation,
        probability: conclusion.probability.map(rounded),
        completeness: conclusion.completeness,
        is_silent: conclusion
            .searched
            .as_ref()
            .is_some_and(|one| one.is_silent),
        ..Frame::of(notes)
    };
    let (decision, mut remarks) = (conclusion.decision, conclusion.doubts.remarks);
    remarks.extend(conclusion.searched.iter().flat_map(SearchedNote::doubts));
    match conclusion.outcome {
        Outcome::Accepted(answer) => {
            let (probability, completeness) = (conclusion.probability, conclusion.completeness);
            let mut flags = plain_flags(&answer, probability, completeness);
            flags.append(&mut remarks);
            PublicResponse::accepted(&answer, citations, decision, flags, frame)
        }
        Outcome::NoEvidence => PublicResponse::no_evidence(decision, remarks, frame),
    }
}

/// What is told of a request that failed beside the reason.
fn failed_frame(plan: &Plan, notes: &Notes) -> Frame {
    let verdict = plan.claim.as_ref().map(|claim| &claim.verdict);
    let answer_type = verdict.unwrap_or(&plan.answer_type);
    Frame {
        answer_type: answer_type.name.clone(),
        answer_shape: json!(answer_type.shape),
        ..Frame::of(notes)
    }
}
