//! The fields of a user's schema, each with the built-in type that finds its value.

use crate::error::StageError;
use contract::{AnswerShape, AnswerType, Candidate, Registry};
use question::field::{self, Field, Part};
use question::rows::Rows;
use serde_json::{Value, json};

/// The fields of a plan's schema, with their types.
#[derive(Debug, Clone, Default)]
pub struct FormPlan {
    /// Each with the type that its value is found by.
    pub fields: Vec<(Field, AnswerType)>,
    /// The lists of objects, which the rows of tables fill.
    pub rows: Vec<Rows>,
    /// The schema has nothing else.
    pub is_whole: bool,
}

/// A field or a list of a plan's schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FormPart<'p> {
    pub pointer: &'p str,
    pub name: &'p str,
    /// What is left out with it, as of a field.
    pub left_out_with: Option<&'p str>,
}

impl FormPlan {
    /// All fields and lists.
    pub(crate) fn parts(&self) -> Vec<FormPart<'_>> {
        let fields = self.fields.iter().map(|(field, _)| FormPart {
            pointer: &field.pointer,
            name: &field.name,
            left_out_with: field.left_out_with.as_deref(),
        });
        let lists = self.rows.iter().map(|rows| FormPart {
            pointer: &rows.pointer,
            name: &rows.name,
            left_out_with: rows.left_out_with.as_deref(),
        });
        fields.chain(lists).collect()
    }

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
            rows: found.rows,
            is_whole: found.is_whole,
        })
    }

    /// Words to look for beside the question's own.
    pub fn search_words(&self) -> String {
        let fields = self.fields.iter();
        let questions = fields.map(|(field, _)| field.asked.question.as_asked());
        let columns = self.rows.iter().flat_map(|rows| &rows.columns);
        let labels = columns.flat_map(|column| column.sought.labels.iter().map(String::as_str));
        questions.chain(labels).collect::<Vec<_>>().join(" ")
    }

    /// Whether there is nothing that code looks for.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.rows.is_empty()
    }

    /// Whether a model has nothing to write, and nothing to choose.
    pub fn is_read_alone(&self, serves: impl Fn(&AnswerType) -> bool) -> bool {
        self.is_whole && !self.is_empty() && self.fields.iter().all(|(_, kind)| serves(kind))
    }
}

/// What of a candidate fills a field; none where it has no such part.
pub(crate) fn part_of(part: Part, candidate: &Candidate) -> Option<Value> {
    let value = &candidate.items.first()?.value;
    match part {
        Part::Words => Some(json!(candidate.wording)),
        Part::Text => value.as_text().map(|text| json!(text)),
        Part::IsoDate => value.iso().map(|iso| json!(iso)),
        Part::Currency => value.currency().map(|code| json!(code)),
        Part::Number => compute::plain_number(value).map(Value::Number),
    }
}
