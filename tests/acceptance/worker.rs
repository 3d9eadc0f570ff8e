//! The worker dies in mid-answer: it is started again once, then the request fails, and
//! the program goes on.

use acceptance::{Run, Scratch, children, cpu_ticks, kill, take_model, wait_until};
use serde_json::{Value, json};
use std::process::Child;
use std::time::Duration;

/// Processor time after which the reader is past loading and in the passages, in ticks
/// of 10 ms. Loading takes a tenth of it, reading [`long_document`] four times as much.
const IN_THE_PASSAGES: u64 = 40;
const LIMIT: Duration = Duration::from_mins(1);

/// A text that takes the model some seconds to read, with an answer in it.
fn long_document(scratch: &Scratch) -> String {
    let clause = |number: u32| {
        format!(
            "Clause {number}. The fee for service number {number} is {} USD, payable each month in advance, \
             and the fee is raised on the first day of the year by the rate that section {number} names.\n\n",
            100 + number
        )
    };
    scratch.file("long.txt", (1..200).map(clause).collect::<String>())
}

/// Kills the reader of a run as soon as it is in the passages, and says which process
/// that was: `before` is one that was killed and may still be ending.
fn kill_reader(run: &mut Child, before: Option<u32>) -> u32 {
    let parent = run.id();
    let reader = wait_until(LIMIT, || {
        if run.try_wait().unwrap().is_some() {
            return Some(None);
        }
        let mut readers = children(parent, "reader").into_iter();
        let reader = readers.find(|&reader| Some(reader) != before)?;
        (cpu_ticks(reader) >= IN_THE_PASSAGES).then_some(Some(reader))
    });
    let reader = reader
        .flatten()
        .expect("the answer came before the reader could be killed");
    kill(reader);
    reader
}

pub(crate) fn kill_readers(run: &mut Child, times: u32) {
    let mut before = None;
    for _ in 0..times {
        before = Some(kill_reader(run, before));
    }
}

/// A question about [`long_document`], asked by a program whose worker is killed so many
/// times.
fn ask_and_kill(scratch: &Scratch, document: &str, times: u32) -> Run {
    let question = "What is the fee for service number 17?";
    let mut command = scratch.attest(&["ask", question, "--type", "amount", "--doc", document]);
    command.argument("--json");
    let mut child = command.start();
    kill_readers(&mut child, times);
    command.finish(child)
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
fn a_killed_worker_is_started_again_and_asked_with_the_same_bytes() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let document = long_document(scratch);
    let run = ask_and_kill(scratch, &document, 1);
    run.assert_code(0);
    let disturbed = run.json();
    let undisturbed = ask_and_kill(scratch, &document, 0).json();
    assert_eq!(disturbed["status"], undisturbed["status"], "{run}");
    assert_eq!(disturbed["answer"], undisturbed["answer"], "{run}");
    assert_eq!(
        disturbed["probability"], undisturbed["probability"],
        "{run}"
    );
    let restarts = |response: &Value| {
        let id = response["record_id"].as_str().unwrap();
        scratch.json(&["audit", "show", id])["body"]["worker_restarts"].clone()
    };
    assert_eq!(restarts(&disturbed), json!(1), "{run}");
    assert_eq!(restarts(&undisturbed), json!(0), "{run}");
    scratch.assert_sound();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
fn a_worker_killed_twice_fails_the_request_and_nothing_else() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let document = long_document(scratch);
    let run = ask_and_kill(scratch, &document, 2);
    run.assert_code(3);
    let response = run.json();
    assert_eq!(response["status"], "FAILED", "{run}");
    assert!(
        response["answer"].is_null() && response["citations"] == json!([]),
        "{run}"
    );
    assert!(!response["message"].as_str().unwrap().is_empty(), "{run}");

    let record = scratch.json(&["audit", "show", response["record_id"].as_str().unwrap()]);
    assert_eq!(record["body"]["generation_status"], "FAILED");
    assert_eq!(record["body"]["failure_reason"], "engine");
    scratch.assert_sound();
    ask_and_kill(scratch, &document, 0).assert_code(0);
    scratch.assert_sound();
}

/// In one process: the case whose worker was killed twice fails, the others are
/// answered by a new worker.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
fn the_program_goes_on_after_its_worker_was_killed() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let long = long_document(scratch);
    let short = scratch.file(
        "short.txt",
        "The annual premium is 10 USD.\n\nThe deductible is 5 USD per claim.\n",
    );
    let case = |id: &str, document: &str, question: &str| {
        json!({ "id": id, "document": document, "question": question, "answer_type": "amount" })
            .to_string()
    };
    // Cases run in the order of their documents: long.txt, then short.txt.
    let cases = [
        case("killed", &long, "What is the fee for service number 17?"),
        case("next", &short, "What is the annual premium?"),
    ];
    let cases = scratch.file("cases.jsonl", cases.join("\n"));
    let out = scratch.path("predictions.jsonl");
    let command = scratch.attest(&["eval", &cases, "--out", &out.display().to_string()]);
    let mut child = command.start();
    kill_readers(&mut child, 2);
    command.finish(child).assert_code(0);
    let predictions = std::fs::read_to_string(out).unwrap();
    let decisions: Vec<(String, bool)> = predictions
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|value| {
            (
                value["id"].as_str().unwrap().to_owned(),
                value["decision"] == "failed",
            )
        })
        .collect();
    assert_eq!(
        decisions,
        [("killed".to_owned(), true), ("next".to_owned(), false)]
    );
}
