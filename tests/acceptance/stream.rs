//! Data on standard output, everything else on standard error; one JSON value
//! with `--json`; exit codes.

use acceptance::{SAMPLE, Scratch, executable, skip};
use serde_json::Value;

/// Commands that end with 0 on a data directory that holds the sample.
const DONE: [&[&str]; 9] = [
    &["docs", "list"],
    &["docs", "add", SAMPLE],
    &["search", "premium"],
    &["search", "zebra"],
    &["contracts", "list"],
    &["contracts", "show", "amount"],
    &["models", "list"],
    &["audit", "list"],
    &["audit", "verify"],
];

fn with_sample() -> Scratch {
    let scratch = Scratch::new();
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    scratch
}

#[test]
fn data_goes_to_standard_output_and_nothing_to_standard_error() {
    let scratch = with_sample();
    for arguments in DONE {
        let run = scratch.run(arguments);
        run.assert_code(0);
        assert_eq!(run.stderr, "", "{run}");
        assert!(
            run.stdout.ends_with('\n') && !run.stdout.ends_with("\n\n"),
            "{run}"
        );
    }
}

#[test]
fn json_is_exactly_one_value_on_one_line() {
    let scratch = with_sample();
    for arguments in DONE {
        let mut command = scratch.attest(arguments);
        let run = command.argument("--json").run();
        run.assert_code(0);
        assert_eq!(run.stderr, "", "{run}");
        assert_eq!(run.stdout.matches('\n').count(), 1, "{run}");
        let value = run.json();
        assert!(value.is_object() || value.is_array(), "{run}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    let scratch = Scratch::new();
    for arguments in [["--help"], ["--version"]] {
        let run = scratch.run(&arguments);
        run.assert_code(0);
        assert_eq!(run.stderr, "", "{run}");
        assert!(run.stdout.contains("attest"), "{run}");
    }
    assert!(
        !scratch.data().exists(),
        "asking for help makes no data directory"
    );
}

/// What a run that cannot be done says, and its exit code.
const REFUSED: [(&[&str], i32, &str); 7] = [
    (&["docs", "add", "no/such/file"], 2, "no/such/file"),
    (&["docs", "show", "0123"], 2, "0123"),
    (
        &["audit", "show", "0123456789abcdef"],
        2,
        "0123456789abcdef",
    ),
    (&["contracts", "show", "fruit"], 2, "fruit"),
    (&["models", "check", "nobody"], 2, "nobody"),
    (&["ask", "Which one?", "--type", "fruit"], 2, "fruit"),
    (
        &[
            "batch",
            "--docs",
            SAMPLE,
            "--questions",
            "no/such.txt",
            "--out",
            "x.csv",
        ],
        2,
        "no/such.txt",
    ),
];

#[test]
fn errors_go_to_standard_error_with_what_to_do() {
    let scratch = Scratch::new();
    for (arguments, code, named) in REFUSED {
        let run = scratch.run(arguments);
        run.assert_code(code);
        assert_error(&run, named);
    }
}

/// `error:` and `hint:` lines on standard error, the thing named in the first.
fn assert_error(run: &acceptance::Run, named: &str) {
    let lines: Vec<&str> = run.stderr.lines().collect();
    let error = lines.iter().find(|line| line.starts_with("error: "));
    assert!(
        error.is_some_and(|line| line.contains(named)),
        "no `error:` line that names {named}: {run}"
    );
    let hint = lines.iter().find_map(|line| line.strip_prefix("hint: "));
    assert!(
        hint.is_some_and(|hint| !hint.trim().is_empty()),
        "no `hint:` line: {run}"
    );
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.starts_with("error: "))
            .count(),
        1,
        "the error is said once: {run}"
    );
}

#[test]
fn an_error_with_json_is_one_value_on_standard_error() {
    let scratch = Scratch::new();
    for (arguments, code, named) in REFUSED {
        let run = scratch.attest(arguments).argument("--json").run();
        run.assert_code(code);
        let value: Value = serde_json::from_str(run.stderr.trim_end())
            .unwrap_or_else(|_| panic!("not JSON: {run}"));
        for name in ["kind", "message", "help"] {
            let words = value["error"][name].as_str().unwrap_or_default();
            assert!(!words.trim().is_empty(), "no {name}: {run}");
        }
        assert!(
            value["error"]["message"].as_str().unwrap().contains(named),
            "{run}"
        );
    }
}

#[test]
fn a_wrong_command_line_is_exit_code_2() {
    let wrong: [&[&str]; 6] = [
        &[],
        &["fly"],
        &["ask"],
        &["ask", "?", "--fly"],
        &["ask", "?", "--shape", "cube"],
        &["docs", "add"],
    ];
    for arguments in wrong {
        let run = acceptance::Command::new(&executable())
            .arguments(arguments)
            .run();
        run.assert_code(2);
        assert_eq!(run.stdout, "", "{run}");
        assert!(run.stderr.contains("--help"), "what to do: {run}");
    }
}

#[test]
fn a_check_that_says_no_is_exit_code_1() {
    let scratch = Scratch::new();
    let grammar = scratch.file("a.gbnf", "root ::= \"a\"\n");
    let yes = scratch.file("yes", "a\n");
    let no = scratch.file("no", "b\n");
    scratch
        .run(&["grammar", "check", &grammar, &yes])
        .assert_code(0);
    scratch
        .run(&["grammar", "check", &grammar, &no])
        .assert_code(1);
    scratch
        .run(&["grammar", "check", &grammar, &yes, &no, &yes])
        .assert_code(1);
    scratch
        .attest(&["grammar", "check", &grammar, "-"])
        .input("a")
        .run()
        .assert_code(0);
    scratch
        .attest(&["grammar", "check", &grammar, "-"])
        .input("")
        .run()
        .assert_code(1);
}

#[test]
fn the_data_directory_comes_from_the_variable_when_no_argument_names_it() {
    let scratch = Scratch::new();
    let home = scratch.path("home").display().to_string();
    let run = |arguments: &[&str]| {
        acceptance::Command::new(&executable())
            .arguments(arguments)
            .variable("ATTEST_HOME", &home)
            .run()
    };
    run(&["docs", "add", SAMPLE]).assert_code(0);
    assert!(scratch.path("home/attest.sqlite").is_file());
    assert_eq!(
        run(&["docs", "list", "--json"])
            .json()
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// A command whose streams the test holds itself.
fn list_contracts(scratch: &Scratch) -> std::process::Command {
    let mut command = std::process::Command::new(executable());
    command.args(["contracts", "list", "--data-dir"]);
    command.arg(scratch.data());
    command
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let scratch = Scratch::new();
    let mut child = list_contracts(&scratch)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The pipe is closed before the program has anything to say.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn output_that_cannot_be_written_is_a_failure() {
    if !std::path::Path::new("/dev/full").exists() {
        return skip("there is no /dev/full").unwrap_or_default();
    }
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let scratch = Scratch::new();
    let output = list_contracts(&scratch).stdout(full).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.starts_with("error: standard output") && told.contains("hint: "),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(3));
}
