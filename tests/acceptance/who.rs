//! *Who* asks for a person or for a company: what the document tells is answered, under its type.

use acceptance::{SAMPLE, Scratch, assert_cited, take_model};
use serde_json::Value;

const LABELS: &str = "Sales contract\n\nBuyer:     Nordlicht Engineering Ltd, Leeds\nSeller:    Erika Sommer, York\n\
    Subject:   lathe Weiler 260\nPrice:     GBP 4,500.00\n\nSigned on 3 April 2024\nfor the buyer: Jens Petersen, \
    Director\n";
const ROWS: &str = "Role,Name\nPolicyholder,Blue Heron Bakery LLC\nBroker,Eleanor Whitcombe\nInsurer,Northwind Mutual \
    Insurance Company\n";

fn ask(scratch: &Scratch, question: &str, document: &str) -> (Value, String, String) {
    let response = scratch.json(&["ask", question, "--doc", document]);
    assert_cited(scratch, &response);
    let answer_type = response["answer_type"].as_str().unwrap().to_owned();
    let items = response["answer"]["items"].to_string();
    (response, answer_type, items)
}

#[test]
fn a_role_is_held_by_a_person_or_by_a_company() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let labels = scratch.file("sale.txt", LABELS);
    let rows = scratch.file("roles.csv", ROWS);
    for (document, question, answer_type, name) in [
        (
            SAMPLE,
            "Who is the named insured?",
            "organization",
            "Blue Heron Bakery LLC",
        ),
        // A person of a company, in one cell.
        (
            SAMPLE,
            "Who is the broker?",
            "organization",
            "Eleanor J. Whitcombe, Whitcombe & Reyes Brokers",
        ),
        (
            &labels,
            "Who is the buyer?",
            "organization",
            "Nordlicht Engineering Ltd",
        ),
        (
            &labels,
            "Who signed for the buyer?",
            "person_name",
            "Petersen",
        ),
        (
            &rows,
            "Who is the insurer?",
            "organization",
            "Northwind Mutual Insurance Company",
        ),
        (&rows, "Who is the broker?", "person_name", "Whitcombe"),
    ] {
        let (response, found, items) = ask(scratch, question, document);
        assert_eq!(found, answer_type, "{question}: {response}");
        assert!(items.contains(name), "{question}: {response}");
    }
    scratch.assert_sound();
}

/// Where a contract says behind its names who is who: in one sentence, in paragraphs of their own with what stands between, and in German.
#[test]
fn a_name_is_told_as_what_the_contract_calls_it() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let sentence = "LEASE\n\nThis lease is made on 3 March 2024 between Harbour Homes Ltd (the landlord) and Ada Doe (the \
        tenant).\n\nThe rent is GBP 950 a month.\n";
    let paragraphs = "TENANCY AGREEMENT\n\nbetween\n\nHarbour Homes Ltd, of 12 Quay Street, Hull (hereinafter \"the \
        Landlord\")\n\nand\n\nAda Doe, of 3 Elm Street, Hull (hereinafter \"the Tenant\")\n\n1. The rent is GBP 950 a \
        month, payable in advance.\n2. The Tenant keeps the flat in good repair.\n";
    let german = "# Vertrag\n\nZwischen der **Nordlicht Maschinen GmbH** (Verkäuferin) und **Erika Sommer** (Käuferin) \
        wird vereinbart:\n\nDie Maschine kostet 4.500 EUR.\n";
    let english = [
        ("Who is the landlord?", "Harbour Homes Ltd", "Doe"),
        ("Who is the tenant?", "Doe", "Harbour"),
    ];
    let of_sale = [
        ("Wer ist die Verkäuferin?", "Nordlicht", "Sommer"),
        ("Wer ist die Käuferin?", "Sommer", "Nordlicht"),
    ];
    for (file, text, questions) in [
        ("sentence.txt", sentence, english),
        ("paragraphs.txt", paragraphs, english),
        ("vertrag.md", german, of_sale),
    ] {
        let path = scratch.file(file, text);
        for (question, name, other) in questions {
            let (response, _, items) = ask(scratch, question, &path);
            assert!(items.contains(name), "{file}, {question}: {response}");
            assert!(
                !response["answer"]["items"][0]["value"]
                    .to_string()
                    .contains(other),
                "{file}, {question}: {response}"
            );
        }
    }
    scratch.assert_sound();
}

/// The record names the types that were tried, and the same one wins again.
#[test]
fn the_types_that_were_tried_are_recorded_and_replayed() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let (response, ..) = ask(scratch, "Who is the named insured?", SAMPLE);
    let record = response["record_id"].as_str().unwrap();
    let shown = scratch.json(&["audit", "show", record]);
    let tried = shown["body"]["tried_types"].as_array().unwrap();
    let types: Vec<&str> = tried
        .iter()
        .map(|one| one["answer_type"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["person_name", "organization", "text"]);
    let likeliest = tried[1]["probability"].as_f64().unwrap();
    assert!(likeliest > tried[0]["probability"].as_f64().unwrap());
    scratch.run(&["audit", "replay", record]).assert_code(0);
}
