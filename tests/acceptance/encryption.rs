//! Encrypted data at rest, as a person encrypts, uses and decrypts them: what lies in the data
//! directory, who opens it, and what a kill leaves.
#![cfg(unix)]

use acceptance::{Run, Scratch, Seed, has};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const WORDS: &str = "a red house by the sea";
const QUESTION: &str = "List all dates";

/// A data directory with three documents and an answer; without models, so that nothing else is
/// recorded.
fn filled() -> Scratch {
    let scratch = Scratch::without_models();
    let mut arguments = vec!["docs".to_owned(), "add".to_owned()];
    for number in 1..=3 {
        let text = format!("Paper {number}\nThe wisteria fee is due on 4 May 202{number}.\n");
        arguments.push(scratch.file(&format!("{number}.txt"), text.repeat(60)));
    }
    scratch.run(&arguments).assert_code(0);
    scratch.run(&["ask", QUESTION]).assert_code(0);
    scratch
}

/// A file with a passphrase that nobody else can read.
fn passphrase_file(scratch: &Scratch, name: &str, words: &str) -> String {
    let path = scratch.file(name, format!("{words}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    path
}

/// The arguments, with the file of the passphrase.
fn with<'a>(arguments: &[&'a str], file: &'a str) -> Vec<&'a str> {
    [arguments, &["--passphrase-file", file]].concat()
}

fn head(scratch: &Scratch, file: &str) -> Value {
    let check = scratch.json(&with(&["audit", "verify"], file));
    assert_eq!(check["first_bad"], Value::Null, "{check}");
    assert_eq!(check["file_damages"], serde_json::json!([]), "{check}");
    check["head_hash"].clone()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The files below the data directory and beside it that hold any of these words.
fn holding(scratch: &Scratch, words: &[&str]) -> Vec<PathBuf> {
    let mut all = files(scratch.data());
    all.extend(files(&scratch.state()));
    assert!(!all.is_empty());
    all.retain(|path| {
        let bytes = std::fs::read(path).unwrap();
        words.iter().any(|word| {
            bytes
                .windows(word.len())
                .any(|found| found == word.as_bytes())
        })
    });
    all
}

#[test]
fn nothing_is_to_be_read_in_an_encrypted_data_directory_and_the_trail_stays_the_same() {
    let scratch = filled();
    let file = passphrase_file(&scratch, "words", WORDS);
    let secret = [
        "wisteria",
        "magnolia",
        "CREATE TABLE",
        "document_sha256",
        WORDS,
    ];
    assert!(!holding(&scratch, &secret).is_empty(), "the test can fail");
    let before = head(&scratch, &file);
    // A table of questions lies in a file of its own.
    let table = scratch.data().join("tables/0a-1.json");
    std::fs::create_dir_all(table.parent().unwrap()).unwrap();
    std::fs::write(&table, r#"{"title":"magnolia"}"#).unwrap();

    let led = scratch.json(&with(&["vault", "encrypt"], &file));
    assert_eq!(led["head_hash"], before);
    assert_eq!(holding(&scratch, &secret), Vec::<PathBuf>::new());
    assert_eq!(head(&scratch, &file), before);

    // Everything works, and leaves nothing either.
    let more = scratch.file("4.txt", "Paper 4\nThe wisteria fee is due on 4 May 2024.\n");
    scratch
        .run(&with(&["docs", "add", &more], &file))
        .assert_code(0);
    let ask = ["ask", QUESTION];
    scratch.run(&with(&ask, &file)).assert_code(0);
    let found = scratch.run(&with(&["search", "wisteria"], &file));
    assert!(found.stdout.contains("1.txt"), "{found}");
    let questions = scratch.file("q.csv", "question\nList all dates\n");
    let out = scratch.path("table.csv").display().to_string();
    let first = scratch.path("1.txt").display().to_string();
    let batch = [
        "batch",
        "--questions",
        &questions,
        "--out",
        &out,
        "--docs",
        &first,
    ];
    scratch.run(&with(&batch, &file)).assert_code(0);
    let doctor = scratch.run(&with(&["doctor"], &file));
    assert!(
        doctor
            .stdout
            .contains("the vault is encrypted with a passphrase")
    );
    assert_eq!(holding(&scratch, &secret), Vec::<PathBuf>::new());

    let after = head(&scratch, &file);
    assert_ne!(after, before);
    let led = scratch.json(&with(&["vault", "decrypt"], &file));
    assert_eq!(led["head_hash"], after);
    assert_eq!(head(&scratch, &file), after);
    scratch.assert_sound();
    assert_eq!(std::fs::read(&table).unwrap(), br#"{"title":"magnolia"}"#);
    let listed = scratch.json(&["docs", "list"]);
    assert_eq!(listed.as_array().unwrap().len(), 4);
}

#[test]
fn collections_backups_and_the_service_keep_to_the_encryption() {
    let scratch = filled();
    let file = passphrase_file(&scratch, "words", WORDS);
    let collect = [
        "docs",
        "collect",
        "magnolia",
        "1.txt",
        "--questions",
        "contract",
    ];
    scratch.run(&collect).assert_code(0);
    let secret = ["wisteria", "magnolia", WORDS];
    assert!(holding(&scratch, &secret).len() > 1, "the test can fail");
    scratch
        .run(&with(&["vault", "encrypt"], &file))
        .assert_code(0);
    let listed = scratch.json(&with(&["docs", "list", "--collection", "magnolia"], &file));
    assert_eq!(listed.as_array().unwrap().len(), 1);

    // A backup is encrypted, and comes back with its key file and the passphrase alone.
    let backup = scratch.data().join("backup.sqlite").display().to_string();
    scratch
        .run(&with(&["vault", "backup", &backup], &file))
        .assert_code(0);
    assert_eq!(holding(&scratch, &secret), Vec::<PathBuf>::new());
    let other = Scratch::without_models();
    other.run(&["vault", "restore", &backup]).assert_code(2);
    other
        .run(&with(&["vault", "restore", &backup], &file))
        .assert_code(0);
    let restored = other.json(&with(&["docs", "list"], &file));
    assert_eq!(restored.as_array().unwrap().len(), 3);

    // The service asks nobody: its input is the requests.
    let refused = scratch.run(&["serve", "--stdio"]);
    refused.assert_code(2);
    assert!(refused.stderr.contains("--passphrase-file"), "{refused}");
    let mistaken = scratch.run(&["serve", "--stdio", "--passphrase-file", "/dev/stdin"]);
    mistaken.assert_code(2);
    assert!(
        mistaken.stderr.contains("brings the requests"),
        "{mistaken}"
    );
    let request = r#"{"jsonrpc": "2.0", "id": 1, "method": "documents"}"#;
    let served = scratch
        .attest(&with(&["serve", "--stdio"], &file))
        .input(&format!("{request}\n"))
        .run();
    served.assert_code(0);
    let reply: Value = serde_json::from_str(served.stdout.trim()).unwrap();
    assert_eq!(reply["result"]["total"], 3, "{reply}");
    assert_eq!(holding(&scratch, &secret), Vec::<PathBuf>::new());
}

#[test]
fn without_the_passphrase_nothing_opens_and_every_message_says_what_to_do() {
    let scratch = filled();
    let file = passphrase_file(&scratch, "words", WORDS);
    scratch
        .run(&with(&["vault", "encrypt"], &file))
        .assert_code(0);
    let whole = std::fs::read(scratch.data().join("attest.sqlite")).unwrap();
    let told = |arguments: &[&str], words: &str| {
        let run = scratch.run(arguments);
        run.assert_code(2);
        assert!(
            run.stderr.contains(words) && run.stderr.contains("hint: "),
            "{run}"
        );
    };
    let wrong = passphrase_file(&scratch, "wrong", "a red house by the lake");
    let commands: [&[&str]; 5] = [
        &["docs", "list"],
        &["ask", QUESTION],
        &["audit", "verify"],
        &["doctor"],
        &["vault", "decrypt"],
    ];
    for arguments in commands {
        told(&with(arguments, &wrong), "not the passphrase of the vault");
    }
    for arguments in commands {
        told(arguments, "no passphrase was given");
        assert!(scratch.run(arguments).stderr.contains("--passphrase-file"));
    }
    told(&with(&["vault", "encrypt"], &file), "encrypted already");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    told(
        &with(&["docs", "list"], &file),
        "can be read or written by others",
    );
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let short = passphrase_file(&scratch, "short", "short");
    let change = ["vault", "change-key", "--new-passphrase-file", &short];
    told(&with(&change, &file), "8 letters at least");
    assert_eq!(
        std::fs::read(scratch.data().join("attest.sqlite")).unwrap(),
        whole
    );
    // Nothing is opened where nothing is kept.
    let ask = ["ask", QUESTION, "--ephemeral", "--doc"];
    let document = scratch.path("1.txt").display().to_string();
    scratch
        .run(&[&ask[..], &[&document]].concat())
        .assert_code(0);
    scratch.run(&with(&["docs", "list"], &file)).assert_code(0);
}

#[test]
fn another_passphrase_opens_and_the_old_one_no_more() {
    let scratch = filled();
    let old = passphrase_file(&scratch, "old", WORDS);
    let new = passphrase_file(&scratch, "new", "a blue boat");
    scratch
        .run(&with(&["vault", "encrypt"], &old))
        .assert_code(0);
    let change = ["vault", "change-key", "--new-passphrase-file", &new];
    scratch.run(&with(&change, &old)).assert_code(0);
    scratch.run(&with(&["docs", "list"], &old)).assert_code(2);
    scratch.run(&with(&["docs", "list"], &new)).assert_code(0);
}

/// Kills a command at random moments of its run, each time on a copy of what was prepared.
fn kill_it(prepared: &Scratch, arguments: &[&str], then: impl Fn(&Scratch, &Run)) {
    const KILLS: u64 = 8;
    let mut seed = Seed(20_261_124);
    let whole = prepared.copy();
    let begun = Instant::now();
    whole.run(arguments).assert_code(0);
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap();
    for _ in 0..KILLS {
        let scratch = prepared.copy();
        let command = scratch.attest(arguments);
        let mut child = command.start();
        std::thread::sleep(Duration::from_micros(seed.below(micros)));
        let _ = child.kill();
        let killed = command.finish(child);
        then(&scratch, &killed);
        let halves = files(scratch.data());
        let is_half = |path: &&PathBuf| path.to_string_lossy().ends_with(".new");
        assert_eq!(halves.iter().find(is_half), None, "after it was opened");
    }
}

#[test]
fn killed_in_the_middle_there_is_one_whole_vault() {
    let prepared = filled();
    let file = passphrase_file(&prepared, "words", WORDS);
    let before = head(&prepared, &file);
    kill_it(
        &prepared,
        &with(&["vault", "encrypt"], &file),
        |scratch, killed| {
            scratch.run(&with(&["docs", "list"], &file)).assert_code(0);
            assert_eq!(head(scratch, &file), before, "{killed}");
        },
    );
    prepared
        .run(&with(&["vault", "encrypt"], &file))
        .assert_code(0);
    kill_it(
        &prepared,
        &with(&["vault", "decrypt"], &file),
        |scratch, killed| {
            scratch.run(&with(&["docs", "list"], &file)).assert_code(0);
            assert_eq!(head(scratch, &file), before, "{killed}");
        },
    );
    let new = passphrase_file(&prepared, "new", "a blue boat");
    let change = ["vault", "change-key", "--new-passphrase-file", &new];
    kill_it(&prepared, &with(&change, &file), |scratch, killed| {
        let mut codes = [&file, &new].map(|file| scratch.run(&with(&["docs", "list"], file)).code);
        codes.sort_unstable();
        // One of the two opens it, and the other is refused.
        assert_eq!(codes, [0, 2], "{killed}");
    });
}

/// Types at a terminal of the program's own: when it asks, what is next of the lines. Prints
/// everything that the terminal showed.
const TYPIST: &str = r#"
import os, pty, sys, termios, time
lines = sys.argv[1].split("|")
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    try:
        more = os.read(terminal, 1000)
    except OSError:
        break
    if not more:
        break
    shown += more
    if lines and more.endswith(b": ") and (b"assphrase: " in more or b"nce more: " in more):
        # A person takes longer to begin than the program takes to switch the echo off.
        for _ in range(500):
            if not termios.tcgetattr(terminal)[3] & termios.ECHO:
                break
            time.sleep(0.01)
        os.write(terminal, lines.pop(0).encode() + b"\n")
sys.stdout.write(shown.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"#;

#[test]
fn a_terminal_is_asked_once_without_showing_what_is_typed() {
    if !has("python3", &["--version"]) {
        return;
    }
    let scratch = filled();
    let typed = |lines: &str, arguments: &[&str]| {
        let command = scratch.attest(arguments);
        let run = command.under("python3", &["-c", TYPIST, lines]).run();
        assert!(!run.stdout.contains("red house"), "{run}");
        run
    };
    let unlike = typed(&format!("{WORDS}|another one"), &["vault", "encrypt"]);
    unlike.assert_code(2);
    assert!(unlike.stdout.contains("not the same"), "{unlike}");
    typed(&format!("{WORDS}|{WORDS}"), &["vault", "encrypt"]).assert_code(0);
    let listed = typed(WORDS, &["docs", "list"]);
    listed.assert_code(0);
    assert_eq!(listed.stdout.matches("Passphrase: ").count(), 1, "{listed}");
    assert!(listed.stdout.contains("1.txt"), "{listed}");
    let again = typed(&format!("wrong words|{WORDS}"), &["docs", "list"]);
    again.assert_code(0);
    typed("wrong words|wrong again|and again", &["docs", "list"]).assert_code(2);
}
