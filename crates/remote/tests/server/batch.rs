//! `attest-remote batch` over servers that tests start: every cell is answered once, whatever
//! becomes of a server.

use crate::support::{Act, Does, Scribe, status};
use app::clock::SystemClock;
use app::{Options, Service};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_attest-remote");
const LLAMA: &str = "kind = \"llama-server\"";

/// A folder with documents, questions, a policy and a file of servers.
struct Folder(PathBuf);

impl Folder {
    /// Three letters and two questions. Without a reader the answer model is asked: it weighs the
    /// amounts, and writes the text.
    fn new(name: &str, servers: &[String]) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("batch-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("docs")).unwrap();
        // No model of this machine is found, wherever there are some.
        std::fs::create_dir_all(path.join("data/models")).unwrap();
        for (name, rent, city) in [("a", 700, "Bonn"), ("b", 800, "Kiel"), ("c", 900, "Ulm")] {
            let text = format!(
                "Lease of a flat in {city}\n\nThe monthly rent is USD {rent}.\nThe deposit is USD {}.\n",
                rent * 3
            );
            std::fs::write(path.join(format!("docs/{name}.txt")), text).unwrap();
        }
        let questions = "What is the monthly rent?\nWhere is the flat?\n";
        std::fs::write(path.join("questions.txt"), questions).unwrap();
        std::fs::write(path.join("servers.toml"), servers.concat()).unwrap();
        Folder(path)
    }

    fn batch(&self, servers: &str, more: &[&str]) -> Output {
        self.command(servers, more).output().unwrap()
    }

    /// The batch of these servers, not started.
    fn command(&self, servers: &str, more: &[&str]) -> Command {
        let mut command = Command::new(EXECUTABLE);
        command
            .current_dir(&self.0)
            .args(["batch", "--servers", "servers.toml", "--server", servers])
            .args([
                "--docs",
                "docs",
                "--questions",
                "questions.txt",
                "--out",
                "table.jsonl",
            ])
            .args(["--data-dir", "data"])
            .args(more)
            .env("ATTEST_STATE", self.0.join("state"))
            .env("http_proxy", "http://127.0.0.1:1")
            .stdin(Stdio::null());
        command
    }

    /// The lines of the table.
    fn rows(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.0.join("table.jsonl")).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The bodies of the records of answers.
    fn records(&self) -> Vec<Value> {
        let service = Service::open(Options {
            data_directory: self.0.join("data"),
            ephemeral: false,
            worker: EXECUTABLE.into(),
            threads: None,
            system_settings: None,
            clock: Arc::new(SystemClock::default()),
        })
        .unwrap();
        let filter = app::RecordFilter {
            kind: Some("answer".into()),
            ..app::RecordFilter::default()
        };
        let records = service.records(&filter, u32::MAX).unwrap();
        records.into_iter().map(|record| record.body).collect()
    }
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    };
    entries.flat_map(below).collect()
}

fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

#[test]
fn cells_are_shared_out_and_recorded_with_who_answered() {
    let servers = [
        Scribe::start(|_, _| Does::Writes),
        Scribe::start(|_, _| Does::Writes),
    ];
    let key = format!("{LLAMA}\nkey_file = \"key\"");
    let entries = [
        servers[0].entry("one", &key),
        servers[1].entry("two", LLAMA),
    ];
    let folder = Folder::new("shared", &entries);
    let path = folder.0.join("key");
    std::fs::write(&path, "sk-very-secret\n").unwrap();
    let rights = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&path, rights).unwrap();
    let output = folder.batch("one,two", &["--at-once", "4"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(folder.rows().len(), 6);
    assert!(servers.iter().all(|one| !one.bodies().is_empty()));
    let records = folder.records();
    assert_eq!(records.len(), 6);
    for record in &records {
        assert_eq!(record["model"], json!({ "name": "m", "sha256": "" }));
        assert_eq!(record["enforcement"], "server_grammar");
        assert_eq!(record["validation_status"], "PASSED");
    }
    let answered: BTreeSet<&str> = records
        .iter()
        .filter_map(|one| one["backend"].as_str())
        .collect();
    assert_eq!(answered, BTreeSet::from(["server one", "server two"]));
    // A key is nowhere but in its file and on the way.
    let stored: Vec<PathBuf> = [folder.0.join("data"), folder.0.join("state")]
        .iter()
        .flat_map(|place| files(place))
        .collect();
    assert!(stored.len() > 2, "{stored:?}");
    for file in stored {
        let bytes = std::fs::read(&file).unwrap();
        assert!(
            !String::from_utf8_lossy(&bytes).contains("very-secret"),
            "{}",
            file.display()
        );
    }
}

#[test]
fn a_server_that_dies_in_mid_batch_loses_no_cell_and_doubles_none() {
    let dying = Scribe::start(|number, _| {
        if number == 2 {
            Does::Dies
        } else {
            Does::Writes
        }
    });
    let sound = Scribe::start(|_, _| Does::Writes);
    let entries = [dying.entry("dying", LLAMA), sound.entry("sound", LLAMA)];
    let folder = Folder::new("dies", &entries);
    let output = folder.batch("dying,sound", &["--at-once", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let (rows, records) = (folder.rows(), folder.records());
    assert_eq!((rows.len(), records.len()), (6, 6));
    let cells: BTreeSet<String> = rows
        .iter()
        .map(|row| format!("{} {}", row["document"], row["question_id"]))
        .collect();
    assert_eq!(cells.len(), 6, "{rows:?}");
    // What broke off went to the other server, byte by byte.
    let broken = dying.bodies().get(2).unwrap().clone();
    assert!(sound.bodies().contains(&broken));
    // The same batch by one server that lives says the same.
    let alone = Folder::new("lives", &[sound.entry("sound", LLAMA)]);
    assert_eq!(
        alone.batch("sound", &["--at-once", "1"]).status.code(),
        Some(0)
    );
    let answers = |rows: Vec<Value>| -> Vec<Value> {
        rows.into_iter()
            .map(|row| row["response"]["answer"].clone())
            .collect()
    };
    assert_eq!(answers(rows), answers(alone.rows()));
}

#[test]
fn servers_that_are_gone_end_the_batch_and_resume_asks_what_is_missing() {
    let gone = {
        let scribe = Scribe::start(|_, _| Does::Dies);
        scribe.entry("gone", LLAMA)
    };
    let refusing = Scribe::start(|_, _| Does::Acts(Act::Send(status("401 Unauthorized"))));
    let sound = Scribe::start(|_, _| Does::Writes);
    let entries = [
        gone,
        refusing.entry("refusing", LLAMA),
        sound.entry("sound", LLAMA),
    ];
    let folder = Folder::new("gone", &entries);
    let output = folder.batch("refusing", &["--json"]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(
        told(&output).contains("\"kind\":\"server_refused\""),
        "{}",
        told(&output)
    );
    assert!(!folder.0.join("table.jsonl").exists());
    // Another server of the same model goes on with the batch.
    let output = folder.batch("sound", &["--resume"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(folder.rows().len(), 6);
    let again = folder.batch("gone", &["--resume"]);
    assert_eq!(again.status.code(), Some(0), "{}", told(&again));
    assert!(told(&again).contains("every cell is done: nothing is asked"));
}

#[test]
fn a_cell_that_a_server_refuses_or_spoils_fails_alone() {
    let is_about_ulm = |body: &Value| {
        body["messages"][1]["content"]
            .as_str()
            .unwrap()
            .contains("Ulm")
    };
    let scribe = Scribe::start(move |_, body| {
        if is_about_ulm(body) {
            Does::Acts(Act::Send(status("400 Bad Request")))
        } else {
            Does::Writes
        }
    });
    let folder = Folder::new("refused", &[scribe.entry("one", LLAMA)]);
    let output = folder.batch("one", &["--at-once", "2"]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    let failed = folder
        .rows()
        .iter()
        .filter(|row| row.to_string().contains("status 400"))
        .count();
    assert_eq!((folder.rows().len(), failed), (6, 2), "{}", told(&output));
    assert_eq!(folder.records().len(), 6);
}

/// What a test's server does that hangs at every request about Ulm.
fn hangs_about_ulm(_: usize, body: &Value) -> Does {
    let said = body["messages"][1]["content"].as_str().unwrap();
    if said.contains("Ulm") {
        Does::Acts(Act::Stall(Vec::new(), Duration::from_mins(1)))
    } else {
        Does::Writes
    }
}

#[test]
fn a_server_that_hangs_is_left_for_the_others() {
    let hanging = Scribe::start(|_, _| Does::Acts(Act::Stall(Vec::new(), Duration::from_mins(1))));
    let sound = Scribe::start(|_, _| Does::Writes);
    let short = format!("{LLAMA}\nseconds = 1");
    let entries = [
        hanging.entry("hanging", &short),
        sound.entry("sound", LLAMA),
    ];
    let folder = Folder::new("hangs", &entries);
    let output = folder.batch("hanging,sound", &["--at-once", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!((folder.rows().len(), folder.records().len()), (6, 6));
    let (left, answered) = (hanging.bodies(), sound.bodies());
    assert!(!left.is_empty());
    for body in &left {
        assert!(answered.contains(body), "{body}");
    }
    let records = folder.records();
    let answered: BTreeSet<&str> = records
        .iter()
        .filter_map(|one| one["backend"].as_str())
        .collect();
    assert_eq!(answered, BTreeSet::from(["server sound"]));
}

#[test]
fn what_takes_too_long_at_two_servers_fails_alone_and_at_one_is_not_asked_again() {
    let servers = [
        Scribe::start(hangs_about_ulm),
        Scribe::start(hangs_about_ulm),
    ];
    let short = format!("{LLAMA}\nseconds = 5");
    let entries = [
        servers[0].entry("one", &short),
        servers[1].entry("two", &short),
    ];
    let about_ulm = |server: &Scribe| {
        let mut bodies = server.bodies();
        bodies.retain(|body| body.contains("Ulm"));
        bodies.sort();
        bodies
    };
    let folder = Folder::new("slow", &entries);
    let output = folder.batch("one,two", &["--at-once", "2"]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    let failed = |folder: &Folder| {
        let rows = folder.rows();
        let slow = |row: &&Value| row.to_string().contains("did not finish within 5 s");
        (rows.len(), rows.iter().filter(slow).count())
    };
    assert_eq!(failed(&folder), (6, 2), "{}", told(&output));
    assert_eq!(folder.records().len(), 6);
    let both = about_ulm(&servers[0]);
    assert_eq!(both.len(), 2);
    assert_eq!(both, about_ulm(&servers[1]));

    let alone = Scribe::start(hangs_about_ulm);
    let folder = Folder::new("slow-alone", &[alone.entry("one", &short)]);
    let output = folder.batch("one", &["--at-once", "2"]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert_eq!(failed(&folder), (6, 2), "{}", told(&output));
    assert_eq!(about_ulm(&alone), both);
}

#[test]
fn a_model_that_the_settings_name_is_left_out_where_servers_answer() {
    let scribe = Scribe::start(|_, _| Does::Writes);
    let folder = Folder::new("settings", &[scribe.entry("one", LLAMA)]);
    let settings = folder.0.join("data/settings.json");
    std::fs::write(settings, "{\"answer_model\": \"smollm2\"}").unwrap();
    let output = folder.batch("one", &["--at-once", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let records = folder.records();
    assert_eq!(records.len(), 6);
    for record in &records {
        assert_eq!(record["model"], json!({ "name": "m", "sha256": "" }));
    }
}

#[test]
fn only_listed_servers_that_are_alike_and_keep_to_grammars_are_asked() {
    let scribe = Scribe::start(|_, _| Does::Writes);
    let entries = [
        scribe.entry("one", LLAMA),
        scribe.entry("other", "kind = \"vllm\""),
        scribe.entry("free", "kind = \"openai\""),
    ];
    let folder = Folder::new("unlike", &entries);
    for (servers, more, why) in [
        ("http://127.0.0.1:1", vec![], "no server is called"),
        ("one,other", vec![], "of different kinds"),
        ("free", vec![], "cannot answer from documents"),
        ("one", vec!["--model", "smollm2"], "cannot both answer"),
    ] {
        let output = folder.batch(servers, &more);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains(why), "{}", told(&output));
    }
    assert_eq!(scribe.bodies(), Vec::<String>::new());
}

/// What a vLLM gets, to the byte: nobody here has one, so whoever has can look.
#[test]
fn the_requests_to_a_vllm_are_those_in_its_folder() {
    let scribe = Scribe::start(|_, _| Does::Writes);
    let folder = Folder::new("vllm", &[scribe.entry("one", "kind = \"vllm\"")]);
    for other in ["b.txt", "c.txt"] {
        std::fs::remove_file(folder.0.join("docs").join(other)).unwrap();
    }
    let output = folder.batch("one", &["--at-once", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let got = scribe.bodies().join("\n") + "\n";
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/vllm/requests.jsonl");
    if std::env::var_os("VLLM").is_some_and(|what| what == "write") {
        std::fs::write(&place, &got).unwrap();
    }
    assert_eq!(got, std::fs::read_to_string(&place).unwrap());
}

#[test]
fn an_interrupted_batch_keeps_what_is_done() {
    let scribe = Scribe::start(|number, _| {
        if number < 3 {
            Does::Writes
        } else {
            Does::Acts(Act::Stall(Vec::new(), Duration::from_mins(1)))
        }
    });
    let folder = Folder::new("interrupted", &[scribe.entry("one", LLAMA)]);
    let mut child = folder
        .command("one", &["--at-once", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let until = std::time::Instant::now() + Duration::from_mins(1);
    while scribe.bodies().len() < 4 {
        assert!(std::time::Instant::now() < until, "the batch did not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    let began = std::time::Instant::now();
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let code = child.wait().unwrap().code();
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(code, Some(3));
    assert!(!folder.records().is_empty());
    assert!(!folder.0.join("table.jsonl").exists());
}
