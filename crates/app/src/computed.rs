//! Questions that code answers: extract what is needed, then compute.
//!
//! Each extraction goes the whole way over the same passages, its answer is
//! checked like any other, and only checked values are computed with. The
//! result cites what it was computed from, is checked once more, and is kept
//! with every step, so that it can be computed again without a model.
//!
//! # Limits
//!
//! All extractions read the passages found for the whole question. Where a
//! step cannot be done (several values, no rate), the extracted values are
//! answered as they are, with the reason.

use crate::ask::Outcome;
use crate::complete::NO_RELEVANCE;
use crate::error::AppError;
use crate::generate::{Round, refused};
use crate::plan::{Plan, every_of};
use crate::read;
use crate::record::sha256;
use crate::service::Service;
use compute::{Computation, Done, Extracted, Rates};
use contract::{AnswerBody, AnswerShape, ExtractionMethod};
use firewall::{Answer, Verdict};
use serde_json::json;

impl Plan {
    /// Whether code computes the answer.
    pub(crate) fn computes(&self) -> bool {
        !self.parsed.steps.is_empty()
    }

    /// The plan of one extraction: its question with its own type.
    fn part(&self, index: usize) -> Option<Plan> {
        let extraction = self.parsed.extractions.get(index)?;
        let answer_type = self.extraction_types.get(index)?;
        let mut plan = self.clone();
        plan.question.clone_from(&extraction.question);
        plan.parsed.keywords.clone_from(&extraction.keywords);
        plan.parsed.steps.clear();
        plan.answer_type = answer_type.clone();
        plan.every = every_of(&plan.question, &plan.answer_type);
        plan.reads = self.has_reader && read::serves(&plan.answer_type);
        Some(plan)
    }
}

/// Extracts, computes and checks.
pub(crate) fn answer(round: &mut Round<'_, '_, '_>) -> Result<Outcome, AppError> {
    let plan = round.plan;
    let mut parts: Vec<(Plan, Answer)> = Vec::new();
    let mut notes = Vec::new();
    for index in 0..plan.parsed.extractions.len() {
        let Some(part) = plan.part(index) else {
            break;
        };
        round.run.part = Some(index);
        let outcome = extract(round, &part)?;
        notes.push(
            json!({ "answer_type": part.answer_type.name, "probability": round.run.probability }),
        );
        round.run.note("extractions", json!(notes));
        match outcome {
            Outcome::Accepted(answer) if answer.body().answer_found => parts.push((part, *answer)),
            other => {
                round.run.part = None;
                round.run.answered_type = Some(part.answer_type);
                return Ok(other);
            }
        }
    }
    round.run.part = None;
    compute(round, parts)
}

fn extract(round: &mut Round<'_, '_, '_>, part: &Plan) -> Result<Outcome, AppError> {
    round.with_plan(part).answer()
}

fn compute(round: &mut Round<'_, '_, '_>, parts: Vec<(Plan, Answer)>) -> Result<Outcome, AppError> {
    let plan = round.plan;
    let extracted: Vec<Extracted> = parts
        .iter()
        .map(|(part, answer)| Extracted::from_items(&part.answer_type.name, &answer.body().items))
        .collect();
    match compute::run(&plan.parsed.steps, &extracted, plan.rates.as_ref()) {
        Ok(computation) => {
            let body = computed_body(plan, &parts, &computation);
            let stored = json!(computation).to_string().into_bytes();
            round.run.note("computation_sha256", json!(sha256(&stored)));
            round.run.keep("computation", stored);
            round.run.computation = Some(computation);
            match round.validate(&body, &NO_RELEVANCE) {
                Verdict::Accepted(answer) => Ok(Outcome::Accepted(answer)),
                Verdict::Refused(findings) => {
                    round.run.note_refusal(&findings);
                    Err(refused(&findings))
                }
            }
        }
        Err(error) => {
            let reason = format!("not computed: {error}; {}", error.problem.help());
            round.run.doubt(reason);
            let Some((part, answer)) = parts.into_iter().next() else {
                return Ok(Outcome::NoEvidence);
            };
            round.run.answered_type = Some(part.answer_type);
            Ok(Outcome::Accepted(Box::new(answer)))
        }
    }
}

/// The result with everything it was computed from.
fn computed_body(plan: &Plan, parts: &[(Plan, Answer)], computation: &Computation) -> AnswerBody {
    let bodies = || parts.iter().map(|(_, answer)| answer.body());
    let least = |pick: fn(&AnswerBody) -> f64| bodies().map(pick).fold(1.0, f64::min);
    let result = &computation.result;
    let value = result
        .expressed_as(&plan.answer_type.name)
        .map_or_else(|| result.value.clone(), |typed| typed.value);
    let mut spans = Vec::new();
    for span in bodies()
        .flat_map(|body| &body.items)
        .flat_map(|item| &item.spans)
    {
        if !spans.contains(span) {
            spans.push(span.clone());
        }
    }
    let mut caveats: Vec<String> = bodies().flat_map(|body| body.caveats.clone()).collect();
    for done in &computation.steps {
        caveats.push(format!("Computed: {}", done.explanation));
        caveats.extend(done.notes.iter().cloned());
    }
    AnswerBody {
        answer_found: true,
        items: vec![contract::Item { value, spans }],
        extraction_method: ExtractionMethod::Computed,
        complete_answer_found: bodies().all(|body| body.complete_answer_found),
        conflicting_evidence: false,
        confidence: least(|body| body.confidence),
        context_completeness_weak: least(|body| body.context_completeness_weak),
        context_structured: bodies().all(|body| body.context_structured),
        caveats,
        llm_discovered_keywords: Vec::new(),
        keywords_found: bodies()
            .flat_map(|body| body.keywords_found.clone())
            .collect(),
        suggested_clarification: None,
    }
}

/// Whether stored steps still give what was stored.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Recomputation {
    /// The record.
    pub record_id: String,
    /// Nothing differs; with other rates, the result is the same.
    pub equal: bool,
    /// What differs, in plain words.
    pub deviations: Vec<String>,
    /// The steps, in plain words: those that are stored, or, with other rates,
    /// those that were done now.
    pub steps: Vec<String>,
    /// Their result, with its type.
    pub result: serde_json::Value,
}

impl Service {
    /// Computes the steps of a recorded answer again, without a model: with the
    /// rates that stand in it, or with others.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a record without steps or whose contents were
    /// erased, [`AppError::Vault`].
    pub fn recompute(
        &self,
        record_id: &str,
        rates: Option<&Rates>,
    ) -> Result<Recomputation, AppError> {
        let record = self.record(record_id)?;
        let hash = record
            .body
            .get("computation_sha256")
            .and_then(serde_json::Value::as_str)
            .ok_or_else(|| {
                AppError::input(
                    "nothing was computed for this answer",
                    "choose a record whose extraction method is `computed`",
                )
            })?;
        let bytes = self.vault().content(hash)?.ok_or_else(|| {
            AppError::input(
                "the contents of this record were erased",
                "its hash stays in the audit trail",
            )
        })?;
        let stored: Computation = serde_json::from_slice(&bytes).map_err(|_| {
            AppError::input(
                "the stored steps cannot be read",
                "run `attest audit verify`",
            )
        })?;
        let (computed, deviations) = if rates.is_some() {
            let again = compute::run_again(&stored, rates)
                .map_err(|error| AppError::input(error.to_string(), error.problem.help()))?;
            (again, Vec::new())
        } else {
            let deviations = compute::recompute(&stored).err().unwrap_or_default();
            (stored.clone(), deviations)
        };
        let told = |done: &Done| [vec![done.explanation.clone()], done.notes.clone()].concat();
        Ok(Recomputation {
            record_id: record_id.to_owned(),
            equal: deviations.is_empty() && computed.result == stored.result,
            deviations: deviations.iter().map(ToString::to_string).collect(),
            steps: computed.steps.iter().flat_map(told).collect(),
            result: json!(computed.result),
        })
    }
}

/// The shape of an extraction's values is its own.
pub(crate) fn shaped(
    mut answer_type: contract::AnswerType,
    shape: AnswerShape,
) -> contract::AnswerType {
    let listing = shape == AnswerShape::Listing && answer_type.shape == AnswerShape::Single;
    if listing {
        answer_type.shape = shape;
    }
    answer_type
}
