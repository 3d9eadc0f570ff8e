//! Sealed backups, from the command line to another machine's data directory: what is erased later is
//! closed in them.

use acceptance::{Command, Scratch, has, root};
use std::path::PathBuf;
use std::time::Instant;

/// The words of the two documents.
const WORDS: [&str; 2] = ["wisteria", "jacaranda"];

struct Kept {
    scratch: Scratch,
    ids: [String; 2],
    backup: PathBuf,
    keys: String,
}

/// A vault with two documents and an answer about each, backed up with its keys elsewhere.
fn kept() -> Kept {
    let scratch = Scratch::without_models();
    for word in WORDS {
        let text = format!("The {word} fee is 5 USD.\n");
        let path = scratch.file(&format!("{word}.txt"), text);
        scratch.run(&["docs", "add", &path]).assert_code(0);
        // What names a type alone needs no model.
        scratch
            .run(&["ask", "List all amounts", "--doc", &path])
            .assert_code(0);
    }
    for folder in ["backups", "elsewhere"] {
        std::fs::create_dir(scratch.path(folder)).unwrap();
    }
    let documents = scratch.json(&["docs", "list"]);
    let id = |word: &str| {
        let title = format!("{word}.txt");
        let found = documents.as_array().unwrap().iter();
        let mut found = found.filter(|one| one["title"] == title.as_str());
        found.next().unwrap()["id"].as_str().unwrap().to_owned()
    };
    let ids = WORDS.map(id);
    let keys = scratch.path("elsewhere/keys").display().to_string();
    let place = scratch.path("backups").display().to_string();
    let made = scratch.json(&["vault", "backup", &place, "--keys", &keys]);
    assert_eq!((&made["records"], &made["sealed"]), (&4.into(), &4.into()));
    assert_eq!(made["keys"], keys.as_str());
    let backup = PathBuf::from(made["path"].as_str().unwrap());
    let bytes = std::fs::read(&backup).unwrap();
    assert_eq!(made["sha256"], acceptance::sha256(&bytes));
    Kept {
        scratch,
        ids,
        backup,
        keys,
    }
}

fn stands_in(folder: &std::path::Path, word: &str) -> bool {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.push(stands_in(&path, word));
        } else {
            let bytes = std::fs::read(&path).unwrap();
            found.push(
                bytes
                    .windows(word.len())
                    .any(|part| part == word.as_bytes()),
            );
        }
    }
    found.contains(&true)
}

#[test]
fn what_is_erased_later_is_closed_in_a_sealed_backup_and_the_rest_comes_back() {
    let kept = kept();
    let (scratch, other) = (&kept.scratch, Scratch::without_models());
    for word in WORDS {
        assert!(!stands_in(&scratch.path("backups"), word), "{word}");
        assert!(stands_in(scratch.data(), word), "{word}");
    }
    let record = &scratch.json(&["audit", "list"])[0];
    let shown = scratch.json(&["audit", "show", record["id"].as_str().unwrap()]);
    assert_eq!(record["kind"], "backup");
    assert!(shown.to_string().contains("\"sealed\":4"), "{shown}");

    let run = scratch.run(&["docs", "remove", &kept.ids[0], "--erase"]);
    run.assert_code(0);
    assert!(run.stderr.contains("its keys were destroyed in"), "{run}");
    let keys = std::fs::read_to_string(&kept.keys).unwrap();
    assert!(!keys.contains(&kept.ids[0]) && keys.contains(&kept.ids[1]));

    let file = kept.backup.to_str().unwrap();
    let run = other.run(&["vault", "restore", file]);
    assert_eq!(run.code, 2, "{run}");
    assert!(
        run.stderr.contains("name the key file with --keys"),
        "{run}"
    );
    assert!(!other.data().join("attest.sqlite").exists());
    let run = other.run(&["vault", "restore", file, "--keys", &kept.keys]);
    run.assert_code(0);
    let gone = format!("its key was destroyed: document {}", kept.ids[0]);
    assert!(run.stdout.contains(&gone), "{run}");
    assert!(run.stdout.contains("5 records, all verified"), "{run}");
    assert_eq!(
        scratch.json(&["docs", "list"]),
        other.json(&["docs", "list"])
    );
    let found = other.run(&["search", "jacaranda"]);
    assert!(found.stdout.contains("The jacaranda fee"), "{found}");
    let missing = other.run(&["search", "wisteria"]);
    assert!(!missing.stdout.contains("The wisteria fee"), "{missing}");
    assert!(!stands_in(other.data(), WORDS[0]));
    assert!(stands_in(other.data(), WORDS[1]));
    other.assert_sound();
    scratch.assert_sound();

    // The vault that was put back knows the key file, too.
    let known = other.json(&["vault", "keys"]);
    assert_eq!(known[0]["path"], kept.keys.as_str());
    assert_eq!(known[0]["since"], time_of(&other, "backup_restored"));
    let run = other.run(&["docs", "remove", &kept.ids[1], "--erase"]);
    run.assert_code(0);
    let keys = std::fs::read_to_string(&kept.keys).unwrap();
    assert!(!keys.contains(&kept.ids[1]), "{keys}");
}

/// When the last record of this kind was written.
fn time_of(scratch: &Scratch, kind: &str) -> String {
    let records = scratch.json(&["audit", "list"]);
    let mut of_kind = records.as_array().unwrap().iter();
    let found = of_kind.find(|record| record["kind"] == kind).unwrap();
    found["time"].as_str().unwrap().to_owned()
}

/// What `attest doctor` says of the key files. Without models other lines of it are bad.
fn doctor(scratch: &Scratch) -> serde_json::Value {
    let run = scratch.run(&["--json", "doctor"]);
    assert_eq!(run.code, 3, "{run}");
    let told: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let told = told.as_array().unwrap().iter();
    let mut of_keys = told.filter(|check| check["name"] == "key files");
    of_keys.next().unwrap().clone()
}

#[test]
fn a_key_file_out_of_reach_is_told_and_done_later_or_forgotten() {
    let kept = kept();
    let scratch = &kept.scratch;
    let away = scratch.path("away");
    std::fs::rename(&kept.keys, &away).unwrap();
    let run = scratch.run(&["docs", "remove", &kept.ids[0], "--erase"]);
    assert_eq!(run.code, 3, "{run}");
    assert!(
        run.stderr
            .contains("it was erased, but its key still stands in"),
        "{run}"
    );
    assert_eq!(scratch.json(&["docs", "list"]).as_array().unwrap().len(), 1);
    let run = scratch.run(&["vault", "keys"]);
    assert!(run.stdout.contains("cannot be used"), "{run}");
    assert!(run.stdout.contains("keys of 1 erased things"), "{run}");
    let told = doctor(scratch);
    assert_eq!(told["sound"], false, "{told}");
    let finding = told["finding"].as_str().unwrap();
    assert!(finding.contains("out of reach (it is not there)"), "{told}");
    assert!(finding.contains("keys of 1 erased things"), "{told}");
    std::fs::rename(&away, &kept.keys).unwrap();
    let told = doctor(scratch);
    let finding = format!("{} is within reach", kept.keys);
    assert_eq!(
        (&told["sound"], &told["finding"]),
        (&true.into(), &finding.into())
    );
    let run = scratch.run(&["vault", "keys"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, kept.keys.as_str()), "{run}");
    // The day of the record of the backup that it was made with.
    let since = format!("  since {}", time_of(scratch, "backup"));
    assert_eq!(lines[1], since, "{run}");
    let keys = std::fs::read_to_string(&kept.keys).unwrap();
    assert!(!keys.contains(&kept.ids[0]), "{keys}");

    let run = scratch.run(&["vault", "keys", "--forget", &kept.keys]);
    run.assert_code(0);
    let run = scratch.run(&["vault", "keys", "--forget", &kept.keys]);
    assert_eq!(run.code, 2, "{run}");
    let run = scratch.run(&["vault", "keys"]);
    assert!(run.stdout.contains("no key files"), "{run}");
    let run = scratch.run(&["docs", "remove", &kept.ids[1], "--erase"]);
    run.assert_code(0);
    assert!(
        std::fs::read_to_string(&kept.keys)
            .unwrap()
            .contains(&kept.ids[1])
    );
    scratch.assert_sound();
}

#[test]
fn a_key_file_lies_apart_from_its_backups_and_overwrites_nothing() {
    let kept = kept();
    let scratch = &kept.scratch;
    let place = scratch.path("backups/two.sqlite").display().to_string();
    let beside = scratch.path("backups/keys").display().to_string();
    let run = scratch.run(&["vault", "backup", &place, "--keys", &beside]);
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stderr.contains("in the folder of the backup"), "{run}");
    let mine = scratch.file("mine", "mine");
    let run = scratch.run(&["vault", "backup", &place, "--keys", &mine]);
    assert_eq!(run.code, 2, "{run}");
    assert_eq!(std::fs::read(&mine).unwrap(), b"mine");
    assert!(!scratch.path("backups/two.sqlite").exists());
    let run = scratch.run(&["vault", "backup", &place, "--keys", &kept.keys]);
    run.assert_code(0);
    assert!(
        run.stdout.contains("sealed: 4 documents and answers"),
        "{run}"
    );
}

#[cfg(unix)]
#[test]
fn a_sealed_backup_of_an_encrypted_vault_needs_passphrase_and_keys() {
    use std::os::unix::fs::PermissionsExt;
    let kept = kept();
    let (scratch, other) = (&kept.scratch, Scratch::without_models());
    let words = scratch.file("passphrase", "a red house by the sea\n");
    std::fs::set_permissions(&words, std::fs::Permissions::from_mode(0o600)).unwrap();
    let with = |arguments: &[&str]| -> Vec<String> {
        let mut all: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
        all.extend(["--passphrase-file".to_owned(), words.clone()]);
        all
    };
    scratch.run(&with(&["vault", "encrypt"])).assert_code(0);
    let place = scratch.path("backups/two.sqlite").display().to_string();
    let run = scratch.run(&with(&["vault", "backup", &place, "--keys", &kept.keys]));
    run.assert_code(0);
    scratch
        .run(&with(&["docs", "remove", &kept.ids[0], "--erase"]))
        .assert_code(0);
    let run = other.run(&with(&["vault", "restore", &place, "--keys", &kept.keys]));
    run.assert_code(0);
    let gone = format!("its key was destroyed: document {}", kept.ids[0]);
    assert!(run.stdout.contains(&gone), "{run}");
    for word in WORDS {
        assert!(!stands_in(other.data(), word), "{word}");
    }
    other.run(&with(&["audit", "verify"])).assert_code(0);
    let found = other.run(&with(&["search", "jacaranda"]));
    assert!(found.stdout.contains("The jacaranda fee"), "{found}");
}

#[test]
fn a_reader_that_is_not_ours_opens_what_has_its_keys() {
    if !has("python3", &["--version"]) {
        println!("left out: no python3");
        return;
    }
    let kept = kept();
    let script = root().join("docs/verify/open_sealed.py");
    let script = script.display().to_string();
    let file = kept.backup.display().to_string();
    let run = |more: &[&str]| {
        let mut command = Command::new("python3".as_ref());
        let arguments = [&[script.as_str(), &file, &kept.keys], more].concat();
        command.arguments(&arguments);
        command.run()
    };
    let all = run(&[]);
    all.assert_code(0);
    let parts = all.stdout.lines().count();
    assert!(parts > 8, "{all}");
    assert_eq!(all.stdout.matches(" open\n").count(), parts, "{all}");
    let sources = kept.ids.clone().map(|id| format!("content:{id}"));
    let expected = WORDS.map(|word| format!("The {word} fee is 5 USD.\n"));
    for (source, text) in sources.iter().zip(expected) {
        let opened = run(&[source]);
        opened.assert_code(0);
        assert_eq!(opened.stdout, text);
    }
    let words = ["docs", "remove", &kept.ids[0], "--erase"];
    kept.scratch.run(&words).assert_code(0);
    assert_eq!(run(&[&sources[0]]).code, 1);
    assert_eq!(run(&[&sources[1]]).code, 0);
}

/// Kills an act at twenty moments between its start and the time that it takes, and lets `look` see
/// what is there.
fn kill_at_moments(act: impl Fn(usize) -> Command, look: impl Fn(usize)) {
    let begun = Instant::now();
    act(0).run().assert_code(0);
    let whole = begun.elapsed();
    look(0);
    for moment in 1..=20 {
        let command = act(moment);
        let mut child = command.start();
        std::thread::sleep(whole * u32::try_from(moment).unwrap() / 20);
        // It may be done by now.
        let _ = child.kill();
        command.finish(child);
        look(moment);
    }
}

#[test]
fn killed_in_the_middle_a_backup_is_whole_or_not_there_and_its_keys_are_kept() {
    let kept = kept();
    let place = |moment: usize| {
        let path = kept.scratch.path(&format!("backups/{moment}.sqlite"));
        path.display().to_string()
    };
    let keys = kept.keys.as_str();
    let make = |moment: usize| {
        let place = place(moment);
        kept.scratch
            .attest(&["vault", "backup", &place, "--keys", keys])
    };
    kill_at_moments(make, |moment| {
        if !kept.scratch.path(&place(moment)).exists() {
            // Killed before anything was in it, it is no one's: that is for a person to delete.
            let _ = std::fs::remove_dir(place(moment) + ".partial");
            make(moment).run().assert_code(0);
        }
        let other = Scratch::without_models();
        let words = ["vault", "restore", &place(moment), "--keys", keys];
        other.run(&words).assert_code(0);
        assert_eq!(other.json(&["docs", "list"]).as_array().unwrap().len(), 2);
    });
    kept.scratch.assert_sound();
    for id in &kept.ids {
        let words = ["docs", "remove", id, "--erase"];
        kept.scratch.run(&words).assert_code(0);
    }
    let text = std::fs::read_to_string(keys).unwrap();
    assert!(kept.ids.iter().all(|id| !text.contains(id)), "{text}");
}

#[test]
fn killed_in_the_middle_a_restored_vault_is_whole_or_not_there() {
    let kept = kept();
    let words = ["docs", "remove", &kept.ids[0], "--erase"];
    kept.scratch.run(&words).assert_code(0);
    let others: Vec<Scratch> = (0..=20).map(|_| Scratch::without_models()).collect();
    let file = kept.backup.display().to_string();
    let put_back = |moment: usize| {
        let words = ["vault", "restore", &file, "--keys", &kept.keys];
        others[moment].attest(&words)
    };
    kill_at_moments(put_back, |moment| {
        let other = &others[moment];
        if !other.data().join("attest.sqlite").exists() {
            put_back(moment).run().assert_code(0);
        }
        assert_eq!(other.json(&["docs", "list"]).as_array().unwrap().len(), 1);
        other.assert_sound();
        assert!(!stands_in(other.data(), WORDS[0]));
    });
}
