//! Notes, checkpoints, proofs and witnesses as texts: known ones are read,
//! written and verified, and no changed one is.

use proptest::prelude::*;
use serde_json::json;

use super::NOW;
use crate::checkpoint::SignedCheckpoint;
use crate::merkle;
use crate::note::{KeyKind, Note, SigningKey, VerifierKey};
use crate::proof::InclusionProof;
use crate::witness::WitnessRequest;
use crate::{ProofError, RecordFilter, Vault, What};

/// The example of Go's `golang.org/x/mod/sumdb/note`.
const GO_SECRET: &str =
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const GO_KEY: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const GO_NOTE: &str = "If you think cryptography is the answer to your problem,\n\
    then you don't know what your problem is.\n\n\
    \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

fn signing_key(seed: u8) -> SigningKey {
    SigningKey::from_seed(&[seed; 32])
}

fn vault_of(records: u32) -> Vault {
    let mut vault = Vault::in_memory().unwrap();
    for number in 0..records {
        vault
            .append("note", &json!({ "number": number }), NOW)
            .unwrap();
    }
    vault
}

fn checkpoint_of(vault: &Vault, key: &SigningKey) -> SignedCheckpoint {
    let (size, root) = vault.tree_head().unwrap();
    SignedCheckpoint::sign(size, root, key)
}

fn proof_of(vault: &Vault, sequence: u64, checkpoint: &SignedCheckpoint) -> InclusionProof {
    let records = vault.records(&RecordFilter::default(), 100).unwrap();
    let record = records
        .iter()
        .find(|record| record.sequence == sequence)
        .unwrap();
    let size = checkpoint.checkpoint().size;
    let found = vault.prove_record(record.id.as_str(), size).unwrap();
    InclusionProof {
        record: found.record,
        index: found.index,
        path: found.path,
        checkpoint: checkpoint.clone(),
    }
}

/// Whether anybody with the key believes this text.
fn is_believed(text: &str, key: &VerifierKey) -> bool {
    InclusionProof::parse(text)
        .and_then(|proof| proof.verify().map(|_| proof))
        .and_then(|proof| proof.checkpoint.verify(key))
        .is_ok()
}

#[test]
fn the_note_that_go_wrote_is_read_verified_and_written_the_same() {
    let secret = SigningKey::parse(GO_SECRET).unwrap();
    assert_eq!(*secret.secret(), GO_SECRET);
    let key = VerifierKey::parse(GO_KEY).unwrap();
    assert_eq!(key.to_string(), GO_KEY);
    assert_eq!(secret.verifier(KeyKind::Note), key);
    let note = Note::parse(GO_NOTE).unwrap();
    assert_eq!(note.verify(&key), Ok(None));
    assert_eq!(note.to_string(), GO_NOTE);
    let mut signed = Note::unsigned(note.text().to_owned());
    signed.sign(&secret);
    assert_eq!(signed.to_string(), GO_NOTE);
}

#[test]
fn a_checkpoint_is_three_lines_and_the_vault_s_signature() {
    let (vault, key) = (vault_of(3), signing_key(1));
    let signed = checkpoint_of(&vault, &key);
    let text = signed.to_string();
    let lines: Vec<&str> = text.split('\n').collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert_eq!((lines[0], lines[1], lines[3]), (key.name(), "3", ""));
    assert!(lines[4].starts_with(&format!("\u{2014} {} ", key.name())));
    let read = SignedCheckpoint::parse(&text).unwrap();
    assert_eq!(read, signed);
    read.verify(&key.verifier(KeyKind::Note)).unwrap();
    // The same trail and the same key: the same bytes.
    assert_eq!(
        checkpoint_of(&vault_of(3), &signing_key(1)).to_string(),
        text
    );
    let other = signing_key(2).verifier(KeyKind::Note);
    assert!(matches!(
        read.verify(&other),
        Err(ProofError::Origin { .. })
    ));
}

/// Every byte of a proof, and of the key it is checked with, set to others.
#[test]
fn no_changed_byte_of_a_proof_is_believed() {
    let (vault, key) = (vault_of(6), signing_key(1));
    let checkpoint = checkpoint_of(&vault, &key);
    let verifier = key.verifier(KeyKind::Note);
    let mut tried = 0;
    for sequence in 1..=6 {
        let text = proof_of(&vault, sequence, &checkpoint).to_string();
        assert!(is_believed(&text, &verifier), "{text}");
        assert_eq!(InclusionProof::parse(&text).unwrap().to_string(), text);
        for place in 0..text.len() {
            for flip in [0x01, 0x02, 0x04, 0x10, 0x20, 0x40, 0x80] {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= flip;
                tried += 1;
                // What is not UTF-8 is refused where files are read.
                let changed = String::from_utf8(bytes).unwrap_or_default();
                assert!(!is_believed(&changed, &verifier), "byte {place} of {text}");
            }
            let (before, after) = text.as_bytes().split_at(place);
            for changed in [
                [before, &after[1..]].concat(),
                [before, b"A", after].concat(),
                [before, b"\n", after].concat(),
                [before, b" ", after].concat(),
                before.to_vec(),
            ] {
                tried += 1;
                let changed = String::from_utf8(changed).unwrap_or_default();
                assert!(
                    !is_believed(&changed, &verifier),
                    "place {place}: {changed}"
                );
            }
        }
    }
    assert!(tried > 20_000, "{tried}");
}

#[test]
fn no_part_of_one_proof_is_believed_in_another() {
    let key = signing_key(1);
    let verifier = key.verifier(KeyKind::Note);
    let (vault, mut other) = (vault_of(6), vault_of(5));
    other.append("note", &json!({"number": 55}), NOW).unwrap();
    let checkpoint = checkpoint_of(&vault, &key);
    let other_checkpoint = checkpoint_of(&other, &key);
    let earlier = checkpoint_of(&vault_of(4), &key);
    let proofs: Vec<InclusionProof> = (1..=6)
        .map(|sequence| proof_of(&vault, sequence, &checkpoint))
        .collect();
    let mut tried = 0;
    for one in &proofs {
        for two in proofs.iter().filter(|two| two.index != one.index) {
            for mixed in [
                InclusionProof {
                    record: two.record.clone(),
                    ..one.clone()
                },
                InclusionProof {
                    index: two.index,
                    ..one.clone()
                },
                InclusionProof {
                    path: two.path.clone(),
                    ..one.clone()
                },
            ] {
                assert!(!is_believed(&mixed.to_string(), &verifier), "{mixed}");
                tried += 1;
            }
        }
        for checkpoint in [&other_checkpoint, &earlier] {
            let mixed = InclusionProof {
                checkpoint: checkpoint.clone(),
                ..one.clone()
            };
            assert!(!is_believed(&mixed.to_string(), &verifier), "{mixed}");
            tried += 1;
        }
        // The right proof, signed by somebody else.
        let forged = checkpoint_of(&vault, &signing_key(9));
        let mixed = InclusionProof {
            checkpoint: forged,
            ..one.clone()
        };
        assert!(!is_believed(&mixed.to_string(), &verifier));
    }
    assert_eq!(tried, 6 * (5 * 3 + 2));
}

#[test]
fn a_proof_can_be_made_against_any_earlier_checkpoint_that_holds_the_record() {
    let key = signing_key(1);
    let vault = vault_of(9);
    for size in 1..=9 {
        let earlier = checkpoint_of(&vault_of(size), &key);
        for sequence in 1..=u64::from(size) {
            proof_of(&vault, sequence, &earlier).verify().unwrap();
        }
    }
    let id = vault.records(&RecordFilter::default(), 1).unwrap()[0]
        .id
        .clone();
    let error = vault.prove_record(id.as_str(), 8).unwrap_err();
    assert_eq!(
        error.to_string(),
        "record 9 is not among the first 8 records"
    );
    assert!(vault.prove_record(id.as_str(), 10).is_err());
    assert!(vault.prove_record("nothing", 9).is_err());
}

#[test]
fn a_record_that_is_not_of_its_place_is_refused_although_its_hashes_fit() {
    let record = br#"{"sequence":2}"#.to_vec();
    let root = merkle::hash_leaf(&record);
    let checkpoint = SignedCheckpoint::sign(1, root, &signing_key(1));
    let proof = InclusionProof {
        record,
        index: 0,
        path: Vec::new(),
        checkpoint,
    };
    assert_eq!(
        proof.verify(),
        Err(ProofError::Misplaced {
            sequence: 2,
            place: 1
        })
    );
}

#[test]
fn a_witness_signs_only_what_holds_what_it_saw() {
    let (key, vault) = (signing_key(1), vault_of(7));
    let request = |old: u32, size: u32| WitnessRequest {
        old: old.into(),
        path: vault.prove_consistency(old.into(), size.into()).unwrap(),
        checkpoint: checkpoint_of(&vault_of(size), &key),
    };
    let mut accepted = 0;
    for seen in 0..=7_u32 {
        let known = checkpoint_of(&vault_of(seen), &key).checkpoint().clone();
        for size in seen..=7 {
            let asked = request(seen, size);
            let read = WitnessRequest::parse(&asked.to_string()).unwrap();
            assert_eq!(read, asked);
            assert_eq!(read.check(Some(&known)), Ok(()), "{seen} to {size}");
            accepted += 1;
        }
        for size in 0..seen {
            let refused = request(0, size).check(Some(&known));
            let (seen, found) = (seen.into(), size.into());
            assert_eq!(refused, Err(ProofError::Shrunk { seen, found }));
        }
    }
    assert_eq!(accepted, 36);
    let known = checkpoint_of(&vault_of(4), &key).checkpoint().clone();
    assert_eq!(
        request(3, 7).check(Some(&known)),
        Err(ProofError::ProofMissing { seen: 4 })
    );
    let plain = WitnessRequest::parse(&checkpoint_of(&vault, &key).to_string()).unwrap();
    assert_eq!(plain.check(None), Ok(()));
    assert_eq!(
        plain.check(Some(&known)),
        Err(ProofError::ProofMissing { seen: 4 })
    );

    // Another history of the same length, and one that grew on it.
    let mut forked = vault_of(3);
    forked.append("note", &json!({"number": 33}), NOW).unwrap();
    let fork = |forked: &Vault, old| WitnessRequest {
        old,
        path: forked
            .prove_consistency(old, forked.tree_head().unwrap().0)
            .unwrap(),
        checkpoint: checkpoint_of(forked, &key),
    };
    assert_eq!(
        fork(&forked, 4).check(Some(&known)),
        Err(ProofError::Forked { size: 4 })
    );
    forked.append("note", &json!({"number": 5}), NOW).unwrap();
    assert_eq!(
        fork(&forked, 4).check(Some(&known)),
        Err(ProofError::NotConsistent { seen: 4, found: 5 })
    );
    let mut other = request(4, 7);
    other.checkpoint = checkpoint_of(&vault, &signing_key(2));
    assert!(matches!(
        other.check(Some(&known)),
        Err(ProofError::Origin { .. })
    ));
}

#[test]
fn a_cosigned_checkpoint_names_its_witness_and_the_time() {
    let (key, witness) = (signing_key(1), signing_key(2));
    let mut signed = checkpoint_of(&vault_of(3), &key);
    let other = signing_key(3).verifier(KeyKind::Witness);
    signed.cosign(&witness, 1_700_000_000);
    signed.cosign(&witness, 1_800_000_000);
    let text = signed.to_string();
    assert_eq!(text.lines().count(), 6, "one line a key: {text}");
    let read = SignedCheckpoint::parse(&text).unwrap();
    read.verify(&key.verifier(KeyKind::Note)).unwrap();
    let verifier = witness.verifier(KeyKind::Witness);
    assert_eq!(read.verify_witness(&verifier), Ok(1_800_000_000));
    assert!(matches!(
        read.verify_witness(&other),
        Err(ProofError::NotSigned { .. })
    ));
    // A vault's signature is no witness's, though one person has both keys.
    let as_witness = key.verifier(KeyKind::Witness);
    assert!(matches!(
        read.verify_witness(&as_witness),
        Err(ProofError::NotSigned { .. })
    ));
    let as_vault = key.verifier(KeyKind::Note);
    assert!(matches!(
        read.verify_witness(&as_vault),
        Err(ProofError::Form {
            what: What::Key,
            ..
        })
    ));

    let line = text.lines().last().unwrap();
    let start = text.find(line).unwrap();
    for place in start..text.len() - 1 {
        for flip in [0x01, 0x02, 0x20] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= flip;
            let changed = String::from_utf8(bytes).unwrap_or_default();
            let found =
                SignedCheckpoint::parse(&changed).and_then(|one| one.verify_witness(&verifier));
            assert!(found.is_err(), "byte {place}: {changed}");
        }
    }
}

#[test]
fn no_changed_key_is_read() {
    for text in [
        GO_KEY.to_owned(),
        signing_key(4).verifier(KeyKind::Witness).to_string(),
    ] {
        let key = VerifierKey::parse(&text).unwrap();
        assert_eq!(key.to_string(), text);
        for place in 0..text.len() {
            for flip in [0x01, 0x02, 0x04, 0x10] {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= flip;
                let changed = String::from_utf8(bytes).unwrap();
                let read = VerifierKey::parse(&changed);
                assert!(read.is_err(), "{changed}");
            }
        }
    }
    for text in [
        "",
        "a",
        "a+b",
        "a+b+c",
        "+c74f20a3+ARpc",
        "PRIVATE+KEY+a+b+c",
    ] {
        assert!(VerifierKey::parse(text).is_err(), "{text}");
        assert!(SigningKey::parse(text).is_err(), "{text}");
    }
}

#[test]
fn texts_that_are_none_are_refused_with_their_format() {
    let (vault, key) = (vault_of(2), signing_key(1));
    let good = checkpoint_of(&vault, &key).to_string();
    let signatures = good.lines().last().unwrap();
    let with = |text: &str| format!("{text}\n\n{signatures}\n");
    let root = good.lines().nth(2).unwrap();
    for bad in [
        String::new(),
        "\n\n\n".to_owned(),
        good.trim_end().to_owned(),
        good.replace('\n', "\r\n"),
        good.replace("\n\n", "\n"),
        with("origin"),
        with(&format!("origin\n2\n{root}=")),
        with(&format!("origin\n02\n{root}")),
        with(&format!("origin\n+2\n{root}")),
        with(&format!("origin\n-2\n{root}")),
        with(&format!("origin\n18446744073709551616\n{root}")),
        with(&format!("\n2\n{root}")),
        format!("{good}{}", "\u{2014} a AAAAAAAA\n".repeat(64)),
    ] {
        let error = SignedCheckpoint::parse(&bad).unwrap_err();
        assert!(matches!(error, ProofError::Form { .. }), "{bad}");
        assert!(!error.help().is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn readers_take_any_text(text in "(old |c2sp.org/tlog-proof@v1\n)?(\\PC|\n|\u{2014} ){0,80}") {
        let _ = SignedCheckpoint::parse(&text);
        let _ = InclusionProof::parse(&text);
        let _ = WitnessRequest::parse(&text);
        let _ = VerifierKey::parse(&text);
    }
}
