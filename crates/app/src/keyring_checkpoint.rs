//! The last checkpoint of a vault in the system's keyring, beside the one in the folder of
//! checkpoints: there, whoever puts back an older copy of the data *and* of that folder does not
//! reach it. It is kept where the keyring opens the vault ([`vault::keyring_item`]).
//!
//! It stands there with the public key that signed it, so that it is compared also where the folder
//! with the vault's key is gone. What it is worth is what the keyring is worth: whoever runs
//! programs as the same account can replace both.

use crate::error::AppError;
use crate::keyring::{Item, Keyring};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use vault::checkpoint::SignedCheckpoint;
use vault::note::VerifierKey;
use zeroize::Zeroizing;

/// Where it is kept, and what was found there.
#[derive(Debug)]
pub(crate) struct KeyringCheckpoint {
    keyring: Keyring,
    name: String,
    found: Mutex<Option<Found>>,
}

/// What the keyring said when it was asked, once while a vault is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// It holds none.
    None,
    /// It holds this.
    Kept(SignedCheckpoint),
    /// It did not answer, or is locked.
    OutOfReach,
}

/// The name of a vault's folder of checkpoints, by which the keyring knows the vault.
pub(crate) fn name_of(folder: &Path) -> Option<&str> {
    folder.file_name()?.to_str()
}

impl KeyringCheckpoint {
    /// That of the vault in a data directory, whose folder of checkpoints is given; none where the
    /// keyring does not open the vault.
    pub fn of(data_directory: &Path, folder: &Path, keyring: Keyring) -> Option<Self> {
        // A file that cannot be read is told where the vault is unlocked.
        vault::keyring_item(data_directory).ok()??;
        Some(Self {
            keyring,
            name: name_of(folder)?.to_owned(),
            found: Mutex::new(None),
        })
    }

    /// What the keyring holds now.
    ///
    /// # Errors
    ///
    /// [`AppError::Keyring`] where it is out of reach, [`AppError::Proof`] for what is no checkpoint
    /// with the key that signed it.
    pub fn look(&self) -> Result<Option<SignedCheckpoint>, AppError> {
        let Some(text) = self.keyring.find(Item::Checkpoint(&self.name))? else {
            return Ok(None);
        };
        let (key, checkpoint) = text.split_once('\n').unwrap_or_default();
        let checkpoint = SignedCheckpoint::parse(checkpoint)?;
        checkpoint.verify(&VerifierKey::parse(key)?)?;
        Ok(Some(checkpoint))
    }

    /// What it held when it was first asked, or what was kept there since.
    ///
    /// # Errors
    ///
    /// [`AppError::Proof`] for what is no checkpoint with the key that signed it.
    pub fn remembered(&self) -> Result<Found, AppError> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = found.as_ref() {
            return Ok(found.clone());
        }
        let looked = match self.look() {
            Ok(None) => Found::None,
            Ok(Some(kept)) => Found::Kept(kept),
            Err(AppError::Keyring(_)) => Found::OutOfReach,
            Err(error) => return Err(error),
        };
        Ok(found.insert(looked).clone())
    }

    /// Keeps a checkpoint there, where the keyring is within reach and holds another one. Where it
    /// takes none, the one before stays, and every check says how old it is.
    pub fn keep(&self, key: &VerifierKey, checkpoint: &SignedCheckpoint) {
        match self.remembered() {
            Ok(Found::None) => {}
            Ok(Found::Kept(kept)) if kept.checkpoint() != checkpoint.checkpoint() => {}
            _ => return,
        }
        let text = Zeroizing::new(format!("{key}\n{checkpoint}"));
        let kept = self.keyring.keep(Item::Checkpoint(&self.name), &text);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        *found = Some(match kept {
            Ok(()) => Found::Kept(checkpoint.clone()),
            Err(_) => Found::OutOfReach,
        });
    }

    /// Gives up what it holds, so that another trail can take its place.
    ///
    /// # Errors
    ///
    /// [`AppError::Keyring`].
    pub fn give_up(&self) -> Result<(), AppError> {
        self.keyring.forget(Item::Checkpoint(&self.name))?;
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(Found::None);
        Ok(())
    }
}
