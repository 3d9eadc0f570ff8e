//! Checking the audit trail: by itself, and against what is kept of it
//! elsewhere.

use crate::error::AppError;
use crate::keyring::Keyring;
use crate::keyring_checkpoint::KeyringCheckpoint;
use crate::service::Service;
use crate::stamp::{CheckedStamp, check_stamps};
use crate::work::{OnWork, Work, WorkStage};
use engine::decoder::Control;
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use vault::checkpoint::{Checkpoint, SignedCheckpoint};
use vault::seal::Seal;
use vault::{Beside, DataKey, Expected, Vault, VaultError, Verification};

/// What a check of the trail found.
#[derive(Debug, Serialize)]
pub struct AuditCheck {
    /// The trail itself, and against the checkpoint that is kept.
    #[serde(flatten)]
    pub trail: Verification,
    /// The checkpoint that this machine keeps of the trail.
    pub kept_checkpoint: KeptCheckpoint,
    /// The one that the system's keyring keeps; none where the keyring does not open the vault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyring_checkpoint: Option<KeptCheckpoint>,
    /// Time stamps of checkpoints, by the order of their records. None where a record is bad: then
    /// nothing is proven from there on.
    pub stamps: Vec<CheckedStamp>,
    /// What lay beside the file.
    pub beside: Vec<Beside>,
}

impl AuditCheck {
    /// Whether nothing at all was found.
    pub fn is_sound(&self) -> bool {
        self.trail.is_sound()
            && [
                Some(&self.kept_checkpoint),
                self.keyring_checkpoint.as_ref(),
            ]
            .into_iter()
            .flatten()
            .all(|kept| !matches!(kept, KeptCheckpoint::NotBelieved { .. }))
            && self.stamps.iter().all(|stamp| stamp.stamp.is_some())
    }
}

/// The checkpoint that this machine keeps of the trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KeptCheckpoint {
    /// There is none: nothing was recorded by this program on this machine, or
    /// somebody took it away.
    None,
    /// There is one, signed by the vault's key.
    Kept {
        /// Its records.
        records: u64,
    },
    /// Whether there is one is not known: the keyring did not answer, or is locked. The trail was
    /// not compared with it.
    OutOfReach {
        /// What is wrong.
        reason: String,
        /// What to do.
        help: String,
    },
    /// There is one, and it is not what was kept.
    NotBelieved {
        /// What is wrong with it.
        reason: String,
        /// What to do.
        help: String,
    },
}

/// What a trail is compared with, beside the checkpoint that is kept.
#[derive(Debug, Clone, Copy, Default)]
pub struct Against<'a> {
    /// What an earlier check printed as head: a record must have it.
    pub head: Option<&'a str>,
    /// A checkpoint that the caller believes: the trail must begin with its
    /// records.
    pub checkpoint: Option<&'a Checkpoint>,
    /// Such a checkpoint, up to which the caller verified the whole before: of what its records bind
    /// nothing is looked at again, but they themselves are.
    pub since: Option<&'a Checkpoint>,
}

/// Checks the whole audit trail in a data directory, also against the
/// checkpoint that is kept in `seal`, with the key of an encrypted vault. Nothing is written, made or led to a
/// newer format, so it works on copies and on media that cannot be written.
///
/// # Errors
///
/// [`AppError::Input`] for a head that is no SHA-256; [`AppError::Altered`]
/// where a checkpoint is kept of a trail that is not there;
/// [`AppError::Vault`] where nothing can be read.
pub fn verify_directory(
    (data_directory, key): (&Path, Option<&DataKey>),
    seal: Option<PathBuf>,
    against: Against<'_>,
) -> Result<AuditCheck, AppError> {
    let head = against.head.map(read_head).transpose()?;
    // Read before the trail, which only grows.
    let kept = match seal {
        Some(folder) => {
            let keyring = KeyringCheckpoint::of(data_directory, &folder, Keyring::default());
            Kept::read(Some(&Seal::at(folder)), keyring.as_ref())
        }
        None => Kept::read(None, None),
    };
    let size = kept.sizes().max();
    let head = head.as_deref();
    let against = Against { head, ..against };
    let found = Vault::look_at(data_directory, key, |vault| check(vault, &kept, against));
    match (found, size) {
        (Err(AppError::Vault(error @ VaultError::NoVault { .. })), Some(size)) => {
            Err(AppError::Altered {
                message: format!("{error}, and a checkpoint of {size} records of it is kept"),
                help:
                    "name the data directory with --data-dir; if it is this one, the data are gone"
                        .to_owned(),
            })
        }
        (found, _) => found,
    }
}

/// A hash of a last record, as somebody noted it.
fn read_head(noted: &str) -> Result<String, AppError> {
    let head: String = noted.split_whitespace().collect();
    if head.len() != 64 || !head.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(AppError::input(
            "a head is the 64 hexadecimal digits that a check of the trail gives",
            "copy the whole of it",
        ));
    }
    Ok(head.to_ascii_lowercase())
}

/// A checkpoint that is kept, where it is believed, and what is told of it.
type Told = (Option<Checkpoint>, KeptCheckpoint);

/// The checkpoints that are kept on this machine.
struct Kept {
    folder: Told,
    keyring: Option<Told>,
}

impl Kept {
    fn read(seal: Option<&Seal>, keyring: Option<&KeyringCheckpoint>) -> Kept {
        let kept = seal.map_or(Ok(None), |seal| Ok(seal.find_checkpoint()?));
        Kept {
            folder: told_of(kept),
            keyring: keyring.map(|keyring| told_of(keyring.look())),
        }
    }

    /// Those that are believed.
    fn checkpoints(&self) -> impl Iterator<Item = &Checkpoint> {
        let keyring = self.keyring.as_ref().and_then(|told| told.0.as_ref());
        self.folder.0.iter().chain(keyring)
    }

    fn sizes(&self) -> impl Iterator<Item = u64> {
        self.checkpoints().map(|kept| kept.size)
    }
}

fn told_of(kept: Result<Option<SignedCheckpoint>, AppError>) -> Told {
    match kept {
        Ok(None) => (None, KeptCheckpoint::None),
        Ok(Some(kept)) => {
            let kept = kept.checkpoint().clone();
            let records = kept.size;
            (Some(kept), KeptCheckpoint::Kept { records })
        }
        Err(error) => {
            let (reason, help) = (error.to_string(), error.help());
            let told = match error {
                AppError::Keyring(_) => KeptCheckpoint::OutOfReach { reason, help },
                _ => KeptCheckpoint::NotBelieved { reason, help },
            };
            (None, told)
        }
    }
}

fn check(vault: &Vault, kept: &Kept, against: Against<'_>) -> Result<AuditCheck, AppError> {
    let given = against.checkpoint.into_iter().chain(against.since);
    let checkpoints: Vec<Checkpoint> = kept.checkpoints().chain(given).cloned().collect();
    let trail = vault.verify_expecting(Expected {
        head: against.head,
        checkpoints: &checkpoints,
        verified: against.since.map_or(0, |since| since.size),
    })?;
    with_stamps(vault, trail, kept)
}

/// What was found, with the time stamps verified again where the trail stands as it was written.
fn with_stamps(vault: &Vault, trail: Verification, kept: &Kept) -> Result<AuditCheck, AppError> {
    let stamps = if trail.first_bad.is_none() {
        check_stamps(vault)?
    } else {
        Vec::new()
    };
    Ok(AuditCheck {
        stamps,
        trail,
        kept_checkpoint: kept.folder.1.clone(),
        keyring_checkpoint: kept.keyring.as_ref().map(|told| told.1.clone()),
        beside: vault.beside().to_vec(),
    })
}

/// As [`check`], against a hash that was noted and told how far it is; none where it was broken off.
fn check_watched(
    vault: &Vault,
    kept: &Kept,
    head: Option<&str>,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Option<AuditCheck>, AppError> {
    let checkpoints: Vec<Checkpoint> = kept.checkpoints().cloned().collect();
    let expected = Expected {
        head,
        checkpoints: &checkpoints,
        verified: 0,
    };
    let trail = vault.verify_watched(expected, watch)?;
    let checked = trail.map(|trail| with_stamps(vault, trail, kept));
    checked.transpose()
}

impl Service {
    /// Checks the whole audit trail, also against the checkpoint that is kept.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] where nothing can be read.
    pub fn verify_audit(&self) -> Result<AuditCheck, AppError> {
        let kept = self.kept_checkpoints();
        check(&self.vault(), &kept, Against::default())
    }

    /// Checks the whole audit trail, also against the checkpoint that is kept and, where one is
    /// given, a hash that was noted elsewhere, and tells how far it is. Other calls need not wait
    /// for it: it reads through a connection of its own, and sees one state of the records
    /// throughout; a time stamp that is attached meanwhile may be among those verified.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] where nothing can be read; of the kind `cancelled`
    /// when `on_work` says so, which says nothing about the trail.
    pub fn verify_audit_watched(
        &self,
        head: Option<&str>,
        on_work: &mut OnWork<'_>,
    ) -> Result<AuditCheck, AppError> {
        let head = head.map(read_head).transpose()?;
        let mut watch = |done, total| {
            let (stage, total) = (WorkStage::Verify, Some(total));
            match on_work(Work { stage, done, total }) {
                Control::Continue => ControlFlow::Continue(()),
                Control::Cancel => ControlFlow::Break(()),
            }
        };
        // Read before the trail, which only grows.
        let kept = self.kept_checkpoints();
        let found = if self.options.ephemeral {
            check_watched(&self.vault(), &kept, head.as_deref(), &mut watch)?
        } else {
            Vault::look_at(self.data_directory(), self.key(), |vault| {
                check_watched(vault, &kept, head.as_deref(), &mut watch)
            })?
        };
        found.ok_or(AppError::Cancelled)
    }

    fn kept_checkpoints(&self) -> Kept {
        let sealing = self.sealing.as_ref();
        Kept::read(
            sealing.map(|sealing| &sealing.seal),
            sealing.and_then(|sealing| sealing.keyring.as_ref()),
        )
    }
}
