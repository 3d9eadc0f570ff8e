//! Opening a vault to check it, and to change nothing: no file is made, none is
//! written, no log is moved into the file. So it works on read-only media and
//! on copies, and what somebody left beside the file is there afterwards.

use std::fs;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::beside::{Beside, Standing, name_beside};
use crate::canonical;
use crate::error::VaultError;
use crate::form::{self, FILE_NAME, Form};
use crate::hold::Hold;
use crate::schema::{self, BUSY_TIMEOUT};
use crate::secret::{self, DataKey};
use crate::vault::{Compared, Vault};

impl Vault {
    /// Opens the vault in `directory` for [`Vault::verify`] and everything else
    /// that only reads; what would change it is refused. A file of an older
    /// format is read as it is.
    ///
    /// Nobody is kept from writing meanwhile. Where no program has the file
    /// open, it is read without any lock; if one begins to write to it then,
    /// [`Vault::verify`] says that it is locked instead of what it saw, and
    /// [`Vault::look_at`] looks again with the others.
    ///
    /// Beside a log that a killed program left, `SQLite` makes its index file
    /// (`-shm`) anew where the directory can be written; it holds no data.
    ///
    /// # Errors
    ///
    /// [`VaultError::NoVault`]; [`VaultError::ReadOnlyFile`] for a file that
    /// may not be read; [`VaultError::NotADatabase`], [`VaultError::NotAVault`],
    /// [`VaultError::NewerFormat`], [`VaultError::Damaged`].
    pub fn open_to_verify(directory: &Path) -> Result<Self, VaultError> {
        Self::open_to_verify_with(directory, None)
    }

    /// As [`Vault::open_to_verify`], with the key of an encrypted vault ([`crate::unlock`]).
    ///
    /// # Errors
    ///
    /// As [`Vault::open_to_verify`]; [`VaultError::Encrypted`], [`VaultError::OtherKey`].
    pub fn open_to_verify_with(
        directory: &Path,
        key: Option<&DataKey>,
    ) -> Result<Self, VaultError> {
        Self::open_looking(directory, key, Company::AsItLies)
    }

    /// What `look` finds in the vault in `directory`, opened as [`Vault::open_to_verify_with`] does.
    /// Where another program began to write meanwhile to a file that nobody had open, what was seen
    /// may be half of two states: it is opened again, the way that programs share it, and `look` is
    /// asked once more. `SQLite` then makes the log and its index beside the file.
    ///
    /// # Errors
    ///
    /// As [`Vault::open_to_verify_with`], and what `look` says.
    pub fn look_at<T, E: From<VaultError>>(
        directory: &Path,
        key: Option<&DataKey>,
        mut look: impl FnMut(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let vault = Self::open_looking(directory, key, Company::AsItLies)?;
        let found = look(&vault);
        if !vault.was_written_to() {
            return found;
        }
        drop(vault);
        look(&Self::open_looking(directory, key, Company::Others)?)
    }

    /// Whether it was opened without any lock, and others wrote to it since.
    pub(crate) fn was_written_to(&self) -> bool {
        self.standing.as_ref().is_some_and(Standing::has_changed)
    }

    fn open_looking(
        directory: &Path,
        key: Option<&DataKey>,
        company: Company,
    ) -> Result<Self, VaultError> {
        let none = || VaultError::NoVault {
            path: directory.to_path_buf(),
        };
        let path = std::path::absolute(directory.join(FILE_NAME)).map_err(|_| none())?;
        if size_of(&path).unwrap_or(0) == 0 {
            return Err(none());
        }
        let hold = Hold::together(directory, BUSY_TIMEOUT)?;
        // Half a page in a journal is no matter here: it is left alone.
        let key = if form::is_clear(&path)? {
            None
        } else {
            match Form::of(directory)? {
                Form::Encrypted => Some(key.ok_or(VaultError::Encrypted)?),
                _ => return Err(VaultError::NotADatabase { path }),
            }
        };
        let vault = open_beside(&path, key, company)?;
        let format = schema::check_format(&vault.connection, &path)
            .map_err(|error| error.with_key(key.is_some()))?;
        // Nothing was made in it yet.
        if format == 0 {
            return Err(none());
        }
        Ok(Vault {
            _hold: Some(hold),
            is_encrypted: key.is_some(),
            ..vault
        })
    }

    /// What lay beside the file when it was opened to be verified.
    pub fn beside(&self) -> &[Beside] {
        &self.beside
    }
}

/// Who has the file open, for all that is known before it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Company {
    /// A log says that others have, or had; where there is none, nobody has.
    AsItLies,
    /// Others come and go, and a log with them.
    Others,
}

/// By what lies beside the file. A log is read through `SQLite`'s own locks, as
/// the programs do that write it, and so is a file that others open; all else without.
fn open_beside(path: &Path, key: Option<&DataKey>, company: Company) -> Result<Vault, VaultError> {
    let log = size_of(&name_beside(path, "-wal"));
    let has_log = log.is_some_and(|size| size > 0);
    let has_journal = size_of(&name_beside(path, "-journal")).is_some_and(|size| size > 0);
    let mut beside = Vec::new();
    if has_journal {
        beside.push(Beside::JournalLeftAlone);
    } else if log.is_some() || company == Company::Others {
        let opened = Connection::open_with_flags(path, flags()).and_then(|connection| {
            settle(&connection, key)?;
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(connection)
        });
        match opened {
            Ok(connection) => {
                beside.extend(has_log.then_some(Beside::LogRead));
                return Ok(as_vault(connection, beside, None));
            }
            Err(error) if is_read_only_medium(&error) => {}
            Err(error) => return Err(VaultError::while_opening(error, path)),
        }
    }
    beside.extend(has_log.then_some(Beside::LogLeftAlone));
    let standing = Standing::of(path);
    let flags = flags() | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(uri_of(path), flags)
        .and_then(|connection| settle(&connection, key).map(|()| connection))
        .map_err(|error| VaultError::while_opening(error, path))?;
    Ok(as_vault(connection, beside, Some(standing)))
}

fn as_vault(connection: Connection, beside: Vec<Beside>, standing: Option<Standing>) -> Vault {
    Vault {
        connection,
        compared: Compared::default(),
        beside,
        standing,
        _hold: None,
        is_encrypted: false,
    }
}

fn flags() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// What is set for a connection and stands in no file.
pub(crate) fn settle(connection: &Connection, key: Option<&DataKey>) -> rusqlite::Result<()> {
    secret::give(connection, key)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch(
        "PRAGMA temp_store = MEMORY;
         PRAGMA trusted_schema = OFF;
         PRAGMA cell_size_check = ON;",
    )?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    Ok(())
}

/// Whether the files that go with a log cannot be made or opened.
fn is_read_only_medium(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    )
}

/// The bytes of a file; none where there is none.
fn size_of(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|file| file.len())
}

/// The address of a file that nobody changes: `SQLite` takes no lock then and
/// looks at nothing beside it.
pub(crate) fn uri_of(path: &Path) -> String {
    let name = path.as_os_str().as_encoded_bytes();
    let mut uri = "file:".to_owned();
    if !name.starts_with(b"/") {
        uri.push_str("///");
    }
    for byte in name {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b':' | b'-' | b'_' | b'.' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => uri.extend(["%".to_owned(), canonical::hex(&[*byte])]),
        }
    }
    uri.push_str("?immutable=1");
    uri
}
