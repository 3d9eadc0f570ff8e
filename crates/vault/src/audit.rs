//! The audit trail: records that are appended, chained and never changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Row, Transaction, TransactionBehavior, params,
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::canonical;
use crate::error::VaultError;
use crate::merkle;
use crate::tree;
use crate::vault::Vault;

/// Kind of the records [`Vault::import`] writes.
pub const KIND_IMPORT: &str = "import";
/// Kind of the records [`Vault::remove`] writes when the source is kept.
pub const KIND_REMOVE: &str = "remove";
/// Kind of the records [`Vault::remove`] writes when it erases: tombstones.
pub const KIND_ERASE: &str = "erase";
/// Kind of the records [`Vault::add_model`] writes.
pub const KIND_MODEL: &str = "model";
/// Kind of the records [`Vault::record_answer`] writes.
pub const KIND_ANSWER: &str = "answer";

/// Kind of the records [`Vault::begin_batch`] writes.
pub const KIND_BATCH: &str = "batch";
/// Kind of the records [`Vault::set_event_date`] and [`Vault::set_metadata`]
/// write: what is said of a document.
pub const KIND_DESCRIBE: &str = "describe";
/// Kind of the records [`Vault::store_vectors`] writes.
pub const KIND_VECTORS: &str = "vectors";
/// Kind of the record that a file is led to a newer format with.
pub const KIND_MIGRATE: &str = "migrate";

/// Kind of the records [`Vault::record_review`] writes.
pub const KIND_REVIEW: &str = "review";

/// Kind of the records [`Vault::hold`] writes.
pub const KIND_HOLD: &str = "hold";
/// Kind of the records [`Vault::release`] writes.
pub const KIND_RELEASE: &str = "release";
/// Kind of the records [`Vault::set_retention`] writes.
pub const KIND_RETENTION: &str = "retention";
/// Kind of the records of time stamps (RFC 3161), which the program verifies and appends
/// ([`Vault::append`]); an export has what they hold as files.
pub const KIND_TIMESTAMP: &str = "timestamp";
/// Kind of the records of backups, which the program appends; those of sealed ones name the key file by its id.
pub const KIND_BACKUP: &str = "backup";
/// Kind of the record that a vault was put back from a backup; of a sealed one it names the key file.
pub const KIND_RESTORED: &str = "backup_restored";

/// The kinds that carry a promise about other tables; only the vault's own
/// functions may write them.
const OWN_KINDS: [&str; 13] = [
    KIND_IMPORT,
    KIND_REMOVE,
    KIND_ERASE,
    KIND_MODEL,
    KIND_ANSWER,
    KIND_BATCH,
    KIND_REVIEW,
    KIND_DESCRIBE,
    KIND_VECTORS,
    KIND_MIGRATE,
    KIND_HOLD,
    KIND_RELEASE,
    KIND_RETENTION,
];

/// Member of an answer: the documents whose text its contents may hold.
pub(crate) const DOCUMENT_IDS: &str = "document_ids";

/// The `previous_hash` of the first record.
pub(crate) const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Length of a record's id, in hexadecimal digits of its hash.
pub(crate) const ID_LENGTH: usize = 16;

/// Shortest beginning of an id that names a record.
pub const SHORTEST_ID: usize = 4;

/// Proof that a record was committed. Only the vault makes one, after the
/// commit: whoever holds it may show the answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RecordId(String);

impl RecordId {
    /// The id: 16 lower-case hexadecimal digits, the start of the record's hash.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// One record as it stands in the trail.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Record {
    /// From 1, without gaps.
    pub sequence: u64,
    /// The start of `hash`.
    pub id: RecordId,
    /// What happened: `import`, `answer`, `policy`, ...
    pub kind: String,
    /// When, as the caller's clock said: RFC 3339, UTC.
    pub time: String,
    /// What there is to say about it; never holds text of a document.
    pub body: Value,
    /// `hash` of the record before; 64 zeros for the first.
    pub previous_hash: String,
    /// Lower-case hexadecimal SHA-256 over the canonical JSON of
    /// `{body, kind, previous_hash, sequence, time}`.
    pub hash: String,
}

/// Which records to list. The default is all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordFilter {
    /// Only records of this kind.
    pub kind: Option<String>,
    /// Only the answer records of this request.
    pub request_id: Option<String>,
    /// Only records about this document.
    pub document_id: Option<String>,
    /// Only answers with this `decision`.
    pub decision: Option<String>,
    /// Only records before this sequence: the next page of a long list.
    pub before_sequence: Option<u64>,
    /// Only records of this day (`2026-01-31`, UTC) and later ones.
    pub from_day: Option<String>,
    /// Only records of this day and earlier ones.
    pub to_day: Option<String>,
    /// Only the cells of this batch.
    pub batch_id: Option<String>,
}

/// What one run of one request leaves behind.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerRecord {
    /// Id of the request.
    pub request_id: String,
    /// Id of the run; one record per request and run.
    pub run_id: String,
    /// The trace: a JSON object without text of a document (that belongs into
    /// `contents`). `request_id`, `run_id`, `document_ids` and `contents` are
    /// added here.
    pub body: Value,
    /// Bytes kept apart from the chain, by name (`prompt`, `grammar`, `draft`,
    /// `answer`); the record holds their SHA-256 and size.
    pub contents: Vec<(String, Vec<u8>)>,
    /// Documents whose text the contents may hold. Erasing one of them erases
    /// these contents too, but for bytes that a record about other documents
    /// holds as well (a grammar, a short answer).
    pub document_ids: Vec<String>,
}

impl Vault {
    /// Appends one record and returns after it is on disk.
    ///
    /// `kind` is a word in `snake_case`, at most 64 characters; `body` any
    /// JSON object without text of a document; `now` RFC 3339 in UTC
    /// (`2026-01-31T12:00:00Z`).
    ///
    /// # Errors
    ///
    /// [`VaultError::InvalidInput`] for a kind the vault keeps to itself
    /// (`import`, `remove`, `erase`, `model`, `answer`, `batch`, `describe`,
    /// `vectors`, `migrate`, `review`), a bad kind or time;
    /// [`VaultError::NotCanonical`]; [`VaultError::DiskFull`];
    /// [`VaultError::Locked`].
    pub fn append(&mut self, kind: &str, body: &Value, now: &str) -> Result<RecordId, VaultError> {
        if OWN_KINDS.contains(&kind) {
            return Err(VaultError::invalid(format!(
                "records of kind {kind} are written by the vault alone"
            )));
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (id, _) = append_in(&transaction, kind, body, now)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Appends the record of one answer (or of its failure) together with its
    /// contents, and returns after both are on disk.
    ///
    /// # Errors
    ///
    /// [`VaultError::AlreadyRecorded`] for the same request and run,
    /// [`VaultError::InvalidInput`] when the body is no object or already
    /// holds other values for the added names, and as [`Vault::append`].
    pub fn record_answer(
        &mut self,
        record: &AnswerRecord,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (id, _) = record_answer_in(&transaction, record, now)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Records that fit the filter, newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// [`VaultError::Database`] where a record cannot be read;
    /// [`Vault::verify`] names it.
    pub fn records(&self, filter: &RecordFilter, limit: u32) -> Result<Vec<Record>, VaultError> {
        let before = filter.before_sequence.map_or(i64::MAX, |sequence| {
            i64::try_from(sequence).unwrap_or(i64::MAX)
        });
        let mut statement = self.connection.prepare_cached(
            "SELECT sequence, id, kind, time, body, previous_hash, hash FROM record
             WHERE (?1 IS NULL OR kind = ?1) AND sequence < ?2
               AND (?3 IS NULL OR sequence IN (SELECT sequence FROM answer WHERE request_id = ?3))
               AND (?4 IS NULL OR sequence IN (SELECT sequence FROM document_use WHERE document_id = ?4)
                    OR json_extract(body, '$.document_id') = ?4)
               AND (?5 IS NULL OR json_extract(body, '$.decision') = ?5)
               AND (?7 IS NULL OR substr(time, 1, 10) >= ?7)
               AND (?8 IS NULL OR substr(time, 1, 10) <= ?8)
               AND (?9 IS NULL OR sequence IN (SELECT sequence FROM batch_cell WHERE batch_id = ?9))
             ORDER BY sequence DESC LIMIT ?6",
        )?;
        let rows = statement.query_map(
            params![
                filter.kind,
                before,
                filter.request_id,
                filter.document_id,
                filter.decision,
                limit,
                filter.from_day,
                filter.to_day,
                filter.batch_id
            ],
            read_record,
        )?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The records of a kind, oldest first.
    ///
    /// # Errors
    ///
    /// As [`Vault::records`].
    pub fn records_of_kind(&self, kind: &str) -> Result<Vec<Record>, VaultError> {
        let mut records = Vec::new();
        self.each_record(Some(kind), |record| {
            records.push(record);
            Ok(())
        })?;
        Ok(records)
    }

    /// Each record, oldest first; of one kind, where one is named.
    pub(crate) fn each_record(
        &self,
        kind: Option<&str>,
        mut on_record: impl FnMut(Record) -> Result<(), VaultError>,
    ) -> Result<(), VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT sequence, id, kind, time, body, previous_hash, hash FROM record
             WHERE ?1 IS NULL OR kind = ?1 ORDER BY sequence",
        )?;
        for record in statement.query_map([kind], read_record)? {
            on_record(record?)?;
        }
        Ok(())
    }

    /// One record by its id, or by the beginning of its id that no other has:
    /// [`SHORTEST_ID`] digits or more.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownRecord`]; [`VaultError::AmbiguousRecord`].
    pub fn record(&self, id: &str) -> Result<Record, VaultError> {
        let unknown = || VaultError::UnknownRecord { id: id.to_owned() };
        let is_beginning = (SHORTEST_ID..=ID_LENGTH).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_beginning {
            return Err(unknown());
        }
        // Ids are hexadecimal digits, and `g` comes after all that begin so.
        let (from, to) = (
            id.to_ascii_lowercase(),
            format!("{}g", id.to_ascii_lowercase()),
        );
        let mut statement = self.connection.prepare_cached(
            "SELECT sequence, id, kind, time, body, previous_hash, hash FROM record
             WHERE id >= ?1 AND id < ?2 LIMIT 2",
        )?;
        let mut found = statement.query_map([&from, &to], read_record)?;
        match (found.next().transpose()?, found.next()) {
            (None, _) => Err(unknown()),
            (Some(record), None) => Ok(record),
            (Some(_), Some(_)) => {
                let count = "SELECT count(*) FROM record WHERE id >= ?1 AND id < ?2";
                let count: i64 = self
                    .connection
                    .query_row(count, [&from, &to], |row| row.get(0))?;
                Err(VaultError::AmbiguousRecord {
                    beginning: id.to_owned(),
                    count: count.unsigned_abs(),
                })
            }
        }
    }

    /// The documents whose text a record's contents may hold.
    ///
    /// # Errors
    ///
    /// [`VaultError::Disk`], [`VaultError::Damaged`].
    pub fn documents_of(&self, sequence: u64) -> Result<Vec<String>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT document_id FROM document_use WHERE sequence = ?1 ORDER BY document_id",
        )?;
        let sequence = i64::try_from(sequence).unwrap_or(i64::MAX);
        let rows = statement.query_map([sequence], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Bytes by their SHA-256; `None` when they were erased or never kept.
    ///
    /// # Errors
    ///
    /// [`VaultError::Disk`], [`VaultError::Damaged`].
    pub fn content(&self, sha256: &str) -> Result<Option<Vec<u8>>, VaultError> {
        let bytes = self
            .connection
            .query_row(
                "SELECT bytes FROM content WHERE sha256 = ?1",
                [sha256],
                |row| row.get(0),
            )
            .optional()?;
        Ok(bytes)
    }
}

/// Writes the record of an answer and its contents, inside the caller's
/// transaction.
pub(crate) fn record_answer_in(
    transaction: &Transaction<'_>,
    record: &AnswerRecord,
    now: &str,
) -> Result<(RecordId, i64), VaultError> {
    let body = complete_body(record)?;
    let (id, sequence) = append_in(transaction, KIND_ANSWER, &body, now)?;
    let rows = transaction.execute(
        "INSERT OR IGNORE INTO answer (request_id, run_id, sequence) VALUES (?1, ?2, ?3)",
        params![record.request_id, record.run_id, sequence],
    )?;
    if rows == 0 {
        let (request_id, run_id) = (record.request_id.clone(), record.run_id.clone());
        return Err(VaultError::AlreadyRecorded { request_id, run_id });
    }
    for (_, bytes) in &record.contents {
        let sha256 = store_content(transaction, bytes)?;
        note_content_use(transaction, sequence, &sha256)?;
    }
    for document_id in &record.document_ids {
        note_document_use(transaction, document_id, sequence)?;
    }
    Ok((id, sequence))
}

/// Writes one record after the last, inside the caller's transaction.
pub(crate) fn append_in(
    transaction: &Transaction<'_>,
    kind: &str,
    body: &Value,
    now: &str,
) -> Result<(RecordId, i64), VaultError> {
    check_kind(kind)?;
    check_time(now)?;
    if !body.is_object() {
        return Err(VaultError::invalid("the body of a record is a JSON object"));
    }
    canonical::check(body)?;
    let (records, previous_hash) = read_head(transaction)?;
    let sequence = records + 1;
    let hashed = hashed_text(sequence, kind, now, body, &previous_hash)?;
    let hash = canonical::sha256_hex(hashed.as_bytes());
    let id: String = hash.chars().take(ID_LENGTH).collect();
    let insert = transaction.execute(
        "INSERT INTO record (sequence, id, kind, time, body, previous_hash, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![sequence, id, kind, now, canonical::print(body)?, previous_hash, hash],
    );
    // The triggers refuse it where the records are not those that the head counts.
    insert.map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => VaultError::TrailBroken { sequence: records },
        _ => VaultError::from(error),
    })?;
    transaction.execute(
        "UPDATE head SET records = ?1, hash = ?2 WHERE id = 1",
        params![sequence, hash],
    )?;
    tree::append(transaction, merkle::hash_leaf(hashed.as_bytes()))?;
    Ok((RecordId(id), sequence))
}

/// The hash that chains a record to the one before.
pub(crate) fn hash_record(
    sequence: i64,
    kind: &str,
    time: &str,
    body: &Value,
    previous_hash: &str,
) -> Result<String, VaultError> {
    let text = hashed_text(sequence, kind, time, body, previous_hash)?;
    Ok(canonical::sha256_hex(text.as_bytes()))
}

/// What is hashed of a record, for the chain and for the tree: its canonical
/// JSON.
pub(crate) fn hashed_text(
    sequence: i64,
    kind: &str,
    time: &str,
    body: &Value,
    previous_hash: &str,
) -> Result<String, VaultError> {
    let hashed = json!({
        "body": body, "kind": kind, "previous_hash": previous_hash, "sequence": sequence, "time": time,
    });
    canonical::print(&hashed)
}

/// How many records the head counts and the hash it holds.
pub(crate) fn read_head(connection: &Connection) -> Result<(i64, String), VaultError> {
    Ok(connection
        .query_row("SELECT records, hash FROM head WHERE id = 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?
        .unwrap_or_else(|| (0, NO_HASH.to_owned())))
}

/// Keeps bytes under their SHA-256 and returns it.
pub(crate) fn store_content(
    transaction: &Transaction<'_>,
    bytes: &[u8],
) -> Result<String, VaultError> {
    let sha256 = canonical::sha256_hex(bytes);
    transaction.execute(
        "INSERT OR IGNORE INTO content (sha256, bytes) VALUES (?1, ?2)",
        params![sha256, bytes],
    )?;
    Ok(sha256)
}

/// Notes that a record holds a content.
fn note_content_use(
    transaction: &Transaction<'_>,
    sequence: i64,
    sha256: &str,
) -> Result<(), VaultError> {
    transaction.execute(
        "INSERT OR IGNORE INTO content_use (sequence, sha256) VALUES (?1, ?2)",
        params![sequence, sha256],
    )?;
    Ok(())
}

/// Notes that a record holds the contents that its body names.
pub(crate) fn note_contents(
    transaction: &Transaction<'_>,
    sequence: i64,
    body: &Value,
) -> Result<(), VaultError> {
    let contents = body.get("contents").and_then(Value::as_object);
    for content in contents.into_iter().flat_map(Map::values) {
        if let Some(sha256) = content.get("sha256").and_then(Value::as_str) {
            note_content_use(transaction, sequence, sha256)?;
        }
    }
    Ok(())
}

/// Notes that the contents of a record may hold text of a document.
pub(crate) fn note_document_use(
    transaction: &Transaction<'_>,
    document_id: &str,
    sequence: i64,
) -> Result<(), VaultError> {
    transaction.execute(
        "INSERT OR IGNORE INTO document_use (document_id, sequence) VALUES (?1, ?2)",
        params![document_id, sequence],
    )?;
    Ok(())
}

fn complete_body(record: &AnswerRecord) -> Result<Value, VaultError> {
    let mut body = record
        .body
        .as_object()
        .cloned()
        .ok_or_else(|| VaultError::invalid("the trace is a JSON object"))?;
    add_member(&mut body, "request_id", json!(record.request_id))?;
    add_member(&mut body, "run_id", json!(record.run_id))?;
    let documents: BTreeSet<&String> = record.document_ids.iter().collect();
    add_member(&mut body, DOCUMENT_IDS, json!(documents))?;
    add_contents(&mut body, &record.contents)?;
    Ok(Value::Object(body))
}

/// Says of each content its hash and size, by name.
pub(crate) fn add_contents(
    body: &mut Map<String, Value>,
    given: &[(String, Vec<u8>)],
) -> Result<(), VaultError> {
    let mut contents = BTreeMap::new();
    for (name, bytes) in given {
        let entry = json!({"sha256": canonical::sha256_hex(bytes), "size": bytes.len()});
        if contents.insert(name.clone(), entry).is_some() {
            return Err(VaultError::invalid(format!(
                "two contents have the name {name}"
            )));
        }
    }
    add_member(body, "contents", json!(contents))
}

pub(crate) fn add_member(
    body: &mut Map<String, Value>,
    name: &str,
    value: Value,
) -> Result<(), VaultError> {
    match body.get(name) {
        Some(there) if *there != value => Err(VaultError::invalid(format!(
            "the trace holds another value for {name}"
        ))),
        _ => {
            body.insert(name.to_owned(), value);
            Ok(())
        }
    }
}

fn check_kind(kind: &str) -> Result<(), VaultError> {
    let is_word = !kind.is_empty()
        && kind.len() <= 64
        && kind
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if is_word {
        Ok(())
    } else {
        Err(VaultError::invalid(
            "the kind of a record is a short word in snake_case",
        ))
    }
}

fn check_time(now: &str) -> Result<(), VaultError> {
    if now.ends_with('Z') && OffsetDateTime::parse(now, &Rfc3339).is_ok() {
        return Ok(());
    }
    Err(VaultError::invalid(
        "the time of a record is RFC 3339 in UTC, ending in Z",
    ))
}

pub(crate) fn read_record(row: &Row<'_>) -> rusqlite::Result<Record> {
    let body: String = row.get(4)?;
    Ok(Record {
        sequence: row.get::<_, i64>(0)?.unsigned_abs(),
        id: RecordId(row.get(1)?),
        kind: row.get(2)?,
        time: row.get(3)?,
        body: serde_json::from_str(&body).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(
                4,
                rusqlite::types::Type::Text,
                Box::new(error),
            )
        })?,
        previous_hash: row.get(5)?,
        hash: row.get(6)?,
    })
}
