//! Verification: does everything that was recorded still stand as it was?
//!
//! One pass over the records recomputes every hash and link and remembers
//! what the records promise (contents, documents); then the promises are
//! checked against the tables. The bad thing with the lowest sequence is
//! reported: from there on nothing is proven.
//!
//! It can be watched and broken off ([`Vault::verify_watched`]). It reads and
//! writes nothing, so there is nothing to undo.

mod finding;
mod nodes;
mod reviews;
mod watch;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;
use serde_json::Value;

use crate::audit::{self, ID_LENGTH, KIND_ERASE, KIND_IMPORT, KIND_REMOVE, NO_HASH};
use crate::checkpoint::Checkpoint;
use crate::error::VaultError;
use crate::merkle;
use crate::vault::Vault;
use crate::{batch, canonical, document, prove, schema};

pub use finding::{BadReason, BadRecord};
pub use watch::OnWork;

use finding::Worst;
use watch::{Stop, Watch};

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Records that are there.
    pub records: u64,
    /// The first bad record; `None` when everything fits.
    pub first_bad: Option<BadRecord>,
    /// Hash of the last record that is there; 64 zeros when there is none.
    /// Kept elsewhere, it proves later that nothing before it was changed or
    /// cut off: see [`Vault::verify_expecting`].
    pub head_hash: String,
    /// Tables, indexes and triggers that differ from the format's. Not empty
    /// means somebody worked on the file with another program.
    pub schema_changes: Vec<String>,
}

impl Verification {
    /// Whether nothing at all was found.
    pub fn is_sound(&self) -> bool {
        self.first_bad.is_none() && self.schema_changes.is_empty()
    }
}

/// A row of the trail as found, before anything is believed.
struct Found {
    sequence: i64,
    /// `None` when a column holds no text.
    fields: Option<Fields>,
}

struct Fields {
    id: String,
    kind: String,
    time: String,
    body: String,
    previous_hash: String,
    hash: String,
}

/// What the records say should be there, each with the record that says so.
#[derive(Default)]
struct Promises {
    /// By SHA-256; `None` once erased.
    contents: BTreeMap<String, Option<i64>>,
    documents: BTreeMap<String, Import>,
    /// What records say of the cell that they are of.
    cells: BTreeMap<i64, Value>,
}

struct Import {
    sequence: i64,
    document_sha256: String,
    chunks_sha256: String,
}

/// What was kept elsewhere, and must still hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expected<'a> {
    /// A [`Verification::head_hash`]: some record must have it.
    pub head: Option<&'a str>,
    /// Checkpoints: the trail must begin with their records. Whose they are,
    /// and whether they are signed, is for the caller to check.
    pub checkpoints: &'a [Checkpoint],
}

impl Vault {
    /// Checks every record, link, content and document, and the tree over the
    /// records.
    ///
    /// Found is any change to a record, and any removed, inserted or reordered
    /// record, unless somebody rebuilt every hash of chain and tree with this
    /// very algorithm: the file holds no secret, so a whole trail made anew,
    /// or one cut together with its head and its tree, looks sound. Only what
    /// is kept elsewhere shows that ([`Vault::verify_expecting`]). Times are
    /// what the caller's clock said; their order is not checked.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`] or [`VaultError::Database`] when the tables
    /// themselves cannot be read. A bad record is no error.
    pub fn verify(&self) -> Result<Verification, VaultError> {
        self.verify_expecting(Expected::default())
    }

    /// As [`Vault::verify`], and that what was kept elsewhere still holds.
    ///
    /// # Errors
    ///
    /// As [`Vault::verify`].
    pub fn verify_expecting(&self, expected: Expected<'_>) -> Result<Verification, VaultError> {
        let unwatched: &mut OnWork<'_, Infallible> = &mut |_, _| ControlFlow::Continue(());
        match self.check_all(expected, unwatched) {
            Ok(found) => Ok(found),
            Err(Stop::Broken(never)) => match never {},
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    /// As [`Vault::verify_expecting`], told how far it is after each record,
    /// content and document; `None` when `on_work` broke it off, which says
    /// nothing about the trail.
    ///
    /// # Errors
    ///
    /// As [`Vault::verify`].
    pub fn verify_watched(
        &self,
        expected: Expected<'_>,
        on_work: &mut OnWork<'_>,
    ) -> Result<Option<Verification>, VaultError> {
        match self.check_all(expected, on_work) {
            Ok(found) => Ok(Some(found)),
            Err(Stop::Broken(())) => Ok(None),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    fn check_all<'a, B>(
        &self,
        expected: Expected<'_>,
        on_work: &'a mut OnWork<'a, B>,
    ) -> Result<Verification, Stop<B>> {
        // One read transaction: appends of others meanwhile are not seen.
        let transaction = self.connection.unchecked_transaction()?;
        let watch = Watch::begin(&transaction, on_work)?;
        check_everything(&transaction, expected, watch)
    }
}

fn check_everything<B>(
    connection: &Connection,
    expected: Expected<'_>,
    mut watch: Watch<'_, B>,
) -> Result<Verification, Stop<B>> {
    let mut worst = Worst::default();
    let mut promises = Promises::default();
    let (records, head_hash) = check_chain(connection, &mut worst, &mut promises, &mut watch)?;
    check_contents(connection, &promises, &mut worst, &mut watch)?;
    check_documents(connection, &promises, &mut worst, &mut watch)?;
    check_cells(connection, &promises, &mut worst)?;
    reviews::check(connection, &mut worst)?;
    nodes::check(connection, &mut worst)?;
    if let Some(hash) = expected.head {
        check_noted(connection, (records, hash), &mut worst)?;
    }
    for checkpoint in expected.checkpoints {
        check_checkpoint(connection, (records, checkpoint), &mut worst)?;
    }
    let schema_changes = schema::find_schema_changes(connection)?;
    let first_bad = worst.into_record();
    Ok(Verification {
        records,
        first_bad,
        head_hash,
        schema_changes,
    })
}

/// Walks the records in order; returns how many there are and the last hash.
fn check_chain<B>(
    connection: &Connection,
    worst: &mut Worst,
    promises: &mut Promises,
    watch: &mut Watch<'_, B>,
) -> Result<(u64, String), Stop<B>> {
    let (counted, head_hash) = audit::read_head(connection)?;
    let mut statement = connection.prepare(
        "SELECT sequence, id, kind, time, body, previous_hash, hash FROM record ORDER BY sequence",
    )?;
    let mut rows = statement.query([])?;
    let (mut records, mut expected, mut previous) = (0_u64, 1_i64, NO_HASH.to_owned());
    while let Some(row) = rows.next()? {
        let found = read_found(row)?;
        records += 1;
        if found.sequence > expected {
            worst.note(expected, BadReason::Missing);
        }
        if found.sequence > counted || found.sequence < 1 {
            worst.note(found.sequence, BadReason::NotCounted);
        }
        previous = check_record(connection, &found, &previous, worst, promises)?;
        expected = found.sequence.saturating_add(1);
        watch.parsed(found.fields.map_or(0, |fields| fields.body.len()))?;
    }
    if expected <= counted {
        worst.note(expected, BadReason::Missing);
    } else if previous != head_hash {
        worst.note(expected - 1, BadReason::HeadDiffers);
    }
    Ok((records, previous))
}

/// Checks one record and returns its hash, the next one's `previous_hash`.
fn check_record(
    connection: &Connection,
    found: &Found,
    previous: &str,
    worst: &mut Worst,
    promises: &mut Promises,
) -> Result<String, VaultError> {
    let sequence = found.sequence;
    let Some(fields) = &found.fields else {
        worst.note(sequence, BadReason::Unreadable);
        return Ok(String::new());
    };
    let Ok(body) = serde_json::from_str::<Value>(&fields.body) else {
        worst.note(sequence, BadReason::Unreadable);
        return Ok(fields.hash.clone());
    };
    let hashed = audit::hashed_text(
        sequence,
        &fields.kind,
        &fields.time,
        &body,
        &fields.previous_hash,
    )?;
    let hash = canonical::sha256_hex(hashed.as_bytes());
    // The hash is over the value; the text must be the one way to write it,
    // or spaces and doubled names could be slipped in.
    let is_original = hash == fields.hash
        && canonical::print(&body)? == fields.body
        && fields.hash.get(..ID_LENGTH) == Some(fields.id.as_str());
    if !is_original {
        worst.note(sequence, BadReason::Changed);
    } else if fields.previous_hash != previous {
        worst.note(sequence, BadReason::NotLinked);
    } else if !nodes::has_leaf(connection, sequence, &merkle::hash_leaf(hashed.as_bytes()))? {
        worst.note(sequence, BadReason::NotInTree);
    }
    // Also after a bad record: later tombstones explain earlier gaps.
    promises.take(sequence, &fields.kind, &body);
    Ok(fields.hash.clone())
}

impl Promises {
    fn take(&mut self, sequence: i64, kind: &str, body: &Value) {
        let text = |name: &str| {
            body.get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        if [KIND_IMPORT, audit::KIND_ANSWER, audit::KIND_REVIEW].contains(&kind) {
            let contents = body.get("contents").and_then(Value::as_object);
            for content in contents.into_iter().flat_map(serde_json::Map::values) {
                if let Some(sha256) = content.get("sha256").and_then(Value::as_str) {
                    let promise = self.contents.entry(sha256.to_owned()).or_default();
                    *promise = Some(promise.unwrap_or(sequence));
                }
            }
        }
        if let Some(cell) = body.get("batch") {
            self.cells.insert(sequence, cell.clone());
        }
        match kind {
            KIND_IMPORT => {
                let import = Import {
                    sequence,
                    document_sha256: text("document_sha256"),
                    chunks_sha256: text("chunks_sha256"),
                };
                self.documents.insert(text("document_id"), import);
            }
            KIND_REMOVE => {
                self.documents.remove(&text("document_id"));
            }
            KIND_ERASE => {
                self.documents.remove(&text("document_id"));
                let erased = body.get("erased").and_then(Value::as_array);
                for sha256 in erased.into_iter().flatten().filter_map(Value::as_str) {
                    self.contents.insert(sha256.to_owned(), None);
                }
            }
            _ => {}
        }
    }
}

fn check_contents<B>(
    connection: &Connection,
    promises: &Promises,
    worst: &mut Worst,
    watch: &mut Watch<'_, B>,
) -> Result<(), Stop<B>> {
    let mut statement = connection.prepare("SELECT bytes FROM content WHERE sha256 = ?1")?;
    for (sha256, sequence) in &promises.contents {
        let Some(sequence) = *sequence else { continue };
        let mut size = 0;
        let read = |row: &Row<'_>| {
            let value = row.get_ref(0)?;
            let bytes = value.as_bytes();
            size = bytes.as_ref().map_or(0, |bytes| bytes.len());
            Ok(bytes.is_ok_and(|bytes| canonical::sha256_hex(bytes) == *sha256))
        };
        match statement.query_row([sha256], read).optional()? {
            None => worst.note(
                sequence,
                BadReason::ContentMissing {
                    sha256: sha256.clone(),
                },
            ),
            Some(false) => worst.note(
                sequence,
                BadReason::ContentChanged {
                    sha256: sha256.clone(),
                },
            ),
            Some(true) => {}
        }
        watch.hashed(size)?;
    }
    Ok(())
}

fn check_documents<B>(
    connection: &Connection,
    promises: &Promises,
    worst: &mut Worst,
    watch: &mut Watch<'_, B>,
) -> Result<(), Stop<B>> {
    for (id, import) in &promises.documents {
        let mut size = 0;
        let hashes = document::load_document(connection, id).and_then(|document| {
            size = document.lines.iter().map(|line| line.text.len()).sum();
            let chunks = document::load_chunks(connection, id)?;
            Ok((
                document::hash_document(&document)?,
                document::hash_chunks(&chunks)?,
            ))
        });
        match hashes {
            Ok(hashes)
                if hashes == (import.document_sha256.clone(), import.chunks_sha256.clone()) => {}
            Err(VaultError::UnknownDocument { .. }) => {
                worst.note(
                    import.sequence,
                    BadReason::DocumentMissing { id: id.clone() },
                );
            }
            // A row that cannot be read back is a changed row.
            _ => worst.note(
                import.sequence,
                BadReason::DocumentChanged { id: id.clone() },
            ),
        }
        watch.parsed(size)?;
    }
    let mut statement = connection.prepare("SELECT id FROM document ORDER BY id")?;
    for id in statement.query_map([], |row| row.get::<_, String>(0))? {
        let id = id?;
        // Only when all records fit: a document whose record is bad is known.
        if worst.is_none() && !promises.documents.contains_key(&id) {
            worst.note(0, BadReason::DocumentUnknown { id });
        }
    }
    Ok(())
}

/// Each cell's record must say that it is of this cell.
fn check_cells(
    connection: &Connection,
    promises: &Promises,
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut statement = connection
        .prepare("SELECT sequence, batch_id, ordinal FROM batch_cell ORDER BY batch_id, ordinal")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (sequence, batch_id, ordinal): (i64, String, u32) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        if promises.cells.get(&sequence) != Some(&batch::place_of(&batch_id, ordinal)) {
            worst.note(sequence, BadReason::CellSwapped { batch_id, ordinal });
        }
    }
    Ok(())
}

/// The hash of the empty trail is always there.
fn check_noted(
    connection: &Connection,
    (records, hash): (u64, &str),
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let mut statement = connection.prepare("SELECT 1 FROM record WHERE hash = ?1")?;
    if hash != NO_HASH && !statement.exists([hash])? {
        worst.note(
            i64::try_from(records).unwrap_or(i64::MAX),
            BadReason::NotAsNoted,
        );
    }
    Ok(())
}

/// The trail must have the checkpoint's records, and no others up to there.
fn check_checkpoint(
    connection: &Connection,
    (records, checkpoint): (u64, &Checkpoint),
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let size = checkpoint.size;
    let place = |sequence: u64| i64::try_from(sequence).unwrap_or(i64::MAX);
    if records < size {
        worst.note(place(records + 1), BadReason::CutOff { size });
        return Ok(());
    }
    let root = match prove::find_root(connection, size) {
        Err(VaultError::TreeBroken { .. }) => None,
        root => root?,
    };
    if root != Some(checkpoint.root) {
        worst.note(place(size), BadReason::NotAsCheckpointed { size });
    }
    Ok(())
}

fn read_found(row: &Row<'_>) -> Result<Found, VaultError> {
    let text = |index: usize| -> Option<String> { row.get(index).ok() };
    let fields = || {
        Some(Fields {
            id: text(1)?,
            kind: text(2)?,
            time: text(3)?,
            body: text(4)?,
            previous_hash: text(5)?,
            hash: text(6)?,
        })
    };
    Ok(Found {
        sequence: row.get(0)?,
        fields: fields(),
    })
}
