//! Encrypting the data at rest: the vault, and the small files beside it. What is not encrypted is
//! said in `docs/security.md`.

use crate::directory;
use crate::error::AppError;
use crate::keyring::{Item, Keyring, KeyringError};
use crate::keyring_checkpoint::name_of;
use crate::service::{MakeSeed, Service};
use crate::shelf::Shelf;
use std::path::Path;
use vault::{Converted, DataKey, KeyringKey, Passphrase, VaultError};

/// Whether the vault in a data directory is encrypted; false where there is none.
///
/// # Errors
///
/// [`AppError::Vault`] for a file that may not be read.
pub fn is_encrypted(data_directory: &Path) -> Result<bool, AppError> {
    Ok(vault::is_encrypted(data_directory)?)
}

/// The key of the vault in a data directory.
///
/// # Errors
///
/// [`AppError::Vault`], also for a wrong passphrase.
pub fn unlock(data_directory: &Path, passphrase: &Passphrase) -> Result<DataKey, AppError> {
    Ok(vault::unlock(data_directory, passphrase)?)
}

/// Whether the system's keyring opens the vault in a data directory as well: a file beside it says
/// so. The keyring is not asked.
///
/// # Errors
///
/// [`AppError::Vault`] for such a file that cannot be read.
pub fn is_in_keyring(data_directory: &Path) -> Result<bool, AppError> {
    Ok(vault::keyring_item(data_directory)?.is_some())
}

/// The key of the vault in a data directory, by the system's keyring.
///
/// # Errors
///
/// [`AppError::Keyring`]; [`AppError::Vault`] where the keyring is no way into this vault.
pub fn unlock_by(keyring: &Keyring, data_directory: &Path) -> Result<DataKey, AppError> {
    let item = vault::keyring_item(data_directory)?.ok_or(VaultError::Encrypted)?;
    let text = keyring.find(Item::Key(&item))?;
    let by = text.and_then(|text| KeyringKey::parse(&item, &text));
    let by = by.ok_or(KeyringError::Missing(item))?;
    Ok(vault::unlock_by_keyring(data_directory, &by)?)
}

/// Encrypts the vault in a data directory and what lies beside it.
///
/// # Errors
///
/// [`AppError::Vault`]: the vault is as it was. [`AppError::File`] for a file beside it, which is
/// encrypted when the vault is next opened.
pub fn encrypt(
    data_directory: &Path,
    passphrase: &Passphrase,
    make_seed: MakeSeed,
) -> Result<(Converted, DataKey), AppError> {
    let converted = vault::encrypt(data_directory, passphrase, &mut || make_seed())?;
    let key = vault::unlock(data_directory, passphrase)?;
    Shelf::of(data_directory, Some(&key)).put_all(Some(&key))?;
    Ok((converted, key))
}

/// Puts the vault in a data directory and what lies beside it into clear again. The keyring, where
/// it opens the vault, forgets its key; false where that could not be done.
///
/// # Errors
///
/// [`AppError::Vault`]; [`AppError::File`] for a file beside it. The
/// vault is as it was.
pub fn decrypt(
    data_directory: &Path,
    key: &DataKey,
    keyring: &Keyring,
) -> Result<(Converted, bool), AppError> {
    // A file that cannot be read names no item, and goes all the same.
    let item = vault::keyring_item(data_directory).unwrap_or_default();
    // First: where this ends, the vault still opens them, and seals them again.
    let shelf = Shelf::of(data_directory, Some(key));
    let cleared = shelf.put_all(None);
    let decrypted = cleared.and_then(|()| Ok(vault::decrypt(data_directory, key)?));
    if decrypted.is_err() && is_encrypted(data_directory)? {
        // The first error is the one to tell; whoever opens the vault next seals what stays.
        let _ = shelf.put_all(Some(key));
    }
    let converted = decrypted?;
    let is_forgotten = item.is_none_or(|item| forget(data_directory, &item, keyring));
    Ok((converted, is_forgotten))
}

/// Another passphrase; the data stay as they are.
///
/// # Errors
///
/// [`AppError::Vault`].
pub fn change_passphrase(
    data_directory: &Path,
    key: &DataKey,
    new: &Passphrase,
    make_seed: MakeSeed,
) -> Result<(), AppError> {
    let mut make_seed = || make_seed();
    Ok(vault::change_passphrase(
        data_directory,
        key,
        new,
        &mut make_seed,
    )?)
}

/// Lets the keyring open the vault, beside its passphrase: a new key lies there, and wraps the
/// vault's. What lay there for this vault before is forgotten; false where that could not be done.
///
/// # Errors
///
/// [`AppError::Keyring`], [`AppError::Vault`]: the vault opens as it did before.
pub fn give_to_keyring(
    data_directory: &Path,
    key: &DataKey,
    keyring: &Keyring,
    make_seed: MakeSeed,
) -> Result<bool, AppError> {
    let mut make_seed = || make_seed();
    let before = vault::keyring_item(data_directory).unwrap_or_default();
    let by = KeyringKey::new(&mut make_seed)?;
    // Kept, and read back, before anything relies on it.
    keyring.keep(Item::Key(by.item()), &by.text())?;
    let given = vault::give_to_keyring(data_directory, key, &by, &mut make_seed);
    if given.is_err() {
        // It opens nothing; the first error is the one to tell.
        let _ = keyring.forget(Item::Key(by.item()));
    }
    given?;
    Ok(before.is_none_or(|item| keyring.forget(Item::Key(&item)).unwrap_or(false)))
}

/// Lets the keyring open the vault no more: its passphrase alone does. What lay there is forgotten;
/// false where that could not be done. True where the keyring did not open it.
///
/// # Errors
///
/// [`AppError::Vault`].
pub fn take_from_keyring(data_directory: &Path, keyring: &Keyring) -> Result<bool, AppError> {
    // A file that cannot be read names no item, and goes all the same.
    let item = vault::keyring_item(data_directory).unwrap_or_default();
    vault::take_from_keyring(data_directory)?;
    Ok(item.is_none_or(|item| forget(data_directory, &item, keyring)))
}

/// Forgets what the keyring holds of a vault: the key, and the last checkpoint, where one is there.
fn forget(data_directory: &Path, item: &str, keyring: &Keyring) -> bool {
    let is_forgotten = keyring.forget(Item::Key(item)).unwrap_or(false);
    let folder = directory::state_directory(data_directory);
    if let Some(name) = folder.as_deref().and_then(name_of) {
        let _ = keyring.forget(Item::Checkpoint(name));
    }
    is_forgotten
}

impl Service {
    /// Whether the data are encrypted at rest, in words.
    pub(crate) fn tell_encryption(&self) -> String {
        let (directory, is_encrypted) = (self.data_directory(), self.key().is_some());
        if self.options.ephemeral {
            "nothing is kept".to_owned()
        } else if is_encrypted {
            let opens = "the vault is encrypted with a passphrase (SQLCipher, AES-256)";
            match is_in_keyring(directory) {
                Ok(false) => opens.to_owned(),
                Ok(true) => format!("{opens}; the keyring of this account opens it, too"),
                Err(error) => format!("{opens}; {error}; {}", error.help()),
            }
        } else if directory.join(vault::KEY_FILE_NAME).exists() {
            format!(
                "the vault is NOT encrypted, though a key file ({}) lies beside it: it was put \
                 into clear, or replaced; `attest vault encrypt` encrypts it",
                vault::KEY_FILE_NAME
            )
        } else {
            "the vault is not encrypted; `attest vault encrypt` encrypts it".to_owned()
        }
    }
}
