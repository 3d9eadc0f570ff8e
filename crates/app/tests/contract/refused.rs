//! Drafts that the firewall refuses: tried again, told of, and shown nowhere.

use super::{LEASE, desk, invented};
use app::{AskRequest, Condition, Policy};
use serde_json::{Value, json};

#[test]
fn each_status_fills_the_public_response_in_its_own_way() {
    let prompt_tokens = |response: &Value| {
        let count = |name: &str| response["token_usage"][name].as_u64().unwrap();
        assert_eq!(count("total"), count("prompt") + count("completion"));
        assert!(response["latency_ms"].is_u64());
        count("prompt")
    };
    let desk_of = |script| desk(LEASE, script);
    let question = "What is the annual rent?";

    let ok = desk_of(vec![]);
    let (ok, _) = ok.ask(&ok.request(question, "amount"));
    assert_eq!(
        (&ok["status"], &ok["message"]),
        (&json!("OK"), &Value::Null)
    );
    let cited = &ok["citations"][0];
    let source = "The annual rent is USD 12,500.00.";
    assert!(source.contains(cited["quote"].as_str().unwrap()), "{cited}");
    assert_eq!(
        cited["anchor"],
        ok["answer"]["items"][0]["spans"][0]["anchor"]
    );
    assert!(prompt_tokens(&ok) > 0);
    let probability = ok["probability"].as_f64().expect("a value was chosen");
    assert!((0.0..=1.0).contains(&probability), "{probability}");

    let failed = desk_of(vec![invented(); 3]);
    let (failed, _) = failed.ask(&failed.request(question, "amount"));
    assert_eq!(failed["status"], "FAILED");
    assert_eq!(failed["decision"], "failed");
    assert_eq!(
        (&failed["answer"], &failed["citations"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(failed["needs_human_review"], true);
    let why = failed["message"].as_str().unwrap();
    assert!(!why.contains("99"), "words of a refused answer: {why}");
    assert!(why.contains("QUOTE_NOT_IN_LINES"), "no reason: {why}");
    assert!(prompt_tokens(&failed) > 0);

    let nothing = desk_of(vec![]);
    let undated = AskRequest {
        conditions: Some(vec![Condition::Dated {
            from: Some("2019-01-01".into()),
            to: None,
        }]),
        ..nothing.request(question, "amount")
    };
    let (nothing, body) = nothing.ask(&undated);
    assert_eq!(nothing["status"], "NO_EVIDENCE");
    assert_eq!(nothing["decision"], "no_answer");
    assert_eq!(nothing["probability"], Value::Null);
    assert_eq!(
        (&nothing["answer"], &nothing["citations"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(nothing["message"], contract::UNSURE);
    assert_eq!(body["generation_status"], "NO_EVIDENCE");
    prompt_tokens(&nothing);
}

#[test]
fn a_refused_answer_is_tried_again_up_to_max_attempts() {
    let rents = (1..=5).fold(String::new(), |text, year| {
        text + &format!("The annual rent of year {year} is USD {year}2,500.00.\n")
    });
    let tried = |refused: usize, max_attempts: u32| {
        let desk = desk(&rents, vec![invented(); refused]);
        let request = AskRequest {
            policy: Some(Policy {
                max_attempts,
                ..Policy::default()
            }),
            ..desk.request("What is the annual rent of year 2?", "amount")
        };
        let (response, body) = desk.ask(&request);
        let reasons = body["refused_draft_findings"]
            .as_array()
            .map_or(0, Vec::len);
        assert!(reasons > 0, "{body:#}");
        (response["status"].clone(), body["attempts"].clone())
    };
    assert_eq!(Policy::default().max_attempts, 3);
    assert_eq!(tried(2, 3), (json!("OK"), json!(3)));
    assert_eq!(tried(9, 3), (json!("FAILED"), json!(3)));
    assert_eq!(tried(9, 2), (json!("FAILED"), json!(2)));
}

#[test]
fn a_model_that_writes_is_told_what_was_wrong() {
    // A choice is no field: the model writes it.
    let properties =
        json!({ "rent": { "type": "number" }, "paid": { "enum": ["monthly", "yearly"] } });
    let schema = json!({ "type": "object", "properties": properties,
                         "required": ["rent", "paid"], "additionalProperties": false });
    let ask = |refused: usize| {
        let desk = desk(LEASE, vec![invented(); refused]);
        let request = AskRequest {
            answer_type: None,
            schema: Some(schema.clone()),
            ..desk.request("What is the annual rent?", "")
        };
        let (response, body) = desk.ask(&request);
        let kept = body["contents"]["prompt"]["sha256"].as_str().unwrap();
        let prompt = desk.service.content(kept).unwrap().unwrap();
        let told = String::from_utf8(prompt).unwrap();
        let told = told.contains("Your last answer was refused:\n- ");
        (response["status"].clone(), body["attempts"].clone(), told)
    };
    assert_eq!(ask(0), (json!("OK"), json!(1), false));
    assert_eq!(ask(1), (json!("OK"), json!(2), true));
    assert_eq!(ask(3), (json!("FAILED"), json!(3), true));
}

/// The value that the firewall refused, and what would have been computed from it, are shown
/// nowhere; the record says which check it was.
#[test]
fn a_failed_response_shows_nothing_of_what_was_refused_or_computed() {
    for question in [
        "What is the annual rent?",
        "Is the annual rent above USD 50?",
    ] {
        let desk = desk(LEASE, vec![invented(); 6]);
        let request = AskRequest {
            answer_type: None,
            ..desk.request(question, "")
        };
        let (response, body) = desk.ask(&request);
        assert_eq!(response["status"], "FAILED", "{question}: {response}");
        for (name, nothing) in [
            ("answer", Value::Null),
            ("computation", Value::Null),
            ("citations", json!([])),
            ("probability", Value::Null),
        ] {
            assert_eq!(response[name], nothing, "{question}: {name}");
        }
        let message = response["message"].as_str().unwrap();
        assert!(!message.contains("99"), "{question}: {message}");
        assert_eq!(body["failure_reason"], "QUOTE_NOT_IN_LINES", "{question}");
    }
}
