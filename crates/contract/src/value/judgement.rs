//! Judgements on a passage: yes or no, and one of several labels.

use crate::descriptor::{Comparison, Descriptor, Display, Finding, Given, Kind};
use crate::shape::AnswerShape;
use serde_json::{Value, json};

/// The types of this file.
pub(crate) static TYPES: [Descriptor; 2] = [
    Descriptor {
        name: "boolean",
        title: "Yes or no",
        description: "Whether something is so.",
        shape: AnswerShape::Single,
        value_schema: || json!({ "type": "boolean" }),
        finding: Finding::Judgement,
        asked: Some("boolean"),
        kind: Kind::Boolean,
        comparison: Comparison::Json,
        display: Display::YesOrNo,
        ..Descriptor::OWN
    },
    Descriptor {
        name: "classification",
        title: "Category",
        description: "One of the labels given with the question.",
        shape: AnswerShape::Single,
        value_schema: || json!({ "type": "string" }),
        given: Given::Labels,
        finding: Finding::Labels,
        ..Descriptor::OWN
    },
];

/// One of the labels given with the question.
pub fn classification(labels: &[String]) -> Value {
    json!({ "enum": labels })
}
