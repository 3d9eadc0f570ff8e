//! Holds: what they keep, how each ends, and that verification finds what broke one.

use super::{LEASE, NOW, make_answer, make_document};
use crate::held::Holds;
use crate::{
    BadReason, NewReview, Reason, RecordFilter, Removal, Retention, Subject, Vault, VaultError,
    audit, document,
};
use serde_json::json;

const SECRET: &str = "Rosenthal";

fn reason(words: &str) -> Reason {
    Reason {
        by: None,
        words: words.to_owned(),
        salt: [7; 32],
    }
}

/// Two documents, an answer about the first with a review, and one about both.
fn fill(vault: &mut Vault) -> ([String; 2], [String; 2]) {
    let mut documents = Vec::new();
    for text in [LEASE, "Another contract\nIts fee is 9 euros."] {
        let (document, chunks, source) = make_document(text, 2);
        vault.import(&document, &chunks, &source, NOW).unwrap();
        documents.push(document.id);
    }
    let documents: [String; 2] = documents.try_into().unwrap();
    let one = make_answer("request-1", &documents[0], &format!("prompt {SECRET}"));
    let mut both = make_answer("request-2", &documents[0], "prompt about both");
    both.document_ids = documents.to_vec();
    let one = vault.record_answer(&one, NOW).unwrap().to_string();
    let both = vault.record_answer(&both, NOW).unwrap().to_string();
    let review = NewReview {
        answer_id: one.clone(),
        body: json!({"verdict": "reject", "reviewer": "A"}),
        contents: vec![("review".to_owned(), format!("not {SECRET}").into_bytes())],
        document_ids: Vec::new(),
    };
    vault.record_review(&review, NOW).unwrap();
    (documents, [one, both])
}

#[test]
fn a_held_document_is_neither_removed_nor_erased_until_it_is_released() {
    let mut vault = Vault::in_memory().unwrap();
    let ([id, other], [_, both]) = fill(&mut vault);
    let subject = Subject::Document(id.clone());
    let hold = vault
        .hold(&subject, &reason(" Smith v. Jones "), NOW)
        .unwrap();
    for removal in [Removal::KeepSource, Removal::Erase] {
        let error = vault.remove(&id, removal, NOW).unwrap_err();
        assert!(error.to_string().contains(hold.as_str()), "{error}");
        assert!(matches!(error, VaultError::Held { .. }), "{error:?}");
    }
    let holds = vault.holds().unwrap();
    assert_eq!(holds.len(), 1);
    assert_eq!(holds[0].reason.as_deref(), Some("Smith v. Jones"));
    assert_eq!(holds[0].subject, subject);
    // The answer about both tells of it, and would go with the other one.
    let error = vault.remove(&other, Removal::Erase, NOW).unwrap_err();
    assert!(
        matches!(&error, VaultError::Held { over, .. } if *over == subject),
        "{error:?}"
    );
    vault.erase_answer(&both, NOW).unwrap_err();
    vault
        .release(&subject, None, &reason("settled"), NOW)
        .unwrap();
    assert!(vault.holds().unwrap().is_empty());
    vault.remove(&other, Removal::Erase, NOW).unwrap();
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    // The reasons went with the document's words.
    let filter = RecordFilter {
        kind: Some("hold".to_owned()),
        ..RecordFilter::default()
    };
    let record = &vault.records(&filter, 10).unwrap()[0];
    let sha256 = record.body["contents"]["reason"]["sha256"]
        .as_str()
        .unwrap();
    assert_eq!(vault.content(sha256).unwrap(), None);
    assert!(!record.body.to_string().contains("Smith"));
}

#[test]
fn a_removed_document_can_be_held_and_several_holds_end_one_by_one() {
    let mut vault = Vault::in_memory().unwrap();
    let ([id, _], _) = fill(&mut vault);
    vault.remove(&id, Removal::KeepSource, NOW).unwrap();
    let subject = Subject::Document(id.clone());
    let first = vault.hold(&subject, &reason("one matter"), NOW).unwrap();
    vault.hold(&subject, &reason("another"), NOW).unwrap();
    let error = vault
        .release(&subject, None, &reason("over"), NOW)
        .unwrap_err();
    assert!(matches!(&error, VaultError::SeveralHolds { ids, .. } if ids.len() == 2));
    vault
        .release(&subject, Some(first.as_str()), &reason("over"), NOW)
        .unwrap();
    let again = vault.release(&subject, Some(first.as_str()), &reason("over"), NOW);
    assert!(matches!(again, Err(VaultError::NotHeld { .. })));
    assert!(vault.remove(&id, Removal::Erase, NOW).is_err());
    vault.release(&subject, None, &reason("over"), NOW).unwrap();
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn a_held_answer_keeps_its_words_and_those_of_its_documents() {
    let mut vault = Vault::in_memory().unwrap();
    let ([id, other], [one, both]) = fill(&mut vault);
    let subject = Subject::Answer(both.clone());
    vault
        .hold(&subject, &reason("asked by the court"), NOW)
        .unwrap();
    assert!(matches!(
        vault.erase_answer(&both, NOW),
        Err(VaultError::Held { .. })
    ));
    for document in [&id, &other] {
        let error = vault.remove(document, Removal::Erase, NOW).unwrap_err();
        assert!(matches!(error, VaultError::Held { .. }), "{error:?}");
    }
    // Out of the list it goes: the words stay.
    vault.remove(&other, Removal::KeepSource, NOW).unwrap();
    vault.erase_answer(&one, NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
    vault
        .release(&subject, None, &reason("answered"), NOW)
        .unwrap();
    vault
        .hold(&Subject::Document(id.clone()), &reason("lease"), NOW)
        .unwrap();
    let error = vault.erase_answer(&both, NOW).unwrap_err();
    assert!(matches!(error, VaultError::Held { .. }), "{error:?}");
    assert!(vault.verify().unwrap().is_sound());
}

/// Whether verification finds the erasure of a document that a program does that knows of no holds.
fn is_erasure_found(vault: &mut Vault, id: &str) -> bool {
    vault
        .overwriting(|eraser| {
            eraser.ledger.holds = Holds::default();
            eraser.document(id, None, NOW)?;
            eraser.rebuild_index()
        })
        .unwrap();
    let bad = vault.verify().unwrap().first_bad;
    bad.is_some_and(|bad| bad.reason == BadReason::HeldErased)
}

#[test]
fn a_held_answer_keeps_a_review_that_names_another_document() {
    for is_released in [true, false] {
        let mut vault = Vault::in_memory().unwrap();
        let ([_, other], [one, both]) = fill(&mut vault);
        // The review alone is what keeps the document.
        vault.erase_answer(&both, NOW).unwrap();
        let subject = Subject::Answer(one.clone());
        vault.hold(&subject, &reason("asked for"), NOW).unwrap();
        let review = NewReview {
            answer_id: one,
            body: json!({"verdict": "reject", "reviewer": "A"}),
            contents: vec![("review".to_owned(), b"see the fee there".to_vec())],
            document_ids: vec![other.clone()],
        };
        vault.record_review(&review, NOW).unwrap();
        let error = vault.remove(&other, Removal::Erase, NOW).unwrap_err();
        assert!(
            matches!(&error, VaultError::Held { over, .. } if *over == subject),
            "{error:?}"
        );
        assert!(vault.verify().unwrap().is_sound());
        if is_released {
            vault
                .release(&subject, None, &reason("answered"), NOW)
                .unwrap();
            vault.remove(&other, Removal::Erase, NOW).unwrap();
            assert!(vault.verify().unwrap().is_sound());
        } else {
            assert!(is_erasure_found(&mut vault, &other));
        }
    }
}

#[test]
fn erasing_what_tells_of_a_held_document_is_found_and_not_due() {
    let mut vault = Vault::in_memory().unwrap();
    let ([id, other], _) = fill(&mut vault);
    let subject = Subject::Document(id);
    let hold = vault.hold(&subject, &reason("why"), NOW).unwrap();
    let set = Retention {
        documents: Some("1d".parse().unwrap()),
        answers: None,
    };
    vault.set_retention(set, NOW).unwrap();
    let applied = vault.apply_retention("2099-01-01T00:00:00Z").unwrap();
    assert!(applied.erased.is_empty());
    let held_by = applied.held.iter().map(|due| due.held_by.as_deref());
    assert!(held_by.eq([Some(hold.as_str()), Some(hold.as_str())]));
    assert!(vault.verify().unwrap().is_sound());
    assert!(is_erasure_found(&mut vault, &other));

    // What was erased before keeps nothing.
    vault = Vault::in_memory().unwrap();
    let ([id, other], [_, both]) = fill(&mut vault);
    vault.erase_answer(&both, NOW).unwrap();
    vault
        .hold(&Subject::Document(id), &reason("why"), NOW)
        .unwrap();
    vault.remove(&other, Removal::Erase, NOW).unwrap();
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn an_erased_answer_takes_its_reviews_along_and_leaves_what_others_hold() {
    let directory = tempfile::tempdir().unwrap();
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    let ([id, _], [one, both]) = fill(&mut vault);
    let grammar = vault.record(&both).unwrap().body["contents"]["grammar"]["sha256"].clone();
    let grammar = grammar.as_str().unwrap();
    vault.erase_answer(&one, NOW).unwrap();
    let bytes = std::fs::read(directory.path().join(crate::FILE_NAME)).unwrap();
    assert!(
        !bytes
            .windows(SECRET.len())
            .any(|window| window == SECRET.as_bytes())
    );
    assert!(vault.content(grammar).unwrap().is_some());
    assert_eq!(vault.document(&id).unwrap().lines.len(), 6);
    assert!(vault.verify().unwrap().is_sound());
    assert!(matches!(
        vault.erase_answer(&one, NOW),
        Err(VaultError::UnknownRecord { .. })
    ));
    assert!(matches!(
        vault.hold(&Subject::Answer(one), &reason("too late"), NOW),
        Err(VaultError::UnknownRecord { .. })
    ));
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    assert!(vault.content(grammar).unwrap().is_none());
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn what_cannot_be_held_is_refused_and_leaves_no_record() {
    let mut vault = Vault::in_memory().unwrap();
    let ([id, _], _) = fill(&mut vault);
    let before = vault.verify().unwrap().records;
    let there = Subject::Document(id);
    for words in ["", "  ", &"x".repeat(crate::MAX_REASON_BYTES + 1)] {
        let error = vault.hold(&there, &reason(words), NOW).unwrap_err();
        assert!(matches!(error, VaultError::NoReason), "{error:?}");
    }
    let import = vault
        .records(&RecordFilter::default(), 100)
        .unwrap()
        .pop()
        .unwrap();
    for subject in [
        Subject::Document("0".repeat(64)),
        Subject::Answer("0".repeat(16)),
        Subject::Answer(import.id.to_string()),
    ] {
        assert!(vault.hold(&subject, &reason("why"), NOW).is_err());
    }
    let error = vault
        .release(&there, None, &reason("why"), NOW)
        .unwrap_err();
    assert!(matches!(error, VaultError::NotHeld { .. }), "{error:?}");
    assert_eq!(vault.verify().unwrap().records, before);
}

/// As a program does it that does not know of holds.
#[test]
fn a_removal_or_an_erasure_of_what_is_held_is_found() {
    let mut vault = Vault::in_memory().unwrap();
    let ([id, _], _) = fill(&mut vault);
    let document = Subject::Document(id.clone());
    let hold = vault.hold(&document, &reason("why"), NOW).unwrap();
    let transaction = vault.connection.transaction().unwrap();
    document::delete_document(&transaction, &id).unwrap();
    let body = json!({ "document_id": id });
    audit::append_in(&transaction, audit::KIND_REMOVE, &body, NOW).unwrap();
    transaction.commit().unwrap();
    let after_hold = vault.record(hold.as_str()).unwrap().sequence + 1;
    let bad = vault.verify().unwrap().first_bad.unwrap();
    assert_eq!(
        (bad.sequence, bad.reason),
        (after_hold, BadReason::HeldErased)
    );

    let mut vault = Vault::in_memory().unwrap();
    let ([id, _], [_, both]) = fill(&mut vault);
    let hold = vault
        .hold(&Subject::Answer(both), &reason("why"), NOW)
        .unwrap();
    vault
        .overwriting(|eraser| {
            eraser.ledger.holds = Holds::default();
            eraser.document(&id, None, NOW)?;
            eraser.rebuild_index()
        })
        .unwrap();
    let after_hold = vault.record(hold.as_str()).unwrap().sequence + 1;
    let bad = vault.verify().unwrap().first_bad.unwrap();
    assert_eq!(
        (bad.sequence, bad.reason),
        (after_hold, BadReason::HeldErased)
    );
}
