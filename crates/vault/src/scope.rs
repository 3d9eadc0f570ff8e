//! Which chunks a search may look at: a [`Filter`] over what the vault knows
//! of its documents.

use std::collections::BTreeMap;

use evidence::filter::Facts;
use evidence::{Document, Filter, MediaType, Section};
use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use crate::error::VaultError;
use crate::vault::Vault;

/// The chunks in scope, by their key, with the first and last line of the
/// part that is.
pub(crate) type Scope = BTreeMap<i64, (u32, u32)>;

/// Longest key, and longest value, that is said of a document, in bytes.
pub const MAX_METADATA_BYTES: usize = 400;

/// Says something of a document, in place of what was said before.
pub(crate) fn put_metadata(
    connection: &Connection,
    id: &str,
    key: &str,
    value: &str,
) -> Result<(), VaultError> {
    connection.execute(
        "INSERT INTO document_metadata (document_id, key, value) VALUES (?1, ?2, ?3)
         ON CONFLICT (document_id, key) DO UPDATE SET value = excluded.value",
        [id, key, value],
    )?;
    Ok(())
}

/// One document as a filter sees it.
struct Listed {
    id: String,
    media_type: MediaType,
    imported_at: String,
    event_date: Option<String>,
    metadata: BTreeMap<String, String>,
}

impl Vault {
    /// Says which date a document speaks of, for filters: `2024-01-31`, or less
    /// of it. `None` takes it back.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::InvalidInput`] for what
    /// is no date.
    pub fn set_event_date(&mut self, id: &str, date: Option<&str>) -> Result<(), VaultError> {
        self.check_known(id)?;
        match date {
            Some(date) if is_date(date) => self.connection.execute(
                "INSERT INTO document_event (document_id, date) VALUES (?1, ?2)
                 ON CONFLICT (document_id) DO UPDATE SET date = excluded.date",
                [id, date],
            )?,
            Some(_) => return Err(VaultError::invalid("the event date is no date")),
            None => self
                .connection
                .execute("DELETE FROM document_event WHERE document_id = ?1", [id])?,
        };
        Ok(())
    }

    /// Says something of a document, by key, for filters; a key without a value is
    /// taken back. Others stay as they are.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnknownDocument`]; [`VaultError::InvalidInput`] for a key that is
    /// empty or has an equals sign, and for what is longer than [`MAX_METADATA_BYTES`].
    pub fn set_metadata(
        &mut self,
        id: &str,
        said: &BTreeMap<String, Option<String>>,
    ) -> Result<(), VaultError> {
        self.check_known(id)?;
        let transaction = self.connection.transaction()?;
        for (key, value) in said {
            let longest = key.len().max(value.as_ref().map_or(0, String::len));
            if key.trim().is_empty() || key.contains('=') || longest > MAX_METADATA_BYTES {
                return Err(VaultError::invalid(
                    "a key or value of metadata cannot be kept",
                ));
            }
            match value {
                Some(value) => put_metadata(&transaction, id, key, value)?,
                None => {
                    transaction.execute(
                        "DELETE FROM document_metadata WHERE document_id = ?1 AND key = ?2",
                        [id, key],
                    )?;
                }
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// What somebody said of a document, by key.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn metadata(&self, id: &str) -> Result<BTreeMap<String, String>, VaultError> {
        read_metadata(&self.connection, id)
    }

    /// What somebody said of documents for one key, by their ids.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn said_of_all(&self, key: &str) -> Result<BTreeMap<String, String>, VaultError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT document_id, value FROM document_metadata WHERE key = ?1")?;
        let rows = statement.query_map([key], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn check_known(&self, id: &str) -> Result<(), VaultError> {
        let known = "SELECT 1 FROM document WHERE id = ?1";
        if self.connection.prepare_cached(known)?.exists([id])? {
            Ok(())
        } else {
            Err(VaultError::UnknownDocument { id: id.to_owned() })
        }
    }

    /// A document's sections.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn sections(&self, id: &str) -> Result<Vec<Section>, VaultError> {
        let frame = read_frame(&self.connection, id)?;
        Ok(frame.map(|frame| frame.sections).unwrap_or_default())
    }

    /// The first and last page of some lines; none for a format without pages.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn pages_of(
        &self,
        id: &str,
        first_line: u32,
        last_line: u32,
    ) -> Result<Option<(u32, u32)>, VaultError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT min(page), max(page) FROM line
             WHERE document_id = ?1 AND number BETWEEN ?2 AND ?3
               AND (SELECT json_extract(frame, '$.pages[0].height') FROM document WHERE id = ?1) > 0",
        )?;
        let pages: (Option<u32>, Option<u32>) = statement
            .query_row(rusqlite::params![id, first_line, last_line], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        Ok(pages.0.zip(pages.1))
    }

    /// The date a document speaks of, where one was said.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn event_date(&self, id: &str) -> Result<Option<String>, VaultError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT date FROM document_event WHERE document_id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?)
    }
}

/// Year, or year and month, or a whole day, all with their digits.
fn is_date(date: &str) -> bool {
    let form: String = date
        .chars()
        .map(|character| {
            if character.is_ascii_digit() {
                '0'
            } else {
                character
            }
        })
        .collect();
    let day = |date: &str| {
        let form = time::macros::format_description!("[year]-[month]-[day]");
        time::Date::parse(date, form).is_ok()
    };
    match form.as_str() {
        "0000" => day(&format!("{date}-01-01")),
        "0000-00" => day(&format!("{date}-01")),
        "0000-00-00" => day(date),
        _ => false,
    }
}

/// The chunks that a filter leaves; `None` when it leaves all.
pub(crate) fn scope_of(
    connection: &Connection,
    filter: &Filter,
) -> Result<Option<Scope>, VaultError> {
    if *filter == Filter::default() {
        return Ok(None);
    }
    let mut scope = Scope::new();
    for listed in list_documents(connection, filter)? {
        let frame = if filter.looks_inside() {
            read_frame(connection, &listed.id)?
        } else {
            None
        };
        let facts = Facts {
            document_id: &listed.id,
            media_type: listed.media_type,
            imported_at: &listed.imported_at,
            event_date: listed.event_date.as_deref(),
            metadata: &listed.metadata,
            pages: frame.as_ref().map_or(&[], |frame| &frame.pages),
            sections: frame.as_ref().map_or(&[], |frame| &frame.sections),
        };
        add_chunks(connection, &listed.id, &filter.ranges(&facts), &mut scope)?;
    }
    Ok(Some(scope))
}

fn list_documents(connection: &Connection, filter: &Filter) -> Result<Vec<Listed>, VaultError> {
    const COLUMNS: &str = "SELECT id, media_type, imported_at, date FROM document
        LEFT JOIN document_event ON document_id = id";
    let read = |row: &rusqlite::Row<'_>| {
        let media_type: String = row.get(1)?;
        Ok((row.get(0)?, media_type, row.get(2)?, row.get(3)?))
    };
    let mut rows: Vec<(String, String, String, Option<String>)> = Vec::new();
    if filter.document_ids.is_empty() {
        let mut statement = connection.prepare_cached(&format!("{COLUMNS} ORDER BY id"))?;
        rows = statement.query_map([], read)?.collect::<Result<_, _>>()?;
    } else {
        let mut statement = connection.prepare_cached(&format!("{COLUMNS} WHERE id = ?1"))?;
        for id in &filter.document_ids {
            rows.extend(statement.query_row([id], read).optional()?);
        }
    }
    rows.into_iter()
        .map(|(id, media_type, imported_at, event_date)| {
            Ok(Listed {
                metadata: if filter.metadata.is_empty() {
                    BTreeMap::new()
                } else {
                    read_metadata(connection, &id)?
                },
                id,
                media_type: serde_json::from_value(Value::String(media_type))
                    .map_err(|_| VaultError::Damaged)?,
                imported_at,
                event_date,
            })
        })
        .collect()
}

fn read_metadata(
    connection: &Connection,
    id: &str,
) -> Result<BTreeMap<String, String>, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT key, value FROM document_metadata WHERE document_id = ?1 ORDER BY key",
    )?;
    let rows = statement.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn read_frame(connection: &Connection, id: &str) -> Result<Option<Document>, VaultError> {
    let mut statement = connection.prepare_cached("SELECT frame FROM document WHERE id = ?1")?;
    let frame: Option<String> = statement.query_row([id], |row| row.get(0)).optional()?;
    frame
        .map(|frame| serde_json::from_str(&frame).map_err(|_| VaultError::Damaged))
        .transpose()
}

/// Adds the document's chunks that have a line in one of the ranges. A chunk
/// in several takes the first of them: what lies between is not in scope.
fn add_chunks(
    connection: &Connection,
    id: &str,
    ranges: &[(u32, u32)],
    scope: &mut Scope,
) -> Result<(), VaultError> {
    if ranges.is_empty() {
        return Ok(());
    }
    let mut statement = connection
        .prepare_cached("SELECT key, first_line, last_line FROM chunk WHERE document_id = ?1")?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let (first, last): (u32, u32) = (row.get(1)?, row.get(2)?);
        let part = ranges
            .iter()
            .map(|(from, to)| (first.max(*from), last.min(*to)))
            .find(|(from, to)| from <= to);
        if let Some(part) = part {
            scope.insert(row.get(0)?, part);
        }
    }
    Ok(())
}
