//! What code computes from the values of a document, end to end.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

const RATES: &str =
    "base = \"EUR\"\ndate = \"2024-06-03\"\nsource = \"A bank\"\n[rates]\nUSD = \"1.0842\"\n";
const LATER: &str =
    "base = \"EUR\"\ndate = \"2025-01-02\"\nsource = \"A bank\"\n[rates]\nUSD = \"1.0321\"\n";

/// The same premium in prose, as a row of a table, under a heading.
const DOCUMENTS: [(&str, &str); 3] = [
    (
        "policy.txt",
        "POLICY\n\nThe annual premium for this policy is 1,482.50 USD, payable in advance.\n",
    ),
    (
        "policy.csv",
        "Item,Amount\nAnnual premium,USD 1482.50\nDeductible,USD 500.00\n",
    ),
    (
        "policy.md",
        "# Policy\n\n## Annual premium\n\nUSD 1,482.50\n\n## Deductible\n\nUSD 500.00\n",
    ),
];

fn ask(scratch: &Scratch, question: &str, document: &str, more: &[&str]) -> Value {
    let mut arguments = vec!["ask", question, "--doc", document];
    arguments.extend(more);
    let response = scratch.json(&arguments);
    assert_cited(scratch, &response);
    response
}

#[test]
fn an_amount_is_converted_to_the_currency_that_the_question_names() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let (rates, later) = (
        scratch.file("rates.toml", RATES),
        scratch.file("later.toml", LATER),
    );
    let euros = |value: f64| json!({ "value": value, "currency": "EUR", "unit": null });
    for (name, text) in DOCUMENTS {
        let document = scratch.file(name, text);
        let response = ask(
            scratch,
            "What is the annual premium in euros?",
            &document,
            &["--rates", &rates],
        );
        assert_eq!(
            response["answer"]["items"][0]["value"],
            euros(1367.37),
            "{name}"
        );
        assert_eq!(response["answer"]["extraction_method"], "computed");
        let record = response["record_id"].as_str().unwrap();
        let again = scratch.json(&["ask", "--recompute", record]);
        assert_eq!(
            (&again["equal"], &again["result"]["value"]),
            (&json!(true), &euros(1367.37))
        );
        let other = scratch.json(&["ask", "--recompute", record, "--rates", &later]);
        assert_eq!(
            (&other["equal"], &other["result"]["value"]),
            (&json!(false), &euros(1436.39))
        );
    }
}

/// What could not be computed is said, and a person looks at what was found.
#[test]
fn without_a_rate_the_value_stays_as_it_stands_there_and_goes_to_review() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text) in DOCUMENTS {
        let document = scratch.file(name, text);
        for question in [
            "What is the annual premium in euros?",
            "Is the annual premium above 1,000 euros?",
        ] {
            let response = ask(scratch, question, &document, &[]);
            let value = &response["answer"]["items"][0]["value"];
            assert_eq!(
                value,
                &json!({ "value": 1482.5, "currency": "USD", "unit": null }),
                "{name}: {question}"
            );
            assert_eq!(response["decision"], "review");
            let flags: Vec<&str> = response["flags"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let said = flags
                .iter()
                .filter(|flag| flag.starts_with("not computed: "));
            let said: Vec<bool> = said
                .map(|flag| flag.contains("no exchange rates were given"))
                .collect();
            assert_eq!(said, [true], "{flags:?}");
        }
    }
}

/// One limit in lakh and in crore: in prose and a schedule, as an item of a list, in a sentence.
const LIMITS: [(&str, &str); 3] = [
    (
        "limit.txt",
        "POLICY\n\nThe limit of liability is INR 1.2 crore for each event.\n\nSchedule\n\nLimit of liability: INR 120 \
         lakh\n",
    ),
    (
        "limit.md",
        "# Policy\n\n- Limit of liability: INR 120 lakh for each event\n- Deductible: INR 2 lakh\n",
    ),
    (
        "sentence.txt",
        "INSURANCE POLICY\n\nThe insurer pays for each event. The limit of liability is INR 120 lakh, and the deductible \
         is INR 2 lakh.\n",
    ),
];

/// One limit in millions and in full, in a sentence, a table, under a heading.
const MILLIONS: [(&str, &str); 3] = [
    (
        "million.txt",
        "POLICY\n\nThe limit of liability is USD 1.5 million for each event. The deductible is USD 25 thousand.\n",
    ),
    (
        "million.csv",
        "Item,Amount\nLimit of liability,USD 1.5 million\nDeductible,USD 25 thousand\n",
    ),
    (
        "million.md",
        "# Policy\n\n## Limit of liability\n\nUSD 1.5 million\n\n## Deductible\n\nUSD 25 thousand\n",
    ),
];

#[test]
fn millions_and_thousands_compare_by_what_they_come_to() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text) in MILLIONS {
        let document = scratch.file(name, text);
        for (question, expected) in [
            ("Is the limit of liability above USD 1,400,000?", true),
            ("Is the limit of liability above USD 1,600,000?", false),
            ("Is the limit of liability above USD 2 million?", false),
            ("Is the deductible above USD 20,000?", true),
        ] {
            let response = ask(scratch, question, &document, &[]);
            let answer = &response["answer"];
            assert_eq!(
                answer["items"][0]["value"], expected,
                "{name}, {question}: {response}"
            );
            assert_eq!(answer["extraction_method"], "computed");
        }
        let claim = [
            "verify-answer",
            "What is the limit of liability?",
            "USD 1,500,000",
            "--doc",
            &document,
        ];
        let run = scratch.run(&claim);
        run.assert_code(0);
        assert!(run.both().contains("Yes"), "{name}: {run}");
    }
}

#[test]
fn lakh_and_crore_compare_by_what_they_come_to() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text) in LIMITS {
        let document = scratch.file(name, text);
        for (question, expected) in [
            ("Is the limit of liability above INR 10,000,000?", true),
            ("Is the limit of liability above INR 20,000,000?", false),
            ("Is the limit of liability above INR 1.1 crore?", true),
        ] {
            let response = ask(scratch, question, &document, &[]);
            let answer = &response["answer"];
            assert_eq!(
                answer["items"][0]["value"], expected,
                "{name}, {question}: {response}"
            );
            assert_eq!(answer["conflicting_evidence"], false, "{name}, {question}");
        }
        // Said in another unit, an answer is the same.
        let claim = [
            "verify-answer",
            "What is the limit of liability?",
            "INR 12,000,000",
            "--doc",
            &document,
        ];
        let run = scratch.run(&claim);
        run.assert_code(0);
        assert!(run.both().contains("Yes"), "{name}: {run}");
    }
}
