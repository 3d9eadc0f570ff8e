//! What must hold for any bytes whatever that the vault's readers are given. Each function panics
//! where it does not; the fuzz targets and the test of kept inputs (`tests/regressions.rs`) call the
//! same ones.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

#[path = "../../src/tests/scratch.rs"]
mod scratch;

use std::fs;

use rusqlite::{Connection, params};
use scratch::scratch;
use serde_json::{Value, json};
use timestamp::Authority;
use vault::checkpoint::SignedCheckpoint;
use vault::note::{SigningKey, VerifierKey};
use vault::proof::InclusionProof;
use vault::witness::WitnessRequest;
use vault::{
    FILE_NAME, KEY_FILE_NAME, Passphrase, RecordFilter, Vault, is_encrypted_backup, restore,
    restore_sealed, unlock,
};

const NOW: &str = "2026-01-31T12:00:00Z";

/// A checkpoint that is read is printed the same, and nobody signed it whose key is made up.
pub fn checkpoint(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let _ = VerifierKey::parse(text);
    let _ = SigningKey::parse(text);
    let _ = WitnessRequest::parse(text);
    let Ok(read) = SignedCheckpoint::parse(text) else {
        return;
    };
    let printed = read.to_string();
    assert_eq!(SignedCheckpoint::parse(&printed).unwrap(), read);
    let stranger = SigningKey::from_seed(&[0x5a; 32]);
    let key = stranger.verifier(vault::note::KeyKind::Note);
    assert!(read.verify(&key).is_err());
}

/// A proof that is read is printed the same. One whose path leads to its root says which record it
/// is of.
pub fn proof(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(read) = InclusionProof::parse(text) else {
        return;
    };
    assert_eq!(InclusionProof::parse(&read.to_string()).unwrap(), read);
    if let Ok(record) = read.verify() {
        assert_eq!(record["sequence"], json!(read.index + 1));
    }
    let told = read.checkpoint.checkpoint();
    // The same hashes taken for a proof between two sizes.
    for old in [read.index, told.size] {
        let _ =
            vault::merkle::verify_consistency(old, told.size, &told.root, &told.root, &read.path);
    }
}

/// SHA-256 of what the kept time stamp is of (`crates/timestamp/tests/authority.rs`).
const STAMPED: [u8; 32] = [
    0xf1, 0x5b, 0x70, 0xba, 0xd9, 0xa0, 0xb5, 0xfb, 0x8a, 0xf6, 0x99, 0x63, 0xe2, 0x23, 0x00, 0xe2,
    0x3a, 0x41, 0xe6, 0x26, 0xfc, 0xa4, 0xb8, 0x0f, 0xd2, 0xc8, 0x92, 0x52, 0x98, 0x76, 0x4f, 0x69,
];

/// A time stamp that is believed says what the authority signed, which has signed one only.
pub fn stamp(bytes: &[u8]) {
    let kept = include_bytes!("../../../timestamp/tests/kept/authority.pem");
    let authority = Authority::read(kept).unwrap();
    let _ = Authority::read(bytes);
    let Ok(token) = timestamp::token_of(bytes) else {
        return;
    };
    assert_eq!(timestamp::token_of(&token).unwrap(), token);
    match timestamp::verify(&token, &STAMPED, &authority) {
        Ok(stamp) => assert_eq!(
            (stamp.seconds, stamp.serial.as_str()),
            (1_795_577_570, "01")
        ),
        Err(error) => assert!(!error.help().is_empty()),
    }
}

/// The kinds whose bodies the vault reads.
const KINDS: [&str; 12] = [
    "import",
    "remove",
    "erase",
    "model",
    "answer",
    "batch",
    "review",
    "hold",
    "release",
    "retention",
    "describe",
    "migrate",
];

/// A record that somebody wrote into the file is found, and nothing that reads it breaks.
pub fn record(bytes: &[u8]) {
    let Some((kind, body)) = bytes.split_first() else {
        return;
    };
    let Ok(body) = std::str::from_utf8(body) else {
        return;
    };
    let kind = KINDS[usize::from(*kind) % KINDS.len()];
    let directory = scratch();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.append("note", &json!({"n": 1}), NOW).unwrap();
    drop(vault);
    let file = Connection::open(directory.path().join(FILE_NAME)).unwrap();
    let hash = "0".repeat(64);
    let inserted = file.execute(
        "INSERT INTO record (sequence, id, kind, time, body, previous_hash, hash) VALUES (2, ?1, ?2, ?3, ?4, ?5, ?5)",
        params![&hash[..16], kind, NOW, body, hash],
    );
    file.close().unwrap();
    if inserted.is_err() {
        return;
    }
    let vault = Vault::open_to_verify(directory.path()).unwrap();
    if let Ok(found) = vault.verify() {
        assert!(!found.is_sound(), "a record that nobody hashed");
    }
    let _ = vault.records(&RecordFilter::default(), 10);
    let _ = vault.holds();
    let _ = vault.retention();
    let _ = vault.due("2036-01-31T12:00:00Z");
    let _ = vault.removed_documents();
    let _ = vault.documents_of(2);
    let _ = vault.prove_record(&hash[..16], 2);
    drop(vault);
    let Ok(mut vault) = Vault::open(directory.path(), NOW) else {
        return;
    };
    let _ = vault.append("note", &json!({"n": 2}), NOW);
    let _ = vault.apply_retention("2036-01-31T12:00:00Z");
}

/// What is put back as a backup is a sound vault, or nothing is put back.
pub fn backup(bytes: &[u8]) {
    let directory = scratch();
    let file = directory.path().join("backup.sqlite");
    fs::write(&file, bytes).unwrap();
    let _ = is_encrypted_backup(&file);
    let data = directory.path().join("data");
    match restore(&file, &data, None) {
        Ok(told) => {
            let found = Vault::open_to_verify(&data).unwrap().verify().unwrap();
            assert!(found.is_sound());
            assert_eq!(found.records, told.records);
        }
        Err(error) => {
            assert!(!error.help().is_empty());
            assert!(!data.join(FILE_NAME).exists(), "{error}");
        }
    }
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

const SEALED: &[u8] = include_bytes!("../../src/tests/formats/sealed_1.sqlite");
const SEALED_KEYS: &[u8] = include_bytes!("../../src/tests/formats/sealed_1.keys");

/// What is put back of a sealed backup with its key file, one of which is any bytes, is a sound vault,
/// or nothing is put back.
pub fn sealed(bytes: &[u8]) {
    let (backup, given) = match bytes.first() {
        Some(b'{') => (SEALED, bytes),
        _ => (bytes, SEALED_KEYS),
    };
    let directory = scratch();
    let (file, keys) = (
        directory.path().join("backup.sqlite"),
        directory.path().join("keys"),
    );
    fs::write(&file, backup).unwrap();
    fs::write(&keys, given).unwrap();
    let data = directory.path().join("data");
    match restore_sealed(&file, &keys, &data, None, NOW) {
        Ok(told) => {
            let found = Vault::open_to_verify(&data).unwrap().verify().unwrap();
            assert!(found.is_sound());
            assert_eq!(found.records, told.backup.records);
        }
        Err(error) => {
            assert!(!error.help().is_empty());
            assert!(!data.join(FILE_NAME).exists(), "{error}");
        }
    }
    assert_eq!(fs::read(&file).unwrap(), backup);
    assert_eq!(fs::read(&keys).unwrap(), given);
}

/// A key file opens nothing with a passphrase that is not its own.
pub fn key_file(bytes: &[u8]) {
    if is_costly(bytes) {
        return;
    }
    let directory = scratch();
    fs::write(directory.path().join(FILE_NAME), [7; 1024]).unwrap();
    fs::write(directory.path().join(KEY_FILE_NAME), bytes).unwrap();
    let passphrase = Passphrase::new("none that anybody has".to_owned());
    let error = unlock(directory.path(), &passphrase).unwrap_err();
    assert!(!error.help().is_empty());
}

/// Whether deriving its key takes long: that it may, within bounds, is what the file is for.
fn is_costly(bytes: &[u8]) -> bool {
    let file: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let number = |name: &str| file["header"][name].as_u64().unwrap_or(0);
    number("memory_kib") > 1024 || number("passes") > 3
}
