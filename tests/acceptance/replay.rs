//! Recorded answers given again on the real models: the same to the byte, from a new process, warm
//! and cold, chosen by the reader, by the model and by code.

use acceptance::{Scratch, take_model};
use serde_json::Value;

/// The shipped policy.
const SHIPPED: &str = include_str!("../../crates/evidence/policy/default.toml");

/// The same facts in prose, as rows of a table, under headings.
const DOCUMENTS: [(&str, &str); 3] = [
    (
        "lease.txt",
        "LEASE\n\nThe lease begins on 1 March 2024. The annual rent is USD 12,500.00, payable in advance.\n",
    ),
    (
        "lease.csv",
        "Item,Value\nBegin of the lease,2024-03-01\nAnnual rent,USD 12500.00\n",
    ),
    (
        "lease.md",
        "# Lease\n\n## Begin of the lease\n\n1 March 2024\n\n## Annual rent\n\nUSD 12,500.00\n",
    ),
];

fn ask(scratch: &Scratch, question: &str, document: &str, more: &[&str]) -> Value {
    let mut arguments = vec!["ask", question, "--doc", document];
    arguments.extend(more);
    scratch.json(&arguments)
}

#[test]
fn recorded_answers_come_out_the_same_to_the_byte() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let (reader, model) = ("choose_with = \"reader\"", "choose_with = \"model\"");
    assert!(SHIPPED.contains(reader));
    let policy = scratch.file("policy.toml", SHIPPED.replace(reader, model));
    let mut answers = 0;
    for (name, text) in DOCUMENTS {
        let document = scratch.file(name, text);
        // With its vectors: of a refusal the record says how many passages had one.
        scratch.run(&["docs", "add", &document]).assert_code(0);
        ask(scratch, "What is the annual rent?", &document, &[]);
        ask(scratch, "Who is the insurer?", &document, &[]);
        ask(scratch, "List every amount.", &document, &[]);
        let by_model = ["--policy", policy.as_str()];
        ask(scratch, "When does the lease begin?", &document, &by_model);
        answers += 4;
    }
    let records = scratch.json(&["audit", "verify"])["records"].clone();
    let report = scratch.json(&["audit", "replay", "--all"]);
    assert_eq!(report["answers"], answers, "{report:#}");
    let replays = report["replays"].as_array().unwrap();
    assert_eq!(replays.len(), answers);
    for replay in replays {
        assert_eq!(replay["equal"], true, "{replay:#}");
        assert_eq!(replay["environment"], serde_json::json!([]));
    }
    let sample = scratch.run(&["audit", "replay", "--all", "--sample", "3"]);
    sample.assert_code(0);
    assert!(
        sample.stdout.contains("3 the same to the byte, 0 others"),
        "{sample}"
    );
    // Nothing was recorded.
    assert_eq!(scratch.json(&["audit", "verify"])["records"], records);
}

#[test]
fn another_environment_is_named_and_what_is_no_answer_is_an_error() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let (name, text) = DOCUMENTS[0];
    let document = scratch.file(name, text);
    let threads = ["--threads", "2"];
    let answer = ask(scratch, "What is the annual rent?", &document, &threads);
    let record = answer["record_id"].as_str().unwrap();
    let same = scratch.run(&["audit", "replay", record, "--threads", "2"]);
    same.assert_code(0);
    assert!(
        same.stdout.contains("the same answer, to the byte"),
        "{same}"
    );
    let other = scratch.run(&["audit", "replay", record, "--threads", "1"]);
    other.assert_code(0);
    assert!(
        other
            .stdout
            .contains("environment: sampler.threads was 2, is 1"),
        "{other}"
    );
    let records = scratch.json(&["audit", "list"]);
    let records = records.as_array().unwrap();
    let import = records.iter().find(|one| one["kind"] == "import").unwrap();
    let refused = scratch.run(&["audit", "replay", import["id"].as_str().unwrap()]);
    refused.assert_code(2);
    assert!(refused.both().contains("is no answer's"), "{refused}");
    scratch.run(&["audit", "replay"]).assert_code(2);
}
