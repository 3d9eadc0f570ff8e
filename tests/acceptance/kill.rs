//! SIGKILL of the program itself, at seeded random moments: the store opens,
//! everything verifies, and every record that was shown is there.

use acceptance::{
    Run, SAMPLE, Scratch, Seed, children, kill, root, take_model, wait_for_end, wait_until,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Read;
use std::time::{Duration, Instant};

const SEED: u64 = 20_260_301;
/// Lines of an imported document; the last one, after the last newline, is
/// empty.
const LINES: usize = 200;

/// How often each act is killed: as the environment says, for a campaign, or a few times.
fn kills(few: u64) -> u64 {
    let given = std::env::var("ATTEST_KILLS").ok();
    given
        .and_then(|given| given.parse().ok())
        .unwrap_or(few)
        .max(1)
}

/// The record that a run named on standard output; none where it was killed before.
fn shown_by(run: &Run) -> BTreeSet<String> {
    let shown = serde_json::from_str::<Value>(&run.stdout).ok();
    let id = shown.and_then(|shown| Some(shown["record_id"].as_str()?.to_owned()));
    id.into_iter().collect()
}

/// Asserts that the store is sound and has every record that was shown.
fn assert_kept(scratch: &Scratch, shown: &BTreeSet<String>) {
    scratch.assert_sound();
    let records = scratch.json(&["audit", "list", "--limit", "100"]);
    let records = records.as_array().unwrap().iter();
    let kept: BTreeSet<String> = records
        .map(|record| record["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(shown.is_subset(&kept), "{shown:?} of {kept:?}");
}

/// Kills a command at random moments of its run, each time on a copy of what was prepared. What
/// is left verifies as it lies there, what was printed is there, and `then` runs the same command
/// to its end after it.
fn campaign(prepared: &Scratch, arguments: &[&str], then: impl Fn(&Scratch)) {
    let mut seed = Seed(SEED);
    let whole = prepared.copy();
    let begun = Instant::now();
    let run = whole.run(arguments);
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap();
    run.assert_code(0);
    assert_kept(&whole, &shown_by(&run));
    for _ in 0..kills(6) {
        let scratch = prepared.copy();
        let command = scratch.attest(arguments);
        let mut child = command.start();
        std::thread::sleep(Duration::from_micros(seed.below(micros)));
        let _ = child.kill();
        let killed = command.finish(child);
        assert_kept(&scratch, &shown_by(&killed));
        then(&scratch);
        scratch.assert_sound();
    }
}

/// A store with three documents, and their paths.
fn three_documents() -> (Scratch, Vec<String>) {
    let scratch = Scratch::without_models();
    let files: Vec<String> = (1..=3)
        .map(|number| {
            let text =
                format!("Paper {number}\nThe fee is {number}00 USD, due on 4 May 202{number}.\n");
            scratch.file(&format!("{number}.txt"), text.repeat(12))
        })
        .collect();
    let mut arguments = vec!["docs", "add"];
    arguments.extend(files.iter().map(String::as_str));
    scratch.run(&arguments).assert_code(0);
    (scratch, files)
}

#[test]
fn killing_a_question_loses_no_answer_that_was_shown() {
    let (prepared, files) = three_documents();
    let ask = ["ask", "List all dates", "--doc", &files[0], "--json"];
    campaign(&prepared, &ask, |scratch| {
        let again = scratch.run(&ask);
        again.assert_code(0);
        assert_eq!(shown_by(&again).len(), 1, "{again}");
    });
}

#[test]
fn killing_a_batch_leaves_whole_cells_that_it_goes_on_from() {
    let (prepared, _) = three_documents();
    let questions = prepared.file(
        "questions.csv",
        "question,type\nList all dates,date\nList all amounts,amount\n",
    );
    let folder = prepared.path("");
    let folder = folder.display().to_string();
    let out = prepared.path("table.csv").display().to_string();
    let documents: Vec<String> = (1..=3)
        .map(|number| format!("{folder}{number}.txt"))
        .collect();
    let mut batch = vec![
        "batch",
        "--questions",
        &questions,
        "--out",
        &out,
        "--resume",
        "--docs",
    ];
    batch.extend(documents.iter().map(String::as_str));
    campaign(&prepared, &batch, |scratch| {
        let again = scratch.run(&batch);
        again.assert_code(0);
        let records = scratch.json(&["audit", "list", "--limit", "100"]);
        let records = records.as_array().unwrap().iter();
        let answers = records.filter(|record| record["kind"] == "answer");
        assert_eq!(answers.count(), 6, "each cell once: {again}");
    });
}

#[test]
fn killing_an_erasure_leaves_the_document_or_nothing_of_it() {
    let (prepared, files) = three_documents();
    let ask = ["ask", "List all dates", "--doc", &files[0]];
    prepared.run(&ask).assert_code(0);
    let documents = prepared.json(&["docs", "list"]);
    let id = documents[0]["id"].as_str().unwrap();
    let erase = ["docs", "remove", id, "--erase", "--json"];
    campaign(&prepared, &erase, |scratch| {
        // Erased now, or refused because it was before the kill.
        let documents = scratch.json(&["docs", "list"]);
        let mut documents = documents.as_array().unwrap().iter();
        let is_there = documents.any(|document| document["id"] == id);
        let again = scratch.run(&erase);
        again.assert_code(if is_there { 0 } else { 2 });
        let left = scratch.json(&["docs", "list"]);
        assert_eq!(left.as_array().unwrap().len(), 2);
        for ending in ["", "-wal"] {
            let path = scratch.data().join(format!("attest.sqlite{ending}"));
            let bytes = std::fs::read(path).unwrap_or_default();
            let mut windows = bytes.windows(7);
            assert!(!windows.any(|window| window == b"Paper 1"), "{again}");
        }
    });
}

#[test]
fn killing_a_migration_leaves_the_older_format_or_the_newer() {
    let prepared = Scratch::new();
    std::fs::create_dir_all(prepared.data()).unwrap();
    let older = root().join("crates/vault/src/tests/formats/format_5.sqlite");
    std::fs::copy(older, prepared.data().join("attest.sqlite")).unwrap();
    campaign(&prepared, &["docs", "list", "--json"], |scratch| {
        let again = scratch.run(&["docs", "list"]);
        again.assert_code(0);
        let records = scratch.json(&["audit", "list", "--limit", "100"]);
        let records = records.as_array().unwrap().iter();
        let migrations = records.filter(|record| record["kind"] == "migrate");
        assert_eq!(migrations.count(), 1, "{again}");
    });
}

#[test]
fn killing_an_import_of_many_files_leaves_whole_documents_only() {
    let scratch = Scratch::without_models();
    let mut seed = Seed(SEED);
    let text = |number: u32| {
        (1..LINES)
            .map(|line| format!("Document {number}, line {line}.\n"))
            .collect::<String>()
    };
    let files: Vec<String> = (0..60)
        .map(|number| scratch.file(&format!("{number}.txt"), text(number)))
        .collect();
    let mut arguments = vec!["docs", "add"];
    arguments.extend(files.iter().map(String::as_str));
    let mut before = 0;
    for _ in 0..kills(8) {
        let command = scratch.attest(&arguments);
        let mut child = command.start();
        std::thread::sleep(Duration::from_millis(5 + seed.below(150)));
        let _ = child.kill();
        command.finish(child);
        scratch.assert_sound();
        let documents = scratch.json(&["docs", "list"]);
        let documents = documents.as_array().unwrap();
        assert!(
            documents.len() >= before,
            "a document that was there is gone"
        );
        before = documents.len();
        // Whole or not at all: verification reads every document back; the
        // records count them.
        let records = scratch.json(&["audit", "list", "--limit", "100"]);
        assert_eq!(records.as_array().unwrap().len(), before);
        assert!(
            documents.iter().all(|document| document["lines"] == LINES),
            "a part of a document"
        );
    }
    scratch.run(&arguments).assert_code(0);
    assert_eq!(
        scratch.json(&["docs", "list"]).as_array().unwrap().len(),
        60
    );
    scratch.assert_sound();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
fn killing_the_program_loses_no_record_that_was_shown_and_ends_its_worker() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let ask = [
        "ask",
        "How many locations are insured?",
        "--type",
        "number",
        "--doc",
        SAMPLE,
        "--json",
    ];
    let mut seed = Seed(SEED);
    let (mut shown, mut left) = (BTreeSet::new(), Vec::new());
    for _ in 0..3 {
        let command = scratch.attest(&ask);
        let mut child = command.start();
        let parent = child.id();
        let worker = wait_until(Duration::from_secs(20), || {
            children(parent, "worker").first().copied()
        });
        let worker = worker.expect("a process of a model is met");
        std::thread::sleep(Duration::from_millis(seed.below(1500)));
        let _ = child.kill();
        shown.extend(shown_by(&command.finish(child)));
        if !wait_for_end(worker, Duration::from_secs(20)) {
            kill(worker);
            left.push(worker);
        }
        assert_kept(scratch, &shown);
    }
    assert_eq!(
        left, [0; 0],
        "workers outlive the program that started them"
    );
    // And once at the moment the response appears.
    let command = scratch.attest(&ask);
    let mut child = command.start();
    let mut first = [0];
    let output = child.stdout.as_mut().unwrap();
    output.read_exact(&mut first).unwrap();
    let _ = child.kill();
    let run = command.finish(child);
    let response: Value =
        serde_json::from_str(&format!("{{{}", run.stdout)).expect("one line is one write");
    shown.insert(response["record_id"].as_str().unwrap().to_owned());
    assert_kept(scratch, &shown);
}
