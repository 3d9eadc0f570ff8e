//! The other contracts of the registry, each by `--type`, with the real model;
//! every response has the published form.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

const HANDBOOK: &str = "\
Support handbook

Refunds

A refund takes five business days after it was approved. Refunds are paid to the card of the purchase.

Passwords

A password is reset with the link on the sign-in page. The link is valid for one hour.
";

const MESSAGE: &str = "\
Hello,

I was charged twice for the invoice of March. Please refund the second payment to my credit card.
The invoice number is 4711.
";

fn ask(scratch: &Scratch, answer_type: &str, question: &str, document: &str) -> Value {
    let response = scratch.json(&["ask", question, "--type", answer_type, "--doc", document]);
    assert_eq!(response["answer_type"], answer_type);
    assert_cited(scratch, &response);
    let name = format!("{answer_type}.response");
    let schema = scratch.json(&["contracts", "show", &name, "--schema"]);
    let validator = firewall::Validator::new(&schema, true).expect("a published schema");
    assert!(validator.is_valid(&response), "{name}: {response}");
    response
}

fn value(response: &Value) -> &Value {
    &response["answer"]["items"][0]["value"]
}

#[test]
fn prose_is_made_of_cited_sentences() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let handbook = scratch.file("handbook.txt", HANDBOOK);
    let question = "How long does a refund take after it was approved?";
    let sentence = "A refund takes five business days after it was approved.";

    let cited = ask(scratch, "cited_text", question, &handbook);
    let text = value(&cited).as_str().unwrap();
    assert!(text.starts_with(sentence.trim_end_matches('.')), "{text}");
    assert!(text.contains("[C"), "no anchor: {text}");

    let structured = ask(scratch, "structured_answer", question, &handbook);
    let answer = value(&structured);
    assert!(answer["answer"].as_str().unwrap().contains(sentence));
    assert_eq!(answer["citations"][0]["document_title"], "handbook.txt");

    let reply = ask(scratch, "support_reply", question, &handbook);
    let answer = value(&reply);
    assert!(answer["draft_reply"].as_str().unwrap().contains(sentence));
    let snippet = answer["citations"][0]["snippet"].as_str().unwrap();
    assert_eq!(snippet.chars().count(), 35);
    assert_eq!(reply["needs_human_review"], answer["needs_human_review"]);
}

#[test]
fn a_reply_without_a_passage_is_the_fixed_one() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let handbook = scratch.file("handbook.txt", HANDBOOK);
    let question = "Does the warehouse in Osaka open on Sundays?";
    let reply = ask(scratch, "support_reply", question, &handbook);
    if reply["answer"]["items"].as_array().unwrap().is_empty() {
        assert_eq!(reply["message"], "The documents do not say.");
    } else {
        let draft = &value(&reply)["draft_reply"];
        assert_eq!(draft, "Insufficient context. Please clarify your request.");
        assert_eq!(reply["needs_human_review"], true);
    }
}

#[test]
fn a_claim_is_checked_against_the_words() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let handbook = scratch.file("handbook.txt", HANDBOOK);
    for (claim, wanted) in [
        ("A refund takes five business days.", "Yes"),
        ("The link is not valid for one hour.", "No"),
        ("The moon is made of cheese.", "No"),
    ] {
        let response = ask(scratch, "verification", claim, &handbook);
        assert_eq!(value(&response), &json!({ "response": wanted }), "{claim}");
        assert_eq!(response["answer"]["extraction_method"], "inferred");
        assert_eq!(response["needs_human_review"], true);
    }
}

#[test]
fn labels_are_chosen_from_the_set() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let message = scratch.file("message.txt", MESSAGE);
    let question = "What is this message about?";
    let category = ask(scratch, "document_category", question, &message);
    assert_eq!(value(&category), "Billing & Payments");

    let labels = scratch.json(&[
        "ask",
        "What is this message?",
        "--type",
        "classification",
        "--labels",
        "invoice,lease,medical report",
        "--doc",
        &message,
    ]);
    assert_eq!(value(&labels), "invoice");
}
