//! Marks of documents: in which collections they are, under which other names their bytes
//! were found, and which words a person gave them.
//!
//! A mark is metadata under a key of the program's own ([`Mark`]). So each change is a `describe`
//! record, verification compares marks with the records as it does with all that is said of
//! documents, and erasing a document erases them.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Transaction, TransactionBehavior};

use crate::audit::{KIND_DESCRIBE, KIND_IMPORT, RecordFilter, RecordId};
use crate::canonical;
use crate::error::VaultError;
use crate::ledger::{self, SAID};
use crate::mark_kind::{Mark, SET};
use crate::said::{MAX_METADATA_BYTES, Said, change_in, change_metadata};
use crate::vault::Vault;

/// What changes in the marks of one document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarkChange {
    /// The document.
    pub document_id: String,
    /// Marks that it gets.
    pub set: Vec<(Mark, String)>,
    /// Marks that it loses.
    pub clear: Vec<(Mark, String)>,
}

impl Vault {
    /// Changes marks of documents: all of them or, where one cannot be, none. A document that
    /// changes has a `describe` record; how many these are is returned.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::InvalidInput`] for a name that is empty or
    /// too long to be kept.
    pub fn change_marks(
        &mut self,
        changes: &[MarkChange],
        now: &str,
    ) -> Result<Vec<RecordId>, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut records = Vec::new();
        for change in changes {
            let id = &change.document_id;
            records.extend(change_in(&transaction, id, now, |transaction| {
                apply(transaction, change)
            })?);
        }
        transaction.commit()?;
        Ok(records)
    }

    /// Says something of a document ([`Vault::set_metadata`]) and changes its marks: both or, where
    /// one cannot be, neither. One `describe` record says so; there is none where nothing changes.
    ///
    /// # Errors
    ///
    /// As [`Vault::set_metadata`] and [`Vault::change_marks`].
    pub fn say_and_mark(
        &mut self,
        said: &BTreeMap<String, Option<String>>,
        change: &MarkChange,
        now: &str,
    ) -> Result<Option<RecordId>, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let id = &change.document_id;
        let record = change_in(&transaction, id, now, |transaction| {
            change_metadata(transaction, id, said)?;
            apply(transaction, change)
        })?;
        transaction.commit()?;
        Ok(record)
    }

    /// Names of the marks of this kind that a document has, sorted.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn marks_of(&self, id: &str, mark: Mark) -> Result<Vec<String>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT key FROM document_metadata WHERE document_id = ?1 ORDER BY key",
        )?;
        let keys: Vec<String> = statement
            .query_map([id], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let named = keys.iter().filter_map(|key| Mark::of_key(key));
        let of_kind = named.filter(|(kind, _)| *kind == mark);
        Ok(of_kind.map(|(_, name)| name.to_owned()).collect())
    }

    /// Whether a document has this mark, or had it and lost it again: what its records say that was
    /// once said of it.
    ///
    /// # Errors
    ///
    /// [`VaultError::Database`] where a record cannot be read, [`VaultError::Damaged`],
    /// [`VaultError::Disk`].
    pub fn was_ever_marked(&self, id: &str, mark: Mark, name: &str) -> Result<bool, VaultError> {
        let key = mark.key(name);
        for kind in [KIND_IMPORT, KIND_DESCRIBE] {
            let filter = RecordFilter {
                kind: Some(kind.into()),
                document_id: Some(id.into()),
                ..RecordFilter::default()
            };
            for record in self.records(&filter, u32::MAX)? {
                let kept = ledger::content_of(&record.body, SAID);
                let kept = kept.map(|sha256| self.content(&canonical::hex(&sha256)));
                let bytes = kept.transpose()?.flatten();
                let said = bytes.and_then(|bytes| Said::of_content(&bytes));
                if said.is_some_and(|said| said.metadata.contains_key(&key)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The documents that have marks of this kind, by the marks' names.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn marked(&self, mark: Mark) -> Result<BTreeMap<String, BTreeSet<String>>, VaultError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT key, document_id FROM document_metadata")?;
        let rows: Vec<(String, String)> = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let mut marked: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (key, id) in rows {
            if let Some((kind, name)) = Mark::of_key(&key)
                && kind == mark
            {
                marked.entry(name.to_owned()).or_default().insert(id);
            }
        }
        Ok(marked)
    }
}

fn apply(transaction: &Transaction<'_>, change: &MarkChange) -> Result<(), VaultError> {
    let id = change.document_id.as_str();
    for (mark, name) in &change.clear {
        let sql = "DELETE FROM document_metadata WHERE document_id = ?1 AND key = ?2";
        transaction.execute(sql, [id, &mark.key(name)])?;
    }
    for (mark, name) in &change.set {
        let key = mark.key(name);
        if name.trim().is_empty() || key.len() > MAX_METADATA_BYTES {
            return Err(VaultError::invalid("a mark's name cannot be kept"));
        }
        let sql = "INSERT INTO document_metadata (document_id, key, value) VALUES (?1, ?2, ?3)
                   ON CONFLICT (document_id, key) DO NOTHING";
        transaction.execute(sql, [id, &key, SET])?;
    }
    Ok(())
}
