//! Sealed backups: what holds words of a document or an answer is encrypted under keys of their own,
//! which stand in a key file elsewhere. Erasing destroys the key there, so that what was erased is
//! closed in every backup that was made before.
//!
//! Nothing in clear is ever written where the backup is made: its parts are sealed on the way. What
//! was made is put back once, into a file that is encrypted with a key that nobody keeps, and
//! verified there, before it gets its name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chacha20poly1305::XNonce;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use serde::Serialize;
use zeroize::Zeroizing;

use crate::backup::{self, Backup, key_beside};
use crate::canonical::{self, hash_file};
use crate::error::VaultError;
use crate::half::{self, Half, refuse_taken, unwritable};
use crate::key_file::{self, MakeSeed};
use crate::key_list::{self, KeyList};
use crate::key_ring::{self, KeyRing, OneKey};
use crate::ledger::Ledger;
use crate::schema::{self, SEALED_ID};
use crate::sealed_cipher::{encrypt, together};
use crate::sealed_open::{FORMAT, PLAIN, open_new, open_sealed, unseal};
use crate::sealed_plan::{Part, Plan};
use crate::sealed_rows;
use crate::secret::DataKey;
use crate::vault::{Compared, Vault};

/// The tables of a sealed backup that a vault does not have.
const TABLES: &str = include_str!("sealed.sql");
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
    /// Its id, which tells it from all others wherever it lies.
    pub keys_id: String,
    /// Documents and answers that have a key of their own in it.
    pub sealed: u64,
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
        let (keys, keys_id) = (made.keys.clone(), made.ring.id.clone());
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
            keys_id,
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
        let (ring, is_new) = if let Some(listed) = list.find(&keys) {
            (key_list::read_own(listed)?, false)
        } else {
            refuse_taken(&keys)?;
            (KeyRing::new(make_seed)?, true)
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
        // First of all: an empty folder is not known again as ours after a kill.
        let target = open_new(file, key)?;
        // One read transaction, so that all of it is of one moment.
        let from = self.connection.unchecked_transaction()?;
        made.last_erasure = key_list::last_erasure(&from)?;
        let ledger = Ledger::read(&from)?;
        let plan = Plan::of(&from, &ledger, &key_ring::wrapping(key))?;
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
        let names: BTreeSet<&String> = plan.sets.iter().flatten().collect();
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
