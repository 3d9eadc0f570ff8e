//! Sealed backups: what holds words of a document or an answer is encrypted under keys of their own,
//! which stand in a key file elsewhere. Erasing destroys the key there, so that what was erased is
//! closed in every backup that was made before.
//!
//! Nothing in clear is ever written where the backup is made: its parts are sealed on the way. What
//! was made is put back once, into a file that is encrypted with a key that nobody keeps, and
//! verified there, before it gets its name.

use std::fs;
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use rusqlite::config::DbConfig;
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::backup::{self, Backup, key_beside};
use crate::canonical::{self, hash_file};
use crate::error::VaultError;
use crate::form::{self, FILE_NAME};
use crate::half::{self, Half, refuse_taken, unwritable};
use crate::hold::Hold;
use crate::key_file::{self, MakeSeed};
use crate::key_list::{self, KeyList};
use crate::key_ring::{self, KeyRing, OneKey};
use crate::ledger::{KEY_DESTROYED, Ledger};
use crate::legal_hold;
use crate::looking;
use crate::private::{self, make_file};
use crate::removal::Eraser;
use crate::schema::{self, BUSY_TIMEOUT, SEALED_ID};
use crate::sealed_plan::{Part, Plan};
use crate::sealed_rows;
use crate::secret::{self, DataKey, KEY_BYTES, Passphrase};
use crate::subject::Subject;
use crate::vault::{Compared, Vault};

/// What stands in a sealed backup, as docs/vault-format.md says.
const FORMAT: i64 = 1;
/// What every part and every wrapped key is bound to, with its name.
const BOUND: &str = "attest sealed backup 1\n";
/// The tables of a sealed backup that a vault does not have.
const TABLES: &str = include_str!("sealed.sql");
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
/// The vault that a backup is put back into for a look, beside it.
const TRIAL: &str = "attest.sqlite.trial";

/// What was sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SealedBackup {
    /// The backup.
    #[serde(flatten)]
    pub backup: Backup,
    /// The key file.
    pub keys: PathBuf,
    /// Documents and answers that have a key of their own in it.
    pub sealed: u64,
}

/// What was put back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// The vault.
    #[serde(flatten)]
    pub backup: Backup,
    /// What had no key any more: the vault has it as erased.
    pub key_destroyed: Vec<Subject>,
    /// Holds that stood over such things when the backup was made, by the ids of their records: they
    /// ended.
    pub ended_holds: Vec<String>,
    /// Why the vault does not know the key file, where its list could not be written.
    pub not_noted: Option<String>,
}

/// Where a backup was made of, and what it was made with.
struct Made<'a> {
    place: &'a Path,
    key_place: PathBuf,
    keys: PathBuf,
    is_new: bool,
    ring: KeyRing,
    last_erasure: String,
}

impl Vault {
    /// Copies the vault, as it is at one moment, into a file that must not be there, in which
    /// documents and answers are sealed under keys of their own. The keys stand in the file `keys`,
    /// which is made, or is one that the vault knows from a backup before; from then on erasing
    /// destroys keys in it. An encrypted vault is copied with its `key`, as [`Vault::back_up`] does.
    ///
    /// # Errors
    ///
    /// As [`Vault::back_up`]; [`VaultError::Taken`] also for a key file that the vault does not know;
    /// [`VaultError::KeysBeside`], [`VaultError::BackupKeys`], [`VaultError::OtherBackupKeys`];
    /// [`VaultError::KeysStay`] where keys of what was erased before cannot be destroyed;
    /// [`VaultError::Locked`] also where another program erased something meanwhile. Nothing is left
    /// behind then.
    pub fn back_up_sealed(
        &self,
        place: &Path,
        keys: &Path,
        key: Option<&DataKey>,
        make_seed: MakeSeed<'_>,
    ) -> Result<SealedBackup, VaultError> {
        refuse_taken(place)?;
        let key = self.own_key(key)?;
        let mut made = self.begin_sealed(place, keys, make_seed)?;
        if !self.verify()?.is_sound() {
            let path = place.to_path_buf();
            return Err(VaultError::Unsound { path });
        }
        let found_halves = half::find(place)?;
        let half = Half::of_backup(place)?;
        if key.is_some() {
            refuse_taken(&made.key_place)?;
            half.take_key(&self.key_file())?;
        }
        let sealed = self.seal_into(&half.file(), key, &mut made, make_seed)?;
        let (records, head_hash) = try_out(&half, (key, &made), make_seed)?;
        let (sha256, bytes) = hash_file(&half.file()).map_err(|error| unwritable(place, &error))?;
        let keys = made.keys.clone();
        self.name_sealed(&half, key.is_some(), made)?;
        let backup = Backup {
            path: place.to_path_buf(),
            records,
            head_hash,
            bytes,
            sha256,
            found_halves,
        };
        Ok(SealedBackup {
            backup,
            keys,
            sealed,
        })
    }

    /// Finds the keys that were made before, without those of what was erased since.
    fn begin_sealed<'a>(
        &self,
        place: &'a Path,
        keys: &Path,
        make_seed: MakeSeed<'_>,
    ) -> Result<Made<'a>, VaultError> {
        let absolute =
            |path: &Path| std::path::absolute(path).map_err(|error| unwritable(path, &error));
        let keys = absolute(keys)?;
        let folder = |path: &Path| {
            let folder = path.parent().unwrap_or(path);
            fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf())
        };
        if folder(&keys) == folder(&absolute(place)?) {
            return Err(VaultError::KeysBeside { path: keys });
        }
        key_list::destroy_keys(&self.connection)?;
        let directory = self.directory()?;
        let list = KeyList::read(directory)?;
        let (ring, is_new) = match list.find(&keys) {
            Some(listed) => (key_list::read_own(listed)?, false),
            None => {
                refuse_taken(&keys)?;
                (KeyRing::new(make_seed)?, true)
            }
        };
        Ok(Made {
            place,
            key_place: key_beside(place),
            keys,
            is_new,
            ring,
            last_erasure: String::new(),
        })
    }

    fn directory(&self) -> Result<&Path, VaultError> {
        key_list::directory_of(&self.connection)
            .ok_or_else(|| VaultError::invalid("a vault in memory has no sealed backups"))
    }

    /// Writes the sealed file; how many things have keys of their own.
    fn seal_into(
        &self,
        file: &Path,
        key: Option<&DataKey>,
        made: &mut Made<'_>,
        make_seed: MakeSeed<'_>,
    ) -> Result<u64, VaultError> {
        // One read transaction, so that all of it is of one moment.
        let from = self.connection.unchecked_transaction()?;
        made.last_erasure = key_list::last_erasure(&from)?;
        let ledger = Ledger::read(&from)?;
        let plan = Plan::of(&from, &ledger, &key_ring::wrapping(key))?;
        let target = open_new(file, key)?;
        target.execute_batch("BEGIN")?;
        for table in PLAIN {
            let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1";
            let sql: String = from.query_row(sql, [table], |row| row.get(0))?;
            target.execute_batch(&sql)?;
        }
        sealed_rows::copy(&from, &target, &PLAIN)?;
        target.execute_batch(TABLES)?;
        target.execute(
            "INSERT INTO sealed_backup VALUES (1, ?1, ?2, ?3, ?4)",
            params![
                FORMAT,
                schema::read_format(&from)?,
                made.ring.id,
                i64::try_from(made.ring.version.saturating_add(1)).unwrap_or(i64::MAX)
            ],
        )?;
        let mut secrets = Vec::new();
        for (number, names) in (0_i64..).zip(&plan.sets) {
            let mut keys = Vec::new();
            for name in names {
                keys.push(made.ring.find_or_make(name, key, make_seed)?);
            }
            secrets.push(together(&keys));
            target.execute(
                "INSERT INTO sealed_set VALUES (?1, ?2)",
                params![number, canonical::print(names)?],
            )?;
        }
        for (part, ways) in &plan.parts {
            let bytes = read_part(&from, part)?;
            seal_part(&target, &part.name(), &bytes, (&secrets, ways), make_seed)?;
        }
        target.pragma_update(None, "application_id", SEALED_ID)?;
        target.pragma_update(None, "user_version", FORMAT)?;
        target.execute_batch("COMMIT")?;
        target.close().map_err(|(_, error)| error)?;
        let names: std::collections::BTreeSet<&String> = plan.sets.iter().flatten().collect();
        Ok(names.len() as u64)
    }

    /// Writes the keys and gives the backup its name, where nothing was erased and no key file
    /// changed meanwhile.
    fn name_sealed(
        &self,
        half: &Half,
        is_encrypted: bool,
        mut made: Made<'_>,
    ) -> Result<(), VaultError> {
        let directory = self.directory()?;
        let alone = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        let mut list = KeyList::read(directory)?;
        let is_same = match list.find(&made.keys) {
            Some(listed) => key_list::read_own(listed)?.version == made.ring.version,
            None => made.is_new,
        };
        if !is_same || key_list::last_erasure(&alone)? != made.last_erasure {
            return Err(VaultError::Locked);
        }
        if made.is_new {
            refuse_taken(&made.keys)?;
        }
        made.ring.write(&made.keys)?;
        list.note(&made.keys, &made.ring.id, made.last_erasure);
        let key_place = is_encrypted.then_some(made.key_place.as_path());
        let named = list
            .write(directory)
            .and_then(|()| backup::put(half, made.place, key_place));
        if named.is_err() && made.is_new {
            // It opens nothing yet; the first error is the one to tell.
            let _ = fs::remove_file(&made.keys);
            list.forget(&made.keys);
            let _ = list.write(directory);
        }
        named
    }
}

/// A new database, of which nothing is in a journal: it is thrown away where it is not finished.
fn open_new(file: &Path, key: Option<&DataKey>) -> Result<Connection, VaultError> {
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

/// The bytes of a part.
fn read_part(connection: &Connection, part: &Part) -> Result<Vec<u8>, VaultError> {
    match part {
        Part::Document(id) => sealed_rows::read(connection, id),
        Part::Content(sha256) => {
            let sql = "SELECT bytes FROM content WHERE sha256 = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            Ok(statement.query_row([canonical::hex(sha256)], |row| row.get(0))?)
        }
    }
}

/// What several keys make together: whoever lacks one of them has nothing.
fn together(keys: &[OneKey]) -> OneKey {
    let mut hash = Sha256::new_with_prefix(b"attest sealed keys 1\n");
    for key in keys {
        hash.update(key.as_slice());
    }
    Zeroizing::new(hash.finalize().into())
}

/// Seals a part under a key of its own, which each of its ways opens.
fn seal_part(
    target: &Connection,
    name: &str,
    bytes: &[u8],
    (secrets, ways): (&[OneKey], &[usize]),
    make_seed: MakeSeed<'_>,
) -> Result<(), VaultError> {
    let mut random = || make_seed().map_err(|error| VaultError::no_randomness(&error));
    let own = Zeroizing::new(random()?);
    // The key is of this part alone, so that no nonce can come twice.
    let sealed = encrypt(&own, &XNonce::default(), name, bytes)?;
    let sql = "INSERT INTO sealed VALUES (?1, ?2)";
    target.prepare_cached(sql)?.execute(params![name, sealed])?;
    for way in ways {
        let secret = secrets
            .get(*way)
            .ok_or_else(|| VaultError::invalid("a way without keys"))?;
        let mut nonce = XNonce::default();
        let length = nonce.len();
        nonce.copy_from_slice(&random()?[..length]);
        let wrapped = encrypt(secret, &nonce, &format!("{name}\nkey"), own.as_slice())?;
        let wrapped = [nonce.as_slice(), &wrapped].concat();
        let sql = "INSERT INTO sealed_way VALUES (?1, ?2, ?3)";
        let way = i64::try_from(*way).unwrap_or(i64::MAX);
        target
            .prepare_cached(sql)?
            .execute(params![name, way, wrapped])?;
    }
    Ok(())
}

fn encrypt(
    key: &[u8; KEY_BYTES],
    nonce: &XNonce,
    name: &str,
    bytes: &[u8],
) -> Result<Vec<u8>, VaultError> {
    let bound = format!("{BOUND}{name}");
    let payload = Payload {
        msg: bytes,
        aad: bound.as_bytes(),
    };
    let cipher = XChaCha20Poly1305::new(&(*key).into());
    cipher
        .encrypt(nonce, payload)
        .map_err(|_| VaultError::TooLarge)
}

fn decrypt(key: &[u8; KEY_BYTES], nonce: &XNonce, name: &str, sealed: &[u8]) -> Option<Vec<u8>> {
    let bound = format!("{BOUND}{name}");
    let payload = Payload {
        msg: sealed,
        aad: bound.as_bytes(),
    };
    let cipher = XChaCha20Poly1305::new(&(*key).into());
    cipher.decrypt(nonce, payload).ok()
}

/// Puts what was sealed back into a file that nobody can read later, and verifies that.
fn try_out(
    half: &Half,
    (key, made): (Option<&DataKey>, &Made<'_>),
    make_seed: MakeSeed<'_>,
) -> Result<(u64, String), VaultError> {
    let thrown_away = key_file::make_key(make_seed)?;
    let file = half.folder.join(TRIAL);
    let sealed = open_sealed(&half.file(), key)?;
    let (connection, gone) = unseal(&sealed, (&made.ring, key), &file, Some(&thrown_away))?;
    let trial = as_vault(connection, true);
    let found = trial.verify()?;
    drop(trial);
    fs::remove_file(&file).map_err(|error| unwritable(&file, &error))?;
    if found.is_sound() && gone.is_empty() {
        Ok((found.records, found.head_hash))
    } else {
        let path = made.place.to_path_buf();
        Err(VaultError::Unsound { path })
    }
}

fn as_vault(connection: Connection, is_encrypted: bool) -> Vault {
    Vault {
        connection,
        compared: Compared::default(),
        beside: Vec::new(),
        standing: None,
        _hold: None,
        is_encrypted,
    }
}

/// Opens a sealed backup, which nobody changes meanwhile.
fn open_sealed(file: &Path, key: Option<&DataKey>) -> Result<Connection, VaultError> {
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
fn unseal(
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

fn read_head<T: rusqlite::types::FromSql>(
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
    let (mut secrets, mut gone) = (Vec::new(), std::collections::BTreeSet::new());
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

/// Puts a sealed backup into a data directory in which there is no vault. What has no key any more
/// is taken for erased, and a record says so, also where it was held when the backup was made. From
/// then on the vault destroys keys in the key file, too. The backup stays as it is.
///
/// # Errors
///
/// As [`crate::restore`]; [`VaultError::NotSealed`], [`VaultError::BackupKeys`],
/// [`VaultError::OtherBackupKeys`], [`VaultError::OlderBackupKeys`], [`VaultError::SealBroken`].
/// Nothing is left behind.
pub fn restore_sealed(
    backup: &Path,
    keys: &Path,
    directory: &Path,
    passphrase: Option<&Passphrase>,
    now: &str,
) -> Result<Restored, VaultError> {
    let place = directory.join(FILE_NAME);
    backup::refuse_vault(directory)?;
    if !backup.is_file() {
        let path = backup.to_path_buf();
        return Err(VaultError::NoVault { path });
    }
    let ring = KeyRing::read(keys)?;
    private::make_folder(directory).map_err(|error| unwritable(directory, &error))?;
    let _alone = Hold::alone(directory, BUSY_TIMEOUT)?;
    let half = Half::of_vault(&place)?;
    let key_place = key_file::place(directory);
    let key = if backup::is_encrypted_backup(backup)? {
        refuse_taken(&key_place)?;
        half.take_key(&key_beside(backup))?;
        let passphrase = passphrase.ok_or(VaultError::Encrypted)?;
        Some(key_file::unlock(&half.folder, passphrase)?)
    } else if form::is_clear(backup)? {
        None
    } else {
        let path = backup.to_path_buf();
        return Err(VaultError::NotADatabase { path });
    };
    let sealed = open_sealed(backup, key.as_ref())?;
    check_head(&sealed, backup, (&ring, keys))?;
    let (connection, gone) = unseal(&sealed, (&ring, key.as_ref()), &half.file(), key.as_ref())?;
    drop(sealed);
    let ended_holds = tell_gone(&connection, &gone, now)?;
    let last = key_list::last_erasure(&connection)?;
    connection.close().map_err(|(_, error)| error)?;
    let key = key.as_ref().map(|key| (key, key_place.as_path()));
    let backup = backup::finish(&half, &place, key)?;
    // The vault is there; only now there is something to note.
    let noted = note(directory, keys, &ring, last);
    Ok(Restored {
        backup,
        key_destroyed: gone,
        ended_holds,
        not_noted: noted.err().map(|error| error.to_string()),
    })
}

fn note(directory: &Path, keys: &Path, ring: &KeyRing, last: String) -> Result<(), VaultError> {
    let keys = std::path::absolute(keys).map_err(|error| unwritable(keys, &error))?;
    let mut list = KeyList::read(directory)?;
    list.note(&keys, &ring.id, last);
    list.write(directory)
}

/// That the backup has a format that is known, and the key file is its own and no older copy.
fn check_head(
    sealed: &Connection,
    backup: &Path,
    (ring, keys): (&KeyRing, &Path),
) -> Result<(), VaultError> {
    let newest = |column: &str, supported: i64| {
        let found: i64 = read_head(sealed, column)?;
        if (1..=supported).contains(&found) {
            return Ok(());
        }
        Err(VaultError::NewerFormat {
            path: backup.to_path_buf(),
            found,
            supported,
        })
    };
    newest("format", FORMAT)?;
    newest("vault_format", schema::FORMAT_VERSION)?;
    let path = keys.to_path_buf();
    if read_head::<String>(sealed, "keys_id")? != ring.id {
        return Err(VaultError::OtherBackupKeys { path });
    }
    let version: i64 = read_head(sealed, "keys_version")?;
    if i64::try_from(ring.version).unwrap_or(i64::MAX) < version {
        return Err(VaultError::OlderBackupKeys { path });
    }
    Ok(())
}

/// Records what had no key as erased, and the end of the holds over it; the ids of these.
fn tell_gone(
    connection: &Connection,
    gone: &[Subject],
    now: &str,
) -> Result<Vec<String>, VaultError> {
    let transaction = connection.unchecked_transaction()?;
    let because = KEY_DESTROYED;
    let mut ended = Vec::new();
    let holds = Ledger::read(&transaction)?.holds;
    for (sequence, hold) in &holds.0 {
        if gone.contains(&hold.subject) && matches!(hold.subject, Subject::Document(_)) {
            ended.push(legal_hold::end(
                &transaction,
                (*sequence, hold),
                because,
                now,
            )?);
        }
    }
    let mut eraser = Eraser::begin(&transaction)?;
    for subject in gone {
        match subject {
            Subject::Document(id) => drop(eraser.document(id, Some(because), now)?),
            Subject::Answer(id) => match eraser.answer(id, Some(because), now) {
                // It went with a document before it.
                Err(VaultError::UnknownRecord { .. }) => {}
                done => drop(done?),
            },
        }
    }
    // An answer's words may have gone with those of a document.
    for (sequence, hold) in &eraser.ledger.holds.0 {
        if let Subject::Answer(id) = &hold.subject {
            let answer = legal_hold::answer_sequence(&transaction, id)?;
            let holding = eraser.ledger.holdings.get(&answer);
            if holding.is_none_or(|holding| holding.contents.is_empty()) {
                ended.push(legal_hold::end(
                    &transaction,
                    (*sequence, hold),
                    because,
                    now,
                )?);
            }
        }
    }
    transaction.commit()?;
    Ok(ended)
}
