//! What is asked for, and everything a person may decide about it.

use compute::Rates;
use contract::support::Triage;
use contract::{AnswerShape, Presentation};
use engine::decoder::Control;
use evidence::{Policy, RetrievalBundle};
use pipeline::calibration::Calibration;
use pipeline::condition::Condition;
use pipeline::progress::Event;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Name of the content of a record that holds the request.
pub(crate) const REQUEST: &str = "request";

/// A question and everything a person may decide about it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AskRequest {
    /// The question.
    pub question: String,
    /// Ids of the documents asked about; empty: all.
    pub document_ids: Vec<String>,
    /// The answer type; none: guessed from the question.
    pub answer_type: Option<String>,
    /// The shape; none: the type's own.
    pub answer_shape: Option<AnswerShape>,
    /// A JSON Schema to answer with, instead of a type.
    pub schema: Option<Value>,
    /// Labels for `classification`.
    pub labels: Vec<String>,
    /// Model by name; none: the default.
    pub model: Option<String>,
    /// Policy; none: the default.
    pub policy: Option<Policy>,
    /// Calibration; none: the default.
    pub calibration: Option<Calibration>,
    /// Exchange rates for what is computed.
    pub rates: Option<Rates>,
    /// Passages that another program found, in place of a search; its question is
    /// this one, and its documents are those asked about.
    pub bundle: Option<RetrievalBundle>,
    /// How a `structured_answer` is wanted.
    pub presentation: Presentation,
    /// What a customer's message is about, for a `support_reply`, where somebody predicted
    /// it; none: by the terms of the message.
    pub triage: Option<Triage>,
    /// An answer from elsewhere, to be checked instead of giving one: the response is a
    /// `verification`.
    pub claim: Option<String>,
    /// Where to look and which documents are meant, in place of what the
    /// question says, and held to; empty: everywhere. None: as the question
    /// says.
    pub conditions: Option<Vec<Condition>>,
}

/// Receives progress, and says whether to go on.
pub type OnEvent<'a> = dyn FnMut(Event) -> Control + 'a;
