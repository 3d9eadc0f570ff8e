//! Schemas of a person's own: every field is found as a question of its own, and holds what stands in the
//! document or nothing.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

const INVOICE: &str = "\
Hansen & Co. GmbH
Lindenstraße 14, 20099 Hamburg

Invoice number: 2024-0815
Invoice date: 3 June 2024

Pos  Description              Qty   Unit price   Amount
1    Pallet racks              12      85.00     1,020.00
2    Assembly                   1     240.00       240.00

Net total                                    EUR 1,260.00
VAT 19 %                                     EUR   239.40
Total amount due                             EUR 1,499.40

Payable within 30 days to IBAN DE89 3704 0044 0532 0130 00.
";

const LEASE: &str = "\
# Lease agreement

Between **Ada Thornfield** (the landlord) and **Marcus Oyelaran** (the tenant).

1. The premises are at 22 Harbour View, Galway.
2. The lease begins on 1 September 2023 and runs for 24 months.
3. The monthly rent is EUR 1,350, payable on the first day of each month.
4. The tenant pays a deposit of EUR 2,700.
";

fn invoice_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "invoice_number": { "type": "string" },
            "invoice_date": { "type": "string", "format": "date" },
            "total_amount_due": { "type": "number" },
            "currency": { "enum": ["EUR", "USD"] },
            "iban": { "type": "string" },
            "delivery_date": { "type": ["string", "null"], "format": "date" },
            "discount_code": { "type": "string" }
        },
        "required": ["invoice_number", "total_amount_due"]
    })
}

fn lease_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "tenant": { "type": "string", "description": "Who is the tenant?" },
            "rent": {
                "type": "object",
                "properties": {
                    "amount": { "type": "integer", "description": "The monthly rent" },
                    "currency": { "type": "string" }
                },
                "required": ["amount"]
            },
            "startDate": { "type": "string", "format": "date", "description": "When does the lease begin?" },
            "parking_fee": { "type": ["number", "null"] }
        },
        "required": ["tenant", "rent"]
    })
}

fn ask(scratch: &Scratch, schema: &Value, document: &str) -> Value {
    let schema = scratch.file("schema.json", schema.to_string());
    let response = scratch.json(&[
        "ask",
        "Fill in the form",
        "--schema",
        &schema,
        "--doc",
        document,
    ]);
    assert_cited(scratch, &response);
    response
}

/// No model had to write where every field is found by code.
#[test]
fn a_schema_is_filled_field_by_field_from_what_stands_there() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let invoice = ask(
        scratch,
        &invoice_schema(),
        &scratch.file("invoice.txt", INVOICE),
    );
    assert_eq!(
        invoice["answer"]["items"][0]["value"],
        json!({
            "invoice_number": "2024-0815", "invoice_date": "2024-06-03", "total_amount_due": 1499.4,
            "currency": "EUR", "iban": "DE89370400440532013000", "delivery_date": null
        })
    );
    let lease = ask(scratch, &lease_schema(), &scratch.file("lease.md", LEASE));
    assert_eq!(
        lease["answer"]["items"][0]["value"],
        json!({
            "tenant": "Marcus Oyelaran", "rent": { "amount": 1350, "currency": "EUR" },
            "startDate": "2023-09-01", "parking_fee": null
        })
    );
    for (response, missing) in [
        (invoice, "delivery_date, discount_code"),
        (lease, "parking_fee"),
    ] {
        let answer = &response["answer"];
        assert_eq!(answer["complete_answer_found"], false);
        assert_eq!(answer["caveats"][0], format!("Not found: {missing}."));
        assert_eq!(response["token_usage"]["total"], 0, "{response}");
        assert!(response["probability"].is_number());
        assert_eq!(response["decision"], "review");
    }
}

#[test]
fn nothing_is_made_up_for_a_field_that_the_schema_requires() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let mut schema = lease_schema();
    schema["properties"]["guarantor"] =
        json!({ "type": "string", "description": "Who is the guarantor?" });
    schema["required"] = json!(["tenant", "guarantor"]);
    let response = ask(scratch, &schema, &scratch.file("lease.md", LEASE));
    assert_eq!(response["decision"], "no_answer");
    assert_eq!(response["answer"]["answer_found"], false);
    let caveat =
        "Nothing is answered: the schema requires guarantor. Not found: parking_fee, guarantor.";
    assert_eq!(response["answer"]["caveats"][1], caveat);
}

/// Every field required and nullable, as programs that want each key do; an object whose required field does not
/// stand there is left out whole.
#[test]
fn what_was_not_found_is_null_or_left_out_with_its_object() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let name = |question: &str| json!({ "type": ["string", "null"], "description": question });
    let schema = json!({
        "type": "object",
        "properties": {
            "tenant": name("Who is the tenant?"),
            "guarantor": name("Who is the guarantor?"),
            "parking": {
                "type": "object",
                "properties": {
                    "fee": { "type": "number", "description": "The parking fee" },
                    "deposit": { "type": "number", "description": "The deposit" }
                },
                "required": ["fee"]
            }
        },
        "required": ["tenant", "guarantor"]
    });
    let response = ask(scratch, &schema, &scratch.file("lease.md", LEASE));
    let value = &response["answer"]["items"][0]["value"];
    assert_eq!(
        value,
        &json!({ "tenant": "Marcus Oyelaran", "guarantor": null })
    );
    let missing = "Not found: guarantor, parking.fee, parking.deposit.";
    assert_eq!(response["answer"]["caveats"][0], missing);
}

/// Choices and lists are the model's to write; beside them the fields still
/// hold what code found.
#[test]
fn a_model_writes_what_is_no_field() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let mut schema = lease_schema();
    schema["properties"]["kind"] = json!({ "enum": ["residential", "commercial"] });
    schema["required"] = json!(["tenant", "rent", "kind"]);
    let response = ask(scratch, &schema, &scratch.file("lease.md", LEASE));
    let value = &response["answer"]["items"][0]["value"];
    assert_eq!(value["rent"], json!({ "amount": 1350, "currency": "EUR" }));
    assert_eq!(value["tenant"], "Marcus Oyelaran");
    let kinds = [json!("residential"), json!("commercial")];
    assert!(kinds.contains(&value["kind"]), "{value}");
    assert_ne!(response["token_usage"]["total"], 0);
}

/// Who is insured stands beside the policy's number, in several layouts: neither is taken for the other. Which of them
/// the reader finds in each layout, insured and number, stands beside it.
const INSURED: [(&str, &str, [Option<&str>; 2]); 3] = [
    (
        "schedule.txt",
        "Premium schedule\n\nPolicy number: CP-20418\nInsured: Harbour Street Bakery Ltd.\n\nAnnual premium: USD 1,482.50\n",
        [Some("Harbour Street Bakery Ltd."), Some("CP-20418")],
    ),
    (
        "schedule.csv",
        "Item,Value\nPolicy number,CP-20418\nInsured,Harbour Street Bakery Ltd.\nAnnual premium,USD 1482.50\n",
        [Some("Harbour Street Bakery Ltd."), None],
    ),
    (
        "schedule.md",
        "# Policy CP-20418\n\n**Insured:** Harbour Street Bakery Ltd.\n\n**Policy number:** CP-20418\n\n**Annual premium:** USD \
         1,482.50\n",
        [Some("Harbour Street Bakery Ltd."), Some("CP-20418")],
    ),
];

#[test]
fn the_insured_is_not_the_number_of_the_policy() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let schema = json!({
        "type": "object",
        "properties": {
            "insured": { "type": ["string", "null"] },
            "policy_number": { "type": ["string", "null"] },
            "annual_premium": { "type": ["number", "null"] }
        },
        "required": ["insured", "policy_number"]
    });
    for (name, text, found) in INSURED {
        let response = ask(scratch, &schema, &scratch.file(name, text));
        let value = &response["answer"]["items"][0]["value"];
        let said = [&value["insured"], &value["policy_number"]].map(Value::as_str);
        assert_eq!(said, found, "{name}: {response}");
        assert_eq!(value["annual_premium"], 1482.5, "{name}");
    }
}

const RECEIPT: &str = "\
HARBOUR LIGHT STATIONERS
RECEIPT 004512
Date: 17/03/2025   14:22

Item                     Qty    Price    Amount
Ledger A4 ruled            2    14.50     29.00
Staples 24/6               5     1.50      7.50
Desk pad                   1    17.95     17.95

Subtotal                               54.45
TOTAL USD                              58.81
";

const RECHNUNG: &str = "\
# Rechnung 2025-1174

| Pos | Bezeichnung | Menge | Einzelpreis | Gesamtpreis |
|---|---|---|---|---|
| 1 | Hecken schneiden | 5 | 98,00 | 490,00 |
| 2 | Beete bepflanzen | 3 | 1.240,00 | 3.720,00 |

Rechnungsbetrag: 4.210,00 EUR
";

const ORDER: &str = "\
<h1>Order 77</h1>
<table>
<tr><th>Article number</th><th>Description</th><th>Quantity</th><th>Net amount</th></tr>
<tr><td>A-100</td><td>Oak shelf</td><td>2</td><td>180.00</td></tr>
<tr><td>A-200</td><td>Wall bracket</td><td>12</td><td>54.60</td></tr>
<tr><td></td><td>Total</td><td></td><td>234.60</td></tr>
</table>
";

fn list_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "line_items": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "description": { "type": "string" },
                    "quantity": { "type": "integer" },
                    "amount": { "type": "number" },
                    "serial_number": { "type": "string" }
                },
                "required": ["description", "quantity", "amount"]
            }
        } },
        "required": ["line_items"]
    })
}

/// Text in columns, Markdown in German, HTML with a sum inside the table: the rows, no sums, each from its lines.
#[test]
fn a_list_of_objects_holds_the_rows_of_a_table() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let row = |description: &str, quantity: u32, amount: f64| json!({ "description": description, "quantity": quantity, "amount": amount });
    let documents = [
        (
            "invoice.txt",
            INVOICE,
            json!([row("Pallet racks", 12, 1020.0), row("Assembly", 1, 240.0)]),
        ),
        (
            "receipt.txt",
            RECEIPT,
            json!([
                row("Ledger A4 ruled", 2, 29.0),
                row("Staples 24/6", 5, 7.5),
                row("Desk pad", 1, 17.95)
            ]),
        ),
        (
            "rechnung.md",
            RECHNUNG,
            json!([
                row("Hecken schneiden", 5, 490.0),
                row("Beete bepflanzen", 3, 3720.0)
            ]),
        ),
        (
            "order.html",
            ORDER,
            json!([row("Oak shelf", 2, 180.0), row("Wall bracket", 12, 54.6)]),
        ),
    ];
    for (name, text, wanted) in documents {
        let response = ask(scratch, &list_schema(), &scratch.file(name, text));
        let value = &response["answer"]["items"][0]["value"];
        assert_eq!(
            numbers(&value["line_items"]),
            numbers(&wanted),
            "{name}: {response}"
        );
        assert_eq!(response["token_usage"]["total"], 0, "{name}");
        assert_eq!(response["decision"], "review", "{name}");
        assert!(response["probability"].is_null(), "{name}");
    }
}

/// Figures as floating-point numbers: 240 and 240.0 are the same amount.
fn numbers(list: &Value) -> Vec<(String, f64, f64)> {
    let rows = list.as_array().expect("a list");
    let row = |row: &Value| {
        let figure = |key: &str| row[key].as_f64().expect("a number");
        let description = row["description"].as_str().expect("words").to_owned();
        (description, figure("quantity"), figure("amount"))
    };
    rows.iter().map(row).collect()
}

/// Its passages behind the first have no headings.
#[test]
fn a_list_of_sixty_objects_comes_back_whole() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let row = |row: u32| format!("{row:>3}  Part no. {row:03} steel      {row:>3}    {row}.50");
    let rows: Vec<String> = (1..=60).map(row).collect();
    let text = format!(
        "Invoice 7\n\nPos  Description         Qty   Amount\n{}\n",
        rows.join("\n")
    );
    let response = ask(scratch, &list_schema(), &scratch.file("long.txt", text));
    let found = numbers(&response["answer"]["items"][0]["value"]["line_items"]);
    let wanted = |row: u32| {
        let (quantity, description) = (f64::from(row), format!("Part no. {row:03} steel"));
        (description, quantity, quantity + 0.5)
    };
    assert_eq!(found, (1..=60).map(wanted).collect::<Vec<_>>());
}

#[test]
fn no_rows_are_made_up_where_no_table_has_the_columns() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let response = ask(scratch, &list_schema(), &scratch.file("lease.md", LEASE));
    assert_eq!(response["decision"], "no_answer");
    assert_eq!(response["answer"]["answer_found"], false);
    let caveat = "Nothing is answered: the schema requires line_items. Not found: line_items.";
    assert_eq!(response["answer"]["caveats"][1], caveat);
    assert_eq!(response["token_usage"]["total"], 0);
}
