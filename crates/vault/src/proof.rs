//! Proofs that stand alone (C2SP `tlog-proof`): one record, its place, the
//! hashes that lead from it to the root, and the checkpoint with that root.
//!
//! ```text
//! c2sp.org/tlog-proof@v1
//! extra eyJib2R5Ijp7...         the record: base64 of its canonical JSON
//! index 41                      its sequence less one
//! PlRNCrwHpqhGrupue0L7gx...     the path, from the leaf's sibling up
//! jrJZDmY8Y7SyJE0MWLpLoz...
//!
//! attest-vault/0123456789abcdef the checkpoint
//! ...
//! ```
//!
//! The format leaves `extra` to the application and does not cover it by the
//! signature. Here it is what the leaf is the hash of, so that a changed byte
//! leads to another root. Whoever verifies needs the vault's public key, and
//! nothing else of this program.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::checkpoint::{SignedCheckpoint, read_hash, read_number, write_hashes};
use crate::merkle::{self, Hash};
use crate::proof_error::{ProofError, What};

const HEADER: &str = "c2sp.org/tlog-proof@v1";

/// Most hashes a path can have.
const MAX_PATH: usize = 64;

/// That a record stands in a trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InclusionProof {
    /// The canonical JSON of `{body, kind, previous_hash, sequence, time}`.
    pub record: Vec<u8>,
    /// Place of the record, from 0: its sequence less one.
    pub index: u64,
    /// From the leaf's sibling up to the root's child.
    pub path: Vec<Hash>,
    /// The checkpoint with the root.
    pub checkpoint: SignedCheckpoint,
}

impl InclusionProof {
    /// Reads a proof. What it says is nothing before it was verified.
    ///
    /// # Errors
    ///
    /// [`ProofError::Form`].
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let form = |reason| ProofError::form(What::Proof, reason);
        let (head, checkpoint) = text
            .split_once("\n\n")
            .ok_or(form("there is no empty line before the checkpoint"))?;
        let mut lines = head.split('\n');
        if lines.next() != Some(HEADER) {
            return Err(form("it does not begin with c2sp.org/tlog-proof@v1"));
        }
        let mut named = |name: &str| lines.next().and_then(|line| line.strip_prefix(name));
        let record = named("extra ").and_then(|line| STANDARD.decode(line).ok());
        let index = named("index ").and_then(read_number);
        Ok(Self {
            record: record.ok_or(form("its second line is not: extra, the record in base64"))?,
            index: index.ok_or(form("its third line is not: index, a decimal number"))?,
            path: read_path(lines, What::Proof)?,
            checkpoint: SignedCheckpoint::parse(checkpoint)?,
        })
    }

    /// Whether the record stands in the trail of the proof's own checkpoint.
    /// That the checkpoint is to be believed is another question
    /// ([`SignedCheckpoint::verify`]). Returns the record as JSON.
    ///
    /// # Errors
    ///
    /// [`ProofError::Beyond`], [`ProofError::PathLength`],
    /// [`ProofError::RootDiffers`]; [`ProofError::Form`] and
    /// [`ProofError::Misplaced`] for bytes that are no record of this place.
    pub fn verify(&self) -> Result<Value, ProofError> {
        let told = self.checkpoint.checkpoint();
        let leaf = merkle::hash_leaf(&self.record);
        merkle::verify_inclusion(&leaf, self.index, told.size, &self.path, &told.root)?;
        let record: Value = serde_json::from_slice(&self.record)
            .map_err(|_| ProofError::form(What::Record, "it is no JSON"))?;
        let sequence = record.get("sequence").and_then(Value::as_u64);
        let (sequence, place) = (sequence.unwrap_or(0), self.index + 1);
        if sequence == place {
            Ok(record)
        } else {
            Err(ProofError::Misplaced { sequence, place })
        }
    }
}

impl fmt::Display for InclusionProof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = STANDARD.encode(&self.record);
        let path = write_hashes(&self.path);
        write!(
            formatter,
            "{HEADER}\nextra {record}\nindex {}\n{path}\n{}",
            self.index, self.checkpoint
        )
    }
}

/// The lines of a path.
pub(crate) fn read_path<'a>(
    lines: impl Iterator<Item = &'a str>,
    what: What,
) -> Result<Vec<Hash>, ProofError> {
    let path: Option<Vec<Hash>> = lines.take(MAX_PATH + 1).map(read_hash).collect();
    match path {
        Some(path) if path.len() <= MAX_PATH => Ok(path),
        _ => Err(ProofError::form(
            what,
            "its hashes are not at most 64 lines, each 32 bytes in base64",
        )),
    }
}
