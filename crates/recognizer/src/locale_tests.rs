//! The same values as other countries write them, and what is told where a
//! document leaves two readings.

use super::tests::evidence_of;
use super::{Options, recognize};
use contract::candidate::Candidate;
use serde_json::{Value, json};

fn candidates(kind: &str, text: &str) -> Vec<Candidate> {
    recognize(kind, &evidence_of(text), &Options::default())
}

fn values(kind: &str, text: &str) -> Vec<Value> {
    let items = candidates(kind, text).into_iter().flat_map(|one| one.items);
    items.map(|item| item.value.json()).collect()
}

#[test]
fn reads_sums_in_every_grouping() {
    let cases = [
        ("Betrag 1.234,56 EUR", 1234.56, "EUR", None),
        ("sum of EUR 1,234.56", 1234.56, "EUR", None),
        ("montant de 1 234,56 EUR", 1234.56, "EUR", None),
        ("Total CHF 1'234.56", 1234.56, "CHF", None),
        ("a sum of Rs. 12,34,567.00", 1_234_567.0, "INR", None),
        ("USD 1.2 million", 1.2, "USD", Some("million")),
        ("EUR 3 Mio.", 3.0, "EUR", Some("million")),
        ("TEUR 450", 450.0, "EUR", Some("thousand")),
        (
            "2,5 millones de euros, 2,5 millones EUR",
            2.5,
            "EUR",
            Some("million"),
        ),
        ("a credit of USD 25.00 CR", 25.0, "USD", Some("CR")),
        (
            "a limit of USD 500 per claim",
            500.0,
            "USD",
            Some("per claim"),
        ),
        ("INR 5 crore", 5.0, "INR", Some("crore")),
        ("zwei Millionen Euro", 2_000_000.0, "EUR", None),
    ];
    for (text, value, currency, unit) in cases {
        let found = values("amount", text);
        let fits = |one: &Value| {
            one["value"].as_f64() == Some(value)
                && one["currency"] == currency
                && one["unit"].as_str() == unit
        };
        assert!(found.iter().any(fits), "{text}: {found:?}");
    }
}

/// The values and currencies of the sums of a text.
fn sums(text: &str) -> Vec<(f64, Option<String>)> {
    let values = values("amount", text).into_iter();
    values
        .map(|value| {
            let currency = value["currency"].as_str().map(str::to_owned);
            (value["value"].as_f64().unwrap(), currency)
        })
        .collect()
}

#[test]
fn the_day_of_a_month_a_clause_and_a_time_say_nothing_of_the_decimal_mark() {
    for text in [
        "Bei der Zählung am 23.11. fehlten 84.000 EUR, letzte Zählung am 21.11. und am 3.12. des Jahres",
        "4.2 Die Versicherung zahlt nach Ziffer 3.1 und 3.4 an den Kunden 84.000 EUR",
        "Según la cláusula 4.2 y la 5.3 el arrendatario debe al banco 84.000 EUR",
    ] {
        assert_eq!(sums(text), [(84_000.0, Some("EUR".into()))], "{text}");
    }
    let decided = "Der Betrag ist EUR 12.50 und der Rest von EUR 1,250.00 auf das Konto";
    let last = sums(decided).pop();
    assert_eq!(last, Some((1250.0, Some("EUR".into()))));
}

#[test]
fn a_dash_stands_in_place_of_the_hundredths() {
    for (text, value, currency) in [
        ("Ihre Forderung beläuft sich auf € 9.480,-.", 9480.0, "EUR"),
        ("The claim is for € 9.480,-.", 9480.0, "EUR"),
        ("Miete 1.250,-- EUR im Monat", 1250.0, "EUR"),
        ("Betrag Fr. 50.- und der Rest", 50.0, "CHF"),
        ("Gebühr CHF 1'200.–", 1200.0, "CHF"),
    ] {
        assert_eq!(sums(text), [(value, Some(currency.into()))], "{text}");
    }
    // A range, and a dash between words.
    assert_eq!(values("number", "vom 5.–7. Mai")[0]["value"], 5);
}

#[test]
fn three_digits_behind_the_only_mark_of_a_sum_are_a_group() {
    let text = "Le renta una bodega por USD 48,500 mensuales";
    let found = values("amount", text);
    let read: Vec<f64> = found
        .iter()
        .filter_map(|one| one["value"].as_f64())
        .collect();
    assert_eq!(read, [48_500.0, 48.5]);
}

#[test]
fn a_dollar_sign_is_of_the_country_that_the_document_names() {
    for (text, currency) in [
        ("The rent is $500.", Some("USD")),
        ("The rent is CA$500.", Some("CAD")),
        ("Owed to me CA$632.55 and the rest of $20.00", Some("CAD")),
        ("The fee is $250 CAD.", Some("CAD")),
        ("Die Miete ist $500 im Monat und der Rest", Some("USD")),
        ("El total de la factura es de $ 500 y el saldo", None),
        (
            "El total de la factura es de $ 500\nNIT: 900.123.456-7",
            Some("COP"),
        ),
        (
            "El total de la factura es de $ 500\nCUIT 30-71234567-8",
            Some("ARS"),
        ),
        (
            "Bodegas del Sur, S.A. de C.V.\nel total es de $ 500",
            Some("MXN"),
        ),
        (
            "Pena convencional de $500.00 M.N. por cada una de las faltas",
            Some("MXN"),
        ),
        (
            "Calle Real 5, Santiago, Chile\nel total es de $ 500",
            Some("CLP"),
        ),
        (
            "Calle Real 5, Santiago, Chile\nel total es de US$ 500",
            Some("USD"),
        ),
        ("el total es de 500 pesos y el saldo de la otra", None),
        ("la renta es de 500 pesos mexicanos", Some("MXN")),
    ] {
        let found = sums(text);
        let read = found.iter().find(|(value, _)| *value > 100.0).unwrap();
        assert_eq!(read.1.as_deref(), currency, "{text}");
    }
    let found = candidates("amount", "El total de la factura es de $ 500 y el saldo");
    assert_eq!(found[0].notes.len(), 1, "{:?}", found[0].notes);
}

#[test]
fn cites_the_heading_that_gives_the_scale() {
    let found = candidates(
        "amount",
        "Sales in thousands of USD\nNorth   2,235   6,986\nSouth   1,100   900",
    );
    let north = found
        .iter()
        .find(|one| one.items[0].value.json()["value"] == 2235)
        .unwrap();
    assert_eq!(north.items[0].value.json()["unit"], "thousand");
    assert_eq!(north.items[0].spans.len(), 2);
}

#[test]
fn offers_both_readings_of_an_ambiguous_date_and_says_so() {
    let found = candidates("date", "signed 03/04/2018");
    let isos: Vec<Value> = found
        .iter()
        .map(|one| one.items[0].value.json()["iso"].clone())
        .collect();
    assert_eq!(isos, ["2018-04-03", "2018-03-04"]);
    assert!(found.iter().all(|one| one.notes.len() == 1));
    let decided = candidates("date", "signed 03/04/2018 and 25/04/2018");
    assert!(decided.iter().all(|one| one.notes.is_empty()) && decided.len() == 2);
}

#[test]
fn offers_both_readings_of_an_ambiguous_decimal_mark_and_says_so() {
    let found = candidates("number", "1.234 Einwohner und der Rest");
    let read: Vec<Value> = found
        .iter()
        .map(|one| one.items[0].value.json()["value"].clone())
        .collect();
    assert_eq!(read, [json!(1234), json!(1.234)]);
    assert!(found.iter().all(|one| one.notes.len() == 1));
    let decided = candidates("number", "1.234 Einwohner und 2,5 % Rest");
    assert_eq!(decided[0].items[0].value.json()["value"], 1234);
    assert!(decided[0].notes.is_empty());
}

#[test]
fn reads_dates_in_three_languages_and_in_words() {
    let cases = [
        ("the 1st day of May, 2020", "2020-05-01"),
        ("this first day of May, 2020", "2020-05-01"),
        ("the twenty-first of May 2020", "2020-05-21"),
        ("5 de mayo de 2020", "2020-05-05"),
        ("a los 5 días del mes de mayo de 2020", "2020-05-05"),
        ("am 31. Jänner 2020", "2020-01-31"),
        ("den 3. Dezember 1999", "1999-12-03"),
        ("im Oktober 2018", "2018-10"),
        ("en enero de 2018", "2018-01"),
        ("FY2019", "2019"),
        ("3/4/99", "1999-04-03"),
    ];
    for (text, iso) in cases {
        let found = values("date", text);
        assert_eq!(
            found.first().map(|one| &one["iso"]),
            Some(&json!(iso)),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn reads_periods() {
    let cases = [
        (
            "from 1 March 2019 to 15 April 2020",
            Some("2019-03-01"),
            Some("2020-04-15"),
        ),
        (
            "vom 01.01.2018 bis zum 31.12.2018",
            Some("2018-01-01"),
            Some("2018-12-31"),
        ),
        (
            "del 1 de enero de 2018 al 31 de marzo de 2018",
            Some("2018-01-01"),
            Some("2018-03-31"),
        ),
        (
            "between May 1, 2019 and June 30, 2019",
            Some("2019-05-01"),
            Some("2019-06-30"),
        ),
        ("1 to 15 March 2020", Some("2020-03-01"), Some("2020-03-15")),
        ("March 1 - 15, 2020", Some("2020-03-01"), Some("2020-03-15")),
        ("January to March 2020", Some("2020-01"), Some("2020-03")),
        ("Q3 2019", Some("2019-07-01"), Some("2019-09-30")),
        (
            "the first half of 2019",
            Some("2019-01-01"),
            Some("2019-06-30"),
        ),
        ("season 2018/19", Some("2018"), Some("2019")),
        ("the year ended December 31, 2019", None, Some("2019-12-31")),
        ("effective from 1 July 2020", Some("2020-07-01"), None),
    ];
    for (text, start, end) in cases {
        let found = values("date_range", text);
        let fits =
            |one: &Value| one["iso_start"].as_str() == start && one["iso_end"].as_str() == end;
        assert!(found.iter().any(fits), "{text}: {found:?}");
    }
    assert!(values("date_range", "1 May 2020 to 1 April 2020").is_empty());
}

#[test]
fn reads_lengths_of_time() {
    let cases = [
        (
            "within thirty (30) days after notice",
            "P30D",
            "thirty (30) days",
        ),
        ("a term of two years", "P2Y", "two years"),
        (
            "one year and six months",
            "P1Y6M",
            "one year and six months",
        ),
        ("a 90-day period", "P90D", "90-day"),
        (
            "one hundred and twenty (120) days",
            "P120D",
            "one hundred and twenty (120) days",
        ),
        ("48 hours", "PT48H", "48 hours"),
        ("binnen vierzehn Tagen", "P14D", "vierzehn Tagen"),
        ("en un plazo de seis meses", "P6M", "seis meses"),
        ("1.5 years", "P1.5Y", "1.5 years"),
        ("half a year", "P6M", "half a year"),
        ("within ten business days", "P10D", "ten business days"),
    ];
    for (text, iso, original) in cases {
        let found = values("duration", text);
        assert!(
            found.contains(&json!({"iso": iso, "original": original})),
            "{text}: {found:?}"
        );
    }
    let both = values("duration", "5 to 10 days");
    let isos: Vec<&Value> = both.iter().map(|one| &one["iso"]).collect();
    assert_eq!(isos, ["P5D", "P10D"]);
}

#[test]
fn tells_where_words_and_figure_disagree() {
    for kind in ["number", "duration"] {
        let found = candidates(kind, "within thirty (60) days");
        let told = found
            .iter()
            .any(|one| one.notes.iter().any(|note| note.contains("30")));
        assert!(told, "{kind}: {found:?}");
    }
}

#[test]
fn reads_shares_in_every_form() {
    let cases = [
        ("a margin of 125 bps", vec![1.25]),
        ("12,5 Prozent", vec![12.5]),
        ("el 3,5 por ciento", vec![3.5]),
        ("between 10 and 12 %", vec![10.0, 12.0]),
        ("10-12 %", vec![10.0, 12.0]),
        ("ten (10) percent", vec![10.0]),
        ("five per cent", vec![5.0]),
    ];
    for (text, wanted) in cases {
        let found: Vec<f64> = values("percentage", text)
            .iter()
            .filter_map(|one| one["value"].as_f64())
            .collect();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn reads_units_behind_figures_and_in_headings() {
    let cases = [
        ("a plant of 12 MW", json!("MW")),
        ("consumed 1,500 kWh", json!("kWh")),
        ("an area of 40 square feet", json!("square feet")),
        ("280 Mitarbeiter", json!("Mitarbeiter")),
    ];
    for (text, unit) in cases {
        let found = values("number", text);
        assert_eq!(
            found.first().map(|one| &one["unit"]),
            Some(&unit),
            "{text}: {found:?}"
        );
    }
    let table =
        "Road        Length (km)   Lanes\nA1          120           4\nA2          80            6";
    let found = values("number", table);
    assert!(
        found.contains(&json!({"value": 120, "unit": "km"})),
        "{found:?}"
    );
}

/// The days of a text, with how many places are cited for each.
fn days(text: &str) -> Vec<(String, usize)> {
    let items = candidates("date", text)
        .into_iter()
        .flat_map(|one| one.items);
    items
        .map(|item| {
            let iso = item.value.json()["iso"].as_str().unwrap().to_owned();
            (iso, item.spans.len())
        })
        .collect()
}

#[test]
fn a_day_without_its_year_takes_that_of_the_other_dates() {
    for (text, iso) in [
        ("21 November 2024\nPlease pay by 5 December.", "2024-12-05"),
        (
            "21 November 2024\nThe hearing is on January 16.",
            "2025-01-16",
        ),
        (
            "Köln, den 13. Mai 2024\nÜberwiesen wurde am 8. Mai auf das Konto",
            "2024-05-08",
        ),
        (
            "Köln, 22.01.2025\nOrtstermin der Gutachterin ist Fr 24.01., 9 Uhr",
            "2025-01-24",
        ),
        (
            "Lima, 12 de marzo de 2024\nEnvíe a más tardar el 22 de marzo.",
            "2024-03-22",
        ),
        (
            "13/03/2024\nAbgegeben am 12. März 09:00 bei der Frau",
            "2024-03-12",
        ),
    ] {
        assert_eq!(days(text).last(), Some(&(iso.to_owned(), 2)), "{text}");
    }
    let found = candidates("date", "On 3 May 2024 it was sent, on 9 May it came.");
    assert_eq!(found[1].items[0].spans.len(), 1, "one line holds both");
    assert_eq!(found[1].notes.len(), 1);
    for (text, isos) in [
        ("Please pay by 5 December.", &[][..]),
        (
            "Born 1 May 1961, signed 2 June 2024\nPlease pay by 5 December.",
            &["1961-05-01", "2024-06-02"],
        ),
        (
            "Signed 1 May 2024\nInterest is due on 30 June of each year.",
            &["2024-05-01"],
        ),
        (
            "Signed 1 May 2024\nSection 5 may be amended; Clause 4 march on.",
            &["2024-05-01"],
        ),
        (
            "Am 1. Mai 2024\nnach ziffer 10.05.2 und ziffer 4.2. des vertrages und der anlage",
            &["2024-05-01"],
        ),
    ] {
        let read: Vec<String> = days(text).into_iter().map(|(iso, _)| iso).collect();
        assert_eq!(read, isos, "{text}");
    }
}
