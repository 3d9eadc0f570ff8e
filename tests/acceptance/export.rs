//! Exports of the vault: what other programs find in the folder, and that this one finds every change.

use acceptance::{Run, Scratch, Seed, has};
use serde_json::Value;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A vault with two documents and an answer about the first, its review, and a document that was
/// erased.
fn vault() -> Scratch {
    let scratch = Scratch::without_models();
    for name in ["a", "b", "gone"] {
        let text = format!("The fee of {name} is 5 USD.\n");
        let path = scratch.file(&format!("{name}.txt"), text);
        scratch.run(&["docs", "add", &path]).assert_code(0);
    }
    let path = scratch.path("a.txt").display().to_string();
    let answer = scratch.json(&["ask", "List all amounts", "--doc", &path]);
    let record = answer["record_id"].as_str().unwrap();
    let review = ["review", "accept", record, "--reviewer", "Ada"];
    scratch.run(&review).assert_code(0);
    let gone = scratch.path("gone.txt").display().to_string();
    let id = acceptance::sha256(std::fs::read(gone).unwrap());
    scratch
        .run(&["docs", "remove", &id, "--erase"])
        .assert_code(0);
    scratch
}

fn export(scratch: &Scratch, more: &[&str]) -> (PathBuf, Value) {
    let place = scratch.path("export");
    let folder = place.display().to_string();
    let made = scratch.json(&[&["vault", "export", &folder], more].concat());
    (place, made)
}

fn lines(place: &Path, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(place.join(name)).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn check(scratch: &Scratch, place: &Path, more: &[&str]) -> Run {
    let folder = place.display().to_string();
    scratch.run(&[&["audit", "verify", "--export", &folder], more].concat())
}

#[test]
fn other_programs_read_an_export_and_a_stranger_checks_it_with_the_key_alone() {
    let (scratch, stranger) = (vault(), Scratch::without_models());
    let (place, made) = export(&scratch, &[]);
    let documents = lines(&place, "documents.jsonl");
    let titles: Vec<&Value> = documents.iter().map(|one| &one["title"]).collect();
    assert_eq!(titles, ["a.txt", "b.txt"]);
    for document in &documents {
        let file = std::fs::read(place.join(document["file"].as_str().unwrap())).unwrap();
        assert_eq!(document["id"], acceptance::sha256(file));
    }
    let answers = lines(&place, "answers.jsonl");
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["question"], "List all amounts");
    assert_eq!(answers[0]["document_ids"][0], documents[0]["id"]);
    let reviews = lines(&place, "reviews.jsonl");
    assert_eq!(reviews[0]["answer_id"], answers[0]["record_id"]);
    let records = scratch.json(&["audit", "list"]);
    assert_eq!(records[0]["kind"], "export");
    assert_eq!(records[0]["body"]["sha256"], made["sha256"]);
    let exported = lines(&place, "records.jsonl");
    assert_eq!(exported.len() + 1, records.as_array().unwrap().len());
    scratch.assert_sound();

    let key = made["key"].as_str().unwrap();
    let run = check(&stranger, &place, &["--key", key]);
    run.assert_code(0);
    assert!(run.stdout.contains("2 documents"), "{run}");
    assert!(run.stdout.contains("erased before"), "{run}");
    // The vault knows its own key; nobody else does.
    check(&scratch, &place, &[]).assert_code(0);
    assert_eq!(check(&stranger, &place, &[]).code, 2);
    stranger.assert_empty();
    if !has("sha256sum", &["--version"]) {
        return;
    }
    let mut sums = Command::new("sha256sum");
    sums.args(["--quiet", "-c", "SHA256SUMS"])
        .current_dir(&place);
    assert!(sums.status().unwrap().success());
}

#[test]
fn a_changed_export_is_refused_and_a_name_that_is_taken_too() {
    let scratch = vault();
    let (place, _) = export(&scratch, &[]);
    let folder = place.display().to_string();
    let run = scratch.run(&["vault", "export", &folder]);
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stderr.contains("is there already"), "{run}");
    let file = place.join("answers.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("List all amounts", "List no amounts")).unwrap();
    let run = check(&scratch, &place, &[]);
    assert_eq!(run.code, 1, "{run}");
    let said = "answers.jsonl of the export: it was changed";
    assert!(run.stderr.contains(said), "{run}");
}

#[cfg(unix)]
#[test]
fn an_encrypted_vault_is_exported_by_who_opens_it() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = vault();
    let file = scratch.file("words", "a red house by the sea\n");
    let rights = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let opened = ["--passphrase-file", file.as_str()];
    scratch
        .run(&[&["vault", "encrypt"], opened.as_slice()].concat())
        .assert_code(0);
    let folder = scratch.path("closed").display().to_string();
    let run = scratch.run(&["vault", "export", &folder]);
    assert_eq!(run.code, 2, "{run}");
    assert!(!Path::new(&folder).exists());
    let (place, made) = export(&scratch, &opened);
    assert_eq!(made["documents"], 2, "{made}");
    assert_eq!(
        (rights(&place), rights(&place.join("records.jsonl"))),
        (0o700, 0o600)
    );
    check(&scratch, &place, &opened).assert_code(0);
    // The copy that it was made of is gone.
    let names: Vec<_> = std::fs::read_dir(scratch.path("")).unwrap().collect();
    let names: Vec<String> = names
        .into_iter()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        !names.iter().any(|name| name.contains("partial")),
        "{names:?}"
    );
}

/// The largest file that a run may write is smaller than the copy of the vault that an export is made
/// of: the system ends it in the middle of that.
#[test]
fn ended_while_it_writes_there_is_no_export() {
    if !has("sh", &["-c", "ulimit -f 8"]) {
        return;
    }
    let scratch = vault();
    let place = scratch.path("export");
    let folder = place.display().to_string();
    let limited = ["-c", "ulimit -c 0; ulimit -f 8; exec \"$@\"", "sh"];
    let command = scratch.attest(&["vault", "export", &folder]);
    let command = command.under("sh", &limited);
    let ended = command.finish(command.start());
    assert_eq!(ended.code, -1, "{ended}");
    assert!(!place.exists(), "{ended}");
    export(&scratch, &[]);
    check(&scratch, &place, &[]).assert_code(0);
    scratch.assert_sound();
}

#[test]
fn killed_when_it_has_said_so_the_export_is_whole() {
    let scratch = vault();
    let place = scratch.path("export");
    let folder = place.display().to_string();
    let command = scratch.attest(&["vault", "export", &folder]);
    let mut child = command.start();
    let mut first = [0];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    let _ = child.kill();
    command.finish(child);
    check(&scratch, &place, &[]).assert_code(0);
    scratch.assert_sound();
}

/// Killed at any moment, nothing that has the name of an export is less than one, and the next one is
/// made.
#[test]
fn killed_at_any_moment_no_export_is_less_than_whole() {
    const KILLS: u64 = 8;
    let scratch = vault();
    let begun = Instant::now();
    export(&scratch, &[]);
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap();
    let mut seed = Seed(20_261_125);
    let mut broken = Vec::new();
    for number in 0..KILLS {
        let place = scratch.path(&format!("export-{number}"));
        let folder = place.display().to_string();
        let command = scratch.attest(&["vault", "export", &folder]);
        let mut child = command.start();
        std::thread::sleep(Duration::from_micros(seed.below(micros)));
        let _ = child.kill();
        let killed = command.finish(child);
        if place.exists() && check(&scratch, &place, &[]).code != 0 {
            broken.push(killed.to_string());
        }
        let again = scratch.path(&format!("again-{number}"));
        let folder = again.display().to_string();
        scratch.run(&["vault", "export", &folder]).assert_code(0);
        check(&scratch, &again, &[]).assert_code(0);
    }
    assert_eq!(broken, [] as [String; 0]);
    scratch.assert_sound();
}
