//! The second way into an encrypted vault, by a key that somebody keeps elsewhere.

use std::fs;
use std::io;
use std::path::Path;

use super::{NOW, fill, names};
use crate::secret::DataKey;
use crate::{
    FILE_NAME, KEY_FILE_NAME, KEYRING_FILE_NAME, KeyringKey, Passphrase, Vault, VaultError,
    change_passphrase, decrypt, encrypt, give_to_keyring, keyring_item, take_from_keyring, unlock,
    unlock_by_keyring,
};

fn passphrase() -> Passphrase {
    Passphrase::new("a red house by the sea".to_owned())
}

/// Seeds that differ from each other, from a number on.
fn seeds(from: u8) -> impl FnMut() -> io::Result<[u8; 32]> {
    let mut count = from;
    move || {
        count += 1;
        Ok([count; 32])
    }
}

fn in_keyring(directory: &Path) -> (DataKey, KeyringKey) {
    fill(directory);
    encrypt(directory, &passphrase(), &mut seeds(0)).unwrap();
    let key = unlock(directory, &passphrase()).unwrap();
    let by = KeyringKey::new(&mut seeds(100)).unwrap();
    give_to_keyring(directory, &key, &by, &mut seeds(150)).unwrap();
    (key, by)
}

#[test]
fn both_ways_open_the_same_vault_and_the_file_holds_neither_key() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let (key, by) = in_keyring(directory);
    assert_eq!(keyring_item(directory).unwrap().as_deref(), Some(by.item()));
    // As it comes back from a keyring.
    let found = KeyringKey::parse(by.item(), &by.text()).unwrap();
    let opened = unlock_by_keyring(directory, &found).unwrap();
    assert_eq!(opened.bytes(), key.bytes());
    let vault = Vault::open_with(directory, Some(&opened), NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    drop(vault);
    assert_eq!(
        unlock(directory, &passphrase()).unwrap().bytes(),
        key.bytes()
    );
    let text = fs::read_to_string(directory.join(KEYRING_FILE_NAME)).unwrap();
    assert!(!text.contains(by.text().as_str()) && !format!("{by:?}").contains(by.text().as_str()));
    assert_eq!(
        names(directory),
        [KEY_FILE_NAME, KEYRING_FILE_NAME, FILE_NAME]
    );
}

#[test]
fn another_key_and_a_file_that_was_changed_anywhere_open_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let (_, by) = in_keyring(directory);
    let other = KeyringKey::new(&mut seeds(200)).unwrap();
    let refused = unlock_by_keyring(directory, &other);
    assert!(matches!(refused, Err(VaultError::KeyringFile { .. })));
    let path = directory.join(KEYRING_FILE_NAME);
    let text = fs::read_to_string(&path).unwrap();
    let long_item = format!("\"item\":\"--{}", by.item());
    let changes = [
        ("\"format\":1", "\"format\":2"),
        ("\"cipher\":\"x", "\"cipher\":\"y"),
        ("\"item\":\"65", "\"item\":\"66"),
        ("\"item\":\"65", "\"item\":\"-5"),
        (&format!("\"item\":\"{}", by.item()), long_item.as_str()),
        ("\"nonce\":\"", "\"nonce\":\"AAAA"),
        ("\"nonce\":\"l", "\"nonce\":\"m"),
        ("\"wrapped\":\"", "\"wrapped\":\"AAAA"),
        ("{\"header\"", "{\"more\":1,\"header\""),
        ("}", ""),
    ];
    for (from, to) in changes {
        let other = text.replacen(from, to, 1);
        assert_ne!(other, text, "{from}");
        fs::write(&path, other).unwrap();
        let refused = unlock_by_keyring(directory, &by);
        assert!(
            matches!(refused, Err(VaultError::KeyringFile { .. })),
            "{from}: {refused:?}"
        );
    }
    fs::write(&path, vec![b' '; 1 << 20]).unwrap();
    assert!(matches!(
        keyring_item(directory),
        Err(VaultError::KeyringFile { .. })
    ));
    // The passphrase needs none of it.
    assert!(unlock(directory, &passphrase()).is_ok());
}

#[test]
fn what_is_no_key_of_this_vault_is_never_wrapped() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let (key, by) = in_keyring(directory);
    let before = (
        fs::read(directory.join(KEY_FILE_NAME)).unwrap(),
        fs::read(directory.join(KEYRING_FILE_NAME)).unwrap(),
    );
    let other = DataKey::new([9; 32]);
    let done = give_to_keyring(directory, &other, &by, &mut seeds(0));
    assert!(matches!(done, Err(VaultError::OtherKey)), "{done:?}");
    let new = Passphrase::new("a blue boat".to_owned());
    let done = change_passphrase(directory, &other, &new, &mut seeds(0));
    assert!(matches!(done, Err(VaultError::OtherKey)), "{done:?}");
    let short = Passphrase::new("shorter".to_owned());
    let done = change_passphrase(directory, &key, &short, &mut seeds(0));
    assert!(matches!(done, Err(VaultError::ShortPassphrase)));
    let open = Vault::open_with(directory, Some(&key), NOW).unwrap();
    let done = take_from_keyring(directory);
    assert!(matches!(done, Err(VaultError::Locked)));
    drop(open);
    let after = (
        fs::read(directory.join(KEY_FILE_NAME)).unwrap(),
        fs::read(directory.join(KEYRING_FILE_NAME)).unwrap(),
    );
    assert_eq!(before, after);
    // The vault's own key sets a passphrase without the old one.
    change_passphrase(directory, &key, &new, &mut seeds(0)).unwrap();
    let opened = unlock(directory, &new).unwrap();
    assert_eq!(opened.bytes(), key.bytes());
}

#[test]
fn the_file_goes_with_the_way_that_it_is_and_is_nothing_beside_a_vault_in_clear() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let (_, by) = in_keyring(directory);
    let file = fs::read(directory.join(KEYRING_FILE_NAME)).unwrap();
    assert!(take_from_keyring(directory).unwrap());
    assert!(!take_from_keyring(directory).unwrap());
    assert_eq!(keyring_item(directory).unwrap(), None);
    let refused = unlock_by_keyring(directory, &by);
    assert!(matches!(refused, Err(VaultError::KeyringFile { .. })));
    fs::write(directory.join(KEYRING_FILE_NAME), &file).unwrap();
    decrypt(directory, &unlock(directory, &passphrase()).unwrap()).unwrap();
    assert_eq!(names(directory), [FILE_NAME]);
    // One that a kill left: it names nothing, and the next encryption takes it away.
    fs::write(directory.join(KEYRING_FILE_NAME), &file).unwrap();
    assert_eq!(keyring_item(directory).unwrap(), None);
    let refused = unlock_by_keyring(directory, &by);
    assert!(matches!(refused, Err(VaultError::NotEncrypted)));
    encrypt(directory, &passphrase(), &mut seeds(0)).unwrap();
    assert_eq!(names(directory), [KEY_FILE_NAME, FILE_NAME]);
}

#[test]
fn what_a_keyring_gives_is_a_key_or_nothing() {
    let by = KeyringKey::new(&mut seeds(0)).unwrap();
    let text = by.text();
    assert!(KeyringKey::parse(by.item(), &text).is_some());
    for other in [
        "",
        &text[1..],
        &format!("{}g", &text[1..]),
        &format!("{}\n", text.as_str()),
    ] {
        assert!(KeyringKey::parse(by.item(), other).is_none(), "{other}");
    }
    let mut none = || Err(io::Error::other("none today"));
    let made = KeyringKey::new(&mut none);
    assert!(matches!(made, Err(VaultError::NoRandomness { .. })));
}
