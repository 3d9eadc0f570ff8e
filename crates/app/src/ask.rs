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
use crate::model::OnDemand;
use crate::outcome::Outcome;
use crate::plan::Plan;
use crate::progress::{Event, OnEvent, Stage, tell};
use crate::read;
use crate::record::Run;
use crate::request::AskRequest;
use crate::response::{AskOutcome, PublicResponse};
use crate::retrieve::RetrievalRequest;
use crate::service::Service;
use contract::REFUSAL;
use evidence::select::{add_tables, render_chunk, select};
use evidence::{AnswerBundle, Filter, Policy, RetrievalBundle};
use firewall::{GenerationStatus, Validation, ValidationStatus};
use serde_json::{Value, json};
use std::time::Instant;
use vault::{Cell, RecordId};

/// Version of the prompt's wording, recorded.
pub(crate) const TEMPLATE_VERSION: &str = "1";

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
        let plan = self.with_type_by_model(self.plan(request)?, request);
        let mut run = self.begin_run(&plan);
        let result = self.answer(&plan, &mut run, on_event);
        tell(on_event, Stage::Record)?;
        run.latency_ms = started.elapsed().as_millis() as u64;
        self.finish(&plan, run, cell, result)
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
        run.note("question_sha256", json!(sha256(plan.question.as_bytes())));
        run.note("parsed", json!({ "answer_type": plan.parsed.answer_type, "keywords": plan.parsed.keywords.len(),
                                 "certainty": plan.parsed.certainty, "language": plan.parsed.language,
                                 "overridden": plan.parsed.overridden, "steps": plan.parsed.steps.len() }));
        run.note("answer_type", json!(plan.answer_type.name));
        run.note("answer_shape", json!(plan.answer_type.shape));
        run.note(
            "schema_sha256",
            json!(sha256(plan.answer_type.value_schema.to_string().as_bytes())),
        );
        run.note("policy_version", json!(plan.policy.version));
        run.note("policy_sha256", json!(plan.policy.sha256()));
        run.note(
            "calibration",
            json!({ "version": plan.calibration.version, "sha256": plan.calibration.sha256() }),
        );
        run.note("model", Value::Null);
        run.note("prompt_sha256", Value::Null);
        run.note("choose_with", json!(plan.chooses()));
        run.note(
            "application",
            json!({ "version": env!("CARGO_PKG_VERSION"), "build": executable::sha256() }),
        );
        run.note("enforcement", json!(ENFORCEMENT));
        run.note("template_version", json!(TEMPLATE_VERSION));
        run.note(
            "sampler",
            json!({ "temperature": 0, "seed": 0, "threads": self.threads() }),
        );
        run.keep("question", plan.question.clone().into_bytes());
        if let Some(bundle) = &plan.bundle {
            run.note(
                "bundle_sha256",
                json!(sha256(json!(bundle).to_string().as_bytes())),
            );
        }
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
            let reader = json!({ "name": entry.name, "sha256": entry.sha256 });
            run.note("reader", reader);
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
            Ok(Outcome::NoEvidence) => Decision::NoAnswer,
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
        run.note("decision", json!(decision));
        run.note("context_completeness_strong", json!(run.completeness));
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
            Ok(Outcome::NoEvidence) => PublicResponse::no_evidence(flags, frame),
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
    let chunks: Vec<Value> = bundle
        .used_chunks
        .iter()
        .map(|chunk| {
            json!({ "anchor": chunk.anchor, "chunk_id": chunk.chunk_id, "sha256": sha256(render_chunk(chunk).as_bytes()) })
        })
        .collect();
    run.note("evidence", json!(chunks));
    run.note("dropped", json!(bundle.metrics.dropped));
    run.note("evidence_tokens", json!(bundle.metrics.evidence_tokens));
    run.note("index_version", json!(bundle.trace.index_version));
    run.note("embedding_model", json!(bundle.trace.embedding_model));
}
