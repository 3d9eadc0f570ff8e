//! Checking the audit trail: by itself, and against what is kept of it
//! elsewhere.

use crate::error::AppError;
use crate::service::Service;
use crate::work::{OnWork, Work, WorkStage};
use engine::decoder::Control;
use serde::Serialize;
use std::ops::ControlFlow;
use vault::checkpoint::Checkpoint;
use vault::{Expected, Vault, Verification};

/// What a check of the trail found.
#[derive(Debug, Serialize)]
pub struct AuditCheck {
    /// The trail itself, and against the checkpoint that is kept.
    #[serde(flatten)]
    pub trail: Verification,
    /// The checkpoint that this machine keeps of the trail.
    pub kept_checkpoint: KeptCheckpoint,
}

impl AuditCheck {
    /// Whether nothing at all was found.
    pub fn is_sound(&self) -> bool {
        self.trail.is_sound() && !matches!(self.kept_checkpoint, KeptCheckpoint::NotBelieved { .. })
    }
}

/// The checkpoint that this machine keeps of the trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    /// There is one, and it is not what was kept.
    NotBelieved {
        /// What is wrong with it.
        reason: String,
        /// What to do.
        help: String,
    },
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

impl Service {
    /// Checks the whole audit trail, also against the checkpoint that is kept.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] where nothing can be read.
    pub fn verify_audit(&self) -> Result<AuditCheck, AppError> {
        self.verify_audit_expecting(None, None)
    }

    /// As [`Service::verify_audit`], and that a record has the hash that was noted
    /// elsewhere when it was the last one.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what is no SHA-256, [`AppError::Vault`].
    pub fn verify_audit_against(&self, head: &str) -> Result<AuditCheck, AppError> {
        self.verify_audit_expecting(Some(&read_head(head)?), None)
    }

    /// As [`Service::verify_audit`], and that the trail begins with the records
    /// of another checkpoint, which the caller believes.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] where nothing can be read.
    pub fn verify_audit_beside(&self, checkpoint: &Checkpoint) -> Result<AuditCheck, AppError> {
        self.verify_audit_expecting(None, Some(checkpoint))
    }

    fn verify_audit_expecting(
        &self,
        head: Option<&str>,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<AuditCheck, AppError> {
        // Read before the trail, which only grows.
        let (kept, kept_checkpoint) = match self.kept_checkpoint() {
            Ok(None) => (None, KeptCheckpoint::None),
            Ok(Some(kept)) => {
                let records = kept.size;
                (Some(kept), KeptCheckpoint::Kept { records })
            }
            Err(error) => {
                let (reason, help) = (error.to_string(), error.help());
                (None, KeptCheckpoint::NotBelieved { reason, help })
            }
        };
        let checkpoints: Vec<Checkpoint> = kept.iter().chain(checkpoint).cloned().collect();
        let checkpoints = checkpoints.as_slice();
        let trail = self
            .vault()
            .verify_expecting(Expected { head, checkpoints })?;
        Ok(AuditCheck {
            trail,
            kept_checkpoint,
        })
    }

    /// Checks the whole audit trail, also against the checkpoint that is kept and, where one is
    /// given, a hash that was noted elsewhere, and tells how far it is. Other calls need not wait for it: it reads
    /// through a connection of its own, and sees one state of the data
    /// throughout.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] where nothing can be read; [`AppError::Seal`] where
    /// the checkpoint that is kept cannot be believed; of the kind `cancelled`
    /// when `on_work` says so, which says nothing about the trail.
    pub fn verify_audit_watched(
        &self,
        head: Option<&str>,
        on_work: &mut OnWork<'_>,
    ) -> Result<Verification, AppError> {
        let head = head.map(read_head).transpose()?;
        let mut watch = |done, total| {
            let (stage, total) = (WorkStage::Verify, Some(total));
            match on_work(Work { stage, done, total }) {
                Control::Continue => ControlFlow::Continue(()),
                Control::Cancel => ControlFlow::Break(()),
            }
        };
        let kept: Vec<Checkpoint> = self.kept_checkpoint()?.into_iter().collect();
        let expected = Expected {
            head: head.as_deref(),
            checkpoints: &kept,
        };
        let found = if self.options.ephemeral {
            self.vault().verify_watched(expected, &mut watch)?
        } else {
            Vault::open(self.data_directory())?.verify_watched(expected, &mut watch)?
        };
        found.ok_or(AppError::Cancelled)
    }

    /// The checkpoint that is kept, which the vault's key signed.
    fn kept_checkpoint(&self) -> Result<Option<Checkpoint>, vault::seal::SealError> {
        let Some(sealing) = &self.sealing else {
            return Ok(None);
        };
        let kept = sealing.seal.find_checkpoint()?;
        Ok(kept.map(|kept| kept.checkpoint().clone()))
    }
}
