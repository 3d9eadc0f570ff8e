//! `attest serve --socket`: several programs of one person share a service; nobody else reaches it.

use acceptance::{Command, SAMPLE, Scratch, children, cpu_ticks, has, take_model, wait_until};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

/// Programs that are answered at the same time, at most: as docs/service.md says.
const MOST: usize = 16;
/// Nothing may take longer.
const MAX_WAIT: Duration = Duration::from_mins(2);
/// The next question may take so long. The long one below takes about two minutes where it is not
/// cancelled, on two cores that others use, and the next waits for its turn.
const MAX_NEXT: Duration = Duration::from_secs(45);
/// Processor time after which a question is surely under way, in ticks of 10 ms.
const BEGUN: u64 = 50;

/// A connection of another program.
struct Client {
    stream: UnixStream,
    lines: std::io::Lines<BufReader<UnixStream>>,
    next: u64,
}

impl Client {
    fn connect(path: &Path) -> Client {
        let stream = UnixStream::connect(path).unwrap();
        stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap()).lines();
        Client {
            stream,
            lines,
            next: 0,
        }
    }

    /// Whether a request is answered, and not hung up on.
    fn is_heard(&mut self) -> bool {
        let sent = writeln!(
            self.stream,
            r#"{{"jsonrpc":"2.0","id":"heard","method":"ping"}}"#
        );
        sent.is_ok() && self.lines.next().is_some_and(|line| line.is_ok())
    }

    fn call(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let line = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        writeln!(self.stream, "{line}").unwrap();
        let mut answer: Value = serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], json!(self.next), "{answer}");
        answer["result"].take()
    }
}

/// A service at a socket, once it listens.
fn started(scratch: &Scratch) -> (Child, PathBuf) {
    let path = scratch.path("run/socket");
    let child = scratch.attest(&["serve", "--socket", path.to_str().unwrap()]);
    listening(&child, path)
}

/// A service at the socket of the data directory, once it listens.
fn started_for_sharing(scratch: &Scratch) -> (Child, PathBuf) {
    let path = scratch.data().join("service.socket");
    let own = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(scratch.data(), own).unwrap();
    listening(&scratch.attest(&["serve", "--socket"]), path)
}

fn listening(command: &Command, path: PathBuf) -> (Child, PathBuf) {
    let mut child = command.start();
    let listens = wait_until(MAX_WAIT, || UnixStream::connect(&path).ok());
    assert!(listens.is_some(), "{:?}", child.try_wait());
    (child, path)
}

/// Asks a process to end, as a person or the system does, and gives its exit code.
fn ended(mut child: Child) -> Option<i32> {
    let asked = std::process::Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(asked.unwrap().success());
    wait_until(MAX_WAIT, || child.try_wait().unwrap())
        .unwrap()
        .code()
}

#[test]
fn several_programs_are_answered_and_the_socket_is_its_owners_alone() {
    let scratch = Scratch::without_models();
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    let (child, path) = started(&scratch);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    let mut clients = [Client::connect(&path), Client::connect(&path)];
    for _ in 0..3 {
        for client in &mut clients {
            assert_eq!(client.call("documents", &json!({}))["total"], 1);
        }
    }
    // One that leaves takes nobody along, whatever it said last.
    let [mut gone, mut stays] = clients;
    gone.stream.write_all(b"{\"jsonrpc\": ").unwrap();
    drop(gone);
    assert_eq!(stays.call("documents", &json!({}))["total"], 1);
    let again = scratch.run(&["serve", "--socket", path.to_str().unwrap()]);
    again.assert_code(2);
    assert!(again.stderr.contains("there is a service"), "{again}");
    assert_eq!(ended(child), Some(0));
    assert!(!path.exists());
    scratch.assert_sound();
}

#[test]
fn a_program_too_many_is_hung_up_on_and_there_is_room_again_when_others_leave() {
    let scratch = Scratch::without_models();
    let (child, path) = started(&scratch);
    // The connection that looked whether there is a service counts until the service saw it go.
    let heard = || {
        let mut client = Client::connect(&path);
        client.is_heard().then_some(client)
    };
    let one = |_| wait_until(MAX_WAIT, heard).expect("there is room");
    let mut clients: Vec<Client> = (0..MOST).map(one).collect();
    for _ in 0..4 {
        assert!(!Client::connect(&path).is_heard());
    }
    assert!(clients.iter_mut().all(Client::is_heard));
    drop(clients);
    let again = wait_until(MAX_WAIT, || Client::connect(&path).is_heard().then_some(()));
    assert!(again.is_some());
    assert_eq!(ended(child), Some(0));
}

#[test]
fn what_a_killed_service_left_is_replaced_and_nothing_else_is() {
    let scratch = Scratch::without_models();
    let (mut child, path) = started(&scratch);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(path.exists());
    let (child, path) = started(&scratch);
    assert_eq!(ended(child), Some(0));
    let file = scratch.file("run/socket", "mine");
    scratch.run(&["serve", "--socket", &file]).assert_code(2);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    let open = scratch.path("open");
    std::fs::create_dir(&open).unwrap();
    let entered = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&open, entered).unwrap();
    let at = open.join("socket").display().to_string();
    let refused = scratch.run(&["serve", "--socket", &at]);
    refused.assert_code(2);
    assert!(refused.stderr.contains("owner"), "{refused}");
}

#[test]
fn two_programs_share_the_loaded_models_and_the_vault() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    let (child, path) = started(scratch);
    let question = json!({ "question": "What is the annual premium?", "answer_type": "amount" });
    let ask = || {
        let mut client = Client::connect(&path);
        let response = client.call("ask", &question);
        assert_eq!(response["answer"]["items"][0]["value"]["value"], 1482.5);
        response["record_id"].clone()
    };
    ask();
    let workers = children(child.id(), "worker");
    assert!(!workers.is_empty());
    let records = std::thread::scope(|threads| {
        let others = [threads.spawn(ask), threads.spawn(ask)];
        others.map(|other| other.join().unwrap())
    });
    assert_ne!(records[0], records[1]);
    assert_eq!(
        children(child.id(), "worker"),
        workers,
        "none was started anew"
    );
    assert_eq!(ended(child), Some(0));
    scratch.assert_sound();
}

/// What `attest ask` prints without what differs from run to run.
fn without_ids(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("record "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_command_line_asks_who_has_the_models_loaded_and_starts_none_itself() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let question = ["ask", "What is the annual premium?", "--doc", SAMPLE];
    let alone = scratch.run(&question);
    alone.assert_code(0);
    let (child, path) = started_for_sharing(scratch);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    let shared = [&question[..], &["--shared"]].concat();
    // The first loads the models, in the service's process.
    let first = scratch.run(&shared);
    first.assert_code(0);
    assert_eq!(without_ids(&first.stdout), without_ids(&alone.stdout));
    let workers = children(child.id(), "worker");
    assert!(!workers.is_empty());
    let again = scratch.json(&shared);
    let same = scratch.json(&question);
    assert_eq!(again["answer"]["items"][0]["value"]["value"], 1482.5);
    for part in ["answer", "citations", "decision", "flags"] {
        assert_eq!(again[part], same[part], "{part}");
    }
    assert_eq!(children(child.id(), "worker"), workers, "none anew");
    // The record lies in the vault that both have, and so does a refusal's search.
    let id = again["record_id"].as_str().unwrap();
    let kept = scratch.json(&["audit", "show", id]);
    assert_eq!(kept["id"], id, "{kept}");
    let unanswered = ["ask", "Who is the king of Norway?", "--shared"];
    let refused = scratch.run(&unanswered);
    refused.assert_code(0);
    assert!(refused.stdout.contains("searched by words"), "{refused}");
    let claim = ["verify-answer", "What is the annual premium?"];
    let said = |answer: &str| scratch.run(&[&claim[..], &[answer, "--shared"]].concat());
    said("USD 1,482.50").assert_code(0);
    said("USD 1,500.00").assert_code(1);
    assert_eq!(ended(child), Some(0));
    scratch.assert_sound();
}

/// The system calls of a question to the program that is there: what connects is no library's call,
/// so that it is looked for where the kernel meets it.
#[cfg(target_os = "linux")]
#[test]
fn who_asks_the_program_that_is_there_connects_once_and_is_shut_off_then() {
    let calls = "trace=socket,connect,bind,seccomp";
    if !has("strace", &["-f", "-e", calls, "true"]) {
        return;
    }
    let scratch = Scratch::without_models();
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    let (child, path) = started_for_sharing(&scratch);
    let log = scratch.path("calls").display().to_string();
    let ask = ["ask", "List all dates", "--type", "date", "--shared"];
    let run = scratch.attest(&ask);
    let run = run.under("strace", &["-f", "-e", calls, "-o", &log]).run();
    // Nobody there has a model, which is the service's answer.
    run.assert_code(3);
    assert!(run.stdout.contains("the model file is missing"), "{run}");
    assert_eq!(ended(child), Some(0));
    let trace = std::fs::read_to_string(log).unwrap();
    let made: Vec<&str> = trace
        .lines()
        .filter_map(|line| Some(line.split_once(' ')?.1.trim_start()))
        .filter(|call| !call.starts_with("+++"))
        .collect();
    let names: Vec<&str> = made
        .iter()
        .map(|call| call.split('(').next().unwrap())
        .collect();
    assert_eq!(
        names,
        ["seccomp", "socket", "connect", "seccomp"],
        "{trace}"
    );
    assert!(made[1].starts_with("socket(AF_UNIX, "), "{trace}");
    let place = format!("sun_path=\"{}\"", path.display());
    assert!(made[2].contains(&place), "{trace}");
    let have_succeeded = [made[0], made[2], made[3]].map(|call| call.ends_with(" = 0"));
    assert_eq!(have_succeeded, [true; 3], "{trace}");
}

#[test]
fn where_nobody_is_there_or_a_request_is_refused_that_is_said() {
    let scratch = Scratch::without_models();
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    let ask = |more: &[&str]| scratch.run(&[&["ask", "Who?", "--shared"], more].concat());
    let nobody = ask(&[]);
    nobody.assert_code(2);
    assert!(nobody.stderr.contains("nobody is there to ask"), "{nobody}");
    assert!(nobody.stderr.contains("open the window"), "{nobody}");
    let (child, path) = started_for_sharing(&scratch);
    // Nobody else could be behind it, or it is not asked.
    let others = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    std::fs::set_permissions(&path, others).unwrap();
    let open = ask(&[]);
    open.assert_code(2);
    assert!(open.stderr.contains("no socket of yours alone"), "{open}");
    let own = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&path, own).unwrap();
    let unknown = ask(&["--model", "no-such-model"]);
    unknown.assert_code(2);
    assert!(unknown.stderr.contains("no-such-model"), "{unknown}");
    // What only this process could hold to is not asked of another.
    ask(&["--threads", "1"]).assert_code(2);
    ask(&["--plain"]).assert_code(2);
    assert_eq!(ended(child), Some(0));
    assert!(!path.exists());
    scratch.assert_sound();
}

/// A client's request for something that the model writes for a long time, as `attest ask --schema`
/// takes it, too.
fn long_schema() -> Value {
    let texts = json!({ "type": "array", "items": { "type": "string" }, "minItems": 8 });
    json!({ "type": "object", "properties": { "items": texts }, "required": ["items"] })
}

/// Processor time of each of a service's workers, in ticks of 10 ms.
fn worked(service: u32) -> BTreeMap<u32, u64> {
    let workers = children(service, "worker").into_iter();
    workers.map(|id| (id, cpu_ticks(id))).collect()
}

#[test]
fn who_hangs_up_or_is_killed_cancels_its_question_and_the_next_is_answered() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    let (child, path) = started_for_sharing(scratch);
    let next = || {
        let begun = Instant::now();
        let response = scratch.json(&["ask", "What is the annual premium?", "--shared"]);
        assert_eq!(response["answer"]["items"][0]["value"]["value"], 1482.5);
        assert!(begun.elapsed() < MAX_NEXT, "{:?}", begun.elapsed());
    };
    // A worker that was there before may be gone by now, and its time with it.
    let is_under_way = |before: BTreeMap<u32, u64>| {
        let since =
            |(id, ticks): (u32, u64)| ticks.saturating_sub(before.get(&id).copied().unwrap_or(0));
        let began = || {
            let sum: u64 = worked(child.id()).into_iter().map(since).sum();
            (sum > BEGUN).then_some(())
        };
        assert!(wait_until(MAX_WAIT, began).is_some());
    };
    next();
    // One that leaves, and hears nothing of progress by which it could be missed.
    let before = worked(child.id());
    let mut client = Client::connect(&path);
    let asked = json!({ "question": "Describe the cover.", "schema": long_schema() });
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "ask", "params": asked });
    writeln!(client.stream, "{line}").unwrap();
    is_under_way(before);
    drop(client);
    next();
    // The command line, by Ctrl-C.
    let schema = scratch.file("schema.json", long_schema().to_string());
    let ask = [
        "ask",
        "Describe the cover.",
        "--schema",
        &schema,
        "--shared",
    ];
    let before = worked(child.id());
    let mut asking = scratch.attest(&ask).start();
    is_under_way(before);
    assert_eq!(asking.try_wait().unwrap(), None, "it is not answered yet");
    let told = std::process::Command::new("kill")
        .args(["-INT", &asking.id().to_string()])
        .status();
    assert!(told.unwrap().success());
    assert!(!asking.wait().unwrap().success());
    next();
    assert_eq!(ended(child), Some(0));
    // What nobody waited for is recorded as that, and as no answer.
    let records = scratch.json(&["audit", "list"]);
    let answers = records.as_array().unwrap().iter();
    let answers = answers.filter(|one| one["kind"] == "answer");
    let reasons: Vec<&Value> = answers.map(|one| &one["body"]["failure_reason"]).collect();
    let cancelled = json!("cancelled");
    assert_eq!(
        reasons,
        [
            &Value::Null,
            &cancelled,
            &Value::Null,
            &cancelled,
            &Value::Null
        ]
    );
    scratch.assert_sound();
}
