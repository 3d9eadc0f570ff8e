//! What can be held, erased and kept for a period by itself.

use serde::Serialize;
use serde_json::Value;

/// Member of a hold, a release and an erasure: sequence of the answer's record.
pub(crate) const ANSWER: &str = "answer";
/// Longest reason of a hold or its release, in bytes.
pub const MAX_REASON_BYTES: usize = 4000;

/// Longest name of who holds or releases, in bytes.
pub const MAX_NAME_BYTES: usize = 200;

/// What can be held and erased by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case", tag = "what", content = "id")]
pub enum Subject {
    /// A document, by its id.
    Document(String),
    /// An answer, by the id of its record.
    Answer(String),
}

impl std::fmt::Display for Subject {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Document(id) => write!(formatter, "document {}", id.get(..12).unwrap_or(id)),
            Self::Answer(id) => write!(formatter, "answer {id}"),
        }
    }
}

impl Subject {
    /// What the body of a hold, a release, a removal or an erasure is about.
    pub(crate) fn of(body: &Value) -> Option<Self> {
        let text = |name: &str| body.get(name).and_then(Value::as_str).map(str::to_owned);
        let answer = || text("answer_id").map(Self::Answer);
        text("document_id").map(Self::Document).or_else(answer)
    }
}
