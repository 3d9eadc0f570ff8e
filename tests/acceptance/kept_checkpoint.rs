//! The checkpoint that a machine keeps beside its data directory, and what it finds: records that
//! were cut off, an older copy, a trail made anew, a checkpoint that was changed.

use super::proofs::{Refused, add, assert_found, checkpoint, seal, sqlite, vault_of};
use acceptance::{Scratch, has};
use std::process::Command;

const DISARM: &str = "PRAGMA foreign_keys = 0; DROP TRIGGER record_is_never_changed; \
    DROP TRIGGER record_is_never_deleted; DROP TRIGGER head_moves_one_on; \
    DROP TRIGGER tree_node_is_never_deleted; DROP TRIGGER tree_node_is_never_changed;";

/// The last three of six records, with everything in the file that knows of
/// them; the triggers are put back as they were.
fn cut_three(scratch: &Scratch) {
    let output = Command::new("sqlite3")
        .arg(scratch.data().join("attest.sqlite"))
        .arg("SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger'")
        .output()
        .unwrap();
    let triggers = String::from_utf8(output.stdout).unwrap();
    let back: String = triggers
        .split("CREATE TRIGGER ")
        .filter(|one| DISARM.contains(one.split(' ').next().unwrap()) && !one.is_empty())
        .map(|one| format!("CREATE TRIGGER {one}"))
        .collect();
    let cut = "(SELECT json_extract(body, '$.document_id') FROM record WHERE sequence > 3)";
    sqlite(
        scratch,
        &format!(
            "{DISARM} DELETE FROM vector WHERE chunk IN (SELECT key FROM chunk WHERE document_id IN {cut});
             DELETE FROM chunk WHERE document_id IN {cut}; DELETE FROM line WHERE document_id IN {cut};
             DELETE FROM document WHERE id IN {cut}; DELETE FROM content_use WHERE sequence > 3;
             DELETE FROM document_use WHERE sequence > 3; DELETE FROM content WHERE sha256 IN {cut};
             INSERT INTO chunk_index (chunk_index) VALUES ('rebuild'); DELETE FROM record WHERE sequence > 3;
             UPDATE head SET records = 3, hash = (SELECT hash FROM record WHERE sequence = 3);
             DELETE FROM tree_node WHERE (position + 1) << level > 3; {back}"
        ),
    );
}

#[test]
fn a_checkpoint_is_made_at_every_close_and_kept_to_its_owner() {
    let scratch = Scratch::without_models();
    scratch.run(&["audit", "list"]).assert_code(0);
    let key = seal(&scratch).join("signing.key");
    assert!(!key.exists(), "an empty trail needs no key");
    for documents in 1..=3 {
        add(&scratch, documents - 1..documents);
        let kept = std::fs::read_to_string(seal(&scratch).join("checkpoint")).unwrap();
        assert_eq!(
            kept.lines().nth(1),
            Some(documents.to_string().as_str()),
            "{kept}"
        );
        assert_eq!(
            scratch.json(&["audit", "verify"])["kept_checkpoint"]["records"],
            documents
        );
    }
    let printed = scratch.run(&["audit", "checkpoint"]);
    printed.assert_code(0);
    let kept = std::fs::read_to_string(seal(&scratch).join("checkpoint")).unwrap();
    assert_eq!(printed.stdout, kept);
    #[cfg(unix)]
    for (name, mode) in [("", 0o700), ("signing.key", 0o600), ("checkpoint", 0o600)] {
        use std::os::unix::fs::PermissionsExt;
        let found = std::fs::metadata(seal(&scratch).join(name)).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, mode, "{name}");
    }
    let file = scratch.file("a.txt", "The fee is 1 USD.\n");
    let ephemeral = Scratch::new();
    // What names a type alone needs no model, so this is answered and recorded.
    ephemeral
        .run(&["ask", "List all amounts", "--doc", &file, "--ephemeral"])
        .assert_code(0);
    assert!(!ephemeral.state().exists());
}

#[test]
fn records_cut_off_with_head_and_tree_are_found_by_the_kept_checkpoint() {
    if !has("sqlite3", &["--version"]) {
        return;
    }
    let scratch = vault_of(6);
    let (earlier, _) = checkpoint(&scratch, "earlier");
    cut_three(&scratch);
    let run = scratch.run(&["audit", "verify"]);
    assert_found(
        &run,
        "BAD: record 4: the record is missing: a checkpoint has 6 records",
    );
    // No new one is signed in its place, and what was kept stays.
    let run = scratch.run(&["audit", "checkpoint"]);
    assert_eq!(run.code, 3, "{run}");
    assert!(
        run.stderr.contains("does not hold the checkpoint of 6"),
        "{run}"
    );
    add(&scratch, 20..24);
    let run = scratch.run(&["audit", "verify"]);
    assert_found(
        &run,
        "BAD: record 6: one of the records up to this one was changed",
    );
    assert_found(
        &scratch.run(&["audit", "verify", "--checkpoint", &earlier]),
        "another root",
    );
    // The file alone holds no secret: without what is kept, nobody finds it.
    std::fs::remove_dir_all(scratch.state()).unwrap();
    let run = scratch.run(&["audit", "verify"]);
    run.assert_code(0);
    assert!(run.stdout.contains("no checkpoint of it is kept"), "{run}");
}

#[test]
fn an_older_copy_put_back_is_found_by_the_kept_checkpoint_until_it_is_given_up() {
    let scratch = vault_of(2);
    let file = scratch.data().join("attest.sqlite");
    let older = std::fs::read(&file).unwrap();
    add(&scratch, 2..5);
    std::fs::write(&file, older).unwrap();
    let run = scratch.run(&["audit", "verify"]);
    assert_found(
        &run,
        "BAD: record 3: the record is missing: a checkpoint has 5 records",
    );
    let run = scratch.run(&["doctor"]);
    assert!(run.stdout.contains("2 records"), "{run}");
    // A restore that was meant.
    let run = scratch.run(&["audit", "checkpoint", "--anew"]);
    run.assert_code(0);
    assert_eq!(run.stdout.lines().nth(1), Some("3"), "{run}");
    let newest = &scratch.json(&["audit", "list", "--limit", "1"])[0];
    assert_eq!(newest["kind"], "checkpoint_anew");
    let given_up = newest["body"]["given_up"].as_str().unwrap();
    assert_eq!(given_up.lines().nth(1), Some("5"), "{given_up}");
    scratch.assert_sound();
    scratch
        .run(&["audit", "checkpoint", "--anew"])
        .assert_code(2);
    let names: Vec<String> = std::fs::read_dir(seal(&scratch))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        names.iter().any(|name| name.starts_with("checkpoint-5-")),
        "{names:?}"
    );
}

#[test]
fn a_trail_made_anew_is_found_by_the_kept_checkpoint() {
    let scratch = vault_of(4);
    std::fs::remove_file(scratch.data().join("attest.sqlite")).unwrap();
    // The program itself makes the other one: every hash in it fits.
    add(&scratch, 10..15);
    let run = scratch.run(&["audit", "verify"]);
    assert_found(
        &run,
        "BAD: record 4: one of the records up to this one was changed",
    );
    assert_eq!(
        scratch.json_of_refused(&["audit", "verify"])["first_bad"]["sequence"],
        4
    );
}

#[test]
fn a_kept_checkpoint_that_was_changed_is_found() {
    let scratch = vault_of(2);
    for (name, words) in [("checkpoint", "checkpoint"), ("signing.key", "signing.key")] {
        let path = seal(&scratch).join(name);
        let whole = std::fs::read(&path).unwrap();
        for place in (0..whole.len() - 1).step_by(17) {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            let run = scratch.run(&["audit", "verify"]);
            assert_found(&run, "BAD: the kept checkpoint");
            assert!(run.stdout.contains(words), "{run}");
            assert_eq!(std::fs::read(&path).unwrap(), changed, "it is left alone");
        }
        std::fs::write(&path, &whole).unwrap();
    }
    scratch.assert_sound();
}
