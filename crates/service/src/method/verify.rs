//! `verify_answer`: an answer that was given elsewhere.

use crate::arguments::{conditions, documents};
use crate::failure::Failure;
use app::{AskRequest, OnEvent, PublicResponse, Service};
use contract::{Registry, published};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The type of what is given.
const VERIFICATION: &str = "verification";

/// A question and the answer that is to be checked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The question, in words.
    question: String,
    /// The answer to check.
    answer: String,
    /// The documents to ask, each by its id, the beginning of its id, or its title; none: all.
    #[serde(default)]
    documents: Vec<String>,
    /// The answer type; none: guessed from the question.
    answer_type: Option<String>,
    /// Look only here, each as KEY=VALUE, as for `ask`.
    #[serde(default)]
    filters: Vec<String>,
}

/// The public response of a verification, as it is published.
pub(super) fn output() -> Value {
    let registry = Registry::built_in();
    published::public_response(registry.find(VERIFICATION).ok())
}

pub(super) fn run(
    service: &Service,
    given: Arguments,
    on_event: &mut OnEvent<'_>,
) -> Result<PublicResponse, Failure> {
    for (place, text) in [("/question", &given.question), ("/answer", &given.answer)] {
        if text.trim().is_empty() {
            let help = "give the question and the answer to it";
            return Err(Failure::input(place, "there is nothing here", help));
        }
    }
    let request = AskRequest {
        document_ids: documents(service, &given.documents)?,
        conditions: conditions(&given.filters)?,
        question: given.question,
        claim: Some(given.answer),
        answer_type: given.answer_type,
        ..AskRequest::default()
    };
    Ok(service.ask(&request, on_event)?.response)
}
