//! Removing a document: from lists and search, or for good.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde_json::{Value, json};

use crate::audit::{self, RecordId};
use crate::canonical::{self, Sha};
use crate::document;
use crate::error::VaultError;
use crate::held::Holds;
use crate::key_list;
use crate::ledger::{BECAUSE, KEY_DESTROYED, Ledger};
use crate::legal_hold;
use crate::older_copy;
use crate::subject::{ANSWER, Subject};
use crate::vault::Vault;

/// What happens to a document's bytes when it is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// The document leaves the list and the search. Its source bytes and the
    /// prompts and answers about it stay, so that its answers can be replayed.
    KeepSource,
    /// The source bytes, the lines, and every prompt, draft and answer that
    /// may hold its text are overwritten in the file. Records stay, a
    /// tombstone says what was erased, and the chain still verifies.
    Erase,
}

impl Vault {
    /// Removes a document; see [`Removal`]. Returns the id of the record that
    /// says so.
    ///
    /// [`Removal::Erase`] also works on a document that was removed before
    /// with its source kept. What it takes along is what the records say, and
    /// not what the tables beside them do. The copies that were made before the
    /// file was led to a newer format are deleted. Other copies of the file, and
    /// blocks a disk keeps of overwritten ones, are out of the vault's reach.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::Held`] while a hold is over it, and, where it
    /// would be erased, over an answer or another document whose words would go with it;
    /// [`VaultError::Locked`] when another
    /// process is reading or writing for longer than [`crate::BUSY_TIMEOUT`]:
    /// nothing was changed then. [`VaultError::NotOverwritten`] when one began
    /// to read while the document was being erased, or the disk failed after that;
    /// [`VaultError::KeysStay`] where it was erased and a key file could not be written anew.
    pub fn remove(
        &mut self,
        id: &str,
        removal: Removal,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        if removal == Removal::KeepSource {
            return self.put_away(id, now);
        }
        self.overwriting(|eraser| {
            let record = eraser.document(id, None, now)?;
            eraser.rebuild_index()?;
            Ok(record)
        })
    }

    /// Overwrites what the record of an answer holds, and what people said of it: question, prompt,
    /// draft and answer. The record stays, a tombstone says what was erased, and the documents that
    /// it is about are as they were.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownRecord`] for what is no answer or was erased; [`VaultError::Held`] while
    /// a hold is over it or a document that it is about; [`VaultError::Locked`] and
    /// [`VaultError::NotOverwritten`] as [`Vault::remove`].
    pub fn erase_answer(&mut self, id: &str, now: &str) -> Result<RecordId, VaultError> {
        self.overwriting(|eraser| eraser.answer(id, None, now))
    }

    /// Erases in one transaction, with the log emptied before and after.
    pub(crate) fn overwriting<T>(
        &mut self,
        erase: impl FnOnce(&mut Eraser<'_>) -> Result<T, VaultError>,
    ) -> Result<T, VaultError> {
        // Before, so that whoever reads an older state is met with nothing
        // changed yet: what he reads could not be overwritten.
        self.empty_log()?;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = erase(&mut Eraser::begin(&transaction)?)?;
        transaction.commit()?;
        // It is erased and recorded: whatever fails from here on says so. Neither keeps the other
        // from being done.
        let emptied = self.empty_log();
        let deleted = older_copy::delete(&self.connection);
        let destroyed = key_list::destroy_keys(&self.connection);
        emptied
            .and(deleted)
            .map_err(|error| VaultError::NotOverwritten {
                reason: match error {
                    VaultError::Locked => "another program was reading at that moment".to_owned(),
                    error => error.to_string(),
                },
            })?;
        destroyed?;
        Ok(done)
    }

    /// The documents that were removed with their source kept, by id.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn removed_documents(&self) -> Result<BTreeSet<String>, VaultError> {
        let mut removed = BTreeSet::new();
        let mut statement = self.connection.prepare_cached(
            "SELECT kind, json_extract(body, '$.document_id') FROM record
             WHERE kind IN ('import', 'erase') AND json_extract(body, '$.document_id') IS NOT NULL
             ORDER BY sequence",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (kind, id): (String, String) = (row.get(0)?, row.get(1)?);
            if kind == audit::KIND_IMPORT {
                removed.insert(id);
            } else {
                removed.remove(&id);
            }
        }
        for stored in self.documents()? {
            removed.remove(&stored.id);
        }
        Ok(removed)
    }

    fn put_away(&mut self, id: &str, now: &str) -> Result<RecordId, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        if !document::is_stored(&transaction, id)? {
            return Err(VaultError::UnknownDocument { id: id.to_owned() });
        }
        let holds = Holds::read(&transaction)?;
        let subject = Subject::Document(id.to_owned());
        legal_hold::refuse(&transaction, subject, holds.over_document(id))?;
        document::delete_document(&transaction, id)?;
        let body = json!({ "document_id": id });
        let (record, _) = audit::append_in(&transaction, audit::KIND_REMOVE, &body, now)?;
        transaction.commit()?;
        Ok(record)
    }

    /// Moves the write-ahead log into the file and cuts it to nothing, so that
    /// erased bytes do not live on there.
    pub(crate) fn empty_log(&self) -> Result<(), VaultError> {
        let busy: i64 =
            self.connection
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if busy == 0 {
            Ok(())
        } else {
            Err(VaultError::Locked)
        }
    }
}

/// Erases within one transaction: several things after another, each with its tombstone.
pub(crate) struct Eraser<'t> {
    transaction: &'t Transaction<'t>,
    pub(crate) ledger: Ledger,
    holders: BTreeMap<Sha, usize>,
}

impl<'t> Eraser<'t> {
    pub(crate) fn begin(transaction: &'t Transaction<'t>) -> Result<Self, VaultError> {
        let ledger = Ledger::read(transaction)?;
        Ok(Self {
            transaction,
            holders: ledger.holders(),
            ledger,
        })
    }

    pub(crate) fn connection(&self) -> &Connection {
        self.transaction
    }

    /// Erases a document; `because` says why, where it was not asked for by itself.
    pub(crate) fn document(
        &mut self,
        id: &str,
        because: Option<&str>,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        let about = self.ledger.about(id);
        let is_stored = document::is_stored(self.transaction, id)?;
        if about.is_empty() && !is_stored {
            return Err(VaultError::UnknownDocument { id: id.to_owned() });
        }
        let subject = Subject::Document(id.to_owned());
        if because != Some(KEY_DESTROYED) {
            let hold = self.ledger.over_words_of(id);
            legal_hold::refuse(self.transaction, subject, hold)?;
        }
        if is_stored {
            document::delete_document(self.transaction, id)?;
        }
        let erased = self.contents(&about)?;
        self.transaction
            .execute("DELETE FROM document_use WHERE document_id = ?1", [id])?;
        let body = json!({ "document_id": id, "erased": erased });
        self.record(body, because, now)
    }

    /// Erases what the record of an answer holds.
    pub(crate) fn answer(
        &mut self,
        id: &str,
        because: Option<&str>,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        let answer = legal_hold::answer_sequence(self.transaction, id)?;
        let about = self.ledger.about_answer(id, answer);
        let holdings = about.iter().filter_map(|one| self.ledger.holdings.get(one));
        if holdings.clone().all(|one| one.contents.is_empty()) {
            return Err(VaultError::UnknownRecord { id: id.to_owned() });
        }
        if because != Some(KEY_DESTROYED) {
            let documents = self.ledger.documents_of(answer);
            let hold = self.ledger.holds.over_answer(id, documents);
            legal_hold::refuse(self.transaction, Subject::Answer(id.to_owned()), hold)?;
        }
        let erased = self.contents(&about)?;
        let body = json!({ "answer_id": id, ANSWER: answer, "erased": erased });
        self.record(body, because, now)
    }

    /// The index keeps words of deleted rows in its inner nodes; built anew, it
    /// holds words of stored documents only.
    pub(crate) fn rebuild_index(&self) -> Result<(), VaultError> {
        let sql = "INSERT INTO chunk_index (chunk_index) VALUES ('rebuild')";
        self.transaction.execute(sql, [])?;
        Ok(())
    }

    /// Deletes what records hold, but for bytes that other records hold too;
    /// returns the SHA-256 of what was deleted, in order.
    fn contents(&mut self, records: &BTreeSet<i64>) -> Result<Vec<String>, VaultError> {
        let only = self.ledger.only_of(records, &self.holders);
        let mut let_go = self
            .transaction
            .prepare_cached("DELETE FROM content_use WHERE sequence = ?1")?;
        for sequence in records {
            let_go.execute([sequence])?;
            let holding = self.ledger.holdings.get(sequence);
            for sha256 in holding.into_iter().flat_map(|one| &one.contents) {
                self.holders.entry(*sha256).and_modify(|count| *count -= 1);
            }
        }
        // Nobody else holds these, whatever the table says.
        let mut disown = self
            .transaction
            .prepare_cached("DELETE FROM content_use WHERE sha256 = ?1")?;
        let mut delete = self
            .transaction
            .prepare_cached("DELETE FROM content WHERE sha256 = ?1")?;
        let mut erased = Vec::new();
        for sha256 in only {
            let sha256 = canonical::hex(&sha256);
            disown.execute([&sha256])?;
            delete.execute([&sha256])?;
            erased.push(sha256);
        }
        Ok(erased)
    }

    fn record(
        &mut self,
        mut body: Value,
        because: Option<&str>,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        if let (Some(because), Some(members)) = (because, body.as_object_mut()) {
            members.insert(BECAUSE.to_owned(), json!(because));
        }
        let (id, sequence) = audit::append_in(self.transaction, audit::KIND_ERASE, &body, now)?;
        self.ledger.take(sequence, audit::KIND_ERASE, now, &body);
        Ok(id)
    }
}
