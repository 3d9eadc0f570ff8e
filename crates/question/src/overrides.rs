//! What a person decides of a parsed question, and what that changes.

use super::clarify::Clarification;
use super::extraction::Extraction;
use super::kind::Certainty;
use super::parse::parse_as;
use super::parsed::ParsedQuestion;
use super::scope::{Filter, Scope};
use super::shape;
use compute::Step;
use contract::answer::AnswerShape;
use language::Language;

/// A person's choices; each set field replaces what the rules found.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields of a parsed question")]
pub struct Overrides {
    pub language: Option<Language>,
    pub keywords: Option<Vec<String>>,
    pub phrases: Option<Vec<String>>,
    pub scope: Option<Scope>,
    pub filters: Option<Vec<Filter>>,
    pub answer_type: Option<String>,
    pub answer_shape: Option<AnswerShape>,
    pub columns: Option<Vec<String>>,
    pub labels: Option<Vec<String>>,
    pub extractions: Option<Vec<Extraction>>,
    pub steps: Option<Vec<Step>>,
    pub clarifications: Option<Vec<Clarification>>,
}

impl ParsedQuestion {
    /// The parse with a person's choices in it. Another answer type or shape
    /// than the steps can give drops the steps, unless they were chosen too.
    #[must_use]
    pub fn with(&self, overrides: &Overrides) -> ParsedQuestion {
        let mut merged = match overrides.language {
            Some(language) if language != self.language => {
                parse_as(self.question.as_asked(), language)
            }
            _ => self.clone(),
        };
        merged.overridden.clone_from(&self.overridden);
        merged.say(overrides.language.is_some(), "language");
        merged.take_values(overrides);
        let other_type = overrides
            .answer_type
            .as_ref()
            .is_some_and(|chosen| *chosen != merged.answer_type);
        let other_shape = overrides
            .answer_shape
            .is_some_and(|chosen| chosen != merged.answer_shape);
        if let Some(chosen) = &overrides.answer_type {
            merged.answer_type.clone_from(chosen);
            merged.certainty = Certainty::Person;
            merged.alternatives.clear();
            if other_type {
                merged.answer_shape = shape::of_type(chosen);
            }
        }
        if let Some(chosen) = overrides.answer_shape {
            merged.answer_shape = chosen;
        }
        // A change in per cent may be given as a number: the steps stay.
        let kept = !self.steps.is_empty()
            && compute::expressible(&self.answer_type, &merged.answer_type)
            && !other_shape;
        if (other_type || other_shape) && !kept {
            merged.ask_itself();
        }
        if let Some(extractions) = &overrides.extractions {
            merged.extractions.clone_from(extractions);
        }
        if let Some(steps) = &overrides.steps {
            merged.steps.clone_from(steps);
        }
        for (chosen, name) in [
            (overrides.answer_type.is_some(), "answer_type"),
            (overrides.answer_shape.is_some(), "answer_shape"),
            (overrides.extractions.is_some(), "extractions"),
            (overrides.steps.is_some(), "steps"),
        ] {
            merged.say(chosen, name);
        }
        merged
    }

    fn take_values(&mut self, overrides: &Overrides) {
        fn put<T: Clone>(field: &mut T, chosen: Option<&T>) -> bool {
            if let Some(chosen) = chosen {
                field.clone_from(chosen);
            }
            chosen.is_some()
        }
        let plain = self.steps.is_empty();
        if put(&mut self.keywords, overrides.keywords.as_ref())
            && plain
            && let [itself] = self.extractions.as_mut_slice()
        {
            itself.keywords.clone_from(&self.keywords);
        }
        for (chosen, name) in [
            (overrides.keywords.is_some(), "keywords"),
            (
                put(&mut self.phrases, overrides.phrases.as_ref()),
                "phrases",
            ),
            (put(&mut self.scope, overrides.scope.as_ref()), "scope"),
            (
                put(&mut self.filters, overrides.filters.as_ref()),
                "filters",
            ),
            (
                put(&mut self.columns, overrides.columns.as_ref()),
                "columns",
            ),
            (put(&mut self.labels, overrides.labels.as_ref()), "labels"),
            (
                put(&mut self.clarifications, overrides.clarifications.as_ref()),
                "clarifications",
            ),
        ] {
            self.say(chosen, name);
        }
    }

    fn say(&mut self, chosen: bool, name: &str) {
        if chosen && !self.overridden.iter().any(|known| known == name) {
            self.overridden.push(name.into());
        }
    }
}
