//! Backups of the vault, from the command line to another machine's data directory.

use acceptance::Scratch;
use std::path::PathBuf;

/// A vault with two documents and an answer about the first.
fn vault() -> Scratch {
    let scratch = Scratch::without_models();
    for name in ["a", "b"] {
        let path = scratch.file(
            &format!("{name}.txt"),
            format!("The fee of {name} is 5 USD.\n"),
        );
        scratch.run(&["docs", "add", &path]).assert_code(0);
    }
    let path = scratch.path("a.txt").display().to_string();
    // What names a type alone needs no model.
    scratch
        .run(&["ask", "List all amounts", "--doc", &path])
        .assert_code(0);
    scratch
}

fn back_up(scratch: &Scratch, place: &str) -> PathBuf {
    let made = scratch.json(&["vault", "backup", place]);
    assert_eq!(made["records"], 3, "{made}");
    let path = PathBuf::from(made["path"].as_str().unwrap());
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(made["sha256"], acceptance::sha256(&bytes));
    path
}

fn kinds(scratch: &Scratch) -> Vec<String> {
    let records = scratch.json(&["audit", "list"]);
    let kinds = records.as_array().unwrap().iter();
    kinds
        .map(|one| one["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_backup_is_put_back_elsewhere_with_everything_that_was_recorded() {
    let (scratch, other) = (vault(), Scratch::without_models());
    let folder = scratch.path("backups");
    std::fs::create_dir(&folder).unwrap();
    let backup = back_up(&scratch, folder.to_str().unwrap());
    let name = backup.file_name().unwrap().to_str().unwrap();
    assert!(
        name.starts_with("attest-") && name.ends_with("-3.sqlite"),
        "{name}"
    );
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(kinds(&scratch), ["backup", "answer", "import", "import"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&backup).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let file = backup.to_str().unwrap();
    let run = other.run(&["vault", "restore", file]);
    run.assert_code(0);
    assert!(run.stdout.contains("3 records, all verified"), "{run}");
    assert_eq!(
        kinds(&other),
        ["backup_restored", "answer", "import", "import"]
    );
    assert_eq!(
        scratch.json(&["docs", "list"]),
        other.json(&["docs", "list"])
    );
    let found = other.run(&["search", "fee"]);
    assert!(found.stdout.contains("fee of b"), "{found}");
    other.assert_sound();
    scratch.assert_sound();
}

#[test]
fn nothing_is_overwritten_and_no_damaged_backup_is_put_back() {
    let (scratch, other) = (vault(), Scratch::without_models());
    let place = scratch.path("backup.sqlite").display().to_string();
    back_up(&scratch, &place);
    let run = scratch.run(&["vault", "backup", &place]);
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stderr.contains("is there already"), "{run}");
    let run = scratch.run(&["vault", "restore", &place]);
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stderr.contains("nothing is overwritten"), "{run}");
    scratch.assert_sound();

    // A word of a document, exchanged for another of the same length.
    let mut bytes = std::fs::read(&place).unwrap();
    let word = b"The fee of b is 5 USD";
    let at = bytes
        .windows(word.len())
        .position(|part| part == word)
        .unwrap();
    bytes[at + word.len() - 5] = b'9';
    let changed = scratch.file("changed.sqlite", &bytes);
    let run = other.run(&["vault", "restore", &changed]);
    assert_eq!(run.code, 3, "{run}");
    assert!(run.stderr.contains("does not verify"), "{run}");
    assert!(!other.data().join("attest.sqlite").exists());
    let run = other.run(&[
        "vault",
        "restore",
        &scratch.path("none").display().to_string(),
    ]);
    assert_eq!(run.code, 2, "{run}");
}

#[test]
fn an_older_backup_in_the_same_place_is_found_by_the_kept_checkpoint_until_it_is_given_up() {
    let scratch = vault();
    let place = scratch.path("backup.sqlite").display().to_string();
    back_up(&scratch, &place);
    for entry in std::fs::read_dir(scratch.data()).unwrap() {
        let path = entry.unwrap().path();
        let _ = std::fs::remove_file(path);
    }
    scratch.run(&["vault", "restore", &place]).assert_code(0);
    let run = scratch.run(&["audit", "verify"]);
    assert_eq!(run.code, 1, "{run}");
    scratch
        .run(&["audit", "checkpoint", "--anew"])
        .assert_code(0);
    scratch.assert_sound();
}

#[test]
fn a_vault_is_compacted_with_a_record_of_it() {
    let scratch = vault();
    let documents = scratch.json(&["docs", "list"]);
    let id = documents[0]["id"].as_str().unwrap();
    scratch
        .run(&["docs", "remove", id, "--erase"])
        .assert_code(0);
    let done = scratch.json(&["vault", "compact"]);
    assert_eq!(done["records"], 4);
    assert!(
        done["bytes_after"].as_u64() <= done["bytes_before"].as_u64(),
        "{done}"
    );
    assert_eq!(kinds(&scratch)[0], "compact");
    scratch.run(&["audit", "verify"]).assert_code(0);
}
