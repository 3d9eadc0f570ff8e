//! From a draft to a whole answer: expanded, with what code knows filled in,
//! and as the firewall is asked about it.

use crate::ask::Outcome;
use crate::decide::Choice;
use crate::error::AppError;
use crate::plan::Plan;
use crate::reference::pointers;
use contract::compose::{self, Known};
use contract::support::{self, Triage};
use contract::{AnswerBody, LabelSet, Offer, draft, question, verification};
use evidence::select::render_chunk;
use evidence::{AnswerBundle, Span};
use firewall::{CheckRequest, Verdict};
use serde_json::json;

/// Reads the draft in the form of its contract.
fn expand(
    plan: &Plan,
    bundle: &AnswerBundle,
    offer: &Offer,
    choice: Option<&Choice>,
    draft: &str,
) -> Result<AnswerBody, AppError> {
    let Offer::Compose(compose) = offer else {
        return Ok(draft::expand(draft, &plan.answer_type, offer)?);
    };
    let (categories, triage) = triage(plan);
    let known = Known {
        question: &plan.question,
        chunks: &bundle.used_chunks,
        categories: &categories,
        triage: &triage,
    };
    let mut body = compose.expand(draft, &known)?;
    if let Some(choice) = choice.filter(|_| body.answer_found) {
        compose.rate(&mut body, (choice.probability * 100.0).round() / 100.0);
    }
    Ok(body)
}

/// The categories of a request, and which of them it is by its words.
fn triage(plan: &Plan) -> (LabelSet, Triage) {
    let (categories, priorities) = (LabelSet::categories(), LabelSet::priorities());
    let triage = Triage::by_terms(&plan.question, &categories, &priorities);
    (categories, triage)
}

/// What the firewall says of an answer that needs no passage; none for types
/// that do.
pub(crate) fn without_evidence(plan: &Plan, bundle: &AnswerBundle) -> Option<Outcome> {
    let body = match plan.answer_type.name.as_str() {
        verification::NAME => verification::unsupported(),
        support::NAME => {
            let (categories, triage) = triage(plan);
            compose::insufficient(&categories, &triage)
        }
        _ => return None,
    };
    match firewall::check(&json!(body), &check_request(plan, bundle)) {
        Verdict::Accepted(answer) => Some(Outcome::Accepted(answer)),
        Verdict::Refused(_) => None,
    }
}

/// Expands the draft and fills in what code knows.
pub(crate) fn complete(
    plan: &Plan,
    bundle: &AnswerBundle,
    offer: &Offer,
    choice: Option<&Choice>,
    draft: &str,
) -> Result<AnswerBody, AppError> {
    let mut body = expand(plan, bundle, offer, choice, draft)?;
    let shown: String = bundle.used_chunks.iter().map(render_chunk).collect();
    body.keywords_found = question::keywords_in(&plan.parsed.keywords, &shown);
    if let (Offer::Candidates(candidates), Some(choice)) = (offer, choice) {
        let chosen = choice.chosen.and_then(|index| candidates.get(index));
        body.caveats
            .extend(chosen.into_iter().flat_map(|one| one.notes.clone()));
    }
    let cited: Vec<Span> = body
        .items
        .iter()
        .flat_map(|item| item.spans.clone())
        .collect();
    let pointers = pointers(&bundle.used_chunks, &cited);
    if pointers.continues && body.answer_found {
        body.complete_answer_found = false;
        let places = pointers.elsewhere.join(", ");
        body.caveats
            .push(format!("It goes on in {places}, which was not shown."));
    }
    if let (Some(place), true) = (pointers.uncited.first(), body.answer_found) {
        body.complete_answer_found = false;
        body.caveats.push(format!(
            "It is continued in {place}, of which nothing stands in this answer."
        ));
    }
    for place in pointers.elsewhere {
        if !body.llm_discovered_keywords.contains(&place) {
            body.llm_discovered_keywords.push(place);
        }
    }
    if body.conflicting_evidence && body.suggested_clarification.is_none() {
        body.suggested_clarification = Some(
            "The document states different values. Which of the cited passages applies?".into(),
        );
    }
    if body.suggested_clarification.is_none() {
        let unclear = plan.parsed.clarifications.first();
        body.suggested_clarification = unclear.map(question::Clarification::question);
    }
    if !body.answer_found {
        let passages = bundle.used_chunks.len();
        let seen = match choice {
            Some(choice) if !choice.scores.is_empty() => {
                "values of this type stand in them, but none that speaks of the question"
            }
            Some(_) => "no value of this type stands in them",
            None => "nothing in them was taken for an answer",
        };
        let read = if passages == 1 {
            "1 passage was read".to_owned()
        } else {
            format!("{passages} passages were read")
        };
        body.caveats = vec![format!("{read}; {seen}.")];
    }
    Ok(body)
}

/// What the firewall checks an answer against.
pub(crate) fn check_request<'a>(plan: &'a Plan, bundle: &'a AnswerBundle) -> CheckRequest<'a> {
    CheckRequest {
        answer_type: &plan.answer_type.name,
        shape: plan.answer_type.shape,
        answer_schema: &plan.answer_type.value_schema,
        evidence: bundle,
        labels: &plan.labels,
        policy: &plan.policy,
    }
}
