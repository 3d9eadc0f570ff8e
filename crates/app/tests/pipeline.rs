//! The way of one question with a scripted decoder: what is recorded and what
//! is shown, whatever the decoder hands over.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use app::{AppError, AskOutcome, AskRequest, Class, Condition, Control, Service, Status};
use engine::EngineError;
use engine::scripted::Line;
use serde_json::{Value, json};

const TEXT: &str = "Office lease\n\nThe annual rent is USD 12,500.00.\nThe lease begins on 1 March 2024.\nThe deposit is USD 2,000.00.\n";

struct Desk {
    service: Service,
    document_id: String,
    directory: tempfile::TempDir,
}

fn desk(script: Vec<Line>) -> Desk {
    let directory = tempfile::tempdir().unwrap();
    let service = common::scripted(directory.path(), script);
    let path = directory.path().join("lease.txt");
    std::fs::write(&path, TEXT).unwrap();
    let document_id = service.import(&path).unwrap().document.id;
    Desk {
        service,
        document_id,
        directory,
    }
}

fn ask(desk: &Desk, question: &str, answer_type: &str) -> Result<AskOutcome, AppError> {
    let request = AskRequest {
        question: question.into(),
        document_ids: vec![desk.document_id.clone()],
        answer_type: Some(answer_type.into()),
        ..AskRequest::default()
    };
    let outcome = desk.service.ask(&request, &mut |_| Control::Continue)?;
    let registry = contract::Registry::built_in();
    let name = format!("{}.response", outcome.response.answer_type());
    let schema = contract::published::schema(&registry, &name).unwrap();
    let response = serde_json::to_value(&outcome.response).unwrap();
    assert!(
        firewall::Validator::new(&schema, true)
            .unwrap()
            .is_valid(&response),
        "not of the published form: {response}"
    );
    Ok(outcome)
}

fn last_answer_record(desk: &Desk) -> Value {
    let record = desk
        .service
        .records(&app::RecordFilter::default(), 10)
        .unwrap()
        .into_iter()
        .find(|record| record.kind == "answer");
    record.map(|record| record.body).unwrap_or_default()
}

fn is_sound(desk: &Desk) -> bool {
    desk.service.verify_audit().unwrap().is_sound()
}

#[test]
fn answers_with_the_value_its_quote_and_its_line() {
    let desk = desk(vec![]);
    let outcome = ask(&desk, "What is the annual rent?", "amount").unwrap();
    assert_eq!(outcome.response.status(), Status::Ok);
    let value = &outcome.response.answer().unwrap().items[0].value;
    assert_eq!(
        *value,
        json!({ "value": 12_500, "currency": "USD", "unit": null })
    );
    let citation = outcome.response.citations().first().unwrap();
    assert_eq!((citation.line_start, citation.line_end), (3, 3));
    assert!(citation.quote.contains("12,500.00"));
}

#[test]
fn a_place_that_the_question_names_is_looked_at_first() {
    let desk = desk(vec![]);
    let outcome = ask(&desk, "What is the amount in line 5?", "amount").unwrap();
    let lines = |outcome: &AskOutcome| {
        let citations = outcome.response.citations().iter();
        citations.map(|one| one.line_start).collect::<Vec<_>>()
    };
    assert_eq!(lines(&outcome), [5]);
    let searched = |flag: &String| flag.ends_with("searched");
    assert!(!outcome.response.flags().iter().any(searched));

    let nowhere = ask(&desk, "What is the annual rent in Section 9?", "amount").unwrap();
    assert_eq!(lines(&nowhere), [3]);
    assert_eq!(nowhere.response.decision(), "review");
    let told = |outcome: &AskOutcome, flag: &str| {
        let flags = outcome.response.flags().iter();
        flags.filter(|one| *one == flag).count()
    };
    let flag = "nothing was found in section “9”; everything was searched";
    assert_eq!(told(&nowhere, flag), 1, "{:?}", nowhere.response.flags());

    let elsewhere = ask(&desk, "What is the annual rent in line 4?", "amount").unwrap();
    assert_ne!(elsewhere.response.decision(), "ship");
    let flag = "not found in line 4; the rest was searched";
    assert_eq!(
        told(&elsewhere, flag),
        1,
        "{:?}",
        elsewhere.response.flags()
    );
}

#[test]
fn conditions_that_a_person_set_take_the_place_of_the_words_and_are_held_to() {
    let desk = desk(vec![]);
    let ask_within = |question: &str, conditions: &[Condition]| {
        let request = AskRequest {
            question: question.into(),
            document_ids: vec![desk.document_id.clone()],
            answer_type: Some("amount".into()),
            conditions: Some(conditions.to_vec()),
            ..AskRequest::default()
        };
        let parsed = desk.service.parse_question(&request).unwrap();
        let excluded = desk.service.excluded(&parsed, &request.document_ids);
        let excluded = excluded.unwrap();
        let outcome = desk.service.ask(&request, &mut |_| Control::Continue);
        (outcome.unwrap().response, excluded)
    };
    let lines = |response: &app::PublicResponse| {
        let citations = response.citations().iter();
        citations.map(|one| one.line_start).collect::<Vec<_>>()
    };
    let line = |number| Condition::Lines {
        first: number,
        last: number,
    };
    let searched = |flag: &String| flag.ends_with("searched");
    let amount = "What is the amount in line 5?";
    let (other, excluded) = ask_within(amount, &[line(3)]);
    assert_eq!((lines(&other), excluded), (vec![3], vec![]));
    let (everywhere, _) = ask_within("What is the annual rent in Section 9?", &[]);
    assert_eq!(lines(&everywhere), [3]);
    assert!(!everywhere.flags().iter().any(searched));

    // The rent stands in line 3, and still nothing is read but line 4.
    let (held, _) = ask_within("What is the annual rent?", &[line(4)]);
    assert_eq!(lines(&held), [0; 0]);
    assert!(!held.flags().iter().any(searched), "{:?}", held.flags());

    let dated = Condition::Dated {
        from: Some("2019-01-01".into()),
        to: None,
    };
    let (nothing, excluded) = ask_within("What is the annual rent?", std::slice::from_ref(&dated));
    assert_eq!(nothing.status(), Status::NoEvidence);
    let why = "nothing stands in documents dated 2019-01-01 or later; 1 of 1 have no date";
    assert_eq!(excluded, [why]);
    let only = "nothing was found in documents dated 2019-01-01 or later; \
                a person set this, so nothing else was searched";
    assert_eq!(nothing.flags(), [why, only]);

    desk.service
        .set_event_date(&desk.document_id, Some("2019-03"))
        .unwrap();
    let (_, excluded) = ask_within("What is the annual rent?", &[dated.clone(), line(3)]);
    assert_eq!(excluded, [""; 0]);
    let (_, excluded) = ask_within("What is the annual rent?", &[dated, line(30)]);
    assert_eq!(excluded, ["nothing stands in line 30"]);
    let bad = AskRequest {
        question: "What is the rent?".into(),
        conditions: Some(vec![line(0)]),
        ..AskRequest::default()
    };
    assert_eq!(
        desk.service.check_request(&bad).unwrap_err().class(),
        Class::BadInput
    );
}

#[test]
fn mails_have_the_date_they_were_sent_and_a_question_may_name_it() {
    let desk = desk(vec![]);
    let path = desk.directory.path().join("offer.eml");
    let mail = "From: a@example.org\r\nTo: b@example.org\r\n\
                Date: Fri, 03 May 2019 10:00:00 +0200 (CEST)\r\nSubject: Offer\r\n\r\n\
                The annual rent is USD 9,000.00.\r\n";
    std::fs::write(&path, mail).unwrap();
    let imported = desk.service.import(&path).unwrap().document;
    assert_eq!(imported.event_date.as_deref(), Some("2019-05-03"));
    let asked = |question: &str| {
        let request = AskRequest {
            question: question.into(),
            answer_type: Some("amount".into()),
            ..AskRequest::default()
        };
        let outcome = desk.service.ask(&request, &mut |_| Control::Continue);
        let response = outcome.unwrap().response;
        let cited = response.citations().iter();
        cited
            .map(|one| (one.document_title.clone(), one.event_date.clone()))
            .collect::<Vec<_>>()
    };
    let offer = ("offer.eml".to_owned(), Some("2019-05-03".to_owned()));
    assert_eq!(
        asked("What is the annual rent in the emails from 2019?"),
        [offer]
    );
    let set = desk.service.set_event_date(&desk.document_id, Some("2024"));
    assert_eq!(set.unwrap().event_date.as_deref(), Some("2024"));
    let lease = ("lease.txt".to_owned(), Some("2024".to_owned()));
    assert_eq!(
        asked("What is the annual rent in the documents from 2024?"),
        [lease]
    );
    assert!(
        desk.service
            .set_event_date(&desk.document_id, Some("May"))
            .is_err()
    );
}

#[test]
fn a_citation_says_how_its_quote_stands_in_the_document() {
    let desk = desk(vec![]);
    let outcome = ask(&desk, "What is the annual rent?", "amount").unwrap();
    let citation = outcome.response.citations().first().unwrap();
    let boundary = json!(citation.boundary);
    assert_eq!(
        boundary,
        json!({ "starts": "paragraph", "ends": "sentence", "contiguous": true })
    );
    assert_eq!(citation.event_date, None);
    assert_eq!(citation.metadata["media_type"], json!("text"));
}

#[test]
fn what_is_unclear_is_asked_back() {
    let desk = desk(vec![]);
    let outcome = ask(
        &desk,
        "How much did he pay when it began in March?",
        "amount",
    )
    .unwrap();
    assert_eq!(outcome.response.decision(), "clarify");
    let answer = outcome.response.answer().unwrap();
    assert_eq!(
        answer.suggested_clarification.as_deref(),
        Some("Whom or what does “he” stand for?")
    );
}

#[test]
fn an_answer_has_its_record_and_the_chain_verifies() {
    let desk = desk(vec![]);
    let outcome = ask(&desk, "What is the annual rent?", "amount").unwrap();
    let record = desk
        .service
        .record(outcome.response.record_id().as_str())
        .unwrap();
    assert_eq!(record.body.get("validation_status"), Some(&json!("PASSED")));
    for hash in [
        "prompt_sha256",
        "grammar_sha256",
        "answer_sha256",
        "policy_sha256",
        "question_sha256",
    ] {
        let length = record.body.get(hash).and_then(Value::as_str).map(str::len);
        assert_eq!(length, Some(64), "{hash}");
    }
    assert!(is_sound(&desk));
}

#[test]
fn no_record_holds_text_of_the_document_or_the_question() {
    let desk = desk(vec![]);
    ask(&desk, "What is the annual rent?", "amount").unwrap();
    let bodies = desk
        .service
        .records(&app::RecordFilter::default(), 10)
        .unwrap()
        .iter()
        .map(|record| record.body.to_string())
        .collect::<String>();
    for text in ["annual", "12,500", "lease"] {
        assert!(!bodies.contains(text), "a record holds `{text}`");
    }
}

#[test]
fn a_value_of_the_type_that_speaks_of_something_else_is_no_answer() {
    let desk = desk(vec![]);
    let outcome = ask(&desk, "What is the penalty for smoking?", "amount").unwrap();
    assert!(!outcome.response.answer().unwrap().answer_found);
    assert_eq!(outcome.response.decision(), "no_answer");
    assert!(outcome.response.citations().is_empty());
}

#[test]
fn the_same_question_twice_gives_the_same_answer_and_hashes() {
    let desk = desk(vec![]);
    let answer = |_| {
        let outcome = ask(&desk, "When does the lease begin?", "date").unwrap();
        let record = last_answer_record(&desk);
        (
            json!(outcome.response.answer().unwrap()).to_string(),
            record.get("answer_sha256").cloned(),
            record.get("grammar_sha256").cloned(),
            record.get("prompt_sha256").cloned(),
        )
    };
    assert_eq!(answer(1), answer(2));
}

#[test]
fn a_decoder_that_breaks_its_grammar_is_never_shown() {
    let invented = json!({
        "answer_found": true,
        "items": [{ "value": { "value": 99, "currency": "USD", "unit": null },
                    "spans": [{ "anchor": "C0", "line_start": 3, "line_end": 3, "quote": "The annual rent is USD 99" }] }],
        "complete_answer_found": true, "confidence": 1.0, "context_completeness_weak": 1.0, "context_structured": true
    });
    let desk = desk(vec![Line::Say(invented.to_string()); 3]);
    let outcome = ask(&desk, "What is the annual rent?", "amount").unwrap();
    assert_eq!(outcome.response.status(), Status::Failed);
    assert!(outcome.response.answer().is_none() && outcome.response.citations().is_empty());
    assert_eq!(
        last_answer_record(&desk).get("validation_status"),
        Some(&json!("FAILED"))
    );
    assert!(is_sound(&desk));
}

#[test]
fn text_that_is_no_draft_at_all_fails_with_a_record() {
    let desk = desk(vec![Line::Say("I am sorry, Dave".into())]);
    let outcome = ask(&desk, "What is the annual rent?", "amount").unwrap();
    assert_eq!(outcome.response.status(), Status::Failed);
    assert!(is_sound(&desk));
}

#[test]
fn a_crash_of_the_engine_leaves_a_failed_record() {
    let desk = desk(vec![Line::Fail(EngineError::Crashed("signal 9".into()))]);
    let outcome = ask(&desk, "What is the annual rent?", "amount").unwrap();
    assert_eq!(outcome.response.status(), Status::Failed);
    assert_eq!(
        last_answer_record(&desk).get("generation_status"),
        Some(&json!("FAILED"))
    );
    assert!(is_sound(&desk));
}

#[test]
fn cancelling_leaves_a_failed_record_and_no_answer() {
    let desk = desk(vec![]);
    let request = AskRequest {
        question: "What is the annual rent?".into(),
        document_ids: vec![desk.document_id.clone()],
        ..AskRequest::default()
    };
    let outcome = desk
        .service
        .ask(&request, &mut |_| Control::Cancel)
        .unwrap();
    assert_eq!(outcome.response.status(), Status::Failed);
    assert!(outcome.response.answer().is_none());
    assert!(is_sound(&desk));
}

#[test]
fn a_copied_answer_is_words_of_the_evidence() {
    let desk = desk(vec![]);
    let text = TEXT.split_whitespace().collect::<Vec<_>>().join(" ");
    for answer_type in ["text", "list"] {
        let outcome = ask(&desk, "Which terms does the lease have?", answer_type).unwrap();
        let answer = outcome.response.answer().unwrap();
        assert!(answer.answer_found, "{answer_type}: {answer:?}");
        for item in &answer.items {
            let words = item.value.as_text().unwrap();
            assert!(!words.is_empty() && text.contains(words), "{words}");
        }
        assert!(!answer.items.is_empty(), "{answer_type}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused_before_anything_is_recorded() {
    let desk = desk(vec![]);
    let before = desk
        .service
        .records(&app::RecordFilter::default(), 100)
        .unwrap()
        .len();
    for (question, answer_type) in [
        ("", "amount"),
        ("  \n", "amount"),
        ("What?", "colour"),
        ("What?", "classification"),
    ] {
        let error = ask(&desk, question, answer_type).unwrap_err();
        assert_eq!(error.class(), Class::BadInput, "{question:?} {answer_type}");
        assert!(!error.help().is_empty());
    }
    assert!(matches!(
        ask(&desk, &"word ".repeat(790), "amount"),
        Err(AppError::Input { .. })
    ));
    assert_eq!(
        desk.service
            .records(&app::RecordFilter::default(), 100)
            .unwrap()
            .len(),
        before
    );
}
