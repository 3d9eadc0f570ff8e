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

use crate::complete::NO_RELEVANCE;
use crate::error::StageError;
use crate::hash::sha256;
use crate::notes::Notes;
use crate::outcome::{Answered, Outcome, refused};
use crate::plan::Plan;
use crate::round::Round;
use crate::timing::{Timed, enter};
use crate::trace::ExtractionNote;
use compute::{Computation, Extracted};
use contract::{AnswerBody, ExtractionMethod};
use firewall::{Answer, Verdict};
use serde_json::json;

/// Extracts, computes and checks.
pub(crate) fn answer(round: &Round<'_>, notes: &mut Notes) -> Result<Answered, StageError> {
    let plan = round.plan;
    let mut parts: Vec<(Plan, Answer)> = Vec::new();
    let mut probability = None;
    notes.trace.extractions.clear();
    for index in 0..plan.parsed.extractions.len() {
        let Some(part) = plan.part(index) else {
            break;
        };
        let answered = round.of_part(&part, index).answer(notes)?;
        notes.trace.extractions.push(ExtractionNote {
            answer_type: part.answer_type.name.clone(),
            probability: answered.probability,
        });
        probability = answered.probability.or(probability);
        match answered.outcome {
            Outcome::Accepted(answer) if answer.body().answer_found => parts.push((part, *answer)),
            outcome => {
                return Ok(Answered {
                    outcome,
                    probability,
                    as_type: Some(part.answer_type),
                    ..answered
                });
            }
        }
    }
    let computed = compute(round, parts, notes)?;
    Ok(Answered {
        probability,
        ..computed
    })
}

fn compute(
    round: &Round<'_>,
    parts: Vec<(Plan, Answer)>,
    notes: &mut Notes,
) -> Result<Answered, StageError> {
    let plan = round.plan;
    let extracted: Vec<Extracted> = parts
        .iter()
        .map(|(part, answer)| Extracted::from_items(&part.answer_type.name, &answer.body().items))
        .collect();
    let computing = enter(Timed::Compute);
    let computed = compute::run(&plan.parsed.steps, &extracted, plan.rates.as_ref());
    drop(computing);
    match computed {
        Ok(computation) => {
            let body = computed_body(plan, &parts, &computation);
            let stored = json!(computation).to_string().into_bytes();
            notes.trace.computation_sha256 = Some(sha256(&stored));
            notes.keep("computation", stored);
            match round.validate(&body, &NO_RELEVANCE, Some(&computation), notes) {
                Verdict::Accepted(answer) => Ok(Answered {
                    computation: Some(computation),
                    ..Outcome::Accepted(answer).into()
                }),
                Verdict::Refused(findings) => {
                    notes.note_refusal(&findings);
                    Err(refused(&findings))
                }
            }
        }
        Err(error) => {
            let Some((part, answer)) = parts.into_iter().next() else {
                return Ok(Outcome::NoEvidence.into());
            };
            let mut answered = Answered::from(Outcome::Accepted(Box::new(answer)));
            answered.as_type = Some(part.answer_type);
            let reason = format!("not computed: {error}; {}", error.problem.help());
            answered.doubts.doubt(reason);
            Ok(answered)
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
        confidence: least(|body| body.confidence),
        context_completeness_weak: least(|body| body.context_completeness_weak),
        context_structured: bodies().all(|body| body.context_structured),
        caveats,
        keywords_found: bodies()
            .flat_map(|body| body.keywords_found.clone())
            .collect(),
        ..AnswerBody::empty()
    }
}
