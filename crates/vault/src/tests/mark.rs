use std::collections::BTreeMap;

use super::{LEASE, NOW, make_document};
use crate::{Mark, MarkChange, RecordFilter, Removal, Vault, VaultError};

fn two_documents() -> (Vault, [String; 2]) {
    let mut vault = Vault::in_memory().unwrap();
    let ids = [LEASE, "Another text.\nOf two lines."].map(|text| {
        let (document, chunks, source) = make_document(text, 2);
        vault.import(&document, &chunks, &source, NOW).unwrap();
        document.id
    });
    (vault, ids)
}

fn into(id: &str, name: &str) -> MarkChange {
    MarkChange {
        document_id: id.to_owned(),
        set: vec![(Mark::Collection, name.to_owned())],
        clear: Vec::new(),
    }
}

fn names(vault: &Vault) -> Vec<(String, usize)> {
    let marked = vault.marked(Mark::Collection).unwrap();
    marked
        .into_iter()
        .map(|(name, ids)| (name, ids.len()))
        .collect()
}

#[test]
fn marks_are_recorded_verified_and_apart_from_metadata() {
    let (mut vault, [lease, other]) = two_documents();
    let said = BTreeMap::from([("client".to_owned(), Some("Acme".to_owned()))]);
    vault.set_metadata(&lease, &said, NOW).unwrap();
    let changes = [
        into(&lease, "Leases"),
        into(&other, "Leases"),
        into(&lease, "2024"),
    ];
    assert_eq!(vault.change_marks(&changes, NOW).unwrap().len(), 3);
    // Nothing changes, so nothing is recorded.
    assert_eq!(vault.change_marks(&changes, NOW).unwrap(), []);
    assert_eq!(names(&vault), [("2024".into(), 1), ("Leases".into(), 2)]);
    assert_eq!(
        vault.marks_of(&lease, Mark::Collection).unwrap(),
        ["2024", "Leases"]
    );
    assert_eq!(
        vault.metadata(&lease).unwrap(),
        BTreeMap::from([("client".to_owned(), "Acme".to_owned())])
    );
    assert!(vault.verify().unwrap().is_sound());

    vault
        .connection
        .execute(
            "UPDATE document_metadata SET key = 'collection:Others' WHERE key = 'collection:2024'",
            [],
        )
        .unwrap();
    assert!(!vault.verify().unwrap().is_sound());
}

/// Whether an error is the one that was meant.
type IsIt = fn(&VaultError) -> bool;

#[test]
fn another_name_is_one_record_for_each_document_and_all_or_none() {
    let (mut vault, [lease, other]) = two_documents();
    let changes = [into(&lease, "Old"), into(&other, "Old")];
    vault.change_marks(&changes, NOW).unwrap();
    let count = |vault: &Vault| vault.records(&RecordFilter::default(), 99).unwrap().len();
    let before = count(&vault);
    let renamed = |id: &str, name: &str| MarkChange {
        clear: vec![(Mark::Collection, "Old".to_owned())],
        ..into(id, name)
    };
    let is_unknown = |error: &VaultError| matches!(error, VaultError::UnknownDocument { .. });
    let is_invalid = |error: &VaultError| matches!(error, VaultError::InvalidInput { .. });
    let wrongs: [(MarkChange, IsIt); 2] = [
        (renamed("none", "New"), is_unknown),
        (renamed(&other, " "), is_invalid),
    ];
    for (wrong, is_told) in wrongs {
        let error = vault
            .change_marks(&[renamed(&lease, "New"), wrong], NOW)
            .unwrap_err();
        assert!(is_told(&error), "{error:?}");
        assert_eq!(
            (names(&vault), count(&vault)),
            (vec![("Old".into(), 2)], before)
        );
    }
    let was_in = |vault: &Vault, id: &str, name: &str| {
        let found = vault.was_ever_marked(id, Mark::Collection, name);
        found.unwrap()
    };
    assert!(was_in(&vault, &lease, "Old") && !was_in(&vault, &lease, "New"));
    let both = [renamed(&lease, "New"), renamed(&other, "New")];
    assert_eq!(vault.change_marks(&both, NOW).unwrap().len(), 2);
    assert_eq!(names(&vault), [("New".into(), 2)]);
    // It was in the old one, also where it is no more.
    assert!(was_in(&vault, &lease, "Old") && was_in(&vault, &lease, "New"));
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn an_erased_document_is_in_no_collection_and_its_name_in_no_content() {
    let (mut vault, [lease, other]) = two_documents();
    let changes = [into(&lease, "Secret matter"), into(&other, "Leases")];
    vault.change_marks(&changes, NOW).unwrap();
    vault.remove(&lease, Removal::Erase, NOW).unwrap();
    assert_eq!(names(&vault), [("Leases".into(), 1)]);
    assert!(vault.verify().unwrap().is_sound());
    let held: i64 = vault
        .connection
        .query_row(
            "SELECT count(*) FROM content WHERE instr(bytes, CAST('Secret matter' AS BLOB)) > 0",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(held, 0);
}

#[test]
fn what_is_said_and_marked_together_is_one_record_or_nothing() {
    let (mut vault, [lease, _]) = two_documents();
    let said = BTreeMap::from([("client".to_owned(), Some("Acme".to_owned()))]);
    let count = |vault: &Vault| vault.records(&RecordFilter::default(), 99).unwrap().len();
    let before = count(&vault);
    let refused = vault.say_and_mark(&said, &into(&lease, " "), NOW);
    assert!(matches!(refused, Err(VaultError::InvalidInput { .. })));
    assert_eq!(
        (count(&vault), vault.metadata(&lease).unwrap().len()),
        (before, 0)
    );
    let change = into(&lease, "Leases");
    assert!(vault.say_and_mark(&said, &change, NOW).unwrap().is_some());
    assert_eq!(count(&vault), before + 1);
    assert_eq!(vault.metadata(&lease).unwrap().len(), 1);
    assert_eq!(names(&vault), [("Leases".into(), 1)]);
    assert_eq!(vault.say_and_mark(&said, &change, NOW).unwrap(), None);
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn a_tag_is_a_mark_of_its_own_and_no_collection_of_its_name() {
    let (mut vault, [lease, other]) = two_documents();
    let tag = |id: &str| MarkChange {
        document_id: id.to_owned(),
        set: vec![(Mark::Tag, "urgent".to_owned())],
        clear: Vec::new(),
    };
    let changes = [tag(&lease), into(&other, "urgent")];
    assert_eq!(vault.change_marks(&changes, NOW).unwrap().len(), 2);
    assert_eq!(vault.marks_of(&lease, Mark::Tag).unwrap(), ["urgent"]);
    assert!(vault.marks_of(&other, Mark::Tag).unwrap().is_empty());
    assert_eq!(names(&vault), [("urgent".into(), 1)]);
    assert!(vault.metadata(&lease).unwrap().is_empty());
    assert!(vault.verify().unwrap().is_sound());
}
