//! The fields of a user's schema, each with the built-in type that finds its value.

use crate::error::StageError;
use contract::{AnswerShape, AnswerType, Registry};
use question::field::{self, Field};

/// The fields of a plan's schema, with their types.
#[derive(Debug, Clone, Default)]
pub struct FormPlan {
    /// Each with the type that its value is found by.
    pub fields: Vec<(Field, AnswerType)>,
    /// The schema has nothing else.
    pub is_whole: bool,
}

impl FormPlan {
    /// The fields of a type; none for what is no object of a user's.
    pub fn of(answer_type: &AnswerType, registry: &Registry) -> Result<Self, StageError> {
        if answer_type.shape != AnswerShape::NestedJson {
            return Ok(Self::default());
        }
        let found = field::fields(&answer_type.value_schema);
        let typed = |field: Field| Ok((registry.find(field.answer_type)?.clone(), field));
        let typed = found.fields.into_iter().map(typed);
        let typed: Vec<(AnswerType, Field)> = typed.collect::<Result<_, StageError>>()?;
        Ok(Self {
            fields: typed
                .into_iter()
                .map(|(kind, field)| (field, kind))
                .collect(),
            is_whole: found.is_whole,
        })
    }

    /// Words to look for beside the question's own.
    pub fn search_words(&self) -> String {
        let questions = self.fields.iter().map(|(field, _)| field.question.as_str());
        questions.collect::<Vec<_>>().join(" ")
    }

    /// Whether a model has nothing to write, and nothing to choose.
    pub fn is_read_alone(&self, serves: impl Fn(&AnswerType) -> bool) -> bool {
        self.is_whole && !self.fields.is_empty() && self.fields.iter().all(|(_, kind)| serves(kind))
    }
}
