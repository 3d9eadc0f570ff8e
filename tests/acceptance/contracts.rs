//! The other contracts of the registry, each by `--type`, with the real model;
//! every response has the published form.

use acceptance::made::{docx, heading, paragraph};
use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

const HANDBOOK: &str = "\
Support handbook

Refunds

A refund takes five business days after it was approved. Refunds are paid to the card of the purchase.

Passwords

A password is reset with the link on the sign-in page. The link is valid for one hour.
";

/// The same handbook as text, with headings of Markdown, as a Word file and as a page of the web;
/// and the line on which the refund's sentence stands in each.
fn handbooks() -> [(&'static str, Vec<u8>, u32); 4] {
    let [refund, card] = REFUNDS;
    let password =
        "A password is reset with the link on the sign-in page. The link is valid for one hour.";
    let markdown = format!(
        "# Support handbook\n\n## Refunds\n\n{refund} {card}\n\n## Passwords\n\n{password}\n"
    );
    let blocks = [
        heading("Support handbook"),
        heading("Refunds"),
        paragraph(&format!("{refund} {card}")),
        heading("Passwords"),
        paragraph(password),
    ];
    let page = format!(
        "<html><body><h1>Support handbook</h1><h2>Refunds</h2><p>{refund} {card}</p><h2>Passwords</h2><p>{password}</p></body></html>"
    );
    [
        ("handbook.txt", HANDBOOK.into(), 5),
        ("handbook.md", markdown.into(), 5),
        ("handbook.docx", docx(&blocks), 5),
        ("handbook.html", page.into(), 5),
    ]
}

const REFUNDS: [&str; 2] = [
    "A refund takes five business days after it was approved.",
    "Refunds are paid to the card of the purchase.",
];

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
    let question = "How long does a refund take after it was approved?";
    let [sentence, _] = REFUNDS;
    for (name, bytes, line) in handbooks() {
        let handbook = scratch.file(name, bytes);
        let cited = ask(scratch, "cited_text", question, &handbook);
        let text = value(&cited).as_str().unwrap();
        assert!(text.starts_with(sentence.trim_end_matches('.')), "{text}");
        assert!(text.contains("[C"), "no anchor: {text}");
        assert_eq!(cited["citations"][0]["line_start"], line, "{name}");

        let structured = ask(scratch, "structured_answer", question, &handbook);
        let answer = value(&structured);
        assert!(answer["answer"].as_str().unwrap().contains(sentence));
        assert_eq!(answer["citations"][0]["document_title"], name);

        let reply = ask(scratch, "support_reply", question, &handbook);
        let answer = value(&reply);
        assert!(answer["draft_reply"].as_str().unwrap().contains(sentence));
        let snippet = answer["citations"][0]["snippet"].as_str().unwrap();
        assert_eq!(snippet.chars().count(), 35);
        assert_eq!(reply["needs_human_review"], answer["needs_human_review"]);
    }
}

#[test]
fn a_reply_without_a_passage_is_the_fixed_one_without_steps() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let question = "Does the warehouse in Osaka open on Sundays?";
    for (name, bytes, _) in handbooks() {
        let reply = ask(
            scratch,
            "support_reply",
            question,
            &scratch.file(name, bytes),
        );
        let value = value(&reply);
        let draft = &value["draft_reply"];
        assert_eq!(draft, "Insufficient context. Please clarify your request.");
        assert_eq!(value["internal_next_steps"], json!([]));
        assert_eq!(value["needs_human_review"], true);
        assert_eq!(reply["needs_human_review"], true);
    }
}

/// A message about a refund, and what somebody predicted of it.
fn reply_to(scratch: &Scratch, handbook: &str, shares: (&str, &str)) -> Value {
    let question =
        "My card was charged twice. How long does the refund take after it was approved?";
    scratch.json(&[
        "ask",
        question,
        "--type",
        "support_reply",
        "--doc",
        handbook,
        "--category",
        "Billing & Payments",
        "--category-confidence",
        shares.0,
        "--priority",
        "High",
        "--priority-confidence",
        shares.1,
    ])
}

#[test]
fn a_reply_takes_the_predicted_triage_and_names_steps_from_message_and_passages() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, bytes, line) in handbooks() {
        let reply = reply_to(scratch, &scratch.file(name, bytes), ("0.9", "0.8"));
        let value = value(&reply);
        let steps = value["internal_next_steps"].to_string();
        assert!(!steps.contains("the triage is unsure"), "{steps}");
        let read = format!("Read line {line} of {name}");
        assert!(steps.contains(&read), "{steps}");
        assert!(steps.contains("do not speak of: charged, twice"), "{steps}");
        assert_eq!(value["needs_human_review"], reply["needs_human_review"]);
    }
    // Whether a triage is unsure does not depend on the document: it is varied on one.
    let handbook = scratch.file("handbook.txt", HANDBOOK);
    for unsure in [("0.4", "0.8"), ("0.9", "0.49")] {
        let reply = reply_to(scratch, &handbook, unsure);
        let value = value(&reply);
        let steps = value["internal_next_steps"].to_string();
        assert!(steps.contains("the triage is unsure"), "{steps}");
        assert_eq!(value["needs_human_review"], true, "{unsure:?}");
        assert_eq!(reply["needs_human_review"], true, "{unsure:?}");
    }
    for (category, share) in [("Gardening", "0.5"), ("Billing & Payments", "1.5")] {
        let refused = scratch.run(&[
            "ask",
            "How long?",
            "--type",
            "support_reply",
            "--priority",
            "High",
            "--category",
            category,
            "--category-confidence",
            share,
        ]);
        refused.assert_code(2);
    }
}

const QUESTION: &str = "How is a refund paid and how long does it take?";

fn structured(scratch: &Scratch, handbook: &str, options: &[&str]) -> Value {
    let mut arguments = vec![
        "ask",
        QUESTION,
        "--type",
        "structured_answer",
        "--doc",
        handbook,
    ];
    arguments.extend(options);
    scratch.json(&arguments)
}

#[test]
fn a_structured_answer_is_written_as_it_is_wanted() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, bytes, _) in handbooks() {
        both_sentences_are_statements(scratch, &scratch.file(name, bytes));
    }
    // How it is written does not depend on the document: every way is asked for on one.
    written_as_wanted(scratch, &scratch.file("handbook.txt", HANDBOOK));
}

fn both_sentences_are_statements(scratch: &Scratch, handbook: &str) {
    let response = structured(scratch, handbook, &["--format", "structured"]);
    let inner = value(&response)["answer"].as_str().unwrap();
    let inner: Value = serde_json::from_str(inner).unwrap();
    let expected = json!({ "statements": [
        { "text": REFUNDS[0], "citations": [0] },
        { "text": REFUNDS[1], "citations": [1] },
    ] });
    assert_eq!(inner, expected);
    let score = value(&response)["citations"][0]["relevance_score"]
        .as_f64()
        .unwrap();
    assert!(score > 0.0 && score < 1.0, "calibrated: {score}");
}

fn written_as_wanted(scratch: &Scratch, handbook: &str) {
    let sentences = REFUNDS;
    let plain = sentences.join(" ");
    let list = format!("- {}\n- {}", sentences[0], sentences[1]);
    for (format, answer) in [("plain", plain), ("markdown", list)] {
        let response = structured(scratch, handbook, &["--format", format]);
        let value = value(&response);
        assert_eq!(value["format_type"], format);
        assert_eq!(value["answer"], answer);
        assert_eq!(value["citations"].as_array().unwrap().len(), 2);
    }

    let one = structured(scratch, handbook, &["--max-citations", "1"]);
    assert_eq!(value(&one)["citations"].as_array().unwrap().len(), 1);
    assert_eq!(value(&one)["reasoning_steps"], Value::Null);
    let bare = structured(scratch, handbook, &["--no-citations"]);
    assert_eq!(value(&bare)["citations"], json!([]));
    assert_cited(scratch, &bare);
    let text = structured(scratch, handbook, &["--no-structured-output"]);
    assert_eq!(text["answer_type"], "cited_text");
    assert!(value(&text).as_str().unwrap().contains("[C"));
}

#[test]
fn a_claim_is_checked_against_the_words() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, bytes, _) in handbooks() {
        let handbook = scratch.file(name, bytes);
        for (claim, wanted) in [
            ("A refund takes five business days.", "Yes"),
            ("The link is not valid for one hour.", "No"),
            ("The moon is made of cheese.", "No"),
        ] {
            let response = ask(scratch, "verification", claim, &handbook);
            let wanted = json!({ "response": wanted });
            assert_eq!(value(&response), &wanted, "{name}: {claim}");
            assert_eq!(response["answer"]["extraction_method"], "inferred");
            assert_eq!(response["needs_human_review"], true);
        }
    }
}

#[test]
fn labels_are_chosen_from_the_set() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let said: Vec<&str> = MESSAGE.lines().filter(|line| !line.is_empty()).collect();
    let mail = format!(
        "From: ada@example.org\nTo: help@example.com\nSubject: Charged twice\nDate: Tue, 5 Mar 2024 10:00:00 +0000\n\n{MESSAGE}"
    );
    let blocks: Vec<_> = said.iter().map(|line| paragraph(line)).collect();
    for (name, bytes) in [
        ("message.txt", MESSAGE.as_bytes().to_vec()),
        ("message.eml", mail.into_bytes()),
        ("message.docx", docx(&blocks)),
    ] {
        let message = scratch.file(name, bytes);
        let question = "What is this message about?";
        let category = ask(scratch, "document_category", question, &message);
        assert_eq!(value(&category), "Billing & Payments", "{name}");

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
        assert_eq!(value(&labels), "invoice", "{name}");
    }
}

/// Under ten characters an answer in words says too little: it is tried with other
/// sentences, and where none answers, it is given as what it is.
#[test]
fn a_short_structured_answer_is_tried_again_and_then_given_as_cited_text() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text) in [
        (
            "prices.txt",
            "PRICE LIST\n\nFee is 5.\n\nThe weather was fine in Osaka.\n",
        ),
        (
            "prices.md",
            "# Prices\n\nFee is 5.\n\n## Weather\n\nIt was fine in Osaka.\n",
        ),
    ] {
        falls_back_to_cited_text(scratch, &scratch.file(name, text));
    }
}

fn falls_back_to_cited_text(scratch: &Scratch, prices: &str) {
    let question = "What fee is due?";
    let response = scratch.json(&[
        "ask",
        question,
        "--type",
        "structured_answer",
        "--doc",
        prices,
    ]);
    assert_eq!(response["answer_type"], "cited_text");
    assert_eq!(value(&response), "Fee is 5. [C0]");
    assert_eq!(response["needs_human_review"], true);
    let flags = response["flags"].to_string();
    assert!(flags.contains("no structured answer passed"), "{flags}");
    let record = scratch.json(&["audit", "show", response["record_id"].as_str().unwrap()]);
    let refused = record["body"]["refused_draft_findings"].to_string();
    assert!(refused.contains("QUALITY_TOO_LOW"), "{refused}");
}
