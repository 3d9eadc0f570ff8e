//! Questions for every value of a type (shape `listing`): code answers them from the whole of the documents,
//! without a model, and says how much it has not read.

use acceptance::{Scratch, assert_cited};
use serde_json::Value;

/// A document, a question, and the answer's values by one of their members.
const LISTED: [(&str, &str, &str, &str, &[&str]); 7] = [
    (
        "prose.txt",
        PROSE,
        "List all dates",
        "iso",
        &["2024-03-15", "2024-04-01", "2024-02-03", "2027-03-31"],
    ),
    (
        "prose.txt",
        PROSE,
        "List all amounts above 1,000",
        "value",
        &["1500", "2250"],
    ),
    (
        "prose.txt",
        PROSE,
        "List all dates after 1 March 2024 in the agreement",
        "iso",
        &["2024-03-15", "2024-04-01", "2027-03-31"],
    ),
    (
        "table.csv",
        "Item,Due,Cost\nRent,2024-05-01,USD 500.00\nHeating,2024-06-01,USD 70.25\nRepairs,2024-07-15,USD 500.00\n",
        "Give me all amounts",
        "value",
        &["500", "70.25", "500"],
    ),
    (
        "table.csv",
        "Item,Due,Cost\nRent,2024-05-01,USD 500.00\nHeating,2024-06-01,USD 70.25\nRepairs,2024-07-15,USD 500.00\n",
        "What are all the dates in the document?",
        "iso",
        &["2024-05-01", "2024-06-01", "2024-07-15"],
    ),
    (
        "vertrag.md",
        "# Vertrag\n\n- Kaltmiete: 1.250,00 EUR\n- Nebenkosten: 180,50 EUR\n\nKaution: **3.750,00 EUR**\n",
        "Nenne alle Beträge im Vertrag",
        "value",
        &["1250", "180.5", "3750"],
    ),
    (
        "people.txt",
        "Contacts\n\nSales: sales@example.org\nMs Doe (jane.doe@example.com) answers on Mondays.\n",
        "List all email addresses",
        "",
        &["sales@example.org", "jane.doe@example.com"],
    ),
];

const PROSE: &str = "SERVICE AGREEMENT\n\nEffective: 15 March 2024 (original)\nEffective date: 1 April 2024 (amended)\n\n\
    The fee is EUR 1,500 for each month. The deposit is EUR 900. A penalty of EUR 2,250 applies.\n\
    The agreement was signed on 3 February 2024 and ends on 31 March 2027.\n";

/// Asks one document and returns the public response.
fn ask(scratch: &Scratch, path: &str, question: &str) -> Value {
    scratch.json(&["ask", question, "--doc", path])
}

/// The items' values, or a member of them, as text.
fn values(response: &Value, member: &str) -> Vec<String> {
    let items = response["answer"]["items"].as_array().unwrap();
    let text = |item: &Value| {
        let value = match member {
            "" => &item["value"],
            member => &item["value"][member],
        };
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    items.iter().map(text).collect()
}

#[test]
fn every_value_of_a_type_is_listed_without_a_model() {
    let scratch = Scratch::new();
    for (name, text, question, member, expected) in LISTED {
        let path = scratch.file(name, text);
        let response = ask(&scratch, &path, question);
        assert_eq!(values(&response, member), expected, "{name}, {question}");
        let answer = &response["answer"];
        assert_eq!(
            answer["complete_answer_found"], true,
            "{question}: {answer}"
        );
        assert_eq!(response["decision"], "ship", "{question}: {answer}");
        assert!(assert_cited(&scratch, &response) >= 1, "{question}");
    }
    scratch.assert_sound();
}

#[test]
fn what_a_sentence_lists_is_a_list() {
    let scratch = Scratch::new();
    let text = "This policy is made between the parties named in the schedule. The premium is due in advance.\n\n\
        The languages of the contract are English, French and German.\n";
    let path = scratch.file("sentence.txt", text);
    let response = ask(&scratch, &path, "What are the languages of the contract?");
    let languages = ["English", "French", "German"];
    assert_eq!(values(&response, ""), languages, "{response}");
    assert_eq!(assert_cited(&scratch, &response), 1);
}

#[test]
fn where_those_with_the_most_are_asked_for_a_whole_list_is_for_a_person_to_check() {
    let scratch = Scratch::new();
    let text = "Standings: won, drawn and lost\n\n1. Quay Rovers 7 2 4\n2. Elm United 5 6 2\n3. Hull Athletic 5 5 3\n\
        4. Leeds Wanderers 4 7 2\n";
    let path = scratch.file("standings.txt", text);
    let all = ask(&scratch, &path, "List all teams.");
    assert_eq!(values(&all, "").len(), 4, "{all}");
    let most = ask(&scratch, &path, "List each team with the most draws.");
    assert_ne!(most["decision"], "ship", "{most}");
}

#[test]
fn a_sum_of_every_amount_is_computed_from_all_of_them() {
    let scratch = Scratch::new();
    let text = "Costs\n\nRent: USD 500.00\nHeating: USD 70.25\nRepairs: USD 500.00\n";
    let path = scratch.file("costs.txt", text);
    let response = ask(&scratch, &path, "What is the total of all amounts?");
    assert_eq!(values(&response, "value"), ["1070.25"]);
    assert_eq!(response["answer"]["extraction_method"], "computed");
    assert_eq!(response["answer"]["complete_answer_found"], true);
}

#[test]
fn a_long_list_comes_back_whole_or_says_what_is_missing() {
    let scratch = Scratch::new();
    let paragraph =
        "This paragraph says what the parties have agreed upon for this item, and nothing else.\n";
    let long = |items: usize, paragraphs: usize| {
        let item = |number: usize| {
            let said = paragraph.repeat(paragraphs);
            format!("{number}. The fee is USD {}.\n{said}\n", 1000 + number)
        };
        (1..=items).map(item).collect::<String>()
    };
    let path = scratch.file("whole.txt", long(120, 1));
    let response = ask(&scratch, &path, "List all amounts");
    let expected: Vec<String> = (1001..=1120).map(|value: u32| value.to_string()).collect();
    assert_eq!(values(&response, "value"), expected);
    assert_eq!(response["answer"]["complete_answer_found"], true);

    let path = scratch.file("longer.txt", long(150, 12));
    let response = ask(&scratch, &path, "List all amounts");
    assert_eq!(values(&response, "value").len(), 150);
    assert_eq!(response["answer"]["complete_answer_found"], true);

    let path = scratch.file("longest.txt", long(150, 60));
    let response = ask(&scratch, &path, "List all amounts");
    let found = values(&response, "value").len();
    assert!((20..150).contains(&found), "{found}");
    let answer = &response["answer"];
    assert_eq!(answer["complete_answer_found"], false);
    let caveats = answer["caveats"].to_string();
    assert!(caveats.contains("lines were read"), "{caveats}");
    assert_ne!(response["decision"], "ship");
}

/// Fees with and without other amounts beside them, and a line that adds them up.
const FEES: [(&str, &str, bool); 5] = [
    (
        "lines.txt",
        "SERVICE AGREEMENT\n\nSet-up fee: USD 500.00\nMonthly fee: USD 70.25\nExit fee: USD 120.00\nTotal fees: USD \
         690.25\n",
        true,
    ),
    (
        "column.csv",
        "Item,Fee\nSet-up,USD 500.00\nMaintenance,USD 70.25\nExit,USD 120.00\n",
        true,
    ),
    (
        "heading.md",
        "# Agreement\n\n## Fees\n\n- Set-up: USD 500.00\n- Maintenance: USD 70.25\n- Exit: USD 120.00\n",
        true,
    ),
    (
        "prose.txt",
        "AGREEMENT\n\nThe client pays a set-up fee of USD 500.00. For maintenance a fee of USD 70.25 is due, and on exit a \
         fee of USD 120.00.\n",
        true,
    ),
    (
        "others.txt",
        "SERVICE AGREEMENT\n\nSet-up fee: USD 500.00\nMonthly fee: USD 70.25\nExit fee: USD 120.00\nDeposit: USD 900.00\n",
        false,
    ),
];

#[test]
fn a_sum_of_named_values_is_right_in_several_layouts() {
    let scratch = Scratch::new();
    for (name, text, complete) in FEES {
        let path = scratch.file(name, text);
        let response = ask(&scratch, &path, "What is the sum of the fees?");
        assert_eq!(values(&response, "value"), ["690.25"], "{name}: {response}");
        assert_eq!(
            response["answer"]["complete_answer_found"], complete,
            "{name}"
        );
        let decision = if complete { "ship" } else { "review" };
        assert_eq!(response["decision"], decision, "{name}");
        assert!(assert_cited(&scratch, &response) >= 3, "{name}");
    }
    scratch.assert_sound();
}

/// A document, a question, and how many values are listed of it.
const LEFT_OUT: [(&str, &str, &str, usize); 4] = [
    (
        "invoice.txt",
        "Item       Price\nDesk      120.00\nChair      80.00\nTotal  USD 200.00\n",
        "List all amounts",
        1,
    ),
    (
        "currencies.txt",
        "The fee is USD 1,500. The deposit is EUR 2,900. A penalty of USD 2,250 applies.\n",
        "List all amounts above USD 1,000",
        2,
    ),
    (
        "currencies.csv",
        "Item,Cost\nFee,USD 1500.00\nDeposit,EUR 2900.00\nPenalty,USD 2250.00\n",
        "List all amounts above USD 1,000",
        2,
    ),
    (
        "currencies.md",
        "# Costs\n\n- Fee: USD 1,500\n- Deposit: EUR 2,900\n- Penalty: USD 2,250\n",
        "List all amounts above USD 1,000",
        2,
    ),
];

#[test]
fn what_is_left_out_makes_the_list_partial() {
    let scratch = Scratch::new();
    for (name, text, question, listed) in LEFT_OUT {
        let path = scratch.file(name, text);
        let response = ask(&scratch, &path, question);
        assert_eq!(
            values(&response, "value").len(),
            listed,
            "{name}: {response}"
        );
        let answer = &response["answer"];
        assert_eq!(answer["complete_answer_found"], false, "{name}: {answer}");
        assert!(
            answer["caveats"].to_string().contains("left out"),
            "{name}: {answer}"
        );
        assert_eq!(response["decision"], "review", "{name}");
    }
    scratch.assert_sound();
}
