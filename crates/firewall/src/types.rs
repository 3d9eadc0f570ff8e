//! Every type of values: what its schema allows and what it
//! does not, looked at with the firewall's own validator.

use crate::Validator;
use contract::Registry;
use serde_json::{Value, json};

struct Row {
    name: &'static str,
    valid: Vec<Value>,
    invalid: Vec<Value>,
}

fn rows() -> Vec<Row> {
    let row = |name, valid, invalid| Row {
        name,
        valid,
        invalid,
    };
    let date = |iso: &str| json!({"iso": iso, "original": "x"});
    let length = |iso: &str| json!({"iso": iso, "original": "x"});
    let period =
        |start: Value, end: Value| json!({"iso_start": start, "iso_end": end, "original": "x"});
    let sum = |currency: Value| json!({"value": 1.5, "currency": currency, "unit": null});
    let address = |street: Value| json!({"street": street, "postal_code": null, "city": "Hamburg", "country": null});
    let table = |headers: &[&str], row: &[&str]| json!({"headers": headers, "rows": [row]});
    let deep = |depth: usize| {
        (1..depth).fold(
            json!({"label": "a", "children": []}),
            |below, _| json!({"label": "a", "children": [below]}),
        )
    };
    vec![
        row(
            "text",
            vec![json!("a"), json!("a".repeat(2000))],
            vec![json!(""), json!(1), json!("a".repeat(2001)), Value::Null],
        ),
        row(
            "amount",
            vec![
                sum(json!("EUR")),
                sum(Value::Null),
                json!({"value": -3, "currency": "USD", "unit": "per claim"}),
            ],
            vec![
                sum(json!("ZZZ")),
                sum(json!("eur")),
                json!({"value": "1", "currency": "EUR", "unit": null}),
                json!({"value": 1, "currency": "EUR"}),
                json!({"value": 1, "currency": "EUR", "unit": ""}),
            ],
        ),
        row(
            "number",
            vec![
                json!({"value": 7, "unit": null}),
                json!({"value": 0.5, "unit": "days"}),
            ],
            vec![
                json!(7),
                json!({"value": 7}),
                json!({"value": null, "unit": null}),
            ],
        ),
        row(
            "percentage",
            vec![
                json!({"value": 12.5, "of": null}),
                json!({"value": 12.5, "of": "profit"}),
            ],
            vec![json!({"value": "12.5", "of": null}), json!({"value": 12.5})],
        ),
        row(
            "date",
            ["2019-02-29", "2019-12-31", "2019-06-30", "2019-06", "1784"]
                .map(date)
                .to_vec(),
            [
                "2019-02-30",
                "2019-04-31",
                "2019-13",
                "2019-00-01",
                "2019-1-1",
                "19-01-01",
                "2019-01-01T00:00",
                "",
            ]
            .map(date)
            .to_vec(),
        ),
        row(
            "date_range",
            vec![
                period(json!("2019-01-01"), json!("2019-12-31")),
                period(Value::Null, json!("2019")),
                period(json!("2019-03"), Value::Null),
            ],
            vec![
                period(json!("2019-11-31"), Value::Null),
                period(json!("March"), Value::Null),
                json!({"iso_start": null, "iso_end": null}),
                json!({"iso_start": "2019", "original": "x"}),
            ],
        ),
        row(
            "duration",
            [
                "P30D",
                "P2Y6M",
                "P1Y2M3DT4H5M6S",
                "PT48H",
                "P3W",
                "P1.5Y",
                "PT0.5H",
                "PT1M",
            ]
            .map(length)
            .to_vec(),
            [
                "P", "PT", "30D", "P1D2Y", "P30", "P1W2D", "PT1D", "P1.5Y2M", "p30d", "P-1D",
            ]
            .map(length)
            .to_vec(),
        ),
        row(
            "boolean",
            vec![json!(true), json!(false)],
            vec![json!("yes"), json!(1)],
        ),
        row(
            "iban",
            vec![
                json!("DE89370400440532013000"),
                json!("GB29NWBK60161331926819"),
                json!("MT84MALT011000012345MTLCAST001S"),
            ],
            vec![
                json!("DE8937040044053201300"),
                json!("DE89 3704 0044 0532 0130 00"),
                json!("GB2912345660161331926819"),
                json!("ZZ89370400440532013000"),
            ],
        ),
        row(
            "email",
            vec![json!("a.b@example.org"), json!("x+y@mail.example.co.uk")],
            vec![
                json!("a@b"),
                json!("a b@example.org"),
                json!("a.@example.org"),
                json!("@example.org"),
            ],
        ),
        row(
            "phone",
            vec![
                json!("+49 (0)30 123456"),
                json!("07-3507405"),
                json!("(0711) 123 456 ext. 12"),
            ],
            vec![
                json!("abc"),
                json!("12 34 +5"),
                json!("1,234,567"),
                json!(""),
            ],
        ),
        row(
            "url",
            vec![json!("https://example.org/a?b=1"), json!("www.example.org")],
            vec![
                json!("example"),
                json!("https://a b.org"),
                json!("mailto:a@example.org"),
            ],
        ),
        row(
            "address",
            vec![address(json!("Harbour Road 5")), address(Value::Null)],
            vec![
                address(json!("")),
                address(json!(5)),
                json!({"city": "Hamburg"}),
            ],
        ),
        row(
            "person_name",
            vec![json!({"first_name": null, "middle_initial": null, "last_name": "Doe"})],
            vec![
                json!({"first_name": "Jane", "middle_initial": null, "last_name": null}),
                json!("Jane Doe"),
            ],
        ),
        row(
            "organization",
            vec![json!("Harbour Tools Ltd")],
            vec![json!(""), json!("a".repeat(201))],
        ),
        row("classification", vec![json!("Fire")], vec![json!(1)]),
        row(
            "list",
            vec![json!("one of several")],
            vec![json!(["one"]), json!("")],
        ),
        row(
            "table",
            vec![
                table(&["a", "b"], &["1", "2"]),
                table(&[""], &["1"]),
                json!({"headers": vec!["a"; 32], "rows": vec![vec!["1"; 32]; 3]}),
            ],
            vec![
                table(&["a", "b"], &["1"]),
                table(&["a"], &["1", "2"]),
                table(&[], &[]),
                json!({"headers": ["a"], "rows": []}),
                json!({"headers": vec!["a"; 33], "rows": [vec!["1"; 33]]}),
            ],
        ),
        row(
            "tree",
            vec![deep(1), deep(8)],
            vec![
                deep(9),
                json!({"label": "a"}),
                json!({"label": "", "children": []}),
            ],
        ),
        row("json", vec![json!({"any": ["thing"]})], vec![json!("text")]),
    ]
}

#[test]
fn every_row_of_the_table_of_values_has_a_schema_that_tells_right_from_wrong() {
    let registry = Registry::built_in();
    for row in rows() {
        let schema = &registry.find(row.name).unwrap().value_schema;
        let validator = Validator::new(schema, true).unwrap();
        for value in &row.valid {
            assert!(
                validator.is_valid(value),
                "{}: {value} is refused",
                row.name
            );
        }
        for value in &row.invalid {
            assert!(
                !validator.is_valid(value),
                "{}: {value} is accepted",
                row.name
            );
        }
    }
}

/// What the registry ships besides values.
const OTHER_CONTRACTS: [&str; 5] = [
    "cited_text",
    "document_category",
    "structured_answer",
    "support_reply",
    "verification",
];

#[test]
fn the_registry_ships_the_rows_of_the_table_and_no_other_values() {
    let registry = Registry::built_in();
    let mut shipped: Vec<&str> = registry
        .list()
        .map(|entry| entry.name.as_str())
        .filter(|name| !OTHER_CONTRACTS.contains(name))
        .collect();
    let mut named: Vec<&str> = rows().iter().map(|row| row.name).collect();
    shipped.sort_unstable();
    named.sort_unstable();
    assert_eq!(shipped, named);
}

#[test]
fn labels_schemas_and_depths_of_a_question_narrow_their_types() {
    let registry = Registry::built_in();
    let labels = ["Fire".to_owned(), "Water".to_owned()];
    let valid =
        |schema: &Value, value: &Value| Validator::new(schema, true).unwrap().is_valid(value);
    let category = registry.find("classification").unwrap();
    let narrowed = category.with_labels(&labels).unwrap();
    assert!(valid(&narrowed.value_schema, &json!("Fire")));
    assert!(!valid(&narrowed.value_schema, &json!("Storm")));
    assert!(category.with_labels(&[]).is_err());
    let free = registry.find("json").unwrap();
    let own = free.with_schema(json!({"type": "array"})).unwrap();
    assert!(valid(&own.value_schema, &json!([])) && !valid(&own.value_schema, &json!({})));
    assert!(free.with_schema(json!({})).is_err() && free.with_schema(json!(1)).is_err());
    let flat = registry.find("tree").unwrap().with_depth(1);
    assert!(valid(
        &flat.value_schema,
        &json!({"label": "a", "children": []})
    ));
    assert!(!valid(
        &flat.value_schema,
        &json!({"label": "a", "children": [{"label": "b", "children": []}]})
    ));
}
