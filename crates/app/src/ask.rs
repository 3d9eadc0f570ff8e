//! The way of one question.
//!
//! [`Service::ask`] reads top to bottom as the pipeline of spec 2: parse,
//! retrieve, select, offer, score, compile, decode, expand, check, record,
//! respond. Everything that fails after the question was understood leaves a
//! record and a FAILED response; nothing is shown before its record is
//! committed.

use crate::dispatch::{Decision, plain_flags};
use crate::error::AppError;
use crate::executable;
use crate::hash::sha256;
use crate::log::Answering;
use crate::model::OnDemand;
use crate::outcome::Outcome;
use crate::plan::Plan;
use crate::progress::{Event, OnEvent, Stage, tell};
use crate::prompt::TEMPLATE_VERSION;
use crate::read;
use crate::record::Run;
use crate::request::AskRequest;
use crate::response::{AskOutcome, PublicResponse};
use crate::retrieve::RetrievalRequest;
use crate::service::Service;
use crate::trace::{
    Application, Dropped, Named, ParsedNote, Sampler, ShownPassage, Trace, Versioned,
};
use contract::REFUSAL;
use evidence::select::{add_tables, render_chunk, select};
use evidence::{AnswerBundle, EvidenceChunk, Filter, Policy, RetrievalBundle};
use firewall::{GenerationStatus, Validation, ValidationStatus};
use serde_json::json;
use std::time::Instant;
use vault::{Cell, RecordId};

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
        self.ask_for(request, None, on_event)
    }

    /// Answers a question, for a cell of a batch where one is given: then the
    /// cell is done with the record.
    pub(crate) fn ask_for(
        &self,
        request: &AskRequest,
        cell: Option<&Cell>,
        on_event: &mut OnEvent<'_>,
    ) -> Result<AskOutcome, AppError> {
        let started = Instant::now();
        let answering = Answering::begin();
        let plan = self.with_type_by_model(self.plan(request)?, request);
        let mut run = self.begin_run(&plan);
        let result = self.answer(&plan, &mut run, on_event);
        tell(on_event, Stage::Record)?;
        run.latency_ms = started.elapsed().as_millis() as u64;
        let outcome = self.finish(&plan, run, cell, result);
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
        self.plan(request).map(drop)
    }

    pub(crate) fn begin_run(&self, plan: &Plan) -> Run {
        let clock = &self.options.clock;
        let mut run = Run::new(clock.fresh_id(), clock.fresh_id());
        let (parsed, answer_type) = (&plan.parsed, &plan.answer_type);
        run.trace = Trace {
            question_sha256: sha256(plan.question.as_bytes()),
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
        run.keep("question", plan.question.clone().into_bytes());
        if let Some(claim) = &plan.claim {
            run.keep("claim", claim.text.clone().into_bytes());
        }
        if let Some(conditions) = &plan.conditions {
            // Titles in them are words of the person's, as the question is.
            run.keep("conditions", json!(conditions).to_string().into_bytes());
        }
        run.document_ids.clone_from(&plan.document_ids);
        run
    }

    /// The passages for a question about a plan's documents.
    pub(crate) fn retrieve_for(
        &self,
        plan: &Plan,
        (request_id, question): (&str, &str),
        (filter, policy): (&Filter, &Policy),
        on_event: &mut OnEvent<'_>,
    ) -> Result<RetrievalBundle, AppError> {
        let request = RetrievalRequest {
            request_id,
            question,
            answer_type: &plan.answer_type.name,
            filter,
            policy,
            reads_alone: plan.reads_alone(),
            reads_whole: plan.reads_whole(),
        };
        self.retrieve(&request, &mut |done, total| {
            on_event(Event {
                stage: Stage::Retrieve,
                done,
                total: Some(total),
                text: String::new(),
            })
        })
    }

    /// The passages that are shown, under the policy's budget: where the
    /// reader reads them by an estimate of their tokens, where the model does
    /// by its own count. Their documents, and those that were `asked` about,
    /// stand as they were imported ([`Service::check_readings`]).
    pub(crate) fn select_evidence(
        &self,
        (asked, retrieved): (&[String], &RetrievalBundle),
        policy: &Policy,
        reads_alone: bool,
        model: &mut OnDemand<'_>,
    ) -> Result<AnswerBundle, AppError> {
        let lines_of = |id: &str, first, last| self.vault().lines(id, first, last).ok();
        let mut bundle = if reads_alone {
            select(retrieved, policy, &lines_of, &mut read::estimated_tokens)?
        } else {
            let mut failure = None;
            let selected = model.ask(|decoder, _| {
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
        self.check_readings(asked, &bundle)?;
        add_tables(&mut bundle, &|id| self.vault().tables(id))?;
        Ok(bundle)
    }

    /// Notes which reader chooses.
    pub(crate) fn note_reader(&self, run: &mut Run) {
        if let Some(entry) = self.reader_model() {
            run.trace.reader = Some(Named::of(&entry));
        }
    }

    /// Writes the record, then builds what may be shown.
    pub(crate) fn finish(
        &self,
        plan: &Plan,
        mut run: Run,
        cell: Option<&Cell>,
        result: Result<Outcome, AppError>,
    ) -> Result<AskOutcome, AppError> {
        let mut flags = Vec::new();
        let (result, citations) = match result {
            Ok(Outcome::Accepted(answer)) => match self.placed(answer.citations()) {
                Ok(citations) => (Ok(Outcome::Accepted(answer)), citations),
                Err(error) => (Err(error), Vec::new()),
            },
            other => (other, Vec::new()),
        };
        let decision = match &result {
            Ok(Outcome::Accepted(answer)) => {
                flags = plain_flags(answer, run.probability, run.completeness);
                run.decision
            }
            Ok(Outcome::NoEvidence) => run.decision,
            // The request turned out to be unusable: nobody answered it.
            // A cell has its row all the same, with the reason.
            Err(error) if error.class() == crate::Class::BadInput && cell.is_none() => {
                return Err(result
                    .err()
                    .unwrap_or_else(|| AppError::input("the request cannot be used", "")));
            }
            Err(_) => Decision::Failed,
        };
        match &result {
            Ok(Outcome::Accepted(answer)) => run.note_answer(answer),
            Ok(Outcome::NoEvidence) => {
                let said = Validation::of_refusal(&run.request_id, REFUSAL, REFUSAL);
                run.note_without_evidence(&said, REFUSAL);
            }
            Err(AppError::Refused { findings }) => {
                let reason = findings.first().map(|kind| kind.name());
                let failed = (GenerationStatus::Ok, ValidationStatus::Failed);
                run.note_status(failed, reason.as_deref());
            }
            Err(error) => {
                let failed = (GenerationStatus::Failed, ValidationStatus::Failed);
                run.note_status(failed, Some(error.kind()));
            }
        }
        run.trace.decision = Some(decision);
        run.trace.context_completeness_strong = Some(run.completeness);
        flags.append(&mut run.remarks);
        if result.is_err() {
            // What was refused is not shown in another field.
            run.computation = None;
        }
        let frame = run.frame(&plan.answer_type);
        let trace = run.trace();
        let weighed = std::mem::take(&mut run.weighed);
        let response = match &result {
            Ok(Outcome::Accepted(answer)) => {
                PublicResponse::accepted(answer, citations, decision, flags, frame)
            }
            Ok(Outcome::NoEvidence) => PublicResponse::no_evidence(decision, flags, frame),
            Err(error) => PublicResponse::failed(&format!("{error}; {}", error.help()), frame),
        };
        // The answer's, not one of an extraction that failed on the way.
        run.part = None;
        run.keep("response", response.bytes());
        let done = cell.filter(|_| {
            result
                .as_ref()
                .err()
                .is_none_or(AppError::is_of_one_request)
        });
        let record = self.commit(run, done)?;
        // What ends a batch is an error there, beside its record.
        if let (Some(_), None, Err(error)) = (cell, done, result) {
            return Err(error);
        }
        let response = response.recorded(record);
        Ok(AskOutcome {
            response,
            trace,
            weighed,
        })
    }

    /// Writes the record, and with it that the cell is done.
    fn commit(&self, run: Run, cell: Option<&Cell>) -> Result<RecordId, AppError> {
        let now = self.options.clock.now();
        let record = run.into_record();
        Ok(match cell {
            Some(cell) => self.vault().record_cell(cell, &record, &now)?,
            None => self.vault().record_answer(&record, &now)?,
        })
    }
}

/// Refuses a question over the policy's budget, counted as its passages are.
pub(crate) fn check_question_budget(plan: &Plan, model: &mut OnDemand<'_>) -> Result<(), AppError> {
    let tokens = if plan.reads_alone() {
        read::estimated_tokens(&plan.question)
    } else {
        let question = std::slice::from_ref(&plan.question);
        model.ask(|decoder, _| {
            Ok(decoder
                .count_tokens(question)?
                .first()
                .copied()
                .unwrap_or(0))
        })?
    };
    if tokens > plan.policy.max_question_tokens {
        return Err(AppError::input(
            format!(
                "the question has {tokens} tokens; the policy allows {}",
                plan.policy.max_question_tokens
            ),
            "shorten the question, or raise max_question_tokens in the policy",
        ));
    }
    Ok(())
}

pub(crate) fn note_evidence(run: &mut Run, bundle: &AnswerBundle) {
    let shown = |chunk: &EvidenceChunk| ShownPassage {
        anchor: chunk.anchor.clone(),
        chunk_id: chunk.chunk_id.clone(),
        sha256: sha256(render_chunk(chunk).as_bytes()),
    };
    let dropped = bundle.metrics.dropped.iter().cloned();
    let trace = &mut run.trace;
    trace.evidence = Some(bundle.used_chunks.iter().map(shown).collect());
    trace.dropped = Some(dropped.map(Dropped::Chunks).collect());
    trace.evidence_tokens = Some(bundle.metrics.evidence_tokens);
    trace.index_version = Some(bundle.trace.index_version.clone());
    trace.embedding_model = Some(bundle.trace.embedding_model.clone());
}
