//! What a cell becomes, column by column.

use super::*;
use contract::Registry;
use serde_json::json;

fn table(types: &[&str], response: &Value) -> Vec<Vec<(String, Entry)>> {
    let registry = Registry::built_in();
    let types: Vec<AnswerType> = types
        .iter()
        .map(|name| registry.find(name).unwrap().clone())
        .collect();
    let columns = columns(&types);
    let cell = CellView {
        document: "in/lease.txt".into(),
        document_id: Some("d"),
        document_title: Some("lease.txt"),
        question_id: "q1",
        question: "What?",
        response,
        standing: &Standing::default(),
    };
    rows(&columns, &cell)
        .into_iter()
        .map(|row| {
            assert_eq!(row.len(), columns.len());
            let named = columns.iter().map(|column| column.name.clone()).zip(row);
            named.filter(|(_, entry)| *entry != Entry::Empty).collect()
        })
        .collect()
}

fn amounts() -> Value {
    let span = |line: u32| json!({ "anchor": "C0", "line_start": line, "line_end": line, "quote": format!("line  {line}") });
    let citation = |line: u32| {
        json!({ "anchor": "C0", "line_start": line, "line_end": line, "page_number": 2,
                "quote": format!("line {line}"), "document_title": "lease.txt", "boxes": [] })
    };
    json!({
        "status": "OK", "decision": "conflict", "answer_type": "amount", "answer_shape": "single",
        "record_id": "r", "latency_ms": 5, "needs_human_review": true, "flags": ["a", "b"], "message": null,
        "answer": {
            "answer_found": true, "confidence": 0.5, "extraction_method": "verbatim",
            "complete_answer_found": true, "conflicting_evidence": true, "caveats": [],
            "items": [
                { "value": { "value": 12.5, "currency": "USD", "unit": null }, "spans": [span(3), span(9)] },
                { "value": { "value": 13, "currency": "USD", "unit": null }, "spans": [span(4)] },
            ],
        },
        "citations": [citation(3), citation(9), citation(4)],
    })
}

#[test]
fn a_row_for_each_value_with_its_own_evidence() {
    let rows = table(&["amount", "boolean"], &amounts());
    let entry = |row: usize, name: &str| {
        let found = rows[row].iter().find(|(column, _)| column == name);
        found.map_or(Entry::Empty, |(_, entry)| entry.clone())
    };
    assert_eq!(rows.len(), 2);
    assert_eq!(entry(0, "amount_value"), Entry::Number(12.5));
    assert_eq!(entry(1, "amount_value"), Entry::Number(13.0));
    assert_eq!(entry(0, "amount_currency"), Entry::Text("USD".into()));
    assert_eq!(entry(0, "amount_unit"), Entry::Empty);
    assert_eq!(entry(0, "boolean"), Entry::Empty);
    assert_eq!(entry(0, "value"), Entry::Text("USD 12.50".into()));
    assert_eq!(
        (entry(0, "items"), entry(1, "item")),
        (Entry::Whole(2), Entry::Whole(2))
    );
    assert_eq!(
        (entry(0, "line_start"), entry(1, "line_start")),
        (Entry::Whole(3), Entry::Whole(4))
    );
    assert_eq!(entry(1, "quote"), Entry::Text("line 4".into()));
    assert_eq!(entry(0, "page"), Entry::Whole(2));
    let Entry::Text(more) = entry(0, "more_evidence") else {
        panic!("a second citation");
    };
    assert!(more.contains("line 9") && !more.contains("boxes"), "{more}");
    assert_eq!(entry(1, "more_evidence"), Entry::Empty);
    assert_eq!(entry(0, "flags"), Entry::Text("a; b".into()));
    assert_eq!(entry(0, "needs_human_review"), Entry::Truth(true));
}

#[test]
fn two_values_of_one_line_have_their_own_quotes() {
    let mut response = amounts();
    let place = json!({ "anchor": "C0", "line_start": 3, "line_end": 3 });
    let quoted = |quote: &str| {
        let mut span = place.clone();
        span["quote"] = json!(quote);
        span
    };
    response["citations"] = json!([quoted("USD 12.50"), quoted("USD 13"), place]);
    response["citations"][2]["quote"] = json!("between USD 12.50 and USD 13");
    response["answer"]["items"] = json!([
        { "value": { "value": 12.5 }, "spans": [quoted("USD 12.50")] },
        { "value": { "value": 13 }, "spans": [quoted("USD\n13")] },
        { "value": { "value": 1 }, "spans": [place] },
    ]);
    let shown: Vec<Entry> = table(&["amount"], &response)
        .into_iter()
        .flatten()
        .filter(|(name, _)| name == "quote")
        .map(|(_, entry)| entry)
        .collect();
    let expected = ["USD 12.50", "USD 13", "between USD 12.50 and USD 13"];
    assert_eq!(shown, expected.map(|quote| Entry::Text(quote.into())));
}

#[test]
fn a_failed_cell_has_one_row_with_the_reason() {
    let failed = json!({ "status": "FAILED", "decision": "failed", "answer": null, "citations": [],
        "answer_type": "amount", "message": "the file is empty", "record_id": "r" });
    let rows = table(&["amount"], &failed);
    assert_eq!(rows.len(), 1);
    let names: Vec<&str> = rows[0].iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"message") && !names.contains(&"value") && !names.contains(&"item"));
}

#[test]
fn every_built_in_type_has_columns_and_no_name_stands_twice() {
    let registry = Registry::built_in();
    let mut types: Vec<AnswerType> = registry.list().cloned().collect();
    let mut page = types[0].clone();
    page.name = "page".into();
    types.push(page);
    let names: Vec<String> = columns(&types)
        .into_iter()
        .map(|column| column.name)
        .collect();
    let different: BTreeSet<&String> = names.iter().collect();
    assert_eq!(different.len(), names.len());
    assert!(names.len() > types.len());
}

#[test]
fn columns_hold_what_their_schema_says() {
    for (schema, kind) in [
        (json!({ "type": "number" }), Kind::Number),
        (json!({ "type": ["integer", "null"] }), Kind::Whole),
        (json!({ "type": "boolean" }), Kind::Truth),
        (json!({ "type": ["number", "string"] }), Kind::Text),
        (json!({ "type": "array" }), Kind::Text),
        (json!({ "enum": ["a"] }), Kind::Text),
        (json!(true), Kind::Text),
    ] {
        assert_eq!(kind_of(&schema), kind, "{schema}");
    }
}
