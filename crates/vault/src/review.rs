//! Reviews: what a person says of an answer, as records of their own.
//!
//! A review never changes the answer that it is about. It is appended and
//! chained as any record; several may speak of one answer, by several people
//! or by one who thinks again, and all of them stay. What a person wrote
//! (reason, value, quote) lies in its contents, which erasing a document takes
//! along, and never in the chain.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use serde_json::{Value, json};

use crate::audit::{self, DOCUMENT_IDS, KIND_ANSWER, KIND_REVIEW, Record, RecordId};
use crate::error::VaultError;
use crate::vault::Vault;

/// A review that is to be recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReview {
    /// Id of the record of the answer that it is about.
    pub answer_id: String,
    /// What the record says: a JSON object without text of a document.
    /// `answer_id`, `document_ids` and `contents` are added here.
    pub body: Value,
    /// Bytes kept apart from the chain, by name.
    pub contents: Vec<(String, Vec<u8>)>,
    /// Documents whose text the contents may hold, besides those of the answer.
    pub document_ids: Vec<String>,
}

impl Vault {
    /// Records a review, with its contents, and returns after both are on
    /// disk.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownRecord`]; [`VaultError::InvalidInput`] for a
    /// record that is no answer, and as [`Vault::record_answer`].
    pub fn record_review(&mut self, review: &NewReview, now: &str) -> Result<RecordId, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (answer, kind): (i64, String) = transaction
            .query_row(
                "SELECT sequence, kind FROM record WHERE id = ?1",
                [&review.answer_id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?
            .ok_or_else(|| VaultError::UnknownRecord {
                id: review.answer_id.clone(),
            })?;
        if kind != KIND_ANSWER {
            return Err(VaultError::invalid(format!(
                "record {} is no answer, so it cannot be reviewed",
                review.answer_id
            )));
        }
        let mut body = review
            .body
            .as_object()
            .cloned()
            .ok_or_else(|| VaultError::invalid("the body of a review is a JSON object"))?;
        let documents = documents_of(&transaction, answer, &review.document_ids)?;
        audit::add_member(&mut body, "answer_id", json!(review.answer_id))?;
        audit::add_member(&mut body, DOCUMENT_IDS, json!(documents))?;
        audit::add_contents(&mut body, &review.contents)?;
        let body = Value::Object(body);
        let (id, sequence) = audit::append_in(&transaction, KIND_REVIEW, &body, now)?;
        for (_, bytes) in &review.contents {
            audit::store_content(&transaction, bytes)?;
        }
        audit::note_contents(&transaction, sequence, &body)?;
        for document_id in &documents {
            audit::note_document_use(&transaction, document_id, sequence)?;
        }
        transaction.execute(
            "INSERT INTO review (sequence, answer) VALUES (?1, ?2)",
            params![sequence, answer],
        )?;
        transaction.commit()?;
        Ok(id)
    }

    /// The reviews of an answer's record, oldest first.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn reviews_of(&self, answer: u64) -> Result<Vec<Record>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT sequence, id, kind, time, body, previous_hash, hash FROM record
             WHERE sequence IN (SELECT sequence FROM review WHERE answer = ?1) ORDER BY sequence",
        )?;
        let answer = i64::try_from(answer).unwrap_or(i64::MAX);
        let rows = statement.query_map([answer], audit::read_record)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Whose text a review may hold: that of the documents of its answer, and of those it names.
fn documents_of(
    connection: &Connection,
    answer: i64,
    named: &[String],
) -> Result<BTreeSet<String>, VaultError> {
    let mut statement =
        connection.prepare_cached("SELECT document_id FROM document_use WHERE sequence = ?1")?;
    let rows = statement.query_map([answer], |row| row.get(0))?;
    let mut documents: BTreeSet<String> = rows.collect::<Result<_, _>>()?;
    documents.extend(named.iter().cloned());
    Ok(documents)
}
