//! Reviewed answers as cases with known answers.
//!
//! | what people agree on | case |
//! |---|---|
//! | confirmed, and there is an answer | answerable, with its values and citations |
//! | confirmed, and it was not found | unanswerable |
//! | corrected | answerable, with the corrected value and its place |
//! | not in the documents | unanswerable |
//! | rejected, or people disagree | none: what is right is not known |
//!
//! Answers about several documents are none either: a case is about one.

use super::said::{Verdict, text_of};
use crate::error::AppError;
use crate::service::Service;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use vault::Record;

/// A question whose right answer people have said.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReviewedCase {
    /// The record of the answer.
    pub answer_id: String,
    /// The document.
    pub document_id: String,
    /// Its name.
    pub title: String,
    /// The question.
    pub question: String,
    /// Key of the type registry.
    pub answer_type: String,
    /// The right values, in the form of the type; empty: it cannot be answered.
    pub values: Vec<Value>,
    /// Where they stand: `line_start`, `line_end`, `quote`.
    pub evidence: Vec<Value>,
    /// Whether they are two that contradict each other.
    pub conflict: bool,
}

/// All of them, and how many reviews say nothing that can be used.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ReviewedCases {
    /// The cases, in the order in which they were asked.
    pub cases: Vec<ReviewedCase>,
    /// Rejected without a right value.
    pub rejected: u32,
    /// People disagree.
    pub disputed: u32,
    /// Erased, or about several documents, or documents that are gone.
    pub unusable: u32,
}

impl Service {
    /// The questions whose right answers people have said.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn reviewed_cases(&self) -> Result<ReviewedCases, AppError> {
        let mut found = ReviewedCases::default();
        // Of a question that was asked again, the newest answer that was reviewed.
        let mut taken = BTreeSet::new();
        self.each_answer(&mut |record, asked| {
            let is_reviewed = !self.vault().reviews_of(record.sequence)?.is_empty();
            if is_reviewed && taken.insert(asked) {
                self.take_case(record, &mut found)?;
            }
            Ok(())
        })?;
        found.cases.reverse();
        Ok(found)
    }

    fn take_case(&self, record: &Record, found: &mut ReviewedCases) -> Result<(), AppError> {
        let standing = self.standing_of(record)?;
        let Some(review) = standing.settled else {
            found.disputed += u32::from(standing.disputed);
            return Ok(());
        };
        if review.verdict == Verdict::Reject {
            found.rejected += 1;
            return Ok(());
        }
        let documents = self.vault().documents_of(record.sequence)?;
        let response = self.kept_json(record, "response")?;
        let question = self.question_of(record)?;
        let ([document_id], Some(response), Some(question), false) =
            (documents.as_slice(), response, question, review.erased)
        else {
            found.unusable += 1;
            return Ok(());
        };
        let stored = self.vault().documents()?;
        let Some(stored) = stored.into_iter().find(|one| one.id == *document_id) else {
            found.unusable += 1;
            return Ok(());
        };
        let items = response.pointer("/answer/items").and_then(Value::as_array);
        let values = items
            .into_iter()
            .flatten()
            .filter_map(|item| item.get("value"));
        let cited = response.get("citations").and_then(Value::as_array);
        let cited = cited.into_iter().flatten().map(|citation| {
            json!({ "line_start": citation.get("line_start"), "line_end": citation.get("line_end"),
                    "quote": citation.get("quote") })
        });
        let (values, evidence): (Vec<Value>, Vec<Value>) = match review.verdict {
            Verdict::Correct => (
                review.value.iter().map(contract::Value::json).collect(),
                review
                    .place
                    .iter()
                    .map(|place| {
                        json!({ "line_start": place.line_start, "line_end": place.line_end,
                                "quote": place.quote })
                    })
                    .collect(),
            ),
            Verdict::Confirm => (values.cloned().collect(), cited.collect()),
            Verdict::Absent | Verdict::Reject => (Vec::new(), Vec::new()),
        };
        let conflict = response.pointer("/answer/conflicting_evidence") == Some(&Value::Bool(true));
        found.cases.push(ReviewedCase {
            answer_id: record.id.to_string(),
            document_id: document_id.clone(),
            title: stored.title,
            question,
            answer_type: text_of(&response, "answer_type"),
            conflict: conflict && review.verdict == Verdict::Confirm,
            values,
            evidence,
        });
        Ok(())
    }

    /// The bytes that a document was imported from.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where they were erased, [`AppError::Vault`].
    pub fn source_of(&self, document_id: &str) -> Result<Vec<u8>, AppError> {
        self.content(document_id)?.ok_or_else(|| {
            AppError::input(
                "the bytes of a document were erased",
                "import the document again",
            )
        })
    }
}
