//! Contents and documents, compared with the records that brought them.

use std::collections::BTreeMap;

use evidence::Document;
use rusqlite::{Connection, OptionalExtension, Row};
use serde_json::Value;

use super::finding::{BadReason, FileDamage, Worst};
use super::watch::{Stop, Watch};
use crate::canonical::{self, Sha};
use crate::document::{self, ChunkRow};
use crate::error::VaultError;
use crate::ledger::{Imported, Ledger};
use crate::migrate::BOUND_FORMAT;
use crate::said::Said;
use crate::vector;

/// The bytes of every content that a record names, but for those that one of the records names
/// that were verified before.
pub(super) fn check_contents<B>(
    connection: &Connection,
    (ledger, verified): (&Ledger, i64),
    worst: &mut Worst,
    watch: &mut Watch<'_, B>,
) -> Result<(), Stop<B>> {
    let mut statement = connection.prepare("SELECT bytes FROM content WHERE sha256 = ?1")?;
    for (promised, sequence) in &ledger.contents {
        let Some(sequence) = sequence.filter(|sequence| *sequence > verified) else {
            continue;
        };
        let sha256 = canonical::hex(promised);
        let mut size = 0;
        let read = |row: &Row<'_>| {
            let value = row.get_ref(0)?;
            let bytes = value.as_bytes();
            size = bytes.as_ref().map_or(0, |bytes| bytes.len());
            Ok(bytes.is_ok_and(|bytes| canonical::sha256(bytes) == *promised))
        };
        match statement.query_row([&sha256], read).optional()? {
            None => worst.note(sequence, BadReason::ContentMissing { sha256 }),
            Some(false) => worst.note(sequence, BadReason::ContentChanged { sha256 }),
            Some(true) => {}
        }
        watch.hashed(size)?;
    }
    Ok(())
}

/// Contents that no record names, or that a record says were erased.
pub(super) fn find_unknown_contents(
    connection: &Connection,
    ledger: &Ledger,
    damages: &mut Vec<FileDamage>,
) -> Result<(), VaultError> {
    let mut statement = connection.prepare("SELECT sha256 FROM content ORDER BY sha256")?;
    for sha256 in statement.query_map([], |row| row.get::<_, String>(0))? {
        let sha256 = sha256?;
        let promised: Option<Sha> = canonical::read_sha(&sha256);
        let promise = promised.and_then(|promised| ledger.contents.get(&promised));
        if promise.is_none_or(Option::is_none) {
            damages.push(FileDamage::ContentUnknown { sha256 });
        }
    }
    Ok(())
}

/// Every document of which something was recorded since against its last import, and that there are
/// no others.
pub(super) fn check<B>(
    connection: &Connection,
    (format, ledger, verified): (i64, &Ledger, i64),
    worst: &mut Worst,
    watch: &mut Watch<'_, B>,
) -> Result<(), Stop<B>> {
    let models = read_models(connection, ledger, format)?;
    // Only when all records fit: a date or a vector whose record is gone is
    // known by that, and is not the fault of an earlier one.
    let is_bound = format >= BOUND_FORMAT && worst.is_none();
    let documents = ledger.documents.iter();
    for (id, import) in documents.filter(|(id, import)| is_newer(id, import, (ledger, verified))) {
        let (id, sequence) = (id.clone(), import.sequence);
        let mut size = 0;
        match is_as_imported(connection, &id, import, &mut size) {
            Ok(true) => {}
            Err(VaultError::UnknownDocument { .. }) => {
                worst.note(sequence, BadReason::DocumentMissing { id: id.clone() });
            }
            // A row that cannot be read back is a changed row.
            _ => worst.note(sequence, BadReason::DocumentChanged { id: id.clone() }),
        }
        if is_bound {
            check_said(connection, &id, import, worst)?;
            check_vectors(connection, &id, (&models, ledger), worst)?;
        }
        watch.parsed(size)?;
    }
    let mut statement = connection.prepare("SELECT id FROM document ORDER BY id")?;
    for id in statement.query_map([], |row| row.get::<_, String>(0))? {
        let id = id?;
        // Only when all records fit: a document whose record is bad is known.
        if worst.is_none() && !ledger.documents.contains_key(&id) {
            worst.note(0, BadReason::DocumentUnknown { id });
        }
    }
    Ok(())
}

/// Whether a record after those that were verified before says something of a document.
fn is_newer(id: &str, import: &Imported, (ledger, verified): (&Ledger, i64)) -> bool {
    let said = import.said.as_ref().map_or(0, |(sequence, _)| *sequence);
    let pieces = ledger.vectors.get(id).into_iter().flatten();
    let mut vectors = pieces.flat_map(|(_, pieces)| pieces);
    import.sequence > verified || said > verified || vectors.any(|piece| piece.sequence > verified)
}

/// Whether every column and row of a document is what its import recorded;
/// `size` becomes the bytes of its lines.
fn is_as_imported(
    connection: &Connection,
    id: &str,
    import: &Imported,
    size: &mut usize,
) -> Result<bool, VaultError> {
    let document = document::load_document(connection, id)?;
    *size = document.lines.iter().map(|line| line.text.len()).sum();
    let chunks = document::load_chunks(connection, id)?;
    let recorded = |name: &str| import.body.get(name).and_then(Value::as_str);
    Ok(
        recorded("document_sha256") == Some(&document::hash_document(&document)?)
            && recorded("chunks_sha256") == Some(&document::hash_chunks(&chunks)?)
            && are_all_rows(connection, id, &document, &chunks)?
            && has_columns(connection, id, &document, import)?,
    )
}

/// Rows with numbers that no line can have are not read back.
fn are_all_rows(
    connection: &Connection,
    id: &str,
    document: &Document,
    chunks: &[ChunkRow],
) -> Result<bool, VaultError> {
    let count = |table: &str| -> Result<usize, VaultError> {
        let sql = format!("SELECT count(*) FROM {table} WHERE document_id = ?1");
        let rows: i64 = connection
            .prepare_cached(&sql)?
            .query_row([id], |row| row.get(0))?;
        Ok(usize::try_from(rows).unwrap_or(0))
    };
    Ok(count("line")? == document.lines.len() && count("chunk")? == chunks.len())
}

fn has_columns(
    connection: &Connection,
    id: &str,
    document: &Document,
    import: &Imported,
) -> Result<bool, VaultError> {
    let media_type = document::media_name(document.media_type)?;
    let recorded = |pointer: &str| import.body.pointer(pointer).and_then(Value::as_i64);
    let mut statement = connection.prepare_cached(
        "SELECT title, media_type, page_count, line_count, source_size, imported_at, frame
         FROM document WHERE id = ?1",
    )?;
    let frame = document::print_frame(document)?;
    let is_same = statement.query_row([id], |row| {
        let text = |index: usize| row.get::<_, String>(index);
        let number = |index: usize| row.get::<_, i64>(index).map(Some);
        Ok(text(0)? == document.title
            && text(1)? == media_type
            && Some(text(1)?.as_str()) == import.body.get("media_type").and_then(Value::as_str)
            && number(2)? == i64::try_from(document.pages.len()).ok()
            && number(2)? == recorded("/pages")
            && number(3)? == i64::try_from(document.lines.len()).ok()
            && number(3)? == recorded("/lines")
            && number(4)? == recorded("/contents/source/size")
            && text(5)? == import.time
            && text(6)? == frame)
    })?;
    Ok(is_same)
}

/// Date and metadata against the last record that says what is said.
fn check_said(
    connection: &Connection,
    id: &str,
    import: &Imported,
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let (sequence, expected) = match &import.said {
        None => (import.sequence, Some(Said::default())),
        Some((sequence, sha256)) => {
            let bytes: Option<Vec<u8>> = connection
                .prepare_cached("SELECT bytes FROM content WHERE sha256 = ?1")?
                .query_row([canonical::hex(sha256)], |row| row.get(0))
                .optional()?;
            let said = bytes.and_then(|bytes| Said::of_content(&bytes));
            (*sequence, said)
        }
    };
    if expected != Said::read(connection, id).ok() {
        let id = id.to_owned();
        worst.note(sequence, BadReason::SaidChanged { id });
    }
    Ok(())
}

/// The embedding models that records name: name by key, where the length of
/// the vectors fits.
fn read_models(
    connection: &Connection,
    ledger: &Ledger,
    format: i64,
) -> Result<BTreeMap<i64, String>, VaultError> {
    let mut models = BTreeMap::new();
    if format < BOUND_FORMAT {
        return Ok(models);
    }
    let mut statement = connection.prepare("SELECT key, name, dimensions FROM vector_model")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (key, name, dimensions): (i64, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if ledger.dimensions.get(&name).copied() == u64::try_from(dimensions).ok() {
            models.insert(key, name);
        }
    }
    Ok(models)
}

/// The vectors of a document are those that records bind, and no others.
fn check_vectors(
    connection: &Connection,
    id: &str,
    (models, ledger): (&BTreeMap<i64, String>, &Ledger),
    worst: &mut Worst,
) -> Result<(), VaultError> {
    let changed = || BadReason::VectorsChanged { id: id.to_owned() };
    let (mut bound, mut is_whole) = (0, true);
    for (name, pieces) in ledger.vectors.get(id).into_iter().flatten() {
        let key = models.iter().find(|(_, known)| *known == name);
        for piece in pieces {
            let numbers = piece.ordinals.iter();
            bound += numbers
                .map(|(first, last)| i64::from(*last) - i64::from(*first) + 1)
                .sum::<i64>();
            let found = key
                .map(|(key, _)| vector::hash_vectors(connection, *key, id, &piece.ordinals))
                .transpose()?;
            if found.as_ref() != Some(&piece.sha256) {
                worst.note(piece.sequence, changed());
                is_whole = false;
            }
        }
    }
    let there: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM chunk JOIN vector ON vector.chunk = chunk.key WHERE document_id = ?1",
        )?
        .query_row([id], |row| row.get(0))?;
    if is_whole && there != bound {
        // Vectors that no record knows.
        let import = ledger.documents.get(id);
        worst.note(import.map_or(0, |import| import.sequence), changed());
    }
    Ok(())
}
