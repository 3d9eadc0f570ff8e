//! Filters on documents and places, the knowledge types a policy allows, and the gate on
//! similarity: what is passed over, and how the record says so.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

/// A note about a fee.
fn note(fee: u32) -> String {
    format!("NOTE\n\nThe monthly fee for the service is EUR {fee}, payable in advance.\n")
}

/// Three notes: of Acme, of Bolt, and one of which nobody said whose it is.
fn three_notes(scratch: &Scratch) {
    for (name, fee, client) in [("acme", 110, Some("Acme")), ("bolt", 220, Some("Bolt"))] {
        let file = scratch.file(&format!("{name}.txt"), note(fee));
        let said = client.map(|client| format!("client={client}"));
        let mut arguments = vec!["docs", "add", &file];
        arguments.extend(said.iter().flat_map(|said| ["--meta", said]));
        scratch.json(&arguments);
    }
    let file = scratch.file("unknown.txt", note(330));
    scratch.json(&["docs", "add", &file]);
}

fn ask(scratch: &Scratch, options: &[&str]) -> Value {
    let mut arguments = vec!["ask", "What is the monthly fee?", "--type", "amount"];
    arguments.extend(options);
    scratch.json(&arguments)
}

fn fee(response: &Value) -> &Value {
    &response["answer"]["items"][0]["value"]["value"]
}

fn record(scratch: &Scratch, response: &Value) -> Value {
    let id = response["record_id"].as_str().unwrap();
    scratch.json(&["audit", "show", id])["body"].clone()
}

#[test]
fn metadata_says_which_documents_are_asked_and_unknown_ones_are_left_out() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    three_notes(scratch);
    for (client, expected) in [("Acme", 110), ("Bolt", 220)] {
        let response = ask(scratch, &["--filter", &format!("client={client}")]);
        assert_cited(scratch, &response);
        assert_eq!(fee(&response), &json!(expected), "{client}");
        let said = &response["citations"][0]["metadata"]["said"];
        assert_eq!(said, &json!({ "client": client }));
    }

    let nothing = ask(scratch, &["--filter", "client=Cobra"]);
    assert_eq!(
        (&nothing["status"], &nothing["decision"]),
        (&json!("NO_EVIDENCE"), &json!("no_answer"))
    );
    assert_eq!(nothing["message"], "No answer sure enough.");
    let flags = nothing["flags"].to_string();
    assert!(flags.contains("in documents with client"), "{flags}");

    let documents = scratch.json(&["docs", "list"]);
    let mut all = documents.as_array().unwrap().iter();
    let unknown = all.find(|one| one["title"] == "unknown.txt");
    let id = unknown.unwrap()["id"].as_str().unwrap();
    scratch.json(&["docs", "meta", id, "client=Cobra"]);
    assert_eq!(
        fee(&ask(scratch, &["--filter", "client=Cobra"])),
        &json!(330)
    );
    let taken_back = scratch.json(&["docs", "meta", id, "client="]);
    assert_eq!(taken_back["metadata"], json!({}));
    assert_eq!(
        ask(scratch, &["--filter", "client=Cobra"])["status"],
        "NO_EVIDENCE"
    );
}

/// Nothing is left by the filter, or by the gate on similarity: the record is the same but for its reason.
#[test]
fn the_refusal_without_evidence_is_validated_and_its_record_is_complete() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    three_notes(scratch);
    let filtered = ask(scratch, &["--filter", "client=Cobra"]);
    let table = scratch.file(
        "fees.csv",
        "Item,Fee\nService,EUR 110\nMaintenance,EUR 12\n",
    );
    let far = "Which whales sing in the Arctic at night?";
    let strict = strict_gate(scratch);
    let gated = scratch.json(&["ask", far, "--doc", &table, "--policy", &strict]);
    for nothing in [filtered, gated] {
        assert_eq!(nothing["status"], "NO_EVIDENCE", "{nothing}");
        assert_eq!(
            (&nothing["answer"], &nothing["citations"]),
            (&Value::Null, &json!([]))
        );
        let body = record(scratch, &nothing);
        for (name, expected) in [
            ("generation_status", json!("NO_EVIDENCE")),
            ("validation_status", json!("PASSED")),
            ("failure_reason", Value::Null),
            ("prompt_sha256", Value::Null),
            ("model", Value::Null),
            ("decision", json!("no_answer")),
            ("worker_restarts", json!(0)),
        ] {
            assert_eq!(body.get(name), Some(&expected), "{name}");
        }
        assert_eq!(body["grounding_metrics"]["refusal_detected"], true);
        assert_eq!(body["grounding_metrics"]["citation_count"], 0);
        assert_eq!(body["response_id"].as_str().unwrap().len(), 64);
        assert_eq!(body["tokens"]["prompt"], 0);
        assert!(body["latency"]["total_ms"].is_u64());
    }
    scratch.assert_sound();
}

#[test]
fn places_and_dates_are_filters_too_and_a_person_s_filter_is_held_to() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let text = format!("{}\n\n{}", note(110), note(220));
    let file = scratch.file("two.txt", text);
    scratch.json(&["docs", "add", &file]);
    let id = scratch.json(&["docs", "list"])[0]["id"].clone();
    for (filter, expected) in [(["--lines", "1-4"], 110), (["--filter", "line=5-9"], 220)] {
        assert_eq!(fee(&ask(scratch, &filter)), &json!(expected), "{filter:?}");
    }
    // Nobody said a date yet.
    let dated = ["--filter", "date=2024"];
    assert_eq!(ask(scratch, &dated)["status"], "NO_EVIDENCE");
    scratch.json(&["docs", "date", id.as_str().unwrap(), "2024-05-01"]);
    assert_eq!(ask(scratch, &dated)["status"], "OK");
    for wrong in ["client", "page=none", "date=2024-13", "kind=scroll"] {
        let refused = scratch.run(&["ask", "What is the fee?", "--filter", wrong]);
        refused.assert_code(2);
        assert!(refused.stderr.contains("hint:"), "{refused}");
    }
}

#[test]
fn a_policy_says_which_kinds_of_knowledge_are_shown() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let draft = scratch.file("draft.txt", note(999));
    scratch.json(&["docs", "add", &draft, "--meta", "knowledge_type=draft"]);
    // Nothing else is there: the reason is told.
    refused_for_its_kind(scratch, &[]);
    scratch.json(&["docs", "add", &scratch.file("final.txt", note(110))]);
    assert_eq!(fee(&ask(scratch, &[])), &json!(110));

    let allowing = policy(
        scratch,
        "allowed_knowledge_types = [\"document\"]",
        "allowed_knowledge_types = [\"draft\"]",
    );
    assert_eq!(fee(&ask(scratch, &["--policy", &allowing])), &json!(999));
    // Named all the same, it is refused, too.
    refused_for_its_kind(scratch, &["--doc", &draft]);
}

fn refused_for_its_kind(scratch: &Scratch, options: &[&str]) {
    let mut arguments = vec!["ask", "What is the monthly fee?", "--json"];
    arguments.extend(options);
    let refused = scratch.run(&arguments);
    let told = refused.stdout.clone() + &refused.stderr;
    assert!(refused.code != 0 && told.contains("(V5)"), "{refused}");
}

/// The policy that is shipped, with one of its lines changed.
fn policy(scratch: &Scratch, line: &str, changed: &str) -> String {
    let shipped = include_str!("../../crates/evidence/policy/default.toml");
    assert!(shipped.contains(line), "{line}");
    scratch.file("policy.toml", shipped.replace(line, changed))
}

/// The shipped policy with a gate that hardly anything passes.
fn strict_gate(scratch: &Scratch) -> String {
    let gates = "min_top_similarity = { lexical = 0.05, embedding = 0.5, hybrid = 0.02 }";
    let strict = "min_top_similarity = { lexical = 0.05, embedding = 0.5, hybrid = 0.6 }";
    policy(scratch, gates, strict)
}

/// A document that is short enough to be shown whole was searched all the same.
#[test]
fn the_gate_holds_for_documents_that_are_shown_whole() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let strict = strict_gate(scratch);
    let headed =
        "# Note\n\n## Fee\n\nThe monthly fee for the service is EUR 110, payable in advance.\n";
    for (name, text) in [("short.txt", note(110)), ("short.md", headed.to_owned())] {
        let file = scratch.file(name, text);
        let about = |question: &str| {
            let arguments = ["ask", question, "--doc", &file, "--policy", &strict];
            scratch.json(&arguments)["status"].clone()
        };
        let near = "What is the monthly fee for the service, payable in advance?";
        let far = "Which whales sing in the Arctic at night?";
        assert_eq!(about(near), "OK", "{name}");
        assert_eq!(about(far), "NO_EVIDENCE", "{name}");
    }
}
