//! What a person, or a mail, says of a document: the date it speaks of, and
//! metadata by key.
//!
//! The tables hold what is said now. Each change is a record that binds all of
//! it as a content, so that it can be erased with the document. The content
//! begins with a salt that is made of the document's bytes: with these gone,
//! nobody can try out dates and names against the hash in the chain.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::audit::{self, KIND_DESCRIBE, RecordId};
use crate::canonical;
use crate::error::VaultError;
use crate::ledger::SAID;
use crate::mark_kind::Mark;
use crate::vault::Vault;

/// Longest key, and longest value, that is said of a document, in bytes.
pub const MAX_METADATA_BYTES: usize = 400;

/// What is said of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// The date it speaks of: `2024-01-31`, or less of it.
    pub event_date: Option<String>,
    /// By key.
    pub metadata: BTreeMap<String, String>,
}

/// What is said, as it is kept and hashed.
#[derive(Serialize, Deserialize)]
struct Kept {
    event_date: Option<String>,
    metadata: BTreeMap<String, String>,
    salt: String,
}

impl Said {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Refuses what cannot be said.
    pub(crate) fn check(&self) -> Result<(), VaultError> {
        if !self.event_date.as_deref().is_none_or(is_date) {
            return Err(VaultError::invalid("the event date is no date"));
        }
        let pairs = self.metadata.iter();
        for (key, value) in pairs {
            check_pair(key, Some(value))?;
        }
        Ok(())
    }

    /// What the tables say of a document.
    pub(crate) fn read(connection: &Connection, id: &str) -> Result<Self, VaultError> {
        Ok(Self {
            event_date: read_date(connection, id)?,
            metadata: read_metadata(connection, id)?,
        })
    }

    /// Writes into the tables what is said of a document of which nothing is.
    pub(crate) fn write(&self, transaction: &Transaction<'_>, id: &str) -> Result<(), VaultError> {
        if let Some(date) = &self.event_date {
            let sql = "INSERT INTO document_event (document_id, date) VALUES (?1, ?2)";
            transaction.execute(sql, [id, date])?;
        }
        for (key, value) in &self.metadata {
            let sql = "INSERT INTO document_metadata (document_id, key, value) VALUES (?1, ?2, ?3)";
            transaction.execute(sql, [id, key, value])?;
        }
        Ok(())
    }

    /// What a kept content says; none for what is no such content.
    pub(crate) fn of_content(bytes: &[u8]) -> Option<Self> {
        let kept: Kept = serde_json::from_slice(bytes).ok()?;
        Some(Self {
            event_date: kept.event_date,
            metadata: kept.metadata,
        })
    }

    /// Keeps it as a content of the document with these bytes, and returns how
    /// a record names that; nothing is kept where nothing is said.
    pub(crate) fn keep(
        &self,
        transaction: &Transaction<'_>,
        source: &[u8],
    ) -> Result<Option<Value>, VaultError> {
        if self.is_empty() {
            return Ok(None);
        }
        let kept = Kept {
            event_date: self.event_date.clone(),
            metadata: self.metadata.clone(),
            salt: salt_of(source),
        };
        let bytes = canonical::print(&kept)?.into_bytes();
        let sha256 = audit::store_content(transaction, &bytes)?;
        Ok(Some(json!({ "sha256": sha256, "size": bytes.len() })))
    }
}

impl Vault {
    /// Says which date a document speaks of, for filters: `2024-01-31`, or less
    /// of it. `None` takes it back. A `describe` record says so, in the same
    /// transaction; there is none where nothing changes.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::InvalidInput`] for what
    /// is no date.
    pub fn set_event_date(
        &mut self,
        id: &str,
        date: Option<&str>,
        now: &str,
    ) -> Result<Option<RecordId>, VaultError> {
        self.change_said(id, now, |transaction| {
            match date {
                Some(date) if is_date(date) => transaction.execute(
                    "INSERT INTO document_event (document_id, date) VALUES (?1, ?2)
                     ON CONFLICT (document_id) DO UPDATE SET date = excluded.date",
                    [id, date],
                )?,
                Some(_) => return Err(VaultError::invalid("the event date is no date")),
                None => transaction
                    .execute("DELETE FROM document_event WHERE document_id = ?1", [id])?,
            };
            Ok(())
        })
    }

    /// Says something of a document, by key, for filters; a key without a value is
    /// taken back. Others stay as they are. A `describe` record says so, as with
    /// [`Vault::set_event_date`].
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::InvalidInput`] for a key that is
    /// empty or has an equals sign, and for what is longer than [`MAX_METADATA_BYTES`].
    pub fn set_metadata(
        &mut self,
        id: &str,
        said: &BTreeMap<String, Option<String>>,
        now: &str,
    ) -> Result<Option<RecordId>, VaultError> {
        self.change_said(id, now, |transaction| {
            change_metadata(transaction, id, said)
        })
    }

    /// What somebody said of a document, by key; marks are not among it.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn metadata(&self, id: &str) -> Result<BTreeMap<String, String>, VaultError> {
        let mut said = read_metadata(&self.connection, id)?;
        said.retain(|key, _| Mark::of_key(key).is_none());
        Ok(said)
    }

    /// What somebody said of documents for one key, by their ids.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn said_of_all(&self, key: &str) -> Result<BTreeMap<String, String>, VaultError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT document_id, value FROM document_metadata WHERE key = ?1")?;
        let rows = statement.query_map([key], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The date a document speaks of, where one was said.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn event_date(&self, id: &str) -> Result<Option<String>, VaultError> {
        read_date(&self.connection, id)
    }

    fn change_said(
        &mut self,
        id: &str,
        now: &str,
        change: impl FnOnce(&Transaction<'_>) -> Result<(), VaultError>,
    ) -> Result<Option<RecordId>, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let record = change_in(&transaction, id, now, change)?;
        transaction.commit()?;
        Ok(record)
    }
}

/// Says these of a document, and takes those without a value back.
pub(crate) fn change_metadata(
    transaction: &Transaction<'_>,
    id: &str,
    said: &BTreeMap<String, Option<String>>,
) -> Result<(), VaultError> {
    for (key, value) in said {
        check_pair(key, value.as_deref())?;
        match value {
            Some(value) => transaction.execute(
                "INSERT INTO document_metadata (document_id, key, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT (document_id, key) DO UPDATE SET value = excluded.value",
                [id, key, value],
            )?,
            None => transaction.execute(
                "DELETE FROM document_metadata WHERE document_id = ?1 AND key = ?2",
                [id, key],
            )?,
        };
    }
    Ok(())
}

/// Changes what is said of a document, and records it where that is something else than before.
pub(crate) fn change_in(
    transaction: &Transaction<'_>,
    id: &str,
    now: &str,
    change: impl FnOnce(&Transaction<'_>) -> Result<(), VaultError>,
) -> Result<Option<RecordId>, VaultError> {
    let known = "SELECT 1 FROM document WHERE id = ?1";
    if !transaction.prepare_cached(known)?.exists([id])? {
        return Err(VaultError::UnknownDocument { id: id.to_owned() });
    }
    let before = Said::read(transaction, id)?;
    change(transaction)?;
    if Said::read(transaction, id)? == before {
        return Ok(None);
    }
    describe(transaction, id, false, now).map(Some)
}

/// Records what the tables say of a document. `is_adopted`: they said so
/// before there were such records.
pub(crate) fn describe(
    transaction: &Transaction<'_>,
    id: &str,
    is_adopted: bool,
    now: &str,
) -> Result<RecordId, VaultError> {
    let source: Option<Vec<u8>> = transaction
        .query_row("SELECT bytes FROM content WHERE sha256 = ?1", [id], |row| {
            row.get(0)
        })
        .optional()?;
    let kept = Said::read(transaction, id)?.keep(transaction, &source.unwrap_or_default())?;
    let mut body = json!({ "document_id": id, "contents": {} });
    if let Some(kept) = &kept {
        body["contents"] = json!({ SAID: kept });
    }
    if is_adopted {
        body["adopted"] = json!(true);
    }
    let (record, sequence) = audit::append_in(transaction, KIND_DESCRIBE, &body, now)?;
    audit::note_contents(transaction, sequence, &body)?;
    audit::note_document_use(transaction, id, sequence)?;
    Ok(record)
}

/// Known only to who has the bytes.
fn salt_of(source: &[u8]) -> String {
    let hash = Sha256::new_with_prefix(b"attest said\n").chain_update(source);
    canonical::hex(&hash.finalize())
}

fn check_pair(key: &str, value: Option<&str>) -> Result<(), VaultError> {
    let longest = key.len().max(value.map_or(0, str::len));
    if key.trim().is_empty() || key.contains('=') || longest > MAX_METADATA_BYTES {
        return Err(VaultError::invalid(
            "a key or value of metadata cannot be kept",
        ));
    }
    Ok(())
}

/// Year, or year and month, or a whole day, all with their digits.
fn is_date(date: &str) -> bool {
    let form: String = date
        .chars()
        .map(|character| {
            if character.is_ascii_digit() {
                '0'
            } else {
                character
            }
        })
        .collect();
    let day = |date: &str| {
        let form = time::macros::format_description!("[year]-[month]-[day]");
        time::Date::parse(date, form).is_ok()
    };
    match form.as_str() {
        "0000" => day(&format!("{date}-01-01")),
        "0000-00" => day(&format!("{date}-01")),
        "0000-00-00" => day(date),
        _ => false,
    }
}

fn read_date(connection: &Connection, id: &str) -> Result<Option<String>, VaultError> {
    let mut statement =
        connection.prepare_cached("SELECT date FROM document_event WHERE document_id = ?1")?;
    Ok(statement.query_row([id], |row| row.get(0)).optional()?)
}

pub(crate) fn read_metadata(
    connection: &Connection,
    id: &str,
) -> Result<BTreeMap<String, String>, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT key, value FROM document_metadata WHERE document_id = ?1 ORDER BY key",
    )?;
    let rows = statement.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
