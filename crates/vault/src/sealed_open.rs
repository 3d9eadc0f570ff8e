//! Opening a sealed backup: a vault of what there are keys for.

use std::collections::BTreeSet;
use std::path::Path;

use chacha20poly1305::XNonce;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use zeroize::Zeroizing;

use crate::canonical;
use crate::error::VaultError;
use crate::half::unwritable;
use crate::key_ring::{self, KeyRing, OneKey};
use crate::ledger::Ledger;
use crate::looking;
use crate::private::make_file;
use crate::schema::{self, BUSY_TIMEOUT, SEALED_ID};
use crate::sealed_cipher::{decrypt, together};
use crate::sealed_plan::{Part, Plan};
use crate::sealed_rows;
use crate::secret::{self, DataKey, KEY_BYTES};
use crate::subject::Subject;

/// What stands in a sealed backup, as docs/vault-format.md says.
pub(crate) const FORMAT: i64 = 1;
/// Tables that hold words of no document. Those that do are sealed, and the search index is made
/// anew.
pub(crate) const PLAIN: [&str; 12] = [
    "answer",
    "batch",
    "batch_cell",
    "content_use",
    "document_use",
    "format",
    "head",
    "model",
    "record",
    "review",
    "tree_node",
    "vector_model",
];

/// A new database, of which nothing is in a journal: it is thrown away where it is not finished.
pub(crate) fn open_new(file: &Path, key: Option<&DataKey>) -> Result<Connection, VaultError> {
    make_file(file).map_err(|error| unwritable(file, &error))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    secret::give(&connection, key)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch(
        "PRAGMA journal_mode = OFF;
         PRAGMA synchronous = OFF;
         PRAGMA foreign_keys = OFF;
         PRAGMA temp_store = MEMORY;",
    )?;
    Ok(connection)
}

/// Opens a sealed backup, which nobody changes meanwhile.
pub(crate) fn open_sealed(file: &Path, key: Option<&DataKey>) -> Result<Connection, VaultError> {
    let absolute = std::path::absolute(file).map_err(|error| unwritable(file, &error))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let opening = |error| VaultError::while_opening(error, file);
    let connection =
        Connection::open_with_flags(looking::uri_of(&absolute), flags).map_err(opening)?;
    looking::settle(&connection, key).map_err(opening)?;
    let id: i64 = connection
        .query_row("PRAGMA application_id", [], |row| row.get(0))
        .map_err(opening)
        .map_err(|error| error.with_key(key.is_some()))?;
    if id == SEALED_ID {
        Ok(connection)
    } else {
        let path = file.to_path_buf();
        Err(VaultError::NotSealed { path })
    }
}

/// Makes a vault of a sealed backup, without the records that say what was closed; and what that is.
pub(crate) fn unseal(
    sealed: &Connection,
    (ring, key): (&KeyRing, Option<&DataKey>),
    file: &Path,
    target_key: Option<&DataKey>,
) -> Result<(Connection, Vec<Subject>), VaultError> {
    let format: i64 = read_head(sealed, "vault_format")?;
    let target = open_new(file, target_key)?;
    target.execute_batch("BEGIN")?;
    schema::make_tables(&target, format)?;
    target.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    sealed_rows::copy(sealed, &target, &PLAIN)?;
    let ledger = Ledger::read(&target)?;
    let plan = Plan::of(&target, &ledger, &key_ring::wrapping(key))?;
    let (secrets, gone) = open_sets(sealed, &plan, (ring, key))?;
    for (part, ways) in &plan.parts {
        open_part(sealed, &target, part, (&secrets, ways))?;
    }
    target.execute_batch("INSERT INTO chunk_index (chunk_index) VALUES ('rebuild'); COMMIT")?;
    target.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, true)?;
    Ok((target, gone))
}

pub(crate) fn read_head<T: rusqlite::types::FromSql>(
    sealed: &Connection,
    column: &str,
) -> Result<T, VaultError> {
    let sql = format!("SELECT {column} FROM sealed_backup WHERE id = 1");
    let found = sealed.query_row(&sql, [], |row| row.get(0));
    found.map_err(|error| broken_or(error.into(), "the table sealed_backup"))
}

/// What the database says of a table that is missing or has other columns, in its own words; a disk
/// that fails stays what it is.
fn broken_or(error: VaultError, part: &str) -> VaultError {
    match error {
        VaultError::Database(_) | VaultError::Damaged => VaultError::SealBroken {
            part: part.to_owned(),
        },
        other => other,
    }
}

/// What opens parts, by the number of its set; none where a key is gone. And what these are of.
fn open_sets(
    sealed: &Connection,
    plan: &Plan,
    (ring, key): (&KeyRing, Option<&DataKey>),
) -> Result<(Vec<Option<OneKey>>, Vec<Subject>), VaultError> {
    let mut statement = sealed
        .prepare("SELECT keys FROM sealed_set ORDER BY number")
        .map_err(|error| broken_or(error.into(), "the table sealed_set"))?;
    let stored: Vec<String> = statement
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let expected: Vec<String> = plan
        .sets
        .iter()
        .map(canonical::print)
        .collect::<Result<_, _>>()?;
    // Else something could pass for erased that is not.
    if stored != expected {
        let part = "the table sealed_set".to_owned();
        return Err(VaultError::SealBroken { part });
    }
    let (mut secrets, mut gone) = (Vec::new(), BTreeSet::new());
    for names in &plan.sets {
        let mut keys = Vec::new();
        for name in names {
            match ring.find(name, key)? {
                Some(key) => keys.push(key),
                None => gone.extend(key_ring::subject_of(name)),
            }
        }
        secrets.push((keys.len() == names.len()).then(|| together(&keys)));
    }
    Ok((secrets, gone.into_iter().collect()))
}

/// Puts a part back where one of its ways is open.
fn open_part(
    sealed: &Connection,
    target: &Connection,
    part: &Part,
    (secrets, ways): (&[Option<OneKey>], &[usize]),
) -> Result<(), VaultError> {
    let mut open = ways
        .iter()
        .filter_map(|way| Some((*way, secrets.get(*way)?.as_ref()?)));
    let Some((way, secret)) = open.next() else {
        return Ok(());
    };
    let name = part.name();
    let broken = || VaultError::SealBroken { part: name.clone() };
    let way = i64::try_from(way).unwrap_or(i64::MAX);
    let found: Option<(Vec<u8>, Vec<u8>)> = sealed
        .prepare_cached(
            "SELECT wrapped, bytes FROM sealed JOIN sealed_way USING (name)
             WHERE name = ?1 AND sealed_set = ?2",
        )
        .and_then(|mut statement| {
            let row = statement.query_row(params![name, way], |row| Ok((row.get(0)?, row.get(1)?)));
            row.optional()
        })
        .map_err(|error| broken_or(error.into(), &name))?;
    let (wrapped, bytes) = found.ok_or_else(broken)?;
    let mut nonce = XNonce::default();
    let (start, rest) = wrapped.split_at_checked(nonce.len()).ok_or_else(broken)?;
    nonce.copy_from_slice(start);
    let own = decrypt(secret, &nonce, &format!("{name}\nkey"), rest).map(Zeroizing::new);
    let own = own.ok_or_else(broken)?;
    let own = <[u8; KEY_BYTES]>::try_from(own.as_slice()).map_err(|_| broken())?;
    let own = Zeroizing::new(own);
    let bytes = decrypt(&own, &XNonce::default(), &name, &bytes).ok_or_else(broken)?;
    match part {
        Part::Document(id) => {
            let is_put =
                sealed_rows::put_back(target, &bytes).map_err(|error| broken_or(error, &name))?;
            let is_own = "SELECT 1 FROM document WHERE id = ?1";
            if !is_put || !target.prepare_cached(is_own)?.exists([id])? {
                return Err(broken());
            }
        }
        Part::Content(sha256) => {
            let sql = "INSERT INTO content (sha256, bytes) VALUES (?1, ?2)";
            let mut insert = target.prepare_cached(sql)?;
            insert.execute(params![canonical::hex(sha256), bytes])?;
        }
    }
    Ok(())
}
