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
