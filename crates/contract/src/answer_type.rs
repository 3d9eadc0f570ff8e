//! One answer type: a name, a shape and a JSON Schema of its value.

use crate::descriptor::Descriptor;
use crate::shape::AnswerShape;
use crate::value::judgement::classification;
use crate::value::structure::tree;
use serde_json::Value;

/// One answer type.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerType {
    /// The `answer_type` key.
    pub name: String,
    /// For people.
    pub title: String,
    /// For people: what it holds.
    pub description: String,
    /// How its values are arranged.
    pub shape: AnswerShape,
    /// JSON Schema (2020-12) of one value.
    pub value_schema: Value,
}

/// Why a type cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// No type has this name.
    #[error("there is no answer type `{name}`; the types are: {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// All names, separated by commas.
        known: String,
    },
    /// A user's type would hide one that exists.
    #[error("the answer type `{0}` exists already; choose another name")]
    Taken(String),
    /// A user's schema is not a JSON Schema object.
    #[error("the schema of answer type `{0}` must be a JSON object")]
    NotASchema(String),
    /// Classification needs labels.
    #[error("answer type `classification` needs labels: give them with --labels A,B")]
    NoLabels,
    /// `json` needs the schema of what is asked for.
    #[error("answer type `json` needs a JSON Schema: give it as a file in the types folder")]
    NoSchema,
}

impl From<&Descriptor> for AnswerType {
    fn from(built_in: &Descriptor) -> AnswerType {
        AnswerType {
            name: built_in.name.into(),
            title: built_in.title.into(),
            description: built_in.description.into(),
            shape: built_in.shape,
            value_schema: (built_in.value_schema)(),
        }
    }
}

impl AnswerType {
    /// What is known of the type beyond its schema; of a user's own,
    /// [`Descriptor::OWN`].
    pub fn descriptor(&self) -> &'static Descriptor {
        Descriptor::of(&self.name)
    }

    /// A `classification` by these labels: the value is one of them.
    ///
    /// # Errors
    ///
    /// [`RegistryError::NoLabels`] where there are none.
    pub fn with_labels(&self, labels: &[String]) -> Result<AnswerType, RegistryError> {
        if labels.is_empty() {
            return Err(RegistryError::NoLabels);
        }
        Ok(AnswerType {
            value_schema: classification(labels),
            ..self.clone()
        })
    }

    /// `json`, or another type, by a schema given with the question.
    ///
    /// # Errors
    ///
    /// [`RegistryError::NotASchema`] where it is no JSON object,
    /// [`RegistryError::NoSchema`] where it is an empty one.
    pub fn with_schema(&self, schema: Value) -> Result<AnswerType, RegistryError> {
        match schema.as_object() {
            None => Err(RegistryError::NotASchema(self.name.clone())),
            Some(object) if object.is_empty() => Err(RegistryError::NoSchema),
            Some(_) => Ok(AnswerType {
                value_schema: schema,
                ..self.clone()
            }),
        }
    }

    /// A `tree` of at most `depth` levels, as the policy says.
    #[must_use]
    pub fn with_depth(&self, depth: usize) -> AnswerType {
        AnswerType {
            value_schema: tree(depth.max(1)),
            ..self.clone()
        }
    }
}
