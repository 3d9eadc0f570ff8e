//! The folder beside the database.

use std::fs;
use std::io;

use serde_json::json;

use super::NOW;
use crate::Vault;
use crate::checkpoint::SignedCheckpoint;
use crate::note::{KeyKind, SigningKey};
use crate::seal::{Seal, SealError, Witnessed};

fn seal() -> (tempfile::TempDir, Seal) {
    let directory = tempfile::tempdir().unwrap();
    let seal = Seal::at(directory.path().join("state/one"));
    (directory, seal)
}

fn signed(records: u32, key: &SigningKey) -> SignedCheckpoint {
    let mut vault = Vault::in_memory().unwrap();
    for number in 0..records {
        vault.append("note", &json!({ "n": number }), NOW).unwrap();
    }
    let (size, root) = vault.tree_head().unwrap();
    SignedCheckpoint::sign(size, root, key)
}

#[test]
fn a_key_is_made_once_and_kept_to_its_owner() {
    let (_directory, seal) = seal();
    assert!(seal.find_key().unwrap().is_none());
    assert!(seal.find_checkpoint().unwrap().is_none());
    assert!(!seal.folder().exists(), "looking makes nothing");
    let first = seal.hold().unwrap().key(|| Ok([7; 32])).unwrap();
    let again = seal.hold().unwrap().key(|| panic!("a second key")).unwrap();
    assert_eq!(*first.secret(), *again.secret());
    let kept = signed(3, &first);
    seal.hold().unwrap().keep(&kept).unwrap();
    assert_eq!(seal.find_checkpoint().unwrap(), Some(kept));
    #[cfg(unix)]
    for (name, mode) in [
        ("", 0o700),
        ("signing.key", 0o600),
        ("checkpoint", 0o600),
        ("lock", 0o600),
    ] {
        use std::os::unix::fs::PermissionsExt;
        let found = fs::metadata(seal.folder().join(name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(found & 0o777, mode, "{name}");
    }
}

#[test]
fn no_changed_byte_of_what_is_kept_is_believed() {
    let (_directory, seal) = seal();
    let key = seal.hold().unwrap().key(|| Ok([7; 32])).unwrap();
    seal.hold().unwrap().keep(&signed(3, &key)).unwrap();
    for name in ["checkpoint", "signing.key"] {
        let path = seal.folder().join(name);
        let whole = fs::read(&path).unwrap();
        // The newline after the key is no part of it.
        for place in 0..whole.len() - 1 {
            for flip in [0x01, 0x08, 0x80] {
                let mut bytes = whole.clone();
                bytes[place] ^= flip;
                fs::write(&path, &bytes).unwrap();
                let error = seal.find_checkpoint().unwrap_err();
                assert!(
                    error.to_string().contains(name),
                    "{name}, byte {place}: {error}"
                );
            }
            fs::write(&path, &whole[..place]).unwrap();
            assert!(seal.find_checkpoint().is_err(), "{name} cut at {place}");
        }
        fs::write(&path, &whole).unwrap();
    }
    assert!(seal.find_checkpoint().unwrap().is_some());
    // A checkpoint whose key is gone, or is another vault's.
    fs::remove_file(seal.folder().join("signing.key")).unwrap();
    assert!(matches!(
        seal.find_checkpoint(),
        Err(SealError::NotBelieved { .. })
    ));
    seal.hold().unwrap().key(|| Ok([8; 32])).unwrap();
    assert!(matches!(
        seal.find_checkpoint(),
        Err(SealError::NotBelieved { .. })
    ));
}

#[test]
fn a_broken_key_is_not_replaced() {
    let (_directory, seal) = seal();
    seal.hold().unwrap().key(|| Ok([7; 32])).unwrap();
    let path = seal.folder().join("signing.key");
    fs::write(&path, "rubbish").unwrap();
    assert!(seal.hold().unwrap().key(|| Ok([8; 32])).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"rubbish");
}

#[test]
fn what_was_seen_of_others_is_kept_by_their_origin() {
    let (_directory, seal) = seal();
    let held = seal.hold().unwrap();
    let seen = [1, 2].map(|seed| {
        let key = SigningKey::from_seed(&[seed; 32]);
        let checkpoint = signed(u32::from(seed), &key);
        Witnessed {
            key: key.verifier(KeyKind::Note),
            checkpoint,
        }
    });
    for one in &seen {
        assert_eq!(held.find_witnessed(one.key.name()).unwrap(), None);
        held.keep_witnessed(one).unwrap();
    }
    for one in &seen {
        assert_eq!(
            held.find_witnessed(one.key.name()).unwrap().as_ref(),
            Some(one)
        );
    }
    let folder = seal.folder().join("witnessed");
    let files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert_eq!(files.len(), 2);
    for file in files {
        fs::write(&file, "rubbish").unwrap();
    }
    assert!(held.find_witnessed(seen[0].key.name()).is_err());
}

#[test]
fn without_randomness_there_is_no_key_and_a_folder_that_is_none_is_named() {
    let (directory, seal) = seal();
    let held = seal.hold().unwrap();
    assert!(held.key(|| Err(io::Error::other("no randomness"))).is_err());
    assert!(seal.find_key().unwrap().is_none());
    let file = directory.path().join("file");
    fs::write(&file, b"").unwrap();
    let error = Seal::at(file.join("below")).hold().map(drop).unwrap_err();
    assert!(error.to_string().contains("file"), "{error}");
    assert!(error.help().contains("ATTEST_STATE"));
}
