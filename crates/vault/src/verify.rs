//! Verification: does everything that was recorded still stand as it was?
//!
//! One pass over the records recomputes every hash and link and takes down
//! what the records say of the other tables ([`Ledger`]); then these are
//! compared, table by table, and the file itself is looked at. The bad thing
//! with the lowest sequence is reported: from there on nothing is proven. What
//! belongs to no record is reported beside it.
//!
//! It can be watched and broken off ([`Vault::verify_watched`]). It reads and
//! writes nothing, so there is nothing to undo.

mod derived;
mod documents;
mod file;
mod finding;
mod index;
mod nodes;
mod reviews;
mod room;
mod watch;

use std::convert::Infallible;
use std::ops::ControlFlow;

use rusqlite::{Connection, Row};
use serde::Serialize;
use serde_json::Value;

use crate::audit::{self, ID_LENGTH, NO_HASH};
use crate::checkpoint::Checkpoint;
use crate::error::VaultError;
use crate::ledger::Ledger;
use crate::merkle;
use crate::vault::Vault;
use crate::{canonical, prove, schema};

pub use finding::{BadReason, BadRecord, FileDamage};
pub use watch::OnWork;

use finding::Worst;
use room::Room;
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
    /// What is wrong with the file and is of no one record.
    pub file_damages: Vec<FileDamage>,
    /// Records, from the first, of which only they themselves were looked at: what they bind, the
    /// search index and the file's structure were verified before, says who asked
    /// ([`Expected::verified`]). 0: everything was looked at.
    pub not_looked_at: u64,
    /// The format of the file. Before format 6 no record binds what is said of
    /// documents, their vectors, and which documents an answer is about: these
    /// were not compared then.
    pub format: i64,
}

impl Verification {
    /// Whether nothing at all was found.
    pub fn is_sound(&self) -> bool {
        self.first_bad.is_none() && self.schema_changes.is_empty() && self.file_damages.is_empty()
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

/// What was kept elsewhere, and must still hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expected<'a> {
    /// A [`Verification::head_hash`]: some record must have it.
    pub head: Option<&'a str>,
    /// Checkpoints: the trail must begin with their records. Whose they are,
    /// and whether they are signed, is for the caller to check.
    pub checkpoints: &'a [Checkpoint],
    /// How many records, from the first, were verified before with all that they bind: the contents
    /// of these, documents of which nothing was recorded since, the search index and the file's
    /// structure are not looked at again. The records themselves are, all of them, so that these are
    /// the ones of then where a checkpoint of so many is among [`Expected::checkpoints`].
    pub verified: u64,
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
        let found = self.check_one_state(expected, on_work);
        // Read without a lock: what was seen may be half of two states.
        if self.was_written_to() {
            return Err(Stop::Failed(VaultError::Locked));
        }
        found
    }

    fn check_one_state<'a, B>(
        &self,
        expected: Expected<'_>,
        on_work: &'a mut OnWork<'a, B>,
    ) -> Result<Verification, Stop<B>> {
        let _room = Room::take(&self.connection, self.is_encrypted)?;
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
    let format = schema::read_format(connection)?;
    let mut worst = Worst::default();
    let mut ledger = Ledger::default();
    let (records, head_hash) =
        check_chain(connection, format, &mut worst, &mut ledger, &mut watch)?;
    for sequence in &ledger.breaches {
        worst.note(*sequence, BadReason::HeldErased);
    }
    let mut file_damages = Vec::new();
    let verified = i64::try_from(expected.verified.min(records)).unwrap_or(i64::MAX);
    documents::check_contents(connection, (&ledger, verified), &mut worst, &mut watch)?;
    documents::check(
        connection,
        (format, &ledger, verified),
        &mut worst,
        &mut watch,
    )?;
    derived::check(connection, (format, &ledger), &mut worst)?;
    if format >= reviews::FORMAT {
        reviews::check(connection, &mut worst)?;
    }
    if format >= schema::TREE_FORMAT {
        nodes::check(connection, &mut worst)?;
    }
    if let Some(hash) = expected.head {
        check_noted(connection, (records, hash), &mut worst)?;
    }
    for checkpoint in expected.checkpoints {
        check_checkpoint(connection, (records, checkpoint), &mut worst)?;
    }
    if worst.is_none() {
        // Where a record is bad, what it holds is unknown, and that is no news.
        documents::find_unknown_contents(connection, &ledger, &mut file_damages)?;
    }
    let schema_changes = schema::find_schema_changes(connection, format)?;
    file::check(connection, format, &mut file_damages)?;
    if verified == 0 {
        file::check_structure(connection, &mut file_damages, &mut watch)?;
        index::check(connection, &mut file_damages, &mut watch)?;
    }
    Ok(Verification {
        records,
        first_bad: worst.into_record(),
        head_hash,
        schema_changes,
        file_damages,
        not_looked_at: verified.unsigned_abs(),
        format,
    })
}

/// Walks the records in order; returns how many there are and the last hash.
fn check_chain<B>(
    connection: &Connection,
    format: i64,
    worst: &mut Worst,
    ledger: &mut Ledger,
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
        let body = check_record(&found, &previous, worst)?;
        if let (Some((body, leaf)), Some(fields)) = (&body, &found.fields) {
            if format >= schema::TREE_FORMAT && !nodes::has_leaf(connection, found.sequence, leaf)?
            {
                worst.note(found.sequence, BadReason::NotInTree);
            }
            derived::check_answer(connection, found.sequence, (&fields.kind, body), worst)?;
            // Also after a bad record: later tombstones explain earlier gaps.
            ledger.take(found.sequence, &fields.kind, &fields.time, body);
        }
        previous = found
            .fields
            .as_ref()
            .map_or_else(String::new, |fields| fields.hash.clone());
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

/// Checks one record by itself and as the one after `previous`; returns what
/// it says and the leaf that the tree must have for it.
fn check_record(
    found: &Found,
    previous: &str,
    worst: &mut Worst,
) -> Result<Option<(Value, merkle::Hash)>, VaultError> {
    let sequence = found.sequence;
    let Some(fields) = &found.fields else {
        worst.note(sequence, BadReason::Unreadable);
        return Ok(None);
    };
    let Ok(body) = serde_json::from_str::<Value>(&fields.body) else {
        worst.note(sequence, BadReason::Unreadable);
        return Ok(None);
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
    }
    Ok(Some((body, merkle::hash_leaf(hashed.as_bytes()))))
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
