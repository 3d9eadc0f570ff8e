//! What a parsed question leaves open, and what a decision about it changes.

use super::kind::Certainty;
use super::parsed::ParsedQuestion;
use super::shape;
use serde::{Deserialize, Serialize};

/// What a model, or what is found, may decide where the rules are not sure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The field it decides.
    pub field: String,
    /// The values it may take; a grammar allows exactly these. The first is
    /// what the rules would take.
    pub options: Vec<String>,
}

impl ParsedQuestion {
    /// What may be decided; none where the rules or a person are sure.
    pub fn choice(&self) -> Option<Choice> {
        let open = self.certainty == Certainty::Guess && !self.alternatives.is_empty();
        let options = std::iter::once(&self.answer_type).chain(&self.alternatives);
        open.then(|| Choice {
            field: "answer_type".into(),
            options: options.cloned().collect(),
        })
    }

    /// The parse with what was decided, and by what; unchanged where that was not
    /// among the options of [`ParsedQuestion::choice`].
    #[must_use]
    pub fn chosen(&self, option: &str, by: Certainty) -> ParsedQuestion {
        let offered = self
            .choice()
            .is_some_and(|choice| choice.options.iter().any(|one| one == option));
        if !offered {
            return self.clone();
        }
        let mut decided = self.clone();
        if option != self.answer_type {
            decided.alternatives.retain(|other| other != option);
            decided.alternatives.insert(0, self.answer_type.clone());
            decided.answer_type = option.into();
            decided.answer_shape = shape::of_type(option);
            decided.ask_itself();
        }
        decided.certainty = by;
        decided
    }
}
