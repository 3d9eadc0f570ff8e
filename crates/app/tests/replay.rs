//! Recorded answers given again: the same comes out the same, and where something differs, the
//! first stage that differs is named.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use app::{AskRequest, Condition, Control, Policy, RecordFilter, Removal, Replay, Service};
use engine::scripted::{Line, Scripted};
use evidence::policy::ChooseWith;

const TEXT: &str = "Office lease\n\nThe annual rent is USD 12,500.00.\nThe lease begins on 1 March 2024.\nThe deposit is USD 2,000.00.\n";

fn desk(script: Vec<Line>) -> (Service, String, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let service = common::scripted(directory.path(), script);
    let path = directory.path().join("lease.txt");
    std::fs::write(&path, TEXT).unwrap();
    let document_id = service.import(&path).unwrap().document.id;
    (service, document_id, directory)
}

fn ask(service: &Service, request: &AskRequest) -> String {
    let outcome = service.ask(request, &mut |_| Control::Continue).unwrap();
    outcome.response.record_id().to_string()
}

fn question(text: &str) -> AskRequest {
    AskRequest {
        question: text.into(),
        ..AskRequest::default()
    }
}

fn records(service: &Service) -> usize {
    service
        .records(&RecordFilter::default(), 100)
        .unwrap()
        .len()
}

fn stages(replay: &Replay) -> Vec<&'static str> {
    replay.differences.iter().map(|one| one.stage).collect()
}

#[test]
fn what_a_person_decided_is_decided_again_and_nothing_is_recorded() {
    let (service, id, _directory) = desk(Vec::new());
    let requests = [
        question("What is the annual rent?"),
        question("When does the lease end?"),
        AskRequest {
            document_ids: vec![id[..12].to_owned()],
            answer_type: Some("date".into()),
            conditions: Some(vec![Condition::read("lines=4").unwrap()]),
            ..question("When does the lease begin?")
        },
        AskRequest {
            policy: Some(Policy {
                choose_with: ChooseWith::Model,
                version: "mine".into(),
                ..Policy::default()
            }),
            ..question("What is the deposit?")
        },
        AskRequest {
            claim: Some("USD 2,000.00".into()),
            ..question("What is the deposit?")
        },
        question("List every amount."),
    ];
    let asked = requests.map(|request| ask(&service, &request));
    let before = records(&service);
    for record in &asked {
        let replay = service.replay(record).unwrap();
        assert_eq!(replay.differences, [], "{record}");
        assert_eq!(replay.environment, [], "{record}");
        assert!(replay.equal);
    }
    let mut told = Vec::new();
    let report = service
        .replay_all(None, &mut |done, count| {
            told.push((done, count));
            Control::Continue
        })
        .unwrap();
    assert_eq!((report.answers, report.equal()), (6, 6));
    assert_eq!(told.last(), Some(&(5, 6)));
    let replayed: Vec<&String> = report.replays.iter().map(|one| &one.record_id).collect();
    assert_eq!(replayed, asked.iter().collect::<Vec<_>>());
    assert_eq!(records(&service), before);
}

#[test]
fn another_draft_is_a_difference_of_the_draft_and_of_what_follows() {
    let by_model = AskRequest {
        policy: Some(Policy {
            choose_with: ChooseWith::Model,
            ..Policy::default()
        }),
        answer_type: Some("text".into()),
        ..question("What does the lease say of the rent?")
    };
    let (service, ..) = desk(vec![Line::Follow("{}".into())]);
    let record = ask(&service, &by_model);
    let model = service.find_model(None).unwrap();
    let fails = Line::Fail(engine::EngineError::Crashed("gone".into()));
    service.use_decoder(model, Box::new(Scripted::new([fails.clone(), fails])));
    let replay = service.replay(&record).unwrap();
    assert!(!replay.equal);
    assert_eq!(stages(&replay)[0], "draft", "{replay:#?}");
    assert!(stages(&replay).contains(&"answer"), "{replay:#?}");
}

#[test]
fn what_differs_around_an_answer_is_told_beside_it() {
    let (service, _, directory) = desk(Vec::new());
    let record = ask(&service, &question("What is the annual rent?"));
    drop(service);
    let service = common::scripted_with(directory.path(), Vec::new(), 2);
    let replay = service.replay(&record).unwrap();
    assert!(replay.equal);
    let facts: Vec<&str> = replay
        .environment
        .iter()
        .map(|one| one.fact.as_str())
        .collect();
    assert_eq!(facts, ["sampler.threads"]);
}

#[test]
fn what_cannot_be_asked_again_says_why() {
    let (service, id, directory) = desk(Vec::new());
    let record = ask(&service, &question("What is the annual rent?"));
    let imported = service.records(&RecordFilter::default(), 9).unwrap();
    let import = imported.iter().find(|one| one.kind == "import").unwrap();
    let error = service.replay(import.id.as_str()).unwrap_err();
    assert!(error.to_string().contains("is no answer's"), "{error}");

    // Removed, it is not searched; imported again, it is the same document.
    service.remove_document(&id, Removal::KeepSource).unwrap();
    let report = service
        .replay_all(None, &mut |_, _| Control::Continue)
        .unwrap();
    assert_eq!((report.answers, report.replays.len()), (1, 0));
    assert_eq!(report.not_replayed[0].record_id, record);
    assert!(!report.not_replayed[0].reason.is_empty());
    service.import(&directory.path().join("lease.txt")).unwrap();
    assert!(service.replay(&record).unwrap().equal);

    service.remove_document(&id, Removal::Erase).unwrap();
    let error = service.replay(&record).unwrap_err();
    assert!(error.to_string().contains("were erased"), "{error}");
}

#[test]
fn replaying_ends_when_it_is_no_longer_wanted() {
    let (service, ..) = desk(Vec::new());
    ask(&service, &question("What is the annual rent?"));
    let error = service.replay_all(None, &mut |_, _| Control::Cancel);
    assert!(matches!(error, Err(app::AppError::Cancelled)), "{error:?}");
}
