//! The main job on the sample document and the real model.

use acceptance::{
    SAMPLE, SampleQuestion, Scratch, assert_cited, model_chooses, sample_questions, take_model,
};
use serde_json::{Value, json};

/// Questions of samples/questions.jsonl that must be answered right. A name
/// that was won here is not given up.
const WON: [&str; 6] = [
    "premium",
    "issue-date",
    "locations",
    "iban",
    "flood",
    "exclusions",
];

fn sample_question(id: &str) -> SampleQuestion {
    sample_questions()
        .into_iter()
        .find(|question| question.id == id)
        .unwrap_or_else(|| panic!("no question {id}"))
}

/// Asks a question of the sample and returns the public response.
fn ask(scratch: &Scratch, id: &str) -> Value {
    ask_with(scratch, id, &[])
}

/// The same with further arguments.
fn ask_with(scratch: &Scratch, id: &str, further: &[&str]) -> Value {
    let question = sample_question(id);
    let mut arguments = vec![
        "ask",
        &question.question,
        "--type",
        &question.answer_type,
        "--doc",
        SAMPLE,
    ];
    arguments.extend(further);
    scratch.json(&arguments)
}

/// The answer record of a response.
fn record(scratch: &Scratch, response: &Value) -> Value {
    scratch.json(&["audit", "show", response["record_id"].as_str().unwrap()])
}

fn values(response: &Value) -> Value {
    response["answer"]["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["value"].clone())
        .collect()
}

#[test]
fn the_record_names_what_chose() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let shipped = include_str!("../../crates/evidence/policy/default.toml");
    let line = "choose_with = \"reader\"";
    assert!(shipped.contains(line));
    // Where the model chooses, the reader says what of a long document it is shown, and of the words of a name which it
    // chooses from.
    for (way, asked, has_reader, has_model) in [
        ("reader", "premium", true, false),
        ("both", "premium", true, true),
        ("model", "premium", true, true),
        ("model", "insurer", true, true),
    ] {
        let text = shipped.replace(line, &format!("choose_with = \"{way}\""));
        let policy = scratch.file(&format!("{way}.toml"), text);
        let response = ask_with(scratch, asked, &["--policy", &policy]);
        assert_eq!(
            values(&response),
            sample_question(asked).expected,
            "{way}: {asked}"
        );
        let body = &record(scratch, &response)["body"];
        assert_eq!(body["choose_with"], way);
        let named = |key: &str| body[key]["name"].is_string();
        assert_eq!(
            (named("reader"), named("model")),
            (has_reader, has_model),
            "{way}: {asked}"
        );
        assert_eq!(body["windows_read"].is_u64(), has_reader, "{way}: {asked}");
    }
}

/// Nothing was read where the documents that were named hold nothing to read.
#[test]
fn the_record_names_neither_reader_nor_model_where_there_is_no_evidence() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let response = ask_with(scratch, "premium", &["--filter", "client=Acme"]);
    assert_eq!(response["status"], "NO_EVIDENCE", "{response}");
    let body = &record(scratch, &response)["body"];
    assert_eq!(
        (&body["reader"], &body["model"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn an_answer_is_right_cited_on_its_page_and_recorded() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let response = ask(scratch, "premium");
    let question = sample_question("premium");
    assert_eq!(values(&response), question.expected);
    assert_eq!(response["status"], "OK");
    assert!(assert_cited(scratch, &response) >= 1);
    assert_eq!(
        response["citations"][0]["page_number"].as_u64(),
        question.page
    );
    assert_eq!(
        response["citations"][0]["document_id"].as_str(),
        Some(acceptance::sample_id().as_str())
    );

    let record = record(scratch, &response);
    assert_eq!(record["kind"], "answer");
    assert_eq!(record["body"]["request_id"], response["request_id"]);
    assert_eq!(record["body"]["validation_status"], "PASSED");
    let said = record["body"].to_string();
    assert!(
        !said.contains("annual premium") && !said.contains("1,482.50"),
        "text in the chain: {said}"
    );
    scratch.assert_sound();
}

/// Every question cold, in a process of its own, and the same ones in one
/// process that is warm from other questions: the same values, lines and
/// quotes. What the document says is right, and everything is cited.
#[test]
fn a_warm_process_answers_as_a_cold_one_does_and_the_won_questions_stay_won() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let sample = acceptance::root().join(SAMPLE);
    let case = |question: &SampleQuestion| {
        json!({ "id": question.id, "document": sample, "question": question.question,
                "answer_type": question.answer_type })
        .to_string()
    };
    let cases: Vec<String> = WON
        .iter()
        .rev()
        .map(|id| case(&sample_question(id)))
        .collect();
    let cases = scratch.file("cases.jsonl", cases.join("\n"));
    let out = scratch.path("predictions.jsonl");
    scratch
        .run(&["eval", &cases, "--out", &out.display().to_string()])
        .assert_code(0);
    let predictions = std::fs::read_to_string(out).unwrap();
    let predictions: Vec<Value> = predictions
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(predictions.len(), WON.len());
    for prediction in &predictions {
        let question = sample_question(prediction["id"].as_str().unwrap());
        assert_eq!(prediction["items"], question.expected, "{}", question.id);
        assert!(
            !prediction["citations"].as_array().unwrap().is_empty(),
            "{prediction}"
        );
    }
    // The first and the last of the warm process, cold.
    for id in [WON[0], WON[WON.len() - 1]] {
        let response = ask(scratch, id);
        assert_cited(scratch, &response);
        let warm = predictions
            .iter()
            .find(|prediction| prediction["id"] == id)
            .unwrap();
        assert_eq!(values(&response), warm["items"], "{id}");
        let cold: Vec<Value> = response["citations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| json!({ "line_start": one["line_start"], "line_end": one["line_end"], "quote": one["quote"] }))
            .collect();
        assert_eq!(Value::Array(cold), warm["citations"], "{id}");
        assert!(
            response["citations"]
                .as_array()
                .unwrap()
                .iter()
                .all(|one| { one["page_number"].as_u64() == sample_question(id).page })
        );
    }
}

#[test]
fn the_same_question_twice_gives_the_same_bytes_and_hashes() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    // A model that chooses is shown a prompt, which the reader is not.
    let policy = model_chooses(scratch);
    let once = || ask_with(scratch, "iban", &["--policy", &policy]);
    let (first, second) = (once(), once());
    for part in [
        "answer",
        "citations",
        "status",
        "decision",
        "flags",
        "token_usage",
    ] {
        assert_eq!(first[part].to_string(), second[part].to_string(), "{part}");
    }
    assert_ne!(first["request_id"], second["request_id"]);
    assert_ne!(first["record_id"], second["record_id"]);
    let (first, second) = (record(scratch, &first), record(scratch, &second));
    let hashes = [
        "answer_sha256",
        "prompt_sha256",
        "grammar_sha256",
        "schema_sha256",
        "policy_sha256",
        "question_sha256",
    ];
    for name in hashes {
        assert_eq!(
            first["body"][name].as_str().map(str::len),
            Some(64),
            "{name}"
        );
        assert_eq!(first["body"][name], second["body"][name], "{name}");
    }
    // The response bears the request's own id and time.
    let contents = |record: &Value| {
        let mut contents = record["body"]["contents"].clone();
        contents.as_object_mut().unwrap().remove("response");
        contents
    };
    assert_eq!(contents(&first), contents(&second), "draft and all");
    assert_eq!(second["previous_hash"], first["hash"]);
}

#[test]
fn a_question_the_document_has_no_word_of_is_refused_and_recorded() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let question = "Which zebra painted the submarine?";
    let response = scratch.json(&["ask", question, "--type", "text", "--doc", SAMPLE]);
    assert_ne!(response["status"], "FAILED");
    assert_eq!(response["decision"], "no_answer");
    assert_eq!(response["citations"], json!([]));
    assert_ne!(response["answer"]["answer_found"], true);
    assert_eq!(record(scratch, &response)["body"]["decision"], "no_answer");
    scratch.assert_sound();
}

#[test]
fn a_schema_of_the_users_is_answered_with_a_value_of_it() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let schema = json!({
        "type": "object",
        "properties": {
            "insurer": { "type": "string" },
            "kind": { "enum": ["insurance", "employment", "sale"] },
        },
        "required": ["insurer", "kind"],
        "additionalProperties": false,
    });
    let schema = scratch.file("schema.json", schema.to_string());
    let response = scratch.json(&[
        "ask",
        "Which company is the insurer?",
        "--schema",
        &schema,
        "--doc",
        SAMPLE,
    ]);
    assert_eq!(response["status"], "OK", "{response}");
    assert_cited(scratch, &response);
    let found = values(&response);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{response}");
    for value in found.as_array().unwrap() {
        let members: Vec<&String> = value.as_object().expect("an object").keys().collect();
        assert_eq!(members, ["insurer", "kind"], "{value}");
        assert!(value["insurer"].is_string(), "{value}");
        assert!(
            ["insurance", "employment", "sale"].contains(&value["kind"].as_str().unwrap()),
            "{value}"
        );
    }
    scratch.assert_sound();
}

#[test]
fn a_classification_is_one_of_the_labels() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let labels = ["insurance policy", "employment contract"];
    let response = scratch.json(&[
        "ask",
        "What kind of document is this insurance policy?",
        "--type",
        "classification",
        "--labels",
        &labels.join(","),
        "--doc",
        SAMPLE,
    ]);
    assert_eq!(response["status"], "OK", "{response}");
    assert_cited(scratch, &response);
    let found = values(&response);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{response}");
    for value in found.as_array().unwrap() {
        assert!(
            labels.contains(&value.as_str().expect("a label")),
            "{value}"
        );
    }
}

/// Contracts that name their parties in a sentence, and one below the other.
const CONTRACTS: [(&str, &str, [&str; 2]); 2] = [
    (
        "sentence.txt",
        "MASTER SUPPLY AGREEMENT\n\nThis Master Supply Agreement is made on 4 March 2024 between Alder Freight GmbH, a \
         company\nregistered in Hamburg (the \"Supplier\"), and Birch & Co. Bakery Ltd., a company registered in\nLeeds (the \
         \"Buyer\").\n\n1. Supply\nThe Supplier delivers flour and sugar to the Buyer every week. The price is 1,200 EUR a \
         week.\n",
        ["Alder Freight GmbH", "Birch & Co. Bakery Ltd."],
    ),
    (
        "numbered.txt",
        "SERVICES AGREEMENT\n\nPARTIES\n\n(1) Northwind Mutual Insurance Company, whose office is at 12 Harbour Road, \
         Bristol\n(\"Northwind\"); and\n\n(2) Blue Heron Analytics LLC, a company of the State of Delaware (\"Blue \
         Heron\").\n\n1. Term\nThe agreement begins on 1 May 2025 and ends on 30 April 2027.\n",
        [
            "Northwind Mutual Insurance Company",
            "Blue Heron Analytics LLC",
        ],
    ),
];

#[test]
fn a_list_that_the_reader_marks_or_that_stands_in_marked_lines_needs_no_model() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text, parties) in CONTRACTS {
        let path = scratch.file(name, text);
        let question = "Who are the parties to this agreement?";
        let response = scratch.json(&["ask", question, "--type", "list", "--doc", &path]);
        assert_eq!(values(&response), serde_json::json!(parties), "{name}");
        assert!(assert_cited(scratch, &response) >= 2);
        let body = &record(scratch, &response)["body"];
        assert_eq!(body["choose_with"], "reader", "{name}");
        assert!(body["model"].is_null(), "{name}");
    }
    // The sample's exclusions are clauses.
    let question = sample_question("exclusions");
    let response = ask(scratch, "exclusions");
    assert_eq!(values(&response), question.expected);
    let body = &record(scratch, &response)["body"];
    assert_eq!(body["choose_with"], "reader");
    assert!(body["model"].is_null());
}

#[test]
fn an_ephemeral_question_leaves_nothing_behind() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let question = sample_question("locations");
    let response = scratch.json(&[
        "ask",
        &question.question,
        "--type",
        "number",
        "--doc",
        SAMPLE,
        "--ephemeral",
    ]);
    assert_eq!(values(&response), question.expected);
    assert!(!scratch.data().join("attest.sqlite").exists());
}

/// Names and texts of documents.
type Documents = &'static [(&'static str, &'static str)];

/// Documents that state one thing in two versions, a question, and what must be shown.
const VERSIONS: [(Documents, &str, [&str; 2]); 3] = [
    (
        &[(
            "rent.md",
            "LEASE\n\n- Annual rent (original): USD 12,400\n- Annual rent (as amended): USD 13,100\n- Deposit: USD 900\n",
        )],
        "What is the annual rent?",
        ["12400", "13100"],
    ),
    (
        &[(
            "amended.txt",
            "SERVICE AGREEMENT\n\nEffective: 15 March 2024 (original)\nEffective date: 1 April 2024 (amended)\n",
        )],
        "What is the effective date?",
        ["15 March 2024", "1 April 2024"],
    ),
    (
        &[
            (
                "agreement.txt",
                "Purchase agreement\n\nClosing date: 15 March 2024 (original)\n",
            ),
            (
                "amendment.txt",
                "First amendment\n\nClosing date, amended: 1 April 2024\n",
            ),
        ],
        "What is the closing date?",
        ["15 March 2024", "1 April 2024"],
    ),
];

#[test]
fn two_versions_of_one_statement_are_a_conflict_with_both_values_and_places() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (documents, question, stated) in VERSIONS {
        let mut arguments = vec!["ask".to_owned(), question.to_owned()];
        for (name, text) in documents {
            arguments.extend(["--doc".to_owned(), scratch.file(name, text)]);
        }
        let response = scratch.json(&arguments);
        assert_eq!(response["decision"], "conflict", "{question}: {response}");
        let answer = &response["answer"];
        assert!(answer["confidence"].as_f64().unwrap() <= 0.5, "{answer}");
        let caveats = answer["caveats"].to_string();
        let asked = answer["suggested_clarification"].as_str().unwrap();
        for value in stated {
            assert!(caveats.contains(value), "{caveats}");
            assert!(asked.contains(value), "{asked}");
        }
        for (name, _) in documents {
            assert!(asked.contains(name), "{asked}");
        }
        assert!(assert_cited(scratch, &response) >= 2);
    }
}

#[test]
fn a_question_is_read_from_standard_input() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let named = ["ask", "-", "--type", "amount", "--doc", SAMPLE, "--json"];
    let mut asked = scratch.attest(&named);
    let run = asked.input("  What is the annual premium?\n").run();
    run.assert_code(0);
    let response = run.json();
    assert_eq!(values(&response)[0]["value"], 1482.5, "{response}");
    let same = scratch.json(&[
        "ask",
        "What is the annual premium?",
        "--type",
        "amount",
        "--doc",
        SAMPLE,
    ]);
    assert_eq!(values(&same), values(&response));

    let mut nothing = scratch.attest(&named);
    let run = nothing.input(" \n").run();
    run.assert_code(2);
    assert!(
        run.stderr.contains("standard input holds no question"),
        "{run}"
    );
}

#[test]
fn an_import_that_waits_for_nothing_is_made_whole_by_the_next() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let kinds = || {
        let records = scratch.json(&["audit", "list"]);
        let records = records.as_array().unwrap().iter().rev();
        let kinds: Vec<String> = records
            .map(|one| one["kind"].as_str().unwrap().to_owned())
            .collect();
        kinds
    };
    let added = scratch.run(&["docs", "add", SAMPLE, "--no-wait"]);
    added.assert_code(0);
    assert!(added.stdout.contains("policy.pdf"), "{added}");
    assert_eq!(kinds(), ["import"]);
    // All of so short a document is read, whether it can be searched by meaning or not.
    let answer = scratch.json(&["ask", "What is the annual premium?"]);
    assert_eq!(values(&answer)[0]["value"], 1482.5, "{answer}");
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    assert_eq!(kinds(), ["import", "answer", "vectors"]);
}
