//! SIGKILL of the program itself, at seeded random moments: the store opens,
//! everything verifies, and every record that was shown is there.

use acceptance::{SAMPLE, Scratch, Seed, children, kill, take_model, wait_for_end, wait_until};
use serde_json::Value;
use std::io::Read;
use std::time::Duration;

const SEED: u64 = 20_260_301;
/// Lines of an imported document; the last one, after the last newline, is
/// empty.
const LINES: usize = 200;

#[test]
fn killing_an_import_of_many_files_leaves_whole_documents_only() {
    let scratch = Scratch::new();
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
    for _ in 0..8 {
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
    let mut seed = Seed(SEED);
    let mut shown = Vec::new();
    for round in 0..4 {
        let command = scratch.attest(&[
            "ask",
            "How many locations are insured?",
            "--type",
            "number",
            "--doc",
            SAMPLE,
            "--json",
        ]);
        let mut child = command.start();
        let parent = child.id();
        if round == 3 {
            // Once at the moment the response appears.
            let mut first = [0];
            child
                .stdout
                .as_mut()
                .unwrap()
                .read_exact(&mut first)
                .unwrap();
            let _ = child.kill();
            let run = command.finish(child);
            let response: Value =
                serde_json::from_str(&format!("{{{}", run.stdout)).expect("one line is one write");
            shown.push(response["record_id"].as_str().unwrap().to_owned());
        } else {
            let worker = wait_until(Duration::from_secs(20), || {
                children(parent, "worker").first().copied()
            });
            std::thread::sleep(Duration::from_millis(seed.below(1500)));
            let _ = child.kill();
            let run = command.finish(child);
            if let Ok(response) = serde_json::from_str::<Value>(&run.stdout) {
                shown.push(response["record_id"].as_str().unwrap().to_owned());
            }
            if let Some(worker) = worker {
                let ended = wait_for_end(worker, Duration::from_secs(20));
                if !ended {
                    kill(worker);
                }
                assert!(ended, "the worker outlives the program that started it");
            }
        }
        scratch.assert_sound();
    }
    assert!(!shown.is_empty());
    for id in shown {
        scratch.run(&["audit", "show", &id]).assert_code(0);
    }
}
