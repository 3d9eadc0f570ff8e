//! A machine's clock that goes back: records keep the order in which they were written, and nothing is
//! past its period that was not before.

use super::{LEASE, make_answer, make_document};
use crate::merkle;
use crate::{Reason, RecordFilter, Removal, Retention, Subject, Vault};

/// What the clock said at first.
const LATER: &str = "2026-03-01T12:00:00Z";
/// What it says after it went back, years before anything was stored.
const EARLIER: &str = "2019-07-01T08:00:00Z";

/// A vault with a document, an answer about it and a period, all of them of the later time.
fn of_the_later_time(directory: &std::path::Path) -> (Vault, String) {
    let mut vault = Vault::open(directory, LATER).unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, LATER).unwrap();
    let answer = make_answer("request-1", &document.id, "What is the rent?");
    vault.record_answer(&answer, LATER).unwrap();
    let period = Some("30d".parse().unwrap());
    let periods = Retention {
        documents: period,
        answers: period,
    };
    vault.set_retention(periods, LATER).unwrap();
    (vault, document.id)
}

#[test]
fn records_stay_in_their_order_and_everything_verifies() {
    let directory = tempfile::tempdir().unwrap();
    let (vault, id) = of_the_later_time(directory.path());
    let (size, root) = vault.tree_head().unwrap();
    drop(vault);

    let mut vault = Vault::open(directory.path(), EARLIER).unwrap();
    let (other, chunks, source) = make_document("Another contract\nIts fee is 9 euros.", 2);
    vault.import(&other, &chunks, &source, EARLIER).unwrap();
    let answer = make_answer("request-2", &other.id, "What is the fee?");
    vault.record_answer(&answer, EARLIER).unwrap();
    let reason = Reason {
        words: "a lawsuit".to_owned(),
        by: None,
        salt: [5; 32],
    };
    let subject = Subject::Document(other.id.clone());
    vault.hold(&subject, &reason, EARLIER).unwrap();
    vault.release(&subject, None, &reason, EARLIER).unwrap();
    vault.remove(&id, Removal::Erase, EARLIER).unwrap();

    let found = vault.verify().unwrap();
    assert!(found.is_sound() && found.records == 8, "{found:?}");
    let records = vault.records(&RecordFilter::default(), 9).unwrap();
    let told: Vec<_> = records
        .iter()
        .rev()
        .map(|record| (record.sequence, record.time.as_str()))
        .collect();
    let expected: Vec<_> = (1..=3)
        .map(|sequence| (sequence, LATER))
        .chain((4..=8).map(|sequence| (sequence, EARLIER)))
        .collect();
    assert_eq!(told, expected);
    // The checkpoint of the later time is held by the trail of the earlier one.
    let path = vault.prove_consistency(size, 8).unwrap();
    let (_, now) = vault.tree_head().unwrap();
    merkle::verify_consistency(size, 8, &root, &now, &path).unwrap();
}

#[test]
fn nothing_becomes_due_and_what_is_due_again_is_erased() {
    let directory = tempfile::tempdir().unwrap();
    let (mut vault, id) = of_the_later_time(directory.path());
    assert!(vault.due(EARLIER).unwrap().is_empty());
    let applied = vault.apply_retention(EARLIER).unwrap();
    assert!(applied.erased.is_empty());
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    // Something of the earlier time is past its period as soon as the clock is right again.
    let answer = make_answer("request-2", &id, "Who is the landlord?");
    vault.record_answer(&answer, EARLIER).unwrap();
    let due = vault.due(LATER).unwrap();
    assert_eq!(due.len(), 1);
    assert_eq!(due[0].since, "2019-07-01");
    assert_eq!(vault.apply_retention(LATER).unwrap().erased.len(), 1);
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    let found = vault.verify().unwrap();
    assert!(found.is_sound(), "{found:?}");
}
