//! A server that fails in every way that is known, and what comes of it.

use crate::support::{Act, Server, event, reply, status, streamed};
use provider::{Enforcement, GenerationConfig, Provider, ProviderError, Usage};
use remote::{Key, Remote, Servers};
use serde_json::{Value, json};
use std::time::Duration;

const GRAMMAR: &str = "kind = \"llama-server\"";
const PROMPT: &str = "kind = \"openai\"";

fn schema() -> Value {
    json!({ "type": "object", "properties": { "n": { "type": "integer", "minimum": 3 } }, "required": ["n"],
            "additionalProperties": false })
}

/// Asks a server that does these acts; gives what came and the requests that it got.
fn ask(entry: &str, acts: Vec<Act>) -> (Result<(Value, Usage), ProviderError>, Vec<String>) {
    let server = Server::start(acts);
    let servers = Servers::read(&server.entry(entry)).unwrap();
    let key = Key::read("sk-secret").unwrap();
    let listed = servers.find("test").unwrap().clone();
    let mut remote = Remote::new(listed, Some(key), Box::new(|_| {}));
    let config = GenerationConfig {
        max_output_tokens: 16,
        max_attempts: 2,
    };
    let result = remote.generate_structured_output("Say four.", &schema(), &config);
    (result, server.requests())
}

fn send(bytes: Vec<u8>) -> Act {
    Act::Send(bytes)
}

fn kind_of(entry: &str, acts: Vec<Act>) -> (&'static str, String) {
    let error = ask(entry, acts).0.unwrap_err();
    (error.kind(), error.to_string())
}

fn body_of(request: &str) -> Value {
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

#[test]
fn a_streamed_reply_is_the_value_and_its_tokens_are_the_servers() {
    let (result, requests) = ask(GRAMMAR, vec![send(reply(r#"{"n":4}"#, "stop"))]);
    let (value, usage) = result.unwrap();
    assert_eq!(value, json!({ "n": 4 }));
    assert_eq!(usage.provider, "m at test");
    assert_eq!(usage.enforcement, Enforcement::ServerGrammar);
    assert_eq!(
        (usage.prompt_tokens, usage.completion_tokens, usage.attempts),
        (9, 4, 1)
    );
    assert_eq!(requests.len(), 1);
    assert!(
        requests[0].starts_with("POST /v1/chat/completions HTTP/1.1\r\n"),
        "{}",
        requests[0]
    );
    assert!(
        requests[0].contains("authorization: Bearer sk-secret\r\n"),
        "{}",
        requests[0]
    );
    let grammar = body_of(&requests[0])["grammar"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(grammar, provider::grammar_of(&schema()).unwrap().0);
}

#[test]
fn a_value_that_breaks_the_schema_is_told_and_asked_for_again() {
    let acts = vec![
        send(reply(r#"{"n":2}"#, "stop")),
        send(reply("```json\n{\"n\":5}\n```", "stop")),
    ];
    let (result, requests) = ask(PROMPT, acts);
    let (value, usage) = result.unwrap();
    assert_eq!(value, json!({ "n": 5 }));
    assert_eq!(
        (usage.enforcement, usage.attempts),
        (Enforcement::Prompt, 2)
    );
    assert_eq!(usage.validated_only, [""]);
    let said = |request: &str| {
        body_of(request)["messages"][1]["content"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(!said(&requests[0]).contains("breaks the schema"));
    assert!(
        said(&requests[1]).contains("breaks the schema. /n: "),
        "{}",
        said(&requests[1])
    );
}

#[test]
fn a_server_that_never_keeps_to_the_schema_gives_no_value() {
    let twice = || vec![send(reply("four", "stop")), send(reply("{}", "stop"))];
    assert_eq!(kind_of(PROMPT, twice()).0, "invalid_output");
    // A server that says it knows grammars and does not keep to them is found all the same.
    assert_eq!(kind_of(GRAMMAR, twice()).0, "invalid_output");
}

#[test]
fn what_passes_is_asked_again_with_the_same_bytes() {
    let cut = {
        let whole = reply(r#"{"n":4}"#, "stop");
        whole[..whole.len() / 2].to_vec()
    };
    for fault in [
        send(status("429 Too Many Requests")),
        send(status("502 Bad Gateway")),
        send(status("503 Service Unavailable")),
        send(status("504 Gateway Timeout")),
        send(cut),
        Act::Close,
    ] {
        let (result, requests) = ask(GRAMMAR, vec![fault, send(reply(r#"{"n":4}"#, "stop"))]);
        assert_eq!(result.unwrap().0, json!({ "n": 4 }));
        assert_eq!(requests.len(), 2);
        assert_eq!(requests[0], requests[1]);
    }
}

#[test]
fn what_does_not_pass_ends_after_three_requests() {
    let busy = || send(status("503 Service Unavailable"));
    let (kind, message) = kind_of(GRAMMAR, vec![busy(), busy(), busy()]);
    assert_eq!(kind, "server_busy");
    assert_eq!(
        message,
        "test was busy or out of order 3 times, at last with status 503"
    );
    let (kind, message) = kind_of(GRAMMAR, vec![Act::Close, Act::Close, Act::Close]);
    assert_eq!(
        (kind, message.as_str()),
        ("server_interrupted", "test broke off its reply 3 times")
    );
    // A reply that ends well, and before its text does.
    let early = || {
        send(streamed(
            event(&json!({ "choices": [{ "delta": { "content": "{" } }] })).as_bytes(),
        ))
    };
    assert_eq!(
        kind_of(GRAMMAR, vec![early(), early(), early()]).0,
        "server_interrupted"
    );
    // Nobody is there.
    assert_eq!(kind_of(GRAMMAR, Vec::new()).0, "server_unreachable");
}

#[test]
fn a_refusal_is_final() {
    for (line, code) in [
        ("400 Bad Request", 400),
        ("401 Unauthorized", 401),
        ("404 Not Found", 404),
        ("500 Internal Server Error", 500),
        ("204 No Content", 204),
    ] {
        let (result, requests) = ask(
            GRAMMAR,
            vec![send(status(line)), send(reply(r#"{"n":4}"#, "stop"))],
        );
        let error = result.unwrap_err();
        assert_eq!(error.kind(), "server_refused", "{line}");
        assert_eq!(
            error.to_string(),
            format!("test refused the request with status {code}")
        );
        assert_eq!(requests.len(), 1, "{line}");
    }
}

#[test]
fn a_redirection_is_not_followed() {
    let elsewhere = Server::start(vec![send(reply(r#"{"n":4}"#, "stop"))]);
    let address = elsewhere.entry("").lines().nth(2).unwrap()[11..]
        .trim_matches('"')
        .to_owned();
    let moved = format!(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: {address}/v1/chat/completions\r\ncontent-length: 0\r\n\r\n"
    );
    let (kind, message) = kind_of(GRAMMAR, vec![send(moved.into_bytes())]);
    assert_eq!(
        (kind, message.as_str()),
        ("server_refused", "test refused the request with status 307")
    );
    assert_eq!(elsewhere.requests(), Vec::<String>::new());
}

#[test]
fn a_reply_that_is_no_completion_is_an_error_without_its_text() {
    for body in [
        "data: hello world\n\n",
        "data: {\"error\":{\"message\":\"hello world\"}}\n\n",
    ] {
        let (kind, message) = kind_of(GRAMMAR, vec![send(streamed(body.as_bytes()))]);
        assert_eq!(kind, "server_unreadable");
        assert!(!message.contains("hello"), "{message}");
    }
    let (kind, message) = kind_of(GRAMMAR, vec![send(b"SSH-2.0-OpenSSH_9.6\r\n\r\n".to_vec())]);
    assert_eq!(
        (kind, message.as_str()),
        (
            "server_unreadable",
            "test sent a reply that cannot be read: its reply is no HTTP"
        )
    );
}

#[test]
fn an_output_that_is_cut_off_is_told_as_one() {
    let error = ask(GRAMMAR, vec![send(reply(r#"{"n":"#, "length"))])
        .0
        .unwrap_err();
    assert_eq!(error, ProviderError::TooLong(4));
}

#[test]
fn a_reply_without_end_is_left_at_its_limit() {
    let endless = streamed(
        event(&json!({ "choices": [{ "delta": { "content": "a" } }] }))
            .repeat(4_000)
            .as_bytes(),
    );
    let (kind, message) = kind_of(GRAMMAR, vec![send(endless)]);
    assert_eq!(kind, "server_too_large");
    assert_eq!(
        message,
        format!("test sent more than {} bytes", (1 << 16) + 16 * 2048)
    );
}

#[test]
fn a_reply_that_stalls_is_left_at_its_time() {
    let begun = {
        let whole = reply(r#"{"n":4}"#, "stop");
        whole[..whole.len() / 2].to_vec()
    };
    let entry = format!("{GRAMMAR}\nseconds = 1");
    for bytes in [Vec::new(), begun] {
        let (kind, message) = kind_of(&entry, vec![Act::Stall(bytes, Duration::from_secs(4))]);
        assert_eq!(
            (kind, message.as_str()),
            ("server_too_slow", "test did not finish within 1 s")
        );
    }
}

#[test]
fn a_schema_that_cannot_be_compiled_is_never_sent() {
    let server = Server::start(vec![send(reply("1", "stop"))]);
    let servers = Servers::read(&server.entry(GRAMMAR)).unwrap();
    let mut remote = Remote::new(
        servers.find("test").unwrap().clone(),
        None,
        Box::new(|_| {}),
    );
    let schema = json!({ "$ref": "#/nowhere" });
    let error = remote
        .generate_structured_output("x", &schema, &GenerationConfig::default())
        .unwrap_err();
    assert_eq!(error.kind(), "schema");
    assert_eq!(server.requests(), Vec::<String>::new());
}
