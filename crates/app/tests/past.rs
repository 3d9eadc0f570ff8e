//! What is told of earlier questions: history, reasons, reports and exports
//! come from the audit trail and nowhere else.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use app::{AskRequest, Condition, Control, RecordFilter, Removal, Service, Settings};
use serde_json::{Value, json};

const TEXT: &str = "Office lease\n\nThe annual rent is USD 12,500.00.\nThe lease begins on 1 March 2024.\nThe <deposit> is USD 2,000.00.\n";

fn desk() -> (Service, String, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let service = common::scripted(directory.path(), Vec::new());
    let path = directory.path().join("lease.txt");
    std::fs::write(&path, TEXT).unwrap();
    let document_id = service.import(&path).unwrap().document.id;
    (service, document_id, directory)
}

fn ask(service: &Service, document_id: &str, question: &str) -> (String, Value) {
    let request = AskRequest {
        question: question.into(),
        document_ids: vec![document_id.into()],
        ..AskRequest::default()
    };
    let outcome = service.ask(&request, &mut |_| Control::Continue).unwrap();
    let response = serde_json::to_value(&outcome.response).unwrap();
    (outcome.response.record_id().to_string(), response)
}

#[test]
fn an_earlier_answer_is_shown_as_it_was() {
    let (service, id, _directory) = desk();
    let (record, response) = ask(&service, &id, "What is the annual rent?");
    let (other, _) = ask(&service, &id, "When does the lease begin?");
    let kept = service.outcome(&record).unwrap();
    assert_eq!(kept.response, response);
    assert_eq!(kept.question, "What is the annual rent?");
    assert_eq!(kept.document_ids, std::slice::from_ref(&id));

    let history = service.history(Some(&id), 10).unwrap();
    let ids: Vec<&str> = history.iter().map(|one| one.record_id.as_str()).collect();
    assert_eq!(ids, [other.as_str(), record.as_str()]);
    assert_eq!(history[1].answer.as_deref(), Some("USD 12500"));
    assert!(service.history(Some("nobody"), 10).unwrap().is_empty());
    assert!(service.outcome("0000000000000000").is_err());
}

#[test]
fn the_reasons_are_those_of_the_record() {
    let (service, id, _directory) = desk();
    let (record, _) = ask(&service, &id, "What is the annual rent?");
    let why = service.explain(&record).unwrap();
    let body = service.record(&record).unwrap().body;
    assert_eq!(why.parsed.unwrap().answer_type, "amount");
    assert_eq!(why.rounds[0].why, "ask");
    assert_eq!(why.passages[0].document_title.as_deref(), Some("lease.txt"));
    assert!(why.prompt.unwrap().contains("12,500.00"));
    assert!(why.grammar.unwrap().contains("root ::="));
    let total: u64 = why.times.iter().map(|one| one.ms).sum();
    assert!(total >= body["latency"]["total_ms"].as_u64().unwrap());
    let named = |name: &str| why.hashes.iter().find(|one| one.name == name).unwrap();
    assert_eq!(named("grammar").sha256, body["grammar_sha256"]);
    let import = service.records(&RecordFilter::default(), 9).unwrap();
    let import = import.iter().find(|one| one.kind == "import").unwrap();
    assert!(service.explain(import.id.as_str()).is_err());
}

#[test]
fn what_was_held_back_is_named_by_reason_and_lines() {
    let (service, id, directory) = desk();
    let path = directory.path().join("other lease.txt");
    // The same words once more, and far more than a prompt holds.
    let long: String = (0..4000).fold(TEXT.to_owned(), |text, number| {
        text + &format!("Clause {number} says nothing of what the annual rent may be.\n")
    });
    std::fs::write(&path, long).unwrap();
    let other = service.import(&path).unwrap().document.id;
    let request = AskRequest {
        question: "What is the annual rent?".into(),
        document_ids: vec![id, other.clone()],
        ..AskRequest::default()
    };
    let outcome = service.ask(&request, &mut |_| Control::Continue).unwrap();
    let record = outcome.response.record_id().to_string();
    let why = service.explain(&record).unwrap();
    assert!(!why.held_back.is_empty());
    for group in &why.held_back {
        assert_eq!(group.count, group.passages.len() as u64, "{}", group.reason);
        assert!(group.count > 0, "{}", group.reason);
        for passage in &group.passages {
            assert!(passage.anchor.is_none() && passage.first_line <= passage.last_line);
            let mut shown = why.passages.iter();
            assert!(shown.all(|one| (&one.document_id, one.last_line)
                != (&passage.document_id, passage.last_line)));
        }
    }
    service
        .remove_document(&other, Removal::KeepSource)
        .unwrap();
    let gone = service.explain(&record).unwrap().held_back;
    let mut titles = gone.iter().flat_map(|group| &group.passages);
    assert!(titles.any(|passage| passage.document_title.is_none()));
}

#[test]
fn a_record_says_what_conditions_a_person_set() {
    let (service, id, _directory) = desk();
    let (unset, _) = ask(&service, &id, "What is the annual rent in line 3?");
    assert_eq!(service.outcome(&unset).unwrap().conditions, None);
    let conditions = vec![
        Condition::Lines { first: 2, last: 4 },
        Condition::MediaType {
            media_type: "text".into(),
        },
    ];
    let request = AskRequest {
        question: "What is the annual rent in line 9?".into(),
        document_ids: vec![id.clone()],
        conditions: Some(conditions.clone()),
        ..AskRequest::default()
    };
    let outcome = service.ask(&request, &mut |_| Control::Continue).unwrap();
    let record = outcome.response.record_id().to_string();
    assert_eq!(
        service.outcome(&record).unwrap().conditions,
        Some(conditions.clone())
    );
    let body = service.record(&record).unwrap().body;
    assert_eq!(body["parsed"]["overridden"], json!(["scope", "filters"]));
    let parsed = service.explain(&record).unwrap().parsed.unwrap();
    assert_eq!(parsed.conditions, conditions);
    let read = [Condition::Lines { first: 9, last: 9 }];
    assert_eq!(parsed.conditions_read, read);
    let page = service.evidence_report(&record).unwrap();
    assert!(page.contains("in lines 2-4, in documents of kind plain text"));
    // Erased with the document, as the question is.
    service.remove_document(&id, Removal::Erase).unwrap();
    let kept = body.pointer("/contents/conditions/sha256").unwrap();
    assert!(service.content(kept.as_str().unwrap()).unwrap().is_none());
}

#[test]
fn a_report_loads_nothing_and_holds_the_lines_around_the_quote() {
    let (service, id, _directory) = desk();
    let (record, _) = ask(&service, &id, "What is the annual rent?");
    let page = service.evidence_report(&record).unwrap();
    assert!(page.contains("default-src 'none'"));
    assert!(page.contains("The annual rent is USD 12,500.00."));
    // Two lines behind the quote stands markup of the document's own.
    assert!(page.contains("The &lt;deposit&gt; is"));
    assert!(page.contains(&record));
    assert!(page.contains(&format!("<td>lease.txt</td><td><code>{id}</code></td>")));
    assert!(page.contains(&format!("Attest {}", env!("CARGO_PKG_VERSION"))));
    assert!(!page.contains("src=") && !page.contains("href="));
}

#[test]
fn records_are_found_by_document_and_decision_and_exported_in_order() {
    let (service, id, directory) = desk();
    ask(&service, &id, "What is the annual rent?");
    ask(&service, &id, "What is the tax number of the landlord?");
    let kinds = |filter: &RecordFilter| -> Vec<String> {
        let records = service.records(filter, 99).unwrap();
        records.into_iter().map(|record| record.kind).collect()
    };
    let about = RecordFilter {
        document_id: Some(id.clone()),
        ..RecordFilter::default()
    };
    assert_eq!(kinds(&about), ["answer", "answer", "import"]);
    let refused = RecordFilter {
        decision: Some("no_answer".into()),
        ..RecordFilter::default()
    };
    assert_eq!(kinds(&refused), ["answer"]);
    let path = directory.path().join("trail.jsonl");
    let count = service.export_records(&path, false).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let sequences: Vec<u64> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["sequence"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(sequences, (1..=count).collect::<Vec<_>>());
    assert!(!text.contains("tax number of the landlord"));
}

#[test]
fn an_export_with_contents_holds_what_the_records_bind_and_null_for_what_was_erased() {
    let (service, id, directory) = desk();
    ask(&service, &id, "What is the annual rent?");
    let path = directory.path().join("trail.jsonl");
    let kept = |service: &Service| -> Vec<Value> {
        service.export_records(&path, true).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.map(|mut record| record["kept"].take()).collect()
    };
    let before = kept(&service);
    assert_eq!(before[1]["question"]["text"], "What is the annual rent?");
    let source = before[0]["source"]["text"].as_str().unwrap();
    assert!(source.contains("annual rent"), "{source}");
    service.remove_document(&id, Removal::Erase).unwrap();
    let after = kept(&service);
    assert_eq!(after[1]["question"], Value::Null);
    assert_eq!(after[0]["source"], Value::Null);
}

#[test]
fn records_are_found_by_day() {
    let (service, id, _directory) = desk();
    ask(&service, &id, "What is the annual rent?");
    let day = service.now()[..10].to_owned();
    let count = |from_day: Option<&str>, to_day: Option<&str>| {
        let filter = RecordFilter {
            from_day: from_day.map(str::to_owned),
            to_day: to_day.map(str::to_owned),
            ..RecordFilter::default()
        };
        service.records(&filter, 99).unwrap().len()
    };
    assert_eq!(count(None, None), 2);
    assert_eq!(count(Some(&day), Some(&day)), 2);
    assert_eq!(count(Some("9999-01-01"), None), 0);
    assert_eq!(count(None, Some("1999-12-31")), 0);
}

#[test]
fn erasing_a_document_leaves_the_record_and_takes_its_words() {
    let (service, id, _directory) = desk();
    let (record, _) = ask(&service, &id, "What is the annual rent?");
    service.remove_document(&id, Removal::Erase).unwrap();
    let history = service.history(None, 10).unwrap();
    assert_eq!((&history[0].question, &history[0].answer), (&None, &None));
    let error = service.outcome(&record).unwrap_err().to_string();
    assert!(error.contains("no answer that can be shown"), "{error}");
    assert!(service.explain(&record).unwrap().prompt.is_none());
    assert!(service.restore_document(&id, "lease.txt").is_err());
    assert!(service.verify_audit().unwrap().is_sound());
}

#[test]
fn a_removed_document_comes_back_from_its_bytes() {
    let (service, id, _directory) = desk();
    service.remove_document(&id, Removal::KeepSource).unwrap();
    assert!(service.documents().unwrap().is_empty());
    let back = service.restore_document(&id, "lease.txt").unwrap();
    assert_eq!((back.id, back.title.as_str()), (id.clone(), "lease.txt"));
    let found = service.search_lines(&id, "annual  RENT").unwrap();
    assert_eq!(
        found.iter().map(|line| line.number).collect::<Vec<_>>(),
        [3]
    );
}

#[test]
fn a_type_of_ones_own_is_kept_replaced_and_removed() {
    let (service, _, _directory) = desk();
    let schema =
        r#"{"title": "Rent", "type": "object", "properties": {"rent": {"type": "number"}}}"#;
    assert_eq!(
        service.save_answer_type("rent", schema).unwrap().title,
        "Rent"
    );
    let changed = schema.replace("Rent", "Yearly rent");
    let saved = service.save_answer_type("rent", &changed).unwrap();
    assert_eq!(saved.title, "Yearly rent");
    assert_eq!(service.answer_type_schema("rent").unwrap(), changed);
    assert_eq!(service.own_types(), ["rent"]);
    for (name, text) in [
        ("amount", schema),
        ("Rent", schema),
        ("rent", "{"),
        ("", schema),
    ] {
        assert!(service.save_answer_type(name, text).is_err(), "{name}");
    }
    service.remove_answer_type("rent").unwrap();
    assert!(service.own_types().is_empty());
    assert!(service.remove_answer_type("amount").is_err());
}

#[test]
fn changed_settings_are_a_record_without_a_path_of_the_machine() {
    let directory = tempfile::tempdir().unwrap();
    let service = common::scripted(directory.path(), Vec::new());
    let rates = directory.path().join("rates.toml");
    let text =
        "base = \"EUR\"\ndate = \"2024-03-01\"\nsource = \"a test\"\n[rates]\nUSD = \"1.08\"\n";
    std::fs::write(&rates, text).unwrap();
    let records = || {
        let kind = Some("settings".to_owned());
        let filter = RecordFilter {
            kind,
            ..RecordFilter::default()
        };
        service.records(&filter, 9).unwrap()
    };
    let settings = Settings {
        text_percent: 150,
        rates_file: Some(rates),
        ..Settings::default()
    };
    service.change_settings(&settings).unwrap();
    // The same again changes nothing.
    service.change_settings(&settings).unwrap();
    let found = records();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].body["text_percent"], 150);
    assert_eq!(found[0].body["rates_sha256"], app::sha256(text.as_bytes()));
    let path = directory.path().display().to_string();
    assert!(!found[0].body.to_string().contains(&path));
    let wrong = Settings {
        text_percent: 7,
        ..settings
    };
    assert!(service.change_settings(&wrong).is_err());
    assert_eq!(records().len(), 1);
    assert!(service.verify_audit().unwrap().is_sound());
}

#[test]
fn a_mail_s_date_and_metadata_are_imported_with_it_and_a_removed_one_is_erased_by_its_id() {
    let directory = tempfile::tempdir().unwrap();
    let service = common::scripted(directory.path(), Vec::new());
    let path = directory.path().join("offer.eml");
    let mail =
        "Date: Tue, 5 Mar 2024 10:00:00 +0100\r\nSubject: Offer\r\n\r\nThe price is 900 euros.\r\n";
    std::fs::write(&path, mail).unwrap();
    let said = [("client".to_owned(), Some("Acme".to_owned()))].into();
    let imported = service
        .import_saying(&path, app::reading::Ocr::Never, &said)
        .unwrap()
        .document;
    assert_eq!(imported.event_date.as_deref(), Some("2024-03-05"));
    assert_eq!(imported.metadata["client"], "Acme");
    // One record: nothing was said after the import.
    let records = service.records(&RecordFilter::default(), 9).unwrap();
    assert_eq!(records.len(), 1);
    service
        .remove_document(&imported.id, Removal::KeepSource)
        .unwrap();
    let erased = service.remove_document(&imported.id[..8], Removal::Erase);
    assert!(erased.is_ok(), "{erased:?}");
    assert!(service.content(&imported.id).unwrap().is_none());
    assert!(service.verify_audit().unwrap().is_sound());
}
