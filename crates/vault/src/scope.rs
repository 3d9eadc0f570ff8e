//! Which chunks a search may look at: a [`Filter`] over what the vault knows
//! of its documents.

use std::collections::BTreeMap;

use evidence::filter::Facts;
use evidence::{Document, Filter, MediaType, Section};
use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use crate::error::VaultError;
use crate::said::read_metadata;
use crate::vault::Vault;

/// The chunks in scope, by their key, with the first and last line of the
/// part that is.
pub(crate) type Scope = BTreeMap<i64, (u32, u32)>;

/// One document as a filter sees it.
struct Listed {
    id: String,
    media_type: MediaType,
    imported_at: String,
    event_date: Option<String>,
    metadata: BTreeMap<String, String>,
}

impl Vault {
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
