//! The log file: what is in it, what is never in it, and where it lies.

use crate::worker::kill_readers;
use acceptance::{Command, SAMPLE, Scratch, redact, take_model};
use regex::Regex;
use std::path::{Path, PathBuf};

/// A word that stands in a text, a file's name, a folder's, a question, a schema, a label and an
/// answer, and must stand nowhere in the log.
const MARKER: &str = "zanzibarquark";
/// A number that does, too.
const NUMBER: &str = "918273645";

/// A public key: the example of docs/deploy.md.
const KEY: &str = "RWTc2hvwxyY3pDN6HXGo73Djh/AM9JJL8ieh1oJELXv4W0iJzdg10W0E";

/// What a line may look like: fields of lower-case names with values that hold no text.
const LINE: &str = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (error|warn|info|debug) \d+ [a-z._]+( [a-z_]+=[a-z0-9._-]+)*$";

/// The log's files below a state directory.
fn files(state: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![state.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "log") {
                found.push(path);
            }
        }
    }
    found
}

/// The whole log of a scratch folder.
fn log(scratch: &Scratch) -> String {
    let texts = files(&scratch.state()).into_iter();
    texts
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

fn debugging(scratch: &Scratch, arguments: &[&str]) -> Command {
    let mut command = scratch.attest(arguments);
    command.variable("ATTEST_LOG", "debug");
    command
}

/// A contract of some pages, with the marker in each line.
fn document(scratch: &Scratch) -> String {
    let clause = |number: u32| {
        format!(
            "Clause {number}. The fee for service number {number} of {MARKER} is {} USD, payable each month in \
             advance to account {NUMBER}, and the fee is raised on the first day of the year by the rate that \
             section {number} names.\n\n",
            100 + number
        )
    };
    let text: String = (1..80).map(clause).collect();
    scratch.file(&format!("{MARKER}/{MARKER}.txt"), text)
}

/// Everything that a person may do with words of their own, with the exit code.
fn acts(scratch: &Scratch, document: &str) -> Vec<(i32, Vec<String>)> {
    let schema = format!(
        r#"{{"type": "object", "properties": {{"{MARKER}": {{"type": "string", "description": "the {MARKER} of the fee"}}}}, "required": ["{MARKER}"]}}"#
    );
    let schema = scratch.file(&format!("{MARKER}.json"), schema);
    let broken = scratch.file(&format!("{MARKER}.pdf"), format!("%PDF-1.7 {MARKER}"));
    let folder = scratch.path(MARKER).display().to_string();
    let missing = format!("/nonexistent/{MARKER}.txt");
    let question = format!("What is the fee of {MARKER} for service number 17?");
    let table = scratch.path(&format!("{MARKER}.csv")).display().to_string();
    let questions = scratch.file(
        &format!("{MARKER}-questions.csv"),
        format!("question,type\n{question},amount\n"),
    );
    let ask = |more: &[&str]| {
        let mut arguments = vec!["ask".to_owned(), question.clone()];
        arguments.extend(["--doc".to_owned(), document.to_owned()]);
        arguments.extend(more.iter().map(|&one| one.to_owned()));
        arguments
    };
    let said = |words: &[&str]| words.iter().map(|&one| one.to_owned()).collect::<Vec<_>>();
    vec![
        (0, said(&["docs", "add", document])),
        (2, said(&["docs", "add", &broken])),
        (2, said(&["docs", "add", &missing])),
        (0, said(&["search", MARKER])),
        (0, ask(&["--type", "amount"])),
        (0, ask(&["--type", "cited_text"])),
        (
            0,
            ask(&["--type", "list", "--filter", &format!("title={MARKER}.txt")]),
        ),
        (
            0,
            ask(&[
                "--type",
                "classification",
                "--labels",
                &format!("{MARKER},other"),
            ]),
        ),
        (0, ask(&["--schema", &schema])),
        (2, ask(&["--type", MARKER])),
        (2, ask(&["--model", MARKER])),
        (2, said(&["models", "unpack", &missing, "--key", KEY])),
        (1, said(&["models", "unpack", &folder, "--key", KEY])),
        (
            2,
            said(&["compare", &questions, "--models", MARKER, "--out", &table]),
        ),
        (
            1,
            said(&["verify-answer", &question, MARKER, "--doc", document]),
        ),
        (
            0,
            said(&[
                "batch",
                "--docs",
                document,
                "--questions",
                &questions,
                "--out",
                &table,
            ]),
        ),
    ]
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
fn nothing_of_a_document_a_question_or_a_path_is_in_the_log() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let document = document(scratch);
    let acts = acts(scratch, &document);
    let run = |arguments: &[String]| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        debugging(scratch, &arguments).run()
    };
    let (done, refused): (Vec<_>, Vec<_>) = acts.into_iter().partition(|(code, _)| *code == 0);
    assert!(done.len() > 5 && refused.len() > 5);
    for (code, arguments) in &done {
        run(arguments).assert_code(*code);
    }
    // A person is told what was wrong with their words; the log is not.
    for (code, arguments) in &refused {
        let run = run(arguments);
        assert!(run.both().contains(MARKER), "{run}");
        run.assert_code(*code);
    }
    // A worker that dies in the middle of the passages, twice.
    let question = format!("What is the fee of {MARKER} for service number 18?");
    let command = debugging(
        scratch,
        &["ask", &question, "--type", "amount", "--doc", &document],
    );
    let mut child = command.start();
    kill_readers(&mut child, 2);
    command.finish(child).assert_code(3);

    let text = log(scratch);
    let line = Regex::new(LINE).unwrap();
    for one in text.lines() {
        assert!(line.is_match(one), "{one}");
    }
    let plain = text.to_lowercase();
    assert!(!plain.contains(MARKER) && !plain.contains(NUMBER), "{text}");
    assert!(
        !plain.contains("nonexistent") && !plain.contains('/'),
        "{text}"
    );
    // It is not for being empty that nothing is in it.
    for told in [
        " program.start version=",
        " process.start kind=document process=",
        " process.start kind=reader process=",
        " process.start kind=embedding process=",
        " process.crash kind=reader process=",
        " signal=9 ",
        " process.restart kind=reader",
        " import document=",
        " format=text pages=",
        " error=document ms=",
        " program.error error=",
        " program.error error=transfer",
        " stage stage=retrieve ms=",
        " stage stage=check ms=",
        " stage stage=record ms=",
        " request kind=reader ms=",
        " answer record=",
        " status=ok decision=",
        " status=failed decision=failed error=engine",
        " answer.times retrieve_ms=",
    ] {
        assert!(text.contains(told), "{told:?} is missing in {text}");
    }
}

#[test]
fn the_log_is_a_persons_own_and_off_where_that_is_said() {
    let scratch = Scratch::new();
    let add = ["docs", "add", SAMPLE];
    let mut off = scratch.attest(&add);
    off.variable("ATTEST_LOG", "off").run().assert_code(0);
    assert_eq!(files(&scratch.state()), Vec::<PathBuf>::new());
    let mut loud = scratch.attest(&add);
    let run = loud.variable("ATTEST_LOG", "loud").run();
    run.assert_code(2);
    assert!(run.stderr.contains("ATTEST_LOG"), "{run}");
    let mut quiet = scratch.attest(&["docs", "add", "no/such/file"]);
    quiet.variable("ATTEST_LOG", "error").run().assert_code(2);
    assert_eq!(log(&scratch).lines().count(), 1, "{}", log(&scratch));
    let found = files(&scratch.state());
    assert_eq!(found.len(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&found[0]).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    // What is kept nowhere is logged nowhere.
    let scratch = Scratch::new();
    let ask = [
        "ask",
        "Which day?",
        "--doc",
        SAMPLE,
        "--ephemeral",
        "--type",
        "no_such_type",
    ];
    scratch.run(&ask).assert_code(2);
    assert_eq!(files(&scratch.state()), Vec::<PathBuf>::new());
}

#[test]
fn doctor_shows_the_log() {
    let scratch = Scratch::new();
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    scratch.run(&["docs", "add", "no/such/file"]).assert_code(2);
    let run = scratch.run(&["doctor", "--logs"]);
    run.assert_code(0);
    // What differs from run to run: the processes, and how long they took.
    let mut text = redact(&run.stdout);
    for (pattern, replacement) in [
        (r"(?m)^(\[time\] \w+) \d+ ", "$1 [process] "),
        (r"\b(process|ms)=\d+", "$1=[$1]"),
        // Whether it was at its end already when it was no longer needed.
        (r"process\.(end|killed) ", "process.[end or killed] "),
        (r"(?m)^(size +)\d+ bytes", "$1[size] bytes"),
        (r"/[0-9a-f]{32}/", "/[data directory's hash]/"),
    ] {
        let pattern = Regex::new(pattern).unwrap();
        text = pattern.replace_all(&text, replacement).into_owned();
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("logs", text);
    });
    let report = scratch.json(&["doctor", "--logs"]);
    assert_eq!(report["level"], "info");
    assert_eq!(report["max_bytes"], 4 << 20);
    assert!(report["lines"].as_array().unwrap().len() > 5);
    // A log that cannot be written is said, and stops nothing.
    let path = report["path"].as_str().unwrap();
    std::fs::remove_file(path).unwrap();
    std::fs::create_dir(path).unwrap();
    scratch.run(&["docs", "list"]).assert_code(0);
    let run = scratch.run(&["doctor", "--logs"]);
    run.assert_code(2);
    assert!(run.stderr.contains("attest.log"), "{run}");
}
