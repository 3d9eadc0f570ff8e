use evidence::Filter;
use evidence::filter::Days;
use std::collections::BTreeMap;

use super::{LEASE, NOW, make_document, open_raw};
use crate::{MAX_METADATA_BYTES, Removal, Vault, VaultError};

const MODEL: &str = "m1";

/// A vault with a document of one line a chunk, whose vectors lie apart.
fn filled() -> (Vault, String, Vec<String>) {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(LEASE, 1);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    let ids: Vec<String> = chunks.into_iter().map(|chunk| chunk.chunk_id).collect();
    let vectors: Vec<(String, Vec<f32>)> = ids
        .iter()
        .enumerate()
        .map(|(place, id)| (id.clone(), unit(place)))
        .collect();
    vault.store_vectors(MODEL, &vectors, NOW).unwrap();
    (vault, document.id, ids)
}

/// Mostly in direction `place`, a little in direction 0.
fn unit(place: usize) -> Vec<f32> {
    let mut vector = vec![0.0; 8];
    vector[place] = 0.8;
    vector[0] += 0.6;
    vector
}

#[test]
fn finds_the_nearest_first_with_similarities_as_documented() {
    let (vault, _, ids) = filled();
    let hits = vault
        .search_vectors(MODEL, &unit(2), &Filter::default(), 3)
        .unwrap();
    assert_eq!(hits[0].chunk_id, ids[2]);
    assert!((hits[0].similarity - 1.0).abs() < 1e-3, "{hits:?}");
    assert!((hits[0].score - 1.0).abs() < 1e-3);
    assert!((hits[1].similarity - f64::midpoint(1.0, hits[1].score)).abs() < 1e-12);
    assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    // Equal ones come in the order of their ordinal.
    let tied: Vec<&String> = hits[1..].iter().map(|hit| &hit.chunk_id).collect();
    assert_eq!(tied, [&ids[0], &ids[1]]);
}

#[test]
fn a_filter_limits_both_searches_and_cuts_chunks_to_its_lines() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(LEASE, 3);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    let vectors: Vec<_> = chunks
        .iter()
        .map(|chunk| (chunk.chunk_id.clone(), unit(1)))
        .collect();
    vault.store_vectors(MODEL, &vectors, NOW).unwrap();
    let lines = Filter {
        lines: vec![(2, 2)],
        ..Filter::default()
    };
    let by_vector = vault.search_vectors(MODEL, &unit(1), &lines, 9).unwrap();
    let line = LEASE.lines().nth(1).unwrap();
    let by_word = vault.search_within(line, &lines, 9).unwrap();
    for hits in [by_vector, by_word] {
        let places: Vec<_> = hits
            .iter()
            .map(|hit| (hit.first_line, hit.last_line))
            .collect();
        assert_eq!(places, [(2, 2)]);
        assert_eq!(hits[0].text, line);
    }
}

#[test]
fn documents_without_an_event_date_are_dropped_by_a_filter_on_it() {
    let (mut vault, id, _) = filled();
    let found = |vault: &Vault| {
        let event = Some(Days {
            from: "2020".into(),
            to: "2020".into(),
        });
        let filter = Filter {
            event,
            ..Filter::default()
        };
        vault
            .search_vectors(MODEL, &unit(1), &filter, 9)
            .unwrap()
            .len()
    };
    assert_eq!(found(&vault), 0);
    vault.set_event_date(&id, Some("2020-02-29"), NOW).unwrap();
    assert_eq!(
        vault.event_date(&id).unwrap().as_deref(),
        Some("2020-02-29")
    );
    assert_eq!(found(&vault), 6);
    vault.set_event_date(&id, None, NOW).unwrap();
    assert_eq!(found(&vault), 0);
    for wrong in ["2021-02-29", "yesterday", "2021-13", ""] {
        let error = vault.set_event_date(&id, Some(wrong), NOW).unwrap_err();
        assert!(matches!(error, VaultError::InvalidInput { .. }), "{wrong}");
    }
    assert!(vault.set_event_date("none", Some("2020"), NOW).is_err());
}

#[test]
fn what_is_said_of_a_document_filters_it_and_can_be_taken_back() {
    let (mut vault, id, _) = filled();
    let found = |vault: &Vault, client: &str| {
        let filter = Filter {
            metadata: vec![("client".into(), client.into())],
            ..Filter::default()
        };
        let hits = vault.search_vectors(MODEL, &unit(1), &filter, 9).unwrap();
        hits.len()
    };
    let said = |value: Option<&str>| BTreeMap::from([("client".into(), value.map(str::to_owned))]);
    assert_eq!(found(&vault, "Acme"), 0);
    vault.set_metadata(&id, &said(Some("Acme")), NOW).unwrap();
    assert_eq!((found(&vault, "Acme"), found(&vault, "Bolt")), (6, 0));
    let all = vault.said_of_all("client").unwrap();
    assert_eq!(all, BTreeMap::from([(id.clone(), "Acme".to_owned())]));
    vault.set_metadata(&id, &said(None), NOW).unwrap();
    assert_eq!(found(&vault, "Acme"), 0);
    assert!(vault.metadata(&id).unwrap().is_empty());
    let long = "x".repeat(MAX_METADATA_BYTES + 1);
    for (key, value) in [("", "Acme"), ("a=b", "Acme"), ("client", long.as_str())] {
        let said = BTreeMap::from([(key.to_owned(), Some(value.to_owned()))]);
        let error = vault.set_metadata(&id, &said, NOW).unwrap_err();
        assert!(matches!(error, VaultError::InvalidInput { .. }), "{key}");
    }
    assert!(
        vault
            .set_metadata("none", &said(Some("Acme")), NOW)
            .is_err()
    );
}

#[test]
fn tells_which_chunks_have_no_vector_of_a_model() {
    let (vault, id, ids) = filled();
    let missing = |model: &str, filter: &Filter| vault.unembedded_chunks(model, filter, 2).unwrap();
    assert_eq!(missing(MODEL, &Filter::default()), (Vec::new(), 0));
    let (some, count) = missing("m2", &Filter::documents(&[id]));
    assert_eq!(count, 6);
    let some: Vec<String> = some.into_iter().map(|chunk| chunk.chunk_id).collect();
    assert_eq!(some, ids[..2]);
    assert_eq!(missing("m2", &Filter::documents(&["other".into()])).1, 0);
}

#[test]
fn refuses_vectors_that_are_not_the_models() {
    let (mut vault, _, ids) = filled();
    for wrong in [
        vec![],
        vec![1.0; 7],
        vec![f32::NAN; 8],
        vec![f32::INFINITY; 8],
    ] {
        let stored = vault.store_vectors(MODEL, &[(ids[0].clone(), wrong.clone())], NOW);
        assert!(
            matches!(stored, Err(VaultError::InvalidInput { .. })),
            "{wrong:?}"
        );
        assert!(
            vault
                .search_vectors(MODEL, &wrong, &Filter::default(), 1)
                .is_err()
        );
    }
    assert!(
        vault
            .search_vectors("m2", &unit(1), &Filter::default(), 1)
            .unwrap()
            .is_empty()
    );
    // A vector without direction is near to nothing.
    let none = [(ids[1].clone(), vec![0.0; 8])];
    vault.store_vectors("m3", &none, NOW).unwrap();
    let hits = vault
        .search_vectors("m3", &unit(1), &Filter::default(), 9)
        .unwrap();
    assert_eq!(hits.last().map(|hit| hit.similarity), Some(0.5));
}

#[test]
fn removing_or_erasing_a_document_takes_its_vectors_along() {
    for removal in [Removal::KeepSource, Removal::Erase] {
        let directory = tempfile::tempdir().unwrap();
        let mut vault = Vault::open(directory.path(), NOW).unwrap();
        let (document, chunks, source) = make_document(LEASE, 1);
        vault.import(&document, &chunks, &source, NOW).unwrap();
        vault
            .store_vectors(MODEL, &[(chunks[0].chunk_id.clone(), unit(1))], NOW)
            .unwrap();
        vault
            .set_event_date(&document.id, Some("2020"), NOW)
            .unwrap();
        vault.remove(&document.id, removal, NOW).unwrap();
        for table in ["vector", "document_event"] {
            let sql = format!("SELECT count(*) FROM {table}");
            let left: i64 = open_raw(directory.path())
                .query_row(&sql, [], |row| row.get(0))
                .unwrap();
            assert_eq!(left, 0, "{table}");
        }
        assert!(vault.verify().unwrap().is_sound());
    }
}
