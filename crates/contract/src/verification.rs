//! `verification`: is this answer supported by this evidence? A check of faithfulness that is run on request.
//!
//! What words and figures decide is not left to a model: the recognisers offer
//! Yes, No or both for a claim, standing on the passage that speaks most of it.
//!
//! All of it is `inferred`: a person looks. No means that the words do not
//! support it, not that it is wrong.

use crate::answer::{AnswerBody, Item};
use crate::descriptor::{Descriptor, Display, Finding};
use crate::schema::schema_of;
use crate::shape::{AnswerShape, ExtractionMethod};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Key of the type.
pub const NAME: &str = "verification";

/// The value of a `verification`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verification {
    /// Whether the evidence supports the answer.
    pub response: Response,
}

/// Yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Response {
    /// It is supported.
    Yes,
    /// It is not, or there is no evidence.
    No,
}

/// The registry's line.
pub(crate) static TYPE: Descriptor = Descriptor {
    name: NAME,
    title: "Verification",
    description: "Whether the documents support an answer.",
    shape: AnswerShape::Single,
    value_schema: schema_of::<Verification>,
    finding: Finding::Claim,
    display: Display::Member("response"),
    ..Descriptor::OWN
};

/// The question a model is asked about an answer to an earlier question.
pub fn question(question: &str, answer: &str) -> String {
    format!("Question: {question} Answer: {answer} Is this answer supported by the passages?")
}

/// The answer without evidence: No, standing on nothing.
pub fn unsupported() -> AnswerBody {
    let item = Item {
        value: json!(Verification {
            response: Response::No
        })
        .into(),
        spans: Vec::new(),
    };
    AnswerBody::without_evidence(
        item,
        ExtractionMethod::Inferred,
        "no passage was found to check it against",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_a_passage_is_not_supported() {
        let body = unsupported();
        assert_eq!(body.items.first().unwrap().value, json!({"response": "No"}));
    }
}
