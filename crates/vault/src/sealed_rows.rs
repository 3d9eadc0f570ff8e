//! Rows of tables as bytes and back, for the parts of a sealed backup.
//!
//! Table by table: how many rows (8 bytes) and columns (8 bytes), then the values, row by row. A
//! value is a byte for its kind and, but for null, what it holds: an integer or the bits of a number
//! (8 bytes), or a length (8 bytes) and as many bytes. The highest byte comes first everywhere.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, params_from_iter};

use crate::error::VaultError;

/// Kinds of values.
const NULL: u8 = 0;
const INTEGER: u8 = 1;
const REAL: u8 = 2;
const TEXT: u8 = 3;
const BLOB: u8 = 4;

/// The tables that hold words of a document, each with what picks the rows of one.
const TABLES: [(&str, &str); 6] = [
    ("document", "id = ?1"),
    ("line", "document_id = ?1"),
    ("chunk", "document_id = ?1"),
    (
        "vector",
        "chunk IN (SELECT key FROM chunk WHERE document_id = ?1)",
    ),
    ("document_event", "document_id = ?1"),
    ("document_metadata", "document_id = ?1"),
];

/// The rows of a document.
pub(crate) fn read(connection: &Connection, id: &str) -> Result<Vec<u8>, VaultError> {
    let mut bytes = Vec::new();
    for (table, which) in TABLES {
        let sql = format!("SELECT * FROM {table} WHERE {which}");
        let mut statement = connection.prepare_cached(&sql)?;
        let columns = statement.column_count();
        let head = bytes.len();
        write_number(&mut bytes, 0);
        write_number(&mut bytes, columns as u64);
        let mut count = 0_u64;
        let mut rows = statement.query([id])?;
        while let Some(row) = rows.next()? {
            count += 1;
            for column in 0..columns {
                write_value(&mut bytes, row.get_ref(column)?);
            }
        }
        if let Some(place) = bytes.get_mut(head..head + size_of::<u64>()) {
            place.copy_from_slice(&count.to_be_bytes());
        }
    }
    Ok(bytes)
}

/// Puts the rows of a document back; false, and some of them are there, for bytes that are no rows.
pub(crate) fn put_back(connection: &Connection, bytes: &[u8]) -> Result<bool, VaultError> {
    let mut rest = bytes;
    for (table, _) in TABLES {
        let Some((rows, columns)) = read_number(&mut rest).zip(read_number(&mut rest)) else {
            return Ok(false);
        };
        let columns = usize::try_from(columns).unwrap_or(usize::MAX);
        let mut insert = connection.prepare_cached(&insert_into(table, connection)?)?;
        if insert.parameter_count() != columns {
            return Ok(false);
        }
        for _ in 0..rows {
            let mut row = Vec::with_capacity(columns);
            for _ in 0..columns {
                let Some(value) = read_value(&mut rest) else {
                    return Ok(false);
                };
                row.push(value);
            }
            insert.execute(params_from_iter(row))?;
        }
    }
    Ok(rest.is_empty())
}

/// Copies all rows of tables that hold words of no document.
pub(crate) fn copy(from: &Connection, to: &Connection, tables: &[&str]) -> Result<(), VaultError> {
    for table in tables {
        let mut select = from.prepare(&format!("SELECT * FROM {table}"))?;
        let columns = select.column_count();
        // A new vault has a first row in some of them.
        to.execute(&format!("DELETE FROM {table}"), [])?;
        let mut insert = to.prepare(&insert_into(table, to)?)?;
        if insert.parameter_count() != columns {
            let part = format!("the table {table}");
            return Err(VaultError::SealBroken { part });
        }
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                let value = ToSqlOutput::Borrowed(row.get_ref(column)?);
                insert.raw_bind_parameter(column + 1, value)?;
            }
            insert.raw_execute()?;
        }
    }
    Ok(())
}

fn insert_into(table: &str, connection: &Connection) -> Result<String, VaultError> {
    let select = format!("SELECT * FROM {table}");
    let columns = connection.prepare_cached(&select)?.column_count();
    let values = vec!["?"; columns].join(", ");
    Ok(format!("INSERT INTO {table} VALUES ({values})"))
}

fn write_number(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_be_bytes());
}

fn write_value(bytes: &mut Vec<u8>, value: ValueRef<'_>) {
    let mut long = |kind: u8, value: &[u8]| {
        bytes.push(kind);
        bytes.extend((value.len() as u64).to_be_bytes());
        bytes.extend(value);
    };
    match value {
        ValueRef::Null => bytes.push(NULL),
        ValueRef::Text(text) => long(TEXT, text),
        ValueRef::Blob(blob) => long(BLOB, blob),
        ValueRef::Integer(number) => {
            bytes.push(INTEGER);
            bytes.extend(number.to_be_bytes());
        }
        ValueRef::Real(number) => {
            bytes.push(REAL);
            bytes.extend(number.to_bits().to_be_bytes());
        }
    }
}

fn read_number(rest: &mut &[u8]) -> Option<u64> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_be_bytes(*number))
}

fn read_value(rest: &mut &[u8]) -> Option<Value> {
    let (kind, after) = rest.split_first()?;
    *rest = after;
    Some(match *kind {
        NULL => Value::Null,
        INTEGER => Value::Integer(read_number(rest)?.cast_signed()),
        REAL => Value::Real(f64::from_bits(read_number(rest)?)),
        TEXT => Value::Text(String::from_utf8(read_long(rest)?).ok()?),
        BLOB => Value::Blob(read_long(rest)?),
        _ => return None,
    })
}

fn read_long(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let length = usize::try_from(read_number(rest)?).ok()?;
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(bytes.to_vec())
}
