//! Putting a sealed backup back: what has no key any more is erased, and records say so.

use std::path::Path;

use rusqlite::Connection;
use serde::Serialize;

use crate::backup::{self, Backup, key_beside};
use crate::error::VaultError;
use crate::form::{self, FILE_NAME};
use crate::half::{Half, refuse_taken, unwritable};
use crate::held::OneHold;
use crate::hold::Hold;
use crate::key_file;
use crate::key_list::{self, KeyList};
use crate::key_ring::KeyRing;
use crate::ledger::{KEY_DESTROYED, Ledger};
use crate::legal_hold;
use crate::private;
use crate::removal::Eraser;
use crate::schema::{self, BUSY_TIMEOUT};
use crate::sealed_open::{FORMAT, open_sealed, read_head, unseal};
use crate::secret::Passphrase;
use crate::subject::Subject;

/// What was put back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// The vault.
    #[serde(flatten)]
    pub backup: Backup,
    /// Id of the key file.
    pub keys_id: String,
    /// What had no key any more: the vault has it as erased.
    pub key_destroyed: Vec<Subject>,
    /// Holds that stood over such things when the backup was made, by the ids of their records: they
    /// ended.
    pub ended_holds: Vec<String>,
    /// Why the vault does not know the key file, where its list could not be written.
    pub not_noted: Option<String>,
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
        keys_id: ring.id,
        key_destroyed: gone,
        ended_holds,
        not_noted: noted.err().map(|error| error.to_string()),
    })
}

fn note(directory: &Path, keys: &Path, ring: &KeyRing, applied: String) -> Result<(), VaultError> {
    let keys = std::path::absolute(keys).map_err(|error| unwritable(keys, &error))?;
    let mut list = KeyList::read(directory)?;
    list.note(&keys, &ring.id, applied);
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
    let end = |sequence: i64, hold: &OneHold| {
        legal_hold::end(&transaction, (sequence, hold), because, now)
    };
    let mut ended = Vec::new();
    let holds = Ledger::read(&transaction)?.holds;
    for (sequence, hold) in &holds.0 {
        if gone.contains(&hold.subject) && matches!(hold.subject, Subject::Document(_)) {
            ended.push(end(*sequence, hold)?);
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
                ended.push(end(*sequence, hold)?);
            }
        }
    }
    transaction.commit()?;
    Ok(ended)
}
