//! Documents: stored whole in one transaction, removed or erased in one.

use evidence::{Bounds, Document, Line, MediaType, Table};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::audit::{self, RecordId};
use crate::canonical;
use crate::error::VaultError;
use crate::scope::put_metadata;
use crate::vault::Vault;

/// A piece of a document that is searched as one: consecutive lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkRow {
    /// Stable and unique over all documents of the vault.
    pub chunk_id: String,
    /// Place among the document's chunks, unique in the document.
    pub ordinal: u32,
    /// First line, 1-based.
    pub first_line: u32,
    /// Last line, not less than `first_line`.
    pub last_line: u32,
    /// The text that is searched, lines joined by newlines.
    pub text: String,
}

/// How an import ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Import {
    /// The document was stored and an `import` record written.
    New,
    /// The same bytes are stored already; nothing was written.
    AlreadyThere,
}

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

/// A stored document in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredDocument {
    /// Lower-case hexadecimal SHA-256 of the source bytes.
    pub id: String,
    /// File name it was imported under.
    pub title: String,
    /// What it was read as.
    pub media_type: MediaType,
    /// Number of pages.
    pub page_count: u32,
    /// Number of lines.
    pub line_count: u32,
    /// Size of the source in bytes.
    pub source_size: u64,
    /// When it was imported: RFC 3339, UTC.
    pub imported_at: String,
}

impl Vault {
    /// Stores a document, its source bytes, its chunks and the search index
    /// together with an `import` record, in one transaction: after an error or
    /// a crash either all of it is there or nothing.
    ///
    /// The same bytes twice are one document ([`Import::AlreadyThere`]).
    /// The record holds the id, sizes, and SHA-256 of the reading and of the
    /// chunks, no text and no file name.
    ///
    /// # Errors
    ///
    /// [`VaultError::InvalidInput`] when `document.id` is not the SHA-256 of
    /// `source`, lines are not numbered from 1, a chunk lies outside the
    /// lines, a chunk id or ordinal is taken, or a measure is not finite;
    /// [`VaultError::TooLarge`], [`VaultError::DiskFull`],
    /// [`VaultError::Locked`].
    pub fn import(
        &mut self,
        document: &Document,
        chunks: &[ChunkRow],
        source: &[u8],
        now: &str,
    ) -> Result<Import, VaultError> {
        self.import_as((document, chunks, source), None, now)
    }

    /// As [`Vault::import`], and what code says of the document by a key of metadata: a word of
    /// a fixed list, which the record holds, too.
    ///
    /// # Errors
    ///
    /// As [`Vault::import`].
    pub fn import_as(
        &mut self,
        (document, chunks, source): (&Document, &[ChunkRow], &[u8]),
        said: Option<(&str, &str)>,
        now: &str,
    ) -> Result<Import, VaultError> {
        check_document(document, chunks, source)?;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        if is_stored(&transaction, &document.id)? {
            return Ok(Import::AlreadyThere);
        }
        let mut body = store(&transaction, document, chunks, source, now)?;
        if let (Some((key, value)), Some(body)) = (said, body.as_object_mut()) {
            put_metadata(&transaction, &document.id, key, value)?;
            body.insert(key.to_owned(), Value::String(value.to_owned()));
        }
        record_import(&transaction, document, &body, now)?;
        transaction.commit()?;
        Ok(Import::New)
    }

    /// The stored documents, oldest import first.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn documents(&self) -> Result<Vec<StoredDocument>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, title, media_type, page_count, line_count, source_size, imported_at
             FROM document ORDER BY imported_at, id",
        )?;
        let rows = statement.query_map([], read_listed)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A whole document as it was imported.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::Damaged`].
    pub fn document(&self, id: &str) -> Result<Document, VaultError> {
        load_document(&self.connection, id)
    }

    /// A document but for its lines: pages, sections, tables, warnings.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::Damaged`].
    pub fn frame(&self, id: &str) -> Result<Document, VaultError> {
        load_frame(&self.connection, id)
    }

    /// The lines `first..=last` of a document, those that exist.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`].
    pub fn lines(&self, id: &str, first: u32, last: u32) -> Result<Vec<Line>, VaultError> {
        if !is_stored(&self.connection, id)? {
            return Err(VaultError::UnknownDocument { id: id.to_owned() });
        }
        load_lines(&self.connection, id, first, last)
    }

    /// The tables of a document, in order of their lines.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`].
    pub fn tables(&self, id: &str) -> Result<Vec<Table>, VaultError> {
        Ok(load_frame(&self.connection, id)?.tables)
    }

    /// Removes a document; see [`Removal`]. Returns the id of the record that
    /// says so.
    ///
    /// [`Removal::Erase`] also works on a document that was removed before
    /// with its source kept. Copies of the file, and blocks a disk keeps of
    /// overwritten ones, are out of the vault's reach.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::Locked`] also when
    /// another process is reading, so that the log could not be emptied: the
    /// document is gone then, and its words may stay in the log until the
    /// next erasure or the last close.
    pub fn remove(
        &mut self,
        id: &str,
        removal: Removal,
        now: &str,
    ) -> Result<RecordId, VaultError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let unknown = || VaultError::UnknownDocument { id: id.to_owned() };
        let record = match removal {
            Removal::KeepSource => {
                if !is_stored(&transaction, id)? {
                    return Err(unknown());
                }
                delete_document(&transaction, id)?;
                audit::append_in(
                    &transaction,
                    audit::KIND_REMOVE,
                    &json!({"document_id": id}),
                    now,
                )?
                .0
            }
            Removal::Erase => {
                let is_stored = is_stored(&transaction, id)?;
                delete_document(&transaction, id)?;
                let contents = erase_contents(&transaction, id)?;
                if contents.is_empty() && !is_stored {
                    return Err(unknown());
                }
                // The index keeps words of deleted rows in its inner nodes;
                // built anew, it holds words of stored documents only.
                transaction.execute(
                    "INSERT INTO chunk_index (chunk_index) VALUES ('rebuild')",
                    [],
                )?;
                let body = json!({"document_id": id, "erased": contents});
                audit::append_in(&transaction, audit::KIND_ERASE, &body, now)?.0
            }
        };
        transaction.commit()?;
        if removal == Removal::Erase {
            self.empty_log()?;
        }
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

/// Stores bytes and reading of a document that is not there; the body of the record that
/// has to say so.
pub(crate) fn store(
    transaction: &Transaction<'_>,
    document: &Document,
    chunks: &[ChunkRow],
    source: &[u8],
    now: &str,
) -> Result<Value, VaultError> {
    let source_sha256 = audit::store_content(transaction, source)?;
    insert_document(transaction, document, source.len(), now)?;
    insert_lines(transaction, document)?;
    insert_chunks(transaction, &document.id, chunks)?;
    Ok(json!({
        "document_id": document.id,
        "media_type": document.media_type,
        "pages": document.pages.len(),
        "lines": document.lines.len(),
        "chunks": chunks.len(),
        "document_sha256": hash_document(document)?,
        "chunks_sha256": hash_chunks(chunks)?,
        "contents": {"source": {"sha256": source_sha256, "size": source.len()}},
    }))
}

/// Records an import; a document's id is the SHA-256 of its bytes.
pub(crate) fn record_import(
    transaction: &Transaction<'_>,
    document: &Document,
    body: &Value,
    now: &str,
) -> Result<(), VaultError> {
    let (_, sequence) = audit::append_in(transaction, audit::KIND_IMPORT, body, now)?;
    audit::note_content_use(transaction, sequence, &document.id)?;
    audit::note_document_use(transaction, &document.id, sequence)
}

/// SHA-256 of a reading: over the canonical JSON of the document.
pub(crate) fn hash_document(document: &Document) -> Result<String, VaultError> {
    Ok(canonical::sha256_hex(
        canonical::print(document)?.as_bytes(),
    ))
}

/// SHA-256 of the chunks in order of their ordinal: over their canonical JSON.
pub(crate) fn hash_chunks(chunks: &[ChunkRow]) -> Result<String, VaultError> {
    let mut sorted: Vec<&ChunkRow> = chunks.iter().collect();
    sorted.sort_by_key(|chunk| chunk.ordinal);
    Ok(canonical::sha256_hex(canonical::print(&sorted)?.as_bytes()))
}

pub(crate) fn load_document(connection: &Connection, id: &str) -> Result<Document, VaultError> {
    let mut document = load_frame(connection, id)?;
    document.lines = load_lines(connection, id, 1, u32::MAX)?;
    Ok(document)
}

/// A document but for its lines.
fn load_frame(connection: &Connection, id: &str) -> Result<Document, VaultError> {
    let frame: String = connection
        .query_row("SELECT frame FROM document WHERE id = ?1", [id], |row| {
            row.get(0)
        })
        .optional()?
        .ok_or_else(|| VaultError::UnknownDocument { id: id.to_owned() })?;
    serde_json::from_str(&frame).map_err(|_| VaultError::Damaged)
}

pub(crate) fn load_chunks(connection: &Connection, id: &str) -> Result<Vec<ChunkRow>, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT chunk_id, ordinal, first_line, last_line, text FROM chunk WHERE document_id = ?1 ORDER BY ordinal",
    )?;
    let rows = statement.query_map([id], |row| {
        Ok(ChunkRow {
            chunk_id: row.get(0)?,
            ordinal: row.get(1)?,
            first_line: row.get(2)?,
            last_line: row.get(3)?,
            text: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn load_lines(
    connection: &Connection,
    id: &str,
    first: u32,
    last: u32,
) -> Result<Vec<Line>, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT number, page, text, bounds_left, bounds_top, bounds_right, bounds_bottom FROM line
         WHERE document_id = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number",
    )?;
    let rows = statement.query_map(params![id, first, last], read_line)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn read_line(row: &Row<'_>) -> rusqlite::Result<Line> {
    let edges: [Option<f32>; 4] = [row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?];
    let bounds = match edges {
        [Some(left), Some(top), Some(right), Some(bottom)] => Some(Bounds {
            left,
            top,
            right,
            bottom,
        }),
        _ => None,
    };
    Ok(Line {
        number: row.get(0)?,
        page: row.get(1)?,
        text: row.get(2)?,
        bounds,
    })
}

fn read_listed(row: &Row<'_>) -> rusqlite::Result<StoredDocument> {
    let media_type: String = row.get(2)?;
    Ok(StoredDocument {
        id: row.get(0)?,
        title: row.get(1)?,
        media_type: serde_json::from_value(Value::String(media_type)).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(
                2,
                rusqlite::types::Type::Text,
                Box::new(error),
            )
        })?,
        page_count: row.get(3)?,
        line_count: row.get(4)?,
        source_size: row.get::<_, i64>(5)?.unsigned_abs(),
        imported_at: row.get(6)?,
    })
}

pub(crate) fn check_document(
    document: &Document,
    chunks: &[ChunkRow],
    source: &[u8],
) -> Result<(), VaultError> {
    if document.id != canonical::sha256_hex(source) {
        return Err(VaultError::invalid(
            "the document's id is not the SHA-256 of its source",
        ));
    }
    let is_numbered = document
        .lines
        .iter()
        .zip(1_u32..)
        .all(|(line, number)| line.number == number);
    if !is_numbered {
        return Err(VaultError::invalid(
            "the lines are not numbered 1, 2, 3, ...",
        ));
    }
    let are_finite = document
        .pages
        .iter()
        .all(|page| page.width.is_finite() && page.height.is_finite())
        && document
            .lines
            .iter()
            .filter_map(|line| line.bounds)
            .all(|bounds| {
                [bounds.left, bounds.top, bounds.right, bounds.bottom]
                    .iter()
                    .all(|edge| edge.is_finite())
            });
    if !are_finite {
        return Err(VaultError::invalid(
            "a page's size or a line's bounds are not finite",
        ));
    }
    let line_count = document.lines.len() as u64;
    for chunk in chunks {
        let fits = 1 <= chunk.first_line
            && chunk.first_line <= chunk.last_line
            && u64::from(chunk.last_line) <= line_count;
        if !fits {
            return Err(VaultError::invalid(format!(
                "chunk {} spans lines {}..={} of {line_count}",
                chunk.chunk_id, chunk.first_line, chunk.last_line
            )));
        }
    }
    Ok(())
}

pub(crate) fn is_stored(connection: &Connection, id: &str) -> Result<bool, VaultError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM document WHERE id = ?1")?;
    Ok(statement.exists([id])?)
}

fn insert_document(
    transaction: &Transaction<'_>,
    document: &Document,
    source_size: usize,
    now: &str,
) -> Result<(), VaultError> {
    let Ok(Value::String(media_type)) = serde_json::to_value(document.media_type) else {
        return Err(VaultError::invalid("the media type has no name"));
    };
    // Everything but the lines, which have a table of their own.
    let frame = Document {
        lines: Vec::new(),
        ..document.clone()
    };
    transaction.execute(
        "INSERT INTO document (id, title, media_type, page_count, line_count, source_size, imported_at, frame)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            document.id,
            document.title,
            media_type,
            stored_size(document.pages.len() as u64),
            stored_size(document.lines.len() as u64),
            stored_size(source_size as u64),
            now,
            canonical::print(&frame)?,
        ],
    )?;
    Ok(())
}

fn insert_lines(transaction: &Transaction<'_>, document: &Document) -> Result<(), VaultError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO line (document_id, number, page, text, bounds_left, bounds_top, bounds_right, bounds_bottom)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for line in &document.lines {
        let edge = |pick: fn(&Bounds) -> f32| line.bounds.as_ref().map(pick);
        insert.execute(params![
            document.id,
            line.number,
            line.page,
            line.text,
            edge(|bounds| bounds.left),
            edge(|bounds| bounds.top),
            edge(|bounds| bounds.right),
            edge(|bounds| bounds.bottom),
        ])?;
    }
    Ok(())
}

fn insert_chunks(
    transaction: &Transaction<'_>,
    document_id: &str,
    chunks: &[ChunkRow],
) -> Result<(), VaultError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO chunk (chunk_id, document_id, ordinal, first_line, last_line, text)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut index =
        transaction.prepare_cached("INSERT INTO chunk_index (rowid, text) VALUES (?1, ?2)")?;
    for chunk in chunks {
        let values = params![
            chunk.chunk_id,
            document_id,
            chunk.ordinal,
            chunk.first_line,
            chunk.last_line,
            chunk.text
        ];
        insert
            .execute(values)
            .map_err(|error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::ConstraintViolation) => VaultError::invalid(format!(
                    "the id or ordinal of chunk {} is taken",
                    chunk.chunk_id
                )),
                _ => VaultError::from(error),
            })?;
        index.execute(params![transaction.last_insert_rowid(), chunk.text])?;
    }
    Ok(())
}

pub(crate) fn delete_document(transaction: &Transaction<'_>, id: &str) -> Result<(), VaultError> {
    // The index takes its words from `chunk`; it must forget them first.
    transaction.execute(
        "INSERT INTO chunk_index (chunk_index, rowid, text)
         SELECT 'delete', key, text FROM chunk WHERE document_id = ?1",
        [id],
    )?;
    transaction.execute(
        "DELETE FROM vector WHERE chunk IN (SELECT key FROM chunk WHERE document_id = ?1)",
        [id],
    )?;
    transaction.execute("DELETE FROM document_event WHERE document_id = ?1", [id])?;
    transaction.execute("DELETE FROM chunk WHERE document_id = ?1", [id])?;
    transaction.execute("DELETE FROM line WHERE document_id = ?1", [id])?;
    transaction.execute("DELETE FROM document WHERE id = ?1", [id])?;
    Ok(())
}

/// Deletes what the records about a document hold, but for bytes that other
/// records hold too; returns the SHA-256 of what was deleted, in order.
fn erase_contents(transaction: &Transaction<'_>, id: &str) -> Result<Vec<String>, VaultError> {
    const USES: &str = "sequence IN (SELECT sequence FROM document_use WHERE document_id = ?1)";
    let mut list = transaction.prepare(&format!(
        "SELECT DISTINCT sha256 FROM content_use WHERE {USES} ORDER BY sha256"
    ))?;
    let touched: Vec<String> = list
        .query_map([id], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    transaction.execute(&format!("DELETE FROM content_use WHERE {USES}"), [id])?;
    transaction.execute("DELETE FROM document_use WHERE document_id = ?1", [id])?;
    let mut delete = transaction.prepare(
        "DELETE FROM content WHERE sha256 = ?1
           AND NOT EXISTS (SELECT 1 FROM content_use WHERE content_use.sha256 = content.sha256)",
    )?;
    let mut erased = Vec::new();
    for sha256 in touched {
        if delete.execute([&sha256])? > 0 {
            erased.push(sha256);
        }
    }
    Ok(erased)
}

/// A size as `SQLite` stores it.
pub(crate) fn stored_size(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
