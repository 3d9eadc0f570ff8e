//! Which of several types a question is answered with, where its words leave that open.
//!
//! *Who is the insured?* may ask for a person or for a company, and which of them the document
//! tells. So the question is answered with each type that it may ask for, and the type that the
//! rules take gives way only to an answer that is likelier by far ([`OTHER_TYPE_ODDS`]).

use crate::error::AppError;
use crate::request::AskRequest;
use crate::service::Service;
use contract::AnswerShape;
use engine::decoder::Control;
use engine::{Decoder, ScoreRequest};
use evidence::policy::{ChooseWith, UnsureTypes};
use pipeline::notes::rounded;
use pipeline::progress::Listener;
use pipeline::trace::TriedType;
use pipeline::{Conclusion, Notes, Plan};
use question::{Certainty, Choice};

/// What a model is told that says which type a question asks for.
const TYPE_SYSTEM: &str = "You say what kind of answer a question asks for.";
/// What its answer is taken to begin with.
const TYPE_LEAD: &str = "It asks for:";
/// How many times the odds of an answer of the type that the rules take those of another type's
/// must be, for that to be the answer. Set by hand; docs/questions.md says what it does on TUNE's
/// sample.
const OTHER_TYPE_ODDS: f64 = 2.0;
/// How likely an answer of another type must be, from 0 to 1, where the rules' type gives none.
/// Set by hand, too.
const LIKELY_WHERE_NONE: f64 = 0.5;

/// What came of answering by a plan.
pub(crate) struct Run {
    pub(crate) plan: Plan,
    pub(crate) notes: Notes,
    pub(crate) concluded: Result<Conclusion, AppError>,
}

impl Run {
    /// How likely it is that its answer is right; none where there is no answer.
    fn likelihood(&self) -> Option<f64> {
        let conclusion = self.concluded.as_ref().ok()?;
        let found = conclusion.outcome.is_found();
        conclusion.probability.filter(|_| found)
    }

    /// What the record tells of it.
    fn note(&self) -> TriedType {
        TriedType {
            answer_type: self.plan.answer_type.name.clone(),
            probability: self.likelihood().map(rounded),
        }
    }
}

/// Whether an answer of another type wins against one of the type that the rules take, by how
/// likely they are, from 0 to 1; none where there is no answer.
fn wins(other: Option<f64>, rules: Option<f64>) -> bool {
    let odds = |likelihood: f64| likelihood / (1.0 - likelihood).max(f64::EPSILON);
    match (other, rules) {
        (Some(other), Some(rules)) => odds(other) > OTHER_TYPE_ODDS * odds(rules),
        (Some(other), None) => other >= LIKELY_WHERE_NONE,
        (None, _) => false,
    }
}

impl Service {
    /// How a question is answered: by a plan for the type that the rules take, and, where the words
    /// leave open what is asked for, by further ones for the other types that it may be.
    ///
    /// # Errors
    ///
    /// As of [`Service::plan`].
    pub(crate) fn plans(&self, request: &AskRequest) -> Result<(Plan, Vec<Plan>), AppError> {
        let plan = self.plan(request)?;
        let choice = plan.parsed.choice().filter(|_| request.schema.is_none());
        let Some(choice) = choice else {
            return Ok((plan, Vec::new()));
        };
        match plan.policy.unsure_types {
            UnsureTypes::Rules => Ok((plan, Vec::new())),
            UnsureTypes::Model => Ok((self.with_type_by_model(plan, &choice, request), Vec::new())),
            UnsureTypes::Evidence => {
                let others = self.with_other_types(&plan, &choice, request)?;
                Ok((plan, others))
            }
        }
    }

    /// Answers by each plan, and gives the run of the likeliest answer: of the first plan where no
    /// other wins. Where the first fails, that is the end.
    pub(crate) fn answered(
        &self,
        (first, others): (Plan, Vec<Plan>),
        request: &AskRequest,
        listener: &Listener<'_>,
    ) -> Run {
        let run = |plan: Plan| {
            let mut notes = self.begin(&plan, request);
            let concluded =
                pipeline::answer(&plan, self, listener, &mut notes).map_err(AppError::from);
            Run {
                plan,
                notes,
                concluded,
            }
        };
        let first = run(first);
        if first.concluded.is_err() || others.is_empty() {
            return first;
        }
        let others: Vec<Run> = others.into_iter().map(run).collect();
        let tried = std::iter::once(&first).chain(&others);
        let tried = tried.map(Run::note).collect();
        let winners = others.into_iter();
        let winners = winners.filter(|other| wins(other.likelihood(), first.likelihood()));
        let likelier = |one: Run, other: Run| {
            if other.likelihood() > one.likelihood() {
                other
            } else {
                one
            }
        };
        let mut best = winners.reduce(likelier).unwrap_or(first);
        best.notes.trace.tried_types = tried;
        best
    }

    /// Plans for the other types, as far as the reader can answer with them. None where several
    /// values are asked for: a text is at best the sentence that names them, at worst one of them.
    fn with_other_types(
        &self,
        plan: &Plan,
        choice: &Choice,
        request: &AskRequest,
    ) -> Result<Vec<Plan>, AppError> {
        let reads = |plan: &Plan| plan.reads && plan.chooses() == ChooseWith::Reader;
        // Another type has a shape of its own, and the one that a person set counts.
        let is_one_answer = request.answer_shape.is_none()
            && plan.answer_type.shape == AnswerShape::Single
            && plan.claim.is_none()
            && plan.turns.is_empty()
            && !plan.computes();
        if !is_one_answer || !reads(plan) {
            return Ok(Vec::new());
        }
        let others = choice.options.iter().skip(1);
        let others =
            others.map(|option| self.with_type(plan, option, Certainty::Evidence, request));
        let others: Vec<Plan> = others.collect::<Result<_, _>>()?;
        Ok(others.into_iter().filter(reads).collect())
    }

    /// The plan with the answer type that the model takes the question for. Where it cannot be
    /// asked, the plan stays: answering will fail for the same reason, and be recorded.
    fn with_type_by_model(&self, plan: Plan, choice: &Choice, request: &AskRequest) -> Plan {
        let decided = self
            .with_model(&plan.model, |decoder| likeliest(&plan, choice, decoder))
            .and_then(|option| self.with_type(&plan, &option, Certainty::Model, request));
        decided.unwrap_or(plan)
    }

    /// The plan with another type of those that the question may ask for.
    fn with_type(
        &self,
        plan: &Plan,
        option: &str,
        by: Certainty,
        request: &AskRequest,
    ) -> Result<Plan, AppError> {
        let parsed = plan.parsed.chosen(option, by);
        let decided = self.plan_parsed(request, parsed, plan.document_ids.clone())?;
        Ok(Plan {
            bundle: plan.bundle.clone(),
            ..decided
        })
    }
}

/// The option that the model finds likeliest; of equals the first.
fn likeliest(plan: &Plan, choice: &Choice, decoder: &mut dyn Decoder) -> Result<String, AppError> {
    let question = format!("Question: {}", plan.question.as_asked());
    let template = &decoder.model().template;
    let words = |name: &String| format!(" {}", name.replace('_', " "));
    let request = ScoreRequest {
        plain: false,
        prompt: template.render(TYPE_SYSTEM, &[&question]),
        choices: vec![engine::Choice {
            lead: TYPE_LEAD.into(),
            options: choice.options.iter().map(words).collect(),
        }],
    };
    let scores = decoder.score(&request, &mut |_| Control::Continue)?;
    let scores = scores.mean_log_probability.into_iter().next();
    let mut best: Option<(&String, f64)> = None;
    for (option, score) in choice.options.iter().zip(scores.unwrap_or_default()) {
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((option, score));
        }
    }
    Ok(best.map_or_else(
        || plan.parsed.answer_type.clone(),
        |(option, _)| option.clone(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_type_wins_by_twice_the_odds_and_where_there_is_no_answer_by_being_likely() {
        assert!(wins(Some(0.98), Some(0.82)));
        assert!(wins(Some(0.5), Some(0.3)));
        assert!(!wins(Some(0.93), Some(0.9)));
        assert!(!wins(Some(0.6), Some(0.5)));
        assert!(wins(Some(0.5), None));
        assert!(!wins(Some(0.49), None));
        assert!(!wins(None, Some(0.1)));
        assert!(!wins(None, None));
    }
}
