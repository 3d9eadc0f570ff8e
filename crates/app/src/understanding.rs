//! How a question was understood, as a person reads it: the parsed question
//! with its conditions one by one, and its steps and doubts in words.

use crate::error::AppError;
use crate::request::AskRequest;
use crate::service::Service;
use contract::AnswerShape;
use language::Language;
use pipeline::condition::{Condition, conditions_of, conditions_read, is_set};
use question::{Certainty, Clarification, ParsedQuestion};
use serde::Serialize;

/// How a question was understood.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ParsedQuestion"))]
pub struct Understanding {
    /// As asked.
    pub question: String,
    /// `english`, `german`, `spanish`.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub language: Language,
    /// Words that carry meaning.
    pub keywords: Vec<String>,
    /// What stands in quotation marks.
    pub phrases: Vec<String>,
    /// Where to look and which documents are meant. Empty: everywhere.
    pub conditions: Vec<Condition>,
    /// A person set `conditions`, in place of what the question says.
    pub conditions_set: bool,
    /// The conditions that the question's own words say.
    pub conditions_read: Vec<Condition>,
    /// Conditions that leave nothing to read in the documents asked, in words;
    /// of an earlier question not told.
    pub excluded: Vec<String>,
    /// Key of the type registry.
    pub answer_type: String,
    /// How sure that is.
    pub certainty: Certainty,
    /// Other types it could be, likeliest first.
    pub alternatives: Vec<String>,
    /// `single`, `listing`, `table`, ...
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub answer_shape: AnswerShape,
    /// Shapes that can be chosen for this type.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<String>"))]
    pub shapes: Vec<AnswerShape>,
    /// Columns asked for, of a table.
    pub columns: Vec<String>,
    /// Labels to choose from, of a classification.
    pub labels: Vec<String>,
    /// What code will compute, in words.
    pub steps: Vec<String>,
    /// What is unclear, as questions to the person.
    pub clarifications: Vec<String>,
}

impl From<ParsedQuestion> for Understanding {
    fn from(parsed: ParsedQuestion) -> Self {
        Understanding {
            conditions: conditions_of(&parsed),
            conditions_set: is_set(&parsed),
            conditions_read: conditions_read(&parsed),
            excluded: Vec::new(),
            shapes: shapes(parsed.answer_shape),
            steps: steps(&parsed),
            clarifications: parsed
                .clarifications
                .iter()
                .map(Clarification::question)
                .collect(),
            question: parsed.question.as_asked().to_owned(),
            language: parsed.language,
            keywords: parsed.keywords,
            phrases: parsed.phrases,
            answer_type: parsed.answer_type,
            certainty: parsed.certainty,
            alternatives: parsed.alternatives,
            answer_shape: parsed.answer_shape,
            columns: parsed.columns,
            labels: parsed.labels,
        }
    }
}

impl Service {
    /// How the rules understand a question, before it is asked.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what is no question, [`AppError::Vault`] for an id that
    /// names no document.
    pub fn understand(&self, request: &AskRequest) -> Result<Understanding, AppError> {
        let parsed = self.parse_question(request)?;
        let excluded = self.excluded(&parsed, &request.document_ids)?;
        Ok(Understanding {
            excluded,
            ..parsed.into()
        })
    }
}

/// What code computes from what, in words.
fn steps(parsed: &ParsedQuestion) -> Vec<String> {
    if parsed.steps.is_empty() {
        return Vec::new();
    }
    let found = parsed.extractions.iter();
    let found = found.map(|part| format!("find: {}", part.question.as_asked()));
    let computed = parsed.steps.iter();
    let computed = computed.map(|step| format!("then {}", step.operation.words()));
    found.chain(computed).collect()
}

/// Shapes that make sense beside this one.
fn shapes(shape: AnswerShape) -> Vec<AnswerShape> {
    match shape {
        AnswerShape::Single | AnswerShape::Listing => {
            vec![AnswerShape::Single, AnswerShape::Listing]
        }
        AnswerShape::Table | AnswerShape::Tree | AnswerShape::NestedJson => vec![shape],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_question_that_is_computed_tells_its_parts_and_its_steps() {
        let asked = "How many days are there between the effective date and the expiry?";
        let understood = Understanding::from(question::parse(asked));
        assert_eq!(
            understood.steps,
            [
                "find: What is the effective date?",
                "find: What is the expiry?",
                "then time between"
            ]
        );
    }

    #[test]
    fn shapes_and_certainty_are_words_of_the_wire() {
        let understood = Understanding::from(question::parse("What is the rent?"));
        let shown = serde_json::to_value(&understood).unwrap();
        assert_eq!(shown["answer_shape"], "single");
        assert_eq!(shown["shapes"], json!(["single", "listing"]));
        assert_eq!(shown["language"], "english");
        assert_eq!(shown["certainty"], "sure");
        assert_eq!(shapes(AnswerShape::Table), [AnswerShape::Table]);
    }
}
