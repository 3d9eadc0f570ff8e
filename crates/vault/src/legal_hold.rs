//! Legal holds: what may be neither removed nor erased, until somebody releases it.
//!
//! Each act is a record. Why it was done stands in the record's contents, which go with the words
//! of what was held when that is erased at last; a salt keeps the reason from being guessed from
//! its hash then.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::audit::{self, DOCUMENT_IDS, KIND_ANSWER, KIND_HOLD, KIND_RELEASE, RecordId};
use crate::canonical;
use crate::document;
use crate::error::VaultError;
use crate::held::{HOLD, Holds, OneHold};
use crate::ledger::{BECAUSE, Ledger};
use crate::subject::{ANSWER, MAX_NAME_BYTES, MAX_REASON_BYTES, Subject};
use crate::vault::Vault;

/// Name of the content with the reason.
const REASON: &str = "reason";

/// What the contents of a hold hold.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    reason: String,
    salt: String,
}

/// Why a document or an answer is held, or no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// In a person's words; not empty.
    pub words: String,
    /// Name of that person; none: not said.
    pub by: Option<String>,
    /// Random bytes.
    pub salt: [u8; 32],
}

/// A hold that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hold {
    /// Its record.
    pub record_id: String,
    /// What it is over.
    pub subject: Subject,
    /// Since when: RFC 3339, UTC.
    pub since: String,
    /// Why, as the person wrote it.
    pub reason: Option<String>,
    /// Name of that person, where it was said.
    pub by: Option<String>,
}

impl Vault {
    /// Holds a document or an answer: until it is released nobody removes or erases it.
    ///
    /// A document is also kept from being erased by a hold over an answer about it, over another
    /// document of an answer about it, and over an answer of which a review is about it; and an
    /// answer by one over a document that it is about.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`], also for one that was erased;
    /// [`VaultError::UnknownRecord`] for what is no answer, or was erased;
    /// [`VaultError::NoReason`].
    pub fn hold(
        &mut self,
        subject: &Subject,
        reason: &Reason,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (mut body, documents) = about(&transaction, subject)?;
        let kept = add_reason(&mut body, reason)?;
        let act = (KIND_HOLD, Value::Object(body));
        let id = record(&transaction, act, (&documents, &kept), now)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Ends a hold: the one that is named by the id of its record, else the only one over this
    /// document or answer.
    ///
    /// # Errors
    ///
    /// [`VaultError::NotHeld`]; [`VaultError::SeveralHolds`] where none is named;
    /// [`VaultError::NoReason`].
    pub fn release(
        &mut self,
        subject: &Subject,
        hold: Option<&str>,
        reason: &Reason,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (sequence, hold_id) = find(&transaction, subject, hold)?;
        let (mut body, documents) = about(&transaction, subject)?;
        body.insert(HOLD.to_owned(), json!(sequence));
        body.insert("hold_id".to_owned(), json!(hold_id));
        let kept = add_reason(&mut body, reason)?;
        let act = (KIND_RELEASE, Value::Object(body));
        let id = record(&transaction, act, (&documents, &kept), now)?;
        transaction.commit()?;
        Ok(id)
    }

    /// The holds that stand, oldest first.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn holds(&self) -> Result<Vec<Hold>, VaultError> {
        let holds = Holds::read(&self.connection)?;
        let mut told = Vec::new();
        for (sequence, hold) in holds.0 {
            let (reason, by) = read_reason(&self.connection, sequence)?.unzip();
            told.push(Hold {
                record_id: id_of(&self.connection, sequence)?,
                reason,
                by: by.flatten(),
                subject: hold.subject,
                since: hold.time,
            });
        }
        Ok(told)
    }
}

/// An error that names the hold, where there is one.
pub(crate) fn refuse(
    connection: &Connection,
    subject: Subject,
    hold: Option<(i64, &OneHold)>,
) -> Result<(), VaultError> {
    let Some((sequence, hold)) = hold else {
        return Ok(());
    };
    Err(VaultError::Held {
        subject,
        over: hold.subject.clone(),
        hold_id: id_of(connection, sequence)?,
        since: hold.time.clone(),
    })
}

/// The id of a record.
pub(crate) fn id_of(connection: &Connection, sequence: i64) -> Result<String, VaultError> {
    let mut statement = connection.prepare_cached("SELECT id FROM record WHERE sequence = ?1")?;
    Ok(statement.query_row([sequence], |row| row.get(0))?)
}

/// The sequence of an answer's record.
pub(crate) fn answer_sequence(connection: &Connection, id: &str) -> Result<i64, VaultError> {
    let found = connection
        .query_row(
            "SELECT sequence FROM record WHERE id = ?1 AND kind = ?2",
            [id, KIND_ANSWER],
            |row| row.get(0),
        )
        .optional()?;
    found.ok_or_else(|| VaultError::UnknownRecord { id: id.to_owned() })
}

/// Records that a hold ended without anybody's word, since what it is over is gone.
pub(crate) fn end(
    transaction: &Transaction<'_>,
    (sequence, hold): (i64, &OneHold),
    because: &str,
    now: &str,
) -> Result<String, VaultError> {
    let hold_id = id_of(transaction, sequence)?;
    let mut body = json!({
        HOLD: sequence, "hold_id": hold_id, BECAUSE: because, "contents": {},
    });
    let document = match &hold.subject {
        Subject::Document(id) => {
            body["document_id"] = json!(id);
            Some(id)
        }
        Subject::Answer(id) => {
            body["answer_id"] = json!(id);
            body[ANSWER] = json!(answer_sequence(transaction, id)?);
            body[DOCUMENT_IDS] = json!([]);
            None
        }
    };
    let (_, sequence) = audit::append_in(transaction, KIND_RELEASE, &body, now)?;
    if let Some(id) = document {
        audit::note_document_use(transaction, id, sequence)?;
    }
    Ok(hold_id)
}

/// What a record says of its subject, and whose words it may hold.
fn about(
    connection: &Connection,
    subject: &Subject,
) -> Result<(Map<String, Value>, BTreeSet<String>), VaultError> {
    let ledger = Ledger::read(connection)?;
    let mut body = Map::new();
    let documents = match subject {
        Subject::Document(id) => {
            if ledger.about(id).is_empty() && !document::is_stored(connection, id)? {
                return Err(VaultError::UnknownDocument { id: id.clone() });
            }
            body.insert("document_id".to_owned(), json!(id));
            BTreeSet::from([id.clone()])
        }
        Subject::Answer(id) => {
            let sequence = answer_sequence(connection, id)?;
            let holding = ledger.holdings.get(&sequence);
            let holding = holding.filter(|holding| !holding.contents.is_empty());
            let holding = holding.ok_or_else(|| VaultError::UnknownRecord { id: id.clone() })?;
            let documents = holding.documents.iter().map(|one| one.as_ref().to_owned());
            let documents: BTreeSet<String> = documents.collect();
            body.insert("answer_id".to_owned(), json!(id));
            body.insert(ANSWER.to_owned(), json!(sequence));
            body.insert(DOCUMENT_IDS.to_owned(), json!(documents));
            documents
        }
    };
    Ok((body, documents))
}

fn add_reason(
    body: &mut Map<String, Value>,
    reason: &Reason,
) -> Result<(String, Vec<u8>), VaultError> {
    let words = reason.words.trim();
    if words.is_empty() || words.len() > MAX_REASON_BYTES {
        return Err(VaultError::NoReason);
    }
    let by = reason.by.as_deref().map(str::trim);
    if by.is_some_and(|by| by.is_empty() || by.len() > MAX_NAME_BYTES) {
        return Err(VaultError::invalid("the name of who holds cannot be kept"));
    }
    let kept = Kept {
        by: by.map(str::to_owned),
        reason: words.to_owned(),
        salt: canonical::hex(&reason.salt),
    };
    let content = (REASON.to_owned(), canonical::print(&kept)?.into_bytes());
    audit::add_contents(body, std::slice::from_ref(&content))?;
    Ok(content)
}

fn record(
    transaction: &Transaction<'_>,
    (kind, body): (&str, Value),
    (documents, (_, kept)): (&BTreeSet<String>, &(String, Vec<u8>)),
    now: &str,
) -> Result<RecordId, VaultError> {
    let (id, sequence) = audit::append_in(transaction, kind, &body, now)?;
    audit::store_content(transaction, kept)?;
    audit::note_contents(transaction, sequence, &body)?;
    for document in documents {
        audit::note_document_use(transaction, document, sequence)?;
    }
    Ok(id)
}

/// The hold that a release ends: its sequence and the id of its record.
fn find(
    connection: &Connection,
    subject: &Subject,
    hold: Option<&str>,
) -> Result<(i64, String), VaultError> {
    let holds = Holds::read(connection)?;
    let mut found = Vec::new();
    for (sequence, one) in &holds.0 {
        let id = id_of(connection, *sequence)?;
        if one.subject == *subject && hold.is_none_or(|hold| id.starts_with(hold)) {
            found.push((*sequence, id));
        }
    }
    match found.len() {
        0 => Err(VaultError::NotHeld {
            subject: subject.clone(),
        }),
        1 => Ok(found.remove(0)),
        _ => Err(VaultError::SeveralHolds {
            subject: subject.clone(),
            ids: found.into_iter().map(|(_, id)| id).collect(),
        }),
    }
}

/// Why, and who said so; none where it was erased.
fn read_reason(
    connection: &Connection,
    sequence: i64,
) -> Result<Option<(String, Option<String>)>, VaultError> {
    let bytes: Option<Vec<u8>> = connection
        .prepare_cached(
            "SELECT content.bytes FROM record JOIN content
             ON content.sha256 = json_extract(record.body, '$.contents.reason.sha256')
             WHERE record.sequence = ?1",
        )?
        .query_row([sequence], |row| row.get(0))
        .optional()?;
    let kept = bytes.and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
    Ok(kept.map(|kept| (kept.reason, kept.by)))
}
