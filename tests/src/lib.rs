//! What the acceptance tests stand on: the built executable, run as a process
//! of its own, on a data directory of its own.
//!
//! The executable is `attest` beside the folder of the test executable
//! (`target/release/attest`), so `scripts/build` comes first; `scripts/test`
//! does that. Nothing here links the program's crates: what is tested is what
//! a person runs.
//!
//! # What holds for every run
//!
//! [`Command::run`] refuses any run that prints a panic, prints an escape code
//! (no stream is a terminal here), writes bytes that are not UTF-8, dies of a
//! signal, or takes longer than [`MAX_RUN`].
//!
//! # The model
//!
//! Tests that need the default model call [`take_model`]. They run one after
//! another, because the model uses all cores. Where its file is missing they
//! say so and pass, except when `CI` is set: there it must be present.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::print_stdout,
    reason = "test code: it fails by panicking and says on standard output what it skips"
)]

pub mod adapter;
mod evidence;
mod gguf;
pub mod literal;
pub mod made;
mod process;
mod redact;
pub mod requantize;
mod run;
pub mod small_model;
pub mod uses;

pub use evidence::{assert_cited, cited_text};
pub use process::{
    Seed, anonymous_bytes, children, cpu_ticks, descendants, kill, resident_bytes, task,
    wait_for_end, wait_until,
};
pub use redact::redact;
pub use run::{Command, MAX_RUN, Run};

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// The sample document, as seen from [`root`].
pub const SAMPLE: &str = "samples/policy.pdf";

/// The repository's root; every run starts there.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ stands in the repository")
        .to_path_buf()
}

/// The executable under test.
pub fn executable() -> PathBuf {
    let test = std::env::current_exe().expect("a process knows its executable");
    let path = test
        .ancestors()
        .nth(2)
        .expect("target/release/deps/test")
        .join("attest");
    assert!(
        path.is_file(),
        "{} is not built: run scripts/build first",
        path.display()
    );
    path
}

/// The sample document's id: the SHA-256 of its bytes.
pub fn sample_id() -> String {
    sha256(std::fs::read(root().join(SAMPLE)).expect("the sample is committed"))
}

/// The SHA-256 of these bytes, in lower-case hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// A folder of a test's own: a data directory, and room for files.
pub struct Scratch {
    folder: TempDir,
    data: PathBuf,
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Scratch {
    /// A new one; it is deleted when dropped.
    pub fn new() -> Scratch {
        let folder = tempfile::Builder::new()
            .prefix("attest-test-")
            .tempdir()
            .unwrap();
        let data = folder.path().join("data");
        Scratch { folder, data }
    }

    /// A new one whose data directory has an empty folder of models: nothing is
    /// embedded, so that each import is one record.
    pub fn without_models() -> Scratch {
        let scratch = Scratch::new();
        std::fs::create_dir_all(scratch.data.join("models")).unwrap();
        scratch
    }

    /// Another folder, with a copy of this data directory.
    #[must_use]
    pub fn copy(&self) -> Scratch {
        let copy = Scratch::new();
        std::fs::create_dir_all(&copy.data).unwrap();
        for entry in std::fs::read_dir(&self.data).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, copy.data.join(path.file_name().unwrap())).unwrap();
            }
        }
        copy.lend_models();
        copy
    }

    /// The data directory. It does not exist before the first run.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Where keys and checkpoints of this folder's data directories are kept.
    pub fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// A path in the folder, outside the data directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into the folder and returns its path.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }

    /// `attest ARGUMENTS` on this data directory.
    pub fn attest<S: AsRef<str>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(&executable());
        command
            .arguments(arguments)
            .argument("--data-dir")
            .argument(&self.data.display().to_string())
            .variable("ATTEST_STATE", &self.state().display().to_string());
        command
    }

    /// Runs `attest ARGUMENTS`.
    pub fn run<S: AsRef<str>>(&self, arguments: &[S]) -> Run {
        self.attest(arguments).run()
    }

    /// Runs `attest ARGUMENTS --json`, which must end with 0, and reads its
    /// one JSON value.
    pub fn json<S: AsRef<str>>(&self, arguments: &[S]) -> Value {
        let mut command = self.attest(arguments);
        command.argument("--json");
        let run = command.run();
        run.assert_code(0);
        run.json()
    }

    /// Asserts that everything in the store verifies as it lies there, and so
    /// an empty store where there is none yet.
    pub fn assert_sound(&self) {
        let mut run = self.run(&["audit", "verify"]);
        if run.stderr.contains("there is no vault in") {
            self.run(&["docs", "list"]).assert_code(0);
            run = self.run(&["audit", "verify"]);
        }
        run.assert_code(0);
        assert!(
            run.stdout.contains("every one stands as it was written"),
            "{run}"
        );
    }

    /// Asserts that nothing is stored.
    pub fn assert_empty(&self) {
        assert_eq!(
            self.json(&["docs", "list"]),
            serde_json::json!([]),
            "a document was stored"
        );
        assert_eq!(
            self.json(&["audit", "list"]),
            serde_json::json!([]),
            "a record was written"
        );
        self.assert_sound();
    }

    /// Where the caller's models are found only through `ATTEST_HOME`, which
    /// the runs do not see, this data directory gets a link to them.
    fn lend_models(&self) {
        if let Some(models) = lent_models() {
            std::fs::create_dir_all(&self.data).unwrap();
            link(&models, &self.data.join("models"));
        }
    }
}

fn lent_models() -> Option<PathBuf> {
    let models = PathBuf::from(std::env::var_os("ATTEST_HOME")?).join("models");
    models.is_dir().then_some(models)
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) {
    std::os::unix::fs::symlink(from, to).unwrap();
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) {}

/// The shipped policy with the answer model choosing, as a file in this folder.
pub fn model_chooses(scratch: &Scratch) -> String {
    let shipped = root().join("crates/evidence/policy/default.toml");
    let shipped = std::fs::read_to_string(shipped).unwrap();
    let from = "choose_with = \"reader\"";
    assert!(shipped.contains(from));
    let changed = shipped.replace(from, "choose_with = \"model\"");
    scratch.file("model.toml", changed)
}

/// What `attest eval` answers to the questions of a file; what may differ between two runs, such as
/// times, is left out.
pub fn answers(scratch: &Scratch, questions: &str, arguments: &[&str]) -> Vec<Value> {
    let out = scratch.path("predictions.jsonl").display().to_string();
    let all = [&["eval", questions, "--out", &out], arguments].concat();
    scratch.run(&all).assert_code(0);
    let kept = [
        "id",
        "answer_found",
        "items",
        "citations",
        "decision",
        "message",
    ];
    let text = std::fs::read_to_string(out).unwrap();
    let lines = text.lines().map(|line| {
        let whole: Value = serde_json::from_str(line).unwrap();
        kept.iter().map(|name| whole[*name].clone()).collect()
    });
    lines.collect()
}

static TURN: Mutex<()> = Mutex::new(());

/// The right to use the model, and a scratch folder to use it on.
pub struct WithModel {
    /// The folder.
    pub scratch: Scratch,
    /// The model's file.
    pub file: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

/// Waits for the model. None, with a message, where its file is missing.
pub fn take_model() -> Option<WithModel> {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // Looked for in a folder of its own: this one stays untouched.
    let probe = Scratch::new();
    probe.lend_models();
    let check = probe.attest(&["models", "check", "--json"]).run();
    if check.code != 0 {
        assert!(
            std::env::var_os("CI").is_none(),
            "the default model must be present in CI: {check}"
        );
        return skip("the default model is not here; scripts/models fetches it");
    }
    let file = PathBuf::from(
        check.json()["path"]
            .as_str()
            .expect("models check names the file"),
    );
    let scratch = Scratch::new();
    scratch.lend_models();
    Some(WithModel {
        scratch,
        file,
        _turn: turn,
    })
}

/// Says that a test is skipped, and why.
pub fn skip<T>(why: &str) -> Option<T> {
    println!("skipped: {why}");
    None
}

/// Whether a program can be started; says so where it cannot, and fails in CI.
pub fn has(program: &str, arguments: &[&str]) -> bool {
    let mut command = std::process::Command::new(program);
    let works = command
        .args(arguments)
        .output()
        .is_ok_and(|output| output.status.success());
    if !works {
        println!(
            "skipped: `{program} {}` does not work here",
            arguments.join(" ")
        );
    }
    works
}

/// A question on the sample document, from samples/questions.jsonl.
#[derive(Debug, Clone)]
pub struct SampleQuestion {
    /// Its name.
    pub id: String,
    /// The question.
    pub question: String,
    /// The type to ask for.
    pub answer_type: String,
    /// Whether the document says.
    pub answerable: bool,
    /// The right values.
    pub expected: Value,
    /// The page the answer stands on.
    pub page: Option<u64>,
}

/// Reads samples/questions.jsonl.
pub fn sample_questions() -> Vec<SampleQuestion> {
    let text = std::fs::read_to_string(root().join("samples/questions.jsonl")).unwrap();
    let read = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        let word = |name: &str| value[name].as_str().expect(name).to_owned();
        SampleQuestion {
            id: word("id"),
            question: word("question"),
            answer_type: word("answer_type"),
            answerable: value["answerable"].as_bool().unwrap(),
            expected: value["expected"].clone(),
            page: value["page"].as_u64(),
        }
    };
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(read)
        .collect()
}
