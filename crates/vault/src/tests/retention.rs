//! Periods of retention: what is past them, and erasing that.

use super::{LEASE, make_answer, make_document};
use crate::{Reason, Removal, Retention, Subject, Vault};

const OLD: &str = "2024-02-29T12:00:00Z";
const NEW: &str = "2026-01-31T12:00:00Z";
const NOW: &str = "2026-03-01T00:00:00Z";

fn retention(documents: Option<&str>, answers: Option<&str>) -> Retention {
    Retention {
        documents: documents.map(|period| period.parse().unwrap()),
        answers: answers.map(|period| period.parse().unwrap()),
    }
}

/// An old document with an old and a new answer, and a new one with an answer.
fn fill(vault: &mut Vault) -> ([String; 2], [String; 3]) {
    let mut answers = Vec::new();
    let mut documents = Vec::new();
    for (time, text) in [(OLD, LEASE), (NEW, "Another contract\nIts fee is 9 euros.")] {
        let (document, chunks, source) = make_document(text, 2);
        vault.import(&document, &chunks, &source, time).unwrap();
        documents.push(document.id);
    }
    for (number, (document, time)) in [(0, OLD), (0, NEW), (1, NEW)].into_iter().enumerate() {
        let prompt = format!("prompt {number} about Quintanilla");
        let answer = make_answer(&format!("request-{number}"), &documents[document], &prompt);
        answers.push(vault.record_answer(&answer, time).unwrap().to_string());
    }
    (documents.try_into().unwrap(), answers.try_into().unwrap())
}

fn subjects(vault: &Vault, now: &str) -> Vec<Subject> {
    let due = vault.due(now).unwrap();
    due.into_iter().map(|due| due.subject).collect()
}

#[test]
fn what_is_past_its_period_is_told_and_nothing_is_erased_by_itself() {
    let mut vault = Vault::in_memory().unwrap();
    let ([old, _], [first, ..]) = fill(&mut vault);
    assert_eq!(vault.retention().unwrap(), Retention::default());
    assert!(subjects(&vault, "9999-01-01T00:00:00Z").is_empty());
    let set = retention(Some("2y"), Some("18m"));
    assert!(vault.set_retention(set, NOW).unwrap().is_some());
    assert!(vault.set_retention(set, NOW).unwrap().is_none());
    assert_eq!(vault.retention().unwrap(), set);
    let document = Subject::Document(old.clone());
    let answer = Subject::Answer(first);
    // The last day of the period is 28 February, as there is no 29th.
    assert_eq!(
        subjects(&vault, "2026-02-28T23:59:59Z"),
        std::slice::from_ref(&answer)
    );
    assert_eq!(subjects(&vault, NOW), [document, answer]);
    let due = vault.due(NOW).unwrap();
    assert_eq!(due[0].title.as_deref(), Some("lease.txt"));
    assert_eq!(due[0].since, "2024-02-29");
    assert_eq!(due[0].kept_until, "2026-02-28");
    assert_eq!(vault.documents().unwrap().len(), 2);
    vault
        .set_retention(retention(None, Some("18m")), NOW)
        .unwrap();
    assert_eq!(subjects(&vault, NOW).len(), 1);
}

#[test]
fn applying_erases_what_is_past_and_not_held_with_a_tombstone_each() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path(), OLD).unwrap();
    let ([old, new], [first, second, third]) = fill(&mut vault);
    vault
        .set_retention(retention(Some("2y"), Some("18m")), NOW)
        .unwrap();
    let why = Reason {
        by: None,
        words: "litigation".to_owned(),
        salt: [1; 32],
    };
    let subject = Subject::Document(old.clone());
    let hold = vault.hold(&subject, &why, NOW).unwrap().to_string();
    let applied = vault.apply_retention(NOW).unwrap();
    assert!(applied.erased.is_empty());
    let held_by: Vec<_> = applied.held.iter().map(|due| due.held_by.clone()).collect();
    assert_eq!(held_by, [Some(hold.clone()), Some(hold)]);
    assert!(vault.content(&old).unwrap().is_some());

    vault.release(&subject, None, &why, NOW).unwrap();
    let applied = vault.apply_retention(NOW).unwrap();
    assert_eq!(applied.erased.len(), 2);
    assert!(applied.held.is_empty());
    assert!(vault.due(NOW).unwrap().is_empty());
    let left: Vec<_> = vault
        .documents()
        .unwrap()
        .into_iter()
        .map(|one| one.id)
        .collect();
    assert_eq!(left, [new]);
    let prompt = |id: &str| {
        let record = vault.record(id).unwrap();
        let sha256 = record.body["contents"]["prompt"]["sha256"]
            .as_str()
            .unwrap();
        vault.content(sha256).unwrap()
    };
    // The second answer was young, and went with its document.
    assert_eq!((prompt(&first), prompt(&second)), (None, None));
    assert!(prompt(&third).is_some());
    let filter = crate::RecordFilter {
        kind: Some("erase".to_owned()),
        ..crate::RecordFilter::default()
    };
    let tombstones = vault.records(&filter, 10).unwrap();
    assert_eq!(tombstones.len(), 1);
    assert_eq!(tombstones[0].body["because"], "retention");
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
}

#[test]
fn answers_go_by_themselves_and_their_document_stays() {
    let mut vault = Vault::in_memory().unwrap();
    let ([old, _], [first, ..]) = fill(&mut vault);
    vault
        .set_retention(retention(None, Some("30d")), NOW)
        .unwrap();
    assert_eq!(subjects(&vault, NOW), [Subject::Answer(first)]);
    assert_eq!(vault.apply_retention(NOW).unwrap().erased.len(), 1);
    assert_eq!(vault.document(&old).unwrap().lines.len(), 6);
    assert_eq!(vault.apply_retention(NOW).unwrap().erased.len(), 0);
    assert_eq!(
        vault
            .apply_retention("2026-04-01T00:00:00Z")
            .unwrap()
            .erased
            .len(),
        2
    );
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn a_period_runs_from_the_first_import_also_for_what_was_removed() {
    let mut vault = Vault::in_memory().unwrap();
    let ([old, _], _) = fill(&mut vault);
    vault
        .set_retention(retention(Some("2y"), None), NOW)
        .unwrap();
    vault.remove(&old, Removal::KeepSource, NEW).unwrap();
    assert_eq!(vault.due(NOW).unwrap()[0].title, None);
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, NEW).unwrap();
    assert_eq!(subjects(&vault, NOW), [Subject::Document(old.clone())]);
    // Erased and imported again it is a new one.
    vault.remove(&old, Removal::Erase, NOW).unwrap();
    vault.import(&document, &chunks, &source, NEW).unwrap();
    assert!(vault.due(NOW).unwrap().is_empty());
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn only_what_was_confirmed_is_erased_and_nothing_where_it_changed_meanwhile() {
    let mut vault = Vault::in_memory().unwrap();
    let ([old, new], _) = fill(&mut vault);
    vault
        .set_retention(retention(Some("2y"), None), NOW)
        .unwrap();
    let confirmed = subjects(&vault, NOW);
    assert_eq!(confirmed, [Subject::Document(old.clone())]);
    // A shorter period makes more due than a person was asked about.
    vault
        .set_retention(retention(Some("1d"), None), NOW)
        .unwrap();
    assert_eq!(vault.apply_retention_to(&confirmed, NOW).unwrap(), None);
    assert_eq!(vault.apply_retention_to(&[], NOW).unwrap(), None);
    let all = [
        Subject::Document(new.clone()),
        Subject::Document(old.clone()),
    ];
    assert_eq!(subjects(&vault, NOW).len(), 2);
    // A longer one, less.
    vault
        .set_retention(retention(Some("2y"), None), NOW)
        .unwrap();
    assert_eq!(vault.apply_retention_to(&all, NOW).unwrap(), None);
    assert_eq!(subjects(&vault, NOW), confirmed);
    let applied = vault.apply_retention_to(&confirmed, NOW).unwrap().unwrap();
    assert_eq!((applied.erased.len(), applied.held.len()), (1, 0));
    assert_eq!(vault.documents().unwrap().len(), 1);
    let nothing = vault.apply_retention_to(&[], NOW).unwrap().unwrap();
    assert!(nothing.erased.is_empty());
}
