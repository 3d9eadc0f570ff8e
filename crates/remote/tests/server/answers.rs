//! Servers as the answer model of one question: what is asked of them, and every way they fail.

use crate::support::{Act, Does, Scribe, Server, event, grammar_of, reply, status, streamed};
use app::AnswerServers;
use engine::decoder::Control;
use engine::{
    Choice, Decision, Decoder, DraftRequest, EngineError, Execution, ScoreRequest, ServedFault,
};
use remote::{Pool, PoolOptions, Servers};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const LLAMA: &str = "kind = \"llama-server\"";
const GRAMMAR: &str = "root ::= \"{\\\"n\\\":\" [0-9] \"}\"\n";

fn pool(entries: &[String]) -> Pool {
    let file = Servers::read(&entries.concat()).unwrap();
    let named = entries.iter().map(|entry| {
        let name = entry.split('"').nth(1).unwrap();
        (file.find(name).unwrap().clone(), None)
    });
    let options = PoolOptions {
        at_once: 1,
        rest: Duration::from_millis(5),
        most_attempts: 3,
    };
    Pool::new(named.collect(), options).unwrap()
}

fn request(decoder: &dyn Decoder, grammar: &str, decisions: Vec<Decision>) -> DraftRequest {
    DraftRequest {
        prompt: decoder
            .model()
            .template
            .render("Rules.", &["passage\n", "question"]),
        grammar: grammar.into(),
        decisions,
        max_output_tokens: 16,
        plain: false,
    }
}

/// A draft by servers of these entries.
fn draft(entries: &[String]) -> Result<Execution, EngineError> {
    let mut decoder = pool(entries).decoder();
    let request = request(decoder.as_ref(), GRAMMAR, Vec::new());
    decoder.draft(&request, &mut |_| Control::Continue)
}

fn by(more: &str, acts: Vec<Act>) -> (Result<Execution, EngineError>, Vec<String>) {
    let server = Server::start(acts);
    let result = draft(&[server.entry(more)]);
    (result, server.requests())
}

fn served(error: EngineError) -> ServedFault {
    match error {
        EngineError::Served(fault) => fault,
        other => panic!("{other:?}"),
    }
}

/// Kind and message of the fault, and whether it is one of this request alone.
fn fault(more: &str, acts: Vec<Act>) -> (&'static str, String, bool) {
    let fault = served(by(more, acts).0.unwrap_err());
    (fault.kind, fault.message, fault.is_of_one_request)
}

fn four() -> Act {
    Act::Send(reply(r#"{"n":4}"#, "stop"))
}

fn body_of(request: &str) -> Value {
    serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn a_server_gets_the_two_messages_and_the_grammar_as_it_is() {
    let (result, requests) = by(LLAMA, vec![four()]);
    let execution = result.unwrap();
    assert_eq!(execution.text, r#"{"n":4}"#);
    assert_eq!((execution.prompt_tokens, execution.sampled_tokens), (9, 4));
    assert_eq!(execution.mean_choice_probability, None);
    let expected = json!({
        "model": "m",
        "messages": [
            { "role": "system", "content": "Rules." },
            { "role": "user", "content": "passage\nquestion" },
        ],
        "temperature": 0,
        "seed": 0,
        "max_tokens": 16,
        "stream": true,
        "stream_options": { "include_usage": true },
        "grammar": GRAMMAR,
    });
    assert_eq!(body_of(&requests[0]), expected);
    assert_eq!(requests.len(), 1);
}

#[test]
fn a_draft_without_a_choice_asks_nobody() {
    let server = Server::start(Vec::new());
    let mut decoder = pool(&[server.entry(LLAMA)]).decoder();
    let decided = Decision {
        after: "{\"n\":".into(),
        text: "7".into(),
    };
    let request = request(decoder.as_ref(), GRAMMAR, vec![decided]);
    let execution = decoder.draft(&request, &mut |_| Control::Continue).unwrap();
    assert_eq!(execution.text, r#"{"n":7}"#);
    assert_eq!(execution.mean_choice_probability, Some(1.0));
}

#[test]
fn what_was_decided_begins_the_grammar_that_is_sent() {
    let scribe = Scribe::start(|_, _| Does::Writes);
    let mut decoder = pool(&[scribe.entry("a", LLAMA)]).decoder();
    let grammar =
        "root ::= \"{\\\"a\\\":\" d \",\\\"b\\\":\" d \",\\\"c\\\":\" d \"}\"\nd ::= [0-9]\n";
    let decided = |after: &str, text: &str| Decision {
        after: after.into(),
        text: text.into(),
    };
    let decisions = vec![decided("\"a\":", "5"), decided("\"c\":", "8")];
    let request = request(decoder.as_ref(), grammar, decisions);
    let execution = decoder.draft(&request, &mut |_| Control::Continue).unwrap();
    assert_eq!(execution.text, r#"{"a":5,"b":0,"c":8}"#);
    let bodies = scribe.bodies();
    let sent: Value = serde_json::from_str(&bodies[0]).unwrap();
    assert_eq!(
        grammar_of(&sent),
        "root ::= \"{\\\"a\\\":5,\\\"b\\\":\" d \",\\\"c\\\":\" d \"}\"\nd ::= [0-9]\n"
    );
    assert_eq!(bodies.len(), 1);
}

#[test]
fn candidates_are_weighed_by_the_probabilities_of_their_own_tokens() {
    let scribe = Scribe::start(|_, _| Does::Writes);
    let mut decoder = pool(&[scribe.entry("a", LLAMA)]).decoder();
    let request = ScoreRequest {
        prompt: decoder.model().template.render("Rules.", &["question"]),
        choices: vec![Choice {
            lead: "It is:".into(),
            options: vec![" a".into(), " zz".into()],
        }],
        plain: false,
    };
    let scores = decoder.score(&request, &mut |_| Control::Continue).unwrap();
    let of = |text: &str| {
        let each = text.chars().map(|one| -100.0 / f64::from(u32::from(one)));
        each.sum::<f64>() / text.len() as f64
    };
    assert_eq!(scores.mean_log_probability, [[of(" a"), of(" zz")]]);
    assert_eq!(
        (
            scores.prompt_tokens,
            scores.reused_tokens,
            scores.scored_tokens
        ),
        (9, 3, 5)
    );
    let sent: Vec<Value> = scribe
        .bodies()
        .iter()
        .map(|body| serde_json::from_str(body).unwrap())
        .collect();
    let grammars: Vec<String> = sent.iter().map(grammar_of).collect();
    assert_eq!(
        grammars,
        ["root ::= \"It is: a\"\n", "root ::= \"It is: zz\"\n"]
    );
    assert_eq!(
        (&sent[0]["logprobs"], &sent[0]["top_logprobs"]),
        (&json!(true), &json!(1))
    );
}

#[test]
fn a_server_that_tells_no_probabilities_weighs_nothing() {
    let server = Server::start(vec![Act::Send(reply("It is: a", "stop"))]);
    let mut decoder = pool(&[server.entry(LLAMA)]).decoder();
    let request = ScoreRequest {
        prompt: decoder.model().template.render("Rules.", &["question"]),
        choices: vec![Choice {
            lead: "It is:".into(),
            options: vec![" a".into()],
        }],
        plain: false,
    };
    let error = decoder
        .score(&request, &mut |_| Control::Continue)
        .unwrap_err();
    let fault = served(error);
    assert_eq!(
        (fault.kind, fault.is_of_one_request),
        ("server_unweighed", false)
    );
}

#[test]
fn what_passes_goes_to_another_server_with_the_same_bytes() {
    let cut = {
        let whole = reply(r#"{"n":4}"#, "stop");
        whole[..whole.len() / 2].to_vec()
    };
    for act in [
        Act::Send(status("429 Too Many Requests")),
        Act::Send(status("502 Bad Gateway")),
        Act::Send(status("503 Service Unavailable")),
        Act::Send(status("504 Gateway Timeout")),
        Act::Send(cut),
        Act::Close,
    ] {
        let (failing, sound) = (Server::start(vec![act]), Server::start(vec![four()]));
        let entries = [
            failing.entry(LLAMA),
            sound.entry(LLAMA).replace("\"test\"", "\"other\""),
        ];
        let mut decoder = pool(&entries).decoder();
        let request = request(decoder.as_ref(), GRAMMAR, Vec::new());
        let execution = decoder.draft(&request, &mut |_| Control::Continue).unwrap();
        assert_eq!(execution.text, r#"{"n":4}"#);
        assert_eq!(decoder.model().backend, "server other");
        let (first, second) = (failing.requests(), sound.requests());
        assert_eq!((first.len(), second.len()), (1, 1));
        let body = |request: &str| request.split_once("\r\n\r\n").unwrap().1.to_owned();
        assert_eq!(body(&first[0]), body(&second[0]));
    }
}

#[test]
fn servers_that_all_fail_end_the_batch_after_three_requests_each() {
    let busy = || Act::Send(status("503 Service Unavailable"));
    let (kind, message, alone) = fault(LLAMA, vec![busy(), busy(), busy()]);
    assert_eq!((kind, alone), ("server_busy", false));
    assert_eq!(
        message,
        "test was busy or out of order 3 times, at last with status 503"
    );
    let (kind, message, alone) = fault(LLAMA, vec![Act::Close, Act::Close, Act::Close]);
    assert_eq!((kind, alone), ("server_interrupted", false));
    assert_eq!(message, "test broke off its reply 3 times");
    let (kind, _, alone) = fault(LLAMA, Vec::new());
    assert_eq!((kind, alone), ("server_unreachable", false));
    let two = [
        Server::start(Vec::new()),
        Server::start(vec![busy(), busy(), busy()]),
    ];
    let entries = [
        two[0].entry(LLAMA),
        two[1].entry(LLAMA).replace("\"test\"", "\"other\""),
    ];
    let error = draft(&entries).unwrap_err();
    assert!(!served(error).is_of_one_request);
}

#[test]
fn a_refusal_of_what_was_sent_fails_one_cell_and_of_who_sends_it_all() {
    for (line, alone) in [
        ("400 Bad Request", true),
        ("413 Content Too Large", true),
        ("422 Unprocessable Content", true),
        ("401 Unauthorized", false),
        ("403 Forbidden", false),
        ("404 Not Found", false),
        ("307 Temporary Redirect", false),
    ] {
        let acts = vec![Act::Send(status(line)), four()];
        let (result, requests) = by(LLAMA, acts);
        let fault = served(result.unwrap_err());
        assert_eq!(
            (fault.kind, fault.is_of_one_request),
            ("server_refused", alone),
            "{line}"
        );
        assert_eq!(requests.len(), 1, "{line}");
    }
}

#[test]
fn a_servers_own_error_is_asked_about_once_more() {
    let error = || Act::Send(status("500 Internal Server Error"));
    let (result, requests) = by(LLAMA, vec![error(), four()]);
    assert_eq!(result.unwrap().text, r#"{"n":4}"#);
    assert_eq!((requests.len(), &requests[0]), (2, &requests[1]));
    let (result, requests) = by(LLAMA, vec![error(), error(), four()]);
    let fault = served(result.unwrap_err());
    assert_eq!(
        (fault.kind, fault.is_of_one_request),
        ("server_refused", true)
    );
    assert_eq!(requests.len(), 2);
}

#[test]
fn a_text_that_leaves_the_grammar_is_no_draft() {
    for text in [r#"{"n":x}"#, r#"{"n":"#, r#"{"n":44}"#, ""] {
        let (kind, message, alone) = fault(LLAMA, vec![Act::Send(reply(text, "stop"))]);
        assert_eq!((kind, alone), ("server_ungrammatical", true), "{text}");
        assert_eq!(message, "test did not keep to the grammar");
    }
}

#[test]
fn replies_have_limits_of_form_length_and_time() {
    let words = "data: hello world\n\n";
    let (kind, message, alone) = fault(LLAMA, vec![Act::Send(streamed(words.as_bytes()))]);
    assert_eq!((kind, alone), ("server_unreadable", false));
    assert!(!message.contains("hello"), "{message}");
    let endless = event(&json!({ "choices": [{ "delta": { "content": "a" } }] })).repeat(4_000);
    let (kind, _, alone) = fault(LLAMA, vec![Act::Send(streamed(endless.as_bytes()))]);
    assert_eq!((kind, alone), ("server_too_large", false));
    let slow = format!("{LLAMA}\nseconds = 1");
    let stalled = Act::Stall(Vec::new(), Duration::from_secs(4));
    let (kind, _, alone) = fault(&slow, vec![stalled]);
    assert_eq!((kind, alone), ("server_too_slow", true));
    let cut = by(LLAMA, vec![Act::Send(reply(r#"{"n":"#, "length"))]).0;
    assert_eq!(cut.unwrap_err(), EngineError::TooLong(4));
}

#[test]
fn who_cancels_does_not_wait_for_the_server() {
    let server = Server::start(vec![Act::Stall(Vec::new(), Duration::from_secs(20))]);
    let mut decoder = pool(&[server.entry(LLAMA)]).decoder();
    let request = request(decoder.as_ref(), GRAMMAR, Vec::new());
    let began = Instant::now();
    let result = decoder.draft(&request, &mut |_| Control::Cancel);
    assert_eq!(result.unwrap_err(), EngineError::Cancelled);
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
}
