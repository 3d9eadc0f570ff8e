//! Checkpoints (C2SP `tlog-checkpoint`): how many records a trail has, and the
//! root of the tree over them, as a signed note.
//!
//! ```text
//! attest-vault/0123456789abcdef     the origin: the name of the vault's key
//! 42                                records
//! CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=     the root, base64
//!
//! — attest-vault/0123456789abcdef Az3grl...         the vault's signature
//! — attest-vault/fedcba9876543210 opLqBQ...         a witness's
//! ```

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::merkle::Hash;
use crate::note::{Note, SigningKey, VerifierKey};
use crate::proof_error::{ProofError, What};

/// How far a trail is, and what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Whose: the name of the key that signs it.
    pub origin: String,
    /// Records.
    pub size: u64,
    /// Root of the tree over them.
    pub root: Hash,
}

impl Checkpoint {
    /// The text that is signed.
    pub fn text(&self) -> String {
        let root = STANDARD.encode(self.root);
        format!("{}\n{}\n{root}\n", self.origin, self.size)
    }

    fn parse(text: &str) -> Result<Self, ProofError> {
        let form = |reason| ProofError::form(What::Checkpoint, reason);
        let mut lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        let (Some(origin), Some(size), Some(root)) = (lines.next(), lines.next(), lines.next())
        else {
            return Err(form("it has not three lines: origin, size, root"));
        };
        // Extension lines, which the format allows, say nothing here.
        if origin.is_empty() || lines.any(str::is_empty) {
            return Err(form("one of its lines is empty"));
        }
        Ok(Self {
            origin: origin.to_owned(),
            size: read_number(size).ok_or(form("its size is no decimal number"))?,
            root: read_hash(root).ok_or(form("its root is not 32 bytes in base64"))?,
        })
    }
}

/// A checkpoint with its signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedCheckpoint {
    checkpoint: Checkpoint,
    note: Note,
}

impl SignedCheckpoint {
    /// Signs a checkpoint whose origin is the key's name.
    pub fn sign(size: u64, root: Hash, key: &SigningKey) -> Self {
        let origin = key.name().to_owned();
        let checkpoint = Checkpoint { origin, size, root };
        let mut note = Note::unsigned(checkpoint.text());
        note.sign(key);
        Self { checkpoint, note }
    }

    /// Reads a checkpoint. What it says is nothing before it was verified.
    ///
    /// # Errors
    ///
    /// [`ProofError::Form`].
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let note = Note::parse(text)?;
        let checkpoint = Checkpoint::parse(note.text())?;
        Ok(Self { checkpoint, note })
    }

    /// What it says.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// Whether the vault with this key signed it.
    ///
    /// # Errors
    ///
    /// [`ProofError::Origin`], [`ProofError::NotSigned`],
    /// [`ProofError::Signature`].
    pub fn verify(&self, key: &VerifierKey) -> Result<(), ProofError> {
        if self.checkpoint.origin != key.name() {
            return Err(ProofError::Origin {
                expected: key.name().to_owned(),
                found: self.checkpoint.origin.clone(),
            });
        }
        self.note.verify(key).map(drop)
    }

    /// When the witness with this key signed it, in seconds since 1970.
    ///
    /// # Errors
    ///
    /// [`ProofError::NotSigned`], [`ProofError::Signature`];
    /// [`ProofError::Form`] for a key that is no witness's.
    pub fn verify_witness(&self, key: &VerifierKey) -> Result<u64, ProofError> {
        let reason = "it is no witness's (type 4)";
        let time = self.note.verify(key)?;
        time.ok_or(ProofError::form(What::Key, reason))
    }

    /// Signs it as a witness, in place of an earlier signature by the same.
    pub fn cosign(&mut self, key: &SigningKey, time: u64) {
        self.note.cosign(key, time);
    }
}

impl fmt::Display for SignedCheckpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.note.fmt(formatter)
    }
}

/// A decimal number in the one way to write it.
pub(crate) fn read_number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// 32 bytes in base64.
pub(crate) fn read_hash(text: &str) -> Option<Hash> {
    STANDARD.decode(text).ok()?.try_into().ok()
}

/// One hash a line.
pub(crate) fn write_hashes(hashes: &[Hash]) -> String {
    hashes
        .iter()
        .map(|hash| STANDARD.encode(hash) + "\n")
        .collect()
}
