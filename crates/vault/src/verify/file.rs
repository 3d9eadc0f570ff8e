//! The file itself: its structure, its header, its length, and rows that
//! belong to nothing.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::finding::FileDamage;
use super::watch::{Stop, Watch};
use crate::error::VaultError;
use crate::form;
use crate::glance;
use crate::schema::APPLICATION_ID;
use crate::secret;

/// Findings of one kind that are told; a broken file has no end of them.
const MAX_TOLD: usize = 8;

/// Bytes of the header, from the file format of `SQLite` (section 1.3).
const HEADER: usize = 100;

/// What can be told without reading all of the file.
pub(super) fn check(
    connection: &Connection,
    format: i64,
    damages: &mut Vec<FileDamage>,
) -> Result<(), VaultError> {
    check_numbers(connection, format, damages)?;
    check_orphans(connection, damages)?;
    let pages = size_of_pages(connection)?;
    if let Some(path) = whole_file(connection) {
        check_length(&path, pages, damages);
        check_header(&path, damages);
    }
    Ok(())
}

/// Every page of the file.
pub(super) fn check_structure<B>(
    connection: &Connection,
    damages: &mut Vec<FileDamage>,
    watch: &mut Watch<'_, B>,
) -> Result<(), Stop<B>> {
    if let Some(path) = whole_file(connection) {
        check_cipher(connection, &path, damages)?;
    }
    check_integrity(connection, damages)?;
    let pages = size_of_pages(connection)?;
    watch.hashed(usize::try_from(pages).unwrap_or(usize::MAX))
}

/// The numbers for tools in the header.
fn check_numbers(
    connection: &Connection,
    format: i64,
    damages: &mut Vec<FileDamage>,
) -> Result<(), VaultError> {
    for (field, expected) in [("user_version", format), ("application_id", APPLICATION_ID)] {
        let found: i64 = connection.pragma_query_value(None, field, |row| row.get(0))?;
        if found != expected {
            let field = field.to_owned();
            damages.push(FileDamage::Header { field });
        }
    }
    Ok(())
}

/// Rows whose document, record, content, passage or model is not there.
fn check_orphans(connection: &Connection, damages: &mut Vec<FileDamage>) -> Result<(), VaultError> {
    let mut statement = connection
        .prepare("SELECT DISTINCT \"table\", parent FROM pragma_foreign_key_check ORDER BY 1, 2")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        damages.push(FileDamage::Orphans {
            table: row.get(0)?,
            parent: row.get(1)?,
        });
    }
    Ok(())
}

fn size_of_pages(connection: &Connection) -> Result<u64, VaultError> {
    // Multiplied there: of an encrypted file the size of pages is told as a text.
    let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let size: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(size.unsigned_abs())
}

/// The path of the file where all of the vault is in it: what lies in a
/// write-ahead log comes into it later.
fn whole_file(connection: &Connection) -> Option<PathBuf> {
    let path = connection.path().filter(|path| !path.is_empty())?;
    let log = std::fs::metadata(format!("{path}-wal"));
    let is_empty = log.map_or(true, |log| log.len() == 0);
    is_empty.then(|| PathBuf::from(path))
}

fn check_length(path: &Path, expected: u64, damages: &mut Vec<FileDamage>) {
    let found = std::fs::metadata(path).map_or(expected, |file| file.len());
    if found != expected {
        damages.push(FileDamage::Length { found, expected });
    }
}

/// What in the header is the same in every vault. `SQLite` reads over some of
/// it.
fn check_header(path: &Path, damages: &mut Vec<FileDamage>) {
    const ZEROS: [u8; 20] = [0; 20];
    const FIXED: [(usize, &[u8], &str); 8] = [
        (20, &[0, 64, 32, 32], "layout of pages"),
        (44, &[0, 0, 0, 4], "schema format"),
        (48, &[0, 0, 0, 0], "cache size"),
        (52, &[0, 0, 0, 0], "largest root page"),
        (56, &[0, 0, 0, 1], "text encoding"),
        (64, &[0, 0, 0, 0], "vacuum mode"),
        (72, &ZEROS, "reserved part"),
        (0, b"SQLite format 3\0", "name"),
    ];
    let header = glance::beginning(path, HEADER).unwrap_or_default();
    // Of an encrypted file nothing can be read here.
    if header.len() < HEADER || !header.starts_with(b"SQLite") {
        return;
    }
    for (place, expected, name) in FIXED {
        if header.get(place..place + expected.len()) != Some(expected) {
            let field = name.to_owned();
            damages.push(FileDamage::Header { field });
        }
    }
    // Write-ahead log or not, the same for writing and reading.
    let versions = header.get(18..20);
    if versions != Some(&[2, 2]) && versions != Some(&[1, 1]) {
        let field = "file format".to_owned();
        damages.push(FileDamage::Header { field });
    }
}

/// That every page of an encrypted file was written with its key.
fn check_cipher(
    connection: &Connection,
    path: &Path,
    damages: &mut Vec<FileDamage>,
) -> Result<(), VaultError> {
    if form::is_clear(path)? {
        return Ok(());
    }
    let says = secret::broken_pages(connection, MAX_TOLD)?;
    damages.extend(says.into_iter().map(|says| FileDamage::Structure { says }));
    Ok(())
}

/// `SQLite`'s own check: pages, cells, indexes, types of values, and the inner
/// tables of the search index.
fn check_integrity(
    connection: &Connection,
    damages: &mut Vec<FileDamage>,
) -> Result<(), VaultError> {
    let sql = format!("PRAGMA integrity_check({MAX_TOLD})");
    let mut statement = connection.prepare(&sql)?;
    for says in statement.query_map([], |row| row.get::<_, String>(0))? {
        let says = says?;
        if says != "ok" {
            damages.push(FileDamage::Structure { says });
        }
    }
    Ok(())
}
