//! Questions of a table, as they were read.

use app::{BatchQuestion, QuestionFile};
use serde::Serialize;
use ts_rs::TS;

/// Questions of a file or a set.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct QuestionsRead {
    /// What they are for; empty where that is not said.
    pub title: String,
    /// The questions, in their order.
    pub questions: Vec<BatchQuestion>,
    /// Names of fields that are not used.
    pub unused_fields: Vec<String>,
}

impl From<QuestionFile> for QuestionsRead {
    fn from(file: QuestionFile) -> Self {
        QuestionsRead {
            title: file.title,
            questions: file.questions,
            unused_fields: file.unused_fields,
        }
    }
}
