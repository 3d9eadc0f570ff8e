//! Why a checkpoint, a proof or a key is not believed.

use std::fmt;

/// Why a proof, a checkpoint, a signature or a key says nothing.
///
/// Each is a reason to say no. Messages hold names of keys, numbers and places
/// in the text that was read, never text of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The text is not in its format.
    #[error("{what} is not in its format: {reason}")]
    Form {
        /// What was read.
        what: What,
        /// The rule that it breaks.
        reason: &'static str,
    },
    /// A leaf beyond the end of the tree.
    #[error("there is no leaf {index} in a tree of {size}")]
    Beyond {
        /// Index of the leaf, from 0.
        index: u64,
        /// Leaves of the tree.
        size: u64,
    },
    /// The hashes do not lead from the leaf, or from the earlier root, to the root.
    #[error("the hashes of the proof do not lead to the root of the checkpoint")]
    RootDiffers,
    /// A proof has more or fewer hashes than a tree of this size asks for.
    #[error("the proof has not the number of hashes that its tree asks for")]
    PathLength,
    /// The record's own sequence is not its place in the tree.
    #[error("the record says that it is number {sequence}, and stands at place {place}")]
    Misplaced {
        /// The `sequence` in the record; 0 where it has none.
        sequence: u64,
        /// Its place in the tree, from 1.
        place: u64,
    },
    /// The key did not sign this.
    #[error("the key {key} did not sign this checkpoint")]
    NotSigned {
        /// Name of the key.
        key: String,
    },
    /// The key's name stands there, and the signature is not by the key.
    #[error("the signature of the key {key} does not fit")]
    Signature {
        /// Name of the key.
        key: String,
    },
    /// A checkpoint of another vault.
    #[error("the checkpoint is of {found}, not of {expected}")]
    Origin {
        /// The origin that was expected.
        expected: String,
        /// The origin that stands there.
        found: String,
    },
    /// Two checkpoints of one vault and one size hold different records.
    #[error("two checkpoints of {size} records name different roots: records were changed")]
    Forked {
        /// Size of both.
        size: u64,
    },
    /// A checkpoint holds fewer records than one that was seen before.
    #[error(
        "the checkpoint has {found} records, and one of {seen} was seen before: records were cut off"
    )]
    Shrunk {
        /// Records of the checkpoint that was seen.
        seen: u64,
        /// Records of this one.
        found: u64,
    },
    /// The later checkpoint does not hold the records of the earlier one.
    #[error(
        "the checkpoint of {found} records does not hold the {seen} that were seen before: records were changed"
    )]
    NotConsistent {
        /// Records of the checkpoint that was seen.
        seen: u64,
        /// Records of this one.
        found: u64,
    },
    /// A proof of consistency from the size that was seen is missing.
    #[error(
        "the last checkpoint that was seen has {seen} records, and the file proves nothing from there on"
    )]
    ProofMissing {
        /// Records of the checkpoint that was seen.
        seen: u64,
    },
    /// A proof is for another checkpoint than the one that is held.
    #[error(
        "the proof is for a checkpoint of {found} records with another root than the one given, of {expected}"
    )]
    OtherCheckpoint {
        /// Records of the checkpoint that was given.
        expected: u64,
        /// Records of the proof's checkpoint.
        found: u64,
    },
    /// A file of an export is not what it must be.
    #[error("{file} of the export: {reason}")]
    Export {
        /// The file, below the export's folder.
        file: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// What a text should have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// A signed note (C2SP `signed-note`).
    Note,
    /// A checkpoint (C2SP `tlog-checkpoint`).
    Checkpoint,
    /// A proof of inclusion (C2SP `tlog-proof`).
    Proof,
    /// A proof of consistency with a checkpoint (C2SP `tlog-witness`).
    Request,
    /// A verifier key (`name+id+key`).
    Key,
    /// A signing key (`PRIVATE+KEY+name+id+key`).
    Secret,
    /// The record in a proof.
    Record,
}

impl fmt::Display for What {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Note => "the signed note",
            Self::Checkpoint => "the checkpoint",
            Self::Proof => "the proof",
            Self::Request => "the proof of consistency",
            Self::Key => "the verifier key",
            Self::Secret => "the signing key",
            Self::Record => "the record in the proof",
        })
    }
}

impl ProofError {
    /// What a person can do about it.
    pub fn help(&self) -> String {
        match self {
            Self::Form { what: What::Key, .. } => {
                "a key is the line name+id+key that `attest audit checkpoint` prints: copy the whole of it".to_owned()
            }
            Self::ProofMissing { seen } => format!(
                "ask for a file made by `attest audit checkpoint --since {seen} --out FILE`"
            ),
            Self::Origin { .. } | Self::NotSigned { .. } | Self::OtherCheckpoint { .. } => {
                "check that file and key are of the vault that is meant".to_owned()
            }
            Self::Shrunk { .. } | Self::Forked { .. } | Self::NotConsistent { .. } => {
                "do not trust the vault that made it; keep both checkpoints, they are the evidence".to_owned()
            }
            _ => "get the file again from where it came; if it stays so, do not believe it".to_owned(),
        }
    }

    pub(crate) fn form(what: What, reason: &'static str) -> Self {
        Self::Form { what, reason }
    }
}
