//! A batch with the real model: cells equal single answers, a kill in the
//! middle is resumed, and every format is written.

use acceptance::{SAMPLE, Scratch, take_model, wait_until};
use serde_json::Value;
use std::time::Duration;

const QUESTIONS: &str = concat!(
    "{\"id\": \"rent\", \"question\": \"What is the annual rent?\", \"type\": \"amount\"}\n",
    "{\"id\": \"begin\", \"question\": \"When does the lease begin?\", \"type\": \"date\"}\n",
    "{\"id\": \"who\", \"question\": \"Who is the broker?\"}\n",
);

fn documents(scratch: &Scratch, count: u32) -> String {
    for number in 0..count {
        let text = format!(
            "Lease of office {number}\n\nThe annual rent is USD {}.00.\nThe deposit is USD 75.00.\n\
             The lease begins on {} May 2024.\n",
            1200 + number,
            number + 1
        );
        scratch.file(&format!("leases/{number}.txt"), text);
    }
    scratch.path("leases").display().to_string()
}

fn cells(path: &str) -> Vec<Value> {
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// How many answers are recorded.
fn answers(scratch: &Scratch) -> usize {
    let records = scratch.json(&["audit", "list", "--limit", "1000"]);
    let records = records.as_array().unwrap();
    records
        .iter()
        .filter(|record| record["kind"] == "answer")
        .count()
}

#[test]
fn cells_are_byte_equal_to_single_answers_and_every_format_is_written() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let folder = documents(scratch, 2);
    let questions = scratch.file("questions.jsonl", QUESTIONS);
    let out = |name: &str| scratch.path(name).display().to_string();
    let batch = |name: &str, documents: &[&str]| {
        let mut arguments = vec!["batch", "--docs"];
        arguments.extend(documents);
        let out = out(name);
        arguments.extend(["--questions", &questions, "--out", &out, "--resume"]);
        scratch.run(&arguments)
    };
    let run = batch("table.jsonl", &[&folder, SAMPLE]);
    run.assert_code(0);
    assert!(run.stdout.contains("9 of 9 cells done"), "{run}");
    assert!(run.stderr.contains("asking 0/9"), "{run}");
    let cells = cells(&out("table.jsonl"));
    assert_eq!(cells.len(), 9);
    for cell in &cells {
        let response = &cell["response"];
        let single = scratch.json(&[
            "ask",
            cell["question"].as_str().unwrap(),
            "--doc",
            cell["document"].as_str().unwrap(),
            "--type",
            response["answer_type"].as_str().unwrap(),
        ]);
        for name in [
            "status",
            "answer",
            "citations",
            "decision",
            "flags",
            "message",
        ] {
            assert_eq!(
                response[name].to_string(),
                single[name].to_string(),
                "{name} of {}",
                cell["question"]
            );
        }
    }
    let found = cells
        .iter()
        .filter(|cell| cell["response"]["answer"]["answer_found"] == true)
        .count();
    assert!(
        found >= 4,
        "of the six questions the leases answer: {found}"
    );

    // The same cells in the other formats: nothing is asked again.
    let before = answers(scratch);
    for (name, begins) in [
        ("table.csv", &b"document,document_id,"[..]),
        ("table.xlsx", b"PK"),
        ("table.parquet", b"PAR1"),
    ] {
        let run = batch(name, &[&folder, SAMPLE]);
        run.assert_code(0);
        assert!(run.stdout.contains("(9 by earlier runs)"), "{run}");
        let bytes = std::fs::read(out(name)).unwrap();
        assert!(bytes.starts_with(begins), "{name}");
    }
    assert_eq!(answers(scratch), before);
    let table = std::fs::read_to_string(out("table.csv")).unwrap();
    assert!(
        table.contains(",rent,What is the annual rent?,OK,"),
        "{table}"
    );
}

#[test]
fn a_set_that_ships_is_found_by_its_name_and_can_be_changed() {
    let scratch = Scratch::new();
    let sets = scratch.json(&["questions", "list"]);
    let names: Vec<&str> = sets
        .as_array()
        .unwrap()
        .iter()
        .map(|set| set["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["contract", "invoice", "lease", "policy", "report"]);
    let shown = scratch.run(&["questions", "show", "lease"]);
    shown.assert_code(0);
    let own = shown
        .stdout
        .replace("title = \"Leases\"", "title = \"Ours\"");
    scratch.file("data/questions/lease.toml", own);
    let sets = scratch.json(&["questions", "list"]);
    assert_eq!(sets[2]["title"], "Ours");
    let missing = scratch.run(&[
        "batch",
        "--docs",
        SAMPLE,
        "--questions",
        "leases",
        "--out",
        "table.csv",
    ]);
    missing.assert_code(2);
    assert!(
        missing.stderr.contains("contract, invoice, lease"),
        "{missing}"
    );
}

#[test]
fn a_set_is_asked_and_the_table_of_its_answers_stands_in_the_workbook() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let out = scratch.path("table.xlsx").display().to_string();
    let arguments = [
        "batch",
        "--docs",
        SAMPLE,
        "--questions",
        "policy",
        "--out",
        &out,
    ];
    let run = scratch.run(&arguments);
    run.assert_code(0);
    assert!(run.stderr.contains("8 cells to ask; how long"), "{run}");
    // The program reads its own table: the sheet with a column a question.
    let added = scratch.json(&["docs", "add", &out]);
    let id = added[0]["document"]["id"].as_str().unwrap();
    let shown = scratch.run(&["docs", "show", id, "--text"]);
    shown.assert_code(0);
    for words in [
        "What is the annual premium?",
        "To check",
        "Sum of what is shown",
        "1 of 1",
    ] {
        assert!(shown.stdout.contains(words), "{words} in {shown}");
    }
    let again = scratch.run(&arguments);
    assert!(again.stderr.contains("8 cells to ask: about"), "{again}");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
fn a_killed_batch_goes_on_with_the_cells_that_are_missing() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let folder = documents(scratch, 4);
    let questions = scratch.file(
        "questions.txt",
        "What is the annual rent?\nHow much is the deposit?\n",
    );
    let out = scratch.path("table.jsonl").display().to_string();
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
    // The store is made before two programs look at it.
    assert_eq!(answers(scratch), 0);
    // Killed when two more cells are recorded, whatever is under way then.
    for round in 1..=2 {
        let command = scratch.attest(&arguments);
        let mut child = command.start();
        let reached = wait_until(Duration::from_mins(2), || {
            (child.try_wait().unwrap().is_some() || answers(scratch) >= 2 * round).then_some(())
        });
        assert!(reached.is_some(), "no cell was done");
        let _ = child.kill();
        command.finish(child);
        scratch.assert_sound();
        assert!(!scratch.path("table.jsonl").exists());
    }
    let done = answers(scratch);
    assert!((4..8).contains(&done), "killed in the middle: {done}");
    let run = scratch.run(&arguments);
    run.assert_code(0);
    assert!(run.stdout.contains("8 of 8 cells done"), "{run}");
    assert!(
        run.stdout.contains(&format!("({done} by earlier runs)")),
        "{run}"
    );
    assert_eq!(answers(scratch), 8, "a cell is repeated or lost");
    let ordinals: Vec<u64> = cells(&out)
        .iter()
        .map(|cell| cell["ordinal"].as_u64().unwrap())
        .collect();
    assert_eq!(ordinals, [0, 1, 2, 3, 4, 5, 6, 7]);
    scratch.assert_sound();
}

#[test]
#[cfg(unix)]
fn an_interrupted_batch_says_how_to_go_on() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let folder = documents(scratch, 4);
    let questions = scratch.file("questions.txt", "What is the annual rent?\n");
    let out = scratch.path("table.csv").display().to_string();
    // The store is made before two programs look at it.
    assert_eq!(answers(scratch), 0);
    let command = scratch.attest(&[
        "batch",
        "--docs",
        &folder,
        "--questions",
        &questions,
        "--out",
        &out,
    ]);
    let child = command.start();
    let reached = wait_until(Duration::from_mins(2), || {
        (answers(scratch) >= 1).then_some(())
    });
    assert!(reached.is_some(), "no cell was done");
    let interrupted = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.unwrap().success());
    let run = command.finish(child);
    run.assert_code(3);
    assert!(
        run.stderr.contains("stopped: ") && run.stderr.contains("--resume"),
        "{run}"
    );
    assert!(!scratch.path("table.csv").exists());
    scratch.assert_sound();
}

/// An answer with citations of its own in a table: the cell holds the whole response, and a table
/// of columns its parts.
#[test]
fn a_structured_answer_is_a_cell_like_any_other() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let folder = documents(scratch, 2);
    let question = "{\"id\": \"said\", \"question\": \"What is said about the annual rent?\", \"type\": \"structured_answer\"}\n";
    let questions = scratch.file("questions.jsonl", question);
    let batch = |name: &str| {
        let out = scratch.path(name).display().to_string();
        let run = scratch.run(&[
            "batch",
            "--docs",
            &folder,
            "--questions",
            &questions,
            "--out",
            &out,
            "--resume",
        ]);
        run.assert_code(0);
        out
    };
    let found = cells(&batch("table.jsonl"));
    assert_eq!(found.len(), 2);
    let mut answers = Vec::new();
    for cell in &found {
        let response = &cell["response"];
        assert_eq!(response["answer_type"], "structured_answer", "{response}");
        let value = &response["answer"]["items"][0]["value"];
        answers.push(value["answer"].as_str().unwrap_or_default().to_owned());
        assert!(
            !value["citations"].as_array().unwrap().is_empty(),
            "{value}"
        );
    }
    for (number, answer) in answers.iter().enumerate() {
        let rent = format!("{}", 1200 + number);
        assert!(answer.contains(&rent), "{answer}");
    }
    let table = std::fs::read_to_string(batch("table.csv")).unwrap();
    assert!(table.contains("1200") && table.contains("1201"), "{table}");
}
