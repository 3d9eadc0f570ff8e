use serde_json::json;

use super::{NOW, make_answer};
use crate::{RecordFilter, RegisteredModel, Vault, VaultError, canonical};

#[test]
fn chains_each_record_to_the_one_before() {
    let mut vault = Vault::in_memory().unwrap();
    for number in 1..=3 {
        vault
            .append("note", &json!({"b": number, "a": 1.0}), NOW)
            .unwrap();
    }
    let records = vault.records(&RecordFilter::default(), 10).unwrap();
    let sequences: Vec<u64> = records.iter().map(|record| record.sequence).collect();
    assert_eq!(sequences, [3, 2, 1]);
    assert_eq!(records[0].previous_hash, records[1].hash);
    assert_eq!(records[2].previous_hash, "0".repeat(64));
    // The hash can be recomputed by hand from the documented form.
    let text = format!(
        r#"{{"body":{{"a":1,"b":3}},"kind":"note","previous_hash":"{}","sequence":3,"time":"{NOW}"}}"#,
        records[1].hash
    );
    assert_eq!(canonical::sha256_hex(text.as_bytes()), records[0].hash);
    assert!(records[0].hash.starts_with(records[0].id.as_str()));
    let verification = vault.verify().unwrap();
    assert!(verification.is_sound());
    assert_eq!(
        (verification.records, &verification.head_hash),
        (3, &records[0].hash)
    );
}

#[test]
fn an_answer_is_recorded_once_with_its_contents_apart() {
    let mut vault = Vault::in_memory().unwrap();
    let answer = make_answer("request-1", "d", "a secret prompt");
    let id = vault.record_answer(&answer, NOW).unwrap();
    let record = vault.record(id.as_str()).unwrap();
    assert_eq!(record.body["request_id"], "request-1");
    let sha256 = record.body["contents"]["prompt"]["sha256"]
        .as_str()
        .unwrap();
    assert_eq!(vault.content(sha256).unwrap().unwrap(), b"a secret prompt");
    assert!(!record.body.to_string().contains("secret"));
    let again = vault.record_answer(&answer, NOW).unwrap_err();
    assert!(
        matches!(again, VaultError::AlreadyRecorded { .. }),
        "{again:?}"
    );
    assert_eq!(
        vault.verify().unwrap().records,
        1,
        "the refused record left nothing"
    );
    let other_run = crate::AnswerRecord {
        run_id: "run-2".to_owned(),
        ..answer
    };
    vault.record_answer(&other_run, NOW).unwrap();
    let filter = RecordFilter {
        request_id: Some("request-1".to_owned()),
        ..RecordFilter::default()
    };
    assert_eq!(vault.records(&filter, 10).unwrap().len(), 2);
}

#[test]
fn lists_records_by_kind_and_page() {
    let mut vault = Vault::in_memory().unwrap();
    for number in 0..10 {
        vault
            .append(
                if number % 2 == 0 { "even" } else { "odd" },
                &json!({"n": number}),
                NOW,
            )
            .unwrap();
    }
    let list = |kind: Option<&str>, before_sequence, limit| {
        let filter = RecordFilter {
            kind: kind.map(str::to_owned),
            before_sequence,
            request_id: None,
            ..RecordFilter::default()
        };
        let records = vault.records(&filter, limit).unwrap();
        records
            .iter()
            .map(|record| record.sequence)
            .collect::<Vec<_>>()
    };
    assert_eq!(list(Some("even"), None, 2), [9, 7]);
    assert_eq!(list(Some("even"), Some(7), 2), [5, 3]);
    assert_eq!(list(None, Some(3), 9), [2, 1]);
    assert!(list(Some("neither"), None, 9).is_empty());
}

#[test]
fn refuses_what_it_could_not_keep_or_must_write_itself() {
    let mut vault = Vault::in_memory().unwrap();
    let fine = json!({});
    for (kind, body, now) in [
        ("erase", &fine, NOW),
        ("import", &fine, NOW),
        ("", &fine, NOW),
        ("Two Words", &fine, NOW),
        ("note", &json!([1]), NOW),
        ("note", &json!({"seed": u64::MAX}), NOW),
        ("note", &fine, "2026-01-31T12:00:00+01:00"),
        ("note", &fine, "2026-13-31T12:00:00Z"),
        ("note", &fine, ""),
    ] {
        assert!(
            vault.append(kind, body, now).is_err(),
            "{kind} {body} {now}"
        );
    }
    let mut answer = make_answer("r", "d", "p");
    answer.body = json!({"request_id": "another"});
    assert!(vault.record_answer(&answer, NOW).is_err());
    answer.body = json!({});
    answer.contents.push(("prompt".to_owned(), Vec::new()));
    assert!(vault.record_answer(&answer, NOW).is_err());
    assert_eq!(vault.verify().unwrap().records, 0);
    assert!(matches!(
        vault.record("nothing"),
        Err(VaultError::UnknownRecord { .. })
    ));
}

#[test]
fn triggers_refuse_every_change_of_the_trail() {
    let mut vault = Vault::in_memory().unwrap();
    for number in 1..=2 {
        vault.append("note", &json!({"n": number}), NOW).unwrap();
    }
    for sql in [
        "UPDATE record SET body = '{}' WHERE sequence = 1",
        "DELETE FROM record WHERE sequence = 2",
        "INSERT OR REPLACE INTO record SELECT * FROM record WHERE sequence = 1",
        "REPLACE INTO record SELECT 3, id, kind, time, '{}', previous_hash, 'x' FROM record WHERE sequence = 1",
        "INSERT INTO record VALUES (4, 'x', 'note', '', '{}', '', 'x')",
        "INSERT INTO record VALUES (NULL, 'x', 'note', '', '{}', '', 'x') RETURNING sequence = 9",
        "UPDATE head SET hash = ''",
        "UPDATE head SET records = records - 1",
        "DELETE FROM head",
        "REPLACE INTO head VALUES (1, 0, '')",
    ] {
        // The defence must hold without our connection's settings too.
        for recursive in ["ON", "OFF"] {
            vault
                .connection
                .execute_batch(&format!("PRAGMA recursive_triggers = {recursive}"))
                .unwrap();
            assert!(
                vault.connection.execute_batch(sql).is_err(),
                "{sql} with recursive_triggers {recursive}"
            );
        }
    }
    assert!(vault.verify().unwrap().is_sound());
}

#[test]
fn a_model_is_listed_and_recorded_without_its_path() {
    let mut vault = Vault::in_memory().unwrap();
    let mut model = RegisteredModel {
        name: "small".to_owned(),
        path: "/home/somebody/small.gguf".to_owned(),
        sha256: "ab".repeat(32),
        size: 42,
        added_at: NOW.to_owned(),
        metadata: json!({"layers": 24}),
    };
    let id = vault.add_model(&model).unwrap();
    assert!(
        !vault
            .record(id.as_str())
            .unwrap()
            .body
            .to_string()
            .contains("somebody")
    );
    model.size = 43;
    vault.add_model(&model).unwrap();
    assert_eq!(vault.list_models().unwrap(), [model]);
    assert_eq!(vault.verify().unwrap().records, 2);
}

#[test]
fn a_record_is_found_by_the_beginning_of_its_id() {
    let mut vault = Vault::in_memory().unwrap();
    // So many that some have their first four digits in common.
    let ids: Vec<String> = (0..1500)
        .map(|number| {
            let id = vault.append("note", &json!({ "number": number }), NOW);
            id.unwrap().to_string()
        })
        .collect();
    let begin = |beginning: &str| ids.iter().filter(|id| id.starts_with(beginning)).count() as u64;
    for id in &ids {
        assert_eq!(vault.record(id).unwrap().id.as_str(), id);
        assert_eq!(vault.record(&id[..12]).unwrap().id.as_str(), id);
        assert_eq!(vault.record(&id.to_uppercase()).unwrap().id.as_str(), id);
    }
    let (single, shared): (Vec<&String>, Vec<&String>) =
        ids.iter().partition(|id| begin(&id[..4]) == 1);
    assert!(single.len() > 100 && shared.len() > 2, "{}", shared.len());
    for id in single {
        assert_eq!(vault.record(&id[..4]).unwrap().id.as_str(), id);
        let path = vault.prove_record(&id[..4], 1500).unwrap();
        assert_eq!(canonical::sha256_hex(&path.record)[..16], **id);
    }
    for id in shared {
        let error = vault.record(&id[..4]).unwrap_err();
        let VaultError::AmbiguousRecord { beginning, count } = &error else {
            panic!("{error:?}");
        };
        assert_eq!((beginning.as_str(), *count), (&id[..4], begin(&id[..4])));
    }
    for wrong in ["", "abc", "%", "____", "zzzz", "0123456789abcdef0"] {
        let error = vault.record(wrong).unwrap_err();
        assert!(matches!(error, VaultError::UnknownRecord { .. }), "{wrong}");
    }
}
