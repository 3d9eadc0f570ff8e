//! Checkpoints, proofs and witnesses from one person's machine to another's:
//! what holds is believed, and each tampering is found by whom
//! docs/proofs.md says.

use acceptance::{Run, Scratch, has, root};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents `from..to`, one record each.
pub(super) fn add(scratch: &Scratch, documents: std::ops::Range<u32>) {
    for number in documents {
        let path = scratch.file(
            &format!("{number}.txt"),
            format!("The fee of part {number} is {number} USD.\n"),
        );
        scratch.run(&["docs", "add", &path]).assert_code(0);
    }
}

pub(super) fn vault_of(documents: u32) -> Scratch {
    let scratch = Scratch::without_models();
    add(&scratch, 0..documents);
    scratch
}

fn text_of(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap().to_owned()
}

/// A new checkpoint in a file, and the vault's key.
pub(super) fn checkpoint(scratch: &Scratch, name: &str) -> (String, String) {
    let path = scratch.path(name).display().to_string();
    let made = scratch.json(&["audit", "checkpoint", "--out", &path]);
    (path, text_of(&made, "key"))
}

fn record_id(scratch: &Scratch, sequence: u64) -> String {
    let records = scratch.json(&["audit", "list"]);
    let records = records.as_array().unwrap();
    let found = records.iter().find(|one| one["sequence"] == sequence);
    text_of(found.unwrap(), "id")
}

/// The proof of a record in a file.
fn prove(scratch: &Scratch, sequence: u64) -> String {
    let path = scratch
        .path(&format!("{sequence}.tlog-proof"))
        .display()
        .to_string();
    let id = record_id(scratch, sequence);
    scratch
        .run(&["audit", "prove", &id, "--out", &path])
        .assert_code(0);
    path
}

pub(super) fn assert_found(run: &Run, words: &str) {
    assert_eq!(run.code, 1, "{run}");
    assert!(run.both().contains(words), "{words}: {run}");
}

/// The one folder with key and checkpoint.
pub(super) fn seal(scratch: &Scratch) -> PathBuf {
    let mut folders = std::fs::read_dir(scratch.state()).unwrap();
    let folder = folders.next().unwrap().unwrap().path();
    assert!(folders.next().is_none(), "one data directory, one folder");
    folder
}

pub(super) fn sqlite(scratch: &Scratch, statements: &str) {
    let output = Command::new("sqlite3")
        .arg("-bail")
        .arg(scratch.data().join("attest.sqlite"))
        .arg(statements)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_proof_stands_alone_and_no_changed_one_is_believed() {
    let scratch = vault_of(5);
    let (checkpoint, key) = checkpoint(&scratch, "checkpoint");
    let stranger = Scratch::new();
    let mut shown = 0;
    for sequence in 1..=5 {
        let proof = prove(&scratch, sequence);
        let run = stranger.run(&["audit", "verify", "--proof", &proof, "--key", &key]);
        run.assert_code(0);
        let words = format!("record {sequence} is one of the 5 records");
        assert!(run.stdout.contains(&words), "{run}");
        assert!(run.stdout.contains("\"kind\": \"import\""), "{run}");
        // With a checkpoint alone, and on its own machine with neither.
        for trust in [&["--checkpoint", &checkpoint][..], &[]] {
            let arguments = [&["audit", "verify", "--proof", &proof][..], trust].concat();
            scratch.run(&arguments).assert_code(0);
            shown += 1;
        }
    }
    assert_eq!(shown, 10);
    assert!(
        !stranger.data().exists(),
        "no vault is made to check a proof"
    );

    let proof = scratch.path("2.tlog-proof");
    let whole = std::fs::read(&proof).unwrap();
    let check = |bytes: &[u8]| {
        let path = stranger.file("changed", bytes);
        stranger.run(&["audit", "verify", "--proof", &path, "--key", &key])
    };
    check(&whole).assert_code(0);
    for place in (0..whole.len()).step_by(9) {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        let run = check(&changed);
        // A byte that makes it no text at all is input that cannot be used.
        let is_text = std::str::from_utf8(&changed).is_ok();
        assert_eq!(run.code, if is_text { 1 } else { 2 }, "byte {place}: {run}");
        assert!(run.stderr.contains("hint: "), "{run}");
        assert_eq!(run.stdout, "", "{run}");
    }
    let other = vault_of(1);
    let (_, other_key) = self::checkpoint(&other, "checkpoint");
    let path = proof.display().to_string();
    let run = stranger.run(&["audit", "verify", "--proof", &path, "--key", &other_key]);
    assert_found(&run, "the checkpoint is of");
    let run = stranger.run(&["audit", "verify", "--proof", &path]);
    assert_eq!(run.code, 2, "nobody is trusted: {run}");
    assert!(run.stderr.contains("--key"), "{run}");
    let cut = key.trim_end_matches('=');
    stranger
        .run(&["audit", "verify", "--proof", &path, "--key", &cut[1..]])
        .assert_code(2);
    let json = scratch.json(&["audit", "verify", "--proof", &path]);
    assert_eq!(
        (&json["record"]["sequence"], &json["records"]),
        (&2.into(), &5.into())
    );
    // Of a record after the checkpoint there is no proof.
    add(&scratch, 5..6);
    let id = record_id(&scratch, 6);
    let run = scratch.run(&["audit", "prove", &id, "--checkpoint", &checkpoint]);
    assert_eq!(run.code, 2, "{run}");
    assert!(
        run.stderr
            .contains("record 6 is not among the first 5 records"),
        "{run}"
    );
}

#[test]
fn what_came_since_a_checkpoint_is_checked_and_the_rest_is_said_not_to_be() {
    let scratch = vault_of(3);
    let (since, _) = checkpoint(&scratch, "since");
    add(&scratch, 3..5);
    let run = scratch.run(&["audit", "verify", "--since", &since]);
    run.assert_code(0);
    assert!(run.stdout.contains("not looked at"), "{run}");
    let json = scratch.json(&["audit", "verify", "--since", &since]);
    assert_eq!(
        (&json["records"], &json["not_looked_at"]),
        (&5.into(), &3.into())
    );
    assert_eq!(scratch.json(&["audit", "verify"])["not_looked_at"], 0);
    // A checkpoint that was changed is not believed, one of another vault neither.
    let changed = std::fs::read_to_string(&since)
        .unwrap()
        .replacen("\n3\n", "\n4\n", 1);
    let changed = scratch.file("changed", &changed);
    let other = vault_of(3);
    let (other, _) = checkpoint(&other, "other");
    for file in [changed, other] {
        let run = scratch.run(&["audit", "verify", "--since", &file]);
        assert_eq!(run.code, 1, "{run}");
    }
    sqlite(
        &scratch,
        "UPDATE document_use SET document_id = 'x' WHERE sequence = 1",
    );
    let run = scratch.run(&["audit", "verify", "--since", &since]);
    assert_found(&run, "BAD: record 1");
}

#[test]
fn a_witness_finds_what_is_rewritten_and_signed_with_the_vault_s_own_key() {
    let (scratch, witness) = (vault_of(3), vault_of(1));
    let (first, key) = checkpoint(&scratch, "first");
    let out = witness.path("cosigned").display().to_string();
    let run = witness.run(&["audit", "witness", &first]);
    assert_eq!(run.code, 2, "the key is needed the first time: {run}");
    let signed = witness.json(&["audit", "witness", &first, "--key", &key, "--out", &out]);
    assert_eq!(
        (&signed["records"], &signed["seen_records"]),
        (&3.into(), &Value::Null)
    );
    let witness_key = text_of(&signed, "witness_key");

    // The signed checkpoint is believed on the word of both.
    let both = |file: &str| {
        let arguments = [
            "audit",
            "verify",
            "--checkpoint",
            file,
            "--witness",
            &witness_key,
        ];
        scratch.run(&arguments)
    };
    both(&out).assert_code(0);
    assert_found(&both(&first), "did not sign");
    let proof = scratch.path("proof").display().to_string();
    let id = record_id(&scratch, 2);
    let arguments = ["audit", "prove", &id, "--checkpoint", &out, "--out", &proof];
    scratch.run(&arguments).assert_code(0);
    let arguments = [
        "audit",
        "verify",
        "--proof",
        &proof,
        "--key",
        &key,
        "--witness",
        &witness_key,
    ];
    let run = Scratch::new().run(&arguments);
    run.assert_code(0);
    assert!(
        run.stdout.contains("signed by the witness attest-vault/"),
        "{run}"
    );

    // Grown honestly: the witness asks for the proof, and signs with it.
    add(&scratch, 3..7);
    let (second, _) = checkpoint(&scratch, "second");
    let run = witness.run(&["audit", "witness", &second]);
    assert_found(&run, "the file proves nothing from there on");
    assert!(run.stderr.contains("--since 3"), "{run}");
    let request = scratch.path("request").display().to_string();
    scratch
        .run(&["audit", "checkpoint", "--since", "3", "--out", &request])
        .assert_code(0);
    let run = witness.run(&["audit", "witness", &request, "--out", &out]);
    run.assert_code(0);
    assert!(
        run.stdout
            .contains("it holds the 3 records that were seen before"),
        "{run}"
    );
    scratch
        .run(&["audit", "checkpoint", "--since", "9"])
        .assert_code(2);

    // Somebody with everything on this machine: the trail is made anew, and
    // the key signs it.
    std::fs::remove_file(seal(&scratch).join("checkpoint")).unwrap();
    std::fs::remove_file(scratch.data().join("attest.sqlite")).unwrap();
    add(&scratch, 10..17);
    scratch.assert_sound();
    let (forked, same_key) = checkpoint(&scratch, "forked");
    assert_eq!(same_key, key);
    assert_found(
        &witness.run(&["audit", "witness", &forked]),
        "name different roots",
    );
    add(&scratch, 17..19);
    scratch
        .run(&["audit", "checkpoint", "--since", "7", "--out", &request])
        .assert_code(0);
    let run = witness.run(&["audit", "witness", &request]);
    assert_found(&run, "does not hold the 7 that were seen before");
    assert_found(&both(&out), "another root");
    // A shorter one, too.
    assert_found(
        &witness.run(&["audit", "witness", &first]),
        "records were cut off",
    );
}

pub(super) trait Refused {
    fn json_of_refused(&self, arguments: &[&str]) -> Value;
}

impl Refused for Scratch {
    /// What a check prints as JSON that says no.
    fn json_of_refused(&self, arguments: &[&str]) -> Value {
        let mut command = self.attest(arguments);
        command.argument("--json");
        let run = command.run();
        run.assert_code(1);
        run.json()
    }
}

/// The verifier that needs nothing of this program.
fn python(arguments: &[&str]) -> std::process::Output {
    let script = root().join("docs/verify/attest_verify.py");
    let mut command = Command::new("python3");
    command
        .arg("-I")
        .arg(script)
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn the_python_verifier_believes_what_the_program_believes() {
    if !has("python3", &["--version"]) {
        return;
    }
    let (scratch, witness) = (vault_of(5), vault_of(1));
    let (first, key) = checkpoint(&scratch, "first");
    let cosigned = witness.path("cosigned").display().to_string();
    let signed = witness.json(&[
        "audit", "witness", &first, "--key", &key, "--out", &cosigned,
    ]);
    let witness_key = text_of(&signed, "witness_key");
    let path = scratch.path("proof").display().to_string();
    for sequence in 1..=5 {
        let id = record_id(&scratch, sequence);
        let arguments = [
            "audit",
            "prove",
            &id,
            "--checkpoint",
            &cosigned,
            "--out",
            &path,
        ];
        scratch.run(&arguments).assert_code(0);
        for trust in [
            &["--key", &key][..],
            &["--key", &key, "--witness", &witness_key],
        ] {
            let output = python(&[&[path.as_str()][..], trust].concat());
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            assert!(
                text.contains(&format!("record {sequence} is one of the 5 records")),
                "{text}"
            );
        }
    }
    let (_, other) = checkpoint(&witness, "other");
    let refused = python(&[&path, "--key", &other]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let refused = python(&[&path, "--key", &key, "--witness", &other]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");

    // One byte of each line, and the first and last of the file.
    let whole = std::fs::read(Path::new(&path)).unwrap();
    let mut places: Vec<usize> = vec![0, whole.len() - 1];
    let breaks = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    places.extend(breaks.flat_map(|(place, _)| [place, place.saturating_sub(3), place + 1]));
    places.retain(|place| *place < whole.len());
    places.sort_unstable();
    places.dedup();
    assert!(places.len() > 20, "{places:?}");
    for place in places {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        let changed = scratch.file("changed", &changed);
        let arguments = [&changed, "--key", &key, "--witness", &witness_key];
        let output = python(&arguments);
        assert_eq!(output.status.code(), Some(1), "byte {place}: {output:?}");
        assert!(
            !String::from_utf8_lossy(&output.stderr).contains("Traceback"),
            "{output:?}"
        );
    }
}

/// What docs/proofs.md gives to be typed in: the indented lines below its
/// heading "By hand".
fn commands_by_hand() -> String {
    let text = std::fs::read_to_string(root().join("docs/proofs.md")).unwrap();
    let (_, text) = text.split_once("### By hand\n").unwrap();
    let (text, _) = text.split_once("\n## ").unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("    "));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_commands_of_the_documentation_check_a_proof() {
    if !["bash", "xxd", "openssl"].iter().all(|program| {
        let arguments: &[&str] = if *program == "openssl" {
            &["version"]
        } else {
            &["--version"]
        };
        has(program, arguments)
    }) {
        return;
    }
    let scratch = vault_of(7);
    let (_, key) = checkpoint(&scratch, "checkpoint");
    let commands = commands_by_hand();
    let run = |folder: &str, proof: &[u8]| {
        scratch.file(&format!("{folder}/P"), proof);
        let output = Command::new("bash")
            .args(["-c", &commands])
            .env("KEY", &key)
            .current_dir(scratch.path(folder))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let leads = text.contains("the record leads to the root");
        (leads, text.contains("Signature Verified Successfully"))
    };
    for sequence in [1, 4, 7] {
        let proof = std::fs::read(prove(&scratch, sequence)).unwrap();
        assert_eq!(run("good", &proof), (true, true), "record {sequence}");
        let text = String::from_utf8(proof).unwrap();
        let record = text.replacen("extra e", "extra f", 1);
        assert_eq!(run("record", record.as_bytes()), (false, true));
        let size = text.replacen("\n7\n", "\n8\n", 1);
        assert!(!run("size", size.as_bytes()).1);
    }
}
