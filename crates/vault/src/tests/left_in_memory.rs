//! What stays of a passphrase and of a key in the memory of the process that used them: nothing.
//!
//! The process reads its own memory. What is looked for is known to the test only in another form, so
//! that what the test itself holds is not found.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;

use zeroize::Zeroize;

use super::{NOW, fill, make_document};
use crate::{Passphrase, Vault, encrypt, unlock};

/// What each byte is turned with, so that the test's own copy is another text.
const TURN: u8 = 0x5a;
/// Bytes that are read at once.
const STEP: usize = 1 << 20;

fn turned(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| byte ^ TURN).collect()
}

/// A passphrase, in its other form: it stands in no constant of the program as it is.
fn words() -> Vec<u8> {
    let mut words = Vec::new();
    for number in 0_u8..30 {
        words.push((b'a' + (number * 7 + 3) % 26) ^ TURN);
    }
    words
}

/// Where the memory of this process that can be read and written begins and ends.
fn regions() -> Vec<(u64, u64)> {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let regions: Vec<_> = maps
        .lines()
        .filter(|line| line.contains(" rw"))
        .filter_map(|line| {
            let (begin, end) = line.split_once(' ')?.0.split_once('-')?;
            let number = |text| u64::from_str_radix(text, 16).ok();
            Some((number(begin)?, number(end)?))
        })
        .collect();
    assert!(regions.len() > 3, "{maps}");
    regions
}

/// How often bytes stand in the memory of this process; they are given in their other form.
fn found(hidden: &[u8]) -> usize {
    let memory = File::open("/proc/self/mem").unwrap();
    let mut count = 0;
    let mut bytes = vec![0; STEP + hidden.len()];
    for (begin, end) in regions() {
        let mut place = begin;
        while place < end {
            let most = usize::try_from(end - place).unwrap().min(bytes.len());
            // A region that another thread gave back meanwhile is no memory any more.
            let read = memory.read_at(&mut bytes[..most], place).unwrap_or(0);
            // Turned one by one: a turned copy of what the test holds would be what is looked for.
            let is_it = |window: &&[u8]| {
                window
                    .iter()
                    .zip(hidden)
                    .all(|(one, other)| one ^ TURN == *other)
            };
            count += bytes[..read].windows(hidden.len()).filter(is_it).count();
            place += u64::try_from(STEP).unwrap();
        }
    }
    bytes.zeroize();
    count
}

#[test]
fn neither_passphrase_nor_key_stays_when_the_vault_is_closed() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path());
    let hidden = words();
    let passphrase = || {
        let mut text = String::with_capacity(hidden.len());
        text.extend(hidden.iter().map(|byte| char::from(byte ^ TURN)));
        Passphrase::new(text)
    };
    let given = passphrase();
    assert!(found(&hidden) > 0, "what is there is seen");
    encrypt(directory.path(), &given, &mut || Ok([7; 32])).unwrap();
    let key = unlock(directory.path(), &given).unwrap();
    drop(given);
    assert_eq!(found(&hidden), 0, "of the passphrase");

    let mut vault = Vault::open_with(directory.path(), Some(&key), NOW).unwrap();
    let (document, chunks, source) = make_document("Another contract\nIts fee is 9 euros.", 2);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    let raw = turned(key.bytes());
    let literal = turned(key.literal().as_bytes());
    assert!(found(&raw) > 0, "while it is used the key is there");
    drop(vault);
    drop(key);
    assert_eq!(found(&raw), 0, "of the key");
    assert_eq!(found(&literal[2..66]), 0, "of the key in digits");
}
