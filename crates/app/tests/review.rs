//! Reviews and tables with a scripted decoder: what people say stands beside
//! the answers and shows in every table; a table asks only what is missing or
//! stale.
#![allow(clippy::unwrap_used, missing_docs)]

use app::clock::SystemClock;
use app::{
    AskRequest, BatchQuestion, BatchRequest, CellState, Control, Correction, NewReview, NewTable,
    Options, Place, QueueRequest, Service, TableNews, Verdict,
};
use engine::scripted::{Scripted, WordEmbedder};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

fn service(folder: &Path) -> Service {
    let service = Service::open(Options {
        data_directory: folder.join("data"),
        ephemeral: false,
        system_settings: None,
        worker: "/nonexistent".into(),
        threads: Some(1),
        clock: Arc::new(SystemClock::default()),
    })
    .unwrap()
    .reading_here()
    .without_reader();
    service.use_decoder(
        service.find_model(None).unwrap(),
        Box::new(Scripted::new(vec![])),
    );
    let catalogue = engine::Catalogue::built_in().unwrap();
    let entry = catalogue.default_for("embedding").unwrap().clone();
    service.use_embedder(entry, Box::new(WordEmbedder::default()));
    service
}

/// Leases, by the ids of their documents.
fn leases(service: &Service, folder: &Path, count: u32) -> Vec<String> {
    (0..count)
        .map(|number| {
            let path = folder.join(format!("{number}.txt"));
            let text = format!(
                "Lease {number}\n\nThe annual rent is USD {},500.00.\nThe deposit is USD 75.00.\n\
                 The lease begins on {} March 2024.\n",
                number + 1,
                number + 1
            );
            std::fs::write(&path, text).unwrap();
            service.import(&path).unwrap().document.id
        })
        .collect()
}

fn questions() -> Vec<BatchQuestion> {
    [
        ("rent", "What is the annual rent?", "amount"),
        ("begin", "When does the lease begin?", "date"),
    ]
    .map(|(id, question, answer_type)| BatchQuestion {
        id: id.into(),
        question: question.into(),
        answer_type: Some(answer_type.into()),
        ..BatchQuestion::default()
    })
    .to_vec()
}

/// The record of the answer to what the rent is.
fn answer(service: &Service, document_id: &str) -> String {
    let request = AskRequest {
        question: "What is the annual rent?".into(),
        document_ids: vec![document_id.to_owned()],
        answer_type: Some("amount".into()),
        ..AskRequest::default()
    };
    let outcome = service.ask(&request, &mut |_| Control::Continue).unwrap();
    outcome.response.record_id().to_string()
}

fn says(answer_id: &str, reviewer: &str, verdict: Verdict) -> NewReview {
    NewReview {
        answer_id: answer_id.into(),
        verdict,
        reviewer: reviewer.into(),
        reason: "looked at the page".into(),
        correction: None,
    }
}

fn corrects(answer_id: &str, document_id: &str, value: &str, quote: &str) -> NewReview {
    NewReview {
        correction: Some(Correction {
            value: value.into(),
            place: Place {
                document_id: document_id.into(),
                line_start: 4,
                line_end: 4,
                quote: quote.into(),
            },
        }),
        ..says(answer_id, "Ada", Verdict::Correct)
    }
}

fn all() -> QueueRequest {
    QueueRequest {
        all: true,
        ..QueueRequest::default()
    }
}

#[test]
fn a_correction_is_a_record_of_its_own_and_the_answer_stays() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let document = leases(&service, folder.path(), 1).remove(0);
    let id = answer(&service, &document);
    let before = service.record(&id).unwrap();
    assert_eq!(service.review_queue(&all()).unwrap().waiting, 1);
    let given = corrects(&id, &document, "USD 75.00", "USD  75.00");
    let review = service.review(&given).unwrap();
    let value = json!({ "value": 75.00, "currency": "USD", "unit": null });
    assert_eq!(
        review.value.as_ref().unwrap().json().to_string(),
        value.to_string()
    );
    assert_eq!(review.words.as_deref(), Some("USD 75"));
    assert_eq!(review.place.as_ref().unwrap().quote, "USD 75.00");
    assert_eq!(service.record(&id).unwrap(), before);
    let record = service.record(&review.record_id).unwrap();
    assert_eq!(record.kind, "review");
    assert!(!record.body.to_string().contains("looked"), "only hashes");
    let standing = service.standing(&id).unwrap();
    assert_eq!(standing.settled, Some(review));
    let report = service.evidence_report(&id).unwrap();
    let said = "<strong>Ada</strong> corrected it: USD 75 (line 4: \u{201c}USD 75.00\u{201d}). looked at the page";
    assert!(report.contains(said), "{report}");
    assert_eq!(service.review_queue(&all()).unwrap().waiting, 0);
    assert!(service.verify_audit().unwrap().is_sound());
}

#[test]
fn what_does_not_hold_is_refused_and_nothing_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let document = leases(&service, folder.path(), 1).remove(0);
    let id = answer(&service, &document);
    let good = corrects(&id, &document, "USD 75.00", "USD 75.00");
    let change = |change: &dyn Fn(&mut Correction)| {
        let mut given = good.clone();
        change(given.correction.as_mut().unwrap());
        given
    };
    let bad = [
        says(&id, " ", Verdict::Confirm),
        says(&id, "Ada", Verdict::Correct),
        NewReview {
            verdict: Verdict::Confirm,
            ..good.clone()
        },
        change(&|one| one.value = "much".into()),
        change(&|one| one.place.quote = "USD 76.00".into()),
        change(&|one| one.place.line_end = 400),
        change(&|one| one.place.line_start = 5),
        change(&|one| one.place.document_id = "ffff".into()),
        says("0011223344556677", "Ada", Verdict::Confirm),
    ];
    for given in bad {
        let error = service.review(&given).unwrap_err();
        assert!(!error.help().is_empty(), "{given:?}: {error}");
    }
    assert_eq!(service.standing(&id).unwrap().reviews, []);
    service.review(&good).unwrap();
}

#[test]
fn two_people_who_differ_dispute_an_answer_until_they_agree() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let document = leases(&service, folder.path(), 1).remove(0);
    let id = answer(&service, &document);
    service.review(&says(&id, "Ada", Verdict::Confirm)).unwrap();
    let second = QueueRequest {
        second_opinion_of: Some("Ben".into()),
        ..QueueRequest::default()
    };
    assert_eq!(service.review_queue(&second).unwrap().waiting, 1);
    service.review(&says(&id, "Ben", Verdict::Reject)).unwrap();
    let standing = service.standing(&id).unwrap();
    assert!(standing.disputed && standing.settled.is_none());
    let queue = service.review_queue(&QueueRequest::default()).unwrap();
    assert_eq!(queue.entries[0].state, CellState::Disputed);
    assert_eq!(queue.entries[0].reviewers, 2);
    assert_eq!(service.reviewed_cases().unwrap().disputed, 1);
    service.review(&says(&id, "Ben", Verdict::Confirm)).unwrap();
    assert!(!service.standing(&id).unwrap().disputed);
    assert_eq!(service.standing(&id).unwrap().reviews.len(), 3);
}

#[test]
fn reviews_become_cases_with_known_answers() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let documents = leases(&service, folder.path(), 4);
    let answers: Vec<String> = documents.iter().map(|id| answer(&service, id)).collect();
    service
        .review(&says(&answers[0], "Ada", Verdict::Confirm))
        .unwrap();
    let corrected = corrects(&answers[1], &documents[1], "USD 75.00", "");
    service.review(&corrected).unwrap();
    service
        .review(&says(&answers[2], "Ada", Verdict::Absent))
        .unwrap();
    service
        .review(&says(&answers[3], "Ada", Verdict::Reject))
        .unwrap();
    let found = service.reviewed_cases().unwrap();
    assert_eq!(found.rejected, 1);
    let [confirmed, corrected, absent] = found.cases.as_slice() else {
        panic!("three cases: {found:?}");
    };
    assert_eq!(confirmed.values[0]["value"].as_f64(), Some(1500.0));
    assert_eq!(confirmed.evidence[0]["line_start"], 3);
    assert_eq!(corrected.values[0]["value"].as_f64(), Some(75.0));
    assert_eq!(corrected.evidence[0]["quote"], "The deposit is USD 75.00.");
    assert_eq!(absent.values, Vec::<Value>::new());
    // Asked again, they are cases all the same, and what was said holds of the same value.
    answer(&service, &documents[0]);
    assert_eq!(service.reviewed_cases().unwrap().cases.len(), 3);
    assert_eq!(service.review_queue(&all()).unwrap().waiting, 0);
    assert_eq!(service.source_of(&documents[0]).unwrap().len(), 102);
}

#[test]
fn erasing_a_document_takes_what_was_written_about_it_along() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let document = leases(&service, folder.path(), 1).remove(0);
    let id = answer(&service, &document);
    let given = corrects(&id, &document, "USD 75.00", "");
    service.review(&given).unwrap();
    service
        .remove_document(&document, vault::Removal::Erase)
        .unwrap();
    let standing = service.standing(&id).unwrap();
    let review = standing.settled.unwrap();
    assert!(review.erased && review.value.is_none() && review.reason.is_none());
    assert_eq!(
        (review.verdict, review.reviewer.as_str()),
        (Verdict::Correct, "Ada")
    );
    assert!(service.verify_audit().unwrap().is_sound());
    assert_eq!(service.reviewed_cases().unwrap().unusable, 1);
}

#[test]
fn a_batch_shows_what_people_said_of_its_cells() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let document = leases(&service, folder.path(), 1).remove(0);
    let mut request = BatchRequest {
        documents: vec![folder.path().join("0.txt")],
        stored: Vec::new(),
        questions: questions(),
        out: folder.path().join("table.jsonl"),
        resume: true,
        common: AskRequest::default(),
    };
    let read = |request: &BatchRequest| {
        service.batch(request, &mut |_| Control::Continue).unwrap();
        std::fs::read_to_string(&request.out).unwrap()
    };
    let table = read(&request);
    let cell: Value = serde_json::from_str(table.lines().next().unwrap()).unwrap();
    assert_eq!(cell["reviews"], json!([]));
    let id = cell["response"]["record_id"].as_str().unwrap();
    let given = corrects(id, &document, "USD 75.00", "");
    service.review(&given).unwrap();
    let cell: Value = serde_json::from_str(read(&request).lines().next().unwrap()).unwrap();
    assert_eq!(cell["state"], "corrected");
    assert_eq!(cell["reviews"][0]["reviewer"], "Ada");
    request.out = folder.path().join("table.csv");
    let table = read(&request);
    let row = table.lines().nth(1).unwrap();
    for part in [
        ",corrected,correct,Ada,USD 75,",
        "looked at the page",
        "USD 1500",
    ] {
        assert!(row.contains(part), "{part} in {row}");
    }
}

fn table_of(documents: &[String]) -> NewTable {
    NewTable {
        title: "Leases".into(),
        document_ids: documents.to_vec(),
        questions: questions(),
    }
}

/// Runs a table and returns the places of the cells that were told.
fn run(service: &Service, id: &str, documents: Option<u32>) -> Vec<(u32, u32)> {
    let mut told = Vec::new();
    let finished = service
        .run_table(id, documents, &AskRequest::default(), &mut |news| {
            if let TableNews::Cell { cell } = news {
                told.push((cell.row, cell.column));
            }
            Control::Continue
        })
        .unwrap();
    assert!(finished);
    told
}

#[test]
fn a_table_asks_a_pilot_first_and_then_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let documents = leases(&service, folder.path(), 3);
    let made = service.make_table(table_of(&documents)).unwrap();
    assert_eq!((made.documents, made.questions), (3, 2));
    assert_eq!(run(&service, &made.id, Some(1)), [(0, 0), (0, 1)]);
    let out = folder.path().join("half.csv");
    let common = AskRequest::default();
    service
        .export_table(&made.id, &common, &out, &mut |_| Control::Continue)
        .unwrap();
    let half = std::fs::read_to_string(&out).unwrap();
    assert_eq!(half.matches("not asked yet").count(), 8, "{half}");
    let open = service.table_cell(&made.id, (2, 1), &common).unwrap();
    assert_eq!(open, None);
    for outside in [(3, 0), (0, 2)] {
        let refused = service.table_cell(&made.id, outside, &common).unwrap_err();
        assert_eq!(refused.kind(), "input");
    }
    let rest = run(&service, &made.id, None);
    assert_eq!(rest, [(1, 0), (1, 1), (2, 0), (2, 1)]);
    assert_eq!(run(&service, &made.id, None), []);
    let table = service.table(&made.id, &common).unwrap();
    assert_eq!(table.cells.len(), 6);
    assert!(table.cells.iter().all(|cell| !cell.stale));
    assert_eq!(table.cells[0].order, Some(1500.0));
    assert_eq!(table.documents[2].title.as_deref(), Some("2.txt"));
}

#[test]
fn only_what_is_stale_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let documents = leases(&service, folder.path(), 2);
    let made = service.make_table(table_of(&documents)).unwrap();
    run(&service, &made.id, None);
    let mut changed = table_of(&documents);
    changed.questions[1].question = "On which day does the lease begin?".into();
    service.change_table(&made.id, changed).unwrap();
    let common = AskRequest::default();
    let stale = |service: &Service| -> Vec<(u32, u32)> {
        let table = service.table(&made.id, &common).unwrap();
        let stale = table.cells.iter().filter(|cell| cell.stale);
        stale.map(|cell| (cell.row, cell.column)).collect()
    };
    assert_eq!(stale(&service), [(0, 1), (1, 1)]);
    assert_eq!(run(&service, &made.id, None), [(0, 1), (1, 1)]);
    assert_eq!(stale(&service), []);
    // Other documents leave what was answered.
    let more = leases(&service, folder.path(), 3);
    let mut changed = table_of(&more);
    changed.questions[1].question = "On which day does the lease begin?".into();
    service.change_table(&made.id, changed).unwrap();
    assert_eq!(run(&service, &made.id, None), [(2, 0), (2, 1)]);
    assert_eq!(service.tables().unwrap().len(), 1);
    service.remove_table(&made.id).unwrap();
    assert_eq!(service.tables().unwrap(), []);
}

#[test]
fn a_paused_table_goes_on_where_it_stopped_and_shows_reviews() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let documents = leases(&service, folder.path(), 2);
    let made = service.make_table(table_of(&documents)).unwrap();
    let mut cells = 0;
    let finished = service
        .run_table(&made.id, None, &AskRequest::default(), &mut |news| {
            cells += u32::from(matches!(news, TableNews::Cell { .. }));
            if cells == 3 {
                Control::Cancel
            } else {
                Control::Continue
            }
        })
        .unwrap();
    assert!(!finished);
    assert_eq!(run(&service, &made.id, None), [(1, 1)]);
    let common = AskRequest::default();
    let table = service.table(&made.id, &common).unwrap();
    let given = corrects(&table.cells[0].record_id, &documents[0], "USD 75.00", "");
    service.review(&given).unwrap();
    let table = service.table(&made.id, &common).unwrap();
    assert_eq!(table.cells[0].state, CellState::Corrected);
    assert_eq!(table.cells[0].words, "USD 75");
    assert_eq!(table.cells.len(), 4);
    for cell in &table.cells {
        let alone = service.table_cell(&made.id, (cell.row, cell.column), &common);
        assert_eq!(alone.unwrap().as_ref(), Some(cell));
    }
    let queue = QueueRequest {
        batch_id: table.summary.batch_id.clone(),
        ..all()
    };
    assert_eq!(service.review_queue(&queue).unwrap().waiting, 3);
}

#[test]
fn a_table_of_what_cannot_be_asked_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let documents = leases(&service, folder.path(), 1);
    let mut bad = table_of(&documents);
    bad.questions[0].answer_type = Some("fruit".into());
    let error = service.make_table(bad).unwrap_err();
    assert!(error.to_string().contains("rent"), "{error}");
    assert!(service.make_table(table_of(&[])).is_err());
    assert_eq!(service.tables().unwrap(), []);
}
