//! Questions in one language about documents in another: the terms of contracts and invoices are read as the document
//! writes them, and found by a search, and what the document does not name is not answered.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};
use std::fmt::Write;

const INVOICE: &str = "\
Rechnung

Rechnungsnummer: 2024-0917
Rechnungsdatum: 12.03.2024
Lieferdatum: 04.03.2024

Pos  Artikel             Menge   Einzelpreis   Betrag
1    Holzregal Eiche       2       149,00      298,00
2    Montage               1        80,00       80,00

Nettosumme                                     378,00
Steuerbetrag (19 %)                             71,82
Bruttosumme                                    449,82
Anzahlung                                      100,00
Zahlbetrag                                     349,82
";

const POLICY: &str = "\
<html><body><h1>Versicherungsschein</h1><table>
<tr><td>Versicherungsbeginn</td><td>01.07.2024</td></tr>
<tr><td>Versicherungssumme</td><td>1.500.000 EUR</td></tr>
<tr><td>Selbstbeteiligung</td><td>750 EUR</td></tr>
<tr><td>Versicherungsteuer</td><td>344,28 EUR</td></tr>
<tr><td>Prämie</td><td>2.156,28 EUR</td></tr>
</table></body></html>
";

const LEASE: &str = "\
# Contrato de arrendamiento de local

## Primera

Fecha de inicio: el 1 de febrero de 2022. Fecha de finalización: el 31 de enero de 2027.

## Segunda

A la firma se entrega una fianza de 2.700 euros. El arrendatario abona además 90 euros de gastos.
";

const ENGLISH: &str = "\
Lease of business premises

1. The monthly rent is EUR 2,150 and is paid in advance.
2. The tenant pays a security deposit of EUR 6,450.
3. Commencement date: 1 September 2023. Expiry date: 31 August 2028.
";

/// The values that answer a question, a figure or a day each.
fn ask(scratch: &Scratch, document: &str, question: &str) -> Vec<Value> {
    let response = scratch.json(&["ask", question, "--doc", document]);
    assert_cited(scratch, &response);
    let items = response["answer"]["items"].as_array();
    let items = items.map_or(&[][..], Vec::as_slice);
    let said = |value: &Value| match value.get("iso") {
        Some(day) => day.clone(),
        None => value["value"].clone(),
    };
    items.iter().map(|item| said(&item["value"])).collect()
}

#[test]
fn terms_are_read_as_the_document_writes_them_in_several_layouts() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let invoice = scratch.file("rechnung.txt", INVOICE);
    let policy = scratch.file("police.html", POLICY);
    let lease = scratch.file("arrendamiento.md", LEASE);
    let english = scratch.file("lease.txt", ENGLISH);
    for (document, question, value) in [
        (&invoice, "What amount is due for payment?", json!(349.82)),
        (&invoice, "What is the invoice total?", json!(449.82)),
        (&invoice, "What is the tax amount?", json!(71.82)),
        (&invoice, "What is the delivery date?", json!("2024-03-04")),
        (&policy, "How high is the deductible?", json!(750)),
        (&policy, "What is the sum insured?", json!(1_500_000)),
        (&policy, "What is the premium?", json!(2156.28)),
        (&lease, "What is the security deposit?", json!(2700)),
        (&lease, "Wie hoch ist die Kaution?", json!(2700)),
        (&lease, "What is the end date?", json!("2027-01-31")),
        (&english, "Wie hoch ist die Miete?", json!(2150)),
        (&english, "Wann ist der Mietbeginn?", json!("2023-09-01")),
        (&english, "¿Cuál es la fianza?", json!(6450)),
    ] {
        assert_eq!(ask(scratch, document, question), [value], "{question}");
    }
    for (document, question) in [
        (&invoice, "What is the contractual penalty?"),
        (&policy, "What is the security deposit?"),
        (&english, "Wie hoch ist das Gehalt?"),
        (&english, "¿Cuál es la franquicia?"),
    ] {
        assert_eq!(
            ask(scratch, document, question),
            [] as [Value; 0],
            "{question}"
        );
    }
}

#[test]
fn a_search_finds_the_passage_that_names_the_term_and_the_record_says_so() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let mut text = "# Rahmenvertrag\n".to_owned();
    for number in 1..=160 {
        let clause = match number {
            131 => {
                "Für jeden Verstoß gegen die Geheimhaltung zahlt der Auftragnehmer eine Vertragsstrafe von 12.500 EUR."
            }
            _ => {
                "Die Parteien stimmen sich über Termine, Ansprechpartner und den Austausch von Unterlagen ab."
            }
        };
        let _ = write!(text, "\n## § {number}\n\n{clause}\n");
    }
    let document = scratch.file("rahmenvertrag.md", &text);
    let question = "How much is the contractual penalty?";
    let response = scratch.json(&["ask", question, "--doc", &document]);
    assert_cited(scratch, &response);
    assert_eq!(response["answer"]["items"][0]["value"]["value"], 12_500);
    let id = response["record_id"].as_str().expect("an id");
    let record = scratch.json(&["audit", "show", id]);
    assert_eq!(record["body"]["read_in_terms"], json!(["penalty"]));
    let shown = scratch.run(&["audit", "show", id]);
    shown.assert_code(0);
    let said = "terms         the reader read these as the document writes them in its language: contractual penalty\n";
    assert!(shown.stdout.contains(said), "{shown}");

    // Where the words were read as they were asked, nothing is said of terms.
    let response = scratch.json(&[
        "ask",
        "Wie hoch ist die Vertragsstrafe?",
        "--doc",
        &document,
    ]);
    assert_eq!(response["answer"]["items"][0]["value"]["value"], 12_500);
    let id = response["record_id"].as_str().expect("an id");
    let record = scratch.json(&["audit", "show", id]);
    assert_eq!(record["body"]["read_in_terms"], Value::Null);
    let shown = scratch.run(&["audit", "show", id]);
    shown.assert_code(0);
    assert!(!shown.stdout.contains("the reader read these"), "{shown}");
}
