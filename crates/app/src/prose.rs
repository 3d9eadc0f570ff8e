//! Answers in prose: what is done where one is refused, and where one is for a person.

use crate::dispatch::{self, Room, Signals, decide};
use crate::error::AppError;
use crate::outcome::Outcome;
use crate::round::Round;
use contract::support;
use evidence::overlap::Completeness;
use firewall::{Answer, Verdict};
use serde_json::json;
use std::collections::BTreeMap;

impl Round<'_, '_, '_> {
    /// A structured answer; where it was refused and nothing else was found, the same in
    /// plain cited text.
    pub(crate) fn structured(&mut self) -> Result<Outcome, AppError> {
        let outcome = self.tried();
        let refused = self.run.has_refusals();
        let is_missing = match &outcome {
            Ok(Outcome::Accepted(answer)) => refused && !answer.body().answer_found,
            Ok(Outcome::NoEvidence) => false,
            Err(error) => matches!(error, AppError::Refused { .. }),
        };
        let Some(plain) = self.plan.as_cited_text().filter(|_| is_missing) else {
            return outcome;
        };
        self.run.doubt(
            "no structured answer passed the checks; it is given as plain cited text".into(),
        );
        self.run.answered_type = Some(plain.answer_type.clone());
        self.with_plan(&plain).tried()
    }

    /// A reply to a customer that says itself that a person has to look, where the decision
    /// will be that one should; any other answer as it is.
    pub(crate) fn agreed(
        &mut self,
        answer: Box<Answer>,
        relevance: &BTreeMap<String, f64>,
    ) -> Verdict {
        const NO_ROOM: Room = Room {
            broaden: false,
            rephrase: false,
            reparse: false,
        };
        if self.plan.answer_type.name != support::NAME {
            return Verdict::Accepted(answer);
        }
        let mut signals = Signals::of(&answer, self.run.probability, Completeness::Unknown);
        signals.warned |= self.run.doubted;
        if decide(&signals, NO_ROOM, &self.plan.policy) == dispatch::Decision::Ship {
            return Verdict::Accepted(answer);
        }
        let mut body = answer.body().clone();
        for item in &mut body.items {
            if let Some(asked) = item.value.get_mut("needs_human_review") {
                *asked = json!(true);
            }
        }
        self.validate(&body, relevance)
    }
}
