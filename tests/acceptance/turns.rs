//! Questions that are asked in turns (*in 2018 and 2019, respectively*): each turn has the value of its own year, day or
//! name, in the order of the question, and where one of them is not there nothing is answered.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

const STATEMENT: &str = "\
Consolidated statements of income (in thousands)

                                 2019        2018        2017
Net sales                      84,512      79,304      71,220
Cost of sales                  51,020      48,111      44,905
Income tax expense              4,118       3,907       5,266
";

const NOTES: &str = "\
# Notes

## Leases

Rent expense was $417,000 in fiscal year 2019. In fiscal year 2018 rent expense was $386,500.

## Staff

As of June 30, 2019, 412 people were employed by the company. As of June 30, 2018, 388 people were employed by the company.
";

const REPORT: &str = "\
<html><body><h1>Annual report</h1><table>
<tr><th>Region</th><th>2018</th><th>2019</th></tr>
<tr><td>North America revenue</td><td>$1,204</td><td>$1,377</td></tr>
<tr><td>Europe revenue</td><td>$702</td><td>$731</td></tr>
</table></body></html>
";

/// What is answered, and the whole response.
fn ask(
    scratch: &Scratch,
    (name, text): (&str, &str),
    question: &str,
    more: &[&str],
) -> (Value, Value) {
    let document = scratch.file(name, text);
    let mut arguments = vec!["ask", question, "--doc", &document];
    arguments.extend(more);
    let response = scratch.json(&arguments);
    assert_cited(scratch, &response);
    let items = response["answer"]["items"].as_array().expect("items");
    (
        items.iter().map(|item| item["value"].clone()).collect(),
        response,
    )
}

/// A field of every value.
fn each(values: &Value, field: &str) -> Vec<Value> {
    let values = values.as_array().expect("values");
    values.iter().map(|value| value[field].clone()).collect()
}

#[test]
fn each_turn_has_the_value_of_its_own_year_day_or_name_in_several_layouts() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let statement = ("statement.txt", STATEMENT);
    let (values, _) = ask(
        scratch,
        statement,
        "What was the income tax expense in 2017, 2019 and 2018, respectively?",
        &[],
    );
    assert_eq!(
        each(&values, "value"),
        [json!(5266), json!(4118), json!(3907)]
    );
    let (values, _) = ask(
        scratch,
        statement,
        "What were the net sales in 2018 and 2019, respectively?",
        &["--type", "list"],
    );
    assert_eq!(values, json!(["79,304", "84,512"]));
    let notes = ("notes.md", NOTES);
    let (values, _) = ask(
        scratch,
        notes,
        "What was the rent expense in fiscal years 2018 and 2019, respectively?",
        &[],
    );
    assert_eq!(each(&values, "value"), [json!(386_500), json!(417_000)]);
    let (values, response) = ask(
        scratch,
        notes,
        "How many people were employed as of June 30, 2018 and 2019, respectively?",
        &[],
    );
    assert_eq!(each(&values, "value"), [json!(388), json!(412)]);
    assert_eq!(
        response["token_usage"]["prompt"], 0,
        "no model has to read: {response}"
    );
    let (values, _) = ask(
        scratch,
        ("report.html", REPORT),
        "What was the revenue of North America and Europe in 2018, respectively?",
        &["--type", "list"],
    );
    assert_eq!(values, json!(["$1,204", "$702"]));
}

#[test]
fn where_one_of_them_is_not_there_nothing_is_answered_and_it_is_named() {
    let Some(with) = take_model() else { return };
    let (values, response) = ask(
        &with.scratch,
        ("statement.txt", STATEMENT),
        "What was the income tax expense in 2009 and 2008, respectively?",
        &[],
    );
    assert_eq!(values, json!([]));
    assert_eq!(response["decision"], "no_answer");
    let caveats = response["answer"]["caveats"].to_string();
    assert!(
        caveats.contains("Not found: What was the income tax expense in 2009?"),
        "{caveats}"
    );
    assert!(
        caveats.contains("Not found: What was the income tax expense in 2008?"),
        "{caveats}"
    );
}

#[test]
fn one_year_that_is_there_is_no_answer_to_a_question_for_two() {
    let Some(with) = take_model() else { return };
    let (values, response) = ask(
        &with.scratch,
        ("statement.txt", STATEMENT),
        "What was the income tax expense in 2019 and 2009, respectively?",
        &[],
    );
    assert_eq!(values, json!([]));
    assert_eq!(response["decision"], "no_answer");
    // What was found of the other keeps it from reading as if the document were silent.
    assert_eq!(response["message"], "No answer sure enough.");
    let caveats = response["answer"]["caveats"].to_string();
    assert!(
        caveats.contains("expense in 2009?") && !caveats.contains("expense in 2019?"),
        "{caveats}"
    );
}

#[test]
fn a_thing_of_which_the_document_says_two_values_is_for_a_person() {
    let Some(with) = take_model() else { return };
    let lease = "# Lease\n\nThe rent for 2018 is $386,500.\n\nThe rent for 2019 is $417,000.\n\n# Amendment\n\nThe rent for 2019 is $430,000.\n";
    let (values, response) = ask(
        &with.scratch,
        ("lease.md", lease),
        "What is the rent for 2018 and 2019, respectively?",
        &[],
    );
    assert_eq!(each(&values, "value"), [json!(386_500), json!(417_000)]);
    assert_eq!(response["decision"], "review");
    assert_eq!(response["needs_human_review"], true);
    let caveats = response["answer"]["caveats"].to_string();
    assert!(
        caveats.contains(
            "Different values are stated: USD 417000; USD 430000. What is the rent for 2019?"
        ),
        "{caveats}"
    );
}
