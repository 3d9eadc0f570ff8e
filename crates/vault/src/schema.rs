//! Opening the file: settings, format, and errors that say what is wrong.

use crate::private;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::VaultError;
use crate::form::{FILE_NAME, Form};
use crate::hold::Hold;
use crate::secret::{self, DataKey};
use crate::vault::{Compared, Vault};
use crate::{key_file, key_list, leftovers, migrate, older_copy, tree};

/// Newest format this program reads and the one it writes.
pub const FORMAT_VERSION: i64 = STEPS.len() as i64;

/// How long a change waits for another process before [`VaultError::Locked`].
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// `ATSB`: a sealed backup, which is no vault before it is put back.
pub(crate) const SEALED_ID: i64 = 0x4154_5342;

/// `ATST`: tells our files from other programs' databases.
pub(crate) const APPLICATION_ID: i64 = 0x4154_5354;

/// What leads from each format to the next, from an empty file on: step `n`
/// (from 0) makes format `n + 1`. A step that was released is never changed.
const STEPS: [&str; 8] = [
    include_str!("schema.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
    include_str!("schema_7.sql"),
    include_str!("schema_8.sql"),
];

/// The format that brought the tree over the records.
pub(crate) const TREE_FORMAT: i64 = 5;

impl Vault {
    /// Opens the vault in `directory`, or makes an empty one there; the
    /// directory is made where it is missing. The file is [`FILE_NAME`]. One of
    /// an older format is led to the newest, and `now` is the time of the
    /// record that says so.
    ///
    /// # Errors
    ///
    /// [`VaultError::UnwritableDirectory`], [`VaultError::ReadOnlyFile`],
    /// [`VaultError::NotADatabase`], [`VaultError::NotAVault`],
    /// [`VaultError::NewerFormat`], [`VaultError::Locked`],
    /// [`VaultError::DiskFull`], [`VaultError::Damaged`];
    /// [`VaultError::TrailBroken`] for a file of an older format that cannot be
    /// led on, since no record can be appended.
    pub fn open(directory: &Path, now: &str) -> Result<Self, VaultError> {
        Self::open_with(directory, None, now)
    }

    /// As [`Vault::open`], with the key of an encrypted vault ([`crate::unlock`]); one in clear is
    /// opened without it.
    ///
    /// # Errors
    ///
    /// As [`Vault::open`]; [`VaultError::Encrypted`] where a key is needed and there is none,
    /// [`VaultError::OtherKey`] for the key of another vault, [`VaultError::KeyWithoutVault`].
    pub fn open_with(
        directory: &Path,
        key: Option<&DataKey>,
        now: &str,
    ) -> Result<Self, VaultError> {
        // From the root: SQLite takes a name that begins with `file:` for a URI with options.
        let path = std::path::absolute(directory.join(FILE_NAME))
            .map_err(|error| VaultError::unwritable(directory, &error))?;
        make_directory(directory)?;
        let hold = Hold::together(directory, BUSY_TIMEOUT)?;
        leftovers::tidy(directory);
        let key = key_for(directory, key)?;
        make_file(directory, &path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(&path, flags)
            .map_err(|error| VaultError::while_opening(error, &path))?;
        prepare(&mut connection, &path, key, now).map_err(|error| error.with_key(key.is_some()))?;
        if key.is_some() {
            leftovers::delete_clear_copies(directory)?;
        }
        older_copy::delete_outlived(&connection, directory)?;
        // An erasure that could not do it said so; a vault opens without it.
        let _ = key_list::destroy_keys(&connection);
        Ok(Self {
            connection,
            compared: Compared::default(),
            beside: Vec::new(),
            standing: None,
            _hold: Some(hold),
            is_encrypted: key.is_some(),
        })
    }

    /// A vault that keeps everything in memory and writes nothing anywhere.
    /// It ends with the value.
    ///
    /// # Errors
    ///
    /// [`VaultError::Database`] when memory is short.
    pub fn in_memory() -> Result<Self, VaultError> {
        let mut connection = Connection::open_in_memory()?;
        // An empty file gets no record of a migration, so no time is needed.
        prepare(&mut connection, Path::new(":memory:"), None, "")?;
        Ok(Self {
            connection,
            compared: Compared::default(),
            beside: Vec::new(),
            standing: None,
            _hold: None,
            is_encrypted: false,
        })
    }
}

/// The key that the vault in a directory is to be opened with.
pub(crate) fn key_for<'a>(
    directory: &Path,
    key: Option<&'a DataKey>,
) -> Result<Option<&'a DataKey>, VaultError> {
    match Form::of(directory)? {
        Form::Encrypted => Ok(Some(key.ok_or(VaultError::Encrypted)?)),
        // Where an encrypted vault was, none in clear is begun without a word.
        Form::None if key_file::place(directory).exists() => Err(VaultError::KeyWithoutVault {
            path: directory.to_path_buf(),
        }),
        Form::Clear | Form::None => Ok(None),
        Form::Unknown => Err(VaultError::NotADatabase {
            path: directory.join(FILE_NAME),
        }),
    }
}

/// Makes the directory where it is missing, for the person alone.
fn make_directory(directory: &Path) -> Result<(), VaultError> {
    private::make_folder(directory).map_err(|error| VaultError::unwritable(directory, &error))
}

/// Makes the file, or asks whether it may be written, before `SQLite` does: the system's error
/// tells a directory that refuses from a file that refuses, `SQLite`'s does
/// not. A new file is readable by its owner only.
fn make_file(directory: &Path, path: &Path) -> Result<(), VaultError> {
    match private::make_file(path) {
        Ok(_) => Ok(()),
        // It is asked for and not opened: closing it would take this process's locks away
        // (`glance.rs`).
        Err(error) if error.kind() == ErrorKind::AlreadyExists => private::check_writable(path)
            .map_err(|_| VaultError::ReadOnlyFile {
                path: path.to_path_buf(),
            }),
        Err(error) => Err(VaultError::unwritable(directory, &error)),
    }
}

fn prepare(
    connection: &mut Connection,
    path: &Path,
    key: Option<&DataKey>,
    now: &str,
) -> Result<(), VaultError> {
    let opening = |error| VaultError::while_opening(error, path);
    secret::give(connection, key).map_err(opening)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(opening)?;
    // Look before any setting that writes: a foreign file stays as it was.
    check_format(connection, path)?;
    write_ahead(connection).map_err(opening)?;
    connection
        .execute_batch(
            "PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = ON;
             PRAGMA recursive_triggers = ON;
             PRAGMA secure_delete = ON;
             PRAGMA temp_store = MEMORY;
             PRAGMA trusted_schema = OFF;
             PRAGMA cell_size_check = ON;",
        )
        .map_err(opening)?;
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)
        .map_err(opening)?;
    create_schema(connection, path, key, now)
}

/// Switches to a write-ahead log. Of several that open a new file at the same
/// moment all but one are told at once that it is locked: `SQLite` does not wait
/// with a read lock in its hands, so the waiting is done here.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    const PAUSE: Duration = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    loop {
        match connection.execute_batch("PRAGMA journal_mode = WAL") {
            Err(error) if is_busy(&error) && waited < BUSY_TIMEOUT => {
                std::thread::sleep(PAUSE);
                waited += PAUSE;
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
}

/// The format a file has: 0 for an empty one, at most [`FORMAT_VERSION`].
pub(crate) fn check_format(connection: &Connection, path: &Path) -> Result<i64, VaultError> {
    let opening = |error| VaultError::while_opening(error, path);
    let number = |sql: &str| {
        connection
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .map_err(opening)
    };
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let application = number("PRAGMA application_id")?;
    if tables == 0 && application == 0 {
        return Ok(0);
    }
    if application == SEALED_ID {
        return Err(VaultError::SealedBackup {
            path: path.to_path_buf(),
        });
    }
    if application != APPLICATION_ID {
        return Err(VaultError::NotAVault {
            path: path.to_path_buf(),
        });
    }
    let found = number("SELECT version FROM format WHERE id = 1").map_err(|error| match error {
        VaultError::Database(_) => VaultError::NotAVault {
            path: path.to_path_buf(),
        },
        other => other,
    })?;
    match found {
        1..=FORMAT_VERSION => Ok(found),
        found if found > FORMAT_VERSION => Err(VaultError::NewerFormat {
            path: path.to_path_buf(),
            found,
            supported: FORMAT_VERSION,
        }),
        _ => Err(VaultError::NotAVault {
            path: path.to_path_buf(),
        }),
    }
}

/// Takes the steps that the file is behind, all in one transaction, unless
/// another process just did. A copy of a file that is led on is kept before.
fn create_schema(
    connection: &mut Connection,
    path: &Path,
    key: Option<&DataKey>,
    now: &str,
) -> Result<(), VaultError> {
    let format = check_format(connection, path)?;
    if format == FORMAT_VERSION {
        return Ok(());
    }
    if format > 0 {
        older_copy::keep(connection, (path, key), format)?;
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = check_format(&transaction, path)?;
    if found == FORMAT_VERSION {
        return Ok(());
    }
    for step in STEPS
        .iter()
        .skip(usize::try_from(found).unwrap_or(usize::MAX))
    {
        transaction.execute_batch(step)?;
    }
    if found < TREE_FORMAT {
        tree::build(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", FORMAT_VERSION)?;
    if found > 0 {
        migrate::record(&transaction, (found, FORMAT_VERSION), now)?;
    }
    transaction.commit()?;
    Ok(())
}

/// The format that a vault says it has.
pub(crate) fn read_format(connection: &Connection) -> Result<i64, VaultError> {
    Ok(
        connection.query_row("SELECT version FROM format WHERE id = 1", [], |row| {
            row.get(0)
        })?,
    )
}

/// An empty vault of a format, in memory.
pub(crate) fn make_fresh(format: i64) -> Result<Connection, VaultError> {
    let fresh = Connection::open_in_memory()?;
    make_tables(&fresh, format)?;
    Ok(fresh)
}

/// Makes an empty database a vault of a format.
pub(crate) fn make_tables(connection: &Connection, format: i64) -> Result<(), VaultError> {
    for step in STEPS.iter().take(usize::try_from(format).unwrap_or(0)) {
        connection.execute_batch(step)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", format)?;
    Ok(())
}

/// Names of the tables, indexes and triggers whose definition differs from
/// the format's, is missing, or is not part of it. The search index's own
/// inner tables and the indexes that `SQLite` makes are among them.
pub(crate) fn find_schema_changes(
    connection: &Connection,
    format: i64,
) -> Result<Vec<String>, VaultError> {
    let fresh = make_fresh(format)?;
    let expected = read_definitions(&fresh)?;
    let found = read_definitions(connection)?;
    let mut names: Vec<String> = expected
        .iter()
        .filter(|definition| !found.contains(definition))
        .chain(
            found
                .iter()
                .filter(|definition| !expected.contains(definition)),
        )
        .map(|definition| definition.name.clone())
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}

#[derive(PartialEq, Eq)]
struct Definition {
    name: String,
    kind: String,
    table: String,
    sql: String,
}

fn read_definitions(connection: &Connection) -> Result<Vec<Definition>, VaultError> {
    let mut statement = connection.prepare(
        "SELECT name, type, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY name, type",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Definition {
            name: row.get(0)?,
            kind: row.get(1)?,
            table: row.get(2)?,
            sql: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
