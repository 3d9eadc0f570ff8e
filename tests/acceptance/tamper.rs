//! The store altered with SQLite's own shell, triggers dropped first:
//! `audit verify` says no and names the record.

use acceptance::{SAMPLE, Scratch, has, take_model};
use std::process::Command;

const DROP: &str = "DROP TRIGGER record_is_never_changed; DROP TRIGGER record_is_never_deleted; \
                    DROP TRIGGER record_is_only_appended; DROP TRIGGER head_moves_one_on; \
                    DROP TRIGGER content_is_never_changed;";

/// What is done to the file, and the first record that must be named. The
/// store holds seven records: import, answer, answer, import and its vectors, twice.
const ALTERATIONS: [(&str, &str, u32); 12] = [
    (
        "a decision is changed",
        "UPDATE record SET body = replace(body, '\"decision\":\"', '\"decision\":\"x') WHERE sequence = 2",
        2,
    ),
    (
        "a space is added",
        "UPDATE record SET body = replace(body, '\"decision\":', '\"decision\": ') WHERE sequence = 3",
        3,
    ),
    (
        "a time is changed",
        "UPDATE record SET time = '2020-01-01T00:00:00Z' WHERE sequence = 4",
        4,
    ),
    (
        "a kind is changed",
        "UPDATE record SET kind = 'answer' WHERE sequence = 1",
        1,
    ),
    (
        "an answer is deleted",
        "PRAGMA foreign_keys = 0; DELETE FROM record WHERE sequence = 2",
        2,
    ),
    (
        "the last record is deleted",
        "PRAGMA foreign_keys = 0; DELETE FROM record WHERE sequence = 7",
        7,
    ),
    (
        "two records change places",
        "UPDATE record SET sequence = 99 WHERE sequence = 2; UPDATE record SET sequence = 2 WHERE sequence = 3; \
         UPDATE record SET sequence = 3 WHERE sequence = 99",
        2,
    ),
    (
        "a record is inserted after the last",
        "INSERT INTO record SELECT 8, 'feedfeedfeedfeed', kind, time, body, hash, 'z' || substr(hash, 2) FROM record \
         WHERE sequence = 7",
        8,
    ),
    (
        "a record is inserted in between",
        "UPDATE record SET sequence = 8 WHERE sequence = 7; INSERT INTO record SELECT 7, 'feedfeedfeedfeed', kind, \
         time, body, hash, 'feed' FROM record WHERE sequence = 6",
        7,
    ),
    (
        "a record and its hash are changed",
        "UPDATE record SET hash = replace(hash, substr(hash, 1, 1), 'z') WHERE sequence = 3",
        3,
    ),
    (
        "a line of a document is changed",
        "UPDATE line SET text = 'The annual premium is 9 USD' WHERE number = 13",
        1,
    ),
    (
        "the bytes of an answer are changed",
        "UPDATE content SET bytes = x'7b7d' WHERE sha256 = (SELECT json_extract(body, '$.contents.answer.sha256') FROM \
         record WHERE sequence = 2)",
        2,
    ),
];

fn alter(scratch: &Scratch, statements: &str) {
    let output = Command::new("sqlite3")
        .args(["-bail"])
        .arg(scratch.data().join("attest.sqlite"))
        .arg(format!("{DROP} {statements};"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "sqlite3: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn any_alteration_of_the_file_is_found_and_the_record_named() {
    let Some(with) = take_model() else { return };
    if !has("sqlite3", &["--version"]) {
        return;
    }
    let scratch = &with.scratch;
    scratch
        .run(&[
            "ask",
            "How many locations are insured?",
            "--type",
            "number",
            "--doc",
            SAMPLE,
        ])
        .assert_code(0);
    scratch
        .run(&["ask", "What is the annual premium?", "--type", "amount"])
        .assert_code(0);
    for number in 0..2 {
        let path = scratch.file(
            &format!("{number}.txt"),
            format!("The fee is {number} USD.\n"),
        );
        scratch.run(&["docs", "add", &path]).assert_code(0);
    }
    scratch.assert_sound();
    let records = scratch.json(&["audit", "list"]);
    let kinds: Vec<&str> = records
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .map(|one| one["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "import", "answer", "answer", "import", "vectors", "import", "vectors"
        ]
    );

    for (what, statements, sequence) in ALTERATIONS {
        let altered = scratch.copy();
        alter(&altered, statements);
        let run = altered.run(&["audit", "verify"]);
        assert_eq!(run.code, 1, "{what}: {run}");
        assert!(
            run.stdout.contains(&format!("BAD: record {sequence}:")),
            "{what}, record {sequence}: {run}"
        );
        let run = altered.attest(&["audit", "verify", "--json"]).run();
        assert_eq!(
            run.json()["first_bad"]["sequence"],
            sequence,
            "{what}: {run}"
        );
    }

    // The triggers alone: no record is bad, but the file was worked on.
    let altered = scratch.copy();
    alter(&altered, "");
    let run = altered.run(&["audit", "verify"]);
    assert_eq!(run.code, 1, "{run}");
    assert!(run.stdout.contains("record_is_never_changed"), "{run}");
    scratch.assert_sound();
}

/// A document, a question, the words that are put in place of others in what is stored of
/// it, and what stands in the answer when they are not believed.
const READINGS: [(&str, &str, &str, [&str; 2], &str); 3] = [
    (
        "lease.txt",
        "LEASE\n\nThe annual rent is USD 12,400, payable monthly.\n",
        "What is the annual rent?",
        ["12,400", "99,999"],
        "12400",
    ),
    (
        "costs.csv",
        "Item,Cost\nRent,USD 500\nHeating,USD 70\n",
        "What is the cost of heating?",
        ["USD 70", "USD 11"],
        "70",
    ),
    (
        "letter.md",
        "# Notice\n\n**Start date:** 1 March 2024\n\nKind regards\n",
        "What is the start date?",
        ["March 2024", "March 2029"],
        "2024-03-01",
    ),
];

#[test]
fn a_changed_reading_is_not_answered_from_and_is_read_anew() {
    if !has("sqlite3", &["--version"]) {
        return;
    }
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text, question, [there, forged], value) in READINGS {
        let path = scratch.file(name, text);
        scratch.run(&["docs", "add", &path]).assert_code(0);
        let altered = scratch.copy();
        let put =
            |table: &str| format!("UPDATE {table} SET text = replace(text, '{there}', '{forged}')");
        let index = "INSERT INTO chunk_index (chunk_index) VALUES ('rebuild')";
        alter(
            &altered,
            &format!("{}; {}; {index}", put("line"), put("chunk")),
        );

        let run = altered.run(&["ask", question, "--doc", &path]);
        assert_eq!(run.code, 3, "{name}: {run}");
        assert!(
            run.both().contains("is not what was imported"),
            "{name}: {run}"
        );
        assert!(run.both().contains(name), "{run}");
        assert!(!run.both().contains(forged), "{name}: {run}");
        let answer = altered
            .attest(&["ask", question, "--doc", &path, "--json"])
            .run();
        assert_eq!(answer.code, 0, "{name}: {answer}");
        assert!(answer.stdout.contains(value), "{name}: {answer}");
        assert!(!answer.stdout.contains(forged), "{name}: {answer}");
    }
}

#[test]
fn an_older_copy_put_back_is_found_by_a_head_that_was_noted() {
    let scratch = Scratch::new();
    let add = |name: &str| {
        let path = scratch.file(name, format!("The fee of {name} is 5 USD.\n"));
        scratch.run(&["docs", "add", &path]).assert_code(0);
    };
    let head = |scratch: &Scratch| {
        let found = scratch.json(&["audit", "verify"]);
        found["head_hash"].as_str().unwrap().to_owned()
    };
    add("a.txt");
    let older = scratch.copy();
    let first = head(&scratch);
    add("b.txt");
    let second = head(&scratch);
    let verify = |scratch: &Scratch, head: &str| scratch.run(&["audit", "verify", "--head", head]);
    verify(&scratch, &first).assert_code(0);
    verify(&scratch, &second).assert_code(0);
    verify(&older, &first).assert_code(0);
    let found = verify(&older, &second);
    assert_eq!(found.code, 1, "{found}");
    assert!(found.stdout.contains("hash that was noted"), "{found}");
    assert_eq!(verify(&scratch, "12ab").code, 2);
}

/// Two cells of a batch, each with the other's record: every record is sound, and the table would
/// show the answers in each other's place.
#[test]
fn cells_of_a_batch_that_are_swapped_are_noticed() {
    let Some(with) = take_model() else { return };
    if !has("sqlite3", &["--version"]) {
        return;
    }
    let scratch = &with.scratch;
    for (name, rent) in [("one", 1200), ("two", 1300)] {
        let text = format!("Lease of office {name}\n\nThe annual rent is USD {rent}.00.\n");
        scratch.file(&format!("leases/{name}.txt"), text);
    }
    let folder = scratch.path("leases").display().to_string();
    let questions =
        "{\"id\": \"rent\", \"question\": \"What is the annual rent?\", \"type\": \"amount\"}\n";
    let questions = scratch.file("questions.jsonl", questions);
    let table = |name: &str| {
        let out = scratch.path(name).display().to_string();
        let arguments = [
            "batch",
            "--docs",
            &folder,
            "--questions",
            &questions,
            "--out",
            &out,
            "--resume",
        ];
        scratch.run(&arguments)
    };
    table("before.jsonl").assert_code(0);
    let swap = "DROP TRIGGER IF EXISTS batch_cell_is_never_changed; DROP TRIGGER IF EXISTS batch_cell_is_never_deleted; \
                CREATE TEMP TABLE kept AS SELECT batch_id, 1 - ordinal AS ordinal, sequence FROM batch_cell; \
                DELETE FROM batch_cell; INSERT INTO batch_cell SELECT * FROM kept";
    alter(scratch, swap);
    let run = table("after.jsonl");
    assert_ne!(run.code, 0, "{run}");
    assert!(
        !scratch.path("after.jsonl").exists(),
        "a table with answers in the wrong place"
    );
}
