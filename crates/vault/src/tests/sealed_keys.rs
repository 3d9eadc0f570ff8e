//! The key files of sealed backups: what destroys keys in them, where they may lie, and what happens
//! while they are out of reach.

use std::fs;

use super::sealed::{fill, reason};
use super::{NOW, make_document, names};
use crate::{
    Import, RecordFilter, Removal, Subject, Vault, VaultError, canonical, encrypt, unlock,
};

/// The id of a document or an answer.
fn id_of(subject: &Subject) -> &str {
    let (Subject::Document(id) | Subject::Answer(id)) = subject;
    id
}

#[test]
fn a_key_file_out_of_reach_is_told_and_done_when_it_is_back() {
    let mut kept = fill(false);
    kept.back_up("one.sqlite").unwrap();
    let (keys, away) = (kept.keys(), kept.path("away"));
    fs::rename(&keys, &away).unwrap();
    let erased = kept.erase(0).unwrap_err();
    assert!(
        matches!(&erased, VaultError::KeysStay { path, .. } if *path == keys),
        "{erased:?}"
    );
    assert!(erased.to_string().contains("it was erased"), "{erased}");
    // It is erased all the same.
    let id = id_of(&kept.items[0]).to_owned();
    assert!(kept.vault.document(&id).is_err());
    assert!(kept.vault.verify().unwrap().is_sound());
    // A vault opens without it, and the list tells what waits.
    kept.reopen();
    let known = kept.vault.known_keys().unwrap();
    assert_eq!(known[0].waiting, 1);
    assert!(known[0].unusable.is_some(), "{known:?}");
    // No backup is made meanwhile: it would keep the key.
    let refused = kept.back_up("two.sqlite").unwrap_err();
    assert!(
        matches!(refused, VaultError::KeysStay { .. }),
        "{refused:?}"
    );
    // Another one in its place is left alone.
    fs::write(
        &keys,
        "{\"format\":1,\"id\":\"0\",\"keys\":{},\"destroyed\":[],\"version\":1}",
    )
    .unwrap();
    let other = fs::read(&keys).unwrap();
    let known = kept.vault.known_keys().unwrap();
    assert_eq!((known[0].waiting, known[0].unusable.is_some()), (1, true));
    assert_eq!(fs::read(&keys).unwrap(), other);
    fs::rename(&away, &keys).unwrap();
    assert!(fs::read_to_string(&keys).unwrap().contains(&id));
    kept.reopen();
    assert!(!fs::read_to_string(&keys).unwrap().contains(&id));
    let known = kept.vault.known_keys().unwrap();
    assert_eq!((known[0].waiting, &known[0].unusable), (0, &None));
    assert_eq!(
        kept.restore("other").unwrap().key_destroyed,
        [kept.items[0].clone()]
    );
}

#[cfg(unix)]
#[test]
fn the_bytes_of_a_destroyed_key_are_overwritten_and_nobody_else_reads_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let mut kept = fill(false);
    kept.back_up("one.sqlite").unwrap();
    // A second name of the same bytes, as they lie on the disk.
    let bytes = kept.path("bytes");
    fs::hard_link(kept.keys(), &bytes).unwrap();
    assert!(fs::read_to_string(&bytes).unwrap().contains(":clear"));
    kept.erase(1).unwrap();
    assert!(fs::read(&bytes).unwrap().iter().all(|byte| *byte == 0));
    let mode = fs::metadata(kept.keys()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let mode = fs::metadata(kept.data().join("attest.keys.json"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(names(&kept.path("keys")), ["attest.keys"]);
}

#[test]
fn what_a_period_erases_has_no_key_either() {
    let mut kept = fill(false);
    kept.back_up("one.sqlite").unwrap();
    let retention = crate::Retention {
        documents: Some("1d".parse().unwrap()),
        answers: None,
    };
    kept.vault.set_retention(retention, NOW).unwrap();
    let applied = kept.vault.apply_retention("2026-02-28T12:00:00Z").unwrap();
    assert_eq!(applied.erased.len(), 3);
    let keys = fs::read_to_string(kept.keys()).unwrap();
    for item in &applied.erased {
        assert!(!keys.contains(id_of(&item.subject)), "{}", item.subject);
    }
    let told = kept.restore("other").unwrap();
    assert_eq!(told.key_destroyed.len(), 3);
    assert_eq!(kept.open("other").documents().unwrap(), []);
}

#[test]
fn what_is_imported_again_gets_another_key_and_stays_closed_in_older_backups() {
    let mut kept = fill(false);
    kept.back_up("one.sqlite").unwrap();
    let id = id_of(&kept.items[0]).to_owned();
    let source = kept.vault.content(&id).unwrap().unwrap();
    let text = String::from_utf8(source.clone()).unwrap();
    kept.erase(0).unwrap();
    let (document, chunks, _) = make_document(&text, 1);
    let again = kept.vault.import(&document, &chunks, &source, NOW).unwrap();
    assert_eq!(again, Import::New);
    kept.back_up("two.sqlite").unwrap();
    let older = kept.restore("older").unwrap();
    assert_eq!(older.key_destroyed, [kept.items[0].clone()]);
    assert!(kept.open("older").document(&id).is_err());
    let (two, keys, newer) = (
        kept.path("backups/two.sqlite"),
        kept.keys(),
        kept.path("newer"),
    );
    let newer = crate::restore_sealed(&two, &keys, &newer, None, NOW).unwrap();
    assert_eq!(newer.key_destroyed, []);
    assert_eq!(kept.open("newer").document(&id).unwrap(), document);
}

#[test]
fn a_document_keeps_its_key_and_a_vault_that_was_put_back_destroys_keys_too() {
    let kept = fill(false);
    kept.back_up("one.sqlite").unwrap();
    let keys = |text: &str| -> serde_json::Value {
        serde_json::from_str::<serde_json::Value>(text).unwrap()["keys"].clone()
    };
    let first = keys(&fs::read_to_string(kept.keys()).unwrap());
    kept.back_up("two.sqlite").unwrap();
    assert_eq!(keys(&fs::read_to_string(kept.keys()).unwrap()), first);
    kept.restore("other").unwrap();
    let mut other = kept.open("other");
    let id = id_of(&kept.items[1]).to_owned();
    other.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(!fs::read_to_string(kept.keys()).unwrap().contains(&id));
    // The first vault still has it. With the same key file no backup of it is made any more, with
    // another one there is.
    let refused = kept.back_up("three.sqlite").unwrap_err();
    let gone = matches!(&refused, VaultError::KeyGone { subject } if *subject == kept.items[1]);
    assert!(gone, "{refused:?}");
    let (three, own) = (kept.path("backups/three.sqlite"), kept.path("keys/own"));
    let mut seeds = super::sealed::seeds();
    kept.vault
        .back_up_sealed(&three, &own, None, &mut seeds)
        .unwrap();
    let told = kept.restore("third").unwrap();
    assert_eq!(told.key_destroyed, [kept.items[1].clone()]);
    let told = crate::restore_sealed(&three, &own, &kept.path("fourth"), None, NOW).unwrap();
    assert_eq!(told.key_destroyed, []);
}

#[test]
fn where_a_key_file_may_not_lie_and_which_is_not_written_to() {
    let mut kept = fill(false);
    let made = |place: &str, keys: &str| {
        let mut seeds = super::sealed::seeds();
        let (place, keys) = (kept.path(place), kept.path(keys));
        kept.vault.back_up_sealed(&place, &keys, None, &mut seeds)
    };
    let beside = made("backups/one.sqlite", "backups/../backups/keys");
    assert!(
        matches!(beside, Err(VaultError::KeysBeside { .. })),
        "{beside:?}"
    );
    let missing = made("backups/one.sqlite", "missing/keys");
    assert!(
        matches!(missing, Err(VaultError::BackupKeys { .. })),
        "{missing:?}"
    );
    let missing = made("missing/one.sqlite", "keys/keys");
    assert!(
        matches!(missing, Err(VaultError::NotWritten { .. })),
        "{missing:?}"
    );
    fs::write(kept.path("keys/mine"), "mine").unwrap();
    let taken = made("backups/one.sqlite", "keys/mine");
    assert!(matches!(taken, Err(VaultError::Taken { .. })), "{taken:?}");
    fs::write(kept.path("backups/mine"), "mine").unwrap();
    let taken = made("backups/mine", "keys/keys");
    assert!(matches!(taken, Err(VaultError::Taken { .. })), "{taken:?}");
    assert_eq!(names(&kept.path("backups")), ["mine"]);
    assert_eq!(names(&kept.path("keys")), ["mine"]);
    assert!(!kept.data().join("attest.keys.json").exists());
    // One that was forgotten is no longer known, and stays as it is.
    kept.back_up("one.sqlite").unwrap();
    let (keys, before) = (kept.keys(), fs::read(kept.keys()).unwrap());
    let unknown = kept.vault.forget_keys(&kept.path("keys/mine"));
    assert!(
        matches!(unknown, Err(VaultError::UnknownKeys { .. })),
        "{unknown:?}"
    );
    kept.vault.forget_keys(&keys).unwrap();
    assert_eq!(kept.vault.known_keys().unwrap(), []);
    kept.erase(0).unwrap();
    assert_eq!(fs::read(&keys).unwrap(), before);
    let taken = kept.back_up("two.sqlite");
    assert!(matches!(taken, Err(VaultError::Taken { .. })), "{taken:?}");
}

#[test]
fn no_backup_is_made_where_something_is_erased_meanwhile() {
    let kept = fill(false);
    // The last bytes that are drawn are those for the look at what was made.
    let mut drawn = 0;
    let mut count = || {
        drawn += 1;
        Ok(canonical::sha256(&[drawn]))
    };
    let (place, keys) = (kept.path("backups/a"), kept.path("keys/a"));
    kept.vault
        .back_up_sealed(&place, &keys, None, &mut count)
        .unwrap();
    let last = drawn;
    let mut second = Vault::open(&kept.data(), NOW).unwrap();
    let id = id_of(&kept.items[2]).to_owned();
    let mut now = 0;
    let mut erasing = || {
        now += 1;
        if now == last {
            second.remove(&id, Removal::Erase, NOW).unwrap();
        }
        Ok(canonical::sha256(&[now]))
    };
    let (place, keys) = (kept.path("backups/b"), kept.path("keys/b"));
    let refused = kept.vault.back_up_sealed(&place, &keys, None, &mut erasing);
    assert!(matches!(refused, Err(VaultError::Locked)), "{refused:?}");
    assert_eq!(names(&kept.path("backups")), ["a"]);
    assert_eq!(names(&kept.path("keys")), ["a"]);
    assert!(
        !fs::read_to_string(kept.path("keys/a"))
            .unwrap()
            .contains(&id)
    );
}

#[test]
fn holds_over_what_has_no_key_any_more_end_with_a_record_and_others_stand() {
    let mut kept = fill(false);
    let [first, second] = [kept.items[0].clone(), kept.items[1].clone()];
    let both = Subject::Answer(kept.both.clone());
    for subject in [&first, &both, &second] {
        kept.vault.hold(subject, &reason("a matter"), NOW).unwrap();
    }
    kept.back_up("one.sqlite").unwrap();
    let refused = kept.erase(0).unwrap_err();
    assert!(matches!(refused, VaultError::Held { .. }), "{refused:?}");
    assert!(kept.restore("held").unwrap().key_destroyed.is_empty());
    for subject in [&first, &both, &second] {
        kept.vault
            .release(subject, None, &reason("over"), NOW)
            .unwrap();
    }
    kept.erase(0).unwrap();
    let told = kept.restore("other").unwrap();
    assert_eq!(told.key_destroyed, [first]);
    assert_eq!(told.ended_holds.len(), 2);
    let mut other = kept.open("other");
    assert!(other.verify().unwrap().is_sound());
    let standing: Vec<Subject> = other
        .holds()
        .unwrap()
        .into_iter()
        .map(|hold| hold.subject)
        .collect();
    assert_eq!(standing, std::slice::from_ref(&second));
    let erasures = RecordFilter {
        kind: Some("erase".to_owned()),
        ..RecordFilter::default()
    };
    assert_eq!(
        other.records(&erasures, 9).unwrap()[0].body["because"],
        "key_destroyed"
    );
    // What stands can be released, and what it was over be erased.
    other.release(&second, None, &reason("over"), NOW).unwrap();
    other.remove(id_of(&second), Removal::Erase, NOW).unwrap();
    assert!(other.verify().unwrap().is_sound());
}

#[test]
fn keys_of_an_encrypted_vault_are_wrapped_and_those_of_its_time_in_clear_still_open() {
    let mut kept = fill(false);
    kept.back_up("one.sqlite").unwrap();
    kept.vault = Vault::in_memory().unwrap();
    let passphrase = crate::Passphrase::new("a blue house by the sea".to_owned());
    encrypt(&kept.data(), &passphrase, &mut super::sealed::seeds()).unwrap();
    kept.key = Some(unlock(&kept.data(), &passphrase).unwrap());
    kept.reopen();
    kept.back_up("two.sqlite").unwrap();
    assert_eq!(
        names(&kept.path("backups")),
        ["one.sqlite", "two.sqlite", "two.sqlite.key"]
    );
    let (one, two) = (kept.backup(), kept.path("backups/two.sqlite"));
    let restored = |backup, to: &str, passphrase| {
        let (keys, to) = (kept.keys(), kept.path(to));
        crate::restore_sealed(backup, &keys, &to, passphrase, NOW)
    };
    assert!(matches!(
        restored(&two, "a", None),
        Err(VaultError::Encrypted)
    ));
    let wrong = crate::Passphrase::new("a green house by the sea".to_owned());
    let refused = restored(&two, "a", Some(&wrong));
    assert!(
        matches!(refused, Err(VaultError::WrongPassphrase)),
        "{refused:?}"
    );
    assert_eq!(names(&kept.path("a")), Vec::<String>::new());
    assert!(restored(&one, "a", None).unwrap().key_destroyed.is_empty());
    assert!(
        restored(&two, "b", Some(&passphrase))
            .unwrap()
            .key_destroyed
            .is_empty()
    );
    // Destroyed are the keys for both, and without the vault's own.
    kept.erase(0).unwrap();
    let restored = |backup, to: &str, passphrase| {
        let (keys, to) = (kept.keys(), kept.path(to));
        crate::restore_sealed(backup, &keys, &to, passphrase, NOW).unwrap()
    };
    let gone = [kept.items[0].clone()];
    assert_eq!(restored(&one, "c", None).key_destroyed, gone);
    assert_eq!(restored(&two, "d", Some(&passphrase)).key_destroyed, gone);
    // Without the vault's key its keys say nothing.
    fs::remove_file(kept.path("backups/two.sqlite.key")).unwrap();
    let refused =
        crate::restore_sealed(&two, &kept.keys(), &kept.path("e"), Some(&passphrase), NOW);
    assert!(
        matches!(refused, Err(VaultError::NotADatabase { .. })),
        "{refused:?}"
    );
}

#[test]
fn what_a_kill_left_of_a_sealed_backup_is_found_and_holds_no_words() {
    let kept = fill(false);
    let half = kept.path("backups/one.sqlite.partial");
    fs::create_dir(&half).unwrap();
    for name in ["attest.sqlite", "attest.sqlite.trial"] {
        fs::write(half.join(name), "half").unwrap();
    }
    let made = kept.back_up("one.sqlite");
    if cfg!(unix) {
        assert_eq!(made.unwrap().backup.found_halves, [half]);
        assert_eq!(names(&kept.path("backups")), ["one.sqlite"]);
    }
}
