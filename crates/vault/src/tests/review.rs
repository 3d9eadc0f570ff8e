use serde_json::json;

use super::{LEASE, NOW, fill, make_document, open_raw};
use crate::{BadReason, KIND_REVIEW, NewReview, RecordFilter, Removal, Vault, VaultError};

fn answer_id(vault: &Vault) -> String {
    let filter = RecordFilter {
        kind: Some("answer".to_owned()),
        ..RecordFilter::default()
    };
    vault.records(&filter, 1).unwrap()[0].id.to_string()
}

fn review(answer_id: &str, reason: &str) -> NewReview {
    NewReview {
        answer_id: answer_id.to_owned(),
        body: json!({"verdict": "reject", "reviewer": "Ada"}),
        contents: vec![("review".to_owned(), reason.as_bytes().to_vec())],
        document_ids: Vec::new(),
    }
}

#[test]
fn reviews_stand_beside_the_answer_and_all_of_them_stay() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    let answer = super::make_answer("r1", &document.id, "p");
    let answer = vault.record_answer(&answer, NOW).unwrap();
    let before = vault.record(answer.as_str()).unwrap();
    let first = vault
        .record_review(&review(answer.as_str(), "not so"), NOW)
        .unwrap();
    let second = vault
        .record_review(&review(answer.as_str(), "yes, not so"), NOW)
        .unwrap();
    assert_eq!(vault.record(answer.as_str()).unwrap(), before);
    let reviews = vault.reviews_of(before.sequence).unwrap();
    let ids: Vec<_> = reviews.iter().map(|record| record.id.clone()).collect();
    assert_eq!(ids, [first, second]);
    assert_eq!(reviews[0].kind, KIND_REVIEW);
    assert_eq!(reviews[0].body["answer_id"], json!(answer.as_str()));
    let documents = vault.documents_of(reviews[0].sequence).unwrap();
    assert_eq!(documents, [document.id]);
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn only_an_answer_can_be_reviewed_and_only_by_its_own_function() {
    let mut vault = Vault::in_memory().unwrap();
    let note = vault.append("note", &json!({}), NOW).unwrap();
    let error = vault.record_review(&review(note.as_str(), "x"), NOW);
    assert!(
        matches!(error, Err(VaultError::InvalidInput { .. })),
        "{error:?}"
    );
    let error = vault.record_review(&review("0011223344556677", "x"), NOW);
    assert!(
        matches!(error, Err(VaultError::UnknownRecord { .. })),
        "{error:?}"
    );
    assert!(vault.append(KIND_REVIEW, &json!({}), NOW).is_err());
    assert_eq!(vault.verify().unwrap().records, 1);
}

#[test]
fn erasing_a_document_takes_the_reasons_along_and_the_chain_still_verifies() {
    let directory = tempfile::tempdir().unwrap();
    let document = fill(directory.path());
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let answer = answer_id(&vault);
    let reason = "the tenant Zwiebelfisch says otherwise";
    let id = vault.record_review(&review(&answer, reason), NOW).unwrap();
    let body = vault.record(id.as_str()).unwrap().body;
    let hash = body["contents"]["review"]["sha256"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(!body.to_string().contains("Zwiebelfisch"));
    assert_eq!(vault.content(&hash).unwrap().unwrap(), reason.as_bytes());
    vault.remove(&document, Removal::Erase, NOW).unwrap();
    assert_eq!(vault.content(&hash).unwrap(), None);
    assert!(vault.verify().unwrap().is_sound());
    drop(vault);
    let bytes = std::fs::read(directory.path().join(crate::FILE_NAME)).unwrap();
    let found = bytes.windows(12).any(|part| part == b"Zwiebelfisch");
    assert!(!found, "the reason is still in the file");
}

/// What is done to the table; who is named: records 1 to 6 as [`fill`] makes
/// them, 7 the review.
#[test]
fn a_review_that_was_moved_or_hidden_is_found() {
    for (name, change) in [
        ("moved", "UPDATE review SET answer = 2"),
        ("hidden", "DELETE FROM review"),
        ("made up", "INSERT INTO review VALUES (3, 6)"),
    ] {
        let directory = tempfile::tempdir().unwrap();
        fill(directory.path());
        let mut vault = Vault::open(directory.path(), NOW).unwrap();
        let answer = answer_id(&vault);
        vault.record_review(&review(&answer, "no"), NOW).unwrap();
        assert!(vault.verify().unwrap().is_sound());
        drop(vault);
        open_raw(directory.path())
            .execute_batch(&format!(
                "DROP TRIGGER review_is_never_changed; DROP TRIGGER review_is_never_deleted; {change};
                 CREATE TRIGGER review_is_never_changed BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'a review is never changed'); END;
                 CREATE TRIGGER review_is_never_deleted BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'a review is never deleted'); END;"
            ))
            .unwrap();
        let found = Vault::open(directory.path(), NOW)
            .unwrap()
            .verify()
            .unwrap();
        let bad = found.first_bad.unwrap();
        assert_eq!(bad.reason, BadReason::ReviewMoved, "{name}");
        assert!(found.schema_changes.is_empty(), "{name}");
    }
}
