//! Time stamps of checkpoints (RFC 3161): the request that somebody carries to an authority, and the
//! answer that comes back, as a record with its checkpoint and the authority's certificate.
//!
//! The record holds all that is needed to verify the stamp again, without a network and without the
//! authority, so it goes with every backup, export and pack. It cannot be erased: there is no text of
//! a document in it.

use crate::error::AppError;
use crate::pack::Stamped;
use crate::proof::time_of;
use crate::service::Service;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use timestamp::{Authority, Stamp, StampError};
use vault::checkpoint::SignedCheckpoint;
use vault::{KIND_TIMESTAMP, Record, Vault};

/// A time stamp that was attached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Attached {
    /// Its record.
    pub record_id: String,
    /// Records of the checkpoint.
    pub records: u64,
    /// When the authority says that it saw the checkpoint: RFC 3339, UTC.
    pub time: String,
    /// Whose the certificate says that it is.
    pub authority: String,
    /// Lower-case hexadecimal SHA-256 of the certificate, its fingerprint.
    pub certificate_sha256: String,
}

/// A time stamp in the trail, verified again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckedStamp {
    /// Sequence of its record.
    pub sequence: u64,
    /// What it says; none where it is not believed.
    pub stamp: Option<Attached>,
    /// Why it is not believed.
    pub reason: Option<String>,
}

/// A request for a time stamp of a checkpoint, in DER: its imprint is the SHA-256 of the checkpoint's
/// text with its signatures, byte for byte.
///
/// # Errors
///
/// [`AppError::Stamp`], which does not happen.
pub fn stamp_request(checkpoint: &SignedCheckpoint) -> Result<Vec<u8>, AppError> {
    Ok(timestamp::request(&imprint(checkpoint))?)
}

fn imprint(checkpoint: &SignedCheckpoint) -> [u8; 32] {
    Sha256::digest(checkpoint.to_string()).into()
}

impl Service {
    /// Attaches the answer of a time-stamping authority to a checkpoint of this trail, as a record.
    /// The answer is verified first, by the certificate that the caller names (PEM or DER).
    ///
    /// # Errors
    ///
    /// [`AppError::Stamp`] says why it is not believed; [`AppError::Proof`] for a checkpoint that this
    /// vault did not sign; [`AppError::Altered`] for one that the trail does not hold.
    pub fn attach_stamp(
        &self,
        checkpoint: &SignedCheckpoint,
        answer: &[u8],
        certificate: &[u8],
    ) -> Result<Attached, AppError> {
        checkpoint.verify(&self.verifier_key()?)?;
        self.check_held(checkpoint)?;
        let token = timestamp::token_of(answer)?;
        let (authority, stamp, told) = verified(checkpoint, &token, certificate)?;
        let body = json!({
            "records": told.records,
            "checkpoint": checkpoint.to_string(),
            "token": STANDARD.encode(&token),
            "certificate": STANDARD.encode(authority.der()),
            "certificate_sha256": told.certificate_sha256,
            "authority": told.authority,
            "stamped_at": told.time,
            "accuracy_us": stamp.accuracy,
            "policy": stamp.policy,
            "serial": stamp.serial,
        });
        let now = self.now();
        let id = self.vault().append(KIND_TIMESTAMP, &body, &now)?;
        Ok(Attached {
            record_id: id.to_string(),
            ..told
        })
    }

    /// Attaches the answer of a time-stamping authority to that checkpoint of this trail that it says it is
    /// of. A checkpoint's text follows from how many records it holds, since its signature has no
    /// randomness: so the checkpoint need not be kept beside its request, and the newest are tried first.
    ///
    /// # Errors
    ///
    /// As [`Service::attach_stamp`]; [`AppError::Input`] where the answer is of no checkpoint that this vault
    /// alone signed.
    pub fn attach_answer(&self, answer: &[u8], certificate: &[u8]) -> Result<Attached, AppError> {
        let wanted = timestamp::imprint(&timestamp::token_of(answer)?)?;
        let checkpoint = wanted.map(|wanted| self.checkpoint_with(wanted));
        let Some(checkpoint) = checkpoint.transpose()?.flatten() else {
            return Err(AppError::input(
                "the time stamp is of no checkpoint that this vault alone signed",
                "choose the answer to a request that was made of this data; where witnesses signed the \
                 checkpoint, too, attach it on the command line, which is given the checkpoint",
            ));
        };
        self.attach_stamp(&checkpoint, answer, certificate)
    }

    /// The checkpoint of this trail whose text has this SHA-256.
    fn checkpoint_with(&self, wanted: [u8; 32]) -> Result<Option<SignedCheckpoint>, AppError> {
        let key = self.signing_key()?;
        let vault = self.vault();
        let (records, _) = vault.tree_head()?;
        for size in (0..=records).rev() {
            let Some(root) = vault.tree_root(size)? else {
                continue;
            };
            let checkpoint = SignedCheckpoint::sign(size, root, &key);
            if imprint(&checkpoint) == wanted {
                return Ok(Some(checkpoint));
            }
        }
        Ok(None)
    }

    /// The time stamps of a checkpoint, oldest first.
    ///
    /// # Errors
    ///
    /// [`AppError::Stamp`] where one of them no longer verifies: a pack must not be silent about it.
    pub(crate) fn stamps_of(
        &self,
        checkpoint: &SignedCheckpoint,
    ) -> Result<Vec<Stamped>, AppError> {
        stamps_in(&self.vault(), checkpoint)
    }
}

fn stamps_in(vault: &Vault, checkpoint: &SignedCheckpoint) -> Result<Vec<Stamped>, AppError> {
    let text = checkpoint.to_string();
    let mut found = Vec::new();
    for record in vault.records_of_kind(KIND_TIMESTAMP)? {
        if member(&record, "checkpoint") != text {
            continue;
        }
        let (_, told) = read(&record)?;
        found.push(Stamped {
            time: told.time,
            authority: told.authority,
            certificate_sha256: told.certificate_sha256,
            token: member(&record, "token").to_owned(),
        });
    }
    Ok(found)
}

/// Verifies every time stamp of a trail again, by the certificates that were named when they were
/// attached, and that the trail holds their checkpoints.
///
/// # Errors
///
/// [`AppError::Vault`] where nothing can be read.
pub(crate) fn check_stamps(vault: &Vault) -> Result<Vec<CheckedStamp>, AppError> {
    let mut checked = Vec::new();
    for record in vault.records_of_kind(KIND_TIMESTAMP)? {
        let sequence = record.sequence;
        let (stamp, reason) = match read(&record) {
            Ok((checkpoint, told)) => {
                let kept = checkpoint.checkpoint();
                match vault.tree_root(kept.size)? {
                    Some(root) if root == kept.root => (Some(told), None),
                    _ => (
                        None,
                        Some("the trail does not hold its checkpoint".to_owned()),
                    ),
                }
            }
            Err(error) => (None, Some(error.to_string())),
        };
        checked.push(CheckedStamp {
            sequence,
            stamp,
            reason,
        });
    }
    Ok(checked)
}

/// What a record of a time stamp says, verified again.
fn read(record: &Record) -> Result<(SignedCheckpoint, Attached), AppError> {
    let bytes = |name: &str| {
        let bytes = STANDARD.decode(member(record, name));
        bytes.map_err(|_| StampError::Form {
            reason: format!("{name} is not base64"),
        })
    };
    let checkpoint = SignedCheckpoint::parse(member(record, "checkpoint"))?;
    let (_, _, told) = verified(&checkpoint, &bytes("token")?, &bytes("certificate")?)?;
    let record_id = record.id.to_string();
    Ok((checkpoint, Attached { record_id, ..told }))
}

/// A token that is a time stamp of this checkpoint by the certificate's key, with what it says; the
/// record that holds it is not named yet.
fn verified(
    checkpoint: &SignedCheckpoint,
    token: &[u8],
    certificate: &[u8],
) -> Result<(Authority, Stamp, Attached), AppError> {
    let authority = Authority::read(certificate)?;
    let stamp = timestamp::verify(token, &imprint(checkpoint), &authority)?;
    let told = Attached {
        record_id: String::new(),
        records: checkpoint.checkpoint().size,
        time: time_of(stamp.seconds),
        authority: authority.name(),
        certificate_sha256: authority.sha256(),
    };
    Ok((authority, stamp, told))
}

fn member<'a>(record: &'a Record, name: &str) -> &'a str {
    let member = record.body.get(name).and_then(Value::as_str);
    member.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vault::note::SigningKey;

    const NOW: &str = "2026-01-31T12:00:00Z";

    /// A token of other bytes, and the certificate that it is signed by.
    fn kept(name: &str) -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../timestamp/tests/kept/");
        std::fs::read(format!("{folder}{name}")).unwrap()
    }

    #[test]
    fn records_of_time_stamps_that_do_not_hold_are_found_with_their_reason() {
        let mut vault = Vault::in_memory().unwrap();
        vault.append("note", &json!({ "n": 1 }), NOW).unwrap();
        let key = SigningKey::from_seed(&[7; 32]);
        let (size, root) = vault.tree_head().unwrap();
        let signed = SignedCheckpoint::sign(size, root, &key);
        let checkpoint = signed.to_string();
        assert!(stamps_in(&vault, &signed).unwrap().is_empty());
        let token = timestamp::token_of(&kept("answer.tsr")).unwrap();
        let authority = Authority::read(&kept("authority.pem")).unwrap();
        let certificate = STANDARD.encode(authority.der());
        let token = STANDARD.encode(token);
        let bodies = [
            (
                json!({ "checkpoint": checkpoint, "token": token, "certificate": certificate }),
                "of other bytes",
            ),
            (
                json!({ "checkpoint": checkpoint, "token": "not base64!", "certificate": certificate }),
                "token is not base64",
            ),
            (
                json!({ "checkpoint": checkpoint, "token": token, "certificate": token }),
                "not in its format",
            ),
            (json!({ "token": token }), "the signed note"),
        ];
        for (body, _) in &bodies {
            vault.append(KIND_TIMESTAMP, body, NOW).unwrap();
        }
        // What shows the time stamps of this checkpoint is not silent about one that does not hold.
        let shown = stamps_in(&vault, &signed).err().unwrap();
        assert!(
            matches!(shown, AppError::Stamp(StampError::OtherBytes)),
            "{shown}"
        );
        let checked = check_stamps(&vault).unwrap();
        assert_eq!(checked.len(), bodies.len());
        for (checked, (_, reason)) in checked.iter().zip(&bodies) {
            let said = checked.reason.as_deref().unwrap();
            assert!(checked.stamp.is_none() && said.contains(reason), "{said}");
        }
    }
}
