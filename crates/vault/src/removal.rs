//! Removing a document: from lists and search, or for good.

use std::collections::BTreeSet;

use rusqlite::{Transaction, TransactionBehavior};
use serde_json::json;

use crate::audit::{self, RecordId};
use crate::canonical;
use crate::document;
use crate::error::VaultError;
use crate::ledger::Ledger;
use crate::older_copy;
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
    /// [`VaultError::UnknownDocument`]; [`VaultError::Locked`] when another
    /// process is reading or writing for longer than [`crate::BUSY_TIMEOUT`]:
    /// nothing was changed then. [`VaultError::NotOverwritten`] when one began
    /// to read while the document was being erased.
    pub fn remove(
        &mut self,
        id: &str,
        removal: Removal,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        if removal == Removal::KeepSource {
            return self.put_away(id, now);
        }
        // Before, so that whoever reads an older state is met with nothing
        // changed yet: what he reads could not be overwritten.
        self.empty_log()?;
        let record = self.erase(id, now)?;
        self.empty_log().map_err(|error| match error {
            VaultError::Locked => VaultError::NotOverwritten,
            error => error,
        })?;
        older_copy::delete(&self.connection)?;
        Ok(record)
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
             WHERE kind IN ('import', 'erase') ORDER BY sequence",
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
        document::delete_document(&transaction, id)?;
        let body = json!({ "document_id": id });
        let (record, _) = audit::append_in(&transaction, audit::KIND_REMOVE, &body, now)?;
        transaction.commit()?;
        Ok(record)
    }

    fn erase(&mut self, id: &str, now: &str) -> Result<RecordId, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let ledger = Ledger::read(&transaction)?;
        let is_stored = document::is_stored(&transaction, id)?;
        if ledger.about(id).is_empty() && !is_stored {
            return Err(VaultError::UnknownDocument { id: id.to_owned() });
        }
        if is_stored {
            document::delete_document(&transaction, id)?;
        }
        let erased = erase_contents(&transaction, &ledger, id)?;
        // The index keeps words of deleted rows in its inner nodes; built
        // anew, it holds words of stored documents only.
        transaction.execute(
            "INSERT INTO chunk_index (chunk_index) VALUES ('rebuild')",
            [],
        )?;
        let body = json!({ "document_id": id, "erased": erased });
        let (record, _) = audit::append_in(&transaction, audit::KIND_ERASE, &body, now)?;
        transaction.commit()?;
        Ok(record)
    }

    /// Moves the write-ahead log into the file and cuts it to nothing, so that
    /// erased bytes do not live on there.
    fn empty_log(&self) -> Result<(), VaultError> {
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

/// Deletes what the records about a document hold, but for bytes that other
/// records hold too; returns the SHA-256 of what was deleted, in order.
fn erase_contents(
    transaction: &Transaction<'_>,
    ledger: &Ledger,
    id: &str,
) -> Result<Vec<String>, VaultError> {
    let mut let_go = transaction.prepare("DELETE FROM content_use WHERE sequence = ?1")?;
    for sequence in ledger.about(id) {
        let_go.execute([sequence])?;
    }
    transaction.execute("DELETE FROM document_use WHERE document_id = ?1", [id])?;
    // Nobody else holds these, whatever the table says.
    let mut disown = transaction.prepare("DELETE FROM content_use WHERE sha256 = ?1")?;
    let mut delete = transaction.prepare("DELETE FROM content WHERE sha256 = ?1")?;
    let mut erased = Vec::new();
    for sha256 in ledger.only_about(id) {
        let sha256 = canonical::hex(&sha256);
        disown.execute([&sha256])?;
        delete.execute([&sha256])?;
        erased.push(sha256);
    }
    Ok(erased)
}
