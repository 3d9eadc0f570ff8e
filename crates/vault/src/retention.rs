//! Periods of retention: how long documents and answers are kept, which are past that, and erasing
//! these when somebody asks for it. Nothing is erased by itself.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use serde_json::json;
use time::format_description::well_known::Rfc3339;
use time::{Date, OffsetDateTime};

use crate::audit::{self, KIND_ANSWER, KIND_ERASE, KIND_IMPORT, KIND_RETENTION, RecordId};
use crate::error::VaultError;
use crate::ledger::Ledger;
use crate::legal_hold;
use crate::period::Period;
use crate::removal::Eraser;
use crate::subject::Subject;
use crate::vault::Vault;

/// Why a tombstone was written, where a period was over.
const BECAUSE: &str = "retention";

/// How long things are kept. None: for good.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// Documents, from the day of their import on.
    pub documents: Option<Period>,
    /// Answers, from the day they were given on.
    pub answers: Option<Period>,
}

/// What is past its period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Due {
    /// What.
    pub subject: Subject,
    /// Title of a document that is in the list.
    pub title: Option<String>,
    /// The day from which the period ran: `2026-01-31`.
    pub since: String,
    /// The last day of its period.
    pub kept_until: String,
    /// Id of the record of a hold that keeps it.
    pub held_by: Option<String>,
}

/// What [`Vault::apply_retention`] did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Applied {
    /// What was erased.
    pub erased: Vec<Due>,
    /// What is past its period, and held.
    pub held: Vec<Due>,
}

impl Vault {
    /// How long things are kept, as it was set last.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn retention(&self) -> Result<Retention, VaultError> {
        read_set(&self.connection)
    }

    /// Sets how long things are kept. A record says so; there is none where nothing changes. What
    /// is past a period then is not erased before [`Vault::apply_retention`].
    ///
    /// # Errors
    ///
    /// [`VaultError::Locked`], [`VaultError::DiskFull`].
    pub fn set_retention(
        &mut self,
        retention: Retention,
        now: &str,
    ) -> Result<Option<RecordId>, VaultError> {
        if self.retention()? == retention {
            return Ok(None);
        }
        let text = |period: Option<Period>| period.map(|period| period.to_string());
        let body = json!({
            "documents": text(retention.documents), "answers": text(retention.answers),
        });
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let (id, _) = audit::append_in(&transaction, KIND_RETENTION, &body, now)?;
        transaction.commit()?;
        Ok(Some(id))
    }

    /// What is past its period at a time (RFC 3339), documents first, each in the order in which
    /// it came. Documents that were removed with their source kept are among them.
    ///
    /// # Errors
    ///
    /// [`VaultError::InvalidInput`] for what is no time; [`VaultError::Damaged`],
    /// [`VaultError::Disk`].
    pub fn due(&self, now: &str) -> Result<Vec<Due>, VaultError> {
        // One read transaction, so that all of it is of one moment.
        let transaction = self.connection.unchecked_transaction()?;
        let ledger = Ledger::read(&transaction)?;
        find_due(&transaction, &ledger, now)
    }

    /// Erases what is past its period and not held, as [`Vault::remove`] and
    /// [`Vault::erase_answer`] do, all or nothing, with a tombstone for each.
    ///
    /// # Errors
    ///
    /// As [`Vault::due`]; [`VaultError::Locked`] and [`VaultError::NotOverwritten`] as
    /// [`Vault::remove`].
    pub fn apply_retention(&mut self, now: &str) -> Result<Applied, VaultError> {
        let (held, erased): (Vec<Due>, Vec<Due>) = self
            .due(now)?
            .into_iter()
            .partition(|due| due.held_by.is_some());
        if erased.is_empty() {
            return Ok(Applied { erased, held });
        }
        let done = self.overwriting(|eraser| erase_due(eraser, None, now))?;
        Ok(done.unwrap_or_default())
    }

    /// As [`Vault::apply_retention`], where what is past its period and not held is exactly what
    /// somebody confirmed, in any order. Where it is anything else by now, nothing is erased, and
    /// there is none.
    ///
    /// # Errors
    ///
    /// As [`Vault::apply_retention`].
    pub fn apply_retention_to(
        &mut self,
        confirmed: &[Subject],
        now: &str,
    ) -> Result<Option<Applied>, VaultError> {
        let (held, free): (Vec<Due>, Vec<Due>) = self
            .due(now)?
            .into_iter()
            .partition(|due| due.held_by.is_some());
        if !are(&free, confirmed) {
            return Ok(None);
        }
        if free.is_empty() {
            let erased = free;
            return Ok(Some(Applied { erased, held }));
        }
        self.overwriting(|eraser| erase_due(eraser, Some(confirmed), now))
    }
}

fn are(due: &[Due], confirmed: &[Subject]) -> bool {
    let due: BTreeSet<&Subject> = due.iter().map(|one| &one.subject).collect();
    due == confirmed.iter().collect()
}

/// Looks again, now that nobody else can write; none where it is not what was confirmed.
fn erase_due(
    within: &mut Eraser<'_>,
    confirmed: Option<&[Subject]>,
    now: &str,
) -> Result<Option<Applied>, VaultError> {
    let due = find_due(within.connection(), &within.ledger, now)?;
    let (held, erased): (Vec<Due>, Vec<Due>) =
        due.into_iter().partition(|due| due.held_by.is_some());
    if confirmed.is_some_and(|confirmed| !are(&erased, confirmed)) {
        return Ok(None);
    }
    let mut has_documents = false;
    for due in &erased {
        match &due.subject {
            Subject::Document(id) => {
                within.document(id, Some(BECAUSE), now)?;
                has_documents = true;
            }
            Subject::Answer(id) => match within.answer(id, Some(BECAUSE), now) {
                // It went with a document before it.
                Err(VaultError::UnknownRecord { .. }) => {}
                done => drop(done?),
            },
        }
    }
    if has_documents {
        within.rebuild_index()?;
    }
    Ok(Some(Applied { erased, held }))
}

fn read_set(connection: &Connection) -> Result<Retention, VaultError> {
    let set: Option<(Option<String>, Option<String>)> = connection
        .query_row(
            "SELECT json_extract(body, '$.documents'), json_extract(body, '$.answers') FROM record
             WHERE kind = ?1 ORDER BY sequence DESC LIMIT 1",
            [KIND_RETENTION],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    let (documents, answers) = set.unwrap_or_default();
    let period = |text: Option<String>| text.map(|text| text.parse()).transpose();
    Ok(Retention {
        documents: period(documents)?,
        answers: period(answers)?,
    })
}

fn find_due(connection: &Connection, ledger: &Ledger, now: &str) -> Result<Vec<Due>, VaultError> {
    let set = read_set(connection)?;
    let today = day_of(now).ok_or_else(|| VaultError::invalid("the time is not RFC 3339"))?;
    let mut due = Vec::new();
    if let Some(period) = set.documents {
        add_documents(connection, (ledger, period, today), &mut due)?;
    }
    if let Some(period) = set.answers {
        add_answers(connection, (ledger, period, today), &mut due)?;
    }
    Ok(due)
}

fn add_documents(
    connection: &Connection,
    (ledger, period, today): (&Ledger, Period, Date),
    due: &mut Vec<Due>,
) -> Result<(), VaultError> {
    let mut title = connection.prepare("SELECT title FROM document WHERE id = ?1")?;
    for (_, id, time) in imported(connection)? {
        let Some((since, kept_until)) = past(&time, period, today) else {
            continue;
        };
        let hold = ledger.over_words_of(&id);
        due.push(Due {
            title: title.query_row([&id], |row| row.get(0)).optional()?,
            held_by: hold_id(connection, hold.map(|(sequence, _)| sequence))?,
            subject: Subject::Document(id),
            since,
            kept_until,
        });
    }
    Ok(())
}

fn add_answers(
    connection: &Connection,
    (ledger, period, today): (&Ledger, Period, Date),
    due: &mut Vec<Due>,
) -> Result<(), VaultError> {
    let mut statement = connection
        .prepare("SELECT sequence, id, time FROM record WHERE kind = ?1 ORDER BY sequence")?;
    let mut rows = statement.query([KIND_ANSWER])?;
    while let Some(row) = rows.next()? {
        let (sequence, id, time): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let holding = ledger.holdings.get(&sequence);
        let is_kept = holding.is_some_and(|holding| !holding.contents.is_empty());
        let Some((since, kept_until)) = past(&time, period, today).filter(|_| is_kept) else {
            continue;
        };
        let hold = ledger.holds.over_answer(&id, ledger.documents_of(sequence));
        due.push(Due {
            title: None,
            held_by: hold_id(connection, hold.map(|(sequence, _)| sequence))?,
            subject: Subject::Answer(id),
            since,
            kept_until,
        });
    }
    Ok(())
}

/// The documents that are kept, by their first import since they were erased last, if ever: that
/// they were read anew later makes them no younger. With sequence and time, in that order.
fn imported(connection: &Connection) -> Result<Vec<(i64, String, String)>, VaultError> {
    let mut first: BTreeMap<String, (i64, String)> = BTreeMap::new();
    let mut statement = connection.prepare(
        "SELECT sequence, kind, time, json_extract(body, '$.document_id') FROM record
         WHERE kind IN (?1, ?2) AND json_extract(body, '$.document_id') IS NOT NULL
         ORDER BY sequence",
    )?;
    let mut rows = statement.query([KIND_IMPORT, KIND_ERASE])?;
    while let Some(row) = rows.next()? {
        let (kind, id): (String, String) = (row.get(1)?, row.get(3)?);
        if kind == KIND_ERASE {
            first.remove(&id);
        } else {
            let import = (row.get(0)?, row.get(2)?);
            first.entry(id).or_insert(import);
        }
    }
    let kept = first.into_iter();
    let mut kept: Vec<_> = kept
        .map(|(id, (sequence, time))| (sequence, id, time))
        .collect();
    kept.sort_unstable();
    Ok(kept)
}

/// First and last day of a period, where that is over.
fn past(time: &str, period: Period, today: Date) -> Option<(String, String)> {
    let since = day_of(time)?;
    let kept_until = period.end_after(since)?;
    (kept_until < today).then(|| (since.to_string(), kept_until.to_string()))
}

fn day_of(time: &str) -> Option<Date> {
    let parsed = OffsetDateTime::parse(time, &Rfc3339).ok()?;
    Some(parsed.date())
}

fn hold_id(connection: &Connection, hold: Option<i64>) -> Result<Option<String>, VaultError> {
    hold.map(|sequence| legal_hold::id_of(connection, sequence))
        .transpose()
}
