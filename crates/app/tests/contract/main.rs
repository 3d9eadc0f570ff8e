//! What is promised of every answer, response and record, over the whole
//! way of a question with a scripted decoder.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../keeping/mod.rs"]
mod keeping;
mod refused;

use app::clock::FixedClock;
use app::{AskRequest, Condition, Control, Policy, Service};
use engine::scripted::Line;
use evidence::policy::Remarks;
use keeping::Keeping;
use serde_json::{Value, json};
use std::time::Duration;

const LEASE: &str = "Office lease\n\nThe annual rent is USD 12,500.00.\nThe lease begins on 1 March 2024.\nThe deposit is USD 2,000.00.\n";

struct Desk {
    service: Service,
    document_id: String,
    _directory: tempfile::TempDir,
}

fn desk(text: &str, script: Vec<Line>) -> Desk {
    desk_by(FixedClock::default(), text, script)
}

fn desk_by(clock: FixedClock, text: &str, script: Vec<Line>) -> Desk {
    let directory = tempfile::tempdir().unwrap();
    let service = common::scripted_by(clock, directory.path(), script, 1);
    let path = directory.path().join("lease.txt");
    std::fs::write(&path, text).unwrap();
    let document_id = service.import(&path).unwrap().document.id;
    Desk {
        service,
        document_id,
        _directory: directory,
    }
}

impl Desk {
    fn request(&self, question: &str, answer_type: &str) -> AskRequest {
        AskRequest {
            question: question.into(),
            document_ids: vec![self.document_id.clone()],
            answer_type: Some(answer_type.into()),
            ..AskRequest::default()
        }
    }

    /// The public response and the body of the record.
    fn ask(&self, request: &AskRequest) -> (Value, Value) {
        let outcome = self.service.ask(request, &mut |_| Control::Continue);
        let response = outcome.unwrap().response;
        let record = self.service.record(response.record_id().as_str()).unwrap();
        assert!(record.time.ends_with('Z'), "not UTC: {}", record.time);
        assert!(self.service.verify_audit().unwrap().is_sound());
        (serde_json::to_value(&response).unwrap(), record.body)
    }

    /// What the model wrote, as the record keeps it.
    fn draft(&self, body: &Value) -> Value {
        let kept = body["contents"]["draft"]["sha256"].as_str().unwrap();
        let draft = self.service.content(kept).unwrap().unwrap();
        serde_json::from_slice(&draft).unwrap()
    }
}

/// What no grammar lets through: a sum that stands nowhere.
fn invented() -> Line {
    let span = json!({ "anchor": "C0", "line_start": 3, "line_end": 3, "quote": "The annual rent is USD 99" });
    let value = json!({ "value": 99, "currency": "USD", "unit": null });
    let draft = json!({
        "answer_found": true, "items": [{ "value": value, "spans": [span] }],
        "complete_answer_found": true, "confidence": 1.0,
        "context_completeness_weak": 1.0, "context_structured": true
    });
    Line::Say(draft.to_string())
}

fn has(body: &Value, pointer: &str) -> bool {
    body.pointer(pointer).is_some_and(|value| !value.is_null())
}

#[test]
fn every_record_carries_the_fields_of_the_trace() {
    let always = [
        "/request_id",
        "/run_id",
        "/answer_type",
        "/answer_shape",
        "/application/version",
        "/application/build",
        "/enforcement",
        "/policy_version",
        "/policy_sha256",
        "/index_version",
        "/embedding_model",
        "/model/name",
        "/model/sha256",
        "/backend",
        "/sampler/threads",
        "/sampler/seed",
        "/sampler/temperature",
        "/schema_sha256",
        "/contract_sha256",
        "/response_id",
        "/grammar_sha256",
        "/prompt_sha256",
        "/evidence/0/chunk_id",
        "/evidence/0/sha256",
        "/latency/retrieve_ms",
        "/latency/prefill_ms",
        "/latency/decode_ms",
        "/latency/validate_ms",
        "/latency/total_ms",
        "/tokens/prompt",
        "/tokens/reused",
        "/tokens/forced",
        "/tokens/drafted",
        "/tokens/accepted",
        "/tokens/sampled",
        "/token_confidence",
        "/context_completeness_strong",
        "/generation_status",
        "/validation_status",
        "/grounding_metrics/citation_count",
        "/decision",
    ];
    let desk_of = |script| desk(LEASE, script);
    let passed = desk_of(vec![]);
    let (_, passed) = passed.ask(&passed.request("What is the annual rent?", "amount"));
    let failed = desk_of(vec![invented(); 3]);
    let (_, failed) = failed.ask(&failed.request("What is the annual rent?", "amount"));
    for body in [&passed, &failed] {
        for pointer in always {
            assert!(has(body, pointer), "{pointer}: {body:#}");
        }
    }
    assert!(has(&passed, "/rounds/0/decision"), "{passed:#}");
    assert_eq!(failed["rounds"][0]["decision"], "failed", "{failed:#}");
    // Validated answer and citations only when PASSED, a failure_reason else.
    let of_passed = ["/citations/0/line_start", "/contents/answer"];
    assert_eq!(passed["validation_status"], "PASSED");
    assert!(of_passed.iter().all(|pointer| has(&passed, pointer)));
    assert_eq!(passed.get("failure_reason"), Some(&Value::Null));
    assert_eq!(failed["validation_status"], "FAILED");
    // The model wrote; the firewall refused, and says why.
    assert_eq!(failed["generation_status"], "OK");
    assert_eq!(failed["failure_reason"], "QUOTE_NOT_IN_LINES");
    assert!(!of_passed.iter().any(|pointer| has(&failed, pointer)));
}

/// On a clock that goes on with each look at it, every stage that was come to took some time, and
/// all of them together no more than the whole.
#[test]
fn the_times_of_a_record_are_those_of_the_clock() {
    let clock = FixedClock::ticking(Duration::from_millis(5));
    let desk = desk_by(clock, LEASE, vec![]);
    let (response, body) = desk.ask(&desk.request("What is the annual rent?", "amount"));
    let latency = &body["latency"];
    let ms = |name: &str| {
        let time = latency[name].as_u64();
        time.unwrap_or_else(|| panic!("{name}: {latency}"))
    };
    let stages = ["retrieve_ms", "load_model_ms", "compile_ms", "validate_ms"];
    let times = stages.map(ms);
    assert!(times.iter().all(|time| *time >= 5), "{latency}");
    assert!(times.iter().sum::<u64>() <= ms("total_ms"), "{latency}");
    assert_eq!(response["latency_ms"], latency["total_ms"]);
}

#[test]
fn a_question_that_is_unclear_is_asked_back_where_nothing_was_found() {
    let desk = desk(LEASE, vec![]);
    let elsewhere = |question: &str| {
        let request = AskRequest {
            conditions: Some(vec![Condition::Dated {
                from: Some("2019-01-01".into()),
                to: None,
            }]),
            ..desk.request(question, "date")
        };
        let (response, body) = desk.ask(&request);
        assert_eq!(response["status"], "NO_EVIDENCE");
        assert_eq!(response["decision"], body["decision"]);
        response
    };
    let unclear = elsewhere("When did she sign the lease?");
    assert_eq!(unclear["decision"], "clarify");
    assert_eq!(unclear["needs_human_review"], true);
    let flags = unclear["flags"].as_array().unwrap();
    let asked_back = json!("Whom or what does “she” stand for?");
    assert!(flags.contains(&asked_back), "{flags:?}");

    let clear = elsewhere("When was the lease signed?");
    assert_eq!(clear["decision"], "no_answer");
    // Nothing was read, so it is no finding that the documents do not say.
    assert_eq!(clear["needs_human_review"], true);
}

#[test]
fn a_model_remarks_in_its_own_words_only_where_the_policy_asks_it() {
    let remarks = |remarks: Remarks, script: Vec<Line>| {
        let desk = desk(LEASE, script);
        let request = AskRequest {
            policy: Some(Policy {
                remarks,
                ..Policy::default()
            }),
            ..desk.request("What is the annual rent?", "amount")
        };
        let (response, body) = desk.ask(&request);
        assert_eq!(response["status"], "OK");
        (response["answer"].clone(), desk.draft(&body))
    };
    let (_, mut draft) = remarks(Remarks::Words, Vec::new());
    draft["caveats"] = json!(["It is net of tax."]);
    draft["llm_discovered_keywords"] = json!(["tax"]);
    draft["suggested_clarification"] = Value::Null;
    let script = vec![Line::Follow(draft.to_string())];
    let (answer, written) = remarks(Remarks::Words, script);
    assert_eq!(written, draft);
    assert_eq!(
        answer["caveats"],
        json!(["The model remarks: It is net of tax."])
    );
    assert_eq!(answer["llm_discovered_keywords"], json!(["tax"]));

    let (answer, written) = remarks(Remarks::Ratings, Vec::new());
    assert_eq!(answer["caveats"], json!([]));
    assert_eq!(written.get("caveats"), None);
}

#[test]
fn what_code_knows_stands_in_the_fields_of_the_answer() {
    let exclusions = "Commercial property policy\n\nSection 4. Exclusions\n\n\
        The following exclusions apply to this policy:\n\
        (a) loss or damage caused by war, invasion or civil commotion\n\
        The list of exclusions is continued in Section 7.\n";
    let partial = desk(exclusions, vec![]);
    let (partial, _) =
        partial.ask(&partial.request("Which exclusions apply to this policy?", "list"));
    let answer = &partial["answer"];
    assert_eq!(answer["answer_found"], true, "{answer:#}");
    assert_eq!(answer["extraction_method"], "verbatim");
    assert_eq!(
        answer["keywords_found"],
        json!(["exclusions", "apply", "policy"])
    );
    assert_eq!(answer["llm_discovered_keywords"], json!(["Section 7"]));
    assert_eq!(answer["complete_answer_found"], false);
    let caveats = json!(["It goes on in Section 7, which was not shown."]);
    assert_eq!(answer["caveats"], caveats);

    let nothing = desk(LEASE, vec![]);
    let (nothing, _) = nothing.ask(&nothing.request("What is the penalty for smoking?", "amount"));
    let answer = &nothing["answer"];
    assert_eq!(
        (&answer["answer_found"], &answer["items"]),
        (&json!(false), &json!([]))
    );
    assert_eq!(
        (&answer["extraction_method"], &answer["confidence"]),
        (&json!("na"), &json!(0.0))
    );
    let caveats = answer["caveats"].as_array().unwrap();
    assert_eq!(caveats.len(), 2, "{caveats:?}");
    assert!(caveats[1].as_str().unwrap().contains("speaks of"));
    assert_eq!(nothing["decision"], "no_answer");
}

#[test]
fn what_the_model_says_of_itself_stands_in_the_answer_where_it_chose() {
    // No recogniser finds which of two kinds it is: the model chooses, and rates itself.
    let kind = json!({ "type": "object", "required": ["kind"], "additionalProperties": false,
                       "properties": { "kind": { "enum": ["lease", "sale"] } } });
    let asked = |desk: &Desk| AskRequest {
        answer_type: None,
        schema: Some(kind.clone()),
        ..desk.request("What kind of contract is it?", "json")
    };
    let found = Line::Follow("{\"answer_found\":true".into());
    let first = desk(LEASE, vec![found]);
    let (_, body) = first.ask(&asked(&first));
    let mut draft = first.draft(&body);
    let mut said = |complete: bool, structured: bool, confidence: f64| {
        draft["complete_answer_found"] = json!(complete);
        draft["context_structured"] = json!(structured);
        draft["confidence"] = json!(confidence);
        draft["context_completeness_weak"] = json!(confidence);
        let desk = desk(LEASE, vec![Line::Follow(draft.to_string())]);
        let (response, _) = desk.ask(&asked(&desk));
        assert_eq!(response["decision"], "review", "it is inferred");
        let fields = [
            "complete_answer_found",
            "context_structured",
            "confidence",
            "context_completeness_weak",
        ];
        for field in fields {
            assert_eq!(response["answer"][field], draft[field], "{field}");
        }
        response["flags"].clone()
    };
    let sure = said(true, true, 0.9);
    let with = |flag: &str| {
        let flags = sure.as_array().unwrap().iter().cloned();
        flags.chain([json!(flag)]).collect::<Vec<Value>>()
    };
    let flags = |said: Value| {
        let mut flags = said.as_array().unwrap().clone();
        flags.sort_by_key(ToString::to_string);
        flags
    };
    let sorted = |mut flags: Vec<Value>| {
        flags.sort_by_key(ToString::to_string);
        flags
    };
    assert_eq!(
        flags(said(false, true, 0.9)),
        sorted(with("may be partial"))
    );
    assert_eq!(
        flags(said(true, false, 0.9)),
        sorted(with("the passage may be badly read"))
    );
}

#[test]
fn what_code_chose_code_rates_by_its_calibrated_probability() {
    let question = "What is the annual rent?";
    let first = desk(LEASE, vec![]);
    let (_, body) = first.ask(&first.request(question, "amount"));
    let mut draft = first.draft(&body);
    draft["confidence"] = json!(0.1);
    draft["context_structured"] = json!(false);
    let desk = desk(LEASE, vec![Line::Follow(draft.to_string())]);
    let (response, _) = desk.ask(&desk.request(question, "amount"));
    let probability = response["probability"].as_f64().unwrap();
    let rounded = (probability * 10.0).round() / 10.0;
    assert_eq!(response["answer"]["confidence"], json!(rounded));
    assert_eq!(response["answer"]["context_structured"], true);
}

#[test]
fn nothing_found_is_rephrased_once_within_max_rounds_and_then_no_answer() {
    let noise = (1..=400).fold(String::new(), |text, number| {
        text + &format!(
            "Clause {number} says nothing of the penalty for smoking in building {number}.\n"
        )
    });
    let rounds = |max_rounds: u32| {
        let desk = desk(&noise, vec![]);
        let request = AskRequest {
            policy: Some(Policy {
                max_rounds,
                ..Policy::default()
            }),
            ..desk.request("What is the penalty for smoking?", "amount")
        };
        let (response, body) = desk.ask(&request);
        assert_eq!(response["decision"], "no_answer");
        let rounds = body["rounds"].as_array().unwrap().iter();
        rounds
            .map(|round| round["decision"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(rounds(3), ["rephrase", "no_answer"]);
    assert_eq!(rounds(1), ["no_answer"]);
}

#[test]
fn a_list_that_goes_on_behind_what_was_shown_is_truncated_and_broadened() {
    let head = "Exclusions\n\nThe following exclusions apply to this policy:\n";
    // Most words of a line are its own, or two chunks would be taken for one.
    let text = (1..=200).fold(head.to_owned(), |text, number| {
        let perils = ["fire", "flood", "theft", "storm", "frost", "riot"];
        let perils = perils.map(|peril| format!("{peril}{number}"));
        text + &format!("({number}) {} of policy\n", perils.join(" "))
    });
    let ask = |script, max_rounds: u32| {
        let desk = desk(&text, script);
        let request = AskRequest {
            policy: Some(Policy {
                max_rounds,
                ..Policy::default()
            }),
            ..desk.request("Which exclusions apply to this policy?", "list")
        };
        let (response, body) = desk.ask(&request);
        let strong = "context_completeness_strong";
        assert_eq!(response[strong], body[strong]);
        let draft = desk.draft(&body);
        (body, draft, response["answer"].clone())
    };
    // The model says that it is complete, and is not believed.
    let (_, mut draft, _) = ask(vec![], 1);
    draft["complete_answer_found"] = json!(true);
    draft["context_structured"] = json!(true);
    draft["confidence"] = json!(0.9);
    let (body, _, answer) = ask(vec![Line::Follow(draft.to_string())], 1);
    assert_eq!(body["context_completeness_strong"], "truncated");
    assert_eq!(answer["complete_answer_found"], false);
    assert_eq!(body["decision"], "review");
    let (body, ..) = ask(vec![Line::Follow(draft.to_string())], 2);
    let rounds = body["rounds"].as_array().unwrap();
    assert_eq!(rounds[0]["decision"], "broaden", "{rounds:#?}");
    assert_eq!(rounds[1]["why"], "broaden");
    let shown = |round: usize| rounds[round]["chunks"].as_array().unwrap().len();
    assert!(shown(1) > shown(0));
}

#[test]
fn what_stands_behind_a_list_that_breaks_off_is_shown_whatever_its_words() {
    let head = "The following exclusions apply to this policy:\n";
    let item = |number: usize, of: &str| {
        let perils = ["fire", "flood", "theft", "storm", "frost", "riot"];
        let perils = perils.map(|peril| format!("{peril}{number}"));
        format!("({number}) {}{of}\n", perils.join(" "))
    };
    let first: String = (1..=30).map(|number| item(number, " of policy")).collect();
    let rest: String = (31..=60).map(|number| item(number, "")).collect();
    let noise = (1..=200).fold(String::new(), |text, number| {
        text + &format!("Note{number} on house{number} number{number}.\n")
    });
    let desk = |script| desk(&format!("{head}{first}{rest}\n{noise}"), script);
    // Chunks have twelve lines here: behind the last item that speaks of the
    // policy, line 37 begins one without any word of the question.
    let behind_is_shown = |overlap_shape: &str| {
        let ask = |script| {
            let desk = desk(script);
            let request = AskRequest {
                policy: Some(Policy {
                    overlap_shapes: vec![overlap_shape.to_owned()],
                    ..Policy::default()
                }),
                ..desk.request("Which exclusions apply to this policy?", "list")
            };
            let (_, body) = desk.ask(&request);
            (desk.draft(&body), body)
        };
        let (mut draft, _) = ask(vec![]);
        draft["complete_answer_found"] = json!(true);
        let (_, body) = ask(vec![Line::Follow(draft.to_string()); 3]);
        let rounds = body["rounds"].as_array().unwrap().clone();
        let shown = |round: &Value| {
            let mut chunks = round["chunks"].as_array().unwrap().iter();
            chunks.any(|id| id.as_str().unwrap().ends_with(":37-48"))
        };
        assert!(!shown(&rounds[0]), "{rounds:#?}");
        shown(rounds.last().unwrap())
    };
    assert!(behind_is_shown("listing"));
    assert!(!behind_is_shown("table"));
}

#[test]
fn a_comparison_is_extracted_by_the_model_and_decided_by_code() {
    let desk = desk(LEASE, vec![]);
    for (question, value) in [
        ("Is the annual rent above USD 10,000?", true),
        ("Is the annual rent above USD 20,000?", false),
    ] {
        let request = AskRequest {
            answer_type: None,
            ..desk.request(question, "")
        };
        let (response, body) = desk.ask(&request);
        let answer = &response["answer"];
        assert_eq!(answer["items"][0]["value"], value, "{question} {answer:#}");
        assert_eq!(answer["extraction_method"], "computed");
        assert_eq!(response["citations"][0]["line_start"], 3);
        let steps = response["computation"]["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 1, "{question}");
        assert!(has(&body, "/computation_sha256"));
        let record = response["record_id"].as_str().unwrap();
        assert!(desk.service.recompute(record, None).unwrap().equal);
    }
}

#[test]
fn reserved_output_tokens_bound_what_the_model_writes() {
    let room = |reserved_output_tokens: u32| {
        let desk = desk(LEASE, vec![]);
        let (keeping, requests) = Keeping::new();
        let model = desk.service.find_model(None).unwrap();
        desk.service.use_decoder(model, Box::new(keeping));
        let request = AskRequest {
            policy: Some(Policy {
                reserved_output_tokens,
                ..Policy::default()
            }),
            ..desk.request("What is the annual rent?", "amount")
        };
        desk.ask(&request);
        let requests = requests.lock().unwrap();
        requests.first().unwrap().max_output_tokens
    };
    // What was decided before comes on top; the rest is the policy's.
    assert_eq!(room(300) - room(100), 200);
}
