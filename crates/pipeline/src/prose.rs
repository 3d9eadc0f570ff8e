//! Answers in prose: what is done where one is refused, and where one is for a person.

use crate::complete::NO_RELEVANCE;
use crate::decide::Choice;
use crate::dispatch::{self, Room, Signals, decide};
use crate::error::StageError;
use crate::notes::Notes;
use crate::outcome::{Answered, Outcome};
use crate::round::Round;
use contract::support;
use evidence::overlap::Completeness;
use firewall::{Answer, Verdict};
use serde_json::json;

impl Round<'_> {
    /// A structured answer; where it was refused and nothing else was found, the same in
    /// plain cited text.
    pub(crate) fn structured(&self, notes: &mut Notes) -> Result<Answered, StageError> {
        let answered = self.tried(notes);
        let is_missing = match &answered {
            Ok(Answered {
                outcome: Outcome::Accepted(answer),
                has_refusals,
                ..
            }) => *has_refusals && !answer.body().answer_found,
            Ok(_) => false,
            Err(error) => matches!(error, StageError::Refused { .. }),
        };
        let Some(plain) = self.plan.as_cited_text().filter(|_| is_missing) else {
            return answered;
        };
        let mut answered = self.with_plan(&plain).tried(notes)?;
        answered.doubts.doubt(
            "no structured answer passed the checks; it is given as plain cited text".into(),
        );
        answered.as_type = Some(plain.answer_type.clone());
        Ok(answered)
    }

    /// A reply to a customer that says itself that a person has to look, where the decision
    /// will be that one should; any other answer as it is.
    pub(crate) fn agreed(
        &self,
        answer: Box<Answer>,
        choice: Option<&Choice>,
        notes: &mut Notes,
    ) -> Verdict {
        const NO_ROOM: Room = Room {
            broaden: false,
            rephrase: false,
            reparse: false,
        };
        if self.plan.answer_type.name != support::NAME {
            return Verdict::Accepted(answer);
        }
        let probability = choice.map(|choice| choice.probability);
        let mut signals = Signals::of(&answer, probability, Completeness::Unknown);
        signals.warned |= self.doubted;
        if decide(&signals, NO_ROOM, &self.plan.policy) == dispatch::Decision::Ship {
            return Verdict::Accepted(answer);
        }
        let mut body = answer.body().clone();
        for item in &mut body.items {
            if let Some(asked) = item
                .value
                .json_mut()
                .and_then(|json| json.get_mut("needs_human_review"))
            {
                *asked = json!(true);
            }
        }
        let relevance = choice.map_or(&NO_RELEVANCE, |choice| &choice.relevance);
        self.validate(&body, relevance, None, notes)
    }
}
