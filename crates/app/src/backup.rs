//! Backups and exports of the vault, each with a record of it.

use crate::error::AppError;
use crate::service::{MakeSeed, Service};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use vault::export::{self, Checked, Export};
use vault::note::VerifierKey;
use vault::{
    Backup, Compacted, KIND_BACKUP, KIND_RESTORED, KnownKeys, Passphrase, Restored, SealedBackup,
};

/// Kinds of the records.
const KIND_COMPACT: &str = "compact";
const KIND_EXPORT: &str = "export";

impl Service {
    /// Copies the vault, as it is at one moment, into a file; in a folder, under a name with how
    /// many records it holds. A record says so, which the backup itself does not hold.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`]. There is no file then, but where the backup is whole and its record alone
    /// cannot be written: the file stays.
    pub fn back_up(&self, place: &Path) -> Result<Backup, AppError> {
        let place = self.place_of_backup(place)?;
        let made = self.vault().back_up(&place, self.key())?;
        self.note(KIND_BACKUP, &made, json!({}))?;
        Ok(made)
    }

    /// As [`Service::back_up`], with documents and answers sealed under keys of their own, which stand
    /// in another file: what is erased later is closed in the backup, too.
    ///
    /// # Errors
    ///
    /// As [`Service::back_up`]; [`AppError::Vault`] also for a key file that cannot be used.
    pub fn back_up_sealed(
        &self,
        place: &Path,
        keys: &Path,
        mut make_seed: MakeSeed,
    ) -> Result<SealedBackup, AppError> {
        let place = self.place_of_backup(place)?;
        let made = self
            .vault()
            .back_up_sealed(&place, keys, self.key(), &mut make_seed)?;
        let sealed = json!({ "sealed": made.sealed, "keys_id": made.keys_id });
        self.note(KIND_BACKUP, &made.backup, sealed)?;
        Ok(made)
    }

    /// The key files of sealed backups, after the keys of what was erased were destroyed where that
    /// can be done now.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for a list of them that cannot be read.
    pub fn known_keys(&self) -> Result<Vec<KnownKeys>, AppError> {
        Ok(self.vault().known_keys()?)
    }

    /// Forgets a key file: erasing destroys no key in it any more.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for one that the vault does not know.
    pub fn forget_keys(&self, path: &Path) -> Result<(), AppError> {
        Ok(self.vault().forget_keys(path)?)
    }

    fn place_of_backup(&self, place: &Path) -> Result<PathBuf, AppError> {
        if place.is_dir() {
            Ok(place.join(self.backup_name()?))
        } else {
            Ok(place.to_path_buf())
        }
    }

    /// Writes what the vault holds at one moment into a new folder, in clear and signed, for other
    /// programs. A record says so, which the export itself does not hold.
    ///
    /// # Errors
    ///
    /// [`AppError::Altered`] where the trail does not hold the checkpoint that is kept,
    /// [`AppError::Vault`]. There is no folder then, but where the export is whole and its record alone
    /// cannot be written: the folder stays.
    pub fn export_vault(&self, place: &Path) -> Result<Export, AppError> {
        self.checkpoint()?;
        let (signing, now) = (self.signing_key()?, self.now());
        let made = self.vault().export(place, self.key(), &signing, &now)?;
        let body = json!({
            "records": made.records,
            "head_hash": made.head_hash,
            "documents": made.documents,
            "sha256": made.sha256,
        });
        let now = self.now();
        self.vault().append(KIND_EXPORT, &body, &now)?;
        Ok(made)
    }

    /// As [`Service::export_vault`], into a new folder in this one, named by day and number of records.
    ///
    /// # Errors
    ///
    /// As [`Service::export_vault`]; a name that is taken is refused.
    pub fn export_vault_in(&self, folder: &Path) -> Result<Export, AppError> {
        let (records, _) = self.vault().tree_head()?;
        let name = format!("attest-export-{}-{records}", self.today());
        self.export_vault(&folder.join(name))
    }

    /// Records in a vault that was put back that it was, and from which file.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn note_restored(&self, restored: &Backup) -> Result<(), AppError> {
        self.note(KIND_RESTORED, restored, json!({}))
    }

    /// The same of one that was sealed.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn note_unsealed(&self, restored: &Restored) -> Result<(), AppError> {
        let sealed = json!({
            "key_destroyed": restored.key_destroyed.len(),
            "keys_id": restored.keys_id,
        });
        self.note(KIND_RESTORED, &restored.backup, sealed)
    }

    /// Writes the vault's file anew without free pages, verified before and after, and records that.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`], also where it does not verify or another program uses it: nothing was
    /// changed then.
    pub fn compact(&self) -> Result<Compacted, AppError> {
        let done = self.vault().compact()?;
        let body = json!({
            "records": done.records,
            "head_hash": done.head_hash,
            "bytes_before": done.bytes_before,
            "bytes_after": done.bytes_after,
        });
        let now = self.now();
        self.vault().append(KIND_COMPACT, &body, &now)?;
        Ok(done)
    }

    fn note(&self, kind: &str, backup: &Backup, mut body: Value) -> Result<(), AppError> {
        body["records"] = json!(backup.records);
        body["head_hash"] = json!(backup.head_hash);
        body["sha256"] = json!(backup.sha256);
        let now = self.now();
        self.vault().append(kind, &body, &now)?;
        Ok(())
    }

    fn backup_name(&self) -> Result<PathBuf, AppError> {
        let (records, _) = self.vault().tree_head()?;
        Ok(format!("attest-{}-{records}.sqlite", self.today()).into())
    }

    /// `2026-01-31`, UTC.
    fn today(&self) -> String {
        self.now().chars().take(10).collect()
    }
}

/// Puts a backup into a data directory in which there is no vault; an encrypted one with its
/// passphrase.
///
/// # Errors
///
/// [`AppError::Vault`]; nothing is there then.
pub fn restore(
    backup: &Path,
    data_directory: &Path,
    passphrase: Option<&Passphrase>,
) -> Result<Backup, AppError> {
    Ok(vault::restore(backup, data_directory, passphrase)?)
}

/// Puts a sealed backup into a data directory in which there is no vault. What has no key any more is
/// taken for erased.
///
/// # Errors
///
/// [`AppError::Vault`]; nothing is there then.
pub fn restore_sealed(
    backup: &Path,
    keys: &Path,
    data_directory: &Path,
    passphrase: Option<&Passphrase>,
    now: &str,
) -> Result<Restored, AppError> {
    let restored = vault::restore_sealed(backup, keys, data_directory, passphrase, now)?;
    Ok(restored)
}

/// Checks an export by the key of the vault that it is of. Needs no vault.
///
/// # Errors
///
/// [`AppError::Proof`] says what is wrong with it.
pub fn check_export(folder: &Path, key: &VerifierKey) -> Result<Checked, AppError> {
    Ok(export::check(folder, key)?)
}
