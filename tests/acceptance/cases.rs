//! The four cases that must work end to end: a complete list, a
//! partial one, nothing, and a conflict; on text as it stands in frameworks,
//! policies, schedules and agreements, with the real model.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

/// From NIST's Framework for Improving Critical Infrastructure Cybersecurity,
/// version 1.1 (a work of the US Government).
const FRAMEWORK: &str = "\
Framework for Improving Critical Infrastructure Cybersecurity
Version 1.1

2.1 Framework Core

The Framework Core provides a set of activities to achieve specific cybersecurity outcomes, and references
examples of guidance to achieve those outcomes. The Core is not a checklist of actions to perform.

The five Framework Functions are:
- Identify
- Protect
- Detect
- Respond
- Recover

These Functions are not intended to form a serial path or lead to a static desired end state. Rather, the
Functions should be performed concurrently and continuously.

2.2 Framework Implementation Tiers

Tiers describe an increasing degree of rigor and sophistication in cybersecurity risk management practices.
";

const EXCLUSIONS: &str = "\
Commercial property policy

Section 4. Exclusions

The following exclusions apply to this policy:
(a) loss or damage caused by war, invasion or civil commotion
The list of exclusions is continued in Section 7.

Section 5. Claims

Notice of a claim must be given to the insurer without delay.
";

const PREMIUM: &str = "\
Premium schedule

Policy number: CP-20418
Insured: Harbour Street Bakery Ltd.

Annual premium: USD 1,482.50
Insurance premium tax: USD 177.90
Total due: USD 1,660.40
Payable in four quarterly instalments of USD 415.10.
";

const AMENDED: &str = "\
Services agreement

1. Term

The effective date of this agreement is 1 March 2023.

First amendment

The parties amend the agreement as follows.
The effective date of this agreement is 1 June 2023.
";

/// Asks as a person does, without naming a type.
fn ask(scratch: &Scratch, question: &str, document: &str) -> Value {
    let response = scratch.json(&["ask", question, "--doc", document]);
    assert_cited(scratch, &response);
    scratch.assert_sound();
    response
}

fn values(response: &Value) -> Vec<Value> {
    let items = response["answer"]["items"].as_array().unwrap();
    items.iter().map(|item| item["value"].clone()).collect()
}

#[test]
fn complete_all_items_of_a_list_one_line_each() {
    let Some(with) = take_model() else { return };
    let document = with.scratch.file("framework.txt", FRAMEWORK);
    let question = "What are the five Framework Functions?";
    let response = ask(&with.scratch, question, &document);
    assert_eq!(
        values(&response),
        ["Identify", "Protect", "Detect", "Respond", "Recover"]
    );
    let spans = response["answer"]["items"].as_array().unwrap().iter();
    let lines: Vec<u64> = spans
        .flat_map(|item| item["spans"].as_array().unwrap())
        .map(|span| {
            assert_eq!(span["line_start"], span["line_end"]);
            span["line_start"].as_u64().unwrap()
        })
        .collect();
    assert_eq!(lines, [10, 11, 12, 13, 14]);
    assert_eq!(response["answer"]["complete_answer_found"], true);
    assert_eq!(response["decision"], "ship");
}

#[test]
fn partial_what_is_continued_elsewhere_is_looked_for() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let question = "Which exclusions apply to this policy?";
    let item = json!("loss or damage caused by war, invasion or civil commotion");

    // An extract: there is no Section 7 to read.
    let headed = EXCLUSIONS
        .replace("Section 4. Exclusions", "## Section 4. Exclusions")
        .replace("Section 5. Claims", "## Section 5. Claims");
    for (name, text) in [("extract.txt", EXCLUSIONS), ("extract.md", &headed)] {
        let extract = scratch.file(name, text);
        let response = ask(scratch, question, &extract);
        assert_eq!(values(&response), std::slice::from_ref(&item), "{name}");
        assert_eq!(response["answer"]["complete_answer_found"], false);
        assert_eq!(
            response["answer"]["llm_discovered_keywords"],
            json!(["Section 7"]),
            "{name}"
        );
        assert_eq!(response["decision"], "review");
    }

    // The whole policy, too long to be shown at once: the search goes on.
    let mut whole = EXCLUSIONS.to_owned();
    for clause in 1..=60 {
        whole.push_str(&format!(
            "\nSection 6.{clause}. Condition {clause}\n\nThe insured keeps the records of building {clause} for \
             {clause} years and shows them to the surveyor whenever a visit has been announced in writing.\n"
        ));
    }
    whole.push_str("\nSection 7. Further perils\n\n(b) wear and tear\n(c) damage by vermin\n");
    let whole = scratch.file("whole.txt", whole);
    let response = ask(scratch, question, &whole);
    assert_eq!(
        values(&response),
        [item, json!("wear and tear"), json!("damage by vermin")]
    );
    assert_eq!(response["answer"]["complete_answer_found"], true);
    assert_eq!(response["decision"], "ship");

    // Where little is read at once, both places are shown all the same.
    let shipped = include_str!("../../crates/evidence/policy/default.toml");
    let line = "max_read_tokens = 6000";
    assert!(shipped.contains(line));
    let policy = shipped.replace(line, "max_read_tokens = 200");
    let policy = scratch.file("small.toml", policy);
    let response = scratch.json(&["ask", question, "--doc", &whole, "--policy", &policy]);
    let found = values(&response);
    assert!(found.contains(&json!("wear and tear")), "{response}");
    assert!(found.contains(&json!("damage by vermin")), "{response}");
}

#[test]
fn nothing_says_what_was_there_instead() {
    let Some(with) = take_model() else { return };
    let rows = "Item,Value\nPolicy number,CP-20418\nAnnual premium,USD 1482.50\nInsurance premium tax,USD 177.90\n";
    let headed = "# Premium schedule\n\n## Annual premium\n\nUSD 1,482.50\n\n## Insurance premium tax\n\nUSD 177.90\n";
    for (name, text) in [
        ("premium.txt", PREMIUM),
        ("premium.csv", rows),
        ("premium.md", headed),
    ] {
        let document = with.scratch.file(name, text);
        let question = "What is the cancellation period?";
        let response = ask(&with.scratch, question, &document);
        let answer = &response["answer"];
        assert_eq!(answer["items"], json!([]), "{name}");
        assert_eq!(answer["extraction_method"], "na");
        assert_eq!(answer["confidence"], 0.0);
        let caveats = answer["caveats"].as_array().unwrap();
        assert_eq!(caveats.len(), 2, "{name}: {caveats:?}");
        let there = caveats[1].as_str().unwrap();
        assert!(there.starts_with("What was read speaks of: "), "{there}");
        assert!(there.to_lowercase().contains("premium"), "{name}: {there}");
        assert_eq!(response["decision"], "no_answer");
        assert_eq!(response["message"], "The documents do not say.");
    }
}

#[test]
fn conflict_shows_both_and_asks_which_applies() {
    let Some(with) = take_model() else { return };
    let document = with.scratch.file("amended.txt", AMENDED);
    let question = "What is the effective date of the agreement?";
    let response = ask(&with.scratch, question, &document);
    let mut dates: Vec<Value> = values(&response)
        .into_iter()
        .map(|value| value["iso"].clone())
        .collect();
    dates.sort_by_key(ToString::to_string);
    assert_eq!(dates, ["2023-03-01", "2023-06-01"]);
    assert_eq!(response["answer"]["conflicting_evidence"], true);
    assert!(response["answer"]["suggested_clarification"].is_string());
    assert_eq!(response["decision"], "conflict");
    assert_eq!(response["needs_human_review"], true);
}
