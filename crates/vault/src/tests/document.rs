use evidence::Bounds;
use proptest::prelude::*;
use serde_json::json;

use super::{LEASE, NOW, fill, make_answer, make_document};
use crate::{FILE_NAME, Import, RecordFilter, Removal, Vault, VaultError};

#[test]
fn gives_a_document_back_as_it_was_imported() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    assert_eq!(
        vault.import(&document, &chunks, &source, NOW).unwrap(),
        Import::New
    );
    assert_eq!(vault.document(&document.id).unwrap(), document);
    assert_eq!(
        vault.lines(&document.id, 2, 4).unwrap(),
        document.lines[1..4]
    );
    assert_eq!(
        vault.lines(&document.id, 6, 99).unwrap(),
        document.lines[5..]
    );
    assert_eq!(vault.content(&document.id).unwrap(), Some(source));
    let listed = vault.documents().unwrap();
    assert_eq!(
        (listed[0].line_count, listed[0].source_size),
        (6, LEASE.len() as u64)
    );
}

#[test]
fn the_same_file_twice_is_one_document_and_one_record() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    assert_eq!(
        vault.import(&document, &chunks, &source, NOW).unwrap(),
        Import::AlreadyThere
    );
    assert_eq!(vault.documents().unwrap().len(), 1);
    assert_eq!(
        vault.records(&RecordFilter::default(), 10).unwrap().len(),
        1
    );
    assert_eq!(vault.search("rent", &[], 10).unwrap().len(), 2);
}

#[test]
fn an_import_that_breaks_off_leaves_nothing() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, mut chunks, source) = make_document(LEASE, 2);
    let taken = chunks[0].chunk_id.clone();
    chunks.last_mut().unwrap().chunk_id = taken;
    let error = vault.import(&document, &chunks, &source, NOW).unwrap_err();
    assert!(
        matches!(error, VaultError::InvalidInput { .. }),
        "{error:?}"
    );
    for table in [
        "content",
        "document",
        "line",
        "chunk",
        "chunk_index",
        "content_use",
        "document_use",
        "record",
    ] {
        let sql = format!("SELECT count(*) FROM {table}");
        let rows: i64 = vault
            .connection
            .query_row(&sql, [], |row| row.get(0))
            .unwrap();
        assert_eq!(rows, 0, "{table}");
    }
    assert!(vault.verify().unwrap().is_sound());
    let (document, chunks, source) = make_document(LEASE, 2);
    assert_eq!(
        vault.import(&document, &chunks, &source, NOW).unwrap(),
        Import::New
    );
}

#[test]
fn refuses_a_document_that_contradicts_itself() {
    let mut vault = Vault::in_memory().unwrap();
    let (good, chunks, source) = make_document(LEASE, 2);
    let mut wrong_id = good.clone();
    wrong_id.id = "0".repeat(64);
    let mut gap = good.clone();
    gap.lines.remove(2);
    let mut endless = good.clone();
    endless.pages[0].width = f32::NAN;
    for document in [wrong_id, gap, endless] {
        let error = vault.import(&document, &[], &source, NOW).unwrap_err();
        assert!(
            matches!(error, VaultError::InvalidInput { .. }),
            "{error:?}"
        );
    }
    for (first, last) in [(0, 1), (2, 1), (1, 7)] {
        let mut outside = chunks.clone();
        (outside[0].first_line, outside[0].last_line) = (first, last);
        assert!(
            vault.import(&good, &outside, &source, NOW).is_err(),
            "{first}..={last}"
        );
    }
    assert!(vault.import(&good, &chunks, &source, "yesterday").is_err());
    assert!(vault.documents().unwrap().is_empty());
}

#[test]
fn a_removed_document_is_found_no_more_and_can_come_back() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    vault
        .remove(&document.id, Removal::KeepSource, NOW)
        .unwrap();
    assert!(vault.search("rent", &[], 10).unwrap().is_empty());
    assert!(matches!(
        vault.document(&document.id),
        Err(VaultError::UnknownDocument { .. })
    ));
    assert!(matches!(
        vault.lines(&document.id, 1, 2),
        Err(VaultError::UnknownDocument { .. })
    ));
    assert!(vault.content(&document.id).unwrap().is_some());
    assert!(vault.verify().unwrap().is_sound());
    let again = vault.remove(&document.id, Removal::KeepSource, NOW);
    assert!(matches!(again, Err(VaultError::UnknownDocument { .. })));
    assert_eq!(
        vault.import(&document, &chunks, &source, NOW).unwrap(),
        Import::New
    );
    assert_eq!(vault.search("deposit", &[], 10).unwrap().len(), 1);
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn erasing_takes_every_byte_of_the_document_and_the_chain_still_verifies() {
    let directory = tempfile::tempdir().unwrap();
    let id = fill(directory.path());
    let holds = |word: &str| {
        ["", "-wal"].iter().any(|suffix| {
            let path = directory.path().join(format!("{FILE_NAME}{suffix}"));
            let bytes = std::fs::read(path).unwrap_or_default();
            bytes
                .to_ascii_lowercase()
                .windows(word.len())
                .any(|window| window == word.as_bytes())
        })
    };
    // The index may hold a stem where the text holds the word: look for both.
    assert!(holds("quintanilla"));
    let mut vault = Vault::open(directory.path(), NOW).unwrap();
    vault.remove(&id, Removal::Erase, NOW).unwrap();
    for word in ["quintanilla", "quintan", "landlord", "deposit", "lease.txt"] {
        assert!(!holds(word), "{word} is still in the file");
    }
    assert!(vault.verify().unwrap().is_sound());
    let tombstone = &vault.records(&RecordFilter::default(), 1).unwrap()[0];
    assert_eq!(tombstone.kind, "erase");
    assert_eq!(tombstone.body["document_id"], json!(id));
    assert_eq!(vault.content(&id).unwrap(), None);
    assert!(matches!(
        vault.remove(&id, Removal::Erase, NOW),
        Err(VaultError::UnknownDocument { .. })
    ));
}

#[test]
fn erasing_works_after_a_removal_that_kept_the_source() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(LEASE, 2);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    vault
        .remove(&document.id, Removal::KeepSource, NOW)
        .unwrap();
    vault.remove(&document.id, Removal::Erase, NOW).unwrap();
    assert_eq!(vault.content(&document.id).unwrap(), None);
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn erasing_keeps_what_records_about_other_documents_hold_too() {
    let mut vault = Vault::in_memory().unwrap();
    let mut ids = Vec::new();
    for (text, request) in [
        (LEASE, "request-1"),
        ("Another contract\nIts fee is 9 euros.", "request-2"),
    ] {
        let (document, chunks, source) = make_document(text, 2);
        vault.import(&document, &chunks, &source, NOW).unwrap();
        vault
            .record_answer(&make_answer(request, &document.id, text), NOW)
            .unwrap();
        ids.push(document.id);
    }
    let contents = |vault: &Vault| -> i64 {
        vault
            .connection
            .query_row("SELECT count(*) FROM content", [], |row| row.get(0))
            .unwrap()
    };
    // Source and prompt are the same bytes here; the grammar is shared.
    assert_eq!(contents(&vault), 3);
    vault.remove(&ids[0], Removal::Erase, NOW).unwrap();
    assert_eq!(contents(&vault), 2);
    assert!(vault.verify().unwrap().is_sound());
    vault.remove(&ids[1], Removal::Erase, NOW).unwrap();
    assert_eq!(contents(&vault), 0);
    assert!(vault.verify().unwrap().is_sound());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn any_text_and_any_bounds_come_back_and_go_away_again(
        texts in proptest::collection::vec("[^\n]{0,30}", 1..20),
        edges in proptest::array::uniform4(proptest::num::f32::NORMAL | proptest::num::f32::SUBNORMAL | proptest::num::f32::ZERO),
        chunk_lines in 1_usize..5,
    ) {
        // `lines()` cuts a final carriage return, and a last empty line.
        let text = texts.join("\n").replace('\r', "\u{2028}") + "\n";
        let (mut document, chunks, source) = make_document(&text, chunk_lines);
        let [left, top, right, bottom] = edges;
        for line in &mut document.lines {
            line.bounds = line.bounds.map(|_| Bounds { left, top, right, bottom });
        }
        let mut vault = Vault::in_memory().unwrap();
        vault.import(&document, &chunks, &source, NOW).unwrap();
        prop_assert_eq!(&vault.document(&document.id).unwrap(), &document);
        prop_assert!(vault.verify().unwrap().is_sound());
        let check = "INSERT INTO chunk_index (chunk_index, rank) VALUES ('integrity-check', 1)";
        prop_assert!(vault.connection.execute_batch(check).is_ok());
        vault.remove(&document.id, Removal::KeepSource, NOW).unwrap();
        prop_assert!(vault.connection.execute_batch(check).is_ok());
        prop_assert!(vault.verify().unwrap().is_sound());
        let left_over: i64 =
            vault.connection.query_row("SELECT count(*) FROM line, chunk", [], |row| row.get(0)).unwrap();
        prop_assert_eq!(left_over, 0);
    }
}
