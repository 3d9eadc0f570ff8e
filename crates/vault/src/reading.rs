//! Stored readings against what their import recorded.
//!
//! Lines and chunks stand in tables that are not part of the chain, so that somebody with
//! the file could write other words into them and have them cited. The record of an import
//! holds hashes of both. Before a document is answered from, they are compared.

use std::collections::BTreeSet;

use evidence::Document;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use serde_json::{Value, json};

use crate::audit::{self, KIND_IMPORT, Record};
use crate::document::{self, ChunkRow};
use crate::error::VaultError;
use crate::said::Said;
use crate::vault::{Compared, Vault};

impl Vault {
    /// Whether lines, pages, tables and chunks of a document are those that its import
    /// recorded. Each document is read and hashed once until another program writes into
    /// the file.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::Disk`].
    pub fn is_as_imported(&mut self, id: &str) -> Result<bool, VaultError> {
        let version = self
            .connection
            .query_row("PRAGMA data_version", [], |row| row.get(0))?;
        if version != self.compared.version {
            self.compared = Compared {
                version,
                documents: BTreeSet::new(),
            };
        }
        if self.compared.documents.contains(id) {
            return Ok(true);
        }
        let is_same = compare(&self.connection, id)?;
        if is_same {
            self.compared.documents.insert(id.to_owned());
        }
        Ok(is_same)
    }

    /// Puts a new reading of the same bytes in place of the stored one, with an `import`
    /// record that says so (`renewed`), in one transaction. The date that a person or a
    /// mail gave the document stays; the search index is built anew, and vectors of the old
    /// chunks go.
    ///
    /// # Errors
    ///
    /// As [`Vault::import`]; [`VaultError::UnknownDocument`].
    pub fn renew(
        &mut self,
        document: &Document,
        chunks: &[ChunkRow],
        source: &[u8],
        now: &str,
    ) -> Result<(), VaultError> {
        document::check_document(document, chunks, source)?;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        if !document::is_stored(&transaction, &document.id)? {
            return Err(VaultError::UnknownDocument {
                id: document.id.clone(),
            });
        }
        let said = Said::read(&transaction, &document.id)?;
        document::delete_document(&transaction, &document.id)?;
        let stored = (document, chunks, source);
        let mut body = document::store(&transaction, stored, &said, now)?;
        // What was deleted from the index were the words that stood in the table, and
        // these may not be those that the index holds.
        transaction.execute(
            "INSERT INTO chunk_index (chunk_index) VALUES ('rebuild')",
            [],
        )?;
        if let Some(body) = body.as_object_mut() {
            audit::add_member(body, "renewed", json!(true))?;
        }
        document::record_import(&transaction, document, &body, now)?;
        transaction.commit()?;
        Ok(())
    }
}

fn compare(connection: &Connection, id: &str) -> Result<bool, VaultError> {
    let Some(record) = last_import(connection, id)? else {
        return Ok(false);
    };
    let reading = document::load_document(connection, id)
        .and_then(|document| Ok((document, document::load_chunks(connection, id)?)));
    let (document, chunks) = match reading {
        Ok(reading) => reading,
        Err(error @ VaultError::UnknownDocument { .. }) => return Err(error),
        // A row that cannot be read back is a changed row.
        Err(_) => return Ok(false),
    };
    let recorded = |name: &str| record.body.get(name).and_then(Value::as_str);
    Ok(
        recorded("document_sha256") == Some(&document::hash_document(&document)?)
            && recorded("chunks_sha256") == Some(&document::hash_chunks(&chunks)?),
    )
}

/// The record of the document's last import; none where there is none that has its own
/// hash.
fn last_import(connection: &Connection, id: &str) -> Result<Option<Record>, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT sequence, id, kind, time, body, previous_hash, hash FROM record
         WHERE kind = ?1 AND sequence IN (SELECT sequence FROM document_use WHERE document_id = ?2)
         ORDER BY sequence DESC LIMIT 1",
    )?;
    let record = statement
        .query_row([KIND_IMPORT, id], audit::read_record)
        .optional()?;
    let Some(record) = record else {
        return Ok(None);
    };
    let hash = audit::hash_record(
        i64::try_from(record.sequence).unwrap_or(i64::MAX),
        &record.kind,
        &record.time,
        &record.body,
        &record.previous_hash,
    )?;
    let is_of_document = record.body.get("document_id").and_then(Value::as_str) == Some(id);
    Ok((hash == record.hash && is_of_document).then_some(record))
}
