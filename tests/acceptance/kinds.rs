//! What kind a document is of, told at its import by its words, kept with it and in its record,
//! and used by filters.

use acceptance::made::{docx, heading, paragraph};
use acceptance::{SAMPLE, Scratch};
use serde_json::{Value, json};

fn documents() -> Vec<(&'static str, Vec<u8>, Option<&'static str>)> {
    let invoice = "Harbour Supplies Ltd.\n12 Quay Road, Leeds\n\nINVOICE\n\nInvoice number: 2024-17\nUnder the lease \
                   agreement of 2 May 2023\n\nTotal: EUR 120.50\n";
    let rechnung = "Hafen GmbH\n\nRechnung Nr. 17\n\nLeistung laut Vertrag vom 2. Mai 2023\n\nSumme: 120,50 EUR\n";
    let lease = [
        heading("Lease agreement"),
        paragraph("This lease agreement is made between Ada Doe and Harbour Homes Ltd."),
        paragraph("The tenant pays each invoice within 30 days. The total rent is EUR 900."),
    ];
    let letter = "From: ada@example.org\nTo: office@example.com\nSubject: The garden\nDate: Tue, 5 Mar 2024 10:00:00 \
                  +0000\n\nDear Ms Doe,\n\nthe gate is open again.\n\nKind regards\nAda\n";
    let walk =
        "A walk in the hills\n\nWe passed a lake that was frozen over, and came home late.\n";
    vec![
        ("invoice.txt", invoice.into(), Some("invoice")),
        ("rechnung.txt", rechnung.into(), Some("invoice")),
        ("lease.docx", docx(&lease), Some("contract")),
        ("garden.eml", letter.into(), Some("letter")),
        ("walk.txt", walk.into(), None),
    ]
}

fn kind<'v>(scratch: &Scratch, title: &str, documents: &'v Value) -> &'v Value {
    let mut all = documents.as_array().unwrap().iter();
    let found = all.find(|one| one["title"] == title);
    let found =
        found.unwrap_or_else(|| panic!("{title} is not stored in {}", scratch.data().display()));
    &found["metadata"]["document_kind"]
}

#[test]
fn the_import_tells_the_kind_and_filters_use_it() {
    let scratch = Scratch::new();
    for (name, bytes, _) in documents() {
        let path = scratch.file(name, bytes);
        scratch.json(&["docs", "add", &path]);
    }
    scratch.json(&["docs", "add", SAMPLE]);
    let list = scratch.json(&["docs", "list"]);
    for (name, _, expected) in documents() {
        assert_eq!(kind(&scratch, name, &list), &json!(expected), "{name}");
    }
    assert_eq!(kind(&scratch, "policy.pdf", &list), "policy");

    // Each import's record binds it, with what else is said of the document.
    let records = scratch.json(&["audit", "list"]);
    let imports = records
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["kind"] == "import");
    let ids: Vec<&str> = imports
        .map(|one| one["record_id"].as_str().or(one["id"].as_str()).unwrap())
        .collect();
    assert_eq!(ids.len(), documents().len() + 1);
    let bound = ids.iter().filter(|id| {
        let record = scratch.json(&["audit", "show", id]);
        record["body"]["contents"]["said"]["sha256"].is_string()
    });
    assert_eq!(bound.count(), 5, "one is of no known kind");

    // Every amount of the invoices, and of nothing else.
    let listed = |filter: &str| {
        let response = scratch.json(&["ask", "List all amounts", "--filter", filter]);
        let items = response["answer"]["items"].as_array().unwrap();
        let values = items
            .iter()
            .map(|item| item["value"]["value"].as_f64().unwrap());
        values.collect::<Vec<f64>>()
    };
    assert_eq!(listed("kind=invoice"), [120.5, 120.5]);
    assert_eq!(listed("kind=contract"), [900.0]);

    // A person knows better.
    let id = list
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["title"] == "rechnung.txt")
        .unwrap()["id"]
        .clone();
    scratch.json(&["docs", "meta", id.as_str().unwrap(), "document_kind=order"]);
    assert_eq!(listed("kind=order"), [120.5]);
    assert_eq!(listed("kind=invoice"), [120.5]);
    let wrong = scratch.run(&["ask", "List all amounts", "--filter", "kind=scroll"]);
    wrong.assert_code(2);
    assert!(wrong.both().contains("invoice"), "{wrong}");
    scratch.assert_sound();
}
