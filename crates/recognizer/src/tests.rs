//! One table of cases per recogniser: text in, values out.

use super::{Options, has_recognizer, recognize};
use contract::{Descriptor, Finding};
use evidence::{EvidenceChunk, Line};
use serde_json::{Value, json};

#[test]
fn the_types_that_are_found_by_code_have_a_recogniser_and_no_others() {
    for one in Descriptor::built_in() {
        let by_code = matches!(
            one.finding,
            Finding::SureForm | Finding::Form | Finding::Runs { .. }
        );
        assert_eq!(has_recognizer(one.name), by_code, "{}", one.name);
    }
}

pub(super) fn evidence_of(text: &str) -> Vec<EvidenceChunk> {
    let lines = text
        .split('\n')
        .zip(1..)
        .map(|(text, number)| Line {
            number,
            page: 1,
            text: text.to_owned(),
            bounds: None,
        })
        .collect();
    vec![EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: "c".into(),
        document_id: "d".into(),
        document_title: "t".into(),
        lines,
        similarity: 1.0,
        tables: Vec::new(),
    }]
}

fn values(kind: &str, text: &str) -> Vec<Value> {
    recognize(kind, &evidence_of(text), &Options::default())
        .into_iter()
        .flat_map(|candidate| candidate.items.into_iter().map(|item| item.value.json()))
        .collect()
}

#[test]
fn reads_amounts_in_the_forms_documents_use() {
    let cases = [
        (
            "The premium is $1,250.00 a year.",
            json!(1250.0),
            json!("USD"),
            json!("a year"),
        ),
        (
            "a loan of USD 1.2 million",
            json!(1.2),
            json!("USD"),
            json!("million"),
        ),
        (
            "a salary of £740,000 per annum",
            json!(740_000),
            json!("GBP"),
            json!("per annum"),
        ),
        (
            "Zahlbetrag: EUR 529,87",
            json!(529.87),
            json!("EUR"),
            Value::Null,
        ),
        (
            "Summe 1.234,56 €",
            json!(1234.56),
            json!("EUR"),
            Value::Null,
        ),
        ("TOTAL: RM 23.25", json!(23.25), json!("MYR"), Value::Null),
        (
            "Software licence - $1,200.00",
            json!(1200.0),
            json!("USD"),
            Value::Null,
        ),
        (
            "Discount  - RM 5.00",
            json!(-5.0),
            json!("MYR"),
            Value::Null,
        ),
        ("- RM 5.00", json!(-5.0), json!("MYR"), Value::Null),
        ("Refund -$5.00", json!(-5.0), json!("USD"), Value::Null),
        (
            "| Refund | - $5.00 |",
            json!(-5.0),
            json!("USD"),
            Value::Null,
        ),
        (
            "TOTAL FACTURE : 56.00 DH",
            json!(56.0),
            json!("MAD"),
            Value::Null,
        ),
        (
            "Gutschrift -8,79 EUR",
            json!(-8.79),
            json!("EUR"),
            Value::Null,
        ),
        ("Loss $(1,161)", json!(-1161), json!("USD"), Value::Null),
        (
            "Umsatz 3,5 Mio. EUR",
            json!(3.5),
            json!("EUR"),
            json!("million"),
        ),
        ("refund -$5.00", json!(-5.0), json!("USD"), Value::Null),
        (
            "TENDERED: RM100.00",
            json!(100.0),
            json!("MYR"),
            Value::Null,
        ),
    ];
    for (text, value, currency, unit) in cases {
        assert_eq!(
            values("amount", text),
            [json!({"value": value, "currency": currency, "unit": unit})],
            "{text}"
        );
    }
}

#[test]
fn gives_a_bare_sum_the_one_currency_of_its_document() {
    let found = values("amount", "PRICE (RM)\nNET TOTAL : 21.00");
    assert_eq!(
        found,
        [json!({"value": 21.0, "currency": "MYR", "unit": null})]
    );
}

#[test]
fn gives_the_rows_of_a_table_the_scale_of_its_heading() {
    let found = values(
        "amount",
        "(in thousands)      2019     2018\nNet sales        $ 2,235  $ 6,986",
    );
    assert!(
        found.contains(&json!({"value": 2235, "currency": "USD", "unit": "thousand"})),
        "{found:?}"
    );
}

#[test]
fn a_table_without_a_scale_above_has_that_of_the_sentence_behind_it() {
    let unit = |behind: &str| {
        let text = format!("            2019     2018\nNet sales  $ 2,235  $ 6,986\n\n{behind}");
        values("amount", &text)[0]["unit"].clone()
    };
    assert_eq!(unit("Sales were as follows (in millions):"), "million");
    assert_eq!(unit("The plan grew in millions of ways."), Value::Null);
    let another = "Shares were as follows (in thousands):\nShares     16   13";
    assert_eq!(unit(another), Value::Null);
    let broken = "Sales were as follows (amounts in\nthousands, unaudited):";
    assert_eq!(unit(broken), "thousand");
}

#[test]
fn a_table_cut_into_passages_keeps_the_scale_that_stands_in_another() {
    let text = "Sales (in millions)\n            2019     2018\nNet sales  $ 2,235  $ 6,986\nCosts      $ 1,111  $ 2,222";
    let whole = evidence_of(text).remove(0);
    let cut = |anchor: &str, lines: std::ops::Range<usize>| {
        let mut part = whole.clone();
        part.anchor = anchor.into();
        part.lines = whole.lines[lines].to_vec();
        part
    };
    let units = |parts: &[EvidenceChunk]| -> Vec<Value> {
        let found = recognize("amount", parts, &Options::default());
        found
            .iter()
            .map(|one| one.items[0].value.json()["unit"].clone())
            .collect()
    };
    let parts = [cut("C1", 0..3), cut("C2", 3..4)];
    assert_eq!(units(&parts), ["million"; 4]);
    let found = recognize("amount", &parts, &Options::default());
    let cited: Vec<&str> = found[2].items[0]
        .spans
        .iter()
        .map(|span| span.anchor.as_str())
        .collect();
    assert_eq!(cited, ["C2", "C1"]);
    // A passage between them is missing: what stands above is not known.
    assert_eq!(units(&[cut("C2", 3..4)]), [const { Value::Null }; 2]);
}

#[test]
fn reads_dates_and_writes_them_as_the_calendar_does() {
    let cases = [
        ("19/10/2018 20:49:59", "2018-10-19"),
        ("10/29/2017", "2017-10-29"),
        ("29.10.2017", "2017-10-29"),
        ("2017-10-29", "2017-10-29"),
        ("16 July 2002", "2002-07-16"),
        ("July 16, 2002", "2002-07-16"),
        ("this 16th day of July, 2002", "2002-07-16"),
        ("December 12th, 2008", "2008-12-12"),
        ("5. März 2018", "2018-03-05"),
        ("21 MARCH, 2018", "2018-03-21"),
        ("OCT 3, 2016", "2016-10-03"),
        ("in February 2024", "2024-02"),
        ("in 1097 the siege", "1097"),
        ("19/05/16 12:01:43 PM", "2016-05-19"),
    ];
    for (text, iso) in cases {
        let found = values("date", text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0]["iso"], iso, "{text}");
    }
}

#[test]
fn offers_no_date_that_is_not_in_the_calendar() {
    for text in ["31/02/2018", "February 30, 2019", "2019-13-01"] {
        let found = values("date", text);
        assert!(
            found
                .iter()
                .all(|value| value["iso"].as_str().is_some_and(|iso| iso.len() < 10)),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn lets_the_document_decide_between_day_first_and_month_first() {
    let day_first = values("date", "03/04/2018\n25/12/2018");
    assert_eq!(day_first[0]["iso"], "2018-04-03");
    let month_first = values("date", "03/04/2018\n12/25/2018");
    assert_eq!(month_first[0]["iso"], "2018-03-04");
}

#[test]
fn reads_numbers_with_their_units_and_in_words() {
    let cases = [
        (
            "25 days’ paid holiday",
            json!({"value": 25, "unit": "days"}),
        ),
        (
            "twenty-five children",
            json!({"value": 25, "unit": "children"}),
        ),
        ("a rate of 47.31%", json!({"value": 47.31, "unit": "%"})),
        ("China 700,000", json!({"value": 700_000, "unit": null})),
    ];
    for (text, value) in cases {
        assert_eq!(values("number", text), [value], "{text}");
    }
}

#[test]
fn reads_percentages_and_basis_points() {
    let cases = [
        ("12.5 % of the premium", 12.5),
        ("12.5 percent", 12.5),
        ("raised by 50 basis points", 0.5),
        ("zehn: 3,5 Prozent", 3.5),
    ];
    for (text, value) in cases {
        let found = values("percentage", text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0]["value"], value, "{text}");
    }
}

#[test]
fn reads_ibans_with_spaces_and_notes_wrong_check_digits() {
    let right = recognize(
        "iban",
        &evidence_of("IBAN: DE02 1203 0000 0000 2020 51 BIC"),
        &Options::default(),
    );
    assert_eq!(
        right[0].items[0].value.as_text(),
        Some("DE02120300000000202051")
    );
    assert!(right[0].notes.is_empty());
    let wrong = recognize(
        "iban",
        &evidence_of("IBAN: DE12123456781234567890"),
        &Options::default(),
    );
    assert!(wrong[0].notes[0].contains("check digits"));
}

#[test]
fn reads_mail_phone_and_web_addresses() {
    assert_eq!(
        values("email", "write to a.b@example.org."),
        ["a.b@example.org"]
    );
    assert_eq!(values("phone", "TEL:07-3507405"), ["07-3507405"]);
    for number in [
        "01482 555 017",
        "(503) 555-0162",
        "+352 26 48 17 03",
        "030/4471205",
    ] {
        let text = format!("The buyer may be reached under {number}.");
        assert_eq!(values("phone", &text), [number]);
    }
    for other in [
        "01.02.2024 at 12:30",
        "account 00-88-41762-3",
        "order 7701-22-600918",
        "0160447120",
    ] {
        let found = values("phone", &format!("They wrote {other}."));
        assert!(found.is_empty(), "{other}: {found:?}");
    }
    assert_eq!(
        values("url", "see https://example.org/a?b=1."),
        ["https://example.org/a?b=1"]
    );
}

#[test]
fn names_and_addresses_that_fill_a_label_or_a_cell_are_read() {
    let chris = json!({"first_name": "Chris", "middle_initial": null, "last_name": "Blackman"});
    for text in [
        "Name: Chris Blackman",
        "Treasurer\tChris Blackman",
        "Signed  Chris Blackman  on 1 May",
    ] {
        assert_eq!(
            values("person_name", text),
            std::slice::from_ref(&chris),
            "{text}"
        );
    }
    let address = values("address", "Anschrift: Musterstr. 12, 12345 Musterstadt");
    let wanted = json!({"street": "Musterstr. 12", "postal_code": "12345", "city": "Musterstadt", "country": null});
    assert_eq!(address, [wanted]);
    // What a form alone does not show is left to the reader.
    for kind in ["person_name", "address"] {
        let found = values(
            kind,
            "Total: 12 May\nsigned by Chris Blackman of Road 5 there",
        );
        assert!(found.is_empty(), "{kind}: {found:?}");
    }
}

fn lists(text: &str) -> Vec<Vec<Value>> {
    recognize("list", &evidence_of(text), &Options::default())
        .into_iter()
        .map(|list| {
            list.items
                .into_iter()
                .map(|item| item.value.json())
                .collect()
        })
        .collect()
}

#[test]
fn one_marked_line_is_a_list_where_a_colon_announces_it() {
    let item = "loss or damage caused by war, invasion or civil commotion";
    let announced = lists(&format!("These are excluded:\n(a) {item}\nSee Section 7."));
    assert_eq!(announced, [[json!(item)]]);
    let stray = lists("Cover\n(a) The insurer pays.\nThe rest follows.");
    assert!(stray.is_empty(), "{stray:?}");
}

#[test]
fn a_list_goes_on_behind_the_edges_of_pages_that_are_counted() {
    let printed = |marks: [&str; 4], feet: [&str; 2]| {
        let ([a, b, c, d], [foot, last]) = (marks, feet);
        lists(&format!(
            "Perils:\n{a}Fire\n{b}Storm\n\n{foot}\n\n{c}Flood\n{d}War\n\n{last}\n"
        ))
    };
    let all = vec![json!("Fire"), json!("Storm"), json!("Flood"), json!("War")];
    let counted = ["Page 1 of 2", "Page 2 of 2"];
    let (bullets, numbers) = (["• "; 4], ["1. ", "2. ", "3. ", "4. "]);
    for marks in [bullets, numbers, ["1  ", "2  ", "3  ", "4  "]] {
        assert!(printed(marks, counted).contains(&all), "{marks:?}");
    }
    // Bullets below another heading, and numbers that begin anew.
    for found in [
        printed(bullets, ["Part 1", "Part 2"]),
        printed(["1  ", "2  ", "1  ", "2  "], counted),
    ] {
        assert!(
            found.contains(&all[..2].to_vec()) && !found.contains(&all),
            "{found:?}"
        );
    }
}

#[test]
fn rows_of_two_columns_are_a_list_where_the_first_counts_on() {
    let found = lists("Perils:\n1  Fire\n2  Storm\n7  Flood\n8  War");
    for two in [["Fire", "Storm"], ["Flood", "War"]] {
        assert!(found.contains(&two.map(Value::from).to_vec()), "{found:?}");
    }
}

#[test]
fn plain_lines_below_a_colon_are_a_list() {
    let three = vec![
        json!("Anna Abbott"),
        json!("Brian Kemp"),
        json!("Clara Holt"),
    ];
    for text in [
        "Present:\nAnna Abbott\nBrian Kemp\nClara Holt\n\nThe meeting began at nine.",
        "Present:\n\nAnna Abbott,\nBrian Kemp,\nClara Holt.",
        "Present:\nAnna Abbott\nBrian Kemp\n\nPage 1 of 2\n\nClara Holt\n\nApologies: David Norris\n\nPage 2 of 2",
    ] {
        assert!(lists(text).contains(&three), "{text}");
    }
    // A sentence that breaks into lines, one of fields, and two lines.
    for text in [
        "The parties agree as follows:\nthe tenant keeps the premises in good repair and\nDelivers them up clean\nat the end",
        "Present:\nName: Anna Abbott\nName: Brian Kemp\nName: Clara Holt",
        "Present:\nAnna Abbott\nBrian Kemp",
    ] {
        assert!(lists(text).iter().all(|list| list.len() < 3), "{text}");
    }
}

#[test]
fn reads_lists_in_lines_and_in_sentences() {
    for text in [
        "Perils:\n• Fire\n• Storm\n• Flood",
        "The perils are Fire, Storm, and Flood.",
    ] {
        let lists = lists(text);
        assert!(
            lists.contains(&vec![json!("Fire"), json!("Storm"), json!("Flood")]),
            "{text}: {lists:?}"
        );
    }
}

#[test]
fn lists_under_the_items_of_another_are_lists() {
    let list = |words: &str| -> Vec<Value> { words.split(' ').map(|word| json!(word)).collect() };
    // Under the heading of a section, whose number makes it an item.
    for text in [
        "4. Exclusions\n(a) Fire\n(b) Storm\n5. Claims\n(a) Notice\n(b) Proof",
        "4. Exclusions\n\n- Fire\n- Storm\n\n5. Claims\n\n- Notice\n- Proof",
        "(a) Exclusions\n(i) Fire\n(ii) Storm\n(b) Claims\n(i) Notice\n(ii) Proof",
    ] {
        let lists = lists(text);
        for wanted in ["Exclusions Claims", "Fire Storm", "Notice Proof"] {
            assert!(lists.contains(&list(wanted)), "{text}: {wanted}: {lists:?}");
        }
    }
    // The rest of such a list ends with the next item of the other.
    let rest = lists("(b) Storm\n(c) Flood\n5. Claims\n(a) Notice\n(b) Proof");
    assert!(
        rest.contains(&list("Storm Flood")) && rest.contains(&list("Notice Proof")),
        "{rest:?}"
    );
    // Roman numbers of which some are letters as well, one label for all, and a list that begins anew.
    let roman = lists("i. Fire\nii. Storm\niii. Flood\niv. Hail\nv. Frost\nvi. Theft");
    assert!(
        roman.contains(&list("Fire Storm Flood Hail Frost Theft")),
        "{roman:?}"
    );
    assert!(lists("1. Fire\n1. Storm\n1. Flood").contains(&list("Fire Storm Flood")));
    assert!(
        lists("y) Fire\nz) Storm\naa) Flood\nbb) Hail").contains(&list("Fire Storm Flood Hail"))
    );
    assert!(lists("y) Fire\nz) Storm\na) Flood\nb) Hail").contains(&list("Fire Storm Flood Hail")));
    let anew = lists("1. Fire\n2. Storm\n1. Notice\n2. Proof");
    assert!(
        anew.contains(&list("Fire Storm")) && anew.contains(&list("Notice Proof")),
        "{anew:?}"
    );
}

#[test]
fn the_last_item_of_a_list_ends_with_its_sentence() {
    let lists = lists("The offices are in Bremen, Hamburg and Kiel. Dr. Alder founded it in 1990.");
    let towns = vec![json!("Bremen"), json!("Hamburg"), json!("Kiel")];
    assert!(lists.contains(&towns), "{lists:?}");
    let beyond = |item: &Value| item.as_str().is_some_and(|text| text.contains("Alder"));
    assert!(!lists.iter().flatten().any(beyond), "{lists:?}");
}

#[test]
fn reads_tables_with_their_headers() {
    let found = values(
        "table",
        "          2019   2018\nAmericas  273.6  288.2\nEMEA      413.0  434.2",
    );
    let wanted = json!({"headers": ["", "2019", "2018"], "rows": [["Americas", "273.6", "288.2"], ["EMEA", "413.0", "434.2"]]});
    assert!(found.contains(&wanted), "{found:?}");
}

#[test]
fn quotes_are_words_of_the_cited_lines() {
    let text = "INVOICE 12\nThe   Insured shall pay   a premium of USD 1,250.00 each\nyear, and a fee of $ 9.9\nmillion in 2019.";
    let lines: Vec<&str> = text.split('\n').collect();
    let counts = [
        ("amount", 2),
        ("number", 4),
        ("date", 1),
        ("text", 4),
        ("organization", 2),
        ("list", 3),
        ("table", 3),
    ];
    for (kind, count) in counts {
        let found = recognize(kind, &evidence_of(text), &Options::default());
        assert_eq!(found.len(), count, "{kind}: {found:#?}");
        for candidate in found {
            assert!(!candidate.items.is_empty());
            for span in candidate.items.iter().flat_map(|item| &item.spans) {
                let cited = lines[span.line_start as usize - 1..span.line_end as usize].join(" ");
                let cited = cited.split_whitespace().collect::<Vec<_>>().join(" ");
                let quote = span.quote.clone().unwrap();
                assert!(
                    format!(" {cited} ").contains(&format!(" {quote} ")),
                    "{kind}: {quote}"
                );
            }
        }
    }
}
