//! A figure or date that only stands in the question is no answer to it: nothing whose role in the
//! question is not supported leaves the program as sure.

use acceptance::{assert_cited, take_model};

const REFUNDS: &str = "Refund policy\n\nRefunds above USD 500 are approved by the finance team. Smaller refunds are \
    approved by the support desk.\nThe policy applies to orders placed after 1 March 2024.\n";
const ROWS: &str = "Rule,Approved by\nRefunds above USD 500,Finance team\nRefunds up to USD 500,Support desk\n\
    Orders after 1 March 2024,Sales team\n";
const HEADED: &str = "# Refunds\n\n## Refunds above USD 500\n\nThe finance team approves them within 10 days.\n\n\
    ## Orders placed after 1 March 2024\n\nThe sales team answers for them.\n";

/// A question, the type it is asked with, and a value of that type that stands in it.
const ASKED: [(&str, &str); 5] = [
    ("Which team approves refunds above 500 USD?", "amount"),
    ("Who approves refunds above USD 500?", "amount"),
    (
        "Which team answers for orders placed after 1 March 2024?",
        "date",
    ),
    ("Who answers for orders placed after 1 March 2024?", "date"),
    ("Which team approves refunds above 500 USD?", "number"),
];

#[test]
fn a_value_that_stands_in_the_question_is_not_shipped_as_its_answer() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text) in [
        ("prose.txt", REFUNDS),
        ("rows.csv", ROWS),
        ("headed.md", HEADED),
    ] {
        let path = scratch.file(name, text);
        for (question, answer_type) in ASKED {
            let response = scratch.json(&["ask", question, "--type", answer_type, "--doc", &path]);
            assert_ne!(
                response["decision"], "ship",
                "{name}, {question}: {response}"
            );
            let flags = response["flags"].to_string();
            assert!(flags.contains(answer_type), "{name}, {question}: {flags}");
            assert_cited(scratch, &response);
        }
    }
    scratch.assert_sound();
}

/// The same words ask for the team, and that is answered.
#[test]
fn what_the_question_asks_for_is_answered_all_the_same() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let path = scratch.file("prose.txt", REFUNDS);
    let response = scratch.json(&["ask", ASKED[0].0, "--doc", &path]);
    let answer = response["answer"]["items"].to_string();
    assert!(answer.to_lowercase().contains("finance team"), "{response}");
    assert_eq!(assert_cited(scratch, &response), 1);
}
