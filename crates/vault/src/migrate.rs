//! The record of a migration, and those that bind what an older format left
//! unbound: which documents the answers of that time are about, what is said
//! of documents, and their vectors. It is taken as it is found; from then on
//! it cannot be changed unseen.

use std::collections::BTreeMap;

use rusqlite::{Connection, Transaction};
use serde_json::{Map, Value, json};

use crate::audit::{self, KIND_MIGRATE};
use crate::error::VaultError;
use crate::ledger::{DOCUMENTS, LET_GO, Ledger};
use crate::{said, vector};

/// The format from which on records bind these.
pub(crate) const BOUND_FORMAT: i64 = 6;

/// Records that a file was led from one format to another, inside the caller's
/// transaction, in which the tables have the new format already.
pub(crate) fn record(
    transaction: &Transaction<'_>,
    (from, to): (i64, i64),
    now: &str,
) -> Result<(), VaultError> {
    let mut body = Map::new();
    body.insert("from".to_owned(), json!(from));
    body.insert("to".to_owned(), json!(to));
    if from < BOUND_FORMAT {
        let ledger = Ledger::read(transaction)?;
        body.insert(
            DOCUMENTS.to_owned(),
            json!(unsaid_documents(transaction, &ledger)?),
        );
        body.insert(LET_GO.to_owned(), json!(let_go(transaction, &ledger)?));
    }
    audit::append_in(transaction, KIND_MIGRATE, &Value::Object(body), now)?;
    if from < BOUND_FORMAT {
        for id in described(transaction)? {
            said::describe(transaction, &id, true, now)?;
        }
        vector::adopt(transaction, now)?;
    }
    Ok(())
}

/// The answers that do not say which documents they are about, by document.
fn unsaid_documents(
    connection: &Connection,
    ledger: &Ledger,
) -> Result<BTreeMap<String, Vec<i64>>, VaultError> {
    let mut documents: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let mut statement = connection
        .prepare("SELECT document_id, sequence FROM document_use ORDER BY document_id, sequence")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, sequence): (String, i64) = (row.get(0)?, row.get(1)?);
        let holding = ledger.holdings.get(&sequence);
        if holding.is_some_and(|holding| !holding.is_known) {
            documents.entry(id).or_default().push(sequence);
        }
    }
    Ok(documents)
}

/// The answers whose contents were erased with a document that they do not
/// name.
fn let_go(connection: &Connection, ledger: &Ledger) -> Result<Vec<i64>, VaultError> {
    let mut statement = connection.prepare("SELECT 1 FROM content_use WHERE sequence = ?1")?;
    let mut gone = Vec::new();
    for (sequence, holding) in &ledger.holdings {
        let may_be_gone = !holding.is_known && !holding.contents.is_empty();
        if may_be_gone && !statement.exists([sequence])? {
            gone.push(*sequence);
        }
    }
    Ok(gone)
}

/// The documents of which something is said.
fn described(connection: &Connection) -> Result<Vec<String>, VaultError> {
    let mut statement = connection.prepare(
        "SELECT document_id FROM document_event UNION SELECT document_id FROM document_metadata ORDER BY 1",
    )?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
