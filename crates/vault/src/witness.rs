//! Witnesses: somebody else's vault that remembers how far a trail was, and
//! signs a later checkpoint only where that one holds the earlier one.
//!
//! Files take the place of a network. What is asked of a witness is a
//! checkpoint, or a checkpoint with a proof that it holds the earlier one, in
//! the form that C2SP `tlog-witness` gives to `add-checkpoint`:
//!
//! ```text
//! old 20                        records of the checkpoint the witness saw
//! PlRNCrwHpqhGrupue0L7gx...     the proof of consistency
//!
//! attest-vault/0123456789abcdef the checkpoint
//! ...
//! ```

use std::fmt;

use crate::checkpoint::{Checkpoint, SignedCheckpoint, read_number, write_hashes};
use crate::merkle::{self, Hash};
use crate::proof::read_path;
use crate::proof_error::{ProofError, What};

/// What is asked of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WitnessRequest {
    /// Records of the checkpoint that the proof begins at.
    pub old: u64,
    /// The proof of consistency from there to the checkpoint.
    pub path: Vec<Hash>,
    /// The checkpoint to be signed.
    pub checkpoint: SignedCheckpoint,
}

impl WitnessRequest {
    /// Reads a request, or a checkpoint alone.
    ///
    /// # Errors
    ///
    /// [`ProofError::Form`].
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let Some(rest) = text.strip_prefix("old ") else {
            let (old, path) = (0, Vec::new());
            let checkpoint = SignedCheckpoint::parse(text)?;
            return Ok(Self {
                old,
                path,
                checkpoint,
            });
        };
        let form = |reason| ProofError::form(What::Request, reason);
        let (head, checkpoint) = rest
            .split_once("\n\n")
            .ok_or(form("there is no empty line before the checkpoint"))?;
        let mut lines = head.split('\n');
        let old = lines.next().and_then(read_number);
        Ok(Self {
            old: old.ok_or(form("its first line is not: old, a decimal number"))?,
            path: read_path(lines, What::Request)?,
            checkpoint: SignedCheckpoint::parse(checkpoint)?,
        })
    }

    /// Whether the checkpoint holds every record of the last one that was seen
    /// of this vault. Where none was seen, there is nothing to compare with.
    /// The signature is another question ([`SignedCheckpoint::verify`]).
    ///
    /// # Errors
    ///
    /// [`ProofError::Origin`], [`ProofError::Shrunk`], [`ProofError::Forked`],
    /// [`ProofError::ProofMissing`], [`ProofError::NotConsistent`].
    pub fn check(&self, seen: Option<&Checkpoint>) -> Result<(), ProofError> {
        let Some(seen) = seen else { return Ok(()) };
        let given = self.checkpoint.checkpoint();
        if seen.origin != given.origin {
            return Err(ProofError::Origin {
                expected: seen.origin.clone(),
                found: given.origin.clone(),
            });
        }
        if given.size < seen.size {
            return Err(ProofError::Shrunk {
                seen: seen.size,
                found: given.size,
            });
        }
        if given.size == seen.size {
            let is_same = given.root == seen.root;
            return is_same
                .then_some(())
                .ok_or(ProofError::Forked { size: seen.size });
        }
        if self.old != seen.size {
            return Err(ProofError::ProofMissing { seen: seen.size });
        }
        merkle::verify_consistency(seen.size, given.size, &seen.root, &given.root, &self.path)
            .map_err(|_| ProofError::NotConsistent {
                seen: seen.size,
                found: given.size,
            })
    }
}

impl fmt::Display for WitnessRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = write_hashes(&self.path);
        write!(formatter, "old {}\n{path}\n{}", self.old, self.checkpoint)
    }
}
