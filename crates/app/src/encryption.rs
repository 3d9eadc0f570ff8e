//! Encrypting the data at rest: the vault, and the small files beside it. What is not encrypted is
//! said in `docs/security.md`.

use crate::error::AppError;
use crate::service::{MakeSeed, Service};
use crate::shelf::Shelf;
use std::path::Path;
use vault::{Converted, DataKey, Passphrase};

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
) -> Result<Converted, AppError> {
    let converted = vault::encrypt(data_directory, passphrase, &mut || make_seed())?;
    let key = vault::unlock(data_directory, passphrase)?;
    Shelf::of(data_directory, Some(&key)).put_all(Some(&key))?;
    Ok(converted)
}

/// Puts the vault in a data directory and what lies beside it into clear again.
///
/// # Errors
///
/// [`AppError::Vault`], also for a wrong passphrase; [`AppError::File`] for a file beside it. The
/// vault is as it was.
pub fn decrypt(data_directory: &Path, passphrase: &Passphrase) -> Result<Converted, AppError> {
    let key = vault::unlock(data_directory, passphrase)?;
    // First: where this ends, the vault still opens them, and seals them again.
    let shelf = Shelf::of(data_directory, Some(&key));
    let cleared = shelf.put_all(None);
    let decrypted = cleared.and_then(|()| Ok(vault::decrypt(data_directory, passphrase)?));
    if decrypted.is_err() && is_encrypted(data_directory)? {
        // The first error is the one to tell; whoever opens the vault next seals what stays.
        let _ = shelf.put_all(Some(&key));
    }
    decrypted
}

/// Another passphrase; the data stay as they are.
///
/// # Errors
///
/// [`AppError::Vault`], also for a wrong passphrase.
pub fn change_passphrase(
    data_directory: &Path,
    old: &Passphrase,
    new: &Passphrase,
    make_seed: MakeSeed,
) -> Result<(), AppError> {
    Ok(vault::change_passphrase(
        data_directory,
        old,
        new,
        &mut || make_seed(),
    )?)
}

impl Service {
    /// Whether the data are encrypted at rest, in words.
    pub(crate) fn tell_encryption(&self) -> String {
        let (directory, is_encrypted) = (self.data_directory(), self.key().is_some());
        if self.options.ephemeral {
            "nothing is kept".to_owned()
        } else if is_encrypted {
            "the vault is encrypted with a passphrase (SQLCipher, AES-256)".to_owned()
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
