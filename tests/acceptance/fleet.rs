//! One machine, several people: what an administrator set in `/etc/attest` holds for each of them,
//! and models are shared.
//!
//! A run gets an `/etc` of its own in a mount namespace, since the program lets nobody name
//! another place for that file.

use acceptance::{Run, SAMPLE, Scratch, has, take_model};
use serde_json::Value;
use std::path::Path;

const POLICY: &str = include_str!("../../crates/evidence/policy/default.toml");

/// Whether this machine lets a test mount.
fn can_mount() -> bool {
    has("unshare", &["--user", "--map-root-user", "--mount", "true"])
}

/// `attest ARGUMENTS` where `/etc` holds only the folder `etc` of the scratch as `attest`, and
/// where the folder `shared` of it, if it is there, cannot be written to.
fn run(scratch: &Scratch, arguments: &[&str]) -> Run {
    let inside = "mount -t tmpfs none /etc && mkdir /etc/attest && mount --bind \"$0/etc\" /etc/attest && \
        if [ -d \"$0/shared\" ]; then mount --bind \"$0/shared\" \"$0/shared\" && \
        mount -o remount,bind,ro \"$0/shared\"; fi && exec \"$@\"";
    let folder = scratch.path("");
    let place = folder.display().to_string();
    scratch
        .attest(arguments)
        .under(
            "unshare",
            &[
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                inside,
                &place,
            ],
        )
        .run()
}

/// A person on the same machine: the files of an administrator are those of `machine`.
fn person(machine: &Scratch) -> Scratch {
    let person = Scratch::new();
    for folder in ["etc", "shared"] {
        let from = machine.path(folder);
        let to = person.path(folder);
        std::fs::create_dir(&to).unwrap();
        let entries = std::fs::read_dir(from).unwrap();
        for entry in entries.map(Result::unwrap) {
            hard_link(&entry.path(), &to.join(entry.file_name()));
        }
    }
    person
}

/// Model files are large: the same bytes under another name, where the disk allows it.
fn hard_link(from: &Path, to: &Path) {
    if std::fs::hard_link(from, to).is_err() {
        std::fs::copy(from, to).unwrap();
    }
}

fn settings(scratch: &Scratch, text: &str) {
    scratch.file("etc/settings.toml", text);
}

#[test]
fn a_locked_policy_holds_whatever_a_person_gives() {
    if !can_mount() {
        return;
    }
    let scratch = Scratch::new();
    let version = POLICY
        .lines()
        .find(|line| line.starts_with("version"))
        .unwrap();
    let house = POLICY.replace(version, "version = \"house-7\"");
    scratch.file("etc/policy.toml", &house);
    settings(
        &scratch,
        "version = 1\npolicy_file = \"policy.toml\"\ngpu_layers = 0\n\
         locked = [\"policy_file\", \"threads\", \"gpu_layers\"]\n",
    );
    let document = scratch.file("note.txt", "The rent is USD 500.\n");
    let own = scratch.file("own.toml", POLICY);
    let ask = ["ask", "List all amounts", "--doc", &document];

    let refused = run(&scratch, &[&ask[..], &["--policy", &own]].concat());
    assert_eq!(refused.code, 2, "{refused}");
    let told = "error: the policy is set by your administrator in /etc/attest/settings.toml";
    assert!(refused.stderr.starts_with(told), "{refused}");
    // Refused before anything was stored.
    let listed = run(&scratch, &["docs", "list", "--json"]);
    assert_eq!(listed.json(), serde_json::json!([]));
    let threads = run(&scratch, &["docs", "list", "--threads", "1"]);
    assert_eq!(threads.code, 2, "{threads}");
    assert!(
        threads.stderr.contains("the number of threads"),
        "{threads}"
    );
    let layers = run(&scratch, &["docs", "list", "--gpu-layers", "3"]);
    assert_eq!(layers.code, 2, "{layers}");
    let told = "the number of layers on a graphics processor is set by your administrator";
    assert!(layers.stderr.contains(told), "{layers}");
    run(&scratch, &["docs", "list", "--gpu-layers", "0"]).assert_code(0);

    // The same policy may be named.
    let same = scratch.path("etc/policy.toml").display().to_string();
    run(&scratch, &[&ask[..], &["--policy", &same]].concat()).assert_code(0);
    let asked = run(&scratch, &[&ask[..], &["--json"]].concat());
    asked.assert_code(0);
    let record = asked.json()["record_id"].as_str().unwrap().to_owned();
    let record = run(&scratch, &["audit", "show", &record, "--json"]).json();
    assert_eq!(record["body"]["policy_version"], "house-7", "{record}");

    // What a person set in the window before it was locked does not count.
    scratch.file("data/settings.json", "{\"policy_file\": \"/nowhere.toml\"}");
    run(&scratch, &ask).assert_code(0);
    // An answer is given again under what its record says, not what counts now.
    let replayed = run(
        &scratch,
        &["audit", "replay", record["id"].as_str().unwrap()],
    );
    replayed.assert_code(0);

    let doctor = run(&scratch, &["doctor", "--json"]);
    let checks = doctor.json();
    let row = row(&checks, "settings");
    assert_eq!(row["sound"], true, "{row}");
    let finding = row["finding"].as_str().unwrap();
    for told in [
        "set by your administrator in /etc/attest/settings.toml",
        "policy_file /etc/attest/policy.toml (locked)",
        "threads as built in (locked)",
        "gpu_layers 0 (locked)",
    ] {
        assert!(finding.contains(told), "{finding}");
    }
}

fn row<'a>(checks: &'a Value, name: &str) -> &'a Value {
    let mut rows = checks.as_array().unwrap().iter();
    rows.find(|row| row["name"] == name).unwrap()
}

#[test]
fn a_file_that_cannot_be_used_stops_everything_and_is_named() {
    if !can_mount() {
        return;
    }
    let scratch = Scratch::new();
    scratch.file("etc/other", "");
    run(&scratch, &["docs", "list"]).assert_code(0);
    for (text, told) in [
        ("version = 1\nlocked = \"policy_file\"\n", "line 2"),
        ("version = 1\npolicy_flie = \"a\"\n", "unknown field"),
        ("version = 9\n", "is of version 9"),
        (
            "version = 1\nmodels_directory = \"gone\"\n",
            "gone is no folder",
        ),
    ] {
        settings(&scratch, text);
        for arguments in [&["docs", "list"][..], &["doctor"], &["audit", "list"]] {
            let stopped = run(&scratch, arguments);
            assert_eq!(stopped.code, 2, "{stopped}");
            assert!(
                stopped.stderr.contains("/etc/attest/settings.toml"),
                "{stopped}"
            );
            assert!(stopped.stderr.contains(told), "{stopped}");
        }
    }
    // A policy that is named and not there is no default either.
    settings(&scratch, "version = 1\npolicy_file = \"gone.toml\"\n");
    let document = scratch.file("note.txt", "The rent is USD 500.\n");
    let asked = run(&scratch, &["ask", "List all amounts", "--doc", &document]);
    assert_eq!(asked.code, 2, "{asked}");
    assert!(asked.stderr.contains("/etc/attest/gone.toml"), "{asked}");
    let doctor = run(&scratch, &["doctor", "--json"]);
    assert_eq!(row(&doctor.json(), "settings")["sound"], false, "{doctor}");
}

#[test]
fn two_people_share_models_that_neither_can_write_to() {
    let Some(with) = take_model() else { return };
    if !can_mount() {
        return;
    }
    let machine = &with.scratch;
    std::fs::create_dir(machine.path("shared")).unwrap();
    let folder = with.file.parent().unwrap();
    let files = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let models: Vec<_> = files
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "gguf"))
        .collect();
    assert!(models.contains(&with.file), "{models:?}");
    for model in &models {
        let to = machine.path("shared").join(model.file_name().unwrap());
        hard_link(model, &to);
    }
    let shared = |of: &Scratch| of.path("shared").display().to_string();
    let people = [(); 2].map(|()| {
        machine.file("etc/other", "");
        let person = person(machine);
        settings(
            &person,
            &format!("version = 1\nmodels_directory = \"{}\"\n", shared(&person)),
        );
        person
    });
    let question = [
        "ask",
        "What is the annual premium?",
        "--doc",
        SAMPLE,
        "--json",
    ];
    let answers = people.each_ref().map(|person| {
        let checked = run(person, &["models", "check", "--json"]);
        let path = checked.json()["path"].as_str().unwrap().to_owned();
        assert!(path.starts_with(&shared(person)), "{checked}");
        let asked = run(person, &question);
        asked.assert_code(0);
        assert!(!person.path("shared/fast").exists());
        let verified = run(person, &["audit", "verify"]);
        verified.assert_code(0);
        let listed = run(person, &["docs", "list", "--json"]).json();
        assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
        asked.json()["answer"]["items"][0]["value"].clone()
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["value"], 1482.5);
}
