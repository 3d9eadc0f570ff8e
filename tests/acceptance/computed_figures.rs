//! What code computes from the figures and sentences of a document: the tax and the items of an invoice, and
//! the one period of notice of a contract; and that what a document calls as the question does is chosen. On several layouts, with all that it stands on cited.

use acceptance::Scratch;
use serde_json::{Value, json};

fn value_of(response: &Value) -> &Value {
    &response["answer"]["items"][0]["value"]
}

fn quotes_of(response: &Value) -> Vec<String> {
    let citations = response["citations"].as_array().unwrap().iter();
    citations
        .map(|one| one["quote"].as_str().unwrap().to_owned())
        .collect()
}

/// The same sums as receipts and invoices print them.
const INVOICES: [(&str, &str); 4] = [
    (
        "receipt.txt",
        "GOOD FOODS SDN BHD (139386 X)\nTAX INVOICE\nItem  Price (RM)  Tax\nRice  106.10  SR\nTotal (excluding GST)  106.10\nTotal GST  6.37\nTotal  112.47\nCash  120.00\nChange  7.53\n",
    ),
    (
        "summary.txt",
        "GOOD FOODS SDN BHD (139386 X)\nTAX INVOICE\nTOTAL SALES INCL GST  112.47\nCASH  120.00\nCHANGE  7.53\nGST SUMMARY  AMOUNT(RM)  TAX(RM)\nSR @ 6%  106.10  6.37\n",
    ),
    (
        "invoice.md",
        "# Invoice\n\n| Item | EUR |\n|---|---|\n| Net total | 106.10 |\n| VAT 6 % | 6.37 |\n| Total | 112.47 |\n",
    ),
    (
        "rechnung.txt",
        "Rechnung\n\nNettobetrag        106,10 EUR\nzzgl. 6 % MwSt.      6,37 EUR\nRechnungsbetrag    112,47 EUR\n",
    ),
];

#[test]
fn the_tax_is_the_figure_that_adds_up_and_all_three_are_cited() {
    for (name, text) in INVOICES {
        let scratch = Scratch::new();
        let document = scratch.file(name, text);
        for (question, figure) in [
            ("How much is the tax?", 6.37),
            ("What is the total excluding tax?", 106.1),
            ("What is the total including VAT?", 112.47),
            ("Wie hoch ist die Mehrwertsteuer?", 6.37),
        ] {
            let arguments = ["ask", question, "--type", "amount", "--doc", &document];
            let response = scratch.json(&arguments);
            assert_eq!(value_of(&response)["value"], figure, "{name}: {question}");
            assert_eq!(response["decision"], "ship", "{name}: {question}");
            let quotes = quotes_of(&response).join("\n").replace(',', ".");
            for part in ["106.10", "6.37", "112.47"] {
                assert!(quotes.contains(part), "{name}: {question}: {quotes}");
            }
            let caveats = response["answer"]["caveats"].to_string();
            let addition = "found by adding: 106.10 + 6.37 = 112.47";
            assert!(caveats.contains(addition), "{name}: {caveats}");
        }
    }
}

/// An invoice with two figures before its total that a reader takes for it.
const RECHNUNG: &str = "Nordwind Handels GmbH\nHafenstraße 4, 20457 Hamburg\n\nRechnung Nr.      2024-3443\n\
    Bestelldatum      03.02.2024\nLieferdatum      08.02.2024\nRechnungsdatum      15.02.2024\nZahlungsziel      14.03.2024\n\n\
    Positionen\n1  Alpha  1  1.377,25  1.377,25\n2  Beta  1  1.205,09  1.205,09\n3  Gamma  1  860,78  860,78\n\n\
    Zwischensumme      3.443,12 €\nMwSt 19%      654,19 €\nSumme brutto      4.097,31 €\n\nMahngebühr / late fee: 15,00\n";

#[test]
fn neither_the_tax_nor_the_sum_before_it_is_the_total() {
    for (label, question) in [
        ("Summe brutto", "What is the total amount?"),
        ("Summe brutto", "What is the total?"),
        ("Gesamtbetrag", "Wie hoch ist der Gesamtbetrag?"),
        ("Gesamt", "Wie hoch ist der Gesamtbetrag?"),
    ] {
        let scratch = Scratch::new();
        let document = scratch.file("rechnung.txt", RECHNUNG.replace("Summe brutto", label));
        let response = scratch.json(&["ask", question, "--type", "amount", "--doc", &document]);
        let value = &value_of(&response)["value"];
        assert_eq!(value, 4097.31, "{label}: {question}: {response}");
    }
}

/// The same two items as a receipt, two invoices and a till print them.
const ITEMS: [(&str, &str); 4] = [
    (
        "receipt.txt",
        "STATIONERY SHOP\nTAX INVOICE\nQTY  DESCRIPTION  PRICE  TOTAL\nPAPER A4\n5 57499  11.00  55.00\nINK BLACK\n1  27736  29.00  29.00\nTOTAL  84.00\nCASH  100.00\nCHANGE  16.00\n",
    ),
    (
        "invoice.md",
        "# Invoice\n\n| Description | Quantity | Unit price | Amount |\n|---|---|---|---|\n| PAPER A4 | 5 | 11.00 | 55.00 |\n| INK BLACK | 1 | 29.00 | 29.00 |\n| Total | | | 84.00 |\n",
    ),
    (
        "rechnung.txt",
        "Rechnung\n\nPos  Bezeichnung  Menge  Einzelpreis  Betrag\n1  PAPER A4  5  11,00  55,00\n2  INK BLACK  1  29,00  29,00\nNettobetrag EUR  84,00\nzzgl. 19 % MwSt.  15,96\nGesamtbetrag EUR  99,96\n",
    ),
    (
        "till.txt",
        "ITEM  QTY  PRICE  AMOUNT\n57499  5  11.00  55.00\nPAPER A4\n27736  1  29.00  29.00\nINK BLACK\nSUB TOTAL  84.00\nGST 6%  5.04\nTOTAL  89.04\n",
    ),
];

#[test]
fn the_items_of_an_invoice_are_those_that_make_its_sum() {
    for (name, text) in ITEMS {
        let scratch = Scratch::new();
        let document = scratch.file(name, text);
        let question = "List the purchased items with quantity and amount as a table.";
        let response = scratch.json(&["ask", question, "--doc", &document]);
        let rows = value_of(&response)["rows"].to_string().replace(',', ".");
        let expected = r#"[["PAPER A4"."5"."55.00"].["INK BLACK"."1"."29.00"]]"#;
        assert_eq!(rows, expected, "{name}: {response}");
        assert_eq!(response["decision"], "ship", "{name}");
        let quotes = quotes_of(&response).join("\n").replace(',', ".");
        for part in ["PAPER A4", "55.00", "INK BLACK", "29.00", "84.00"] {
            assert!(quotes.contains(part), "{name}: {quotes}");
        }
        let caveats = response["answer"]["caveats"].to_string();
        let addition = "found by adding: the amounts of these 2 make 84.00";
        assert!(caveats.contains(addition), "{name}: {caveats}");
    }
}

/// Where the amounts do not make the sum, nothing is said to be all of the items.
#[test]
fn items_that_do_not_make_the_sum_are_not_called_all() {
    for (name, text) in ITEMS {
        let scratch = Scratch::new();
        let document = scratch.file(name, text.replace("84", "85"));
        let question = "List the purchased items with quantity and amount as a table.";
        let response = scratch.run(&["--json", "ask", question, "--doc", &document]);
        let response = response.json();
        assert!(response["record_id"].is_string(), "{response}");
        assert!(
            !response.to_string().contains("found by adding"),
            "{name}: {response}"
        );
    }
}

#[test]
fn what_the_document_calls_as_the_question_does_is_the_answer() {
    for (name, text) in [
        (
            "lines.txt",
            "SHOP LTD\nOrder Date: 15-10-2015\nInvoice Date: 20-10-2015\nTotal: 319.00\n",
        ),
        (
            "beside.txt",
            "SHOP LTD\nOrder Date: 15-10-2015  Invoice Date: 20-10-2015\nTotal  319.00\n",
        ),
        (
            "table.md",
            "# Shop Ltd\n\n| Order Date | 15-10-2015 |\n|---|---|\n| Invoice Date | 20-10-2015 |\n",
        ),
    ] {
        let scratch = Scratch::new();
        let document = scratch.file(name, text);
        for (question, day) in [
            ("What is the invoice date?", "2015-10-20"),
            ("What is the order date?", "2015-10-15"),
        ] {
            let response = scratch.json(&["ask", question, "--doc", &document]);
            assert_eq!(
                value_of(&response)["iso"],
                day,
                "{name}: {question}: {response}"
            );
        }
    }
}

const CONTRACT: &str = "SERVICE AGREEMENT\n\n\
    1. Term. This Agreement has a term of five (5) years.\n\n\
    2. Renewal. It renews for successive terms of one (1) year unless a party gives the other written\n\
    notice of non-renewal at least ninety (90) days before the end of the term.\n\n\
    3. Termination. Either party may terminate this Agreement upon thirty (30) days' prior written notice.\n\n\
    4. Breach. A breach shall be cured within ten (10) days after notice of it.\n\n\
    5. Secrecy. Secrets are kept for three (3) years after termination.\n";

#[test]
fn the_one_period_of_notice_is_told_from_other_lengths_of_time() {
    let wrapped = CONTRACT.replace("upon thirty", "upon\nthirty");
    for (name, text) in [("contract.txt", CONTRACT), ("wrapped.txt", &wrapped)] {
        let scratch = Scratch::new();
        let document = scratch.file(name, text);
        for (question, iso, words) in [
            (
                "What is the notice period for termination?",
                "P30D",
                "thirty (30) days' prior written notice",
            ),
            (
                "How long is the period of notice that prevents the renewal?",
                "P90D",
                "ninety (90) days before",
            ),
        ] {
            let arguments = ["ask", question, "--type", "duration", "--doc", &document];
            let response = scratch.json(&arguments);
            assert_eq!(value_of(&response)["iso"], iso, "{name}: {question}");
            assert!(quotes_of(&response).join(" ").contains(words), "{response}");
            let caveats = &response["answer"]["caveats"];
            assert_eq!(
                caveats,
                &json!(["the only period of notice for it in the passages that were read"]),
            );
        }
    }
}

/// Where two parties have periods of their own, neither is the one that stands alone.
#[test]
fn of_two_periods_of_notice_none_is_said_to_stand_alone() {
    let scratch = Scratch::new();
    let text = "A may terminate this Agreement upon 30 days' notice.\nB may terminate it upon 60 days' notice.\n";
    let document = scratch.file("two.txt", text);
    let question = "What is the notice period for termination?";
    let arguments = [
        "--json", "ask", question, "--type", "duration", "--doc", &document,
    ];
    let response = scratch.run(&arguments).json();
    assert!(response["record_id"].is_string(), "{response}");
    assert!(
        !response.to_string().contains("the only period of notice"),
        "{response}"
    );
}
