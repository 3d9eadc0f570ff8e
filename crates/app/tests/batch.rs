//! Documents x questions with a scripted decoder: cells equal single answers,
//! failures stay in their cells, and a killed batch is resumed without
//! repeating or losing a cell.
#![allow(clippy::unwrap_used, missing_docs)]

use app::clock::SystemClock;
use app::{
    AppError, AskRequest, BatchPhase, BatchProgress, BatchQuestion, BatchRequest, BatchSummary,
    Control, Options, Service,
};
use engine::EngineError;
use engine::scripted::{Line, Scripted, WordEmbedder};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Set for the process that runs a batch until it is killed.
const FOLDER: &str = "ATTEST_TEST_BATCH_FOLDER";
const DOCUMENTS: u32 = 300;

fn service(folder: &Path, script: Vec<Line>) -> Service {
    let service = Service::open(Options {
        data_directory: folder.join("data"),
        ephemeral: false,
        worker: "/nonexistent".into(),
        threads: Some(1),
        system_settings: None,
        clock: Arc::new(SystemClock::default()),
    })
    .unwrap()
    .reading_here()
    .without_reader();
    service.use_decoder(
        service.find_model(None).unwrap(),
        Box::new(Scripted::new(script)),
    );
    let catalogue = engine::Catalogue::built_in().unwrap();
    let entry = catalogue.default_for("embedding").unwrap().clone();
    service.use_embedder(entry, Box::new(WordEmbedder::default()));
    service
}

fn write_documents(folder: &Path, count: u32) {
    std::fs::create_dir_all(folder.join("documents")).unwrap();
    for number in 0..count {
        let text = format!(
            "Lease {number}\n\nThe annual rent is USD {},500.00.\nThe lease begins on {} March 2024.\n",
            number + 1,
            number % 28 + 1
        );
        std::fs::write(folder.join(format!("documents/{number:03}.txt")), text).unwrap();
    }
}

fn question(id: &str, question: &str, answer_type: &str) -> BatchQuestion {
    BatchQuestion {
        id: id.into(),
        question: question.into(),
        answer_type: Some(answer_type.into()),
        ..BatchQuestion::default()
    }
}

fn request(folder: &Path, out: &str) -> BatchRequest {
    BatchRequest {
        documents: vec![folder.join("documents")],
        stored: Vec::new(),
        questions: vec![
            question("rent", "What is the annual rent?", "amount"),
            question("begin", "When does the lease begin?", "date"),
        ],
        out: folder.join(out),
        resume: false,
        common: AskRequest::default(),
    }
}

fn run(service: &Service, request: &BatchRequest) -> BatchSummary {
    service.batch(request, &mut |_| Control::Continue).unwrap()
}

fn lines(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The ordinals of cells in the answer records, sorted; records of answers
/// that are no cell are counted in the second.
fn recorded(service: &Service) -> (Vec<u64>, usize) {
    let records = service
        .records(&app::RecordFilter::default(), u32::MAX)
        .unwrap();
    let answers = records.iter().filter(|record| record.kind == "answer");
    let mut others = 0;
    let mut ordinals: Vec<u64> = answers
        .filter_map(|record| {
            let ordinal = record
                .body
                .pointer("/batch/ordinal")
                .and_then(Value::as_u64);
            others += usize::from(ordinal.is_none());
            ordinal
        })
        .collect();
    ordinals.sort_unstable();
    (ordinals, others)
}

#[test]
fn cells_equal_single_answers() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 3);
    let service = service(folder.path(), vec![]);
    let summary = run(&service, &request(folder.path(), "table.jsonl"));
    assert_eq!((summary.cells, summary.answered, summary.failed), (6, 6, 0));
    let cells = lines(&folder.path().join("table.jsonl"));
    assert_eq!(cells.len(), 6);
    for cell in cells {
        let answer_type = cell["response"]["answer_type"].as_str().unwrap();
        let single = AskRequest {
            question: cell["question"].as_str().unwrap().into(),
            document_ids: vec![cell["document_id"].as_str().unwrap().into()],
            answer_type: Some(answer_type.into()),
            ..AskRequest::default()
        };
        let single = service.ask(&single, &mut |_| Control::Continue).unwrap();
        let single = serde_json::to_value(&single.response).unwrap();
        let is_its_own =
            |name: &&String| ["request_id", "record_id", "latency_ms"].contains(&name.as_str());
        let members = single.as_object().unwrap();
        assert_eq!(members.keys().filter(is_its_own).count(), 3);
        for name in members.keys().filter(|name| !is_its_own(name)) {
            let written = |value: &Value| value.to_string();
            assert_eq!(
                written(&cell["response"][name]),
                written(&members[name]),
                "{name}"
            );
        }
        let names =
            |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
        assert_eq!(names(&cell["response"]), names(&single));
        let record = cell["response"]["record_id"].as_str().unwrap();
        assert_eq!(service.record(record).unwrap().kind, "answer");
    }
}

#[test]
fn cells_come_document_by_document_in_the_order_of_the_questions() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 2);
    let service = service(folder.path(), vec![]);
    let mut asked = Vec::new();
    service
        .batch(&request(folder.path(), "table.jsonl"), &mut |progress| {
            if progress.phase == BatchPhase::Ask && asked.last() != Some(&progress.done) {
                asked.push(progress.done);
            }
            assert!(progress.done <= progress.total);
            Control::Continue
        })
        .unwrap();
    assert_eq!(asked, [0, 1, 2, 3]);
    let order: Vec<String> = lines(&folder.path().join("table.jsonl"))
        .iter()
        .map(|cell| {
            let document = PathBuf::from(cell["document"].as_str().unwrap());
            let name = document.file_stem().unwrap().to_string_lossy().into_owned();
            name + " " + cell["question_id"].as_str().unwrap()
        })
        .collect();
    assert_eq!(order, ["000 rent", "000 begin", "001 rent", "001 begin"]);
}

#[test]
fn what_fails_fails_in_its_cell_with_the_reason_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 2);
    std::fs::write(folder.path().join("documents/empty.txt"), "").unwrap();
    let crash = Line::Fail(EngineError::Decode("it broke".into()));
    let service = service(folder.path(), vec![crash]);
    let mut request = request(folder.path(), "table.csv");
    request.documents.push(folder.path().join("missing.pdf"));
    let summary = run(&service, &request);
    assert_eq!(
        (summary.documents, summary.cells, summary.failed),
        (4, 8, 5)
    );
    assert!(summary.finished);
    let table = std::fs::read_to_string(folder.path().join("table.csv")).unwrap();
    let rows: Vec<&str> = table.split("\r\n").collect();
    assert_eq!(rows.len(), 1 + 8 + 1);
    assert!(rows[1].contains("FAILED") && rows[1].contains("it broke"));
    assert!(rows[2].contains("OK"));
    assert!(rows[5].contains("FAILED") && rows[5].contains("the file is empty"));
    assert!(rows[8].contains("FAILED") && rows[8].contains("missing.pdf"));
    // Failed cells are done: a resumed batch asks nothing.
    let records = service
        .records(&app::RecordFilter::default(), u32::MAX)
        .unwrap()
        .len();
    let again = run(
        &service,
        &BatchRequest {
            resume: true,
            ..request
        },
    );
    assert_eq!((again.resumed, again.failed), (8, 5));
    assert_eq!(
        service
            .records(&app::RecordFilter::default(), u32::MAX)
            .unwrap()
            .len(),
        records
    );
}

#[test]
fn what_would_fail_every_cell_ends_the_batch_and_leaves_the_cell_to_do() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 1);
    let broken = Line::Fail(EngineError::Load("no".into()));
    let service = service(folder.path(), vec![broken]);
    let request = BatchRequest {
        resume: true,
        ..request(folder.path(), "table.jsonl")
    };
    let error = service
        .batch(&request, &mut |_| Control::Continue)
        .unwrap_err();
    assert!(matches!(error, AppError::Engine(EngineError::Load(_))));
    assert!(!folder.path().join("table.jsonl").exists());
    let summary = run(&service, &request);
    assert_eq!((summary.done, summary.resumed, summary.failed), (2, 0, 0));
}

#[test]
fn a_cancelled_batch_writes_no_table_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 3);
    let service = service(folder.path(), vec![]);
    let mut request = request(folder.path(), "table.jsonl");
    // Once between two cells, once within a cell.
    for (done, calls) in [(2, 1), (4, 2)] {
        let mut seen = 0;
        let summary = service
            .batch(&request, &mut |progress| {
                if progress.phase == BatchPhase::Ask && progress.done == done {
                    seen += 1;
                }
                if seen >= calls {
                    Control::Cancel
                } else {
                    Control::Continue
                }
            })
            .unwrap();
        assert!(!summary.finished && summary.out.is_none());
        assert_eq!(summary.done, done);
        assert!(!request.out.exists());
        request.resume = true;
    }
    let summary = run(&service, &request);
    assert_eq!((summary.resumed, summary.done, summary.answered), (4, 6, 6));
    assert_eq!(recorded(&service).0, [0, 1, 2, 3, 4, 5]);
    assert!(service.verify_audit().unwrap().is_sound());
}

#[test]
fn resume_goes_on_only_with_the_same_documents_and_questions() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 2);
    let service = service(folder.path(), vec![]);
    let mut request = request(folder.path(), "table.jsonl");
    request.resume = true;
    let first = run(&service, &request);
    assert_eq!(first.resumed, 0);
    let same = run(&service, &request);
    assert_eq!((same.resumed, &same.batch_id), (4, &first.batch_id));
    request.resume = false;
    let anew = run(&service, &request);
    assert_eq!(anew.resumed, 0);
    assert_ne!(anew.batch_id, first.batch_id);
    request.resume = true;
    request.questions[0].question = "What is the yearly rent?".into();
    assert_eq!(run(&service, &request).resumed, 0);
    std::fs::write(
        folder.path().join("documents/001.txt"),
        "The rent is 5 USD.",
    )
    .unwrap();
    assert_eq!(run(&service, &request).resumed, 0);
}

#[test]
fn what_cannot_be_asked_is_refused_before_anything_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 1);
    let service = service(folder.path(), vec![]);
    let good = request(folder.path(), "table.jsonl");
    let mut bad = vec![good.clone(), good.clone(), good.clone(), good];
    bad[0].questions[1].answer_type = Some("fruit".into());
    bad[1].questions.clear();
    bad[2].documents = vec![folder.path().join("data/types")];
    std::fs::create_dir_all(folder.path().join("data/types")).unwrap();
    bad[3].out = folder.path().join("table.doc");
    for request in bad {
        let error = service
            .batch(&request, &mut |_| Control::Continue)
            .unwrap_err();
        assert!(matches!(error, AppError::Input { .. }), "{error}");
    }
    assert!(
        service
            .records(&app::RecordFilter::default(), 10)
            .unwrap()
            .is_empty()
    );
    assert!(service.documents().unwrap().is_empty());
}

#[test]
fn an_erased_answer_is_said_to_be_erased() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), 1);
    let service = service(folder.path(), vec![]);
    let request = BatchRequest {
        resume: true,
        ..request(folder.path(), "table.jsonl")
    };
    run(&service, &request);
    let id = service.documents().unwrap()[0].id.clone();
    service.remove_document(&id, vault::Removal::Erase).unwrap();
    run(&service, &request);
    let erased = lines(&request.out);
    assert!(!erased.is_empty());
    for cell in erased {
        assert_eq!(cell["response"]["answer"], json!(null));
        let message = cell["response"]["message"].as_str().unwrap();
        assert!(message.contains("erased"), "{message}");
    }
}

/// What the killed process does; nothing in a run of the tests. It says how far it is, a line
/// for each step.
#[test]
fn the_process_that_is_killed() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = PathBuf::from(folder);
        let request = BatchRequest {
            resume: true,
            ..request(&folder, "table.jsonl")
        };
        let mut last = None;
        let mut tell = |progress: &BatchProgress| {
            let step = (progress.phase as u32, progress.done);
            if last.replace(step) != Some(step) {
                writeln!(std::io::stdout(), "{} {}", step.0, step.1).unwrap();
            }
            Control::Continue
        };
        let summary = service(&folder, vec![]).batch(&request, &mut tell);
        assert!(summary.unwrap().finished);
    }
}

/// Where the process is killed: as soon as it says that it is there or farther.
const KILLED_AT: [(BatchPhase, u32); 7] = [
    (BatchPhase::Read, 10),
    (BatchPhase::Read, 250),
    (BatchPhase::Ask, 1),
    (BatchPhase::Ask, 40),
    (BatchPhase::Ask, 200),
    (BatchPhase::Ask, 450),
    (BatchPhase::Write, 0),
];

/// Runs the process that is killed, to this point or to its end.
fn run_and_kill(folder: &Path, at: Option<(BatchPhase, u32)>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "the_process_that_is_killed", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let steps = lines.map(Result::unwrap).filter_map(|line| {
        let (phase, done) = line.split_once(' ')?;
        Some((phase.parse::<u32>().ok()?, done.parse::<u32>().ok()?))
    });
    let Some((phase, done)) = at else {
        assert!(steps.count() > 0);
        assert!(child.wait().unwrap().success());
        return;
    };
    let reached = { steps }.find(|step| *step >= (phase as u32, done));
    assert!(reached.is_some(), "the batch ended before {phase:?} {done}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_batch_of_300_documents_survives_kill_9_without_repeating_or_losing_a_cell() {
    let folder = tempfile::tempdir().unwrap();
    write_documents(folder.path(), DOCUMENTS);
    let table = folder.path().join("table.jsonl");
    let mut done = 0;
    let kills = KILLED_AT.into_iter().map(Some);
    for at in kills.chain([None]) {
        run_and_kill(folder.path(), at);
        let service = service(folder.path(), vec![]);
        assert!(service.verify_audit().unwrap().is_sound());
        let (ordinals, others) = recorded(&service);
        assert_eq!(others, 0, "a killed cell leaves no record");
        let in_order: Vec<u64> = (0..ordinals.len() as u64).collect();
        assert_eq!(ordinals, in_order, "a cell is repeated or lost");
        assert!(ordinals.len() >= done, "a cell that was done is gone");
        done = ordinals.len();
        let is_between = done > 0 && done < 2 * DOCUMENTS as usize;
        let asked = matches!(at, Some((BatchPhase::Ask, _)));
        assert_eq!(is_between, asked, "{at:?}: {done} cells");
        let written = matches!(at, None | Some((BatchPhase::Write, _)));
        assert!(written || !table.exists(), "a table that is not whole");
    }
    assert_eq!(done, 2 * DOCUMENTS as usize);
    let cells = lines(&table);
    assert_eq!(cells.len(), 2 * DOCUMENTS as usize);
    for (cell, ordinal) in cells.iter().zip(0..) {
        assert_eq!(cell["ordinal"], json!(ordinal));
        let value = &cell["response"]["answer"]["items"][0]["value"];
        let number = ordinal / 2;
        let amount = f64::from((number + 1) * 1000 + 500);
        let day = format!("2024-03-{:02}", number % 28 + 1);
        let expected = match ordinal % 2 {
            0 => (Some(amount), None),
            _ => (None, Some(day.as_str())),
        };
        assert_eq!((value["value"].as_f64(), value["iso"].as_str()), expected);
    }
}
