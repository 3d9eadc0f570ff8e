//! An encrypted vault: whether one is, opening its key, and leading a whole file from clear to
//! encrypted and back.
//!
//! A file is led on by writing another one aside, comparing it row by row, bringing it to the disk
//! and renaming it. So there is one whole vault at every moment, whenever the program is killed.
//! Which of the two a file is, it says itself: the key file beside it decides nothing.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::VaultError;
use crate::form::{FILE_NAME, Form};
use crate::hold::Hold;
use crate::key_file::{self, MakeSeed};
use crate::keyring_file::{self, KeyringKey};
use crate::leftovers::{self, HALF, overwrite, tidy};
use crate::secret::{self, DataKey, Passphrase};
use crate::{older_copy, private, schema};

/// Name of the other file to `SQLite`.
const MADE: &str = "made";

/// What was led from one form to the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Converted {
    /// Records of the audit trail, which is the same in both.
    pub records: u64,
    /// Hash of its last record.
    pub head_hash: String,
    /// Copies from before an update that were deleted: they were in the form that was left.
    pub deleted_copies: usize,
}

/// Whether the vault in a directory is encrypted; false where there is none.
///
/// # Errors
///
/// [`VaultError::ReadOnlyFile`] for a file that may not be read.
pub fn is_encrypted(directory: &Path) -> Result<bool, VaultError> {
    Ok(Form::of(directory)? == Form::Encrypted)
}

/// The key of the vault in a directory.
///
/// # Errors
///
/// [`VaultError::WrongPassphrase`], [`VaultError::NotEncrypted`], [`VaultError::KeyFile`].
pub fn unlock(directory: &Path, passphrase: &Passphrase) -> Result<DataKey, VaultError> {
    match Form::of(directory)? {
        Form::Encrypted => key_file::unlock(directory, passphrase),
        _ => Err(VaultError::NotEncrypted),
    }
}

/// Encrypts the vault in a directory with a new key.
///
/// # Errors
///
/// [`VaultError::AlreadyEncrypted`], [`VaultError::NoVault`], [`VaultError::ShortPassphrase`],
/// [`VaultError::Locked`] while another program has it open; what can go wrong with files and
/// disks. The vault is as it was then.
pub fn encrypt(
    directory: &Path,
    passphrase: &Passphrase,
    make_seed: MakeSeed<'_>,
) -> Result<Converted, VaultError> {
    if passphrase.is_too_short() {
        return Err(VaultError::ShortPassphrase);
    }
    let _alone = hold_alone(directory, Form::Clear)?;
    let key = key_file::make_key(make_seed)?;
    // What is left of a vault that was encrypted before opens nothing of this one.
    keyring_file::remove(directory)?;
    key_file::write(directory, &key, passphrase, make_seed)?;
    let converted = convert(directory, None, Some(&key));
    if converted.is_err() && Form::of(directory)? == Form::Clear {
        // It opens nothing; the first error is the one to tell.
        let _ = fs::remove_file(key_file::place(directory));
    }
    converted
}

/// Puts the vault in a directory into clear again.
///
/// # Errors
///
/// [`VaultError::NotEncrypted`], [`VaultError::OtherKey`], [`VaultError::Locked`] while
/// another program has it open; what can go wrong with files and disks. The vault is as it was
/// then.
pub fn decrypt(directory: &Path, key: &DataKey) -> Result<Converted, VaultError> {
    let _alone = hold_alone(directory, Form::Encrypted)?;
    let converted = convert(directory, Some(key), None).map_err(|error| error.with_key(true))?;
    let place = key_file::place(directory);
    fs::remove_file(&place).map_err(|error| VaultError::unwritable(directory, &error))?;
    keyring_file::remove(directory)?;
    key_file::sync(directory);
    Ok(converted)
}

/// Another passphrase for the same key: the vault itself stays as it is, so that an old copy of the
/// key file still opens it with the old passphrase.
///
/// # Errors
///
/// [`VaultError::NotEncrypted`], [`VaultError::OtherKey`], [`VaultError::ShortPassphrase`],
/// [`VaultError::Locked`] while another program has it open.
pub fn change_passphrase(
    directory: &Path,
    key: &DataKey,
    new: &Passphrase,
    make_seed: MakeSeed<'_>,
) -> Result<(), VaultError> {
    if new.is_too_short() {
        return Err(VaultError::ShortPassphrase);
    }
    let _alone = hold_alone(directory, Form::Encrypted)?;
    check_opens(directory, key)?;
    key_file::write(directory, key, new, make_seed)
}

/// Lets a key that lies in the system's keyring open the vault as well, in place of the one that
/// did before. Whoever calls keeps it there first: from here on the vault relies on it.
///
/// # Errors
///
/// [`VaultError::NotEncrypted`], [`VaultError::OtherKey`], [`VaultError::Locked`] while another
/// program has it open.
pub fn give_to_keyring(
    directory: &Path,
    key: &DataKey,
    by: &KeyringKey,
    make_seed: MakeSeed<'_>,
) -> Result<(), VaultError> {
    let _alone = hold_alone(directory, Form::Encrypted)?;
    check_opens(directory, key)?;
    keyring_file::write(directory, key, by, make_seed)
}

/// Lets no key in the keyring open the vault any more; its passphrase does. True where one did.
///
/// # Errors
///
/// [`VaultError::NotEncrypted`], [`VaultError::Locked`] while another program has it open.
pub fn take_from_keyring(directory: &Path) -> Result<bool, VaultError> {
    let _alone = hold_alone(directory, Form::Encrypted)?;
    keyring_file::remove(directory)
}

/// Whether the key is the vault's: one that is not must not be wrapped in place of one that is.
fn check_opens(directory: &Path, key: &DataKey) -> Result<(), VaultError> {
    let path = directory.join(FILE_NAME);
    let path = std::path::absolute(&path).map_err(|error| VaultError::unwritable(&path, &error))?;
    let opening = |error| VaultError::while_opening(error, &path).with_key(true);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags).map_err(opening)?;
    secret::give(&connection, Some(key)).map_err(opening)?;
    schema::check_format(&connection, &path).map_err(|error| error.with_key(true))?;
    Ok(())
}

fn hold_alone(directory: &Path, wanted: Form) -> Result<Hold, VaultError> {
    let hold = Hold::alone(directory, schema::BUSY_TIMEOUT)?;
    tidy(directory);
    match (Form::of(directory)?, wanted) {
        (found, wanted) if found == wanted => Ok(hold),
        (Form::Encrypted, _) => Err(VaultError::AlreadyEncrypted),
        (Form::Clear, _) => Err(VaultError::NotEncrypted),
        (Form::None, _) => Err(VaultError::NoVault {
            path: directory.to_path_buf(),
        }),
        (Form::Unknown, _) => Err(VaultError::NotADatabase {
            path: directory.join(FILE_NAME),
        }),
    }
}

fn convert(
    directory: &Path,
    from: Option<&DataKey>,
    to: Option<&DataKey>,
) -> Result<Converted, VaultError> {
    let path = std::path::absolute(directory.join(FILE_NAME))
        .map_err(|error| VaultError::unwritable(directory, &error))?;
    let half = path.with_file_name(HALF);
    let converted = put_another(&path, &half, from, to);
    tidy(directory);
    let (records, head_hash) = converted?;
    let copies = older_copy::older_copies(directory);
    for copy in &copies {
        leftovers::erase(copy)?;
    }
    Ok(Converted {
        records,
        head_hash,
        deleted_copies: copies.len(),
    })
}

fn put_another(
    path: &Path,
    half: &Path,
    from: Option<&DataKey>,
    to: Option<&DataKey>,
) -> Result<(u64, String), VaultError> {
    // Opened before the connection and closed after it: closing lets go of this process's locks.
    let mut old = open_private(path).map_err(|error| VaultError::unwritable(path, &error))?;
    let connection = open_alone(path, from)?;
    private::make_file(half).map_err(|error| VaultError::unwritable(half, &error))?;
    let told = copy(&connection, half, to)?;
    check(half, to, &told)?;
    let put = || {
        File::open(half)?.sync_all()?;
        fs::rename(half, path)
    };
    put().map_err(|error| VaultError::unwritable(path, &error))?;
    key_file::sync(path.parent().unwrap_or(path));
    // The new file is in its place; what cannot be overwritten of the old one is gone by its name.
    let _ = overwrite(&mut old);
    drop(connection);
    Ok(told)
}

/// The old file, with its log in it and nobody beside.
fn open_alone(path: &Path, key: Option<&DataKey>) -> Result<Connection, VaultError> {
    let opening = |error| VaultError::while_opening(error, path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(opening)?;
    secret::give(&connection, key).map_err(opening)?;
    connection
        .busy_timeout(schema::BUSY_TIMEOUT)
        .map_err(opening)?;
    if schema::check_format(&connection, path)? == 0 {
        let path = path.parent().unwrap_or(path).to_path_buf();
        return Err(VaultError::NoVault { path });
    }
    // Only who is alone leaves the write-ahead log behind.
    let mode: String = connection
        .query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))
        .map_err(opening)?;
    if mode != "delete" {
        return Err(VaultError::Locked);
    }
    connection
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY;")
        .map_err(opening)?;
    Ok(connection)
}

/// Writes the other file and compares it, row by row.
fn copy(
    connection: &Connection,
    half: &Path,
    to: Option<&DataKey>,
) -> Result<(u64, String), VaultError> {
    let name = half
        .to_str()
        .ok_or_else(|| VaultError::UnwritableDirectory {
            path: half.to_path_buf(),
            reason: "its name is not UTF-8".into(),
        })?;
    let key = to.map(DataKey::literal).unwrap_or_default();
    connection.execute("ATTACH ?1 AS made KEY ?2", [name, key.as_str()])?;
    // It is brought to the disk as a whole, and deleted where that fails.
    connection.execute_batch(
        "PRAGMA made.journal_mode = OFF; PRAGMA made.synchronous = OFF; BEGIN EXCLUSIVE;",
    )?;
    connection.query_row("SELECT sqlcipher_export('made')", [], |_| Ok(()))?;
    for number in ["application_id", "user_version"] {
        let value: i64 = connection.pragma_query_value(Some("main"), number, |row| row.get(0))?;
        connection.pragma_update(Some(MADE), number, value)?;
    }
    let told = tell(connection, "main")?;
    if tell(connection, MADE)? != told || digest(connection, "main")? != digest(connection, MADE)? {
        return Err(VaultError::NotCopied);
    }
    connection.execute_batch("COMMIT; DETACH made;")?;
    Ok(told)
}

/// How many records there are, and the hash of the last.
fn tell(connection: &Connection, schema: &str) -> Result<(u64, String), VaultError> {
    let sql = format!("SELECT records, hash FROM {schema}.head");
    let (records, hash): (i64, String) =
        connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok((records.unsigned_abs(), hash))
}

/// A hash of all definitions and all rows, those of the search index's inner tables too.
fn digest(connection: &Connection, schema: &str) -> Result<Vec<u8>, VaultError> {
    let mut hash = Sha256::new();
    let definitions =
        format!("SELECT name, type, tbl_name, sql FROM {schema}.sqlite_schema ORDER BY name, type");
    take_rows(connection, &definitions, &mut hash)?;
    let tables = format!(
        "SELECT name FROM {schema}.sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name"
    );
    let mut statement = connection.prepare(&tables)?;
    for table in statement.query_map([], |row| row.get::<_, String>(0))? {
        let rows = format!(
            "SELECT * FROM {schema}.\"{}\" NOT INDEXED",
            table?.replace('"', "\"\"")
        );
        take_rows(connection, &rows, &mut hash)?;
    }
    Ok(hash.finalize().to_vec())
}

fn take_rows(connection: &Connection, sql: &str, hash: &mut Sha256) -> Result<(), VaultError> {
    use rusqlite::types::ValueRef;
    let mut statement = connection.prepare(sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    let mut count = 0_u64;
    while let Some(row) = rows.next()? {
        count += 1;
        for column in 0..columns {
            let mut take = |kind: u8, bytes: &[u8]| {
                hash.update([kind]);
                hash.update((bytes.len() as u64).to_be_bytes());
                hash.update(bytes);
            };
            match row.get_ref(column)? {
                ValueRef::Null => take(0, &[]),
                ValueRef::Integer(number) => take(1, &number.to_be_bytes()),
                ValueRef::Real(number) => take(2, &number.to_be_bytes()),
                ValueRef::Text(text) => take(3, text),
                ValueRef::Blob(bytes) => take(4, bytes),
            }
        }
    }
    hash.update(count.to_be_bytes());
    Ok(())
}

/// The other file by itself, as it will be opened: its pages, its numbers and its head.
fn check(half: &Path, key: Option<&DataKey>, told: &(u64, String)) -> Result<(), VaultError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let made = Connection::open_with_flags(half, flags)?;
    secret::give(&made, key)?;
    schema::check_format(&made, half)?;
    let is_written = key.is_none() || secret::broken_pages(&made, 1)?.is_empty();
    let is_whole = is_written
        && made.query_row("PRAGMA integrity_check(1)", [], |row| {
            row.get::<_, String>(0)
        })? == "ok"
        && tell(&made, "main")? == *told;
    if is_whole {
        Ok(())
    } else {
        Err(VaultError::NotCopied)
    }
}

fn open_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}
