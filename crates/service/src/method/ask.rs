//! `ask`: a question of documents.

use crate::arguments::{conditions, documents};
use crate::failure::Failure;
use app::{AnswerShape, AskRequest, OnEvent, PublicResponse, Service};
use contract::support::Triage;
use contract::{Presentation, published};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What is asked, and how it is to be answered.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The question, in words.
    question: String,
    /// The documents to ask, each by its id, the beginning of its id, or its title; none: all.
    #[serde(default)]
    documents: Vec<String>,
    /// The answer type, such as `amount`, `date`, `list`, `cited_text`, or one of your own; none:
    /// guessed from the question.
    answer_type: Option<String>,
    /// How the values are arranged; none: as the type has it.
    answer_shape: Option<AnswerShape>,
    /// A JSON Schema to answer with, in place of a type.
    schema: Option<Map<String, Value>>,
    /// The labels of a `classification`.
    #[serde(default)]
    labels: Vec<String>,
    /// Look only here, each as KEY=VALUE: page=3, line=10-20, section=7.2, title=lease,
    /// date=2019..2021, kind=pdf, or a key of the documents' metadata.
    #[serde(default)]
    filters: Vec<String>,
    /// The model by its name; none: as the settings say.
    model: Option<String>,
    /// How a `structured_answer` is written.
    #[serde(default)]
    presentation: Presentation,
    /// What somebody predicted of a message, for a `support_reply`.
    triage: Option<Triage>,
}

/// The public response, as it is published.
pub(super) fn output() -> Value {
    published::public_response(None)
}

pub(super) fn run(
    service: &Service,
    given: Arguments,
    on_event: &mut OnEvent<'_>,
) -> Result<PublicResponse, Failure> {
    if given.question.trim().is_empty() {
        let help = "write what you want to know";
        return Err(Failure::input("/question", "there is no question", help));
    }
    let request = AskRequest {
        document_ids: documents(service, &given.documents)?,
        conditions: conditions(&given.filters)?,
        question: given.question,
        answer_type: given.answer_type,
        answer_shape: given.answer_shape,
        schema: given.schema.map(Value::Object),
        labels: given.labels,
        model: given.model,
        presentation: given.presentation,
        triage: given.triage,
        ..AskRequest::default()
    };
    Ok(service.ask(&request, on_event)?.response)
}
