//! Checkpoints of the audit trail, proofs of its records, and signing the
//! checkpoints of others as a witness.

use crate::error::AppError;
use crate::keyring_checkpoint::{Found, KeyringCheckpoint};
use crate::service::{Sealing, Service};
use serde::Serialize;
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use vault::ProofError;
use vault::checkpoint::{Checkpoint, SignedCheckpoint};
use vault::note::{KeyKind, SigningKey, VerifierKey};
use vault::proof::InclusionProof;
use vault::seal::{Seal, Witnessed};
use vault::witness::WitnessRequest;

/// Kind of the record that says that the kept checkpoint was given up.
const KIND_ANEW: &str = "checkpoint_anew";

/// 32 bytes of the system's randomness: what a key is made of.
///
/// # Errors
///
/// Where the system gives none.
pub fn system_seed() -> io::Result<[u8; 32]> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(seed)
}

/// The public key that signed the checkpoints of the vault whose folder this
/// is; none where there is none. Opens no vault.
///
/// # Errors
///
/// [`AppError::Seal`].
pub fn own_key(folder: &Path) -> Result<Option<VerifierKey>, AppError> {
    let key = Seal::at(folder.to_path_buf()).find_key()?;
    Ok(key.map(|key| key.verifier(KeyKind::Note)))
}

/// Reads a key as it is handed from one person to another.
///
/// # Errors
///
/// [`AppError::Input`].
pub fn read_key(text: &str, kind: KeyKind) -> Result<VerifierKey, AppError> {
    let refused = |error: &ProofError| AppError::input(error.to_string(), error.help());
    let key = VerifierKey::parse(text.trim()).map_err(|error| refused(&error))?;
    if key.kind() == kind {
        return Ok(key);
    }
    let (is, other) = match kind {
        KeyKind::Note => (
            "a witness's",
            "`attest audit checkpoint` prints the vault's",
        ),
        KeyKind::Witness => ("a vault's", "`attest audit witness` prints the witness's"),
    };
    Err(AppError::input(format!("the key is {is}"), other))
}

/// Whom to believe about a proof or a checkpoint.
#[derive(Debug, Default)]
pub struct Trust {
    /// The vault's key.
    pub key: Option<VerifierKey>,
    /// A checkpoint that was got otherwise: the proof must be for this one.
    pub checkpoint: Option<SignedCheckpoint>,
    /// Witnesses who must have signed too.
    pub witnesses: Vec<VerifierKey>,
}

/// A witness's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cosignature {
    /// Name of the witness's key.
    pub name: String,
    /// When it signed, by its clock: RFC 3339, UTC.
    pub time: String,
}

/// A proof that holds.
#[derive(Debug, Serialize)]
pub struct ProvenRecord {
    /// The record.
    pub record: Value,
    /// Records of the checkpoint it stands in.
    pub records: u64,
    /// Whose checkpoint it is.
    pub origin: String,
    /// Witnesses that were asked for, and signed.
    pub witnesses: Vec<Cosignature>,
}

impl Trust {
    /// Whether a checkpoint is to be believed.
    ///
    /// # Errors
    ///
    /// [`AppError::Proof`] says why not; [`AppError::Input`] where nobody is
    /// trusted.
    pub fn check(&self, given: &SignedCheckpoint) -> Result<Vec<Cosignature>, AppError> {
        if self.key.is_none() && self.checkpoint.is_none() {
            return Err(AppError::input(
                "a checkpoint is believed on the word of a key, and none is known",
                "give the vault's key with --key; `attest audit checkpoint` prints it there",
            ));
        }
        if let Some(known) = &self.checkpoint {
            let (expected, found) = (known.checkpoint(), given.checkpoint());
            if expected != found {
                let (expected, found) = (expected.size, found.size);
                return Err(ProofError::OtherCheckpoint { expected, found }.into());
            }
        }
        if let Some(key) = &self.key {
            given.verify(key)?;
        }
        let cosigned = |key: &VerifierKey| -> Result<Cosignature, AppError> {
            let time = given.verify_witness(key)?;
            let (name, time) = (key.name().to_owned(), time_of(time));
            Ok(Cosignature { name, time })
        };
        self.witnesses.iter().map(cosigned).collect()
    }

    /// Whether a proof is to be believed. Needs no vault.
    ///
    /// # Errors
    ///
    /// As [`Trust::check`].
    pub fn check_proof(&self, text: &str) -> Result<ProvenRecord, AppError> {
        let proof = InclusionProof::parse(text)?;
        let record = proof.verify()?;
        let witnesses = self.check(&proof.checkpoint)?;
        let told = proof.checkpoint.checkpoint();
        Ok(ProvenRecord {
            record,
            records: told.size,
            origin: told.origin.clone(),
            witnesses,
        })
    }
}

/// What a witness signed.
#[derive(Debug)]
pub struct Witnessing {
    /// The checkpoint, with the witness's signature.
    pub checkpoint: SignedCheckpoint,
    /// Records of the last checkpoint that was seen; none the first time.
    pub seen: Option<u64>,
    /// The key that others check the witness's signatures with.
    pub key: VerifierKey,
}

impl Service {
    /// Makes a checkpoint of the trail as it is and keeps it; the one that is
    /// kept where nothing was added since.
    ///
    /// # Errors
    ///
    /// [`AppError::Altered`] where the trail does not hold the checkpoint that
    /// is kept: that one stays, and nothing is signed. [`AppError::Seal`],
    /// [`AppError::Vault`].
    pub fn checkpoint(&self) -> Result<SignedCheckpoint, AppError> {
        let sealing = self.sealing()?;
        let held = sealing.seal.hold()?;
        let kept = sealing.seal.find_checkpoint()?;
        let key = held.key(sealing.make_seed)?;
        let (size, root) = self.vault().tree_head()?;
        if let Some(kept) = &kept {
            self.check_held(kept)?;
        }
        self.check_keyring()?;
        let signed = match kept {
            Some(kept) if kept.checkpoint().size == size => kept,
            _ => {
                let signed = SignedCheckpoint::sign(size, root, &key);
                held.keep(&signed)?;
                signed
            }
        };
        if let Some(keyring) = &sealing.keyring {
            keyring.keep(&key.verifier(KeyKind::Note), &signed);
        }
        Ok(signed)
    }

    /// Makes a checkpoint although the trail does not hold the one that is
    /// kept, as after a restore that was meant. A record says so, and the one
    /// that was kept stays beside it in the folder.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where the trail holds it: there is nothing to give
    /// up. [`AppError::Seal`], [`AppError::Vault`].
    pub fn checkpoint_anew(&self) -> Result<SignedCheckpoint, AppError> {
        let sealing = self.sealing()?;
        let kept = sealing.seal.find_checkpoint()?;
        let there = sealing.keyring.as_ref().map(KeyringCheckpoint::remembered);
        let there = match there.transpose()? {
            Some(Found::Kept(there)) => Some(there),
            _ => None,
        };
        let not_held = |kept: &Option<SignedCheckpoint>| match kept {
            Some(kept) => Ok::<_, AppError>(!self.holds(kept.checkpoint())?),
            None => Ok(false),
        };
        let (lost, lost_there) = (not_held(&kept)?, not_held(&there)?);
        let given_up = kept.as_ref().filter(|_| lost);
        let Some(newest) = given_up.or(there.as_ref().filter(|_| lost_there)) else {
            if kept.is_none() {
                return self.checkpoint();
            }
            return Err(AppError::input(
                "the trail holds the checkpoint that is kept: there is nothing to begin anew",
                "leave --anew out",
            ));
        };
        let body = json!({ "given_up": newest.to_string() });
        let now = self.now();
        self.vault().append(KIND_ANEW, &body, &now)?;
        if let Some(kept) = given_up {
            sealing.seal.hold()?.give_up(kept)?;
        }
        if let Some(keyring) = sealing.keyring.as_ref().filter(|_| lost_there) {
            keyring.give_up()?;
        }
        self.checkpoint()
    }

    /// The key that others check this vault's checkpoints with.
    ///
    /// # Errors
    ///
    /// [`AppError::Seal`].
    pub fn verifier_key(&self) -> Result<VerifierKey, AppError> {
        Ok(self.signing_key()?.verifier(KeyKind::Note))
    }

    /// A checkpoint, with the proof that it holds the first `since` records:
    /// what is given to a witness who saw a checkpoint of these.
    ///
    /// # Errors
    ///
    /// As [`Service::checkpoint`]; [`AppError::Vault`] where there are fewer.
    pub fn checkpoint_since(&self, since: u64) -> Result<WitnessRequest, AppError> {
        let checkpoint = self.checkpoint()?;
        let size = checkpoint.checkpoint().size;
        let path = self.vault().prove_consistency(since, size)?;
        Ok(WitnessRequest {
            old: since,
            path,
            checkpoint,
        })
    }

    /// Proves one record, against a checkpoint of this trail or a new one.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an unknown record, or one that the checkpoint
    /// does not cover; [`AppError::Altered`] for a checkpoint of another trail.
    pub fn prove(
        &self,
        id: &str,
        against: Option<SignedCheckpoint>,
    ) -> Result<InclusionProof, AppError> {
        let checkpoint = match against {
            Some(given) => given,
            None => self.checkpoint()?,
        };
        self.check_held(&checkpoint)?;
        let told = checkpoint.checkpoint();
        let found = self.vault().prove_record(id, told.size)?;
        Ok(InclusionProof {
            record: found.record,
            index: found.index,
            path: found.path,
            checkpoint,
        })
    }

    /// Signs the checkpoint of another vault, if it holds what was seen of
    /// that vault before. What is asked is a checkpoint, or one with a proof
    /// of consistency. The other vault's key is needed the first time, and
    /// remembered.
    ///
    /// # Errors
    ///
    /// [`AppError::Proof`] says why it is not signed; [`AppError::Input`]
    /// where the key is needed; [`AppError::Seal`].
    pub fn witness(&self, asked: &str, key: Option<VerifierKey>) -> Result<Witnessing, AppError> {
        let request = WitnessRequest::parse(asked)?;
        let sealing = self.sealing()?;
        let held = sealing.seal.hold()?;
        let own = held.key(sealing.make_seed)?;
        let seen = held.find_witnessed(&request.checkpoint.checkpoint().origin)?;
        let known = seen.as_ref().map(|seen| seen.key.clone());
        let key = match (known, key) {
            (Some(known), Some(given)) if known != given => {
                return Err(AppError::input(
                    "another key was given for this vault the first time",
                    "leave --key out, or ask its owner what happened",
                ));
            }
            (Some(key), _) | (None, Some(key)) => key,
            (None, None) => {
                return Err(AppError::input(
                    "nothing was seen of this vault before, so its key is not known",
                    "give it with --key; `attest audit checkpoint` prints it there",
                ));
            }
        };
        request.checkpoint.verify(&key)?;
        request.check(seen.as_ref().map(|seen| seen.checkpoint.checkpoint()))?;
        let mut checkpoint = request.checkpoint;
        checkpoint.cosign(&own, seconds_of(&self.now()));
        // Remembered before it is handed out.
        let seen = seen.map(|seen| seen.checkpoint.checkpoint().size);
        let now = Witnessed { key, checkpoint };
        held.keep_witnessed(&now)?;
        Ok(Witnessing {
            checkpoint: now.checkpoint,
            seen,
            key: own.verifier(KeyKind::Witness),
        })
    }

    /// Makes the checkpoint of the close, where something was recorded since
    /// the last. Dropping the service does the same and can tell no error; a
    /// checkpoint that was not made is made at the next close.
    ///
    /// # Errors
    ///
    /// As [`Service::checkpoint`].
    pub fn close(&self) -> Result<(), AppError> {
        // An empty trail needs no key.
        if self.sealing.is_some() && self.vault().tree_head()?.0 > 0 {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// An error where the trail does not begin with the records of the checkpoint that lies in the
    /// keyring: data and folder of checkpoints were put back together. None where the keyring does
    /// not open this vault, and where it is out of reach; the check of the trail says so.
    ///
    /// # Errors
    ///
    /// [`AppError::Altered`]; [`AppError::Proof`] where it is none that was kept there.
    pub fn check_keyring(&self) -> Result<(), AppError> {
        let sealing = self.sealing.as_ref();
        let Some(keyring) = sealing.and_then(|sealing| sealing.keyring.as_ref()) else {
            return Ok(());
        };
        match keyring.remembered()? {
            Found::Kept(kept) => self.check_held(&kept),
            Found::None | Found::OutOfReach => Ok(()),
        }
    }

    /// An error where the trail does not begin with the records of a checkpoint.
    pub(crate) fn check_held(&self, checkpoint: &SignedCheckpoint) -> Result<(), AppError> {
        let told = checkpoint.checkpoint();
        if self.holds(told)? {
            return Ok(());
        }
        let there = self.vault().tree_head()?.0;
        Err(not_held(told.size, there))
    }

    /// Whether the trail begins with the records of a checkpoint.
    fn holds(&self, told: &Checkpoint) -> Result<bool, AppError> {
        let root = self.vault().tree_root(told.size)?;
        Ok(root == Some(told.root))
    }

    pub(crate) fn signing_key(&self) -> Result<SigningKey, AppError> {
        let sealing = self.sealing()?;
        Ok(sealing.seal.hold()?.key(sealing.make_seed)?)
    }

    fn sealing(&self) -> Result<&Sealing, AppError> {
        self.sealing.as_ref().ok_or_else(|| {
            AppError::input(
                "there is no folder for the key that signs checkpoints",
                "name one with ATTEST_STATE",
            )
        })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Nobody is left to be told; see `Service::close`.
        let _ = self.close();
    }
}

fn not_held(kept: u64, there: u64) -> AppError {
    let message = format!(
        "the trail of {there} records does not hold the checkpoint of {kept}: \
         records were cut off or changed, or an older copy was put back"
    );
    let help = "`attest audit verify` says what is missing; after a restore that you meant, \
                `attest audit checkpoint --anew` begins anew from what is there";
    AppError::Altered {
        message,
        help: help.to_owned(),
    }
}

/// Seconds since 1970 of a time in RFC 3339; 0 for what is none.
fn seconds_of(time: &str) -> u64 {
    let time = OffsetDateTime::parse(time, &Rfc3339).map(OffsetDateTime::unix_timestamp);
    time.ok()
        .and_then(|time| u64::try_from(time).ok())
        .unwrap_or(0)
}

/// RFC 3339, UTC; the number where the calendar has no such time.
pub(crate) fn time_of(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok();
    let time = time.and_then(|time| OffsetDateTime::from_unix_timestamp(time).ok());
    let text = time.and_then(|time| time.format(&Rfc3339).ok());
    text.unwrap_or_else(|| seconds.to_string())
}
