//! `attest serve --stdio` as another program meets it: over two pipes, in the protocol and in
//! plain JSON-RPC. The official Python client is in `tests/service/client.py`.

use acceptance::{
    SAMPLE, SampleQuestion, Scratch, executable, has, sample_id, sample_questions, take_model,
};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing may take longer.
const MAX_WAIT: Duration = Duration::from_mins(3);

/// Another program.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
    /// What came that was no answer to what was waited for.
    others: Vec<Value>,
    next: u64,
}

impl Client {
    pub(crate) fn start(scratch: &Scratch) -> Client {
        let mut child = std::process::Command::new(executable())
            .args(["serve", "--stdio", "--data-dir"])
            .arg(scratch.data())
            .env("ATTEST_STATE", scratch.state())
            .env_remove("ATTEST_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (to, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let line = serde_json::from_str(&line).unwrap_or_else(|_| json!({ "bad": line }));
                if to.send(line).is_err() {
                    break;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            lines,
            others: Vec::new(),
            next: 0,
        }
    }

    /// The service's process.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Asks, and does not wait.
    fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        let line = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        self.write(line.to_string().as_bytes());
        self.next
    }

    fn notify(&mut self, method: &str, params: &Value) {
        let line = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.write(line.to_string().as_bytes());
    }

    /// Waits for a line that is wanted; keeps the others.
    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + MAX_WAIT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).expect("a line comes");
            if wanted(&line) {
                return line;
            }
            self.others.push(line);
        }
    }

    fn answer(&mut self, id: u64) -> Value {
        self.wait(|line| line.get("id") == Some(&json!(id)))
    }

    /// Asks and waits: the result, or the error.
    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let id = self.send(method, params);
        let mut answer = self.answer(id);
        match answer.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(answer["result"].take()),
        }
    }

    fn tool(&mut self, name: &str, arguments: &Value) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        self.call("tools/call", &params).expect("a tool's result")
    }

    fn shake_hands(&mut self) -> Value {
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let welcome = self.call("initialize", &hello).unwrap();
        self.notify("notifications/initialized", &json!({}));
        welcome
    }

    /// Ends the input and waits for the end; what was still said, and the exit code.
    fn end(mut self) -> (Vec<Value>, i32) {
        drop(self.input.take());
        let mut said = std::mem::take(&mut self.others);
        let deadline = Instant::now() + MAX_WAIT;
        while let Ok(line) = self
            .lines
            .recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            said.push(line);
        }
        let ended =
            acceptance::wait_until(Duration::from_secs(30), || self.child.try_wait().unwrap());
        let code = ended.expect("it ends with its input").code();
        let mut told = String::new();
        let mut errors = self.child.stderr.take().unwrap();
        std::io::Read::read_to_string(&mut errors, &mut told).unwrap();
        assert_eq!(told, "", "nothing is told beside the answers");
        (said, code.expect("no signal ended it"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn with_sample(scratch: &Scratch) -> Client {
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    Client::start(scratch)
}

fn premium() -> SampleQuestion {
    let mut questions = sample_questions().into_iter();
    questions.find(|one| one.id == "premium").unwrap()
}

#[test]
fn the_handshake_names_the_service_and_its_tools_keep_to_their_schemas() {
    let scratch = Scratch::without_models();
    let mut client = with_sample(&scratch);
    let welcome = client.shake_hands();
    assert_eq!(welcome["protocolVersion"], "2025-06-18");
    assert_eq!(welcome["serverInfo"]["name"], "attest");
    assert!(welcome["capabilities"]["tools"].is_object());
    assert!(welcome["capabilities"]["resources"].is_object());
    let listed = client.call("tools/list", &json!({})).unwrap();
    let tools = listed["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    let expected = [
        "ask",
        "search",
        "list_documents",
        "verify_answer",
        "read_evidence",
    ];
    assert_eq!(names, expected);
    let asks = |name: &str| ["ask", "verify_answer"].contains(&name);
    for (tool, name) in tools.iter().zip(&names) {
        assert_eq!(
            tool["annotations"]["readOnlyHint"],
            json!(!asks(name)),
            "{name}"
        );
        assert_eq!(tool["annotations"]["openWorldHint"], json!(false), "{name}");
    }
    let arguments = [
        ("search", json!({ "query": "deductible" })),
        ("list_documents", json!({})),
        (
            "read_evidence",
            json!({ "document": "policy.pdf", "last_line": 3 }),
        ),
    ];
    for (name, given) in &arguments {
        let tool = tools.iter().find(|one| one["name"] == *name).unwrap();
        assert!(jsonschema::is_valid(&tool["inputSchema"], given), "{name}");
        let result = client.tool(name, given);
        assert_eq!(result["isError"], json!(false), "{result}");
        let content = &result["structuredContent"];
        assert!(
            jsonschema::is_valid(&tool["outputSchema"], content),
            "{name}: {content}"
        );
        let text: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, *content);
    }
    assert_eq!(client.end().1, 0);
}

#[test]
fn documents_are_read_as_resources_and_line_by_line() {
    let scratch = Scratch::without_models();
    let mut client = with_sample(&scratch);
    let listed = client.call("documents", &json!({})).unwrap();
    assert_eq!(listed["total"], 1);
    assert_eq!(listed["documents"][0]["id"], json!(sample_id()));
    let uri = format!("attest://document/{}", sample_id());
    let resources = client.call("resources/list", &json!({})).unwrap();
    assert_eq!(resources["resources"][0]["uri"], json!(uri));
    let read = client
        .call("resources/read", &json!({ "uri": uri }))
        .unwrap();
    let text = read["contents"][0]["text"].as_str().unwrap();
    let shown = scratch
        .run(&["docs", "show", &sample_id(), "--text"])
        .stdout;
    assert!(shown.ends_with(text) && text.lines().count() > 50);
    let line = json!({ "document": "policy.pdf", "first_line": 2, "last_line": 2 });
    let evidence = client.call("evidence", &line).unwrap();
    let excerpt = &evidence["excerpts"][0];
    assert_eq!(excerpt["lines"][0]["number"], 2);
    let second = text.lines().nth(1).unwrap();
    assert!(second.ends_with(excerpt["lines"][0]["text"].as_str().unwrap()));
    let templates = client.call("resources/templates/list", &json!({})).unwrap();
    assert_eq!(templates["resourceTemplates"].as_array().unwrap().len(), 2);
    assert_eq!(client.end().1, 0);
}

#[test]
fn what_is_no_request_is_refused_with_help_and_ends_nothing() {
    let scratch = Scratch::without_models();
    let mut client = with_sample(&scratch);
    let huge = vec![b'x'; 5 << 20];
    let deep = "[".repeat(200_000);
    let lines: [(&[u8], i64); 7] = [
        (b"hello", -32700),
        (b"{\"jsonrpc\": \"2.0\", \"id\": ", -32700),
        (b"\xff\xfe\x00", -32700),
        (deep.as_bytes(), -32700),
        (&huge, -32600),
        (
            b"[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}]",
            -32600,
        ),
        (
            b"{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}",
            -32600,
        ),
    ];
    for (line, code) in lines {
        client.write(line);
        let refused = client.wait(|line| line.get("error").is_some());
        assert_eq!(refused["error"]["code"], code, "{refused}");
        assert_eq!(refused["id"], Value::Null);
        assert!(
            !refused["error"]["data"]["help"]
                .as_str()
                .unwrap()
                .is_empty()
        );
    }
    let requests = [
        ("guess", json!({}), -32601, "method", Value::Null),
        (
            "tools/call",
            json!({ "name": "guess" }),
            -32602,
            "input",
            json!("/name"),
        ),
        (
            "tools/call",
            json!({ "arguments": {} }),
            -32602,
            "input",
            json!(""),
        ),
        (
            "ask",
            json!({ "question": " " }),
            -32602,
            "input",
            json!("/question"),
        ),
        (
            "ask",
            json!({ "question": "Who?", "colour": 1 }),
            -32602,
            "input",
            json!(""),
        ),
        (
            "ask",
            json!({ "question": "Who?", "documents": ["no.pdf"] }),
            -32602,
            "input",
            json!("/documents/0"),
        ),
        (
            "ask",
            json!({ "question": "Who?", "filters": ["page"] }),
            -32602,
            "input",
            json!("/filters/0"),
        ),
        (
            "ask",
            json!({ "question": "Who?", "answer_type": "fruit" }),
            -32602,
            "answer_type",
            json!("/answer_type"),
        ),
        (
            "search",
            json!({ "query": "x", "limit": 0 }),
            -32602,
            "input",
            json!("/limit"),
        ),
        ("evidence", json!({}), -32602, "input", json!("")),
        (
            "evidence",
            json!({ "document": "policy.pdf", "first_line": 0 }),
            -32602,
            "input",
            json!("/first_line"),
        ),
        (
            "evidence",
            json!({ "record": "0123456789abcdef" }),
            -32602,
            "vault",
            json!("/record"),
        ),
        (
            "resources/read",
            json!({ "uri": "file:///etc/passwd" }),
            -32002,
            "input",
            json!("/uri"),
        ),
        (
            "resources/list",
            json!({ "cursor": "x" }),
            -32602,
            "input",
            json!("/cursor"),
        ),
    ];
    for (method, params, code, kind, place) in requests {
        let error = client.call(method, &params).unwrap_err();
        let data = &error["data"];
        assert_eq!(
            (&error["code"], &data["kind"], &data["place"]),
            (&json!(code), &json!(kind), &place),
            "{method} {params}: {error}"
        );
        assert!(!data["help"].as_str().unwrap().is_empty(), "{error}");
    }
    assert_eq!(client.call("documents", &json!({})).unwrap()["total"], 1);
    assert_eq!(client.end().1, 0);
    let records = scratch.json(&["audit", "list"]);
    assert_eq!(
        records.as_array().unwrap().len(),
        1,
        "only the import: {records}"
    );
}

#[test]
fn it_ends_with_its_input_and_where_nobody_reads_the_answers() {
    let scratch = Scratch::without_models();
    assert_eq!(Client::start(&scratch).end(), (Vec::new(), 0));
    // What was asked before the end is answered before the end.
    let mut client = Client::start(&scratch);
    for _ in 0..20 {
        client.send("documents", &json!({}));
    }
    let (said, code) = client.end();
    let mut ids: Vec<u64> = said.iter().filter_map(|line| line["id"].as_u64()).collect();
    ids.sort_unstable();
    assert_eq!((ids, code), ((1..=20).collect(), 0));
    // A line without its end is a line.
    let mut command = scratch.attest(&["serve", "--stdio"]);
    let run = command
        .input("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}")
        .run();
    run.assert_code(0);
    assert_eq!(
        run.json(),
        json!({ "jsonrpc": "2.0", "id": 7, "result": {} })
    );
    if !has("sh", &["-c", "true"]) {
        return;
    }
    // The input stays open, and whoever would read is gone.
    let script = "{ echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}'; sleep 0.5; \
        echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}'; sleep 20; } | \
        { \"$0\" serve --stdio --data-dir \"$1\"; echo $? >\"$2\"; } | true; cat \"$2\"";
    let told = scratch.path("code");
    let begun = Instant::now();
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", script])
        .arg(executable())
        .arg(scratch.data())
        .arg(&told);
    let mut shell = shell.stdout(Stdio::null()).spawn().unwrap();
    let code = acceptance::wait_until(Duration::from_secs(15), || {
        std::fs::read_to_string(&told)
            .ok()
            .filter(|code| !code.is_empty())
    });
    let _ = shell.kill();
    let _ = shell.wait();
    assert_eq!(code.as_deref(), Some("0\n"));
    assert!(begun.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_question_is_answered_with_progress_and_leaves_its_record() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let mut client = with_sample(scratch);
    client.shake_hands();
    let asked = premium();
    let arguments = json!({ "question": asked.question, "documents": ["policy.pdf"], "answer_type": asked.answer_type });
    let params =
        json!({ "name": "ask", "arguments": arguments, "_meta": { "progressToken": "here" } });
    let result = client.call("tools/call", &params).unwrap();
    let response = &result["structuredContent"];
    assert_eq!(response["answer"]["items"][0]["value"], asked.expected[0]);
    assert_eq!(response["citations"][0]["page_number"], json!(asked.page));
    let schema = scratch.json(&["contracts", "show", "response", "--schema"]);
    assert!(jsonschema::is_valid(&schema, response), "{response}");
    let progress: Vec<f64> = client
        .others
        .iter()
        .filter(|line| line["params"]["progressToken"] == "here")
        .filter_map(|line| line["params"]["progress"].as_f64())
        .collect();
    assert!(progress.len() > 1 && progress.is_sorted(), "{progress:?}");
    // Plain, it is the same answer.
    let plain = client.call("ask", &arguments).unwrap();
    assert_eq!(plain["answer"], response["answer"]);
    let record = response["record_id"].as_str().unwrap();
    let cited = client
        .call("evidence", &json!({ "record": record }))
        .unwrap();
    assert_eq!(cited["question"], json!(asked.question));
    assert_eq!(
        cited["excerpts"][0]["quote"],
        response["citations"][0]["quote"]
    );
    let uri = format!("attest://record/{record}");
    let read = client
        .call("resources/read", &json!({ "uri": uri }))
        .unwrap();
    let read: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
    let given =
        json!({ "question": asked.question, "answer": "EUR 12", "documents": [sample_id()] });
    let verified = client.call("verify_answer", &given).unwrap();
    assert_eq!(verified["answer"]["items"][0]["value"]["response"], "No");
    assert_eq!(client.end().1, 0);
    assert_eq!(scratch.json(&["audit", "show", record]), read);
    scratch.assert_sound();
}

#[test]
fn a_cancelled_question_ends_and_the_next_is_answered() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let mut client = with_sample(scratch);
    // The model writes for a long time, so that there is something to cancel; a second one waits.
    let texts = json!({ "type": "array", "items": { "type": "string" }, "minItems": 5 });
    let schema =
        json!({ "type": "object", "properties": { "items": texts }, "required": ["items"] });
    let long = json!({ "question": "Describe the cover.", "schema": schema, "_meta": { "progressToken": 1 } });
    let first = client.send("ask", &long);
    let second = client.send("ask", &long);
    client.wait(|line| {
        let message = line["params"]["message"].as_str();
        message.is_some_and(|message| message.starts_with("writing"))
    });
    for id in [second, first] {
        client.notify("notifications/cancelled", &json!({ "requestId": id }));
    }
    let asked = premium();
    let begun = Instant::now();
    let given = json!({ "question": asked.question, "answer_type": asked.answer_type });
    let response = client.call("ask", &given).unwrap();
    assert_eq!(response["answer"]["items"][0]["value"], asked.expected[0]);
    assert!(
        begun.elapsed() < Duration::from_mins(1),
        "{:?}",
        begun.elapsed()
    );
    let (said, code) = client.end();
    assert_eq!(code, 0);
    let cancelled = [json!(first), json!(second)];
    let answered: Vec<&Value> = said
        .iter()
        .filter(|line| line.get("id").is_some_and(|id| cancelled.contains(id)))
        .collect();
    assert_eq!(
        answered,
        Vec::<&Value>::new(),
        "nobody waits for them any more"
    );
    // The one that was under way has its record, that which waited was never begun.
    let records = scratch.json(&["audit", "list"]);
    let answers = records
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["kind"] == "answer");
    let reasons: Vec<&Value> = answers.map(|one| &one["body"]["failure_reason"]).collect();
    assert_eq!(reasons, [&Value::Null, &json!("cancelled")]);
    scratch.assert_sound();
}

#[test]
fn it_opens_no_connection() {
    let scratch = Scratch::without_models();
    if !has("strace", &["-f", "-e", "trace=network", "true"]) {
        return;
    }
    let log = scratch.path("calls");
    let mut command = scratch.attest(&["serve", "--stdio"]);
    command.input("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"documents\"}\n");
    let options = ["-f", "-e", "trace=network", "-o", log.to_str().unwrap()];
    let run = command.under("strace", &options).run();
    run.assert_code(0);
    assert_eq!(run.json()["result"]["total"], 0);
    let calls = std::fs::read_to_string(log).unwrap();
    assert!(calls.contains("exited with 0"), "{calls}");
    for call in ["AF_INET", "AF_NETLINK", "connect(", "bind(", "listen("] {
        assert!(!calls.contains(call), "{calls}");
    }
}
